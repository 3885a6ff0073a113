"""Facts on two time axes agree with a naive model that keeps every belief of every moment, after any history."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import DAY, TestEngine, projections

from codegraph.errors import InvalidError
from codegraph.memory import notes, undo
from codegraph.memory.facts import write
from codegraph.memory.facts.fact_model import FactQuery, Triple
from codegraph.memory.facts.health import assess_health
from codegraph.memory.facts.write import Writing
from codegraph.memory.memory_model import MemoryStatus, Origin

SUBJECTS = ("ada", "Bo")
PREDICATES = ("works_at", "likes")


@dataclass(frozen=True)
class Belief:
    subject: str
    predicate: str
    object: int
    valid_from: int
    valid_to: int  # 0 is open


class NaiveModel:
    """What is believed, by memory; the whole of it is copied at each moment at which it changes."""

    def __init__(self) -> None:
        self.now: dict[str, Belief] = {}
        self.moments: list[tuple[int, dict[str, Belief]]] = []

    def changed(self, at: int) -> None:
        self.moments.append((at, dict(self.now)))

    def believed(self, known_at: int) -> dict[str, Belief]:
        found: dict[str, Belief] = {}
        for at, state in self.moments:
            if at <= known_at:
                found = state
        return found

    def true(self, known_at: int, valid_at: int) -> set[tuple[str, Belief]]:
        return {
            (id, b)
            for id, b in self.believed(known_at).items()
            if b.valid_from <= valid_at and (b.valid_to == 0 or b.valid_to > valid_at)
        }


def act(engine: TestEngine, model: NaiveModel, rng: random.Random) -> str:
    """One random operation on both; returns its undo token, "" when nothing happened."""
    engine.time.pass_days(rng.random() * 20)
    with engine.write() as recording:
        at = recording.at
        known = sorted(model.now)
        action = rng.choice(("assert", "assert", "correct", "invalidate", "withdraw")) if known else "assert"
        if action == "assert":
            since = at + rng.randint(-90, 30) * DAY
            until = since + rng.randint(1, 90) * DAY if rng.random() < 0.3 else 0
            belief = Belief(rng.choice(SUBJECTS), rng.choice(PREDICATES), rng.randint(0, 3), since, until)
            made = write.assert_fact(
                recording, Triple(belief.subject, belief.predicate, belief.object, since, until), Writing()
            )
            model.now[made.fact.memory] = belief
        else:
            id = rng.choice(known)
            old = model.now[id]
            fact = write.find_fact(recording.state, id)
            if action == "correct":
                value, since = rng.randint(4, 9), rng.choice((0, at - 40 * DAY, at + 10 * DAY))
                start = since or max(at, old.valid_from)
                try:
                    done = write.correct(recording, fact, value, origin=Origin.AGENT, valid_from=since)
                except InvalidError:  # it has ended, has this value, or would begin after its own end
                    raise _Refused from None
                end = max(old.valid_from, min(start, old.valid_to or start))
                model.now[id] = replace(old, valid_to=end)
                model.now[done.new.memory] = Belief(old.subject, old.predicate, value, start, old.valid_to)
            elif action == "invalidate":
                end = max(at, old.valid_from)
                write.invalidate(recording, fact)
                if old.valid_to == 0 or end < old.valid_to:
                    model.now[id] = replace(old, valid_to=end)
            else:
                notes.set_status(recording, notes.find(recording.state, id), MemoryStatus.ARCHIVED)
                del model.now[id]
        token = recording.operation
    model.changed(at)
    return token


class _Refused(Exception):
    """The operation was refused, so nothing of it may have happened."""


def run(engine: TestEngine, model: NaiveModel, rng: random.Random, length: int) -> None:
    for _ in range(length):
        try:
            act(engine, model, rng)
        except _Refused:
            continue


def answers(
    engine: TestEngine, known_at: int, valid_at: int, subject: str = "", predicate: str = ""
) -> set[tuple[str, Belief]]:
    with engine.read() as state:
        found = state.list_facts(FactQuery((), (subject,) if subject else (), predicate, known_at, valid_at))
        return {(f.memory, Belief(f.subject, f.predicate, f.object, f.valid_from, f.valid_to)) for f in found}  # type: ignore[arg-type]


@examples(25)
@given(st.integers(0, 2**32), st.integers(1, 14))
def test_what_was_believed_at_any_time_about_any_time_is_that_of_the_naive_model(seed, length):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine, model = TestEngine(Path(folder), seed), NaiveModel()
        start = engine.time.at
        run(engine, model, rng, length)
        for _ in range(12):
            known_at = rng.randint(start - 5 * DAY, engine.time.at + 5 * DAY)
            valid_at = rng.randint(start - 100 * DAY, engine.time.at + 100 * DAY)
            assert answers(engine, known_at, valid_at) == model.true(known_at, valid_at)
        now = engine.time.at
        assert answers(engine, 0, now) == model.true(now, now)
        ada = {(id, b) for id, b in model.true(now, now) if b.subject == "ada" and b.predicate == "likes"}
        assert answers(engine, 0, now, subject="ada", predicate="likes") == ada
        live = projections(engine.database.path)
        engine.rebuild()
        assert projections(engine.database.path) == live
        engine.close()


@examples(15)
@given(st.integers(0, 2**32))
def test_an_operation_on_facts_and_its_undo_leave_the_beliefs_and_keep_what_was_believed_between(seed):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine, model = TestEngine(Path(folder), seed), NaiveModel()
        run(engine, model, rng, 5)
        before = believed(engine)
        try:
            token = act(engine, model, rng)
        except _Refused:
            engine.close()
            return
        between, at = believed(engine), engine.time.at
        with engine.write() as recording:
            undo.undo(recording, token)
        assert believed(engine) == before
        assert believed(engine, at) == between
        engine.close()


def believed(engine: TestEngine, known_at: int = 0) -> set[tuple[str, int, int, object]]:
    with engine.read() as state:
        return {(f.memory, f.valid_from, f.valid_to, f.object) for f in state.list_facts(FactQuery(known_at=known_at))}


@examples(15)
@given(st.integers(0, 2**32))
def test_invalidating_twice_is_invalidating_once_and_nothing_to_come_is_healthy_or_ill(seed):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine, model = TestEngine(Path(folder), seed), NaiveModel()
        run(engine, model, rng, 8)
        if model.now:
            id = rng.choice(sorted(model.now))
            ends = []
            for _ in range(2):
                engine.time.pass_days(1)
                with engine.write() as recording:
                    ends.append(write.invalidate(recording, write.find_fact(recording.state, id)))
            assert ends[0] == ends[1]
        now = engine.time.at
        with engine.read() as state:
            told = assess_health(state.list_facts(FactQuery()), now)
        named = [*told.low_confidence, *told.stale, *(f for c in told.contradictions for f in (c.first, c.second))]
        assert all(fact.valid_from <= now for fact in named)
        engine.close()
