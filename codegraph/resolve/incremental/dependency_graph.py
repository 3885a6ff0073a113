"""Dependency graph: facts that are read, answers, and pieces of work.

After an edit only what depends on a change is computed again.

The graph has three kinds of vertices, all numbered in one sequence. Items are facts that an answer reads: a symbol, a
name in a file, the target of a module name. Answers are what evaluation keeps. Pieces of work (`Piece`) have results:
the sites of a file, the values passed for a parameter. Edges lead from what is read to its reader. Only reads of facts
that another file could have changed are recorded; the dependence of a piece on its own file is implied.
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph.resolve.incremental.item_digests import hash_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key = tuple[Any, ...]


class Piece(NamedTuple):
    """A piece of work.

    `what` is its kind (sites, passed, …), and `at` the file or the item of the symbol that it is about.
    """

    what: str
    at: int
    position: int = 0
    file: int = -1


SMALL: Final = 40_000
"""Edges that are not worth a run of their own."""

MOST_RUNS: Final = 12

FLUSHED: Final = 1 << 21
"""Reads that are turned into edges at a time: in between, an edge takes ten times the memory."""

ROUNDS: Final = 3
"""Rounds of looking for answers with one read or one reader: each makes a few more of them."""


class Run:
    """Sorted edges, by what is read.

    `reads` is sorted and has each vertex once; the readers of the one at `i` are `readers[starts[i]:starts[i + 1]]`.
    """

    def __init__(self, reads: NDArray[np.int32], starts: NDArray[np.int32], readers: NDArray[np.int32]) -> None:
        import numpy as np

        self._number = np.int32  # of another type, a number has the whole array converted to look it up
        self._reads, self._starts, self._readers = reads, starts, readers

    def __len__(self) -> int:
        return len(self._readers)

    def list_readers(self, vertex: int) -> list[int]:
        at = int(self._reads.searchsorted(self._number(vertex)))
        if at == len(self._reads) or self._reads[at] != vertex:
            return []
        return self._readers[self._starts[at] : self._starts[at + 1]].tolist()


def group_edges(read: NDArray[np.int32], reader: NDArray[np.int32]) -> Run:
    """Build a run of edges that are in the order of what is read."""
    import numpy as np

    firsts = np.flatnonzero(np.diff(read, prepend=-2)).astype(np.int32)
    return Run(read[firsts], np.append(firsts, np.int32(len(read))), reader)


def sort_edges(read: array[int], reader: array[int], start: int, end: int) -> Run:
    """Build a run of some of the edges in two columns."""
    import numpy as np

    reads = np.frombuffer(read, dtype=np.int32)[start:end]
    order = np.argsort(reads, kind="stable")
    return group_edges(reads[order], np.frombuffer(reader, dtype=np.int32)[start:end][order])


LISTED: Final = frozenset(
    ("module", "visible", "part", "unit", "bound", "bound in", "models", "configuration", "dependents", "family")
)
"""Kinds of items that are looked through when import rules are replaced: their keys are kept, not hashes alone."""


PIECES: Final = ("file", "passed", "part", "variables", "targets", "bases", "writes", "includes", "methods", "fits")
"""Kinds of pieces of work, as they are numbered on disk."""


class Layer(NamedTuple):
    """Differences of a recorder from its base, as plain data.

    `items` are the items of symbols that are not their graph ids, by graph id; `known` further items by the hash of
    their key, `listed` those whose keys are kept. `pieces` are current ones by vertex, `dropped` those of the base that
    no longer exist. Edges (`read`, `reader`) are in the order of what is read. `vertices` is the number of vertices,
    `live` the number of edges that were left when those that lead to no piece were last dropped.
    """

    items: dict[int, int]
    places: dict[int, int]
    known: dict[int, int]
    listed: dict[Key, int]
    pieces: dict[int, tuple[Any, ...]]
    dropped: set[int]
    read: bytes
    reader: bytes
    vertices: int
    live: int


class Mark(NamedTuple):
    """A point in the life of a recorder: its numbers of vertices, items and edges."""

    vertices: int
    items: int
    edges: int


class Fragment(NamedTuple):
    """Records of a copy of a recorder since a mark, as plain data.

    Vertices from `first` on are its own, `size` of them. `items` and `pieces` give the vertices of those that are
    new; edges (`read`, `reader`) are columns of int32."""

    first: int
    size: int
    items: list[tuple[Key, int]]
    pieces: list[tuple[tuple[Any, ...], int]]
    read: bytes
    reader: bytes


class Base:
    """A dependency graph on disk.

    Vertices are numbered in sequence: items of symbols, which are their graph ids, other items by the hash of their
    key, pieces by their hash, answers."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], listed: Callable[[], list[Key]]) -> None:
        self.symbols = int(arrays["counts"][0])
        self.count = int(arrays["counts"][1])
        self._keys: NDArray[np.int64] = arrays["keys"]
        self._pieces: NDArray[np.int64] = arrays["pieces"]
        self._columns: NDArray[np.int32] = arrays["piece_columns"].reshape(-1, 4)
        self._listed = listed
        self.first_piece = self.symbols + len(self._keys)
        self.first_answer = self.first_piece + len(self._pieces)
        self.run = Run(arrays["reads"], arrays["starts"], arrays["readers"])

    def find_item(self, key: int) -> int | None:
        """Return the item of a key by its hash."""
        at = int(self._keys.searchsorted(key))
        return self.symbols + at if at < len(self._keys) and self._keys[at] == key else None

    def find_piece(self, piece: Piece) -> int | None:
        """Return the vertex of a piece."""
        key = hash_text(tuple(piece))
        at = int(self._pieces.searchsorted(key))
        return self.first_piece + at if at < len(self._pieces) and self._pieces[at] == key else None

    def get_piece(self, vertex: int) -> Piece | None:
        if not self.first_piece <= vertex < self.first_answer:
            return None
        kind, at, position, file = self._columns[vertex - self.first_piece].tolist()
        return Piece(PIECES[kind], at, position, file)

    def list_keys(self) -> list[Key]:
        """Return the keys of listed items."""
        return self._listed()


