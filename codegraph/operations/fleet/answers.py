"""Answers about fleets."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.fleet.repository_task import Outcome, Status


class LinksRow(NamedTuple):
    """Edges between the repositories at a place."""

    path: str  # of the object at the place that has them, one JSON object a line
    repositories: int  # that were read
    edges: int
    pairs: int  # of repositories with edges from the first to the second


class FleetAnswer(NamedTuple):
    url: str
    engine: str
    seconds: float
    repositories: tuple[Outcome, ...]  # in the order of the list
    links: LinksRow | None = None  # None unless asked for

    @property
    def has_failures(self) -> bool:
        return self.count(Status.FAILED) > 0

    def count(self, status: Status) -> int:
        return sum(row.status is status for row in self.repositories)
