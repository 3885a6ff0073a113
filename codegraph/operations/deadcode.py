"""Dead code candidates: what nothing in the repository is known to reach."""

from __future__ import annotations

from fnmatch import fnmatchcase

import numpy as np

from codegraph.analysis.csr import Csr, Mask
from codegraph.analysis.deadcode import DeadCandidate, dead_code
from codegraph.answers import SymbolRow
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.operations.answers import Answer, DeadCodeAnswer, DeadSymbol
from codegraph.operations.context import Context
from codegraph.operations.network import USES, Network, mask, network
from codegraph.operations.paths import nowhere, path_filter
from codegraph.operations.requests import DeadCodeRequest
from codegraph.search.places import Place, place_of
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.languages import names, spec

CANDIDATES = frozenset(
    (
        SymbolKind.CLASS,
        SymbolKind.STRUCT,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.TYPE,
        SymbolKind.MACRO,
    )
)


def find_dead_code(context: Context, request: DeadCodeRequest) -> Answer[DeadCodeAnswer]:
    index = context.index()
    net = network(index, USES)
    symbols = list(index.all_symbols())
    uses, keeps = net.graph, _keeps(net, symbols)
    entries = _entry_points(net, symbols)
    tests = mask(net.graph.node_count, [s.node for s in symbols if s.is_test])
    exported = mask(
        net.graph.node_count, [] if request.exported else [s.node for s in symbols if s.flags & Flag.EXPORTED]
    )
    named = {name for name, _ in index.unresolved_names(limit=len(symbols) + 1)}
    unproven = mask(net.graph.node_count, [s.node for s in symbols if s.name in named])
    by_node = {s.node: s for s in symbols}

    def wanted(found: list[DeadCandidate]) -> list[DeadSymbol]:
        keep = path_filter(request.path, index.root)
        rows = ((by_node[c.node], c) for c in found if c.node in by_node)
        return [DeadSymbol(s, str(c.reason)) for s, c in rows if s.kind in CANDIDATES and keep(s.path)]

    without = wanted(dead_code(uses, entry_points=entries, tests=tests, exported=exported, keeps=keeps))
    entries |= unproven | _decorated(index, net, without) | _called_from_outside(index, net, symbols)
    rows = wanted(dead_code(uses, entry_points=entries, tests=tests, exported=exported, keeps=keeps))
    shown = tuple(rows[: request.limit or None])
    found = DeadCodeAnswer(shown, len(rows), request.exported, len(without) - len(rows))
    return context.answer(found, *(() if rows else nowhere(index, request.path)))


def _keeps(net: Network, symbols: list[SymbolRow]) -> Csr:
    """Who keeps whom alive besides: a member its class; a class its constructors; a method what overrides it."""
    sources, targets = net.sources(), net.arrays.targets.astype(np.int64)
    overrides = net.arrays.kinds == tuple(EdgeKind).index(EdgeKind.OVERRIDES)
    members = [(s.node, s.parent) for s in symbols if s.parent >= 0]
    built = [(s.parent, s.node) for s in symbols if s.kind is SymbolKind.CONSTRUCTOR and s.parent >= 0]
    more = np.array(members + built, dtype=np.int64).reshape(-1, 2)
    return Csr.from_edges(
        np.concatenate((targets[overrides], more[:, 0])),
        np.concatenate((sources[overrides], more[:, 1])),
        net.graph.node_count,
    )


def _entry_points(net: Network, symbols: list[SymbolRow]) -> Mask:
    """Modules run when loaded, and `main` is what the outside calls; special methods are called by the language."""
    return mask(net.graph.node_count, [s.node for s in symbols if s.kind is SymbolKind.MODULE or _by_language(s.name)])


def _by_language(name: str) -> bool:
    return name == "main" or (len(name) > 4 and name.startswith("__") and name.endswith("__"))


def _called_from_outside(index: Index, net: Network, symbols: list[SymbolRow]) -> Mask:
    """Members of classes that derive from a library's, which may call them, and what test frameworks call by name."""
    languages = {symbol.language for symbol in symbols} & set(names())
    semantics = {language: spec(language).semantics for language in languages}
    outside = {row.node: row.qualname for row in index.externals(limit=None).items}
    above: dict[int, list[int]] = {}  # class → those directly below it
    queue: list[int] = []
    for edge in index.plain_edges((EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)):
        if edge.target >= 0:
            above.setdefault(edge.target, []).append(edge.source)
            continue
        known = semantics.get(symbols[edge.source].language)
        if known is None or outside[edge.target] not in known.inert_bases:
            queue.append(edge.source)
    derived: set[int] = set()
    while queue:
        node = queue.pop()
        if node not in derived:
            derived.add(node)
            queue += above.get(node, ())
    hooks = {language: known.test_hooks for language, known in semantics.items()}
    in_tests = {symbol.path for symbol in symbols if symbol.is_test}

    def is_hook(symbol: SymbolRow) -> bool:
        named = any(fnmatchcase(symbol.name, hook) for hook in hooks.get(symbol.language, ()))
        return named and (symbol.path in in_tests or place_of(symbol.path) is Place.TEST)

    return mask(net.graph.node_count, [s.node for s in symbols if s.parent in derived or is_hook(s)])


def _decorated(index: Index, net: Network, candidates: list[DeadSymbol]) -> Mask:
    """Candidates that a decorator or annotation hands to somebody else."""
    nodes = [c.symbol.node for c in candidates if index.details(c.symbol).decorators]
    return mask(net.graph.node_count, nodes)
