"""Parsing of questions into terms, names of code and times.

Phrases that only frame the question are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from codegraph.memory.anchors.prose_mentions import Mention, find_mentions
from codegraph.memory.dates import Interval, find_intervals, strip_times
from codegraph.memory.recall.tokenization import (
    Forms,
    Spellings,
    find_forms,
    find_opened_names,
    find_terms,
    list_pairs,
    tokenize,
)
from codegraph.text.lazy_pattern import compile_lazily

# Phrases a question is framed with. What they say is answered by the form of an answer, never by a memory that repeats
# them. Development set, any session of the evidence among the first five of all: 0.695 with them, 0.709 without.
_FRAMES: Final = tuple(
    (words.split(), pattern)
    for words, pattern in (
        (
            "conversation chat discussion session",
            r"\b(?:in|on|about|to|at|through|from)?\s*(?:our|my|the)\s+(?:previous|last|earlier|past)\s+"
            r"(?:conversation|chat|discussion|session)s?(?:\s+(?:about|on|where|regarding|with))?",
        ),
        (
            "you",
            r"\b(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:remind|tell|show|suggest|recommend|give|help)\b"
            r"(?:\s+me)?(?:\s+(?:again|of|about|with))*",
        ),
        ("wonder", r"\bi\s+(?:was|am|'m|have been)?\s*(?:just\s+)?wonder(?:ing|ed)?,?(?:\s+if)?"),
        (
            "going looking thinking",
            r"^i(?:\s+am|\s+was|'m)\s+(?:going|looking|thinking)\s+(?:back|through|over|of|about)+",
        ),
        (
            "want like",
            r"^i\s+(?:wanted|want|would like|'d like)\s+to\s+(?:follow up|check|confirm|ask|know|go back)"
            r"(?:\s+(?:on|about|to))?",
        ),
        ("remember recall think", r"\b(?:i|we|you)\s+(?:remember|recall|think)\b(?:\s+(?:that|when))?"),
        (
            "mentioned told said discussed talked provided suggested recommended spoke",
            r"\b(?:i|we|you)\s+(?:mentioned|told|said|discussed|talked|provided|suggested|recommended|spoke)\b"
            r"(?:\s+(?:me|you|that|about|earlier|before))*",
        ),
        (
            "how",
            r"\bhow\s+(?:many|much)\b(?:\s+(?:more|total|different|other|of))*"
            r"(?:\s+(?:times?|days?|weeks?|months?|years?|hours?|minutes?|money))?"
            r"(?:\s+(?:in\s+total|ago|older|earlier|later|longer))?",
        ),
        ("how", r"\bhow\s+(?:long|often|old|far|big|large|tall|soon|recently)\b"),
        (
            "what",
            r"\bwhat(?:'s|\s+(?:is|was|were|are|did))\s+the\s+(?:order|sequence|name|total(?:\s+(?:number|amount|cost))?|"
            r"number|average|difference|amount|percentage)\b(?:\s+(?:of|in|between))?",
        ),
        (
            "earliest oldest first",
            r"\bfrom\s+(?:the\s+)?(?:earliest|oldest|first)\s+to\s+(?:the\s+)?(?:latest|newest|last|most recent)",
        ),
        (
            "what which",
            r"\b(?:what|which)\s+(?:type|kind|sort|day|time|date|event|size|brand|name|year|month)s?\b(?:\s+of)?"
            r"(?:\s+the\s+week)?",
        ),
        (
            "tip advice recommend suggest idea",
            r"\b(?:any|some)\s+(?:\w+\s+)?(?:tips|advice|recommendations?|suggestions?|ideas)\b",
        ),
        (
            "recent lately current far total altogether combined first happen passed between",
            r"\b(?:most\s+recently|recently|lately|currently|so\s+far|in\s+total|altogether|combined|first|happened|happen|"
            r"passed|between)\b",
        ),
        (
            "we",
            r"\b(?:did|do|have)\s+we\s+(?:decide|decided|agree|agreed|say|said|choose|chosen)\b"
            r"(?:\s+(?:about|on|to|for))?",
        ),
    )
)
"""Each with the words of which a question has one if it matches: few patterns are needed."""

MOST_TERMS: Final = 64
"""More terms than this are cut: a pasted file is not a question."""


REACH: Final = 3
"""Terms of a question at most so far apart are a pair: *the dog of my sister* is answered by *my sister's dog*."""


