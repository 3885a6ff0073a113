"""Symbols as items of the protocol: places, kinds, and data to ask on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from lsprotocol import types

from codegraph.lsp.documents import FileViews
from codegraph.operations.occurrences import find_definition_span
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import SymbolKind

KINDS: Final[Mapping[SymbolKind, types.SymbolKind]] = {
    SymbolKind.MODULE: types.SymbolKind.Module,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.STRUCT: types.SymbolKind.Struct,
    SymbolKind.INTERFACE: types.SymbolKind.Interface,
    SymbolKind.ENUM: types.SymbolKind.Enum,
    SymbolKind.FUNCTION: types.SymbolKind.Function,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.CONSTRUCTOR: types.SymbolKind.Constructor,
    SymbolKind.PROPERTY: types.SymbolKind.Property,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.CONSTANT: types.SymbolKind.Constant,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.TYPE: types.SymbolKind.TypeParameter,
    SymbolKind.MACRO: types.SymbolKind.Function,
    SymbolKind.ENDPOINT: types.SymbolKind.Event,
}


class Extent(NamedTuple):
    """Ranges of a definition: all of it, and its name, which is a part of that."""

    whole: types.Range
    name: types.Range


def build_extent(views: FileViews, row: SymbolRow) -> Extent:
    view = views.get(row.path)
    span = find_definition_span(view.saved, row)
    whole = view.build_line_range(row.start_line, row.end_line)
    name = view.build_range(span) if span is not None else types.Range(whole.start, whole.start)
    start = min(whole.start, name.start, key=_get_order)
    end = max(whole.end, name.end, key=_get_order)
    return Extent(types.Range(start, end), name)


def _get_order(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def build_location(views: FileViews, row: SymbolRow) -> types.Location:
    """Return where the name of a definition stands."""
    return types.Location(views.get(row.path).uri, build_extent(views, row).name)


class ItemData(NamedTuple):
    """The symbol of an item and the root of its index, as a client gives them back."""

    root: str
    id: str

    def write(self) -> dict[str, str]:
        return self._asdict()


def read_data(data: object) -> ItemData | None:
    """Return what an item says of itself, None where a client made it up."""
    fields: Any = data if isinstance(data, Mapping) else vars(data) if hasattr(data, "__dict__") else {}
    root, id = fields.get("root"), fields.get("id")
    return ItemData(root, id) if isinstance(root, str) and isinstance(id, str) and "\0" not in root else None


def build_data(views: FileViews, row: SymbolRow) -> dict[str, str]:
    return ItemData(str(views.index.root), row.id).write()


def get_title(row: SymbolRow) -> str:
    """Return the name of a symbol; a file has its path, and names may not be empty."""
    return row.name.strip() or row.path


def build_call_item(views: FileViews, row: SymbolRow, detail: str) -> types.CallHierarchyItem:
    extent = build_extent(views, row)
    return types.CallHierarchyItem(
        get_title(row), KINDS[row.kind], views.get(row.path).uri, extent.whole, extent.name, detail=detail,
        data=build_data(views, row),
    )  # fmt: skip


def build_type_item(views: FileViews, row: SymbolRow, detail: str) -> types.TypeHierarchyItem:
    extent = build_extent(views, row)
    return types.TypeHierarchyItem(
        get_title(row), KINDS[row.kind], views.get(row.path).uri, extent.whole, extent.name, detail=detail,
        data=build_data(views, row),
    )  # fmt: skip
