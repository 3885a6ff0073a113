"""Plans of maintenance cycles and their execution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from codegraph.memory import notes
from codegraph.memory.events import Cycle, CycleRan, MemoryRated
from codegraph.memory.memory_engine import MemoryEngine, Recording
from codegraph.memory.memory_model import Link, Memory, MemoryStatus, Relationship
from codegraph.memory.notes import Draft, Edit
from codegraph.store.memory.reader import Reader


@dataclass(frozen=True, slots=True)
class Rating:
    """Change of a memory's importance to `importance`."""

    memory: Memory
    importance: float


@dataclass(frozen=True, slots=True)
class Removal:
    """Archiving of a memory.

    `successor` is a memory that says the same and is kept, None when there is none.
    """

    memory: Memory
    successor: Memory | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Memory that summarizes others.

    `replaces` is an earlier summary of fewer of them, which gets a revision.
    """

    draft: Draft
    sources: tuple[Memory, ...]
    replaces: Memory | None = None


Step = Rating | Removal | Link | Summary


@dataclass(frozen=True, slots=True)
class Plan:
    cycle: Cycle
    namespace: str  # "" for all of them
    steps: tuple[Step, ...]
    examined: int  # memories that were looked at


Planner = Callable[[Reader, int], Plan]
"""Reads a state at a time, in microseconds, and says what its cycle would do."""


@dataclass(frozen=True, slots=True)
class Report:
    """Plan, and the token that undoes it.

    The token is "" when nothing was written.
    """

    plan: Plan
    token: str
    written: tuple[str, ...] = ()  # ids of the memories a summary made or revised

    @property
    def affected(self) -> int:
        return len(self.plan.steps)


def carry_out(recording: Recording, plan: Plan) -> Report:
    """Write a plan that was made in this recording, and record the cycle."""
    written: list[str] = []
    for step in plan.steps:
        match step:
            case Rating(memory, importance):
                body = memory.body
                recording.record(
                    MemoryRated(
                        memory.id,
                        body.importance,
                        importance,
                        body.confidence,
                        body.confidence,
                        memory.decayed_at,
                        recording.at,
                    )
                )
            case Removal(memory, successor):
                notes.set_status(
                    recording, memory, MemoryStatus.ARCHIVED, plan.cycle.value, successor.id if successor else ""
                )
            case Link():
                notes.link(recording, step.source, step.target, step.relationship, step.weight)
            case Summary():
                written.append(_summarise(recording, step))
    recording.record(CycleRan(plan.cycle, plan.namespace, len(plan.steps)))
    return Report(plan, recording.operation, tuple(written))


def _summarise(recording: Recording, step: Summary) -> str:
    if step.replaces is not None:
        edit = Edit(content=step.draft.content, tags=step.draft.tags, metadata=step.draft.metadata)
        made = notes.revise(recording, step.replaces.id, edit, reason="more to summarise")
    else:
        made = notes.store(recording, step.draft, merge=False).memory
    for source in step.sources:
        notes.link(recording, made.id, source.id, Relationship.SUMMARIZES)
    return made.id


def run(engine: MemoryEngine, planner: Planner, *, dry_run: bool = False) -> Report:
    """Plan a cycle and carry it out in one transaction; a dry run only reads."""
    if dry_run:
        with engine.read() as state:
            return Report(planner(state, engine.clock()), "")
    with engine.write() as recording:
        return carry_out(recording, planner(recording.state, recording.at))
