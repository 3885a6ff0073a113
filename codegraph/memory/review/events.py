"""What happens in the queue beside what happens to memories. Approving and rejecting are changes of status."""

from __future__ import annotations

from dataclasses import dataclass

from codegraph.store.memory.review import LearnedBy


@dataclass(frozen=True, slots=True)
class MemoryStaged:
    """A memory came into the queue. The fields are those of `store.memory.review.Staged`."""

    memory: str
    number: int
    tier: int
    learned_by: LearnedBy
    days: int
    same_as: str = ""
    conflicts: tuple[str, ...] = ()
