"""Models of contracts: files that declare endpoints.

What a generator writes is known by the names that it gives: `{service}Stub` in a module that ends with `_pb2_grpc`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

Argument = tuple[int | str, ...]
"""Positions and keywords under which an argument may be given."""

SERVICE: Final = "{service}"
MAX_PATTERN_CHARS: Final = 100
_BEGUN: Final = re.compile(r"[./]?\w*$")
"""The end of what stands before a service, which is a part of the generated name: `New`, `add_`."""


class NamePattern:
    """A pattern of the end of full names, with a place for the name of a service.

    `*` stands for any characters of a name, and there may be one."""

    def __init__(self, text: str) -> None:
        """Compile the pattern. Raises ValueError."""
        if len(text) > MAX_PATTERN_CHARS or text.count(SERVICE) != 1 or text.count("*") > 1:
            raise ValueError(f"{text[:40]!a} must have {SERVICE} once, `*` at most once, and 100 characters at most")
        written = re.escape(text).replace(re.escape(SERVICE), r"(\w+)").replace(re.escape("*"), r"[\w.()/@-]*")
        self._expression = re.compile(f"{written}$")

    def find_service(self, name: str) -> str:
        """Return the service that a name tells, "" where the name does not fit.

        What stands before it, a module or an import path, is kept with a `/` between: `shop.v1.orders/Orders`."""
        found = self._expression.search(name)
        return f"{_BEGUN.sub('', name[: found.start(1)])}/{found[1]}" if found is not None else ""


@dataclass(frozen=True, slots=True)
class DeclarationModel:
    """Symbols of a kind that declare endpoints.

    Their owners have one of these names, or any where there are none. `is_operation`: the owner is a path, and the
    signature a method."""

    kind: str
    owners: tuple[str, ...]
    is_operation: bool


@dataclass(frozen=True, slots=True)
class StubModel:
    """Objects whose methods request those of a service.

    `is_certain`: only a generator writes such names. With a `base`, they are of a class that inherits from it."""

    patterns: tuple[NamePattern, ...]
    is_certain: bool
    base: str


@dataclass(frozen=True, slots=True)
class ServicerModel:
    """A call that has the methods of an object answer for a service.

    The name of what is called tells the service, or that of the argument `service`. `call` is then what is called."""

    patterns: tuple[NamePattern, ...]
    object: Argument
    service: Argument
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContractModel:
    """All that a model says of contracts of one protocol."""

    protocol: str = ""
    declarations: tuple[DeclarationModel, ...] = ()
    stubs: tuple[StubModel, ...] = ()
    servicers: tuple[ServicerModel, ...] = ()
