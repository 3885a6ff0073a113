"""Text to word pieces, as the shipped model was trained on them.

Identifiers are split at camelCase, acronym and digit borders, lower-cased and cut into the longest pieces that the
vocabulary has (WordPiece, Schuster and Nakajima 2012). All of it happens within a *run*: what lies between white space
and ASCII punctuation. Sources repeat their runs, so each is cut once and then looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

RUNS: Final = re.compile(r"[^\s!-/:-@\[-`{-~]+|[!-/:-@\[-`{-~]")
"""A run, or one ASCII punctuation mark."""

UNKNOWN: Final = "[UNK]"
CONTINUES: Final = "##"
LONGEST_WORD: Final = 40
"""Longer words are unknown: hashes and encoded data say nothing."""

_BORDER: Final = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_IDEOGRAPHS: Final = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
"""Every one of these is a word of its own."""

_REMEMBERED: Final = 400_000
"""Runs kept at most, some 60 MB: a repository of a million lines has about 150,000."""


class Pieces(dict[str, tuple[int, ...]]):
    """Piece numbers of a run, cut when first asked for. Unknown words have none."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, run: str) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[run] = tuple(piece for word in words(run) for piece in self._cut(word))
        return found

    def _cut(self, word: str) -> list[int]:
        vocabulary = self._vocabulary
        if len(word) > LONGEST_WORD:
            return []
        pieces: list[int] = []
        at, prefix = 0, ""
        while at < len(word):
            for end in range(len(word), at, -1):
                number = vocabulary.get(prefix + word[at:end])
                if number is not None:
                    break
            else:
                return []
            pieces.append(number)
            at, prefix = end, CONTINUES
        return pieces


def words(run: str) -> list[str]:
    """Lower-case words of a run, accents removed."""
    if run.isascii():
        if run.islower() and run.isalpha():
            return [run]
        return _BORDER.sub(" ", "".join(filter(_is_kept, run))).lower().split()
    cleaned = "".join(filter(_is_kept, run))
    plain = unicodedata.normalize("NFD", _BORDER.sub(" ", cleaned))
    return "".join(_spaced(c) for c in plain if unicodedata.category(c) != "Mn").lower().split()


def _is_kept(character: str) -> bool:
    return character not in "\0\ufffd" and not unicodedata.category(character).startswith("C")


def _spaced(character: str) -> str:
    """Characters that are words of their own, between blanks."""
    code = ord(character)
    if code < 128:
        return character
    alone = any(low <= code <= high for low, high in _IDEOGRAPHS) or unicodedata.category(character).startswith("P")
    return f" {character} " if alone else character
