"""Facts that a new fact replaces.

They hold now in its slot, or now belong to someone else. A slot is a subject and a predicate with one value at a time,
or an object that one subject leads at a time. Only facts that a text tells as news end others. A fact that is merely
stated with another value contradicts it (`contradictions.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.entities import NAMINGS, find_names, is_same_thing
from codegraph.memory.facts.fact_model import (
    NEVER,
    Fact,
    FactQuery,
    News,
    Scalar,
    encode_object,
    normalize_entity,
    normalize_predicate,
)
from codegraph.memory.facts.predicates import get_rule
from codegraph.store.memory.reader import Reader

CHARGES: Final = ("leads", "owns")
"""What is handed over by either name: who takes over what another leads is in charge of it now."""


class Slot(NamedTuple):
    """Believed facts of a thing, under any of its names."""

    same_subject: list[Fact]  # and the predicate
    same_object: list[Fact]  # of a predicate that one subject has at a time, or that is handed over


def find_slot(state: Reader, namespace: str, subject: str, predicate: str, value: Scalar) -> Slot:
    key, rules = normalize_predicate(predicate), get_rule(predicate)
    names = find_names(state, (namespace,), subject)
    alike = state.list_facts(FactQuery((namespace,), names, key))
    if not (rules.sole or rules.handed) or not isinstance(value, str):
        return Slot(alike, [])
    things = find_names(state, (namespace,), value)
    others = [
        fact
        for charge in (CHARGES if key in CHARGES else (key,))
        for fact in state.find_facts_with_object(FactQuery((namespace,), predicate=charge), things)
        if not is_same_thing(names, fact.subject)
    ]
    return Slot(alike, sorted(others, key=lambda fact: fact.row))


def find_stated(state: Reader, namespace: str, predicate: str, value: Scalar, found: Slot) -> list[Fact]:
    """Return the facts of a slot that have this value, under any of its names."""
    if not isinstance(value, str):
        return [one for one in found.same_subject if encode_object(one.object) == encode_object(value)]
    if normalize_predicate(predicate) in NAMINGS:
        things: Sequence[str] = (normalize_entity(value),)  # two names of one thing are two names
    else:
        things = find_names(state, (namespace,), value)
    return [one for one in found.same_subject if is_same_thing(things, one.object)]


def find_displaced(found: Slot, fact: Fact, news: News, at: int) -> list[Fact]:
    """Return the facts that end at `at` because of a fact that a text tells as news.

    `fact` states its own value. A fact said to have begun later than the new one stays: the two contradict each other.
    """
    if news in (News.NONE, News.BESIDE):
        return []
    rules, moved = get_rule(fact.predicate), news is News.MOVED
    over: list[Fact] = []
    if rules.single or rules.replaced or (rules.moved and moved):
        over += [one for one in found.same_subject if _normalize_value(one) != _normalize_value(fact)]
    if rules.sole or (rules.handed and moved):
        word = normalize_predicate(fact.predicate)
        over += [one for one in found.same_object if moved or normalize_predicate(one.predicate) == word]
    once = {one.row: one for one in over}.values()
    return [one for one in once if _is_open_at(one, at) and one.row != fact.row and not _has_later_start(one, at)]


def _is_open_at(fact: Fact, at: int) -> bool:
    """Return whether a fact was not known to have ended by a time.

    A fact with an end in the future may end earlier.
    """
    return fact.valid_to == NEVER or fact.valid_to > max(at, fact.recorded_at)


def _has_later_start(fact: Fact, at: int) -> bool:
    """Return whether a fact was explicitly said to begin later than a time.

    A fact that begins when it was told may have begun before.
    """
    return fact.valid_from > at and fact.valid_from != fact.recorded_at


def _normalize_value(fact: Fact) -> str:
    return normalize_entity(fact.object) if isinstance(fact.object, str) else encode_object(fact.object)
