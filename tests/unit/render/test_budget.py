"""Text is shortened in steps and never cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.asking import ask

from codegraph.operations.requests import ImpactRequest
from codegraph.render.budget import fit, token_bound
from codegraph.render.text import render_text


def test_the_first_rendering_that_fits_is_taken():
    steps = [lambda: ["long " * 50], lambda: ["short"], lambda: ["s"]]
    assert fit(steps, 5) == ["short"]


def test_without_a_budget_the_longest_is_taken():
    assert fit([lambda: ["long " * 50], lambda: ["short"]], 0) == ["long " * 50]


def test_the_shortest_is_given_even_when_it_does_not_fit():
    assert fit([lambda: ["long " * 50], lambda: ["short"]], 1) == ["short"]


@given(st.text())
def test_the_bound_is_at_least_a_third_of_the_bytes(text: str):
    assert token_bound(text) * 3 >= len(text.encode("utf-8", "surrogatepass"))


def test_a_small_budget_turns_impact_into_counts_by_file():
    text = render_text(ask("impact", ImpactRequest("Store.load", budget=20)).results)
    assert "dependents by file" in text
    assert "shortened to the budget" in text
    assert "MemoryStore.save" not in text
