"""Engine that all writes to memory go through.

It appends events to the log and applies them to the projections in the same transaction.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import DamagedStoreError
from codegraph.memory.memory_ids import generate_uuid7
from codegraph.store.memory.connection import build_damage_error, get_database_path, translate_errors
from codegraph.store.memory.database import MemoryDatabase
from codegraph.store.memory.reader import LogRow, Reader
from codegraph.store.memory.replacement import lock_replacement
from codegraph.store.memory.writer import Writer

if TYPE_CHECKING:
    from codegraph.memory.events import MemoryEvent, RecordedEvent

# Events and what they do are loaded where something is recorded: defining them takes as long as a whole list of
# memories, which needs none.


def read_clock() -> int:
    """Return the microseconds since 1970."""
    return time.time_ns() // 1000


@dataclass(slots=True)
class Recording:
    """One write.

    All events recorded in it are one operation and are committed together. `state` already shows their effects.
    """

    state: Writer
    operation: str  # the undo token of all of it
    at: int
    actor: str
    noise: Callable[[int], bytes]

    def record(self, event: MemoryEvent) -> RecordedEvent:
        """Append an event to the log and apply it to the projections."""
        from codegraph.memory.event_application import apply
        from codegraph.memory.event_codec import encode_event, get_subject
        from codegraph.memory.events import RecordedEvent

        kind, payload = encode_event(event)
        seq = self.state.append(self.at, kind, get_subject(event), self.operation, self.actor, payload)
        recorded = RecordedEvent(seq, self.at, self.operation, self.actor, event)
        apply(recorded, self.state)
        return recorded

    def generate_id(self) -> str:
        return generate_uuid7(self.at, self.noise(10))


@dataclass(frozen=True, slots=True)
class Salvage:
    """The outcome of salvaging a damaged database."""

    events: int  # that are there again
    from_backups: int  # of these
    lost: int  # that are known to have been there
    kept_as: Path  # the damaged file


class MemoryEngine:
    """Memory of one home folder.

    An engine is cheap to make: nothing is opened before it is used. `actor` names the writer in the log: `cli`, `mcp`,
    `hook`.
    """

    def __init__(
        self,
        home: Path,
        *,
        actor: str = "",
        clock: Callable[[], int] = read_clock,
        noise: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.home = home
        self.database = MemoryDatabase(home)
        self.actor = actor
        self.clock = clock
        self.noise = noise
        self.after_write: Callable[[], None] | None = None
        """Called after each operation, when it is durable here: to send what is shared."""

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """Open one consistent state, for as short a time as possible.

        Close it before doing anything slow with the answer.
        """
        with self.database.read() as reader:
            yield reader

    @contextmanager
    def write(self) -> Iterator[Recording]:
        """Open one operation.

        It is durable as a whole when the block ends, or nothing of it happened.
        """
        with self.database.write() as writer:
            yield Recording(writer, self.noise(6).hex(), self.clock(), self.actor, self.noise)
        self.report_write()

    def report_write(self) -> None:
        """Tell whoever sends shared events that there may be some."""
        if self.after_write is not None:
            self.after_write()

    def rebuild(self) -> int:
        """Rebuild all projections from the log, in one transaction.

        Return the number of events.
        """
        with self.database.write() as writer:
            return replay(writer)

    def salvage(self, name: str) -> Salvage:
        """Rebuild the database from its remaining events and its backups.

        The damaged file is kept. Raises DamagedStoreError when no event is left, StorageError, LockedError, and
        then nothing was changed."""
        from codegraph.store.memory.backup import replace_damaged
        from codegraph.store.memory.salvage import recover

        self.close()  # reading the file would drop the locks of open connections
        path = get_database_path(self.home)
        fresh = path.with_name(f".{path.name}.salvaged")
        with lock_replacement(path), translate_errors(path):
            found = recover(self.home, _is_whole)
            if not found.rows:
                raise build_damage_error(path, "no event in it can be read")
            _discard(fresh)
            database = MemoryDatabase.open_at(fresh)
            try:
                with database.write() as state:
                    for row in found.rows:
                        state.append_row(row)
                    replay(state)
            except BaseException:
                database.close()
                _discard(fresh)
                raise
            database.close()
            aside = replace_damaged(self.home, fresh, name)
        return Salvage(len(found.rows), found.from_backups, found.lost, aside)

    def close(self) -> None:
        self.database.close()


def decode(row: LogRow) -> RecordedEvent:
    """Return a row of the log as an event with its position.

    Raises StorageError.
    """
    from codegraph.memory.event_codec import decode_event
    from codegraph.memory.events import RecordedEvent

    return RecordedEvent(row.seq, row.at, row.operation, row.actor, decode_event(row.kind, row.payload))


def replay(state: Writer) -> int:
    """Rebuild all projections from the log, within a transaction.

    Returns the number of events."""
    from codegraph.memory.event_application import apply

    rows = state.list_events_to_apply()
    state.clear_projections()
    for row in rows:
        apply(decode(row), state)
    return len(rows)


def replay_memories(state: Writer, memories: Collection[str]) -> int:
    """Rebuild the rows of some memories from the log, within a transaction.

    The result is that of `replay` where only their own events are in another order now. Returns the number of events.
    """
    from codegraph.memory.event_application import apply_to_rows
    from codegraph.memory.events import MemoryErased

    rows = state.list_events_to_apply(memories)
    known = [state.find_memory(id) for id in memories]
    if None in known or any(row.kind == MemoryErased.__name__ for row in rows):
        return replay(state)
    for memory in known:
        assert memory is not None
        state.drop_memory(memory)
    for row in rows:
        apply_to_rows(decode(row), memories, state)
    return len(rows)


def _is_whole(row: LogRow) -> bool:
    """Return whether an event can be read.

    Raises StorageError for one of a newer codegraph, because it must not be dropped.
    """
    try:
        decode(row)
    except DamagedStoreError:
        return False
    return True


def _discard(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
