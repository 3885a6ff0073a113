"""`get_dependencies`, `get_impact`."""

from __future__ import annotations

from codegraph.answers import EdgeRow
from codegraph.confidence import confidence
from codegraph.model import EdgeKind
from codegraph.operations.answers import Answer, ImpactAnswer
from codegraph.operations.edges import with_constructors
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import ImpactRequest
from codegraph.operations.tools.kinds import RELATIONSHIPS
from codegraph.render.text.layout import mix
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import (
    check_nothing_found,
    current,
    describe_overloads,
    find_meaning,
    freshness_note,
    node,
)
from codegraph.server.tools.codemem.models import (
    DependenciesInput,
    Dependency,
    Dependent,
    ImpactInput,
    ImpactOutput,
)

USES = tuple(kind for kind in EdgeKind if kind not in (EdgeKind.CONTAINS, EdgeKind.TESTS))
"""Without what only says where a symbol stands, and without what repeats a test's calls."""


def get_dependencies(call: Call, request: DependenciesInput) -> Exact:
    """The edges of a symbol; a class is used through its constructors, too. `weight` is how often edges that are known
    in this way are right, 1 where that was not measured."""
    context = current(call)
    index = context.index()
    meant = find_meaning(index, request.qualified_name)
    rows = meant.symbols
    edges: list[EdgeRow] = []
    if request.direction in ("incoming", "both"):
        for one in with_constructors(index, *rows):
            edges += index.incoming(one, USES, limit=None).items
    if request.direction in ("outgoing", "both"):
        seen = {(e.source.node, e.target.node, e.kind) for e in edges}
        outgoing = [e for row in rows for e in index.outgoing(row, USES, limit=None).items]
        edges += [e for e in outgoing if (e.source.node, e.target.node, e.kind) not in seen]
    value = [Dependency(e.source.id, e.target.id, RELATIONSHIPS[e.kind], _weight(e)) for e in edges]
    check_nothing_found(context, value, request.qualified_name)
    return Exact(to_json(value), "; ".join(filter(None, (describe_overloads(meant), freshness_note(context)))))


def _weight(edge: EdgeRow) -> float:
    language = edge.source.language
    return confidence(language, edge.resolution) or 1.0


def get_impact(call: Call, request: ImpactInput) -> Exact:
    """What depends on the symbol, nearest first: edges are followed against their direction."""
    context = current(call)
    meant = find_meaning(context.index(), request.qualified_name)
    rows = meant.symbols
    asked = ImpactRequest(
        rows[0].id if len(rows) == 1 else request.qualified_name.strip().removeprefix("sym:"),
        depth=request.depth,
        budget=0,
    )
    answer: Answer[ImpactAnswer] = handler(BY_NAME["impact"])(context, asked)
    found = sorted((*answer.results.dependents, *answer.results.tests), key=lambda d: d.depth)
    value = ImpactOutput(
        symbol=request.qualified_name,
        depth=request.depth,
        direct_dependents=tuple(Dependent(d.symbol.id, RELATIONSHIPS[d.via.kind]) for d in found if d.depth == 1),
        reachable_nodes=len(found),
        reachable=tuple(node(d.symbol) for d in found),
    )
    known = f"known as: {mix(answer.results.mix)}" if found else ""
    possible = answer.results.possible
    unproven = f"{possible} unresolved calls bear its name" if possible else ""
    return Exact(
        to_json(value), "; ".join(filter(None, (describe_overloads(meant), known, unproven, *answer.warnings)))
    )
