"""A sentence as one vector a word piece, each in the light of all others: a small transformer encoder.

Layers as in BERT (Devlin et al. 2019), started from all-MiniLM-L6-v2 and fitted to labelled texts by
`scripts/fit_facts.py`; `model/README.md` tells more. Nothing but numpy computes it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from codegraph.embed.words import Pieces
from codegraph.errors import EncoderError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FILE: Final = "model.npz"
HEADS: Final = 12
MOST: Final = 126
"""Pieces of a sentence beside the marks at its ends; what follows is not read."""

_EPSILON: Final = 1e-12
PIECES: Final = "pieces"
SCALE: Final = ".scale"
"""Follows the name of what is kept in bytes, each column with a scale of its own (of `pieces`, each row)."""


class Places(NamedTuple):
    """Numbers of the pieces of a sentence, between the marks at its ends, and for each token where its pieces begin and
    where the last of them is."""

    pieces: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]


class Cutter:
    """Sentences to piece numbers: those of a vocabulary, then the two marks and what stands for an unknown word."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._pieces = Pieces({piece: number for number, piece in enumerate(vocabulary)})
        self._begin, self._end, self._unknown = range(len(vocabulary), len(vocabulary) + 3)

    def places(self, lead: Sequence[str], tokens: Sequence[str]) -> Places:
        """Of tokens behind words that tell what kind of sentence it is. Every token has a piece."""
        numbers, counts = self._pieces.bags([*lead, *tokens])
        every: list[NDArray[np.integer]] = np.split(numbers, np.cumsum(counts)[:-1])
        unknown = np.array([self._unknown])
        pieces = np.concatenate([[self._begin], *(one if len(one) else unknown for one in every)])
        counts = np.maximum(counts, 1)
        ends = np.cumsum(counts)
        first, last = (np.minimum(one, MOST)[len(lead) :] for one in (ends - counts + 1, ends))
        return Places(np.append(pieces[: MOST + 1], self._end), first, last)


class Model:
    """Arrays of `model.npz`, by name, and what they were fitted for. Raises EncoderError where it cannot be read."""

    def __init__(self, path: Path) -> None:
        try:
            with np.load(path) as held:
                self._held: dict[str, NDArray[Any]] = {name: held[name] for name in held.files}
            told = json.loads(self._held.pop("told").tobytes())
            self.classes: tuple[str, ...] = tuple(told["classes"])
            self.sorts: Mapping[str, int] = {name: number for number, name in enumerate(told["sorts"])}
            self.cutter = Cutter(told["pieces"])
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise EncoderError(
                f"the shipped model cannot be read: {error}", hint="reinstall codegraph-memory"
            ) from error
        self._layers = sum(name.endswith(".q") for name in self._held)

    @cached_property
    def arrays(self) -> Mapping[str, Floats]:
        """All but the vectors of the pieces, as numbers to calculate with: four times as large as they are kept."""
        scaled = {name: one for name, one in self._held.items() if not name.startswith(PIECES)}
        self._held = {name: one for name, one in self._held.items() if name.startswith(PIECES)}
        return {
            name: (one * scaled.get(name + SCALE, 1)).astype(np.float32)
            for name, one in scaled.items()
            if not name.endswith(SCALE)
        }

    def encode(self, pieces: NDArray[np.int64]) -> Floats:
        """One vector (384) a piece. The first stands for the sentence."""
        a, held, count = self.arrays, self._held, len(pieces)
        x = held[PIECES][pieces].astype(np.float32) * held[PIECES + SCALE][pieces]
        x = _normalised(x + a["places"][:count], a["start.gain"], a["start.shift"])
        for layer in range(self._layers):
            q, k, v = (_heads(linear(a, f"{layer}.{name}", x)) for name in "qkv")
            scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(q.shape[-1]))
            mixed = (softmax(scores) @ v).transpose(1, 0, 2).reshape(count, -1)
            x = _normalised(x + linear(a, f"{layer}.out", mixed), a[f"{layer}.gain"], a[f"{layer}.shift"])
            inner = linear(a, f"{layer}.down", gelu(linear(a, f"{layer}.up", x)))
            x = _normalised(x + inner, a[f"{layer}.gain2"], a[f"{layer}.shift2"])
        return x


@cache
def shipped() -> Model:
    return Model(Path(str(resources.files("codegraph.memory.facts.extract") / "model")) / FILE)


def linear(arrays: Mapping[str, Floats], name: str, x: Floats) -> Floats:
    return x @ arrays[name] + arrays[name + ".bias"]


def _heads(x: Floats) -> Floats:
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def _normalised(x: Floats, gain: Floats, shift: Floats) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _EPSILON) * gain + shift


def softmax(x: Floats) -> Floats:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def gelu(x: Floats) -> Floats:
    """Hendrycks and Gimpel 2016, by its approximation with tanh."""
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
