"""Texts that are cut to a length."""

from __future__ import annotations


def cut_text(text: str, most: int) -> str:
    """Return a text of at most `most` characters, with an ellipsis where it is cut.

    >>> cut_text("resolution", 8)
    'resolut…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"
