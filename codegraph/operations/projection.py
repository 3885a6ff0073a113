"""Rows of answers, made from records by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from codegraph.memory.times import format_rfc3339

T = TypeVar("T", bound=tuple[Any, ...])


def project(kind: type[T], /, *sources: object, **given: object) -> T:
    """Make a row of the values that are given, and of the attributes of sources.

    Of several sources with an attribute the first counts. Words of enumerations become texts, and so do times, where
    the field of the row is a text; where it may be None, that stands for never and for an empty text."""
    hints = {name: getattr(hint, "__forward_arg__", hint) for name, hint in kind.__annotations__.items()}
    missing = (name for name in hints if name not in given and any(hasattr(source, name) for source in sources))
    return kind(**given, **{name: _show(_find(sources, name), hints[name]) for name in missing})


def _find(sources: tuple[object, ...], name: str) -> object:
    return next(getattr(source, name) for source in sources if hasattr(source, name))


def _show(value: object, hint: str) -> object:
    if isinstance(value, Enum):
        value = value.value
    if hint.startswith("str"):
        value = format_rfc3339(value) if isinstance(value, int) else value
        return value or None if hint == "str | None" else value
    return dict(value) if isinstance(value, Mapping) else value
