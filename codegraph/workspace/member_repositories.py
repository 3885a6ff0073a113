"""Repositories of a workspace: those that a file lists, or all that are indexed."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import (
    AmbiguousError,
    CodegraphError,
    ConfigError,
    IncompatibleIndexError,
    NotFoundError,
    NotIndexedError,
)
from codegraph.manifests.manifest import Manifests
from codegraph.query.index import Index
from codegraph.query_results import ExternalRow, MemberRow, MemberStatus
from codegraph.settings.config import Config
from codegraph.store.layout import list_index_folders
from codegraph.workspace.index_manifests import read_index_manifests
from codegraph.workspace.member_summary import (
    MemberSummary,
    StoredSummaries,
    StoredSummary,
    store_summary,
    summarize_index,
)
from codegraph.workspace.namespaces import VisibleNamespaces
from codegraph.workspace.open_indexes import OpenIndexes

FILE: Final = "codegraph-workspace.toml"
MOST_MEMBERS: Final = 10_000
MOST_NAMED: Final = 20
"""Members that an error lists."""


class Member:
    """A repository of a workspace, whose index is open while it is read."""

    def __init__(self, name: str, get_index: Callable[[], Index]) -> None:
        """Take the name, and the function that returns the open index."""
        self.name = name
        self._get_index = get_index

    @classmethod
    def create(cls, indexes: OpenIndexes, stored: StoredSummary, config: Config, name: str) -> Member:
        """Make the member of an index that is one of many and opened when it is asked."""
        member = cls(name, partial(indexes.find, Path(stored.root), config, stored.generation))
        member.summary = stored.summary
        return member

    @property
    def index(self) -> Index:
        """The open index: do not keep it, because it is closed when others were asked."""
        return self._get_index()

    @cached_property
    def manifests(self) -> Manifests:
        """The manifests that the index has, as they are on disk."""
        return read_index_manifests(self.index)

    @cached_property
    def externals(self) -> list[ExternalRow]:
        """The symbols of libraries that the member uses."""
        return self.index.list_externals(limit=None).items

    @cached_property
    def namespaces(self) -> VisibleNamespaces:
        """The namespaces that the member's files see."""
        return VisibleNamespaces(self._get_index)

    @cached_property
    def summary(self) -> MemberSummary:
        """The packages and endpoints that the member provides to others, or needs."""
        return summarize_index(self.index, self.manifests)


@dataclass(frozen=True)
class Workspace:
    """The members, the one that was asked first.

    `rows` has all repositories, those whose index cannot be read among them. `hosts` are hosts and variables of the
    environment that the workspace's file assigns to members."""

    members: tuple[Member, ...]
    rows: tuple[MemberRow, ...]
    hosts: Mapping[str, Member]

    @property
    def home(self) -> Member:
        return self.members[0]

    def find_member(self, name: str) -> Member:
        """Return the member of a name.

        Raises NotFoundError, AmbiguousError."""
        found = [member for member in self.members if member.name == name]
        if not found:
            names = ", ".join(sorted(member.name for member in self.members)[:MOST_NAMED])
            raise NotFoundError(f"no repository {name!r} is open in the workspace", hint=f"it has: {names}")
        if len(found) > 1:
            raise AmbiguousError(
                f"{len(found)} repositories of the workspace are called {name!r}",
                hint="ask in the one that is meant, or list the others alone in the workspace's file",
            )
        return found[0]


class Place(NamedTuple):
    """Place of a repository's index: its folder, and the settings to open it with.

    `problem` says why there is none."""

    root: Path
    config: Config
    problem: str = ""


