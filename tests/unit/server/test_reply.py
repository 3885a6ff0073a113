"""Replies: the longest form that fits, whole items only, text of others fenced."""

from __future__ import annotations

import json
from functools import partial
from typing import NamedTuple

import pytest

from codegraph.server.cursor import CursorError, Place, decode, encode
from codegraph.server.reply import BudgetError, Draft, Exact, Rendering, fenced, plain, settle, to_json


class Data(NamedTuple):
    rows: int
    cursor: str | None = None


def draft(*sizes: int) -> Draft:
    return Draft([partial(Rendering, ["name = 1" * (size // 8)], Data(size)) for size in sizes])


@pytest.mark.parametrize(("budget", "rows"), [(10_000, 9_000), (3_000, 3_000), (300, 300)])
def test_the_longest_rendering_that_fits_is_sent(budget: int, rows: int):
    outcome = settle(draft(9_000, 3_000, 300), budget)
    assert outcome.structured == {"rows": rows} and outcome.tokens() <= budget


def test_when_nothing_fits_the_error_says_what_would():
    with pytest.raises(BudgetError) as error:
        settle(draft(9_000, 3_000), 500)
    assert "max_tokens" in error.value.hint


def test_the_first_text_of_an_exact_value_is_the_value_and_nothing_else():
    outcome = settle(Exact([{"id": 1}, {"id": 2}]), 1_000)
    assert outcome.texts == ('[{"id":1},{"id":2}]',)
    assert outcome.structured == {"result": [{"id": 1}, {"id": 2}]}
    assert settle(Exact({"status": "ok"}), 1_000).structured == {"status": "ok"}


@pytest.mark.parametrize("count", [50, 500, 5_000])
@pytest.mark.parametrize("wrapped", [False, True])
def test_an_exact_value_loses_whole_items_from_its_end_and_no_key(count: int, wrapped: bool):
    items = [{"id": n, "name": f"symbol number {n}", "lines": [n, n + 1]} for n in range(count)]
    outcome = settle(Exact({"total": count, "items": items} if wrapped else items), 1_000)
    assert outcome.tokens() <= 1_000
    value = json.loads(outcome.texts[0])
    kept = value["items"] if wrapped else value
    assert kept == items[: len(kept)] and 5 < len(kept) < count
    assert not wrapped or value["total"] == count
    assert outcome.texts[1].startswith(f"shown {len(kept):,} of {count:,}")


def test_an_exact_value_without_a_list_to_shorten_is_an_error():
    with pytest.raises(BudgetError):
        settle(Exact({"content": "x" * 10_000}), 500)


def test_absent_optional_fields_are_left_out_of_the_data():
    assert to_json(Data(1)) == {"rows": 1}
    assert to_json(Data(1, "next")) == {"rows": 1, "cursor": "next"}


@pytest.mark.parametrize("text", ["plain", "```\nout\n```", "a ````` b", "```python\n`x`\n"])
def test_fenced_text_cannot_close_its_fence(text: str):
    first, *inner, last = fenced(text, "python a.py:1-2")
    assert first.startswith(last) and first.endswith("python a.py:1-2")
    assert set(last) == {"`"} and all(last not in line for line in inner)


def test_a_label_stays_on_the_line_of_the_fence():
    assert "\n" not in fenced("x", "python a\nb.py")[0]


def test_control_characters_are_shown_and_not_sent():
    assert plain("a\x1b[31mb\x9b\0\n\tc") == "a\\x1b[31mb\\x9b\\x00\n\tc"
    assert plain("a\ud800b") == "a?b"


def test_a_cursor_returns_to_its_place():
    assert decode(encode(Place(3, 40), "q"), "q", 3) == 40
    assert decode("", "q", 3) == 0


@pytest.mark.parametrize("cursor", ["x", "é", "====", "MS4y", "a" * 3_000, "MS54LnkK"])
def test_a_damaged_cursor_says_so(cursor: str):
    with pytest.raises(CursorError, match="damaged"):
        decode(cursor, "q", 3)


def test_a_cursor_is_good_for_its_question_and_generation_only():
    cursor = encode(Place(3, 40), "q")
    with pytest.raises(CursorError, match="another question"):
        decode(cursor, "other", 3)
    with pytest.raises(CursorError, match="index changed"):
        decode(cursor, "q", 4)
