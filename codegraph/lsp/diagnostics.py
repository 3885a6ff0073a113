"""Broken uses in a work tree as diagnostics."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.lsp.features import Question, find_named_range
from codegraph.lsp.items import build_location
from codegraph.operations.impact.answers import BrokenSymbol, BrokenUse
from codegraph.operations.impact.change import list_broken_symbols

BASE: Final = "HEAD"
"""The revision since which uses were left behind."""

SOURCE: Final = "codegraph"


def list_diagnostics(question: Question) -> dict[str, list[types.Diagnostic]]:
    """Return the broken uses of a work tree by the address of their file.

    They are of saved text, compared with the last commit. Raises NotFoundError without a commit, and StorageError."""
    found: dict[str, list[types.Diagnostic]] = {}
    for broken in list_broken_symbols(question.context, BASE).results:
        for use in broken.uses:
            view = question.views.get(use.symbol.path)
            rows = found.setdefault(view.uri, [])
            rows += (_build_diagnostic(question, broken, use, line) for line in use.lines)
    return found


def _build_diagnostic(question: Question, broken: BrokenSymbol, use: BrokenUse, line: int) -> types.Diagnostic:
    symbol = broken.symbol
    related = None
    if broken.change is not ChangeKind.REMOVED:
        where = build_location(question.views, symbol)
        related = [types.DiagnosticRelatedInformation(where, f"`{symbol.qualname}` since {BASE}: {broken.change}")]
    return types.Diagnostic(
        find_named_range(question.views.get(use.symbol.path), line, symbol.name),
        f"`{symbol.qualname or symbol.path}`: {use.reason}",
        severity=types.DiagnosticSeverity.Error if use.certain else types.DiagnosticSeverity.Warning,
        code=str(broken.change),
        source=SOURCE,
        related_information=related,
    )
