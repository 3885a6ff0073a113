"""What is likely of a sentence beside what rules found in it, and which of that is most unlikely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.extract import figures, phrases
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.sentences import Mood, Sentence, stated
from codegraph.memory.facts.extract.spans import Reading, read
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.weighing import PROJECT, USER, Weighed, Weighing

LEAST: Final = 0.88
"""Likelihood of a fact that no rule found and that is told all the same."""

DOUBT: Final = 0.001
"""Likelihood below which a fact that a rule found is not told."""

_ONE: Final = frozenset(["has_version", "has_role", "works_at", "reports_to", "has_name", "has_email", "listens_on"])
"""Predicates of which a subject has one object."""

_CERTAIN: Final = frozenset(["renamed_to", "replaced_by", "leads", "has_role", "member_of"])
"""What is told in few ways, which rules know better; properties are, too."""

_OF_WORK: Final = w.words(
    "i me we us i'm work job employer company role boss team desk office career salary paycheck employ hire employment"
)
"""Without one of these it is not who speaks that is with somebody, but what is his: `my insurance is with Norvia`."""

_ASKED_FOR: Final = frozenset(["please", "pls", "plz"])
_PASSING: Final = frozenset(["this", "today", "tonight", "tomorrow", "next"])
_SAME: Final = {"i": "user", "me": "user", "we": "project", "us": "project"}


def reconsidered(sentence: Sentence, told: Sequence[Extracted]) -> list[Extracted]:
    """What rules told of a sentence but for what is most unlikely, and then what is likely."""
    text, mood = stated(sentence)
    if not text or mood is Mood.NOTHING:
        return list(told)
    weighed = Weighing(read(text, mood.value, scoped=bool(sentence.scope)))
    likely = _likely(weighed)
    kept = [fact for fact in told if not _is_doubtful(weighed, fact)]
    single = {(fact.predicate, fact.subject.casefold()) for fact in kept if fact.predicate in _ONE}
    names = [name.casefold() for fact in kept for name in (fact.subject, fact.object)]
    return kept + [
        fact
        for fact in likely
        if (fact.predicate, fact.subject.casefold()) not in single
        and not any(_overlap(fact.object.casefold(), name) for name in names)
    ]


def _likely(weighed: Weighing) -> list[Extracted]:
    """What is likely enough, unless it is asked for, somebody else is said to say so, or it is a visit."""
    if _ASKED_FOR.intersection(weighed.read.lemmas) or w.REPORTING.intersection(weighed.read.lemmas):
        return []
    passing = any(one.kind is Kind.DATE and one.low.split()[0] in _PASSING for one in weighed.read.tokens)
    likely = [
        _told(weighed, one)
        for one in weighed.likely(LEAST)
        if one.likelihood > LEAST
        and not (passing and one.predicate == "located_in")
        and not (one.predicate == "works_at" and one.subject == USER and _OF_WORK.isdisjoint(weighed.read.lemmas))
    ]
    return likely + list(figures.facts_of(weighed))


def _is_doubtful(weighed: Weighing, fact: Extracted) -> bool:
    """Whether a fact, both of whose ends the sentence names, is next to impossible in it. What an earlier sentence
    names is not doubted."""
    if fact.predicate in _CERTAIN or fact.predicate not in weighed.classes or fact.ended or fact.valid_to:
        return False
    subject, object_ = (_SAME.get(one, one) for one in (fact.subject.casefold(), fact.object.casefold()))
    best = -1.0
    for span in range(len(weighed.read.spans)):
        if _called(weighed.read, span) == object_:
            fitting = [
                one for one, who in weighed.subjects(span, fact.predicate) if _called(weighed.read, who) == subject
            ]
            best = max(best, weighed.of_object(span, fact.predicate) * sum(fitting)) if fitting else 1.0
    return 0 <= best < DOUBT


def _called(found: Reading, span: int) -> str:
    unnamed = {USER: "user", PROJECT: "project"}.get(span)
    name = unnamed or _name(found, span).casefold()
    return _SAME.get(name, name)


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def _told(weighed: Weighing, one: Weighed) -> Extracted:
    found = weighed.read
    over = weighed.ended(one.span, one.predicate)
    subject = {USER: "user", PROJECT: "project"}.get(one.subject) or _name(found, one.subject)
    return Extracted(
        _SAME.get(subject.lower(), subject), one.predicate, _name(found, one.span), ended=over, weighed=True
    )


def _name(found: Reading, span: int) -> str:
    start, end = found.spans[span]
    return phrases.joined(found.tokens[start:end])
