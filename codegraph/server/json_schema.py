"""JSON Schema of the dataclasses that tools take and return.

A request field's schema has its help, choices, bounds and default; an answer's fields have their types only, because
schemas are part of every conversation. A field that has a default is optional; `X | None = None` is left out of an
answer when it is None, `X | None` without a default is included as null.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from codegraph.operations.parameter import Parameter

Schema = dict[str, Any]
"""A JSON Schema object: the one place where its free form is wanted."""

LONGEST_TEXT = 2_000
"""Characters of a text argument without a limit of its own: a name, a path, a question."""

MOST_ITEMS = 1_000
"""Items of an array argument."""

_NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


@cache
def get_field_types(of: type) -> dict[str, Any]:
    """Return the types of the fields of a dataclass or named tuple, by name."""
    return get_type_hints(of)


@cache
def build_input_schema(request: type) -> Schema:
    """Build the schema of a request dataclass."""
    found = _build_object(request, described=True)
    return found | {"additionalProperties": False}


@cache
def build_output_schema(answer: type) -> Schema:
    """Build the schema of an answer, a dataclass or named tuple."""
    return _build_object(answer, described=False)


def has_default_value(of: type, name: str) -> bool:
    """Return whether a field of a dataclass or named tuple has a default."""
    if is_dataclass(of):
        found = next(f for f in fields(of) if f.name == name)
        return found.default is not MISSING or found.default_factory is not MISSING
    return name in getattr(of, "_field_defaults", {})


def _build_object(of: type, *, described: bool) -> Schema:
    known = {f.name: f for f in fields(of)} if is_dataclass(of) else {}
    properties = {name: _build_property(kind, known.get(name), described) for name, kind in get_field_types(of).items()}
    required = [name for name in properties if not has_default_value(of, name)]
    found: Schema = {"type": "object", "properties": properties}
    return found | ({"required": required} if required else {})


def _build_property(kind: Any, field: Field[Any] | None, described: bool) -> Schema:
    parameter = cast(Parameter | None, field.metadata.get("parameter")) if field is not None else None
    if parameter is None or field is None:
        return _build_schema(kind, described)
    # An optional argument is left out, not sent as null.
    found = _build_schema(strip_none(kind), described)
    inner = found["items"] if found.get("type") == "array" else found
    if parameter.choices:
        inner["enum"] = list(parameter.choices)
    if parameter.low is not None:
        inner["minimum"] = parameter.low
    if parameter.high is not None:
        inner["maximum"] = parameter.high
    if parameter.longest and inner.get("type") == "string":
        inner["maxLength"] = parameter.longest
    if described and parameter.help:
        found["description"] = parameter.help
    if field.default not in (MISSING, None, "", ()):
        found["default"] = list(field.default) if isinstance(field.default, tuple) else field.default
    return found


def strip_none(kind: Any) -> Any:
    """Return `X` for `X | None`, and any other type as it is."""
    if get_origin(kind) in (Union, types.UnionType):
        rest = [a for a in get_args(kind) if a is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind


def _build_schema(kind: Any, described: bool) -> Schema:
    if kind in _NAMES:
        return {"type": _NAMES[kind]}
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if all(a in _NAMES for a in inner):
            return {"type": [_NAMES[a] for a in inner]}
        return {"anyOf": [_build_schema(a, described) for a in inner]}
    if origin in (tuple, list):
        return {"type": "array", "items": _build_schema(inner[0], described)}
    if origin is dict:
        values = {} if inner[1] is object else _build_schema(inner[1], described)
        return {"type": "object"} | ({"additionalProperties": values} if values else {})
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"type": "string", "enum": [str(item.value) for item in kind]}
    if kind is object:
        return {}
    return _build_object(kind, described=described)
