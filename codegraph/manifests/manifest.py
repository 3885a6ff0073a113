"""Contents of manifests, in any tool's format.

Paths are relative to the root of the tree, with `/`; "" is the root.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final, NamedTuple


class Ecosystem(StrEnum):
    """A world of package names: a name means the same package in all of it."""

    CARGO = "cargo"
    NPM = "npm"
    GO = "go"
    PYTHON = "python"
    JVM = "jvm"
    NUGET = "nuget"
    COMPOSER = "composer"
    RUBYGEMS = "rubygems"


_CASELESS: Final = frozenset((Ecosystem.NUGET, Ecosystem.COMPOSER))


class Package(NamedTuple):
    name: str
    version: str  # "" when it says none
    manifest: str
    ecosystem: Ecosystem


class Dependency(NamedTuple):
    """A requirement of a package.

    `version` is the requirement as written, "" for none. `source` is its origin if that is no registry: `path:FOLDER`,
    `git:URL`, `workspace`.
    """

    name: str
    version: str
    dev: bool  # for development, tests or building only
    manifest: str
    ecosystem: Ecosystem
    source: str = ""


class Workspace(NamedTuple):
    """A group of packages that are developed together.

    `members` are the folders of its packages that have a manifest; `kind` is the tool.
    """

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
    """Join manifests in their order."""
    found = list(parts)
    return Manifests(
        tuple(p for m in found for p in m.packages),
        tuple(w for m in found for w in m.workspaces),
        tuple(d for m in found for d in m.dependencies),
        tuple(p for m in found for p in m.problems),
    )


def get_folder(path: str) -> str:
    return path.rpartition("/")[0]


def join_path(folder: str, relative: str) -> str:
    """Join `relative` to `folder`, without `.` and `..`.

    A path that leaves the tree keeps its `..`.
    """
    parts: list[str] = []
    for part in f"{folder}/{relative.replace(chr(92), '/')}".split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def match_folders(root: str, globs: Sequence[str], folders: Iterable[str]) -> tuple[str, ...]:
    """Return the folders below `root` that the globs of a workspace select, sorted.

    `!glob` excludes folders again.
    """
    wanted = [_compile_glob(join_path(root, g)) for g in globs if not g.startswith("!")]
    without = [_compile_glob(join_path(root, g[1:])) for g in globs if g.startswith("!")]
    return tuple(
        sorted(
            folder
            for folder in folders
            if any(p.fullmatch(folder) for p in wanted) and not any(p.fullmatch(folder) for p in without)
        )
    )


def _compile_glob(glob: str) -> re.Pattern[str]:
    """Compile a glob in which `*` stays in one folder and `**` does not."""
    parts = re.split(r"(\*\*/?|\*|\?)", glob)
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(words.get(part) or re.escape(part) for part in parts))


def normalize_name(ecosystem: Ecosystem, name: str) -> str:
    """Return the spelling under which names of one package are equal."""
    if ecosystem is Ecosystem.PYTHON:
        return re.sub(r"[-_.]+", "-", name).lower()
    return name.lower() if ecosystem in _CASELESS else name


def as_table(value: object) -> Mapping[str, object]:
    """Return `value` when it is a table, else an empty one.

    A value of another shape is ignored.
    """
    return {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else {}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def as_list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def as_strings(value: object) -> list[str]:
    return [item for item in as_list(value) if isinstance(item, str)]


def as_string(value: object) -> str:
    return value if isinstance(value, str) else ""


def is_named(path: str, *names: str) -> bool:
    """Return whether the file's own name is one of `names`, which may be globs."""
    base = path.rpartition("/")[2]
    return any(fnmatchcase(base, name) for name in names)