@contextmanager
def open_workspace(
    home: Index, config: Config, can_read: Callable[[Path], bool] | None = None,
    list_places: Callable[[], Sequence[Place]] | None = None,
) -> Iterator[Workspace]:  # fmt: skip
    """Open the workspace around a repository.

    An index is opened when it is asked, or to make its summary; of many, those that were asked last are open.

    A file `codegraph-workspace.toml` in the repository or above it lists them; without one they are all that this home
    folder has. With `list_places` they are those that it returns. Work trees of one repository count once. With
    `can_read` others than those folders stay closed. Raises ConfigError.
    """
    summaries = StoredSummaries()
    if list_places is not None:
        listing, listed = _Listing([], {}), list(list_places())
    else:
        listing = _read_listing(home.root, config, summaries)
        listed = [Place(root, config) for root in listing.roots]
    members, rows = [Member(home.root.name, lambda: home)], [_describe_open(home.root, home)]
    seen = {home.repository_id: members[0]}
    places = {home.root: members[0]}
    with OpenIndexes(len(listed)) as indexes:
        for root, settings, problem in listed:
            if root == home.root:
                continue
            if problem:
                rows.append(MemberRow(root.name, "", "", 0, MemberStatus.UNREADABLE, problem))
                continue
            if can_read is not None and not can_read(root):
                rows.append(MemberRow(root.name, "", "", 0, MemberStatus.FORBIDDEN, "its user can allow the folder"))
                continue
            try:
                stored = summaries.find_used(root, settings) or store_summary(indexes.open(root, settings))
            except CodegraphError as error:
                rows.append(_describe_failure(root, error))
                continue
            if stored.root != str(root):
                rows.append(_describe(root, stored, MemberStatus.MOVED, f"the index is that of {stored.root}"))
            elif (known := seen.get(stored.repository_id)) is not None:
                places[root] = known
                rows.append(_describe(root, stored, MemberStatus.SAME, f"{known.name} answers for it"))
            else:
                member = Member.create(indexes, stored, settings, root.name)
                seen[stored.repository_id] = places[root] = member
                members.append(member)
                rows.append(_describe_open(root, stored))
        advice = "run `codegraph index` in its folder, or `codegraph gc`"
        rows += (MemberRow(name, "", "", 0, MemberStatus.UNREADABLE, advice) for name in listing.unreadable)
        hosts = {name: places[root] for name, root in listing.hosts.items() if root in places}
        yield Workspace(tuple(members), tuple(rows), hosts)


def _describe_open(root: Path, known: Index | StoredSummary) -> MemberRow:
    return MemberRow(root.name, str(root), known.repository_id, known.generation, MemberStatus.OPEN, "")


def _describe(root: Path, stored: StoredSummary, status: MemberStatus, advice: str) -> MemberRow:
    return MemberRow(root.name, str(root), stored.repository_id, 0, status, advice)


def _describe_failure(root: Path, error: CodegraphError) -> MemberRow:
    if not root.is_dir():
        advice = "correct its path in the workspace's file, or `codegraph remove` its index"
        return MemberRow(root.name, str(root), "", 0, MemberStatus.MISSING, advice)
    statuses = {NotIndexedError: MemberStatus.NOT_INDEXED, IncompatibleIndexError: MemberStatus.OTHER_VERSION}
    status = statuses.get(type(error), MemberStatus.UNREADABLE)
    return MemberRow(root.name, str(root), "", 0, status, error.hint or f"run `codegraph index {root}`")


def find_workspace_file(root: Path) -> Path | None:
    """Return the file that lists the workspace around a folder."""
    return next((folder / FILE for folder in (root, *root.parents) if (folder / FILE).is_file()), None)


class _Listing(NamedTuple):
    """Folders of the repositories of a workspace, and what hosts mean.

    `unreadable` are the names of indexes of which not even the folder is known."""

    roots: list[Path]
    hosts: dict[str, Path]
    unreadable: tuple[str, ...] = ()


def _read_listing(home: Path, config: Config, summaries: StoredSummaries) -> _Listing:
    listed = find_workspace_file(home)
    if listed is None:
        folders = [folder for folder in list_index_folders(config.home) if folder.get_current()]
        known = sorted((summaries.find_root(folder), folder.name) for folder in folders)
        roots = [Path(root) for root, _ in known if root and os.path.isdir(root)][:MOST_MEMBERS]
        return _Listing(roots, {}, tuple(name for root, name in known if not root))
    try:
        table: Mapping[str, Any] = tomllib.loads(listed.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{listed} cannot be read: {error}", hint=_SHAPE) from error
    entries = table.get("repositories")
    if not isinstance(entries, list) or not all(isinstance(each, str) for each in entries):
        raise ConfigError(f"{listed} lists no repositories", hint=_SHAPE)
    hosts = table.get("hosts", {})
    if not isinstance(hosts, dict) or not all(isinstance(each, str) for each in hosts.values()):
        raise ConfigError(f"{listed}: `hosts` is no table of folders", hint=_HOSTS)
    return _Listing(
        [(listed.parent / each).resolve() for each in entries[:MOST_MEMBERS]],
        {name: (listed.parent / each).resolve() for name, each in hosts.items()},
    )


_HOSTS: Final = 'write `[hosts]` and below it `"api.example.org" = "../api"`, with a path of `repositories`'


_SHAPE: Final = 'write `repositories = ["../api", "../web"]`, with paths from the file on'
