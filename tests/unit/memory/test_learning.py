"""The learning loop on an engine whose clock is set: lessons, runs, credit, conflicts, figures, upkeep."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support import lessons as labelled
from support.memory import DAY, TestEngine, projections

from codegraph.embed.static import StaticEncoder
from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import notes, undo
from codegraph.memory.erasure import erase
from codegraph.memory.intake import Statement, record_statement
from codegraph.memory.learning import conflicts, lessons, merging, metrics, roi, runs, triage
from codegraph.memory.learning.context_selection import Ask, Candidate, Delivery, choose, deliver
from codegraph.memory.learning.usefulness import (
    MOST_GAIN,
    adjust_relevance,
    compute_decayed_multiplier,
    compute_multiplier,
)
from codegraph.memory.memory_model import (
    Filter,
    Floors,
    How,
    MemoryStatus,
    Origin,
    ProposalOutcome,
    Resolution,
    RunOutcome,
    Standing,
    Vocabulary,
)
from codegraph.memory.notes import Draft
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.text_similarity import CLOSE, NEAR, is_opposed
from codegraph.memory.text_similarity import SAME as ONE
from codegraph.operations.learning.lessons import LESSONS

ENCODER = StaticEncoder()
FINISHED, FAILED = RunOutcome.FINISHED, RunOutcome.FAILED


@pytest.fixture
def engine(tmp_path):
    engine = TestEngine(tmp_path)
    yield engine
    engine.close()


def learn(engine: TestEngine, text: str, *, confidence: float = 0.8, kind: str = "fact", run: str = "", **more):
    draft = Draft(
        text,
        kind,
        confidence=confidence,
        namespace="n",
        origin=more.pop("origin", Origin.AGENT),
        vocabulary=Vocabulary.KIMETSU,
        **more,
    )
    recaller = Recaller(engine, ENCODER)
    with engine.write() as recording:
        wanted = Filter(("n",), statuses=lessons.DEDUPED)
        near = [lessons.Near(*n) for n in recaller.find_similar(recording.state, text, wanted, CLOSE)]
        return record_statement(recording, Statement(draft, settings=LESSONS, run=run), near=near)


def attempt(
    engine: TestEngine, delivered, cited=(), outcome=FINISHED, category="", source="context", query="q", **more
):
    """One run from start to end."""
    with engine.write() as recording:
        run = runs.start(recording, namespace="n", **more)
        deliver(recording, Delivery(query, run.id, "n", tuple(m.id for m in delivered), 100, 0.5, source=source))
    with engine.write() as recording:
        for memory in cited:
            runs.cite(recording, run, memory.id, "it named the command")
    with engine.write() as recording:
        return runs.end(recording, run, outcome, category)


def standing(engine: TestEngine, memory) -> Standing:
    with engine.read() as state:
        return state.learning.read_standing(memory.id)


# credit


def test_a_cited_success_counts_ten_times_a_ride_along_and_only_it_moves_last_useful_at(engine):
    one, other = learn(engine, "Tests need migrations").memory, learn(engine, "The user likes tabs").memory
    ended = attempt(engine, (one, other), (one,))
    assert (standing(engine, one).score, standing(engine, other).score) == (1.0, 0.1)
    assert standing(engine, one).last_useful_at == ended.run.ended_at
    assert standing(engine, other).last_useful_at == 0
    engine.time.pass_days(1)
    attempt(engine, (one, other), (one,), FAILED, "Timeout")
    assert (standing(engine, one).score, standing(engine, other).score) == (0.0, 0.0)
    assert standing(engine, one).last_useful_at == ended.run.ended_at
    with engine.read() as state:
        assert len(state.learning.list_citations(memory=one.id)) == 2
    assert engine.get(one.id).access_count == 2 and engine.get(other.id).access_count == 0


@pytest.mark.parametrize("category", ["Gate", "gate"])
def test_a_verifiers_failure_is_no_signal(engine, category):
    one = learn(engine, "Tests need migrations").memory
    ended = attempt(engine, (one,), (one,), FAILED, category)
    assert standing(engine, one) == Standing() and not ended.run.counts
    with engine.read() as state:
        assert [c.memory for c in state.learning.list_citations(run=ended.run.id)] == [one.id]


def test_only_what_was_delivered_in_the_run_can_earn_credit(engine):
    served, other = learn(engine, "Tests need migrations").memory, learn(engine, "The user likes tabs").memory
    attempt(engine, (other,))
    with engine.write() as recording:
        run = runs.start(recording, namespace="n")
        deliver(recording, Delivery("q", run.id, "n", (served.id,), 50, 0.5))
    with (
        engine.write() as recording,
        pytest.raises(InvalidError, match="was not delivered in run") as refused,
    ):
        runs.cite(recording, run, other.id)
    assert served.id in refused.value.hint
    with engine.write() as recording, pytest.raises(NotFoundError):
        runs.cite(recording, run, "nobody")


def test_a_memory_cited_again_without_a_reason_keeps_the_one_it_has(engine):
    one = learn(engine, "Tests need migrations").memory
    with engine.write() as recording:
        run = runs.start(recording, namespace="n")
        deliver(recording, Delivery("q", run.id, "n", (one.id,), 50, 0.5))
        runs.cite(recording, run, one.id, "it named the order")
        assert runs.cite(recording, run, one.id).reason == "it named the order"


def test_a_run_that_is_not_there_says_how_to_start_it(engine):
    with engine.read() as state, pytest.raises(NotFoundError) as refused:
        runs.find(state, "fix-42", "n")
    assert "memory learn run start fix-42" in refused.value.hint


def test_an_empty_lesson_is_called_one(engine):
    with pytest.raises(InvalidError, match="`lesson` is empty"):
        learn(engine, "  ")


def test_a_memory_cited_twice_in_a_run_counts_once_and_a_run_ends_once(engine):
    one = learn(engine, "Tests need migrations").memory
    ended = attempt(engine, (one, one), (one, one))
    assert standing(engine, one).uses == 1
    with engine.write() as recording:
        run = runs.find(recording.state, ended.run.id, "n")
        with pytest.raises(InvalidError, match="finished already"):
            runs.end(recording, run, FAILED)
        with pytest.raises(InvalidError, match="is finished"):
            runs.cite(recording, run, one.id)


def test_what_a_session_is_told_at_its_start_earns_by_citation_alone(engine):
    one, other = learn(engine, "Tests need migrations").memory, learn(engine, "The user likes tabs").memory
    attempt(engine, (one, other), (one,), source=runs.BRIEF)
    assert (standing(engine, one).score, standing(engine, other)) == (1.0, Standing())


def test_the_end_of_a_run_can_be_undone_and_done_again(engine):
    one = learn(engine, "Tests need migrations").memory
    ended = attempt(engine, (one,), (one,))
    after = projections(engine.database.path)
    with engine.write() as recording:
        back = undo.undo(recording, ended.token)
    with engine.read() as state:
        assert state.learning.find_run(ended.run.id).outcome is RunOutcome.OPEN
        assert [c.memory for c in state.learning.list_marks(ended.run.id)] == [one.id]
        assert state.learning.list_citations() == []
    assert standing(engine, one) == Standing()
    with engine.write() as recording:
        undo.undo(recording, back.token)
    now = projections(engine.database.path)
    assert now["usefulness"] == after["usefulness"] and now["runs"] == after["runs"]


# usefulness


def test_decay_takes_the_deviation_and_never_falls_below_a_new_memory():
    boosted = Standing(5.0, 5, 5, last_useful_at=1, rated_at=1)
    blamed = Standing(-5.0, 5, 5, rated_at=1)
    assert (compute_multiplier(boosted), compute_multiplier(blamed), compute_multiplier(Standing())) == (1.5, 0.5, 1.0)
    assert compute_decayed_multiplier(boosted, 1, 30 * DAY + 1) == pytest.approx(1.25)
    assert compute_decayed_multiplier(blamed, 1, 30 * DAY + 1) == pytest.approx(0.75)
    assert compute_decayed_multiplier(boosted, 1, 14 * DAY + 1, 14) == pytest.approx(1.25)
    assert compute_decayed_multiplier(boosted, 1, 10_000 * DAY, 0) == 1.5
    values = [compute_decayed_multiplier(boosted, 1, days * DAY) for days in (1, 10, 100, 5_000)]
    assert values == sorted(values, reverse=True) and all(value >= 1.0 for value in values)


def test_yesterdays_use_outranks_that_of_half_a_year_ago_and_a_gain_is_capped():
    now = 400 * DAY
    recent, old = (Standing(3.0, 3, 3, now - days * DAY, now - days * DAY) for days in (1, 180))
    assert (
        adjust_relevance(0.6, compute_decayed_multiplier(recent, 1, now))
        > adjust_relevance(0.6, compute_decayed_multiplier(old, 1, now))
        > 0.6
    )
    assert adjust_relevance(0.6, 1.5) == pytest.approx(0.6 + MOST_GAIN)
    assert adjust_relevance(0.6, 0.5) == pytest.approx(0.3)
    assert compute_multiplier(Standing(1.0, 1, 1)) == pytest.approx(1 + 0.5 / 3)  # one signal is not yet trusted


# likeness


def cosines(pairs):
    return (ENCODER.encode([a for a, _ in pairs]) * ENCODER.encode([b for _, b in pairs])).sum(axis=1)


def merged(pairs):
    return [c >= NEAR and not is_opposed(a, b) for (a, b), c in zip(pairs, cosines(pairs))]


def test_the_thresholds_fit_the_shipped_encoder():
    for said_again in (labelled.SAME, labelled.SAME_HELD_OUT):
        assert np.mean(merged(said_again)) >= 0.6
        assert np.mean(cosines(said_again) >= CLOSE) >= 0.7
    for topic in (labelled.TOPIC, labelled.TOPIC_HELD_OUT):
        assert cosines(topic).max() < CLOSE - 0.1
    for contradicting in (labelled.CONTRADICTING, labelled.CONTRADICTING_HELD_OUT):
        assert np.mean(cosines(contradicting) >= CLOSE) >= 0.7
        assert sum(merged(contradicting)) <= 1


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ("The server listens on 8080", "The server listens on 9090", True),
        ("Always squash commits", "Never squash commits", True),
        ("The user prefers tabs over spaces", "The user prefers spaces over tabs", True),
        ("Install with npm in this repository", "Install with pnpm in this repository", True),
        ("Install dependencies with pnpm, not npm", "Install dependencies with pnpm rather than npm", False),
        ("Timestamps are stored in UTC everywhere", "All timestamps are stored as UTC", False),
    ],
)
def test_like_words_with_other_claims_are_opposed(one, other, opposite):
    assert is_opposed(one, other) is opposite and is_opposed(other, one) is opposite


# recording


def test_the_same_text_is_counted_and_nothing_is_written(engine):
    first = learn(engine, "Run the migrations before the integration tests")
    again = learn(engine, "  run the migrations before the   integration tests.")
    assert (first.how, again.how, again.memory.id) == (How.ADDED, How.DUPLICATE, first.memory.id)
    assert engine.get(first.memory.id).revision == 1 and engine.get(first.memory.id).access_count == 1
    assert learn(engine, "Run the migrations before the integration tests", kind="convention").how is How.MERGED


def test_a_near_duplicate_is_merged_and_keeps_both_wordings(engine):
    first = learn(engine, "Timestamps are stored in UTC everywhere", tags=("time",)).memory
    again = learn(engine, "All timestamps everywhere are stored in UTC by us", tags=("utc",))
    assert (again.how, again.memory.id) == (How.MERGED, first.id) and again.similarity >= NEAR
    now = engine.get(first.id).body
    assert now.tags == ("time", "utc") and now.content.split("\n")[0] == "Timestamps are stored in UTC everywhere"
    with engine.write() as recording:
        undo.undo(recording, again.token)
    assert engine.get(first.id).body == first.body


def test_what_a_person_wrote_is_counted_and_not_changed(engine):
    mine = learn(engine, "Timestamps are stored in UTC everywhere", origin=Origin.HUMAN).memory
    again = learn(engine, "All timestamps everywhere are stored in UTC by us")
    assert again.how is How.MERGED and engine.get(mine.id).body == mine.body


def test_confidence_decides_between_acceptance_and_review(engine):
    sure = learn(engine, "Feature flags are read once at start-up", confidence=0.7)
    unsure = learn(engine, "The billing service owns the invoices table", confidence=0.69)
    assert (sure.how, sure.memory.status) == (How.ADDED, MemoryStatus.ACTIVE)
    assert (unsure.how, unsure.memory.status) == (How.PROPOSED, MemoryStatus.PENDING)
    again = learn(engine, "The billing service owns the invoices table", confidence=0.9)
    assert (again.how, again.memory.status) == (How.DUPLICATE, MemoryStatus.ACTIVE)
    with engine.read() as state:
        assert state.learning.get_proposal(unsure.memory.id).outcome is ProposalOutcome.ACCEPTED


def test_an_unsure_wording_does_not_reach_recall_through_a_merge(engine):
    first = learn(engine, "Timestamps are stored in UTC everywhere").memory
    again = learn(engine, "All timestamps everywhere are stored in UTC by us", confidence=0.2)
    assert again.how is How.MERGED and engine.get(first.id).body == first.body


def test_proposals_are_accepted_rejected_and_expire(engine):
    ids = [
        learn(engine, text, confidence=0.5).memory.id
        for text in ("Feature flags are read once", "Invoices live in billing", "Docker needs BuildKit")
    ]
    with engine.write() as recording:
        assert lessons.accept(recording, ids[0], confidence=0.9).status is MemoryStatus.ACTIVE
        assert lessons.reject(recording, ids[1], "it moved").status is MemoryStatus.REJECTED
        with pytest.raises(InvalidError, match="accepted already"):
            lessons.accept(recording, ids[0])
    engine.time.pass_days(29)
    with engine.write() as recording:
        assert lessons.expire_proposals(recording) == []
    engine.time.pass_days(2)
    with engine.write() as recording:
        assert lessons.expire_proposals(recording) == [ids[2]] and lessons.expire_proposals(recording) == []
    assert engine.get(ids[2]).status is MemoryStatus.ARCHIVED
    with engine.read() as state:
        assert metrics.compute_insights(state).proposals == (1, 1, 1, 0, 0.5)


# conflicts


def test_a_contradiction_is_noted_and_the_write_stands(engine):
    old = learn(engine, "The dev server listens on port 8080").memory
    new = learn(engine, "The dev server listens on port 9090")
    assert new.how is How.ADDED and new.memory.status is MemoryStatus.ACTIVE
    assert [(c.newer, c.existing) for c in new.conflicts] == [(new.memory.id, old.id)]
    assert new.conflicts[0].similarity >= CLOSE
    assert learn(engine, "The dev server listens on port 9090").conflicts == ()


@pytest.mark.parametrize(
    ("resolution", "statuses"),
    [
        (Resolution.KEPT_NEW, (MemoryStatus.ACTIVE, MemoryStatus.SUPERSEDED)),
        (Resolution.KEPT_EXISTING, (MemoryStatus.SUPERSEDED, MemoryStatus.ACTIVE)),
        (Resolution.KEPT_BOTH, (MemoryStatus.ACTIVE, MemoryStatus.ACTIVE)),
    ],
)
def test_a_conflict_is_resolved_once_and_that_can_be_undone(engine, resolution, statuses):
    old = learn(engine, "The dev server listens on port 8080").memory
    new = learn(engine, "The dev server listens on port 9090")
    with engine.write() as recording:
        done = conflicts.resolve(recording, new.conflicts[0], resolution)
        token = recording.operation
        with pytest.raises(InvalidError, match="is resolved"):
            conflicts.resolve(recording, done, resolution)
    assert (engine.get(new.memory.id).status, engine.get(old.id).status) == statuses
    with engine.read() as state:
        assert state.learning.list_conflicts() == []
    with engine.write() as recording:
        undo.undo(recording, token)
    assert engine.get(new.memory.id).status is engine.get(old.id).status is MemoryStatus.ACTIVE
    with engine.read() as state:
        assert len(state.learning.list_conflicts()) == 1


# the broker


def candidate(engine: TestEngine, text: str, relevance: float, coverage: float = 1.0) -> Candidate:
    return Candidate(engine.store(text), relevance, coverage, 0.0)


def test_floors_ask_for_evidence_and_usefulness_orders_what_has_it(engine):
    good, better, weak = (candidate(engine, t, r) for t, r in (("a", 0.5), ("b", 0.48), ("c", 0.9)))
    weak = replace(weak, coverage=0.1, cosine=0.1)
    now = engine.time()
    useful = {better.memory.id: Standing(3.0, 3, 3, now, now)}
    chosen = choose(Ask("q"), [good, better, weak], useful, Floors(), now)
    assert [c.memory.body.content for c in chosen.capsules] == ["b", "a"] and chosen.excluded == 1
    assert [c.memory.body.content for c in choose(Ask("q"), [good, better], {}, Floors(), now).capsules] == ["a", "b"]
    assert choose(Ask("q", min_score=0.99), [good, better], {}, Floors(), now).capsules == ()
    assert len(choose(Ask("q", max_capsules=1), [good, better], {}, Floors(), now).capsules) == 1


# figures


def history(engine: TestEngine):
    """Three memories, four runs: finished and cited, failed, at the gate, and one that is open."""
    a = learn(engine, "Tests need migrations", kind="failure_pattern").memory
    b = learn(engine, "The user likes tabs", kind="preference").memory
    c = learn(engine, "Docker builds need BuildKit").memory
    first = attempt(engine, (a, b), (a,), model="claude-sonnet-4-5")
    attempt(engine, (b, c), (b,), FAILED, "Timeout", model="claude-sonnet-4-5")
    attempt(engine, (a,), (a,), FAILED, "Gate", model="claude-sonnet-4-5")
    with engine.write() as recording:
        runs.start(recording, namespace="n", id="still-open")
        deliver(recording, Delivery("nothing", "still-open", "n", (), 0, 0.1))
    return a, b, c, first


def test_insights_count_what_the_log_says(engine):
    a, *_ = history(engine)
    with engine.read() as state:
        found = metrics.compute_insights(state, ("n",))
        assert found.retrieval[:3] == (4, 3, 0.75) and found.skips == (1, 0.25)
        assert found.citations == (3, 3, 2, round(2 / 3, 4))
        assert (found.usefulness.finished, found.usefulness.failed, found.usefulness.gated) == (1, 1, 1)
        assert found.usefulness.net == 0 and found.usefulness.total == pytest.approx(1.0 + 0.1 - 1.0 - 0.1)
        assert (found.harvest.added, found.harvest.per_run) == (3, 0.75)
        assert found.tokens == (3, 300, 100.0, round(5 / 3, 4))
        assert [r.id for r in found.corpus.top_useful] == [a.id]
        last = metrics.compute_insights(state, ("n",), last_n_runs=1)
        assert (last.runs, last.retrieval.served, last.skips.skip_rate) == (1, 1, 1.0)
        assert metrics.compute_insights(state, ("another",)).retrieval.hit_rate is None
    engine.rebuild()
    with engine.read() as state:
        assert metrics.compute_insights(state, ("n",)) == found


def test_blame_names_the_cited_first(engine):
    a, b, _, first = history(engine)
    with engine.read() as state:
        found = metrics.blame(state, state.learning.find_run(first.run.id))
    assert [(r.id, r.reason) for r in found.cited] == [(a.id, "it named the command")]
    assert [r.id for r in found.passengers] == [b.id]


def test_roi_credits_finished_runs_alone_and_shows_a_loss_as_a_loss(engine):
    _, _, c, _ = history(engine)
    with engine.read() as state:
        now = engine.time()
        found = roi.build_ledger(state, now, ("n",))
        assert (found.saved, found.injected, found.net, found.verdict) == (1_500, 300, 1_200, "saves")
        assert found.usd == pytest.approx(1_200 * 3.0 / 1e6)
        assert roi.build_ledger(state, now, ("n",), price_per_mtok=10).usd == pytest.approx(0.012)
        assert roi.build_ledger(state, now, ("another",)).verdict == "no data"
        with pytest.raises(InvalidError, match="--window"):
            roi.build_ledger(state, now, window="soon")
    engine.time.pass_days(40)
    attempt(engine, (c,), (), model="a-model-of-ours")
    with engine.read() as state:
        lost = roi.build_ledger(state, engine.time(), ("n",), window="7d")
    assert (lost.saved, lost.net, lost.verdict, lost.usd) == (0, -100, "costs", None)
    assert lost.unpriced == ("a-model-of-ours",)


def test_a_price_is_that_of_the_longest_beginning():
    assert roi.find_price("gpt-5-mini-2025-08-07") == 0.25 and roi.find_price("openai/gpt-5") == 1.25
    assert roi.find_price("unheard-of") is None and roi.find_price("unheard-of", 2.5) == 2.5


# upkeep


def twins(engine: TestEngine):
    one = engine.store("Run the database migrations before the integration tests", namespace="n", tags=("db",))
    two = engine.store("Before the integration tests run the database migrations", namespace="n", tags=("ci",))
    return one, two


def test_consolidation_moves_citations_and_stats_to_a_survivor_that_keeps_its_id(engine):
    one, two = twins(engine)
    engine.store("Run the database migrations after the integration tests", namespace="n")
    attempt(engine, (one, two), (one,))
    attempt(engine, (one, two), (one, two))
    with engine.read() as state:
        dry = merging.plan(state, ENCODER, ("n",))
    before = projections(engine.database.path)
    with engine.write() as recording:
        merging.carry_out(recording, merging.plan(recording.state, ENCODER, ("n",)))
        token = recording.operation
    (merge,) = dry.merges
    gone = next(m for m in (one, two) if m.id != merge.survivor.id)
    assert [m.id for m in merge.members] == [gone.id] and merge.similarity >= ONE
    assert engine.get(gone.id).successor == merge.survivor.id
    with engine.read() as state:
        assert len(state.learning.list_citations(memory=merge.survivor.id)) == 3
        now = state.learning.read_standing(merge.survivor.id)
        assert (now.score, now.uses, now.cited) == (pytest.approx(3.1), 4, 3)
        assert merging.plan(state, ENCODER, ("n",)).merges == ()
    with engine.write() as recording:
        assert undo.undo(recording, token).kept == ()
    after = projections(engine.database.path)
    assert after["usefulness"] == before["usefulness"] and after["memory_citations"] == before["memory_citations"]


def test_what_is_cited_of_a_memory_that_was_merged_meanwhile_goes_to_the_survivor(engine):
    one, two = twins(engine)
    with engine.write() as recording:
        run = runs.start(recording, namespace="n")
        deliver(recording, Delivery("q", run.id, "n", (one.id, two.id), 10, 0.5))
        (merge,) = merging.plan(recording.state, ENCODER, ("n",)).merges
        runs.cite(recording, run, merge.members[0].id)
    with engine.write() as recording:
        merging.carry_out(recording, merging.plan(recording.state, ENCODER, ("n",)))
        runs.end(recording, run, FINISHED)
    assert standing(engine, merge.survivor).cited == 1 and standing(engine, merge.members[0]) == Standing()


def test_distilling_proposes_a_summary_of_a_loose_theme_once(engine):
    for text in (
        "Integration tests need a running Postgres database",
        "Integration tests need a running Redis server database",
        "Integration tests need a fresh Postgres database each time",
    ):
        engine.store(text, namespace="n", tags=("tests",), kind="fact")
    with engine.write() as recording:
        plan = merging.plan(recording.state, ENCODER, ("n",), distill=True)
        (made,) = merging.carry_out(recording, plan)
    assert engine.get(made).status is MemoryStatus.PENDING and engine.get(made).body.tags == ("tests",)
    with engine.read() as state:
        assert merging.plan(state, ENCODER, ("n",), distill=True).themes == ()
        assert merging.plan(state, ENCODER, ("n",)).themes == ()


def test_triage_doubts_what_is_of_little_use_for_long(engine):
    stale, kept = learn(engine, "Docker builds need BuildKit").memory, learn(engine, "Tests need migrations").memory
    learn(engine, "The user likes tabs", origin=Origin.HUMAN)
    engine.store("We chose SQLite for its WAL", namespace="n", vocabulary=Vocabulary.CODEMEM)  # a note is no lesson
    engine.time.pass_days(31)
    attempt(engine, (kept,), (kept,))
    with engine.write() as recording:
        found = triage.list_doubtful(recording.state, recording.at, ("n",))
        assert [d.memory.id for d in found] == [stale.id]
        triage.keep(recording, found[0].memory)
        assert triage.list_doubtful(recording.state, recording.at, ("n",)) == []
    engine.time.pass_days(31)
    with engine.write() as recording:
        found = triage.list_doubtful(recording.state, recording.at, ("n",))
        assert triage.prune(recording, [d.memory for d in found if d.memory.id == stale.id]) == 1
    assert engine.get(stale.id).status is MemoryStatus.ARCHIVED


def test_erasing_a_memory_takes_the_words_about_it_and_leaves_the_figures(engine):
    one = learn(engine, "Tests need migrations").memory
    attempt(engine, (one,), (one,))
    erase(engine, one.id)
    assert b"it named the command" not in engine.database.path.read_bytes()
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live
    with engine.read() as state:
        assert metrics.compute_insights(state).citations.cited == 1


def test_a_memory_that_was_deleted_is_no_candidate_of_a_merge(engine):
    gone = learn(engine, "Timestamps are stored in UTC everywhere").memory
    with engine.write() as recording:
        notes.archive(recording, [recording.state.resolve(gone.id)], "deleted")
    assert learn(engine, "All timestamps everywhere are stored in UTC by us").how is How.ADDED
