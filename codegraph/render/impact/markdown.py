"""The report as Markdown for a pull request: short, bounded, and with every name of the code escaped.

What is in a repository, and in memories, is data. It must not become a heading, a link, a mention of a person or HTML,
so names stand in code spans and other text has its special characters escaped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.impact.answers import ChangedSymbol, ChangeReport
from codegraph.render.impact import words
from codegraph.render.impact.mermaid import report_mermaid
from codegraph.render.impact.text import because
from codegraph.render.text.layout import MOST_LANGUAGES, clip, count, place
from codegraph_parsers.catalog import Tier

ROWS: Final = (8, 6, 4, 3, 2, 1)
"""Rows of each list: the most with which the report stays within `LINES`."""

LINES: Final = 56
MOST: Final = 60_000
"""Characters: a comment on GitHub may have 65,536."""

NAME_WIDTH, TEXT_WIDTH = 120, 240


def report_markdown(report: ChangeReport, warnings: Sequence[str] = ()) -> str:
    """The report, ending with a newline: under 60 lines, however large the change."""
    lines: list[str] = []
    for most in ROWS:
        lines = _report(report, warnings, most)
        if len(lines) <= LINES:
            break
    diagram = report_mermaid(report).rstrip().split("\n")
    if report.affected and len(lines) + len(diagram) + 6 <= LINES:
        lines += ["", "<details><summary>Diagram</summary>", "", "```mermaid", *diagram, "```", "</details>"]
    text = "\n".join(lines) + "\n"
    return text if len(text) <= MOST else text[:MOST].rpartition("\n")[0] + "\n\n…cut: see the JSON report\n"


def _report(report: ChangeReport, warnings: Sequence[str], most: int) -> list[str]:
    lines = [f"### Impact: {plain(words.headline(report))}", ""]
    lines.append(plain(f"{words.states(report)}; {words.files(report)}"))
    failed = [g for g in report.gates if g.failed]
    if failed:
        told = ", ".join(f"{code(g.condition)} (it is {g.value:g})" for g in failed)
        lines += ["", f"**Gate failed:** {told}"]
    if not report.complete:
        lines += ["", "More depends on it than is counted; the totals are lower bounds."]
    lines += _changed(report, most) + _notes(report, most) + _tests(report, most) + _affected(report, most)
    return lines + _company(report, most) + _cycles(report) + _not_analysed(report, warnings, most)


def _changed(report: ChangeReport, most: int) -> list[str]:
    rows = [row for row in report.changed if not row.generated]
    folded_files = ["", f"And {words.describe_generated(report)}."] if report.generated_total else []
    if not rows:
        return folded_files
    lines = ["", "| risk | symbol | change | why |", "| --- | --- | --- | --- |"]
    for row in rows[:most]:
        why = words.reasons(row)
        broken = f"; still used by {_codes(row.broken[:3])}" if row.broken else ""
        where = place(row.symbol)
        symbol = f"{code(words.name(row))} {code(where) if row.symbol.qualname else ''}".rstrip()
        lines.append(f"| {row.risk.total:.2f} | {symbol} | {words.change(row)} | {why}{broken} |")
    shown = rows[:most]
    rest = report.changed_total - report.generated_total - sum(1 + row.members for row in shown)
    lines += ["", f"{rest:,} more changed, of lower risk."] if rest > 0 else []
    lines += folded_files
    lines += ["", *folded("How the risk is made up", [_parts(row) for row in shown])]
    return lines


def _parts(row: ChangedSymbol) -> str:
    return f"- {code(words.name(row))} {row.risk.total:.2f}: {words.parts(row.risk)}"


def _notes(report: ChangeReport, most: int) -> list[str]:
    if not report.notes:
        return []
    lines = ["", "**Decided and noted about this code**", ""]
    for note in report.notes[:most]:
        text = plain(clip(" ".join(note.text.split()), TEXT_WIDTH))
        lines.append(f"- {plain(note.kind)}, {plain(words.describe_state(note))}: {text} ({code(note.target)})")
    return lines + _more(report.notes_total, len(report.notes[:most]), "note")


def _tests(report: ChangeReport, most: int) -> list[str]:
    if not report.tests:
        return ["", "No test is known to reach this change."] if report.changed else []
    rows = [
        f"- {code(words.test_name(t))}" + (f": {plain(clip(words.titles(t), TEXT_WIDTH))}" if t.titles else "")
        for t in report.tests[:most]
    ]
    rows += [f"- {report.tests_total - most:,} more"] if report.tests_total > most else []
    return ["", *folded(f"{count(report.tests_total, 'test')} to run", rows)]


def _affected(report: ChangeReport, most: int) -> list[str]:
    if not report.affected:
        return []
    rows = [
        f"- {code(words.told_apart(a.symbol))} {code(place(a.symbol))}: "
        f"{plain(because(a))}, {count(a.depth, 'step')} away"
        for a in report.affected[:most]
    ]
    rows += [f"- {report.affected_total - most:,} more"] if report.affected_total > most else []
    what = f"{report.affected_total:,} affected within {count(report.depth, 'step')}"
    return ["", *folded(what, rows)]


def _company(report: ChangeReport, most: int) -> list[str]:
    if not report.co_changes:
        return []
    rows = [f"- {code(c.file)} {plain(words.company(c))}" for c in report.co_changes[:most]]
    rows += _more(report.co_changes_total, len(rows), "file")
    return ["", *folded(f"Usually changes with it, by git history: {report.co_changes_total:,}", rows)]


def _cycles(report: ChangeReport) -> list[str]:
    if not report.cycles:
        return []
    rows = [f"- {' → '.join(code(f) for f in (*c.files[:6], c.files[0]))}" for c in report.cycles[:3]]
    return ["", f"**{count(len(report.cycles), 'new import cycle')}**", "", *rows]


def _not_analysed(report: ChangeReport, warnings: Sequence[str], most: int) -> list[str]:
    rows = [f"- {plain(w)}" for w in warnings[:3]]
    rows += [f"- {code(n.path)}: {plain(n.reason)}" for n in report.not_analysed[:most]]
    rest = report.not_analysed_total - most
    rows += [f"- {rest:,} more"] if rest > 0 else []
    told = f"Not analysed: {report.not_analysed_total:,}"
    for tier, extent in ((Tier.TEXT, "searchable only"), (Tier.STRUCTURAL, "names only")):
        languages = [row for row in report.not_analysed_languages if row.tier == tier][:MOST_LANGUAGES]
        names = ", ".join(f"{row.language} ({count(row.files, 'file')})" for row in languages)
        told += f", {names} {extent}" if names else ""
    return ["", *folded(told, rows)] if rows else []


def folded(summary: str, rows: Sequence[str]) -> list[str]:
    return [f"<details><summary>{plain(summary)}</summary>", "", *rows, "</details>"]


def _more(total: int, shown: int, noun: str) -> list[str]:
    return [f"- {count(total - shown, f'more {noun}')}"] if total > shown else []


def _codes(names: Sequence[str]) -> str:
    return ", ".join(code(name) for name in names)


def code(text: str) -> str:
    """A code span that nothing in the text can end, on one line, and safe within a table."""
    line = clip(_line(text), NAME_WIDTH, keep_end=True).replace("|", "\\|")
    longest = max((len(run) for run in re.findall(r"`+", line)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def plain(text: str) -> str:
    """Text whose characters mean nothing to Markdown or HTML. Ordinary punctuation within words stays readable."""
    line = _line(text)
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    escaped = re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", escaped)
    escaped = escaped.replace("@", "@\u200b").replace("://", ":\u200b//")
    return re.sub(r"\bwww\.", "www\u200b.", escaped)


def _line(text: str) -> str:
    """One line: line breaks and what cannot be seen, such as marks that reverse the direction, are spelled out."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
