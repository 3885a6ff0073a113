"""Rows of answers, made from records by the names and the types of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, partial
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from codegraph.memory.times import format_rfc3339

T = TypeVar("T", bound=tuple[Any, ...])


def project(kind: type[T], /, *sources: object, **given: object) -> T:
    """Make a row of the values that are given, and of the attributes of sources.

    Of several sources with an attribute the first counts. A value that is not of the type of its field is converted:
    words of enumerations, times, krefs and paths become texts, and records become rows. Where a text may be None, that
    stands for never and for an empty text. A row whose fields are not all in its record has a class method `build`."""
    found = dict(given)
    for name in _list_converters(kind):
        source = None if name in given else next((one for one in sources if _has(one, name)), None)
        if source is not None:
            found[name] = getattr(source, name)
    return kind(**{name: convert(found[name]) for name, convert in _list_converters(kind).items() if name in found})


def _has(record: object, name: str) -> bool:
    """Return whether a record has a field or a property, not a method, of a name."""
    return hasattr(record, name) and not callable(getattr(type(record), name, None))


@cache
def _list_converters(kind: type[tuple[Any, ...]]) -> Mapping[str, Callable[[Any], object]]:
    """Return a function for each field of a row, which converts values to its type."""
    return {name: _choose_converter(hint) for name, hint in get_type_hints(kind).items()}


def _choose_converter(hint: Any) -> Callable[[Any], object]:
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return partial(_convert_items, _choose_converter(parts[0]))
    if get_origin(hint) is dict:
        return dict
    if type(None) in parts:
        return partial(_convert_optional, _choose_converter(next(part for part in parts if part is not type(None))))
    if hint is str:
        return _to_text
    return partial(_to_row, hint) if hasattr(hint, "_fields") else _keep


def _convert_items(convert: Callable[[Any], object], values: Any) -> tuple[object, ...]:
    return tuple(map(convert, values))


def _convert_optional(convert: Callable[[Any], object], value: Any) -> object:
    found = None if value is None else convert(value)
    return None if found == "" else found


def _to_text(value: Any) -> object:
    if isinstance(value, Enum):
        return value.value
    return format_rfc3339(value) if isinstance(value, int) else str(value)


def _to_row(kind: type[tuple[Any, ...]], value: Any) -> object:
    if isinstance(value, kind):
        return value
    build = getattr(kind, "build", None)
    return build(value) if build else project(kind, value)


def _keep(value: Any) -> Any:
    return value
