"""Numbers of files, symbols and chunks of a generation, and their order.

A row in the database keeps its *id* as long as its file, symbol or chunk exists, so that an edit elsewhere touches
nothing that refers to it. All other code counts in *order*: files by path, symbols by file and then as in its source,
chunks by file and line, each from 0. In a generation written whole the ids are these numbers. In one made from another
by a delta they are not, and queries give the same results.

Orders are kept as *runs* of consecutive ids. An order of a million symbols in a generation written whole is one run,
and an edit adds a few.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Self

from codegraph.errors import StorageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HEAD = struct.Struct("<7I")
_LITTLE = sys.byteorder == "little"


class Order:
    """Distinct ids in an order.

    It is never changed; `replace` returns another order.
    """

    def __init__(self, runs: Iterable[tuple[int, int]] = ()) -> None:
        """Make an order of `runs`, which are (first id, how many).

        Runs that continue the previous one are joined with it.
        """
        self.firsts: list[int] = []
        self.lengths: list[int] = []
        for first, length in runs:
            if not length:
                continue
            if self.firsts and self.firsts[-1] + self.lengths[-1] == first:
                self.lengths[-1] += length
            else:
                self.firsts.append(first)
                self.lengths.append(length)

    @classmethod
    def from_ids(cls, ids: Iterable[int]) -> Self:
        return cls((id, 1) for id in ids)

    @cached_property
    def starts(self) -> list[int]:
        """Place of the first id of each run, and then the number of all ids."""
        return list(accumulate(self.lengths, initial=0))

    @cached_property
    def _same(self) -> int:
        """Number of the first ids that are equal to their places."""
        return self.lengths[0] if self.firsts[:1] == [0] else 0

    @cached_property
    def _by_id(self) -> tuple[list[int], list[int]]:
        """First ids in ascending order, and the run that each begins."""
        runs = sorted(range(len(self.firsts)), key=self.firsts.__getitem__)
        return [self.firsts[run] for run in runs], runs

    def __len__(self) -> int:
        return self.starts[-1]

    @property
    def plain(self) -> bool:
        """True if ids ascend in this order."""
        return self._by_id[1] == list(range(len(self.firsts)))

    def get_id(self, place: int) -> int:
        """Return the id at a place.

        Raises IndexError.
        """
        if not 0 <= place < len(self):
            raise IndexError(place)
        run = bisect_right(self.starts, place) - 1
        return self.firsts[run] + place - self.starts[run]

    def find_place(self, id: int) -> int:
        """Return the place of an id.

        Raises KeyError for an id that is not in this order.
        """
        if 0 <= id < self._same:
            return id
        firsts, runs = self._by_id
        at = bisect_right(firsts, id) - 1
        if at >= 0:
            run = runs[at]
            if id < self.firsts[run] + self.lengths[run]:
                return self.starts[run] + id - self.firsts[run]
        raise KeyError(id)

    def list_runs(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the ids at places `start … stop - 1` as runs."""
        found: list[tuple[int, int]] = []
        run = bisect_right(self.starts, start) - 1
        while start < stop:
            inside = start - self.starts[run]
            length = min(self.lengths[run] - inside, stop - start)
            found.append((self.firsts[run] + inside, length))
            start += length
            run += 1
        return found

    def list_ids(self, start: int, stop: int) -> list[int]:
        return [id for first, length in self.list_runs(start, stop) for id in range(first, first + length)]

    def replace(self, changes: Sequence[tuple[int, int, Sequence[int]]]) -> Order:
        """Return this order with other ids at places `start … stop - 1`, for each change.

        The changes ascend and do not overlap.
        """
        runs: list[tuple[int, int]] = []
        at = 0
        for start, stop, ids in changes:
            runs += self.list_runs(at, start)
            runs += ((id, 1) for id in ids)
            at = stop
        return Order([*runs, *self.list_runs(at, len(self))])

    # ---- in bulk

    def build_ids(self) -> NDArray[np.int64]:
        """Return the id at each place."""
        import numpy as np

        lengths = np.array(self.lengths, dtype=np.int64)
        shifts = np.array(self.firsts, dtype=np.int64) - np.array(self.starts[:-1], dtype=np.int64)
        return np.repeat(shifts, lengths) + np.arange(len(self))

    def build_places(self, size: int = 0) -> NDArray[np.int64]:
        """Return the place of each id below `size` or the largest id.

        It is -1 for an id that is not in this order.
        """
        import numpy as np

        ids = self.build_ids()
        found = np.full(max(size, int(ids.max(initial=-1)) + 1), -1, dtype=np.int64)
        found[ids] = np.arange(len(ids))
        return found


