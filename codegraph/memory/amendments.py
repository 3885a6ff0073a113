"""Amendments: later statements that change earlier ones on the same subject.

A score decides, without a model, whether a statement amends another. It has two parts: how far both have the same
subject (terms, meaning, code), and evidence of a change (another value, a cue word, a negation, a replaced name).
Neither is enough alone. Precision comes first: a missed amendment costs a place in an answer, a wrong one misleads.

An amendment is a link with the label `amends`. Nothing is deleted, and removing the link undoes the amendment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from codegraph.memory.claims import extract_claims
from codegraph.memory.memory_model import JsonValue, Metadata
from codegraph.memory.recall.tokenization import tokenize
from codegraph.text.lazy_pattern import compile_lazily

LONGEST: Final = 1_200
"""Characters of a text that is one statement. A longer one says too much to be amended as a whole."""

LEAST_SUBJECT: Final = 2.8
LEAST_EVIDENCE: Final = 1.0
LEAST: Final = 5.0
"""Points from which a statement amends another: for the subject, for the evidence, and for both together."""

CLOSE: Final = 0.55
"""Cosine from which a negation or another name counts in full without a cue word."""

_MOST_TERMS: Final = 3
"""Subject terms that the evidence of a link names."""


class _Phrases:
    """Phrases to search for in texts."""

    def __init__(self, text: str) -> None:
        every = [phrase.strip() for phrase in text.split(",")]
        self.pattern = "|".join(sorted(every, key=len, reverse=True))  # the longest of those that begin alike
        self._first = frozenset(phrase.split()[0] for phrase in every)
        self._found = compile_lazily(rf"\b(?:{self.pattern})\b", re.IGNORECASE)

    def find(self, text: str, words: frozenset[str]) -> str:
        """Return the first phrase found in a text, in lower case, "" for none."""
        found = None if words.isdisjoint(self._first) else self._found.search(text)
        return found[0].lower() if found else ""


_STRONG: Final = _Phrases(
    "no longer, not any more, not anymore, no any more, no anymore, any more, anymore, instead, instead of, "
    "in place of, rather than, from now on, going forward, henceforth, as of, effective, starting today, "
    "starting now, starting next, starting with, starting from, starting in, starting on, replaces, replaced, "
    "replacing, supersedes, superseded, switch, switches, switched, moves, moved, migrates, migrated, changes, "
    "changed, renamed, used to, previously, formerly, until now, so far, correction, update, revised, amend, amends, "
    "amended, amendment, drops, dropped, retired, deprecated, abolished, raised, lowered, increased, decreased, "
    "extended, shortened, reduced, doubled, tightened, relaxed, lifted, postponed, except, unless, apart from, "
    "exception, exempt, exempted, excluding, stop, stops, stopped, after all, override, overrides, reversed, "
    "go back, goes back"
)
_WEAK: Final = _Phrases(
    "now, only, but, however, also, additionally, as well, already, since, today, new, newly, this week, this month, "
    "this quarter"
)
_BEFORE: Final = _Phrases(
    "instead of, in place of, rather than, no longer, replaces, replaced, replacing, supersedes, superseded, used to, "
    "drop, drops, dropped, stop, stops, stopped"
)
_OLD: Final = compile_lazily(
    rf"\b(?:{_BEFORE.pattern}|(?P<weak>not|never|from|over|was|were))\b(?P<what>[^.;]*)", re.IGNORECASE
)


def _stem_all(words: str) -> frozenset[str]:
    return frozenset(tokenize(words))


CUE_TERMS: Final = _stem_all(
    "longer anymore instead place rather now forward henceforth effective starting start replaces replaced "
    "supersedes superseded switch switched move moved migrate migrated change changed rename renamed used "
    "previously formerly until far correction update revised amend amended amendment drop dropped retired "
    "deprecated abolished raised lowered increased decreased extended shortened reduced doubled tightened relaxed "
    "lifted postponed except unless apart exception exempt excluding stop stopped overrides reversed also "
    "additionally well already today new newly however week next decided agreed never"
)
"""Terms that tell of a change and belong to no subject."""

_FILLERS: Final = _stem_all(
    "use go run happen take make keep need always every all least build built write written set stay live return"
)
"""Terms that statements about anything are made with."""

# fmt: off
_CLASSES: Final[Mapping[str, tuple[str, ...]]] = {
    "day": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekday", "weekend"),
    "month": ("january", "february", "march", "april", "june", "july", "august", "september", "october", "november",
              "december"),
    "part of day": ("morning", "afternoon", "evening", "noon", "midnight", "night"),
    "frequency": ("hourly", "daily", "nightly", "weekly", "biweekly", "fortnightly", "monthly", "quarterly", "yearly",
                  "annually"),
    "state": ("enabled", "disabled"),
    "duty": ("required", "mandatory", "optional", "forbidden", "allowed", "must", "may"),
}
_CLASS_OF: Final = {word: name for name, words in _CLASSES.items() for word in words}
_NUMBERS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40",
    "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
}
_QUALIFIERS: Final = tuple(map(frozenset, (
    ("staging", "production", "prod", "development", "dev", "test", "qa", "preview", "sandbox"),
    ("frontend", "backend"), ("client", "server"), ("internal", "external"), ("public", "private"),
    ("read", "write"), ("ios", "android"), ("windows", "linux", "macos"), ("inbound", "outbound"),
    ("request", "response"), ("primary", "secondary", "replica"), ("junior", "senior"), ("unit", "integration"),
)))
"""Words that tell subjects apart which are alike in everything else."""
# fmt: on

_SPELT: Final = frozenset((*_NUMBERS, *_CLASS_OF, *(f"{word}s" for word in _CLASS_OF)))
_WORD: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = r"(?<![\w.])(?P<number>v?\d+(?:[.,:]\d+)*)(?P<tied>%|[a-z]{1,3}\b)?(?:[ -](?P<unit>[a-z]+))?"
_FIGURE: Final = re.compile(f"{_NUMBER}(?P<word>)", re.IGNORECASE)
_VALUE: Final = re.compile(f"{_NUMBER}|(?P<word>[a-z]+)", re.IGNORECASE)


class Value(NamedTuple):
    """Number, time, day or similar.

    Values of one class may replace one another.
    """

    sort: str
    value: str
    text: str  # as it was written


class Predecessor(NamedTuple):
    """Terms after a word for what was before, such as `instead of Friday`."""

    terms: frozenset[str]
    is_sure: bool  # not where the word has other uses: `from Friday`


@dataclass(frozen=True)
class Statement:
    """Parsed text for comparison."""

    text: str
    terms: tuple[str, ...]  # of its subject, in order: no cue, no value
    values: tuple[Value, ...]
    words: frozenset[str]  # lower case

    @cached_property
    def cue(self) -> str:
        """Return the words that announce a change, "" for none."""
        return _STRONG.find(self.text, self.words)

    @cached_property
    def weak_cue(self) -> str:
        """Return the words that may announce a change, "" for none."""
        return _WEAK.find(self.text, self.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the terms with meaning, without filler words."""
        return frozenset(self.terms) - _FILLERS

    @cached_property
    def head(self) -> str:
        """Return the first term that names the subject."""
        return next((term for term in self.terms if term not in _FILLERS), "")

    @cached_property
    def negates(self) -> bool:
        return extract_claims(self.text).negates

    @cached_property
    def predecessors(self) -> tuple[Predecessor, ...]:
        """Return the things that the text says it replaces."""
        return tuple(Predecessor(frozenset(tokenize(m["what"])), not m["weak"]) for m in _OLD.finditer(self.text))


