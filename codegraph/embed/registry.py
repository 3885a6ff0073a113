"""Vectors from LanceDB's embedding registry: local models and services.

The setting is `encoder = "lancedb:NAME"`. The user provides what such a function needs besides LanceDB: its model, its
library, its key.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.vector_rows import normalize_rows
from codegraph.errors import EncoderError
from codegraph.runtime.optional_packages import require_package

if TYPE_CHECKING:
    from lancedb.embeddings import EmbeddingFunction

BATCH_TEXTS: Final = 256
_HINT: Final = "see LanceDB's list of embedding functions, or set `encoder` to `static`"


class RegistryEncoder:
    """Encoder that calls an embedding function of LanceDB.

    LanceDB is imported when the first text is encoded.
    """

    def __init__(self, name: str, model: str = "") -> None:
        self._name = name
        self._model = model

    @property
    def identity(self) -> str:
        return f"lancedb {self._name} {self._model or 'default'}"

    @property
    def dimension(self) -> int:
        return self._dimension

    @cached_property
    def _dimension(self) -> int:
        return self._encode_batch(["dimension"]).shape[1]

    @cached_property
    def _function(self) -> EmbeddingFunction:
        require_package("lancedb", f"the encoder `lancedb:{self._name}`", error=EncoderError)
        from lancedb.embeddings import get_registry  # takes seconds

        try:
            function_class = get_registry().get(self._name)
        except KeyError as error:
            raise EncoderError(f"LanceDB has no embedding function `{self._name}`", hint=_HINT) from error
        try:
            return function_class.create(**({"name": self._model} if self._model else {}))
        except Exception as error:  # functions of other projects raise whatever they like
            raise EncoderError(f"`{self._name}` cannot be used: {error}", hint=_HINT) from error

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        filled = [at for at, text in enumerate(texts) if text.strip()]
        batches = [filled[start : start + BATCH_TEXTS] for start in range(0, len(filled), BATCH_TEXTS)]
        parts = [self._encode_batch([texts[at] for at in batch]) for batch in batches]
        if not parts:
            return np.zeros((len(texts), self.dimension if len(texts) else 0), dtype=np.float32)
        rows = np.concatenate(parts)
        vectors = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
        vectors[filled] = rows
        return vectors

    def _encode_batch(self, texts: list[str]) -> NDArray[np.float32]:
        try:
            rows = np.array(self._function.compute_source_embeddings(texts), dtype=np.float32)
        except EncoderError:
            raise
        except Exception as error:  # functions of other projects raise whatever they like
            raise EncoderError(f"`{self._name}` failed: {error}", hint=_HINT) from error
        return normalize_rows(rows, len(texts), _HINT)
