"""The terse words of text that a model reads: no columns, no padding, and source fenced as data."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.answers import EdgeRow, SourceText, SymbolRow
from codegraph.operations.answers import name_of
from codegraph.render.text.layout import known, place, site
from codegraph_parsers.notebook import format_range


def row(symbol: SymbolRow) -> str:
    """`Store.save  method  src/store.py:42`; a module is its file."""
    if not symbol.qualname:
        return f"{symbol.path}  {symbol.kind}"
    test = " test" if symbol.is_test else ""
    return f"{name_of(symbol)}  {symbol.kind}{test}  {place(symbol)}"


def one_line(signature: str) -> str:
    """A signature that was written over several lines, as if it had been written on one."""
    return " ".join(signature.split())


def callers_rows(edges: Sequence[EdgeRow]) -> list[str]:
    """Return where each call stands, who makes it, how that is known."""
    return [f"  {site(e)}  {name_of(e.source)}  {known(e)}" for e in edges]


def callees_rows(edges: Sequence[EdgeRow]) -> list[str]:
    """Return what is called, where it is defined, how that is known."""
    return [f"  {name_of(e.target)}  {place(e.target)}  {known(e)}" for e in edges]


def listed(title: str, rows: Sequence[str], total: int, more: str) -> list[str]:
    """A titled list that says what it leaves out and how to see it; nothing when there is nothing."""
    if not total:
        return []
    if len(rows) == total:
        return [f"{title} ({total:,}):", *rows]
    return [f"{title} (shown {len(rows):,} of {total:,}, next: {more}):", *rows]


def source_block(source: SourceText, language: str) -> list[str]:
    moved = " changed since it was indexed" if source.stale else ""
    lines = format_range(source.start_line, source.end_line, source.cells)
    return fenced(source.text, f"{language} {source.path}:{lines}{moved}")


def fenced(text: str, label: str) -> list[str]:
    """Text from a repository or a memory, marked as data. The fence is longer than any run of backticks within, so the
    text cannot close it."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{' '.join(label.split())}", *text.rstrip("\n").split("\n"), fence]
