"""The graph in SCIP's wire format, a protobuf message.

The schema is that of scip.proto, as far as an index of codegraph has it: the numbers of fields are stated here, and
protobuf makes the messages. It needs the extra `scip`.
"""

# pyright: reportMissingTypeStubs=false
from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph import __version__
from codegraph.errors import CodegraphError
from codegraph.operations.scip import Document, Occurrence, SymbolInformation
from codegraph_parsers.catalog import get_language
from codegraph_parsers.facts import SymbolKind

PACKAGE: Final = "scip"
UTF8: Final = 1  # of TextEncoding
CODE_POINTS: Final = 3  # of PositionEncoding: UTF32CodeUnitOffsetFromLineStart


class Field(NamedTuple):
    """A field of a message: `type` is string, int32, bool, or the name of a message."""

    name: str
    number: int
    type: str
    is_repeated: bool = False


MESSAGES: Final[dict[str, tuple[Field, ...]]] = {
    "Index": (Field("metadata", 1, "Metadata"), Field("documents", 2, "Document", is_repeated=True)),
    "Metadata": (
        Field("version", 1, "int32"),
        Field("tool_info", 2, "ToolInfo"),
        Field("project_root", 3, "string"),
        Field("text_document_encoding", 4, "int32"),
    ),
    "ToolInfo": (Field("name", 1, "string"), Field("version", 2, "string")),
    "Document": (
        Field("relative_path", 1, "string"),
        Field("occurrences", 2, "Occurrence", is_repeated=True),
        Field("symbols", 3, "SymbolInformation", is_repeated=True),
        Field("language", 4, "string"),
        Field("position_encoding", 6, "int32"),
    ),
    "Occurrence": (
        Field("range", 1, "int32", is_repeated=True),
        Field("symbol", 2, "string"),
        Field("symbol_roles", 3, "int32"),
    ),
    "SymbolInformation": (
        Field("symbol", 1, "string"),
        Field("documentation", 3, "string", is_repeated=True),
        Field("relationships", 4, "Relationship", is_repeated=True),
        Field("kind", 5, "int32"),
        Field("display_name", 6, "string"),
        Field("enclosing_symbol", 8, "string"),
    ),
    "Relationship": (Field("symbol", 1, "string"), Field("is_implementation", 3, "bool")),
}
"""Messages and fields of scip.proto. Enumerations are written as their numbers, which look the same on the wire."""

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


def require_protobuf() -> None:
    """Raise CodegraphError naming the extra when protobuf is not installed."""
    try:
        import google.protobuf  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise CodegraphError(
            "SCIP needs protobuf, which is not installed",
            hint="install the extra: pip install 'codegraph-memory[scip]'",
        ) from None


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


@cache
def load_messages() -> dict[str, Any]:
    """Return the classes of messages by their names."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    kinds = descriptor_pb2.FieldDescriptorProto
    scalars = {"string": kinds.TYPE_STRING, "int32": kinds.TYPE_INT32, "bool": kinds.TYPE_BOOL}
    file = descriptor_pb2.FileDescriptorProto(name="scip.proto", package=PACKAGE, syntax="proto3")
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for each in fields:
            message.field.add(
                name=each.name,
                number=each.number,
                label=kinds.LABEL_REPEATED if each.is_repeated else kinds.LABEL_OPTIONAL,
                type=scalars.get(each.type, kinds.TYPE_MESSAGE),
                type_name=None if each.type in scalars else f".{PACKAGE}.{each.type}",
            )
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.{name}")) for name in MESSAGES}
