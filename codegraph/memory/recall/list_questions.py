"""Questions that ask for a list of memories, and not for an answer.

Examples are `recent decisions` and `what should I know about this project?`.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final, NamedTuple

from codegraph.memory.dates import Interval, find_intervals, strip_times
from codegraph.memory.memory_model import Memory, MemoryKind
from codegraph.memory.recall.signals import RECENT, Signals
from codegraph.text.lazy_pattern import compile_lazily

_K = MemoryKind
_DECISIONS: Final = (_K.DECISION, _K.ARCHITECTURE, _K.CONSTRAINT)
_LESSONS: Final = (_K.FAILURE_PATTERN, _K.INSIGHT, _K.CORRECTION, _K.ERROR)
_KINDS: Final[dict[str, tuple[MemoryKind, ...]]] = {
    "decision": _DECISIONS, "decide": _DECISIONS, "decided": _DECISIONS, "agreed": _DECISIONS, "chose": _DECISIONS,
    "preference": (_K.PREFERENCE, _K.STYLE, _K.HABIT), "prefer": (_K.PREFERENCE, _K.STYLE, _K.HABIT),
    "convention": (_K.CONVENTION, _K.PATTERN, _K.STYLE), "rule": (_K.CONVENTION, _K.PATTERN, _K.CONSTRAINT),
    "pattern": (_K.PATTERN, _K.CONVENTION), "habit": (_K.HABIT,), "style": (_K.STYLE,),
    "constraint": (_K.CONSTRAINT,), "insight": (_K.INSIGHT, _K.REFLECTION, _K.SYNTHESIS),
    **dict.fromkeys(("lesson", "learned", "learnt", "gotcha", "pitfall"), _LESSONS),
    "command": (_K.COMMAND, _K.SKILL), "fact": (_K.FACT, _K.EPISODE),
}  # fmt: skip
"""Kinds of memories by the word that asks for them, without its plural."""

_EVERYTHING: Final = frozenset(
    ("memory", "memories", "note", "everything", "remembered", "remember", "recorded", "stored", "know", "known")
)
"""Words that ask for memories of any kind."""

_FRAMING: Final = """
    a all already an and any anything are at been by can codebase codebases could did do does for from give had has
    have here i in into is it last late latest lately list made make me most my new newest of on our please project
    recent recently repo repository s should show so tell that the there these this to us was we were what what's which
    you your about before far start starting team every far current currently important main key
"""
_FRAME: Final = frozenset(_FRAMING.split())
"""Words that such a question is put with."""

_WORD: Final = compile_lazily(r"[a-z]+")


class Listing(NamedTuple):
    """Memories to be listed.

    They are of some kinds, () for any, and recorded within a time, None for any.
    """

    kinds: tuple[MemoryKind, ...] = ()
    within: Interval | None = None


def parse_listing(question: str, now: int) -> Listing | None:
    """Return what a question asks to list.

    The result is None for a question about something in particular. An empty listing lists everything.
    """
    if not question.strip():
        return Listing()
    times = find_intervals(question, now)
    words = _WORD.findall(strip_times(question).lower().replace("’", "'"))
    asked: list[MemoryKind] = []
    found = False
    for word in words:
        kinds = _KINDS.get(word) or _KINDS.get(word.removesuffix("s"), ())
        every = word in _EVERYTHING or word.removesuffix("s") in _EVERYTHING
        if not (kinds or every or word in _FRAME):
            return None
        asked += kinds
        found = found or every or bool(kinds)
    if not found or len(times) > 1:
        return None
    return Listing(tuple(dict.fromkeys(asked)), times[0] if times else None)


def is_listed(memory: Memory, wanted: Listing) -> bool:
    """Return whether a memory belongs to a listing."""
    within = wanted.within
    return (not wanted.kinds or memory.body.kind in wanted.kinds) and (
        within is None or within.start <= memory.created_at < within.end
    )


def compute_list_signals(memory: Memory, now: int) -> Signals:
    """Return the signals that order a list.

    Important, certain and new memories come first.
    """
    age = max(now - memory.created_at, 0)
    return Signals(
        importance=memory.body.importance, confidence=memory.body.confidence, recency=math.exp(-age / RECENT)
    )


def is_whole_repository(about: Collection[str]) -> bool:
    """Return whether a question is only about the repository as a whole."""
    return bool(about) and all(name.strip().rstrip("/") in ("", ".") for name in about)
