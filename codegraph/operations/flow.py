"""Functions that a question in prose is about.

They are those its words find, and what these call and are called by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from codegraph.answers import CodeHit, SymbolRow
from codegraph.embed.terms import terms
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.search.issue import read_issue
from codegraph.search.query import understand
from codegraph.search.telling import FUNCTIONS

SEEDS: Final = 24
"""Functions that search finds, from which a step along calls is taken."""

MOST_CALLS: Final = 60
"""Calls of one function in each direction that are followed: what is called by more belongs to no one question."""

FURTHER: Final = 24
"""Functions that are named after those that are shown: from there on hardly one is needed."""

SEARCHED_FILES: Final = 16
"""Best files whose functions are looked at."""

BODY, HIT = 0.7, 0.3
"""Weights of the body of a function and of the hit of search that it is in."""

CALLED: Final = 0.35
"""Share of a function's relevance that each function it calls is given, before division by the root of their number."""

CALLING: Final = 0.25
"""The same for each that calls it."""

NAMED: Final = 0.1
"""Weight of a name that is made of words of the question alone."""

_CALLS: Final = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)
_SERVER_SIDE: Final = re.compile(
    r"\b(?:end-?points?|api|rest|graphql|grpc|back-?end|server(?:-side)?|database|sql|quer(?:y|ies)|migrations?|workers?|"
    r"queues?|handlers?|middlewares?)\b",
    re.I,
)
_SCREEN_SIDE: Final = re.compile(
    r"\b(?:ui|user interface|front-?end|components?|buttons?|screens?|dialogs?|forms?|client(?:-side)?|browser|"
    r"render(?:s|ed|ing)?)\b",
    re.I,
)
_SCREEN: Final = re.compile(
    r"\.(?:tsx|jsx|vue|svelte|astro|html?|s?css|less)$|(?:^|/)(?:frontend|front-end|components?|views/ui|ui/components|"
    r"screens|widgets|src-ui|webapp|web/src|client/src)/",
    re.I,
)


class _Rated(NamedTuple):
    symbol: SymbolRow
    score: float


def find_flow(
    index: Index, question: str, hits: Sequence[CodeHit], keep: Callable[[str], bool], limit: int
) -> tuple[list[SymbolRow], list[SymbolRow]]:
    """Return the functions that a question is about, and further ones.

    Whatever calls another one of them stands before it. `hits` is what search found for it, `keep` says of which files
    an answer may be. Raises StorageError."""
    asked = set(understand(question).terms)
    rated = _rate(index, question, hits, keep)
    seeds = sorted(rated.values(), key=_order)[:SEEDS]
    gained: dict[int, float] = {}
    rows = {node: one.symbol for node, one in rated.items()}
    calls: dict[int, set[int]] = {}
    for seed in seeds:
        for is_callee in (True, False):
            page = (index.outgoing if is_callee else index.incoming)(seed.symbol, _CALLS, limit=MOST_CALLS)
            if not is_callee and page.total > MOST_CALLS:
                continue
            for edge in page.items:
                other = edge.target if is_callee else edge.source
                if not isinstance(other, SymbolRow) or other.kind not in FUNCTIONS or not keep(other.path):
                    continue
                if other.is_test or other.node == seed.symbol.node:
                    continue
                rows[other.node] = other
                caller, callee = (seed.symbol.node, other.node) if is_callee else (other.node, seed.symbol.node)
                calls.setdefault(caller, set()).add(callee)
                share = (CALLED if is_callee else CALLING) * seed.score / max(1, page.total) ** 0.5
                gained[other.node] = gained.get(other.node, 0.0) + share
    scores = {
        node: (rated[node].score if node in rated else 0.0) + gained.get(node, 0.0) + NAMED * _share_named(row, asked)
        for node, row in rows.items()
    }
    chosen = sorted(rows, key=lambda node: (-scores[node], rows[node].path, rows[node].line))
    first = order_by_calls(chosen[:limit], calls)
    return [rows[node] for node in first], [rows[node] for node in chosen[limit : limit + FURTHER]]


def order_by_calls(chosen: Sequence[int], calls: dict[int, set[int]]) -> list[int]:
    """Return functions so that one comes before what it calls.

    Otherwise, and in a cycle, they keep the order given.

    >>> order_by_calls([1, 2, 3], {3: {1}})
    [3, 1, 2]
    """
    inside = set(chosen)
    found: list[int] = []
    entered: set[int] = set()

    def enter(node: int) -> None:
        if node in entered:
            return
        entered.add(node)
        for caller in chosen:
            if node in calls.get(caller, ()) and caller in inside:
                enter(caller)
        found.append(node)

    for node in chosen:
        enter(node)
    return found


def is_server_question(question: str) -> bool:
    """Return whether a question names a server, and nothing that people see."""
    return _SERVER_SIDE.search(question) is not None and _SCREEN_SIDE.search(question) is None


def is_screen_file(path: str) -> bool:
    """Return whether a file is of a user interface, by its path."""
    return _SCREEN.search(path) is not None


def _rate(index: Index, question: str, hits: Sequence[CodeHit], keep: Callable[[str], bool]) -> dict[int, _Rated]:
    """Rate functions by their bodies and files, and by how search found them.

    The best in both has 1."""
    found: dict[int, tuple[SymbolRow, float]] = {}
    bodies = index.rank_suspects(read_issue(question), (), (), files=SEARCHED_FILES)[0].bodies
    best = max((score for _, score in bodies), default=0.0) or 1.0
    for body, score in bodies:
        if not body.title and keep(body.path):
            found[body.symbol.node] = body.symbol, BODY * score / best
    top = max((hit.score for hit in hits), default=0.0) or 1.0
    for hit in hits:
        symbol = hit.symbol
        if symbol.kind in FUNCTIONS and not symbol.is_test and keep(symbol.path):
            before = found.get(symbol.node, (symbol, 0.0))[1]
            found[symbol.node] = symbol, before + HIT * hit.score / top
    return {node: _Rated(*one) for node, one in found.items()}


def _order(rated: _Rated) -> tuple[float, str, int]:
    return -rated.score, rated.symbol.path, rated.symbol.line


def _share_named(symbol: SymbolRow, asked: set[str]) -> float:
    own = set(terms([symbol.name]))
    parts = {term for term in own if len(own) == 1 or term != max(own, key=len)}
    return len(parts & asked) / len(parts) if parts else 0.0
