"""Vectors of memories in LanceDB, next to the database or at `vectors_uri`.

The table is derived from the arrays that recall reads. Every row carries a *stamp* of all of its values, so that
comparing stamps tells what a table lacks, whoever wrote it and wherever its writer was killed. It holds the names of
namespaces, but no text of a memory.

    <home>/memory/vectors.json    the places that have a table, and up to which event each was brought
    <home>/memory/vectors.lance   the table, unless `vectors_uri` is set
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.memory.connection import get_memory_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLE: Final = "vectors"
STATE: Final = "vectors.json"
LOCK: Final = "vectors.lock"
REBUILD: Final = "run `codegraph memory vectors --sync`, which builds the table anew"


class TableState(NamedTuple):
    """State of a table: the event up to which it holds everything.

    `mark` identifies that event, "" is none.
    """

    uri: str
    name: str
    identity: str
    last: int
    mark: str
    rows: int


@dataclass(frozen=True, slots=True)
class MemoryRows:
    """Columns with one entry per memory, in the order of `rows`.

    Codes are places in the lists of strings above them.
    """

    namespaces: tuple[str, ...]
    kinds: tuple[str, ...]
    statuses: tuple[str, ...]
    origins: tuple[str, ...]
    rows: NDArray[np.int64]  # ascending
    namespace: NDArray[np.int32]
    kind: NDArray[np.int32]
    status: NDArray[np.int8]
    origin: NDArray[np.int8]
    created: NDArray[np.int64]
    valid_from: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    values: NDArray[np.int8]
    scales: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Filter of rows; an empty part passes everything.

    It is applied before the nearest rows are chosen. Times are microseconds since 1970. `now` selects rows that were
    recorded and true by then; with `expired`, rows that were true before pass as well. With `present`, `now` is the
    current time, so rows recorded later were recorded before the clock was set back.
    """

    namespaces: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    since: int = 0
    until: int = 0
    now: int = 0
    expired: bool = False
    present: bool = False

    def build_condition(self) -> str:
        """Return the filter as an SQL condition, "" for everything."""
        parts: list[str] = []
        columns = {
            "namespace": self.namespaces, "kind": self.kinds, "status": self.statuses, "origin": self.origins
        }  # fmt: skip
        for column, values in columns.items():
            if values:
                parts.append(f"{column} IN ({', '.join(_quote(value) for value in values)})")
        if self.since:
            parts.append(f"created >= {self.since}")
        if self.until:
            parts.append(f"created < {self.until}")
        if self.now:
            if self.present:
                parts.append(f"(valid_from <= {self.now} OR valid_from <= created)")
            else:
                parts.append(f"created <= {self.now} AND valid_from <= {self.now}")
            if not self.expired:
                parts.append(f"(valid_to = 0 OR valid_to > {self.now})")
        return " AND ".join(parts)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def locate_table(home: Path, uri: str, log: str) -> tuple[str, str]:
    """Return place and name of the table.

    It is next to the database, or at `uri` under a name made of `log`. That is the name of the log's first event, so
    that the memories of several homes can be at one place.
    """
    if not uri:
        return str(get_memory_folder(home)), TABLE
    return uri, f"memory-{hashlib.blake2b(log.encode(), digest_size=6).hexdigest()}"


# what was made where


def read_states(home: Path) -> list[TableState]:
    try:
        told = json.loads((get_memory_folder(home) / STATE).read_text(encoding="utf-8"))
        return [
            TableState(
                str(t["uri"]), str(t["name"]), str(t["identity"]), int(t["last"]), str(t["mark"]), int(t["rows"])
            )
            for t in told
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def find_state(home: Path, place: tuple[str, str]) -> TableState | None:
    return next((state for state in read_states(home) if (state.uri, state.name) == place), None)


def note_state(home: Path, state: TableState) -> None:
    """Save the state of one place.

    Raises StorageError.
    """
    others = [s for s in read_states(home) if (s.uri, s.name) != (state.uri, state.name)]
    _write_states(home, [*others, state])


def _write_states(home: Path, states: Iterable[TableState]) -> None:
    path = get_memory_folder(home) / STATE
    temporary = path.with_name(f"{STATE}.tmp")
    try:
        temporary.write_text(json.dumps([state._asdict() for state in states]), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}", hint="free some space") from error


def discard_tables(home: Path) -> None:
    """Discard every table that was made, wherever it is.

    After an erasure nothing may be left of the erased text. Raises StorageError where a place cannot be reached; the
    remaining tables are tried again the next time.
    """
    states = read_states(home)
    if not states:
        return
    from codegraph.store.lance import LanceTable  # numpy

    for number, state in enumerate(states):
        LanceTable(state.uri, state.name).drop()
        _write_states(home, states[number + 1 :])
    (get_memory_folder(home) / STATE).unlink(missing_ok=True)