class Nearness(NamedTuple):
    """Similarity of two statements apart from their words."""

    cosine: float = 0.0
    anchored: bool = False  # both are about the same code
    same_kind: bool = False


class Subject(NamedTuple):
    """Subject that two statements share."""

    terms: list[str]  # of the later one, in its order
    points: float  # up to 6


@dataclass(frozen=True, slots=True)
class Amendment:
    """Evidence that a statement changes an earlier one."""

    points: float
    subject: tuple[str, ...]  # terms of both
    before: str = ""  # a value or a name of the earlier one, and what took its place
    after: str = ""
    cue: str = ""
    negated: bool = False
    anchored: bool = False

    @property
    def disagrees(self) -> bool:
        """Return whether both cannot hold at once.

        They can when the later one only adds or narrows.
        """
        return bool(self.before) or self.negated

    def to_metadata(self) -> Metadata:
        """Return the evidence in the form stored with a link."""
        found: dict[str, JsonValue] = {"points": round(self.points, 2), "subject": " ".join(self.subject)}
        if self.before:
            found |= {"before": self.before, "after": self.after}
        if self.cue:
            found["cue"] = self.cue
        if self.negated:
            found["negated"] = True
        if self.anchored:
            found["same_code"] = True
        return found

    def describe(self) -> str:
        """Return the evidence in words.

        An example is `same subject "deploy window"; "Friday" → "Tuesday"`."""
        parts = [f"same subject `{' '.join(self.subject)}`"] if self.subject else []
        parts += ["about the same code"] if self.anchored and not self.subject else []
        parts += [f"'{self.before}' → '{self.after}'"] if self.before else []
        parts += [f"`{self.cue}`"] if self.cue else []
        parts += ["one says not"] if self.negated else []
        return "; ".join(parts)


