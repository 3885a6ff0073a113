"""How long the tools of this server took: the last calls of each, in memory only."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

KEPT: Final = 1_000
"""Durations kept for each tool."""


class Durations:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: dict[str, deque[float]] = {}
        self._calls: dict[str, int] = {}

    def add(self, tool: str, milliseconds: float) -> None:
        with self._lock:
            self._taken.setdefault(tool, deque(maxlen=KEPT)).append(milliseconds)
            self._calls[tool] = self._calls.get(tool, 0) + 1

    def by_tool(self) -> dict[str, tuple[int, list[float]]]:
        """Calls since the server started, and the last durations in milliseconds, by tool."""
        with self._lock:
            return {name: (self._calls[name], list(taken)) for name, taken in sorted(self._taken.items())}


DURATIONS: Final = Durations()
"""Of this process, which is one server."""
