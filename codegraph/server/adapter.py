"""Tools as rows of a table: arguments, operation, and fields of the reply."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass, make_dataclass
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast, get_args, get_origin

from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import load_class
from codegraph.operations.parameter import Parameter
from codegraph.operations.tools.tool_spec import Argument, Column, Projection, Tool
from codegraph.server.json_schema import get_field_types, has_default_value, strip_none
from codegraph.server.reply import Draft, Exact, Json, to_json

if TYPE_CHECKING:
    from codegraph.server.call import Call

RESULT: Final = "result"
"""The one field of a reply that is a list or a text."""


def load(tool: Tool, place: str) -> Any:
    """Import a function that a tool names: `module:name` in its toolset.

    A module with a package is below `codegraph`.
    """
    return _import(place if "." in place else f"server.tools.{tool.toolset}.{place}")


@cache
def get_input_type(tool: Tool) -> type:
    """Return the class of a tool's arguments."""
    if tool.input and not tool.operation:
        return load(tool, tool.input)
    request = load_class("requests", tool.input) if tool.input else None
    if request and not _has_changes(tool):
        return request
    return _make_arguments(f"{tool.name}_arguments", tool, request)


@cache
def get_output_type(tool: Tool) -> type:
    """Return the class of a tool's reply."""
    if tool.output and not tool.operation:
        return load(tool, tool.output)
    answer, projection = _get_projection(tool)
    return _make_reply(tool, answer, projection, f"{tool.name}_reply") if projection else answer


def run_tool(tool: Tool, call: Call, arguments: object) -> Draft | Exact:
    """Run a tool and return its reply, with warnings as a note."""
    if tool.operation:
        context, request = call.open_without_index(), _build_request(tool, arguments)
        if tool.prepare:
            request = load(tool, tool.prepare)(context, request)
        answer = _import(f"operations.{tool.operation}")(context, request)
    else:
        answer = load(tool, tool.handler)(call, arguments)
        if not isinstance(answer, Answer):
            return answer
    found = cast(Answer[Any], answer)
    make = partial(_project, tool, arguments)
    value = load(tool, tool.shape)(call, found.results, make) if tool.shape else make(found.results)
    reply = to_json(value)
    if isinstance(reply, dict) and list(reply) == [RESULT]:
        reply = reply[RESULT]
    return Exact(reply, "; ".join(filter(None, (_fill(tool.note, found.results), *found.warnings))))


def _project(tool: Tool, arguments: object, answer: object, **shaped: object) -> object:
    """Return the fields of an answer that a tool sends.

    `shaped` are those that its `shape` fills."""
    projection = _get_projection(tool)[1]
    return _read_columns(tool, arguments, answer, projection, shaped) if projection else answer


_PATH: Final = re.compile(r"\{([\w.]+)(\?)?\}")


def _fill(note: str, answer: object) -> str:
    """Return a note with fields of an answer, "" if one of them is empty."""
    parts = {path: _read_path(answer, path) for path, _ in _PATH.findall(note)}
    return _PATH.sub(lambda match: "" if match[2] else str(parts[match[1]]), note) if all(parts.values()) else ""


@cache
def _get_projection(tool: Tool) -> tuple[Any, Projection]:
    """Return the type of a tool's answer, and the projection that is sent.

    An answer that is not a record becomes the field `result`.
    """
    if tool.operation:
        answer = load_class("answers", tool.output)
    else:
        answer = get_args(get_field_types(load(tool, tool.handler))["return"])[0]
    if is_dataclass(answer) or hasattr(answer, "_fields"):
        return answer, tool.projection
    return answer, (Column(RESULT, ".", tool.projection),)


def _as_column(entry: str | Column) -> Column:
    return Column(entry) if isinstance(entry, str) else entry


def _read_columns(
    tool: Tool, arguments: object, answer: Any, projection: Projection, shaped: Mapping[str, object]
) -> dict[str, Json]:
    """Return the fields that a projection takes from an answer."""
    values: dict[str, Json] = {}
    read = partial(_read_columns, tool, arguments, shaped={})
    for column in map(_as_column, projection):
        path, is_read = column.path or column.name, False
        if column.value is not None:
            value = column.value
        elif column.argument:
            value = getattr(arguments, column.argument)
        elif column.kind and not column.path and not column.by:
            value = shaped.get(column.name)
        else:
            value, is_read = _read_path(answer, path), True
        if column.by:
            value = load(tool, column.by)(value)
        if column.columns and value is not None:
            is_list = isinstance(value, (list, tuple)) and not hasattr(value, "_fields")
            value = [read(row, column.columns) for row in cast(Any, value)] if is_list else read(value, column.columns)
        if value is None and (column.optional or (is_read and _is_optional(answer, path))):
            continue
        values[column.name] = to_json(value)
    return values


