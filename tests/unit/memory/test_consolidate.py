"""Maintenance cycles, and what they must never do."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from support.memory import DAY, TestEngine, projections

from codegraph.memory import notes
from codegraph.memory.consolidate.cycles import (
    Curve,
    Likeness,
    Theme,
    compute_decayed,
    plan_cluster,
    plan_creative,
    plan_decay,
    plan_forget,
)
from codegraph.memory.consolidate.plan import run
from codegraph.memory.consolidate.summarize import extract, plan_summarize
from codegraph.memory.events import Access, Cycle, MemoriesAccessed
from codegraph.memory.memory_model import Filter, MemoryStatus, Origin, Relationship
from codegraph.memory.undo import undo


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


class Words:
    """An encoder of single words: texts are as alike as the words they share."""

    identity, dimension = "words", 64

    def encode(self, texts):
        rows = np.zeros((len(texts), 64), np.float32)
        for i, text in enumerate(texts):
            for word in text.lower().split():
                rows[i, sum(word.encode()) % 64] += 1
            rows[i] /= max(1e-9, float(np.linalg.norm(rows[i])))
        return rows


def importance(engine, memory) -> float:
    return round(engine.get(memory.id).body.importance, 6)


def decay(engine, **options):
    return run(engine, lambda state, now: plan_decay(state, now, **options))


def test_decay_twice_is_decay_once(engine):
    memory = engine.store("old", importance=0.5)
    engine.time.pass_days(95)
    assert decay(engine).affected == 1
    assert importance(engine, memory) == round(0.5 * 0.9**3, 6)
    assert decay(engine).affected == 0
    engine.time.pass_days(29)
    assert decay(engine).affected == 0
    engine.time.pass_days(1)
    assert decay(engine).affected == 1
    assert importance(engine, memory) == round(0.5 * 0.9**4, 6)


def test_decay_spares_what_was_used_or_is_protected(engine):
    used, kept = engine.store("used"), engine.store("kept", protected=True)
    engine.time.pass_days(20)
    with engine.write() as recording:
        recording.record(MemoriesAccessed((used.id,), Access.OPENED))
    engine.time.pass_days(20)
    assert decay(engine).affected == 0
    assert importance(engine, kept) == 0.5
    assert decay(engine, threshold_days=14).affected == 1


def test_a_stale_popular_memory_never_gains_importance_from_decay(engine):
    memory = engine.store("popular")
    with engine.write() as recording:
        for _ in range(40):
            recording.record(MemoriesAccessed((memory.id,), Access.CITED))
    engine.time.pass_days(31)
    now = engine.time.at
    assert compute_decayed(engine.get(memory.id), now, 30, Curve.POWER) <= 0.5


def test_a_recall_leaves_what_would_be_forgotten_unchanged(engine):
    faint = engine.store("faint", importance=0.05)
    before = run(engine, plan_forget, dry_run=True)
    with engine.write() as recording:
        recording.record(MemoriesAccessed((faint.id,), Access.SERVED))
    assert [s.memory.id for s in run(engine, plan_forget, dry_run=True).plan.steps] == [
        s.memory.id for s in before.plan.steps
    ]
    with engine.write() as recording:
        recording.record(MemoriesAccessed((faint.id,), Access.OPENED))
    assert run(engine, plan_forget, dry_run=True).affected == 0


def test_forgetting_archives_and_spares_people_and_the_protected(engine):
    faint = engine.store("faint", importance=0.05)
    human = engine.store("mine", importance=0.05, origin=Origin.HUMAN)
    kept = engine.store("kept", importance=0.05, protected=True)
    report = run(engine, plan_forget)
    assert [engine.get(m.id).status for m in (faint, human, kept)] == ["archived", "active", "active"]
    with engine.write() as recording:
        undo(recording, report.token)
    assert engine.get(faint.id).status is MemoryStatus.ACTIVE


def cluster(engine, **options):
    return run(engine, lambda state, now: plan_cluster(state, now, encoder=Words(), **options))


def test_near_duplicates_become_one_with_the_others_pointing_at_it(engine):
    weak = engine.store("cache the parsed grammar tables", importance=0.4)
    best = engine.store("Cache the parsed grammar tables", importance=0.9)
    elsewhere = engine.store("cache the parsed Grammar tables", namespace="other")
    kind = engine.store("cache the Parsed grammar tables", kind="decision")
    assert cluster(engine).affected == 1
    assert (engine.get(weak.id).status, engine.get(weak.id).successor) == (MemoryStatus.ARCHIVED, best.id)
    assert {engine.get(m.id).status for m in (best, elsewhere, kind)} == {MemoryStatus.ACTIVE}
    assert cluster(engine).affected == 0


def test_a_curated_memory_is_never_displaced_by_a_machine_made_one(engine):
    human = engine.store("cache the parsed grammar tables", importance=0.2, origin=Origin.HUMAN)
    agent = engine.store("Cache the parsed grammar tables", importance=1.0)
    kept = engine.store("cache the parsed grammar Tables", importance=0.1, protected=True)
    cluster(engine)
    assert [engine.get(m.id).status for m in (human, agent, kept)] == ["active", "archived", "active"]


def test_texts_that_differ_in_a_number_or_a_negation_are_not_duplicates(engine):
    for text in ("the timeout is 30 seconds", "the timeout is 60 seconds", "the timeout is not 30 seconds"):
        engine.store(text)
    assert cluster(engine, similarity=0.5).affected == 0


def test_clustering_by_hash_is_an_option(engine):
    engine.store("one")
    engine.store("two")
    assert cluster(engine, likeness=Likeness.HASH, similarity=0.0).affected == 0


def test_creative_links_memories_of_different_kinds_that_share_tags_once(engine):
    a = engine.store("a", kind="decision", tags=("Auth", "api"))
    b = engine.store("b", kind="pattern", tags=("auth",))
    engine.store("c", kind="decision", tags=("auth",), namespace="other")
    engine.store("d", kind="decision", tags=("auth",))
    report = run(engine, plan_creative)
    assert report.affected == 2  # a–b and b–d; the decisions share a kind, and c lives elsewhere
    assert run(engine, plan_creative).affected == 0
    with engine.read() as state:
        link = state.find_link(a.id, b.id, Relationship.RELATES_TO)
    assert link is not None and link.weight == 0.5
    with engine.write() as recording:
        undo(recording, report.token)
    with engine.read() as state:
        assert list(state.iterate_links()) == []


def test_creative_links_nearest_neighbours_by_choice(engine):
    engine.store("retry the upload on failure", kind="decision")
    engine.store("retry the upload after failure", kind="pattern")
    engine.store("bananas are yellow", kind="insight")
    report = run(engine, lambda s, n: plan_creative(s, n, theme=Theme.NEIGHBOURS, encoder=Words()))
    assert [link.relationship for link in report.plan.steps] == [Relationship.SHARES_THEME]
    assert run(engine, lambda s, n: plan_creative(s, n, theme=Theme.NEIGHBOURS, encoder=Words())).affected == 0


def chain(engine, texts):
    made = [engine.store(text, tags=("upload",)) for text in texts]
    with engine.write() as recording:
        for a, b in pairwise(made):
            notes.link(recording, a.id, b.id, Relationship.RELATES_TO)
    return made


def test_summaries_are_made_once_grow_by_revision_and_hold_no_personal_data(engine):
    made = chain(engine, [f"Upload step {word} was reported by jo@example.org." for word in "abcde"])
    report = run(engine, plan_summarize)
    (summary,) = (engine.get(id) for id in report.written)
    assert (summary.body.kind, summary.origin, summary.body.tags) == ("insight", Origin.DERIVED, ("upload",))
    assert "jo@example.org" not in summary.body.content and "[email]" in summary.body.content
    assert run(engine, plan_summarize).affected == 0
    more = engine.store("Upload step f retries.", tags=("upload",))
    with engine.write() as recording:
        notes.link(recording, more.id, made[0].id, Relationship.RELATES_TO)
    again = run(engine, plan_summarize)
    assert again.written == report.written
    assert engine.get(summary.id).revision == 2
    with engine.read() as state:
        assert len([x for x in state.list_links_of([summary.id]) if x.relationship is Relationship.SUMMARIZES]) == 6


def test_an_extract_prefers_what_several_texts_say():
    texts = [
        "The parser caches tables. It rained.",
        "Tables are cached by the parser.",
        "The parser caches tables for speed.",
    ]
    assert "rained" not in extract(texts, sentences=1)
    assert extract(texts, sentences=1).count("\n") == 0


def test_a_dry_run_writes_nothing_and_a_run_is_remembered(engine):
    engine.store("old", importance=0.01)
    engine.time.pass_days(60)
    before = projections(engine.database.path)
    assert run(engine, plan_decay, dry_run=True).affected == 1
    assert run(engine, plan_forget, dry_run=True).affected == 1
    assert projections(engine.database.path) == before
    decay(engine)
    run(engine, plan_forget)
    with engine.read() as state:
        assert [(row.cycle, row.affected) for row in state.list_cycles()] == [(Cycle.DECAY, 1), (Cycle.FORGET, 1)]
        assert all(row.at > 60 * DAY for row in state.list_cycles())
        assert state.count(Filter()) == 0
