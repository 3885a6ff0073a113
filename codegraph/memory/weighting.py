"""Changes of the weights of the nine signals.

Weights are changed one at a time, normalized, and kept across restarts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from difflib import get_close_matches

from codegraph.errors import InvalidError
from codegraph.memory.events import WeightsSet
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import SIGNALS, Weights
from codegraph.memory.write_validation import check_weight


def set_weights(recording: Recording, given: Mapping[str, float]) -> Weights:
    """Give some signals a new weight; the others keep theirs.

    All weights but `scope` are then normalized to a sum of 1. `scope` counts on top of them, and only when the caller's
    location is known. Raises InvalidError.
    """
    for name, value in given.items():
        if name not in SIGNALS:
            near = get_close_matches(name, SIGNALS, n=1)
            also = f"did you mean `{near[0]}`? " if near else ""
            raise InvalidError(f"no signal `{name}`", hint=f"{also}signals: {', '.join(SIGNALS)}")
        check_weight(value)
    before = recording.state.read_weights()
    raw = asdict(before) | dict(given)
    scope = raw.pop("scope")
    total = sum(raw.values())
    if total <= 0:
        raise InvalidError("all weights are 0", hint="give at least one signal a weight, such as token_overlap = 0.5")
    weights = Weights(**{name: round(value / total, 12) for name, value in raw.items()}, scope=scope)
    if weights != before:
        recording.record(WeightsSet(before, weights))
    return weights


def reset_weights(recording: Recording) -> Weights:
    before = recording.state.read_weights()
    if before != Weights():
        recording.record(WeightsSet(before, Weights()))
    return Weights()
