"""Events that a namespace shares: their order, and refusals that need no server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.memory import TestEngine, projections
from support.team import FakeDatabase, Log

from codegraph.errors import ConfigError, InstallationError, InvalidError, ReplicationError
from codegraph.memory import events, memory_engine, notes
from codegraph.memory.erasure import erase
from codegraph.memory.memory_model import Link, MemoryStatus, Origin, Relationship
from codegraph.memory.notes import Edit
from codegraph.memory.replication import exchange as exchange_module
from codegraph.memory.replication import participant
from codegraph.memory.replication.exchange import Exchange, scan
from codegraph.memory.replication.sharing_scope import find_namespace
from codegraph.store.memory.connection import get_database_path
from codegraph.store.memory.postgres import TeamDatabase, hide_password
from codegraph.store.memory.replica import LAST, SharedNamespace, build_keys

SHOP = "commit:shop"


def share(engine: TestEngine, home: str) -> None:
    with engine.database.write() as state:
        state.put_team_value("database", "database")
        state.put_team_value("home", home)
        state.put_shared_namespace(SharedNamespace(SHOP, 0, "", 0))


def exchange(engine: TestEngine, log: Log, member: str) -> None:
    log.now = engine.time.at
    Exchange(engine, FakeDatabase(log, member, (SHOP,))).run()  # type: ignore[arg-type]


def test_shared_events_have_the_order_of_the_team_and_local_ones_follow_what_they_saw() -> None:
    # local log: shared (position 5), local, queued, local, then one of others that came later with position 3
    positions = {1: 5, 3: LAST, 5: 3}
    order = [key.seq for key in sorted(build_keys(range(1, 6), positions))]
    assert order == [5, 1, 2, 3, 4]
    assert [key.seq for key in sorted(build_keys(range(1, 6), {**positions, 3: 9}))] == order


def test_what_hooks_captured_and_links_between_namespaces_stay(tmp_path: Path) -> None:
    engine = TestEngine(tmp_path)
    captured = engine.store("a prompt", namespace=SHOP, origin=Origin.HOOK)
    note, other = engine.store("a note", namespace=SHOP), engine.store("another", namespace=SHOP)
    private = engine.store("private", namespace="diary")
    with engine.read() as state:

        def ask(event: events.MemoryEvent) -> str | None:
            return find_namespace(event, state)

        assert ask(events.StatusChanged(note.id, MemoryStatus.ACTIVE, MemoryStatus.STALE)) == SHOP
        assert ask(events.StatusChanged(captured.id, MemoryStatus.ACTIVE, MemoryStatus.STALE)) is None
        assert ask(events.MemoriesAccessed((note.id,), events.Access.OPENED)) is None
        assert ask(events.MemoryLinked(Link(note.id, other.id, Relationship.LEADS_TO))) == SHOP
        assert ask(events.MemoryLinked(Link(note.id, "python:a.py::f", Relationship.EXPLAINS))) == SHOP
        assert ask(events.MemoryLinked(Link(note.id, private.id, Relationship.LEADS_TO))) is None
        assert ask(events.MemoryLinked(Link(note.id, captured.id, Relationship.LEADS_TO))) is None
        assert ask(events.MemoryErased(note.id)) is None  # nothing of it was shared yet
    engine.close()


def test_an_event_is_queued_once(tmp_path: Path) -> None:
    engine = TestEngine(tmp_path)
    engine.store("before", namespace=SHOP)
    share(engine, "anna")
    engine.store("after", namespace=SHOP)
    for _ in range(2):
        with engine.database.write() as state:
            scan(state, "anna")
            assert [event.number for event in state.list_queued("anna", (SHOP,))] == [1, 2]
    assert participant.stop_sharing(tmp_path, SHOP) == 2
    with pytest.raises(InvalidError, match="not shared"):
        participant.stop_sharing(tmp_path, SHOP)
    engine.close()


def test_an_alias_stays_with_whom_had_it_first_in_the_order_of_the_team(tmp_path: Path) -> None:
    log, homes = Log(), {name: TestEngine(tmp_path / name, seed) for seed, name in enumerate(("anna", "ben"))}
    made = {}
    for name, engine in homes.items():
        share(engine, name)
        made[name] = engine.store(f"of {name}", namespace=SHOP)
        with engine.write() as recording:
            notes.add_alias(recording, made[name].id, "ours")
    for name in ("ben", "anna", "ben"):
        exchange(homes[name], log, name)
    for engine in homes.values():
        assert engine.get("ours").id == made["ben"].id
        engine.close()


def test_a_history_that_is_not_that_of_the_server_is_read_again(tmp_path: Path) -> None:
    log, engine = Log(), TestEngine(tmp_path)
    share(engine, "anna")
    for number in range(3):
        engine.store(f"note {number}", namespace=SHOP)
        exchange(engine, log, "anna")
    del log.events[1:]  # an older backup was put back
    exchange(engine, log, "anna")
    assert [event.number for event in log.events] == [1, 2, 3]
    engine.close()


def test_a_credential_of_an_older_log_stays_on_its_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, engine = Log(), TestEngine(tmp_path)
    secret = "ghp_" + "q7R4s9T2u6" * 3 + "v8W3x5"
    with monkeypatch.context() as before:  # that kind of credential was known
        before.setattr(notes, "_screen", lambda body: None)
        memory = engine.store(f"deploys push with {secret}", namespace=SHOP)
    engine.store("deploys push at night", namespace=SHOP)
    with engine.write() as recording:
        notes.protect(recording, memory.id, True)
    share(engine, "anna")
    log.now = engine.time.at
    done = Exchange(engine, FakeDatabase(log, "anna", (SHOP,))).run()  # type: ignore[arg-type]
    assert (done.sent, done.queued, len(log.events)) == (1, 2, 1)
    assert memory.id in done.problems[0].message and secret not in repr((done, log.events))
    erase(engine, memory.id)
    exchange(engine, log, "anna")
    with engine.read() as state:
        assert state.count_queued(SHOP) == 0
    assert secret not in repr(log.events)
    engine.close()


def test_a_conflict_about_one_memory_replays_its_events_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    homes = {name: TestEngine(tmp_path / name, seed) for seed, name in enumerate(("anna", "ben"))}
    for name, engine in homes.items():
        share(engine, name)
    note, other = (homes["anna"].store(text, namespace=SHOP) for text in ("the port is 1", "the host is one"))
    for name, engine in homes.items():
        exchange(engine, log, name)
    for engine, port in zip(homes.values(), (2, 3)):
        with engine.write() as recording:
            notes.revise(recording, note.id, Edit(content=f"the port is {port}"))
            notes.link(recording, note.id, other.id, Relationship.LEADS_TO if port == 2 else Relationship.EXPLAINS)
            recording.record(events.MemoriesAccessed((other.id, note.id), events.Access.OPENED))
            notes.protect(recording, note.id, port == 3)
    for module in (memory_engine, exchange_module):
        monkeypatch.setattr(module, "replay", _refuse)
    for name, engine in homes.items():
        exchange(engine, log, name)
    monkeypatch.undo()
    with homes["ben"].read() as state:
        found = state.resolve(note.id)
        assert [r.body.content[-1] for r in state.list_revisions(found)] == ["1", "2", "3"]
        assert found.protected
    for engine in homes.values():
        live = projections(get_database_path(engine.home))
        engine.rebuild()
        assert projections(get_database_path(engine.home)) == live
        engine.close()


def _refuse(state: object) -> int:
    raise AssertionError("the whole log is replayed")


def test_an_address_is_shown_without_its_password() -> None:
    assert (
        hide_password("postgresql://anna:secret@db/team?sslmode=require") == "postgresql://anna@db/team?sslmode=require"
    )
    assert hide_password("postgresql://db/team") == "postgresql://db/team"


def test_what_is_no_address_of_postgresql_is_refused() -> None:
    with pytest.raises(ConfigError, match="memory_uri") as failure:
        TeamDatabase("mysql://anna:secret@db/team")
    assert "secret" not in failure.value.message and "postgresql://" in failure.value.hint


def test_an_address_without_a_port_means_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("PGPORT", "1")
    with pytest.raises(ReplicationError, match=r"127\.0\.0\.1:1:"):
        TeamDatabase("postgresql://anna@127.0.0.1/team").open()


def test_without_the_driver_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InstallationError) as failure:
        TeamDatabase("postgresql://anna@127.0.0.1:1/team").open()
    assert "codegraph-memory[postgres]" in failure.value.hint
