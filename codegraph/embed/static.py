"""The shipped encoder: a table with one vector for each word piece.

Vectors are pooled with the square root of each piece's count.

It takes no network, no download, and no floating-point library but numpy. The table is mapped into memory, so that a
query reads the rows of its own words and nothing else. `model/README.md` says where the table comes from.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.embed.shipped import DIMENSION, IDENTITY
from codegraph.embed.word_pieces import UNKNOWN, Pieces
from codegraph.errors import EncoderError

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLE: Final = "model.safetensors"
VOCABULARY: Final = "tokenizer.json"

_BATCH: Final = 256
_MANY: Final = 2048
_SHIFT: Final = 20
"""Bits of a piece's number in the keys that are sorted."""

_REINSTALL: Final = "reinstall codegraph, or name another `encoder` in the settings"


class StaticEncoder:
    """See `Encoder`. Nothing is read before the first text is encoded."""

    identity = IDENTITY
    dimension = DIMENSION

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(__file__).parent / "model"

    @cached_property
    def _table(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        return read_table(self._folder / TABLE)

    @cached_property
    def _pieces(self) -> Pieces:
        path = self._folder / VOCABULARY
        try:
            vocabulary: dict[str, int] = json.loads(path.read_bytes())["model"]["vocab"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EncoderError(f"the shipped vocabulary cannot be read: {error}", hint=_REINSTALL) from error
        if len(vocabulary) != len(self._table[0]):
            raise EncoderError("the shipped vocabulary does not fit its table", hint=_REINSTALL)
        vocabulary.pop(UNKNOWN, None)
        return Pieces(vocabulary)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = np.zeros((len(texts), self._table[0].shape[1]), dtype=np.float32)
        many = len(texts) >= _MANY
        for at in range(0, len(texts), _BATCH):
            self._encode(texts[at : at + _BATCH], found[at : at + _BATCH], many)
        return found

    def has_known_words(self, text: str) -> bool:
        return self._pieces.has_known_words(text)

    def _encode(self, texts: Sequence[str], into: NDArray[np.float32], many: bool) -> None:
        """Encode a batch of texts.

        A row is summed from its own pieces in their order, so no other text can change it.
        """
        pieces, lengths = self._pieces.tokenize(texts)
        keys = np.repeat(np.arange(len(texts)) << _SHIFT, lengths) + pieces
        keys.sort()
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        factors = np.sqrt(np.diff(first, append=len(keys)), dtype=np.float32)
        which = keys[first] & ((1 << _SHIFT) - 1)
        factors *= self._table[1][which]
        ends = np.searchsorted(keys[first], np.arange(len(texts) + 1) << _SHIFT).tolist()
        for row, (start, end) in enumerate(pairwise(ends)):
            if start < end:
                np.dot(factors[start:end], self._read_rows(which[start:end], many), out=into[row])
        into /= np.maximum(np.linalg.norm(into, axis=1, keepdims=True), 1e-9)

    def _read_rows(self, which: NDArray[np.int64], many: bool) -> NDArray[np.float32]:
        """Return rows as floats.

        Widening the whole table takes 32 MB, which does not pay off for a few texts.
        """
        return self._widened.take(which, axis=0) if many else self._table[0][which].astype(np.float32)

    @cached_property
    def _widened(self) -> NDArray[np.float32]:
        return self._table[0].astype(np.float32)


def read_table(path: Path) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Map rows (pieces, dimension) and the scale of each from a safetensors file.

    Raises EncoderError.

    The format: eight bytes with the length of a JSON header, the header, the arrays one after the other.
    """
    try:
        with open(path, "rb") as handle:
            length = int.from_bytes(handle.read(8), "little")
            header = json.loads(handle.read(min(length, 1 << 20)))
        start = 8 + length
        rows = header["embeddings"]
        values = np.memmap(path, np.int8, "r", start + rows["data_offsets"][0], tuple(rows["shape"]))
        scales = header["weights"]
        weights = np.memmap(path, np.float32, "r", start + scales["data_offsets"][0], tuple(scales["shape"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EncoderError(f"the shipped model cannot be read: {error}", hint=_REINSTALL) from error
    return values, weights
