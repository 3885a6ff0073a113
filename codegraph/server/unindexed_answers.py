"""Answers of the tools about code while the index is being made.

They contain text matches, marked as such, and the time to ask again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from codegraph.operations.path_filter import build_path_filter
from codegraph.operations.text_matches import TextMatch, TextMatches, find_text
from codegraph.search.query import parse_query
from codegraph.server.background_indexing import IndexPendingError, format_estimate
from codegraph.server.reply import Draft, Rendering, format_fenced
from codegraph.settings.config import load

ROWS: Final = (40, 20, 10, 5)
"""Lines that ever shorter renderings show."""

SHORTEST: Final = 3
"""Letters of a word that is looked for."""

_NAME: Final = re.compile(r"[^\W\d]\w*")


class Pending(NamedTuple):
    """Data of an answer without an index.

    It has the fields that every answer about code has, and lines of text."""

    root: str
    generation: int
    fresh: bool
    matches: tuple[TextMatch, ...]


def answer_from_text(error: IndexPendingError, tool: str, request: object) -> Draft:
    """Answer a request of one of the tools about code from the text of the files."""
    symbol = str(getattr(request, "symbol", ""))
    question = symbol or str(getattr(request, "query", ""))
    named = tool in ("code_symbol", "code_impact")
    names = _NAME.findall(symbol.split("::")[-1]) if named else []
    name = names[-1] if names and "/" not in symbol else ""
    words = [term for term in parse_query(question).terms if len(term) >= SHORTEST] if question else []
    found = TextMatches((), 0, 0)
    if error.seconds and (name or words):
        wanted = build_path_filter(str(getattr(request, "path", "")), error.root)
        found = find_text(error.root, load(error.root), words, name=name, wanted=wanted, limit=ROWS[0])
    first = [f"{error.root.name} · {error.message}", *_explain_wait(error, tool)]

    def step(rows: int) -> Callable[[], Rendering]:
        shown = found.matches[:rows]
        data = Pending(str(error.root), 0, False, shown)
        return lambda: Rendering([*first, *_format_matches(found, shown, name)], data)

    return Draft([step(rows) for rows in ROWS])


def _explain_wait(error: IndexPendingError, tool: str) -> list[str]:
    if not error.seconds:
        return [error.hint]
    missing = {
        "code_symbol": "source, callers and callees",
        "code_impact": "dependents and tests",
    }.get(tool, "symbols, callers and paths")
    return [f"No {missing} are known before that: call {tool} again in {format_estimate(error.seconds)}."]


def _format_matches(found: TextMatches, shown: Sequence[TextMatch], name: str) -> list[str]:
    if not found.files:
        return []
    read = f"{found.read:,} of {found.files:,} files read"
    what = f"the name {name}" if name else "words of the question"
    if not shown:
        return [f"text matches: no line holds {what}; {read}"]
    lines = [f"{match.file}:{match.line}  {match.text}" for match in shown]
    head = f"text matches: lines that hold {what}, not resolved and not complete; {read}"
    return [head, *format_fenced("\n".join(lines), "text matches")]
