"""Functions in an object that is handed to a library."""

from __future__ import annotations

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile


def list_references(text: str) -> set[tuple[str, str, tuple[int, ...]]]:
    graph: Graph = resolve([parse(SourceFile("a.ts", text.encode(), "typescript", ""))], {}, ["a.ts"])
    return {
        (graph.get_symbol(edge.source)[1].qualname, graph.get_symbol(edge.target)[1].qualname, edge.lines)
        for edge in graph.edges
        if edge.kind is EdgeKind.REFERENCES and edge.target >= 0
    }


def test_a_function_refers_to_what_it_hands_over_in_an_object():
    text = (
        'import { useMutation } from "kit";\nfunction save() {}\nexport function AddItem() {\n'
        "  return useMutation({\n    retry: { onFail() { save(); } },\n    run: () => save(),\n  });\n}\n"
    )
    assert list_references(text) >= {("AddItem", "AddItem.run", (6,))}
    assert any(target.endswith("onFail") for source, target, _ in list_references(text) if source == "AddItem")


def test_an_object_that_stays_in_the_function_hands_nothing_over():
    text = "function save() {}\nexport function add() {\n  const own = { run: () => save() };\n  own.run();\n}\n"
    assert list_references(text) == set()
