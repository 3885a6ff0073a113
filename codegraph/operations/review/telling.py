"""Promoted facts as they are told: those a question is about, or all of them; and as one block of text."""

from __future__ import annotations

from typing import Final

from codegraph.memory.model import Filter, Memory, MemoryKind, MemoryStatus, Weights
from codegraph.memory.recall.question import understand
from codegraph.memory.recall.request import MOST_RESULTS, RecallRequest
from codegraph.memory.review.kinds import kind_of, reviewed_kind
from codegraph.memory.review.profile import Fact, as_block, profile, told
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.place import readable_in
from codegraph.operations.memory.recalling import recaller

WEIGHTS: Final = Weights(0.30, 0.0, 0.55, 0.0, 0.0, 0.0, 0.10, 0.05, 0.0)
"""Words first, then meaning, then what is sure and new."""

NEAR: Final = 0.20
NEAR_OF_ITS_KIND: Final = 0.15
NEAR_OF_ANOTHER: Final = 0.25
"""Cosines from which a fact without a word of the question is about it: when the question is of no kind, of the fact's
own, of another. Of eleven facts and twelve questions, related pairs had 0.19 to 0.66, unrelated ones at most 0.14
but for one of 0.22."""

BLOCK: Final = 100
"""Facts in the block at most."""


def facts_about(context: Context, query: str, limit: int) -> list[Fact]:
    """Promoted facts that share words with a question, then those that are about it in other words. Facts that were
    not vouched for in a long time, and those that wait or were refused, are none."""
    wanted = Filter(readable_in(context.repo), statuses=(MemoryStatus.ACTIVE,))
    asked = RecallRequest(
        query, filter=wanted, limit=min(MOST_RESULTS, 3 * limit + 20), depth=0, bridges=False, weights=WEIGHTS
    )
    with recaller(context.config) as kept:
        found = kept.recall(asked, judge_of(context)).results
    kind = kind_of(query)
    question = understand(query, 0)
    shares = {r.memory.id: bool(question.find_terms(_join_words(r.memory))) for r in found}
    shares |= {r.memory.id: shares[r.memory.id] or shares.get(r.instead, False) for r in found}
    near = [r for r in found if shares[r.memory.id] or r.signals.vector_similarity >= _floor(r.memory, kind)]
    near.sort(key=lambda r: not shares[r.memory.id])
    engine = context.memory("mcp")
    with engine.read() as state:
        return told(state, [r.memory for r in near], engine.clock())[:limit]


def _join_words(memory: Memory) -> str:
    """Join the fact's own words.

    What was said beside it in a session is left out."""
    return " ".join((memory.body.content, *memory.body.tags))


def _floor(memory: Memory, asked: MemoryKind) -> float:
    if asked is MemoryKind.PREFERENCE:
        return NEAR
    return NEAR_OF_ITS_KIND if reviewed_kind(memory) == asked else NEAR_OF_ANOTHER


def facts_told(context: Context, limit: int) -> list[Fact]:
    """The newest and surest promoted facts."""
    engine = context.memory("mcp")
    with engine.read() as state:
        return profile(state, readable_in(context.repo), engine.clock())[:limit]


def told_block(context: Context) -> str:
    return as_block(facts_told(context, BLOCK))
