"""Plain JSON values of records, enumerations and containers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


def convert_value(value: object, convert: Callable[[object], Json]) -> Json:
    """Convert a value to JSON, what it holds with `convert`.

    Named tuples and dataclasses become objects. Raises TypeError for what JSON cannot say."""
    match value:
        case Enum():
            return convert(value.value)
        case None | bool() | int() | float() | str():
            return value
        case dict():
            return {str(convert(key)): convert(item) for key, item in value.items()}
        case tuple() if names := getattr(value, "_fields", ()):
            return {name: convert(getattr(value, name)) for name in names}
        case list() | tuple():
            return [convert(item) for item in value]
        case _ if is_dataclass(value):
            return {f.name: convert(getattr(value, f.name)) for f in fields(value)}
        case _:
            raise TypeError(f"no JSON form for {type(value).__name__}")
