"""Protocol of encoders, which turn texts into vectors.

The shipped model is one, and so is anything that a user configures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

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


@runtime_checkable
class Knowing(Protocol):
    """An encoder that can tell words from what is none."""

    def knows(self, text: str) -> bool:
        """Say whether it knows any word of the text as a whole."""
        ...


def knows(encoder: object, text: str) -> bool:
    """Whether the vector of a text means something, as far as its encoder can tell."""
    return not isinstance(encoder, Knowing) or encoder.knows(text)
