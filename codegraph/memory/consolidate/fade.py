"""Decay and forgetting.

Unused memories lose importance, and memories without importance are archived.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Final

from codegraph.memory.consolidate.plan import Plan, Rating, Removal
from codegraph.memory.consolidate.thresholds import FORGET_BELOW, THRESHOLD_DAYS
from codegraph.memory.events import Cycle
from codegraph.memory.memory_model import Filter, Memory
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader

RATE: Final = 0.9


class Curve(StrEnum):
    STEPS = "steps"  # × 0.9 once for every full threshold
    POWER = "power"  # × 0.9^(days / 30), slowed by use


def plan_decay(
    state: Reader, now: int, *, threshold_days: int = THRESHOLD_DAYS, namespace: str = "", curve: Curve = Curve.STEPS
) -> Plan:
    """Plan the decay of memories that were not used for `threshold_days`.

    They lose importance once for each full threshold since they were last used or last decayed, whichever is later. A
    second run therefore changes nothing.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    steps = []
    for memory in found:
        importance = compute_decayed(memory, now, threshold_days, curve)
        if importance < memory.body.importance and not memory.protected:
            steps.append(Rating(memory, importance))
    return Plan(Cycle.DECAY, namespace, tuple(steps), len(found))


def compute_decayed(memory: Memory, now: int, threshold_days: int, curve: Curve = Curve.STEPS) -> float:
    """Return the importance of a memory after decay, which is never higher."""
    idle = now - max(memory.accessed_at, memory.decayed_at)
    periods = idle // (threshold_days * DAY) if threshold_days else (1 if idle > 0 else 0)
    if periods < 1:
        return memory.body.importance
    if curve is Curve.STEPS:
        return memory.body.importance * RATE**periods
    slowed = 1 + 0.1 * math.log2(max(memory.access_count, 1))
    return memory.body.importance * min(1.0, RATE ** (idle / DAY / 30) * slowed)


def plan_forget(state: Reader, now: int, *, importance_threshold: float = FORGET_BELOW, namespace: str = "") -> Plan:
    """Plan the archiving of memories below the threshold.

    Only memories that were never opened, cited or changed are archived. To be found or delivered by a recall does not
    save a memory; to be protected or written by a person does.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    steps = tuple(
        Removal(m) for m in found if m.body.importance < importance_threshold and m.access_count == 0 and not m.curated
    )
    return Plan(Cycle.FORGET, namespace, steps, len(found))
