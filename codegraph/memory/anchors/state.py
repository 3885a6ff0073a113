"""What became of the code a memory is anchored to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from codegraph.memory.model import Anchor


class AnchorState(StrEnum):
    UNCHANGED = "unchanged"
    CHANGED = "changed"  # it is there, and its syntax is another
    MOVED = "moved"  # its syntax is as it was, under another name or at another place
    GONE = "gone"
    UNKNOWN = "unknown"  # its repository is not here, or nothing was kept to compare with


@dataclass(frozen=True, slots=True)
class AnchorReport:
    anchor: Anchor
    state: AnchorState
    now: str = ""  # symbol id or path of what it is today, "" where it is gone or unknown
    path: str = ""  # where that is
    line: int = 0


class Judge(Protocol):
    """Says of anchors what became of them. It looks at the work tree as it is now."""

    def judge(self, anchors: Sequence[Anchor]) -> list[AnchorReport]:
        """One report an anchor, in order."""
        ...


_FACTORS: Final = {
    AnchorState.UNCHANGED: 1.0,
    AnchorState.MOVED: 1.0,
    AnchorState.UNKNOWN: 1.0,
    AnchorState.CHANGED: 0.8,
    AnchorState.GONE: 0.6,
}


def factor(reports: Sequence[AnchorReport]) -> float:
    """By how much the score of a memory is multiplied: what the writer named counts, else what was offered.

    The mean over its anchors, so that one changed symbol of five costs less than the only one."""
    named = [r for r in reports if not r.anchor.offered] or reports
    return sum(_FACTORS[r.state] for r in named) / len(named) if named else 1.0


def stale(reports: Sequence[AnchorReport]) -> bool:
    """Whether the memory may no longer hold."""
    return any(r.state in (AnchorState.CHANGED, AnchorState.GONE) for r in reports)
