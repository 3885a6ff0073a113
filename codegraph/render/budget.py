"""Fitting text to a budget: ever shorter renderings of one answer, the first that fits, never a cut in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

BYTES_PER_TOKEN = 3
"""What a token is counted as. Not a proof: text of dense punctuation can take more tokens than bytes / 3."""


def token_bound(text: str) -> int:
    """Tokens that `text` is counted as, offline: its UTF-8 bytes over `BYTES_PER_TOKEN`, rounded up."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)


def fit(steps: Sequence[Callable[[], list[str]]], budget: int) -> list[str]:
    """The first rendering of `steps` (longest first) whose text stays within `budget` tokens; 0 is no limit.

    The last step is returned when even that one is too long: an answer is shortened, not withheld.
    """
    lines: list[str] = []
    for step in steps:
        lines = step()
        if not budget or token_bound("\n".join(lines)) <= budget:
            break
    return lines
