"""`get_dependencies`, `get_impact`, `review_diff`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer, Dependent, ImpactAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.edge_confidence import get_confidence
from codegraph.operations.edges import add_constructors
from codegraph.operations.impact.answers import Affected, ChangeReport, NotAnalysed
from codegraph.operations.requests import ImpactRequest
from codegraph.operations.tools.codemem_kinds import RELATIONSHIPS
from codegraph.query_results import EdgeRow
from codegraph.render.text.text_layout import format_resolutions
from codegraph.server.call import Call
from codegraph.server.tools.codemem.current import (
    check_nothing_found,
    describe_overloads,
    find_meaning,
    note,
    open_current,
)

USES = tuple(kind for kind in EdgeKind if kind not in (EdgeKind.CONTAINS, EdgeKind.TESTS))
"""Without what only says where a symbol stands, and without what repeats a test's calls."""


def get_dependencies(call: Call, request: Any) -> Answer[tuple[EdgeRow, ...]]:
    """Return the edges of a symbol.

    A class is also used through its constructors.
    """
    context = open_current(call)
    index = context.index()
    meant = find_meaning(index, request.qualified_name)
    rows = meant.symbols
    edges: list[EdgeRow] = []
    if request.direction in ("incoming", "both"):
        for one in add_constructors(index, *rows):
            edges += index.list_incoming(one, USES, limit=None).items
    if request.direction in ("outgoing", "both"):
        seen = {(e.source.node, e.target.node, e.kind) for e in edges}
        outgoing = [e for row in rows for e in index.list_outgoing(row, USES, limit=None).items]
        edges += [e for e in outgoing if (e.source.node, e.target.node, e.kind) not in seen]
    check_nothing_found(context, edges, request.qualified_name)
    return Answer(tuple(edges), warnings=note(context, describe_overloads(meant)))


def weigh(edge: EdgeRow) -> float:
    """Return the share of correct edges among those resolved in this way.

    It is 1 when that was not measured.
    """
    return get_confidence(edge.source.language, edge.resolution) or 1.0


def tell_relationship(kind: EdgeKind) -> str:
    return RELATIONSHIPS[kind]


class ReachedSymbols(NamedTuple):
    reached: tuple[Dependent, ...]  # nearest first


def get_impact(call: Call, request: Any) -> Answer[ReachedSymbols]:
    """Return the dependents of a symbol.

    Edges are followed against their direction.
    """
    context = open_current(call)
    meant = find_meaning(context.index(), request.qualified_name)
    rows = meant.symbols
    name = rows[0].id if len(rows) == 1 else request.qualified_name.strip().removeprefix("sym:")
    answer: Answer[ImpactAnswer] = load_handler(BY_NAME["impact"])(
        context, ImpactRequest(name, depth=request.depth, budget=0)
    )
    found = sorted((*answer.results.dependents, *answer.results.tests), key=lambda d: d.depth)
    known = f"known as: {format_resolutions(answer.results.mix)}" if found else ""
    possible = answer.results.possible
    unproven = f"{possible} unresolved calls bear its name" if possible else ""
    notes = filter(None, (describe_overloads(meant), known, unproven, *answer.warnings))
    return Answer(ReachedSymbols(tuple(found)), warnings=tuple(notes))


def keep_direct(found: Sequence[Dependent]) -> tuple[Dependent, ...]:
    return tuple(one for one in found if one.depth == 1)


def review_diff(call: Call, request: Any) -> Answer[ChangeReport]:
    """Return the report about a diff, applied to the work tree or not."""
    asked = ImpactRequest(diff=request.diff, depth=request.depth, limit=0, budget=0)
    return load_handler(BY_NAME["impact"])(open_current(call), asked)


def keep_affected(found: Sequence[Affected]) -> tuple[Affected, ...]:
    return tuple(one for one in found if one.depth == 1)


def list_files(found: Sequence[Affected]) -> tuple[str, ...]:
    return tuple(sorted({one.symbol.path for one in found}))


def list_unread(found: Sequence[NotAnalysed]) -> tuple[str, ...]:
    return tuple(f"{one.path}: {one.reason}" for one in found)
