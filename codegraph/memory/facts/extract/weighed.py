"""Facts of a sentence in which no rule found any: the likeliest, where they are likely enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from codegraph.memory.facts.extract import figures, kinds, phrases, sorts, weighing
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.features import PROJECT, USER
from codegraph.memory.facts.extract.model import PROJECT as PROJECT_NAME
from codegraph.memory.facts.extract.model import USER as USER_NAME
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.sentences import Mood, Sentence, stated
from codegraph.memory.facts.extract.spans import Reading, read
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.weighing import Weights

LEAST: Final = 0.75
"""Likelihood of a fact that is told: of those above it about three in four are right on texts not read before."""

_UNREAL: Final = w.words(
    "might may could should would 'd will 'll shall want wants wanted plan plans planning planned hope hopes hoping "
    "wish wishes consider considers considering maybe perhaps probably possibly almost nearly unsure try tries trying "
    "think thinks thought guess suppose supposedly apparently if unless whether incompatible compatible unlike being "
    "unused untested unsupported undo revert"
)
"""Words beside which little is so yet, or is so at all."""

_SOON: Final = w.words(
    "moving joining leaving switching migrating starting going becoming quitting relocating retiring dropping "
    "adopting replacing transferring taking stepping changing looking thinking"
)
_OF_PLANS: Final = frozenset(["due_on", "expires_on", "prefers", "avoids", "has_email", "has_phone"])
_OF_DENIALS: Final = frozenset(["avoids", "decided"])
_NOBODY: Final = frozenset(["none", "nobody", "nothing", "neither"])
_FORMER: Final = frozenset(["old", "last", "previous", "former"])
_PASSING: Final = frozenset(["this", "today", "tonight", "tomorrow", "next"])
_GONE: Final = frozenset(["drop", "remove", "delete"])
_BESIDE: Final = frozenset(["from", "past", "than", "beyond"])
_ONCE: Final = frozenset(["formerly", "previously", "originally", "initially"])
_OF_STATES: Final = frozenset(["uses", "written_in", "located_in", "runs_on_host"])
_RATHER: Final = frozenset(["instead of", "rather than", "than", "over", "not", "versus", "vs", "unlike"])
_ONE: Final = frozenset(["has_version", "has_role", "works_at", "reports_to", "has_name", "has_email", "listens_on"])
"""Predicates of which a subject has one object."""

_NO_MORE: Final = frozenset(["any more", "anymore", "any longer"])
_WHO: Final[Mapping[str, str]] = dict.fromkeys(
    ("works_at", "has_role", "leads", "member_of", "reports_to", "born_in", "has_phone"), "person"
) | {"owns": "owner", "has_version": "name", "min_version": "name", "max_version": "name"}
"""The kind of a subject, by predicate (`kinds.py`)."""

_WHAT: Final[Mapping[str, str]] = {
    "works_at": "org",
    "has_role": "title",
    "reports_to": "person",
    "created_by": "maker",
    "written_in": "lang",
    "listens_on": "port",
    "has_version": "version",
    "min_version": "version",
    "max_version": "version",
    "has_email": "email",
    "has_url": "url",
    "has_phone": "phone",
    "member_of": "party",
    "leads": "party",
    "uses": "name",
    "depends_on": "name",
}
_DATED: Final = frozenset(["due_on", "released_on", "started_on", "expires_on"])
_OF_THINGS: Final = _DATED | {"runs_on_host", "listens_on", "has_version", "has_url", "written_in", "replaced_by"}
_NOT_WEIGHED: Final = frozenset(["renamed_to"])
"""Which of two names is the new one is a matter of grammar."""

_SAME: Final = {"i": "user", "me": "user", "we": "project", "us": "project"}


MORE: Final = 0.8
"""The same beside facts that rules found, of objects that those do not have."""


_LONG: Final = 6  # blanks of a sentence that may state more than what was told


def facts_of(sentence: Sentence, told: Sequence[Extracted] = ()) -> list[Extracted]:
    """What is likely in a sentence, beside what was told of it."""
    text, mood = stated(sentence)
    if not text or mood is Mood.NOTHING:
        return []
    if told and text.count(" ") < _LONG:
        return []
    weights = weighing.shipped()
    found = read(text, mood.value, scoped=bool(sentence.scope))
    least = MORE if told else LEAST
    names = [name.casefold() for fact in told for name in (fact.subject, fact.object)]
    likely = (one for one in weighing.weigh(found, weights, least) if one.likelihood > least)
    facts = [_told(found, one, weights) for one in likely if _told_here(found, one)]
    if _stated(found, weighing.PROPERTY):
        facts += figures.facts_of(found, weights)
    single = {(fact.predicate, fact.subject.casefold()) for fact in told if fact.predicate in _ONE}
    return [
        fact
        for fact in facts
        if (fact.predicate, fact.subject.casefold()) not in single
        and not any(_overlap(fact.object.casefold(), name) for name in names)
        and (fact.ended or not _ONCE.intersection(found.lemmas) or fact.predicate not in _OF_STATES)
    ]


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def _told_here(found: Reading, one: weighing.Weighed) -> bool:
    return _stated(found, one.predicate) and _holds(found, one) and _fits(found, one)


def _fits(found: Reading, one: weighing.Weighed) -> bool:
    """Whether both are of the kinds that the predicate takes."""
    what, who = _phrase(found, one.span), _who(found, one.subject)
    if one.predicate in _NOT_WEIGHED or (one.predicate in _DATED and what.kind is not Kind.DATE):
        return False
    if one.predicate in _OF_THINGS and (one.subject == USER or sorts.is_person(who)):
        return False
    if one.predicate == "has_version" and what.text.count(".") > 2:
        return False
    if one.predicate in ("member_of", "leads") and (who is PROJECT_NAME or sorts.is_person_name(what)):
        return False
    tests = kinds.TESTS
    if one.predicate == "has_role" and sorts.is_team(what):
        return False
    return tests[_WHAT.get(one.predicate, "any")](what) and tests[_WHO.get(one.predicate, "any")](who)


def _who(found: Reading, subject: int) -> Phrase:
    return USER_NAME if subject == USER else PROJECT_NAME if subject == PROJECT else _phrase(found, subject)


def _phrase(found: Reading, span: int) -> Phrase:
    start, end = found.spans[span]
    before = found.tokens[start - 1].low if start else ""
    determiner = before if before in w.DETERMINERS else ""
    return Phrase(_name(found, span), found.tokens[start:end], determiner)


def _stated(found: Reading, predicate: str) -> bool:
    """Whether a predicate is stated, not denied, planned, supposed or said by somebody else."""
    low = {one.low for one in found.tokens}
    soon = any(one.low in _SOON and found.tags[k - 1] == "B" for k, one in enumerate(found.tokens) if k)
    if w.REPORTING.intersection(found.lemmas) or ((soon or low & _UNREAL) and predicate not in _OF_PLANS):
        return False
    return not low & (w.NEGATIONS | _NOBODY) or predicate in _OF_DENIALS or bool(low & _NO_MORE)


def _holds(found: Reading, one: weighing.Weighed) -> bool:
    """Whether it is so now and for long: no version that is left, no visit, nothing of a job that was."""
    start, end = found.spans[one.span]
    low = [token.low for token in found.tokens]
    before = low[start - 1] if start else ""
    if before in _RATHER or " ".join(low[max(start - 2, 0) : start]) in _RATHER:
        return False
    match one.predicate:
        case "located_in" if before == "as":
            return False
        case "has_version" | "listens_on":
            after = found.tokens[end].kind is Kind.ARROW if end < len(low) else False
            return before not in _BESIDE and not after and found.lemmas[0] not in _GONE
        case "located_in":
            return not any(t.kind is Kind.DATE and t.low.split()[0] in _PASSING for t in found.tokens)
        case "works_at" if before == "with" and "work" in found.lemmas:
            return False
        case "uses" | "has_role" | "works_at":
            return not any(x in _FORMER and y in w.POSSESSIVES for y, x in pairwise(low))
        case _:
            return True


def _told(found: Reading, one: weighing.Weighed, weights: Weights) -> Extracted:
    over = weighing.ended(found, one.span, one.predicate, weights)
    subject = {USER: "user", PROJECT: "project"}.get(one.subject) or _name(found, one.subject)
    return Extracted(
        _SAME.get(subject.lower(), subject), one.predicate, _name(found, one.span), ended=over, weighed=True
    )


def _name(found: Reading, span: int) -> str:
    start, end = found.spans[span]
    return phrases.joined(found.tokens[start:end])
