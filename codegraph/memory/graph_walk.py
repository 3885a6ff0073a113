"""Walks over memories, their links, and the code they are anchored to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.memory.memory_model import AnchorKind, Link, MemoryStatus
from codegraph.store.memory.reader import Reader

MAX_DEPTH: Final = 10
MAX_NODES: Final = 2_000
"""Nodes a walk visits at most; the answer says when it stopped there."""

ANCHORED: Final = "ANCHORED_TO"
"""Relation of a memory to the code it is anchored to. Nobody links it by hand."""

CITED: Final = "CITED"
"""Relation of a run to a memory that its agent leaned on."""

HIDDEN: Final = (MemoryStatus.ARCHIVED, MemoryStatus.PENDING, MemoryStatus.REJECTED)


class Order(StrEnum):
    BREADTH = "bfs"
    DEPTH = "dfs"


class Direction(StrEnum):
    OUTGOING = "outgoing"
    INCOMING = "incoming"
    BOTH = "both"

    def can_follow(self, *, outgoing: bool) -> bool:
        """Return whether a walk in this direction follows an edge of that direction."""
        return self is Direction.BOTH or outgoing == (self is Direction.OUTGOING)


class Edge(NamedTuple):
    source: str
    relationship: str
    target: str
    weight: float = 1.0
    link: Link | None = None  # where it is one

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.source, self.target, self.relationship, self.link.label if self.link else ""

    def get_other_end(self, id: str) -> str:
        return self.target if self.source == id else self.source


class Step(NamedTuple):
    """Node of a walk.

    `edge` is how it was reached, None for the start.
    """

    id: str
    depth: int
    edge: Edge | None


class Walk(NamedTuple):
    steps: tuple[Step, ...]
    edges: tuple[Edge, ...]  # between the nodes reached
    cut: bool  # more nodes were within reach than are walked


def walk(start: str, neighbours: Callable[[str], Sequence[Edge]], *, depth: int, order: Order = Order.BREADTH) -> Walk:
    """Return the nodes within `depth` edges of `start`, in the order they are reached.

    Each comes once. A depth-first walk continues from a node again when it reaches it by a shorter path, so that both
    orders find the same nodes.
    """
    steps: list[Step] = []
    reached: dict[str, int] = {}
    waiting: deque[Step] = deque([Step(start, 0, None)])
    kept: dict[tuple[str, str, str, str], Edge] = {}
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
        following = neighbours(step.id)
        kept |= {edge.key: edge for edge in following}
        nexts = [Step(edge.get_other_end(step.id), step.depth + 1, edge) for edge in following]
        waiting.extend(nexts if order is Order.BREADTH else reversed(nexts))
    return Walk(tuple(steps), tuple(e for e in kept.values() if e.source in reached and e.target in reached), cut)


def list_memory_edges(
    state: Reader,
    id: str,
    direction: Direction,
    *,
    namespaces: Collection[str],
    hidden: Collection[MemoryStatus] = HIDDEN,
) -> list[Edge]:
    """Return the links of a memory, symbol or run, then anchors and citations.

    The heaviest link comes first. Edges to memories in a hidden status are left out. So are anchors to a symbol from
    memories outside the requested namespaces.
    """
    found = [
        Edge(link.source, link.relationship.value, link.target, link.weight, link)
        for link in state.list_links_of([id])
        if direction.can_follow(outgoing=link.source == id)
    ]
    found.sort(key=lambda edge: (-edge.weight, edge.relationship, edge.get_other_end(id)))
    memory = state.find_memory(id)
    if memory is not None and direction.can_follow(outgoing=True):
        anchors = state.read_anchors([memory.row]).get(memory.row, ())
        found += [Edge(id, ANCHORED, a.target) for a in anchors if a.kind is AnchorKind.SYMBOL]
    elif memory is None and direction.can_follow(outgoing=False):
        there = state.read_by_rows(row for row, _ in state.find_anchored_to([id]))
        found += [Edge(m.id, ANCHORED, id) for m in there.values() if m.namespace in namespaces]
    if memory is not None and direction.can_follow(outgoing=False):
        found += [Edge(citation.run, CITED, id) for citation in state.learning.list_citations(memory=id)]
    elif memory is None and direction.can_follow(outgoing=True):
        found += [Edge(id, CITED, citation.memory) for citation in state.learning.list_citations(run=id)]
    others = state.read_by_ids(edge.get_other_end(id) for edge in found)
    return [e for e in found if (m := others.get(e.get_other_end(id))) is None or m.status not in hidden]
