"""Symbols that may be meant by a name that leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.operations.answers import Answer, SymbolsAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import SymbolsRequest
from codegraph.query_results import SymbolRow
from codegraph.render.envelope import convert_symbol
from codegraph.ui.page_rows import Json
from codegraph_parsers.ids import parse_id

SHOWN: Final = 8
CUT: Final = 3
"""Letters at the end of a name that may be wrong."""


class Nearest(NamedTuple):
    """A name that leads nowhere or to several symbols, and symbols that may be meant."""

    asked: str
    symbols: list[Json]


def find_nearest(context: Context, names: Sequence[str]) -> Nearest:
    """Return symbols for the first of the names that means none or several.

    Those of the very name come first."""
    index = context.index()
    for name in names:
        try:
            index.resolve_meaning(name)
        except AmbiguousError as found:
            rows = [index.resolve_meaning(id).symbols[0] for id in found.candidates[:SHOWN]]
            return Nearest(name, [convert_symbol(row) for row in rows])
        except NotFoundError:
            return Nearest(name, [convert_symbol(row) for row in _search(context, name)])
    return Nearest("", [])


def _search(context: Context, name: str) -> list[SymbolRow]:
    parts = parse_id(name)
    qualified = (parts.qualname or parts.path) if parts is not None else name
    last = qualified.replace("::", ".").replace("/", ".").rpartition(".")[2].partition("(")[0].partition("~")[0]
    rows = _search_names(context, last or name)
    path = parts.path if parts is not None else ""
    return sorted(rows, key=lambda row: (row.name != last, row.path != path))


def _search_names(context: Context, name: str) -> list[SymbolRow]:
    """Return symbols with words like a name.

    Where the whole name finds none, its beginning does."""
    for size in range(len(name), max(1, len(name) - CUT) - 1, -1):
        asked = SymbolsRequest(name[:size], limit=SHOWN)
        found: Answer[SymbolsAnswer] = load_handler(BY_NAME["symbols"])(context, asked)
        if found.results.hits:
            return [hit.symbol for hit in found.results.hits]
    return []
