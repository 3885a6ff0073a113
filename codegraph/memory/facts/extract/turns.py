"""Turns of phrase in which the verb says nothing by itself: `is fond of x`, `can't start without x`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.values import Extracted

# Adjective, preposition, predicate.
_ADJECTIVES: Final = tuple(
    tuple(part.strip().replace("_", " ") for part in row.split("|"))
    for row in """
responsible | for | owns
accountable | for | owns
in charge | of | owns
in_charge_of | | owns
fond | of | prefers
keen | on | prefers
partial | to | prefers
sold | on | prefers
big | on | prefers
crazy | about | prefers
mad | about | prefers
into | | prefers
averse | to | avoids
allergic | to | avoids
wary | of | avoids
sick | of | avoids
opposed | to | avoids
tired | of | avoids
against | | avoids
dependent | on | depends_on
reliant | on | depends_on
useless | without | depends_on
helpless | without | depends_on
compatible | with | min_version
""".strip().splitlines()
)
_DEPENDENCY: Final = w.words("dependency dependencies dependence reliance")
_DROPS: Final = w.words("drop remove eliminate cut lose kill sever get shed avoid break ditch delete strip")
_DUTIES: Final = ("must", "has to", "have to", "needs to", "need to")
_CHOICES: Final = w.words("take choose pick go use prefer have favour")


def adjectival(clause: Clause, context: Context) -> list[Extracted]:
    """`x is responsible for y`, `not crazy about y`, `in charge of y`."""
    what = clause.role("P")
    if clause.verb.lemma != "be" or not clause.subjects or clause.verb.modal:
        return []
    adjective = what.phrases[0].text.lower() if what is not None and what.phrases else ""
    for word, preposition, predicate in _ADJECTIVES:
        behind = clause.role(preposition or word)
        said = adjective.split(" ")[-1:] == [word.split(" ")[-1]] if preposition else True
        if said and behind is not None and behind.phrases:
            return list(_felt(clause, context, predicate.replace(" ", "_"), behind.phrases))
    return []


def _felt(clause: Clause, context: Context, predicate: str, values: tuple[Phrase, ...]) -> Iterator[Extracted]:
    if clause.verb.negated and not clause.verb.over:
        if predicate != "prefers":
            return
        predicate = "avoids"
    first = clause.subjects[0]
    someone = sorts.is_person(first) or sorts.is_team(first) or first.text.lower() in ("we", "they")
    if predicate in ("prefers", "avoids") and not someone:
        return
    began, over = telling.dates_of(clause)
    ended = clause.verb.over or bool(over)
    inside = clause.role("under", "below", "inside", "in", "within")
    for called in filter(None, map(context.called, clause.subjects)):
        for value in values:
            if predicate == "min_version":
                yield from telling.versions_of(value, value.text, began, over) if value.bound else ()
            elif predicate == "owns" and value.text.lower() in ("everything", "anything", "all") and inside is not None:
                yield Extracted(called, "owns", inside.text, began, over, ended)
            elif predicate == "owns" and sorts.is_team(value):
                yield Extracted(called, "leads", value.text, began, over, ended)
            elif predicate != "depends_on":
                yield Extracted(called, predicate, p.text_of(value, whole=True), began, over, ended)
            elif kinds.tool(value):
                yield Extracted(called, predicate, value.text, began, over, ended)


def on_dependency(clause: Clause) -> bool:
    """Whether a dependency on something is spoken of."""
    direct = clause.role("P")
    spoken = direct is not None and bool(direct.phrases) and direct.phrases[0].head in _DEPENDENCY
    return spoken and clause.role("on", "upon") is not None


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    for reading in (_dependency, _required, _supported, _without, _tries_not, _would, _decided_doing):
        found = list(reading(clause, context))
        if found:
            return found
    return []


def _dependency(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`drop the dependency on x`."""
    behind, verb = clause.role("on", "upon"), clause.verb
    if not on_dependency(clause) or behind is None or verb.modal or verb.negated:
        return
    called = context.called(clause.subjects[0]) if clause.subjects and not verb.passive else context.implied()
    ends = verb.lemma in _DROPS
    if called and (ends or verb.lemma in ("add", "introduce", "have", "take")):
        for one in behind.phrases:
            yield Extracted(called, "depends_on", telling.software_text(one), ended=ends)


