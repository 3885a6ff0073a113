"""Durations of the last calls of each tool of this server, in memory only."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

KEPT: Final = 1_000
"""Durations kept for each tool."""


class Durations:
    """Durations of the last calls of each tool.

    It is safe to use from several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: dict[str, deque[float]] = {}
        self._calls: dict[str, int] = {}

    def add(self, tool: str, milliseconds: float) -> None:
        with self._lock:
            self._taken.setdefault(tool, deque(maxlen=KEPT)).append(milliseconds)
            self._calls[tool] = self._calls.get(tool, 0) + 1

    def list_by_tool(self) -> dict[str, tuple[int, list[float]]]:
        """Return the calls since the server started, and the last durations, by tool.

        Durations are in milliseconds.
        """
        with self._lock:
            return {name: (self._calls[name], list(taken)) for name, taken in sorted(self._taken.items())}


DURATIONS: Final = Durations()
"""Of this process, which is one server."""
