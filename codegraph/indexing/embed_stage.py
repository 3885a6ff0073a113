"""The embed stage: vectors for the chunks of a generation.

Only chunks without a vector in the last generation are encoded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.encoder import Encoder
from codegraph.embed.fields import ChunkText, build_chunk_identity, build_chunk_text, encode_chunks
from codegraph.errors import EncoderError, StorageError
from codegraph.graph_model import FileChunks
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.store import vector_snapshot
from codegraph.store.delta import Chunked
from codegraph.store.vector_properties import ANY_SIZE, CARRIED, FOLDER, carry_vectors, read_about
from codegraph.store.vector_snapshot import VectorSnapshot, to_int8
from codegraph_parsers.ids import from_printable_path

NOTHING: Final = ChunkText("", "", "")
NONE_WANTED: Final = np.uint64(2**64 - 1)
"""Both halves of the digest of a chunk that no vector is made of."""

_LEFT_OUT: Final = b"\xff" * 16
BATCH: Final = 2048
"""Texts encoded between two reports of progress, some two megabytes."""


class Embedded(NamedTuple):
    """Vectors in chunk order, and how many of them were made in this run."""

    vectors: VectorSnapshot
    encoded: int

    def attach(self, generation: Path) -> None:
        """Put them into a generation's folder. Raises OSError."""
        vector_snapshot.save(generation, self.vectors)


def load_last_vectors(generation: Path) -> VectorSnapshot | None:
    """Load the vectors of a generation, from which unchanged ones are reused.

    The result is None when they are damaged. A generation whose second stage is missing has the vectors of the
    generation before it.
    """
    for name in (FOLDER, CARRIED):
        try:
            read_about(generation, most=ANY_SIZE, name=name)  # what is taken over is not looked at again
            found = vector_snapshot.load(generation, name)
        except StorageError:
            continue
        if found is not None:
            return found
    return None


def embed_chunks(
    root: Path,
    chunks: Mapping[str, FileChunks],
    encoder: Encoder,
    previous: VectorSnapshot | None,
    *,
    max_bytes: int,
    progress: Callable[[int, int], None],
    left_out: Collection[str] = (),
) -> Embedded:
    """Compute vectors of every chunk, in path and line order.

    A vector of `previous` is reused if text and encoder are the same. Chunks of files that are `left_out` have the zero
    vector, which is near to nothing, and the digest `NONE_WANTED`.

    A chunk whose file changed since it was cut has the zero vector and no digest: the next run encodes it.

    Raises EncoderError.
    """
    paths = sorted(chunks)
    digests = _collect_digests(chunks, paths, left_out)
    identity = build_chunk_identity(encoder.identity)
    if previous is not None and previous.identity != identity:
        previous = None
    known = _find_known_rows(digests, previous)
    wanted = _find_wanted(known, digests)
    missing = np.flatnonzero(wanted)
    if previous is not None and len(missing) < len(known):
        values, scales = _copy_known(known, previous)
    else:
        values, scales = np.zeros((len(known), 0), dtype=np.int8), np.zeros(len(known), dtype=np.float32)
    texts = _iterate_texts(root, chunks, paths, wanted, max_bytes)
    for at in range(0, len(missing), BATCH):
        progress(at, len(missing))
        batch = list(islice(texts, BATCH))
        made, made_scales = to_int8(encode_chunks(encoder, [text or NOTHING for text in batch]))
        if not values.shape[1]:
            values = np.zeros((len(known), made.shape[1]), dtype=np.int8)
        if values.shape[1] != made.shape[1]:  # a service may have another model under the same name
            return embed_chunks(root, chunks, encoder, None, max_bytes=max_bytes, progress=progress, left_out=left_out)
        rows = missing[at : at + len(batch)]
        values[rows], scales[rows] = made, made_scales
        digests[rows[[text is None for text in batch]]] = 0
    if len(known) and not values.shape[1]:  # nothing is wanted: rows of nothing are as wide as others would be
        values = np.zeros((len(known), encode_chunks(encoder, [NOTHING]).shape[1]), dtype=np.int8)
    progress(len(missing), len(missing))
    return Embedded(VectorSnapshot(identity, values, scales, digests), len(missing))


