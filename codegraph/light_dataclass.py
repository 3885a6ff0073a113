"""Frozen dataclasses that are cheap to define, for modules with dozens of which a process needs a few.

The standard library writes and compiles six methods for each. Here all classes share theirs, which read the names of
the fields. Making and comparing instances takes somewhat longer: values of which there are thousands are better off
with the standard ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from typing import Any, Literal, TypeVar, dataclass_transform

_C = TypeVar("_C", bound=type)


@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(*, frozen: Literal[True], slots: Literal[True]) -> Callable[[_C], _C]:
    """Define a dataclass, by the arguments of the standard one that apply."""
    return _define


def _define(cls: _C) -> _C:
    cls.__doc__ = cls.__doc__ or cls.__name__  # else a signature is made for it, which takes longest of all
    for name, method in _METHODS.items():
        setattr(cls, name, method)
    return dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)


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


def _list_values(instance: Any) -> tuple[object, ...]:
    return tuple(getattr(instance, name) for name in instance.__dataclass_fields__)


def _compare(self: object, other: object) -> bool:
    return _list_values(self) == _list_values(other) if type(other) is type(self) else NotImplemented


def _hash(self: object) -> int:
    return hash(_list_values(self))


def _describe(self: Any) -> str:
    told = ", ".join(f"{name}={value!r}" for name, value in zip(self.__dataclass_fields__, _list_values(self)))
    return f"{type(self).__qualname__}({told})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _get_state(self: object) -> tuple[object, ...]:
    return _list_values(self)


def _set_state(self: object, state: tuple[object, ...]) -> None:
    _fill(self, *state)


_METHODS = {
    "__init__": _fill,
    "__eq__": _compare,
    "__hash__": _hash,
    "__repr__": _describe,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _get_state,
    "__setstate__": _set_state,
}
