"""Replies: the longest form that fits, whole items only, text of others fenced."""

from __future__ import annotations

import json
from functools import partial
from typing import NamedTuple

import pytest

from codegraph.server.cursor import CursorError, Place, decode, encode
from codegraph.server.reply import (
    BudgetError,
    Draft,
    Exact,
    Json,
    Outcome,
    Rendering,
    format_fenced,
    settle,
    strip_controls,
    to_json,
)


class Data(NamedTuple):
    rows: int
    cursor: str | None = None


def draft(*sizes: int) -> Draft:
    return Draft([partial(Rendering, ["name = 1" * (size // 8)], Data(size)) for size in sizes])


@pytest.mark.parametrize(("budget", "rows"), [(10_000, 9_000), (3_000, 3_000), (300, 300)])
def test_the_longest_rendering_that_fits_is_sent(budget: int, rows: int):
    outcome = settle(draft(9_000, 3_000, 300), budget)
    assert outcome.structured is None and outcome.text == "name = 1" * (rows // 8) and outcome.count_tokens() <= budget


def test_structured_content_counts_and_holds_the_text():
    outcome = settle(draft(9_000, 3_000, 300), 3_000, structured=True)
    assert outcome.structured == {"text": "name = 1" * 37, "rows": 300} and outcome.count_tokens() <= 3_000


class Named(NamedTuple):
    id: str
    rows: tuple[str, ...]


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("size", [100, 5_000])
def test_where_no_rendering_fits_the_shortest_is_cut(size: int, structured: bool):
    lines = ["first", *format_fenced("x = 1\n" * size, "python a.py"), "last " * size]
    outcome = settle(
        Draft([lambda: Rendering(lines, Named("a" * size, ("b" * 40,) * size))]), 500, structured=structured
    )
    assert outcome.count_tokens() <= 500
    first, *_, fence, cut = outcome.text.split("\n")
    assert (first, fence) == ("first", "```") and cut.startswith("cut: ")
    if structured:
        assert outcome.structured is not None and list(outcome.structured) == ["text", "id", "rows"]
        assert outcome.structured["text"] == outcome.text
        assert str(outcome.structured["id"]).rstrip("…") in "a" * size


def test_a_line_that_is_longer_than_the_budget_is_cut():
    outcome = settle(Draft([lambda: Rendering(["word " * 9_000, "next"], Data(1))]), 500)
    assert outcome.text.startswith("word word") and "…\n" in outcome.text and outcome.count_tokens() <= 500


def test_the_text_of_an_exact_value_is_the_value_and_nothing_else():
    assert settle(Exact([{"id": 1}, {"id": 2}]), 1_000) == Outcome('[{"id":1},{"id":2}]')
    outcome = settle(Exact([{"id": 1}, {"id": 2}]), 1_000, structured=True)
    assert outcome.structured == {"result": [{"id": 1}, {"id": 2}]}
    assert settle(Exact({"status": "ok"}), 1_000, structured=True).structured == {"status": "ok"}
    assert settle(Exact("as it is"), 1_000, structured=True) == Outcome("as it is", {"result": "as it is"})


@pytest.mark.parametrize(
    ("value", "noted"),
    [
        ({"id": 1}, {"id": 1, "note": "late"}),
        ({"id": 1, "note": None}, {"id": 1, "note": "late"}),
        ({"id": 1, "note": "early"}, {"id": 1, "note": "early; late"}),
        ([{"id": 1}, {"id": 2}], [{"id": 1}, {"id": 2, "note": "late"}]),
        ([], []),
    ],
)
def test_a_note_stands_in_the_value(value: Json, noted: Json):
    assert json.loads(settle(Exact(value, "late"), 1_000).text) == noted


def test_a_note_on_a_text_is_a_line_below_it():
    assert settle(Exact("done", "late"), 1_000).text == "done\nlate"


@pytest.mark.parametrize("count", [50, 500, 5_000])
@pytest.mark.parametrize("wrapped", [False, True])
def test_an_exact_value_loses_whole_items_from_its_end_and_no_key(count: int, wrapped: bool):
    items: list[Json] = [{"id": n, "name": f"symbol number {n}", "lines": [n, n + 1]} for n in range(count)]
    outcome = settle(Exact({"total": count, "items": items} if wrapped else items), 1_000)
    assert outcome.count_tokens() <= 1_000
    value = json.loads(outcome.text)
    note = value.pop("note") if wrapped else value[-1].pop("note")
    kept = value["items"] if wrapped else value
    assert kept == items[: len(kept)] and 5 < len(kept) < count
    assert not wrapped or value["total"] == count
    assert note.startswith(f"shown {len(kept):,} of {count:,}")


def test_an_exact_value_without_a_list_loses_the_ends_of_its_texts():
    outcome = settle(Exact({"content": "x" * 10_000, "n": 1}), 500)
    value = json.loads(outcome.text)
    assert outcome.count_tokens() <= 500 and value["n"] == 1
    assert value["content"].endswith("…") and "did not fit" in value["note"]


def test_an_exact_value_loses_items_of_a_list_that_lies_deep():
    outcome = settle(Exact({"of": {"one": {"rows": [{"id": n} for n in range(900)]}}}), 500)
    assert outcome.count_tokens() <= 500 and json.loads(outcome.text)["note"].startswith("shown ")


def test_one_long_item_is_cut_and_not_left_out():
    (item,) = json.loads(settle(Exact([{"content": "x" * 10_000}]), 500).text)
    assert item["content"].endswith("…") and "did not fit" in item["note"]


def test_an_exact_value_of_numbers_that_does_not_fit_is_an_error():
    with pytest.raises(BudgetError):
        settle(Exact({str(n): n for n in range(1_000)}), 500)


def test_absent_optional_fields_are_left_out_of_the_data():
    assert to_json(Data(1)) == {"rows": 1}
    assert to_json(Data(1, "next")) == {"rows": 1, "cursor": "next"}


@pytest.mark.parametrize("text", ["plain", "```\nout\n```", "a ````` b", "```python\n`x`\n"])
def test_fenced_text_cannot_close_its_fence(text: str):
    first, *inner, last = format_fenced(text, "python a.py:1-2")
    assert first.startswith(last) and first.endswith("python a.py:1-2")
    assert set(last) == {"`"} and all(last not in line for line in inner)


def test_a_label_stays_on_the_line_of_the_fence():
    assert "\n" not in format_fenced("x", "python a\nb.py")[0]


def test_control_characters_are_shown_and_not_sent():
    assert strip_controls("a\x1b[31mb\x9b\0\n\tc") == "a\\x1b[31mb\\x9b\\x00\n\tc"
    assert strip_controls("a\ud800b") == "a?b"


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
