"""A block of ours in somebody else's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.foreign_files.inserted_block import Marks, MarksError

MARKS = Marks("ours", "do not edit")
LINES = st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Cs",)), max_size=20), max_size=8)


@given(LINES, LINES, st.sampled_from(("\n", "\r\n")), st.booleans())
def test_what_stands_around_it_stays_and_a_second_time_changes_nothing(around, inside, newline, ended):
    text = newline.join(around) + (newline if ended else "")
    inside = [line for line in inside if not line.startswith("<!--")]
    once = MARKS.put(text, inside)
    assert once.startswith(text)
    assert MARKS.put(once, inside) == once
    assert MARKS.put(MARKS.put(once, ["other"]), inside) == once
    rest = MARKS.drop(once)
    assert (rest or "").rstrip("\r\n") == text.rstrip("\r\n") if text.strip() else rest is None


def test_text_after_it_stays_where_it_is():
    text = "before\n" + MARKS.build_block(["old"]) + "after\n"
    assert MARKS.put(text, ["new"]) == "before\n" + MARKS.build_block(["new"]) + "after\n"
    assert MARKS.drop(text) == "before\nafter\n"


def test_marks_of_another_version_and_another_name_are_told_apart():
    text = (
        "<!-- ours:begin - older words -->\nx\n<!-- ours:end -->\n<!-- ours-too:begin - y -->\n<!-- ours-too:end -->\n"
    )
    assert (
        MARKS.put(text, ["new"]) == MARKS.build_block(["new"]) + "<!-- ours-too:begin - y -->\n<!-- ours-too:end -->\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "<!-- ours:begin -->\n",
        "<!-- ours:end -->\n",
        "<!-- ours:end -->\n<!-- ours:begin -->\n",
        MARKS.build_block([]) * 2,
    ],
)
def test_marks_that_are_no_pair_are_an_error(text):
    for act in (lambda: MARKS.put(text, []), lambda: MARKS.drop(text), lambda: MARKS.are_in(text)):
        with pytest.raises(MarksError):
            act()
