"""Answers about fleets."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.fleet.task import Outcome, Status


class FleetAnswer(NamedTuple):
    url: str
    engine: str
    seconds: float
    repositories: tuple[Outcome, ...]  # in the order of the list

    @property
    def has_failures(self) -> bool:
        return self.count(Status.FAILED) > 0

    def count(self, status: Status) -> int:
        return sum(row.status is status for row in self.repositories)
