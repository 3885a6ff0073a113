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
    """Conversion of texts to vectors.

    It is deterministic: the same text gives the same vector, whatever other texts are encoded with it.
    """

    @property
    def identity(self) -> str:
        """Name of the model and of everything that decides its vectors.

        Vectors of another identity are rebuilt.
        """
        ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return rows of length one, shape (len(texts), dimension).

        A text without a known word has the zero row.

        Raises EncoderError when the model cannot be read or its service does not answer.
        """
        ...


@runtime_checkable
class VocabularyEncoder(Protocol):
    """An encoder that can distinguish words from other text."""

    def has_known_words(self, text: str) -> bool:
        """Return whether any word of the text is known as a whole."""
        ...


def has_known_words(encoder: object, text: str) -> bool:
    """Return whether the vector of a text is meaningful, as far as its encoder knows."""
    return not isinstance(encoder, VocabularyEncoder) or encoder.has_known_words(text)
