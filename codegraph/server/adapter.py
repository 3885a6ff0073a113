"""Tools that are rows of a table: their arguments, the operation they run, and the fields of its answer they send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields, make_dataclass
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast, get_args

from codegraph.operations.parameter import Parameter
from codegraph.operations.tools.spec import Argument, Tool
from codegraph.server.reply import Exact, to_json
from codegraph.server.schema import hints, optional

if TYPE_CHECKING:
    from codegraph.server.call import Call


def load(tool: Tool, place: str) -> Any:
    """Import what a tool names in its own toolset: `module:name`."""
    module, name = place.split(":")
    return getattr(import_module(f"codegraph.server.tools.{tool.toolset}.{module}"), name)


@cache
def input_type(tool: Tool) -> type:
    """Return the class of a tool's arguments."""
    if not tool.operation:
        return load(tool, tool.input)
    request = _operation_class("requests", tool.input)
    if not tool.arguments and not tool.fixed:
        return request
    changes = {change.field or change.name: change for change in tool.arguments}
    fixed = dict(tool.fixed)
    members = [
        (
            changes[f.name].name if f.name in changes else f.name,
            hints(request)[f.name],
            _changed(f, changes.get(f.name)),
        )
        for f in fields(request)
        if f.name not in fixed
    ]
    return make_dataclass(f"{tool.name}_arguments", members, frozen=True, kw_only=True)


@cache
def output_type(tool: Tool) -> type:
    """Return the class of what a tool sends."""
    if not tool.operation:
        return load(tool, tool.output)
    answer = _operation_class("answers", tool.output)
    if not tool.projection:
        return answer
    members: list[tuple[str, Any, Any]] = []
    for entry in tool.projection:
        name, source = (entry, entry) if isinstance(entry, str) else entry
        kind, has_default = (source, False) if isinstance(source, type) else _find_field(answer, source)
        members.append((name, kind, field(default=None) if has_default else field()))
    return make_dataclass(f"{tool.name}_reply", members, frozen=True, kw_only=True)


def run_operation(tool: Tool, call: Call, arguments: object) -> Exact:
    """Run the operation of a row and return its answer as the tool sends it, its warnings as a note."""
    context = call.context() if tool.indexed else call.place()
    request = _build_request(tool, arguments)
    if tool.prepare:
        request = load(tool, tool.prepare)(context, request)
    module, name = tool.operation.split(":")
    answer = getattr(import_module(f"codegraph.operations.{module}"), name)(context, request)
    make = partial(_project, tool)
    value = load(tool, tool.shape)(call, answer.results, make) if tool.shape else make(answer.results)
    return Exact(to_json(value), "; ".join(answer.warnings))


def _project(tool: Tool, answer: Any, **shaped: object) -> object:
    """Return the fields of an answer that a tool sends. `shaped` are those that its `shape` fills."""
    if not tool.projection:
        return answer
    values: dict[str, object] = {}
    for entry in tool.projection:
        name, source = (entry, entry) if isinstance(entry, str) else entry
        values[name] = shaped[name] if name in shaped else _read_path(answer, cast(str, source))
    return output_type(tool)(**values)


def _operation_class(module: str, place: str) -> type:
    package, _, name = place.rpartition(":")
    return getattr(import_module(".".join(filter(None, ("codegraph.operations", package, module)))), name)


def _build_request(tool: Tool, arguments: object) -> object:
    if not tool.arguments and not tool.fixed:
        return arguments
    named: Mapping[str, str] = {change.name: change.field or change.name for change in tool.arguments}
    given = {named.get(f.name, f.name): getattr(arguments, f.name) for f in fields(cast(Any, arguments))}
    return _operation_class("requests", tool.input)(**given, **dict(tool.fixed))


def _changed(of: Field[Any], change: Argument | None) -> Any:
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
    inner = next((part for part in get_args(kind) if part is not type(None)), kind)
    return _find_field(inner, rest)


def _read_path(answer: object, path: str) -> object:
    for name in path.split("."):
        answer = None if answer is None else getattr(answer, name)
    return answer
