"""Vectors from an OpenAI-compatible service: `POST {url}/embeddings`.

It is used only when the settings name one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.vector_rows import normalize_rows
from codegraph.errors import ConfigError, EncoderError
from codegraph.runtime.json_service import Service, is_web_address

BATCH_TEXTS: Final = 64
MAX_CHARS: Final = 8_000
"""A text is cut here: common models take 8,192 pieces, and a piece of code has one to four characters."""

_HINT: Final = "check `encoder_url`, `encoder_model` and the key, or set `encoder` to `static`"


class EndpointEncoder:
    """An `Encoder` that asks a service.

    `dimension_wanted` 0 takes the dimension of the model; `pause` waits between attempts, in seconds.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str = "",
        dimension_wanted: int = 0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = _check_address(url).rstrip("/") + "/embeddings"
        self._model = model
        self._key = key
        self._wanted = dimension_wanted
        self._pause = pause

    @property
    def identity(self) -> str:
        parts = urlsplit(self._url)
        place = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
        return f"endpoint {place} {self._model}/{self._wanted or 'own'}"

    @property
    def dimension(self) -> int:
        """Dimension of the vectors, for which the service is asked once."""
        return self._wanted or self._own_dimension

    @cached_property
    def _own_dimension(self) -> int:
        return self._ask(["dimension"]).shape[1]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        full = [at for at, text in enumerate(texts) if text.strip()]
        found: NDArray[np.float32] | None = None
        for at in range(0, len(full), BATCH_TEXTS):
            part = full[at : at + BATCH_TEXTS]
            rows = self._ask([texts[i][:MAX_CHARS] for i in part])
            if found is None:
                found = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
            if rows.shape[1] != found.shape[1]:
                raise EncoderError(f"{self._model} gave vectors of different lengths", hint=_HINT)
            found[part] = rows
        return np.zeros((len(texts), self.dimension), dtype=np.float32) if found is None else found

    def _ask(self, texts: list[str]) -> NDArray[np.float32]:
        body: dict[str, object] = {"model": self._model, "input": texts, "encoding_format": "float"}
        if self._wanted:
            body["dimensions"] = self._wanted
        rows = _read_vectors(self._post(json.dumps(body).encode()), len(texts))
        if self._wanted and rows.shape[1] != self._wanted:
            raise EncoderError(
                f"{self._model} gave {rows.shape[1]} numbers a vector instead of {self._wanted}", hint=_HINT
            )
        return rows

    def _post(self, body: bytes) -> bytes:
        secrets = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        return Service(self._url, "the encoder", EncoderError, _HINT, secrets, pause=self._pause).post(body)


def _check_address(url: str) -> str:
    if not is_web_address(url):
        raise ConfigError(
            f"`encoder_url` is {url!r}",
            hint="give the address of an OpenAI-compatible service, as `http://host:port/v1`",
        )
    return url


def _read_vectors(reply: bytes, wanted: int) -> NDArray[np.float32]:
    """Return the rows of an answer in the order of the request.

    The answer may have them in any order.
    """
    try:
        items = sorted(json.loads(reply)["data"], key=lambda item: item["index"])
        rows = np.array([item["embedding"] for item in items], dtype=np.float32)
    except (ValueError, KeyError, TypeError) as error:
        raise EncoderError(f"the encoder's answer is not a list of embeddings: {error}", hint=_HINT) from error
    return normalize_rows(rows, wanted, _HINT)
