"""Floors are fitted to a generated history with a planted optimum, and taken only when held-out cases do better."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.memory import TestEngine

from codegraph.memory.learning import runs, tuning
from codegraph.memory.learning.context_selection import Candidate, Delivery, deliver
from codegraph.memory.learning.tuning import Case, ReplayedCase
from codegraph.memory.memory_model import Floors, RunOutcome

LOOSE = Floors(0.0, 0.15)
CAPSULES = 3


@pytest.fixture
def engine(tmp_path):
    engine = TestEngine(tmp_path)
    yield engine
    engine.close()


def planted(engine: TestEngine, cases: int, *, relevant: float = 0.6, noise: float = 0.4, seed: int = 1):
    """Cases whose one right memory covers `relevant` of the question, below two that recall ranks higher and that cover
    `noise` of it: a lexical floor between the two is the optimum."""
    rng = random.Random(seed)
    memories = [engine.store(f"memory {i}", namespace="n") for i in range(3)]
    found = []
    for i in range(cases):
        right, *wrong = rng.sample(memories, 3)
        ranked = [Candidate(w, 0.9 - k / 10, noise, 0.1) for k, w in enumerate(wrong)]
        ranked.append(Candidate(right, 0.5, relevant, 0.1))
        found.append(ReplayedCase(Case(f"q{i}", "n", i + 1, frozenset({right.id})), tuple(ranked), (60, 60, 60)))
    return found


def test_the_planted_optimum_is_found_and_improves_the_holdout(engine):
    found = tuning.tune(planted(engine, 40), LOOSE, CAPSULES)
    assert found.improves and 0.4 < found.best.lexical <= 0.6 and found.best.semantic > 0.1
    assert (found.held_out.cases, found.cases) == (8, 40)
    assert found.held_out_before.reciprocal_rank == pytest.approx(1 / 3, abs=1e-6)
    assert found.held_out.reciprocal_rank == 1.0
    assert found.held_out.tokens < found.held_out_before.tokens
    assert found.held_out.objective > found.held_out_before.objective


def test_floors_that_help_the_training_cases_alone_are_refused(engine):
    replayed = planted(engine, 40)
    for i in range(tuning.HELD_OUT - 1, 40, tuning.HELD_OUT):  # the held-out ones need what the optimum cuts away
        hidden = tuple(
            replace(c, coverage=0.2 if c.memory.id in replayed[i].case.wanted else 0.9) for c in replayed[i].candidates
        )
        replayed[i] = replace(replayed[i], candidates=hidden)
    found = tuning.tune(replayed, LOOSE, CAPSULES)
    assert found.trained.objective > found.trained_before.objective
    assert not found.improves and "held-out cases do no better" in found.reason


def test_too_few_cases_and_floors_that_are_best_already_are_left(engine):
    assert "too few cases: 9 of at least 10" in tuning.tune(planted(engine, 9), LOOSE, CAPSULES).reason
    best = tuning.tune(planted(engine, 40), LOOSE, CAPSULES).best
    assert "the best on the training cases" in tuning.tune(planted(engine, 40), best, CAPSULES).reason
    assert not tuning.tune([], LOOSE, CAPSULES).improves


def test_floors_fall_where_what_was_needed_was_just_below_them(engine):
    high = Floors(0.67, 0.55)
    memories = [engine.store(f"memory {i}", namespace="n") for i in range(2)]
    replayed = []
    for i in range(20):
        shown, stopped = Candidate(memories[0], 0.9, 0.9, 0.9), Candidate(memories[1], 0.8, 0.55, 0.1)
        case = Case(f"q{i}", "n", i + 1, frozenset({memories[0].id}), frozenset({memories[1].id}))
        replayed.append(ReplayedCase(tuning.add_missed(case, (shown, stopped), high), (shown, stopped), (60, 60)))
    found = tuning.tune(replayed, high, CAPSULES)
    assert found.improves and found.best.lexical <= 0.5
    far = Candidate(memories[1], 0.8, 0.1, 0.1)
    assert tuning.add_missed(case, (shown, far), high).wanted == {memories[0].id}


def test_the_holdout_is_the_same_every_time(engine):
    replayed = planted(engine, 23)
    first, again = tuning.split(replayed), tuning.split(replayed)
    assert first == again and [r.case.query for r in first[1]] == ["q4", "q9", "q14", "q19"]
    assert len(first[0]) + len(first[1]) == 23


def test_cases_are_what_was_served_and_cited_in_runs_that_finished(engine):
    one, two = engine.store("one", namespace="n"), engine.store("two", namespace="n")

    def run(outcome: RunOutcome, category: str = "", *cited: str) -> None:
        with engine.write() as recording:
            run = runs.start(recording, namespace="n")
            deliver(recording, Delivery("missed", run.id, "n", (), 0, 0.1))
            deliver(recording, Delivery("found", run.id, "n", (one.id, two.id), 50, 0.6))
            deliver(recording, Delivery("", run.id, "n", (one.id,), 50, 0.6, source=runs.BRIEF))
            for id in cited:
                runs.cite(recording, run, id)
            runs.end(recording, run, outcome, category)

    run(RunOutcome.FINISHED, "", one.id)
    run(RunOutcome.FAILED, "", one.id)
    run(RunOutcome.FAILED, "Gate", one.id)
    run(RunOutcome.FINISHED)
    with engine.read() as state:
        cases = tuning.list_cases(state, ("n",))
    assert [(c.query, c.wanted) for c in cases] == [("missed", {one.id}), ("found", {one.id})]
    assert not any(c.missed for c in cases)
    with engine.write() as recording:
        again = runs.start(recording, namespace="n")
        deliver(recording, Delivery("stopped one", again.id, "n", (two.id,), 50, 0.6))
        deliver(recording, Delivery("brought one", again.id, "n", (one.id,), 50, 0.6))
        runs.cite(recording, again, one.id)
        runs.end(recording, again, RunOutcome.FINISHED)
    with engine.read() as state:
        stopped, brought = tuning.list_cases(state, ("n",))[-2:]
    assert (stopped.wanted, stopped.missed) == (set(), {one.id})
    assert (brought.wanted, brought.missed) == ({one.id}, set())
