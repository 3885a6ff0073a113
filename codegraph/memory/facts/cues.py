"""Which predicates a question asks for, by its words: `which port` means `listens_on`, `where` a host or a place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from codegraph.memory.facts.model import predicate_key

_CUES: Final[Mapping[str, str]] = {
    "listens_on": r"ports?|listens?|listening",
    "runs_on_host": r"where|hosts?|hosted|runs?|running|machine|server|cluster|deployed",
    "located_in": r"where|located?|location|lives?|place|city|country|folder|directory|kept|stored",
    "has_version": r"versions?|release",
    "leads": r"who leads?|led|leads?|leader|heads?|in charge|runs",
    "owns": r"owns?|owned|owners?|maintains?|maintained|maintainers?|responsible|in charge|looks after",
    "reports_to": r"reports?|manager|boss",
    "works_at": r"works?|worked|employer|company|employed",
    "has_role": r"roles?|job|title|position|who is",
    "member_of": r"team|members?|joined?|belongs?",
    "uses": r"uses?|used|using",
    "written_in": r"written|languages?|implemented",
    "due_on": r"due|deadline|when|ship|release[ds]?",
    "prefers": r"prefers?|preferred|preference|likes?|favou?rite",
    "avoids": r"avoids?|dislikes?|hates?|never|not like|opinion",
    "has_name": r"name|called|who am i",
    "renamed_to": r"renamed|called",
    "replaced_by": r"replaced?|replaces|instead|successor",
    "has_url": r"urls?|address|link|website|page",
    "has_email": r"e-?mails?|contact|reach",
    "decided": r"decided?|decision|agree[ds]?|settled?|chose|choose",
    "depends_on": r"depends?|dependency|dependencies|requires?|needs?",
    "expires_on": r"expires?|expiry|end of life|until when",
}
_PATTERNS: Final = {predicate: re.compile(rf"\b(?:{cue})\b", re.IGNORECASE) for predicate, cue in _CUES.items()}


_WHICH_VERSION: Final = re.compile(r"\b(?:which|what)\b.*\bversions?\b|^\W*versions?\b", re.IGNORECASE)
_OF_USE: Final = re.compile(r"\b(?:uses?|used|using|needs?|requires?|runs?|running)\b", re.IGNORECASE)
_USING: Final = frozenset(("uses", "depends_on", "runs_on_host"))


def asked_for(query: str) -> frozenset[str]:
    """Predicates that the words of a question ask for. `Which version of x does y use?` asks for no use."""
    found = frozenset(predicate for predicate, pattern in _PATTERNS.items() if pattern.search(query))
    return found - _USING if _WHICH_VERSION.search(query) else found


def asking(query: str, predicates: Iterable[str]) -> str:
    """The words of a question that ask for one of these predicates."""
    predicates = tuple(predicates)
    found = (_PATTERNS[key].finditer(query) for key in map(predicate_key, predicates) if key in _PATTERNS)
    words = [match[0] for matches in found for match in matches]
    if "has_version" in map(predicate_key, predicates) and _WHICH_VERSION.search(query):
        words += _OF_USE.findall(query)
    return " ".join(words)


def besides(query: str, predicate: str) -> str:
    """A question without the words by which it asks for a predicate."""
    rest = _PATTERNS[predicate].sub(" ", query)
    return _OF_USE.sub(" ", rest) if predicate == "has_version" and _WHICH_VERSION.search(query) else rest


def known(predicate: str) -> bool:
    """Whether there are words that ask for a predicate."""
    return predicate_key(predicate) in _PATTERNS


def fits(predicate: str, wanted: frozenset[str]) -> bool:
    return predicate_key(predicate) in wanted
