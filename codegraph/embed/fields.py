"""Vectors of chunks, composed of their lines, path and name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.embed.encoder import Encoder

COMPOSITION: Final = "fields-1"
"""Names what this module does; part of the identity of the vectors of chunks."""

PATH, STEM, NAME = 0.5, 0.5, 0.5
"""Weights of the path, of the file's own name without its ending, and of the chunk's name; its lines have 1. By vectors
alone, on 21 repositories in 19 languages (NDCG@10): lines 0.705, the path in front of the lines 0.725, these 0.841;
other weights between 0.3 and 0.7 are within 0.01."""


class ChunkText(NamedTuple):
    """Text of a chunk that is embedded.

    `name` is the definition it shows, "" for none."""

    path: str
    name: str
    body: str

    def digest(self) -> bytes:
        """Return 16 bytes; equal digests have equal vectors by the same encoder."""
        return hashlib.blake2b("\n".join(self).encode(), digest_size=16).digest()


def build_chunk_text(path: str, symbol: int, name: str, body: str) -> ChunkText:
    """Return the text of a chunk that is embedded.

    `symbol` below 1 means that a line scanner found the name: of such a name only the last part is used, and only if
    the lines define it, because the enclosing names are a guess.
    """
    if symbol < 1:
        name = name.rpartition(".")[2]
        name = name if name in body else ""
    return ChunkText(path, name, body)


def build_chunk_identity(encoder: str) -> str:
    """Return the identity of vectors of chunks by the encoder of an identity."""
    return f"{encoder} {COMPOSITION}"


def encode_chunks(encoder: Encoder, chunks: Sequence[ChunkText]) -> NDArray[np.float32]:
    """Return rows of length one, one for each chunk.

    Raises EncoderError.

    A table of word pieces gives little weight to a path of ten words among two hundred, so the shipped encoder's
    vectors of the fields are added. Models that read text in order get the fields as one text.
    """
    from codegraph.embed.static import StaticEncoder
    from codegraph.embed.vector_rows import normalize_rows

    if not isinstance(encoder, StaticEncoder):
        return encoder.encode(["\n".join(part for part in chunk if part) for chunk in chunks])
    rows = encoder.encode([chunk.body for chunk in chunks])
    fields: tuple[tuple[float, Callable[[ChunkText], str]], ...] = (
        (PATH, lambda chunk: chunk.path), (STEM, lambda chunk: get_stem(chunk.path)), (NAME, lambda chunk: chunk.name)
    )  # fmt: skip
    for weight, field in fields:
        texts = [field(chunk) for chunk in chunks]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        rows += weight * encoder.encode(list(numbers))[[numbers[text] for text in texts]]
    return normalize_rows(rows, len(chunks), "")


def get_stem(path: str) -> str:
    """Return a file's own name without its ending."""
    base = path.rsplit("/", 1)[-1]
    return base.rpartition(".")[0] or base
