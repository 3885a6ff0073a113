"""Tools that are rows of a table: arguments, operation, and fields of the reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, field, fields, make_dataclass
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast, get_args, get_origin

from codegraph.operations.parameter import Parameter
from codegraph.operations.tools.spec import Argument, Column, Projection, Tool
from codegraph.server.reply import Exact, to_json
from codegraph.server.schema import hints, optional

if TYPE_CHECKING:
    from codegraph.server.call import Call


def load(tool: Tool, place: str) -> Any:
    """Import what a tool names in its own toolset: `module:name`."""
    module, name = place.split(":")
    return getattr(import_module(f"codegraph.server.tools.{tool.toolset}.{module}"), name)


@cache
def get_input_type(tool: Tool) -> type:
    """Return the class of a tool's arguments."""
    if not tool.operation:
        return load(tool, tool.input)
    request = _import_class("requests", tool.input)
    if not tool.arguments and not tool.fixed:
        return request
    changes = {change.field or change.name: change for change in tool.arguments}
    fixed = dict(tool.fixed)
    members = [
        (
            changes[f.name].name if f.name in changes else f.name,
            hints(request)[f.name],
            _change_field(f, changes.get(f.name)),
        )
        for f in fields(request)
        if f.name not in fixed
    ]
    return make_dataclass(f"{tool.name}_arguments", members, frozen=True, kw_only=True)


@cache
def get_output_type(tool: Tool) -> type:
    """Return the class of what a tool sends."""
    if not tool.operation:
        return load(tool, tool.output)
    answer = _import_class("answers", tool.output)
    return _reply_type(answer, tool.projection, f"{tool.name}_reply") if tool.projection else answer


def run_operation(tool: Tool, call: Call, arguments: object) -> Exact:
    """Run the operation of a row and return its reply, with warnings as a note."""
    context = call.context() if tool.indexed else call.place()
    request = _build_request(tool, arguments)
    if tool.prepare:
        request = load(tool, tool.prepare)(context, request)
    module, name = tool.operation.split(":")
    answer = getattr(import_module(f"codegraph.operations.{module}"), name)(context, request)
    make = partial(_project, tool)
    value = load(tool, tool.shape)(call, answer.results, make) if tool.shape else make(answer.results)
    return Exact(to_json(value), "; ".join(answer.warnings))


def _project(tool: Tool, answer: object, **shaped: object) -> object:
    """Return the fields of an answer that a tool sends.

    `shaped` are those that its `shape` fills."""
    if not tool.projection:
        return answer
    given = {column.name: shaped.get(column.name) for column in map(_as_column, tool.projection) if column.kind}
    return _read_columns(answer, tool.projection, get_output_type(tool), given)


def _as_column(entry: str | Column) -> Column:
    return Column(entry) if isinstance(entry, str) else entry


def _reply_type(answer: Any, projection: Projection, name: str) -> type:
    """Return the class of the fields that a projection takes from an answer."""
    members: list[tuple[str, Any, Any]] = []
    for column in map(_as_column, projection):
        kind, has_default = (column.kind, False)
        if not kind:
            kind, has_default = _find_field(answer, column.path or column.name)
        if column.columns:
            record = _reply_type(_record_of(kind), column.columns, f"{name}_{column.name}")
            kind = tuple[record, ...] if get_origin(kind) is tuple else record | None if has_default else record
        members.append((column.name, kind, field(default=None) if has_default else field()))
    return make_dataclass(name, members, frozen=True, kw_only=True)


def _read_columns(answer: Any, projection: Projection, of: type, given: Mapping[str, object]) -> object:
    """Return the fields that a projection takes from an answer, as one object."""
    values = dict(given)
    for column in map(_as_column, projection):
        if column.kind:
            continue
        value = _read_path(answer, column.path or column.name)
        if column.columns and value is not None:
            record = _record_of(hints(of)[column.name])
            if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
                value = tuple(_read_columns(row, column.columns, record, {}) for row in cast(Sequence[Any], value))
            else:
                value = _read_columns(value, column.columns, record, {})
        values[column.name] = value
    return of(**values)


def _import_class(module: str, place: str) -> type:
    package, _, name = place.rpartition(":")
    return getattr(import_module(".".join(filter(None, ("codegraph.operations", package, module)))), name)


def _build_request(tool: Tool, arguments: object) -> object:
    if not tool.arguments and not tool.fixed:
        return arguments
    named: Mapping[str, str] = {change.name: change.field or change.name for change in tool.arguments}
    given = {named.get(f.name, f.name): getattr(arguments, f.name) for f in fields(cast(Any, arguments))}
    return _import_class("requests", tool.input)(**given, **dict(tool.fixed))


def _change_field(of: Field[Any], change: Argument | None) -> Any:
    """Return a field of a request as an argument of a tool describes it."""
    parameter = cast(Parameter, of.metadata["parameter"])
    default = of.default
    if change is not None:
        words = {name: value for name in _PARAMETER if (value := getattr(change, name)) is not None}
        parameter = parameter._replace(**words)
        default = MISSING if change.required else of.default if change.default is None else change.default
    metadata = {"parameter": parameter}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


_PARAMETER = ("help", "low", "high", "choices", "longest")


def _find_field(answer: Any, path: str) -> tuple[Any, bool]:
    """Return the type of a field of an answer, and whether it has a default."""
    name, _, rest = path.partition(".")
    kind = hints(answer)[name]
    if not rest:
        return kind, optional(answer, name)
    return _find_field(_record_of(kind), rest)


def _record_of(kind: Any) -> Any:
    """Return the record of `X`, of `X | None` and of `tuple[X, ...]`."""
    inner = [part for part in get_args(kind) if part not in (type(None), Ellipsis)]
    return _record_of(inner[0]) if inner else kind


def _read_path(answer: object, path: str) -> object:
    for name in path.split("."):
        answer = None if answer is None else getattr(answer, name)
    return answer
