"""`set_scoring_weights`: kept with the memories, as an event that can be undone."""

from __future__ import annotations

from dataclasses import asdict, replace

from codegraph.config import load
from codegraph.errors import CodegraphError
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.events import WeightsSet
from codegraph.memory.model import Weights
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.models import EightWeights, WeightsInput, WeightsOutput

EIGHT = EightWeights._fields
"""The ninth weight, of the scope, counts only where a caller says where it is. It stays as it is, beside the eight."""


def set_scoring_weights(call: Call, request: WeightsInput) -> Exact:
    given = {name: value for name, value in asdict(request).items() if value is not None}
    with MemoryEngine(load(call.repositories.cwd).home, actor="mcp").write() as memory:
        before = memory.state.weights()
        after = normalised(replace(before, **given))
        if after != before:
            memory.record(WeightsSet(before, after))
    shown = EightWeights(*(getattr(after, name) for name in EIGHT))
    return Exact(to_json(WeightsOutput(True, shown)))


def normalised(weights: Weights) -> Weights:
    """The eight weights scaled to sum to 1. Raises CodegraphError when all are 0."""
    total = sum(getattr(weights, name) for name in EIGHT)
    if total <= 0:
        raise CodegraphError("all weights are 0", hint="give at least one of them a value above 0")
    return replace(weights, **{name: round(getattr(weights, name) / total, 12) for name in EIGHT})
