"""`x has a timeout of 5 s`, `we have Redis 7 installed`, `x has a dependency on y`."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import kinds, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import measured, snake, value_text
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import PROJECT, Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.things import at_address
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_SEATS: Final = w.words(
    "headquarters hq office offices base site branch home desk branches seat domicile residence quarters workshop studio lab"
)
_COUNTED: Final = w.words("workers threads replicas instances nodes")
_MEASURE: Final = re.compile(
    r"^(?:an? )?(?P<v>\d[\w.%]*(?:[ "
    r"-](?:ms|s|second|minute|hour|day|week|month|year|mb|gb|kb|mib|gib)s?)?)[ -](?P<q>[a-z][\w ]*)$"
)


class _Had(NamedTuple):
    clause: Clause
    context: Context
    called: str
    value: Phrase
    everything: tuple[Phrase, ...]

    def behind(self, *roles: str) -> Phrase | None:
        found = self.clause.role(*roles)
        return found.phrases[0] if found is not None and found.phrases else None


def facts_of(clause: Clause, context: Context) -> Iterator[Extracted]:
    verb, what, most = clause.verb, clause.role("P"), clause.role("at most", "up to")
    subject = clause.subjects[0] if clause.subjects else PROJECT
    called = context.called(subject) if clause.subjects else context.implied()
    if not called or subject.determiner in ("each", "every", "any", "no"):
        return
    if what is None and most is not None and most.phrases and kinds.value(most.phrases[0]) and not verb.negated:
        yield Extracted(called, "has_limit", most.phrases[0].tokens[0].text)
        return
    if what is not None and what.phrases and what.phrases[0].determiner in ("no", "zero") and not verb.modal:
        other = clause.role("apart from", "except", "besides", "aside from", "beyond", "other than", "but")
        if what.phrases[0].head in ("dependency", "dependencies", "deps", "requirements") and other is not None:
            for one in other.phrases:
                yield Extracted(called, "depends_on", telling.software_text(one))
            return
    if what is None or not what.phrases or what.phrases[0].determiner == "no" or (verb.negated and not verb.over):
        return
    had = _Had(clause, context, called, what.phrases[0], what.phrases)
    if verb.modal:
        readings: tuple[Callable[[_Had], Iterator[Extracted]], ...] = (_must,) if verb.modal in _MUST else ()
    else:
        readings = (_dependency, _measure, _counted, _installed, _port, _made_in, _seat)
    began, over = telling.dates_of(clause)
    for reading in readings:
        found = list(reading(had))
        for one in found:
            ended = verb.over or bool(over) or one.ended
            yield Extracted(one.subject, one.predicate, one.object, began, over, ended)
        if found:
            return


_MUST: Final = ("must", "has to", "have to", "needs to", "need to")


def _must(had: _Had) -> Iterator[Extracted]:
    for one in filter(kinds.known_name, had.everything):
        yield Extracted(had.called, "depends_on", telling.software_text(one))


def _dependency(had: _Had) -> Iterator[Extracted]:
    behind = had.clause.role("on")
    if had.value.head in ("dependency", "dependence", "reliance") and behind is not None:
        for one in behind.phrases:
            yield Extracted(had.called, "depends_on", telling.software_text(one))


def _measure(had: _Had) -> Iterator[Extracted]:
    """`a timeout of 5 s`, `a 30 second timeout`."""
    value = had.value
    named = value.head in n.QUALITIES or value.determiner in ("a", "an")
    if value.of is not None and measured(value.of) and named:
        yield Extracted(had.called, f"has_{snake(value.text)}", value_text(value.of))
        return
    found = _MEASURE.match(value.text.lower())
    if found and value.head in n.QUALITIES and value.head not in _COUNTED:
        yield Extracted(had.called, f"has_{snake(found['q'])}", found["v"])


def _counted(had: _Had) -> Iterator[Extracted]:
    """`the ward has 12 beds`: so many of what it has are a property of it."""
    clause, value = had.clause, had.value
    number, *named = value.text.lower().split()
    noun = named[-1] if named else ""
    plural = noun.endswith("s") and not noun.endswith("ss") and noun not in _SPANS and noun not in _VAGUE
    plain = len(named) <= 2 and all(word.isalpha() for word in named) and not (value.of or value.version)
    alone = len(had.everything) == 1 and bool(clause.subjects) and not clause.verb.over
    if plural and plain and alone and _COUNT.fullmatch(number) and not _PART.search(clause.text):
        yield Extracted(had.called, f"has_{snake(' '.join(named))}", number)


_COUNT: Final = re.compile(r"\d{1,3}(?:[,.]?\d{3})*")
_SPANS: Final = w.words("seconds minutes hours days weeks months years times percent points degrees")
_VAGUE: Final = w.words(
    "things reasons options ways ideas questions problems issues bugs chances goals choices minds cents steps"
)
_PART: Final = re.compile(
    r"\b(?:left|to go|to (?:do|fix|finish|make|read|write|choose|decide|review|merge)|open|failing|failed|broken|missing)\b"
)


def _installed(had: _Had) -> Iterator[Extracted]:
    value = had.value
    if any(one.version and kinds.known_name(one) for one in (value, had.everything[-1])):
        for one in had.everything:
            yield from telling.versions_of(one, one.text) if one.version else ()
    elif re.search(r"\binstalled\b", had.clause.text) and kinds.known_name(value):
        yield Extracted(had.called, "uses", re.sub(r" installed$", "", value.text))


def _made_in(had: _Had) -> Iterator[Extracted]:
    """`we have a monolith in Rails 7`."""
    tool = had.behind("in", "on")
    if tool is None or not n.is_software(tool.text) or had.value.head not in _BUILT:
        return
    if tool.version:
        yield from telling.versions_of(tool, tool.text)
    yield Extracted(had.context.called(had.value, subject=False), "uses", tool.text)


_BUILT: Final = w.words(
    "monolith app application backend frontend service site website api prototype client server codebase pipeline"
)


def _port(had: _Had) -> Iterator[Extracted]:
    """`we have the api on 8080`."""
    port = had.behind("on", "at")
    if port is not None and kinds.port(port) and had.value.kind is not Kind.NUMBER:
        yield from at_address(had.context.called(had.value, subject=False), port.tokens[-1].text)


def _seat(had: _Had) -> Iterator[Extracted]:
    """`we have an office in x`, `I have a job at x`, `the tool has its cache in x`."""
    value, place = had.value, had.clause.role("in", "at")
    path = had.behind("in", "under", "at")
    if place is not None and place.phrases and kinds.place(place.phrases[0]) and value.head in _SEATS:
        for one in place.phrases:
            yield Extracted(had.called, "located_in", one.text)
    elif value.head in ("job", "position", "role", "contract", "gig"):
        employed = had.clause.subjects and kinds.person(had.clause.subjects[0])
        if employed and place is not None and place.phrases and kinds.org(place.phrases[0]):
            yield Extracted(had.called, "works_at", place.phrases[0].text)
    elif path is not None and kinds.path(path) and value.determiner in ("its", "their", "our", "my", "the"):
        yield Extracted(had.context.called(value, subject=False), "located_in", p.text_of(path))
