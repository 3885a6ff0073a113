"""The verb of a clause with what stands before and behind it: subject, voice, negation, and phrases by preposition."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import lexicon as w
from codegraph.memory.facts.extract.lexicon import Form


class Group(NamedTuple):
    """One reading of a clause: who, which verb, how, and the words behind it."""

    subject: str
    lemma: str
    passive: bool
    past: bool
    perfect: bool
    negated: bool
    modal: str
    rest: str


class Phrase(NamedTuple):
    """A phrase behind a verb. `preposition` is "" for its direct object."""

    preposition: str
    text: str


_CONTRACTIONS: Final = (
    (re.compile(r"\b(can)n't\b|\b(ca)n't\b", re.I), "can not"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"\bcannot\b", re.I), "can not"),
    (re.compile(r"(?<=\w)n't\b", re.I), " not"),
    (re.compile(r"\b(I)'m\b", re.I), r"\1 am"),
    (re.compile(r"(?<=\w)'re\b", re.I), " are"),
    (re.compile(r"(?<=\w)'ve\b", re.I), " have"),
    (re.compile(r"(?<=\w)'ll\b", re.I), " will"),
    (re.compile(r"(?<=\w)'d\b", re.I), " would"),
    (re.compile(r"\b(he|she|it|that|who|there|here|what|everything)'s (?=been\b|got\b|joined\b|left\b|moved\b|become\b|taken\b)", re.I), r"\1 has "),
    (re.compile(r"\b(he|she|it|that|who|there|here|what|everything)'s\b", re.I), r"\1 is"),
    (
        re.compile(r"(?<=\w)'s (?=(?:a|an|the|our|my|now|in|at|on|by|with|from|not|no|responsible|currently|still|based|written|owned|maintained|run|hosted|been|called|pinned|due)\b)", re.I),
        " is ",
    ),
)  # fmt: skip
_COMPOUND: Final = (
    (re.compile(r"\bon top of\b", re.I), "atop"),
    (re.compile(r"\bin favou?r of\b", re.I), "favouring"),
    (re.compile(r"\b(?:with the help of|by means of|by way of|with the aid of)\b", re.I), "with"),
    (
        re.compile(
            r"\b(?:thanks to|due to|in order to|on account of|because of|for the sake of|as part of|instead of|rather than|apart from|as opposed to|on behalf of|in place of|compared to)\b",
            re.I,
        ),
        "because",
    ),
    (
        re.compile(
            r",?\s+(?:(?:a|quite a|not a) (?:while|moment|bit|long time) (?:ago|back)|(?:long|ages|years|months|weeks) ago|back then|back in the day|these days|nowadays|at (?:the moment|present|last|this point)|right now|for now|so far|as well|too|by now|out of the box|under the hood|for good|by default|of late|lately|once and for all)(?=[\s,.;]|$)",
            re.I,
        ),
        "",
    ),
)


@lru_cache(maxsize=1024)
def expanded(text: str) -> str:
    """A clause without contractions."""
    labelled = re.match(r"[\w -]{3,40}: (?=(?:we|i|our|the|they|my)\b)", text, re.I)
    if labelled:
        text = text[labelled.end() :]
    for pattern, plain in (*_COMPOUND, *_CONTRACTIONS):
        text = pattern.sub(plain, text)
    return text


_SUBJECTLESS: Final = frozenset(
    [
        "requires",
        "needs",
        "uses",
        "depends",
        "relies",
        "runs",
        "listens",
        "exposes",
        "serves",
        "stores",
        "leverages",
        "employs",
        "wraps",
        "embeds",
        "expects",
    ]
)


def _bare(word: str) -> str:
    return word.strip(",;:.!()\"'`").lower()


def groups(text: str, lemmas: Mapping[str, Mapping[str, frozenset[Form]]], commanding: bool) -> Iterator[Group]:
    """The readings of a clause, the leftmost verb first. `lemmas`: spelling → lemma → forms."""
    words = expanded(text).split()
    plain = [_bare(word) for word in words]
    if commanding:
        for lemma, forms in lemmas.get(plain[0] if plain else "", {}).items():
            if Form.BASE in forms:
                yield Group("", lemma, False, False, False, False, "", " ".join(words[1:]))
        return
    for lemma, forms in lemmas.get(plain[0] if plain else "", {}).items():
        if (
            Form.THIRD in forms and len(words) > 1 and plain[0] in _SUBJECTLESS
        ):  # `Requires Python`: what a page says of its project
            yield Group("", lemma, False, False, False, False, "", " ".join(words[1:]))
    start = 1
    while start < len(words):
        found = _auxiliaries(plain, start)
        if found is not None:
            at, passive, past, perfect, negated, modal = found
            subject, early = _subject(words[:start])
            if subject and not _inside(plain, start):
                yield from _mains(words, plain, at, subject, passive, past, perfect, negated or early, modal, lemmas)
                return
        elif plain[start] in lemmas and not _inside(plain, start):
            subject, early = _subject(words[:start])
            for lemma, forms in lemmas[plain[start]].items():
                if subject and _agrees(plain, start, forms):
                    yield Group(
                        subject,
                        lemma,
                        False,
                        Form.PAST in forms and Form.BASE not in forms,
                        False,
                        early,
                        "",
                        " ".join(words[start + 1 :]),
                    )
        start += 1


def _inside(plain: Sequence[str], at: int) -> bool:
    """Whether the word follows what asks for a noun."""
    before = plain[at - 1]
    return (
        (before in w.DETERMINERS and before not in ("this", "that", "these", "those", "all"))
        or before in w.PREPOSITIONS - {"up", "off", "out"}
        or before in ("to", "of", "and", "or", "not")
    )


def _agrees(plain: Sequence[str], at: int, forms: frozenset[Form]) -> bool:
    if Form.THIRD in forms:
        return plain[at - 1] not in ("i", "we", "they", "you")
    if Form.PAST in forms and Form.BASE not in forms:
        return True
    if Form.BASE not in forms:
        return False
    k = at - 1
    while k > 0 and plain[k] in w.ADVERBS:
        k -= 1
    last = plain[k]
    return (
        last in ("i", "we", "they", "you", "people", "folks")
        or (last.endswith("s") and not last.endswith("ss"))
        or "and" in plain[:k]
        or Form.PAST in forms
    )


class _Aux(NamedTuple):
    at: int
    passive: bool
    past: bool
    perfect: bool
    negated: bool
    modal: str


def _auxiliaries(plain: Sequence[str], start: int) -> _Aux | None:
    """The auxiliaries that begin at a word, and where the main verb may be: passive stands for any form of `be`."""
    if plain[start] not in w.MODALS | w.BE | w.HAVE | w.DO | w.GET:
        return None
    at, be, past, have, negated, modal = start, False, False, False, False, ""
    while at < len(plain):
        word = plain[at]
        if word in w.MODALS:
            modal = word
        elif word in w.BE:
            be, past = True, past or word in ("was", "were")
        elif word in w.HAVE:
            have = True
        elif word in w.GET and not be:
            be, past = True, past or word == "got"
        elif word in w.NEGATIONS:
            negated = True
        elif word in w.DO and modal:
            break
        elif word in w.DO:
            past = past or word == "did"
        elif word not in w.ADVERBS:
            break
        at += 1
    return _Aux(at, be, past, have, negated, modal)


def _mains(
    words: Sequence[str], plain: Sequence[str], at: int, subject: str, be: bool, past: bool, perfect: bool, negated: bool, modal: str,
    lemmas: Mapping[str, Mapping[str, frozenset[Form]]],
) -> Iterator[Group]:  # fmt: skip
    """The main verb behind auxiliaries, or `be` and `have` as the verb itself."""
    word = plain[at] if at < len(plain) else ""
    rest = " ".join(words[at + 1 :])
    for lemma, forms in lemmas.get(word, {}).items():
        if be and Form.PARTICIPLE in forms:
            yield Group(subject, lemma, True, past, perfect, negated, modal, rest)
        elif (be and Form.GERUND in forms) or (perfect and not be and Form.PARTICIPLE in forms):
            yield Group(subject, lemma, False, past, perfect, negated, modal, rest)
        elif not be and not perfect and Form.BASE in forms:
            yield Group(subject, lemma, False, past, False, negated, modal, rest)
    whole = " ".join(words[at:])
    if be:
        yield Group(subject, "be", False, past, perfect, negated, modal, whole)
    elif perfect:
        yield Group(subject, "have", False, past, False, negated, modal, whole)


def _subject(words: Sequence[str]) -> tuple[str, bool]:
    """The noun phrase before a verb, without adverbs at its ends, and whether they deny."""
    kept = list(words)
    denied = False
    while kept and (_bare(kept[-1]) in w.ADVERBS | w.NEGATIONS) and not kept[-1].endswith(","):
        denied |= _bare(kept[-1]) in w.NEGATIONS
        kept.pop()
    return " ".join(kept).strip(" ,"), denied


def phrases(rest: str, keep: frozenset[str] = frozenset()) -> list[Phrase]:
    """What stands behind a verb: its object and the phrases that prepositions open, up to the next clause."""
    found: list[Phrase] = []
    preposition, part = "", []
    words = rest.split()
    for number, word in enumerate(words):
        plain = _bare(word)
        closes = word.endswith((";", ":")) and number + 1 < len(words)
        determines = plain == "that" and (not part or _bare(part[-1]) in ("of", "and"))
        if (plain in w.CONNECTIVES and not determines) or plain in ("instead", "rather"):
            break
        follows = _bare(words[number + 1]) if number + 1 < len(words) else ""
        if plain in ("and", "or") and (
            follows in w.PRONOUNS | w.MODALS | w.BE | w.HAVE | w.DO or follows in w.CONNECTIVES | {"not", "then"}
        ):
            break
        if plain in w.PREPOSITIONS and plain not in keep and follows:
            if preposition in ("", "up", "out", "off", "over") and not part and preposition:
                preposition = f"{preposition} {plain}" if plain not in ("the",) else preposition
            elif part or not preposition:
                if part or preposition:
                    found.append(Phrase(preposition, _ended(part)))
                preposition, part = plain, []
            else:
                preposition = f"{preposition} {plain}"
            continue
        if not part and plain in w.ADVERBS and number + 1 < len(words):
            continue
        part.append(word)
        if closes:
            break
    if part or preposition:
        found.append(Phrase(preposition, _ended(part)))
    return [one for one in found if one.text or one.preposition]


def _ended(part: Sequence[str]) -> str:
    """A phrase without a conjunction or a further remark at its end."""
    text = " ".join(part).strip(" ,;:")
    return re.sub(r"(?:,?\s+(?:and|or))+$", "", text, flags=re.I)
