"""What a sentence says of somebody or something that it only points to: `it expires on 3 March`, `she leads it`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.fillers import DATES
from codegraph.memory.facts.extract.values import Extracted

_OPENING: Final = (
    r"^\W*(?:(?:and|but|so|now|also|then|well|yes|ok|okay|btw|by the way|note that|heads up|fyi|update)\b\W*)*"
)
_OPENS: Final = re.compile(rf"{_OPENING}(?P<who>it|she|he)\b", re.IGNORECASE)
_IS: Final = re.compile(r"(?:['’]s| is| was)(?: all| just| still| now)? (?=[A-Z])")
_PERSON: Final = re.compile(r"\b(?:he|she)\b", re.IGNORECASE)
_OURS: Final = re.compile(r"\b(?:we|us|our|ours)\b", re.IGNORECASE)


def opens(text: str) -> bool:
    """Whether a text begins with what stands for a name that somebody told before."""
    return _OPENS.match(text) is not None


def pointed(said: Iterable[Extracted], text: str, context: Context) -> list[Extracted]:
    """Facts of a sentence, where those that were weighed to be the project's are of whom or what a pronoun in front of
    them means; of nobody where that is not known."""
    found = (_pointed(fact, text, context) if fact.weighed and fact.subject == "project" else fact for fact in said)
    return [fact for fact in found if fact is not None]


def _pointed(fact: Extracted, text: str, context: Context) -> Extracted | None:
    at = text.find(fact.object)
    front = text[:at] if at > 0 else text
    if _OURS.search(front):
        return fact
    if _PERSON.search(front):
        # When somebody starts or is due is no date of a thing.
        return replace(fact, subject=context.person) if context.person and fact.predicate not in DATES else None
    opening = _OPENS.match(text)
    # `it's Elm` names what something is, `it is on 7172` speaks of what was named.
    if opening is None or fact.predicate.startswith("has_") or _IS.match(text, opening.end()):
        return fact
    thing = context.thing or context.thing_object
    if thing:
        return replace(fact, subject=thing)
    return None if context.led or fact.predicate in DATES else fact
