"""BM25, the lexical ranker of code and of memory.

Robertson and Zaragoza, "The probabilistic relevance framework" (2009). A text's score is the sum over the terms of a
query of `weigh_occurrences`, with a weight that has `compute_idf` in it. Statistics are of the texts that are ranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Number = TypeVar("_Number", bound=Any)

K1: Final = 1.2
"""Saturation: a term that occurs so often in a text of mean length has half of what it can be worth."""


@overload
def compute_idf(texts: int, frequency: int) -> float: ...
@overload
def compute_idf(texts: NDArray[np.float64], frequency: NDArray[Any]) -> NDArray[np.float64]: ...
def compute_idf(texts: Any, frequency: Any) -> Any:
    """Return the inverse document frequency of a term that so many of all texts have."""
    found = np.log1p((texts - frequency + 0.5) / (frequency + 0.5))
    return found if isinstance(found, np.ndarray) else float(found)


def compute_norms(lengths: _Number, mean: Any, b: float) -> _Number:
    """Return the norms of texts of these lengths.

    With `b` 0 lengths do not count, with 1 a text of twice the mean length needs twice the occurrences."""
    return K1 * (1 - b + b * lengths / mean)


def weigh_occurrences(frequencies: _Number, norms: Any, weight: float) -> _Number:
    """Return what occurrences of a term are worth: less than its weight."""
    return frequencies * weight / (frequencies + norms)
