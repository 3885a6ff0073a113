"""Text of the answers that find code."""

from __future__ import annotations

from codegraph.operations.answers import LocateAnswer, SearchAnswer, SuspectSymbol, name_of
from codegraph.query_results import CodeHit
from codegraph.render.page import get_page_width
from codegraph.render.text.text_layout import (
    align_columns,
    clip,
    describe_kind,
    format_count,
    format_mentions,
    format_place,
)
from codegraph_parsers.notebook import format_line, format_range


def format_search(answer: SearchAnswer) -> list[str]:
    if not answer.hits:
        near = [f"nearest names: {', '.join(answer.near)}"] if answer.near else []
        if not answer.query.strip():
            return ["an empty query finds nothing; ask a question, or give a name, a path or an error text"]
        return [f"nothing found for {answer.query.strip()[:80]!r}", *near]
    if any(hit.signals for hit in answer.hits):
        return format_explained(answer)
    labels = align_columns(
        [(format_location(hit), hit.name or "", describe_hit_kind(hit)) for hit in answer.hits], indent=0
    )
    lines: list[str] = []
    for label, hit in zip(labels, answer.hits, strict=True):
        lines += [label, *format_matching_line(hit)]
    mentions = ["", *format_mentions(answer.name_mentions)] if answer.name_mentions is not None else []
    return [*lines, *_format_rest(answer), *mentions]


def format_matching_line(hit: CodeHit) -> list[str]:
    """Format the line of code that matches most of the query, with its number.

    Returns nothing if the file cannot be read.
    """
    return (
        [f"  {format_line(hit.line, hit.symbol.cells):>5}  {clip(hit.text, get_page_width() - 9)}"] if hit.text else []
    )


def format_explained(answer: SearchAnswer) -> list[str]:
    """Return each hit and, below it, the share of each signal."""
    lines = [f"read as: {answer.read_as}"]
    for hit in answer.hits:
        lines += ["", f"{hit.score:.3f}  {format_location(hit)}  {hit.name}".rstrip(), *format_matching_line(hit)]
        added = [f"{part.name} {part.value:.3f}" for part in hit.signals if not part.name.startswith("×")]
        factors = [f"{part.name} {part.value:g}" for part in hit.signals if part.name.startswith("×")]
        for at in range(0, len(added), 5):
            lines.append("       " + " · ".join(added[at : at + 5]))
        if factors:
            lines.append("       " + " · ".join(factors))
    return [*lines, *_format_rest(answer)]


def format_location(hit: CodeHit) -> str:
    """Format the lines of a hit: `src/store.py:12-30`.

    They begin with the definition that the hit is called by."""
    defined = hit.symbol.line if hit.symbol.qualname else 0
    start = defined if hit.start <= defined <= hit.end else hit.start
    cells = hit.symbol.cells
    return f"{hit.file}:{format_range(start, hit.end, cells) if hit.end > start else format_line(start, cells)}"


def describe_hit_kind(hit: CodeHit) -> str:
    """Return the kind of the definition that a hit is or is a part of.

    It is "" for windows of a file.
    """
    return describe_kind(hit.symbol) if hit.symbol.qualname else ""


def _format_rest(answer: SearchAnswer) -> list[str]:
    return ["", f"shown {len(answer.hits)}; more with a larger --limit"] if answer.more else []


def _format_frame(suspect: SuspectSymbol) -> str:
    cells = suspect.symbol.cells
    return f"stack frame at {'' if cells else 'line '}{format_line(suspect.line, cells)}" if suspect.line else ""


_EVIDENCE = {"linked": "linked by imports", "changed together": "changed together with others here"}
"""Words for evidence that is not in the issue."""


def format_locate(answer: LocateAnswer) -> list[str]:
    """Format the files, each with its evidence and its most suspicious functions."""
    if not answer.files:
        return ["no code in the index matches this issue"]
    files = [(f"{s.score:.3f}", s.file, ", ".join(_EVIDENCE.get(p, p) for p in s.parts)) for s in answer.files]
    functions = [(s.title or name_of(s.symbol), _format_place(s), _format_frame(s)) for s in answer.symbols]
    lines = [f"{format_count(answer.frames, 'stack frame')} read", ""] if answer.frames else []
    lines += [
        "files, most suspicious first, with what of the issue speaks for them",
        *align_columns(files, right=frozenset({0})),
    ]
    return [*lines, "", "functions, most suspicious first", *align_columns(functions)] if functions else lines


def _format_place(suspect: SuspectSymbol) -> str:
    """Format the lines of a function, and of one that no grammar knows the first."""
    symbol = suspect.symbol
    if suspect.start:
        return f"{symbol.path}:{suspect.start}"
    if symbol.cells or not 0 < symbol.line < symbol.end_line:
        return format_place(symbol)
    return f"{symbol.path}:{symbol.line}-{symbol.end_line}"