@dataclass
class ChangedVectors:
    """Vectors of a generation that is made from the changed files.

    They are those of the last generation, plus those of new chunks. `attach` is for `commit_delta`, with the same
    `chunks`. Without an encoder nothing is encoded: vectors of new text wait for the next `codegraph index`, and
    `VectorStats.files_behind` counts the files. A failure to make vectors is no error: `problem` then describes it, and
    the generation has no vectors.
    """

    root: Path
    chunks: Mapping[str, FileChunks | None]
    encoder: Encoder | None
    max_bytes: int
    left_out: Collection[str] = ()
    encoded: int = 0
    problem: str = ""

    def attach(self, chunked: Chunked) -> None:
        """Add the vectors to the generation that is being made. Raises OSError."""
        if (chunked.previous / CARRIED).is_dir():  # its second stage is missing
            carry_vectors(chunked.previous, chunked.building)
            return
        previous = load_last_vectors(chunked.previous)
        identity = build_chunk_identity(self.encoder.identity) if self.encoder is not None else ""
        if previous is None or len(previous) != len(chunked.before) or identity not in ("", previous.identity):
            self.problem = "the last generation has no vectors of this encoder"
            return
        made = self._make_vectors(previous, chunked)
        if made is not None:
            ids = chunked.after.build_ids()
            places = chunked.before.build_places(int(ids.max(initial=-1)) + 1)
            vector_snapshot.save_spliced(chunked.building, previous, places[ids], made, chunked.previous)

    def _make_vectors(self, previous: VectorSnapshot, chunked: Chunked) -> VectorSnapshot | None:
        """Return vectors of the new chunks, in order; None when they cannot be made."""
        changed = {s.path: entry for s in chunked.splices if s.after and (entry := self.chunks.get(s.path)) is not None}
        paths = sorted(changed)
        digests = _collect_digests(changed, paths, self.left_out)
        rows = np.array([chunked.before.find_place(id) for s in chunked.splices for id in s.before], dtype=np.int64)
        kept = VectorSnapshot(previous.identity, previous.values[rows], previous.scales[rows], previous.digests[rows])
        known = _find_known_rows(digests, kept)
        values, scales = _copy_known(known, kept)
        wanted = _find_wanted(known, digests)
        missing = np.flatnonzero(wanted)
        if self.encoder is None:
            digests[missing] = 0
            return VectorSnapshot(previous.identity, values, scales, digests)
        texts = _iterate_texts(self.root, changed, paths, wanted, self.max_bytes)
        for at in range(0, len(missing), BATCH):
            batch = list(islice(texts, BATCH))
            try:
                made, made_scales = to_int8(encode_chunks(self.encoder, [text or NOTHING for text in batch]))
            except EncoderError as error:
                self.problem = error.message
                return None
            if made.shape[1] != previous.dimension:
                self.problem = "the encoder gives vectors of another dimension than before"
                return None
            places = missing[at : at + len(batch)]
            values[places], scales[places] = made, made_scales
            digests[places[[text is None for text in batch]]] = 0
        self.encoded = len(missing)
        return VectorSnapshot(previous.identity, values, scales, digests)


def _find_wanted(known: NDArray[np.int64], digests: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return a mask of the chunks whose vectors are to be made."""
    return (known < 0) & (digests != NONE_WANTED).any(axis=1)


def _collect_digests(
    chunks: Mapping[str, FileChunks], paths: Sequence[str], left_out: Collection[str]
) -> NDArray[np.uint64]:
    joined = b"".join(
        _LEFT_OUT if path in left_out else chunk.digest for path in paths for chunk in chunks[path].chunks
    )
    return np.frombuffer(joined, dtype="<u8").reshape(-1, 2).astype(np.uint64)


def _find_known_rows(digests: NDArray[np.uint64], previous: VectorSnapshot | None) -> NDArray[np.int64]:
    """Return the row of `previous` with the same digest, -1 where none has it."""
    if previous is None or not len(previous):
        return np.full(len(digests), -1)
    order = np.argsort(previous.digests[:, 0], kind="stable")
    firsts = previous.digests[order, 0]
    place = np.minimum(np.searchsorted(firsts, digests[:, 0]), len(order) - 1)
    found = order[place]
    return np.where((previous.digests[found] == digests).all(axis=1), found, -1)


def _copy_known(known: NDArray[np.int64], previous: VectorSnapshot) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return rows of `previous` at their new places, zero rows elsewhere."""
    values = np.zeros((len(known), previous.dimension), dtype=np.int8)
    scales = np.zeros(len(known), dtype=np.float32)
    there = known >= 0
    values[there] = previous.values[known[there]]
    scales[there] = previous.scales[known[there]]
    return values, scales


def _iterate_texts(
    root: Path, chunks: Mapping[str, FileChunks], paths: Sequence[str], wanted: NDArray[np.bool_], max_bytes: int
) -> Iterator[ChunkText | None]:
    """Yield the texts of the wanted chunks.

    A text is None if the file on disk no longer has the chunk as it was cut.
    """
    at = 0
    for path in paths:
        found = chunks[path].chunks
        mask = wanted[at : at + len(found)]
        at += len(found)
        if not mask.any():
            continue
        read = read_file(root, from_printable_path(path), max_bytes=max_bytes)
        lines = read.content.decode("utf-8").split("\n") if isinstance(read, ReadFile) else []
        for chunk, needed in zip(found, mask.tolist()):
            if needed:
                body = "\n".join(lines[chunk.start - 1 : chunk.end])
                text = build_chunk_text(path, chunk.symbol, chunk.name, body)
                yield text if text.digest() == chunk.digest else None
