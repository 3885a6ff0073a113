"""Positions in a sequence of facts that followed one another.

A question may mean the first, the last that is over, the one before another, or the one after it. `Who led it before
Ada?` has one answer, whoever led it earlier.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codegraph.memory.facts.model import NEVER, SAID, Fact, entity_key, predicate_key
from codegraph.memory.recall.temporal import find_predecessor, find_successor, is_about_the_first, is_about_the_past
from codegraph.memory.recall.words import terms


class Place(StrEnum):
    FIRST = "first"
    LAST_ENDED = "last_ended"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a sequence.

    Where it is before or after something, `anchor` has the terms that name this."""

    place: Place
    anchor: frozenset[str] = frozenset()


def find_position(query: str) -> Position | None:
    """Return the place in a sequence that a question without a date asks for.

    Returns None where it asks for none."""
    if thing := find_successor(query):
        return Position(Place.BEFORE, frozenset(terms(thing)))
    if thing := find_predecessor(query):
        return Position(Place.AFTER, frozenset(terms(thing)))
    if is_about_the_first(query):
        return Position(Place.FIRST)
    return Position(Place.LAST_ENDED) if is_about_the_past(query) else None


def put_in_sequence(facts: Sequence[Fact], position: Position) -> list[int]:
    """Return the places of `facts` in the order in which to tell them.

    Facts of one sequence, which are of one subject or one object, trade places among themselves; all others stay."""
    order = list(range(len(facts)))
    for key in (_get_subject_key, _get_object_key):
        slots: dict[Hashable, list[int]] = defaultdict(list)
        for slot, place in enumerate(order):
            if facts[place].predicate != SAID:
                slots[key(facts[place])].append(slot)
        for taken in slots.values():
            members = [order[slot] for slot in taken]
            sequence = [facts[place] for place in members]
            told = sorted(members, key=lambda place: _rank(facts[place], position, sequence))
            for slot, place in zip(taken, told, strict=True):
                order[slot] = place
    return order


def _get_subject_key(fact: Fact) -> Hashable:
    return predicate_key(fact.predicate), entity_key(fact.subject)


def _get_object_key(fact: Fact) -> Hashable:
    return predicate_key(fact.predicate), "of", entity_key(str(fact.object))


def _rank(fact: Fact, position: Position, sequence: Sequence[Fact]) -> tuple[int, int]:
    """Rank a fact in its sequence; smaller is better."""
    match position.place:
        case Place.FIRST:
            return (0, fact.valid_from)
        case Place.LAST_ENDED:
            return (0, -fact.valid_to) if fact.valid_to != NEVER else (1, 0)
        case _:
            return _rank_beside(fact, position, sequence)


def _rank_beside(fact: Fact, position: Position, sequence: Sequence[Fact]) -> tuple[int, int]:
    anchors = [one.valid_from for one in sequence if _is_named(one, position.anchor)]
    if not anchors or len(anchors) == len(sequence):
        return (0, 0)
    if _is_named(fact, position.anchor):
        return (2, 0)
    if position.place is Place.BEFORE:
        return (0, -fact.valid_from) if fact.valid_from < min(anchors) else (1, fact.valid_from)
    return (0, fact.valid_from) if fact.valid_from > min(anchors) else (1, -fact.valid_from)


def _is_named(fact: Fact, anchor: frozenset[str]) -> bool:
    return bool(anchor) and anchor <= set(terms(f"{fact.subject} {fact.object}"))
