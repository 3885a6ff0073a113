"""The sites of a file as columns: a tenth of the memory that as many tuples take.

A repository has hundreds of thousands of sites, which are read in order, a file at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, cast, overload

if TYPE_CHECKING:
    from codegraph_parsers.file_facts import Site


class SiteTable(Sequence["Site"]):
    """Sites that are made when they are read.

    Whoever reads most of a file's sites by position makes a list of them first, which is faster."""

    __slots__ = ("exprs", "kinds", "lines", "owners", "places")

    def __init__(self, kinds: list[str], places: bytes, numbers: array[int]) -> None:
        """Make a table of columns.

        `places` are the kinds of the sites by their place in `kinds`; `numbers` are all owners, then all expressions,
        then all lines."""
        count = len(places)
        self.kinds = kinds
        self.places = places
        self.owners, self.exprs, self.lines = numbers[:count], numbers[count : 2 * count], numbers[2 * count :]

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Site]:
        return zip(map(self.kinds.__getitem__, self.places), self.owners, self.exprs, self.lines, strict=True)

    @overload
    def __getitem__(self, at: int) -> Site: ...

    @overload
    def __getitem__(self, at: slice) -> list[Site]: ...

    def __getitem__(self, at: int | slice) -> Site | list[Site]:
        if isinstance(at, slice):
            return list(self)[at]
        return self.kinds[self.places[at]], self.owners[at], self.exprs[at], self.lines[at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SiteTable | list):
            return NotImplemented
        return list(self) == list(cast("Sequence[object]", other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SiteTable({list(islice(self, 3))}, of {len(self)})"
