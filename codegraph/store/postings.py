"""Inverted indexes over the terms of chunks: construction, merging and look-up.

For every term, in byte order, `postings[indptr[t]:indptr[t + 1]]` are the chunks that have it, ascending: the id of
each and, in the lowest byte, its count. Where ids take more than three bytes, `postings` has the ids only, and `counts`
has the counts. `offsets` are the bytes of `words` where terms begin. `ids` are the chunks of this index, ascending, and
`lengths` the number of terms in the text of each. An index may have chunks that are gone; the caller knows which.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, repeat
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.errors import StorageError
from codegraph.graph_model import FileChunks
from codegraph.store import array_file
from codegraph.store.array_file import REBUILD

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAGIC: Final = b"cgterms2"
_ARRAYS: Final = {
    "indptr": "<u4", "postings": "<u4", "counts": "u1", "ids": "<u4", "lengths": "<u4", "offsets": "<u4", "words": "u1",
}  # fmt: skip
_COUNT: Final = 8
"""Bits of a count. Ids of chunks that fit beside it in 32 take a fifth less room and less work to write."""
_CHUNK: Final = np.uint64(_COUNT)
_TERM: Final = np.uint64(_COUNT + 28)
"""Places of a chunk and a term in a key; a count is below both."""
_CHUNKS: Final = 1 << 28
"""Chunks, and terms, that keys tell apart."""
_COUNT_MASK: Final = np.uint64((1 << _COUNT) - 1)
_CHUNK_MASK: Final = np.uint64(_CHUNKS - 1)
_NEWLINE: Final = ord("\n")
_STEP: Final = 1 << 20
"""Keys that are changed at a time."""
_FIELD_MARKS: Final = np.frombuffer(b"~=/", dtype=np.uint8)


class Postings:
    """One inverted index."""

    def __init__(self, arrays: dict[str, NDArray]) -> None:
        self.arrays = arrays
        self.ids: NDArray[np.uint32] = arrays["ids"]
        self.lengths: NDArray[np.uint32] = arrays["lengths"]
        self._indptr, self._postings, self._counts = arrays["indptr"], arrays["postings"], arrays["counts"]
        self._apart = len(self._counts) == len(self._postings)
        self._offsets = arrays["offsets"].data  # a number read from it costs a tenth of one from an array
        self._words = arrays["words"].data

    @classmethod
    def load(cls, path: Path) -> Postings:
        """Load an index.

        Raises StorageError when the file is missing or damaged.
        """
        arrays = array_file.load(path, _MAGIC, _ARRAYS).arrays
        if (
            len(arrays["offsets"]) != len(arrays["indptr"])
            or len(arrays["ids"]) != len(arrays["lengths"])
            or len(arrays["counts"]) not in (0, len(arrays["postings"]))
        ):
            raise StorageError("the search index is damaged: its parts do not fit together", hint=REBUILD)
        return cls(arrays)

    def save(self, path: Path) -> None:
        """Save the index.

        Raises OSError.
        """
        array_file.save(path, _MAGIC, _ARRAYS, self.arrays, [])

    def __len__(self) -> int:
        """Return the number of chunks, deleted ones included."""
        return len(self.ids)

    @property
    def terms(self) -> int:
        return len(self._offsets) - 1

    def find(self, term: bytes) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """Return the ids of the chunks that have a term, and their counts.

        Both are empty for a term that is not in this index.
        """
        at = self._find_place(term)
        known = at < self.terms and self._read_word(at) == term
        start, end = (self._indptr[at], self._indptr[at + 1]) if known else (0, 0)
        return self._read_chunks(start, end), self._read_counts(start, end)

    def find_prefix(self, prefix: bytes) -> list[tuple[bytes, NDArray[np.uint32]]]:
        """Return the terms that begin with `prefix`, in byte order, with their chunks."""
        first, last = self._find_place(prefix), self._find_place(prefix + b"\xff")
        cuts = self._indptr[first : last + 1].tolist()
        return [
            (self._read_word(at), self._read_chunks(a, b))
            for at, (a, b) in zip(range(first, last), pairwise(cuts), strict=False)
        ]

    def list_postings(self) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8]]:
        """Return every posting in order: number of the term, chunk, count."""
        end = len(self._postings)
        terms = np.repeat(np.arange(self.terms), np.diff(self._indptr.astype(np.int64)))
        return terms, self._read_chunks(0, end), self._read_counts(0, end)

    def list_words(self) -> list[bytes]:
        """Return every term, in byte order."""
        whole = bytes(self._words)
        return [whole[a:b] for a, b in pairwise(self._offsets)]

    def _read_chunks(self, start: int, end: int) -> NDArray[np.uint32]:
        found = self._postings[start:end]
        return found if self._apart else found >> np.uint32(_COUNT)

    def _read_counts(self, start: int, end: int) -> NDArray[np.uint8]:
        return self._counts[start:end] if self._apart else self._postings[start:end].astype(np.uint8)  # the lowest byte

    def _read_word(self, at: int) -> bytes:
        return self._words[self._offsets[at] : self._offsets[at + 1]].tobytes()

    def _find_place(self, wanted: bytes) -> int:
        """Return the number of the first term that is not less than `wanted`."""
        return bisect_left(range(self.terms), wanted, key=self._read_word)


def build_postings(files: Iterable[tuple[int, FileChunks]]) -> Postings:
    """Build the index of the chunks of some files.

    Each file comes with the id of its first chunk; ids ascend. Postings are collected as keys in one array that is
    sorted in place, because resolving needs memory at the same time. Raises StorageError.
    """
    # Numbers words as they come, without a step of Python for each of their millions.
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    collected, ids = array("Q"), [np.empty(0, np.uint32)]
    for first, entry in files:
        shared = np.fromiter(map(numbers.__getitem__, entry.words), np.uint64, len(entry.words))
        sizes = np.diff(np.frombuffer(entry.bounds, dtype=np.uint32).astype(np.int64))
        own = np.arange(first, first + len(sizes), dtype=np.uint32)
        term = shared[np.frombuffer(entry.indices, dtype=entry.indices.typecode)]
        counts = np.frombuffer(entry.counts, dtype=np.uint8)
        collected.frombytes(_pack_keys(term, np.repeat(own, sizes), counts).tobytes())
        ids.append(own)
    numbers.default_factory = None  # else it holds itself, and stays where nobody collects
    known = np.concatenate(ids)
    words = sorted(numbers)  # the order of their bytes in UTF-8 is that of their characters
    _check_sizes(len(words), int(known.max(initial=0)))
    place = np.empty(len(words), np.uint64)
    place[np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))] = np.arange(len(words), dtype=np.uint64)
    del numbers
    firsts = np.fromiter(map(ord, map(itemgetter(0), words)), np.uint32, len(words))
    is_text = np.isin(firsts, _FIELD_MARKS, invert=True)
    lines = "".join(chain.from_iterable(zip(words, repeat("\n")))).encode("utf-8")
    del words
    keys = np.frombuffer(collected, dtype=np.uint64)
    start = int(known.min(initial=_CHUNKS))
    lengths = np.zeros(max(int(known.max(initial=0)) - start + 1, 0), np.int64)
    for part in (keys[at : at + _STEP] for at in range(0, len(keys), _STEP)):
        term = place[part >> _TERM]
        times = np.where(is_text[term], part & _COUNT_MASK, np.uint64(0))
        holder = (part >> _CHUNK & _CHUNK_MASK).view(np.int64) - start
        lengths += np.bincount(holder, times, len(lengths)).astype(np.int64)
        part &= ~(~np.uint64(0) << _TERM)
        part |= term << _TERM
    return _assemble(lines, keys, known, lengths[known.astype(np.int64) - start])


def _assemble(lines: bytes, keys: NDArray[np.uint64], ids: NDArray, lengths: NDArray) -> Postings:
    """Assemble an index from `_pack_keys`.

    The keys are sorted in place and consumed; the postings of a term are then in chunk order. `lines` are the terms in
    order, each with a newline after it.
    """
    characters = np.frombuffer(lines, dtype=np.uint8)
    is_end = characters == _NEWLINE
    ends = np.flatnonzero(is_end)
    ends -= np.arange(len(ends))
    keys.sort()
    if int(ids.max(initial=0)).bit_length() + _COUNT > 32:
        count, posting = keys.astype(np.uint8), (keys >> _CHUNK & _CHUNK_MASK).astype(np.uint32)
    else:
        count, posting = np.empty(0, np.uint8), keys.astype(np.uint32)  # the low bytes
    keys >>= _TERM
    arrays = {
        "indptr": np.concatenate([[0], np.cumsum(np.bincount(keys.view(np.int64), minlength=len(ends)))]),
        "postings": posting, "counts": count, "ids": ids, "lengths": lengths,
        "offsets": np.concatenate([[0], ends]), "words": characters[~is_end],
    }  # fmt: skip
    return Postings({name: arrays[name].astype(kind, copy=False) for name, kind in _ARRAYS.items()})


def _pack_keys(term: NDArray, holder: NDArray, count: NDArray) -> NDArray[np.uint64]:
    """Return a term, a chunk and a count for each posting as one number.

    Sorting these takes half the memory of finding an order."""
    keys = term.astype(np.uint64)
    keys <<= _TERM
    keys |= holder.astype(np.uint64) << _CHUNK
    keys |= count
    return keys


def _check_sizes(terms: int, last_id: int) -> None:
    """Check that the keys of an index fit.

    Raises StorageError.
    """
    if terms > _CHUNKS or last_id >= _CHUNKS:
        raise StorageError(f"{terms:,} different words in {last_id:,} chunks are more than one search index holds")


def merge(parts: Sequence[Postings], alive: NDArray[np.bool_]) -> Postings:
    """Merge several indexes, without chunks that are gone.

    `alive` is by id. Terms without any chunk are left out.
    """
    numbers: dict[bytes, int] = {}
    terms, chunks, counts, ids, lengths = [], [], [], [], []
    for part in parts:
        own = np.fromiter((numbers.setdefault(word, len(numbers)) for word in part.list_words()), np.uint32, part.terms)
        term, holder, count = part.list_postings()
        keep = alive[holder]
        terms.append(own[term[keep]])
        chunks.append(holder[keep])
        counts.append(count[keep])
        there = alive[part.ids]
        ids.append(part.ids[there])
        lengths.append(part.lengths[there])
    seen, holder, known = np.concatenate(terms), np.concatenate(chunks), np.concatenate(ids)
    used = np.bincount(seen, minlength=len(numbers)) > 0
    words = sorted((word, number) for word, number in numbers.items() if used[number])
    place = np.zeros(len(numbers), np.uint32)
    place[[number for _, number in words]] = np.arange(len(words), dtype=np.uint32)
    order = np.argsort(known, kind="stable")  # ids of a later part may be less than those of an earlier one
    _check_sizes(len(words), int(known.max(initial=0)))
    keys = _pack_keys(place[seen], holder, np.concatenate(counts))
    lines = b"".join(word + b"\n" for word, _ in words)
    return _assemble(lines, keys, known[order], np.concatenate(lengths)[order])
