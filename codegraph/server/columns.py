"""Functions that compute columns, for several toolsets."""

from __future__ import annotations

from collections.abc import Sequence


def round_off(value: float) -> float:
    return round(value, 4)


def count_rows(rows: Sequence[object]) -> int:
    return len(rows)


def is_empty(rows: Sequence[object]) -> bool:
    return not rows


def is_given(text: str) -> bool:
    return bool(text)


def drop_empty_text(text: str) -> str | None:
    """Return a text, None for an empty one."""
    return text or None


def drop_empty_list(texts: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return texts, None for none."""
    return texts or None


def strip_text(text: str) -> str:
    return text.strip()
