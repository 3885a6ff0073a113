"""Inverted indexes over the terms of chunks: made from files, merged, and looked up in.

For every term, in byte order, `postings[indptr[t]:indptr[t + 1]]` are the chunks that have it, ascending: the id of
each and, in the lowest byte, how often. Where ids take more than three bytes they stand alone, and `counts` beside
them. `offsets` are the bytes of `words` where terms begin; `ids` are the chunks of this index, ascending, and `lengths`
how many terms the text of each has. An index may have chunks that are gone: whoever asks knows which.
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
from codegraph.model import FileChunks
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
        """Raises StorageError when the file is missing or damaged."""
        arrays = array_file.load(path, _MAGIC, _ARRAYS).arrays
        if (
            len(arrays["offsets"]) != len(arrays["indptr"])
            or len(arrays["ids"]) != len(arrays["lengths"])
            or len(arrays["counts"]) not in (0, len(arrays["postings"]))
        ):
            raise StorageError("the search index is damaged: its parts do not fit together", hint=REBUILD)
        return cls(arrays)

    def save(self, path: Path) -> None:
        """Raises OSError."""
        array_file.save(path, _MAGIC, _ARRAYS, self.arrays, [])

    def __len__(self) -> int:
        """Number of chunks, gone ones too."""
        return len(self.ids)

    @property
    def terms(self) -> int:
        return len(self._offsets) - 1

    def of(self, term: bytes) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """Ids of the chunks that have a term, and their counts; empty for a term that is not here."""
        at = self._place(term)
        known = at < self.terms and self._word(at) == term
        start, end = (self._indptr[at], self._indptr[at + 1]) if known else (0, 0)
        return self._chunks(start, end), self._counted(start, end)

    def starting(self, prefix: bytes) -> list[tuple[bytes, NDArray[np.uint32]]]:
        """Terms that begin with `prefix`, in byte order, and the chunks of each."""
        first, last = self._place(prefix), self._place(prefix + b"\xff")
        cuts = self._indptr[first : last + 1].tolist()
        return [
            (self._word(at), self._chunks(a, b)) for at, (a, b) in zip(range(first, last), pairwise(cuts), strict=False)
        ]

    def all(self) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8]]:
        """Every posting in order: number of the term, chunk, count."""
        end = len(self._postings)
        terms = np.repeat(np.arange(self.terms), np.diff(self._indptr.astype(np.int64)))
        return terms, self._chunks(0, end), self._counted(0, end)

    def words(self) -> list[bytes]:
        """Every term, in byte order."""
        whole = bytes(self._words)
        return [whole[a:b] for a, b in pairwise(self._offsets)]

    def _chunks(self, start: int, end: int) -> NDArray[np.uint32]:
        found = self._postings[start:end]
        return found if self._apart else found >> np.uint32(_COUNT)

    def _counted(self, start: int, end: int) -> NDArray[np.uint8]:
        return self._counts[start:end] if self._apart else self._postings[start:end].astype(np.uint8)  # the lowest byte

    def _word(self, at: int) -> bytes:
        return self._words[self._offsets[at] : self._offsets[at + 1]].tobytes()

    def _place(self, wanted: bytes) -> int:
        """Number of the first term that is not less than `wanted`."""
        return bisect_left(range(self.terms), wanted, key=self._word)


def inverted(files: Iterable[tuple[int, FileChunks]]) -> Postings:
    """Return the index of the chunks of some files, each with the id of its first chunk; ids ascend.

    Postings are collected as keys in one array that is sorted in place: resolving needs memory at the same time. Raises
    StorageError."""
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
    return _made(lines, keys, known, lengths[known.astype(np.int64) - start])


def _made(lines: bytes, keys: NDArray[np.uint64], ids: NDArray, lengths: NDArray) -> Postings:
    """From `_pack_keys`, which are sorted in place and given up: those of a term are then in chunk order.

    `lines` are the terms in order, each with a newline after it."""
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
    """Raise StorageError for an index whose keys do not fit."""
    if terms > _CHUNKS or last_id >= _CHUNKS:
        raise StorageError(f"{terms:,} different words in {last_id:,} chunks are more than one search index holds")


def merged(parts: Sequence[Postings], alive: NDArray[np.bool_]) -> Postings:
    """One index of the chunks of several that are still there: `alive` by id. Terms without any are left out."""
    numbers: dict[bytes, int] = {}
    terms, chunks, counts, ids, lengths = [], [], [], [], []
    for part in parts:
        own = np.fromiter((numbers.setdefault(word, len(numbers)) for word in part.words()), np.uint32, part.terms)
        term, holder, count = part.all()
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
    return _made(lines, keys, known[order], np.concatenate(lengths)[order])
