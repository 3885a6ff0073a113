"""Reports of `codegraph setup` as text."""

from __future__ import annotations

from codegraph.render.text.layout import columns, count
from codegraph.setup.wiring import ClientList, SetupReport


def report_text(report: SetupReport) -> list[str]:
    """On a dry run the diffs, ready for `patch`; else a line a file."""
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


def clients_text(answer: ClientList) -> list[str]:
    rows = [(row.client, row.scope, row.state, row.path) for row in answer.clients]
    wired = sum(row.state == "wired" for row in answer.clients)
    return [*columns(rows, indent=0), "", f"{count(wired, 'file')} wired; `codegraph setup CLIENT` wires one"]
