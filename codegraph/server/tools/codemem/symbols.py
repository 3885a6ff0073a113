"""`search_symbols`, `get_symbol_info`, `search_code`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from codegraph.errors import CodegraphError
from codegraph.operations.answers import Answer, SearchAnswer, format_others
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.requests import SearchRequest
from codegraph.operations.tools.codemem_kinds import find_kinds
from codegraph.query.index import Index
from codegraph.query_results import CodeHit, SearchHit, SymbolDetails, SymbolRow
from codegraph.server.call import Call
from codegraph.server.tools.codemem.current import (
    check_nothing_found,
    describe_overloads,
    find_meaning,
    note,
    open_current,
)
from codegraph.text.ellipsis import cut_text
from codegraph_parsers.file_facts import Flag, SymbolKind

LONGEST_DOC = 4_000
"""Characters of a documentation comment: what is longer is a manual, and can be read in its file."""


NAMED = 200
"""Symbols that are looked at for the words of a query."""

ANSWERS = frozenset(
    {
        SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.MACRO,
        SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE,
    }
)  # fmt: skip
"""What a search for code answers with: what has a body or a shape."""


class SymbolCard(NamedTuple):
    details: SymbolDetails
    parent: str | None


class CodeMatch(NamedTuple):
    details: SymbolDetails
    similarity: str


def search_symbols(call: Call, request: Any) -> Answer[tuple[SymbolCard, ...]]:
    """Return symbols whose names contain the text, in any letter case.

    Whole names come first, then prefixes, shorter ones first.
    """
    _check_query(request.query)
    context = open_current(call)
    index = context.index()
    kinds = find_kinds(request.kind) if request.kind else ()
    tests = None if request.kind is None else request.kind == "test"
    rows = index.find_containing(request.query.strip(), kinds=kinds, tests=tests, limit=request.limit)
    check_nothing_found(context, rows, request.query)
    return Answer(tuple(_show(index, row) for row in rows), warnings=note(context))


def get_symbol_info(call: Call, request: Any) -> Answer[SymbolCard]:
    context = open_current(call)
    index = context.index()
    meant = find_meaning(index, request.qualified_name)
    rows = meant.symbols
    known = f"the first of {describe_overloads(meant)}" if len(rows) > 1 else format_others(meant.others)
    return Answer(_show(index, rows[0]), warnings=note(context, known))


def search_code(call: Call, request: Any) -> Answer[tuple[CodeMatch, ...]]:
    """Return functions, methods and types in the lines that answer the query.

    The best come first. `similarity` is the cosine of those lines with the query, or without vectors the share of its
    words that they have. It means the same in every answer, and is one of several inputs of the order.
    """
    _check_query(request.query)
    context = open_current(call)
    index = context.index()
    answer: Answer[SearchAnswer] = load_handler(BY_NAME["search"])(
        context, SearchRequest(request.query, limit=3 * request.k)
    )
    hits = answer.results.hits
    ranked = _rank_symbols(index, request.query, hits)[: request.k]
    check_nothing_found(context, ranked, request.query)
    rows = [
        CodeMatch(
            index.read_details(row),
            f"{max(hit.similarity for hit in hits if hit.file == row.path and _is_shown_by(hit, row)):.4f}",
        )
        for row, _ in ranked
    ]
    return Answer(tuple(rows), warnings=answer.warnings)


def _rank_symbols(index: Index, query: str, hits: Sequence[CodeHit]) -> list[SearchHit]:
    """Return the symbols defined in the lines of the hits, best first.

    Several in one hit are ordered by their rank among the symbols whose own words match. A symbol that is not among
    those counts half.
    """
    named = {hit.symbol.node: at for at, hit in enumerate(index.search(query, limit=NAMED))}
    scores: dict[int, SearchHit] = {}
    for hit in hits:
        inside = [s for s in index.list_file_symbols(hit.file) if hit.start <= s.line <= hit.end and s.kind in ANSWERS]
        for row in inside or ([hit.symbol] if hit.symbol.kind in ANSWERS else []):
            share = 1.0 + (1.0 - named[row.node] / NAMED if row.node in named else 0.0)
            found = SearchHit(row, max(hit.score, 0.0) * share)
            if row.node not in scores or found.score > scores[row.node].score:
                scores[row.node] = found
    return sorted((hit for hit in scores.values() if hit.score > 0), key=lambda h: (-h.score, h.symbol.node))


def _is_shown_by(hit: CodeHit, row: SymbolRow) -> bool:
    return hit.start <= row.line <= hit.end or hit.symbol.node == row.node


def _show(index: Index, row: SymbolRow) -> SymbolCard:
    details = index.read_details(row)
    return SymbolCard(details, _find_parent(index, details))


def _find_parent(index: Index, details: SymbolDetails) -> str | None:
    """Return the parent symbol.

    It is the enclosing symbol, or the type of a member that is defined elsewhere. A module around a top-level symbol is
    its file, and is not reported.
    """
    parent, row = details.parent, details.symbol
    if parent is not None and parent.kind is not SymbolKind.MODULE:
        return parent.id
    owner = row.qualname.removesuffix(row.name).rstrip(".:#")
    if not owner:
        return None
    owners = [r for r in index.find(owner) if r.qualname == owner and not r.flags & Flag.DECLARATION]
    here = [r for r in owners if r.path == row.path] or owners
    return here[0].id if len(here) == 1 else owner


def cut_doc(doc: str) -> str | None:
    return cut_text(doc, LONGEST_DOC) or None


def _check_query(query: str) -> None:
    if not query.strip():
        raise CodegraphError("`query` is empty", hint="give part of a name, or words")
