"""The JSON Schema of the JSON report.

It is made from the types of the report so that it cannot differ from them.
"""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.impact.answers import ChangeReport
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.envelope import SCHEMA_VERSION
from codegraph_parsers.file_facts import SymbolKind

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer"}
_PLAIN: Final[dict[type, Schema]] = {
    str: _TEXT,
    int: _WHOLE,
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def build_report_schema() -> Schema:
    """Build the schema of the report about a change."""
    made: dict[str, Schema] = {"Symbol": _build_symbol(), "Edge": _build_edge()}
    return build_envelope_schema(ChangeReport, "impact-change", "codegraph impact of a change", made)


def build_envelope_schema(
    kind: type, shape: str, title: str, made: dict[str, Schema] | None = None, *, has_freshness: bool = False
) -> Schema:
    """Build the schema of the whole envelope of an answer, in draft 2020-12.

    An answer that rests on an index has its freshness. `made` are schemas of types that are not made of their fields.
    """
    made = {} if made is None else made
    report = _build_schema(kind, made)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {
            "schema": {"const": f"codegraph/{shape}/{SCHEMA_VERSION}"},
            "freshness": _build_freshness() if has_freshness else {"type": "null"},
            "warnings": {"type": "array", "items": _TEXT},
            "results": report,
        },
        "required": ["schema", "freshness", "warnings", "results"],
        "additionalProperties": False,
        "$defs": dict(sorted(made.items())),
    }


def _build_schema(kind: Any, made: dict[str, Schema]) -> Schema:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind is SymbolRow or kind is EdgeRow:
        return {"$ref": f"#/$defs/{'Symbol' if kind is SymbolRow else 'Edge'}"}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _build_schema(get_args(kind)[0], made)}
    if isinstance(kind, UnionType):
        return {"anyOf": [_build_schema(part, made) for part in get_args(kind)]}
    if issubclass(kind, Enum):
        return _build_enum(kind)
    if kind.__name__ not in made:
        made[kind.__name__] = {}  # its place, before what it refers to
        hints = get_type_hints(kind)
        fields = {name: _build_schema(hints[name], made) for name in kind._fields}
        made[kind.__name__] = _build_object(fields)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _build_object(properties: dict[str, Schema]) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _build_enum(kind: type[Enum]) -> Schema:
    return {"enum": [str(word.value) for word in kind]}


def _build_symbol() -> Schema:
    texts = dict.fromkeys(("id", "name", "qualname", "file", "language"), _TEXT)
    numbers = dict.fromkeys(("line", "column", "start_line", "end_line"), _WHOLE)
    return _build_object({**texts, **numbers, "kind": _build_enum(SymbolKind), "test": {"type": "boolean"}})


def _build_freshness() -> Schema:
    paths: Schema = {"type": "array", "items": _TEXT}
    texts = dict.fromkeys(("outdated", "kept"), _TEXT)
    numbers = dict.fromkeys(("generation", "behind"), _WHOLE)
    lists = dict.fromkeys(("changed", "added", "removed"), paths)
    return _build_object({"fresh": {"type": "boolean"}, "indexed_at": {"type": "number"}, **texts, **numbers, **lists})


def _build_edge() -> Schema:
    end: Schema = {"$ref": "#/$defs/Symbol"}
    return _build_object(
        {
            "source": end,
            "target": end,
            "kind": _build_enum(EdgeKind),
            "resolution": _build_enum(Resolution),
            "confidence": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "file": {"type": ["string", "null"]},
            "lines": {"type": "array", "items": _WHOLE},
        }
    )
