#!/usr/bin/env python3
"""Faults, time of a recall and rights of a team's memory.

The PostgreSQL server is started for it.

    python scripts/bench_team_memory.py faults --writers 8 --readers 8 --times 50
    python scripts/bench_team_memory.py recall --memories 100000
    python scripts/bench_team_memory.py rights --tries 200

*faults*: processes write and read, each in a home folder of its own, while connections are cut and the server is killed
and started again. A note counts as acknowledged when its writer has printed its number. *recall* asks the same
questions of one store twice in turn, as it is and as a part of a team; before, it sends the store, reads it on another
machine, and settles a conflict.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "parsers"), str(ROOT / "tests")]

from support.intrusion import iterate_attempts  # noqa: E402  # pyright: ignore[reportMissingImports]
from support.postgres import Server  # noqa: E402  # pyright: ignore[reportMissingImports]

from codegraph.memory import notes  # noqa: E402
from codegraph.memory.memory_engine import MemoryEngine  # noqa: E402
from codegraph.memory.memory_model import Filter, MemoryStatus  # noqa: E402
from codegraph.memory.notes import Draft, Edit  # noqa: E402
from codegraph.memory.recall.request import RecallRequest  # noqa: E402
from codegraph.memory.replication.participant import Team  # noqa: E402
from codegraph.memory.transfer.record import iterate_records  # noqa: E402
from codegraph.operations.context import Context  # noqa: E402
from codegraph.operations.memory.recalling import recall  # noqa: E402
from codegraph.settings.config import Config  # noqa: E402

SHARED = "commit:bench"
OWNER = "owner"
TABLE = "codegraph_memory.events"

WRITER = """
import random, sys
from pathlib import Path
from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.replication import participant
participant.RETRY_S = 0.2
home, uri, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
engine, rng = MemoryEngine(home, actor="cli"), random.Random(name)
engine.after_write = participant.Team(home, uri).send
for i in range(1_000_000):
    with engine.write() as recording:
        notes.store(recording, Draft(f"{name} wrote {i}", namespace="commit:bench"))
    print(i, flush=True)
    if i % 5 == 0:
        with engine.write() as recording:
            chosen = rng.choice(recording.state.select(Filter(("commit:bench",)), newest=True, limit=20))
            notes.revise(recording, chosen.id, Edit(tags=(f"seen-by-{name}", str(i))))
"""

READER = """
import sys, time
from pathlib import Path
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter
from codegraph.memory.replication import participant
participant.REFRESH_S = participant.RETRY_S = 0.1
home, uri = Path(sys.argv[1]), sys.argv[2]
engine, part, seen = MemoryEngine(home), participant.Team(home, uri), 0
while True:
    part.refresh()
    with engine.read() as state:
        found = [memory.body.content for memory in state.select(Filter(("commit:bench",)))]
    assert len(found) == len(set(found)) and len(found) >= seen, (len(found), seen)
    seen = len(found)
    print(seen, flush=True)
    time.sleep(0.05)
