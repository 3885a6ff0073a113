from __future__ import annotations

import pytest
from support.memory import TestEngine

from codegraph.errors import CredentialError, InvalidError, NotFoundError
from codegraph.memory import notes
from codegraph.memory.events import Access, MemoriesAccessed
from codegraph.memory.memory_model import Filter, MemoryStatus, Origin, Relationship, Vocabulary
from codegraph.memory.notes import Draft, Edit


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def test_a_stored_memory_is_read_back_as_it_was_given(engine):
    stored = engine.store(
        "We use SQLite", kind="decision", importance=0.8, tags=("db", "db", " storage "), metadata={"why": ["wal", 1]}
    )
    memory = engine.get(stored.id)
    assert memory == stored
    assert (memory.body.tags, memory.body.metadata) == (("db", "storage"), {"why": ["wal", 1]})
    assert memory.status is MemoryStatus.ACTIVE


def test_an_update_keeps_the_old_revision_readable(engine):
    stored = engine.store("Use Axum 0.7")
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="Use Axum 0.8", importance=0.9), reason="released")
    with engine.read() as state:
        revisions = state.list_revisions(state.resolve(stored.id))
    assert [(r.number, r.body.content) for r in revisions] == [(1, "Use Axum 0.7"), (2, "Use Axum 0.8")]
    assert engine.get(stored.id).body.importance == 0.9


@pytest.mark.parametrize(
    ("how", "uses", "deliveries"), [(Access.OPENED, 1, 0), (Access.CITED, 1, 0), (Access.SERVED, 0, 1)]
)
def test_opening_and_citing_a_memory_are_uses_and_delivering_it_is_none(engine, how, uses, deliveries):
    stored = engine.store("Run the linter")
    engine.time.pass_days(1)
    with engine.write() as recording:
        recording.record(MemoriesAccessed((stored.id,), how))

    memory = engine.get(stored.id)
    assert (memory.access_count, memory.served_count) == (uses, deliveries)
    assert memory.accessed_at > stored.accessed_at


def test_the_same_text_in_one_namespace_is_one_memory_with_what_both_said(engine):
    first = engine.store("Run the linter", tags=("ci",), importance=0.4, namespace="a")
    second = engine.store("Run the linter", tags=("lint",), importance=0.6, namespace="a", kind="habit")
    other = engine.store("Run the linter", namespace="b")
    assert second.id == first.id != other.id
    assert (second.body.tags, second.body.importance, second.body.kind) == (("ci", "lint"), 0.6, "habit")


def test_text_that_was_archived_can_be_stored_again(engine):
    first = engine.store("Run the linter")
    with engine.write() as recording:
        notes.archive(recording, [first], "deleted")
    assert engine.store("Run the linter").id != first.id


def test_an_archived_memory_is_not_found_and_can_be_restored(engine):
    stored = engine.store("Keep me")
    with engine.write() as recording:
        notes.archive(recording, [stored], "deleted")
    with engine.write() as recording, pytest.raises(NotFoundError, match="archived") as failure:
        notes.revise(recording, stored.id, Edit(content="x"))
    assert stored.id in failure.value.hint
    with engine.write() as recording:
        assert notes.restore(recording, stored.id).status is MemoryStatus.ACTIVE


def test_a_kind_its_vocabulary_does_not_know_waits_for_review(engine):
    stored = engine.store("A rumour", kind="rumour", vocabulary=Vocabulary.KUMIHO)
    assert stored.status is MemoryStatus.PENDING
    with engine.read() as state:
        assert state.select(Filter()) == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"content": "   "}, "content"),
        ({"content": "x" * 70_000}, "70000 bytes"),
        ({"content": "x", "importance": 1.5}, "importance"),
        ({"content": "x", "confidence": float("nan")}, "confidence"),
        ({"content": "x", "tags": "api"}, "tags"),
        ({"content": "x", "metadata": {"a": float("inf")}}, "metadata"),
        ({"content": "x", "namespace": "n" * 600}, "namespace"),
    ],
)
def test_a_bad_value_is_refused_and_nothing_is_written(engine, values, said):
    with pytest.raises(InvalidError, match=said):
        engine.store(**values)
    with engine.read() as state:
        assert state.read_last_seq() == 0


def test_a_credential_is_refused_wherever_it_hides_and_never_repeated(engine):
    key = "AKIA" + "Q7WZ3RT5YU8PLKJH"
    for values in (
        {"content": f"key {key}"},
        {"content": "x", "tags": (key,)},
        {"content": "x", "metadata": {"k": [key]}},
    ):
        with pytest.raises(CredentialError, match="AWS key") as failure:
            engine.store(**values)
        assert key not in failure.value.message + failure.value.hint


def test_an_edit_against_an_old_revision_is_refused(engine):
    stored = engine.store("One")
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="Two"), expected=1)
    with engine.write() as recording, pytest.raises(InvalidError, match="revision 2, not 1"):
        notes.revise(recording, stored.id, Edit(content="Three"), expected=1)


def test_a_link_needs_ends_that_exist(engine):
    a, b = engine.store("a"), engine.store("b")
    with engine.write() as recording:
        notes.link(recording, a.id, b.id, Relationship.LEADS_TO, 0.8)
        notes.link(recording, a.id, b.id, Relationship.LEADS_TO, 0.9)
        notes.link(recording, a.id, "python:src/a.py::Pool.get", Relationship.EXPLAINS)
        with pytest.raises(NotFoundError):
            notes.link(recording, a.id, "nobody", Relationship.LEADS_TO)
        with pytest.raises(InvalidError):
            notes.link(recording, a.id, a.id, Relationship.LEADS_TO)
    with engine.read() as state:
        assert sorted((link.relationship, link.weight) for link in state.list_links_of([a.id])) == [
            ("EXPLAINS", 1.0),
            ("LEADS_TO", 0.9),
        ]


def test_an_id_an_alias_and_the_beginning_of_an_id_mean_the_same_memory(engine):
    stored = engine.store("Aliased", id="mem-0017")
    engine.time.pass_days(1)
    engine.store("Another")
    assert engine.get("mem-0017").id == engine.get(stored.id[:18]).id == engine.get(stored.id.upper()).id == stored.id
    with engine.write() as recording, pytest.raises(InvalidError, match="another memory"):
        notes.store(recording, Draft("Third", id="mem-0017"))


def test_what_a_human_wrote_says_so(engine):
    assert engine.store("mine", origin=Origin.HUMAN).curated
    assert not engine.store("its").curated
