"""The graph of code and memories together, to be ranked and divided.

Nodes 0 … n - 1 are the symbols of an index, those after them the memories that an edge ties to them or to one another.
A memory leads to what it is anchored to and what it is linked to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from codegraph.analysis.csr import Csr, Int64s
from codegraph.errors import NotFoundError
from codegraph.memory.memory_model import AnchorKind, Filter, Memory
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.store.memory.reader import Reader
from codegraph_parsers.ids import parse_id


@dataclass(frozen=True, slots=True)
class WholeGraph:
    """`graph` holds the code's edges, too. `memories[i]` is node `symbols + i`."""

    index: Index
    graph: Csr
    symbols: int
    memories: tuple[Memory, ...]
    seq: int  # of the last event of memory

    def list_nodes(self, nodes: Sequence[int]) -> list[SymbolRow | Memory]:
        rows = {row.node: row for row in self.index.list_symbols([node for node in nodes if node < self.symbols])}
        return [rows[node] if node < self.symbols else self.memories[node - self.symbols] for node in nodes]


def join_memories(context: Context, graph: Csr) -> WholeGraph:
    """Add the memories that can be read in a repository to a graph of its symbols."""
    with context.open_memory().read() as state:
        return _add_memories(
            context.index(), graph, state, list_readable_namespaces(context.repo), find_folder_namespace(context.repo)
        )


def _add_memories(index: Index, graph: Csr, state: Reader, namespaces: Collection[str], repository: str) -> WholeGraph:
    """Add memories to a graph of symbols: those that any recall returns."""
    memories = {memory.id: memory for memory in state.select(Filter(tuple(namespaces)))}
    edges = [(link.source, link.target, link.weight) for link in state.list_links_of(memories)]
    anchors = state.read_anchors(memory.row for memory in memories.values())
    for id, memory in memories.items():
        ours = (a for a in anchors.get(memory.row, ()) if a.repository in ("", repository))
        edges += [(id, a.target, 1.0) for a in ours if a.kind is not AnchorKind.COMMIT]
    known = _find_nodes(index, {end for source, target, _ in edges for end in (source, target)} - memories.keys())
    ties = [(s, t, weight) for s, t, weight in edges if all(end in memories or end in known for end in (s, t))]
    tied = list(dict.fromkeys(end for s, t, _ in ties for end in (s, t) if end in memories))
    known |= {id: graph.node_count + place for place, id in enumerate(tied)}
    if not ties:
        return WholeGraph(index, graph, graph.node_count, (), state.read_last_seq())
    sources: Int64s = np.concatenate(
        (graph.compute_rows().astype(np.int64), np.array([known[s] for s, _, _ in ties], dtype=np.int64))
    )
    targets: Int64s = np.concatenate(
        (graph.indices.astype(np.int64), np.array([known[t] for _, t, _ in ties], dtype=np.int64))
    )
    own = graph.weights if graph.weights is not None else np.ones(graph.edge_count)
    weights = np.concatenate((own, np.array([weight for _, _, weight in ties])))
    whole = Csr.from_edges(sources, targets, graph.node_count + len(tied), weights)
    return WholeGraph(index, whole, graph.node_count, tuple(memories[id] for id in tied), state.read_last_seq())


def _find_nodes(index: Index, ids: Collection[str]) -> dict[str, int]:
    """Return node numbers by symbol id, and those of modules by path as well."""
    by_path: dict[str, list[str]] = {}
    for id in ids:
        parts = parse_id(id)
        by_path.setdefault(parts.path if parts is not None else id, []).append(id)
    found: dict[str, int] = {}
    for path, wanted in by_path.items():
        try:
            rows = index.list_file_symbols(path)
        except NotFoundError:
            continue
        nodes = {row.id: row.node for row in rows}
        if rows and not rows[0].qualname:
            nodes[path] = rows[0].node
        found |= {id: nodes[id] for id in wanted if id in nodes}
    return found
