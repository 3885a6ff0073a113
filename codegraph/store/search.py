"""Lexical search: FTS5's BM25 over split identifiers, names first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.answers import SearchHit
from codegraph.store.naming import normalize_text
from codegraph.store.reader import Reader
from codegraph.store.schema import KIND_CODE, SEARCH_WEIGHTS
from codegraph.store.tokens import split_query
from codegraph_parsers.facts import Flag, SymbolKind

_CANDIDATES: Final = 12
"""Times the limit: how many of the best rows are looked at again with what BM25 does not know."""
_TEST_WEIGHT: Final = 0.6
"""Tests repeat the words of what they test; they come after it, not before."""
_TEST_PATH: Final = re.compile(
    r"(^|/)(tests?|testing|testdata|__tests__|spec)/|(^|/)test_[^/]*$|[._-](test|spec)\.[^/]*$"
)
_EXACT_NAME: Final = 1.5


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

    The last word also matches as a prefix.
    """
    words = split_query(normalize_text(query))
    if not words or limit <= 0:
        return []
    terms = [f'"{word}"' for word in words]
    terms[-1] = f"({terms[-1]} OR {terms[-1]}*)"
    filters, values = _build_filters(kinds, languages, prefix, tests)
    found: dict[int, float] = {}
    for operator in (" AND ", " OR ") if len(terms) > 1 else (" AND ",):
        for node, score in _rank(reader, operator.join(terms), filters, values, limit * _CANDIDATES):
            # Better is more negative in SQLite; matching every word outranks any partial match.
            found.setdefault(node, -score + (1000.0 if operator == " AND " else 0.0))
        if len(found) >= limit:
            break
    rows = reader.read_symbols_by_node(found)
    plain = re.sub(r"[\W_]+", "", query).lower()
    hits = []
    for node, row in rows.items():
        whole, score = divmod(found[node], 1000.0)
        if row.is_test or _TEST_PATH.search(row.path):
            score *= _TEST_WEIGHT
        if re.sub(r"[\W_]+", "", row.name).lower() == plain:
            score = score * _EXACT_NAME + 1.0
        hits.append(SearchHit(row, whole * 1000.0 + score))
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
    rows = reader.execute(f"{matching} ORDER BY score LIMIT ?", [expression, *values, limit + 1])
    if len(rows) > limit and rows[limit][1] == rows[limit - 1][1]:
        last = rows[limit][1]
        tied = reader.execute(f"{matching} AND {score} = ?", [expression, *values, last])
        rows = [row for row in rows if row[1] < last] + tied
    found = sorted(((score, reader.find_node(id)) for id, score in rows))[:limit]
    return [(node, score) for score, node in found]
