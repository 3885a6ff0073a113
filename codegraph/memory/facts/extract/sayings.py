"""Idioms found in a sentence: the rows of `idioms.py` as patterns, what fills their places tested as in any clause."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import fillers, idioms, idioms_of_change
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.words import inflections


class _Saying(NamedTuple):
    predicate: str
    wording: str
    marks: frozenset[str]
    needles: tuple[frozenset[str], ...]  # of each a sentence must have a word
    negative: bool = False  # the wording itself denies

    @property
    def pattern(self) -> re.Pattern[str]:
        return _pattern(self.wording)[0]

    @property
    def last(self) -> str:
        """The place that the wording ends with, "" where it ends with a word."""
        return _pattern(self.wording)[1]


class Match(NamedTuple):
    """What a saying told, and which part of the sentence said it."""

    facts: tuple[Extracted, ...]
    start: int
    end: int


_ADVERB: Final = (
    r"(?:\s+(?:now|still|currently|also|just|recently|really|always|usually|mostly|basically|actually|already|finally|officially|primarily|firmly|"
    r"directly|all|both|only|simply|definitely|totally|absolutely|pretty\s+much|since|long|once|never|not|no\s+longer|ever|even|generally|entirely|"
    r"effectively|solely|jointly|personally|gladly|quietly|together))*"
)
_BE: Final = (
    r"(?:\s+(?:is|are|am|was|were|be|has\s+been|have\s+been|had\s+been|being)(?:n't)?|'(?:s|m|re)(?:\s+been)?|'ve\s+been)"
    + _ADVERB
)
_AUXILIARIES: Final = (
    r"(?:\s+(?:has|have|had|is|are|am|was|were|been|got|did|does|do|used\s+to)(?:n't)?|'(?:ve|s|m|re|d))*"
)
_STARTS: Final = re.compile(
    r"(?:[,;:—–]|\s-)\s+(?:and |but |so |because |since )?|\b(?:and|but|so|because|since|as|though|while|that)\s+"
)
_LEADING: Final = w.words("for in on at since after with by as when")
_SPEAKERS: Final = re.compile(r"(?<= )(?:we|I|they)(?=[' ])")
_DATING: Final = w.words("in since as_of from by on until till")
_WORD: Final = re.compile(r"[\w'-]+")
_HAPPENED: Final = re.compile(r"\b(?:went|gone|headed|shipped|launched|released|presented|demoed)\b", re.I)
_COMMON: Final = w.words(
    "the a an of in to on at for with by from be is are was his her my our their its and or as it that you we have has get got go new "
    "up down out over off all no not can't won't don't doesn't cannot into under"
)


def _forms(lemma: str) -> set[str]:
    head, *rest = lemma.split("_")
    behind = "".join(f" {one}" for one in rest)
    return {f"{word}{behind}" for word in inflections(head)}


def _alternatives(token: str) -> str:
    found = sorted((re.escape(one).replace("_", r"\s+") for one in token.split("/") if one), key=len, reverse=True)
    return f"(?:{'|'.join(found)})"


def _joint(token: str) -> str:
    """What stands between a word and the one before it."""
    return r"\s*" if not re.search(r"[\w{>]", token[:1] + token[1:2]) or token[0] in ",:;" else r"\s+"


def _place(name: str, owner: bool, last: bool) -> str:
    if owner:
        return rf"(?:(?P<{name}>[^;]{{1,60}}?)(?:'s|(?<=s)')|(?P<{name}_of>my|our|his|her))"
    return rf"(?P<{name}>.+)$" if last else rf"(?P<{name}>[^;]{{1,80}}?)"


def _compiled(wording: str) -> tuple[str, str]:
    """A wording as a pattern, and the place it ends with."""
    parts, last = wording.split(), ""
    made = ""
    skip = False
    for number, token in enumerate(parts):
        if skip:
            skip = False
            continue
        optional = token.startswith("[") and token.endswith("]")
        bare = token[1:-1] if optional else token
        if bare.startswith("{"):
            owner = number + 1 < len(parts) and parts[number + 1] in ("'s", "['s]")
            ends = number == len(parts) - 1
            optional_owner = owner and parts[number + 1] == "['s]"
            piece = (r"\s+" if made else "") + _place(bare[1], owner and not optional_owner, ends and not owner)
            if optional_owner:
                piece += r"(?:'s)?"
            skip = owner
            last = bare[1] if ends else ""
        elif bare == "<be>":
            piece = _BE if made else _BE.replace(r"\s+(?:is", r"\s*(?:is", 1)
        elif bare == "<would>":
            piece = r"(?:\s+would|'d)" + _ADVERB
        elif bare.startswith("<"):
            if bare == "<have>":
                made += rf"(?:{_AUXILIARIES}{_ADVERB}\s+(?:have|has|had)(?:\s+got)?|'(?:ve|s)\s+got){_ADVERB}"
                continue
            forms = sorted({form for lemma in bare[1:-1].split("/") for form in _forms(lemma)}, key=len, reverse=True)
            spelt = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in forms)
            be = f"|{_BE.strip()}" if "be" in bare[1:-1].split("/") else ""
            piece = rf"(?:{_AUXILIARIES}{_ADVERB}\s+(?:{spelt})\b{be})" + _ADVERB
        else:
            piece = (_joint(bare) if made else "") + _alternatives(bare)
        made += f"(?:{piece})?" if optional else piece
    return made, last


@cache
def _pattern(wording: str) -> tuple[re.Pattern[str], str]:
    """Made when a sentence first has the words of a wording: all of them together take longer than any text."""
    pattern, last = _compiled(wording)
    return re.compile(pattern + ("" if last else r"(?=$|[\s.,;:!)])"), re.I), last


def _needles(wording: str) -> list[set[str]]:
    """Words of which a sentence must have one, by place of the wording."""
    found: list[set[str]] = []
    for token in wording.split():
        if token.startswith(("[", "{")) or token in ("<be>", "<would>", "'s"):
            continue
        if token.startswith("<"):
            lemmas = token[1:-1].split("/")
            if "be" in lemmas or lemmas in (["have"], ["go"], ["do"], ["get"]):
                continue
            found.append({form.split(" ")[0] for lemma in lemmas for form in _forms(lemma)})
        else:
            if not all(_WORD.search(one) for one in token.split("/") if one):
                continue
            words = {_WORD.findall(one.replace("_", " "))[0] for one in token.split("/") if _WORD.search(one)}
            if words:
                found.append(words)
    return found


def _read_rows() -> tuple[tuple[_Saying, ...], Mapping[str, tuple[int, ...]]]:
    sayings: list[_Saying] = []
    index: dict[str, list[int]] = {}
    for row in filter(None, [*idioms.ROWS.strip().splitlines(), *idioms_of_change.ROWS.strip().splitlines()]):
        predicate, wording, marks = (part.strip() for part in row.split("|"))
        needles = sorted(_needles(wording), key=lambda one: (bool(one & _COMMON), len(one)))
        low = tuple(frozenset(word.lower() for word in one) for one in needles)
        negative = re.search(r"n't\b|\bnot\b|\bcannot\b|can_not|_not_|\bwon't|(?<![\w<])never\b", wording) is not None
        row_marks = frozenset(marks.split())
        sayings.append(_Saying(predicate, wording, row_marks, low, negative))
        for word in needles[0] if needles else ():
            index.setdefault(word.lower(), []).append(len(sayings) - 1)
    return tuple(sayings), {word: tuple(rows) for word, rows in index.items()}


_SAYINGS, _INDEX = _read_rows()


def found_in(text: str, read: Sequence[Token], context: Context, *, command: bool = False) -> Match | None:
    """The first saying that a sentence holds with fitting places; None where there is none."""
    low: set[str] = {word.lower() for word in _WORD.findall(text)}
    low |= {part for word in low if "'" in word for part in word.split("'")}
    rows = sorted({row for word in low for row in _INDEX.get(word, ())})
    if not rows:
        return None
    starts = [0, *(found.end() for found in _STARTS.finditer(text))]
    led, date = _leading_date(read)
    if led:
        starts.insert(1, led)
    if read and read[0].low in _LEADING:
        starts += [found.start() for found in _SPEAKERS.finditer(text)]
    for row in rows:
        one = _SAYINGS[row]
        if ("cmd" in one.marks) != command or any(low.isdisjoint(words) for words in one.needles):
            continue
        for start in starts:
            hit = one.pattern.match(text, start)
            told = _told(one, hit, text, context, date if start == led else ("", "")) if hit is not None else None
            if told is not None:
                return told
    return None


def _leading_date(read: Sequence[Token]) -> tuple[int, tuple[str, str]]:
    """Where a sentence begins behind a date in front of it, and that date with its preposition."""
    at = 0 if not read or read[0].kind is Kind.DATE else 1
    if at and read and read[0].low not in _DATING:
        return 0, ("", "")
    if at >= len(read) or read[at].kind is not Kind.DATE:
        return 0, ("", "")
    behind = at + 2 if at + 1 < len(read) and read[at + 1].text == "," else at + 1
    if behind >= len(read):
        return 0, ("", "")
    return read[behind].start, (read[0].low if at else "", read[at].text)


def _told(one: _Saying, hit: re.Match[str], text: str, context: Context, date: tuple[str, str]) -> Match | None:
    groups = hit.groupdict()
    denied = _denied(hit, groups, one)
    over = denied == "over" or "ends" in one.marks
    if denied == "not" or not _in_time(_between(hit, groups), one.marks):
        return None
    if one.predicate in ("prefers", "avoids") and denied != "over" and _past(hit, groups, one):
        return None
    ends: dict[str, int] = {}
    places: dict[str, fillers.Filler] = {}
    for name in ("s", "o"):
        whose = groups.get(f"{name}_of")
        if whose:
            places[name] = fillers.possessor(whose)
        elif groups.get(name) is not None:
            read = fillers.filler(groups[name], one.predicate, name, whole=one.last != name)
            if read is None:
                return None
            places[name], ends[name] = read
    subjects, objects = places.get("s"), places.get("o")
    told = tuple(fillers.facts(one.predicate, one.marks, subjects, objects, context))
    if not told:
        return None
    end = hit.start(one.last) + ends[one.last] if one.last in ends else hit.end()
    began, until = _dates_behind(text[end:])
    if date[1]:
        began, until = (began, date[1]) if date[0] in ("until", "till") else (date[1], until)
    ended = over or (_past(hit, groups, one) and one.predicate in fillers.STATES)
    dated = one.predicate not in fillers.DATES
    made = tuple(
        Extracted(
            f.subject,
            f.predicate,
            f.object,
            began if dated else "",
            until if dated else "",
            (ended or bool(until)) and f.predicate in fillers.CLOSED,
        )
        for f in told
    )
    return Match(made, hit.start(), end)


def _between(hit: re.Match[str], groups: Mapping[str, str | None]) -> str:
    """The words of the saying outside its places."""
    text = hit.group(0)
    for name in ("s", "o", "x"):
        if groups.get(name):
            begin, end = hit.start(name) - hit.start(), hit.end(name) - hit.start()
            text = text[:begin] + "\0" * (end - begin) + text[end:]
    return text


def _in_time(said: str, marks: frozenset[str]) -> bool:
    """`went out on Friday` is no date that is still to come, `goes out on Friday` none that has passed."""
    if "future" in marks:
        return _HAPPENED.search(said) is None
    return "past" not in marks or _HAPPENED.search(said) is not None


def _denied(hit: re.Match[str], groups: Mapping[str, str | None], one: _Saying) -> str:
    said = _between(hit, groups).lower()
    if re.search(r"\b(?:no longer|used to)\b", said) and "used to be" not in said and "used to go" not in said:
        return "over"
    if not one.negative:
        return "not" if re.search(r"\b(?:not|never)\b|n't\b", said) else ""
    fixed = re.sub(
        r"\b(?:can't|cannot|can not|won't|wouldn't|couldn't|doesn't|don't|do not|does not|will not|didn't|isn't|aren't|not (?:a|an|use|have)|be not|(?:is|are|am|'m|'re|'s) not)\b",
        "",
        said,
    )
    return "not" if re.search(r"\b(?:not|never)\b|n't\b", fixed) else ""


def _past(hit: re.Match[str], groups: Mapping[str, str | None], one: _Saying) -> bool:
    said = r"\b(?:was|were|did)\b" if one.predicate == "works_at" else r"\b(?:was|were)\b"
    return re.search(said, _between(hit, groups)) is not None


def _dates_behind(text: str) -> tuple[str, str]:
    """From when and until when, in what follows up to the next clause."""
    began = until = ""
    read = tokens(re.split(r"[.;]|, (?:and|but|so)\b", text[:80])[0])
    for number, token in enumerate(read):
        if token.kind is Kind.DATE:
            before = read[number - 1].low if number else ""
            if before in ("until", "till", "through", "to", "up to"):
                until = until or token.text
            elif before in ("since", "in", "from", "as of", "on", "", "back in", "around", "last") or number == 0:
                began = began or token.text
    return began, until
