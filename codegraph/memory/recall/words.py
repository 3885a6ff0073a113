"""Text to the terms that recall counts: split identifiers, lower case, stems, no words that carry no meaning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from codegraph.memory.recall.stem import stem

_RUN: Final = re.compile(r"(?:\b[vV])?\d+(?:\.\d+)+(?![\d.]*[^\W\d_])|[^\W_]+(?:['’][^\W_]+)?")
_BORDER: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{2})(?=[0-9])")
_BETWEEN: Final = re.compile(r"(?<=[.!?;])\s+(?=\S)|\n+")
_IDEOGRAPH: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯]")

_STOPS: Final = """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing down during each few for from further had has have having he her here hers herself him
    himself his how i if in into is it its itself just me more most my myself no nor not of off on once only or other
    our ours ourselves out over own same she should so some such than that the their theirs them themselves then there
    these they this those through to too under until up us very was we were what when where which while who whom why
    will with would you your yours yourself yourselves i'm i've i'd i'll you're you've you'd it's that's don't didn't
    doesn't isn't wasn't can't couldn't won't wouldn't let's what's there's they're we're we've he's she's im ive dont
    please might must may shall get gets got getting
"""
STOP_WORDS: Final = frozenset(_STOPS.split())
"""Words a query is asked with, not about. They count nowhere."""


def sentences(text: str) -> list[str]:
    """Sentences, and what semicolons part in them, as they are written."""
    return [part for part in _BETWEEN.split(text) if part.strip()]


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeated as often as they occur."""
    found: list[str] = []
    for run in _RUN.findall(text):
        known = _KNOWN.get(run)
        if known is None:
            if len(_KNOWN) >= _REMEMBERED:
                _KNOWN.clear()
            known = _KNOWN[run] = _terms(run)
        found += known
    return found


def pairs(found: Sequence[str], reach: int = 1) -> list[str]:
    """Terms that stand at most `reach` apart in a text, as one term each, in either order."""
    return [
        f"{min(a, b)}\0{max(a, b)}" for apart in range(1, reach + 1) for a, b in zip(found, found[apart:]) if a != b
    ]


_REMEMBERED: Final = 200_000
_KNOWN: dict[str, tuple[str, ...]] = {}
"""Texts repeat their words: looking one up costs a tenth of splitting and stemming it. A cache, no state."""


def _terms(run: str) -> tuple[str, ...]:
    if "." in run:  # a version is one name, and one of the series that it is of
        whole = run.lstrip("vV")
        series = whole.split(".")
        return (whole, ".".join(series[:2])) if len(series) > 2 else (whole,)
    folded = run.replace("’", "'")
    if folded.lower() in STOP_WORDS:
        return ()
    folded = folded.split("'")[0] if folded.lower().endswith(("'s", "'re", "'ve", "'ll", "'d", "'m")) else folded
    plain = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    if _IDEOGRAPH.search(plain):
        return tuple(plain[i : i + 2] for i in range(max(1, len(plain) - 1)))
    parts = [part.lower() for part in _BORDER.split(plain.replace("'", ""))]
    kept = [stem(part) for part in parts if part and part not in STOP_WORDS]
    return tuple(kept)
