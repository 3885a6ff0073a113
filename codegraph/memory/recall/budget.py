"""As many results as fit a token budget, counted on the text that is finally sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class Fitted(NamedTuple):
    text: str
    shown: int  # results in the text; whole ones from the end were left out


def fitted(
    items: Sequence[Item], budget: int, render: Callable[[Sequence[Item]], str], count: Callable[[str], int]
) -> Fitted:
    """The longest beginning of `items` whose rendering stays within `budget` tokens by `count`; 0 is no limit.

    Whole items go from the end, never a part of one. When not even the text of none of them fits, it is empty: a budget
    holds always. `render` has to give no shorter a text for more items."""
    text = render(items)
    if not budget or count(text) <= budget:
        return Fitted(text, len(items))
    low, high = 0, len(items) - 1  # the answer lies in low..high, if anywhere
    best = Fitted("", 0)
    while low <= high:
        middle = (low + high) // 2
        text = render(items[:middle])
        if count(text) <= budget:
            best, low = Fitted(text, middle), middle + 1
        else:
            high = middle - 1
    return best
