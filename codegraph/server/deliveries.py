"""Deliveries: memories that a client of a server got, and writes that it made."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Deliveries:
    """Memories and writes of one client of a server, by namespace.

    Safe to use from several threads."""

    _memories: dict[str, dict[str, None]] = field(default_factory=dict)
    _writes: dict[str, list[str]] = field(default_factory=dict)  # undo tokens, the latest last
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add_memories(self, namespace: str, ids: Iterable[str]) -> None:
        with self._lock:
            self._memories.setdefault(namespace, {}).update(dict.fromkeys(ids))

    def take_memories(self, namespace: str) -> tuple[str, ...]:
        """Return the ids of memories delivered since the last call, in order."""
        with self._lock:
            return tuple(self._memories.pop(namespace, {}))

    def add_write(self, namespace: str, token: str) -> None:
        with self._lock:
            self._writes.setdefault(namespace, []).append(token)

    def find_last_write(self, namespace: str) -> str:
        """Return the undo token of the latest write, "" for none."""
        with self._lock:
            return (self._writes.get(namespace) or [""])[-1]

    def drop_write(self, namespace: str, token: str) -> None:
        """Forget a write that was taken back."""
        with self._lock:
            tokens = self._writes.get(namespace, [])
            if token in tokens:
                tokens.remove(token)
