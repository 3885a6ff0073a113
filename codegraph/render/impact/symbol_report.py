"""The impact of one symbol or file as Markdown and as a Mermaid diagram.

Names are escaped as in reports.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.operations.answers import Dependent, ImpactAnswer, format_overloads
from codegraph.query_results import Node, SymbolRow
from codegraph.render.impact.markdown import LINES, ROWS, escape, fold_rows, format_code
from codegraph.render.impact.mermaid import Chain, draw_chains, fold_diagram
from codegraph.render.impact.wording import qualify_name
from codegraph.render.text.text_layout import (
    explain_dependence,
    format_count,
    format_counted,
    format_place,
    format_site,
)


def format_symbol_markdown(answer: ImpactAnswer, warnings: Sequence[str] = ()) -> str:
    """Return at most 60 lines, however much depends on the symbol.

    They end with a newline.
    """
    lines: list[str] = []
    for most in ROWS:
        lines = _format_lines(answer, warnings, most)
        if len(lines) <= LINES:
            break
    diagram = fold_diagram(format_symbol_mermaid(answer))
    if answer.dependents and len(lines) + len(diagram) <= LINES:
        lines += diagram
    return "\n".join(lines) + "\n"


def _format_lines(answer: ImpactAnswer, warnings: Sequence[str], most: int) -> list[str]:
    files = {d.symbol.path for d in (*answer.dependents, *answer.tests)}
    lines = [
        f"### Impact of {_format_name(answer.symbol)}"
        + (f" and its {format_overloads(answer.overloads)}" if answer.overloads else ""),
        "",
        f"{format_code(format_place(answer.symbol))}: {format_count(len(answer.dependents), 'dependent')} within "
        f"{format_count(answer.depth, 'step')} in {format_count(len(files), 'file')}, "
        f"{format_count(len(answer.tests), 'test')}",
    ]
    lines += [line for each in format_counted(answer.counted) for line in ("", escape(each))]
    for depth in sorted({d.depth for d in answer.dependents}):
        level = [d for d in answer.dependents if d.depth == depth]
        lines += ["", *fold_rows(f"{format_count(depth, 'step')} away: {len(level):,}", _list_rows(level, most))]
    if answer.tests:
        lines += ["", *fold_rows(f"{format_count(len(answer.tests), 'test')} to run", _list_rows(answer.tests, most))]
    if answer.possible:
        what = format_count(answer.possible, "unresolved call")
        lines += ["", f"Not counted: {what} of the name {format_code(answer.symbol.name)}."]
    return lines + [line for warning in warnings[:3] for line in ("", escape(warning))]


def _list_rows(level: Sequence[Dependent], most: int) -> list[str]:
    rows = [
        f"- {_format_name(d.symbol)} {format_code(format_site(d.via))}: {explain_dependence(d, _format_name)}, "
        f"{d.via.resolution}" for d in level[:most]
    ]  # fmt: skip
    return rows + ([f"- {len(level) - most:,} more"] if len(level) > most else [])


def _format_name(node: Node) -> str:
    """Format the name of a symbol, or the path of a file, as a code span."""
    return format_code(qualify_name(node) if node.qualname or not isinstance(node, SymbolRow) else node.path)


def format_symbol_mermaid(answer: ImpactAnswer) -> str:
    """Return the symbol with its dependents, nearest first.

    Dashed lines depend on dispatch or a guess.
    """
    found = (*answer.dependents, *answer.tests)
    return draw_chains([answer.symbol], map(_build_chain, found), 1 + len(found))


def _build_chain(dependent: Dependent) -> Chain:
    via = dependent.via
    other = via.source if via.target.node == dependent.symbol.node else via.target
    return Chain((dependent.symbol, other), (via,))