class Recorder:
    """Collector of reads while a program is evaluated.

    `items` gives the item of every graph id.
    """

    def __init__(self, items: list[int], base: Base | None = None, layer: Layer | None = None) -> None:
        self.items = items
        self.base = len(items)
        self.places: dict[int, int] = {}  # item of a symbol → its graph id, where that is another number; -1: gone
        self.count = len(items)  # vertices so far
        self.kept: dict[Key, int] = {}  # answers of this evaluation that are not final → their vertices
        self.joined: dict[Any, int] = {}  # what is read together, by a symbol → its vertex
        self.known: dict[Key, int] = {}  # items but symbols, as far as they were asked for in this process
        # Reads since `flush`, in order: graph ids of symbols and vertices; ~vertex where another one begins to read.
        self._trace = array("i")
        self.append = self._trace.append
        self.read = array("i")
        self.reader = array("i")
        self.pieces: dict[int, Piece] = {}  # vertices of current pieces that are not in the base
        self.vertex: dict[Piece, int] = {}
        self.dropped: set[int] = set()  # pieces of the base that are no more
        self._stored = base
        self._hashed: dict[int, int] = {}  # items that are not in the base, by the hash of their key
        self._listed: dict[Key, int] = {}  # those of them whose keys are kept, of other processes
        self._runs: list[Run] = []
        self._sorted = 0  # edges that are in runs
        self._indexed = 0  # edges that can be asked about
        self._restored = 0  # edges that another process recorded
        self._live_edges = 0
        self._later: dict[int, list[int]] = {}  # what is read → readers, of edges that are in no run
        if base is not None:
            self.count = base.count
        if layer is not None:
            self._restore(layer)
        self.nobody = self.current = (
            self.add_vertex()
        )  # the vertex that reads now; `nobody` where no piece of work is done
        self.append(~self.current)
        self._first_answer = self.count  # of the evaluation at hand

    def _restore(self, layer: Layer) -> None:
        for gid, item in layer.items.items():
            self.items[gid] = item
        self.places, self._hashed, self._listed = dict(layer.places), dict(layer.known), dict(layer.listed)
        self.pieces = {vertex: Piece(*piece) for vertex, piece in layer.pieces.items()}
        self.vertex = {piece: vertex for vertex, piece in self.pieces.items()}
        self.dropped = set(layer.dropped)
        self.read.frombytes(layer.read)
        self.reader.frombytes(layer.reader)
        self._restored = self._sorted = self._indexed = len(self.read)
        self._live_edges = layer.live
        if self._restored:
            import numpy as np

            read, reader = (np.frombuffer(each, dtype=np.int32) for each in (layer.read, layer.reader))
            self._runs.append(group_edges(read, reader))
        self.count = layer.vertices

    def make_layer(self) -> Layer:
        """Return what the base lacks."""
        import numpy as np

        self.flush()
        self.forget_answers()
        read, reader = (np.frombuffer(each, dtype=np.int32) for each in (self.read, self.reader))
        old, live = self._restored, self._live_edges
        more_read, more_reader = self._shorten_new(read[old:], reader[old:])
        read, reader = np.concatenate((read[:old], more_read)), np.concatenate((reader[:old], more_reader))
        if len(read) > 2 * live + SMALL:
            kept = self._find_live(read, reader)
            read, reader = read[kept], reader[kept]
            live = len(read)
        order = np.argsort(read, kind="stable")
        known = {key: item for key, item in self.known.items() if key[0] in LISTED and self._is_new(item)}
        return Layer(
            {gid: item for gid, item in enumerate(self.items) if item != gid},
            self.places, self._hashed, self._listed | known,
            {vertex: tuple(piece) for vertex, piece in self.pieces.items()},
            self.dropped, read[order].tobytes(), reader[order].tobytes(), self.count, live,
        )  # fmt: skip

    def _shorten_new(
        self, read: NDArray[np.int32], reader: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the edges of this process without answers that one vertex reads.

        No other process asks for those answers."""
        import numpy as np

        if not len(read):
            return read, reader
        met, numbers = np.unique(np.concatenate((read, reader)), return_inverse=True)
        is_answer = ~self._find_pieces(met) & ~self._find_items(met)
        ends = numbers.astype(np.int32)
        short_read, short_reader = shorten(ends[: len(read)], ends[len(read) :], is_answer)
        return met[short_read], met[short_reader]

    def _is_new(self, item: int) -> bool:
        return self._stored is None or item >= self._stored.count

    def add_vertex(self) -> int:
        self.count += 1
        return self.count - 1

    # -- answers ------------------------------------------------------------------------------------------------

    def set_reader(self, vertex: int) -> int:
        """Make a vertex the current reader, and return the one before."""
        outer, self.current = self.current, vertex
        self.append(~vertex)
        return outer

    def begin(self) -> int:
        """Start an answer, and return the reader around it for `end`."""
        self.count += 1
        return self.set_reader(self.count - 1)

    def end(self, outer: int) -> int:
        """End an answer, which the reader around it has read, and return its vertex."""
        vertex = self.set_reader(outer)
        self.append(vertex)
        return vertex

    def begin_piece(self, piece: Piece) -> int:
        """Start a piece of work, or a part of one.

        Returns the reader around it, for `end_piece`.
        """
        vertex = self._find_piece(piece)
        if vertex is None:
            vertex = self.vertex[piece] = self.add_vertex()
            self.pieces[vertex] = piece
        return self.set_reader(vertex)

    def end_piece(self, outer: int) -> None:
        """End a piece of work; it is not read by the piece that asked for it."""
        self.set_reader(outer)

    def add_read(self, reader: int, read: int) -> None:
        """Make a vertex that is not the current reader depend on another."""
        outer = self.set_reader(reader)
        self.append(read)
        self.set_reader(outer)

    def flush(self) -> None:
        """Turn recorded reads into edges.

        Graph ids become the items that their symbols have now.
        """
        import numpy as np

        if len(self._trace) < 2:
            return
        trace = np.frombuffer(self._trace, dtype=np.int32)
        symbols, reading = np.array(self.items, dtype=np.int32), trace[:1]
        for at in range(0, len(trace), FLUSHED):
            entries = np.concatenate((reading, trace[at : at + FLUSHED]))
            marks = np.flatnonzero(entries < 0)
            reading = entries[marks[-1] : marks[-1] + 1]
            readers = np.repeat(~entries[marks], np.diff(np.append(marks, len(entries))))
            is_read = entries >= 0
            read, reader = entries[is_read], readers[is_read]
            is_symbol = read < len(symbols)
            read[is_symbol] = symbols[read[is_symbol]]
            read, reader = _order(read, reader)
            self.read.frombytes(read.tobytes())
            self.reader.frombytes(reader.tobytes())
        del trace
        del self._trace[:]
        self.append(~self.current)

    # -- copies in other processes ------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Return the point from which copies of this recorder continue."""
        self.flush()
        return Mark(self.count, len(self.known), len(self.read))

    def export_fragment(self, mark: Mark) -> Fragment:
        """Return the records since a mark.

        Vertices without edges and names are left out.
        """
        import numpy as np

        self.flush()
        items = list(self.known.items())[mark.items :]
        pieces = [(tuple(piece), vertex) for vertex, piece in self.pieces.items() if vertex >= mark.vertices]
        read, reader = (np.frombuffer(each, dtype=np.int32)[mark.edges :] for each in (self.read, self.reader))
        named = np.array([vertex for _, vertex in (*items, *pieces)], dtype=np.int32)
        is_used = np.zeros(self.count, dtype=np.bool_)
        for vertices in (read, reader, named):
            is_used[vertices] = True
        is_used[: mark.vertices] = True
        numbers = np.cumsum(is_used, dtype=np.int32) - np.int32(1)
        renumbered = numbers[named].tolist()
        return Fragment(
            mark.vertices, int(numbers[-1]) + 1 - mark.vertices,
            [(key, number) for (key, _), number in zip(items, renumbered)],
            [(piece, number) for (piece, _), number in zip(pieces, renumbered[len(items) :])],
            numbers[read].tobytes(), numbers[reader].tobytes(),
        )  # fmt: skip

    def add_fragment(self, fragment: Fragment) -> None:
        """Add the records of a copy of this recorder.

        An item or piece that is known here already is one vertex with that of the copy.
        """
        import numpy as np

        first = fragment.first
        numbers = np.arange(first + fragment.size, dtype=np.int32)
        numbers[first:] += self.count - first
        self.count += fragment.size
        for key, vertex in fragment.items:
            numbers[vertex] = self.known.setdefault(key, int(numbers[vertex]))
        for columns, vertex in fragment.pieces:
            piece = Piece(*columns)
            found = numbers[vertex] = self.vertex.setdefault(piece, int(numbers[vertex]))
            self.pieces[int(found)] = piece
        self.read.frombytes(numbers[np.frombuffer(fragment.read, dtype=np.int32)].tobytes())
        self.reader.frombytes(numbers[np.frombuffer(fragment.reader, dtype=np.int32)].tobytes())

    def drop(self, piece: Piece) -> None:
        """Drop a piece that is done again, or that no longer exists."""
        vertex = self.vertex.pop(piece, None)
        if vertex is not None:
            del self.pieces[vertex]
        elif self._stored is not None and (vertex := self._stored.find_piece(piece)) is not None:
            self.dropped.add(vertex)

    def _find_piece(self, piece: Piece) -> int | None:
        vertex = self.vertex.get(piece)
        if vertex is None and self._stored is not None:
            vertex = self._stored.find_piece(piece)
            return None if vertex in self.dropped else vertex
        return vertex

    def _get_piece(self, vertex: int) -> Piece | None:
        piece = self.pieces.get(vertex)
        if piece is None and self._stored is not None and vertex not in self.dropped:
            return self._stored.get_piece(vertex)
        return piece

    def find_gid(self, item: int) -> int:
        """Return the graph id of a symbol's item, -1 for one that no longer exists."""
        return self.places.get(item, item if item < self.base else -1)

    # -- items --------------------------------------------------------------------------------------------------

    def intern_item(self, key: Key) -> int:
        found = self.known.get(key)
        if found is None:
            found = self.find_item(key)
            if found is None:
                found = self.known[key] = self.add_vertex()
                if self._stored is not None:
                    self._hashed[hash_text(key)] = found
        return found

    def find_item(self, key: Key) -> int | None:
        """Return the item of a key, None where nobody read it."""
        found = self.known.get(key)
        if found is None and self._stored is not None:
            hashed = hash_text(key)
            found = self._hashed.get(hashed)
            if found is None:
                found = self._stored.find_item(hashed)
            if found is not None:
                self.known[key] = found
        return found

    def list_items(self) -> dict[Key, int]:
        """Return the items to check when import rules are replaced, by key."""
        if self._stored is None:
            return {key: item for key, item in self.known.items() if key[0] in LISTED}
        keys = self._stored.list_keys()
        found = {key: item for key in keys if (item := self.find_item(key)) is not None}
        return found | self._listed | {key: item for key, item in self.known.items() if key[0] in LISTED}

    def read_item(self, key: Key) -> None:
        """Make the current reader depend on an item other than a symbol."""
        found = self.known.get(key)
        self.append(self.intern_item(key) if found is None else found)

    # -- what rests on what -------------------------------------------------------------------------------------

    def find_dependents(self, items: Iterable[int]) -> set[Piece]:
        """Return the pieces of work that read any of the items.

        They read them directly or through answers.
        """
        self.flush()
        self.index()
        seen: set[int] = set()
        queue = [item for item in items if item >= 0]
        found: set[Piece] = set()
        later, runs, get_piece = self._later, self._runs, self._get_piece
        if self._stored is not None:
            runs = [self._stored.run, *runs]
        while queue:
            vertex = queue.pop()
            if vertex in seen:
                continue
            seen.add(vertex)
            piece = get_piece(vertex)
            if piece is not None:
                found.add(piece)
            for run in runs:
                queue.extend(run.list_readers(vertex))
            more = later.get(vertex)
            if more:
                queue.extend(more)
        return found

    def index(self) -> None:
        """Index the edges for questions.

        They are kept in sorted runs, which are joined as they become many.
        """
        total = len(self.read)
        if total - self._indexed > SMALL:
            self._runs.append(sort_edges(self.read, self.reader, self._sorted, total))
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
        """Join all runs but the first.

        All of them are joined when the others have as many edges as the first.
        """
        import numpy as np

        first = len(self._runs[0])
        if sum(map(len, self._runs[1:])) < first:
            self._runs[1:] = [sort_edges(self.read, self.reader, first, len(self.read))]
            return
        read, reader = (np.frombuffer(each, dtype=np.int32) for each in (self.read, self.reader))
        kept = self._find_live(read, reader)
        self.read, self.reader = (array("i", each[kept].tobytes()) for each in (read, reader))
        self._sorted = len(self.read)
        self._runs = [sort_edges(self.read, self.reader, 0, self._sorted)]

    def _find_live(self, read: NDArray[np.int32], reader: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which edges lead to a piece, or to an answer of this evaluation.

        A piece may still read such an answer.
        """
        import numpy as np

        met, numbers = np.unique(np.concatenate((read, reader)), return_inverse=True)
        count = len(read)
        read, reader = numbers[:count].astype(np.int32), numbers[count:].astype(np.int32)
        by_reader = np.argsort(reader, kind="stable")
        starts = np.searchsorted(reader[by_reader], np.arange(len(met) + 1))
        alive = np.zeros(len(met), dtype=np.bool_)
        front = np.flatnonzero(self._find_pieces(met) | (met >= self._first_answer))
        while len(front):
            alive[front] = True
            sizes = starts[front + 1] - starts[front]
            offsets = np.repeat(starts[front] - np.cumsum(sizes) + sizes, sizes)
            ends = read[by_reader[offsets + np.arange(int(sizes.sum()))]]
            front = np.unique(ends[~alive[ends]])
        return alive[reader]

    def _find_pieces(self, vertices: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which vertices are current pieces of work."""
        import numpy as np

        found = np.isin(vertices, np.fromiter(self.pieces, dtype=np.int64, count=len(self.pieces)))
        if self._stored is not None:  # pieces of the base may have read more since
            stored = (vertices >= self._stored.first_piece) & (vertices < self._stored.first_answer)
            found |= stored & ~np.isin(vertices, np.fromiter(self.dropped, dtype=np.int64, count=len(self.dropped)))
        return found

    def _find_items(self, vertices: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which vertices are items."""
        import numpy as np

        first = self.base if self._stored is None else self._stored.first_piece
        further = [*self.places, *self.known.values(), *self._hashed.values()]
        return (vertices < first) | np.isin(vertices, np.array(further, dtype=np.int64))

    def forget_answers(self) -> None:
        """Forget the answers of an evaluation when another one begins."""
        self.kept.clear()
        self.joined.clear()
        self._first_answer = self.count
        self.set_reader(self.nobody)


def pack_graph(record: Recorder) -> dict[str, NDArray[Any]]:
    """Pack the dependency graph of a new program into the arrays of a base.

    Vertices are numbered again in the order of `Base`, and answers with one reader are replaced by that reader.
    """
    import numpy as np

    record.flush()
    symbols, count = len(record.items), record.count
    keys = np.array([hash_text(key) for key in record.known], dtype=np.int64)
    pieces = np.array([hash_text(tuple(piece)) for piece in record.vertex], dtype=np.int64)
    by_key, by_piece = np.argsort(keys, kind="stable"), np.argsort(pieces, kind="stable")
    numbers = np.full(count, -1, dtype=np.int32)
    numbers[:symbols] = np.arange(symbols)
    first_piece = symbols + len(keys)
    numbers[np.fromiter(record.known.values(), np.int64, len(keys))[by_key]] = np.arange(symbols, first_piece)
    vertices = np.fromiter(record.vertex.values(), np.int64, len(pieces))[by_piece]
    first_answer = first_piece + len(pieces)
    numbers[vertices] = np.arange(first_piece, first_answer)
    is_answer = numbers < 0
    total = first_answer + int(np.count_nonzero(is_answer))
    numbers[is_answer] = np.arange(first_answer, total, dtype=np.int32)
    read, reader = (numbers[np.frombuffer(each, dtype=np.int32)] for each in (record.read, record.reader))
    del numbers, is_answer
    read, reader = shorten(read, reader, np.arange(total, dtype=np.int32) >= first_answer)
    is_used = np.zeros(total, dtype=np.bool_)
    is_used[read] = is_used[reader] = True
    renumbered = np.arange(total, dtype=np.int32)
    renumbered[first_answer:] = np.cumsum(is_used[first_answer:]) + (first_answer - 1)
    kept = int(np.count_nonzero(is_used[first_answer:]))
    read, reader = renumbered[read], renumbered[reader]
    starts = np.flatnonzero(np.diff(read, prepend=-1))
    reads = read[starts]
    rows = list(record.vertex)
    ordered: list[Piece] = [rows[int(at)] for at in by_piece]
    columns = [(PIECES.index(p.what), p.at, p.position, p.file) for p in ordered]
    listed = [key for key in record.known if key[0] in LISTED]
    return {
        "counts": np.array([symbols, first_answer + kept]), "keys": keys[by_key], "pieces": pieces[by_piece],
        "piece_columns": np.array(columns, dtype=np.int32).reshape(-1), "reads": reads.astype(np.int32),
        "starts": np.append(starts, len(read)), "readers": reader.astype(np.int32),
        "listed": np.frombuffer(marshal.dumps(listed, 2), dtype=np.uint8),
    }  # fmt: skip


def shorten(
    read: NDArray[np.int32], reader: NDArray[np.int32], is_answer: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return edges sorted by what is read, without superfluous answers.

    Answers that one vertex reads, or that read one, are replaced by that vertex. `is_answer` is by vertex.
    """
    for _ in range(ROUNDS):
        reader, read = _contract(*_order(reader, read), is_answer)
        read, reader = _contract(*_order(read, reader), is_answer)
    return _order(read, reader)


def _order(one: NDArray[Any], other: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return pairs in order, each once."""
    import numpy as np

    pairs = one.astype(np.int64)
    pairs <<= 32
    pairs |= other
    pairs.sort()
    is_first = np.ones(len(pairs), dtype=np.bool_)
    np.not_equal(pairs[1:], pairs[:-1], out=is_first[1:])
    pairs = pairs[is_first]
    low = pairs.astype(np.int32)
    pairs >>= 32
    return pairs.astype(np.int32), low


def _contract(
    near: NDArray[np.int32], far: NDArray[np.int32], is_answer: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return edges without answers that have at most one edge to a near vertex.

    Such an answer is replaced by that vertex. One that has none, or leads back to itself alone, is left out.
    """
    import numpy as np

    count = len(is_answer)
    edges = np.bincount(far, minlength=count)
    is_single, is_dead = (edges == 1) & is_answer, (edges == 0) & is_answer
    del edges
    stand_in = np.arange(count, dtype=np.int32)
    lone = is_single[far]
    stand_in[far[lone]] = near[lone]
    for _ in range(count.bit_length()):  # chains of such answers
        further = stand_in[stand_in]
        if (further == stand_in).all():
            break
        stand_in = further
    is_dead |= is_single  # of a chain that ends, no such answer is left
    near = stand_in[near]
    kept = ~lone & ~is_dead[near] & (near != far)
    return near[kept], far[kept]
