"""Lines of an edited text beside those of the saved one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codegraph.lsp import line_map
from codegraph.lsp.line_map import LineMap

lines = st.lists(st.sampled_from("abcd"), max_size=12)


@given(lines, lines)
def test_lines_that_are_mapped_are_equal_and_stay_in_order(edited: list[str], saved: list[str]) -> None:
    found = LineMap(edited, saved)
    pairs = [(line, found.find_saved(line)) for line in range(len(edited))]
    mapped = [(line, at) for line, at in pairs if at is not None]
    assert all(edited[line] == saved[at] for line, at in mapped)
    assert all(found.find_edited(at) == line for line, at in mapped)
    assert [at for _, at in mapped] == sorted({at for _, at in mapped})
    assert found.is_identity == (edited == saved and bool(saved))
    assert found.find_saved(len(edited)) is None and found.find_edited(len(saved)) is None
    for line in range(len(saved)):
        assert 0 <= found.find_nearest_edited(line) < max(1, len(edited))


@given(lines, st.integers(0, 12))
def test_an_inserted_line_moves_what_is_below_it(saved: list[str], at: int) -> None:
    at = min(at, len(saved))
    found = LineMap([*saved[:at], "new", *saved[at:]], saved)
    assert found.find_saved(at) is None
    assert [found.find_edited(line) for line in range(len(saved))] == [
        line + (line >= at) for line in range(len(saved))
    ]


def test_of_a_long_difference_nothing_inside_is_said_to_be_equal() -> None:
    inner = [str(line) for line in range(line_map.MOST_COMPARED + 1)]
    found = LineMap(["a", "x", *inner, "y", "b"], ["a", *inner, "b"])
    assert found.find_saved(0) == 0
    assert found.find_saved(2) is None
    assert found.find_saved(len(inner) + 3) == len(inner) + 1
