"""Answers made smaller than their handlers make them: the last resort, where a name alone is longer than a budget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from codegraph.tokens import token_bound

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

CUT: Final = "cut: a larger max_tokens shows the rest"
_SHORTEST: Final = 24
"""Characters: no text is cut below."""


def cut_lines(text: str, budget: int) -> str:
    """The first lines of `text`, and a line that says so, in at most `budget` tokens. An open fence is closed."""
    lines: list[str] = []
    fence = ""
    room = budget - token_bound(CUT) - 2
    for whole in text.split("\n"):
        line = _cut(whole, room - 2 - _closing(fence))
        after = _fence_after(fence, line)
        room -= token_bound(line) + 2  # and the end of the line
        if room < _closing(after):
            break
        lines.append(line)
        fence = after
        if line != whole:
            break
    return "\n".join([*lines, *([fence] if fence else []), CUT])


def _closing(fence: str) -> int:
    return token_bound(fence) + 2 if fence else 0


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open after a line, "" when none is."""
    if fence:
        return "" if line == fence else fence
    ticks = line[: len(line) - len(line.lstrip("`"))]
    return ticks if len(ticks) >= 3 else ""


def _cut(text: str, room: int) -> str:
    """At most `room` tokens of a line, or a few characters."""
    if token_bound(text) <= room:
        return text
    text = text[: 20 * max(0, room)]  # no token is longer in the mean
    while len(text) > _SHORTEST and (takes := token_bound(text)) > room - 4:
        text = text[: max(_SHORTEST, int(len(text) * max(0, room - 4) / takes))]
    return text + "…"


def without_rows(value: Json) -> Json:
    """`value` with every list in it empty."""
    if isinstance(value, dict):
        return {key: without_rows(item) for key, item in value.items()}
    return [] if isinstance(value, list) else value


def longest_list(value: Json) -> list[Json]:
    """The list with most text in `value`, itself or one anywhere in it; empty when there is none to shorten."""
    return max(_lists(value), key=lambda items: len(json.dumps(items)) if items else -1, default=[])


def _lists(value: Json) -> Iterator[list[Json]]:
    """Outermost lists: what is in a row goes with it."""
    if isinstance(value, list):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _lists(item)


def replaced(value: Json, old: list[Json], new: list[Json]) -> Json:
    """`value` with the one list `old` in it replaced."""
    if value is old:
        return new
    return {key: replaced(item, old, new) for key, item in value.items()} if isinstance(value, dict) else value


def with_shorter_text(value: Json) -> Json | None:
    """`value` with half of its longest text, None when every text is short."""
    longest = max(_texts(value), key=len, default="")
    if len(longest) <= 2 * _SHORTEST:
        return None
    shorter = longest[: len(longest) // 2].rstrip("…") + "…"
    return _with_text(value, longest, shorter)


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _with_text(value: Json, old: str, new: str) -> Json:
    if isinstance(value, dict):
        return {key: _with_text(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_text(item, old, new) for item in value]
    return new if value == old else value
