"""Overloads some of which are templates.

A parameter whose type is a type parameter takes anything, so that alone makes no template the better choice: what a
call runs also depends on conditions that only a compiler works out, and on conversions of which too little is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.fits import Fit
from codegraph.resolve.values import IN, TV, Value
from codegraph_parsers.facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.calls import Calls
    from codegraph.resolve.overloads import Candidate


def is_constrained(calls: Calls, gid: int) -> bool:
    """Whether a template is only there for types that meet a condition."""
    return bool(calls.program.symbol(gid).flags & Flag.CONSTRAINED)


def may_outdo(one: Candidate, other: Candidate) -> bool:
    """Whether one that takes anything is no better than a candidate of which too little is known there."""
    return any(
        fit == Fit.UNSURE and position < len(other.wanted) and other.fits[position] != Fit.UNSURE
        and is_loose(other.wanted[position]) and not is_loose(one.wanted[position])
        for position, fit in enumerate(one.fits)
    )  # fmt: skip


def is_loose(wanted: Value) -> bool:
    """Whether a parameter takes anything."""
    return any(atom[0] == TV for atom in wanted)


def is_converted(wanted: Value, given: Value, loose: Value) -> bool:
    """Whether an object is taken as one of a base, where a template (`loose`) takes it as what it is."""
    if not is_loose(loose) or is_loose(wanted) or not given:
        return False
    classes = {atom[1] for atom in wanted if atom[0] == IN}
    return bool(classes) and all(atom[0] == IN and atom[1] not in classes for atom in given)
