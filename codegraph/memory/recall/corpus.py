"""All memories as recall sees them: reconciled with the log by sequence number, shared between processes through
disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import weighted_counts
from codegraph.embed.encoder import Encoder
from codegraph.memory.model import RECALLABLE, Anchor, Filter, Memory, MemoryKind, MemoryStatus, Origin
from codegraph.memory.recall.segment import (
    COLUMNS,
    VECTORS,
    Columns,
    Document,
    Segment,
    arrays_of,
    build,
    document,
    from_arrays,
    merged,
    with_vectors,
)
from codegraph.store.memory import derived
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.vectors import MemoryRows

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
    """Return whether a memory is what somebody said in a session."""
    return bool(memory.session) and str(memory.body.kind) in TURNS


@dataclass(slots=True)
class Names:
    """Strings by code. Code 0 is the empty string."""

    texts: list[str] = field(default_factory=lambda: [""])
    codes: dict[str, int] = field(default_factory=lambda: {"": 0})

    @classmethod
    def of(cls, texts: Iterable[str]) -> Names:
        known = list(texts)
        return cls(known, {text: code for code, text in enumerate(known)})

    def code(self, text: str) -> int:
        found = self.codes.get(text)
        if found is None:
            found = self.codes[text] = len(self.texts)
            self.texts.append(text)
        return found

    def known(self, texts: Iterable[str]) -> list[int]:
        return [self.codes[text] for text in texts if text in self.codes]


class Layout:
    """What a state of the corpus looks like: columns of both segments joined, sessions in order. Made when it
    changed."""

    def __init__(self, segments: tuple[Segment, ...], dead: NDArray[np.bool_]) -> None:
        self.columns = Columns(**{n: np.concatenate([getattr(s.columns, n) for s in segments]) for n in COLUMNS})
        self.live = ~dead
        recallable = np.isin(self.columns.status, [_STATUSES[status] for status in RECALLABLE])
        self.counted = self.live & recallable
        self._starts = (0, len(segments[0]), len(self.columns.rows))

    def place(self, row: int) -> int | None:
        """Where the memory of a row is; the rows of each segment ascend."""
        for start, end in pairwise(self._starts):
            at = start + int(np.searchsorted(self.columns.rows[start:end], row))
            if at < end and self.columns.rows[at] == row and self.live[at]:
                return at
        return None

    def places(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the memories of these rows are, without those that are nowhere."""
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
        """(one, the next) of neighbours in a session, in the order in which they were recorded."""
        c = self.columns
        within = np.flatnonzero(self.counted & (c.session > 0))
        order = within[np.lexsort((c.rows[within], c.created[within], c.session[within]))]
        together = c.session[order[1:]] == c.session[order[:-1]]
        return order[:-1][together], order[1:][together]

    @cached_property
    def namespace_sizes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Memories and their mean length, by namespace."""
        c = self.columns
        return _means(c.namespace[self.counted], c.length[self.counted], self._namespaces)

    @cached_property
    def sessions(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Length and namespace of each session."""
        c = self.columns
        size = int(c.session.max(initial=0)) + 1
        lengths = weighted_counts(c.session[self.counted], c.length[self.counted].astype(np.float64), size)
        namespaces = np.zeros(size, dtype=np.int64)
        namespaces[c.session[self.counted]] = c.namespace[self.counted]
        return lengths, namespaces

    @cached_property
    def session_sizes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Sessions and their mean length, by namespace."""
        lengths, namespaces = self.sessions
        there = lengths > 0
        there[0] = False
        return _means(namespaces[there], lengths[there], self._namespaces)

    @property
    def _namespaces(self) -> int:
        return int(self.columns.namespace.max(initial=0)) + 1


def _means(groups: NDArray, values: NDArray, size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    counts = np.bincount(groups, minlength=size).astype(np.float64)
    return counts, np.bincount(groups, values, minlength=size) / np.maximum(counts, 1)


class Corpus:
    """`sync` brings it up to date inside a read transaction; everything else answers for that state."""

    def __init__(self, home: Path, encoder: Encoder) -> None:
        self._home = home
        self._encoder = encoder
        self._loaded = False
        self.restarts = 0
        """How often another log took the place of the one that was read."""
        self._forget()

    def _forget(self) -> None:
        self.namespaces, self.kinds, self.sessions = Names(), Names(), Names()
        self._large = build([], self._encoder.dimension)
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
        """Read what happened since the last time. Writes a merged state for other processes when much did."""
        last = reader.last_seq()
        first = not self._loaded
        if first:
            self._load()
            self._loaded = True
        if self._last and (self._last > last or reader.mark(self._last) != self._mark):
            self._forget()  # another log: a backup was put back
            self.restarts += 1
        self.log = self.log or reader.mark(1)
        if self._last == last:
            return
        changed = dict(reader.changed_since(self._last))
        gone = {erased.row: erased.seq for erased in reader.erased_since(self._last)}
        self._last, self._mark = last, reader.mark(last)
        if changed or gone:
            self._take(reader, changed, gone)
        if gone or len(self._recent) > (FIRST if first else max(SMALL_SEGMENT, len(self._large) // 20)):
            self._merge()

    def _load(self) -> None:
        kept = derived.load(self._home, self._encoder.identity)
        if kept is None:
            return
        try:
            self._large = from_arrays(kept.arrays)
            names = [Names.of(kept.names[key]) for key in ("namespaces", "kinds", "sessions")]
            self.ties = dict(zip(kept.names["namespaces"], kept.arrays["ties"].tolist(), strict=True))
        except (KeyError, ValueError):
            self._forget()
            return
        self.namespaces, self.kinds, self.sessions = names
        self._dead = np.zeros(len(self._large), dtype=np.bool_)
        self._small = build([], self._encoder.dimension)
        self._last, self._mark = kept.last, kept.mark
        self._settled = kept.last
        self._layout = None

    def _take(self, reader: Reader, changed: Mapping[int, int], gone: Mapping[int, int]) -> None:
        """Both are sequence numbers by row."""
        chunks: list[Segment] = []
        every = list(changed)
        for at in range(0, len(every), _BATCH):
            taken = self._documents(reader, {row: changed[row] for row in every[at : at + _BATCH]})
            if len(changed) > _BATCH:
                for row in taken:
                    self._recent.pop(row, None)
                chunks.append(build(list(taken.values()), self._encoder.dimension))
            else:
                self._recent.update(taken)
        for row in gone:
            self._recent.pop(row, None)
        if gone:  # whose namespaces nobody knows any more
            self.ties = dict.fromkeys(self.ties, max(gone.values()))
        self._bury([*changed, *gone])
        self._small = build([self._recent[row] for row in sorted(self._recent)], self._encoder.dimension)
        self._layout = None
        if chunks:
            self._merge(chunks)

    def _documents(self, reader: Reader, changed: Mapping[int, int]) -> dict[int, Document]:
        anchors = reader.anchors(changed)
        found = reader.by_rows(changed)
        self._note_ties(reader, found, anchors, changed)
        documents = [document(memory, anchors.get(row, ()), self._codes(memory)) for row, memory in found.items()]
        return dict(zip(found, with_vectors(documents, self._encoder, self._brought(reader, found))))

    def _brought(self, reader: Reader, rows: Mapping[int, Memory]) -> dict[int, NDArray[np.float32]]:
        """Vectors that writers brought along, by place in `rows`. One of another size is not of this encoder."""
        places = {row: at for at, row in enumerate(rows)}
        brought = {places[row]: np.array(vector) for row, vector in reader.embeddings(rows).items()}
        return {at: vector for at, vector in brought.items() if len(vector) == self._encoder.dimension}

    def _note_ties(
        self,
        reader: Reader,
        found: Mapping[int, Memory],
        anchors: Mapping[int, tuple[Anchor, ...]],
        changed: Mapping[int, int],
    ) -> None:
        """A new memory without anchors and links is in no graph; every other change may be one of its graph."""
        linked = {end for link in reader.links_of(m.id for m in found.values()) for end in (link.source, link.target)}
        for row, memory in found.items():
            known = row in self._recent or self._in_large(row)
            if known or row in anchors or memory.id in linked:
                self.ties[memory.namespace] = max(self.ties.get(memory.namespace, 0), changed[row])

    def _in_large(self, row: int) -> bool:
        rows = self._large.columns.rows
        at = int(np.searchsorted(rows, row))
        return at < len(rows) and int(rows[at]) == row

    def _bury(self, rows: list[int]) -> None:
        """What the large segment says of these memories no longer holds."""
        known = self._large.columns.rows
        if not len(known):
            return
        at = np.minimum(np.searchsorted(known, rows), len(known) - 1)
        self._dead[at[known[at] == np.array(rows)]] = True

    def _codes(self, memory: Memory) -> dict[str, int]:
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
        self._large = merged(parts)
        self._dead = np.zeros(len(self._large), dtype=np.bool_)
        self._settled = self._last
        self._recent = {}
        self._small = build([], self._encoder.dimension)
        self._layout = None
        self.merged = True
        names = {"namespaces": self.namespaces, "kinds": self.kinds, "sessions": self.sessions}
        texts = {key: tuple(value.texts) for key, value in names.items()}
        ties = np.array([self.ties.get(name, 0) for name in self.namespaces.texts], dtype=np.int64)
        arrays = arrays_of(self._large) | {"ties": ties}
        derived.save(self._home, derived.Derived(self._encoder.identity, self._last, self._mark, texts, arrays))

    # sharing

    @property
    def mark(self) -> str:
        """The event of `last`."""
        return self._mark

    @property
    def settled(self) -> tuple[int, int]:
        """Memories of the large segment, and the event up to which it holds everything."""
        return len(self._large), self._settled

    def rows(self) -> MemoryRows:
        """Every memory with its vector, in row order, for a table elsewhere."""
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

    def passing(self, wanted: Filter, reader: Reader) -> NDArray[np.bool_]:
        """Which places a filter lets through."""
        c = self.layout.columns
        mask = self.layout.live.copy()
        if wanted.namespaces:
            mask &= np.isin(c.namespace, self.namespaces.known(wanted.namespaces))
        if wanted.kinds:
            mask &= np.isin(c.kind, self.kinds.known(wanted.kinds))
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
            rows = reader.rows_of(Filter(tags=wanted.tags, session=wanted.session, statuses=()))
            mask &= np.isin(c.rows, rows)
        return mask
