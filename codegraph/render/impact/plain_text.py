"""The report as plain text."""

from __future__ import annotations

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.operations.answers import name_of
from codegraph.operations.impact.answers import Affected, ChangeReport
from codegraph.render.impact import wording
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_place, format_unanalysed
from codegraph.render.text.workspaces import format_elsewhere

NOTE_WIDTH = 140

USES = 8
"""Uses to follow of one symbol that an agent is told of; a person is told half as many."""

MORE = "all with --limit 0", "a larger max_tokens"
"""How a person, and how an agent, is shown the rest."""


def format_report_text(report: ChangeReport, *, for_agent: bool = False) -> list[str]:
    """Return the lines of a report.

    An agent queries what it reads next, so for it names and paths are whole, and not aligned.
    """
    width = 0 if for_agent else None
    more = MORE[for_agent]
    lines = [
        wording.describe_verdict(report),
        wording.format_headline(report),
        f"{wording.format_states(report)}, {wording.format_files(report)}",
    ]
    lines += [] if report.complete else ["not all dependents were counted; the totals are lower bounds"]
    changed = [row for row in report.changed if not row.generated]
    if changed or report.generated_total:
        lines += ["", "changed, broken uses first, then the riskiest"]
        rows = [
            (f"{c.risk.total:.2f}", wording.format_name(c), wording.describe_change(c), format_place(c.symbol))
            for c in changed
        ]
        told = align_columns(rows, right=frozenset((0,)), width=width)
        for line, row in zip(told, changed, strict=True):
            lines += [line, f"        {wording.describe_reasons(row)}", f"        {wording.format_risk(row.risk)}"]
            if row.old_heading and row.change is ChangeKind.SIGNATURE:
                lines += [
                    f"        {sign} {each}" for sign, each in zip("-+", wording.compare_headings(row), strict=True)
                ]
            lines += [f"        run from {wording.format_entries(row)}"] if row.entries else []
            shown = USES if for_agent else USES // 2
            for use in row.uses[:shown]:
                at = format_place(use.symbol, use.lines)
                mark = "" if use.certain else " (look)"
                lines.append(f"        {name_of(use.symbol)}  {at}: {use.reason}{mark}")
            left = row.uses_total - min(shown, len(row.uses))
            lines += [f"        {left:,} more uses"] if left > 0 else []
        lines += [f"  {wording.describe_generated(report)}"] if report.generated_total else []
    if report.surfaces:
        lines += ["", "seen from outside"]
        for each in report.surfaces:
            clients = f", requested by {', '.join(wording.list_clients(each))}" if each.clients else ""
            lines.append(f"  {each.kind}  {each.path}{f':{each.line}' if each.line else ''}  {each.said}{clients}")
        lines += _format_rest(len(report.surfaces), report.surfaces_total, more)
    lines += format_elsewhere(report.elsewhere, "client")
    lines += _list_affected(report, width, more)
    if report.tests:
        lines += ["", "tests to run, most direct first", *(f"  $ {command}" for command in report.test_commands)]
        for test in report.tests:
            lines.append(f"  {wording.format_test_name(test)}  {wording.describe_evidence(test)}")
            lines += [f"      {clip(wording.format_titles(test), NOTE_WIDTH)}"] if test.titles else []
        lines += _format_rest(len(report.tests), report.tests_total, more)
    if report.co_changes:
        lines += ["", "often changed together, but not changed here"]
        lines += align_columns([(c.file, wording.format_company(c)) for c in report.co_changes], width=width)
        lines += _format_rest(len(report.co_changes), report.co_changes_total, more)
    if report.notes:
        lines += ["", "notes on this code"]
        lines += [
            f"  {n.kind} · {wording.describe_state(n)}: {clip(' '.join(n.text.split()), NOTE_WIDTH)}  ({n.id})"
            for n in report.notes
        ]
        lines += _format_rest(len(report.notes), report.notes_total, more)
    if report.cycles:
        lines += ["", "new import cycles"]
        lines += [f"  {' → '.join((*c.files, c.files[0]))}" for c in report.cycles]
    if report.not_analysed:
        lines += ["", f"not analysed ({report.not_analysed_total:,})"]
        lines += [f"  {line}" for line in format_unanalysed(report.not_analysed_languages)[1:]]
        lines += align_columns([(n.path, n.reason) for n in report.not_analysed], width=width)
        lines += _format_rest(len(report.not_analysed), report.not_analysed_total, more)
    for gate in report.gates:
        lines += ["", f"gate {gate.condition}: {'failed' if gate.failed else 'passed'}, it is {gate.value:g}"]
    return lines


def _list_affected(report: ChangeReport, width: int | None, more: str) -> list[str]:
    if not report.affected:
        return []
    lines = ["", f"affected within {format_count(report.depth, 'step')}"]
    rows = [(str(a.depth), name_of(a.symbol), format_place(a.symbol), format_evidence(a)) for a in report.affected]
    told = align_columns(rows, right=frozenset((0,)), width=width)
    return [*lines, *told, *_format_rest(len(report.affected), report.affected_total, more)]


def format_evidence(affected: Affected) -> str:
    """Return the first edge of the evidence, and the resolution of its weakest.

    An example is `calls Store.save, inferred`.
    """
    if not affected.path:
        return str(affected.weakest)
    edge = affected.path[0]
    backwards = edge.target.id == affected.symbol.id
    end = edge.source if backwards else edge.target
    other = name_of(end) if end.qualname else getattr(end, "path", "").rpartition("/")[2]
    verb = {"decorates": "decorated by", "overrides": "may run"}.get(edge.kind, "") if backwards else str(edge.kind)
    return f"{verb} {other}, {affected.weakest}" + (", before the change" if affected.before else "")


def _format_rest(shown: int, total: int, how: str) -> list[str]:
    return [f"  {total - shown:,} more; {how}"] if total > shown else []
