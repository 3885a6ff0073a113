"""Boxes and arrows as Mermaid or DOT.

Names come from source code, so every label is escaped.
"""

from __future__ import annotations

from itertools import groupby

from codegraph.operations.answers import Arrow, Box, GraphAnswer


def render_diagram(answer: GraphAnswer, elsewhere: str = "see --limit") -> str:
    """Render a whole diagram in `answer.format`, ending with a newline.

    A comment counts the boxes that were left out, and `elsewhere` says there how to see them.
    """
    rest = f"{answer.left_out:,} more left out; {elsewhere}" if answer.left_out else ""
    lines = _draw_mermaid(answer, rest) if answer.format == "mermaid" else _draw_dot(answer, rest)
    return "\n".join(lines) + "\n"


def _group_boxes(boxes: tuple[Box, ...]) -> list[tuple[str, list[Box]]]:
    ordered = sorted(boxes, key=lambda box: box.group)
    return [(group, list(members)) for group, members in groupby(ordered, key=lambda box: box.group)]


def _draw_mermaid(answer: GraphAnswer, rest: str) -> list[str]:
    numbers = {box.key: f"n{i}" for i, box in enumerate(answer.boxes)}
    lines = ["flowchart LR"]
    lines += [f"  %% {rest}"] if rest else []
    for i, (group, members) in enumerate(_group_boxes(answer.boxes)):
        drawn = [f'{numbers[b.key]}["{_escape_mermaid(b.label)}"]' for b in members]
        if group:
            lines += [f'  subgraph g{i}["{_escape_mermaid(group)}"]', *(f"    {d}" for d in drawn), "  end"]
        else:
            lines += [f"  {d}" for d in drawn]
    for arrow in answer.arrows:
        line = "-->" if arrow.certain else "-.->"
        lines.append(
            f"  {numbers[arrow.source]} {line}|{_escape_mermaid(_format_label(arrow))}| {numbers[arrow.target]}"
        )
    focus = [numbers[b.key] for b in answer.boxes if b.focus]
    if focus:
        lines += ["  classDef focus stroke-width:3px", f"  class {','.join(focus)} focus"]
    return lines


def _escape_mermaid(text: str) -> str:
    """Escape a text for Mermaid.

    It has entity codes instead of escapes; every character that could be syntax becomes one.
    """
    safe = frozenset(" ._-/:,+×…")
    return "".join(c if c.isalnum() or c in safe else f"#{ord(c)};" for c in " ".join(text.split()))


def _format_label(arrow: Arrow) -> str:
    return f"{arrow.label} ×{arrow.count}" if arrow.count > 1 else arrow.label


def _draw_dot(answer: GraphAnswer, rest: str) -> list[str]:
    lines = [f"digraph {_quote_dot(answer.title)} {{", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
    lines += [f"  // {rest}"] if rest else []
    for i, (group, members) in enumerate(_group_boxes(answer.boxes)):
        drawn = [
            f"{_quote_dot(b.key)} [label={_quote_dot(b.label)}, tooltip={_quote_dot(b.kind)}"
            f"{', penwidth=3' if b.focus else ''}];"
            for b in members
        ]
        if group:
            lines += [
                f"  subgraph cluster_{i} {{",
                f"    label={_quote_dot(group)};",
                *(f"    {d}" for d in drawn),
                "  }",
            ]
        else:
            lines += [f"  {d}" for d in drawn]
    for arrow in answer.arrows:
        style = "" if arrow.certain else ", style=dashed"
        lines.append(
            f"  {_quote_dot(arrow.source)} -> {_quote_dot(arrow.target)} "
            f"[label={_quote_dot(_format_label(arrow))}{style}];"
        )
    return [*lines, "}"]


def _quote_dot(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "")
    return f'"{escaped}"'
