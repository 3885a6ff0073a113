"""Contents of manifests, in any tool's format.

Paths are relative to the root of the tree, with `/`; "" is the root.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import NamedTuple


class Ecosystem(StrEnum):
    """A world of package names: a name means the same package in all of it."""

    CARGO = "cargo"
    NPM = "npm"
    GO = "go"
    PYTHON = "python"
    JVM = "jvm"


class Package(NamedTuple):
    name: str
    version: str  # "" when it says none
    manifest: str
    ecosystem: Ecosystem


class Dependency(NamedTuple):
    """`version` is the requirement as written, "" for none. `source` is where it comes from when that is no registry:
    `path:FOLDER`, `git:URL`, `workspace`."""

    name: str
    version: str
    dev: bool  # for development, tests or building only
    manifest: str
    ecosystem: Ecosystem
    source: str = ""


class Workspace(NamedTuple):
    """`members` are the folders of its packages that have a manifest; `kind` is the tool."""

    kind: str
    root: str
    members: tuple[str, ...]


class Link(NamedTuple):
    """A dependency and the package it means, in the tree or repository called `place`."""

    dependency: Dependency
    package: Package
    place: str


class Problem(NamedTuple):
    """A manifest that could not be read: it is left out, not guessed at."""

    manifest: str
    reason: str


class Manifests(NamedTuple):
    packages: tuple[Package, ...]
    workspaces: tuple[Workspace, ...]
    dependencies: tuple[Dependency, ...]
    problems: tuple[Problem, ...] = ()


class ManifestError(ValueError):
    """A manifest's text is not what it should be."""


def join(parts: Iterable[Manifests]) -> Manifests:
    """All of them, in their order."""
    found = list(parts)
    return Manifests(
        tuple(p for m in found for p in m.packages),
        tuple(w for m in found for w in m.workspaces),
        tuple(d for m in found for d in m.dependencies),
        tuple(p for m in found for p in m.problems),
    )


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def within(folder: str, relative: str) -> str:
    """`relative` seen from `folder`, without `.` and `..`; a path that leaves the tree keeps its `..`."""
    parts: list[str] = []
    for part in f"{folder}/{relative.replace(chr(92), '/')}".split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def matching(root: str, globs: Sequence[str], folders: Iterable[str]) -> tuple[str, ...]:
    """The folders below `root` that the globs of a workspace mean, sorted. `!glob` takes away again."""
    wanted = [_pattern(within(root, g)) for g in globs if not g.startswith("!")]
    without = [_pattern(within(root, g[1:])) for g in globs if g.startswith("!")]
    return tuple(
        sorted(
            folder
            for folder in folders
            if any(p.fullmatch(folder) for p in wanted) and not any(p.fullmatch(folder) for p in without)
        )
    )


def _pattern(glob: str) -> re.Pattern[str]:
    """A glob in which `*` stays in one folder and `**` does not."""
    parts = re.split(r"(\*\*/?|\*|\?)", glob)
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(words.get(part) or re.escape(part) for part in parts))


def same_name(ecosystem: Ecosystem, name: str) -> str:
    """The spelling under which names of one package are equal."""
    return re.sub(r"[-_.]+", "-", name).lower() if ecosystem is Ecosystem.PYTHON else name


def table(value: object) -> Mapping[str, object]:
    """`value` when it is a table, else an empty one: what has another shape says nothing."""
    return {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else {}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def items(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def words(value: object) -> list[str]:
    return [item for item in items(value) if isinstance(item, str)]


def word(value: object) -> str:
    return value if isinstance(value, str) else ""


def is_named(path: str, *names: str) -> bool:
    """Is the file's own name one of `names`, which may be globs?"""
    base = path.rpartition("/")[2]
    return any(fnmatchcase(base, name) for name in names)
