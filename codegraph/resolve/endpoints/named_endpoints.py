"""Endpoints that are known by their names alone, such as topics.

Endpoints of one protocol, space and name are one. It stands where it is declared. Where nothing declares it, it stands
in each file whose code answers for it, and a topic for which none of the tree does in the first that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.model import ANSWERING
from codegraph.resolve.endpoints.reasons import COMPUTED_NAME, NO_DECLARATION, SEVERAL_DECLARATIONS, SEVERAL_SPACES
from codegraph.resolve.endpoints.rows import DECLARES, HOLE, FileRows, NamedRow

TOPIC: Final = "topic"

_BY_USE: Final = frozenset((TOPIC,))
"""Protocols whose endpoints are there as soon as code names them."""

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
        named = [(file, row) for file, rows in files for row in rows.named]
        consumed: dict[tuple[str, str, int], list[str]] = {}  # names by the functions that answer
        for _, row in named:
            for function in row.functions if row.kind in ANSWERING else ():
                consumed.setdefault((row.protocol, row.space, function), []).append(row.name)
        for file, row in named:
            means = [(row.protocol, row.space, function) for function in row.functions]
            names = [row.name] if row.name else [name for key in means for name in consumed.get(key, ())]
            for name in dict.fromkeys(names):
                self._rows.setdefault((row.protocol, row.space, name), []).append((file, row))
        self._taken: dict[tuple[int, str], str] = {}  # spaces of the endpoints of a file

    def list_endpoints(self) -> Iterator[NamedEndpoint]:
        """Yield the endpoints, and what is not decided."""
        for (protocol, space, name), rows in self._rows.items():
            whole = f"{protocol}:{name}"
            found = self._place(protocol, whole, rows) if HOLE not in name else _refuse(whole, rows, COMPUTED_NAME)
            names = [(place.file, whole) for place in found.places]
            if any(self._taken.setdefault(each, space) != space for each in names):
                found = _refuse(whole, rows, SEVERAL_SPACES)
            yield found

    def _place(self, protocol: str, name: str, rows: list[FileRow]) -> NamedEndpoint:
        declared = [(file, row) for file, row in rows if row.kind == DECLARES]
        answered = [(file, row) for file, row in rows if row.kind in ANSWERING]
        uses = [(file, row) for file, row in rows if row.kind != DECLARES and row.kind not in ANSWERING]
        if len({row.signature for _, row in declared}) > 1:
            return _refuse(name, [*answered, *uses], SEVERAL_DECLARATIONS)
        if declared:
            places = [EndpointPlace(declared[0][0], (*declared, *answered))]
        elif answered:
            files = dict.fromkeys(file for file, _ in answered)
            places = [EndpointPlace(file, tuple(each for each in answered if each[0] == file)) for file in files]
        elif protocol in _BY_USE:
            places = [EndpointPlace(uses[0][0], (uses[0],))]
        else:
            return _refuse(name, uses, NO_DECLARATION)
        return NamedEndpoint(name, tuple(places), tuple(uses))


def _refuse(name: str, rows: Iterable[FileRow], reason: str) -> NamedEndpoint:
    """Return no endpoint, and what the rows name as not decided."""
    return NamedEndpoint(name, (), (), tuple(rows), reason)
