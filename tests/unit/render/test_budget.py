"""Text is shortened in steps and never cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import ask

from codegraph.operations.requests import ImpactRequest
from codegraph.render.budget import fit
from codegraph.render.text import render_text
from codegraph.text.token_counts import bound_tokens


def test_the_first_rendering_that_fits_is_taken():
    steps = [lambda: ["long " * 50], lambda: ["short"], lambda: ["s"]]
    assert fit(steps, 5) == ["short"]


def test_without_a_budget_the_longest_is_taken():
    assert fit([lambda: ["long " * 50], lambda: ["short"]], 0) == ["long " * 50]


def test_the_shortest_is_given_even_when_it_does_not_fit():
    assert fit([lambda: ["long " * 50], lambda: ["short"]], 1) == ["short"]


@given(st.text(), st.text())
def test_more_text_never_takes_fewer_tokens_than_its_longer_half(left: str, right: str):
    assert bound_tokens(left + right) >= max(bound_tokens(left), bound_tokens(right))


@pytest.mark.parametrize("text", ["7 8 9 10", "é" * 20, "{}[]();", "\x1b\x1b", "日本語"])
def test_what_tokenisers_cut_finest_counts_a_token_a_character(text: str):
    assert bound_tokens(text) >= len(text.replace(" ", ""))


def test_letters_that_are_no_word_count_for_more_than_words():
    assert bound_tokens("qzkvx" * 20) > 1.5 * bound_tokens("value, " * 14)


def test_a_small_budget_turns_impact_into_counts_by_file():
    text = render_text(ask("impact", ImpactRequest("Store.load", budget=20)).results)
    assert "dependents by file" in text
    assert "shortened to fit --budget" in text
    assert "MemoryStore.save" not in text
