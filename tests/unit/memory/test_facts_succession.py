"""What a text ends by what it says now, under which names a thing is one, and how wide its dates are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.memory import DAY, TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.memory.dates import parse_calendar_span
from codegraph.memory.facts import write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.contradictions import Advice
from codegraph.memory.facts.entities import find_names
from codegraph.memory.facts.fact_model import NEVER, SAID, FactQuery, News, Triple
from codegraph.memory.facts.ranking import FactRecall, RankedFact, recall
from codegraph.memory.facts.write import RememberedText, Writing
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest

NOW = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine: TestEngine, *said: str | list[Triple]) -> RememberedText:
    """Say texts, or facts as a caller says them, two hours apart; what became of the last."""
    for one in said:
        engine.time.at += DAY // 12
        text = one if isinstance(one, str) else "; ".join(f"{t.subject} {t.predicate} {t.object}" for t in one)
        with engine.write() as recording:
            triples = read_closed_forms(one, recording.at) if isinstance(one, str) else one
            done = write.remember(recording, text, triples, Writing())
    return done


def fact(text: str, news: News = News.NONE) -> list[Triple]:
    subject, predicate, value = text.split(" | ")
    return [Triple(subject, predicate, value, news=news)]


def current(engine: TestEngine) -> set[str]:
    with engine.read() as state:
        found = state.list_facts(FactQuery(valid_at=engine.clock()))
        return {f"{f.subject} {f.predicate} {f.object}" for f in found if f.predicate != SAID}


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        (fact("Ines | leads | payments service"), fact("Dana | leads | payments service", News.NOW), {"Dana leads payments service"}),
        (fact("Ines | leads | payments service"), "Dana took over the payments service from Ines.", {"Dana owns payments service"}),
        ("Ines owns the parser.", "Ines handed the parser over to Dana.", {"Dana owns parser"}),
        ("Ines owns the parser.", "Dana owns the parser now.", {"Dana owns parser"}),
        ("Airflow is at 2.7.", "Airflow went from 2.7 to 2.9 yesterday.", {"Airflow has_version 2.9"}),
        ("Postgres is at version 15.", "We upgraded Postgres from 15 to 16.", {"Postgres has_version 16"}),
        ("The API listens on port 8080.", "feat: the API now listens on port 8081", {"API listens_on 8081"}),
        (fact("ward | has_beds | 12"), fact("ward | has_beds | 14", News.NOW), {"ward has_beds 14"}),
        (fact("Mei | member_of | platform team"), fact("Mei | member_of | API team", News.MOVED), {"Mei member_of API team"}),
        (fact("gateway | written_in | Python"), fact("gateway | written_in | Rust", News.MOVED), {"gateway written_in Rust"}),
        (fact("project | has_name | Sparrow"), "Sparrow was renamed to Finch.", {"Sparrow renamed_to Finch", "project has_name Finch"}),
        ("Alice works at Acme.", "Alice left Acme.", set()),
        ("The wiki moved from Confluence to Notion.", "The wiki moved to GitLab.", {"wiki located_in GitLab"}),
    ],
)  # fmt: skip
def test_what_is_told_as_news_ends_what_it_took_the_place_of(engine, before, after, now: set[str]):
    tell(engine, before, after)
    assert current(engine) == now


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        (fact("Ines | leads | payments"), fact("Dana | leads | payments", News.BESIDE), {"Ines leads payments", "Dana leads payments"}),
        ("Ines owns the parser.", "Dana maintains the parser.", {"Ines owns parser", "Dana owns parser"}),
        ("The API listens on 8080.", "The API also listens on 9090 now.", {"API listens_on 8080", "API listens_on 9090"}),
        ("The API listens on 8080.", "The API listens on 9090.", {"API listens_on 8080", "API listens_on 9090"}),
        ("The Ledger database listens on 5432.", "The Ledger service listens on 9090 now.",
         {"Ledger database listens_on 5432", "Ledger service listens_on 9090"}),
        (fact("project | uses | Rollcall"), fact("project | uses | Sentinel", News.NOW), {"project uses Rollcall", "project uses Sentinel"}),
    ],
)  # fmt: skip
def test_what_holds_beside_something_ends_nothing(engine, before, after, now: set[str]):
    tell(engine, before, after)
    assert current(engine) == now


def test_two_leaders_contradict_each_other_unless_one_text_names_both(engine):
    (found,) = tell(engine, fact("Ines | leads | payments"), fact("Dana | leads | payments service")).contradictions
    assert found.values == ("Ines", "Dana") and found.advice is Advice.CLOSE_OLDER
    both = [*fact("Mei | leads | docs team"), *fact("Olu | leads | docs team")]
    assert tell(engine, both).contradictions == ()
    assert tell(engine, fact("Radu | leads | docs team", News.BESIDE)).contradictions == ()


def test_what_a_text_ended_is_told(engine):
    done = tell(engine, "Quill is at version 1.2.", "Quill was upgraded to version 1.3.")
    (over,) = done.ended
    assert (over.object, over.valid_to) == ("1.2", done.facts[1].valid_from) and not done.contradictions


def test_what_was_said_to_have_begun_later_is_not_ended_by_what_began_before(engine):
    engine.time.at = NOW
    done = tell(engine, "Kiln has been at 2.0 since May 2026.", "Kiln has been at 1.0 since 2019.")
    assert not done.ended and len(done.contradictions) == 1


@pytest.mark.parametrize(
    ("told", "same", "apart"),
    [
        (["The Ledger service listens on port 8080.", "The Ledger database listens on port 5432."],
         ["Ledger", "ledger service", "the Ledger service"], ["Ledger database", "Ledger team"]),
        ([fact("billing service | uses | Kafka")], ["billing", "Billing service"], ["billing team"]),
        ([fact("mail server | uses | Postfix")], ["mail server"], ["mail"]),
        ([fact("user | has_name | Priya Nair")], ["user", "Priya", "priya nair", "me"], ["Nair"]),
        ([fact("project | has_name | Sparrow"), "Sparrow was renamed to Finch."], ["Sparrow", "Finch", "project", "we"], []),
    ],
)  # fmt: skip
def test_names_of_one_thing_are_one_and_those_of_two_are_two(engine, told, same, apart):
    tell(engine, *told)
    with engine.read() as state:
        names = {name: set(find_names(state, ("",), name)) for name in (*same, *apart)}
    assert all(same[0].casefold() in names[name] for name in same)
    assert not any(same[0].casefold() in names[name] for name in apart)


def test_a_fact_of_the_user_by_name_is_one_of_the_user(engine):
    done = tell(engine, fact("user | has_name | Priya"), "I work at Acme.", "Priya works at Globex.")
    assert [found.values for found in done.contradictions] == [("Acme", "Globex")]
    assert len(tell(engine, "Priya works at Acme.").facts) == 2
    assert sum(one.endswith("works_at Acme") for one in current(engine)) == 1


def test_a_fact_says_how_its_dates_were_said(engine):
    engine.time.at = NOW
    (_, since) = tell(engine, "The search index has been owned by Petra Holm since early 2025.").facts
    assert since.dated == "from early 2025 (2025-01-01 … 2025-04-30)" and since.valid_to == NEVER
    (_, over) = tell(engine, "Olu worked at Acme until mid-March.").facts
    assert over.dated == "until mid-March (2026-03-11 … 2026-03-20)"
    (_, day) = tell(engine, "Mei joined Acme on 3 May 2026.").facts
    assert day.dated == ""


def test_a_question_by_the_name_of_what_was_renamed_finds_what_is_known_by_the_other(engine, asking):
    tell(engine, fact("Tern | written_in | Go"), "Tern was renamed to Skua.")
    assert "Go" in [one.fact.object for one in asking("what is Skua made of?")]


def test_a_text_that_answers_stands_before_what_was_read_from_it(engine, asking):
    told = "The gateway of the billing desk in Ghent, our oldest box, listens on port 8443."
    triple = Triple("gateway", "listens_on", "8443")
    with engine.write() as recording:
        write.remember(recording, told, [triple], Writing())
    tell(engine, "The gateway is slow.")
    found = [one.fact.object for one in asking("which port does the gateway listen on?")]
    assert found[:2] == [told, "8443"]
    memories = Recaller(engine, StaticEncoder()).recall(RecallRequest("which port does the gateway listen on?")).results
    assert memories[0].memory.body.content == told


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("early 2025", "2025-01-01", "2025-04-30"), ("late 2019", "2019-09-01", "2019-12-31"),
        ("mid-March", "2026-03-11", "2026-03-20"), ("mid March 2024", "2024-03-11", "2024-03-20"),
        ("Q3 2024", "2024-07-01", "2024-09-30"), ("Q3 last year", "2025-07-01", "2025-09-30"),
        ("the third quarter of 2024", "2024-07-01", "2024-09-30"), ("H1 2025", "2025-01-01", "2025-06-30"),
        ("the end of last year", "2025-11-01", "2025-12-31"), ("end of last year", "2025-11-01", "2025-12-31"),
        ("spring", "2026-03-01", "2026-05-31"), ("last spring", "2026-03-01", "2026-05-31"),
        ("winter", "2025-12-01", "2026-02-28"), ("last autumn", "2025-09-01", "2025-11-30"),
        ("summer of 2023", "2023-06-01", "2023-08-31"), ("September last year", "2025-09-01", "2025-09-30"),
        ("last month", "2026-10-01", "2026-10-31"), ("late last month", "2026-10-21", "2026-10-31"),
        ("this week", "2026-11-16", "2026-11-22"), ("Monday", "2026-11-16", "2026-11-16"),
        ("2019", "2019-01-01", "2019-12-31"), ("2024-05-03", "2024-05-03", "2024-05-03"),
        ("tomorrow", "2026-11-23", "2026-11-23"),
    ],
)  # fmt: skip
def test_a_date_is_as_wide_as_it_was_said(words: str, first: str, last: str):
    span = parse_calendar_span(words, NOW)
    assert span is not None
    days = [datetime.fromtimestamp(at / 1e6, UTC).date().isoformat() for at in (span.start, span.end - 1)]
    assert days == [first, last]


@pytest.mark.parametrize("words", ["v4", "4.0", "the reorg", "noon", "03/05/2024", "2024-13", "week 12", "mono"])
def test_words_that_are_no_date_as_a_whole_date_nothing(words: str):
    assert parse_calendar_span(words, NOW) is None


def test_an_instant_that_a_text_gives_is_that_instant():
    span = parse_calendar_span("2024-05-03T10:30:00Z", NOW)
    assert span is not None and datetime.fromtimestamp(span.start / 1e6, UTC).isoformat() == "2024-05-03T10:30:00+00:00"


def test_what_ended_before_it_was_told_began_nobody_knows_when(engine):
    engine.time.at = NOW
    tell(engine, "Olu works at Acme.", "Olu left Acme at the end of last year.")
    with engine.read() as state:
        (over,) = [f for f in state.list_facts(FactQuery()) if f.predicate == "works_at"]
    assert (
        over.valid_from == NEVER and datetime.fromtimestamp(over.valid_to / 1e6, UTC).date().isoformat() == "2026-01-01"
    )


@pytest.fixture
def asking(engine):
    recaller = Recaller(engine, StaticEncoder())

    def ask(query: str, limit: int = 10) -> list[RankedFact]:
        return list(recall(recaller, FactRecall(query, ("",), limit), engine.clock()).results)

    return ask


def test_texts_of_which_something_is_over_stand_last_and_say_so(engine, asking):
    tell(engine, "The API listens on port 8080.", "The API listens on port 8081 now.")
    found = asking("which port does the API listen on?")
    assert found[0].fact.object == "The API listens on port 8081 now."
    (old,) = (one for one in found if one.fact.object == "The API listens on port 8080.")
    assert [over.object for over in old.outdated] == ["8080"] and sum(bool(one.outdated) for one in found) == 1
    before = asking("what port did the API listen on before?")
    assert before[0].fact.object == "8080" or before[0].outdated


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("The gateway moves to port 3100 in December.", "2026-12-01", None),
        ("The gateway moved to port 3100 in December.", "2025-12-01", None),
        ("Ada starts at Globex on 4 January.", "2027-01-04", None),
        ("Ada joined Globex in January.", "2026-01-01", None),
        ("Ada leaves Globex in December.", None, "2026-12-01"),
        ("Ada left Globex in December.", None, "2025-12-01"),
        ("Ada takes over the parser on Friday.", "2026-11-27", None),
        ("Ada took over the parser on Friday.", "2026-11-20", None),
    ],
)
def test_a_date_without_a_year_is_told_by_the_tense(text, begins, ends) -> None:
    (said, *_) = read_closed_forms(text, NOW)
    days = [at and datetime.fromtimestamp(at / 1e6, UTC).date().isoformat() for at in (said.valid_from, said.valid_to)]
    assert days[0] == begins if begins else days[1] == ends
