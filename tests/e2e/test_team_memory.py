"""Memory of a team in a real PostgreSQL: nothing lost, nothing doubled, nothing read or written without a right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.intrusion import ATTEMPTS, iterate_attempts
from support.memory import projections
from support.postgres import Server, find_account, find_binaries

from codegraph.cli.app import main
from codegraph.errors import CodegraphError, InstallationError, ReplicationError
from codegraph.memory import notes
from codegraph.memory.erasure import erase
from codegraph.memory.event_codec import encode_event
from codegraph.memory.events import Access, MemoriesAccessed, MemoryRevised, MemoryStored
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, Memory, MemoryStatus, Origin, Vocabulary
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.replication import participant
from codegraph.memory.replication.exchange import Exchange
from codegraph.memory.replication.participant import Team
from codegraph.memory.replication.sharing_scope import compute_digest
from codegraph.memory.review import verdicts
from codegraph.memory.review.staging import Candidate, get_queue_name, stage
from codegraph.memory.transfer.record import iterate_records
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.tools.tool_table import ServedTool, find_tool
from codegraph.server.call import Call, run
from codegraph.server.repositories import Repositories
from codegraph.settings.config import Config
from codegraph.store.memory import postgres
from codegraph.store.memory.backup import make_backup
from codegraph.store.memory.connection import get_database_path
from codegraph.store.memory.reader import LogRow
from codegraph.store.memory.review import LearnedBy

pytestmark = [
    pytest.mark.skipif(find_binaries() is None, reason="no PostgreSQL server is installed"),
    pytest.mark.skipif(sys.platform != "linux", reason="the server is started as on Linux"),
]

SHOP, OFFICE = "commit:shop", "commit:office"
LOGINS = ("anna", "ben", "cleo", "dora")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    pytest.importorskip("psycopg")
    if os.geteuid() == 0 and not find_account():
        pytest.skip("PostgreSQL refuses to run as root, and there is no other account")
    running = Server()
    try:
        running.start()
        for login in LOGINS:
            running.execute(f"CREATE ROLE {login} LOGIN")
        running.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
        yield running
    finally:
        running.remove()


class Home:
    """A home folder of a login, and its part in the team."""

    def __init__(self, root: Path, login: str, uri: str, name: str = "") -> None:
        self.folder, self.login = root / (name or login), login
        self.engine = MemoryEngine(self.folder, actor="cli")
        self.team = Team(self.folder, uri)
        self.config = Config(self.folder, memory_uri=uri)

    def add(self, text: str, namespace: str = SHOP, **more: object) -> Memory:
        with self.engine.write() as recording:
            return notes.store(recording, Draft(text, namespace=namespace, **more)).memory  # type: ignore[arg-type]

    def revise(self, id: str, text: str) -> None:
        with self.engine.write() as recording:
            notes.revise(recording, id, Edit(content=text))

    def contents(self, namespace: str = SHOP) -> list[str]:
        with self.engine.read() as state:
            return sorted(memory.body.content for memory in state.select(Filter((namespace,))))

    def export(self, namespace: str = SHOP) -> list[str]:
        with self.engine.read() as state:
            wanted = Filter((namespace,), statuses=tuple(MemoryStatus))
            return sorted(repr(sorted(record.items())) for record in iterate_records(state, wanted))

    def count_queued(self) -> int:
        return sum(each.queued for each in participant.list_shares(self.folder))

    def is_rebuilt_the_same(self) -> bool:
        live = projections(get_database_path(self.folder))
        self.engine.rebuild()
        return projections(get_database_path(self.folder)) == live

    def close(self) -> None:
        self.team.close()
        self.engine.close()


class Place:
    """A database of its own, and the homes of those who use it."""

    def __init__(self, server: Server, root: Path, database: str) -> None:
        self.server, self.root, self.database = server, root, database
        self.homes: list[Home] = []

    def open(self, login: str, name: str = "") -> Home:
        home = Home(self.root, login, self.server.uri(login, self.database), name)
        self.homes.append(home)
        return home

    def execute(self, sql: str) -> list[tuple[object, ...]]:
        return self.server.execute(sql, self.database)

    def count_events(self) -> int:
        ((count,),) = self.execute("SELECT count(*) FROM codegraph_memory.events")
        assert isinstance(count, int)
        return count


@pytest.fixture
def place(server: Server, tmp_path: Path) -> Iterator[Place]:
    database = f"team{time.monotonic_ns()}"
    server.execute(f"CREATE DATABASE {database}")
    server.execute(f"GRANT CREATE ON DATABASE {database} TO anna")
    made = Place(server, tmp_path, database)
    yield made
    for home in made.homes:
        home.close()
    server.execute(f"DROP DATABASE {database} WITH (FORCE)")


@pytest.fixture
def pair(place: Place) -> tuple[Home, Home]:
    """Two homes that share a namespace, which the first one owns."""
    anna, ben = place.open("anna"), place.open("ben")
    anna.team.share(SHOP, [("ben", "writer")])
    ben.team.share(SHOP)
    return anna, ben


# what is shared


def test_what_one_wrote_the_other_recalls_and_what_is_private_stays(place: Place) -> None:
    anna, ben = place.open("anna"), place.open("ben")
    anna.add("the port of the gateway is 8443")
    anna.add("a note of anna's own", "commit:diary")
    anna.add("captured by a hook", origin=Origin.HOOK)
    anna.team.share(SHOP, [("ben", "writer")])
    ben.team.share(SHOP)
    with open_recaller(ben.config) as recaller:
        found = recaller.recall(RecallRequest("which port has the gateway?", filter=Filter((SHOP,))))
    assert [result.memory.body.content for result in found.results] == ["the port of the gateway is 8443"]
    said = place.execute("SELECT namespace, payload::text FROM codegraph_memory.events")
    assert {row[0] for row in said} == {SHOP}
    assert not any("own" in str(row[1]) or "captured" in str(row[1]) for row in said)
    with ben.engine.read() as state:
        assert {row.actor for row in state.iterate_events() if row.kind == "MemoryStored"} == {"cli@anna"}


def test_a_write_is_sent_at_once_and_read_before_a_recall(place: Place, pair, monkeypatch) -> None:
    anna, ben = pair
    monkeypatch.setattr(participant, "REFRESH_S", 0.0)
    anna.engine.after_write = anna.team.send
    anna.add("the queue is drained at night")
    assert (anna.count_queued(), place.count_events()) == (0, 1)
    with anna.engine.write() as recording:  # a read that is noted is nobody else's business
        recording.record(MemoriesAccessed((), Access.SERVED))
    assert place.count_events() == 1
    with open_recaller(ben.config):
        assert ben.contents() == ["the queue is drained at night"]


def test_work_goes_on_without_the_server_and_is_sent_later(place: Place, pair, monkeypatch) -> None:
    anna, ben = pair
    monkeypatch.setattr(participant, "RETRY_S", 0.0)
    anna.engine.after_write = anna.team.send
    place.server.stop()
    try:
        memory = anna.add("written on a train")
        anna.revise(memory.id, "written on a train, and corrected there")
        assert (anna.contents(), anna.count_queued()) == (["written on a train, and corrected there"], 2)
        with pytest.raises(ReplicationError, match="cannot be reached") as failure:
            anna.team.sync()
        assert failure.value.is_outage and "kept here" in failure.value.hint
    finally:
        place.server.start()
    assert anna.team.sync().sent == 2
    ben.team.sync()
    assert ben.export() == anna.export() and anna.count_queued() == 0


def test_two_texts_of_the_same_time_are_both_kept_and_the_later_one_amends(pair) -> None:
    anna, ben = pair
    memory = anna.add("the deploy window is Friday")
    anna.team.sync()
    ben.team.sync()
    ben.revise(memory.id, "the deploy window is Monday")
    anna.revise(memory.id, "the deploy window is Tuesday")
    ben.team.sync()
    assert anna.team.sync().concurrent == 1
    ben.team.sync()
    assert anna.export() == ben.export()
    assert anna.contents() == ["the deploy window is Monday", "the deploy window is Tuesday"]
    with ben.engine.read() as state:
        texts = [
            revision.body.content.rpartition(" ")[2] for revision in state.list_revisions(state.resolve(memory.id))
        ]
        (link,) = [link for link in state.list_links_of([memory.id]) if link.is_amendment]
    assert texts == ["Friday", "Monday", "Tuesday"]  # in the order of the server, on both machines
    assert link.source == memory.id and link.metadata == {"concurrent": True, "by": "ben"}
    assert anna.is_rebuilt_the_same() and ben.is_rebuilt_the_same()


def test_the_verdicts_of_two_people_on_one_staged_fact_are_both_kept(pair) -> None:
    anna, ben = pair
    with anna.engine.write() as recording:
        fact = stage(recording, Candidate("the office is in Bern", "location", LearnedBy.REMEMBER, namespace=SHOP), ())
    anna.team.sync()
    ben.team.sync()
    with ben.engine.write() as recording:
        verdicts.reject(recording, fact.name, "it moved")
    with anna.engine.write() as recording:
        verdicts.approve(recording, fact.name, (SHOP,))
    for home in (ben, anna, ben):
        home.team.sync()
    assert anna.export() == ben.export()
    for home in pair:
        with home.engine.read() as state:
            told = [r.payload for r in state.iterate_events(subject=fact.memory.id) if r.kind == "StatusChanged"]
            assert {json.loads(payload)["after"] for payload in told} == {"active", "rejected"}
            assert state.resolve(fact.memory.id).status is MemoryStatus.ACTIVE  # the server has that verdict last
    assert anna.is_rebuilt_the_same() and ben.is_rebuilt_the_same()


def test_no_two_homes_give_one_number_to_their_facts(pair) -> None:
    names = []
    for home in pair:
        with home.engine.write() as recording:
            text = f"the printer of {home.login} is on floor 3"
            names.append(stage(recording, Candidate(text, "infra", LearnedBy.REMEMBER, namespace=SHOP), ()).name)
    assert len(set(names)) == 2
    for home in (*pair, pair[0]):
        home.team.sync()
    for home in pair:
        with home.engine.read() as state:
            assert {get_queue_name(state, state.resolve(name)) for name in names} == set(names)


def test_what_was_acknowledged_without_an_answer_is_not_sent_twice(place: Place, pair, monkeypatch) -> None:
    anna, ben = pair
    anna.add("sent, and nobody heard")
    with monkeypatch.context() as patch:
        patch.setattr(Exchange, "_confirm", lambda *_: (_ for _ in ()).throw(ReplicationError("cut", is_outage=True)))
        with pytest.raises(ReplicationError):
            anna.team.sync()
    assert (place.count_events(), anna.count_queued()) == (1, 1)
    anna.team.sync()
    ben.team.sync()
    assert (place.count_events(), anna.count_queued()) == (1, 0)
    assert ben.contents() == ["sent, and nobody heard"]


def test_a_copied_home_folder_loses_nothing(place: Place, pair) -> None:
    anna, ben = pair
    anna.add("before the copy")
    anna.team.sync()
    anna.close()
    subprocess.run(["cp", "-r", anna.folder, place.root / "laptop"], check=True)
    anna, copy = place.open("anna"), place.open("anna", "laptop")
    anna.add("on the desk")
    copy.add("on the laptop")
    for home in (anna, copy, anna, ben):
        home.team.sync()
    assert ben.contents() == ["before the copy", "on the desk", "on the laptop"]
    assert anna.export() == copy.export() == ben.export()
    assert place.count_events() == 3


def test_a_backup_put_back_on_the_server_gets_what_it_lacks(place: Place, pair) -> None:
    anna, ben = pair
    anna.add("in the backup")
    anna.team.sync()
    ben.team.sync()
    for home in pair:
        home.team.close()
    place.server.execute(f"CREATE DATABASE {place.database}_copy TEMPLATE {place.database}")
    anna.add("after the backup, of anna")
    ben.add("after the backup, of ben")
    for home in (anna, ben, anna):
        home.team.sync()
    for home in pair:
        home.team.close()
    place.server.execute(f"DROP DATABASE {place.database} WITH (FORCE)")
    place.server.execute(f"ALTER DATABASE {place.database}_copy RENAME TO {place.database}")
    for home in (ben, anna, ben):
        home.team.sync()
    fresh = place.open("cleo")
    anna.team.share(SHOP, [("cleo", "reader")])
    fresh.team.share(SHOP)
    assert fresh.contents() == ["after the backup, of anna", "after the backup, of ben", "in the backup"]
    assert fresh.export() == anna.export() == ben.export()
    assert place.count_events() == 3


# migration


def test_sharing_and_taking_back_loses_nothing(place: Place) -> None:
    anna, fresh = place.open("anna"), place.open("anna", "new")
    first = anna.add("why we chose the queue", tags=("queue",), metadata={"who": "ben"}, protected=True)
    anna.revise(first.id, "why we chose the queue, again")
    other = anna.add("its limits")
    with anna.engine.write() as recording:
        notes.link(recording, first.id, other.id, notes.Relationship.LEADS_TO, 0.5)
        notes.add_alias(recording, other.id, "limits")
        notes.archive(recording, [other], "old")
    before = anna.export()
    anna.team.share(SHOP)
    fresh.team.share(SHOP)
    assert fresh.export() == anna.export() == before
    assert participant.stop_sharing(fresh.folder, SHOP) == 0
    place.server.stop()
    try:
        assert fresh.export() == before and fresh.is_rebuilt_the_same()
        fresh.add("alone again")
    finally:
        place.server.start()
    fresh.team.share(SHOP)
    anna.team.sync()
    assert anna.export() == fresh.export() and len(anna.export()) == 3


def test_another_database_is_refused_until_it_is_meant_and_gets_all_then(place: Place, pair, server: Server) -> None:
    anna, ben = pair
    memory = anna.add("of anna")
    for home in (anna, ben):
        home.team.sync()
    ben.revise(memory.id, "of anna, corrected by ben")
    for home in (ben, anna):
        home.team.sync()
    before = anna.export()
    other = Place(server, place.root, f"{place.database}_other")
    server.execute(f"CREATE DATABASE {other.database} OWNER anna")
    try:
        for home in pair:
            home.team.server.close()
            home.team.server.uri = server.uri(home.login, other.database)
        with pytest.raises(ReplicationError, match="shared in another database") as failure:
            anna.team.share(SHOP)
        assert "unshare" in failure.value.hint
        for home in pair:
            participant.stop_sharing(home.folder, SHOP)
        anna.team.share(SHOP, [("ben", "writer")])
        ben.team.share(SHOP)
        anna.team.sync()
        assert other.count_events() == 2 and anna.export() == ben.export() == before
    finally:
        for home in pair:
            home.team.server.close()
        server.execute(f"DROP DATABASE {other.database} WITH (FORCE)")


def test_a_salvaged_log_is_recognised(place: Place, pair) -> None:
    anna, ben = pair
    anna.add("of anna")
    ben.add("of ben")
    for home in (anna, ben, anna):
        home.team.sync()
    before, count = anna.export(), place.count_events()
    anna.engine.salvage("damaged")
    anna.add("after it")
    anna.team.share(SHOP)
    ben.team.sync()
    assert place.count_events() == count + 1
    assert set(before) < set(anna.export()) and anna.export() == ben.export()


# rights


def test_a_reader_reads_and_sends_nothing(place: Place, pair) -> None:
    anna, _ = pair
    anna.add("to be read")
    anna.team.share(SHOP, [("cleo", "reader")])
    cleo = place.open("cleo")
    cleo.team.share(SHOP)
    cleo.add("not to be sent")
    cleo.team.sync()
    assert cleo.contents() == ["not to be sent", "to be read"]
    assert (cleo.count_queued(), place.count_events()) == (1, 1)
    with pytest.raises(ReplicationError, match="no right to the namespace") as failure:
        place.open("dora").team.share(SHOP)
    assert "--member dora=writer" in failure.value.hint


@pytest.mark.parametrize("login", ["ben", "dora"])
def test_no_login_reads_or_writes_outside_its_namespaces(place: Place, pair, login) -> None:
    import psycopg

    anna, ben = pair
    secret = anna.add("the salary of the director", OFFICE)
    anna.team.share(OFFICE)
    anna.add("open to both")
    for home in (anna, ben):
        home.team.sync()
    before = place.execute("SELECT * FROM codegraph_memory.events ORDER BY position")
    members = place.execute("SELECT * FROM codegraph_memory.members ORDER BY 1, 2")
    homes = dict(place.execute("SELECT member::text, home FROM codegraph_memory.homes"))
    values = {
        "o": OFFICE, "n": SHOP, "login": login, "memory": secret.id, "home": str(homes.get(login, "none")),
        "other": str(homes["anna"]),
    }  # fmt: skip
    for attempt in iterate_attempts(values, len(ATTEMPTS)):
        with psycopg.connect(place.server.uri(login, place.database), autocommit=True) as connection:
            try:
                cursor = connection.execute(attempt.encode())
                got = cursor.fetchall() if cursor.description else []
            except psycopg.Error:
                continue
            assert all(value is None for row in got for value in row), attempt
    assert place.execute("SELECT * FROM codegraph_memory.events ORDER BY position") == before
    assert place.execute("SELECT * FROM codegraph_memory.members ORDER BY 1, 2") == members
    assert place.execute("SELECT member::text, home FROM codegraph_memory.homes") == list(homes.items())


def test_the_log_of_the_server_is_append_only_for_its_owner_too(place: Place, pair) -> None:
    import psycopg

    pair[0].add("kept")
    pair[0].team.sync()
    for attempt in ("UPDATE {}.events SET at = 0", "DELETE FROM {}.events", "TRUNCATE {}.events"):
        with pytest.raises(psycopg.Error, match="append-only"):
            place.execute(attempt.format("codegraph_memory"))


def test_an_event_that_reaches_into_another_namespace_is_refused_by_readers(place: Place, pair) -> None:
    """A right to write in one namespace is none to change what stands in another."""
    anna, ben = pair
    secret = anna.add("nobody changes this", OFFICE)
    anna.team.share(OFFICE)
    before = anna.export(OFFICE)
    body = notes.build_body(Draft("changed from outside"))
    stored = MemoryStored(secret.id, body, MemoryStatus.ACTIVE, SHOP, Origin.AGENT, Vocabulary.CODEGRAPH, 1, 1)
    elsewhere = MemoryStored(
        "0198f3c2-0000-7000-8000-0000000000aa", body, MemoryStatus.ACTIVE, OFFICE, Origin.AGENT,
        Vocabulary.CODEGRAPH, 1, 1,
    )  # fmt: skip
    with ben.engine.database.write() as state:
        home = state.read_team_value("home")
    database = postgres.TeamDatabase(place.server.uri("ben", place.database))
    database.open()
    for number, event in enumerate((MemoryRevised(secret.id, 9, body), stored, elsewhere), 700):
        kind, payload = encode_event(event)
        row = LogRow(0, 1, kind, event.memory, "token", "cli", payload)
        digest = compute_digest(row)
        sent = postgres.OutgoingEvent(SHOP, number, 1, kind, event.memory, "token", "cli", payload, digest)
        database.append(home, [sent])
    database.close()
    assert anna.team.sync().refused == 3
    assert anna.export(OFFICE) == before and anna.contents() == []


# erasing


def test_erasing_takes_the_text_from_the_server_and_from_every_reader(place: Place, pair) -> None:
    anna, ben = pair
    word = "zanzibar"
    kept = anna.add("another note")
    memory = anna.add(f"the code word is {word}", tags=(word,))
    anna.team.sync()
    ben.team.sync()
    make_backup(ben.folder, "monday")
    ben.revise(memory.id, f"the code word is still {word}")  # not sent yet
    erase(anna.engine, memory.id)
    anna.team.sync()
    ben.team.sync()
    assert place.execute(f"SELECT 1 FROM codegraph_memory.events WHERE payload::text LIKE '%{word}%'") == []
    assert (
        place.execute(
            f"SELECT 1 FROM codegraph_memory.events WHERE digest <> '' AND subject = '{memory.id}' AND kind <> 'MemoryErased'"
        )
        == []
    )
    for home in pair:
        home.close()
        for path in home.folder.rglob("*"):
            if path.is_file():
                assert word.encode() not in path.read_bytes(), path
    assert anna.contents() == ben.contents() == [kept.body.content]
    assert ben.is_rebuilt_the_same() and ben.count_queued() == 0
    fresh = place.open("anna", "new")
    fresh.team.share(SHOP)
    assert fresh.export() == anna.export() == ben.export()


def test_who_may_not_erase_is_told_and_what_follows_is_sent(place: Place, pair) -> None:
    anna, ben = pair
    memory = anna.add("of anna")
    anna.team.sync()
    ben.team.sync()
    erase(ben.engine, memory.id)
    ben.add("later")
    done = ben.team.sync()
    assert "ask an owner" in done.problems[0].hint and done.queued == 1
    anna.team.sync()
    assert anna.contents() == ["later", "of anna"] and ben.contents() == ["later"]
    erase(anna.engine, memory.id)
    anna.team.sync()
    assert ben.team.sync().problems == []
    assert anna.export() == ben.export()


# what goes wrong


def test_each_failure_says_what_to_do_and_work_goes_on(place: Place, pair, monkeypatch) -> None:
    anna, _ = pair

    def fail(uri: str = "", patch: tuple[object, str, object] | None = None) -> CodegraphError:
        anna.add(f"goes on {time.monotonic_ns()}")
        anna.team.server.close()
        with monkeypatch.context() as context:
            if patch is not None:
                context.setattr(*patch)
            anna.team.server.uri = uri or place.server.uri("anna", place.database)
            with pytest.raises(CodegraphError) as failure:
                anna.team.sync()
        anna.team.server.uri = place.server.uri("anna", place.database)
        return failure.value

    wrong = fail(place.server.uri("locked:wrong", place.database))
    assert "refuses this login" in wrong.message and "~/.pgpass" in wrong.hint and "wrong" not in wrong.message
    assert "create it" in fail(place.server.uri("anna", "nowhere")).hint
    assert "no address" in fail("postgresql://anna@[::1/x").message
    assert "cannot be reached" in fail("postgresql://anna@127.0.0.1:1/x").message
    assert "update the server" in fail(patch=(postgres, "OLDEST_SERVER", 990_000)).hint
    place.execute("UPDATE codegraph_memory.meta SET value = '99' WHERE key = 'schema'")
    assert "update codegraph" in fail().hint
    place.execute("UPDATE codegraph_memory.meta SET value = '1' WHERE key = 'schema'")
    place.execute(
        "CREATE FUNCTION codegraph_memory.fill() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$; "
        "CREATE TRIGGER full_disk BEFORE INSERT ON codegraph_memory.events EXECUTE FUNCTION codegraph_memory.fill()"
    )
    full = fail()
    assert "is full" in full.message and "free space" in full.hint
    place.execute("DROP TRIGGER full_disk ON codegraph_memory.events")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InstallationError, match="psycopg") as missing:
        anna.team.sync()
    assert "codegraph-memory[postgres]" in missing.value.hint
    monkeypatch.undo()
    assert anna.team.sync().queued == 0
    assert len(anna.contents()) == place.count_events() == 7


def test_a_wrong_clock_sends_nothing_and_reads_on(pair) -> None:
    anna, ben = pair
    ben.add("read on")
    ben.team.sync()
    anna.add("kept")
    anna.team._engine.clock = lambda: (time.time_ns() // 1000) + 3_600_000_000
    done = anna.team.sync()
    assert "ahead of the server's" in done.problems[0].message and "timedatectl" in done.problems[0].hint
    assert (done.received, done.sent, done.queued) == (1, 0, 1)
    anna.team._engine.clock = lambda: time.time_ns() // 1000
    assert anna.team.sync().sent == 1


def test_an_event_of_a_newer_codegraph_stops_reading_there(place: Place, pair) -> None:
    anna, ben = pair
    anna.add("known")
    anna.team.sync()
    home = place.execute("SELECT home FROM codegraph_memory.homes WHERE member = 'anna'")[0][0]
    import psycopg

    with psycopg.connect(place.server.uri("anna", place.database), autocommit=True) as connection:
        connection.execute(
            "INSERT INTO codegraph_memory.events(home, namespace, number, at, kind, subject, operation, actor, payload, "
            "digest) VALUES (%s, %s, 500, 1, 'MemoryDreamt', '', 'x', 'cli', '{}', '')", (home, SHOP),
        )  # fmt: skip
    ben.add("kept")
    with pytest.raises(ReplicationError, match="unknown kind") as failure:
        ben.team.sync()
    assert "update codegraph" in failure.value.hint
    assert (ben.contents(), ben.count_queued()) == (["kept", "known"], 1)


# under load


WRITER = """
import sys
from pathlib import Path
from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.replication import participant
participant.RETRY_S = 0.0
home, uri, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
engine = MemoryEngine(home, actor="cli")
engine.after_write = participant.Team(home, uri).send
for i in range(10_000):
    with engine.write() as recording:
        notes.store(recording, notes.Draft(f"{name} wrote {i}", namespace="commit:shop"))
    print(i, flush=True)
