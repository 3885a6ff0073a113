"""Which facts a new one takes the place of: what holds now in their slot, or is in other hands now.

A slot is a subject and a predicate of which one value holds, or an object that one subject leads at a time. Only what
a text tells as news ends anything; what it merely states beside another value contradicts it (`contradictions.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.entities import NAMINGS, names_of, same_thing
from codegraph.memory.facts.extract import News
from codegraph.memory.facts.model import NEVER, Fact, FactQuery, Scalar, entity_key, object_text, predicate_key
from codegraph.memory.facts.predicates import RULES, rule
from codegraph.memory.recall.values import Likeness
from codegraph.memory.recall.values import alike as of_one_sort
from codegraph.store.memory.reader import Reader

CHARGES: Final = ("leads", "owns")
"""What is handed over by either name: who takes over what another leads is in charge of it now."""


_HERE: Final = frozenset(("company", "the company", "here", "us", "project", "firm", "organisation", "organization"))
"""An employer that a text leaves to its reader: who left it works nowhere that was known."""


_MEASURES: Final = (
    "size",
    "limit",
    "value",
    "count",
    "length",
    "period",
    "time",
    "rate",
    "duration",
    "amount",
    "number",
)
"""Words that are left out of what a property is called, once it is known."""

_USES: Final = ("uses", "depends_on", "runs_on_host")


class Slot(NamedTuple):
    """Facts that are believed of a thing: by its names, whatever it is called here."""

    same_subject: list[Fact]  # and the predicate
    same_object: list[Fact]  # of a predicate that one subject has at a time, or that is handed over


def slot(state: Reader, namespace: str, subject: str, predicate: str, value: Scalar) -> Slot:
    key, rules = predicate_key(predicate), rule(predicate)
    names = names_of(state, (namespace,), subject)
    alike = state.facts(FactQuery((namespace,), names, key))
    for other in measured(key):
        found = state.facts(FactQuery((namespace,), names, other))
        alike += (
            fact for fact in found if of_one_sort(object_text(fact.object), object_text(value)) is not Likeness.NONE
        )
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


def measured(predicate: str) -> tuple[str, ...]:
    """Other names of a property, with and without the word for what is measured: `has_buffer` is `has_buffer_size`."""
    if not predicate.startswith("has_") or predicate in RULES:
        return ()
    bare, _, last = predicate.rpartition("_")
    if last in _MEASURES:
        return (bare,) if bare != "has" else ()
    return tuple(f"{predicate}_{measure}" for measure in _MEASURES)


def said_already(
    state: Reader, namespace: str, predicate: str, value: Scalar, found: Slot, *, over: bool = False
) -> list[Fact]:
    """Facts of the slot that have this value, by any of its names. `over`: what a text says has ended."""
    if not isinstance(value, str):
        return [one for one in found.same_subject if object_text(one.object) == object_text(value)]
    if predicate_key(predicate) in NAMINGS:
        things: Sequence[str] = (entity_key(value),)  # two names of one thing are two names
    else:
        things = names_of(state, (namespace,), value)
    same = [one for one in found.same_subject if same_thing(things, one.object)]
    if over and not same and predicate_key(predicate) == "works_at" and entity_key(value) in _HERE:
        return [one for one in found.same_subject if one.valid_to == NEVER]
    return same


def used_by_one(state: Reader, namespace: str, subject: str, predicate: str, value: Scalar) -> list[Fact]:
    """What *we* no longer use, where one part of the project was said to use it: `the API uses x`, `we dropped x`."""
    word = predicate_key(predicate)
    if word not in _USES or not isinstance(value, str) or entity_key(subject) != "project":
        return []
    using = _using(state, namespace, value, _USES if word == "uses" else (word,))
    return using if len({entity_key(fact.subject) for fact in using}) == 1 else []


def replaced(state: Reader, namespace: str, old: str) -> list[Fact]:
    """Who was said to use what something else has replaced."""
    return _using(state, namespace, old, ("uses", "depends_on"))


def _using(state: Reader, namespace: str, value: str, predicates: Sequence[str]) -> list[Fact]:
    things = names_of(state, (namespace,), value)
    return [
        fact
        for word in predicates
        for fact in state.facts_with_object(FactQuery((namespace,), predicate=word), things)
        if fact.valid_to == NEVER and entity_key(fact.subject) != "user"
    ]


def displaced(found: Slot, fact: Fact, news: News, at: int, worded: Sequence[Fact] = ()) -> list[Fact]:
    """What is over at `at` because of a fact that a text tells as news. `fact` states its own value; `worded` are those
    of the slot that were told in the words of that text.

    What was said to have begun later than the new fact stays: they contradict each other."""
    if news in (News.NONE, News.BESIDE):
        return []
    rules, moved = rule(fact.predicate), news is News.MOVED
    over: list[Fact] = list(worded)
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
    """Whether it was said when it began, and that was later. What began when it was told may have begun before."""
    return fact.valid_from > at and fact.valid_from != fact.recorded_at


def _value(fact: Fact) -> str:
    return entity_key(fact.object) if isinstance(fact.object, str) else object_text(fact.object)
