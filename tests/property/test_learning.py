"""Whatever happens in the learning loop: a rebuild gives the same state, the figures follow from the log alone, and
undoing everything leaves every memory unrated."""

from __future__ import annotations

import random
import tempfile
from collections import defaultdict
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import TestEngine, projections

from codegraph.errors import CodegraphError
from codegraph.memory import undo
from codegraph.memory.events import ContextInjected, MemoryCited, RunEnded
from codegraph.memory.learning import conflicts, lessons, runs
from codegraph.memory.learning.context_selection import Delivery, deliver
from codegraph.memory.memory_engine import decode
from codegraph.memory.memory_model import RESOLUTIONS, Filter, RunOutcome, Vocabulary
from codegraph.memory.notes import Draft

WORDS = ("parse", "retry loop", "cache", "naïve", "lock-file", "port 8080", "port 9090")


def do_something(engine: TestEngine, rng: random.Random, undone: bool) -> None:
    """One random operation, or one that is refused."""
    engine.time.pass_days(rng.random())
    with engine.write() as recording:
        state = recording.state
        memories = state.select(Filter(statuses=()))
        match rng.randint(0, 7 if undone else 6):
            case 0 | 1:
                text = " ".join(rng.choices(WORDS, k=2))
                near = [lessons.Near(m, rng.choice((0.5, 0.82, 0.9))) for m in memories]
                draft = Draft(text, confidence=rng.random(), namespace="n", vocabulary=Vocabulary.KIMETSU)
                lessons.record_lesson(recording, draft, near, run="r")
            case 2:
                run = runs.start(recording, namespace="n")
                chosen = tuple(m.id for m in rng.sample(memories, min(3, len(memories))))
                source = rng.choice(("context", runs.BRIEF))
                deliver(recording, Delivery("q", run.id, "n", chosen, 30 * len(chosen), 0.5, source=source))
            case 3:
                run = runs.find(state, "", "n")
                runs.cite(recording, run, rng.choice(memories).id, "because")
            case 4:
                outcome = rng.choice((RunOutcome.FINISHED, RunOutcome.FAILED))
                category = rng.choice(("", "Gate")) if outcome is RunOutcome.FAILED else ""
                runs.end(recording, runs.find(state, "", "n"), outcome, category)
            case 5:
                conflicts.resolve(recording, rng.choice(state.learning.list_conflicts()), rng.choice(RESOLUTIONS))
            case 6:
                settle = rng.choice((lessons.accept, lessons.reject))
                settle(recording, rng.choice(state.learning.list_proposals()).memory)
            case _:
                undo.undo(recording, rng.choice(state.list_operations(30)).id)


def play(engine: TestEngine, rng: random.Random, length: int, *, undone: bool) -> None:
    for _ in range(length):
        try:
            do_something(engine, rng, undone)
        except (CodegraphError, IndexError):
            continue


@examples(12)
@given(st.integers(0, 2**32))
def test_a_rebuild_gives_the_state_that_live_writes_left(seed):
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        engine.store("at least one", namespace="n")
        play(engine, random.Random(seed), 40, undone=True)
        live = projections(engine.database.path)
        engine.rebuild()
        assert projections(engine.database.path) == live
        engine.close()


@examples(12)
@given(st.integers(0, 2**32))
def test_every_standing_follows_from_the_log_alone(seed):
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        for word in WORDS:
            engine.store(word, namespace="n")
        play(engine, random.Random(seed), 50, undone=False)
        with engine.read() as state:
            events = [decode(row) for row in state.iterate_events()]
            standings = state.learning.read_standings()
        assert {id: (round(s.score, 6), s.uses, s.last_useful_at) for id, s in standings.items()} == counted(events)
        engine.close()


def counted(events) -> dict[str, tuple[float, int, int]]:
    """Scores, numbers of signals and times of the last use, from deliveries, citations and ends of runs."""
    asked, told, cited = defaultdict(set), defaultdict(set), defaultdict(set)
    found: dict[str, list] = defaultdict(lambda: [0.0, 0, 0])
    for recorded in events:
        match recorded.event:
            case ContextInjected(_, run, _, memories, _, source):
                told[run] |= set(memories)
                asked[run] |= set(memories) if source != runs.BRIEF else set()
            case MemoryCited(run, memory):
                assert memory in told[run]
                cited[run].add(memory)
            case RunEnded(run, outcome, category, at) if category != "Gate":
                sign = 1 if outcome is RunOutcome.FINISHED else -1
                for memory in asked[run] | cited[run]:
                    row = found[memory]
                    row[0] += sign * (1.0 if memory in cited[run] else 0.1)
                    row[1] += 1
                    if memory in cited[run] and sign > 0:
                        row[2] = max(row[2], at)
    return {id: (round(row[0], 6), row[1], row[2]) for id, row in found.items()}


@examples(8)
@given(st.integers(0, 2**32))
def test_undoing_everything_leaves_nothing_rated_cited_or_settled(seed):
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        for word in WORDS:
            engine.store(word, namespace="n")
        play(engine, random.Random(seed), 30, undone=False)
        with engine.read() as state:
            operations = [o.id for o in state.list_operations(100)]
        for token in operations:
            with engine.write() as recording:
                undo.undo(recording, token)
        with engine.read() as state:
            assert state.learning.read_standings() == {} and state.learning.list_citations() == []
            assert all(run.outcome is RunOutcome.OPEN for run in state.learning.list_runs())
            assert all(not c.resolution for c in state.learning.list_conflicts(only_open=False))
        engine.close()
