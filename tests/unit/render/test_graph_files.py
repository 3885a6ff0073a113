"""JSON lines, GraphML, GEXF and the graph of networkx."""

from __future__ import annotations

import json
from io import BytesIO
from xml.etree import ElementTree

import networkx as nx
from support.fixed_index import FixedIndex

from codegraph.graph_model import EdgeKind
from codegraph.operations.export import iterate_rows
from codegraph.operations.requests import ExportRequest
from codegraph.render.graph_records import EDGE_NAMES, render_jsonl
from codegraph.render.networkx_graph import render_gexf, render_graphml, to_networkx

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
GEXF = "{http://www.gexf.net/1.2draft}"


def records(request: ExportRequest) -> list[dict]:
    return [json.loads(line) for line in render_jsonl(iterate_rows(FixedIndex(), request))]


def test_symbols_come_first_then_edges():
    kinds = [r["type"] for r in records(ExportRequest())]
    assert kinds == sorted(kinds, reverse=True)
    assert set(kinds) == {"symbol", "edge"}


def test_a_symbol_record_says_where_it_is():
    record = next(r for r in records(ExportRequest()) if r.get("qualname") == "Store.save")
    assert record["id"] == "python:notes/store.py::Store.save"
    assert (record["kind"], record["name"], record["file"]) == ("method", "save", "notes/store.py")
    assert (record["line"], record["end_line"]) == (12, 20)


def test_an_edge_record_holds_both_ends_and_all_lines():
    record = next(r for r in records(ExportRequest()) if r.get("caller") == "add_note" and r["callee"] == "Store.save")
    assert (record["kind"], record["resolution"]) == ("call", "inferred")
    assert (record["caller_file"], record["caller_line"]) == ("notes/cli.py", 17)
    assert (record["callee_file"], record["callee_line"]) == ("notes/store.py", 12)
    assert (record["line"], record["lines"]) == (19, [19, 21])


def test_a_module_end_is_line_zero_and_named_module():
    record = next(r for r in records(ExportRequest()) if r.get("kind") == "import")
    assert (record["caller"], record["caller_line"]) == ("<module>", 0)
    assert (record["callee"], record["callee_line"], record["callee_file"]) == ("<module>", 0, "notes/store.py")


def test_every_edge_kind_has_a_name():
    assert set(EDGE_NAMES) == set(EdgeKind)
    assert len(set(EDGE_NAMES.values())) == len(EDGE_NAMES)


def test_external_and_unresolved_records_come_on_request():
    plain, full = records(ExportRequest()), records(ExportRequest(external=True, unresolved=True))
    assert {r["type"] for r in full} - {r["type"] for r in plain} == {"external", "unresolved"}
    external = next(r for r in full if r["type"] == "external")
    assert (external["callee"], external["callee_file"], external["callee_package"]) == ("json.dump", None, "json")


def test_graphml_is_well_formed_and_joins_known_nodes():
    root = ElementTree.fromstring("".join(render_graphml(iterate_rows(FixedIndex(), ExportRequest(external=True)))))
    nodes = {n.get("id") for n in root.iter(GRAPHML + "node")}
    edges = [(e.get("source"), e.get("target")) for e in root.iter(GRAPHML + "edge")]
    assert len(nodes) == 13
    assert edges
    assert all(a in nodes and b in nodes for a, b in edges)


def test_graphml_survives_names_that_xml_cannot_hold():
    index = FixedIndex()
    index._symbols[1] = index._symbols[1]._replace(id='a"<&\x01\n\ud800', qualname="\x00<b>&")
    root = ElementTree.fromstring("".join(render_graphml(index.iterate_all_symbols())))
    assert root.findall(f".//{GRAPHML}node")[1].get("id") == 'a"<&\N{REPLACEMENT CHARACTER}\n\N{REPLACEMENT CHARACTER}'


def test_networkx_reads_both_formats_back_as_they_were_written():
    written = to_networkx(iterate_rows(FixedIndex(), ExportRequest()))
    for pieces, read in ((render_graphml, nx.read_graphml), (render_gexf, nx.read_gexf)):
        document = "".join(pieces(iterate_rows(FixedIndex(), ExportRequest())))
        found = read(BytesIO(document.encode()))
        assert set(found) == set(written)
        assert sorted((a, b, d["kind"]) for a, b, d in found.edges(data=True)) == sorted(
            (a, b, kind) for a, b, kind in written.edges(keys=True)
        )


def test_edges_of_both_formats_have_ids_of_their_own():
    for render, namespace in ((render_graphml, GRAPHML), (render_gexf, GEXF)):
        root = ElementTree.fromstring("".join(render(iterate_rows(FixedIndex(), ExportRequest()))))
        ids = [edge.get("id") for edge in root.iter(namespace + "edge")]
        assert len(set(ids)) == len(ids) > 1


def test_an_edge_of_networkx_says_how_it_is_known():
    graph = to_networkx(iterate_rows(FixedIndex(), ExportRequest()))
    edge = graph.edges["python:notes/cli.py::add_note", "python:notes/store.py::Store.save", "call"]
    assert (edge["resolution"], edge["line"]) == ("inferred", 19)
    assert graph.nodes["python:notes/store.py::Store.save"]["qualname"] == "Store.save"
