"""Chunks of a generation and the inverted index over their terms.

    rows in `chunks`     one a chunk
    g7/lexical.bin       links between files, the rank of each, and the names of the parts of the index
    g7/terms-*.bin       those parts, mapped into memory (`postings.py`); most are shared with the last generation

An edit adds a part with the chunks of the changed files. Deleted chunks stay in their parts until parts are merged.
Small parts are merged soon, so that there are never many.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.graph_model import FileChunks
from codegraph.store import array_file
from codegraph.store.array_file import REBUILD
from codegraph.store.checksums import SMALL, find_damage
from codegraph.store.numbering import Numbering

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.store.file_links import Linked, Tally
    from codegraph.store.postings import Postings

FILE: Final = "lexical.bin"
_MAGIC: Final = b"cglexic2"
_ARRAYS: Final = {
    "edge_user": "<u4", "edge_used": "<u4", "edge_times": "<u4",
    "name_user": "<u4", "name_used": "<u4", "name_times": "<u4",
    "link_from": "<u4", "link_to": "<u4", "link_weights": "<f4", "ranks": "<f4",
}  # fmt: skip
"""The first six are tallies by id of file, the next three are links by number of file."""
_REMEMBERED: Final = 4_096
"""Terms whose place is kept: one query asks for each of its own several times."""

INSERT_CHUNK: Final = "INSERT INTO chunks VALUES(?,?,?,?,?,?)"


class LinkFile(NamedTuple):
    """Content of `lexical.bin`.

    `edges` and `names` are tallies of uses: those that edges show, and further ones.
    """

    parts: list[str]
    edges: Tally
    names: Tally
    linked: Linked


def save_links(generation: Path, found: LinkFile) -> None:
    """Save the links of a generation.

    Raises OSError.
    """
    arrays = {
        "edge_user": found.edges.user, "edge_used": found.edges.used, "edge_times": found.edges.times,
        "name_user": found.names.user, "name_used": found.names.used, "name_times": found.names.times,
        "link_from": found.linked.user, "link_to": found.linked.used, "link_weights": found.linked.weights,
        "ranks": found.linked.ranks,
    }  # fmt: skip
    array_file.save(generation / FILE, _MAGIC, _ARRAYS, arrays, found.parts)


def load_links(generation: Path) -> LinkFile:
    """Load the links of a generation.

    Raises StorageError.
    """
    import numpy as np

    from codegraph.store.file_links import Linked, Tally

    opened = array_file.load(generation / FILE, _MAGIC, _ARRAYS)
    found = opened.arrays
    edges, names = (
        Tally(*(found[f"{kind}_{part}"].astype(np.int64) for part in ("user", "used", "times")))
        for kind in ("edge", "name")
    )
    linked = Linked(found["link_from"], found["link_to"], found["link_weights"], found["ranks"])
    return LinkFile(opened.notes, edges, names, linked)


def build_part_name(generation: int) -> str:
    return f"terms-{generation}.bin"


def build_chunk_rows(
    file: int, entry: FileChunks, first: int, symbol_ids: Sequence[int]
) -> list[tuple[int, int, int, int, int | None, str]]:
    """Return rows of the chunks of a file, numbered from `first`.

    `symbol_ids` are by place in the file's facts.
    """
    rows = []
    for id, chunk in enumerate(entry.chunks, first):
        symbol = symbol_ids[chunk.symbol] if 0 <= chunk.symbol < len(symbol_ids) else -1
        rows.append((id, file, chunk.start, chunk.end, symbol if symbol >= 0 else None, chunk.name))
    return rows


class LexicalIndex:
    """Postings of one generation, by number of chunk and file.

    A look-up reads the pages that it needs.
    """

    def __init__(self, generation: Path, numbering: Numbering) -> None:
        """Open the index of a generation.

        Raises StorageError when a file is missing or damaged.
        """
        import numpy as np

        from codegraph.store.postings import Postings

        opened = array_file.load(generation / FILE, _MAGIC, _ARRAYS)
        wrong = find_damage(generation, (FILE, *opened.notes), most=SMALL)
        if wrong:
            raise StorageError(f"the search index is damaged: {wrong}", hint=REBUILD)
        self._parts: list[Postings] = [Postings.load(generation / name) for name in opened.notes]
        total = numbering.first_chunks[-1]
        alone = len(self._parts) == 1 and numbering.chunk_order.firsts in ([], [0]) and len(self._parts[0]) == total
        size = max([0, *(int(part.ids[-1]) + 1 for part in self._parts if len(part))])
        self._places: NDArray[np.int64] | None = None if alone else numbering.chunk_order.build_places(size)
        self.files: NDArray[np.uint32] = np.repeat(
            np.arange(len(numbering.chunks), dtype=np.uint32), np.array(numbering.chunks, dtype=np.int64)
        )
        """File number of each chunk; ascending."""
        self.lengths: NDArray[np.uint32] = self._parts[0].lengths if alone else self._read_lengths(total)
        self.link_from: NDArray[np.uint32] = opened.arrays["link_from"]
        """Files that use another one, ascending; `link_to` is that one, `link_weights` how much."""
        self.link_to: NDArray[np.uint32] = opened.arrays["link_to"]
        self.link_weights: NDArray[np.float32] = opened.arrays["link_weights"]
        self.ranks: NDArray[np.float32] = opened.arrays["ranks"]
        """PageRank of each file; sums to 1."""
        if len(self.ranks) != len(numbering.files):
            raise StorageError("the search index is damaged: it is of another generation", hint=REBUILD)
        self._looked_up: dict[str, tuple[NDArray[np.uint32], NDArray[np.uint8]]] = {}

    def _read_lengths(self, total: int) -> NDArray[np.uint32]:
        import numpy as np

        assert self._places is not None
        found = np.zeros(total, np.uint32)
        known = 0
        for part in self._parts:
            places = self._places[part.ids]
            there = places >= 0
            found[places[there]] = part.lengths[there]
            known += int(there.sum())
        if known != total:
            raise StorageError("the search index is damaged: it is of another generation", hint=REBUILD)
        return found

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.files)

    def find_postings(self, term: str) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """Return the chunks that have a term, ascending, and their counts.

        Both are empty for a term that no chunk has.
        """
        found = self._looked_up.get(term)
        if found is None:
            if len(self._looked_up) > _REMEMBERED:
                self._looked_up.clear()
            found = self._looked_up[term] = self._look_up(term.encode("utf-8", "replace"))
        return found

    def _look_up(self, wanted: bytes) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        if self._places is None:
            return self._parts[0].find(wanted)
        import numpy as np

        found = [part.find(wanted) for part in self._parts]
        places = self._places[np.concatenate([chunks for chunks, _ in found])]
        counts = np.concatenate([counts for _, counts in found])
        there = np.flatnonzero(places >= 0)
        order = there[np.argsort(places[there])]
        return places[order].astype(np.uint32), counts[order]

    def find_terms(self, prefix: str) -> list[str]:
        """Return the terms that begin with `prefix`, in byte order."""
        start = prefix.encode("utf-8", "replace")
        places = self._places
        if places is None:
            return [term.decode("utf-8") for term, _ in self._parts[0].find_prefix(start)]
        found = sorted((pair for part in self._parts for pair in part.find_prefix(start)), key=itemgetter(0))
        return [
            term.decode("utf-8")
            for term, same in groupby(found, key=itemgetter(0))
            if any(int(places[chunks].max(initial=-1)) >= 0 for _, chunks in same)
        ]
