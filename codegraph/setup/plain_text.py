"""Reports of `codegraph setup` as text."""

from __future__ import annotations

import textwrap

from codegraph.render.page import WIDTH, get_page_width
from codegraph.render.text.text_layout import align_columns, format_count
from codegraph.setup.clients import Scope
from codegraph.setup.wiring import ClientList, ClientState, SetupReport, SetupReports, State


def format_report(report: SetupReport) -> list[str]:
    """Format a report.

    On a dry run it is the diffs, ready for `patch`; else one line a file.
    """
    if report.dry_run:
        diffs = [row.diff.rstrip("\n") for row in report.files if row.diff]
        return diffs or ["nothing to change"]
    lines = []
    for row in report.files:
        lines.append(f"{row.action:<9}  {row.path}")
        if row.backup:
            lines.append(f"{'':<9}  as it was: {row.backup}")
    if not report.files:
        lines.append("nothing to change")
    return [*lines, f"next: {report.next}"] if report.next else lines


def format_reports(answer: SetupReports) -> list[str]:
    """Format one paragraph for each client.

    Failures are printed on standard error.
    """
    lines: list[str] = []
    for report in answer.reports:
        lines += [*([""] if lines else []), report.client, *format_report(report)]
    return lines


def format_clients(answer: ClientList, *, numbered: bool = False) -> list[str]:
    """Format the agents of this machine with their files.

    Each has the command that wires it, or its number to choose it by."""
    shown = [row for row in answer.clients if _is_shown(row)]
    todo = list_unwired(answer)
    lines = ["agents on this machine" if shown else "no coding agent was found on this machine"]
    rows = []
    for row in shown:
        number = f"{todo.index(row) + 1}" if numbered and row in todo else ""
        command = "" if numbered or row.state != State.UNWIRED else row.command
        rows.append((*([number] if numbered else []), row.client, row.state, row.path, command))
    lines += align_columns(rows, indent=2)
    others = dict.fromkeys(row.client for row in answer.clients if not row.installed)
    if todo and not numbered:
        lines += ["", f"`codegraph setup --all` wires {format_count(len(todo), 'agent')}"]
    also = (
        textwrap.wrap(f"also supported: {', '.join(others)}", min(get_page_width(), WIDTH), break_on_hyphens=False)
        if others
        else []
    )
    return [*lines, "", *also] if also else lines


def list_unwired(answer: ClientList) -> list[ClientState]:
    """Return the agents of this machine that can be wired for their user."""
    return [row for row in answer.clients if _is_offered(row) and row.state == State.UNWIRED]


def _is_offered(row: ClientState) -> bool:
    return row.installed and row.scope == Scope.USER


def _is_shown(row: ClientState) -> bool:
    return _is_offered(row) or row.state in (State.WIRED, State.FOREIGN)
