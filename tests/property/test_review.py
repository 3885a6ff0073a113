"""What holds of the review queue after any history."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import TestEngine, projections

from codegraph.errors import CodegraphError
from codegraph.memory import notes
from codegraph.memory.memory_model import Filter, MemoryStatus, Vocabulary
from codegraph.memory.notes import Edit
from codegraph.memory.review import verdicts
from codegraph.memory.review.fact_profile import build_profile
from codegraph.memory.review.staging import Candidate, stage
from codegraph.memory.review.tiers import LOW_RISK, REVIEWED_KINDS, Promotion
from codegraph.memory.undo import undo
from codegraph.store.memory.review import LearnedBy

READS = ("user", "project")
SUBJECTS = ("production Postgres", "staging Redis", "build server", "package manager")
ALL = Filter(statuses=())
KINDS = (*REVIEWED_KINDS, "hobby")


class History:
    """A random history, and what a person has said about each fact in it."""

    def __init__(self, engine: TestEngine, seed: int) -> None:
        self.engine, self.rng = engine, random.Random(seed)
        self.approved: set[str] = set()
        self.operations: list[str] = []

    def step(self) -> None:
        rng, engine = self.rng, self.engine
        engine.time.pass_days(rng.random() * 40)
        engine.actor = rng.choice(("cli", notes.TOOLS))
        policy = Promotion(rng.random() < 0.7, frozenset(rng.sample(KINDS, rng.randint(0, 5))))
        with engine.write() as recording:
            state = recording.state
            names = [m.id for m in state.select(ALL)]
            pick = rng.choice(names) if names else "missing"
            match rng.randint(0, 9) if names else 0:
                case 0 | 1 | 2 | 3:
                    fact = f"My {rng.choice(SUBJECTS)} uses {rng.choice(('pnpm', 'port 80', 'port 81'))}"
                    candidate = Candidate(
                        fact,
                        rng.choice(KINDS),
                        LearnedBy.REMEMBER,
                        rng.random(),
                        rng.choice(READS),
                        said_at=engine.time.at,
                    )
                    stage(recording, candidate, READS, policy, again=rng.random() < 0.5)
                case 4:
                    if recording.actor == "cli":
                        verdicts.approve(recording, pick, READS, replace=rng.random() < 0.5)
                        self.approved.add(pick)
                case 5:
                    verdicts.reject(recording, pick, "")
                case 6:
                    verdicts.forget(recording, pick, "")
                case 7:
                    verdicts.carry_out(recording, verdicts.list_waiting(state, READS), READS, policy)
                case 8:
                    notes.revise(recording, pick, Edit(content=f"My {rng.choice(SUBJECTS)} uses yarn"))
                case _:
                    if recording.actor == "cli":
                        self.approved.add(pick)  # restoring is a person's act, too
                    notes.restore(recording, pick)
            self.operations.append(recording.operation)

    def run(self, length: int) -> None:
        for _ in range(length):
            try:
                self.step()
            except CodegraphError:
                continue


@examples(20)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_only_what_holds_is_told_and_curated_facts_only_through_a_person(seed, length):
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        history = History(engine, seed)
        history.run(length)
        with engine.read() as state:
            told = build_profile(state, READS, engine.time.at)
            every = state.select(ALL)
        assert all(fact.memory.status is MemoryStatus.ACTIVE for fact in told)
        active = [m for m in every if m.status is MemoryStatus.ACTIVE and m.vocabulary is Vocabulary.ENGRAM]
        assert {m.id for m in active if m.body.kind not in LOW_RISK} <= history.approved
        live = projections(engine.database.path)
        engine.rebuild()
        assert projections(engine.database.path) == live
        engine.close()


@examples(10)
@given(st.integers(0, 2**32))
def test_sync_is_idempotent_and_undone_leaves_everything_as_it_was(seed):
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        History(engine, seed).run(20)
        engine.actor = "cli"
        before = _statuses(engine)
        with engine.write() as recording:
            verdicts.carry_out(recording, verdicts.list_waiting(recording.state, READS), READS, Promotion(True))
            token = recording.operation
        after = _statuses(engine)
        with engine.write() as recording:
            routes = verdicts.carry_out(
                recording, verdicts.list_waiting(recording.state, READS), READS, Promotion(True)
            )
        assert {route.action for route in routes} <= {verdicts.Action.WAIT}
        assert _statuses(engine) == after
        if before != after:
            with engine.write() as recording:
                undo(recording, token)
        assert _statuses(engine) == before
        engine.close()


def _statuses(engine: TestEngine) -> list[tuple[str, str]]:
    with engine.read() as state:
        return [(m.id, m.status.value) for m in state.select(ALL)]
