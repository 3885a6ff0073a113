"""Phrases of time in questions, each asked of a history of which one part (or one of some) is the right answer."""

from __future__ import annotations

from typing import Any

import pytest
from support.memory import TestEngine, moment
from support.recalled import ENCODER, memory_answers

from codegraph.memory.facts import write
from codegraph.memory.facts.fact_model import Triple
from codegraph.memory.facts.intent import Intent
from codegraph.memory.facts.ranking import FactRecall, recall
from codegraph.memory.facts.write import Writing
from codegraph.memory.recall.recaller import Recaller

TODAY = "2026-06-20"
NEVER = "never"

HISTORIES = {
    "job": (
        ("Ada", "works_at", "Acme", "2015-03-01", "2019-06-01"),
        ("Ada", "works_at", "Globex", "2019-06-01", "2021-09-15"),
        ("Ada", "works_at", "Initech", "2021-09-15", "2024-02-01"),
        ("Ada", "works_at", "Umbra", "2024-02-01", NEVER),
    ),
    "database": (
        ("billing", "uses", "MySQL database", "2012-01-01", "2018-04-01"),
        ("billing", "uses", "PostgreSQL database", "2018-04-01", "2025-11-10"),
        ("billing", "uses", "CockroachDB database", "2025-11-10", NEVER),
    ),
    "leader": (
        ("Mara", "leads", "search team", "2023-01-01", "2024-07-01"),
        ("Jon", "leads", "search team", "2024-07-01", "2025-10-01"),
        ("Priya", "leads", "search team", "2025-10-01", "2026-04-01"),
        ("Lee", "leads", "search team", "2026-04-01", NEVER),
    ),
    "provider": (
        ("project", "has_ci_provider", "Jenkins", "2016-01-01", "2020-11-01"),
        ("project", "has_ci_provider", "Travis", "2020-11-01", "2023-03-01"),
        ("project", "has_ci_provider", "GitHub Actions", "2023-03-01", NEVER),
    ),
    "port": (
        ("gateway", "listens_on", "8080", "2025-01-01", "2025-08-01"),
        ("gateway", "listens_on", "8443", "2025-08-01", "2026-03-01"),
        ("gateway", "listens_on", "9443", "2026-03-01", NEVER),
    ),
    "office": (
        ("office", "located_in", "Lyon", "2008-01-01", "2014-01-01"),
        ("office", "located_in", "Berlin", "2014-01-01", "2022-05-01"),
        ("office", "located_in", "Oslo", "2022-05-01", NEVER),
    ),
}

TUNED = (
    ("job", "Where did Ada work between 2019 and 2021?", "Globex"),
    ("job", "Where did Ada work from January 2022 until March 2023?", "Initech"),
    ("port", "Which port did the gateway listen on in Q3 2025?", "8443"),
    ("job", "What was Ada's previous employer?", "Initech"),
    ("leader", "Who led the search team last year?", "Jon"),
    ("job", "Where did Ada work in 2016-2018?", "Acme"),
    ("job", "Where did Ada work 2022–2023?", "Initech"),
    ("database", "Which database did billing use until 2017?", "MySQL"),
    ("database", "Which database has billing used since 2026?", "CockroachDB"),
    ("leader", "Who led the search team before Priya took over?", "Jon"),
    ("leader", "Who led the search team after Jon left?", "Priya"),
    ("job", "Where was Ada formerly employed?", "Acme Globex Initech"),
    ("job", "Who is Ada's ex-employer?", "Acme Globex Initech"),
    ("provider", "Which CI provider did the project use to have?", "Jenkins Travis"),
    ("office", "Where was the office back in 2010?", "Lyon"),
    ("leader", "Who led the search team the year before last?", "Mara Jon"),
    ("database", "Which database did billing use ten years ago?", "MySQL"),
    ("port", "Which port did the gateway listen on in November?", "8443"),
    ("leader", "Who led the search team last summer?", "Jon"),
    ("leader", "Who led the search team in fiscal 2024?", "Mara Jon"),
    ("job", "Where did Ada originally work?", "Acme"),
    ("provider", "What was the first CI provider of the project?", "Jenkins"),
    ("database", "What is the most recent database of billing?", "CockroachDB"),
    ("leader", "Who leads the search team now?", "Lee"),
    ("port", "Which port did the gateway listen on on 2025-05-14?", "8080"),
    ("job", "Where did Ada work in mid-2020?", "Globex"),
    ("leader", "Who led the search team in late 2025?", "Priya"),
    ("office", "Where was the office in the 2000s?", "Lyon"),
    ("job", "Where did Ada work in H1 2021?", "Globex"),
    ("provider", "Which CI provider did the project have in the early 2020s?", "Travis"),
)

