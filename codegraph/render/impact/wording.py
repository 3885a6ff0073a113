"""Wording that all forms of the report share."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from codegraph.analysis.risk import Risk
from codegraph.analysis.signature_compatibility import CALLED, split_heading, split_items
from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.graph_model import Resolution
from codegraph.operations.answers import name_of
from codegraph.operations.impact.answers import (
    ChangedSymbol,
    ChangeReport,
    CoChangedFile,
    EntryKind,
    EntryPoint,
    Note,
    RunnableTest,
    State,
    Surface,
)
from codegraph.query_results import Node, SymbolRow
from codegraph.render.text.text_layout import clip, find_unanalysed_language, format_count, format_unknown
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.ids import parse_id

WORDS = {
    ChangeKind.REMOVED: "removed",
    ChangeKind.SIGNATURE: "signature changed",
    ChangeKind.RENAMED: "renamed",
    ChangeKind.MOVED: "moved",
    ChangeKind.BODY: "body changed",
    ChangeKind.ADDED: "added",
}


def describe_state(note: Note) -> str:
    """Format the effect of a change on a note's code: `suspect: value of LIMIT`."""
    return f"{note.state}: {note.because}" if note.because else note.state


def format_headline(report: ChangeReport) -> str:
    """Return `3 changed symbols → 12 affected in 7 files, 9 tests; risk 0.62`."""
    if not report.changed_total and not report.tests_total:
        return "no analysed symbol changed" if report.not_analysed_languages else "no symbol changed"
    return (
        f"{format_count(report.changed_total, 'changed symbol')} → "
        f"{format_count(report.affected_total, 'affected', 'affected')} in "
        f"{format_count(report.affected_files, 'file')}, {format_count(report.tests_total, 'test')} to run; "
        f"risk {report.risk:.2f}"
    )


def describe_verdict(report: ChangeReport, quote: Callable[[str], str] = str) -> str:
    """Judge a change in one sentence: `Breaks 4 uses in 3 files: load (4)`.

    `quote` writes names."""
    own = [row for row in report.changed if not row.generated]
    broken = [row for row in own if row.broken_total]
    if broken:
        places = {use.symbol.path for row in broken for use in row.uses if use.certain}
        total = sum(_count_lines(row, certain=True) for row in broken)
        named = ", ".join(f"{quote(format_name(row))} ({_count_lines(row, certain=True)})" for row in broken[:3])
        rest = f" and {format_count(len(broken) - 3, 'more symbol')}" if len(broken) > 3 else ""
        return f"Breaks {format_count(total, 'use')} in {format_count(len(places), 'file')}: {named}{rest}"
    if not report.changed_total and not report.tests_total:
        return format_headline(report)[0].upper() + format_headline(report)[1:]
    level = next(word for limit, word in _LEVELS if report.risk >= limit)
    unknown = _describe_unknown(report)
    unsure = [row for row in own if row.uses]
    if unsure:
        total = sum(_count_lines(row, certain=False) for row in unsure)
        named = ", ".join(quote(format_name(row)) for row in unsure[:3]) + (", …" if len(unsure) > 3 else "")
        left = "left as it was" if total == 1 else "left as they were"
        return (
            f"{level} risk: breaks nothing for certain; look at {format_count(total, 'use')} of {named}, "
            f"{left}{unknown}"
        )
    demanded = [row for row in own if row.demanded]
    if demanded:
        named = ", ".join(quote(format_name(row)) for row in demanded[:3])
        return f"{level} risk: implementations elsewhere must have {named} now"
    riskiest = f", most of it in {quote(format_name(own[0]))}" if own and report.risk >= _LEVELS[1][0] else ""
    return f"{level} risk{riskiest}: breaks no known use{unknown}"


HEADING = 120
"""Characters of a heading that is shown whole."""

_LEVELS = ((0.7, "High"), (0.45, "Medium"), (0.0, "Low"))


def _count_lines(row: ChangedSymbol, *, certain: bool) -> int:
    """Count the places of uses that are broken, or that may be."""
    return sum(max(1, len(use.lines)) for use in row.uses if use.certain is certain)


