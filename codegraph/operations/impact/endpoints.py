"""Endpoints that a change adds, removes or changes, and their clients."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from codegraph.graph_model import ANSWERING
from codegraph.operations.impact.answers import Surface
from codegraph.operations.impact.change_states import Comparison
from codegraph.operations.routes import list_requests
from codegraph.query_results import SymbolRow
from codegraph.revision.tree import SourceTree
from codegraph_parsers.file_facts import SymbolKind

ENDPOINT: Final = "endpoint"

_PARAMETER: Final = re.compile(r"\{[^{}/]*\}")


class EndpointChanges:
    """Finder of the endpoints that differ between two states.

    The graph of the older state is opened only where a file that registers endpoints differs."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._head = comparison.head_index
        self._edited = frozenset((*comparison.difference.added, *comparison.difference.modified))
        self._endpoints = self._head.list_symbols_of(SymbolKind.ENDPOINT)

    def list(self, changed: Mapping[str, str], removed: Collection[str], *, has_left: bool) -> list[Surface]:
        """List the surfaces.

        `changed` says of the ids of changed symbols how they changed, `removed` are the ids that no symbol has any
        more, and `has_left` tells that something is not where it was. Names of parameters do not count, because clients
        cannot see them."""
        is_compared = has_left or any(row.path in self._edited for row in self._endpoints)
        base = self._comparison.open_base_index() if is_compared else None
        before = _map_shapes(base.list_symbols_of(SymbolKind.ENDPOINT)) if base is not None else {}
        after = _map_shapes(self._endpoints)
        found: list[Surface] = []
        for shape, row in after.items():
            state = "added" if base is not None and shape not in before else self._find_state(row, changed)
            if not state and shape in before and self._has_other_code(before[shape], row):
                state = "changed"
            if state:
                clients = _list_names(edge.source for edge in list_requests(self._head, row))
                found.append(Surface(ENDPOINT, row.path, row.line, f"{state}: {row.name}", clients))
        for shape, row in before.items():
            if base is not None and shape not in after:
                left = (edge.source for edge in list_requests(base, row))
                clients = _list_names(source for source in left if getattr(source, "id", "") not in removed)
                found.append(Surface(ENDPOINT, row.path, 0, f"removed: {row.name}", clients))
        return found

    def list_clients(self, name: str) -> tuple[str, ...]:
        """List who requests the endpoints of a name, in either state.

        A name is `shop.Orders/Get` or `GET /orders/{id}`, whose path may be below that of a server."""
        method, _, path = _PARAMETER.sub("{}", name).partition(" ")
        for graph in (self._head, self._comparison.open_base_index()):
            rows = [
                row
                for row in graph.list_symbols_of(SymbolKind.ENDPOINT)
                if row.name == name or (path and _is_below(_PARAMETER.sub("{}", row.name), method, path))
            ]
            clients = _list_names(edge.source for row in rows for edge in list_requests(graph, row))
            if clients:
                return clients
        return ()

    def _find_state(self, endpoint: SymbolRow, changed: Mapping[str, str]) -> str:
        """Return how the first changed handler of an endpoint changed, "" where none did."""
        handlers = self._head.list_outgoing(endpoint, ANSWERING, limit=None).items
        states = (changed.get(edge.target.id, "") for edge in handlers if isinstance(edge.target, SymbolRow))
        return next(filter(None, states), "")

    def _has_other_code(self, old: SymbolRow, new: SymbolRow) -> bool:
        if new.path not in self._edited or new.end_line == new.start_line:
            return False
        return _read_code(self._comparison.base, old) != _read_code(self._comparison.head, new)


def _is_below(name: str, method: str, path: str) -> bool:
    """Return whether an endpoint has a method, and a path that ends with one."""
    own, _, whole = name.partition(" ")
    return own == method and whole.endswith(path)


def _read_code(tree: SourceTree, row: SymbolRow) -> list[bytes]:
    lines = (tree.read_file(row.path) or b"").splitlines()[row.start_line - 1 : row.end_line]
    return [line.strip() for line in lines]


def _list_names(sources: Iterable[object]) -> tuple[str, ...]:
    """Return the names of the symbols, tests apart."""
    rows = (source for source in sources if isinstance(source, SymbolRow) and not source.is_test)
    return tuple(dict.fromkeys(row.qualname or row.path for row in rows))


def _map_shapes(rows: Iterable[SymbolRow]) -> dict[str, SymbolRow]:
    """Map names of endpoints, with parameters alike, to the first endpoint of each."""
    found: dict[str, SymbolRow] = {}
    for row in rows:
        found.setdefault(_PARAMETER.sub("{}", row.name), row)
    return found