def _read_path(answer: Any, path: str) -> Any:
    for name in filter(None, path.split(".")):
        if answer is not None:
            answer = answer[int(name)] if name.isdigit() else getattr(answer, name)
    return answer


def _is_optional(answer: Any, path: str) -> bool:
    holder, _, name = path.rpartition(".")
    record = type(_read_path(answer, holder))
    return name in get_field_types(record) and _can_lack(record, name)


def _can_lack(record: type, name: str) -> bool:
    """Return whether a field of a record may be None, and has a default."""
    return type(None) in get_args(get_field_types(record)[name]) and has_default_value(record, name)


def _make_reply(tool: Tool, answer: Any, projection: Projection, name: str) -> type:
    """Return the class of the fields that a projection takes from an answer."""
    members: list[tuple[str, Any, Any]] = []
    for column in map(_as_column, projection):
        kind, has_default = column.kind, False
        if column.value is not None:
            kind = type(column.value)
        elif column.by:
            kind = kind or get_field_types(load(tool, column.by))["return"]
        elif column.argument:
            kind = strip_none(get_field_types(get_input_type(tool))[column.argument])
        elif not kind:
            kind, has_default = _find_field(answer, column.path or column.name)
        has_default = has_default or column.optional
        if column.columns:
            record = _make_reply(tool, _strip_containers(kind), column.columns, f"{name}_{column.name}")
            kind = tuple[record, ...] if get_origin(kind) is tuple else record | None if has_default else record
        members.append((column.name, kind, field(default=None) if has_default else field()))
    return make_dataclass(name, members, frozen=True, kw_only=True)


def _find_field(answer: Any, path: str) -> tuple[Any, bool]:
    """Return the type of a field of an answer, and whether it can be left out."""
    name, _, rest = path.partition(".")
    if not name:
        return answer, False
    if name.isdigit():
        return _find_field(_strip_containers(answer), rest)
    is_field = name in get_field_types(answer)
    kind = get_field_types(answer)[name] if is_field else get_field_types(getattr(answer, name).fget)["return"]
    return _find_field(_strip_containers(kind), rest) if rest else (kind, is_field and _can_lack(answer, name))


def _strip_containers(kind: Any) -> Any:
    """Return the record of `X`, of `X | None` and of `tuple[X, ...]`."""
    inner = [part for part in get_args(kind) if part not in (type(None), Ellipsis)]
    return _strip_containers(inner[0]) if inner else kind


def _import(place: str) -> Any:
    """Import `module:name` below `codegraph`."""
    module, name = place.split(":")
    return getattr(import_module(f"codegraph.{module}"), name)


def _has_changes(tool: Tool) -> bool:
    return bool(tool.arguments or tool.fixed or tool.only)


def _build_request(tool: Tool, arguments: object) -> object:
    if not _has_changes(tool):
        return arguments
    field_names = {change.name: change.field or change.name for change in map(_as_argument, tool.arguments)}
    values = {field_names.get(f.name, f.name): getattr(arguments, f.name) for f in fields(cast(Any, arguments))}
    return load_class("requests", tool.input)(**values, **dict(tool.fixed))


def _as_argument(entry: str | Argument) -> Argument:
    return Argument(entry) if isinstance(entry, str) else entry


def _make_arguments(name: str, tool: Tool, request: type | None) -> type:
    changes = {change.field or change.name: change for change in map(_as_argument, tool.arguments)}
    known = {f.name: f for f in fields(request)} if request else {}
    fixed = dict(tool.fixed)
    names = changes if tool.only or not request else [name for name in known if name not in fixed]
    members = [_make_argument(changes.get(name) or Argument(name), request, known.get(name), tool) for name in names]
    return make_dataclass(name, members, frozen=True, kw_only=True)


def _make_argument(
    change: Argument, request: type | None, known: Field[Any] | None, tool: Tool
) -> tuple[str, Any, Any]:
    """Return the name, type and field of an argument."""
    words = {name: _resolve(value) for name in _PARAMETER if (value := getattr(change, name)) is not None}
    parameter = cast(Parameter, known.metadata["parameter"]) if known else Parameter()
    default = change.default if known is None or change.default is not None else known.default
    made = field(default=MISSING if change.required else default, metadata={"parameter": parameter._replace(**words)})
    kind: Any = change.kind
    if change.items:
        members = [_make_argument(item, None, None, tool) for item in change.items]
        kind = make_dataclass(f"{tool.name}_{change.name}", members, frozen=True, kw_only=True)
    if kind is None and request and known:
        kind = get_field_types(request)[known.name]
    return change.name, tuple[kind, ...] if change.several else kind, made


_PARAMETER = ("help", "low", "high", "choices", "longest", "most")


def _resolve(value: Any) -> Any:
    """Return a word of an argument, or the value that `module:NAME` names."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z_.]+:[A-Z_]+", value):
        return value
    found = _import(value)
    return tuple(map(str, found)) if isinstance(found, (tuple, list, Mapping)) else found
