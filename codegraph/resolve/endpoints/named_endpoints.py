"""Endpoints that are known by their names alone, such as topics.

Endpoints of one protocol, space and name are one. It stands where it is declared. Where nothing declares it, it stands
in each file whose code answers for it, and a topic for which none of the tree does in the first that names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.graph_model import ANSWERING, REACHING, EdgeKind
from codegraph.resolve.endpoints.documented_operations import HTTP
from codegraph.resolve.endpoints.endpoint_rows import ENDING, HOLE, FileRows, NamedRow, show_text
from codegraph.resolve.endpoints.reasons import (
    COMPUTED_NAME,
    NO_DECLARATION,
    OTHER_SERVICE,
    SEVERAL_DECLARATIONS,
    SEVERAL_SPACES,
)

TOPIC: Final = "topic"

OPTIONAL: Final = "library"
"""Space of endpoints that a library uses as well: what none of the tree answers is none of the tree's."""

_BY_USE: Final = frozenset((TOPIC,))
"""Protocols whose endpoints are there as soon as code names them."""

_UNDERSCORED: Final = re.compile(r"_+([a-z])")

ANY_METHOD: Final = "*"
"""Stands for all methods of a service in the end of a name."""

FileRow = tuple[int, NamedRow]


class EndpointPlace(NamedTuple):
    """A file in which an endpoint stands, and the rows that say what it is."""

    file: int
    rows: tuple[FileRow, ...]


class NamedEndpoint(NamedTuple):
    """An endpoint with its places and uses.

    `misses` are rows that are not decided, all for one reason."""

    name: str  # with the protocol
    places: tuple[EndpointPlace, ...]
    uses: tuple[FileRow, ...]
    misses: tuple[FileRow, ...] = ()
    reason: str = ""


class NamedEndpoints:
    """Finder of the endpoints that the rows of files name."""

    def __init__(self, files: Iterable[tuple[int, FileRows]]) -> None:
        self._rows: dict[tuple[str, str, str], list[FileRow]] = {}
        self._refused: list[NamedEndpoint] = []
        self._taken: dict[tuple[int, str], str] = {}  # spaces of the endpoints of a file
        named = [(file, row) for file, rows in files for row in rows.named if row.protocol != HTTP]
        self._answering: dict[tuple[str, str, int], list[str]] = {}  # names by the functions that answer
        self._declared: dict[tuple[str, str], dict[str, set[str]]] = {}  # packages by whole names, by their ends
        for _, row in named:
            for function in row.functions if row.kind in ANSWERING else ():
                self._answering.setdefault((row.protocol, row.space, function), []).append(row.name)
            service, _, method = row.name.rpartition("/")
            for each in (shorten(method), ANY_METHOD) if row.kind == EdgeKind.DECLARES and method else ():
                ending = f"{service.rpartition('.')[2]}/{each}"
                ended = self._declared.setdefault((row.protocol, ending), {})
                ended.setdefault(row.name, set()).update(row.packages)
        for file, row in named:
            for name in dict.fromkeys(self._list_names(file, row)):
                self._rows.setdefault((row.protocol, row.space, name), []).append((file, row))

    def _list_names(self, file: int, row: NamedRow) -> list[str]:
        """Return the whole names of the endpoints that a row means."""
        if not row.name:
            keys = [(row.protocol, row.space, function) for function in row.functions]
            return [name for key in keys for name in self._answering.get(key, ())]
        if not row.name.startswith(ENDING):
            return [row.name]
        ending = row.name.removeprefix(ENDING)
        service, _, method = ending.rpartition("/")
        declared = self._declared.get((row.protocol, f"{service}/{shorten(method)}"), {})
        found = [name for name, given in declared.items() if not row.packages or not given.isdisjoint(row.packages)]
        if method == ANY_METHOD and found:
            return []  # which only asks whether there is such a service
        if len(found) > 1:
            found = [name for name in found if has_package(row.signature, name)] or found
        is_request = row.kind in REACHING
        if len(found) != 1 and not (row.is_possible and not found and not is_request):
            reason = SEVERAL_DECLARATIONS if found else OTHER_SERVICE if row.is_possible else NO_DECLARATION
            self._refused.append(_refuse(f"{row.protocol}:{ending}", [(file, row)], reason))
        return found if len(found) == 1 else []

    def list_endpoints(self) -> Iterator[NamedEndpoint]:
        """Yield the endpoints, and what is not decided."""
        for (protocol, space, name), rows in self._rows.items():
            whole = f"{protocol}:{name}"
            found = self._place(protocol, whole, rows) if HOLE not in name else _refuse(whole, rows, COMPUTED_NAME)
            names = [(place.file, whole) for place in found.places]
            if any(self._taken.setdefault(each, space) != space for each in names):
                found = _refuse(whole, rows, SEVERAL_SPACES)
            yield found
        yield from self._refused

    def _place(self, protocol: str, name: str, rows: list[FileRow]) -> NamedEndpoint:
        declared = [(file, row) for file, row in rows if row.kind == EdgeKind.DECLARES]
        answered = [(file, row) for file, row in rows if row.kind in ANSWERING]
        uses = [(file, row) for file, row in rows if row.kind != EdgeKind.DECLARES and row.kind not in ANSWERING]
        if len({row.signature for _, row in declared}) > 1:
            return _refuse(name, [*answered, *uses], SEVERAL_DECLARATIONS)
        if declared:
            places = [EndpointPlace(declared[0][0], (*declared, *answered))]
        elif answered:
            files = dict.fromkeys(file for file, _ in answered)
            places = [EndpointPlace(file, tuple(each for each in answered if each[0] == file)) for file in files]
        elif uses[0][1].space == OPTIONAL:
            return NamedEndpoint(name, (), ())
        elif protocol in _BY_USE:
            places = [EndpointPlace(uses[0][0], (uses[0],))]
        else:
            return _refuse(name, uses, NO_DECLARATION)
        return NamedEndpoint(name, tuple(places), tuple(uses))


def has_package(origin: str, name: str) -> bool:
    """Return whether the module of a stub has the package of a method in its own name.

    `example.org/gen/shop/v1` and `shop.v1.orders_pb2_grpc` have that of `shop.v1.Orders/Get`."""
    package = name.partition("/")[0].split(".")[:-1]
    parts = re.split(r"[^\w-]+", origin)
    return bool(package) and any(
        parts[at : at + len(package)] == package for at in range(len(parts) - len(package) + 1)
    )


def name_named_miss(endpoint: NamedEndpoint, row: NamedRow) -> str:
    """Return the name of an undecided use, with the module of its stub."""
    shown = show_text(endpoint.name)
    return f"{shown} ({row.signature})" if row.name.startswith(ENDING) and row.signature else shown


def shorten(method: str) -> str:
    """Return the spelling that a method has in common in all languages.

    It is `listAll` for `ListAll` and for `list_all`."""
    return method[:1].lower() + _UNDERSCORED.sub(lambda found: found[1].upper(), method[1:])


def _refuse(name: str, rows: Iterable[FileRow], reason: str) -> NamedEndpoint:
    """Return no endpoint, and what the rows name as not decided."""
    return NamedEndpoint(name, (), (), tuple(rows), reason)
