"""Facts that a new one takes the place of.

They hold now in its slot, or are in other hands now.

A slot is a subject and a predicate of which one value holds, or an object that one subject leads at a time. Only what
a text tells as news ends anything; what it merely states beside another value contradicts it (`contradictions.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.entities import NAMINGS, names_of, same_thing
from codegraph.memory.facts.model import NEVER, Fact, FactQuery, News, Scalar, entity_key, object_text, predicate_key
from codegraph.memory.facts.predicates import rule
from codegraph.store.memory.reader import Reader

CHARGES: Final = ("leads", "owns")
"""What is handed over by either name: who takes over what another leads is in charge of it now."""


class Slot(NamedTuple):
    """Facts that are believed of a thing: by its names, whatever it is called here."""

    same_subject: list[Fact]  # and the predicate
    same_object: list[Fact]  # of a predicate that one subject has at a time, or that is handed over


def slot(state: Reader, namespace: str, subject: str, predicate: str, value: Scalar) -> Slot:
    key, rules = predicate_key(predicate), rule(predicate)
    names = names_of(state, (namespace,), subject)
    alike = state.facts(FactQuery((namespace,), names, key))
    if not (rules.sole or rules.handed) or not isinstance(value, str):
        return Slot(alike, [])
    things = names_of(state, (namespace,), value)
    others = [
        fact
        for charge in (CHARGES if key in CHARGES else (key,))
        for fact in state.facts_with_object(FactQuery((namespace,), predicate=charge), things)
        if not same_thing(names, fact.subject)
    ]
    return Slot(alike, sorted(others, key=lambda fact: fact.row))


def said_already(state: Reader, namespace: str, predicate: str, value: Scalar, found: Slot) -> list[Fact]:
    """Return the facts of a slot that have this value, by any of its names."""
    if not isinstance(value, str):
        return [one for one in found.same_subject if object_text(one.object) == object_text(value)]
    if predicate_key(predicate) in NAMINGS:
        things: Sequence[str] = (entity_key(value),)  # two names of one thing are two names
    else:
        things = names_of(state, (namespace,), value)
    return [one for one in found.same_subject if same_thing(things, one.object)]


def displaced(found: Slot, fact: Fact, news: News, at: int) -> list[Fact]:
    """Return what is over at `at` because of a fact that a text tells as news.

    `fact` states its own value.

    What was said to have begun later than the new fact stays: they contradict each other."""
    if news in (News.NONE, News.BESIDE):
        return []
    rules, moved = rule(fact.predicate), news is News.MOVED
    over: list[Fact] = []
    if rules.single or rules.replaced or (rules.moved and moved):
        over += [one for one in found.same_subject if _value(one) != _value(fact)]
    if rules.sole or (rules.handed and moved):
        word = predicate_key(fact.predicate)
        over += [one for one in found.same_object if moved or predicate_key(one.predicate) == word]
    once = {one.row: one for one in over}.values()
    return [one for one in once if _holds_at(one, at) and one.row != fact.row and not _began_later(one, at)]


def _holds_at(fact: Fact, at: int) -> bool:
    """Whether it was not known to be over by then: what ends some time to come may end earlier."""
    return fact.valid_to == NEVER or fact.valid_to > max(at, fact.recorded_at)


def _began_later(fact: Fact, at: int) -> bool:
    """Say whether it was said when it began, and that was later.

    What began when it was told may have begun before."""
    return fact.valid_from > at and fact.valid_from != fact.recorded_at


def _value(fact: Fact) -> str:
    return entity_key(fact.object) if isinstance(fact.object, str) else object_text(fact.object)