@lru_cache(maxsize=4_096)
def _read_tag(text: str) -> tuple[frozenset[str], Mapping[str, Forms]]:
    """Return the terms of a tag and their other spellings.

    They are kept, because candidates of a recall share most of their tags."""
    return frozenset(tokenize(text)), find_forms(text)


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    core: str  # the text without the phrases that frame a question
    terms: Mapping[str, int]  # of the core, with how often each occurs
    forms: Mapping[str, Forms]  # how else texts spell these
    opened: tuple[str, ...]  # names that it may spell with stop words
    pairs: tuple[str, ...]  # of them, that stand near each other
    mentions: tuple[Mention, ...]  # identifiers and paths
    times: tuple[Interval, ...]
    spellings: Spellings = field(compare=False, repr=False)  # of the words of the core

    def find_terms(self, text: str) -> frozenset[str]:
        """Return the terms of the question that a text has in some spelling."""
        return find_terms(text, self.terms, self.forms)

    def has_words_of(self, text: str) -> bool:
        """Return whether the question has every word of a text in some spelling.

        The text is a tag, for example."""
        words, forms = _read_tag(text)
        return bool(words) and (
            words <= self.terms.keys() or len(self.spellings.find_terms(words, forms)) == len(words)
        )


_OFFICES: Final = {
    verb: frozenset(tokenize(noun))
    for verb, noun in (
        ("own", "owner"), ("lead", "leader"), ("maintain", "maintainer"), ("manage", "manager"), ("supply", "supplier"),
        ("provide", "provider"), ("conduct", "conductor"), ("sponsor", "sponsor"), ("teach", "teacher"),
        ("review", "reviewer"), ("design", "designer"), ("coach", "coach"),
    )
}  # fmt: skip
"""Who does something is called so, in a word that no ending of the verb has."""

_WHO_DOES: Final = compile_lazily(r"^\W*who\b(?: else| all)?(?: \w+ly)? (?P<verb>[a-z]+)", re.IGNORECASE)
_ENDINGS: Final = (
    ("ied", "y"),
    ("ies", "y"),
    ("led", "lead"),
    ("taught", "teach"),
    ("ed", "e"),
    ("ed", ""),
    ("es", "e"),
    ("s", ""),
)


def _find_role_terms(question: str) -> frozenset[str]:
    """Return the terms for a person who does what is asked.

    `who owns it?` asks for the owner.
    """
    found = _WHO_DOES.match(question)
    if found is None:
        return frozenset()
    verb = found["verb"].lower()
    bare = [verb, *(verb.removesuffix(end) + made for end, made in _ENDINGS if verb.endswith(end))]
    return next((_OFFICES[one] for one in bare if one in _OFFICES), frozenset())


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def understand(text: str, now: int) -> Question:
    """Parse a question.

    When nothing is left without its frame, all of its words count.
    """
    core = text.replace("’", "'")
    said = core.lower()
    for words, frame in _FRAMES:
        if any(word in said for word in words):
            core = _compile(frame).sub(" ", core)
    core = strip_times(core)
    counted = Counter(tokenize(core))
    if not counted:
        core, counted = text, Counter(tokenize(text))
    counted.update(_find_role_terms(core))
    kept = dict(counted.most_common(MOST_TERMS)) if len(counted) > MOST_TERMS else dict(counted)
    near = tuple(dict.fromkeys(list_pairs(tokenize(core), REACH)))[:MOST_TERMS]
    other = {term: spelt for term, spelt in find_forms(core).items() if term in kept}
    plain = " ".join(core.split())
    return Question(
        text,
        plain,
        kept,
        other,
        tuple(find_opened_names(core)),
        near,
        tuple(find_mentions(text)),
        find_intervals(text, now),
        Spellings(plain),
    )
