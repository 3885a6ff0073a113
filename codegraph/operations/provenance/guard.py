"""The guard against repeated questions: the same one within five seconds gets the answer that it got."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar

from codegraph.memory.engine import decode
from codegraph.memory.events import Access, MemoriesAccessed
from codegraph.store.memory.reader import Reader

T = TypeVar("T")

SECONDS: Final = 5.0
NOTE: Final = "replayed: the same question was asked less than 5 seconds ago, and nothing was written to memory since"


class LogPosition(NamedTuple):
    """The last event of the log that an answer rests on."""

    seq: int
    mark: str  # tells it from an event of another log with the same number

    @classmethod
    def read(cls, state: Reader) -> LogPosition:
        """Return the position of the last event in a log."""
        seq = state.last_seq()
        return cls(seq, state.mark(seq))

    def is_current(self, state: Reader) -> bool:
        """Return whether nothing was written since.

        A delivery is no write, because it changes no answer."""
        return state.mark(self.seq) == self.mark and all(
            isinstance(event := decode(row).event, MemoriesAccessed) and event.how is Access.SERVED
            for row in state.log(after=self.seq)
        )


class _CachedAnswer(NamedTuple, Generic[T]):
    """An answer, when it was given, and the events that it rests on."""

    at: float
    position: LogPosition
    answer: T


class RepeatGuard(Generic[T]):
    """Answers of the last seconds, in one process. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._kept: dict[Hashable, _CachedAnswer[T]] = {}
        self._lock = threading.Lock()

    def replay(self, question: Hashable, state: Reader) -> T | None:
        """Return the answer that the question got.

        Returns None where it is too old or memory was written since."""
        with self._lock:
            now = self.clock()
            self._kept = {asked: kept for asked, kept in self._kept.items() if now - kept.at < SECONDS}
            kept = self._kept.get(question)
        return kept.answer if kept is not None and kept.position.is_current(state) else None

    def keep(self, question: Hashable, position: LogPosition, answer: T) -> None:
        """Keep an answer that was found in the state of memory at `position`."""
        with self._lock:
            self._kept[question] = _CachedAnswer(self.clock(), position, answer)
