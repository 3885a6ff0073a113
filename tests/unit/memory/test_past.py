"""Questions about the past, and questions among the answers: what was so before something or at a time, and what only
asks."""

from __future__ import annotations

import pytest
from support.memory import TestEngine, moment
from support.recalled import ENCODER
from support.recalled import fact_answers as facts
from support.recalled import memory_answers as memories

from codegraph.memory.dates import find_intervals, strip_dates
from codegraph.memory.facts import write
from codegraph.memory.facts.fact_model import News, Triple
from codegraph.memory.facts.intent import Operator, parse_asked_time
from codegraph.memory.facts.ranking import FactRecall
from codegraph.memory.facts.ranking import recall as recall_facts
from codegraph.memory.facts.write import Writing
from codegraph.memory.recall.interrogatives import is_only_questions
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.temporal import find_successor
from codegraph.memory.recall.temporal_rerank import (
    BEFORE_CHANGE,
    BY_THEN,
    STATED,
    Candidate,
    TimeQuestion,
    is_about_several,
    rerank,
)
from codegraph.memory.recall.tokenization import tokenize
from codegraph.store.memory.vectors import MemoryFilter


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine: TestEngine, *said: tuple[str, str, *tuple[Triple, ...]]) -> None:
    for day, text, *triples in said:
        engine.time.at = moment(day)
        with engine.write() as recording:
            write.remember(recording, text, triples, Writing())
    engine.time.at = moment("2026-06-20")


LEADERS = (
    ("2026-01-10", "Mara leads the storage team.", Triple("Mara", "leads", "storage team")),
    ("2026-05-04", "Jon leads the storage team now.", Triple("Jon", "leads", "storage team", news=News.NOW)),
)


def test_who_was_before_somebody_is_told_first(engine):
    tell(engine, *LEADERS)
    assert facts(engine, "Who led the storage team before Jon?")[:2] == [LEADERS[0][1], "Mara storage team"]
    assert memories(engine, "Who led the storage team before Jon?")[0] == "Mara leads the storage team."


@pytest.mark.parametrize("when", ["in March 2026", "on 3 March 2026", "on March 3rd, 2026", "as of 10 April 2026"])
def test_what_was_so_then_was_told_by_then(engine, when):
    tell(engine, *LEADERS, ("2026-03-02", "The audit starts in March 2026."))
    assert facts(engine, f"Who led the storage team {when}?")[:2] == [LEADERS[0][1], "Mara storage team"]
    assert memories(engine, f"Who led the storage team {when}?")[0] == "Mara leads the storage team."


def test_a_question_is_no_answer_to_itself(engine):
    tell(
        engine,
        ("2026-01-10", "The port of the billing gateway is 8190.", Triple("billing gateway", "listens_on", "8190")),
        ("2026-05-04", "Jon: what's the port of the billing gateway these days?"),
    )
    asked_for = "What is the port of the billing gateway?"
    assert memories(engine, asked_for)[0] == "The port of the billing gateway is 8190."
    assert not any("what's" in told for told in facts(engine, asked_for)[:2])


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Which port is it?", True),
        ("Jon: so, which port is it? Still 8190?", True),
        ("My phone is a Fairphone now, does the app run on it?", False),
        ("Is it 8190? I think so.", False),
        ("It is 8190.", False),
    ],
)
def test_what_only_asks(text, asks):
    assert is_only_questions(text) is asks


def test_a_statement_without_the_words_of_a_question_stays_behind_it():
    found = [Candidate("Which port has the gateway?", 2, 1.0), Candidate("The gateway is fast.", 1, 0.9)]
    assert rerank(found, STATED, TimeQuestion(frozenset(tokenize("the port of the gateway")))) == [0, 1]


def test_what_was_replaced_is_not_outdone_by_what_says_so():
    found = [Candidate("We moved the logs from Loki to Splunk.", 2, 1.0), Candidate("The logs are in Loki.", 1, 0.9)]
    asked = TimeQuestion(
        frozenset(tokenize("where were the logs before Splunk")), followed=frozenset(tokenize("Splunk"))
    )
    assert rerank(found, BEFORE_CHANGE, asked) == [0, 1]


def test_what_was_told_then_has_to_be_about_what_is_asked():
    found = [Candidate("The ward has 14 beds.", 9, 1.0), Candidate("The ward is closed.", 1, 0.9)]
    assert rerank(found, BY_THEN, TimeQuestion(frozenset(tokenize("how many beds had the ward")), until=5)) == [0, 1]


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Who led it before Ada?", "Ada"),
        ("Where did it run before it moved to GKE?", "GKE"),
        ("What did we use before switching to Redis?", "Redis"),
        ("What did we use before March 2026?", ""),
        ("What did we use before?", ""),
        ("Where was I before the party started?", ""),
        ("What is to do before deploying?", ""),
    ],
)
def test_what_came_later_is_named_by_the_question(question, thing):
    assert find_successor(question) == thing


def test_a_day_is_a_time_and_its_month_is_not():
    now = moment("2026-06-20")
    (day,) = find_intervals("on 5 March 2026", now)
    assert (day.start, day.end) == (moment("2026-03-05"), moment("2026-03-06"))
    assert find_intervals("on the 1st of December", now)[0].start == moment("2025-12-01")
    assert find_intervals("on 31 February 2026", now) == ()
    assert parse_asked_time("who led it on 5 March?", now).operator is Operator.AS_OF


def test_facts_are_not_matched_by_the_words_of_a_date():
    assert tokenize(strip_dates("Who led the team in March 2026?")) == tokenize("Who led the team?")
    assert tokenize(strip_dates("May we use it in the API?")) == tokenize("May we use it in the API?")


def test_the_last_word_is_no_answer_where_several_are():
    assert is_about_several("How many hours did I drive to the three places combined?")
    assert is_about_several("What is the order of the museums I visited?")
    assert not is_about_several("How many beds does the ward have?")


def test_what_was_recorded_before_the_clock_was_set_back_is_known(engine):
    tell(engine, LEADERS[0])
    engine.time.at = moment("2025-12-01")
    assert facts(engine, "Who leads the storage team?") == [LEADERS[0][1], "Mara storage team"]
    then = recall_facts(
        Recaller(engine, ENCODER),
        FactRecall("Who leads the storage team?", ("",), now=moment("2025-11-01")),
        engine.clock(),
    )
    assert not then.results


def test_a_table_of_vectors_knows_what_was_recorded_before_the_clock_was_set_back():
    assert "created <=" not in MemoryFilter(now=5, present=True).build_condition()
    assert "created <= 5 AND valid_from <= 5" in MemoryFilter(now=5).build_condition()
