"""Searching code: what answers a question, whatever words it uses."""

from __future__ import annotations

from typing import Final

from codegraph.operations.answers import Answer, SearchAnswer
from codegraph.operations.context import Context
from codegraph.operations.paths import nowhere, path_filter
from codegraph.operations.requests import SearchRequest
from codegraph_parsers.facts import SymbolKind

MOST: Final = 500
"""Hits an answer holds at most, whatever the limit."""


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
    answer = SearchAnswer(request.query, found.kind, found.hits, found.more, found.near)
    return context.answer(answer, *warnings)


def _load() -> None:
    import codegraph.search.engine  # noqa: F401
