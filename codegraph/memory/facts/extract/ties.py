"""`x is in/on/at/with y`: a team, an organisation, a place, a path, a machine, a port, a version."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import property_facts
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.things import at_address
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_IN: Final = ("in", "at", "on", "under", "inside", "within", "near", "below", "from", "out of")
_STATES: Final = w.words(
    "one new live available up out back reachable accessible hosted still stuck currently stable happy "
    "deployed installed part on and "
    "active based present here down over in ready open exposed pinned kept stored locked"
)
_FAULTS: Final = w.words(
    "problem bug issue error typo mistake trick catch answer fix change reason failure crash leak culprit line"
)
_SEATS: Final = w.words(
    "office offices headquarters hq team desk company firm server servers datacenter warehouse lab "
    "studio branch shop home base"
)
_REGION: Final = re.compile(r"(?:us|eu|ap|sa|ca|me|af|il|cn)-[a-z]+-\d[a-z]?|(?:us|eu|europe|asia|australia)-[a-z]+\d")
_PASSING: Final = ("this week", "this morning", "this weekend", "today", "tonight", "tomorrow", "next week")
_EVENTS: Final = w.words(
    "meeting meetup party conference trip flight talk event summit workshop demo bug problem weather time traffic food coffee offsite retreat one"
)
_ZONE: Final = re.compile(
    r"(?:UTC|GMT)(?:[+-]\d{1,2})?|CES?T|[PEMC][SD]T|BST|JST|IST|WES?T|EES?T|A[EW][SD]T|(?:Europe|America|Asia|Africa|Australia)/\w+",
    re.I,
)
_JOBS: Final = ("works_at", "member_of")
_HEADQUARTERS: Final = ("headquarters", "hq", "offices", "office", "seat", "home")
_ANY: Final = ("a", "an", "each", "every", "any", "no")


class _Tie(NamedTuple):
    """One phrase that ties the subject to something."""

    subject: Phrase
    called: str
    complement: Complement
    clause: Clause
    context: Context

    @property
    def role(self) -> str:
        return self.complement.role

    @property
    def value(self) -> Phrase:
        return self.complement.phrases[0]


def facts_of(clause: Clause, context: Context) -> Iterator[Extracted]:
    if clause.role("in charge of") is not None:
        return
    what = clause.role("P")
    state = what.phrases[0] if what is not None and what.phrases else None
    began, over = telling.dates_of(clause)
    ended = clause.verb.over or bool(over)
    was = clause.verb.past and not clause.verb.perfect and not clause.verb.modal
    for one in clause.complements:
        if not one.phrases or one.role in ("P", "P2", "inf", "for", "because of", "as", "in charge of"):
            continue
        for subject in (s for s in clause.subjects if s.determiner not in _ANY):
            called = context.called(subject)
            first = next(iter(one.phrases))
            pronoun = first.text.lower() in w.PRONOUNS - {"us"}
            several = one.role == "in" and len(one.phrases) > 1 and all(n.is_software(q.text) for q in one.phrases)
            parts = [replace(one, phrases=(q,)) for q in one.phrases] if several else [one]
            if called and not pronoun:
                for fact in (f for part in parts for f in _tied(_Tie(subject, called, part, clause, context), state)):
                    yield Extracted(
                        fact.subject,
                        fact.predicate,
                        fact.object,
                        began,
                        over,
                        ended or fact.ended or (was and fact.predicate in _JOBS),
                    )


def _tied(tie: _Tie, state: Phrase | None) -> Iterator[Extracted]:
    person = kinds.person(tie.subject) and tie.subject.text.lower() != "we"
    hosted = state is not None and tie.role == "on" and kinds.host(tie.value) and n.is_software(state.head)
    shop = state is not None and state.head in ("shop", "house") and tie.role == "on"
    if (hosted or shop) and not person:
        yield from _machine(tie)
        return
    if state is not None and state.head not in _STATES:
        if person and kinds.title(state):
            yield from _of_title(tie)
        return
    value = tie.value
    numeric = value.kind in (Kind.VERSION, Kind.ADDRESS, Kind.URL, Kind.PATH, Kind.NUMBER) or kinds.path(value)
    if person and not numeric and not value.version:
        yield from _of_person(tie)
        return
    for reading in (_network, _version, _machine, _place):
        found = list(reading(tie))
        if found:
            yield from found
            return


def _of_title(tie: _Tie) -> Iterator[Extracted]:
    """`x is a designer at y`."""
    if tie.role in ("at", "with", "for") and kinds.org(tie.value):
        over = tie.clause.verb.over or tie.clause.verb.past
        yield Extracted(tie.called, "works_at", tie.context.called(tie.value, subject=False), ended=over)
    elif tie.role in ("in", "on", "of") and sorts.is_team(tie.value):
        yield Extracted(tie.called, "member_of", p.text_of(tie.value))


def _of_person(tie: _Tie) -> Iterator[Extracted]:
    role, value = tie.role, tie.value
    employed = role == "at" or (role == "with" and tie.clause.role("on", "in") is None)
    if role in ("in", "on", "part of", "with", "of") and kinds.team(value):
        for one in filter(kinds.team, tie.complement.phrases):
            yield Extracted(tie.called, "member_of", p.text_of(one))
    elif employed and kinds.org(value) and value.head not in ("lunch", "home"):
        yield Extracted(tie.called, "works_at", p.text_of(value))
    elif role == "off" and sorts.is_team(value):
        yield Extracted(tie.called, "member_of", p.text_of(value), ended=True)
    elif role in ("in", "on") and _ZONE.fullmatch(value.text):
        yield Extracted(tie.called, "has_timezone", value.text)
    elif role in ("in", "near") and kinds.place(value) and not _for_now(tie.clause):
        yield Extracted(tie.called, "located_in", value.text)


def _for_now(clause: Clause) -> bool:
    """`is in x this week`: a visit."""
    return any(preposition == "" and text.lower().startswith(_PASSING) for preposition, text in clause.dates)


def _network(tie: _Tie) -> Iterator[Extracted]:
    role, value = tie.role, tie.value
    if (
        role in ("on", "at", "under", "via", "behind")
        and kinds.port(value)
        and not (role == "at" and len(value.tokens[-1].text) < 3)
    ):
        for one in filter(kinds.port, tie.complement.phrases):
            yield Extracted(tie.called, "listens_on", one.tokens[-1].text.rpartition(":")[2])
        host = value.text.rpartition(":")[0] if value.kind is Kind.ADDRESS else ""
        if host:
            yield Extracted(tie.called, "runs_on_host", host)
    elif value.kind is Kind.EMAIL and role in ("at", "on", "under", "via"):
        yield Extracted(tie.called, "has_email", value.text)
    elif value.kind is Kind.URL and role in ("at", "under", "on", "via"):
        yield Extracted(tie.called, "has_url", value.text)
    elif value.kind is Kind.ADDRESS:
        yield from at_address(tie.called, value.text)


def _version(tie: _Tie) -> Iterator[Extracted]:
    role, value = tie.role, tie.value
    if role not in ("on", "at") or (tie.clause.verb.past and not tie.clause.verb.over and not tie.clause.verb.perfect):
        return
    if value.kind is Kind.VERSION and (len(value.tokens) == 1 or value.tokens[0].low in ("version", "release")):
        if tie.called != "user":
            yield Extracted(tie.called, "has_version", value.tokens[-1].text)
    elif value.version:
        yield from telling.versions_of(value, value.text)
    elif role == "at" and value.kind is Kind.NUMBER and tie.subject.head in n.QUALITIES:
        yield from property_facts(tie.subject, value, tie.clause, tie.context)


def _machine(tie: _Tie) -> Iterator[Extracted]:
    role, value = tie.role, tie.value
    if _REGION.fullmatch(value.text.lower()):
        yield Extracted(tie.called, "located_in", value.text)
    elif (
        role == "on"
        and tie.subject.text.lower() in ("we", "project")
        and (n.is_software(value.text) or value.text.lower() in n.STORES)
    ):
        yield Extracted("project", "uses", value.text)
    elif role in ("on", "at", "in") and kinds.host(value) and not (role == "in" and value.kind is Kind.CODE):
        yield Extracted(tie.called, "runs_on_host", value.text)


def _place(tie: _Tie) -> Iterator[Extracted]:
    role, value, subject = tie.role, tie.value, tie.subject
    if value.head == "hands" and value.of is not None:
        yield Extracted(p.text_of(value.of), "owns", tie.called)
    elif role in _IN and kinds.path(value):
        for one in filter(kinds.path, tie.complement.phrases if subject.head not in _FAULTS else ()):
            if tie.called not in ("user", "project") or one.kind is Kind.PATH:
                yield Extracted(tie.called, "located_in", p.text_of(one))
    elif role in ("in", "near", "out of", "at") and kinds.place(value):
        known = (
            value.text.lower() in n.GAZETTEER
            and role == "in"
            and subject.determiner in ("our", "the", "my")
            and subject.head not in _EVENTS
        )
        if subject.text.lower() == "we" or subject.head in _SEATS or known:
            listed = tie.complement.phrases if " and " in tie.complement.text else tie.complement.phrases[:1]
            whose = (
                subject.owner
                if subject.head in _HEADQUARTERS and subject.owner not in ("", "project", "user", *w.POSSESSIVES)
                else tie.called
            )
            for one in listed:
                yield Extracted(whose, "located_in", p.text_of(one))
    elif role == "in" and kinds.lang(value) and n.is_software(value.text) and value.text.lower() in n.LANGUAGES:
        yield from telling.versions_of(value, value.text) if value.version else ()
        yield Extracted(tie.called, "written_in", value.text)
    elif (
        role in ("on", "in")
        and kinds.named_tool(value)
        and n.is_software(value.text)
        and (role == "in" or not value.version)
    ):
        yield from telling.versions_of(value, value.text) if value.version else ()
        yield Extracted(tie.called, "uses", telling.software_text(value))
