# networkx has no full types.
# pyright: basic
"""Records as a graph: memories, the code they are about, and their links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from codegraph.analysis.graph_files import format_gexf, format_graphml
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.transfer.record import Record
from codegraph.runtime.optional_packages import require_package
from codegraph_parsers.ids import parse_id

if TYPE_CHECKING:
    import networkx as nx

GRAPH_FORMATS: Final = ("graphml", "gexf")
"""Formats that keep no whole memory, so that none can be imported from them."""

ANCHOR: Final = "ANCHOR"
"""Relationship of a memory to the code it is about, beside those of its links."""

_TITLE: Final = 72


def write_graph(records: Iterable[Record], form: str) -> Iterator[str]:
    """Return the pieces of a file of one of `GRAPH_FORMATS`."""
    graph = to_networkx(records)
    return format_graphml(graph) if form == "graphml" else format_gexf(graph, "title")


def to_networkx(records: Iterable[Record]) -> nx.MultiDiGraph:
    """Return memories and the things they are about as nodes by id.

    Nodes have a `type`: `memory`, `symbol`, `file` or `commit`. Edges have a `relationship` and a `weight`, and are
    keyed by the relationship. A link to a memory that is not among the records is left out.
    """
    require_package("networkx", "a graph for networkx, in GraphML or in GEXF")
    import networkx as nx

    graph = nx.MultiDiGraph()
    found: list[dict[str, Any]] = list(records)
    for record in found:
        graph.add_node(
            record["id"], type="memory", title=to_one_line(record["content"])[:_TITLE], kind=record["memory_type"],
            content=record["content"], status=record["status"], namespace=record["namespace"] or "",
            tags=",".join(record["tags"]), importance=record["importance"], confidence=record["confidence"],
            created_at=record["created_at"], updated_at=record["updated_at"],
        )  # fmt: skip
    for record in found:
        for anchor in record["anchors"]:
            if anchor["target"] not in graph:
                graph.add_node(anchor["target"], type=anchor["kind"], title=anchor["target"])
            graph.add_edge(record["id"], anchor["target"], ANCHOR, relationship=ANCHOR, weight=1.0, label="")
        for edge in record["edges"]:
            for end in (edge["src"], edge["dst"]):
                if end not in graph and parse_id(end) is not None:
                    graph.add_node(end, type="symbol", title=end)
            if edge["src"] in graph and edge["dst"] in graph:
                relationship = edge["relationship"]
                graph.add_edge(
                    edge["src"], edge["dst"], relationship, relationship=relationship, weight=edge["weight"],
                    label=edge["label"],
                )  # fmt: skip
    return graph
