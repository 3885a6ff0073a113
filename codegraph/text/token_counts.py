"""Costs of texts in tokens, counted offline."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

# What pieces of text cost, in hundredths of a token. Tokenisers differ, so a piece costs what it costs in the one that
# cuts it finest: some make a token of every digit, some of the blank before a number, and most of every rare character.
_WORD: Final = 100  # a run of small letters …
_WORD_LETTER: Final = 30  # … and each of its letters from the third to the tenth
_RARE_LETTER: Final = 70  # … and each after the tenth: no word of a language is that long
_CAPITALS: Final = 100  # a run of capitals …
_CAPITAL: Final = 75  # … and each after the first
_TITLE: Final = -80  # a capital that begins a word is part of that word's first token
_TURN: Final = 60  # a capital amid small letters or digits: names in camel case, base 64
_CHARACTER: Final = 100  # a digit, a sign, a byte that is not ASCII, the blank before a number
_CONTROL: Final = 130
_GAP: Final = 100  # a run of blanks or line ends …
_GAP_LENGTH: Final = 6  # … and each character of it
_MARGIN: Final = 105  # per cent

_KNOWN: Final = 200


def _build_blanking_table(kept: str) -> bytes:
    """Return a table for `bytes.translate` that turns all but `kept` into blanks."""
    return bytes(code if chr(code) in kept else 32 for code in range(256))


_SMALL: Final = _build_blanking_table(ascii_lowercase)
_LARGE: Final = _build_blanking_table(ascii_uppercase)
_NOT_DIGITS: Final = bytes(code for code in range(256) if chr(code) not in digits)
_NOT_SIGNS: Final = bytes(code for code in range(256) if not 33 <= code < 127 or chr(code).isalnum())
_NOT_CONTROLS: Final = bytes(code for code in range(256) if code in b"\t\n\r" or 32 <= code != 127)
_ASCII: Final = bytes(range(128))
_GAPS: Final = re.compile(rb"  +|\n+|\t+|\r+")
_NUMBERS: Final = re.compile(rb" [-.+]?[0-9]")
_TITLES: Final = re.compile(rb"[A-Z][a-z]")
_TURNS: Final = re.compile(rb"[a-z0-9+/][A-Z]")


def _compute_word_cost(length: int) -> int:
    return _WORD + max(0, min(length, 10) - 2) * _WORD_LETTER + max(0, length - 10) * _RARE_LETTER


_WORD_COSTS: Final = tuple(map(_compute_word_cost, range(_KNOWN)))


def bound_tokens(text: str) -> int:
    """Return an upper bound of the tokens of `text` in current language models.

    It is computed offline in microseconds.

    A sum over runs of characters whose weights were fitted above the finest of six public tokenisers
    (`scripts/bench_tokens.py`, figures in BENCHMARKS.md): on 6,139 pieces of source, prose in 90 languages, numbers,
    hashes and noise none took more than this. Source takes 60 % of it. No other bound than the number of bytes can be
    proven for unknown tokenisers.
    """
    raw = text.encode("utf-8", "surrogatepass")
    cost = 0
    for length in map(len, raw.translate(_SMALL).split()):
        cost += _WORD_COSTS[length] if length < _KNOWN else _compute_word_cost(length)
    capitals = raw.translate(_LARGE).split()
    cost += (_CAPITALS - _CAPITAL) * len(capitals) + _CAPITAL * sum(map(len, capitals))
    cost += _TITLE * len(_TITLES.findall(raw)) + _TURN * len(_TURNS.findall(raw))
    single = len(raw.translate(None, _NOT_DIGITS)) + len(raw.translate(None, _NOT_SIGNS))
    single += len(raw.translate(None, _ASCII)) + len(_NUMBERS.findall(raw))
    cost += _CHARACTER * single + _CONTROL * len(raw.translate(None, _NOT_CONTROLS))
    gaps = _GAPS.findall(raw)
    cost += _GAP * len(gaps) + _GAP_LENGTH * sum(map(len, gaps))
    return -(-cost * _MARGIN // 10_000)
