"""Constraints under which a template exists.

Only a compiler can work out for which types they hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers.headings import list_template_parameters

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

_CONDITION = re.compile(
    r"(?i:(?:enable|disable)_?if)|\brequires\b|->\s*decltype\b|\bvoid_t\b|\btemplate\s*<[^>]*\b[A-Z][A-Z\d_]{3,}\s*\("
)
_HEAD = re.compile(r"template\s*<([^<>]*)>(.*)", re.DOTALL)
_CONCEPT = re.compile(r"(?!typename\b|class\b|auto\b)[A-Za-z_][\w:]*(?:\s*\.\.\.)?\s+(\w+)")
_GIVEN = re.compile(r"template\s*<\s*>")
_DEFAULT = re.compile(r"\s*=\s*[\w:.]+(?=\s*[,>)])|\b(?:inline|static|constexpr|extern)\b|\s+")


def is_constrained(text: str) -> bool:
    """Return whether a template with this heading exists only for some types.

    They are the types that meet a condition.
    """
    if _CONDITION.search(text) is not None:
        return True
    head = _HEAD.match(text)
    if head is None:
        return False
    each = [_CONCEPT.fullmatch(part.strip()) for part in head.group(1).split(",")]  # `template <Number T> f(T value)`
    return any(found is not None and re.search(rf"\b{found.group(1)}\b\s*[\w&*.]", head.group(2)) for found in each)


def are_alike(w: Walker, one: int, other: int) -> bool:
    """Return whether two headings with the same parameters are of one template.

    Optional parts are not compared.
    """
    texts = [_DEFAULT.sub("", w.symbols[symbol].signature) for symbol in (one, other)]
    return texts[0] == texts[1]


def are_headed_alike(one: str, other: str) -> bool:
    """Return whether two headings have the same number of template parameters.

    A template next to a plain function of the same parameters is another function. A specialisation (`template <>`) is
    no template of its own.
    """
    counts = [None if _GIVEN.match(text) else len(list_template_parameters(text)) for text in (one, other)]
    return None in counts or counts[0] == counts[1]
