"""States of the code that a memory is anchored to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from codegraph.memory.memory_model import Anchor, Premise, PremiseKind


class AnchorState(StrEnum):
    UNCHANGED = "unchanged"
    CHANGED = "changed"  # it is there, and its syntax is another
    SUSPECT = "suspect"  # its syntax is as it was, and something that it rests on is not: see `premises.py`
    MOVED = "moved"  # its syntax is as it was, under another name or at another place
    GONE = "gone"
    UNKNOWN = "unknown"  # its repository is not here, or nothing was kept to compare with


REPORTED: Final = (AnchorState.SUSPECT, AnchorState.CHANGED, AnchorState.MOVED, AnchorState.GONE)
"""States that a reader is told of."""


class PremiseChange(NamedTuple):
    """Premise that no longer holds.

    `now` is the current value, "" when it is long, secret or gone.
    """

    premise: Premise
    now: str
    is_gone: bool = False

    def describe(self) -> str:
        """Describe the change: `DEFAULT_RETRIES 0 → 3`."""
        name = get_premise_name(self.premise.target)
        if self.is_gone:
            return f"{name} is gone"
        if self.premise.kind is PremiseKind.SIGNATURE:
            return f"signature of {name}"
        return f"{name} {self.premise.text} → {self.now}" if self.premise.text and self.now else f"value of {name}"


def get_premise_name(target: str) -> str:
    """Return the last part of a symbol's name."""
    return target.rpartition("::")[2].rpartition(".")[2].partition("(")[0].partition("~")[0]


@dataclass(frozen=True, slots=True)
class AnchorReport:
    anchor: Anchor
    state: AnchorState
    now: str = ""  # symbol id or path of what it is today, "" where it is gone or unknown
    path: str = ""  # where that is
    line: int = 0
    premises: tuple[PremiseChange, ...] = ()  # those that no longer hold, of what is suspect

    def describe_premises(self) -> str:
        """Describe why it is suspect: `DEFAULT_RETRIES 0 → 3, signature of connect`."""
        return ", ".join(change.describe() for change in self.premises)


class Judge(Protocol):
    """Judge of the state of anchors.

    It looks at the work tree as it is now.
    """

    def judge(self, anchors: Sequence[Anchor]) -> list[AnchorReport]:
        """Return one report for each anchor, in order."""
        ...


_FACTORS: Final = {
    AnchorState.UNCHANGED: 1.0,
    AnchorState.MOVED: 1.0,
    AnchorState.UNKNOWN: 1.0,
    AnchorState.SUSPECT: 0.9,
    AnchorState.CHANGED: 0.8,
    AnchorState.GONE: 0.6,
}


def compute_factor(reports: Sequence[AnchorReport]) -> float:
    """Return the factor that the score of a memory is multiplied by.

    Anchors that the writer named count, or else those that were offered. The factor is the mean over these anchors, so
    one changed symbol of five costs less than the only one.
    """
    named = [r for r in reports if not r.anchor.offered] or reports
    return sum(_FACTORS[r.state] for r in named) / len(named) if named else 1.0


def is_stale(reports: Sequence[AnchorReport]) -> bool:
    """Return whether the memory may no longer hold."""
    return any(r.state in (AnchorState.SUSPECT, AnchorState.CHANGED, AnchorState.GONE) for r in reports)
