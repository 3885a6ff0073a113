"""The graph in SCIP's wire format, a protobuf message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from codegraph import __version__
from codegraph.operations.scip import Document, Occurrence, SymbolInformation
from codegraph.operations.scip_messages import CODE_POINTS, UTF8, load_messages
from codegraph_parsers.catalog import get_language
from codegraph_parsers.file_facts import SymbolKind

KINDS: Final[dict[SymbolKind, int]] = {
    SymbolKind.MODULE: 29,
    SymbolKind.CLASS: 7,
    SymbolKind.STRUCT: 49,
    SymbolKind.INTERFACE: 21,
    SymbolKind.ENUM: 11,
    SymbolKind.FUNCTION: 17,
    SymbolKind.METHOD: 26,
    SymbolKind.CONSTRUCTOR: 9,
    SymbolKind.PROPERTY: 41,
    SymbolKind.FIELD: 15,
    SymbolKind.CONSTANT: 8,
    SymbolKind.VARIABLE: 61,
    SymbolKind.TYPE: 54,
    SymbolKind.MACRO: 25,
}
"""Numbers of SymbolInformation.Kind."""


def encode_scip(documents: Iterable[Document], root: Path) -> Iterator[bytes]:
    """Yield an index of SCIP in pieces: metadata, then one for each document."""
    make_index = load_messages()["Index"]
    about = make_index()
    about.metadata.tool_info.name, about.metadata.tool_info.version = "codegraph", __version__
    about.metadata.project_root, about.metadata.text_document_encoding = root.as_uri(), UTF8
    yield about.SerializeToString()
    for document in documents:
        piece = make_index()
        _fill_document(piece.documents.add(), document)
        yield piece.SerializeToString()


def _fill_document(message: Any, document: Document) -> None:
    message.relative_path, message.position_encoding = document.path, CODE_POINTS
    message.language = spell_language(document.language)
    for occurrence in document.occurrences:
        _fill_occurrence(message.occurrences.add(), occurrence)
    for symbol in document.symbols:
        _fill_symbol(message.symbols.add(), symbol)


def spell_language(key: str) -> str:
    """Return the name of a language as scip.proto spells it: CSharp, CPP."""
    return get_language(key).name.replace("#", "Sharp").replace("++", "PP")


def _fill_occurrence(message: Any, occurrence: Occurrence) -> None:
    message.range.extend((occurrence.line, occurrence.start, occurrence.end))
    message.symbol, message.symbol_roles = occurrence.symbol, int(occurrence.roles)


def _fill_symbol(message: Any, symbol: SymbolInformation) -> None:
    message.symbol, message.display_name, message.kind = symbol.symbol, symbol.name, KINDS.get(symbol.kind, 0)
    message.documentation.extend(symbol.documentation)
    message.enclosing_symbol = symbol.enclosing
    for each in symbol.implements:
        relationship = message.relationships.add()
        relationship.symbol, relationship.is_implementation = each, True
