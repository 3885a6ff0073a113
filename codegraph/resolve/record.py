"""What every kept answer rests on, so that after an edit only what rests on something changed is worked out again.

The graph has three sorts of vertices, all numbered in one sequence. Items are facts that an answer reads: a symbol, a
name in a file, what a module name leads to. Answers are what evaluation keeps. Pieces of work (`Piece`) are what has a
result: the sites of a file, what is passed for a parameter. Edges lead from what is read to who read it. Only reads of
facts are recorded that another file could have changed; that a piece rests on its own file is understood.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key = tuple[Any, ...]

NOTHING = -1
"""Vertex of an answer that rests on nothing that can change."""


class Piece(NamedTuple):
    """A piece of work: `what` it is (sites, passed, …) and of what: a file, or a symbol's item and a position."""

    what: str
    at: int
    position: int = 0
    file: int = -1


SMALL: Final = 40_000
"""Edges that are not worth a run of their own."""

MOST_RUNS: Final = 12


class Run:
    """Some edges, by what is read."""

    def __init__(self, read: NDArray[np.int32], reader: NDArray[np.int32]) -> None:
        import numpy as np

        self._number = np.int32  # of another type, a number has the whole array converted to look it up
        self._reads, starts = np.unique(read, return_index=True)
        self._starts = np.append(starts, len(read))
        self._readers = reader

    @classmethod
    def of(cls, read: array[int], reader: array[int], start: int, end: int) -> Run:
        import numpy as np

        reads = np.frombuffer(read, dtype=np.int32)[start:end]
        order = np.argsort(reads, kind="stable")
        return cls(reads[order], np.frombuffer(reader, dtype=np.int32)[start:end][order])

    def __len__(self) -> int:
        return len(self._readers)

    def readers(self, vertex: int) -> list[int]:
        at = int(self._reads.searchsorted(self._number(vertex)))
        if at == len(self._reads) or self._reads[at] != vertex:
            return []
        return self._readers[self._starts[at] : self._starts[at + 1]].tolist()


