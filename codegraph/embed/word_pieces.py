"""Text to word pieces, as the shipped model was trained on them.

Identifiers are split at camelCase, acronym and digit borders, lower-cased and cut into the longest pieces that the
vocabulary has (WordPiece, Schuster and Nakajima 2012). All of it happens within a *run*: what lies between white space
and ASCII punctuation. Sources repeat their runs, so each is cut once and then looked up.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUNS: Final = re.compile(r"[^\s!-/:-@\[-`{-~]+|[!-/:-@\[-`{-~]")
"""A run, or one ASCII punctuation mark."""

UNKNOWN: Final = "[UNK]"
CONTINUES: Final = "##"
LONGEST_WORD: Final = 40
"""Longer words are unknown: hashes and encoded data say nothing."""

SHORTEST_KNOWN: Final = 4
"""Characters: most shorter texts are pieces, words or not."""

LONGEST_KEPT: Final = 60
"""Longer ones are rarely met twice."""

_BORDER: Final = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_IDEOGRAPHS: Final = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
"""Every one of these is a word of its own."""

_REMEMBERED: Final = 300_000
"""Words kept at most between two batches, some 40 MB."""


class Pieces:
    """Piece numbers of texts.

    Each run between white space is cut once and remembered by a number, so that a text costs one look-up for each word;
    cutting every text anew takes ten times as long.
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._runs = _Runs(vocabulary)
        self._forget()

    def _forget(self) -> None:
        self._runs.clear()
        self._words = _Words(self._runs)

    def tokenize(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the pieces of all texts, one text after the other, and their counts.

        Unknown words have none.
        """
        if len(self._words.starts) > _REMEMBERED:
            self._forget()
        number = self._words.__getitem__
        numbers = [list(map(number, text.split())) for text in texts]
        counts = np.fromiter(map(len, numbers), np.int64, len(numbers))
        word = np.fromiter(chain.from_iterable(numbers), np.int64, int(counts.sum()))
        starts = np.frombuffer(self._words.starts, dtype=np.int64)
        pieces = np.frombuffer(self._words.pieces, dtype=np.int32)
        first, length = starts[word], starts[word + 1] - starts[word]
        ends = np.cumsum(length)
        total = int(ends[-1]) if len(ends) else 0
        found = pieces[np.repeat(first - (ends - length), length) + np.arange(total)]
        bounds = np.concatenate(([0], np.cumsum(counts)))
        through = np.concatenate(([0], ends))[bounds]
        return found, np.diff(through)

    def has_known_words(self, text: str) -> bool:
        """Return whether any word of the text is one piece, or all of it but an ending.

        An unknown word is cut into pieces all the same, and would mean whatever these mean.
        """
        return any(
            len(word) >= SHORTEST_KNOWN and self._runs.has(word)
            for run in RUNS.findall(text)
            for word in split_run(run)
        )


class _Words(dict[str, int]):
    """Numbers of words between white space.

    The pieces of a word are `pieces[starts[number] : starts[number + 1]]`.
    """

    def __init__(self, runs: _Runs) -> None:
        super().__init__()
        self._runs = runs
        self.starts = array("q", (0,))
        self.pieces = array("i")

    def __missing__(self, word: str) -> int:
        number = len(self.starts) - 1
        self.pieces.extend(chain.from_iterable(map(self._runs.__getitem__, RUNS.findall(word))))
        self.starts.append(len(self.pieces))
        if len(word) <= LONGEST_KEPT:
            self[word] = number
        return number


class _Runs(dict[str, tuple[int, ...]]):
    """Piece numbers of a run."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._longest = max(map(len, vocabulary), default=0)

    def __missing__(self, run: str) -> tuple[int, ...]:
        found = tuple(piece for word in split_run(run) for piece in self._cut(word))
        if len(run) <= LONGEST_KEPT:
            self[run] = found
        return found

    def has(self, word: str) -> bool:
        least = max(SHORTEST_KNOWN + 1, -(-2 * len(word) // 3))
        return word in self._vocabulary or any(word[:end] in self._vocabulary for end in range(least, len(word)))

    def _cut(self, word: str) -> list[int]:
        vocabulary = self._vocabulary
        if len(word) > LONGEST_WORD:
            return []
        pieces: list[int] = []
        at, prefix = 0, ""
        while at < len(word):
            for end in range(min(len(word), at + self._longest), at, -1):
                number = vocabulary.get(prefix + word[at:end])
                if number is not None:
                    break
            else:
                return []
            pieces.append(number)
            at, prefix = end, CONTINUES
        return pieces


def split_run(run: str) -> list[str]:
    """Return the lower-case words of a run, accents removed."""
    if run.isascii() and run.isalnum():
        return [run] if run.islower() and run.isalpha() else _BORDER.sub(" ", run).lower().split()
    cleaned = "".join(filter(_is_kept, run))
    plain = unicodedata.normalize("NFD", _BORDER.sub(" ", cleaned))
    return "".join(_pad(c) for c in plain if unicodedata.category(c) != "Mn").lower().split()


def _is_kept(character: str) -> bool:
    return character not in "\0\ufffd" and not unicodedata.category(character).startswith("C")


def _pad(character: str) -> str:
    """Return a character, between blanks if it is a word of its own."""
    code = ord(character)
    if code < 128:
        return character
    alone = any(low <= code <= high for low, high in _IDEOGRAPHS) or unicodedata.category(character).startswith("P")
    return f" {character} " if alone else character
