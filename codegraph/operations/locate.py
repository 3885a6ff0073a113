"""Fault localisation.

From an issue or a traceback it finds the files and functions that are likely to be its cause.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from codegraph.analysis.cochange import select_informative
from codegraph.errors import InvalidError, NotFoundError, UnreadableError
from codegraph.operations.answers import Answer, LocateAnswer, Suspect, SuspectSymbol
from codegraph.operations.context import Context
from codegraph.operations.requests import LocateRequest
from codegraph.operations.search import describe_vectors, list_notices
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.scan.history import list_commits
from codegraph.search.bodies import Body, RankedBody
from codegraph.search.hit_labels import FUNCTIONS
from codegraph.search.issue import Issue, list_template_lines, read_issue
from codegraph.search.issue_evidence import LONGEST, Frame, find_frame_files
from codegraph.search.missing_terms import MOST
from codegraph_parsers.notebook import find_text_line

NAMES_ONLY: Final = 60
"""Symbols that are asked for by their names, where there is no text search yet."""

PARTS: Final = {
    "description": "text", "title": "title", "others": "text", "code": "code", "messages": "message", "names": "names",
    "paths": "path", "stack": "stack", "uses": "linked", "together": "changed together",
}  # fmt: skip
"""Names of the rankings in answers."""

_TEMPLATES: Final = ("ISSUE_TEMPLATE", "issue_template", "ISSUE_TEMPLATE.md", "issue_template.md")
_TEMPLATE_FOLDERS: Final = (".github", "", "docs")
_MOST_TEMPLATES: Final = 30
_LARGEST_TEMPLATE: Final = 100_000


def locate(context: Context, request: LocateRequest) -> Answer[LocateAnswer]:
    index = context.index(load=_load)
    text = _read_text(request.text, request.issue)
    issue = read_issue(text, read_template_lines(index.root))
    frames = find_frame_files(issue.frames, [row.path for row in index.list_files(limit=None).items])
    if index.describe_missing_text():
        return _locate_by_names(context, index, issue, frames, request.limit)
    history = select_informative(list_commits(index.root))
    found, problem = index.rank_suspects(issue, [path for _, path in frames], history)
    limit = request.limit or len(found.files)
    answer = LocateAnswer(
        tuple(Suspect(f.path, round(f.score, 4), _list_parts(f.parts)) for f in found.files[:limit]),
        tuple(_list_suspects(index, frames, found.bodies)[: request.limit or None]),
        len(frames),
        len(found.files),
    )
    unknown = () if frames else _describe_unknown_words(index, text)
    return context.answer(
        answer, *unknown, *describe_vectors(problem, 0 if problem else index.compute_vector_stats().files_behind)
    )


def _describe_unknown_words(index: Index, text: str) -> tuple[str, ...]:
    """Describe the words of a short issue that occur nowhere.

    The words of a longer one need not be the code's."""
    return list_notices(index.search_code(text, limit=1)) if len(text.split()) <= MOST else ()


def read_template_lines(root: Path) -> frozenset[str]:
    """Return the lines of a repository's templates of issues.

    They are as `normalize_line` gives them."""
    found: set[str] = set()
    for path in islice(_list_templates(root), _MOST_TEMPLATES):
        try:
            with open(path, "rb") as handle:
                found |= list_template_lines(handle.read(_LARGEST_TEMPLATE).decode("utf-8", "replace"))
        except OSError:
            continue  # a template that cannot be read is as good as none
    return frozenset(found)


def _list_templates(root: Path) -> Iterator[Path]:
    for folder in _TEMPLATE_FOLDERS:
        for name in _TEMPLATES:
            path = root / folder / name
            if path.is_dir():
                yield from sorted(p for p in path.iterdir() if p.suffix in (".md", ".yml", ".yaml"))
            elif path.is_file():
                yield path


def _list_parts(parts: Mapping[str, float]) -> dict[str, float]:
    """Return what speaks for a file, by parts of the issue."""
    found: dict[str, float] = {}
    for name, value in parts.items():
        part = PARTS[name.removesuffix("_words")]
        found[part] = found.get(part, 0.0) + value
    return {part: round(value, 4) for part, value in sorted(found.items(), key=lambda item: -item[1])}


def _locate_by_names(
    context: Context, index: Index, issue: Issue, frames: list[tuple[Frame, str]], limit: int
) -> Answer[LocateAnswer]:
    """Answer with the files of the frames, and those that define what the issue says."""
    found = index.search_code(f"{issue.title}\n{issue.prose}", limit=NAMES_ONLY, tests=False)
    scores = {path: 1.0 + 1 / (1 + place) for place, path in enumerate(dict.fromkeys(path for _, path in frames))}
    best = max((hit.score for hit in found.hits), default=0.0) or 1.0
    parts = {path: {PARTS["stack"]: score} for path, score in scores.items()}
    for hit in found.hits:
        parts.setdefault(hit.file, {PARTS["names"]: round(hit.score / best, 4)})
    files = [Suspect(path, sum(found.values()), found) for path, found in parts.items()]
    bodies = [
        RankedBody(Body(hit.file, hit.symbol, hit.start, hit.end), hit.score / best)
        for hit in found.hits
        if hit.symbol.qualname
    ]
    answer = LocateAnswer(
        tuple(files[: limit or None]),
        tuple(_list_suspects(index, frames, bodies)[: limit or None]),
        len(frames),
        len(files),
    )
    return context.answer(answer, *(list_notices(found) if not frames else ()), names_only=found.names_only)


def _read_text(text: str, issue: str) -> str:
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


def _list_suspects(
    index: Index, frames: list[tuple[Frame, str]], bodies: Sequence[RankedBody]
) -> list[SuspectSymbol]:  # fmt: skip
    """Return the suspected definitions.

    Those of the frames come first, innermost first, then the functions that the issue is about.
    """
    found: dict[int | tuple[str, int], SuspectSymbol] = {}
    for place, (frame, path) in enumerate(frames):
        symbol = _find_frame_symbol(index, frame, path)
        if symbol is None or not symbol.qualname or symbol.node in found:
            continue
        line = frame.line if frame.cell is None else find_text_line(symbol.cells, frame.cell, frame.line)
        is_there = symbol.start_line <= line <= symbol.end_line
        found[symbol.node] = SuspectSymbol(symbol, round(3 + 1 / (1 + place), 4), line if is_there else 0)
    for body, score in bodies:
        if body.title:
            found[body.path, body.start] = SuspectSymbol(body.symbol, round(score, 4), 0, body.title, body.start)
        else:
            found.setdefault(body.symbol.node, SuspectSymbol(body.symbol, round(score, 4), 0))
    return sorted(found.values(), key=lambda s: -s.score)


def _find_frame_symbol(index: Index, frame: Frame, path: str) -> SymbolRow | None:
    """Return the definition that a frame is in.

    It is the one at its line, unless that line is outside the only function of the frame's name: the trace is then of
    another version of the file, in which lines moved."""
    name = re.split(r"\W+", frame.function.strip("()<>"))[-1]
    called = [s for s in index.list_file_symbols(path) if s.name == name and s.kind in FUNCTIONS] if name else []
    if len(called) == 1 and frame.cell is None and not called[0].start_line <= frame.line <= called[0].end_line:
        return called[0]
    at = str(frame.line) if frame.cell is None else f"cell {frame.cell}:{frame.line}"
    try:
        return index.find_symbol(f"{path}:{at}") if frame.line else None
    except NotFoundError:
        return None  # the file is shorter than it was where the trace was made


def _load() -> None:
    import codegraph.search.localisation  # noqa: F401
