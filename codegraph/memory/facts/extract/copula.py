"""`x is y`: what a thing is said to be, by what kind of phrase says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from codegraph.memory.facts.extract import affairs, having, people, sorts, telling, things, ties
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import Said
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_OBLIGED: Final = frozenset(["must", "has to", "have to", "need to", "needs to", "will", "'ll", "is to", "are to"])
_UPPER: Final = ("older than", "below", "less than", "lower than", "under", "at most", "earlier than", "prior to")
_LOWER: Final = ("at least", "newer than", "above", "later than", "P")
_EVENTS: Final = frozenset(
    ["due_on", "released_on", "expires_on", "started_on", "renamed_to", "replaced_by", "decided"]
)
_NOT_NAMED: Final = w.words("there here what which who this that these those")
_SCHEDULED: Final = w.words("due planned scheduled valid good")
_READINGS: Final[tuple[Callable[[Said], Iterator[Extracted]], ...]] = (
    affairs.readings,
    people.who,
    people.relation,
    things.version,
    things.network,
    things.favourite,
    things.date,
    things.rename,
    things.kind,
    things.property,
    things.described,
    affairs.ours,
)


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of a clause whose verb is `be` or `have`."""
    if clause.conditional or clause.verb.doubt:
        return []
    found = having.facts_of(clause, context) if clause.verb.lemma == "have" else _is(clause, context)
    return list(dict.fromkeys(found))


def _is(clause: Clause, context: Context) -> Iterator[Extracted]:
    verb = clause.verb
    if not clause.subjects or (verb.modal and verb.modal not in (*_OBLIGED, "should", "may", "can")):
        return
    if verb.negated and not verb.over:
        yield from _must_not_be(clause, context)
        return
    if verb.modal:
        yield from _must_be(clause, context) if verb.modal in _OBLIGED else ()
        return
    subject, what = clause.subjects[0], clause.role("P")
    if subject.determiner in ("a", "an", "each", "every", "any", "no") and not sorts.is_person(subject):
        return
    said = what.phrases[0] if what is not None and what.phrases else None
    made = list(_equals(Said(clause, context, said, what))) if said is not None and what is not None else []
    yield from made
    if made and not any(one.predicate == "has_role" for one in made):
        hosted = [one for one in ties.facts_of(clause, context) if one.predicate == "runs_on_host"]
        yield from hosted if any(one.predicate == "uses" for one in made) else ()
        return
    over = verb.over or bool(telling.dates_of(clause)[1])
    if (said is None and clause.dates and not over) or (said is not None and said.head in _SCHEDULED):
        due = list(things.dated(clause, context))
        if due:
            yield from due
            return
    yield from ties.facts_of(clause, context)


def _must_not_be(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`x must not be newer than 5`."""
    newer = clause.role("newer than", "later than", "above")
    if clause.verb.modal and newer is not None and newer.phrases and newer.phrases[0].kind is Kind.VERSION:
        yield Extracted(context.called(clause.subjects[0]), "max_version", newer.phrases[0].tokens[-1].text)


def _must_be(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`numpy must be older than 2.0`, `the report must be in by Friday`."""
    name = context.called(clause.subjects[0])
    for role in (*_UPPER, *_LOWER) if clause.verb.modal not in ("will", "'ll") else ():
        bound = clause.role(role)
        value = bound.phrases[0] if bound is not None and bound.phrases else None
        if value is None or value.kind is not Kind.VERSION or len(value.tokens) > 2:
            continue
        open_up = re.search(r"\b(?:or|and) (?:newer|later|higher|above|up|greater)\b", clause.text) is not None
        if role != "P" or value.text.endswith("+") or open_up:
            predicate = "max_version" if role in _UPPER else "min_version"
            yield Extracted(re.sub(r"^version of ", "", name), predicate, value.text.split(" ")[-1].rstrip("+"))
            return
    yield from things.dated(clause, context)


def _equals(said: Said) -> Iterator[Extracted]:
    """`x is y` where y is a noun phrase: the first reading that fits, dated as the clause is."""
    low = said.subject.text.lower()
    if low in _NOT_NAMED and not (low == "this" and sorts.is_person_name(said.value)):
        return
    began, over = telling.dates_of(said.clause)
    ended = said.clause.verb.over or bool(over)
    for reading in _READINGS:
        made = list(reading(said))
        for one in made:
            past = one.ended or (ended and one.predicate not in _EVENTS)
            yield Extracted(one.subject, one.predicate, one.object, began, over, past)
        if made:
            return
