"""Words of a question that none of its answers has.

They tell the reader which part of the question has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from codegraph.memory.dates import strip_dates
from codegraph.memory.recall.tokenization import find_forms, find_terms, tokenize
from codegraph.text.lazy_pattern import compile_lazily

MOST: Final = 8
"""Words of a question that is looked at: a longer one tells a story, whose words need not be the answer's."""

FEW: Final = 3
"""Words of a question each of which counts."""

_WORD: Final = compile_lazily(r"[^\W_][\w.'’+#/-]*")
_ALIKE: Final = 4  # letters that two forms of a word have in common, at least
_CUT: Final = 2  # letters by which they may differ beyond their stems
_ASKING: Final = frozenset(
    tokenize(
        "tell know say said told remember recall list show give find kind type sort many much often exactly current "
        "currently now today anything something everything anyone someone everyone thing things information details"
    )
)
"""What a question is put with, whatever it is about."""

_OWNED: Final = compile_lazily(
    r"\b(?i:what|which|who|where|when)(?:['’]s| is| was| are| were) [A-Z][\w-]*(?: [A-Z][\w-]*)?['’]s? "
    r"(?P<what>[\w-]+(?: [\w-]+)?)\W*$"
)
_VERBS_SAY: Final = """
    job profession occupation role title position manager boss lead leader supervisor employer company team group
    birthday age home hometown town city place address location house owner wife husband partner name nickname
    start end deadline date status state plan opinion view favourite favorite preference hobby language version
"""
_SAID_OTHERWISE: Final = frozenset(_VERBS_SAY.split())
"""Of these a text tells by a verb: who works for whom, lives where, reports to whom."""

_BOSSES: Final = r"\b(?:manag\w+|reports? to|boss|leads?|led|leader|head(?:s|ed)?|supervis\w+|under|director|runs?)\b"
_MARRIED: Final = r"\b(?:wife|husband|spouse|partner|married|marry|wedding|engaged)\b"
_MAIL: Final = r"@|\be-?mail\b"
_TOLD_AS: Final = {
    "birthday": r"\b(?:born|birth\w*|b-?day|turn(?:s|ed|ing) \d+)\b",
    "age": r"\b(?:years? old|aged?|born|turn(?:s|ed|ing) \d+)\b|, \d\d,",
    **dict.fromkeys(("e-mail", "email"), _MAIL),
    **dict.fromkeys(("manager", "boss", "supervisor"), _BOSSES),
    **dict.fromkeys(("wife", "husband"), _MARRIED),
}
"""How a text tells it if it does at all: who has none of these in any answer is told of something else."""


def find_missing_terms(question: str, told: Collection[str], *, names_only: bool = False) -> tuple[str, ...]:
    """Return the words of a question that no answer has, as the question spells them.

    In a question of several words a few missing plain words are not reported: an answer may put them otherwise. With
    `names_only`, further plain words are not reported either while any word of the question is found. Names are always
    reported, and so are the things asked of a name, such as `salary` in `what is Ada's salary?`.
    """
    asked = {word: found for word in _WORD.findall(strip_dates(question)) if (found := _extract_terms(word))}
    if not asked or len(asked) > MOST:
        return ()
    said = {term for text in told for term in tokenize(text)}
    missing = [word for word, found in asked.items() if not all(_is_said(term, said) for term in found)]
    if names_only and len(missing) < len(asked):  # other words are not reported, whatever their spellings
        missing = _select_names(missing, question, told)
    if missing:
        spelt = find_forms(question)
        lacking = {term for word in missing for term in asked[word]}
        lacking -= {term for text in told for term in find_terms(text, lacking, spelt)}
        missing = [word for word in missing if not lacking.isdisjoint(asked[word])]
    if len(missing) == len(asked) or (not names_only and (len(asked) <= FEW or 2 * len(missing) >= len(asked))):
        return tuple(missing)
    return tuple(_select_names(missing, question, told if names_only else ()))


def _select_names(words: Sequence[str], question: str, told: Collection[str]) -> list[str]:
    """Return the words that are names, or attributes that no answer has."""
    owned = _find_missing_attributes(question, told) if words and told else frozenset[str]()
    return [word for word in words if _is_name(word, question) or word in owned]


def explain_missing(question: str, told: Iterable[str]) -> str:
    """Return a sentence on the names of a question that no free text has.

    It includes what the question asks of a name. The result is "" when nothing is missing, and when there is no answer
    at all.
    """
    texts = list(told)
    return format_note(find_missing_terms(question, texts, names_only=True)) if texts else ""


def format_note(words: tuple[str, ...]) -> str:
    """Return the words as a sentence, "" for no words."""
    return f"no answer here has {', '.join(f'`{word}`' for word in words)}" if words else ""


def _find_missing_attributes(question: str, told: Collection[str]) -> frozenset[str]:
    """Return the words for an attribute of a named thing that no answer has.

    They are returned only when none of them is in any answer.
    """
    found = _OWNED.search(question)
    if found is None:
        return frozenset()
    words = [word for word in _WORD.findall(found["what"]) if _extract_terms(word)]
    solid = {re.sub(r"[\W_]", "", text).casefold() for text in told}
    first = words[0].lower() if words else ""
    if first in _TOLD_AS:
        there = any(re.search(_TOLD_AS[first], text, re.IGNORECASE) for text in told)
        return frozenset[str]() if there else frozenset(words)
    if any(word.lower() in _SAID_OTHERWISE or any(word.casefold() in text for text in solid) for word in words):
        return frozenset()
    return frozenset(words)


def _extract_terms(word: str) -> list[str]:
    return [term for term in tokenize(word.rstrip(".'’/-")) if term not in _ASKING]


def _is_said(term: str, said: set[str]) -> bool:
    if term in said:
        return True
    start = term[: max(_ALIKE, len(term) - _CUT)]
    return len(term) >= _ALIKE and any(one.startswith(start) for one in said)


def _is_name(word: str, question: str) -> bool:
    """Return whether a word is a name.

    A name has a capital or a digit, and does not begin the question.
    """
    return not question.lstrip().startswith(word) and any(c.isupper() or c.isdigit() for c in word)
