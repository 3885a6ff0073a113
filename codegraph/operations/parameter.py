"""Presentation of request fields: help, and spelling on a command line.

Requests are frozen dataclasses, most of them made by `Request`. `argument` and `option` make their fields, so that
command-line verbs, tool schemas and reference pages all come from the same declaration.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Never, dataclass_transform


class Parameter(NamedTuple):
    help: str
    positional: bool
    metavar: str
    short: str  # one letter, "" for none
    choices: tuple[str, ...]  # () for any value
    low: float | None = None  # bounds of a number, both included
    high: float | None = None
    longest: int = 0  # characters of a text, 0 for the surface's own limit
    most: int = 0  # items of a list, 0 likewise
    bare: str = ""  # its value on a command line that gives the option alone


def listed(text: str) -> list[str]:
    """The items of a list that is written with commas. One in brackets is a part of its item: names of overloads have
    them."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in (text.split(",") if depth else parts) if part.strip()]


def argument(help: str, *, metavar: str = "", default: Any = MISSING, longest: int = 0) -> Any:
    """A positional request field; required unless it has a default."""
    return field(default=default, metadata={"parameter": Parameter(help, True, metavar, "", (), longest=longest)})


def option(
    help: str,
    *,
    default: Any = MISSING,
    metavar: str = "",
    short: str = "",
    choices: tuple[str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    longest: int = 0,
    most: int = 0,
    bare: str = "",
) -> Any:
    """A named request field. A boolean is a flag; a tuple may be given several times or comma-separated."""
    parameter = Parameter(help, False, metavar, short, choices, low, high, longest, most, bare)
    return field(default=default, metadata={"parameter": parameter})


class _FieldsWhenAsked:
    """Descriptor that makes a class a dataclass, once somebody looks.

    Of thirty requests a command line needs one."""

    def __get__(self, instance: object, of: type) -> dict[str, Field[Any]]:
        if of is Request:
            raise AttributeError("__dataclass_fields__")  # the base has none and is no dataclass
        dataclass(init=False, repr=False, eq=False)(of)
        return of.__dict__["__dataclass_fields__"]


@dataclass_transform(frozen_default=True)
class Request:
    """Base of requests: every subclass is a frozen dataclass, made when it is first used.

    Its methods are these, where `dataclass` would write and compile six for each of thirty classes: that takes 20 ms,
    a tenth of a whole query."""

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _FieldsWhenAsked()

    def __init__(self, *values: object, **named: object) -> None:
        given = dict(zip((f.name for f in fields(self)), values))
        twice = given.keys() & named.keys()
        known = {f.name: f.default for f in fields(self)}
        missing = [name for name, default in known.items() if default is MISSING and name not in given | named]
        unknown = [name for name in named if name not in known]
        if twice or missing or unknown or len(values) > len(known):
            wrong = f"missing {missing}" if missing else f"unknown {unknown}" if unknown else "too many"
            raise TypeError(f"{type(self).__name__}: arguments are wrong: {wrong}")
        self.__dict__.update(known | given | named)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __setattr__(self, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


class RequestField(NamedTuple):
    """A field of a request as a surface needs it. `type` is the annotation as written: `str`, `int | None`, …"""

    name: str
    type: str
    default: object
    required: bool
    parameter: Parameter

    @property
    def repeatable(self) -> bool:
        return self.type.startswith("tuple")

    @property
    def base_type(self) -> str:
        """`str`, `int`, `float` or `bool`."""
        bare = self.type.removesuffix(" | None")
        return bare.removeprefix("tuple[").removesuffix(", ...]") if self.repeatable else bare


def request_fields(request: type) -> tuple[RequestField, ...]:
    return tuple(
        RequestField(
            f.name,
            str(f.type),
            None if f.default is MISSING else f.default,
            f.default is MISSING,
            f.metadata["parameter"],
        )
        for f in fields(request)
    )
