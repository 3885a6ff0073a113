"""Counts and averages of memories, as a whole and of one namespace."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from codegraph.errors import NotFoundError
from codegraph.memory.memory_model import Filter, MemoryStatus
from codegraph.store.memory.reader import Reader


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """Statistics of the memories that a recall can return.

    Fields that count others say so.
    """

    memories: int
    by_kind: tuple[tuple[str, int], ...]
    by_status: tuple[tuple[str, int], ...]  # all memories
    namespaces: int
    links: int
    by_relationship: tuple[tuple[str, int], ...]
    anchors: int
    sessions: int
    events: int
    bytes: int


@dataclass(frozen=True, slots=True)
class NamespaceStats:
    namespace: str
    count: int
    average_importance: float
    average_confidence: float
    by_kind: tuple[tuple[str, int], ...]
    tags: tuple[tuple[str, int], ...]  # most frequent first
    oldest: int  # µs since 1970
    newest: int


def compute_memory_stats(state: Reader, size: int) -> MemoryStats:
    """Compute statistics of the whole memory.

    `size` is the bytes of the database's files.
    """
    totals = state.count_totals()
    statuses = state.count_by_column("status")
    recallable = sum(n for s, n in statuses if s in (MemoryStatus.ACTIVE, MemoryStatus.STALE))
    return MemoryStats(
        recallable,
        tuple(state.count_by_column("kind", recallable=True)),
        tuple(statuses),
        len(state.list_namespaces()),
        totals.links,
        tuple(state.count_relationships()),
        totals.anchors,
        totals.sessions,
        totals.events,
        size,
    )


def compute_namespace_stats(state: Reader, namespace: str) -> NamespaceStats:
    """Compute statistics of a namespace.

    Raises NotFoundError when the namespace holds nothing.
    """
    memories = state.select(Filter(namespaces=(namespace,)))
    if not memories:
        known = ", ".join(name or '""' for name, _ in state.list_namespaces()[:8])
        raise NotFoundError(f"no memories in namespace {namespace!r}", hint=f"namespaces: {known or 'none yet'}")
    kinds = Counter(str(m.body.kind) for m in memories)
    tags = Counter(tag for m in memories for tag in m.body.tags)
    count = len(memories)
    return NamespaceStats(
        namespace,
        count,
        sum(m.body.importance for m in memories) / count,
        sum(m.body.confidence for m in memories) / count,
        tuple(sorted(kinds.items())),
        tuple(sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))),
        min(m.created_at for m in memories),
        max(m.created_at for m in memories),
    )
