"""Last resort of shortening, for answers in which one name exceeds the budget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from codegraph.render.json_values import Json
from codegraph.text.token_counts import bound_tokens

CUT: Final = "cut: a larger max_tokens shows the rest"
_SHORTEST: Final = 24
"""Characters: no text is cut below."""


def cut_lines(text: str, budget: int) -> str:
    """Return the first lines of `text` and a note, in at most `budget` tokens.

    An open fence is closed.
    """
    lines: list[str] = []
    fence = ""
    room = budget - bound_tokens(CUT) - 2
    for whole in text.split("\n"):
        line = _cut(whole, room - 2 - _count_closing_tokens(fence))
        after = _track_fence(fence, line)
        room -= bound_tokens(line) + 2  # and the end of the line
        if room < _count_closing_tokens(after):
            break
        lines.append(line)
        fence = after
        if line != whole:
            break
    return "\n".join([*lines, *([fence] if fence else []), CUT])


def _count_closing_tokens(fence: str) -> int:
    return bound_tokens(fence) + 2 if fence else 0


def _track_fence(fence: str, line: str) -> str:
    """Return the fence that is open after a line, "" when none is."""
    if fence:
        return "" if line == fence else fence
    ticks = line[: len(line) - len(line.lstrip("`"))]
    return ticks if len(ticks) >= 3 else ""


def _cut(text: str, room: int) -> str:
    """Shorten a line to `room` tokens, or to a few characters."""
    if bound_tokens(text) <= room:
        return text
    text = text[: 20 * max(0, room)]  # no token is longer in the mean
    while len(text) > _SHORTEST and (takes := bound_tokens(text)) > room - 4:
        text = text[: max(_SHORTEST, int(len(text) * max(0, room - 4) / takes))]
    return text + "…"


def drop_rows(value: Json) -> Json:
    """Return `value` with every list in it empty."""
    if isinstance(value, dict):
        return {key: drop_rows(item) for key, item in value.items()}
    return [] if isinstance(value, list) else value


def find_longest_list(value: Json) -> list[Json]:
    """Return the list with most text in `value`.

    It is `value` itself or a list anywhere in it; the result is empty when no list can be shortened.
    """
    return max(_iterate_lists(value), key=lambda items: len(json.dumps(items)) if items else -1, default=[])


def _iterate_lists(value: Json) -> Iterator[list[Json]]:
    """Yield the outermost lists, because lists in a row go with the row."""
    if isinstance(value, list):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _iterate_lists(item)


def replace_list(value: Json, old: list[Json], new: list[Json]) -> Json:
    """Return `value` with the one list `old` in it replaced."""
    if value is old:
        return new
    return {key: replace_list(item, old, new) for key, item in value.items()} if isinstance(value, dict) else value


def shorten_longest_text(value: Json) -> Json | None:
    """Return `value` with half of its longest text, None when every text is short."""
    longest = max(_iterate_texts(value), key=len, default="")
    if len(longest) <= 2 * _SHORTEST:
        return None
    shorter = longest[: len(longest) // 2].rstrip("…") + "…"
    return _replace_text(value, longest, shorter)


def _iterate_texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _iterate_texts(item)


def _replace_text(value: Json, old: str, new: str) -> Json:
    if isinstance(value, dict):
        return {key: _replace_text(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_replace_text(item, old, new) for item in value]
    return new if value == old else value
