"""Report as Markdown for a pull request.

It is short and bounded, and every name of the code is escaped.

Text of a repository, or of memories, is data. It must not become a heading, a link, a mention of a person or HTML, so
names are in code spans and other text has its special characters escaped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.operations.impact.answers import BrokenUse, ChangedSymbol, ChangeReport, Surface
from codegraph.query_results import SymbolRow
from codegraph.render.impact import wording
from codegraph.render.impact.mermaid import fold_diagram, format_report_mermaid
from codegraph.render.impact.plain_text import format_evidence
from codegraph.render.text.text_layout import MOST_LANGUAGES, clip, format_count, format_place
from codegraph.scan.commit_links import fill_link_form
from codegraph_parsers.catalog import Tier

ROWS: Final = (8, 6, 4, 3, 2, 1)
"""Rows of each list: the most with which the report stays within `LINES`."""

LINES: Final = 56
"""Lines that are seen before anything is unfolded."""

ALL_LINES: Final = 110
MOST: Final = 60_000
"""Characters: a comment on GitHub may have 65,536."""

NAME_WIDTH, TEXT_WIDTH = 120, 240
SHORT: Final = 60
"""Characters of a constant whose value is shown."""

USES: Final = 6
"""Places of broken uses that are shown of one symbol."""


_NAMED: Final = 16
"""Symbols with one kind of change that are named below the table."""

_SHARING: Final = 4
"""Symbols with the same entry points that are named."""


class Links(NamedTuple):
    """Addresses of files.

    `form` is that of `scan.remote`; the commits are those of the two states, "" for a state that is no commit.
    """

    form: str = ""
    head: str = ""
    base: str = ""


def format_report_markdown(report: ChangeReport, warnings: Sequence[str] = (), links: Links | None = None) -> str:
    """Render the report, ending with a newline.

    It is under 60 lines until something is unfolded, however large the change."""
    links = links or Links(report.link_form, report.head.commit, report.base.commit)
    lines: list[str] = []
    for most in ROWS:
        lines = _report(report, warnings, most, links)
        if _count_seen(lines) <= LINES and len(lines) <= ALL_LINES:
            break
    diagram = fold_diagram(format_report_mermaid(report))
    if report.affected and len(lines) + len(diagram) <= ALL_LINES:
        lines += diagram
    text = "\n".join(lines) + "\n"
    return text if len(text) <= MOST else text[:MOST].rpartition("\n")[0] + "\n\n…cut: see the JSON report\n"


def _count_seen(lines: Sequence[str]) -> int:
    seen = depth = 0
    for line in lines:
        seen += not depth
        depth += line.startswith("<details>") - line.startswith("</details>")
    return seen


def _report(report: ChangeReport, warnings: Sequence[str], most: int, links: Links) -> list[str]:
    lines = [f"### Impact: {_format_verdict(report)}", ""]
    lines.append(
        escape(f"{wording.format_headline(report)}; {wording.format_states(report)}, {wording.format_files(report)}")
    )
    failed = [g for g in report.gates if g.failed]
    if failed:
        told = ", ".join(f"{format_code(g.condition)} (it is {g.value:g})" for g in failed)
        lines += ["", f"**Gate failed:** {told}"]
    if not report.complete:
        lines += ["", "More depends on it than is counted; the totals are lower bounds."]
    lines += _list_uses(report, most, links, certain=True) + _list_uses(report, most, links, certain=False)
    lines += _list_changed(report, most, links) + _list_surfaces(report, most, links)
    lines += _list_clients_elsewhere(report, most)
    lines += _list_entries(report, most, links)
    lines += _list_tests(report, most) + _list_untested(report, most, links) + _list_notes(report, most)
    lines += _list_affected(report, most, links) + _list_risks(report, most)
    return lines + _list_company(report, most) + _list_cycles(report) + _list_not_analysed(report, warnings, most)


def _format_verdict(report: ChangeReport) -> str:
    """Format the verdict, with names as code spans and the rest escaped."""
    names: list[str] = []

    def keep(name: str) -> str:
        names.append(format_code(name))
        return f"\0{len(names) - 1}\0"

    parts = wording.describe_verdict(report, keep).split("\0")
    return "".join(names[int(part)] if at % 2 else escape(part) for at, part in enumerate(parts))


def _list_uses(report: ChangeReport, most: int, links: Links, *, certain: bool) -> list[str]:
    """List changed symbols with the uses that do not fit them, or may not."""
    rows = [row for row in report.changed if not row.generated and any(use.certain is certain for use in row.uses)]
    if not rows:
        return []
    lines = ["", "**Broken uses**" if certain else "**Uses to look at: the change left them as they were**", ""]
    shown = rows[:most] if certain else rows[: max(1, most // 2)]
    for row in shown:
        symbol = _link_name(wording.format_name(row), row.symbol, links, is_old=not row.after_exists)
        lines.append(f"- {symbol} {_describe_difference(row)}")
        uses = [use for use in row.uses if use.certain is certain]
        places = min(USES if certain else USES // 2, most)
        lines += [f"  - {describe_use(use, links)}" for use in uses[:places]]
        if len(uses) > places:
            lines += [f"  - {len(uses) - places:,} more"]
    lines += [f"- {format_count(len(rows) - len(shown), 'more symbol')}"] if len(rows) > len(shown) else []
    return lines


def describe_use(use: BrokenUse, links: Links) -> str:
    """Describe a use: `main` `app.py:4`: `retries` is missing."""
    name = format_code(wording.qualify_name(use.symbol)) if use.symbol.qualname else "the module"
    line = use.lines[0] if use.lines else use.symbol.line
    where = _link(format_code(format_place(use.symbol, use.lines)), links, use.symbol.path, line)
    return f"{name} {where}: {use.reason if _is_safe(use.reason) else escape(use.reason)}"


def _is_safe(reason: str) -> bool:
    """Return whether the text around code spans is plain, and nothing ends them early."""
    outside = re.sub(r"`[^`]*`", "", reason)
    return "`" not in outside and escape(outside) == outside and reason.isprintable()


def _describe_difference(row: ChangedSymbol) -> str:
    """Describe what became of a symbol: `old` → `new` where its heading changed."""
    is_short = max(len(row.old_heading), len(row.heading)) <= SHORT
    if row.old_heading and row.heading and (row.change is not ChangeKind.BODY or is_short):
        old, new = wording.compare_headings(row)
        return f"{wording.describe_change(row)}: {format_heading(old)} → {format_heading(new)}"
    return wording.describe_change(row)


def format_heading(text: str) -> str:
    """Format a heading as a code span, with its beginning rather than its end."""
    return format_code(clip(text, 2 * NAME_WIDTH), width=2 * NAME_WIDTH + 1)


def _order_rows(report: ChangeReport) -> list[ChangedSymbol]:
    """Return the rows of the table: what was there before comes first.

    What is listed by its uses is left out."""
    rows = [row for row in report.changed if not row.generated and not row.uses]
    return sorted(rows, key=lambda row: row.change is ChangeKind.ADDED)


def _list_changed(report: ChangeReport, most: int, links: Links) -> list[str]:
    rows = _order_rows(report)
    lines: list[str] = []
    if rows:
        lines = ["", "| risk | symbol | change | why |", "| --- | --- | --- | --- |"]
    for row in rows[:most]:
        symbol = _link_name(wording.format_name(row), row.symbol, links, is_old=not row.after_exists)
        lines.append(
            f"| {row.risk.total:.2f} | {symbol} | {_describe_difference(row)} | {wording.describe_reasons(row)} |"
        )
    used = [row for row in report.changed if not row.generated and row.uses]
    rest = report.changed_total - report.generated_total - sum(1 + row.members for row in (*rows[:most], *used))
    lines += ["", *fold_rows(f"{rest:,} more changed", _name_rest(rows[most:], rest))] if rest > 0 else []
    return lines + (["", f"And {wording.describe_generated(report)}."] if report.generated_total else [])


def _name_rest(rows: Sequence[ChangedSymbol], total: int) -> list[str]:
    """Name what is not in the table, on one line for each kind of change."""
    lines: list[str] = []
    named = 0
    for kind in dict.fromkeys(row.change for row in rows):
        own = [row for row in rows if row.change is kind][:_NAMED]
        named += sum(1 + row.members for row in own)
        names = (format_code(wording.format_name(row)) for row in own)
        lines.append(f"- {wording.WORDS[kind]}: {', '.join(names)}")
    return lines + _format_rest(total, named, "symbol")


def format_place_link(row: SymbolRow, links: Links, *, is_old: bool = False) -> str:
    """Format the place of a symbol's definition, as a link if its address is known."""
    return _link(format_code(format_place(row)), links, row.path, row.line, is_old=is_old)


