"""Translation of a memory's kind between vocabularies.

The kind is stored as it was written, and translated when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from codegraph.memory.memory_model import KINDS, MemoryKind, Vocabulary

_K = MemoryKind

_OF_CODEMEM: Final[Mapping[MemoryKind, MemoryKind]] = {
    _K.ARCHITECTURE: _K.DECISION,
    _K.CONSTRAINT: _K.DECISION,
    _K.CONVENTION: _K.PATTERN,
    _K.SKILL: _K.PATTERN,
    _K.COMMAND: _K.HABIT,
    _K.FAILURE_PATTERN: _K.INSIGHT,
    _K.CORRECTION: _K.INSIGHT,
    _K.SYNTHESIS: _K.INSIGHT,
    _K.REFLECTION: _K.INSIGHT,
    _K.ERROR: _K.INSIGHT,
}
_OF_KUMIHO: Final[Mapping[MemoryKind, MemoryKind]] = {
    _K.CONSTRAINT: _K.DECISION,
    _K.PATTERN: _K.IMPLEMENTATION,
    _K.STYLE: _K.PREFERENCE,
    _K.HABIT: _K.PREFERENCE,
    _K.CONVENTION: _K.PREFERENCE,
    _K.INSIGHT: _K.REFLECTION,
    _K.EPISODE: _K.CONVERSATION,
    _K.COMMAND: _K.SKILL,
    _K.FAILURE_PATTERN: _K.ERROR,
}
_OF_KIMETSU: Final[Mapping[MemoryKind, MemoryKind]] = {
    _K.DECISION: _K.CONVENTION,
    _K.PATTERN: _K.CONVENTION,
    _K.STYLE: _K.CONVENTION,
    _K.CONSTRAINT: _K.CONVENTION,
    _K.HABIT: _K.PREFERENCE,
    _K.SKILL: _K.COMMAND,
    _K.CORRECTION: _K.FAILURE_PATTERN,
    _K.ERROR: _K.FAILURE_PATTERN,
}

_NEAREST: Final[Mapping[Vocabulary, tuple[Mapping[MemoryKind, MemoryKind], MemoryKind]]] = {
    Vocabulary.CODEMEM: (_OF_CODEMEM, _K.CONTEXT),
    Vocabulary.KRONROE: ({}, _K.EPISODE),
    Vocabulary.KUMIHO: (_OF_KUMIHO, _K.FACT),
    Vocabulary.KIMETSU: (_OF_KIMETSU, _K.FACT),
}
"""Kinds that a vocabulary lacks, and what all others are called. The reviewed profile has none of this table: which of
its ten kinds a memory is told as depends on its words, too (`review.kinds.to_reviewed_kind`)."""


_KNOWN: Final = frozenset(str(kind) for kind in MemoryKind)


def translate_kind(kind: str, vocabulary: Vocabulary) -> str:
    """Return the kind that `vocabulary` has for memories of `kind`.

    It is the kind itself or the nearest one. A kind that no vocabulary knows is returned unchanged.
    """
    if kind not in _KNOWN or vocabulary not in _NEAREST or kind in KINDS[vocabulary]:
        return str(kind)
    nearest, other = _NEAREST[vocabulary]
    return str(nearest.get(MemoryKind(kind), other))


@cache
def expand_kind(kind: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return all kinds that `vocabulary` calls `kind`.

    A question for that kind is about all of them.
    """
    found = tuple(str(each) for each in MemoryKind if translate_kind(each, vocabulary) == kind)
    return found or (str(kind),)
