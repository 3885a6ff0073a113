"""Texts of what other repositories of a workspace answer."""

from __future__ import annotations

from codegraph.operations.workspace_answers import WorkspaceAnswer, WorkspaceHop, WorkspacePlace, WorkspaceStep
from codegraph.query_results import SymbolRow
from codegraph.render.text.text_layout import format_count

OPEN = "open"
ALIKE = frozenset((OPEN, "same repository"))
"""States of a member of which nothing has to be said beside an answer."""


def format_elsewhere(elsewhere: WorkspaceAnswer | None, noun: str, symbol: SymbolRow | None = None) -> list[str]:
    """Return the part of an answer that is in other repositories, if it was wanted."""
    if elsewhere is None:
        return []
    lines = ["", f"{format_count(len(elsewhere.steps), noun)} in {_count_others(elsewhere)}"]
    last = ""
    for step in elsewhere.steps:
        if step.repository != last:
            lines.append(f"  {step.repository} · generation {step.generation}")
            last = step.repository
        lines.append(f"    {_format_step(step, symbol)}")
    if elsewhere.places:
        lines.append("named in other repositories")
        lines += [f"  {format_workspace_place(each)}" for each in elsewhere.places]
    if not elsewhere.is_complete:
        lines.append("  more exist; ask with a smaller depth")
    return [*lines, *format_absent(elsewhere)]


def _count_others(elsewhere: WorkspaceAnswer) -> str:
    count = sum(row.status == OPEN for row in elsewhere.members) - 1
    return f"{format_count(count, 'other repository', 'other repositories')} of the workspace"


def _format_step(step: WorkspaceStep, symbol: SymbolRow | None) -> str:
    name = step.target.rpartition("::")[2] or step.target
    if step.is_outgoing:
        return f"{step.symbol.path}:{step.symbol.line}  {step.symbol.qualname or step.symbol.path}  {step.resolution}"
    through = "" if symbol is not None and name == symbol.qualname else f"  {step.kind} {name}"
    at = f"{step.symbol.path}:{','.join(map(str, step.lines))}"
    return f"{at}  {step.symbol.qualname or step.symbol.name}  {step.resolution}{through}"


def format_workspace_place(place: WorkspacePlace) -> str:
    """Return a symbol with its repository, generation and place."""
    symbol = place.symbol
    at = f"{symbol.path}:{symbol.line or 1}"
    return f"{place.repository}//{symbol.qualname or symbol.path}  {at}  generation {place.generation}"


def format_hops(elsewhere: WorkspaceAnswer) -> list[str]:
    """Return a path through repositories, one line for each symbol and edge."""
    lines: list[str] = []
    for hop in elsewhere.hops:
        lines += [f"  {format_workspace_place(hop.source)}", f"    {_format_edge(hop)}"]
    return [*lines, f"  {format_workspace_place(elsewhere.hops[-1].target)}"] if lines else []


def _format_edge(hop: WorkspaceHop) -> str:
    lines = f" at {hop.source.symbol.path}:{','.join(map(str, hop.lines))}" if hop.lines else ""
    return f"{hop.kind}{lines}  {hop.resolution}"


def format_absent(elsewhere: WorkspaceAnswer) -> list[str]:
    """Return the repositories that were not asked, with the reason."""
    rows = [row for row in elsewhere.members if row.status not in ALIKE]
    return [f"  not asked: {row.name}: {row.status}; {row.advice}" for row in rows]
