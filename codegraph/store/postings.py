"""Inverted indexes over the terms of chunks: made from files, merged, and looked up in.

For every term, in byte order, `postings[indptr[t]:indptr[t + 1]]` are the chunks that have it, ascending: the id of
each and, in the lowest byte, how often. Where ids take more than three bytes they stand alone, and `counts` beside
them. `offsets` are the bytes of `words` where terms begin; `ids` are the chunks of this index, ascending, and `lengths`
how many terms the text of each has. An index may have chunks that are gone: whoever asks knows which.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
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
    """The index of the chunks of some files, each with the id of its first chunk; ids ascend."""
    # Numbers words as they come, without a step of Python for each of their millions.
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    nothing = np.empty(0, np.uint32)
    terms, chunks, counts, ids = [nothing], [nothing], [np.empty(0, np.uint8)], [nothing]
    for first, entry in files:
        shared = np.fromiter(map(numbers.__getitem__, entry.words), np.uint32, len(entry.words))
        sizes = np.diff(np.frombuffer(entry.bounds, dtype=np.uint32).astype(np.int64))
        own = np.arange(first, first + len(sizes), dtype=np.uint32)
        terms.append(shared[np.frombuffer(entry.indices, dtype=entry.indices.typecode)])
        chunks.append(np.repeat(own, sizes))
        counts.append(np.frombuffer(entry.counts, dtype=np.uint8))
        ids.append(own)
    numbers.default_factory = None  # else it holds itself, and stays where nobody collects
    seen, holder, count, known = _joined(terms), _joined(chunks), _joined(counts), _joined(ids)
    firsts = np.fromiter(map(ord, map(itemgetter(0), numbers)), np.uint32, len(numbers))
    text = np.isin(firsts, _FIELD_MARKS, invert=True)
    # Sums of neighbours by differences of one running sum: `holder` ascends.
    sums = np.zeros(len(seen) + 1, np.uint32)
    np.cumsum(np.where(text[seen], count, np.uint8(0)), out=sums[1:])
    lengths = sums[np.searchsorted(holder, known, "right")] - sums[np.searchsorted(holder, known)]
    del sums
    words = sorted(numbers)  # the order of their bytes in UTF-8 is that of their characters
    place = np.empty(len(words), np.uint32)
    place[np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))] = np.arange(len(words), dtype=np.uint32)
    del numbers
    encoded = "\n".join(words).encode("utf-8").split(b"\n") if words else []
    del words
    bits = int(known.max(initial=0)).bit_length()
    keys = _keys(np.take(place, seen, out=seen), holder, count, bits, len(encoded))
    del seen, holder, count
    return _made(encoded, keys, bits, known, lengths)


def _joined(parts: list[NDArray]) -> NDArray:
    """One array of several, which are given up: there are millions of postings, and resolving needs memory too."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole


def _made(words: Sequence[bytes], keys: NDArray[np.uint64], bits: int, ids: NDArray, lengths: NDArray) -> Postings:
    """From `_keys`, which are sorted in place and given up: those of a term are then in chunk order."""
    keys.sort()
    apart = bits + _COUNT > 32
    count, posting = np.empty(len(keys) if apart else 0, np.uint8), np.empty(len(keys), np.uint32)
    if apart:
        np.bitwise_and(keys, np.uint64(0xFF), out=count, casting="unsafe")
        keys >>= np.uint64(_COUNT)
    width = bits if apart else bits + _COUNT
    np.bitwise_and(keys, np.uint64((1 << width) - 1), out=posting, casting="unsafe")
    keys >>= np.uint64(width)
    arrays = {
        "indptr": np.concatenate([[0], np.cumsum(np.bincount(keys.view(np.int64), minlength=len(words)))]),
        "postings": posting, "counts": count, "ids": ids, "lengths": lengths,
        "offsets": np.cumsum([0, *map(len, words)]),
        "words": np.frombuffer(b"".join(words), dtype=np.uint8),
    }  # fmt: skip
    return Postings({name: arrays[name].astype(kind, copy=False) for name, kind in _ARRAYS.items()})


def _keys(term: NDArray, holder: NDArray, count: NDArray, bits: int, terms: int) -> NDArray[np.uint64]:
    """A term, a chunk (of so many `bits`) and a count for each posting as one number: sorting these takes half the
    memory of finding an order, and resolving needs memory at the same time. Raises StorageError."""
    if bits + terms.bit_length() + _COUNT > 64:
        raise StorageError(f"{terms:,} different words are more than one search index holds")
    keys = term.astype(np.uint64)
    for value, shift in ((holder, bits), (count, _COUNT)):
        keys <<= np.uint64(shift)
        keys |= value
    return keys


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
    bits = int(known.max(initial=0)).bit_length()
    keys = _keys(place[seen], holder, np.concatenate(counts), bits, len(words))
    return _made([word for word, _ in words], keys, bits, known[order], np.concatenate(lengths)[order])
