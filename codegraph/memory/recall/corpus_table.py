"""LanceDB table of a corpus, for places elsewhere and very many memories.

The arrays that recall maps hold every vector, and scanning them is quick up to a million. The table serves a place
elsewhere that `vectors_uri` names, and sizes at which a scan is too slow. It is updated when the arrays are merged, and
on request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import CodegraphError, InstallationError, StorageError
from codegraph.memory.memory_model import Filter
from codegraph.runtime.optional_packages import is_installed
from codegraph.store.lock import hold_writer_lock
from codegraph.store.memory.connection import get_memory_folder
from codegraph.store.memory.vectors import (
    LOCK,
    MemoryFilter,
    TableState,
    discard_tables,
    find_state,
    locate_table,
    note_state,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.recall.corpus import Corpus
    from codegraph.store.memory.reader import Reader

TABLE_FROM_ROWS: Final = 1_000_000
"""More memories are searched in the table. Importing LanceDB takes three seconds, scanning a million vectors some 70
ms: a process would have to ask forty questions to gain anything below this."""

CANDIDATES: Final = 2_000
"""Memories the table gives for a question."""

WAIT_S: Final = 60.0
"""How long somebody who asked waits for another process that writes the table."""


class SyncedTable(NamedTuple):
    """Result of an update of the table.

    `rebuilt` says why it was built anew, "" when it was not.
    """

    uri: str
    name: str
    written: int
    deleted: int
    rows: int
    rebuilt: str


class SharedVectors:
    """Vector table of one corpus.

    LanceDB is imported only when the table is written or searched.
    """

    def __init__(self, engine: MemoryEngine, corpus: Corpus, identity: str, uri: str) -> None:
        self._engine = engine
        self._corpus = corpus
        self._identity = identity
        self._uri = uri
        self.problem = ""
        """Why the table was left alone, "" while all is well. Recall answers without it."""

    def place(self) -> tuple[str, str]:
        return locate_table(self._engine.home, self._uri, self._corpus.log)

    def state(self) -> TableState | None:
        return find_state(self._engine.home, self.place())

    def is_wanted(self) -> bool:
        return bool(self._uri) or (self._corpus.settled_state[0] > TABLE_FROM_ROWS and is_installed("lancedb"))

    def is_behind(self, reader: Reader) -> bool:
        """Return whether the table lacks something.

        Events that change no memory do not make it outdated.
        """
        state = self.state()
        return (
            state is None
            or state.identity != self._identity
            or state.mark != reader.build_event_mark(state.last)
            or bool(reader.list_changed_since(state.last, limit=1) or reader.list_erased_since(state.last))
        )

    def update(self) -> None:
        """Update the table if one is wanted and much changed.

        A failure is kept in `problem`.
        """
        if not self._corpus.merged:
            return
        self._corpus.merged = False
        if not self.is_wanted():
            return
        try:
            done = self.sync(wait_s=0.0)
            self.problem = f"the vectors at {done.uri} were built anew: {done.rebuilt}" if done.rebuilt else ""
        except CodegraphError as error:
            self.problem = f"{error.message} ({error.hint}); `codegraph memory vectors --sync` catches up"

    def sync(self, *, wait_s: float = WAIT_S) -> SyncedTable:
        """Write everything that the corpus has read to the table.

        Raises StorageError, LockedError.
        """
        from codegraph.store.memory.vector_table import MemoryVectorTable

        home, (uri, name) = self._engine.home, self.place()
        last, mark = self._corpus.last, self._corpus.mark
        with hold_writer_lock(get_memory_folder(home) / LOCK, wait_s):
            note_state(home, TableState(uri, name, self._identity, 0, "", 0))  # what is not finished must not look so
            done = MemoryVectorTable(uri, name).reconcile(self._corpus.build_rows(), self._identity)
            note_state(home, TableState(uri, name, self._identity, last, mark, done.rows))
            with self._engine.read() as reader:
                erased = bool(reader.list_erased_since(last))
            if erased:  # by somebody who could not know of what was just written
                discard_tables(home)
                raise StorageError("a memory was erased meanwhile", hint="run this again")
        return SyncedTable(uri, name, done.written, done.deleted, done.rows, done.rebuilt)

    def find_nearest(
        self, reader: Reader, vector: NDArray[np.float32], wanted: Filter, now: int, *, expired: bool, present: bool
    ) -> NDArray[np.int64] | None:
        """Return the places of the memories nearest by meaning, filtered before the cut.

        The result is None when every memory is to be compared: there are few, the filter uses columns that the table
        lacks, or the table lacks memories.
        """
        size, settled = self._corpus.settled_state
        if size <= TABLE_FROM_ROWS or self.problem or wanted.tags or wanted.session or wanted.rows is not None:
            return None
        state = self.state()
        if state is None or state.identity != self._identity or state.last < settled:
            return None
        if state.mark != reader.build_event_mark(state.last) or not vector.any():
            return None
        from codegraph.store.memory.vector_table import MemoryVectorTable

        only = MemoryFilter(
            wanted.namespaces, tuple(map(str, wanted.kinds)), tuple(map(str, wanted.statuses)),
            tuple(map(str, wanted.origins)), wanted.since, wanted.until, now, expired, present,
        )  # fmt: skip
        try:
            rows, _ = MemoryVectorTable(state.uri, state.name).find_nearest(vector, CANDIDATES, only)
        except (StorageError, InstallationError) as error:
            self.problem = f"{error.message} ({error.hint})"
            return None
        return self._corpus.layout.find_places(rows)
