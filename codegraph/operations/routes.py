"""Routes of web applications: what handles them, and who requests them."""

from __future__ import annotations

from typing import Final

from codegraph.answers import EdgeRow, SymbolRow, UnresolvedRow
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.operations.answers import Answer, Route, RoutesAnswer
from codegraph.operations.context import Context
from codegraph.operations.paths import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import RoutesRequest
from codegraph_parsers.facts import ReferenceKind, SymbolKind

UNANSWERED: Final = "no-route"
"""Reason of a request whose path is known and that no route answers."""


def list_routes(context: Context, request: RoutesRequest) -> Answer[RoutesAnswer]:
    """List endpoints, and the routes and requests that cannot be decided."""
    index = context.index()
    keep = build_path_filter(request.path, index.root)
    endpoints = [row for row in index.list_symbols_of(SymbolKind.ENDPOINT) if keep(row.path)]
    shown = endpoints[: request.limit or None]
    missed = [row for row in _list_missed(index) if keep(row.source.path)]
    answer = RoutesAnswer(
        tuple(_describe(index, row) for row in shown),
        len(endpoints),
        tuple(row for row in missed if row.reason == UNANSWERED),
        tuple(row for row in missed if row.reason != UNANSWERED),
        request.check,
    )
    return context.answer(answer, *(() if endpoints else warn_if_unmatched(index, request.path)))


def _list_missed(index: Index) -> list[UnresolvedRow]:
    kinds = (ReferenceKind.ROUTE, ReferenceKind.REQUEST)
    return [row for row in index.list_unresolved(limit=None).items if row.kind in kinds]


def list_requests(index: Index, endpoint: SymbolRow) -> tuple[EdgeRow, ...]:
    """List the requests that an endpoint answers."""
    return tuple(index.list_incoming(endpoint, (EdgeKind.REQUESTS,), limit=None).items)


def _describe(index: Index, endpoint: SymbolRow) -> Route:
    requests = list_requests(index, endpoint)
    details = index.read_details(endpoint)
    return Route(
        endpoint,
        " ".join(details.decorators),
        bool(details.signature),
        tuple(index.list_outgoing(endpoint, (EdgeKind.HANDLES,), limit=None).items),
        tuple(edge for edge in requests if not _is_test(edge)),
        tuple(edge for edge in requests if _is_test(edge)),
    )


def _is_test(edge: EdgeRow) -> bool:
    return isinstance(edge.source, SymbolRow) and edge.source.is_test