UNREAD = (
    ("job", "Where was Ada employed during 2022 and 2023?", "Initech"),
    ("job", "Which company did Ada work for from 2016 to 2018?", "Acme"),
    ("port", "What port did the gateway listen on in the second half of 2025?", "8443"),
    ("leader", "Who led the search team in the first quarter of 2026?", "Priya"),
    ("leader", "Who was the previous leader of the search team?", "Priya"),
    ("database", "Which database did billing use up to 2018?", "MySQL"),
    ("job", "Where has Ada worked since March 2024?", "Umbra"),
    ("office", "Where was the office before it moved to Oslo?", "Berlin"),
    ("office", "Where was the office prior to Berlin?", "Lyon"),
    ("provider", "Which CI provider did the project have after Travis?", "GitHub"),
    ("port", "Which port did the gateway listen on at the time of the release on 2 May 2025?", "8080"),
    ("database", "What database did billing formerly use?", "MySQL PostgreSQL"),
    ("leader", "Who is the ex-leader of the search team?", "Mara Jon Priya"),
    ("job", "Where did Ada use to work?", "Acme Globex Initech"),
    ("job", "Where was Ada back in 2017?", "Acme"),
    ("job", "Where did Ada work the year before last?", "Umbra"),
    ("office", "Where was the office five years ago?", "Berlin"),
    ("provider", "Which CI provider did the project use 4 years ago?", "Travis"),
    ("leader", "Who led the search team in February?", "Priya"),
    ("leader", "Who led the search team in autumn 2024?", "Jon"),
    ("database", "Which database did billing use in FY2019?", "PostgreSQL"),
    ("office", "Where was the office originally?", "Lyon"),
    ("leader", "Who was the first leader of the search team?", "Mara"),
    ("leader", "Who is the latest leader of the search team?", "Lee"),
    ("port", "Which port does the gateway listen on currently?", "9443"),
    ("port", "Which port did the gateway listen on as of 2025-12-24?", "8443"),
    ("leader", "Who led the search team in mid 2024?", "Mara Jon"),
    ("job", "Where did Ada work in early 2019?", "Acme"),
    ("office", "Where was the office in the 2010s?", "Berlin"),
    ("job", "Where did Ada work between January and June 2018?", "Acme"),
)
"""Phrases that were written with the others, and not run before the reader was done."""

PHRASES = (*TUNED, *UNREAD)


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def answers(engine: TestEngine, history: str, question: str, **asked: Any) -> list[str]:
    """What is told of a history, best first: each fact as its subject and object."""
    engine.time.at = moment(TODAY)
    with engine.write() as recording:
        for subject, predicate, value, start, end in HISTORIES[history]:
            until = 0 if end == NEVER else moment(end)
            write.assert_fact(recording, Triple(subject, predicate, value, moment(start), until), Writing())
    found = recall(Recaller(engine, ENCODER), FactRecall(question, ("",), **asked), engine.clock()).results
    return [f"{ranked.fact.subject} {ranked.fact.object}" for ranked in found]


@pytest.mark.parametrize(("history", "question", "right"), PHRASES, ids=[phrase[1] for phrase in PHRASES])
def test_a_phrase_of_time_is_answered_by_what_was_so_then(engine, history, question, right):
    told = answers(engine, history, question)
    assert told and any(one in told[0].split() for one in right.split()), told


@pytest.mark.parametrize(
    ("intent", "first"),
    [
        (Intent.HISTORICAL_POINT, "Ada Acme"),
        (Intent.HISTORICAL_INTERVAL, "Ada Globex"),
        (Intent.CURRENT_STATE, "Ada Umbra"),
    ],
)
def test_the_intent_that_a_caller_names_decides_the_order(engine, intent, first):
    question = "Where did Ada work between 2019 and 2021?"
    assert answers(engine, "job", question, intent=intent)[0] == first


def test_a_timeless_question_is_answered_by_all_there_is(engine):
    told = answers(engine, "job", "Where did Ada work between 2019 and 2021?", intent=Intent.TIMELESS)
    assert sorted(told) == ["Ada Acme", "Ada Globex", "Ada Initech", "Ada Umbra"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did we release in Q3 2025?", "We released the importer."),
        ("What did we release between October and December 2025?", "We released the exporter."),
        ("What did we release the year before last?", "We released the scheduler."),
    ],
)
def test_memories_are_recalled_by_the_same_phrases(engine, question, told):
    for day, what in (("2024-04-02", "scheduler"), ("2025-08-12", "importer"), ("2025-11-20", "exporter")):
        engine.time.at = moment(day)
        engine.store(f"We released the {what}.")
    engine.time.at = moment(TODAY)
    assert memory_answers(engine, question)[0] == told
