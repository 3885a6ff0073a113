"""Questions about the present: what is over stands behind what took its place, the later word before the earlier."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.memory import DAY, START, TestEngine
from support.recalled import ENCODER, memory_answers
from support.recalled import fact_answers as facts

from codegraph.memory.facts import write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.fact_model import NEVER, News, Triple
from codegraph.memory.facts.ranking import FactRecall, recall
from codegraph.memory.facts.write import Writing
from codegraph.memory.learning.context_selection import build_candidates, is_above_floors
from codegraph.memory.memory_model import Floors, Relationship
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.recall.temporal_rerank import LATER, Candidate, TimeQuestion, is_future, rerank
from codegraph.memory.recall.tokenization import tokenize


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine: TestEngine, *told: str | tuple[str, *tuple[Triple, ...]]) -> None:
    """Remember texts, each with what closed forms say or with the facts that a caller reads in it."""
    for one in told:
        engine.time.at += DAY
        text, *triples = (one,) if isinstance(one, str) else one
        with engine.write() as recording:
            stated = triples or read_closed_forms(text, recording.at)
            write.remember(recording, text, stated, Writing())


def memories(engine: TestEngine, query: str, **asked) -> list[str]:
    engine.time.at += DAY
    return memory_answers(engine, query, **asked)


ROLLBAR = ("We use Rollbar for error reports.", Triple("project", "uses", "Rollbar"))
DROPPED = ("We dropped Rollbar and nobody misses it.", Triple("project", "uses", "Rollbar", NEVER, START + 2 * DAY))
REPLACED = ("We replaced Unbound with CoreDNS.", Triple("Unbound", "replaced_by", "CoreDNS"))

FOLLOWED = [
    ("The bakery opens at 6 am.", "The bakery opens at 7 am now.", "when does the bakery open?", "7 am"),
    ("We keep the logs in Loki.", "We no longer keep the logs in Loki but in Splunk.", "where do we keep the logs?", "Splunk"),
    ("The ward has 12 beds.", "The ward has 14 beds.", "how many beds does the ward have?", "14"),
    ("We decided against dbt, too few know it.", "We revisited dbt: it's in.", "do we use dbt?", "it's in"),
    ("Rosa teaches the beginners.", "Since Easter Ivo teaches the beginners.", "who teaches the beginners?", "Ivo"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "question", "answer"), FOLLOWED)
def test_the_later_word_on_the_same_comes_first(engine, before, after, question, answer):
    tell(engine, before, after)
    assert answer in facts(engine, question)[0]
    assert answer in memories(engine, question)[0]


def test_what_was_so_before_is_found_where_it_is_asked_for(engine):
    tell(engine, "The bakery opens at 6 am.")
    before = engine.clock()
    tell(engine, "The bakery opens at 7 am now.")
    assert "The bakery opens at 6 am." in memories(engine, "when did the bakery open previously?")
    assert facts(engine, "when does the bakery open?", now=before) == ["The bakery opens at 6 am."]


@pytest.mark.parametrize(
    ("before", "after", "question", "answer"),
    [
        (ROLLBAR, DROPPED, "what do we use for error reports?", "dropped"),
        (("Ines leads the payments service.", Triple("Ines", "leads", "payments service")),
         ("Dana took payments over from Ines.", Triple("Dana", "leads", "payments", news=News.MOVED)), "who leads the payments service?", "Dana"),
        ("Unbound answers our name lookups.", REPLACED, "what answers our name lookups?", "CoreDNS"),
    ],
)  # fmt: skip
def test_what_ended_something_is_told_before_what_it_ended(engine, before, after, question, answer):
    tell(engine, before, after)
    assert answer in facts(engine, question)[0]
    found = memories(engine, question)
    assert answer in found[0] and found.index(before if isinstance(before, str) else before[0]) > 0


def test_what_followed_a_part_of_a_text_does_not_answer_for_the_rest_of_it(engine):
    both = "The ledger API is written in Go and listens on port 8443."
    stated = (Triple("ledger API", "written_in", "Go"), Triple("ledger API", "listens_on", "8443"))
    tell(engine, (both, *stated), "The ledger API listens on 9443 now.")
    assert "Go" in memories(engine, "which language is the ledger API written in?")[0]
    assert "9443" in memories(engine, "which port does the ledger API listen on?")[0]


def test_what_is_told_in_place_of_something_needs_no_word_of_the_question(engine):
    tell(engine, "Unbound answers our name lookups.", REPLACED)
    asked = "what answers our name lookups?"
    found = build_candidates(asked, Recaller(engine, ENCODER).recall(RecallRequest(asked)).results)
    assert [is_above_floors(one, Floors(0.3, 0.9)) for one in found[:2]] == [True, True]
    assert "CoreDNS" in found[0].memory.body.content


def test_a_text_that_ended_a_fact_is_linked_to_it_once(engine):
    tell(engine, ROLLBAR, DROPPED, DROPPED)
    with engine.read() as state:
        ids = [memory.id for memory in state.read_by_rows(range(1, 60)).values()]
        links = [k for k in state.list_links_of(ids) if k.relationship is Relationship.INVALIDATED_BY]
    assert len(links) == 1


def test_scores_fall_in_the_order_of_the_answers(engine):
    tell(engine, "The bakery opens at 6 am.", "The bakery sells rye bread.", "The bakery opens at 7 am now.")
    found = Recaller(engine, ENCODER).recall(RecallRequest("when does the bakery open?")).results
    assert [r.score for r in found] == sorted((r.score for r in found), reverse=True)


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("The press runs at night.", "Now the staff canteen serves soup.", "when does the press run?"),
        ("Olga reviews the parser of the press.", "The press is now painted green.", "who reviews the parser of the press?"),
        ("Nora likes the sea.", "Pavel likes the sea, too, and has a boat in Split.", "who likes the sea?"),
    ],
)  # fmt: skip
def test_what_is_merely_later_does_not_come_first(earlier: str, later: str, question: str):
    found = [Candidate(earlier, 1, 1.0), Candidate(later, 2, 0.9)]
    assert rerank(found, LATER, TimeQuestion(frozenset(tokenize(question)))) == [0, 1]


def test_a_fact_of_another_thing_is_no_answer_by_its_predicate_alone(engine):
    tell(engine, "Pia owns the ingest.", "Ida covers search.")
    assert facts(engine, "who owns search?")[0] == "Ida covers search."


def test_news_of_a_thing_is_no_later_word_on_something_else_about_it(engine):
    asked = frozenset(tokenize("who fixed refund-worker?"))
    fixed = Candidate("refund-worker was right behind it. Fixed in PR 1882 by Magda.", 1, 0.9)
    running = Candidate("refund-worker is running again since 09:05.", 2, 0.6)
    assert rerank([fixed, running], LATER, TimeQuestion(asked)) == [0, 1]


def test_getting_is_no_word_that_a_question_is_about(engine):
    tell(
        engine, "Escalation goes to Dunja since May, Lorcan is on leave.", "I'd rather get paged by phone than by mail."
    )
    assert "Dunja" in facts(engine, "who gets the escalation?")[0]


def test_what_is_over_of_a_text_is_over_for_questions_about_it_alone(engine):
    tell(engine, "Quillnote leaves the old servers for good. The audit is due on 12 October 2027.")
    tell(engine, "The audit slipped to 26 October 2027.")
    for answers in (facts, memories):
        assert "26 October" in answers(engine, "when is the audit?")[0]
        assert answers(engine, "what becomes of the old servers of Quillnote?")[0].startswith("Quillnote leaves")


@pytest.mark.parametrize(
    ("question", "before", "later", "turned"),
    [
        ("which day is the flour delivered?", "Flour is delivered on Tuesdays.", "From next week flour arrives on Thursdays.", True),
        ("which day is the flour delivered?", "Flour is delivered on Tuesdays.", "The flour from Haas arrives on Thursdays.", False),
        ("what is the wifi called?", "The wifi is called Nest5.", "The wifi was renamed to Nest6 with the new router.", True),
        ("what is the wifi called?", "The wifi is called Nest5.", "The wifi moved to the hall with the new router.", False),
        ("who cleans the kitchen?", "Plan: Bettina cleans the kitchen.", "Tove does the kitchen now.", True),
        ("when does she clean the kitchen?", "On Monday Bettina cleans the kitchen.", "Tove has the kitchen now.", False),
    ],
)  # fmt: skip
def test_a_later_text_may_tell_by_its_verb_what_the_question_asks(question, before, later, turned) -> None:
    told = [Candidate(before, 1, 1.0), Candidate(later, 2, 0.6)]
    assert rerank(told, LATER, TimeQuestion(frozenset(tokenize(question)), question)) == ([1, 0] if turned else [0, 1])


@pytest.mark.parametrize(
    ("before", "between", "later", "question", "answer"),
    [
        ("The card terminal supplier is Payzo.", "Flour comes on Tuesdays.", "Payzo wants 2.9 percent. We signed with Terminello instead.",
         "who supplies the card terminals?", "Terminello"),
        ("The internet provider is Fonik.", "The rent is due on the 3rd.", "We cancelled Fonik. From 15 September it's Glasnet.",
         "which internet provider do we have?", "Glasnet"),
    ],
)  # fmt: skip
def test_what_took_the_place_of_the_name_that_answers_is_told_first(
    engine, before, between, later, question, answer
) -> None:
    for text in (before, between, later):
        engine.time.at += DAY
        engine.store(text)
    assert answer in memories(engine, question)[0]
    assert answer not in memories(engine, question.replace("?", " before?"))[0]


def test_who_only_left_and_who_is_asked_about_takes_no_place(engine) -> None:
    for text in ("The demo host is Greg.", "Greg quit.", "The landlord is Fonik.", "We cancelled Fonik."):
        engine.time.at += DAY
        engine.store(text)
    assert "host" in memories(engine, "who hosts the demo?")[0]
    assert "landlord" in memories(engine, "who is the landlord?")[0]


def test_who_owns_it_is_its_owner(engine) -> None:
    for text in (
        "Kestrel starts at noon.",
        "Alerts for Kestrel go to the pager.",
        "Zanele, the new hire, becomes the owner of Kestrel.",
    ):
        engine.time.at += DAY
        engine.store(text)
    assert "Zanele" in memories(engine, "who owns Kestrel?")[0]


def test_what_nobody_told_of_a_renamed_thing_is_named(engine) -> None:
    tell(engine, "The wifi was renamed to Nest6.")
    found = recall(Recaller(engine, ENCODER), FactRecall("what is the wifi password?", ("",)), engine.clock())
    assert "password" in found.missing_terms
    assert not recall(
        Recaller(engine, ENCODER), FactRecall("what is the wifi called?", ("",)), engine.clock()
    ).missing_terms


@pytest.mark.parametrize(
    ("before", "later", "question", "turned"),
    [
        ("The gateway runs in Lisbon.", "The gateway was moved to Porto.", "which town does the gateway run in?", True),
        ("The gateway runs in Lisbon.", "The gateway was painted in Porto.", "which town does the gateway run in?", False),
        ("Proposal 7, status: draft.", "Proposal 7 was accepted.", "what is the status of proposal 7?", True),
        ("Proposal 7, status: draft.", "Proposal 7 was read aloud.", "what is the status of proposal 7?", False),
    ],
)  # fmt: skip
def test_where_a_thing_is_and_how_it_stands_is_told_by_what_became_of_it(before, later, question, turned) -> None:
    told = [Candidate(before, 1, 1.0), Candidate(later, 2, 0.6)]
    assert rerank(told, LATER, TimeQuestion(frozenset(tokenize(question)), question)) == ([1, 0] if turned else [0, 1])


def test_what_was_planned_first_is_asked_of_the_past(engine) -> None:
    tell(engine, "The fair is planned for 14 March.", "The fair slips to 28 March.")
    assert "28 March" in memories(engine, "when is the fair?")[0]
    assert "14 March" in memories(engine, "when was the fair planned first?")[0]


NOON = int(datetime(2026, 7, 22, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.mark.parametrize(
    ("text", "ahead"),
    [
        ("From 1 August the gateway listens on 9443.", True),
        ("The office will be in Graz from March.", True),
        ("As of 2026-09-01 the fee is 12 euros.", True),
        ("Release 2.5 is planned for July 30.", True),
        ("The move will be on 1 March 2027.", True),
        ("From 1 July the gateway listens on 9443.", False),
        ("From 1 August 2025 the gateway listens on 9443.", False),
        ("The lead is Ada; from August it will be Bo.", False),
        ("The fair on 3 August was called off.", False),
        ("The gateway listens on 9443.", False),
    ],
)  # fmt: skip
def test_what_a_text_says_begins_later(text: str, ahead: bool) -> None:
    assert is_future(text, NOON - 2 * DAY, NOON) is ahead


def test_what_holds_comes_before_what_is_to_come_unless_that_is_asked_for(engine) -> None:
    engine.time.at = NOON
    tell(engine, "The gateway listens on port 8086.", "From 30 October the gateway listens on port 9443.")
    for answers in (facts, memories):
        assert "8086" in answers(engine, "which port does the gateway listen on?")[0]
    assert "9443" in memories(engine, "which port will the gateway listen on?")[0]


def test_a_note_of_a_session_is_found_by_its_own_words_and_a_turn_by_what_stands_around_it(engine) -> None:
    engine.store("Deploys are frozen in August", kind="decision", session="s1")
    engine.store("The lab fridge is kept at 4 degrees", kind="decision", session="s1")
    engine.store("We spoke of deploys in August", kind="context", session="s2")
    engine.store("The lab kettle is broken", kind="context", session="s2")
    found = Recaller(engine, ENCODER).pool(RecallRequest("deploys in August"))
    held = {m.body.content.split()[-1]: found.signals[row].token_overlap for row, m in found.memories.items()}
    assert held.get("degrees", 0.0) == 0.0 < held["broken"]