class Recorder:
    """Collects reads while a program is evaluated. `items` gives the item of every graph id."""

    def __init__(self, items: list[int]) -> None:
        self.items = items
        self.base = len(items)
        self.places: dict[int, int] = {}  # item of a symbol → its graph id, where that is another number; -1: gone
        self.count = len(items)  # vertices so far
        self.trace: list[int] = []  # what the answer being worked out has read
        self.kept: dict[Key, int] = {}  # answers of this evaluation → their vertices
        self.known: dict[Key, int] = {}  # items but symbols
        self.read = array("i")
        self.reader = array("i")
        self.pieces: dict[int, Piece] = {}  # vertices of current pieces
        self.vertex: dict[Piece, int] = {}
        self._runs: list[Run] = []
        self._sorted = 0  # edges that are in runs
        self._indexed = 0  # edges that can be asked about
        self._later: dict[int, list[int]] = {}  # what is read → readers, of edges that are in no run

    def new(self) -> int:
        self.count += 1
        return self.count - 1

    # -- answers ------------------------------------------------------------------------------------------------

    def begin(self) -> list[int]:
        """Start an answer; the reads of the one around it, to be handed to `end`."""
        outer, self.trace = self.trace, []
        return outer

    def end(self, outer: list[int]) -> int:
        """End an answer, which the one around it has read. Its vertex."""
        vertex = self._vertex(self.trace)
        self.trace = outer
        if vertex >= 0:
            outer.append(vertex)
        return vertex

    def _vertex(self, trace: list[int]) -> int:
        reads = set(trace)
        if len(reads) < 2:
            return reads.pop() if reads else NOTHING
        vertex = self.new()
        self.read.extend(reads)
        self.reader.extend([vertex] * len(reads))
        return vertex

    def again(self, key: Key) -> None:
        """A kept answer was read."""
        vertex = self.kept.get(key, NOTHING)
        if vertex >= 0:
            self.trace.append(vertex)

    def end_piece(self, piece: Piece, outer: list[int]) -> None:
        """End a piece of work, or a part of one. Who asked for it has not read it."""
        vertex = self.vertex.get(piece)
        if vertex is None:
            vertex = self.vertex[piece] = self.new()
            self.pieces[vertex] = piece
        reads = set(self.trace)
        self.read.extend(reads)
        self.reader.extend([vertex] * len(reads))
        self.trace = outer

    def drop(self, piece: Piece) -> None:
        """A piece is done anew, or there is none any more."""
        vertex = self.vertex.pop(piece, None)
        if vertex is not None:
            del self.pieces[vertex]

    def place(self, item: int) -> int:
        """Graph id of a symbol's item, -1 when there is no such symbol any more."""
        return self.places.get(item, item if item < self.base else -1)

    # -- items --------------------------------------------------------------------------------------------------

    def item(self, key: Key) -> int:
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.new()
        return found

    def symbol(self, gid: int) -> None:
        """All that facts say of one symbol, but for where it stands and what is in it."""
        self.trace.append(self.items[gid])

    def table(self, gid: int) -> None:
        """The names bound directly in a symbol, all of them."""
        self.trace.append(self.item(("table", self.items[gid])))

    def line(self, gid: int) -> None:
        self.trace.append(self.item(("line", self.items[gid])))

    def name(self, file: int, name: str) -> None:
        """What a name is bound to in any scope of a file."""
        self.trace.append(self.item(("name", file, name)))

    def added(self, gid: int, name: str) -> None:
        """Members of a name that were given to a symbol from outside."""
        self.trace.append(self.item(("added", self.items[gid], name)))

    def extra(self, gid: int) -> None:
        """Anything else that was given to a symbol from outside."""
        self.trace.append(self.item(("extra", self.items[gid])))

    def fact(self, *key: str | int) -> None:
        """Anything else, by what it is."""
        self.trace.append(self.item(key))

    # -- what rests on what -------------------------------------------------------------------------------------

    def resting_on(self, items: Iterable[int]) -> set[Piece]:
        """Pieces of work that read any of the items, directly or through answers."""
        self.index()
        seen: set[int] = set()
        queue = [item for item in items if item >= 0]
        found: set[Piece] = set()
        pieces, later, runs = self.pieces, self._later, self._runs
        while queue:
            vertex = queue.pop()
            if vertex in seen:
                continue
            seen.add(vertex)
            piece = pieces.get(vertex)
            if piece is not None:
                found.add(piece)
            for run in runs:
                queue.extend(run.readers(vertex))
            more = later.get(vertex)
            if more:
                queue.extend(more)
        return found

    def index(self) -> None:
        """Make ready for questions. Edges are kept in runs, each sorted, which are joined as they become many."""
        total = len(self.read)
        if total - self._indexed > SMALL:
            self._runs.append(Run.of(self.read, self.reader, self._sorted, total))
            self._sorted = total
            self._later.clear()
            if len(self._runs) > MOST_RUNS:
                self._join()
        else:
            for read, reader in zip(self.read[self._indexed :], self.reader[self._indexed :], strict=True):
                self._later.setdefault(read, []).append(reader)
            if total - self._sorted > SMALL:
                self._indexed = self._sorted
                self.index()
                return
        self._indexed = len(self.read)

    def _join(self) -> None:
        """Join all runs but the first, or all of them when the others have become as many as it has."""
        import numpy as np

        first = len(self._runs[0])
        if sum(map(len, self._runs[1:])) < first:
            self._runs[1:] = [Run.of(self.read, self.reader, first, len(self.read))]
            return
        read, reader = (np.frombuffer(each, dtype=np.int32) for each in (self.read, self.reader))
        kept = self._live(read, reader)
        self.read, self.reader = (array("i", each[kept].tobytes()) for each in (read, reader))
        self._sorted = len(self.read)
        self._runs = [Run.of(self.read, self.reader, 0, self._sorted)]

    def _live(self, read: NDArray[np.int32], reader: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which edges lead to a piece: answers of evaluations that nothing rests on any more do not."""
        import numpy as np

        by_reader = np.argsort(reader, kind="stable")
        starts = np.searchsorted(reader[by_reader], np.arange(self.count + 1))
        alive = np.zeros(self.count, dtype=np.bool_)
        front = np.fromiter(self.pieces, dtype=np.int64, count=len(self.pieces))
        while len(front):
            alive[front] = True
            sizes = starts[front + 1] - starts[front]
            offsets = np.repeat(starts[front] - np.cumsum(sizes) + sizes, sizes)
            ends = read[by_reader[offsets + np.arange(int(sizes.sum()))]]
            front = np.unique(ends[~alive[ends]]).astype(np.int64)
        return alive[reader]

    def forget_answers(self) -> None:
        """Another evaluation begins: what it keeps are answers of its own."""
        self.kept.clear()
        self.trace = []
