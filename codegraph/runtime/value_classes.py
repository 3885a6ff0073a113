"""Frozen dataclasses that are cheap to define, for modules with dozens of them.

The standard library writes and compiles six methods for each. Here all classes share theirs, which read the names of
the fields. Making and comparing instances takes somewhat longer: the standard ones are better for values with thousands
of instances.

    @define
    class Point(Value):
        x: int
        y: int = 0
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


def _fill(self: Any, *given: object, **named: object) -> None:
    fields = self.__dataclass_fields__
    names = tuple(fields)
    if len(given) > len(names) or not fields.keys() >= named.keys() or not named.keys().isdisjoint(names[: len(given)]):
        raise TypeError(f"{type(self).__name__} takes {', '.join(names)}, each once")
    for name, value in zip(names, given):
        object.__setattr__(self, name, value)
    for name in names[len(given) :]:
        object.__setattr__(self, name, named[name] if name in named else _make_default(self, fields[name]))


def _make_default(instance: object, field: dataclasses.Field[Any]) -> object:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is MISSING:
        raise TypeError(f"{type(instance).__name__} lacks {field.name!r}")
    return field.default_factory()


def _list_values(self: Any) -> tuple[object, ...]:
    return tuple(getattr(self, name) for name in self.__dataclass_fields__)


def _compare(self: object, other: object) -> bool:
    return _list_values(self) == _list_values(other) if type(other) is type(self) else NotImplemented


def _hash(self: object) -> int:
    return hash(_list_values(self))


def _describe(self: Any) -> str:
    told = ", ".join(f"{name}={value!r}" for name, value in zip(self.__dataclass_fields__, _list_values(self)))
    return f"{type(self).__qualname__}({told})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Value:
    """Base class of values, with their methods."""

    __slots__ = ()

    if not TYPE_CHECKING:  # who calls a class sees its fields
        __init__ = _fill

    __eq__ = _compare
    __hash__ = _hash
    __repr__ = _describe
    __setattr__ = _refuse
    __delattr__ = _refuse
    __getstate__ = _list_values

    def __setstate__(self, state: tuple[object, ...]) -> None:
        _fill(self, *state)


if TYPE_CHECKING:

    def define(cls: type[_T]) -> type[_T]:
        """Define the fields of a class."""
        ...

else:
    define = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)
