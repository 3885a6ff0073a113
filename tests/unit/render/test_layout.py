"""Columns, counts and places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fixed_index import FixedIndex

from codegraph.render.text.text_layout import (
    align_columns,
    clip,
    format_count,
    format_place,
    format_seconds,
    format_shortened,
    format_size,
)


def test_columns_are_aligned_and_end_without_spaces():
    assert align_columns([("a", "bb", ""), ("ccc", "d", "e")]) == ["  a    bb", "  ccc  d   e"]


def test_numbers_can_be_right_aligned():
    assert align_columns([("files", "7"), ("lines", "1,200")], right=frozenset({1})) == [
        "  files      7",
        "  lines  1,200",
    ]


def test_a_long_path_loses_its_beginning_and_other_text_its_end():
    (line,) = align_columns([("src/" + "deep/" * 30 + "file.py", "word " * 30)], width=60)
    assert line.startswith("  …")
    assert "file.py" in line
    assert line.endswith("…")


def test_a_line_of_a_file_can_be_opened_however_long_its_path_is():
    near, far = "src/" + "deep/" * 14 + "file.py:12-30", "src/" + "deep/" * 40 + "file.py:7"
    lines = align_columns([(near, "word " * 9, "method"), (far, "first", "")], width=100)
    assert [line.split()[0] for line in lines] == [near, far]
    assert lines[0].endswith("…  method")
    assert lines[1] == f"  {far}  first"


@given(st.lists(st.lists(st.text(st.characters(categories=("L", "N"))), min_size=1, max_size=4), max_size=8))
def test_no_line_passes_the_width(rows: list[list[str]]):
    assert all(len(line) <= 70 for line in align_columns(rows, width=70))


def test_a_count_agrees_with_its_noun():
    assert (format_count(1, "file"), format_count(0, "file"), format_count(2300, "entry", "entries")) == (
        "1 file",
        "0 files",
        "2,300 entries",
    )


def test_a_place_lists_a_few_lines_and_counts_the_rest():
    symbol = FixedIndex().find_symbol("Store.save")
    assert format_place(symbol) == "notes/store.py:12"
    assert format_place(symbol, (3, 4)) == "notes/store.py:3,4"
    assert format_place(symbol, tuple(range(1, 8))) == "notes/store.py:1,2,3,4,+3"


def test_a_module_is_its_file():
    assert format_place(FixedIndex().list_symbols([0])[0]) == "notes/cli.py"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 B"), (999, "999 B"), (1234, "1.2 kB"), (45_600, "46 kB"), (3_400_000, "3.4 MB")]
)
def test_sizes_are_short(number: int, text: str):
    assert format_size(number) == text


def test_times_are_short():
    assert [format_seconds(n) for n in (0.084, 3.21, 125)] == ["0.08 s", "3.2 s", "2 min 5 s"]


def test_a_whole_list_has_no_closing_line():
    assert format_shortened(3, 3, "caller") == []
    assert format_shortened(2, 3, "caller")[-1] == "shown 2 of 3 callers; all with --limit 0"


def test_clipped_text_shows_that_it_was_clipped():
    assert clip("abcdef", 4) == "abc…"
    assert clip("abcdef", 4, keep_end=True) == "…def"
    assert clip("abcd", 4) == "abcd"
