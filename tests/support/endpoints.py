"""Graphs of small trees, and their routes and requests by name."""

from __future__ import annotations

from collections.abc import Mapping

from codegraph.graph_model import EdgeKind, Graph, Resolution
from codegraph.resolve import resolve
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.languages import detect


def make_graph(files: Mapping[str, str], manifests: Mapping[str, str] | None = None) -> Graph:
    facts = [parse(SourceFile(p, t.encode(), detect(p, t.encode()) or "", "")) for p, t in files.items()]
    graph = resolve(facts, manifests or {}, sorted(files))
    assert graph.faults == [], graph.faults
    return graph


def list_handlers(graph: Graph) -> dict[str, str]:
    return {
        graph.get_symbol(edge.source)[1].name: graph.get_symbol(edge.target)[1].qualname
        for edge in graph.edges
        if edge.kind is EdgeKind.HANDLES
    }


def list_requests(graph: Graph) -> set[tuple[str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].qualname, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if edge.kind is EdgeKind.REQUESTS
    }


def list_reasons(graph: Graph) -> list[tuple[str, str]]:
    return [(miss.name, miss.reason) for miss in graph.unresolved if miss.kind in ("route", "request")]


def list_around(graph: Graph) -> set[tuple[str, str]]:
    """Return what frameworks call for endpoints and functions, by name."""
    found = {(graph.get_symbol(each.source)[1], graph.get_symbol(each.target)[1]) for each in graph.edges
             if each.kind in (EdgeKind.IMPLICIT_CALLS, EdgeKind.RUNS) and each.resolution is Resolution.INFERRED}  # fmt: skip
    return {(source.name, target.qualname) for source, target in found}
