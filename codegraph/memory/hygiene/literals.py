"""Classification of literals: placeholder, words, or random."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Final

RANDOM_LENGTH: Final = 16
RANDOM_ENTROPY: Final = 3.0

_PLACEHOLDER: Final = re.compile(
    r"(?i)(?:[x*.•_#-]{3,}|[$%<{\[].{0,200}|.{0,3}\$[({].{0,200}|(?:your|my|some|the|insert|enter|replace)[_-].{0,80}|"
    r".{0,80}(?:example|placeholder|change_?me|redacted|dummy|secret|password|passwd|pass|token|\*\*\*|xxxx|yyyy|\.\.\.|…)|"
    r"(?:example|placeholder|change[_-]?me|redacted|dummy|todo|tbd|foo|foobar|none|null|nil|undefined|true|false|"
    r"user|username|admin|test|value|string)|.{0,60}(?:_here|-here))"
)
_PART: Final = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD: Final = re.compile(r"(?=.{3})(?:[A-Z]?[a-z]*[aeiouy][a-z]*|[A-Z]*[AEIOUY][A-Z]*)\d{0,3}")
_SHORT: Final = re.compile(r"[A-Za-z]{0,5}\d{0,5}")


def is_placeholder(value: str) -> bool:
    """Return whether a value is to be replaced by one from elsewhere."""
    return _PLACEHOLDER.fullmatch(value) is not None


def is_wordlike(value: str) -> bool:
    """Return whether a value is made of words and short numbers.

    Names in code and paths are.
    """
    parts = [part for part in _PART.split(value) if part]
    if not all(_SHORT.fullmatch(part) or _WORD.fullmatch(part) for part in parts):
        return False
    return 5 * sum(len(part) for part in parts if _WORD.fullmatch(part)) >= 3 * sum(map(len, parts))


def is_random(value: str, *, length: int = RANDOM_LENGTH, bar: float = RANDOM_ENTROPY) -> bool:
    """Return whether a value looks random.

    It is long enough, has letters and digits, is not made of words, and has `bar` bits per character.
    """
    if len(value) < length or not any(c.isdigit() for c in value) or not any(c.isalpha() for c in value):
        return False
    return compute_entropy(value) >= bar and not is_wordlike(value)


def compute_entropy(text: str) -> float:
    """Return the Shannon entropy of the text's characters, in bits per character."""
    size = len(text)
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values())


def strip_sentence_end(value: str) -> str:
    """Return a value without the punctuation at the end of a sentence."""
    return value.rstrip(".,:;)")