def compare_headings(row: ChangedSymbol) -> tuple[str, str]:
    """Return the older and the newer heading.

    Long ones are without the parameters that stayed: `get(…, proxy=None, …)`."""
    old, new = row.old_heading, row.heading
    if max(len(old), len(new)) <= HEADING:
        return old, new
    known = parse_id(row.before)
    before = known.qualname.rpartition(".")[2] if known is not None else row.symbol.name
    olds, news = split_heading(old, before), split_heading(new, row.symbol.name)
    if not (olds[1] and news[1]):
        return clip(old, HEADING), clip(new, HEADING)
    items = [split_items(each[1]) for each in (olds, news)]
    pairs = SequenceMatcher(None, *items, autojunk=False).get_opcodes()
    shown: list[list[str]] = [[], []]
    for tag, *ends in pairs:
        for side, (start, end) in enumerate((ends[:2], ends[2:])):
            parts = ["…"] if tag == "equal" else items[side][start:end]
            shown[side] += parts if parts != shown[side][-1:] else []
    told = zip((before, row.symbol.name), (olds, news), shown, strict=True)
    first, second = (clip(f"{name}({', '.join(parts)}){each[2]}", 2 * HEADING) for name, each, parts in told)
    return first, second


def _describe_unknown(report: ChangeReport) -> str:
    """Count the changed symbols whose users are unknown.

    Returns "" for none.
    """
    unknown = sum(1 + row.members for row in report.changed if find_unanalysed_language(row.symbol) is not None)
    return f"; uses of {format_count(unknown, 'symbol')} unknown" if unknown else ""


def describe_generated(report: ChangeReport) -> str:
    """Describe generated files that changed: `12 symbols in 3 generated files`.

    Returns "" where none changed."""
    if not report.generated_total:
        return ""
    return (
        f"{format_count(report.generated_total, 'symbol')} in {format_count(report.generated_files, 'generated file')}"
    )


def format_states(report: ChangeReport) -> str:
    """Return `main (1a2b3c4) → the work tree`."""
    return f"{_format_state(report.base)} → {_format_state(report.head)}"


def _format_state(state: State) -> str:
    short = state.commit[:10]
    return f"{state.label} ({short})" if short and not state.commit.startswith(state.label) else state.label


def format_files(report: ChangeReport) -> str:
    """Return `4 files: 3 modified, 1 removed; 1 with the same code`."""
    counts = report.files
    parts = [f"{n:,} {what}" for n, what in (
        (counts.modified, "modified"), (counts.added, "added"), (counts.removed, "removed")) if n]  # fmt: skip
    same = f"; {counts.same_code:,} with the same code" if counts.same_code else ""
    return f"{format_count(counts.total, 'file')}: {', '.join(parts)}{same}" if parts else "no file differs"


def describe_change(row: ChangedSymbol) -> str:
    """Return `signature changed`, `moved and edited`, `added with 4 members`."""
    word = WORDS[row.change] + (" and edited" if row.edited else "")
    word += ", every implementation must have it" if row.demanded else ""
    return word + (f" with {format_count(row.members, 'member')}" if row.members else "")


def describe_reasons(row: ChangedSymbol) -> str:
    """Return why a symbol has its rank.

    An example is `12 dependents in 4 files, 3 tests, 2 broken uses, 1 use to look at`.
    """
    parts = [
        f"{format_count(row.dependents, 'dependent')} in {format_count(row.files, 'file')}" if row.dependents else ""
    ]
    untested = "run by tests that no record names" if row.covered else _explain_untested(row)
    parts.append(format_count(row.tests, "test") if row.tests else untested)
    if row.broken_total:
        parts.append(f"{format_count(_count_lines(row, certain=True), 'broken use')}")
    if unsure := _count_lines(row, certain=False):
        parts.append(f"{format_count(unsure, 'use')} to look at")
    return ", ".join(p for p in parts if p)


ENTRIES = 3
"""Entry points of one symbol that are named."""


