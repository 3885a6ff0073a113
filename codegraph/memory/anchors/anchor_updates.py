"""Memories whose code changed, and their renewed confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.anchors.anchor_state import AnchorReport, AnchorState, Judge, is_stale
from codegraph.memory.events import MemoryAnchored, MemoryVerified, StatusChanged
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Anchor, Filter, Memory, MemoryStatus
from codegraph.store.memory.reader import Reader


@dataclass(frozen=True, slots=True)
class CheckedMemory:
    memory: Memory
    anchors: tuple[AnchorReport, ...]


class Renewer(Judge, Protocol):
    def anchor(self, target: str, *, offered: bool = False) -> Anchor: ...


def list_anchored(state: Reader, wanted: Filter) -> list[tuple[Memory, tuple[Anchor, ...]]]:
    """Return the memories of a filter that have anchors.

    Judge them outside of the read transaction.
    """
    memories = state.select(wanted)
    anchors = state.read_anchors(memory.row for memory in memories)
    return [(memory, anchors[memory.row]) for memory in memories if memory.row in anchors]


def find_stale_memories(found: Sequence[tuple[Memory, tuple[Anchor, ...]]], judge: Judge) -> list[CheckedMemory]:
    """Return the memories whose code changed or is gone.

    They are in the order they were stored. Moved code is followed and does not count.
    """
    checked = [CheckedMemory(memory, tuple(judge.judge(anchors))) for memory, anchors in found]
    return [check for check in checked if is_stale(check.anchors)]


def verify(recording: Recording, memory: Memory, tree: Renewer, *, drop_gone: bool = False) -> list[AnchorReport]:
    """Confirm a memory: its anchors now stand for the code as it is.

    Verifying is not a use. Raises InvalidError when an anchor is gone, unless `drop_gone` says to go on without it.
    """
    before = recording.state.read_anchors([memory.row]).get(memory.row, ())
    reports = tree.judge(before)
    gone = [report.anchor.target for report in reports if report.state is AnchorState.GONE]
    if gone and not drop_gone:
        raise InvalidError(
            f"{gone[0]} is gone, so the memory cannot be verified as it is",
            hint="update the memory, or verify it without the anchors that are gone",
        )
    kept = tuple(anchor for report in reports if (anchor := _renew_anchor(report, tree)) is not None)
    recording.record(MemoryVerified(memory.id, memory.verified_at, recording.at, before, kept))
    if memory.status is MemoryStatus.STALE:
        recording.record(
            StatusChanged(memory.id, memory.status, MemoryStatus.ACTIVE, "verified", memory.successor, memory.successor)
        )
    return reports


def complete(recording: Recording, id: str, anchors: tuple[Anchor, ...]) -> None:
    """Add premises to the anchors of a memory, unless they changed in the meantime."""
    memory = recording.state.find_memory(id)
    had = recording.state.read_anchors([memory.row]).get(memory.row, ()) if memory is not None else ()
    if had == tuple(replace(new, premises=old.premises) for new, old in zip(anchors, had)):
        recording.record(MemoryAnchored(id, had, anchors))


def _renew_anchor(report: AnchorReport, tree: Renewer) -> Anchor | None:
    match report.state:
        case AnchorState.GONE:
            return None
        case AnchorState.UNKNOWN:
            return report.anchor
        case _:
            try:
                return tree.anchor(report.now or report.anchor.target, offered=report.anchor.offered)
            except NotFoundError:
                return report.anchor
