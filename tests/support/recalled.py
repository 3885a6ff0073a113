"""Answers to a question as texts, best first."""

from __future__ import annotations

from typing import Any

from codegraph.embed.static import StaticEncoder
from codegraph.memory.facts.fact_model import SAID
from codegraph.memory.facts.ranking import FactRecall, recall
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest

ENCODER = StaticEncoder()


def fact_answers(engine: MemoryEngine, query: str, **asked: Any) -> list[str]:
    """Of facts: a text that was said as it is, of others subject and object."""
    found = recall(Recaller(engine, ENCODER), FactRecall(query, ("",), **asked), engine.clock()).results
    return [str(r.fact.object) if r.fact.predicate == SAID else f"{r.fact.subject} {r.fact.object}" for r in found]


def memory_answers(engine: MemoryEngine, query: str, **asked: Any) -> list[str]:
    """Of general recall."""
    return [r.memory.body.content for r in Recaller(engine, ENCODER).recall(RecallRequest(query, **asked)).results]
