"""Text of the answer about routes."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.operations.answers import RepositoryModel, Route, RoutesAnswer, name_of
from codegraph.operations.routes import HTTP
from codegraph.query_results import Node, SymbolRow, UnresolvedRow
from codegraph.render.text.text_layout import align_columns, format_count, format_place, format_shortened
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind
from codegraph_parsers.frameworks import load_models

MOST_NAMES = 3
"""Names of code that requests a route which a line has."""


def write_routes(answer: RoutesAnswer) -> list[str]:
    """Return a line for each route, then what is unanswered and what is undecided."""
    if answer.routes:
        lines = [
            *align_columns([_format_route(route) for route in answer.routes]),
            *format_shortened(len(answer.routes), answer.total, "route"),
        ]
    elif answer.known:
        lines = [f"none of {format_count(answer.known, 'route')} has these words"]
    else:
        known = ", ".join(model.title for model in load_models() if model.is_server)
        lines = [f"no route is known; frameworks that are read: {known} (docs/frameworks.md)"]
    asked = [row for row in answer.unanswered if row.kind == ReferenceKind.REQUEST]
    documented = [row for row in answer.unanswered if row.kind != ReferenceKind.REQUEST]
    lines += _format_missed("requests that no route answers", asked)
    lines += _format_missed("operations of documents that no route answers", documented)
    if answer.is_checked and answer.undocumented:
        rows = [(row.name, format_place(row)) for row in answer.undocumented]
        lines += ["", f"routes that no document describes ({len(rows):,}; nothing is wrong)", *align_columns(rows)]
    lines += _format_missed("requests to other services", answer.outside)
    lines += _format_missed("routes and requests that are not decided", answer.undecided)
    return lines + _format_models(answer.models)


def _format_route(route: Route) -> tuple[str, ...]:
    inline = f"inline in {route.endpoint.path}" if route.is_inline else "no known handler"
    handlers = _format_names([edge.target for edge in route.handlers]) or inline
    callers = _format_names([edge.source for edge in route.requests])
    endpoint = route.endpoint
    return (
        endpoint.name if endpoint.qualname.startswith(HTTP) else endpoint.qualname,
        handlers,
        f"requested by {callers}" if callers else "",
        "of tests" if route.endpoint.is_test else format_count(len(route.tests), "test") if route.tests else "no test",
        format_place(route.endpoint),
    )


def _format_names(nodes: Sequence[Node]) -> str:
    names = list(dict.fromkeys(_format_name(node) for node in nodes))
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _format_name(node: Node) -> str:
    """Return the name of a function, or the file of one without a name."""
    if not isinstance(node, SymbolRow):
        return node.qualname
    return f"inline in {node.path}" if node.kind is SymbolKind.MODULE else name_of(node)


def _format_models(models: Sequence[RepositoryModel]) -> list[str]:
    if not models:
        return []
    rows = [(model.path, f"left out: {model.problem}" if model.problem else model.title) for model in models]
    return ["", f"models of this repository ({len(models):,})", *align_columns(rows)]


def _format_missed(title: str, rows: Sequence[UnresolvedRow]) -> list[str]:
    if not rows:
        return []
    table = align_columns([(row.name, row.reason, format_place(row.source, row.lines)) for row in rows])
    return ["", f"{title} ({len(rows):,})", *table]
