"""Promoted facts for delivery.

They are those about a question, or all of them, also as one block of text.
"""

from __future__ import annotations

from typing import Final

from codegraph.memory.memory_model import Filter, Memory, MemoryKind, MemoryStatus, Weights
from codegraph.memory.recall.question import understand
from codegraph.memory.recall.request import MOST_RESULTS, RecallRequest
from codegraph.memory.review.fact_kinds import classify_fact, to_reviewed_kind
from codegraph.memory.review.fact_profile import Fact, as_block, build_profile, list_current
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.recalling import open_recaller

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


def find_facts(context: Context, query: str, limit: int) -> list[Fact]:
    """Find promoted facts about a question.

    Facts that share words with it come first, then those that are semantically close. Facts that were not verified for
    a long time, waiting facts and rejected ones are left out.
    """
    wanted = Filter(list_readable_namespaces(context.repo), statuses=(MemoryStatus.ACTIVE,))
    asked = RecallRequest(
        query, filter=wanted, limit=min(MOST_RESULTS, 3 * limit + 20), depth=0, bridges=False, weights=WEIGHTS
    )
    with open_recaller(context.config) as kept:
        found = kept.recall(asked, judge_of(context)).results
    kind = classify_fact(query)
    question = understand(query, 0)
    shares = {r.memory.id: bool(question.find_terms(_join_words(r.memory))) for r in found}
    shares |= {r.memory.id: shares[r.memory.id] or shares.get(r.instead, False) for r in found}
    near = [r for r in found if shares[r.memory.id] or r.signals.vector_similarity >= _choose_floor(r.memory, kind)]
    near.sort(key=lambda r: not shares[r.memory.id])
    engine = context.open_memory()
    with engine.read() as state:
        return list_current(state, [r.memory for r in near], engine.clock())[:limit]


def _join_words(memory: Memory) -> str:
    """Join the fact's own words.

    What was said beside it in a session is left out."""
    return " ".join((memory.body.content, *memory.body.tags))


def _choose_floor(memory: Memory, asked: MemoryKind) -> float:
    if asked is MemoryKind.PREFERENCE:
        return NEAR
    return NEAR_OF_ITS_KIND if to_reviewed_kind(memory) == asked else NEAR_OF_ANOTHER


def list_facts(context: Context, limit: int) -> list[Fact]:
    """Return the newest and most certain promoted facts."""
    engine = context.open_memory()
    with engine.read() as state:
        return build_profile(state, list_readable_namespaces(context.repo), engine.clock())[:limit]


def build_block(context: Context) -> str:
    return as_block(list_facts(context, BLOCK))