def describe_entry(entry: EntryPoint, quote: Callable[[EntryPoint], str]) -> str:
    """Describe where a run begins: `command migrate`, `main of cmd/app.go`."""
    before = {EntryKind.COMMAND: "command ", EntryKind.MAIN: "main of "}.get(entry.kind, "")
    return before + quote(entry)


_CLIENTS = 3
"""Clients of an endpoint that are named."""


def list_clients(surface: Surface) -> list[str]:
    """List the first clients of an endpoint, and how many more there are."""
    rest = len(surface.clients) - _CLIENTS
    return [*surface.clients[:_CLIENTS], *([f"{rest:,} more"] if rest > 0 else [])]


def format_entries(row: ChangedSymbol, quote: Callable[[EntryPoint], str] = lambda entry: entry.label) -> str:
    """Format the nearest entry points, and how many more there are."""
    named = ", ".join(describe_entry(entry, quote) for entry in row.entries[:ENTRIES])
    rest = row.entries_total - ENTRIES
    return f"{named} and {rest:,} more" if rest > 0 else named


def list_run(report: ChangeReport) -> list[ChangedSymbol]:
    """List changed symbols that are run from some entry point.

    A route that changed itself is seen from outside anyway."""
    return [
        row
        for row in report.changed
        if row.entries and not (row.entries[0].kind is EntryKind.ROUTE and row.entries[0].symbol.id == row.symbol.id)
    ]


def is_untested(row: ChangedSymbol) -> bool:
    """Return whether a symbol that runs changed, and no test is known to reach it."""
    symbol = row.symbol
    if not row.after_exists or symbol.kind not in CALLED or symbol.is_test or symbol.flags & Flag.ABSTRACT:
        return False
    is_known = row.generated or row.tests or row.covered or _is_behind_route(row)
    return not is_known and find_unanalysed_language(symbol) is None


def _explain_untested(row: ChangedSymbol) -> str:
    """Return that no known test reaches a symbol, or that this is unknown."""
    unknown = format_unknown(row.symbol, "what uses or tests it is")
    if not unknown and _is_behind_route(row):
        return "no direct test"
    return unknown[0] if unknown else "no known test"


def _is_behind_route(row: ChangedSymbol) -> bool:
    return any(entry.kind is EntryKind.ROUTE for entry in row.entries)


def format_risk(risk: Risk) -> str:
    """Return `reach 0.40 · centrality 0.92 · change 0.50 · churn 0.05`."""
    return " · ".join(f"{name} {value:.2f}" for name, value in zip(risk._fields[1:], risk[1:], strict=True))


def format_name(row: ChangedSymbol) -> str:
    return f"{row.symbol.path} (module)" if not row.symbol.qualname else qualify_name(row.symbol)


def qualify_name(node: Node) -> str:
    """Return the qualified name.

    An overload has the parameters that distinguish it from the others of its name.
    """
    parts = parse_id(node.id) if isinstance(node, SymbolRow) and node.qualname else None
    return name_of(node) + (parts.suffix if parts is not None and parts.suffix.startswith("(") else "")


def format_test_name(test: RunnableTest) -> str:
    """Return `tests/test_a.py::TestX::test_y`.

    It is the file alone for a module that represents its tests.
    """
    row = test.symbol
    return "::".join((row.path, *row.qualname.split("."))) if row.qualname else row.path


def describe_evidence(test: RunnableTest) -> str:
    """Return the evidence that a test is needed.

    Examples are `changed`, `observed, exact`, `inferred`.
    """
    if test.weakest is None:
        return "changed"
    both = test.observed and test.weakest is not Resolution.OBSERVED
    return f"{Resolution.OBSERVED}, {test.weakest}" if both else str(test.weakest)


def format_titles(test: RunnableTest, most: int = 3) -> str:
    """Return the titles of the tests in a file that are reached.

    An example is `sums > adds; top level; 4 more`.
    """
    rest = len(test.titles) - most
    return "; ".join((*test.titles[:most], *([f"{rest:,} more"] if rest > 0 else [])))


def format_company(row: CoChangedFile) -> str:
    """Return `in 7 of 9 commits of src/store.py`."""
    return f"in {row.together:,} of {format_count(row.commits, 'commit')} of {row.changed}"
