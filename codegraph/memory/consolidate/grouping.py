"""Pairs of similar vectors and connected components.

All functions are pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK: Final = 1024
_ABOVE_ALL: Final = 2.0


class Pair(NamedTuple):
    first: int
    second: int  # larger than `first`
    cosine: float


def find_similar_pairs(vectors: NDArray[np.float32], low: float, high: float = _ABOVE_ALL) -> list[Pair]:
    """Return the pairs of rows of `vectors` with a cosine in [low, high).

    `vectors` is n × dimension, of unit length. Blocks are compared, so that memory grows with the number of rows and
    not with its square.
    """
    import numpy as np

    found: list[Pair] = []
    for start in range(0, len(vectors), _BLOCK):
        cosines = vectors[start : start + _BLOCK] @ vectors[start:].T
        rows, columns = np.nonzero((cosines >= low) & (cosines < high))
        triples = zip((rows + start).tolist(), (columns + start).tolist(), cosines[rows, columns].tolist())
        found += [Pair(i, j, cosine) for i, j, cosine in triples if i < j]
    return found


def find_components(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected components of the numbers below `size`.

    Single numbers are included. Each component is in rising order.
    """
    leader = list(range(size))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    for i, j in pairs:
        a, b = sorted((find(i), find(j)))
        leader[b] = a
    groups: dict[int, list[int]] = defaultdict(list)
    for i in range(size):
        groups[find(i)].append(i)
    return list(groups.values())
