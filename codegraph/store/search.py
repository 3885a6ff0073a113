"""Lexical search: FTS5's BM25 over split identifiers, names first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.query_results import SearchHit
from codegraph.store.identifier_words import split_query
from codegraph.store.reader import Reader
from codegraph.store.schema import KIND_CODE, SEARCH_WEIGHTS
from codegraph.store.symbol_names import normalize_text
from codegraph_parsers.file_facts import Flag, SymbolKind

_CANDIDATES: Final = 12
"""Times the limit: how many of the best rows are looked at again with what BM25 does not know."""
_TEST_WEIGHT: Final = 0.6
"""Tests repeat the words of what they test; they come after it, not before."""
_TEST_PATH: Final = re.compile(
    r"(^|/)(tests?|testing|testdata|__tests__|spec)/|(^|/)test_[^/]*$|[._-](test|spec)\.[^/]*$"
)
_EXACT_NAME: Final = 1.5
_FIRST: Final = 1000.0
"""Score above any other of rows that match every word, or by their name."""
_TIED: Final = 4
"""Times the candidates: how many rows are read at once, so that rows of equal score at the cut need no second look."""


def search(
    reader: Reader,
    query: str,
    *,
    limit: int,
    kinds: Sequence[SymbolKind] = (),
    languages: Sequence[str] = (),
    prefix: str = "",
    tests: bool = True,
) -> list[SearchHit]:
    """Search symbols that match all words of `query`, then those that match some.

    The last word also matches as a prefix. Where it is the only one, it is looked for in names, and elsewhere if too
    few have it: beginnings of a few letters are in half of all paths and signatures, which takes long to rate.
    """
    words = split_query(normalize_text(query))
    if not words or limit <= 0:
        return []
    terms = [f'"{word}"' for word in words]
    terms[-1] = f"({terms[-1]} OR {terms[-1]}*)"
    filters, values = _build_filters(kinds, languages, prefix, tests)
    found: dict[int, float] = {}
    tries = (
        (" AND ".join(terms), " OR ".join(terms))
        if len(terms) > 1
        else (f"(name : {terms[0]}) AND {terms[0]}", terms[0])
    )
    for expression, better in zip(tries, (_FIRST, 0.0), strict=True):
        for node, score in _rank(reader, expression, filters, values, limit * _CANDIDATES):
            found.setdefault(node, -score + better)  # better is more negative in SQLite
        if len(found) >= limit:
            break
    rows = reader.read_symbols_by_node(found)
    plain = re.sub(r"[\W_]+", "", query).lower()
    hits = []
    for node, row in rows.items():
        before, score = divmod(found[node], _FIRST)
        if row.is_test or _TEST_PATH.search(row.path):
            score *= _TEST_WEIGHT
        if re.sub(r"[\W_]+", "", row.name).lower() == plain:
            score = score * _EXACT_NAME + 1.0
        hits.append(SearchHit(row, before * _FIRST + score))
    hits.sort(key=lambda h: (-h.score, h.symbol.path, h.symbol.node))
    return hits[:limit]


def _build_filters(
    kinds: Sequence[SymbolKind], languages: Sequence[str], prefix: str, tests: bool
) -> tuple[str, list[object]]:
    clauses: list[str] = []
    values: list[object] = []
    if kinds:
        clauses.append(f"s.kind IN ({','.join('?' * len(kinds))})")
        values += [KIND_CODE[kind] for kind in kinds]
    if languages:
        clauses.append(f"f.language IN ({','.join('?' * len(languages))})")
        values += languages
    if prefix:
        clauses.append("substr(f.path, 1, ?) = ?")
        values += [len(prefix), prefix]
    if not tests:
        clauses.append(f"NOT (s.flags & {int(Flag.TEST)})")
    return "".join(f" AND {clause}" for clause in clauses), values


def _rank(reader: Reader, expression: str, filters: str, values: list[object], limit: int) -> list[tuple[int, float]]:
    """Return nodes and scores of the best rows.

    Equal scores are in the order of symbols, also at the cut.
    """
    score = f"bm25(search, {', '.join(map(str, SEARCH_WEIGHTS))})"
    join = "JOIN symbols s ON s.id = search.rowid JOIN files f ON f.id = s.file" if filters else ""
    matching = f"SELECT search.rowid, {score} AS score FROM search {join} WHERE search MATCH ?{filters}"
    most = limit * _TIED
    rows = reader.execute(f"{matching} ORDER BY score LIMIT ?", [expression, *values, most])
    if len(rows) == most and rows[-1][1] == rows[limit - 1][1]:
        last = rows[-1][1]
        tied = reader.execute(f"{matching} AND {score} = ?", [expression, *values, last])
        rows = [row for row in rows if row[1] < last] + tied
    found = sorted(((score, reader.find_node(id)) for id, score in rows))[:limit]
    return [(node, score) for score, node in found]
