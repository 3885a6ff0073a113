"""Repositories of a workspace: those that a file lists, or all that are indexed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from codegraph.config import Config
from codegraph.errors import CodegraphError, ConfigError
from codegraph.index import Index
from codegraph.maintenance import list_repositories
from codegraph.manifests.model import Manifests
from codegraph.manifests.read import NAMES, read_manifests
from codegraph.scan.read import UnreadFile, read_file

FILE: Final = "codegraph-workspace.toml"
MOST_MEMBERS: Final = 10_000
_MAX_MANIFEST_BYTES: Final = 1 << 20


@dataclass
class Member:
    """An open index of a workspace."""

    index: Index
    name: str

    @cached_property
    def manifests(self) -> Manifests:
        """The manifests that the index has, as they are on disk."""
        texts: dict[str, str] = {}
        for path in self.index.find_paths_named(NAMES):
            read = read_file(self.index.root, path, max_bytes=_MAX_MANIFEST_BYTES)
            if not isinstance(read, UnreadFile):
                texts[path] = read.content.decode("utf-8")
        return read_manifests(texts)


@dataclass(frozen=True)
class Workspace:
    """The members, the one that was asked first.

    `problems` are indexes that could not be opened, with the reason."""

    members: tuple[Member, ...]
    problems: tuple[str, ...]

    @property
    def home(self) -> Member:
        return self.members[0]


@contextmanager
def open_workspace(home: Index, config: Config) -> Iterator[Workspace]:
    """Open the indexes of the workspace around a repository.

    A file `codegraph-workspace.toml` in the repository or above it lists them; without one they are all that this home
    folder has. Work trees of one repository count once. Raises ConfigError.
    """
    roots = _list_roots(home.root, config)
    members, problems = [Member(home, home.root.name)], []
    seen = {home.repository_id}
    with ExitStack() as stack:
        for root in roots:
            try:
                index = stack.enter_context(Index.open(root, config))
            except CodegraphError as error:
                problems.append(f"{root.name}: {error.message}")
                continue
            if index.repository_id not in seen and index.root == root:
                seen.add(index.repository_id)
                members.append(Member(index, root.name))
        yield Workspace(tuple(members), tuple(problems))


def find_workspace_file(root: Path) -> Path | None:
    """Return the file that lists the workspace around a folder."""
    return next((folder / FILE for folder in (root, *root.parents) if (folder / FILE).is_file()), None)


def _list_roots(home: Path, config: Config) -> list[Path]:
    listed = find_workspace_file(home)
    if listed is None:
        return [Path(row.root) for row in list_repositories(config) if row.exists][:MOST_MEMBERS]
    try:
        table: Mapping[str, Any] = tomllib.loads(listed.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{listed} cannot be read: {error}", hint=_SHAPE) from error
    entries = table.get("repositories")
    if not isinstance(entries, list) or not all(isinstance(each, str) for each in entries):
        raise ConfigError(f"{listed} lists no repositories", hint=_SHAPE)
    return [(listed.parent / each).resolve() for each in entries[:MOST_MEMBERS]]


_SHAPE: Final = 'write `repositories = ["../api", "../web"]`, with paths from the file on'
