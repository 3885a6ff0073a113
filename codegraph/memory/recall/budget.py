"""Selection of as many results as fit a token budget.

Tokens are counted on the text that is finally sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class FittedText(NamedTuple):
    text: str
    shown: int  # results in the text; whole ones from the end were left out


def fit_items(
    items: Sequence[Item], budget: int, render: Callable[[Sequence[Item]], str], count: Callable[[str], int]
) -> FittedText:
    """Render the longest prefix of `items` that stays within a budget.

    `budget` is in tokens as `count` counts them; 0 is no limit. Items are dropped whole, from the end. When the text
    does not fit even without items, the result is empty: the budget always holds. `render` must not return a shorter
    text for more items.
    """
    text = render(items)
    if not budget or count(text) <= budget:
        return FittedText(text, len(items))
    low, high = 0, len(items) - 1  # the answer lies in low..high, if anywhere
    best = FittedText("", 0)
    while low <= high:
        middle = (low + high) // 2
        text = render(items[:middle])
        if count(text) <= budget:
            best, low = FittedText(text, middle), middle + 1
        else:
            high = middle - 1
    return best
