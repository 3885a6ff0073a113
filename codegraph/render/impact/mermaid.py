"""Report as a Mermaid diagram.

It shows the riskiest changed symbols, the affected ones nearest to them, and tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.graph_model import Resolution
from codegraph.operations.answers import Arrow, Box, GraphAnswer
from codegraph.operations.impact.answers import ChangeReport
from codegraph.query_results import EdgeRow, Node, SymbolRow
from codegraph.render.diagram import render_diagram
from codegraph.render.impact.wording import qualify_name

MOST_NODES: Final = 20
"""More boxes are not read any more."""

ELSEWHERE: Final = "--format text lists them"

CERTAIN: Final = (Resolution.EXACT, Resolution.TYPED, Resolution.INFERRED, Resolution.OBSERVED)


def format_report_mermaid(report: ChangeReport) -> str:
    """Return a flowchart, ending with a newline.

    Dashed lines depend on dispatch or a guess.
    """
    focus = [changed.symbol for changed in report.changed[: MOST_NODES // 2]]
    chains = [
        Chain([end for edge in affected.path for end in (edge.source, edge.target)], affected.path)
        for affected in report.affected
    ]
    return draw_chains(focus, chains, report.changed_total + report.affected_total)


class Chain(NamedTuple):
    """Symbols that are drawn together, and the edges between them."""

    nodes: Sequence[Node]
    edges: Sequence[EdgeRow]


def draw_chains(focus: Iterable[SymbolRow], chains: Iterable[Chain], total: int) -> str:
    """Draw symbols in focus and the chains that fit, of `total` symbols."""
    boxes = {row.id: _build_box(row, focus=True) for row in focus}
    arrows: dict[tuple[str, str], Arrow] = {}
    for nodes, edges in chains:
        fresh = {row.id: row for row in nodes if isinstance(row, SymbolRow) and row.id not in boxes}
        if not edges or len(boxes) + len(fresh) > MOST_NODES:
            continue
        boxes |= {row.id: _build_box(row, focus=False) for row in fresh.values()}
        for edge in edges:
            key = edge.source.id, edge.target.id
            if key[0] in boxes and key[1] in boxes:
                arrows.setdefault(key, Arrow(*key, str(edge.kind), edge.resolution in CERTAIN, 1))
    drawn = GraphAnswer("impact", "mermaid", tuple(boxes.values()), tuple(arrows.values()), max(0, total - len(boxes)))
    return render_diagram(drawn, elsewhere=ELSEWHERE)


def fold_diagram(diagram: str) -> list[str]:
    """Return a diagram as lines of Markdown that are unfolded on request."""
    drawn = diagram.rstrip().split("\n")
    return ["", "<details><summary>Diagram</summary>", "", "```mermaid", *drawn, "```", "</details>"]


def _build_box(row: SymbolRow, *, focus: bool) -> Box:
    label = qualify_name(row) if row.qualname else row.path.rsplit("/", 1)[-1]
    return Box(row.id, label, row.path, str(row.kind), focus)
