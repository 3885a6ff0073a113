"""Chunks of a generation and the inverted index over their terms, as one file that is mapped into memory.

    rows in `chunks`     one a chunk, numbered in path and line order
    g7/lexical.bin       a header, then the arrays of `_ARRAYS`, each at a multiple of eight bytes

For every term, in byte order, `chunks[indptr[t]:indptr[t + 1]]` are the chunks that have it and `counts` how often.
A query reads one slice a term and weighs fields by what the query is.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.errors import StorageError
from codegraph.model import FileChunks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE: Final = "lexical.bin"
_MAGIC: Final = b"cglexic1"
_ARRAYS: Final = {
    "indptr": "<u4", "chunks": "<u4", "counts": "u1", "files": "<u4", "lengths": "<u4", "offsets": "<u4", "words": "u1",
    "link_from": "<u4", "link_to": "<u4", "link_weights": "<f4", "ranks": "<f4",
}  # fmt: skip
"""`files` and `lengths` (terms of the text) are a chunk each, `offsets` are the bytes of `words` where terms begin.
Links lead from file to file, `ranks` is the PageRank of each file over them."""
_REMEMBERED: Final = 4_096
"""Terms whose place is kept: one query asks for each of its own several times."""
_REBUILD: Final = "run `codegraph index --force`"
_FIELD_MARKS: Final = frozenset("~=/")


def write_chunks(
    connection: sqlite3.Connection,
    generation: Path,
    files: Sequence[FileChunks | None],
    node: Callable[[int, int], int | None],
    links: Mapping[tuple[int, int], float],
) -> None:
    """Write the chunks of every file, by file number. `node(file, symbol)` gives the node of a local symbol; `links`
    are weights of (user, used) pairs of files."""
    rows: list[tuple[int, int, int, int, int | None, str]] = []
    for number, entry in enumerate(files):
        for chunk in entry.chunks if entry is not None else ():
            rows.append((len(rows), number, chunk.start, chunk.end, node(number, chunk.symbol), chunk.name))
    connection.executemany("INSERT INTO chunks VALUES(?,?,?,?,?,?)", rows)
    _save(generation / FILE, {**_inverted(files), **_linked(links, len(files))})


def _inverted(files: Sequence[FileChunks | None]) -> dict[str, NDArray]:
    import numpy as np

    # Numbers words as they come, without a step of Python for each of their millions.
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    nothing = np.empty(0, np.uint32)
    terms, chunks, counts, owners = [nothing], [nothing], [np.empty(0, np.uint8)], [nothing]
    first = 0
    for file, entry in enumerate(files):
        if entry is None:
            continue
        shared = np.fromiter(map(numbers.__getitem__, entry.words), np.uint32, len(entry.words))
        sizes = np.diff(np.frombuffer(entry.bounds, dtype=np.uint32).astype(np.int64))
        terms.append(shared[np.frombuffer(entry.indices, dtype=np.uint32)])
        chunks.append(np.repeat(np.arange(first, first + len(sizes), dtype=np.uint32), sizes))
        counts.append(np.frombuffer(entry.counts, dtype=np.uint8))
        owners.append(np.full(len(sizes), file, np.uint32))
        first += len(sizes)
    seen, holder, count = np.concatenate(terms), np.concatenate(chunks), np.concatenate(counts)
    text = np.fromiter((word[0] not in _FIELD_MARKS for word in numbers), np.bool_, len(numbers))
    lengths = np.bincount(holder, np.where(text[seen], count, 0), minlength=first)
    words = sorted((word.encode("utf-8"), number) for word, number in numbers.items())
    place = np.empty(len(words), np.uint32)
    place[[number for _, number in words]] = np.arange(len(words), dtype=np.uint32)
    term = place[seen]
    order = np.argsort(term, kind="stable")
    return {
        "indptr": np.searchsorted(term[order], np.arange(len(words) + 1)),
        "chunks": holder[order], "counts": count[order], "files": np.concatenate(owners), "lengths": lengths,
        "offsets": np.cumsum([0, *(len(word) for word, _ in words)]),
        "words": np.frombuffer(b"".join(word for word, _ in words), dtype=np.uint8),
    }  # fmt: skip


def _linked(links: Mapping[tuple[int, int], float], files: int) -> dict[str, NDArray]:
    import numpy as np

    from codegraph.analysis.csr import Csr
    from codegraph.analysis.rank import pagerank

    pairs = np.array(sorted(links), dtype=np.int64).reshape(-1, 2)
    weights = np.array([links[a, b] for a, b in pairs.tolist()], dtype=np.float64)
    graph = Csr.from_edges(pairs[:, 0], pairs[:, 1], files, weights)
    return {
        "link_from": pairs[:, 0], "link_to": pairs[:, 1], "link_weights": weights,
        "ranks": pagerank(graph) if files else np.zeros(0),
    }  # fmt: skip


def _save(path: Path, arrays: dict[str, NDArray]) -> None:
    """Raises OSError."""
    parts = {name: arrays[name].astype(kind, copy=False).tobytes() for name, kind in _ARRAYS.items()}
    header = json.dumps({name: len(part) for name, part in parts.items()}).encode()
    header += b" " * (-(len(_MAGIC) + 8 + len(header)) % 8)
    with open(path, "wb") as out:
        out.write(_MAGIC + len(header).to_bytes(8, "little") + header)
        for part in parts.values():
            out.write(part + bytes(-len(part) % 8))


class LexicalIndex:
    """Postings of one generation. Opening maps the file; a look-up reads the pages it needs."""

    def __init__(self, generation: Path) -> None:
        """Raises StorageError when the file is missing or damaged."""
        import numpy as np

        try:
            whole = np.memmap(generation / FILE, dtype=np.uint8, mode="r")
            if whole[:8].tobytes() != _MAGIC:
                raise ValueError("not an index of terms")
            at = 16 + int.from_bytes(whole[8:16].tobytes(), "little")
            sizes: dict[str, int] = json.loads(whole[16:at].tobytes())
            found: dict[str, NDArray] = {}
            for name, kind in _ARRAYS.items():
                found[name] = np.frombuffer(whole[at : at + sizes[name]], dtype=kind)
                at += sizes[name] + -sizes[name] % 8
            if at != len(whole) or len(found["offsets"]) != len(found["indptr"]):
                raise ValueError("its parts do not fit together")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StorageError(f"the search index is damaged: {error}", hint=_REBUILD) from error
        self.files: NDArray[np.uint32] = found["files"]
        """File number of each chunk; ascending."""
        self.lengths: NDArray[np.uint32] = found["lengths"]
        self.link_from: NDArray[np.uint32] = found["link_from"]
        """Files that use another one, ascending; `link_to` is that one, `link_weights` how much."""
        self.link_to: NDArray[np.uint32] = found["link_to"]
        self.link_weights: NDArray[np.float32] = found["link_weights"]
        self.ranks: NDArray[np.float32] = found["ranks"]
        """PageRank of each file; sums to 1."""
        self._indptr, self._chunks, self._counts = found["indptr"], found["chunks"], found["counts"]
        self._offsets = found["offsets"].data  # a number read from it costs a tenth of one from an array
        self._words = found["words"].data
        self._looked_up: dict[str, tuple[NDArray[np.uint32], NDArray[np.uint8]]] = {}

    def __len__(self) -> int:
        """Number of chunks."""
        return len(self.files)

    @cached_property
    def mean_length(self) -> float:
        return max(float(self.lengths.mean()), 1.0) if len(self) else 1.0

    def postings(self, term: str) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """Chunks that have a term, ascending, and their counts; empty for a term that none has."""
        found = self._looked_up.get(term)
        if found is None:
            if len(self._looked_up) > _REMEMBERED:
                self._looked_up.clear()
            found = self._looked_up[term] = self._look_up(term.encode("utf-8", "replace"))
        return found

    def _look_up(self, wanted: bytes) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        at = self._place(wanted)
        known = at < len(self._offsets) - 1 and self._word(at) == wanted
        start, end = (self._indptr[at], self._indptr[at + 1]) if known else (0, 0)
        return self._chunks[start:end], self._counts[start:end]

    def starting(self, prefix: str) -> list[str]:
        """Terms that begin with `prefix`, in byte order."""
        start = prefix.encode("utf-8", "replace")
        first, last = self._place(start), self._place(start + b"\xff")
        whole = self._words[self._offsets[first] : self._offsets[last]].tobytes()
        base = self._offsets[first]
        bounds = [offset - base for offset in self._offsets[first : last + 1]]
        return [whole[a:b].decode("utf-8") for a, b in pairwise(bounds)]

    def _word(self, at: int) -> bytes:
        return self._words[self._offsets[at] : self._offsets[at + 1]].tobytes()

    def _place(self, wanted: bytes) -> int:
        """Number of the first term that is not less than `wanted`."""
        return bisect_left(range(len(self._offsets) - 1), wanted, key=self._word)
