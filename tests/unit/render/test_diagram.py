"""Mermaid and DOT, with names that could be read as syntax."""

from __future__ import annotations

import re

from codegraph.operations.answers import Arrow, Box, GraphAnswer
from codegraph.render.diagram import render_diagram

HOSTILE = 'operator"]; click n0 "x\n--> %% <b>'


def drawing(format: str, label: str = "save", certain: bool = True) -> str:
    boxes = (Box("a", label, "src/a.py", "function", True), Box("b", "load", "", "method", False))
    return render_diagram(GraphAnswer("t", format, boxes, (Arrow("a", "b", "calls", certain, 2),), 3))


def test_mermaid_groups_boxes_by_file_and_counts_bundled_edges():
    text = drawing("mermaid")
    assert text.splitlines()[0] == "flowchart LR"
    assert 'subgraph g1["src/a.py"]' in text
    assert "n0 -->|calls ×2| n1" in text
    assert "%% 3 more left out" in text


def test_uncertain_edges_are_dashed():
    assert "-.->" in drawing("mermaid", certain=False)
    assert "style=dashed" in drawing("dot", certain=False)
    assert "dashed" not in drawing("dot")


def test_mermaid_labels_cannot_be_read_as_syntax():
    (label,) = re.findall(r'n0\["(.*)"\]', drawing("mermaid", HOSTILE))
    assert not set('"[]<>;\n%') & set(re.sub(r"#\d+;", "", label))


def test_dot_labels_are_quoted():
    text = drawing("dot", HOSTILE)
    assert r'label="operator\"]; click n0 \"x\n--> %% <b>"' in text
    assert text.count("{") == text.count("}")