@lru_cache(maxsize=2048)
def parse_statement(text: str) -> Statement:
    """Return the subject terms and the values of a text."""
    words = frozenset(_WORD.findall(text.lower()))
    values = tuple(_find_values(text, words))
    valued = {term for value in values for term in tokenize(value.text)}
    found = (term for term in dict.fromkeys(tokenize(text)) if term not in CUE_TERMS and term not in valued)
    return Statement(text, tuple(found), values, words)


def can_amend(later: Statement, near: Nearness) -> bool:
    """Return whether a statement may amend any other that is as near as this one.

    It may not when nothing in it indicates a change and the other one is too far to differ in one name only.
    """
    told = later.cue or later.weak_cue or later.values or later.predecessors
    return bool(told) or near.anchored or near.cosine >= CLOSE


def compare(earlier: Statement, later: Statement, near: Nearness) -> Amendment | None:
    """Return how a statement amends an earlier one.

    The result is None when it does not, or when there is no evidence.
    """
    found = _find_subject(earlier, later, near)
    if found is None or _are_apart(earlier, later):
        return None
    shared, subject = found
    cue, changed = later.cue, _find_change(earlier, later, shared)
    named = _has_old(earlier, later, shared)
    if len(shared) < 2 and not (changed.valued or named or near.anchored):
        return None
    close = bool(cue) or near.anchored or near.cosine >= CLOSE
    evidence = (
        (2.0 if changed.valued else 1.0 if changed.before and close else 0.0)
        + (2.0 if cue and not earlier.cue else 1.0 if cue else 0.75 if later.weak_cue else 0.0)
        + (1.5 if named else 0.0)
        + (0.5 if near.anchored and near.same_kind else 0.0)
        - ((0.75 if cue else 1.5) if _is_parallel(earlier, later, shared, changed) else 0.0)
    )
    if evidence + 1.0 < LEAST_EVIDENCE or subject + evidence + 1.0 < LEAST:
        return None  # whether or not one of them negates
    negated = earlier.negates != later.negates
    evidence += 1.0 if negated and close else 0.5 if negated else 0.0
    if evidence < LEAST_EVIDENCE or subject + evidence < LEAST:
        return None
    return Amendment(
        subject + evidence,
        tuple(_restore_spelling(later.text, shared)[:_MOST_TERMS]),
        changed.before,
        changed.after,
        cue or later.weak_cue,
        negated,
        near.anchored,
    )


def _find_subject(earlier: Statement, later: Statement, near: Nearness) -> Subject | None:
    """Return the subject that two statements share, None if it is too little."""
    if max(len(earlier.text), len(later.text)) > LONGEST:
        return None
    said = set(earlier.terms)
    shared = [term for term in later.terms if term in said]
    if not shared and not near.anchored:
        return None
    points = _rate_subject(earlier, later, shared, near)
    return Subject(shared, points) if points >= LEAST_SUBJECT else None


def _are_apart(earlier: Statement, later: Statement) -> bool:
    """Return whether the statements name different ones of several similar subjects.

    For example, one is about staging and the other about production.
    """
    for words in _QUALIFIERS:
        mine, theirs = later.words & words, earlier.words & words
        if mine and theirs and not mine & theirs:
            return not later.cue
    return False


