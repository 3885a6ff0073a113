"""Walking the links between memories, in the direction they point or in both."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.memory.model import Link, Memory, MemoryStatus
from codegraph.store.memory.reader import Reader

MAX_DEPTH: Final = 10
MAX_NODES: Final = 2_000
"""Nodes a walk visits at most; the answer says when it stopped there."""


class Order(StrEnum):
    BREADTH = "bfs"
    DEPTH = "dfs"


class Step(NamedTuple):
    """A node of a walk. `link` is how it was reached, None for the start; `memory` is None for a symbol."""

    id: str
    depth: int
    link: Link | None
    memory: Memory | None


class Walk(NamedTuple):
    steps: tuple[Step, ...]
    links: tuple[Link, ...]  # between the nodes reached
    cut: bool  # more nodes were within reach than are walked


def walk(
    state: Reader,
    start: str,
    *,
    depth: int,
    order: Order = Order.BREADTH,
    both: bool = False,
    hidden: Collection[MemoryStatus] = (MemoryStatus.ARCHIVED, MemoryStatus.PENDING, MemoryStatus.REJECTED),
) -> Walk:
    """Nodes within `depth` links of `start`, in the order they are reached. Neighbours are taken in a fixed order:
    the heaviest links first. Memories in a hidden status are neither shown nor walked through."""
    steps: list[Step] = []
    reached: dict[str, int] = {}
    waiting: deque[Step] = deque([Step(start, 0, None, state.memory(start))])
    kept: dict[tuple[str, str, str, str], Link] = {}
    cut = False
    while waiting:
        step = waiting.popleft() if order is Order.BREADTH else waiting.pop()
        if reached.get(step.id, depth + 1) <= step.depth:
            continue
        if step.id not in reached:
            if len(steps) == MAX_NODES:
                cut = True
                break
            steps.append(step)
        reached[step.id] = step.depth
        if step.depth == depth:
            continue
        following = _neighbours(state, step, both, hidden)
        for link, _ in following:
            kept[link.source, link.target, link.relationship, link.label] = link
        nexts = [Step(other.id, step.depth + 1, link, other.memory) for link, other in following]
        waiting.extend(nexts if order is Order.BREADTH else reversed(nexts))
    links = tuple(link for link in kept.values() if link.source in reached and link.target in reached)
    return Walk(tuple(steps), links, cut)


class _End(NamedTuple):
    id: str
    memory: Memory | None


def _neighbours(state: Reader, step: Step, both: bool, hidden: Collection[MemoryStatus]) -> list[tuple[Link, _End]]:
    links = [link for link in state.links_of([step.id]) if both or link.source == step.id]
    others = [link.target if link.source == step.id else link.source for link in links]
    memories = state.by_ids(others)
    found = [
        (link, _End(other, memories.get(other)))
        for link, other in zip(links, others)
        if other not in memories or memories[other].status not in hidden
    ]
    return sorted(found, key=lambda pair: (-pair[0].weight, pair[0].relationship, pair[1].id))
