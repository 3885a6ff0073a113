"""Search index of all memories: filter columns, inverted index, int8 vectors.

The index holds hashed terms. It has two segments. The large one is mapped from disk, shared between processes and
immutable. The small one holds what the log recorded since then. A memory is numbered by its place; the places of the
second segment follow those of the first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import sum_weights
from codegraph.embed.encoder import Encoder
from codegraph.memory.memory_model import RECALLABLE, Anchor, Filter, Memory, MemoryKind, MemoryStatus, Origin
from codegraph.memory.recall.tokenization import find_opened_names, find_parts, list_pairs, tokenize
from codegraph.store.memory import derived
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.vectors import MemoryRows
from codegraph.store.vector_snapshot import to_int8

TURNS: Final = frozenset(map(str, (MemoryKind.CONTEXT, MemoryKind.EPISODE, MemoryKind.CONVERSATION)))
"""Kinds of what was said in a conversation, whose words are those of what stands around it as well. A decision or a
fact that somebody wrote down in a session is whole by itself."""

SMALL_SEGMENT: Final = 1024
"""So many changed memories at least before the segments are merged; a twentieth of all where that is more."""

FIRST: Final = 512
"""So many for the first question of a process: the next process would have to read them again, 0.2 ms each."""

_STATUSES: Final = {status: code for code, status in enumerate(MemoryStatus)}
_ORIGINS: Final = {origin: code for code, origin in enumerate(Origin)}
_BATCH: Final = 4096


def is_turn(memory: Memory) -> bool:
    """Return whether a memory is a turn of a session."""
    return bool(memory.session) and str(memory.body.kind) in TURNS


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
    """Columns to filter by, with one entry per memory.

    `namespace`, `kind`, `session`, `status` and `origin` are codes of strings. Session 0 means none.
    """

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

    def find_postings(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            return self.docs[:0], self.counts[:0]
        part = slice(int(self.starts[at]), int(self.starts[at + 1]))
        return self.docs[part], self.counts[part]

    def compute_cosines(
        self, query: NDArray[np.float32], wanted: NDArray[np.int64] | None = None
    ) -> NDArray[np.float32]:
        """Return the cosines of `query` with every memory, or only with those at `wanted`."""
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
    """Index entry of one memory."""

    values: Mapping[str, int | float]  # by column
    terms: Mapping[int, int]  # hash of a term -> how often, of a part of one as well; of a pair of neighbours -> 1
    text: str  # what its vector is of, "" once it has one
    vector: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, dtype=np.int8))
    scale: float = 0.0


_HASHES: dict[str, int] = {}
"""Hashes of words seen, a cache: a word costs a microsecond to hash and a tenth of that to look up."""


def hash_term(term: str) -> int:
    """Return a 64-bit hash of a term.

    It stands for the term on disk, so that derived files hold no words.
    """
    known = _HASHES.get(term)
    if known is None:
        if len(_HASHES) > 500_000:
            _HASHES.clear()
        digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        known = _HASHES[term] = int.from_bytes(digest, "little")
    return known


def as_part(term: str) -> str:
    """Return the index term for a part of a name."""
    return f"\1{term}"


def as_opened(name: str) -> str:
    """Return the index term of a name that may be spelt with a stop word."""
    return f"\2{name}"


def build_document(memory: Memory, anchors: Sequence[Anchor], codes: Mapping[str, int]) -> Document:
    """Return the index entry of a memory.

    `codes` are the coded columns of this memory.
    """
    named = " ".join(anchor.target.rpartition("::")[2] for anchor in anchors)
    content, tags = memory.body.content, memory.body.tags
    said = tokenize(content)
    counted = Counter(said)
    counted.update(tokenize(" ".join(tags)))
    counted.update(dict.fromkeys(tokenize(named), 1))
    within = Counter(map(as_part, find_parts(content)))
    within.update(map(as_part, find_parts(" ".join(tags))))
    within.update(dict.fromkeys(map(as_part, find_parts(named)), 1))
    within.update(dict.fromkeys(map(as_opened, (*find_opened_names(content), *find_opened_names(" ".join(tags)))), 1))
    beside = {pair for text in (said, *map(tokenize, tags)) for pair in list_pairs(text)}
    values: dict[str, int | float] = {
        "rows": memory.row, "created": memory.created_at, "valid_from": memory.valid_from, "valid_to": memory.valid_to,
        "length": sum(counted.values()), **codes,
    }  # fmt: skip
    return Document(
        values,
        {hash_term(term): min(count, _MOST) for term, count in (counted | within).items()}
        | {hash_term(pair): 1 for pair in beside},
        "\n".join((content, " ".join(tags))).strip(),
    )


def encode_documents(
    documents: Sequence[Document], encoder: Encoder, brought: Mapping[int, NDArray[np.float32]] | None = None
) -> list[Document]:
    """Return the documents with the vectors of their texts, and without the texts.

    Vectors in `brought`, by place, are used instead of encoded ones.
    """
    vectors = encoder.encode([d.text for d in documents])
    for place, vector in (brought or {}).items():
        vectors[place] = vector
    values, scales = to_int8(vectors)
    return [replace(d, text="", vector=values[i], scale=float(scales[i])) for i, d in enumerate(documents)]


def build_segment(documents: Sequence[Document], dimension: int) -> Segment:
    """Return a segment of these memories, in this order."""
    columns = {name: np.array([d.values[name] for d in documents], dtype=kind) for name, kind in COLUMNS.items()}
    sizes = np.array([len(d.terms) for d in documents], dtype=np.int64)
    hashes = np.fromiter((t for d in documents for t in d.terms), dtype=np.uint64, count=int(sizes.sum()))
    counts = np.fromiter((c for d in documents for c in d.terms.values()), dtype=np.uint16, count=int(sizes.sum()))
    docs = np.repeat(np.arange(len(documents), dtype=np.int32), sizes)
    values = np.array([d.vector for d in documents], dtype=np.int8).reshape(len(documents), dimension)
    scales = np.array([d.scale for d in documents], dtype=np.float32)
    return _build_inverted_segment(Columns(**columns), hashes, docs, counts, values, scales)


def merge_segments(parts: Sequence[tuple[Segment, NDArray[np.bool_]]]) -> Segment:
    """Return one segment of the marked memories of all parts, in row order.

    The marks are bool[len(segment)].
    """
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
    return _build_inverted_segment(
        Columns(**columns),
        np.concatenate(hashes),
        np.concatenate(docs),
        np.concatenate(counts),
        np.concatenate([part.values[kept] for part, kept in parts])[order],
        np.concatenate([part.scales[kept] for part, kept in parts])[order],
    )


def from_arrays(arrays: Mapping[str, NDArray]) -> Segment:
    """Return the segment of these arrays.

    Raises KeyError when one is missing.
    """
    return Segment(
        Columns(**{name: arrays[name] for name in COLUMNS}), **{name: arrays[name] for name in (*POSTINGS, *VECTORS)}
    )


def to_arrays(segment: Segment) -> dict[str, NDArray]:
    return {name: getattr(segment.columns, name) for name in COLUMNS} | {
        name: getattr(segment, name) for name in (*POSTINGS, *VECTORS)
    }


def _build_inverted_segment(
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


@dataclass(slots=True)
class StringCodes:
    """Strings by code. Code 0 is the empty string."""

    texts: list[str] = field(default_factory=lambda: [""])
    codes: dict[str, int] = field(default_factory=lambda: {"": 0})

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> StringCodes:
        known = list(texts)
        return cls(known, {text: code for code, text in enumerate(known)})

    def code(self, text: str) -> int:
        found = self.codes.get(text)
        if found is None:
            found = self.codes[text] = len(self.texts)
            self.texts.append(text)
        return found

    def find_codes(self, texts: Iterable[str]) -> list[int]:
        return [self.codes[text] for text in texts if text in self.codes]


class Layout:
    """View of one state of the corpus.

    It has the columns of both segments joined, and the sessions in order. It is made again when the state changes.
    """

    def __init__(self, segments: tuple[Segment, ...], dead: NDArray[np.bool_]) -> None:
        self.columns = Columns(**{n: np.concatenate([getattr(s.columns, n) for s in segments]) for n in COLUMNS})
        self.live = ~dead
        recallable = np.isin(self.columns.status, [_STATUSES[status] for status in RECALLABLE])
        self.counted = self.live & recallable
        self._starts = (0, len(segments[0]), len(self.columns.rows))

    def find_place(self, row: int) -> int | None:
        """Return the place of the memory of a row, or None.

        The rows of each segment ascend.
        """
        for start, end in pairwise(self._starts):
            at = start + int(np.searchsorted(self.columns.rows[start:end], row))
            if at < end and self.columns.rows[at] == row and self.live[at]:
                return at
        return None

    def find_places(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of the memories of these rows.

        Rows that are not in the corpus are left out.
        """
        found: list[NDArray[np.int64]] = []
        for start, end in pairwise(self._starts):
            known = self.columns.rows[start:end]
            if len(known):
                at = np.minimum(np.searchsorted(known, rows), len(known) - 1)
                found.append(start + at[known[at] == rows])
        every = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
        return every[self.live[every]]

    @cached_property
    def turns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Neighbouring turns of sessions, as arrays (one, the next).

        They are in the order in which they were recorded.
        """
        c = self.columns
        within = np.flatnonzero(self.counted & (c.session > 0))
        order = within[np.lexsort((c.rows[within], c.created[within], c.session[within]))]
        together = c.session[order[1:]] == c.session[order[:-1]]
        return order[:-1][together], order[1:][together]

    @cached_property
    def namespace_sizes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Memories and their mean length, by namespace."""
        c = self.columns
        return _compute_means(c.namespace[self.counted], c.length[self.counted], self._namespaces)

    @cached_property
    def sessions(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Length and namespace of each session."""
        c = self.columns
        size = int(c.session.max(initial=0)) + 1
        lengths = sum_weights(c.session[self.counted], c.length[self.counted].astype(np.float64), size)
        namespaces = np.zeros(size, dtype=np.int64)
        namespaces[c.session[self.counted]] = c.namespace[self.counted]
        return lengths, namespaces

    @cached_property
    def session_sizes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Sessions and their mean length, by namespace."""
        lengths, namespaces = self.sessions
        there = lengths > 0
        there[0] = False
        return _compute_means(namespaces[there], lengths[there], self._namespaces)

    @property
    def _namespaces(self) -> int:
        return int(self.columns.namespace.max(initial=0)) + 1


def _compute_means(groups: NDArray, values: NDArray, size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    counts = np.bincount(groups, minlength=size).astype(np.float64)
    return counts, np.bincount(groups, values, minlength=size) / np.maximum(counts, 1)


class Corpus:
    """Searchable corpus of all memories.

    `sync` brings it up to date inside a read transaction. Everything else answers for that state.
    """

    def __init__(self, home: Path, encoder: Encoder) -> None:
        self._home = home
        self._encoder = encoder
        self._loaded = False
        self.restarts = 0
        """How often another log took the place of the one that was read."""
        self._forget()

    def _forget(self) -> None:
        self.namespaces, self.kinds, self.sessions = StringCodes(), StringCodes(), StringCodes()
        self._large = build_segment([], self._encoder.dimension)
        self._dead = np.zeros(0, dtype=np.bool_)
        self._settled = 0
        self._recent: dict[int, Document] = {}
        self._small = self._large
        self._last, self._mark = 0, ""
        self.log = ""  # names the log by its first event
        self.merged = False
        """Whether the segments were merged since somebody looked: when the LanceDB table follows, too."""
        self._layout: Layout | None = None
        self.ties: dict[str, int] = {}
        """By namespace: the last event after which what ties its memories together may be something else."""

    @property
    def segments(self) -> tuple[Segment, Segment]:
        return self._large, self._small

    def find_postings(self, term: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the places of the memories with a term, and its count in each."""
        hashed = hash_term(term)
        docs, counts = self._large.find_postings(hashed)
        more_docs, more_counts = self._small.find_postings(hashed)
        places = np.concatenate([docs, more_docs + len(self._large)]).astype(np.int64)
        frequencies = np.concatenate([counts, more_counts]).astype(np.float64)
        live = self.layout.live[places]
        return places[live], frequencies[live]

    @property
    def last(self) -> int:
        """Sequence number up to which the log was read."""
        return self._last

    @property
    def layout(self) -> Layout:
        if self._layout is None:
            dead = np.concatenate([self._dead, np.zeros(len(self._small), dtype=np.bool_)])
            self._layout = Layout(self.segments, dead)
        return self._layout

    def __len__(self) -> int:
        return len(self._large) + len(self._small)

    # following the log

    def sync(self, reader: Reader) -> None:
        """Read what happened since the last call.

        After many changes it saves a merged state for other processes.
        """
        last = reader.read_last_seq()
        first = not self._loaded
        if first:
            self._load()
            self._loaded = True
        if self._last and (self._last > last or reader.build_event_mark(self._last) != self._mark):
            self._forget()  # another log: a backup was put back
            self.restarts += 1
        self.log = self.log or reader.build_event_mark(1)
        if self._last == last:
            return
        changed = dict(reader.list_changed_since(self._last))
        gone = {erased.row: erased.seq for erased in reader.list_erased_since(self._last)}
        self._last, self._mark = last, reader.build_event_mark(last)
        if changed or gone:
            self._apply_changes(reader, changed, gone)
        if gone or len(self._recent) > (FIRST if first else max(SMALL_SEGMENT, len(self._large) // 20)):
            self._merge()

    def _load(self) -> None:
        kept = derived.load(self._home, self._encoder.identity)
        if kept is None:
            return
        try:
            self._large = from_arrays(kept.arrays)
            names = [StringCodes.from_texts(kept.names[key]) for key in ("namespaces", "kinds", "sessions")]
            self.ties = dict(zip(kept.names["namespaces"], kept.arrays["ties"].tolist(), strict=True))
        except (KeyError, ValueError):
            self._forget()
            return
        self.namespaces, self.kinds, self.sessions = names
        self._dead = np.zeros(len(self._large), dtype=np.bool_)
        self._small = build_segment([], self._encoder.dimension)
        self._last, self._mark = kept.last, kept.mark
        self._settled = kept.last
        self._layout = None

    def _apply_changes(self, reader: Reader, changed: Mapping[int, int], gone: Mapping[int, int]) -> None:
        """Apply changed and removed memories to the small segment.

        `changed` and `gone` are sequence numbers by row.
        """
        chunks: list[Segment] = []
        every = list(changed)
        for at in range(0, len(every), _BATCH):
            taken = self._build_documents(reader, {row: changed[row] for row in every[at : at + _BATCH]})
            if len(changed) > _BATCH:
                for row in taken:
                    self._recent.pop(row, None)
                chunks.append(build_segment(list(taken.values()), self._encoder.dimension))
            else:
                self._recent.update(taken)
        for row in gone:
            self._recent.pop(row, None)
        if gone:  # whose namespaces nobody knows any more
            self.ties = dict.fromkeys(self.ties, max(gone.values()))
        self._mark_dead([*changed, *gone])
        self._small = build_segment([self._recent[row] for row in sorted(self._recent)], self._encoder.dimension)
        self._layout = None
        if chunks:
            self._merge(chunks)

    def _build_documents(self, reader: Reader, changed: Mapping[int, int]) -> dict[int, Document]:
        anchors = reader.read_anchors(changed)
        found = reader.read_by_rows(changed)
        self._record_ties(reader, found, anchors, changed)
        documents = [
            build_document(memory, anchors.get(row, ()), self._encode_columns(memory)) for row, memory in found.items()
        ]
        return dict(zip(found, encode_documents(documents, self._encoder, self._read_supplied_vectors(reader, found))))

    def _read_supplied_vectors(self, reader: Reader, rows: Mapping[int, Memory]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors that writers supplied, by place in `rows`.

        A vector of another size does not come from this encoder and is left out.
        """
        places = {row: at for at, row in enumerate(rows)}
        brought = {places[row]: np.array(vector) for row, vector in reader.read_embeddings(rows).items()}
        return {at: vector for at, vector in brought.items() if len(vector) == self._encoder.dimension}

    def _record_ties(
        self,
        reader: Reader,
        found: Mapping[int, Memory],
        anchors: Mapping[int, tuple[Anchor, ...]],
        changed: Mapping[int, int],
    ) -> None:
        """Record that the graph of a namespace may have changed.

        A new memory without anchors and links is in no graph. Every other change may be a change of the graph.
        """
        linked = {
            end for link in reader.list_links_of(m.id for m in found.values()) for end in (link.source, link.target)
        }
        for row, memory in found.items():
            known = row in self._recent or self._is_in_large(row)
            if known or row in anchors or memory.id in linked:
                self.ties[memory.namespace] = max(self.ties.get(memory.namespace, 0), changed[row])

    def _is_in_large(self, row: int) -> bool:
        rows = self._large.columns.rows
        at = int(np.searchsorted(rows, row))
        return at < len(rows) and int(rows[at]) == row

    def _mark_dead(self, rows: list[int]) -> None:
        """Mark the entries of these memories in the large segment as outdated."""
        known = self._large.columns.rows
        if not len(known):
            return
        at = np.minimum(np.searchsorted(known, rows), len(known) - 1)
        self._dead[at[known[at] == np.array(rows)]] = True

    def _encode_columns(self, memory: Memory) -> dict[str, int]:
        session = f"{memory.namespace}\0{memory.session}" if is_turn(memory) else ""
        return {
            "namespace": self.namespaces.code(memory.namespace),
            "kind": self.kinds.code(str(memory.body.kind)),
            "session": self.sessions.code(session),
            "status": _STATUSES[memory.status],
            "origin": _ORIGINS[memory.origin],
        }

    def _merge(self, more: Sequence[Segment] = ()) -> None:
        parts = [(self._large, ~self._dead)] + [(part, np.ones(len(part), np.bool_)) for part in (self._small, *more)]
        self._large = merge_segments(parts)
        self._dead = np.zeros(len(self._large), dtype=np.bool_)
        self._settled = self._last
        self._recent = {}
        self._small = build_segment([], self._encoder.dimension)
        self._layout = None
        self.merged = True
        names = {"namespaces": self.namespaces, "kinds": self.kinds, "sessions": self.sessions}
        texts = {key: tuple(value.texts) for key, value in names.items()}
        ties = np.array([self.ties.get(name, 0) for name in self.namespaces.texts], dtype=np.int64)
        arrays = to_arrays(self._large) | {"ties": ties}
        derived.save(self._home, derived.DerivedArrays(self._encoder.identity, self._last, self._mark, texts, arrays))

    # sharing

    @property
    def mark(self) -> str:
        """The event of `last`."""
        return self._mark

    @property
    def settled_state(self) -> tuple[int, int]:
        """Size of the large segment, and the event up to which it is complete.

        The size is its number of memories.
        """
        return len(self._large), self._settled

    def build_rows(self) -> MemoryRows:
        """Return every memory with its vector, in row order, for an external table."""
        layout = self.layout
        kept = np.flatnonzero(layout.live)
        kept = kept[np.argsort(layout.columns.rows[kept], kind="stable")]
        columns = {name: getattr(layout.columns, name)[kept] for name in COLUMNS if name not in ("session", "length")}
        values, scales = (np.concatenate([getattr(s, name) for s in self.segments])[kept] for name in VECTORS)
        return MemoryRows(
            tuple(self.namespaces.texts), tuple(self.kinds.texts), tuple(_STATUSES), tuple(_ORIGINS),
            values=values, scales=scales, **columns,
        )  # fmt: skip

    # asking

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def encode(self, text: str) -> NDArray[np.float32]:
        return self._encoder.encode([text])[0]

    def apply_filter(self, wanted: Filter, reader: Reader) -> NDArray[np.bool_]:
        """Return the mask of the places that pass a filter."""
        c = self.layout.columns
        mask = self.layout.live.copy()
        if wanted.namespaces:
            mask &= np.isin(c.namespace, self.namespaces.find_codes(wanted.namespaces))
        if wanted.kinds:
            mask &= np.isin(c.kind, self.kinds.find_codes(wanted.kinds))
        if wanted.statuses:
            mask &= np.isin(c.status, [_STATUSES[status] for status in wanted.statuses])
        if wanted.origins:
            mask &= np.isin(c.origin, [_ORIGINS[origin] for origin in wanted.origins])
        if wanted.since:
            mask &= c.created >= wanted.since
        if wanted.until:
            mask &= c.created < wanted.until
        if wanted.rows is not None:
            mask &= np.isin(c.rows, wanted.rows)
        if wanted.tags or wanted.session:
            rows = reader.select_rows(Filter(tags=wanted.tags, session=wanted.session, statuses=()))
            mask &= np.isin(c.rows, rows)
        return mask
