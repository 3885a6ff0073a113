"""Pieces of a source that is too long to be shown whole."""

import pytest

from codegraph.operations.excerpts import cut_source
from codegraph.query_results import SourceText


def write_source(first: int, last: int) -> SourceText:
    return SourceText("a.py", first, last, "\n".join(str(n) for n in range(first, last + 1)), stale=False)


def list_lines(pieces: tuple[SourceText, ...]) -> list[int]:
    return [int(line) for piece in pieces for line in piece.text.split("\n")]


def test_a_short_source_is_one_piece() -> None:
    source = write_source(5, 14)
    assert cut_source(source, [14], 10) == (source,)


def test_lines_around_a_site_follow_the_beginning() -> None:
    pieces = cut_source(write_source(101, 200), [180], 12)
    assert [(piece.start_line, piece.end_line) for piece in pieces] == [(101, 107), (178, 182)]
    assert list_lines(pieces) == [*range(101, 108), *range(178, 183)]


def test_sites_leave_a_third_of_the_lines_to_the_beginning() -> None:
    lines = list_lines(cut_source(write_source(1, 500), range(100, 500, 20), 30))
    assert len(lines) == 30
    assert lines[:10] == [*range(1, 11)]


@pytest.mark.parametrize("site", [0, 900])
def test_a_site_outside_of_the_source_is_left_out(site: int) -> None:
    assert list_lines(cut_source(write_source(1, 50), [site], 10)) == [*range(1, 11)]


def test_a_gap_as_short_as_its_mark_is_filled() -> None:
    pieces = cut_source(write_source(1, 50), [12, 18], 20)
    assert [(piece.start_line, piece.end_line) for piece in pieces] == [(1, 20)]
