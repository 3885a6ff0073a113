"""Connections between symbols: the path between two, and dependents of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from codegraph.analysis.csr import Csr
from codegraph.analysis.impact import Reach
from codegraph.analysis.impact import compute_reach as reach_of
from codegraph.analysis.shortest_paths import EvidencePath, find_shortest_paths
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import Answer, Dependent, ImpactAnswer, PathAnswer, format_overloads
from codegraph.operations.context import Context
from codegraph.operations.edges import (
    CALLS,
    TYPES,
    add_constructors,
    count_possible_callers,
    count_resolutions,
    is_test_code,
    list_overloads,
    parse_resolutions,
)
from codegraph.operations.implementations import ImplementationCounter
from codegraph.operations.memory.knowledge import find_knowledge
from codegraph.operations.mentions import find_mentions
from codegraph.operations.network import RESOLUTIONS, USES, Network, load_network
from codegraph.operations.receiver_types import ReceiverTypes
from codegraph.operations.requests import ImpactRequest, PathRequest
from codegraph.operations.runners.test_commands import RunList
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.operations.impact.answers import ChangeReport

MOST = 10_000
"""Dependents an impact answer holds at most; more than that is "everything"."""

MOST_KNOWN = 10
"""Notes that an impact answer holds, about the symbol and about what depends on it."""

FEW_MENTIONS = 40
"""Mentions of a name that an answer about other things lists."""

MOST_DETOURS = 20
"""Files of tests that a path is led around, one after another."""

RUNS = (*CALLS, EdgeKind.OVERRIDES)
"""How control gets from one symbol to another: by a call, and from the method called to one that overrides it."""


def find_path(context: Context, request: PathRequest) -> Answer[PathAnswer]:
    if request.workspace:
        from codegraph.operations.workspace_paths import find_workspace_path

        return find_workspace_path(context, request)
    index = context.index()
    (sources, others), (targets, more) = index.resolve_meaning(request.source), index.resolve_meaning(request.target)
    asked = tuple(EdgeKind(k) for k in request.kind)
    only = parse_resolutions(request.resolution)
    found = find_shortest_chain(index, sources, targets, asked, only)
    if not found.edges and found.source.node != found.target.node:
        found = found._replace(backwards=bool(find_shortest_chain(index, targets, sources, asked, only).edges))
    unknown = None if found.edges else find_mentions(index, [found.target], FEW_MENTIONS)
    found = found._replace(not_analysed=index.count_unanalysed_languages(), name_mentions=unknown)
    return context.answer(
        found,
        *_describe_choice(sources, found.source),
        *_describe_choice(targets, found.target),
        others=(*others, *more),
    )


def _describe_choice(symbols: Sequence[SymbolRow], taken: SymbolRow) -> Iterator[str]:
    """Yield which of several overloads an end of a path is."""
    if len(symbols) > 1:
        yield f"`{taken.qualname}` has {format_overloads(symbols)}; this one is {taken.id}"


def find_shortest_chain(
    index: Index,
    sources: Sequence[SymbolRow],
    targets: Sequence[SymbolRow],
    asked: tuple[EdgeKind, ...] = (),
    only: tuple[Resolution, ...] = (),
) -> PathAnswer:
    """Find the shortest chain from any of `sources` to any of `targets`.

    It follows calls if there is such a chain, else any edge. The answer names the pair that it connects; without a
    chain, the first of each.
    """
    starts = {node: s for s in reversed(sources) for node in _list_running_nodes(index, s)}
    ends = {c.node: t for t in reversed(targets) for c in add_constructors(index, t)}
    kinds = asked or RUNS
    for kinds in [asked] if asked else [RUNS, USES]:
        turn = (EdgeKind.DECORATES, EdgeKind.OVERRIDES) if kinds is RUNS else (EdgeKind.DECORATES,)
        net = load_network(index, kinds, only, turn=turn)
        receivers = ReceiverTypes(net, has_reversed_overrides=EdgeKind.OVERRIDES in turn)
        found = _find_program_path(net, receivers, list(starts), list(ends))
        if found is not None:
            (start,) = index.list_symbols([found.nodes[0]])
            source, target = starts[found.nodes[0]], ends[found.nodes[-1]]
            return PathAnswer(source, target, kinds, start, tuple(net.read_edges(found.edges)))
    return PathAnswer(sources[0], targets[0], kinds, sources[0], ())


def _list_running_nodes(index: Index, symbol: SymbolRow) -> list[int]:
    """Return the nodes in which code of the symbol runs.

    A class runs through its members, a module through its definitions.
    """
    if symbol.kind in TYPES or symbol.kind is SymbolKind.TYPE:
        return [symbol.node, *(m.node for m in index.list_members(symbol))]
    if symbol.kind is SymbolKind.MODULE:
        return [s.node for s in index.list_file_symbols(symbol.path)]
    return [symbol.node]


def _find_program_path(
    net: Network, receivers: ReceiverTypes, sources: Sequence[int], targets: Sequence[int]
) -> EvidencePath | None:
    """Find a best path that leads through no code of tests, else one that does.

    A test double implements the same interface as the code that it stands for and is often nearer. A path that starts
    or ends in a test may lead through one.
    """
    first = found = _find_possible_path(net, receivers, sources, targets, net.graph)
    if any(is_test_code(row) for row in net.read_symbols([*sources, *targets]).values()):
        return first
    graph, files = net.graph, net.arrays.files
    for _ in range(MOST_DETOURS):
        if found is None:
            break
        doubles = [node for node, row in net.read_symbols(found.nodes).items() if is_test_code(row)]
        if not doubles:
            return found
        graph = graph.keep(~np.isin(files[graph.indices], files[doubles]))
        found = _find_possible_path(net, receivers, sources, targets, graph)
    return first


def _find_possible_path(
    net: Network, receivers: ReceiverTypes, sources: Sequence[int], targets: Sequence[int], graph: Csr
) -> EvidencePath | None:
    """Find a best path in a graph on which one receiver can have all calls on itself."""
    found = _find_best_path(net, sources, targets, graph)
    return receivers.select_path(found, sources, targets, graph=graph) if found is not None else None


def _find_best_path(net: Network, sources: Sequence[int], targets: Sequence[int], graph: Csr) -> EvidencePath | None:
    """Find a shortest path in a graph from a source to a target.

    Of several, the one whose weakest edge is strongest is chosen.
    """
    reverse = net.reverse if graph is net.graph else graph.reverse()
    strength = net.compute_ranks()
    best: tuple[int, int, EvidencePath] | None = None
    for target in targets:
        for source in sources:
            longest = best[0] if best else None
            for found in find_shortest_paths(graph, source, target, max_length=longest, reverse=reverse):
                weakest = max((int(strength[e]) for e in found.edges), default=0)
                if best is None or (len(found.edges), weakest) < best[:2]:
                    best = (len(found.edges), weakest, found)
    return best[2] if best else None


def show_impact(context: Context, request: ImpactRequest) -> Answer[ImpactAnswer] | Answer[ChangeReport]:
    """Show the impact of a symbol, else of a change."""
    if request.symbol and not (request.base or request.head or request.diff):
        answer = compute_symbol_impact(context, request)
        found = answer.results
        symbols = [row.id for row in found.overloads or (found.symbol,)]
        dependents = [each.symbol.id for each in found.dependents]
        known = find_knowledge(context, symbols, dependents=dependents, limit=MOST_KNOWN)
        warnings = (*context.take_problems(), *answer.warnings)
        return answer._replace(results=found._replace(knowledge=known), warnings=warnings)
    from codegraph.operations.impact.change import change  # git, patches and syntax: a symbol needs none of them

    return change(context, request)


def compute_symbol_impact(context: Context, request: ImpactRequest) -> Answer[ImpactAnswer]:
    index = context.index()
    symbols, others = index.resolve_meaning(request.symbol)
    symbol = symbols[0]
    seeds = [node for one in symbols for node in _list_running_nodes(index, one)]
    # Importing a module is not using one symbol of it; it counts only when the module itself is asked about.
    kinds = USES if symbol.kind is SymbolKind.MODULE else tuple(k for k in USES if k is not EdgeKind.IMPORTS)
    net = load_network(index, kinds, parse_resolutions(request.resolution), placed=True)
    depth = None if request.tests else max(1, request.depth)  # a test is needed at any distance
    reached = reach_of(net.reverse, np.array(seeds), net.compute_ranks(), max_depth=depth, budget=MOST)
    beyond = reached.depths > 0
    edges = net.read_edges(reached.edges[beyond].tolist())
    depths = reached.depths[beyond].tolist()
    nodes = reached.nodes[beyond].tolist()
    rows = net.read_symbols(nodes)
    found = [Dependent(rows[n], d, e) for n, d, e in zip(nodes, depths, edges, strict=True)]
    if depth is not None:
        found = _select_possible(net, reached, found, seeds, depth)
        edges = [each.via for each in found]
    tests = tuple(d for d in found if d.symbol.is_test and d.symbol.kind is not SymbolKind.ENDPOINT)
    if request.tests and not request.resolution:
        tests = _find_tests(index, symbol, seeds, tests) or tests  # what nothing runs, a type, is still rested on
        edges += [d.via for d in tests if d.via.kind is EdgeKind.TESTS]
    if not request.resolution or Resolution.OBSERVED in request.resolution:
        tests = _put_observed_first(index, symbol, seeds, tests)
        edges += [d.via for d in tests if d.via.resolution is Resolution.OBSERVED]
    warnings = (f"stopped at {MOST:,} dependents; more exist",) if reached.truncated else ()
    counter = ImplementationCounter(index, parse_resolutions(request.resolution), is_complete=request.all)
    dependents = [d for d in found if not d.symbol.is_test]
    answer = ImpactAnswer(
        symbol=symbol,
        depth=request.depth,
        dependents=tuple(counter.list_dependents(index.list_symbols(seeds), dependents)),
        tests=tests,
        mix=count_resolutions(edges),
        possible=count_possible_callers(index, symbols),
        budget=request.budget,
        overloads=list_overloads(symbols),
        not_analysed=index.count_unanalysed_languages(),
        name_mentions=find_mentions(index, symbols, FEW_MENTIONS),
        counted=counter.list_counts(),
    )
    if request.workspace:
        from codegraph.operations.workspace_edges import list_callers_elsewhere

        only, rows = parse_resolutions(request.resolution), index.list_symbols(seeds)
        answer = answer._replace(elsewhere=list_callers_elsewhere(context, index, rows, kinds, only, request.depth))
    if request.tests:
        answer = answer._replace(run=_run_list(index, answer, frozenset(reached.nodes.tolist()), request.tests))
    return context.answer(answer, *warnings, others=others)


def _select_possible(
    net: Network, reached: Reach, found: Sequence[Dependent], seeds: Sequence[int], depth: int
) -> list[Dependent]:
    """Select the dependents of which a receiver can have all calls on the way.

    Another path may take the place of the shortest one, within the depth."""
    receivers = ReceiverTypes(net, has_reversed_overrides=False)
    places = {node: at for at, node in enumerate(reached.nodes.tolist())}
    kept: list[Dependent] = []
    for each in found:
        at, nodes, chain = places[each.symbol.node], [each.symbol.node], list[int]()
        while reached.via[at] >= 0:
            chain.append(int(reached.edges[at]))
            nodes.append(int(reached.via[at]))
            at = places[nodes[-1]]
        path = EvidencePath(tuple(nodes), tuple(chain))
        selected = receivers.select_path(path, [each.symbol.node], seeds, most=depth)
        if selected is path:
            kept.append(each)
        elif selected is not None:
            (via,) = net.read_edges(selected.edges[:1])
            kept.append(Dependent(each.symbol, len(selected.edges), via))
    return sorted(kept, key=lambda dependent: dependent.depth)


def _run_list(index: Index, answer: ImpactAnswer, reached: frozenset[int], runner: str) -> RunList:
    from codegraph.operations.impact.cases import TitledTests
    from codegraph.operations.runners.test_list import run_list

    def read(path: str) -> bytes:
        return "\n".join(index.read_text_lines(path)).encode()

    tests = [d.symbol for d in answer.tests]
    titled = TitledTests(index, reached, (), read)
    return run_list(index, tests, {row.node: titled.find_cases(row) for row in tests}, runner, read)


def _find_tests(
    index: Index, symbol: SymbolRow, seeds: Sequence[int], reached: tuple[Dependent, ...]
) -> tuple[Dependent, ...]:
    """Find the tests that a change of the symbol would select, by the same rules.

    A test that edges reach may not run it, and a test that runs it may not be reached by edges.
    """
    from codegraph.operations.impact.closure import Closure, Seeds

    hits = Closure(index, Seeds(tuple(seeds), (), ())).list_tests()
    rows = {row.node: row for row in index.list_symbols([hit.node for hit in hits])}
    known = {d.symbol.node: d for d in reached}
    return tuple(
        known.get(hit.node)
        or Dependent(
            rows[hit.node],
            hit.depth,
            EdgeRow(rows[hit.node], symbol, EdgeKind.TESTS, RESOLUTIONS[max(0, hit.weakest)], ()),
        )
        for hit in hits
        if hit.node not in seeds
    )


def _put_observed_first(
    index: Index, symbol: SymbolRow, seeds: Sequence[int], tests: tuple[Dependent, ...]
) -> tuple[Dependent, ...]:
    """Put tests that are known to have run the symbol or a part of it first.

    Those that run least come first.
    """
    from codegraph.operations.impact.observed_tests import find_rows

    found = index.open_observed().find_tests(row.id for row in index.list_symbols(seeds))
    least = {t.symbol: t.reached for ran in found.values() for t in ran if t.symbol}
    rows = find_rows(index, {id: id for id in least})
    known = {d.symbol.id: d for d in tests}
    first = [
        known.get(id) or Dependent(rows[id], 1, EdgeRow(rows[id], symbol, EdgeKind.TESTS, Resolution.OBSERVED, ()))
        for id in sorted(rows, key=lambda id: (least[id], id))
    ]
    return (*first, *(d for d in tests if d.symbol.id not in rows))
