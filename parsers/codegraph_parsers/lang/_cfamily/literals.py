"""Literals and comments of C and C++."""

from __future__ import annotations

import re
from typing import Final

_BEGINS_RAW: Final = rb"(?:(?<=\bR\")|(?<=\b[LuU]R\")|(?<=\bu8R\"))"
_BEGINS_CHARACTER: Final = rb"(?:(?<!\w')|(?<=\b[LuU]')|(?<=\bu8'))"  # not the separator of digits in `1'000`

TOKENS: Final = re.compile(
    rb"/(?:/(?:[^\n\\]|\\.)*|\*.*?\*/)"
    rb"|\"(?:" + _BEGINS_RAW + rb"([^()\\\s\"]{0,16})\(.*?\)\1\"|(?:[^\"\\\n]|\\\r?\n|\\.)*\")"
    rb"|'" + _BEGINS_CHARACTER + rb"(?:[^'\\\n]|\\.)+'",
    re.DOTALL,
)
"""Each begins with `/` or a quote, so that searching skips what has neither. A raw string begins behind its prefix."""

LINKAGE: Final = frozenset((b'"C"', b'"C++"'))
"""Strings that are part of the syntax (`extern "C"`)."""
