"""Intake: the links, facts and receipts that a statement leaves beside its text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.errors import CredentialError, NotFoundError
from codegraph.memory.facts.fact_model import Triple
from codegraph.memory.intake import AS_IS, Receipt, Settings, Statement, record_statement
from codegraph.memory.memory_model import AMENDS, Anchor, AnchorKind, Filter, MemoryStatus, Relationship
from codegraph.memory.notes import Draft
from codegraph.memory.undo import undo

ENCODER = StaticEncoder()


@pytest.fixture
def engine(tmp_path) -> Iterator[TestEngine]:
    opened = TestEngine(tmp_path)
    yield opened
    opened.close()


def tell(engine: TestEngine, text: str, kind: str = "decision", about: str = "", **options) -> Receipt:
    anchors = (Anchor(AnchorKind.SYMBOL, "r", about),) if about else ()
    draft = Draft(text, kind, namespace=options.pop("namespace", "n"), anchors=anchors)
    with engine.write() as recording:
        return record_statement(recording, Statement(draft, **options), ENCODER.encode)


def test_an_amendment_is_a_link_with_its_evidence_and_the_earlier_memory_stays(engine: TestEngine):
    earlier = tell(engine, "The deploy window is Friday")
    later = tell(engine, "From now on the deploy window is Tuesday")
    (found,) = later.amended
    assert found.memory.id == earlier.memory.id and found.disagrees
    with engine.read() as state:
        (link,) = state.list_links_of([earlier.memory.id])
        assert state.resolve(earlier.memory.id).status is MemoryStatus.ACTIVE
    assert (link.source, link.target, link.label) == (later.memory.id, earlier.memory.id, AMENDS)
    assert link.metadata["before"] == "Friday" and link.metadata["cue"] == "from now on"


def test_undo_takes_the_memory_and_its_link_back(engine: TestEngine):
    earlier = tell(engine, "The deploy window is Friday")
    later = tell(engine, "From now on the deploy window is Tuesday")
    with engine.write() as recording:
        undo(recording, later.token)
    with engine.read() as state:
        assert not state.list_links_of([earlier.memory.id])
        assert state.resolve(later.memory.id).status is MemoryStatus.ARCHIVED


def test_a_third_statement_amends_the_first_and_what_amended_it(engine: TestEngine):
    first = tell(engine, "Access tokens expire after 30 minutes")
    second = tell(engine, "Access tokens expire after 60 minutes from now on")
    third = tell(engine, "Access tokens expire after 90 minutes instead of 60")
    assert {one.memory.id for one in third.amended} >= {second.memory.id}
    assert {one.memory.id for one in third.amended} <= {first.memory.id, second.memory.id}


OLD_RULES = (
    ("Every review of a change needs two approvals", "One approval is enough for reviews now"),
    ("Access tokens expire after 30 minutes", "Tokens expire after 2 hours instead of half an hour"),
    ("Invoices are sent on Monday", "Invoices go out on Friday now instead of Monday"),
)
"""Rules, each with a statement that changes it in other words."""


def test_a_rule_older_than_hundreds_of_others_is_amended_by_common_words(engine: TestEngine):
    rules = [tell(engine, rule).memory.id for rule, _ in OLD_RULES]
    words = ("reviews", "approvals", "tokens", "minutes", "invoices", "friday", "hours", "monday")
    with engine.write() as recording:
        for number in range(1_000):
            content = f"Runbook {number}: {words[number % 8]} of team-{number % 37} are listed in folder-{number % 53}"
            record_statement(recording, Statement(Draft(content, "decision", namespace="n"), settings=AS_IS))
    for rule, (_, change) in zip(rules, OLD_RULES):
        assert [one.memory.id for one in tell(engine, change).amended] == [rule], change


def test_a_statement_of_another_project_is_not_amended(engine: TestEngine):
    tell(engine, "The deploy window is Friday", namespace="a")
    assert not tell(engine, "From now on the deploy window is Tuesday", namespace="b").amended


def test_what_happened_is_not_amended_by_what_happened_later(engine: TestEngine):
    tell(engine, "The deploy of Friday failed", kind="episode")
    assert not tell(engine, "The deploy of Tuesday failed, too, instead", kind="episode").amended


def test_an_adapter_that_stores_as_is_links_nothing(engine: TestEngine):
    tell(engine, "The deploy window is Friday")
    later = tell(engine, "From now on the deploy window is Tuesday", settings=AS_IS)
    assert (later.amended, later.near) == ((), ())
    with engine.read() as state:
        assert not state.list_links_of([later.memory.id])


def test_near_memories_are_those_of_the_same_code_first(engine: TestEngine):
    code = tell(engine, "Rows are kept in insertion order", about="python:store.py::Store.save")
    tell(engine, "Badges are printed on Mondays")
    receipt = tell(engine, "Callers may pass None", about="python:store.py::Store.save")
    assert [memory.id for memory in receipt.near] == [code.memory.id]


def test_the_same_text_is_one_memory_unless_an_adapter_says_otherwise(engine: TestEngine):
    first = tell(engine, "Run the linter")
    again = tell(engine, "Run the linter")
    apart = tell(engine, "Run the linter", settings=Settings(merges_same=False))
    assert (again.memory.id, again.created) == (first.memory.id, False)
    assert apart.created and apart.memory.id != first.memory.id


def test_superseding_marks_the_old_memory_and_superseding_a_missing_one_stores_nothing(engine: TestEngine):
    old = tell(engine, "The deploy window is Friday")
    new = tell(engine, "The deploy window is Tuesday", supersedes=old.memory.id)
    assert new.superseded is not None and not new.amended
    with engine.read() as state:
        assert state.resolve(old.memory.id).status is MemoryStatus.SUPERSEDED
    with pytest.raises(NotFoundError):
        tell(engine, "The deploy window is Monday", supersedes="01900000-0000-7000-8000-000000000000")
    with engine.read() as state:
        assert not [m for m in state.select(Filter(statuses=()), newest=True, limit=10) if "Monday" in m.body.content]


def test_facts_of_a_text_are_derived_from_its_memory(engine: TestEngine):
    receipt = tell(
        engine,
        "Dana approves deploys since March",
        facts=(Triple("deploys", "approved_by", "Dana"),),
    )
    (fact,) = receipt.facts
    assert (fact.subject, fact.predicate, fact.object) == ("deploys", "approved_by", "Dana")
    with engine.read() as state:
        (link,) = state.list_links_of([fact.memory])
    assert (link.relationship, link.target) == (Relationship.DERIVED_FROM, receipt.memory.id)


def test_a_credential_is_refused_before_anything_is_recorded(engine: TestEngine):
    with pytest.raises(CredentialError):
        tell(engine, "The DB password for staging is hunter2.")
    with engine.read() as state:
        assert state.read_last_seq() == 0
