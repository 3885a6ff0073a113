"""Marks of the lexicon about time: what is planned, what has happened, what somebody's job is and no thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.fit import Fit

PLANS: Final = frozenset(
    ["will", "'ll", "must", "shall", "has to", "have to", "need to", "needs to", "is to", "are to", "due to"]
    + [f"{word} to" for word in ("scheduled", "planned", "slated", "set", "expected", "supposed", "meant")]
)
_DUTIES: Final = ("must", "has to", "have to", "need to", "needs to")
_LAUNCHES: Final = w.words("ship launch release land arrive go open start publish happen begin close deliver finish")
_POSTPONED: Final = w.words("move postpone push delay reschedule bring defer put")
_SCHEDULED: Final = w.words("schedule plan slate set target expect book due fix time")


def _runs_until(fit: Fit) -> bool:
    return fit.until() and not fit.clause.complements and not fit.verb.past


def _ending(fit: Fit) -> bool:
    if fit.verb.lemma in ("support", "maintain"):
        return fit.until() or any(preposition == "up to" for preposition, _ in fit.clause.dates)
    return True


def _past(fit: Fit) -> bool:
    """Something that happened to a thing, or that people did to one: no person that begins a job."""
    verb, who = fit.verb, fit.subjects[0]
    if verb.lemma in ("launch", "publish", "release") and verb.past:
        return True
    happened = verb.past or verb.passive or verb.perfect or verb.lemma == "date"
    begins = verb.lemma in ("start", "begin", "join") and sorts.is_person(who) and who.proper and " " in who.text
    person = fit.subject_is("i", "he", "she", "we")
    return happened and not verb.modal and not begins and not person and kinds.thing(who)


def not_a_job(fit: Fit) -> bool:
    """`Odile started at x in June` dates no thing."""
    if fit.frame.object[0] != "date" or fit.verb.passive or not sorts.is_person_name(fit.subjects[0]):
        return True
    begins = fit.verb.lemma in ("retire", "leave", "start", "begin", "open")
    return not (begins and (fit.clause.complements or " " in fit.subjects[0].text))


def due(fit: Fit) -> bool:
    verb = fit.verb
    if re.search(
        r"\b(?:every|each|usually|always|normally|weekly|daily|a (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
        fit.clause.text,
        re.I,
    ):
        return False
    if verb.past and verb.modal in ("supposed to", "meant to", "expected to", "going to", "planned to", "slated to"):
        return False
    if not not_a_job(fit) or (verb.past and not verb.passive and not verb.modal):
        return False
    if verb.passive and not verb.modal:
        moved = verb.lemma in _POSTPONED and any(k in ("to", "until") for k, _ in fit.clause.dates)
        return moved or (verb.lemma in _SCHEDULED and not verb.perfect)
    if not verb.modal:
        vague = verb.lemma in ("happen", "do", "need", "have", "move", "publish", "push")
        person = sorts.is_person(fit.subjects[0]) and not fit.subject_is("we", "project")
        return not vague and not person
    return verb.modal in PLANS and (verb.modal in _DUTIES or verb.lemma in _LAUNCHES)


_PASSING: Final = w.words(
    "sprint meeting call week day quarter semester school vacation shift talk demo party iteration round game match"
)


def _slips(fit: Fit) -> bool:
    """`the launch slips to 3 March`, `the audit moved to May`: a thing, and no person nor what is done by hand."""
    moved = any(preposition in ("to", "until", "till") for preposition, _ in fit.clause.dates)
    aside = fit.verb.negated or fit.verb.modal or fit.verb.passive or fit.clause.role("P") is not None
    return moved and not aside and not sorts.is_person(fit.subjects[0]) and not fit.subject_is("we", "i", "project")


def _will(fit: Fit) -> bool:
    if fit.frame.predicate == "expires_on" and fit.subjects and fit.subjects[0].head in _PASSING:
        return False
    return due(fit) if fit.frame.predicate == "due_on" else not_a_job(fit)


TESTS: Final[Mapping[str, Callable[[Fit], bool]]] = {
    "until": _runs_until,
    "ending": _ending,
    "past": _past,
    "will": _will,
    "due-move": due,
    "slips": _slips,
}
