"""Symbols that a work tree changes.

Two states are compared by syntax, without what rests on the difference.
"""

from __future__ import annotations

from codegraph.analysis.symbol_differences import Change
from codegraph.operations.answers import Answer, ChangesAnswer, SymbolChange
from codegraph.operations.context import Context
from codegraph.operations.impact.change_states import Comparison, compare_revisions
from codegraph.operations.requests import ChangesRequest


def list_changes(context: Context, request: ChangesRequest) -> Answer[ChangesAnswer]:
    """List the symbols that differ from a base.

    Raises NotFoundError (the revision), UnreadableError, StorageError.
    """
    comparison = compare_revisions(context, request.base, "", direct=request.direct)
    try:
        difference = comparison.difference
        shown = difference.changes[: request.limit or None]
        lines = _read_lines(comparison, shown)
        answer = ChangesAnswer(
            comparison.base.label,
            comparison.base.commit,
            tuple(_describe(change, lines) for change in shown),
            len(difference.changes),
            len(difference.added) + len(difference.removed) + len(difference.modified),
            len(difference.unanalysed),
        )
        return Answer(answer, None, comparison.warnings)
    finally:
        comparison.close()


def _read_lines(comparison: Comparison, changes: tuple[Change, ...]) -> dict[str, int]:
    """Return the lines of the symbols that are there, by id."""
    paths = {change.after.path for change in changes if change.after is not None}
    rows = (row for path in paths for row in comparison.head_index.list_file_symbols(path))
    return {row.id: row.line for row in rows}


def _describe(change: Change, lines: dict[str, int]) -> SymbolChange:
    here = change.here
    line = lines.get(here.id, 0) if change.after is not None else 0
    before = change.before.id if change.before is not None else ""
    return SymbolChange(change.kind, here.id, here.qualname, here.kind, here.path, line, before)
