"""What a text ends by what it says now, under which names a thing is one, and how wide its dates are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.memory import DAY, TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.memory.dates import MONTHS, calendar_span
from codegraph.memory.facts import write
from codegraph.memory.facts.contradictions import Advice
from codegraph.memory.facts.entities import names_of
from codegraph.memory.facts.extract import extract
from codegraph.memory.facts.model import NEVER, SAID, FactQuery
from codegraph.memory.facts.ranking import FactRecall, RankedFact, recall
from codegraph.memory.facts.reading import statements_of
from codegraph.memory.facts.write import Remembered, Writing
from codegraph.memory.recall.recaller import Recaller

NOW = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine: TestEngine, *texts: str) -> Remembered:
    """Say the texts, two hours apart; what became of the last."""
    for text in texts:
        engine.time.at += DAY // 12
        with engine.write() as recording:
            done = write.remember(recording, text, statements_of(text, recording.at), Writing())
    return done


def current(engine: TestEngine) -> set[str]:
    with engine.read() as state:
        found = state.facts(FactQuery(valid_at=engine.clock()))
        return {f"{f.subject} {f.predicate} {f.object}" for f in found if f.predicate != SAID}


@pytest.mark.parametrize(
    ("before", "text", "now"),
    [
        ("Ines leads the payments service.", "Dana leads the payments service now.", {"Dana leads payments service"}),
        ("Ines leads the payments service.", "The payments service is led by Dana since May.", {"Dana leads payments service"}),
        ("Ines leads the payments service.", "Dana took over the payments service from Ines.", {"Dana owns payments service"}),
        ("Ines leads the payments service.", "Dana took over payments last week.", {"Dana owns payments"}),
        ("Ines leads the payments service.", "Dana is the new lead of the payments service.",
         {"Dana has_role lead", "Dana leads payments service"}),
        ("Ines leads the payments service.", "Ines stepped down as lead of the payments service.", set()),
        ("Ines leads the payments service.", "Ines used to lead the payments service.", set()),
        ("Ines leads the payments service.", "Ines no longer leads the payments service.", set()),
        ("Ines owns the parser.", "Ines handed the parser over to Dana.", {"Dana owns parser"}),
        ("quillbox is at 2.3.1.", "Released quillbox 2.4.0, it has lazy headers.", {"quillbox has_version 2.4.0"}),
        ("quillbox is at 2.3.1.", "quillbox 2.4.0 is out, one day late.", {"quillbox has_version 2.4.0"}),
        ("quillbox is at 2.3.1.", "quillbox 2.4.0 is on PyPI.", {"quillbox has_version 2.4.0"}),
        ("quillbox is at 2.3.1.", "Released quillbox 2.2.9 as a backport.",
         {"quillbox has_version 2.3.1", "quillbox has_version 2.2.9"}),
        ("Airflow is at 2.7.", "Airflow went to 2.9 yesterday.", {"Airflow has_version 2.9"}),
        ("The fee is 1,840 euros.", "The fee is 1,920 euros since October.", {"project has_fee 1,920 euros"}),
        ("The mill runs on etl-01.", "The mill has a new home, etl-03.", {"mill runs_on_host etl-03"}),
        ("The launch is due on 3 March 2027.", "The launch slipped to 9 April 2027.", {"launch due_on 9 April 2027"}),
        ("Ines owns the parser.", "Dana takes the parser over from Bo.", {"Dana owns parser"}),
        ("Ines owns the parser.", "Dana owns the parser now.", {"Dana owns parser"}),
        ("Mei is on the platform team.", "Mei moved to the API team.", {"Mei member_of API team"}),
        ("Anders lives in Oslo.", "Anders moved from Oslo to Bergen.", {"Anders located_in Bergen"}),
        ("Postgres is at version 15.", "We upgraded Postgres from 15 to 16.", {"Postgres has_version 16"}),
        ("Kestrel runs on box-1.", "Kestrel moved to box-2.", {"Kestrel runs_on_host box-2"}),
        ("The gateway is written in Python.", "The gateway was rewritten in Rust.", {"gateway written_in Rust"}),
        ("The port is 8080.", "no wait, I mixed that up, the port is 5439", {"project listens_on 5439"}),
        ("The port is 8080.", "Scratch that. The port is 5439.", {"project listens_on 5439"}),
        ("Dana works at Acme.", "Dana left the company.", set()),
        ("The project is called Sparrow.", "The project was renamed from Sparrow to Finch.",
         {"Sparrow renamed_to Finch", "project has_name Finch"}),
    ],
)  # fmt: skip
def test_what_a_text_tells_as_news_ends_what_it_took_the_place_of(engine, before: str, text: str, now: set[str]):
    tell(engine, before, text)
    assert current(engine) == now


@pytest.mark.parametrize(
    ("before", "text", "now"),
    [
        ("Ines leads the payments service.", "Dana also leads the payments service now.",
         {"Ines leads payments service", "Dana leads payments service"}),
        ("Ines owns the parser.", "Dana maintains the parser.", {"Ines owns parser", "Dana owns parser"}),
        ("The API listens on 8080.", "The API also listens on 9090 now.", {"API listens_on 8080", "API listens_on 9090"}),
        ("The API listens on 8080.", "The API listens on 9090.", {"API listens_on 8080", "API listens_on 9090"}),
        ("Mei is on the platform team.", "Mei is on the docs team now.",
         {"Mei member_of platform team", "Mei member_of docs team"}),
        ("Ines leads the payments service.", "Dana and Olu lead the docs team now.",
         {"Ines leads payments service", "Dana leads docs team", "Olu leads docs team"}),
        ("The Ledger database listens on 5432.", "The Ledger service listens on 9090 now.",
         {"Ledger database listens_on 5432", "Ledger service listens_on 9090"}),
        ("The API listens on 8080.", "Olu moved to Bergen, the API listens on 9090.",
         {"API listens_on 8080", "API listens_on 9090", "Olu located_in Bergen"}),
    ],
)  # fmt: skip
def test_what_holds_beside_something_ends_nothing(engine, before: str, text: str, now: set[str]):
    tell(engine, before, text)
    assert current(engine) == now


def test_two_leaders_contradict_each_other_unless_one_text_names_both(engine):
    (found,) = tell(engine, "Ines leads payments.", "Dana leads the payments service.").contradictions
    assert found.values == ("Ines", "Dana") and found.advice is Advice.CLOSE_OLDER
    assert tell(engine, "Mei and Olu lead the docs team.").contradictions == ()
    assert tell(engine, "Radu also leads the docs team.").contradictions == ()


def test_what_a_text_ended_is_told(engine):
    done = tell(engine, "Ines leads the payments service.", "Dana leads the payments service now.")
    (over,) = done.ended
    assert (over.subject, over.valid_to) == ("Ines", done.facts[1].valid_from) and not done.contradictions


def test_what_was_said_to_have_begun_later_is_not_ended_by_what_began_before(engine):
    engine.time.at = NOW
    done = tell(engine, "Dana leads payments since May 2026.", "Ines leads payments since 2019.")
    assert not done.ended and len(done.contradictions) == 1


@pytest.mark.parametrize(
    ("texts", "same", "apart"),
    [
        (["The Ledger service listens on 8080.", "Service Ledger runs on box-1.", "The Ledger database listens on 5432."],
         ["Ledger", "ledger service", "the Ledger service", "service Ledger"], ["Ledger database", "Ledger team"]),
        (["The billing service uses Kafka."], ["billing", "Billing service"], ["billing team"]),
        (["The mail server uses Postfix."], ["mail server"], ["mail"]),
        (["The Ledger service uses Kafka.", "The Ledger library uses serde."], ["Ledger service"], ["Ledger", "Ledger library"]),
        (["My name is Priya Nair."], ["user", "Priya", "priya nair", "me"], ["Nair"]),
        (["The project is called Sparrow.", "Sparrow was renamed to Finch."], ["Sparrow", "Finch", "project", "we"], []),
    ],
)  # fmt: skip
def test_names_of_one_thing_are_one_and_those_of_two_are_two(engine, texts, same, apart):
    tell(engine, *texts)
    with engine.read() as state:
        names = {name: set(names_of(state, ("",), name)) for name in (*same, *apart)}
    assert all(same[0].casefold() in names[name] for name in same)
    assert not any(same[0].casefold() in names[name] for name in apart)


def test_a_fact_of_the_user_by_name_is_one_of_the_user(engine):
    done = tell(engine, "My name is Priya.", "I work at Acme.", "Priya works at Globex.")
    assert [found.values for found in done.contradictions] == [("Acme", "Globex")]
    assert len(tell(engine, "Priya works at Acme.").facts) == 2
    assert sum(fact.endswith("works_at Acme") for fact in current(engine)) == 1


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
    span = calendar_span(words, NOW)
    assert span is not None
    days = [datetime.fromtimestamp(at / 1e6, UTC).date().isoformat() for at in (span.start, span.end - 1)]
    assert days == [first, last]


@pytest.mark.parametrize("words", ["v4", "4.0", "the reorg", "noon", "03/05/2024", "2024-13", "week 12", "mono"])
def test_words_that_are_no_date_as_a_whole_date_nothing(words: str):
    assert calendar_span(words, NOW) is None


def test_an_instant_that_a_text_gives_is_that_instant():
    span = calendar_span("2024-05-03T10:30:00Z", NOW)
    assert span is not None and datetime.fromtimestamp(span.start / 1e6, UTC).isoformat() == "2024-05-03T10:30:00+00:00"


def test_a_fact_says_how_its_dates_were_said(engine):
    engine.time.at = NOW
    (_, since) = tell(engine, "The search team has been led by Petra Holm since early 2025.").facts
    assert since.dated == "from early 2025 (2025-01-01 … 2025-04-30)" and since.valid_to == NEVER
    (_, over) = tell(engine, "Olu worked at Acme until mid-March.").facts
    assert over.dated == "until mid-March (2026-03-11 … 2026-03-20)"
    (_, day) = tell(engine, "Mei joined Acme on 3 May 2026.").facts
    assert day.dated == ""


def test_who_is_lead_of_something_leads_it():
    found = {
        (one.subject, one.predicate, one.object, one.ended)
        for one in extract("Ines stepped down as lead of the payments service.")
    }
    assert ("Ines", "leads", "payments service", True) in found
    assert {one.predicate for one in extract("Ines is head of research.")} == {"has_role"}


def test_news_of_another_part_of_a_sentence_is_none_of_this_one():
    told = {one.object: one.news for one in extract("Ines leads the payments service, and Kestrel runs on box-2 now.")}
    assert told["box-2"] and not told["payments service"]


def test_what_ended_before_it_was_told_began_nobody_knows_when(engine):
    engine.time.at = NOW
    tell(engine, "Olu works at Acme.", "Olu left Acme at the end of last year.")
    with engine.read() as state:
        (over,) = [f for f in state.facts(FactQuery()) if f.predicate == "works_at"]
    assert (
        over.valid_from == NEVER and datetime.fromtimestamp(over.valid_to / 1e6, UTC).date().isoformat() == "2025-11-01"
    )


def test_what_we_dropped_is_over_for_the_one_part_that_was_said_to_use_it(engine):
    tell(engine, "Tern uses Redis.", "We dropped Redis.")
    assert current(engine) == set()
    tell(engine, "Tern uses Kafka.", "Kestrel uses Kafka.", "We dropped Kafka.")
    assert current(engine) == {"Tern uses Kafka", "Kestrel uses Kafka"}


def test_somebody_who_does_what_another_no_longer_does_is_read():
    found = {
        (f.subject, f.predicate, f.object, f.ended)
        for f in extract("I no longer lead the payments team, Olu does since Monday.")
    }
    assert found == {("user", "leads", "payments team", True), ("Olu", "leads", "payments team", False)}
    found = {(f.subject, f.object, f.ended) for f in extract("Olu isn't the product owner any more, Ines is.")}
    assert found == {("Olu", "product owner", True), ("Ines", "product owner", False)}


@pytest.fixture
def asking(engine):
    recaller = Recaller(engine, StaticEncoder())

    def ask(query: str, limit: int = 10) -> list[RankedFact]:
        return list(recall(recaller, FactRecall(query, ("",), limit), engine.clock()).results)

    return ask


def test_texts_of_which_something_is_over_stand_last_and_say_so(engine, asking):
    tell(engine, "The API listens on port 8080.", "The API listens on port 8081 now.")
    found = asking("which port does the API listen on?")
    assert [one.fact.object for one in found[-1:]] == ["The API listens on port 8080."]
    assert [over.object for over in found[-1].outdated] == ["8080"] and not any(one.outdated for one in found[:-1])
    before = asking("what port did the API listen on before?")
    assert before[0].fact.object == "8080" or before[0].outdated


def test_a_question_by_the_name_of_a_user_or_of_what_was_renamed_finds_what_is_known_by_the_other(engine, asking):
    tell(engine, "My name is Priya.", "I hate global state.", "Tern is written in Go.", "Tern was renamed to Skua.")
    assert "global state" in [one.fact.object for one in asking("what does Priya think?")]
    assert "global state" in [one.fact.object for one in asking("who am I?")]
    assert "Go" in [one.fact.object for one in asking("what is Skua made of?")]


@pytest.mark.parametrize(
    ("before", "text", "now"),
    [
        ("The cache uses Memcached.", "We replaced Memcached with Valkey.",
         {"Memcached replaced_by Valkey", "cache uses Valkey"}),
        ("Tern runs on Kubernetes.", "We no longer run on Kubernetes.", set()),
        ("The API listens on port 8080.", "feat: the API listens on port 8081", {"API listens_on 8081"}),
        ("The API listens on port 8080.", "docs: the API listens on port 8081", {"API listens_on 8080", "API listens_on 8081"}),
        ("Default page size is 50.", "Change default page size to 100", {"project has_default_page_size 100"}),
    ],
)  # fmt: skip
def test_replacements_and_commits_are_news(engine, before: str, text: str, now: set[str]):
    tell(engine, before, text)
    assert current(engine) == now


def test_what_a_question_asks_for_stands_before_what_it_only_mentions(engine, asking):
    tell(
        engine,
        "Femke owns the tariff module.",
        "The tariff module listens on 8810.",
        "Valkey replaces Memcached.",
        "Valkey listens on 6380.",
    )
    assert asking("which port does the tariff module use?")[0].fact.object == "8810"
    assert asking("who is responsible for the tariff module?")[0].fact.subject == "Femke"
    assert asking("which port is Valkey on?")[0].fact.object == "6380"


def test_a_data_centre_that_moves_is_somewhere_and_uses_nothing():
    found = {(f.predicate, f.object, f.ended) for f in extract("The data centre moved from Lulea to Kiruna.")}
    assert ("located_in", "Kiruna", False) in found and not any(f[0] == "uses" for f in found)


def test_a_name_answers_only_who_asks_for_one(engine, asking):
    tell(engine, "My name is Rasmus.", "I moved to Odense.", "My manager is Signe.", "I use Helix.")

    def first(query: str) -> object:
        return next(one.fact.object for one in asking(query) if one.fact.predicate != SAID)

    assert first("where does Rasmus live?") == "Odense"
    assert first("who is my manager?") == "Signe"
    assert first("what is my name?") == "Rasmus"


def test_what_was_postponed_is_due_later(engine):
    tell(engine, "Beta is due on 3 March 2027.", "Beta was postponed to 10 April 2027.")
    assert current(engine) == {"Beta due_on 10 April 2027"}


@pytest.mark.parametrize(
    ("before", "text", "now"),
    [
        ("Ines is the product owner.", "Dana is the new product owner.", {"Dana has_role product owner"}),
        ("Our captain is Ines Weber.", "Dana Roth took over as captain from Ines.", {"Dana Roth has_role captain"}),
        ("Ines is treasurer.", "Dana is treasurer now.", {"Dana has_role treasurer"}),
        ("Ines is a designer.", "Dana is a new designer.", {"Ines has_role designer", "Dana has_role designer"}),
        ("Ines is a designer.", "Dana was promoted to designer.", {"Ines has_role designer", "Dana has_role designer"}),
        ("The ward has 12 beds.", "The ward now has 14 beds.", {"ward has_beds 14"}),
        ("We use Rollbar.", "We ditched Rollbar, it's Bugsink now.", {"project uses Bugsink"}),
        ("We use Rollbar.", "We dropped Rollbar; it's quiet now.", set()),
    ],
)  # fmt: skip
def test_who_has_an_office_how_many_there_are_and_what_is_used_instead_follow_what_was(engine, before, text, now):
    tell(engine, before, text)
    assert current(engine) == now


@pytest.mark.parametrize(
    "text",
    [
        "We left Orchard Hosting for Pear Hosting in March.",
        "The bridge is at 192.168.7.30.",
        "My wifi password manager is Paprika.",
        "The curfew is noon as of today.",
        "Kettles get descaled to 90 percent now.",
        "Dr. Sommer retired.",
        "They have five days left.",
        "We have 3 bugs open.",
    ],
)
def test_what_only_looks_like_an_employer_a_version_a_boss_a_date_or_a_property_is_none(text: str):
    found = {(f.predicate, f.object) for f in extract(text)}
    assert not [one for one in found if one[0] in ("works_at", "has_version", "reports_to", "due_on", "uses")]
    assert not [one for one in found if one[0].startswith("has_")]


def test_a_verb_is_no_thing():
    facts = extract("The shed runs Kiosk 24.04 and sits at 10.0.0.5.")
    assert not [f for f in facts if "sits" in (f.subject, f.object)]


def in_three_months(engine: TestEngine) -> str:
    return MONTHS[(datetime.fromtimestamp(engine.clock() / 1e6, UTC).month + 2) % 12]


def test_a_change_told_in_the_present_comes_on_the_nearest_date(engine) -> None:
    tell(engine, "The gateway listens on port 3000.")
    tell(engine, f"The gateway moves to port 3100 in {in_three_months(engine)}.")
    assert current(engine) == {"gateway listens_on 3000"}
    engine.time.pass_days(130)
    assert current(engine) == {"gateway listens_on 3100"}


def test_what_ends_some_time_to_come_may_end_earlier(engine) -> None:
    tell(engine, "The gateway listens on port 3000.")
    tell(engine, f"The gateway moves to port 3100 in {in_three_months(engine)}.", "The gateway listens on 3200 now.")
    assert current(engine) == {"gateway listens_on 3200"}


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("The gateway moves to port 3100 in December.", "2026-12-01", None),
        ("The gateway moved to port 3100 in December.", "2025-12-01", None),
        ("Ada starts at Globex on 4 January.", "2027-01-04", None),
        ("Ada joined Globex in January.", "2026-01-01", None),
        ("Ada leaves Globex in December.", None, "2026-12-01"),
        ("Ada left Globex in December.", None, "2025-12-01"),
        ("The fee is 15 euros from January.", "2027-01-01", None),
        ("The fee is 15 euros since January.", "2026-01-01", None),
        ("Ada takes over the parser on Friday.", "2026-11-27", None),
        ("Ada took over the parser on Friday.", "2026-11-20", None),
    ],
)
def test_a_date_without_a_year_is_told_by_the_tense(text, begins, ends) -> None:
    (said, *_) = statements_of(text, NOW)
    days = [at and datetime.fromtimestamp(at / 1e6, UTC).date().isoformat() for at in (said.valid_from, said.valid_to)]
    assert days[0] == begins if begins else days[1] == ends


@pytest.mark.parametrize(
    ("before", "text", "now"),
    [
        ("My editor is Emacs.", "My editor is Vim now.", {"user uses Vim"}),
        ("Our mail provider is Mailgun.", "From now on our mail provider is Postmark.", {"project uses Postmark"}),
        ("Deploys go through Spinner.", "Deploys go through Argosy now.", {"Deploys uses Argosy"}),
        ("CI runs on Jenkins.", "CI was moved to Buildkite.", {"CI uses Buildkite"}),
        ("My shell is Elvish. My editor is Emacs.", "My shell is Nushell now.", {"user uses Nushell", "user uses Emacs"}),
        ("My editor is Emacs.", "I use Vim now.", {"user uses Emacs", "user uses Vim"}),
        ("We use Rollcall.", "We use Sentinel now.", {"project uses Rollcall", "project uses Sentinel"}),
        ("My editor is Emacs.", "My editor is Vim.", {"user uses Emacs", "user uses Vim"}),
    ],
)  # fmt: skip
def test_news_in_the_words_of_an_earlier_sentence_takes_the_place_of_its_value(engine, before, text, now):
    tell(engine, before, text)
    assert current(engine) == now