"""


class Moment(NamedTuple):
    """Wall time and processor time of this process."""

    wall: float
    processor: float

    @classmethod
    def read(cls) -> Moment:
        return cls(time.perf_counter(), time.process_time())

    def describe(self) -> str:
        """Return the time that passed since."""
        wall, processor = (after - before for after, before in zip(Moment.read(), self))
        return f"{wall:,.1f} s ({processor:,.1f} s of processor)"


def export(home: Path) -> list[str]:
    """Return the shared memories of a home, with every revision."""
    engine = MemoryEngine(home)
    wanted = Filter((SHARED,), statuses=tuple(MemoryStatus))
    with engine.read() as state:
        records = [repr(sorted(record.items())) for record in iterate_records(state, wanted)]
        revisions = [
            f"{memory.id} {revision.number} {revision.body}"
            for memory in state.select(wanted)
            for revision in state.list_revisions(memory)
        ]
    engine.close()
    return sorted([*records, *revisions])


def start_team(server: Server, root: Path) -> Team:
    """Make the database of a team, and the home that owns the namespace."""
    server.start()
    server.execute(f"CREATE ROLE {OWNER} LOGIN")
    server.execute(f"CREATE DATABASE team OWNER {OWNER}")
    owner = Team(root / OWNER, server.uri(OWNER, "team"))
    owner.share(SHARED)
    return owner


def join_team(server: Server, owner: Team, root: Path, name: str, role: str) -> Team:
    server.execute(f"CREATE ROLE {name} LOGIN")
    member = Team(root / name, server.uri(name, "team"))
    owner.share(SHARED, [(name, role)])
    member.share(SHARED)
    return member


def measure_faults(server: Server, root: Path, options: argparse.Namespace) -> int:
    """Write and read while the server fails; report what was lost, doubled or differs."""
    owner = start_team(server, root)
    writers = [join_team(server, owner, root, f"writer{i}", "writer") for i in range(options.writers)]
    readers = [join_team(server, owner, root, f"reader{i}", "reader") for i in range(options.readers)]
    logs = root / "logs"
    logs.mkdir()
    running = {}
    for member, script in [*((w, WRITER) for w in writers), *((r, READER) for r in readers)]:
        name = member.home.name
        with open(logs / name, "wb") as log:
            command = [sys.executable, "-c", script, str(member.home), member.server.uri, name]
            running[name] = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
    cut = 0
    time.sleep(options.pause * 4)
    for _ in range(options.times):
        time.sleep(options.pause)
        rows = server.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'codegraph'"
        )
        cut += int(str(rows[0][0]))
        time.sleep(options.pause)
        server.stop(at_once=True)
        server.start()
        dead = [name for name, process in running.items() if process.poll() is not None]
        if dead:
            print(f"ended: {dead}\n{(logs / dead[0]).read_text()[-2000:]}", file=sys.stderr)
            return 1
    for process in running.values():
        process.terminate()
    for process in running.values():
        process.wait(timeout=60)
    for _ in range(2):
        for member in (*writers, owner):
            member.sync()
    for member in readers:
        member.sync()
    fresh = Team(root / "fresh", server.uri(OWNER, "team"))
    fresh.share(SHARED)
    acknowledged = {
        f"{member.home.name} wrote {number}"
        for member in writers
        for number in (logs / member.home.name).read_text().split("\n")[:-1]
    }
    engine = MemoryEngine(root / "fresh")
    with engine.read() as state:
        held = Counter(memory.body.content for memory in state.select(Filter((SHARED,))))
    wanted = export(root / "fresh")
    equal = sum(export(member.home) == wanted for member in (*writers, *readers, owner))
    rows = server.execute(f"SELECT count(*), count(DISTINCT (home, number)) FROM {TABLE}", "team")
    events, kinds = (int(str(count)) for count in rows[0])
    lost, doubled = len(acknowledged - set(held)), sum(count > 1 for count in held.values())
    print(f"{options.writers} writers, {options.readers} readers: {options.times} crashes, {cut} connections cut")
    print(f"acknowledged {len(acknowledged):,}: lost {lost}, doubled {doubled}; of {events:,} events {events - kinds}")
    print(f"homes that equal a new machine's: {equal} of {len(writers) + len(readers) + 1}")
    return 0


def measure_recall(server: Server, root: Path, options: argparse.Namespace) -> int:
    """Ask the same questions of a store alone and as a part of a team, in turn."""
    from bench_memory_store import generate_word, note

    rng = random.Random(7)
    vocabulary = list(dict.fromkeys(generate_word(rng) for _ in range(30_000)))
    owner = start_team(server, root)
    engine = MemoryEngine(owner.home, actor="bench")
    for first in range(0, options.memories, 1000):
        with engine.write() as recording:
            for number in range(first, min(options.memories, first + 1000)):
                notes.store(recording, replace(note(rng, vocabulary, number), namespace=SHARED))
    began = Moment.read()
    sent = owner.sync().sent
    print(f"sent {sent:,} events in {began.describe()}", flush=True)
    began = Moment.read()
    reader = join_team(server, owner, root, "reader", "writer")
    print(f"a new machine read them in {began.describe()}", flush=True)
    settle_conflict(engine, owner, reader)
    alone = root / "alone"
    reader.close()
    shutil.copytree(reader.home, alone)
    kinds = {
        "alone": Context(root, Config(alone)),
        "team": Context(root, Config(reader.home, memory_uri=server.uri("reader", "team"))),
    }
    with engine.read() as state:
        texts = [memory.body.content.split() for memory in state.select(Filter(), limit=2000)]
    questions = [" ".join(rng.sample(rng.choice(texts), 6)) for _ in range(options.times + 30)]
    wanted = Filter((SHARED,))
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in kinds}
    for number, question in enumerate(questions):
        if options.writes and number % options.writes == 0:
            with engine.write() as recording:
                notes.store(recording, replace(note(rng, vocabulary, options.memories + number), namespace=SHARED))
            owner.sync()
        order = list(kinds.items())[:: 1 if number % 2 else -1]
        for name, context in order:
            wall, cpu = time.perf_counter(), time.process_time()
            recall(context, RecallRequest(question, filter=wanted))
            taken[name].append(((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000))
    print("| recall, ms | wall p50 | p95 | processor p50 | p95 |\n|---|--:|--:|--:|--:|")
    for name, rows in taken.items():
        walls, cpus = (sorted(column) for column in zip(*rows[30:]))
        cells = [f"{values[int(len(values) * share)]:.1f}" for values in (walls, cpus) for share in (0.5, 0.95)]
        print(f"| {name} | {' | '.join(cells)} |")
    return 0


def settle_conflict(engine: MemoryEngine, owner: Team, reader: Team) -> None:
    """Revise one memory on two machines, and exchange."""
    other = MemoryEngine(reader.home, actor="bench")
    with engine.read() as state:
        (chosen,) = state.select(Filter((SHARED,)), limit=1)
    for writer in (engine, other):
        with writer.write() as recording:
            notes.revise(recording, chosen.id, Edit(content=f"revised in {writer.home.name}"))
    owner.sync()
    began = Moment.read()
    done = reader.sync()
    print(f"an exchange with {done.concurrent} conflict took {began.describe()}", flush=True)
    other.close()
    owner.sync()


def measure_rights(server: Server, root: Path, options: argparse.Namespace) -> int:
    """Try to read and write outside the namespaces of a login."""
    import psycopg

    owner = start_team(server, root)
    engine = MemoryEngine(owner.home)
    with engine.write() as recording:
        secret = notes.store(recording, Draft("nobody else reads this", namespace="commit:secret")).memory
    owner.share("commit:secret")
    members = [join_team(server, owner, root, name, role) for name, role in (("ben", "writer"), ("cleo", "reader"))]
    server.execute("CREATE ROLE dora LOGIN")

    def take_state() -> list[list[tuple[object, ...]]]:
        queries = (f"SELECT * FROM {TABLE} ORDER BY 1", "SELECT * FROM codegraph_memory.members ORDER BY 1, 2")
        return [server.execute(query, "team") for query in queries]

    before, refused, got = take_state(), 0, 0
    rows = server.execute("SELECT member::text, home FROM codegraph_memory.homes", "team")
    homes = {str(member): str(home) for member, home in rows}
    logins = [member.home.name for member in members] + ["dora"]
    for number in range(options.tries):
        login = logins[number % len(logins)]
        values = {
            "login": login,
            "o": "commit:secret", "n": SHARED, "memory": secret.id, "home": homes.get(login, "none"),
            "other": homes[OWNER],
        }  # fmt: skip
        attempt = list(iterate_attempts(values, number // len(logins) + 1))[-1]
        with psycopg.connect(server.uri(login, "team"), autocommit=True) as connection:
            try:
                cursor = connection.execute(attempt.encode())
                rows = cursor.fetchall() if cursor.description else []
                got += any(value is not None for row in rows for value in row)
            except psycopg.Error:
                refused += 1
    changed = take_state() != before
    print(
        f"{options.tries} tries: {refused} refused, {got} with an answer, state {'changed' if changed else 'as before'}"
    )
    return int(changed or got > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    rows = parser.add_subparsers(required=True)

    def add(name: str, action: Callable[[Server, Path, argparse.Namespace], int], **numbers: float) -> None:
        row = rows.add_parser(name)
        row.set_defaults(action=action)
        for option, default in numbers.items():
            row.add_argument(f"--{option}", type=type(default), default=default)

    add("faults", measure_faults, writers=8, readers=8, times=50, pause=0.5)
    add("recall", measure_recall, memories=100_000, times=300, writes=10)
    add("rights", measure_rights, tries=200)
    options = parser.parse_args()
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as root:
            return options.action(server, Path(root), options)
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
