"""The same question asked twice in a moment is answered once; other questions pass."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Final

SECONDS: Final = 5.0
NOTE: Final = "the same question was answered less than 5 seconds ago; use that answer"


class RepeatGuard:
    """Of one process. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._asked: dict[Hashable, float] = {}
        self._lock = threading.Lock()

    def repeated(self, question: Hashable) -> bool:
        """Whether the question was asked within the last seconds. If it was not, it now is."""
        with self._lock:
            now = self.clock()
            self._asked = {asked: at for asked, at in self._asked.items() if now - at < SECONDS}
            if question in self._asked:
                return True
            self._asked[question] = now
            return False

    @contextmanager
    def answering(self, question: Hashable) -> Iterator[None]:
        """A question that could not be answered may be asked again at once."""
        try:
            yield
        except BaseException:
            with self._lock:
                self._asked.pop(question, None)
            raise


GUARD: Final = RepeatGuard()
