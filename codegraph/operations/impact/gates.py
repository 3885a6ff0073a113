"""Conditions on a report that make `impact` say no."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.operations.impact.answers import ChangeReport, Gate

_CONDITION: Final = re.compile(r"\s*([a-z-]+)\s*(>=|<=|>|<|==)\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*")

MEASURES: Final[dict[str, Callable[[ChangeReport], float]]] = {
    "affected": lambda r: r.affected_total,
    "affected-files": lambda r: r.affected_files,
    "changed": lambda r: r.changed_total,
    "risk": lambda r: r.risk,
    "tests": lambda r: r.tests_total,
    "untested-public": lambda r: r.untested_public,
    "broken": lambda r: sum(c.broken_total for c in r.changed),
    "cycles": lambda r: len(r.cycles),
    "not-analysed": lambda r: r.not_analysed_total,
    "notes": lambda r: r.notes_total,
}
_TESTS: Final[dict[str, Callable[[float, float], bool]]] = {
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
}


class Condition(NamedTuple):
    measure: str
    comparison: str
    limit: float
    text: str


def parse_conditions(texts: Iterable[str]) -> tuple[Condition, ...]:
    """Parse the conditions of gates.

    Raises InvalidError for a text that is no condition: a misspelt gate must not pass.
    """
    found: list[Condition] = []
    for text in texts:
        match = _CONDITION.fullmatch(text)
        if match is None or match[1] not in MEASURES:
            raise InvalidError(
                f"no gate can be {text!r}", hint=f"such as `affected>200`; measures: {', '.join(MEASURES)}"
            )
        found.append(Condition(match[1], match[2], float(match[3]), f"{match[1]}{match[2]}{match[3]}"))
    return tuple(dict.fromkeys(found))


def judge(report: ChangeReport, wanted: Iterable[Condition]) -> tuple[Gate, ...]:
    """Judge every gate and return it with its measured value."""
    values = ((c, float(MEASURES[c.measure](report))) for c in wanted)
    return tuple(Gate(c.text, value, _TESTS[c.comparison](value, c.limit)) for c, value in values)
