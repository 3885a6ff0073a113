"""Localisation: an issue or a traceback in, the files and functions that are likely to be its cause out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from codegraph.analysis.cochange import telling
from codegraph.answers import CodeHit
from codegraph.errors import InvalidError, NotFoundError, UnreadableError
from codegraph.index import Index
from codegraph.operations.answers import Answer, LocateAnswer, Suspect, SuspectSymbol
from codegraph.operations.context import Context
from codegraph.operations.requests import LocateRequest
from codegraph.operations.search import describe_vectors, told
from codegraph.scan.history import changes
from codegraph.search.evidence import LONGEST, Frame, frames_of
from codegraph.search.suspects import frame_files, suspects
from codegraph.store.schema import TEXT_LANGUAGE
from codegraph_parsers.notebook import find_text_line

SEARCHED: Final = 60
"""Chunks that search is asked for."""


def locate(context: Context, request: LocateRequest) -> Answer[LocateAnswer]:
    index = context.index()
    text = _read_issue(request.text, request.issue)
    found = index.search_code(text, limit=SEARCHED, tests=False)
    best = max((hit.score for hit in found.hits), default=0.0) or 1.0
    searched: dict[str, float] = {}
    for hit in found.hits:
        searched.setdefault(hit.file, hit.score / best)
    frames = frame_files(frames_of(text), [row.path for row in index.files(limit=None).items])
    history = telling(changes(index.root))
    ranked = suspects(searched, frames, history)
    symbols = _symbols(index, frames, found.hits, best)
    limit = request.limit or len(ranked)
    answer = LocateAnswer(
        tuple(Suspect(s.path, round(s.score, 4), {k: round(v, 4) for k, v in s.parts.items()}) for s in ranked[:limit]),
        tuple(symbols[:limit]),
        len(frames),
        len(ranked),
    )
    missing = told(found) if not frames else ()
    return context.answer(answer, *missing, *describe_vectors(found), names_only=found.names_only)


def _read_issue(text: str, issue: str) -> str:
    """Return the text of an issue, which is given, in a file or on standard input.

    Raises InvalidError for an empty issue, UnreadableError for a file that cannot be read."""
    if text and text != "-" and issue != "-":
        raise InvalidError("the issue is given twice", hint="give its text, or its file with --issue")
    if text and text != "-":
        found = text[: LONGEST * 4]
    elif issue == "-":
        if sys.stdin.isatty():
            raise InvalidError("no issue is given", hint="give its text, its file with --issue FILE, or pipe it in")
        found = sys.stdin.buffer.read(LONGEST * 4).decode("utf-8", "replace")
    else:
        try:
            with open(Path(issue), "rb") as handle:
                found = handle.read(LONGEST * 4).decode("utf-8", "replace")
        except OSError as error:
            raise UnreadableError(
                f"{issue} cannot be read: {error.strerror}", hint="give the file of the issue, or - for standard input"
            ) from error
    if not found.strip():
        raise InvalidError("the issue is empty", hint="give its text, its file with --issue FILE, or pipe it in")
    return found


def _symbols(
    index: Index, frames: list[tuple[Frame, str]], hits: Sequence[CodeHit], best: float
) -> list[SuspectSymbol]:  # fmt: skip
    """Definitions of the frames, innermost first, then those that search found."""
    found: dict[int | tuple[str, str], SuspectSymbol] = {}
    for place, (frame, path) in enumerate(frames):
        try:
            at = str(frame.line) if frame.cell is None else f"cell {frame.cell}:{frame.line}"
            symbol = index.symbol(f"{path}:{at}") if frame.line else None
        except NotFoundError:
            continue  # the file is shorter than it was where the trace was made
        if symbol is not None and symbol.qualname and symbol.node not in found:
            line = frame.line if frame.cell is None else find_text_line(symbol.cells, frame.cell, frame.line)
            found[symbol.node] = SuspectSymbol(symbol, round(1 + 1 / (1 + place), 4), line)
    for hit in hits:
        score = round(hit.score / best, 4)
        if hit.symbol.qualname:
            found.setdefault(hit.symbol.node, SuspectSymbol(hit.symbol, score, 0))
        elif hit.name and hit.symbol.language == TEXT_LANGUAGE:
            found.setdefault((hit.file, hit.name), SuspectSymbol(hit.symbol, score, 0, hit.name, hit.start))
    return sorted(found.values(), key=lambda s: -s.score)
