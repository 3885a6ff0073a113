"""What is taken for a lasting fact of what people say to agents."""

from __future__ import annotations

import pytest
from support.said import FACTS, LASTING, PASSING, REST

from codegraph.memory.review.fact_kinds import classify_fact
from codegraph.memory.review.stated_facts import PASTED, find_statements


def said(text: str) -> list[str]:
    return [statement.text for statement in find_statements(text)]


@pytest.mark.parametrize("case", FACTS, ids=lambda case: case.text)
def test_a_stated_fact_is_taken_as_it_was_said(case):
    assert said(case.text) == [case.fact]
    assert classify_fact(case.fact) == case.kind


@pytest.mark.parametrize("case", REST, ids=lambda case: case.text)
def test_what_belongs_to_the_task_is_left(case):
    assert said(case.text) == []


def test_most_of_what_lasts_is_found_and_little_else():
    found = sum(bool(said(text)) for text in LASTING)
    wrong = sum(bool(said(text)) for text in PASSING)
    assert found / len(LASTING) >= 0.97
    assert wrong / (wrong + found) <= 0.03


def test_several_facts_of_one_message_are_told_apart():
    text = "I prefer pnpm over npm, and please never commit to main. Fix the import!\n\n- my name is Dana\n- use tabs?"
    assert said(text) == ["I prefer pnpm over npm", "never commit to main", "my name is Dana"]


def test_code_quotations_and_headings_state_nothing():
    text = "```\nI prefer tabs.\n```\n> I prefer tabs.\n# I prefer tabs\n    I prefer tabs.\nconst x = 'I prefer tabs'"
    assert said(text) == []


def test_an_unclosed_fence_hides_what_follows():
    assert said("```\nI prefer tabs.") == []


def test_of_a_message_with_a_paste_only_its_ends_are_somebodys_words():
    paste = "Always run the linter first.\n" * (PASTED // 20)
    assert said(f"I prefer tabs.\n\n{paste}\n\nMy name is Dana.") == ["I prefer tabs", "My name is Dana"]
    assert said(paste) == []


def test_what_a_person_asks_to_be_remembered_is_surer_than_what_they_mention():
    (asked,) = find_statements("Remember that I use vim.")
    (mentioned,) = find_statements("I use vim mostly.")
    assert asked.confidence > mentioned.confidence


@pytest.mark.parametrize("text", ["a" * 200_000, "my " * 50_000, "we must " * 20_000 + ".", "<" * 100_000])
def test_hostile_text_is_read_quickly(text):
    assert said(text) == []
