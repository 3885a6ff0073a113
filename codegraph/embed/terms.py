"""Analysis of text into search terms.

Identifiers are split at their capitals; words are lower-cased, without accents, and lightly stemmed.

`getHTTPResponse2` gives `gethttpresponse2` (the whole name, so that a search for it finds it), `get`, `http`, `respons`
and `2`. Scripts written without spaces give overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final

LONGEST: Final = 64
"""Characters of the longest word that is kept: beyond it stand hashes and encoded data, which nobody types."""

_WORD: Final = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_RUN: Final = re.compile(r"\w+")
"""As `_WORD`, with underscores around it."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\dA-Za-z_]+")
_UNSPACED: Final = r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
_FIRST_UNSPACED: Final = "\u0e00"
_UNDIVIDED: Final = str.maketrans({
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d",
    "Ð": "D", "ħ": "h", "Ħ": "H", "ı": "i", "ł": "l", "Ł": "L", "þ": "th", "Þ": "TH",
})  # fmt: skip
"""Latin letters that Unicode does not decompose, as they are written where they are not at hand."""
_UMLAUTS: Final = str.maketrans({
    "ä": "ae", "Ä": "Ae", "ö": "oe", "Ö": "Oe", "ü": "ue", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa",
})  # fmt: skip
_SPACED: Final = "".join(c if c.isalnum() or c == "_" else " " for c in map(chr, range(128)))
"""ASCII with a space for whatever is not in a word: splitting what this leaves is a third of the work of `_WORD`."""
_VOWELS: Final = frozenset("aeiouy")
_ENDINGS: Final = {
    "n": ("ation", "ion"),
    "r": ("ator", "er", "or"),
    "d": ("ated", "ed"),
    "g": ("ating", "ing"),
    "e": ("ate", "e"),
}
"""By last letter, tried in this order on words of more than `_KEPT` further characters; a plural `s` went before."""
_KEPT: Final = 4


def stem(word: str) -> str:
    """Strip the commonest English endings of a lower-case word.

    `parsers`, `parsing` and `parse` are one term. It is lossy on purpose and only used to compare: `connections` and
    `connected` give `connect`.
    """
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    last = word[-1]
    if last == "y":
        return word if word[-2] in "aeiou" else word[:-1] + "i"
    if last == "s":
        if word.endswith("ies"):
            return word[:-2]  # queries, query; cookies, cookie
        if word[-2] in "sui":
            return word
        word = word[:-1]
        last = word[-1]
    for ending in _ENDINGS.get(last, ()):
        if word.endswith(ending):
            rest = word[: -len(ending)]
            if len(rest) < (3 if ending == "e" else _KEPT) or _VOWELS.isdisjoint(rest):
                continue
            if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
                rest = rest[:-1]
            return rest
    return word


def list_word_terms(word: str) -> tuple[str, ...]:
    """Return the terms of one identifier, the whole name first when it has parts."""
    return _terms[word]


def _split_ascii(word: str) -> tuple[str, ...]:
    if word.isalpha() and word.islower():
        return (stem(word),) if len(word) <= LONGEST else ()
    found = list(map(_stems.__getitem__, _PART.findall(word)))
    if len(found) > 1:
        found.insert(0, stem(word.replace("_", "").lower()))
    return tuple(found) if len(word) <= LONGEST else tuple(term for term in found if len(term) <= LONGEST)


def _split_other(word: str) -> tuple[str, ...]:
    word = strip_accents(word)
    if word.isascii():
        return _split_ascii(word)
    found: list[str] = []
    for part in _PART.findall(word):
        if part.isascii():
            found.append(_stems[part])
        else:
            found += _split_foreign(part)
    if len(found) > 1 and not _compile_unspaced().search(word):
        found.insert(0, stem(word.replace("_", "").lower()))
    return tuple(term for term in found if len(term) <= LONGEST)


def split_name(name: str) -> list[str]:
    """Split an identifier into its words, as written.

    `getHTTPResponse` gives `get`, `HTTP`, `Response`.
    """
    return _PART.findall(name if name.isascii() else strip_accents(name))


class _BaseCharacters(dict[int, str]):
    """Characters without their accents, each computed once."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        found = self[code] = "" if unicodedata.combining(character) else _UNDIVIDED.get(code, character)
        return found


_bare: Final = _BaseCharacters()


def strip_accents(text: str) -> str:
    """Return text without accents, ligatures and compatibility forms.

    `Äpfel` gives `Apfel`, `Größe` gives `Grosse`.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", text).translate(_bare))


def expand_umlauts(text: str) -> str:
    """Return text with umlauts written as two letters, as in source kept ASCII.

    `Größe` gives `Groesse`.
    """
    spelt = strip_accents(unicodedata.normalize("NFC", text).translate(_UMLAUTS))
    return spelt.upper() if text.isupper() else spelt


def contract_umlauts(term: str) -> str:
    """Return a term with one letter for two that may stand for an umlaut.

    `groess` gives `gross`; other terms stay as they are.
    """
    return term.replace("ae", "a").replace("oe", "o").replace("ue", "u")


@cache
def _compile_unspaced() -> re.Pattern[str]:
    """Compile the pattern for the first word that is not ASCII.

    It takes longer than reading a query.
    """
    return re.compile(_UNSPACED)


def _split_foreign(part: str) -> list[str]:
    """Return words of other scripts whole, and runs without spaces as pairs."""
    if max(part) < _FIRST_UNSPACED:
        return [part.lower()]
    found: list[str] = []
    at = 0
    for run in _compile_unspaced().finditer(part):
        if run.start() > at:
            found.append(part[at : run.start()].lower())
        text = run.group()
        found += [text[i : i + 2] for i in range(len(text) - 1)] or [text]
        at = run.end()
    if at < len(part):
        found.append(part[at:].lower())
    return found


def list_words(text: str) -> list[str]:
    """Return the identifiers and words of a text, as written."""
    return _WORD.findall(text)


MOST_WORDS: Final = 1 << 16
"""Words whose terms are remembered: files near each other have most of theirs in common."""


class _Terms(dict[str, tuple[str, ...]]):
    """Terms of words, each computed once.

    Underscores around a word are not part of it.
    """

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= MOST_WORDS:
            self.clear()
        bare = word.strip("_")
        found = self[word] = _split_ascii(bare) if bare.isascii() else _split_other(bare)
        return found


class _Stems(dict[str, str]):
    """Stems of parts of words, each computed once.

    Parts occur far more often than whole words.
    """

    def __missing__(self, part: str) -> str:
        if len(self) >= MOST_WORDS:
            self.clear()
        found = self[part] = stem(part.lower())
        return found


_terms: Final = _Terms()
_stems: Final = _Stems()


def forget_terms() -> None:
    """Clear the caches of words, when no further text is similar to the previous ones."""
    _terms.clear()
    _stems.clear()


def split_words(text: str) -> list[str]:
    """Return the words of a text with the underscores around them.

    That is a third of the work of `list_words`.
    """
    return text.translate(_SPACED).split() if text.isascii() else _RUN.findall(text)


def count_terms(text: str) -> Counter[str]:
    """Count the terms of a text."""
    return Counter(chain.from_iterable(map(_terms.__getitem__, split_words(text))))


def list_terms(texts: Iterable[str]) -> list[str]:
    """Return the terms of several words or names, in order, with repetitions."""
    return [term for text in texts for word in _WORD.findall(text) for term in _terms[word]]
