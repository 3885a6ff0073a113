"""Homes that share a namespace agree, whatever they did at the same time and whenever they exchanged."""

from __future__ import annotations

import random
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.memory import TestEngine, projections
from support.team import FakeDatabase, Log

from codegraph.errors import CodegraphError, ReplicationError
from codegraph.memory import events, notes
from codegraph.memory.erasure import erase
from codegraph.memory.memory_model import Anchor, AnchorKind, Filter, Memory, MemoryStatus, Relationship
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.replication.exchange import Exchange
from codegraph.memory.review import verdicts
from codegraph.memory.review.staging import Candidate, stage
from codegraph.memory.transfer.record import iterate_records
from codegraph.memory.undo import undo
from codegraph.store.memory.connection import get_database_path
from codegraph.store.memory.replica import SharedNamespace
from codegraph.store.memory.review import LearnedBy

SHARED = "commit:shop"
IMPORTED = "0198f3c2-0000-7000-8000-0000000000aa"
STEPS = (
    "store", "private", "revise", "archive", "restore", "link", "stage", "approve", "reject", "protect", "alias", "undo",
    "import", "erase", "exchange", "exchange", "lose", "access", "anchor", "rate", "fact", "tag",
)  # fmt: skip


class Home:
    def __init__(self, root: Path, name: str, log: Log, seed: int) -> None:
        self.engine = TestEngine(root / name, seed)
        self.server = FakeDatabase(log, name, (SHARED,))
        self.random = random.Random(seed)
        with self.engine.database.write() as state:
            state.put_team_value("database", "database")
            state.put_team_value("home", name)
            state.put_shared_namespace(SharedNamespace(SHARED, 0, "", 0))

    def exchange(self) -> None:
        self.server.log.now = self.engine.time.at
        Exchange(self.engine, self.server).run()  # type: ignore[arg-type]

    def choose(self, number: int = 1) -> list[Memory]:
        with self.engine.read() as state:
            found = state.select(Filter((SHARED,), statuses=tuple(MemoryStatus)))
        return self.random.sample(found, number) if len(found) >= number else []

    def do(self, step: str, value: int) -> None:
        """Do one thing; what its rules refuse is not done."""
        with suppress(CodegraphError):
            match step:
                case "exchange":
                    self.exchange()
                case "lose":
                    self.server.loses = True
                    with suppress(ReplicationError):
                        self.exchange()
                    self.server.loses = False
                case "erase":
                    for memory in self.choose():
                        erase(self.engine, memory.id)
                case _:
                    self._write(step, value)

    def _write(self, step: str, value: int) -> None:
        chosen = self.choose(2 if step == "link" else 1)
        text = f"{step} {value} by {self.server.member}"
        with self.engine.write() as recording:
            match step, chosen:
                case "store", _:
                    notes.store(recording, Draft(text, namespace=SHARED))
                case "fact", _:
                    said = {"subject": f"service {value % 3}", "predicate": "port", "object": value}
                    notes.store(recording, Draft(text, kind="fact", metadata=said, namespace=SHARED))
                case "private", _:
                    notes.store(recording, Draft(text, namespace="other"))
                case "import", _:
                    notes.store(recording, Draft(text, namespace=SHARED, id=IMPORTED))
                case "stage", _:
                    fact = f"the port of service {value} is {self.random.randrange(9)}"
                    stage(recording, Candidate(fact, "infra", LearnedBy.REMEMBER, namespace=SHARED), (SHARED,))
                case "undo", _:
                    operations = recording.state.list_operations(3)
                    undo(recording, operations[value % len(operations)].id if operations else "none")
                case "link", [one, other]:
                    notes.link(recording, one.id, other.id, Relationship.LEADS_TO, value / 100)
                case "revise", [one]:
                    notes.revise(recording, one.id, Edit(content=text))
                case "archive", [one]:
                    notes.archive(recording, [one], text)
                case "restore", [one]:
                    notes.restore(recording, one.id)
                case "approve", [one]:
                    verdicts.approve(recording, one.id, (SHARED,))
                case "reject", [one]:
                    verdicts.reject(recording, one.id, text)
                case "protect", [one]:
                    notes.protect(recording, one.id, bool(value % 2))
                case "access", [one]:
                    recording.record(events.MemoriesAccessed((one.id, one.id), events.Access.OPENED))
                case "anchor", [one]:
                    notes.anchor(recording, one, [Anchor(AnchorKind.FILE, "shop", f"python:part{value % 3}.py")])
                case "rate", [one]:
                    recording.record(events.MemoryRated(one.id, 0.5, 0.5, value / 100, 0.5, 0, value))
                case "tag", [one]:
                    recording.record(events.RevisionTagged(one.id, f"tag{value % 2}", 0, one.revision))
                case "alias", [one]:
                    notes.add_alias(recording, one.id, f"name-{value % 3}")
                case _:
                    return

    def export(self) -> list[str]:
        with self.engine.read() as state:
            wanted = Filter((SHARED,), statuses=tuple(MemoryStatus))
            records = [repr(sorted(record.items())) for record in iterate_records(state, wanted)]
            revisions = [
                f"{memory.id} {revision.number} {revision.body.content}"
                for memory in state.select(wanted)
                for revision in state.list_revisions(memory)
            ]
        return sorted([*records, *revisions])


@settings(max_examples=20, phases=(Phase.explicit, Phase.generate))
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(STEPS), st.integers(0, 99)), min_size=4, max_size=40))
def test_homes_agree_after_they_exchanged(steps: list[tuple[int, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Log()
        homes = [Home(Path(folder), name, log, seed) for seed, name in enumerate(("anna", "ben", "cleo"))]
        for who, step, value in steps:
            homes[who].do(step, value)
        for _ in range(2):
            for home in homes:
                home.exchange()
        fresh = Home(Path(folder), "new", log, 9)
        fresh.exchange()
        wanted = fresh.export()
        for home in homes:
            assert home.export() == wanted
            with home.engine.read() as state:
                assert state.count_queued(SHARED) == 0
        assert len({(e.home, e.number) for e in log.events}) == len(log.events)
        for home in (*homes, fresh):
            live = projections(get_database_path(home.engine.home))
            home.engine.rebuild()
            assert projections(get_database_path(home.engine.home)) == live
            home.engine.close()


ROW_STEPS = ("revise", "archive", "restore", "access", "anchor", "rate", "protect", "tag", "link", "approve", "undo")
Rounds = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.sampled_from(ROW_STEPS), st.integers(0, 99)), min_size=2, max_size=8),
    min_size=1,
    max_size=4,
)


@settings(max_examples=20, phases=(Phase.explicit, Phase.generate))
@given(Rounds)
def test_what_a_conflict_replays_is_as_after_a_whole_replay(rounds: list[list[tuple[int, str, int]]]) -> None:
    """Two homes change the same few memories between exchanges."""
    with tempfile.TemporaryDirectory() as folder:
        log = Log()
        homes = [Home(Path(folder), name, log, seed) for seed, name in enumerate(("anna", "ben"))]
        homes[0].do("store", 1)
        homes[0].do("fact", 2)
        for steps in ([], *rounds):
            for who, step, value in steps:
                homes[who].do(step, value)
            for home in (*homes, *homes):
                home.exchange()
                live = projections(get_database_path(home.engine.home))
                home.engine.rebuild()
                assert projections(get_database_path(home.engine.home)) == live
        assert homes[0].export() == homes[1].export()
        for home in homes:
            home.engine.close()
