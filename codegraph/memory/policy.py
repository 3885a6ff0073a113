"""Decisions that are made before an event is written.

They are the first status, which memory may displace another, and what a repetition adds.
"""

from __future__ import annotations

from dataclasses import replace

from codegraph.memory.memory_model import KINDS, Body, Memory, MemoryKind, MemoryStatus, Origin, Vocabulary
from codegraph.memory.write_validation import merge_metadata


def decide_initial_status(vocabulary: Vocabulary, kind: str) -> MemoryStatus:
    """Return the first status of a memory.

    A kind that the vocabulary does not know waits for review, and so does everything that a reviewed vocabulary stages.
    """
    if kind not in KINDS[vocabulary] or vocabulary is Vocabulary.ENGRAM:
        return MemoryStatus.PENDING
    return MemoryStatus.ACTIVE


def can_displace(winner: Memory, loser: Memory) -> bool:
    """Return whether maintenance may archive `loser` in favour of `winner`.

    A protected memory is never archived, and neither is a person's in favour of a machine's.
    """
    return not loser.protected and (winner.origin is Origin.HUMAN or not loser.curated)


def build_precedence_key(memory: Memory) -> tuple[bool, bool, float, float, int, int]:
    """Return the sort key among memories with the same content.

    The one to keep has the largest key.
    """
    body = memory.body
    return (memory.protected, memory.curated, body.importance, body.confidence, memory.access_count, -memory.row)


def merge_repetition(body: Body, again: Body) -> Body:
    """Return `body` after the same text was stored again.

    It gains what the repetition adds and loses nothing.
    """
    kind = again.kind if body.kind == MemoryKind.CONTEXT else body.kind
    return replace(
        body,
        kind=kind,
        importance=max(body.importance, again.importance),
        confidence=max(body.confidence, again.confidence),
        tags=tuple(dict.fromkeys((*body.tags, *again.tags))),
        metadata=merge_metadata(again.metadata, body.metadata),
    )
