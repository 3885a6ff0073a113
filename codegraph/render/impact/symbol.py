"""The impact of one symbol or file as Markdown and as a Mermaid diagram; names are escaped as in reports."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.answers import Node, SymbolRow
from codegraph.operations.answers import Arrow, Box, Dependent, GraphAnswer, ImpactAnswer, format_overloads
from codegraph.render.diagram import render_diagram
from codegraph.render.impact.markdown import LINES, ROWS, code, folded, plain
from codegraph.render.impact.mermaid import CERTAIN, ELSEWHERE, MOST_NODES
from codegraph.render.impact.words import told_apart
from codegraph.render.text.layout import count, format_counted, place, site


def symbol_markdown(answer: ImpactAnswer, warnings: Sequence[str] = ()) -> str:
    """Under 60 lines however much depends on it, ending with a newline."""
    lines: list[str] = []
    for most in ROWS:
        lines = _lines(answer, warnings, most)
        if len(lines) <= LINES:
            break
    diagram = symbol_mermaid(answer).rstrip().split("\n")
    if answer.dependents and len(lines) + len(diagram) + 6 <= LINES:
        lines += ["", "<details><summary>Diagram</summary>", "", "```mermaid", *diagram, "```", "</details>"]
    return "\n".join(lines) + "\n"


def _lines(answer: ImpactAnswer, warnings: Sequence[str], most: int) -> list[str]:
    files = {d.symbol.path for d in (*answer.dependents, *answer.tests)}
    lines = [
        f"### Impact of {code(_name(answer.symbol))}"
        + (f" and its {format_overloads(answer.overloads)}" if answer.overloads else ""),
        "",
        f"{code(place(answer.symbol))}: {count(len(answer.dependents), 'dependent')} within "
        f"{count(answer.depth, 'step')} in {count(len(files), 'file')}, {count(len(answer.tests), 'test')}",
    ]
    lines += [line for each in format_counted(answer.counted) for line in ("", plain(each))]
    for depth in sorted({d.depth for d in answer.dependents}):
        level = [d for d in answer.dependents if d.depth == depth]
        lines += ["", *folded(f"{count(depth, 'step')} away: {len(level):,}", _rows(level, most))]
    if answer.tests:
        lines += ["", *folded(f"{count(len(answer.tests), 'test')} to run", _rows(answer.tests, most))]
    if answer.possible:
        what = count(answer.possible, "unresolved call")
        lines += ["", f"Not counted: {what} of the name {code(answer.symbol.name)}."]
    return lines + [line for warning in warnings[:3] for line in ("", plain(warning))]


def _rows(level: Sequence[Dependent], most: int) -> list[str]:
    rows = [
        f"- {code(_name(d.symbol))} {code(site(d.via))}: {_why(d)}, {d.via.resolution}" for d in level[:most]
    ]  # fmt: skip
    return rows + ([f"- {len(level) - most:,} more"] if len(level) > most else [])


def _why(dependent: Dependent) -> str:
    via = dependent.via
    if via.target.node == dependent.symbol.node:
        return f"decorated by {code(_name(via.source))}"
    return f"{via.kind} {code(_name(via.target))}"


def _name(node: Node) -> str:
    return told_apart(node) if node.qualname or not isinstance(node, SymbolRow) else node.path


def symbol_mermaid(answer: ImpactAnswer) -> str:
    """The symbol with what depends on it, nearest first; dashed lines rest on dispatch or a guess."""
    boxes = {answer.symbol.id: _box(answer.symbol, focus=True)}
    arrows: dict[tuple[str, str], Arrow] = {}
    for dependent in (*answer.dependents, *answer.tests):
        via = dependent.via
        other = via.source if via.target.node == dependent.symbol.node else via.target
        ends = {row.id: row for row in (dependent.symbol, other) if isinstance(row, SymbolRow)}
        fresh = [row for id, row in ends.items() if id not in boxes]
        if len(boxes) + len(fresh) > MOST_NODES:
            continue
        boxes.update({row.id: _box(row, focus=False) for row in fresh})
        key = via.source.id, via.target.id
        arrows.setdefault(key, Arrow(*key, str(via.kind), via.resolution in CERTAIN, 1))
    total = 1 + len(answer.dependents) + len(answer.tests)
    drawn = GraphAnswer("impact", "mermaid", tuple(boxes.values()), tuple(arrows.values()), max(0, total - len(boxes)))
    return render_diagram(drawn, elsewhere=ELSEWHERE)


def _box(row: SymbolRow, *, focus: bool) -> Box:
    return Box(row.id, told_apart(row) if row.qualname else row.path.rsplit("/", 1)[-1], row.path, str(row.kind), focus)
