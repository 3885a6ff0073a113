"""Decisions that are made before an event is written: first status, who may displace whom, what a repetition adds."""

from __future__ import annotations

from dataclasses import replace

from codegraph.memory.checks import merged_metadata
from codegraph.memory.model import KINDS, Body, Memory, MemoryKind, MemoryStatus, Origin, Vocabulary


def initial_status(vocabulary: Vocabulary, kind: str) -> MemoryStatus:
    """What its vocabulary does not know waits for review, and so does everything a reviewed vocabulary stages."""
    if kind not in KINDS[vocabulary] or vocabulary is Vocabulary.ENGRAM:
        return MemoryStatus.PENDING
    return MemoryStatus.ACTIVE


def may_displace(winner: Memory, loser: Memory) -> bool:
    """Say whether maintenance may archive `loser` in favour of `winner`.

    Never what is protected, and never what a person wrote for what a machine made."""
    return not loser.protected and (winner.origin is Origin.HUMAN or not loser.curated)


def precedence(memory: Memory) -> tuple[bool, bool, float, float, int, int]:
    """Sort key among memories that say the same: the one to keep is the largest."""
    body = memory.body
    return (memory.protected, memory.curated, body.importance, body.confidence, memory.access_count, -memory.row)


def repeated(body: Body, again: Body) -> Body:
    """`body` after the same text was stored again: it gains what the repetition adds and loses nothing."""
    kind = again.kind if body.kind == MemoryKind.CONTEXT else body.kind
    return replace(
        body,
        kind=kind,
        importance=max(body.importance, again.importance),
        confidence=max(body.confidence, again.confidence),
        tags=tuple(dict.fromkeys((*body.tags, *again.tags))),
        metadata=merged_metadata(again.metadata, body.metadata),
    )
