"""Messages of scip.proto, the schema of SCIP.

They are those that an index of codegraph has or reads: the numbers of fields are stated here, and protobuf makes the
messages. It needs the extra `scip`.
"""

# pyright: reportMissingTypeStubs=false
from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from codegraph.runtime.optional_packages import require_package

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


def require_protobuf() -> None:
    """Import protobuf.

    Raises InstallationError naming the extra.
    """
    require_package("google.protobuf", "SCIP")


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
