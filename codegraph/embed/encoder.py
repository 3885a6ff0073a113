"""What turns texts into vectors: one protocol for the shipped model and for anything a user configures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Encoder(Protocol):
    """Texts to vectors. Deterministic: the same text gives the same vector, whatever is encoded beside it."""

    @property
    def identity(self) -> str:
        """Names the model and everything that decides its vectors. Vectors of another identity are rebuilt."""
        ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Rows of length one, shape (len(texts), dimension); the zero row for a text without a known word.

        Raises EncoderError when the model cannot be read or its service does not answer."""
        ...
