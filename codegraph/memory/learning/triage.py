"""Selection of doubtful lessons: hardly useful, and unused for a long time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory import notes
from codegraph.memory.events import MemoryVerified
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Filter, Memory, Standing, Vocabulary
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader

LOW: Final = 0.2
"""A mean signal below this is low; a memory that no run spoke of has 0."""

UNUSED_DAYS: Final = 30


class Doubtful(NamedTuple):
    memory: Memory
    standing: Standing
    idle_days: int  # since it was useful, changed, or vouched for


def list_doubtful(state: Reader, now: int, namespaces: Sequence[str] = ()) -> list[Doubtful]:
    """Return lessons, the least useful first.

    Among equals the longest unused comes first. Memories that are protected or that a person wrote are never doubtful.
    Memories of other vocabularies are notes: a lack of citations says nothing about them.
    """
    found = []
    found_here = state.select(Filter(tuple(namespaces)))
    memories = [m for m in found_here if m.vocabulary is Vocabulary.KIMETSU and not m.curated]
    standings = state.learning.read_standings(m.id for m in memories)
    for memory in memories:
        standing = standings.get(memory.id, Standing())
        last = max(standing.last_useful_at, memory.updated_at, memory.verified_at)
        idle = (now - last) // DAY
        if standing.ratio < LOW and idle >= UNUSED_DAYS:
            found.append(Doubtful(memory, standing, int(idle)))
    found.sort(key=lambda d: (d.standing.ratio, -d.idle_days, d.memory.row))
    return found


def prune(recording: Recording, memories: Sequence[Memory]) -> int:
    """Archive memories; undo and restore bring them back."""
    return notes.archive(recording, memories, "triage")


def keep(recording: Recording, memory: Memory) -> None:
    """Record that somebody confirmed a memory.

    It is not doubted again for a while. This does not count as a use.
    """
    anchors = recording.state.read_anchors([memory.row]).get(memory.row, ())
    recording.record(MemoryVerified(memory.id, memory.verified_at, recording.at, anchors, anchors))
