"""Who is in no charge any more because he has gone: `Anselm retired`, `Priya was laid off`.

What somebody led, owned or was is over from that day, whatever of it the text names. Who only changed teams keeps what
nobody took over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codegraph.memory.dates import calendar_span, find_dates
from codegraph.memory.facts.entities import names_of
from codegraph.memory.facts.model import NEVER, FactQuery, predicate_key
from codegraph.memory.facts.write import EXTRACTED, Statement
from codegraph.store.memory.reader import Reader

_OFFICES: Final = frozenset(("leads", "owns", "has_role", "job_title", "works_at", "member_of", "reports_to"))

_GONE: Final = re.compile(
    r"(?P<who>\b[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})"
    r"(?: (?:has|have|had|just|also|finally|recently|sadly|actually|unexpectedly))*"
    r" (?:retired|resigned|quit|passed away|died|left (?:us|the (?:company|firm|organi[sz]ation|business))|"
    r"(?:was|got|has been) (?:fired|sacked|laid off|let go|made redundant))"
    r"(?=\W*$|[.,;:!)]| (?:on|in|last|this|yesterday|today|as of|and|but|so|after|because|a (?:week|month|year)) )"
)
_NOT_YET: Final = re.compile(
    r"\b(?:if|unless|until|till|before|when|whenever|once|would|might|almost|nearly|says?|said|heard|think)\b", re.I
)
_CLAUSE_END: Final = re.compile(r"[.;:!?)\n]|,\s|\b(?:and|but|so|after|because)\b", re.IGNORECASE)


def departed(state: Reader, text: str, namespace: str, at: int) -> Iterator[Statement]:
    """That whatever is known of the offices of those who are gone is over."""
    for gone in _GONE.finditer(text):
        begin = max(text.rfind(mark, 0, gone.start()) for mark in ".;!?\n") + 1
        if _NOT_YET.search(text, begin, gone.start()) or _asks(text, gone.end()):
            continue
        day = _find_departure_time(text, gone, begin, at)
        in_front = max((date.end for date in find_dates(gone["who"], at)), default=0)  # `In May Sarah retired`
        names = names_of(state, (namespace,), gone["who"][in_front:].strip())
        for fact in state.facts(FactQuery((namespace,), names)):
            key = predicate_key(fact.predicate)
            if key in _OFFICES and fact.valid_to == NEVER and isinstance(fact.object, str):
                until = day if fact.valid_from < day else at
                yield Statement(fact.subject, key, fact.object, valid_to=until, source=EXTRACTED)


def _find_departure_time(text: str, gone: re.Match[str], begin: int, at: int) -> int:
    """Return when somebody left.

    The date in front of the words that say so or right behind them counts, else the time at which it was said."""
    in_front = text[begin : gone.end("who")]
    behind = _CLAUSE_END.split(text[gone.end() :], maxsplit=1)[0]
    for part in (behind, in_front):
        for date in find_dates(part, at):
            span = calendar_span(part[date.start : date.end], at) or date.span
            return min(span.start, at)
    return at


def _asks(text: str, end: int) -> bool:
    stop = re.search(r"[.!?\n]", text[end:])
    return stop is not None and stop[0] == "?"
