"""`graph_traverse`: one walk over code and memories."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.memory.anchors.anchor_state import Judge
from codegraph.memory.graph_walk import ANCHORED, MAX_NODES, Direction, Edge, Order, list_memory_edges, walk
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_model import AnchorKind, Memory, MemoryStatus, Run
from codegraph.operations.answers import Answer
from codegraph.operations.memory.anchoring import link_end
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.tools.codemem_kinds import RELATIONSHIPS
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.server.call import Call
from codegraph.server.tools.codemem.current import LABEL, find_current_index, format_label, label, tell_kind
from codegraph.store.memory.reader import Reader

FOLLOWED = tuple(kind for kind in EdgeKind if kind is not EdgeKind.TESTS)
UNTOLD = (*(status for status in MemoryStatus if status not in (MemoryStatus.ACTIVE, MemoryStatus.STALE)),)

Node = SymbolRow | Memory | Run


class Visited(NamedTuple):
    id: str
    kind: str
    label: str
    memory_id: str | None
    depth: int
    edges: tuple[Edge, ...]  # between it and the nodes before it


def traverse_graph(call: Call, request: Any) -> Answer[tuple[Visited, ...]]:
    """Return the start, then the nodes that it leads to.

    Each step has the edges to the nodes before it. Memories that no recall returns are neither shown nor followed.
    """
    direction = Direction(request.direction)
    with call.open_without_index().open_memory().read() as memories:
        graph = _Graph(memories, call, direction)
        start = link_end(memories, lambda: graph.index, request.start_id, archived=True)
        found = walk(start, graph.list_edges, depth=request.max_depth, order=Order(request.algorithm))
        nodes = graph.find_nodes([step.id for step in found.steps])
    places = {step.id: place for place, step in enumerate(found.steps)}
    edges: dict[str, list[Edge]] = {step.id: [] for step in found.steps}
    for edge in found.edges:
        later = max(edge.source, edge.target, key=places.__getitem__)
        edges[later].append(edge)
    notes = (f"stopped at {MAX_NODES:,} nodes; more exist",) if found.cut else ()
    rows = [_build_visited(nodes[step.id], step.depth, edges[step.id]) for step in found.steps if step.id in nodes]
    return Answer(tuple(rows), warnings=notes)


@dataclass
class _Graph:
    """Memories and the code of the current codebase.

    A symbol that does not exist has no edges.
    """

    memories: Reader
    call: Call
    direction: Direction
    _symbols: dict[str, SymbolRow] = field(default_factory=dict[str, SymbolRow])

    @cached_property
    def index(self) -> Index | None:
        """The current codebase, opened when code is first met; None when there is none."""
        return find_current_index(self.call)

    @cached_property
    def namespaces(self) -> Collection[str]:
        return list_readable_namespaces(self.call.open_without_index().repo)

    def list_edges(self, id: str) -> Sequence[Edge]:
        found = list_memory_edges(self.memories, id, self.direction, namespaces=self.namespaces, hidden=UNTOLD)
        memory = self.memories.find_memory(id)
        if memory is not None and self.direction.can_follow(outgoing=True):
            found = [*(e for e in found if e.relationship != ANCHORED), *self._list_anchors(memory)]
        known = self.find_nodes([edge.get_other_end(id) for edge in found])
        found = [edge for edge in found if edge.get_other_end(id) in known]
        row = None if memory is not None else self._find_symbol(id)
        return [*found, *self._code(row)] if row is not None else found

    def _list_anchors(self, memory: Memory) -> list[Edge]:
        """Return edges to the symbols of a memory's anchors, at their current ids."""
        anchors = self.memories.read_anchors([memory.row]).get(memory.row, ())
        found: list[Edge] = []
        for anchor in anchors:
            if anchor.kind is not AnchorKind.SYMBOL:
                continue
            target = anchor.target
            if self._find_symbol(target) is None:
                target = self._judge.judge([anchor])[0].now
            if target:
                found.append(Edge(memory.id, ANCHORED, target))
        return found

    @cached_property
    def _judge(self) -> Judge:
        return judge_of(self.call.open_without_index())

    def _code(self, row: SymbolRow) -> list[Edge]:
        if self.index is None:
            return []
        there = []
        if self.direction.can_follow(outgoing=True):
            there += self.index.list_outgoing(row, FOLLOWED, limit=None).items
        if self.direction.can_follow(outgoing=False):
            there += self.index.list_incoming(row, FOLLOWED, limit=None).items
        made: list[Edge] = []
        for edge in there:
            if isinstance(edge.source, SymbolRow) and isinstance(edge.target, SymbolRow):
                self._symbols |= {edge.source.id: edge.source, edge.target.id: edge.target}
                made.append(Edge(edge.source.id, RELATIONSHIPS[edge.kind], edge.target.id))
        return list(dict.fromkeys(made))

    def find_nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Return the memories, symbols and runs with these ids.

        Other ids are left out.
        """
        memories = self.memories.read_by_ids(ids)
        others = {id: self._find_symbol(id) or self.memories.learning.find_run(id) for id in ids if id not in memories}
        return {**memories, **{id: found for id, found in others.items() if found is not None}}

    def _find_symbol(self, id: str) -> SymbolRow | None:
        if id not in self._symbols and self.index is not None:
            self._symbols |= {row.id: row for row in self.index.find(id) if row.id == id}
        return self._symbols.get(id)


def _build_visited(found: Node, depth: int, edges: Sequence[Edge]) -> Visited:
    if isinstance(found, SymbolRow):
        return Visited(found.id, tell_kind(found), label(found), None, depth, tuple(edges))
    if isinstance(found, Run):
        return Visited(found.id, "run", to_one_line(found.task)[:LABEL], None, depth, tuple(edges))
    return Visited(found.id, "memory", format_label(found), found.id, depth, tuple(edges))
