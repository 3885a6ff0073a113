# networkx has no full types.
# pyright: basic
"""Graphs of networkx as GraphML and GEXF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def format_graphml(graph: nx.MultiDiGraph) -> Iterator[str]:
    """Yield a GraphML document. Attributes of the graph are cleaned in place."""
    import networkx as nx

    buffer = BytesIO()
    nx.write_graphml_xml(_prepare_graph(graph), buffer, named_key_ids=True)
    yield buffer.getvalue().decode("utf-8")


def format_gexf(graph: nx.MultiDiGraph, label: str) -> Iterator[str]:
    """Yield a GEXF 1.2 document, in which nodes are called by their attribute `label`."""
    import networkx as nx

    graph = _prepare_graph(graph)
    for _, data in graph.nodes(data=True):
        data["label"] = data[label]
    buffer = BytesIO()
    nx.write_gexf(graph, buffer)
    yield buffer.getvalue().decode("utf-8")


def _prepare_graph(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """Return a graph that a file has a form for, with edges whose keys are numbers.

    Control characters, lone surrogates, and texts of a type of their own are replaced in ids and attributes. networkx
    writes the key of an edge as its id, which must be unique in the document."""
    import networkx as nx

    names = {id: cleaned for id in graph if (cleaned := _FORBIDDEN.sub("�", id)) != id}
    if names:
        graph = nx.relabel_nodes(graph, names)
    _clean_attributes(data for _, data in graph.nodes(data=True))
    _clean_attributes(data for _, _, data in graph.edges(data=True))
    numbered = nx.MultiDiGraph()
    numbered.add_nodes_from(graph.nodes(data=True))
    for number, (source, target, data) in enumerate(graph.edges(data=True)):
        numbered.add_edge(source, target, number, **data)
    return numbered


def _clean_attributes(rows: Iterable[dict[str, Any]]) -> None:
    for data in rows:
        for key, value in data.items():
            if isinstance(value, str):  # of a subclass, too, such as an enumeration, which networkx does not write
                data[key] = _FORBIDDEN.sub("�", str(value))
