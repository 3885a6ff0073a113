"""What every form of the report says in the same words."""

from __future__ import annotations

from codegraph.analysis.changes import ChangeKind
from codegraph.analysis.risk import Risk
from codegraph.answers import Node, SymbolRow
from codegraph.model import Resolution
from codegraph.operations.answers import name_of
from codegraph.operations.impact.answers import ChangedSymbol, ChangeReport, Note, RunnableTest, State, UsualCompany
from codegraph.render.text.layout import count, find_unanalysed_language, format_unknown
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
    """Format what a change does to a note's code: `suspect: value of LIMIT`."""
    return f"{note.state}: {note.because}" if note.because else note.state


def headline(report: ChangeReport) -> str:
    """`3 changed symbols → 12 affected in 7 files, 9 tests; risk 0.62`."""
    if not report.changed_total and not report.tests_total:
        return "no analysed symbol changed" if report.not_analysed_languages else "no symbol changed"
    return (
        f"{count(report.changed_total, 'changed symbol')} → {count(report.affected_total, 'affected', 'affected')} in "
        f"{count(report.affected_files, 'file')}, {count(report.tests_total, 'test')} to run; risk {report.risk:.2f}"
        f"{_describe_unknown(report)}"
    )


def _describe_unknown(report: ChangeReport) -> str:
    """Count the changed symbols of which nobody knows who uses them.

    Returns "" for none."""
    unknown = sum(1 + row.members for row in report.changed if find_unanalysed_language(row.symbol) is not None)
    return f"; uses of {count(unknown, 'symbol')} unknown" if unknown else ""


def describe_generated(report: ChangeReport) -> str:
    """Describe generated files that changed: `12 symbols in 3 generated files`.

    Returns "" where none changed."""
    if not report.generated_total:
        return ""
    return f"{count(report.generated_total, 'symbol')} in {count(report.generated_files, 'generated file')}"


def states(report: ChangeReport) -> str:
    """`main (1a2b3c4) → the work tree`."""
    return f"{_state(report.base)} → {_state(report.head)}"


def _state(state: State) -> str:
    short = state.commit[:10]
    return f"{state.label} ({short})" if short and not state.label.startswith(short) else state.label


def files(report: ChangeReport) -> str:
    """`4 files: 3 modified, 1 removed; 1 with the same code`."""
    counts = report.files
    parts = [f"{n:,} {what}" for n, what in (
        (counts.modified, "modified"), (counts.added, "added"), (counts.removed, "removed")) if n]  # fmt: skip
    same = f"; {counts.same_code:,} with the same code" if counts.same_code else ""
    return f"{count(counts.total, 'file')}: {', '.join(parts)}{same}" if parts else "no file differs"


def change(row: ChangedSymbol) -> str:
    """`signature changed`, `moved and edited`, `added with 4 members`."""
    word = WORDS[row.change] + (" and edited" if row.edited else "")
    return word + (f" with {count(row.members, 'member')}" if row.members else "")


def reasons(row: ChangedSymbol) -> str:
    """Why a symbol is where it stands: `12 dependents in 4 files, 3 tests, 2 broken uses`."""
    parts = [f"{count(row.dependents, 'dependent')} in {count(row.files, 'file')}" if row.dependents else ""]
    untested = "run by tests that no record names" if row.covered else _explain_untested(row)
    parts.append(count(row.tests, "test") if row.tests else untested)
    if row.broken_total:
        parts.append(
            f"{count(row.broken_total, 'symbol')} of unchanged code still use{'s' * (row.broken_total == 1)} it"
        )
    return ", ".join(p for p in parts if p)


def _explain_untested(row: ChangedSymbol) -> str:
    """Say that no test reaches a symbol, or that nobody can know it."""
    unknown = format_unknown(row.symbol, "what uses or tests it is")
    return unknown[0] if unknown else "no test reaches it"


def parts(risk: Risk) -> str:
    """`reach 0.40 · centrality 0.92 · change 0.50 · churn 0.05 · untested 0.25`."""
    return " · ".join(f"{name} {value:.2f}" for name, value in zip(risk._fields[1:], risk[1:], strict=True))


def name(row: ChangedSymbol) -> str:
    return f"{row.symbol.path} (module)" if not row.symbol.qualname else told_apart(row.symbol)


def told_apart(node: Node) -> str:
    """The qualified name, of an overload with the parameters that tell it from the others of its name."""
    parts = parse_id(node.id) if isinstance(node, SymbolRow) and node.qualname else None
    return name_of(node) + (parts.suffix if parts is not None and parts.suffix.startswith("(") else "")


def test_name(test: RunnableTest) -> str:
    """`tests/test_a.py::TestX::test_y`, the file alone for a module that stands for its tests."""
    row = test.symbol
    return "::".join((row.path, *row.qualname.split("."))) if row.qualname else row.path


def known(test: RunnableTest) -> str:
    """How it is known that a test is needed: `changed`, `observed, exact`, `inferred`."""
    if test.weakest is None:
        return "changed"
    both = test.observed and test.weakest is not Resolution.OBSERVED
    return f"{Resolution.OBSERVED}, {test.weakest}" if both else str(test.weakest)


def titles(test: RunnableTest, most: int = 3) -> str:
    """Titles of the tests in a file that are reached: `sums > adds; top level; 4 more`."""
    rest = len(test.titles) - most
    return "; ".join((*test.titles[:most], *([f"{rest:,} more"] if rest > 0 else [])))


def company(row: UsualCompany) -> str:
    """`in 7 of 9 commits of src/store.py`."""
    return f"in {row.together:,} of {count(row.commits, 'commit')} of {row.changed}"
