"""Boxes and arrows as Mermaid or DOT. Names come from source code, so every label is escaped."""

from __future__ import annotations

from itertools import groupby

from codegraph.operations.answers import Arrow, Box, GraphAnswer


def render_diagram(answer: GraphAnswer, elsewhere: str = "see --limit") -> str:
    """A whole diagram in `answer.format`, ending with a newline. What was left out is counted in a comment, and
    `elsewhere` says there how it is seen."""
    rest = f"{answer.left_out:,} more left out; {elsewhere}" if answer.left_out else ""
    lines = _mermaid(answer, rest) if answer.format == "mermaid" else _dot(answer, rest)
    return "\n".join(lines) + "\n"


def _grouped(boxes: tuple[Box, ...]) -> list[tuple[str, list[Box]]]:
    ordered = sorted(boxes, key=lambda box: box.group)
    return [(group, list(members)) for group, members in groupby(ordered, key=lambda box: box.group)]


def _mermaid(answer: GraphAnswer, rest: str) -> list[str]:
    numbers = {box.key: f"n{i}" for i, box in enumerate(answer.boxes)}
    lines = ["flowchart LR"]
    lines += [f"  %% {rest}"] if rest else []
    for i, (group, members) in enumerate(_grouped(answer.boxes)):
        drawn = [f'{numbers[b.key]}["{_mermaid_text(b.label)}"]' for b in members]
        if group:
            lines += [f'  subgraph g{i}["{_mermaid_text(group)}"]', *(f"    {d}" for d in drawn), "  end"]
        else:
            lines += [f"  {d}" for d in drawn]
    for arrow in answer.arrows:
        line = "-->" if arrow.certain else "-.->"
        lines.append(f"  {numbers[arrow.source]} {line}|{_mermaid_text(_label(arrow))}| {numbers[arrow.target]}")
    focus = [numbers[b.key] for b in answer.boxes if b.focus]
    if focus:
        lines += ["  classDef focus stroke-width:3px", f"  class {','.join(focus)} focus"]
    return lines


def _mermaid_text(text: str) -> str:
    """Mermaid has entity codes instead of escapes; anything it could read as syntax becomes one."""
    safe = frozenset(" ._-/:,+×…")
    return "".join(c if c.isalnum() or c in safe else f"#{ord(c)};" for c in " ".join(text.split()))


def _label(arrow: Arrow) -> str:
    return f"{arrow.label} ×{arrow.count}" if arrow.count > 1 else arrow.label


def _dot(answer: GraphAnswer, rest: str) -> list[str]:
    lines = [f"digraph {_dot_text(answer.title)} {{", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
    lines += [f"  // {rest}"] if rest else []
    for i, (group, members) in enumerate(_grouped(answer.boxes)):
        drawn = [
            f"{_dot_text(b.key)} [label={_dot_text(b.label)}, tooltip={_dot_text(b.kind)}"
            f"{', penwidth=3' if b.focus else ''}];"
            for b in members
        ]
        if group:
            lines += [
                f"  subgraph cluster_{i} {{",
                f"    label={_dot_text(group)};",
                *(f"    {d}" for d in drawn),
                "  }",
            ]
        else:
            lines += [f"  {d}" for d in drawn]
    for arrow in answer.arrows:
        style = "" if arrow.certain else ", style=dashed"
        lines.append(
            f"  {_dot_text(arrow.source)} -> {_dot_text(arrow.target)} [label={_dot_text(_label(arrow))}{style}];"
        )
    return [*lines, "}"]


def _dot_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "")
    return f'"{escaped}"'
