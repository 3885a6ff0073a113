"""Terse text that a model reads.

It has no columns and no padding, and source is fenced as data.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.operations.answers import name_of
from codegraph.query_results import EdgeRow, SourceText, SymbolRow
from codegraph.render.text.text_layout import format_place, format_resolution, format_site
from codegraph_parsers.notebook import format_range


def format_row(symbol: SymbolRow) -> str:
    """Return `Store.save  method  src/store.py:42`; a module is its file."""
    if not symbol.qualname:
        return f"{symbol.path}  {symbol.kind}"
    test = " test" if symbol.is_test else ""
    return f"{name_of(symbol)}  {symbol.kind}{test}  {format_place(symbol)}"


def to_one_line(signature: str) -> str:
    """Join the lines of a signature that was written over several."""
    return " ".join(signature.split())


def format_callers(edges: Sequence[EdgeRow]) -> list[str]:
    """Return the place of each call, its caller, and its resolution."""
    return [f"  {format_site(e)}  {name_of(e.source)}  {format_resolution(e)}" for e in edges]


def format_callees(edges: Sequence[EdgeRow]) -> list[str]:
    """Return each callee, the place of its definition, and the resolution."""
    return [f"  {name_of(e.target)}  {format_place(e.target)}  {format_resolution(e)}" for e in edges]


def format_list(title: str, rows: Sequence[str], total: int, more: str) -> list[str]:
    """Return a titled list that says what it leaves out and how to see it.

    It is empty when there are no rows.
    """
    if not total:
        return []
    if len(rows) == total:
        return [f"{title} ({total:,}):", *rows]
    return [f"{title} (shown {len(rows):,} of {total:,}, next: {more}):", *rows]


def format_source(pieces: Sequence[SourceText], language: str) -> list[str]:
    """Return pieces of one file as one block, with a mark between them."""
    moved = " changed since it was indexed" if pieces[0].stale else ""
    lines = ",".join(format_range(piece.start_line, piece.end_line, piece.cells) for piece in pieces)
    return format_fenced("\n…\n".join(piece.text for piece in pieces), f"{language} {pieces[0].path}:{lines}{moved}")


def count_lines(source: SourceText) -> int:
    return source.end_line - source.start_line + 1


def format_fenced(text: str, label: str) -> list[str]:
    """Return text from a repository or a memory, marked as data.

    The fence is longer than any run of backticks within, so the text cannot close it.
    """
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{' '.join(label.split())}", *text.rstrip("\n").split("\n"), fence]
