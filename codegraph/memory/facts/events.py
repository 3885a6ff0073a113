"""What can happen to facts beside what can happen to every memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FactsKeyed:
    """The answer to a call that carried an idempotency key: the same call with this key is given it again."""

    scope: str  # tool
    key: str  # SHA-256 of namespace and key, so that no text of a caller is kept in it
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryEmbedded:
    """The writer brought a vector of its own; it stands for that of the encoder as long as their sizes agree."""

    memory: str
    vector: tuple[float, ...]
