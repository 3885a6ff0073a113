"""Report as a Mermaid diagram.

It shows the riskiest changed symbols, the affected ones nearest to them, and tests.
"""

from __future__ import annotations

from typing import Final

from codegraph.graph_model import Resolution
from codegraph.operations.answers import Arrow, Box, GraphAnswer
from codegraph.operations.impact.answers import ChangeReport
from codegraph.query_results import SymbolRow
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
    boxes: dict[str, Box] = {}
    arrows: dict[tuple[str, str], Arrow] = {}

    def box(row: SymbolRow, focus: bool) -> None:
        if row.id not in boxes:
            label = qualify_name(row) if row.qualname else row.path.rsplit("/", 1)[-1]
            boxes[row.id] = Box(row.id, label, row.path, str(row.kind), focus)

    for changed in report.changed[: MOST_NODES // 2]:
        box(changed.symbol, True)
    for affected in report.affected:
        ends = {e.id: e for edge in affected.path for e in (edge.source, edge.target) if isinstance(e, SymbolRow)}
        fresh = [e for id, e in ends.items() if id not in boxes]
        if not affected.path or len(boxes) + len(fresh) > MOST_NODES:
            continue
        for row in fresh:
            box(row, False)
        for edge in affected.path:
            key = (edge.source.id, edge.target.id)
            if key[0] in boxes and key[1] in boxes:
                arrows.setdefault(key, Arrow(*key, str(edge.kind), edge.resolution in CERTAIN, 1))
    total = report.changed_total + report.affected_total
    drawn = GraphAnswer("impact", "mermaid", tuple(boxes.values()), tuple(arrows.values()), max(0, total - len(boxes)))
    return render_diagram(drawn, elsewhere=ELSEWHERE)
