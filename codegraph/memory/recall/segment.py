"""Memories as arrays: columns to filter by, an inverted index over hashed terms, int8 vectors.

A corpus has two segments: the large one is mapped from disk and immutable, the small one holds what changed since. A
memory is numbered by its place; the places of the second segment follow those of the first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.encoder import Encoder
from codegraph.memory.model import Anchor, Memory
from codegraph.memory.recall.words import find_opened_names, find_parts, pairs, terms
from codegraph.store.snapshot import quantise

COLUMNS: Final = {
    "rows": np.int64, "namespace": np.int32, "kind": np.int32, "session": np.int32, "status": np.int8, "origin":
    np.int8, "created": np.int64, "valid_from": np.int64, "valid_to": np.int64, "length": np.float32,
}  # fmt: skip
POSTINGS: Final = {"terms": np.uint64, "starts": np.int64, "docs": np.int32, "counts": np.uint16}
VECTORS: Final = {"values": np.int8, "scales": np.float32}

_MOST: Final = 65_535
_BLOCK: Final = 512
"""Rows widened to float32 at a time. A product of matrices would be no faster, and wakes threads: with other work on
the machine these wait for one another, and a search took fifteen times as long."""


@dataclass(frozen=True, slots=True)
class Columns:
    """One entry a memory. `namespace`, `kind`, `session`, `status` and `origin` are codes of strings; session 0 is
    none."""

    rows: NDArray[np.int64]
    namespace: NDArray[np.int32]
    kind: NDArray[np.int32]
    session: NDArray[np.int32]
    status: NDArray[np.int8]
    origin: NDArray[np.int8]
    created: NDArray[np.int64]
    valid_from: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    length: NDArray[np.float32]  # terms


@dataclass(frozen=True, slots=True)
class Segment:
    columns: Columns
    terms: NDArray[np.uint64]  # ascending
    starts: NDArray[np.int64]  # postings of term i are starts[i]:starts[i + 1]
    docs: NDArray[np.int32]
    counts: NDArray[np.uint16]
    values: NDArray[np.int8]
    scales: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.columns.rows)

    def postings(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            return self.docs[:0], self.counts[:0]
        part = slice(int(self.starts[at]), int(self.starts[at + 1]))
        return self.docs[part], self.counts[part]

    def cosines(self, query: NDArray[np.float32], wanted: NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """Cosine of `query` with every memory, or with those at `wanted` alone."""
        if wanted is not None:
            return np.vecdot(self.values[wanted].astype(np.float32), query) * self.scales[wanted]
        values = np.asarray(self.values)
        found = np.empty(len(self), dtype=np.float32)
        wide = np.empty((_BLOCK, values.shape[1]), dtype=np.float32)
        for at in range(0, len(self), _BLOCK):
            block = wide[: len(values) - at]
            np.copyto(block, values[at : at + _BLOCK])
            np.vecdot(block, query, out=found[at : at + len(block)])
        return found * self.scales


@dataclass(frozen=True, slots=True)
class Document:
    """One memory taken apart."""

    values: Mapping[str, int | float]  # by column
    terms: Mapping[int, int]  # hash of a term -> how often, of a part of one as well; of a pair of neighbours -> 1
    text: str  # what its vector is of, "" once it has one
    vector: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, dtype=np.int8))
    scale: float = 0.0


_HASHES: dict[str, int] = {}
"""Hashes of words seen, a cache: a word costs a microsecond to hash and a tenth of that to look up."""


def term_hash(term: str) -> int:
    """64 bits that stand for a term on disk, so that nothing derived holds words."""
    known = _HASHES.get(term)
    if known is None:
        if len(_HASHES) > 500_000:
            _HASHES.clear()
        digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        known = _HASHES[term] = int.from_bytes(digest, "little")
    return known


def as_part(term: str) -> str:
    """Return what stands in the index for a term that is a part of a name."""
    return f"\1{term}"


def as_opened(name: str) -> str:
    """Return the index term of a name that may be spelt with a stop word."""
    return f"\2{name}"


def document(memory: Memory, anchors: Sequence[Anchor], codes: Mapping[str, int]) -> Document:
    """`codes`: the coded columns of this memory."""
    named = " ".join(anchor.target.rpartition("::")[2] for anchor in anchors)
    content, tags = memory.body.content, memory.body.tags
    said = terms(content)
    counted = Counter(said)
    counted.update(terms(" ".join(tags)))
    counted.update(dict.fromkeys(terms(named), 1))
    within = Counter(map(as_part, find_parts(content)))
    within.update(map(as_part, find_parts(" ".join(tags))))
    within.update(dict.fromkeys(map(as_part, find_parts(named)), 1))
    within.update(dict.fromkeys(map(as_opened, (*find_opened_names(content), *find_opened_names(" ".join(tags)))), 1))
    beside = {pair for text in (said, *map(terms, tags)) for pair in pairs(text)}
    values: dict[str, int | float] = {
        "rows": memory.row, "created": memory.created_at, "valid_from": memory.valid_from, "valid_to": memory.valid_to,
        "length": sum(counted.values()), **codes,
    }  # fmt: skip
    return Document(
        values,
        {term_hash(term): min(count, _MOST) for term, count in (counted | within).items()}
        | {term_hash(pair): 1 for pair in beside},
        "\n".join((content, " ".join(tags))).strip(),
    )


def with_vectors(
    documents: Sequence[Document], encoder: Encoder, brought: Mapping[int, NDArray[np.float32]] | None = None
) -> list[Document]:
    """The documents with the vectors of their texts, which are then forgotten. `brought` ones, by place, come first."""
    vectors = encoder.encode([d.text for d in documents])
    for place, vector in (brought or {}).items():
        vectors[place] = vector
    values, scales = quantise(vectors)
    return [replace(d, text="", vector=values[i], scale=float(scales[i])) for i, d in enumerate(documents)]


def build(documents: Sequence[Document], dimension: int) -> Segment:
    """A segment of these memories, in this order."""
    columns = {name: np.array([d.values[name] for d in documents], dtype=kind) for name, kind in COLUMNS.items()}
    sizes = np.array([len(d.terms) for d in documents], dtype=np.int64)
    hashes = np.fromiter((t for d in documents for t in d.terms), dtype=np.uint64, count=int(sizes.sum()))
    counts = np.fromiter((c for d in documents for c in d.terms.values()), dtype=np.uint16, count=int(sizes.sum()))
    docs = np.repeat(np.arange(len(documents), dtype=np.int32), sizes)
    values = np.array([d.vector for d in documents], dtype=np.int8).reshape(len(documents), dimension)
    scales = np.array([d.scale for d in documents], dtype=np.float32)
    return _inverted(Columns(**columns), hashes, docs, counts, values, scales)


def merged(parts: Sequence[tuple[Segment, NDArray[np.bool_]]]) -> Segment:
    """One segment of the marked memories (bool[len(segment)]) of all parts, in row order."""
    rows = np.concatenate([part.columns.rows[kept] for part, kept in parts])
    order = np.argsort(rows, kind="stable")
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    hashes, docs, counts = [], [], []
    before = 0
    for part, kept in parts:
        renumbered = np.full(len(part), -1, dtype=np.int32)
        size = int(kept.sum())
        renumbered[kept] = place[before : before + size]
        before += size
        there = kept[part.docs]
        hashes.append(np.repeat(part.terms, np.diff(part.starts))[there])
        docs.append(renumbered[part.docs[there]])
        counts.append(part.counts[there])
    columns = {name: np.concatenate([getattr(p.columns, name)[kept] for p, kept in parts])[order] for name in COLUMNS}
    return _inverted(
        Columns(**columns),
        np.concatenate(hashes),
        np.concatenate(docs),
        np.concatenate(counts),
        np.concatenate([part.values[kept] for part, kept in parts])[order],
        np.concatenate([part.scales[kept] for part, kept in parts])[order],
    )


def from_arrays(arrays: Mapping[str, NDArray]) -> Segment:
    """Raises KeyError when one is missing."""
    return Segment(
        Columns(**{name: arrays[name] for name in COLUMNS}), **{name: arrays[name] for name in (*POSTINGS, *VECTORS)}
    )


def arrays_of(segment: Segment) -> dict[str, NDArray]:
    return {name: getattr(segment.columns, name) for name in COLUMNS} | {
        name: getattr(segment, name) for name in (*POSTINGS, *VECTORS)
    }


def _inverted(
    columns: Columns,
    hashes: NDArray[np.uint64],
    docs: NDArray[np.int32],
    counts: NDArray[np.uint16],
    values: NDArray[np.int8],
    scales: NDArray[np.float32],
) -> Segment:
    # Stable, so that postings of sorted parts are merged in one pass; no order of documents within a term is needed.
    order = np.argsort(hashes, kind="stable")
    hashes, docs, counts = hashes[order], docs[order], counts[order]
    first = (
        np.flatnonzero(np.concatenate(([True], hashes[1:] != hashes[:-1]))) if len(hashes) else np.zeros(0, np.int64)
    )
    starts = np.append(first, len(hashes)).astype(np.int64)
    return Segment(columns, hashes[first], starts, docs, counts, values, scales)