def _required(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`x 3 or newer is required`, `x must be installed`."""
    verb, user = clause.verb, clause.role("for", "by")
    installed = verb.lemma == "install" and verb.modal in _DUTIES
    if not verb.passive or verb.negated or not (installed or (verb.lemma in ("require", "need") and not verb.modal)):
        return
    whose = "project"
    if user is not None and user.phrases and kinds.thing(user.phrases[0]) and not installed:
        whose = context.called(user.phrases[0])
    for one in clause.subjects:
        named = kinds.dependency(one) or (one.determiner == "a" and kinds.known_name(one))
        if named and not re.search(r"\b(?:named|called)\b", one.text):
            name = telling.software_text(one)
            yield from telling.versions_of(replace(one, bound=one.bound or "min"), name) if one.version else ()
            yield Extracted(whose, "depends_on", name, ended=verb.over)


def _supported(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`only Python 3.9 and newer are supported`."""
    verb = clause.verb
    stated = verb.passive and not verb.negated and not verb.over and not verb.modal
    if stated and clause.subjects and verb.lemma in ("support", "allow", "accept") and clause.subjects[0].bound:
        yield from telling.versions_of(clause.subjects[0], clause.subjects[0].text)


def _without(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`x won't start without y`, `x can do nothing without y`."""
    verb, without = clause.verb, clause.role("without")
    if without is None or not clause.subjects or verb.modal not in ("", "can", "could", "will"):
        return
    nothing = verb.modal in ("can", "could") and re.search(r"\b(?:nothing|anything)\b", clause.text)
    called = context.called(clause.subjects[0])
    if (verb.negated or nothing) and called not in ("", "user"):
        for one in filter(kinds.tool, without.phrases):
            yield Extracted(called, "depends_on", one.text)


def _tries_not(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`we try not to use x`."""
    direct = clause.role("P")
    if clause.verb.modal == "try" and clause.verb.negated and direct is not None and clause.subjects:
        called = context.called(clause.subjects[0])
        for one in direct.phrases if called else ():
            yield Extracted(called, "avoids", p.named(one))


def _would(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`I'd take x over y any day`, `I'd rather have x than y`."""
    verb, what = clause.verb, clause.role("P") or clause.role("for", "with")
    if verb.modal not in ("would", "'d") or verb.negated or not clause.subjects or what is None or not what.phrases:
        return
    if verb.lemma not in _CHOICES | {"like", "love", "read"}:
        return
    steady = re.search(r"\b(?:any day|every time|always|rather)\b", clause.whole)
    if not (steady or clause.role("over", "rather than", "than", "before", "instead of")):
        return
    called, value = context.called(clause.subjects[0]), what.phrases[0]
    if called and value.text.lower() not in w.PRONOUNS:
        text = what.text if value.determiner == "one" else p.named(value, whole=True)
        yield Extracted(called, "prefers", text if verb.lemma in _CHOICES else f"{verb.lemma} {text}")


_DECIDING: Final = w.words("decide vote opt agree settle choose come resolve")


def _decided_doing(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`voted against adding x`, `agreed on keeping y`."""
    verb, behind = clause.verb, clause.role("against", "for", "on", "in favour of")
    if verb.lemma not in _DECIDING or verb.negated or verb.modal or behind is None or behind.phrases:
        return
    if not clause.subjects or not re.match(r"\w+ing\b", behind.text) or not (verb.past or verb.perfect):
        return
    called = context.called(clause.subjects[0])
    if called:
        yield Extracted(called, "decided", f"against {behind.text}" if behind.role == "against" else behind.text)
