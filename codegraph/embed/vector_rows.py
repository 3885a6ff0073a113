"""Rows of vectors, as every encoder makes them of its numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codegraph.errors import EncoderError


def normalize_rows(rows: NDArray[np.float32], wanted: int, hint: str) -> NDArray[np.float32]:
    """Return `rows` at length one; zero rows stay.

    Raises EncoderError unless there are `wanted` finite rows of one length.
    """
    if rows.ndim != 2 or len(rows) != wanted or rows.shape[1] == 0:
        raise EncoderError(f"the encoder gave an array of shape {rows.shape} for {wanted} texts", hint=hint)
    if not np.isfinite(rows).all():
        raise EncoderError("the encoder gave numbers that are not finite", hint=hint)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
