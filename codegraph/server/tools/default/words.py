"""The words that answers of the default tools share."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.answers import EdgeRow, Freshness, SourceText, SymbolRow
from codegraph.operations.answers import Answer, name_of
from codegraph.operations.context import Context
from codegraph.render.text.layout import known, place, site
from codegraph.server.reply import fenced
from codegraph.server.tools.default.models import Place


def place_of(symbol: SymbolRow) -> Place:
    return Place(symbol.id, str(symbol.kind), symbol.line)


def row(symbol: SymbolRow) -> str:
    """`Store.save  method  src/store.py:42`; a module is its file."""
    if not symbol.qualname:
        return f"{symbol.path}  {symbol.kind}"
    test = " test" if symbol.is_test else ""
    return f"{name_of(symbol)}  {symbol.kind}{test}  {place(symbol)}"


def heading(context: Context, answer: Answer) -> str:
    """The first line: which repository, which generation, and what of it may have moved."""
    freshness = answer.freshness
    assert freshness is not None, "an answer that rests on an index says how fresh it is"
    return f"{context.index().root.name} · generation {freshness.generation}{_stale(freshness)}"


def _stale(freshness: Freshness) -> str:
    if freshness.fresh:
        return ""
    touched = [*freshness.changed, *freshness.added, *freshness.removed]
    if not touched:
        return f" · {freshness.outdated}; run `codegraph index`"
    named = ", ".join(touched[:3]) + (f", {len(touched) - 3} more" if len(touched) > 3 else "")
    return f" · changed since: {named} (read those from disk, or run `codegraph index`)"


def is_fresh(answer: Answer) -> bool:
    return answer.freshness is None or answer.freshness.fresh


def other_warnings(answer: Answer) -> tuple[str, ...]:
    """Warnings but for the last one of an answer that is not fresh, which the heading has told."""
    return answer.warnings if is_fresh(answer) else answer.warnings[:-1]


def halves(number: int) -> list[int]:
    """`number`, half of it, a quarter … 1: how many rows each shorter rendering has."""
    counts = [number]
    while counts[-1] > 1:
        counts.append(counts[-1] // 2)
    return counts


def one_line(signature: str) -> str:
    """A signature that was written over several lines, as if it had been written on one."""
    return " ".join(signature.split())


def callers_rows(edges: Sequence[EdgeRow]) -> list[str]:
    """Where each call stands, who makes it, how that is known."""
    return [f"  {site(e)}  {name_of(e.source)}  {known(e)}" for e in edges]


def callees_rows(edges: Sequence[EdgeRow]) -> list[str]:
    """What is called, where it is defined, how that is known."""
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
    return fenced(source.text, f"{language} {source.path}:{source.start_line}-{source.end_line}{moved}")
