"""Conversion of a tool's JSON arguments into its request.

Problems are reported for each argument, with its valid values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, TypeVar, cast, get_args, get_origin

from codegraph.errors import CodegraphError
from codegraph.operations.parameter import Parameter
from codegraph.server.json_schema import LONGEST_TEXT, MOST_ITEMS, get_field_types, has_default_value, strip_none
from codegraph.text.ellipsis import cut_text

T = TypeVar("T")

SHOWN = 60
"""Characters of a rejected value that an error repeats: enough to recognise it."""

_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class ArgumentError(CodegraphError):
    """Arguments that a tool cannot take.

    The message names each, the hint says what the tool takes.
    """


def read(request: type[T], arguments: Mapping[str, object]) -> T:
    """Return the request that `arguments` represent.

    Raises ArgumentError naming every argument that is unknown, missing, of another type, or out of bounds. Nothing is
    converted except 5.0 to 5.
    """
    problems: list[str] = []
    found = _read_object(request, arguments, "", problems)
    if problems:
        raise ArgumentError("; ".join(problems[:8]), hint=format_usage(request))
    return cast(T, found)


def format_usage(request: type) -> str:
    """Return one line with the arguments of a request, optional ones in brackets."""
    words = [f"[{name}]" if has_default_value(request, name) else name for name in get_field_types(request)]
    return "arguments: " + (", ".join(words) or "none")


def _read_object(of: type, given: Mapping[str, object], prefix: str, problems: list[str]) -> object:
    kinds = get_field_types(of)
    parameters = {f.name: cast(Parameter | None, f.metadata.get("parameter")) for f in fields(of)}
    for name in given:
        if name not in kinds:
            near = get_close_matches(str(name)[:SHOWN], kinds, n=1, cutoff=0.6)
            also = f"; did you mean `{near[0]}`?" if near else ""
            problems.append(f"unknown argument {quote_value(prefix + str(name))}{also}")
    values: dict[str, object] = {}
    for name, kind in kinds.items():
        value = given.get(name)
        if value is None and (name not in given or has_default_value(of, name)):
            if not has_default_value(of, name):
                problems.append(f"`{prefix}{name}` is missing: {_describe_expected(kind, parameters[name])}")
            continue
        values[name] = _read_value(strip_none(kind), value, parameters[name], prefix + name, problems)
    return None if problems else of(**values)


def _read_value(kind: Any, value: object, parameter: Parameter | None, name: str, problems: list[str]) -> object:
    """Return `value` as `kind`; a value that does not fit is a problem and gives None."""
    origin = get_origin(kind)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value) if abs(value) < 1e300 else float("inf")
    if kind is int and isinstance(value, float) and value.is_integer():
        value = int(value)
    if kind is object:
        return value
    if origin is dict and isinstance(value, Mapping):
        return dict(value)
    if origin is tuple and isinstance(value, list):
        most = (parameter.most if parameter else 0) or MOST_ITEMS
        if len(value) > most:
            problems.append(f"`{name}` has {len(value):,} items, at most {most:,} are taken")
            return None
        return tuple(
            _read_value(get_args(kind)[0], item, parameter, f"{name}[{i}]", problems) for i, item in enumerate(value)
        )
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(value, Mapping):
        return _read_object(kind, value, f"{name}.", problems)
    if kind in _WORDS and isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        wrong = _describe_violation(value, parameter)
        if not wrong:
            return replace_surrogates(value) if isinstance(value, str) else value
        problems.append(f"`{name}` {wrong}")
        return None
    problems.append(f"`{name}` is {quote_value(value)}, it must be {_describe_expected(kind, parameter)}")
    return None


def replace_surrogates(text: str) -> str:
    """Return `text` with a question mark for each half of a surrogate pair.

    JSON may contain such halves, and no file, name or database can hold them.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _describe_violation(value: object, parameter: Parameter | None) -> str:
    low, high = (parameter.low, parameter.high) if parameter else (None, None)
    if isinstance(value, str):
        longest = (parameter.longest if parameter else 0) or LONGEST_TEXT
        if len(value) > longest:
            return f"has {len(value):,} characters, at most {longest:,} are taken"
        if parameter and parameter.choices and value not in parameter.choices:
            near = get_close_matches(value[:SHOWN], parameter.choices, n=1, cutoff=0.6)
            also = f"; did you mean `{near[0]}`?" if near else ""
            return f"is {quote_value(value)}, it must be one of {', '.join(parameter.choices)}{also}"
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        inside = (low is None or value >= low) and (high is None or value <= high)
        # Not a number compares as nothing, and JSON has no infinity.
        return (
            "" if inside and abs(value) != float("inf") and value == value else _describe_range_error(value, low, high)
        )
    return ""


def _describe_range_error(value: float, low: float | None, high: float | None) -> str:
    return f"is {quote_value(value)}, it must be {_format_range(low, high)}"


def _format_range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"from {low:,} to {high:,}"
    return f"at least {low:,}" if low is not None else f"at most {high:,}" if high is not None else "a number"


def _describe_expected(kind: Any, parameter: Parameter | None) -> str:
    kind = strip_none(kind)
    if get_origin(kind) is tuple:
        return f"a list, each item {_describe_expected(get_args(kind)[0], parameter)}"
    if kind in (int, float) and parameter and (parameter.low is not None or parameter.high is not None):
        return f"{_WORDS[kind]} {_format_range(parameter.low, parameter.high)}"
    if parameter and parameter.choices:
        return f"one of {', '.join(parameter.choices)}"
    return _WORDS.get(kind, "an object")


def quote_value(value: object) -> str:
    """Return a rejected value for an error message.

    It is short, on one line, with control characters escaped.
    """
    match value:
        case None:
            text = "null"
        case str():
            text = repr(value[: SHOWN + 1])
        case int() if value.bit_length() > 8 * SHOWN:  # Python refuses to write out the largest
            text = "a number of that size"
        case bool() | int() | float():
            text = str(value).lower() if isinstance(value, bool) else repr(value)
        case Mapping():
            text = "an object"
        case _:
            text = "a list" if isinstance(value, (list, tuple)) else type(value).__name__
    return cut_text(text, SHOWN)
