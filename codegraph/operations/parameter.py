"""Presentation of request fields: help, and spelling on a command line.

Requests are values, made by `Request`. `argument` and `option` declare their fields, so that command-line verbs, tool
schemas and reference pages all come from the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from codegraph.runtime.value_classes import Value


class Parameter(NamedTuple):
    help: str = ""
    positional: bool = False
    default: Any = MISSING
    metavar: str = ""
    short: str = ""  # one letter, "" for none
    choices: tuple[str, ...] = ()  # () for any value
    low: float | None = None  # bounds of a number, both included
    high: float | None = None
    longest: int = 0  # characters of a text, 0 for the surface's own limit
    most: int = 0  # items of a list, 0 likewise
    bare: str = ""  # its value on a command line that gives the option alone


option: Final[Callable[..., Any]] = Parameter
"""Declares a named request field. A boolean is a flag; a tuple may be given several times or comma-separated."""

argument: Final[Callable[..., Any]] = partial(Parameter, positional=True)
"""Declares a positional request field; required unless it has a default."""


def split_list(text: str) -> list[str]:
    """Split a list that is written with commas.

    A comma in brackets is a part of its item: names of overloads have them.
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in (text.split(",") if depth else parts) if part.strip()]


class _FieldsWhenAsked:
    """Descriptor that makes a class a dataclass, once somebody looks.

    Of thirty requests a command line needs one."""

    def __get__(self, instance: object, of: type) -> dict[str, Field[Any]]:
        if of is Request:
            raise AttributeError("__dataclass_fields__")  # the base has none and is no dataclass
        for name, declared in list(vars(of).items()):
            if isinstance(declared, Parameter):
                setattr(of, name, field(default=declared.default, metadata={"parameter": declared}))
        dataclass(init=False, repr=False, eq=False)(of)
        return of.__dict__["__dataclass_fields__"]


class Request(Value):
    """Base of requests: every subclass is a frozen dataclass, made at first use.

    Defining all of them at once takes 20 ms, a tenth of a whole query.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _FieldsWhenAsked()


class RequestField(NamedTuple):
    """Field of a request as a surface needs it.

    `type` is the annotation as written: `str`, `int | None`, …
    """

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
