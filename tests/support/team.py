"""The log of a team in this process, which does what the database of a team does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from codegraph.errors import ReplicationError
from codegraph.store.memory.postgres import Member, OutgoingEvent, ServerState, TeamEvent


class Log:
    """Settings that the logins of one database share."""

    def __init__(self) -> None:
        self.events: list[TeamEvent] = []
        self.homes: dict[str, str] = {}
        self.erased: set[tuple[str, str]] = set()
        self.now = 0


class FakeDatabase:
    """One login's connection. `lose` makes the next append succeed without an answer."""

    def __init__(self, log: Log, member: str, namespaces: Sequence[str]) -> None:
        self.log, self.member, self.namespaces = log, member, namespaces
        self.loses = False

    def open(self, *, create: bool = False) -> ServerState:
        return ServerState("database", 150_000, self.member, self.log.now)

    def register(self, home: str) -> int:
        if self.log.homes.setdefault(home, self.member) != self.member:
            return 0
        return [*self.log.homes].index(home) + 1

    def list_roles(self) -> dict[str, str]:
        return dict.fromkeys(self.namespaces, "owner")

    def list_members(self, namespaces: Sequence[str]) -> list[Member]:
        return []

    @contextmanager
    def append_alone(self) -> Iterator[None]:
        yield
        if self.loses:
            self.loses = False
            raise ReplicationError("the connection is lost", is_outage=True)

    def read_events(self, after: Mapping[str, int], limit: int) -> list[TeamEvent]:
        found = [e for e in self.log.events if e.namespace in after and e.position > after[e.namespace]]
        return found[:limit]

    def read_marks(self, positions: Mapping[str, int]) -> dict[str, str]:
        return {
            e.namespace: f"{e.home}/{e.number}" for e in self.log.events if positions.get(e.namespace) == e.position
        }

    def append(self, home: str, events: Sequence[OutgoingEvent]) -> dict[int, int]:
        for event in events:
            self._insert(home, event)
        numbers = {event.number for event in events}
        return {e.number: e.position for e in self.log.events if e.home == home and e.number in numbers}

    def _insert(self, home: str, event: OutgoingEvent) -> None:
        if any((e.home, e.number) == (home, event.number) for e in self.log.events):
            return
        gone = event.kind != "MemoryErased" and (event.namespace, event.subject) in self.log.erased
        payload, digest = (None, "") if gone else (event.payload, event.digest)
        self.log.events.append(
            TeamEvent(
                len(self.log.events) + 1, home, event.number, self.member, event.namespace, event.at, event.kind,
                event.subject, event.operation, event.actor, payload, digest,
            )
        )  # fmt: skip

    def erase(self, home: str, event: OutgoingEvent) -> int:
        self.log.events = [
            e._replace(payload=None, digest="") if e.kind != "MemoryErased" and _is_about(e, event.subject) else e
            for e in self.log.events
        ]
        self.log.erased.add((event.namespace, event.subject))
        self._insert(home, event)
        return next(e.position for e in self.log.events if (e.home, e.number) == (home, event.number))

    def close(self) -> None:
        pass


def _is_about(event: TeamEvent, memory: str) -> bool:
    linked = event.kind in ("MemoryLinked", "MemoryUnlinked") and memory in (event.payload or "")
    return event.subject == memory or linked
