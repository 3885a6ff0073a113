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
NAME_START: Final = r"(?<!\w)"
_BEGUN: Final = re.compile(r"[./]?\w*$")
"""The end of what stands before a service, which is a part of the generated name: `New`, `add_`."""


class NamePattern:
    """A pattern of the end of full names, with the place of a service.

    The name of the service may occur twice. `*` stands for any characters of a name, and there may be one."""

    def __init__(self, text: str) -> None:
        """Compile the pattern. Raises ValueError."""
        if len(text) > MAX_PATTERN_CHARS or text.count(SERVICE) not in (1, 2) or text.count("*") > 1:
            raise ValueError(
                f"{text[:40]!a} must have {SERVICE} once or twice, `*` at most once, and 100 characters at most"
            )
        written = re.escape(text).replace(re.escape(SERVICE), r"(\w+)", 1).replace(re.escape(SERVICE), r"\1")
        written = written.replace(re.escape("*"), r"[\w.()/@-]*")
        self.end = re.split(re.escape(SERVICE) + r"|\*", text)[-1]
        self._expression = re.compile(f"{NAME_START if text.startswith(SERVICE) else ''}{written}$")

    def find_service(self, name: str) -> str:
        """Return the service that a name tells, "" where the name does not fit.

        What stands before it, a module or an import path, is kept with a `/` between: `shop.v1.orders/Orders`."""
        found = self._expression.search(name)
        return f"{_BEGUN.sub('', name[: found.start(1)])}/{found[1]}" if found is not None else ""


@dataclass(frozen=True, slots=True)
class DeclarationModel:
    """Symbols of a kind that declare endpoints.

    Their owners have one of these names, or any where there are none. `is_operation`: the owner is a path, and the
    signature a method. `packages` are options of the file that name a package of generated code, each with the spelling
    that the generator gives to the package of the file where the option is missing."""

    kind: str
    owners: tuple[str, ...]
    is_operation: bool
    packages: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class StubModel:
    """Objects whose methods request those of a service.

    `is_certain`: only a generator writes such names. With a `base`, they are of a class that inherits from it. Members
    that `keeps` names give the same stub again. A method may have a `suffix` behind its name."""

    patterns: tuple[NamePattern, ...]
    is_certain: bool
    base: str
    keeps: frozenset[str] = frozenset()
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class ServicerModel:
    """A call that has the methods of an object answer for a service.

    The name of what is called tells the service, or that of the argument `service`. `call` is then what is called."""

    patterns: tuple[NamePattern, ...]
    object: Argument
    service: Argument
    calls: tuple[str, ...]


PASCAL: Final = "pascal"
SPELLINGS: Final = ("same", PASCAL)
"""Spellings of the package of a file by generators: as it is, or `Shop.V1` for `shop.v1`."""


def spell_package(package: str, spelling: str) -> str:
    """Return the name that a generator gives to a package by default."""
    if spelling != PASCAL:
        return package
    return re.sub(r"(^|[._\d])_*([a-z]?)", lambda found: found[1].strip("_") + found[2].upper(), package)


@dataclass(frozen=True, slots=True)
class ContractModel:
    """All that a model says of contracts of one protocol.

    `bases` are classes whose subclasses answer by their methods. `has_packages`: names begin with a package, which must
    be one that the declaration gives to generated code."""

    protocol: str = ""
    has_packages: bool = False
    bases: tuple[NamePattern, ...] = ()
    declarations: tuple[DeclarationModel, ...] = ()
    stubs: tuple[StubModel, ...] = ()
    servicers: tuple[ServicerModel, ...] = ()
