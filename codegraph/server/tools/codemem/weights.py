"""`set_scoring_weights`: kept with the memories, as an event that can be undone."""

from __future__ import annotations

from dataclasses import asdict

from codegraph.memory.weighting import set_weights
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.models import EightWeights, WeightsInput, WeightsOutput
from codegraph.server.tools.codemem.place import memory_of

EIGHT = EightWeights._fields
"""The ninth weight, of the scope, counts only where a caller says where it is, beside the eight and on top of them."""


def set_scoring_weights(call: Call, request: WeightsInput) -> Exact:
    given = {name: value for name, value in asdict(request).items() if value is not None}
    with memory_of(call).write() as memory:
        after = set_weights(memory, given)
    shown = EightWeights(*(getattr(after, name) for name in EIGHT))
    return Exact(to_json(WeightsOutput(True, shown, after.scope)))
