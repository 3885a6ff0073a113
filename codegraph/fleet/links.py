"""Edges between published repositories: the second pass of a fleet.

They are found in bases, when all of them are there; no source is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import CodegraphError
from codegraph.fleet.publication_records import FOLDER
from codegraph.publication.bases import Bases
from codegraph.publication.storage import Remote
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import Member, Workspace
from codegraph.workspace.member_summary import StoredSummaries, store_summary
from codegraph.workspace.open_indexes import OpenIndexes
from codegraph.workspace.repository_edge import WorkspaceEdge

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress

STAGE = "pull"


class Link(NamedTuple):
    """An edge from a symbol of one repository to a symbol of another, by their ids."""

    source_repository: str
    source: str
    target_repository: str
    target: str
    kind: str
    resolution: str
    lines: tuple[int, ...]


class FoundLinks(NamedTuple):
    """The edges between some repositories, and why others could not be read."""

    links: tuple[Link, ...]
    repositories: int
    problems: tuple[str, ...]


def find_links(bases: Bases, progress: Progress | None = None) -> FoundLinks:
    """Return the edges between the newest publications of the repositories at a place.

    Raises PublicationError, StorageError.
    """
    members: list[Member] = []
    problems: list[str] = []
    repositories = bases.list_repositories()
    summaries = StoredSummaries()
    with OpenIndexes(len(repositories)) as indexes:
        for number, repository in enumerate(repositories, 1):
            try:
                base = bases.pull(repository)
                known = summaries.find_used(base.root, base.config)
                stored = known or store_summary(indexes.open(base.root, base.config))
                members.append(Member.create(indexes, stored, base.config, repository.name))
            except CodegraphError as error:
                problems.append(f"{repository.name}: {error.message}")
            if progress is not None:
                progress(STAGE, number, len(repositories))
        found = WorkspaceLinks(Workspace(tuple(members), (), {})).list_edges() if members else ()
        links = tuple(sorted({_make_link(each) for each in found}))
    return FoundLinks(links, len(members), tuple(problems))


def write_links(remote: Remote, key: str, links: Sequence[Link]) -> str:
    """Write the edges as JSON lines, in one object, and return its path.

    Raises PublicationError.
    """
    path = f"{FOLDER}/{key}/links.jsonl"
    remote.write(path, "".join(f"{json.dumps(each._asdict())}\n" for each in links).encode())
    return path


def _make_link(edge: WorkspaceEdge) -> Link:
    return Link(
        edge.member.index.repository_id, edge.source.id, edge.provider.index.repository_id, edge.target.id,
        edge.kind.value, edge.resolution.value, tuple(edge.lines),
    )  # fmt: skip
