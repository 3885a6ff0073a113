"""Routes of web applications: what handles them, and who requests them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from codegraph.graph_model import ANSWERING, REACHING, EdgeKind
from codegraph.operations.answers import Answer, RepositoryModel, Route, RoutesAnswer
from codegraph.operations.context import Context
from codegraph.operations.edges import is_from_test
from codegraph.operations.path_filter import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import RoutesRequest
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow, UnresolvedRow
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind
from codegraph_parsers.frameworks.repository_models import FOLDER, list_repository_models, make_path

HTTP: Final = "http:"
"""Protocol of the endpoints whose names need none."""

OUTSIDE: Final = "other-service"
"""Reason of a request to another service."""

UNANSWERED: Final = "no-route"
"""Reason of a request whose path is known and that no route answers."""


def list_routes(context: Context, request: RoutesRequest) -> Answer[RoutesAnswer]:
    """List endpoints, and the routes and requests that cannot be decided."""
    index = context.index()
    keep = build_path_filter(request.path, index.root)
    endpoints = [row for row in index.list_symbols_of(SymbolKind.ENDPOINT) if keep(row.path)]
    missed = [row for row in _list_missed(index) if keep(row.source.path)]
    words = request.words.casefold().split()
    if words:
        described = [route for row in endpoints if _has_words(route := _describe(index, row), words)]
        missed = [
            row for row in missed if _is_said(words, (row.name, row.reason, row.source.qualname, row.source.path))
        ]
        total, routes = len(described), described[: request.limit or None]
    else:
        total, routes = len(endpoints), [_describe(index, row) for row in endpoints[: request.limit or None]]
    answer = RoutesAnswer(
        tuple(routes),
        total,
        len(endpoints),
        tuple(row for row in missed if row.reason == UNANSWERED),
        tuple(row for row in missed if row.reason not in (UNANSWERED, OUTSIDE)),
        request.check,
        _list_models(context),
        _list_undocumented(index, endpoints),
        tuple(row for row in missed if row.reason == OUTSIDE),
    )
    return context.answer(answer, *(() if endpoints else warn_if_unmatched(index, request.path)))


def _list_undocumented(index: Index, endpoints: Iterable[SymbolRow]) -> tuple[SymbolRow, ...]:
    """List the routes that no document describes, none where there is no document."""
    routes = [row for row in endpoints if row.qualname.startswith(HTTP)]
    alone = [row for row in routes if not index.list_incoming(row, (EdgeKind.DECLARES,), limit=1).items]
    return tuple(alone) if len(alone) < len(routes) else ()


def _list_models(context: Context) -> tuple[RepositoryModel, ...]:
    """List the models that the repository adds, those first that are used."""
    tables = context.config.tables
    if tables is None:
        return ()
    used = [RepositoryModel(make_path(m.key), m.title, "") for m in list_repository_models(tables.list_manifests())]
    wrong = [RepositoryModel(p.path, "", p.message) for p in tables.problems if p.path.startswith(FOLDER)]
    return (*used, *wrong)


def _list_missed(index: Index) -> list[UnresolvedRow]:
    return list(index.list_unresolved(kinds=(ReferenceKind.ROUTE, ReferenceKind.REQUEST), limit=None).items)


def list_requests(index: Index, endpoint: SymbolRow) -> tuple[EdgeRow, ...]:
    """List the edges from what uses an endpoint to it."""
    return tuple(index.list_incoming(endpoint, REACHING, limit=None).items)


def _describe(index: Index, endpoint: SymbolRow) -> Route:
    requests = list_requests(index, endpoint)
    details = index.read_details(endpoint)
    return Route(
        endpoint,
        " ".join(details.decorators),
        bool(details.signature),
        tuple(index.list_outgoing(endpoint, ANSWERING, limit=None).items),
        tuple(edge for edge in requests if not is_from_test(edge)),
        tuple(edge for edge in requests if is_from_test(edge)),
    )


def _has_words(route: Route, words: Sequence[str]) -> bool:
    """Return whether the names and files of a route and its ends have all words."""
    nodes = [
        route.endpoint,
        *(edge.target for edge in route.handlers),
        *(edge.source for edge in (*route.requests, *route.tests)),
    ]
    places = [node.path for node in nodes if isinstance(node, SymbolRow)]
    return _is_said(words, (route.framework, *(node.qualname for node in nodes), *places))


def _is_said(words: Sequence[str], texts: Iterable[str]) -> bool:
    told = "\n".join(texts).casefold()
    return all(word in told for word in words)
