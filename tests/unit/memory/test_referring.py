"""Texts that speak of the one before them stand in front of what they changed."""

from __future__ import annotations

import pytest
from support.memory import TestEngine
from support.recalled import fact_answers, memory_answers

from codegraph.memory.facts import write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.write import Writing
from codegraph.memory.recall.followups import is_continuation
from codegraph.memory.recall.tokenization import tokenize
from codegraph.memory.recall.value_comparison import Likeness, compare_values, is_gone


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine: TestEngine, *texts: str, episode: str = "talk") -> None:
    for text in texts:
        with engine.write() as recording:
            write.remember(recording, text, read_closed_forms(text, recording.at), Writing(episode=episode))


def first(engine: TestEngine, query: str) -> tuple[str, str]:
    """The first answer of facts and of memories."""
    return fact_answers(engine, query)[0], memory_answers(engine, query)[0]


CONTINUED = [
    (("The cancellation fee is 25 euros.", "That went up to 35 in September."), "How high is the cancellation fee?", "35"),
    (("I take metformin, 500 mg twice a day.", "The doctor doubled that to 1000 mg."), "How much metformin do I take?", "1000"),
    (("We target Steam and Switch.", "We dropped Switch, too slow. It's Steam and PS5."), "What do we target?", "PS5"),
    (("Our producer at Halfmoon is Greg.", "Greg quit, they gave us Simone."), "Who is our producer at Halfmoon?", "Simone"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "question", "answer"), CONTINUED)
def test_what_was_told_next_stands_in_front_of_what_it_changed(engine, told, question, answer):
    tell(engine, "The lease runs until 2030.", *told, "Lunch is at noon.")
    for found in first(engine, question):
        assert answer in found


LATER = [
    ("The orders model is owned by Felix.", "Felix switched teams, orders belongs to Nadia.", "Who owns the orders model?", "Nadia"),
    ("The API rate limit is 100 requests.", "The rate limit was too tight, it's 300 now.", "What is the API's rate limit?", "300"),
    ("I use R for statistics.", "I've started using Python instead of R.", "What do I use for statistics?", "Python"),
    ("The contact at the factory is Pawel.", "Pawel changed jobs, at the factory it's Magda.", "Who is our contact at the factory?", "Magda"),
    ("The pilot starts on 3 February.", "The pilot was moved, it starts on 24 February.", "When does the pilot start?", "24"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "question", "answer"), LATER)
def test_what_is_told_later_under_a_shorter_name_or_of_who_left_stands_first(engine, before, after, question, answer):
    tell(engine, before, "Lunch is at noon.", after)
    for found in first(engine, question):
        assert answer in found


def test_who_is_asked_about_is_not_gone_from_the_answer(engine):
    tell(engine, "Joris has his own place in Haarlem.", "Lunch is at noon.", "Since Joris left there are three of us.")
    assert "Haarlem" in first(engine, "Where is the place of Joris?")[1]


def test_texts_that_speak_of_what_was_said():
    fee = "The fee is 25 euros."
    assert is_continuation("That went up to 35.", fee)
    assert is_continuation("ok so make it 40", fee)
    assert not is_continuation("The rent went up to 900.", fee)
    assert not is_continuation("That was changed.", fee)  # to no value
    assert not is_continuation("It is a nice day now.", fee)


def test_values_of_one_sort():
    same = [("on 3 March", "on the 16th"), ("at 7:30", "by 8 am"), ("Django 4.2", "v5.0"), ("25 MB", "50 mb at most")]
    assert {compare_values(*pair) for pair in same} == {Likeness.SORT}
    assert compare_values("14 loggers in the ground", "so 12 are left") is Likeness.NUMBER
    assert compare_values("25 MB", "30 seconds") is compare_values("on Monday", "in room 4") is Likeness.NONE
    assert is_gone("Ask Greg.", "Greg quit.", ()) and not is_gone("Ask Greg.", "Greg quit.", tokenize("where is Greg?"))
    assert not is_gone("Ask Greg.", "Greg started.", ())


def test_versions_verbs_and_short_forms_are_one_term():
    assert tokenize("v0.4.0") == tokenize("0.4.0") == ["0.4.0", "0.4"] and tokenize("in 0.4") == ["0.4"]
    assert tokenize("drawn drew") == tokenize("draw draws") and tokenize("minimum") == tokenize("min")
    assert tokenize("10:30") == ["10", "30"] and tokenize("submission") == tokenize("submit")


def test_a_day_of_the_week_in_the_present_is_no_time_in_the_past(engine):
    tell(engine, "We open at 7:30 on weekdays and at 9 on Saturdays.")
    assert "at 9" in first(engine, "What time do we open on Saturday?")[0]


def test_what_is_so_every_year_was_not_told_in_the_last_one(engine):
    tell(engine, "I'm away from 3 to 17 August; Goran stands in for me.")
    assert "Goran" in first(engine, "Who stands in for me in August?")[0]
    assert not fact_answers(engine, "Who stood in for me in August 2019?")


def test_facts_asked_of_oneself_are_answered_with_what_one_said_of_oneself(engine):
    tell(engine, "I have plot 27.", "Lunch is at noon.", "Bernd has plot 26.")
    assert "27" in first(engine, "Which plot do I have?")[0]


def test_one_span_may_be_told_in_another_unit():
    assert (
        compare_values("Orders older than 2 years get deleted.", "It must be 18 months for the orders.")
        is Likeness.SORT
    )
    assert compare_values("Logs are kept for 3 weeks.", "Logs are kept for 30 days.") is Likeness.SORT
    assert compare_values("Uploads end at 900 MB.", "Uploads end at 1 GB.") is Likeness.SORT
    assert compare_values("Backups are kept for 30 days.", "Backups take 20 minutes.") is Likeness.NONE
