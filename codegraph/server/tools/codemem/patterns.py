"""Patterns of recorded tool calls."""

from __future__ import annotations

from codegraph.memory.patterns import Pattern, describe, detect, insights
from codegraph.operations.memory.upkeep import take_in_quietly
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.place import memory_of


def _found(call: Call, namespace: str | None, min_frequency: int) -> list[Pattern]:
    take_in_quietly(memory_of(call))
    with memory_of(call).read() as state:
        return detect(state.tool_uses(namespace), min_frequency)


def detect_patterns(call: Call, request: m.DetectPatternsInput) -> Exact:
    found = tuple(
        m.FoundPattern(p.type.value, describe(p), p.subject, p.frequency, p.sessions, round(p.confidence, 4))
        for p in _found(call, request.namespace, request.min_frequency)
    )
    return Exact(to_json(m.DetectPatternsOutput(len(found), found)))


def pattern_insights(call: Call, request: m.PatternInsightsInput) -> Exact:
    return Exact(insights(_found(call, request.namespace, request.min_frequency)))
