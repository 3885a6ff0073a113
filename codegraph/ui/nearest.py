"""Symbols that may be meant by a name that leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.answers import SymbolRow
from codegraph.errors import AmbiguousError, CodegraphError, NotFoundError
from codegraph.operations.answers import Answer, SymbolsAnswer
from codegraph.operations.context import Context
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import SymbolsRequest
from codegraph.render.envelope import symbol_json
from codegraph.ui.rows import Json
from codegraph_parsers.ids import parse_id

SHOWN: Final = 8


def find_nearest(context: Context, names: Sequence[str], error: CodegraphError) -> list[Json]:
    """Return symbols for the first of the names that means none or several.

    Those of the very name come first."""
    index = context.index()
    if isinstance(error, AmbiguousError) and error.candidates:
        rows = [index.resolve_meaning(id).symbols[0] for id in error.candidates[:SHOWN]]
        return [symbol_json(row) for row in rows]
    for name in names:
        try:
            index.resolve_meaning(name)
        except AmbiguousError:
            continue
        except NotFoundError:
            return [symbol_json(row) for row in _search(context, name)]
    return []


def _search(context: Context, name: str) -> list[SymbolRow]:
    parts = parse_id(name)
    qualified = (parts.qualname or parts.path) if parts is not None else name
    last = qualified.replace("::", ".").replace("/", ".").rpartition(".")[2].partition("(")[0].partition("~")[0]
    found: Answer[SymbolsAnswer] = handler(BY_NAME["symbols"])(context, SymbolsRequest(last or name, limit=SHOWN))
    rows = [hit.symbol for hit in found.results.hits]
    path = parts.path if parts is not None else ""
    return sorted(rows, key=lambda row: (row.name != last, row.path != path))