"""


def test_writers_lose_nothing_when_the_server_crashes(place: Place) -> None:
    homes = [place.open("anna"), place.open("ben"), place.open("anna", "anna2")]
    homes[0].team.share(SHOP, [("ben", "owner")])
    for home in homes[1:]:
        home.team.share(SHOP)
    uris = [place.server.uri(home.login, place.database) for home in homes]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(home.folder), uri, home.folder.name], stdout=subprocess.PIPE, text=True
        )
        for home, uri in zip(homes, uris)
    ]
    told = {home.folder.name: "" for home in homes}
    for _ in range(3):
        for name, process in zip(told, running):
            assert process.stdout is not None
            told[name] += "".join(process.stdout.readline() for _ in range(3))
        place.server.stop(at_once=True)
        place.server.start()
    for name, process in zip(told, running):
        process.terminate()
        told[name] += process.communicate(timeout=120)[0]
    for _ in range(2):
        for home in homes:
            home.team.sync()
    fresh = place.open("anna", "fresh")
    fresh.team.share(SHOP)
    acknowledged = {f"{name} wrote {i}" for name, numbers in told.items() for i in numbers.split()}
    assert acknowledged <= set(fresh.contents()) and len(acknowledged) >= 27
    assert len(fresh.contents()) == len(set(fresh.contents())) == place.count_events()
    assert all(home.export() == fresh.export() for home in homes)


# the command line


def test_the_command_line_shares_and_says_how_it_stands(place: Place, folder: Path, monkeypatch, capsys) -> None:
    def run(login: str, *words: str) -> tuple[int, str]:
        monkeypatch.setenv("CODEGRAPH_HOME", str(place.root / login))
        monkeypatch.setenv("CODEGRAPH_MEMORY_URI", place.server.uri(login, place.database) if login else "")
        code = main(["memory", *words])
        out, err = capsys.readouterr()
        return code, out + err

    assert run("anna", "add", "the gateway listens on 8443", "--namespace", "shop")[0] == 0
    code, said = run("anna", "share", "shop", "--member", "ben=writer,cleo=reader")
    assert code == 0 and "shared shop as its owner" in said and "cleo: reader" in said
    assert "received 1" in run("ben", "share", "shop")[1]
    assert "gateway" in run("ben", "recall", "which port has the gateway?", "--namespace", "shop")[1]
    code, said = run("ben", "doctor")
    assert code == 0 and "PostgreSQL" in said and "as ben" in said and "shop: writer" in said
    assert "sent 0 events" in run("ben", "sync")[1]
    code, said = run("dora", "share", "shop")
    assert code == 2 and "--member dora=writer" in said
    assert "unshared shop" in run("ben", "unshare", "shop")[1]
    assert run("ben", "unshare", "shop")[0] == 2
    assert "no team's memory is set" in run("", "share", "shop")[1]
    assert run("", "doctor")[0] == 0


def test_an_agent_is_told_that_a_write_was_not_sent(place: Place, folder: Path, monkeypatch) -> None:
    anna = place.open("anna")
    anna.team.share(SHOP)
    monkeypatch.setenv("CODEGRAPH_HOME", str(anna.folder))
    monkeypatch.setenv("CODEGRAPH_MEMORY_URI", place.server.uri("locked:wrong", place.database))
    tool = find_tool("store_memory")
    request = {"content": "kept by a tool", "memory_type": "insight", "namespace": SHOP}
    outcome = run(ServedTool(tool.name, tool), request, Call(Repositories(folder)))
    assert not outcome.is_error
    assert "only kept here" in outcome.text and "refuses this login" in outcome.text and ":wrong" not in outcome.text


def test_an_agent_is_told_at_once_that_a_write_is_queued(place: Place, folder: Path, monkeypatch) -> None:
    anna = place.open("anna")
    anna.team.share(SHOP)
    monkeypatch.setenv("CODEGRAPH_HOME", str(anna.folder))
    monkeypatch.setenv("CODEGRAPH_MEMORY_URI", "postgresql://anna@127.0.0.1:1/x")
    tool = find_tool("store_memory")

    def write(content: str, namespace: str) -> str:
        request = {"content": content, "memory_type": "insight", "namespace": namespace}
        outcome = run(ServedTool(tool.name, tool), request, Call(Repositories(folder)))
        assert not outcome.is_error
        return outcome.text

    told = write("kept by a tool", SHOP)
    assert "queued, 1 event waits" in told and "cannot be reached" in told and "memory sync" in told
    assert "queued, 2 events wait" in write("kept by a tool again, without a try", SHOP)
    assert "queued" not in write("nobody else's business", "private")


def test_a_connection_that_is_cut_in_a_batch_loses_and_doubles_nothing(place: Place, pair, monkeypatch) -> None:
    anna, ben = pair
    texts = [anna.add(f"note {number}").body.content for number in range(20)]
    append = anna.team.server.append

    def cut(home: str, outgoing: list[postgres.OutgoingEvent]) -> dict[int, int]:
        append(home, outgoing)
        place.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna'")
        return append(home, outgoing)

    with monkeypatch.context() as context:
        context.setattr(anna.team.server, "append", cut)
        with pytest.raises(ReplicationError) as failure:
            anna.team.sync()
    assert failure.value.is_outage and "kept here" in failure.value.hint
    assert (place.count_events(), anna.count_queued()) == (0, 20)
    assert anna.team.sync().sent == 20
    ben.team.sync()
    assert ben.contents() == anna.contents() and set(texts) == set(anna.contents())


def test_a_server_that_can_only_be_read_says_what_to_do(place: Place, pair) -> None:
    anna, _ = pair
    anna.add("written while the primary was away")
    anna.team.server.close()
    place.execute(f"ALTER DATABASE {place.database} SET default_transaction_read_only = on")
    try:
        with pytest.raises(ReplicationError, match="can only be read") as failure:
            anna.team.sync()
    finally:
        place.execute(f"BEGIN READ WRITE; ALTER DATABASE {place.database} RESET default_transaction_read_only; COMMIT")
    assert "primary" in failure.value.hint and anna.count_queued() == 1
    assert anna.team.sync().sent == 1


def test_a_failure_is_an_error_of_a_sync_and_a_warning_of_a_write(
    place: Place, folder: Path, monkeypatch, capsys
) -> None:
    anna = place.open("anna")
    anna.team.share(SHOP)
    monkeypatch.setenv("CODEGRAPH_HOME", str(anna.folder))
    monkeypatch.setenv("CODEGRAPH_MEMORY_URI", place.server.uri("locked:wrong", place.database))
    assert main(["memory", "add", "kept", "--namespace", SHOP]) == 0
    out, err = capsys.readouterr()
    assert "stored" in out and "only kept here" in err and "refuses this login" in err and ":wrong" not in err
    assert main(["memory", "sync"]) == 2
    assert main(["memory", "sync", "--apply"]) == 0
    assert main(["memory", "doctor"]) == 1
    out, _ = capsys.readouterr()
    assert ", 1 to be sent" in out and ":wrong" not in out
    assert main(["config", "show"]) == 0
    assert ":wrong" not in capsys.readouterr().out