class Numbering:
    """Numbers of the files, symbols and chunks of one generation.

    `symbols[i]` and `chunks[i]` are the counts of file i, in path order.
    """

    def __init__(
        self,
        files: Order,
        symbols: Sequence[int],
        chunks: Sequence[int],
        symbol_order: Order,
        chunk_order: Order,
        unused: tuple[int, int, int] | None = None,
    ) -> None:
        """Make a numbering.

        `unused` are the first ids that no file, symbol and chunk ever had. Without it they are the numbers of files,
        symbols and chunks.
        """
        self.files = files
        self.symbols = symbols
        self.chunks = chunks
        self.symbol_order = symbol_order
        self.chunk_order = chunk_order
        self.unused = unused or (len(files), len(symbol_order), len(chunk_order))

    @cached_property
    def first_nodes(self) -> list[int]:
        """Number of the first symbol of each file, and then the number of all symbols."""
        return list(accumulate(self.symbols, initial=0))

    @cached_property
    def first_chunks(self) -> list[int]:
        """Number of the first chunk of each file, and then the number of all chunks."""
        return list(accumulate(self.chunks, initial=0))

    def find_file(self, node: int) -> int:
        """Return the number of the file of a symbol, given the symbol's number."""
        return bisect_right(self.first_nodes, node) - 1

    def list_symbol_runs(self, file: int) -> list[tuple[int, int]]:
        """Return the ids of the symbols of a file, in source order, as runs."""
        return self.symbol_order.list_runs(self.first_nodes[file], self.first_nodes[file + 1])

    def list_symbol_ids(self, file: int) -> list[int]:
        return self.symbol_order.list_ids(self.first_nodes[file], self.first_nodes[file + 1])

    def list_chunk_ids(self, file: int) -> list[int]:
        return self.chunk_order.list_ids(self.first_chunks[file], self.first_chunks[file + 1])

    # ---- as bytes

    def pack(self) -> bytes:
        """Return the numbering as little-endian u32.

        First come the lengths of the parts, then the unused ids, then the parts.
        """
        parts = [
            array("I", self.symbols), array("I", self.chunks),
            *(array("I", part) for order in self._list_orders() for part in (order.firsts, order.lengths)),
        ]  # fmt: skip
        if not _LITTLE:
            for part in parts:
                part.byteswap()
        lengths = [len(parts[0]), *(len(part) for part in parts[2::2])]
        return _HEAD.pack(*lengths, *self.unused) + b"".join(part.tobytes() for part in parts)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Read a packed numbering.

        Raises StorageError on damaged bytes.
        """
        try:
            files, *runs = (numbers := _HEAD.unpack_from(data))[:4]
            values = array("I")
            values.frombytes(data[_HEAD.size :])
        except (struct.error, ValueError) as error:
            raise _build_damage_error() from error
        if not _LITTLE:
            values.byteswap()
        cuts = list(accumulate([files, files, *(length for count in runs for length in (count, count))], initial=0))
        if cuts[-1] != len(values):
            raise _build_damage_error()
        parts = [values[a:b] for a, b in pairwise(cuts)]
        orders = [Order(zip(parts[i], parts[i + 1])) for i in (2, 4, 6)]
        found = cls(orders[0], parts[0], parts[1], orders[1], orders[2], numbers[4:])
        if [len(order) for order in orders] != [files, found.first_nodes[-1], found.first_chunks[-1]]:
            raise _build_damage_error()
        return found

    def _list_orders(self) -> tuple[Order, Order, Order]:
        return self.files, self.symbol_order, self.chunk_order


def _build_damage_error() -> StorageError:
    return StorageError("the index is damaged (numbering)", hint="run `codegraph index --full`")