def _link_name(name: str, row: SymbolRow, links: Links, *, is_old: bool = False) -> str:
    """Format a name and its place, as a link if its address is known."""
    where = format_place_link(row, links, is_old=is_old)
    return f"{format_code(name)} {where}" if row.qualname else where


def _link(text: str, links: Links, path: str, line: int, *, is_old: bool = False) -> str:
    address = fill_link_form(links.form, links.base if is_old else links.head, path, line)
    return f"[{text}]({address})" if address else text


def _list_surfaces(report: ChangeReport, most: int, links: Links) -> list[str]:
    """List the surfaces that are visible from outside, one line for each kind."""
    kinds = dict.fromkeys(each.kind for each in report.surfaces)
    lines: list[str] = []
    for kind in kinds:
        own = [each for each in report.surfaces if each.kind == kind]
        places = max(2, most // 2)
        told = [_describe_surface(each, links) for each in own[:places]]
        rest = f"; {len(own) - places:,} more" if len(own) > places else ""
        lines.append(f"- {escape(kind)}: {'; '.join(told)}{rest}")
    return ["", "**Seen from outside**", "", *lines] if lines else []


def _list_clients_elsewhere(report: ChangeReport, most: int) -> list[str]:
    """List what other repositories use of what became incompatible."""
    steps = report.elsewhere.steps if report.elsewhere is not None else ()
    lines = [
        f"- {format_code(step.repository)} (generation {step.generation}): "
        f"{format_code(step.symbol.qualname or step.symbol.path)} "
        f"{escape(step.kind.value)} {format_code(step.target.rpartition('::')[2])} "
        f"at {format_code(f'{step.symbol.path}:{step.lines[0] if step.lines else step.symbol.line}')}"
        for step in steps[:most]
    ]
    rest = [f"- {len(steps) - most:,} more"] if len(steps) > most else []
    return ["", "**Clients in other repositories**", "", *lines, *rest] if lines else []


def _describe_surface(surface: Surface, links: Links) -> str:
    where = _link(format_code(surface.path), links, surface.path, surface.line)
    state, _, names = surface.said.partition(": ")
    if surface.kind == "endpoint" and names:
        clients = ", ".join(map(format_code, wording.list_clients(surface)))
        return f"{format_code(names)} {escape(state)} {where}{f', requested by {clients}' if clients else ''}"
    return f"{where} {escape(clip(surface.said, TEXT_WIDTH))}"


def _list_entries(report: ChangeReport, most: int, links: Links) -> list[str]:
    """List from where changed symbols are run.

    Those with the same entry points stand on one line."""
    groups: dict[tuple[str, ...], list[ChangedSymbol]] = {}
    for row in wording.list_run(report):
        groups.setdefault(tuple(entry.label for entry in row.entries), []).append(row)
    lines = ["", "**Run from**", ""] if groups else []
    for rows in list(groups.values())[:most]:
        names = ", ".join(format_code(wording.format_name(row)) for row in rows[:_SHARING])
        names += f" and {len(rows) - _SHARING:,} more" if len(rows) > _SHARING else ""
        told = wording.format_entries(
            rows[0], lambda entry: _link(format_code(entry.label), links, entry.symbol.path, entry.symbol.line)
        )
        lines.append(f"- {names}: {told}")
    left = sum(len(rows) for rows in list(groups.values())[most:])
    return lines + ([f"- {format_count(left, 'more symbol')}"] if left else [])


def _list_untested(report: ChangeReport, most: int, links: Links) -> list[str]:
    """List what no test reaches.

    The rows of the table are left out, which say so themselves."""
    told = _order_rows(report)[:most]
    rows = [row for row in report.changed if wording.is_untested(row) and row not in told]
    if not rows or not report.tests:
        return []
    shown = ", ".join(_link_name(wording.format_name(row), row.symbol, links) for row in rows[: max(2, most)])
    rest = f" and {len(rows) - max(2, most):,} more" if len(rows) > max(2, most) else ""
    return ["", f"**{'Of the others, no' if told else 'No'} known test reaches** {shown}{rest}."]


def _list_risks(report: ChangeReport, most: int) -> list[str]:
    rows = [*(row for row in report.changed if not row.generated and row.uses), *_order_rows(report)][:most]
    return ["", *fold_rows("How the risk is made up", [_format_risk(row) for row in rows])] if rows else []


def _format_risk(row: ChangedSymbol) -> str:
    return f"- {format_code(wording.format_name(row))} {row.risk.total:.2f}: {wording.format_risk(row.risk)}"


def _list_notes(report: ChangeReport, most: int) -> list[str]:
    if not report.notes:
        return []
    lines = ["", "**Decided and noted about this code**", ""]
    for note in report.notes[:most]:
        text = escape(clip(" ".join(note.text.split()), TEXT_WIDTH))
        lines.append(
            f"- {escape(note.kind)}, {escape(wording.describe_state(note))}: {text} ({format_code(note.target)})"
        )
    return lines + _format_rest(report.notes_total, len(report.notes[:most]), "note")


def _list_tests(report: ChangeReport, most: int) -> list[str]:
    if not report.tests:
        return ["", "No test is known to reach this change."] if report.changed else []
    commands = [" ".join(command.split()) for command in report.test_commands]
    lines = ["", f"**{format_count(report.tests_total, 'test')} to run**"]
    lines += ["", "```sh", *(_drop_fences(command) for command in commands), "```"] if commands else []
    rows = [
        f"- {format_code(wording.format_test_name(t))}"
        + (f": {escape(clip(wording.format_titles(t), TEXT_WIDTH))}" if t.titles else "")
        for t in report.tests[:most]
    ]
    rows += [f"- {report.tests_total - most:,} more"] if report.tests_total > most else []
    return [*lines, "", *fold_rows("The tests, most direct first", rows)]


def _drop_fences(text: str) -> str:
    """Drop from a line of a code block what could end it."""
    return _to_one_line(text).replace("```", "` ` `")


def _list_affected(report: ChangeReport, most: int, links: Links) -> list[str]:
    if not report.affected:
        return []
    rows = [
        f"- {_link_name(wording.qualify_name(a.symbol), a.symbol, links)}: {escape(format_evidence(a))}, "
        f"{format_count(a.depth, 'step')} away"
        for a in report.affected[:most]
    ]
    rows += [f"- {report.affected_total - most:,} more"] if report.affected_total > most else []
    what = f"{report.affected_total:,} affected within {format_count(report.depth, 'step')}"
    return ["", *fold_rows(what, rows)]


def _list_company(report: ChangeReport, most: int) -> list[str]:
    if not report.co_changes:
        return []
    rows = [f"- {format_code(c.file)} {escape(wording.format_company(c))}" for c in report.co_changes[:most]]
    rows += _format_rest(report.co_changes_total, len(rows), "file")
    return ["", *fold_rows(f"Usually changes with it, by git history: {report.co_changes_total:,}", rows)]


def _list_cycles(report: ChangeReport) -> list[str]:
    if not report.cycles:
        return []
    rows = [f"- {' → '.join(format_code(f) for f in (*c.files[:6], c.files[0]))}" for c in report.cycles[:3]]
    return ["", f"**{format_count(len(report.cycles), 'new import cycle')}**", "", *rows]


def _list_not_analysed(report: ChangeReport, warnings: Sequence[str], most: int) -> list[str]:
    rows = [f"- {escape(w)}" for w in warnings[:3]]
    rows += [f"- {format_code(n.path)}: {escape(n.reason)}" for n in report.not_analysed[:most]]
    rest = report.not_analysed_total - most
    rows += [f"- {rest:,} more"] if rest > 0 else []
    told = f"Not analysed: {report.not_analysed_total:,}"
    for tier, extent in ((Tier.TEXT, "searchable only"), (Tier.STRUCTURAL, "names only")):
        languages = [row for row in report.not_analysed_languages if row.tier == tier][:MOST_LANGUAGES]
        names = ", ".join(f"{row.language} ({format_count(row.files, 'file')})" for row in languages)
        told += f", {names} {extent}" if names else ""
    return ["", *fold_rows(told, rows)] if rows else []


def fold_rows(summary: str, rows: Sequence[str]) -> list[str]:
    return [f"<details><summary>{escape(summary)}</summary>", "", *rows, "</details>"]


def _format_rest(total: int, shown: int, noun: str) -> list[str]:
    return [f"- {format_count(total - shown, f'more {noun}')}"] if total > shown else []


def format_code(text: str, *, width: int = NAME_WIDTH) -> str:
    """Return a code span on one line that is safe in a table.

    Nothing in the text can end it.
    """
    line = clip(_to_one_line(text), width, keep_end=True).replace("|", "\\|")
    longest = max((len(run) for run in re.findall(r"`+", line)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def escape(text: str) -> str:
    """Escape characters that mean something to Markdown or HTML.

    Ordinary punctuation within words stays readable.
    """
    line = _to_one_line(text)
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    escaped = re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", escaped)
    escaped = escaped.replace("@", "@\u200b").replace("://", ":\u200b//")
    return re.sub(r"\bwww\.", "www\u200b.", escaped)


def _to_one_line(text: str) -> str:
    """Return a text on one line.

    Line breaks and invisible characters, such as marks that reverse the direction, are spelled out.
    """
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
