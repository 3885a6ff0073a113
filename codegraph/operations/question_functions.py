"""Functions that a question in prose is about.

They are those its words find, and what these call and are called by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Floats, Int64s
from codegraph.operations.answers import RelevantFile
from codegraph.operations.edges import CALLS, is_test_code
from codegraph.operations.network import Network, load_network
from codegraph.query.index import Index
from codegraph.query_results import CodeHit, SymbolRow
from codegraph.search.function_ranking import RatedFunction
from codegraph.search.hit_labels import FUNCTIONS

SEEDS: Final = 24
"""Best functions, from which steps along calls are taken."""

STEPS: Final = 2

MOST_CALLERS: Final = 60
"""Callers of a function that are followed: what is called by more belongs to no one question."""

CALLEE_SHARE: Final = 0.35
"""Share of a function's rating that each function it calls is given, before it is divided by their number."""

CALLER_SHARE: Final = 0.15
"""The same for each that calls it."""

NEIGHBOUR_POWER: Final = 0.3
"""Power of their number by which a share is divided: 1 would spread it, 0 give it to each."""

CALLER_POWER: Final = 0.35
"""Power of the number of its callers by which what a function is given is divided: what all call tells little."""

MOST_NAMED: Final = 80
MOST_FILES: Final = 25
MOST_OF_FILE: Final = 10
"""Functions that are named, their files, and functions of one file: from there on hardly one is needed."""

LEAST_SHARE: Final = 0.2
"""Share of the best rating below which nothing is named."""

MOST_REACHED: Final = 200
"""Functions that only calls lead to which are looked at."""

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


class Flow(NamedTuple):
    """Functions that a question is about.

    `first` are the best, whatever calls another one of them before it; `files` names them and further ones."""

    first: list[SymbolRow]
    files: list[RelevantFile]


def find_flow(index: Index, question: str, hits: Sequence[CodeHit], keep: Callable[[str], bool], limit: int) -> Flow:
    """Return the functions that a question is about.

    `hits` is what search found for it, `keep` says of which files an answer may be. Raises StorageError."""
    rated = index.rank_functions(question, hits, keep)
    net = load_network(index, CALLS)
    gained = _walk(net, rated[:SEEDS], index.list_test_nodes())
    scores = {one.symbol.node: (one.symbol, one.score + float(gained[one.symbol.node])) for one in rated}
    reached = [
        node for node in np.argsort(-gained, kind="stable")[: MOST_REACHED + len(rated)].tolist() if gained[node] > 0
    ]
    rows = net.read_symbols([node for node in reached if node not in scores][:MOST_REACHED])
    for node, row in rows.items():
        if row.kind in FUNCTIONS and not is_test_code(row) and keep(row.path):
            scores[node] = row, float(gained[node])
    ordered = sorted(scores.values(), key=_order)
    ranked = [row for row, score in ordered if score >= LEAST_SHARE * ordered[0][1]]
    best = {row.node: row for row in ranked[:limit]}
    calls = {node: set(_list_neighbours(net.graph, node).tolist()) for node in best}
    return Flow([best[node] for node in order_by_calls([*best], calls)], _group_by_file(ranked))


def _group_by_file(ranked: Sequence[SymbolRow]) -> list[RelevantFile]:
    """Return the files of the best functions, each with those of it.

    Both are in the order given."""
    found: dict[str, list[SymbolRow]] = {}
    listed = 0
    for symbol in ranked:
        if listed == MOST_NAMED or (symbol.path not in found and len(found) == MOST_FILES):
            continue
        functions = found.setdefault(symbol.path, [])
        if len(functions) < MOST_OF_FILE:
            functions.append(symbol)
            listed += 1
    return [RelevantFile(path, tuple(functions)) for path, functions in found.items()]


def _walk(net: Network, seeds: Sequence[RatedFunction], tests: Sequence[int]) -> Floats:
    """Return what each symbol gains from seeds along calls.

    They are followed in both directions."""
    size = net.graph.node_count
    is_test = np.zeros(size, np.bool_)
    is_test[list(tests)] = True
    callees, callers = net.graph, net.reverse
    shared = np.maximum(callers.compute_degrees(), 1) ** -CALLER_POWER
    gained, current = np.zeros(size), np.zeros(size)
    for seed in seeds:
        current[seed.symbol.node] = seed.own
    for _ in range(STEPS):
        following = np.zeros(size)
        for node in np.flatnonzero(current).tolist():
            called, calling = (_list_neighbours(graph, node) for graph in (callees, callers))
            called, calling = called[~is_test[called]], calling[~is_test[calling]]
            if len(called):
                following[called] += CALLEE_SHARE * current[node] / len(called) ** NEIGHBOUR_POWER * shared[called]
            if 0 < len(calling) <= MOST_CALLERS:
                following[calling] += CALLER_SHARE * current[node] / len(calling) ** NEIGHBOUR_POWER
        gained += following
        current = following
    return gained


def _list_neighbours(graph: Csr, node: int) -> Int64s:
    found = np.unique(graph.indices[graph.slice_row(node)]).astype(np.int64)
    return found[found != node]


def _order(rated: tuple[SymbolRow, float]) -> tuple[float, str, int]:
    symbol, score = rated
    return -score, symbol.path, symbol.line


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
