"""The report as plain text."""

from __future__ import annotations

from codegraph.operations.answers import name_of
from codegraph.operations.impact.answers import Affected, ChangeReport
from codegraph.render.impact import words
from codegraph.render.text.layout import clip, columns, count, place

NOTE_WIDTH = 140


def report_text(report: ChangeReport) -> list[str]:
    lines = [words.headline(report), f"{words.states(report)}, {words.files(report)}"]
    if not report.complete:
        lines.append("more depends on it than is counted; the totals are lower bounds")
    if report.changed:
        lines += ["", "changed, riskiest first"]
        rows = [(f"{c.risk.total:.2f}", words.name(c), words.change(c), place(c.symbol)) for c in report.changed]
        told = columns(rows, right=frozenset((0,)))
        for line, row in zip(told, report.changed, strict=True):
            lines += [line, f"        {words.reasons(row)}", f"        {words.parts(row.risk)}"]
            if row.broken:
                lines.append(f"        still used by {clip(', '.join(row.broken), NOTE_WIDTH)}")
    lines += _affected(report)
    if report.tests:
        lines += ["", "tests to run, most telling first"]
        for test in report.tests:
            lines.append(f"  {words.test_name(test)}  {words.known(test)}")
            lines += [f"      {clip(words.titles(test), NOTE_WIDTH)}"] if test.titles else []
        lines += _more(len(report.tests), report.tests_total)
    if report.co_changes:
        lines += ["", "usually changes with it, by git history, and did not"]
        lines += columns([(c.file, words.company(c)) for c in report.co_changes])
        lines += _more(len(report.co_changes), report.co_changes_total)
    if report.notes:
        lines += ["", "notes on this code"]
        lines += [
            f"  {n.kind} · {n.state}: {clip(' '.join(n.text.split()), NOTE_WIDTH)}  ({n.id})" for n in report.notes
        ]
        lines += _more(len(report.notes), report.notes_total)
    if report.cycles:
        lines += ["", "new import cycles"]
        lines += [f"  {' → '.join((*c.files, c.files[0]))}" for c in report.cycles]
    if report.not_analysed:
        lines += ["", "not analysed"]
        lines += columns([(n.path, n.reason) for n in report.not_analysed])
        lines += _more(len(report.not_analysed), report.not_analysed_total)
    for gate in report.gates:
        lines += ["", f"gate {gate.condition}: {'failed' if gate.failed else 'passed'}, it is {gate.value:g}"]
    return lines


def _affected(report: ChangeReport) -> list[str]:
    if not report.affected:
        return []
    lines = ["", f"affected within {count(report.depth, 'step')}"]
    rows = [(str(a.depth), name_of(a.symbol), place(a.symbol), because(a)) for a in report.affected]
    return [*lines, *columns(rows, right=frozenset((0,))), *_more(len(report.affected), report.affected_total)]


def because(affected: Affected) -> str:
    """The first edge of the evidence, and how the weakest is known: `calls Store.save, inferred`."""
    if not affected.path:
        return str(affected.weakest)
    edge = affected.path[0]
    backwards = edge.target.id == affected.symbol.id
    end = edge.source if backwards else edge.target
    other = name_of(end) if end.qualname else getattr(end, "path", "").rpartition("/")[2]
    verb = {"decorates": "decorated by", "overrides": "may run"}.get(edge.kind, "") if backwards else str(edge.kind)
    return f"{verb} {other}, {affected.weakest}" + (", before the change" if affected.before else "")


def _more(shown: int, total: int) -> list[str]:
    return [f"  {total - shown:,} more; all with --limit 0"] if total > shown else []