def _rate_subject(earlier: Statement, later: Statement, shared: list[str], near: Nearness) -> float:
    """Return the score for having the same subject, 0 to 6."""
    least = min(len(earlier.terms), len(later.terms))
    share = len(shared) / max(least, 2)  # a single term is no subject of its own
    heads = [head for head in (earlier.head, later.head) if head]
    led = 0.5 if any(head in shared for head in heads) else -0.75
    return 3 * share + 2 * max(near.cosine, 0.0) + (1.0 if near.anchored else 0.0) + (led if heads else 0.0)


class _Change(NamedTuple):
    before: str = ""
    after: str = ""
    valued: bool = False  # whether they are values of one class


def _find_change(earlier: Statement, later: Statement, shared: list[str]) -> _Change:
    """Return the change: a value of a class, or the one name that differs."""
    for value in later.values:
        rivals = [one for one in earlier.values if _is_rival(one, value)]
        if rivals and all(one.value != value.value for one in rivals):
            said = {(one.sort, one.value) for one in later.values}
            old = next((one for one in rivals if (one.sort, one.value) not in said), rivals[0])
            return _Change(old.text, value.text, True)
    mine, theirs = later.names.difference(shared), earlier.names.difference(shared)
    if len(shared) < 2 or not (len(mine) == 1 and len(theirs) == 1):
        return _Change()
    if earlier.head in theirs and later.head in mine:
        return _Change()  # another subject of which the same is said
    return _Change(_restore_spelling(earlier.text, theirs)[0], _restore_spelling(later.text, mine)[0])


def _is_rival(one: Value, other: Value) -> bool:
    if one.sort == other.sort:
        return True
    plain = {"number", one.sort, other.sort}
    return len(plain) == 2 and all(sort.startswith("number") for sort in plain)  # one of them without a unit


def _is_parallel(earlier: Statement, later: Statement, shared: list[str], changed: _Change) -> bool:
    """Return whether each statement has a further subject in addition to the change."""
    taken = {*shared, *tokenize(changed.before), *tokenize(changed.after)}
    return not (earlier.names <= taken or later.names <= taken)


def _has_old(earlier: Statement, later: Statement, shared: list[str]) -> bool:
    """Return whether a statement says what it replaces: `instead of Friday`."""
    if not later.predecessors:
        return False
    old = {term for value in earlier.values for term in tokenize(value.text)}
    old |= {term for term in earlier.terms if term not in shared}
    every = old.union(earlier.terms[1:])
    return any(not each.terms.isdisjoint(every if each.is_sure else old) for each in later.predecessors)


def _find_values(text: str, words: frozenset[str]) -> Iterable[Value]:
    spelt = any(word in _SPELT for word in words)
    for match in (_VALUE if spelt else _FIGURE).finditer(text):
        word = (match["word"] or "").lower()
        if match["number"]:
            yield _number(match["number"], (match["tied"] or "").lower(), (match["unit"] or "").lower(), match[0])
        elif word in _NUMBERS:
            following = re.match(r"[ -]([a-z]+)", text[match.end() :], re.IGNORECASE)
            yield _number(_NUMBERS[word], "", following[1].lower() if following else "", match[0])
        else:
            known = word if word in _CLASS_OF else word.removesuffix("s")
            if known in _CLASS_OF:
                yield Value(_CLASS_OF[known], known, match[0])


def _number(digits: str, tied: str, unit: str, text: str) -> Value:
    if ":" in digits or tied in ("am", "pm", "h") or unit in ("am", "pm"):
        return Value("time", digits + (tied or unit), text)
    if digits[0] in "vV" or digits.count(".") > 1:
        return Value("version", digits.lstrip("vV"), text)
    if not tied and not tokenize(unit) and re.fullmatch(r"(?:19|20)\d\d", digits):
        return Value("year", digits, digits)
    stem = tied or next(iter(tokenize(unit)), "")
    return Value(f"number {stem}".strip(), digits, digits + tied if not stem or tied else text)


def _restore_spelling(text: str, wanted: Collection[str]) -> list[str]:
    """Return the words of a text that some terms were made from, in its order."""
    found: dict[str, str] = {}
    for word in re.findall(r"[^\W_]+(?:[.'’-][^\W_]+)*", text):
        for term in tokenize(word):
            if term in wanted:
                found.setdefault(term, word)
    return list(dict.fromkeys(found.values())) or list(wanted)
