"""What a query quotes of a chunk, and which of its words an index has."""

from __future__ import annotations

import pytest

from codegraph.search.query import parse_query
from codegraph.search.quotations import list_words, share_quoted


@pytest.mark.parametrize(
    ("asked", "written", "share"),
    [
        ("the pump is already running (pid 7)", 'raise Busy(f"the pump is already running (pid {pid})")', 0.8),
        ("valve stuck open in zone north", "# valve stuck open in zone north: see below", 1.0),
        ("where is the pump started", "where the pump is started", 0.0),
        ("pump valve zone", "pump valve zone", 0.0),  # three words are a phrase of the trade
        ("pump and valve zone", "pump and valve zone", 0.0),
        ("is it the one that", "is it the one that", 0.0),  # stop words quote nothing
    ],
)
def test_words_of_a_query_that_stand_together_are_a_quotation(asked: str, written: str, share: float) -> None:
    assert share_quoted(list_words(asked), list_words(written)) == pytest.approx(share)


@pytest.mark.parametrize("word", ["theme", "location", "relations", "relation"])
def test_words_with_the_stem_of_a_stop_word_are_looked_for(word: str) -> None:
    assert set(parse_query(f"how is the {word} of a page chosen").terms) > set(parse_query(word).terms)


@pytest.mark.parametrize("word", ["gets", "using", "implementation", "them", "looking"])
def test_stop_words_are_not(word: str) -> None:
    assert set(parse_query(f"how is the {word} of a page chosen").terms) == {"pag", "chosen"}
