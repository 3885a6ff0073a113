"""Endpoints as symbols and edges of a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

from codegraph.graph_model import Edge, Graph, Unresolved
from codegraph.resolve.endpoints.route_matching import Composition, Endpoint, EndpointKey
from codegraph_parsers.file_facts import FileFacts, Flag, Symbol, SymbolKind

UNWRITTEN: Final = "()"
"""Signature of a handler without a name, where its language keeps none of such functions."""

_FIELDS: Final = tuple(each.name for each in fields(FileFacts))


def make_symbol(endpoint: Endpoint) -> Symbol:
    """Return the symbol of an endpoint, which stands where it is registered first.

    It has the lines and the signature of a handler without a name, which is no symbol itself."""
    first = next(iter(endpoint.inline_handlers), None)
    start = min(endpoint.line, first.start_line) if first is not None else endpoint.line
    end = max(endpoint.line, first.end_line) if first is not None else endpoint.line
    return Symbol(
        SymbolKind.ENDPOINT, endpoint.name, endpoint.key[1], 0, endpoint.line, 0, start, end, 0, 0,
        (first.signature or UNWRITTEN) if first is not None else "", (), "", (endpoint.model,), "public",
        Flag.TEST if endpoint.is_test else Flag.NONE,
    )  # fmt: skip


def add_symbols(facts: FileFacts, endpoints: Sequence[Endpoint]) -> FileFacts:
    """Return facts with the endpoints of a file behind its own symbols."""
    if not endpoints:
        return facts
    found = FileFacts(**{name: getattr(facts, name) for name in _FIELDS})  # lazy facts cannot be copied
    found.symbols = [*facts.symbols, *map(make_symbol, endpoints)]
    return found


def attach_endpoints(graph: Graph, composition: Composition, files: Sequence[int], ids: Mapping[int, int]) -> None:
    """Add the endpoints of a composition to a graph.

    `files` are the places of the graph's files as rows name them, `ids` the graph ids of the items in them."""
    if not composition.endpoints:
        _attach_edges(graph, composition, files, ids, {})
        return
    places: dict[EndpointKey, int] = {}
    moved: list[int] = []
    count = 0
    for number, file in enumerate(files):
        facts = graph.files[number]
        graph.offsets[number] = count
        moved.extend(range(count, count + len(facts.symbols)))
        count += len(facts.symbols)
        endpoints = composition.endpoints.get(file, ())
        for endpoint in endpoints:
            places[endpoint.key] = count
            count += 1
        graph.files[number] = add_symbols(facts, endpoints)
    graph.edges = [
        Edge(moved[source], moved[target] if target >= 0 else target, kind, how, lines)
        for source, target, kind, how, lines in graph.edges
    ]
    graph.unresolved = [miss._replace(source=moved[miss.source]) for miss in graph.unresolved]
    _attach_edges(graph, composition, files, {item: moved[gid] for item, gid in ids.items()}, places)


def _attach_edges(
    graph: Graph, composition: Composition, files: Sequence[int], ids: Mapping[int, int],
    places: Mapping[EndpointKey, int],
) -> None:  # fmt: skip
    for file in files:
        for endpoint in composition.endpoints.get(file, ()):
            source = places[endpoint.key]
            for handler, (how, lines) in endpoint.handlers.items():
                graph.edges.append(Edge(source, ids[handler], endpoint.answering, how, lines))
        for edge in composition.code.get(file, ()):
            end = ids[edge.target] if isinstance(edge.target, int) else places[edge.target]
            start = ids[edge.source] if isinstance(edge.source, int) else places[edge.source]
            graph.edges.append(Edge(start, end, edge.kind, edge.resolution, edge.lines))
        for request in composition.requests.get(file, ()):
            target = places[request.target]
            graph.edges.append(Edge(ids[request.source], target, request.kind, request.resolution, request.lines))
        for miss in composition.misses.get(file, ()):
            graph.unresolved.append(Unresolved(ids[miss.source], miss.name, miss.kind, miss.reason, miss.lines))


def list_items(composition: Composition) -> set[int]:
    """Return the items that edges of a composition start or end at."""
    return {
        *(handler for each in composition.endpoints.values() for endpoint in each for handler in endpoint.handlers),
        *(request.source for each in composition.requests.values() for request in each),
        *(miss.source for each in composition.misses.values() for miss in each),
        *(
            end
            for each in composition.code.values()
            for edge in each
            for end in (edge.source, edge.target)
            if isinstance(end, int)
        ),
    }
