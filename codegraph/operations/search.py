"""Searching code: what answers a question, whatever words it uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.answers import CodeAnswer, CodeHit
from codegraph.errors import NotFoundError
from codegraph.index import Index
from codegraph.operations.answers import Answer, SearchAnswer
from codegraph.operations.context import Context
from codegraph.operations.paths import nowhere, path_filter
from codegraph.operations.requests import SearchRequest
from codegraph_parsers.facts import SymbolKind

MOST: Final = 500
"""Hits an answer holds at most, whatever the limit."""

MOST_TOLD: Final = 5
"""Words of a query that are listed."""


def search(context: Context, request: SearchRequest) -> Answer[SearchAnswer]:
    index = context.index(load=_load)
    found = index.search_code(
        request.query,
        limit=min(request.limit or MOST, MOST),
        kinds=tuple(SymbolKind(kind) for kind in request.kind),
        languages=request.lang,
        path=path_filter(request.path, index.root) if request.path else None,
        tests=request.tests,
        explain=request.explain,
        lexical=request.lexical,
    )
    warnings = (f"answered without vectors: {found.problem}; run `codegraph index`",) if found.problem else ()
    if not found.hits:
        warnings += nowhere(index, request.path)
    hits = (
        tuple(_with_line(index, request.query, hit) for hit in found.hits) if context.surface == "cli" else found.hits
    )
    answer = SearchAnswer(request.query, found.kind, hits, found.more, found.near, found.absent.weak)
    return context.answer(answer, *told(found), *warnings)


def _with_line(index: Index, query: str, hit: CodeHit) -> CodeHit:
    """The hit with the line that says most of the query, of equal ones its definition, else the first."""
    try:
        lines = index.lines(hit.file, hit.start, hit.end).text.split("\n")
    except NotFoundError:
        return hit
    words = {word.lower() for word in re.findall(r"\w{2,}", query)}
    defined = hit.symbol.line - hit.start if hit.symbol.qualname else 0

    def worth(at: int) -> tuple[int, bool, bool]:
        line = lines[at].lower()
        return sum(word in line for word in words), at == defined, bool(line.strip())

    best = max(range(len(lines)), key=worth, default=0)
    text = lines[best].strip() if lines else ""
    return hit._replace(line=hit.start + best, text=" ".join(text.split())) if text else hit


def told(found: CodeAnswer) -> tuple[str, ...]:
    """What is to be said, besides its hits, of an answer to words of which some are nowhere in the index."""
    absent = found.absent
    if not absent.words:
        return ()
    nowhere_here = f"{_listed(absent.words)} {'occurs' if len(absent.words) == 1 else 'occur'} nowhere here"
    near = f"; names like {'it' if len(absent.words) == 1 else 'them'}: {', '.join(found.near)}" if found.near else ""
    if not absent.others:
        return (f"{nowhere_here}: found by meaning alone{near}",)
    only = f"by {_listed(absent.others)} alone"
    if absent.weak:
        return (f"nothing here answers this: {nowhere_here}; the nearest was found {only}{near}",)
    return (f"{nowhere_here}: found without {'it' if len(absent.words) == 1 else 'them'}{near}",)


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(f"`{word}`" for word in words[:MOST_TOLD])
    return f"{shown} and {len(words) - MOST_TOLD} more" if len(words) > MOST_TOLD else shown


def _load() -> None:
    import codegraph.search.engine  # noqa: F401
