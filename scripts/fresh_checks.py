"""Invariants of an index under changes of its files and failures of its writers.

Used by `bench_fresh.py` and the tests.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import LockedError
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config

SAMPLES = Path(__file__).resolve().parents[1] / "sample_repos"
WAIT_S = 120.0


class Outcome(NamedTuple):
    tried: int
    good: int
    words: str


class Holding(NamedTuple):
    """Everything of a generation that a question may rest on."""

    files: list[tuple]
    symbols: list[tuple]
    edges: list[tuple]
    unresolved: list[tuple]


def read_holding(root: Path, config: Config) -> Holding:
    with Index.open(root, config) as index:
        return Holding(
            [tuple(row) for row in index.list_files(limit=None).items],
            [tuple(row) for row in index.iterate_all_symbols()],
            sorted((e.source.id, e.target.id, e.kind, e.resolution, e.lines) for e in index.iterate_edges()),
            sorted((u.source.id, *u[1:]) for u in index.list_unresolved(limit=None).items),
        )


def find_difference(root: Path, config: Config, scratch: Path) -> str:
    """Return the first difference from an index built from scratch, "" if equal."""
    other = replace(config, home=scratch)
    shutil.rmtree(scratch / "index", ignore_errors=True)
    index_repository(root, other, wait_s=WAIT_S)
    found, wanted = read_holding(root, config), read_holding(root, other)
    for name in Holding._fields:
        ours, theirs = getattr(found, name), getattr(wanted, name)
        if ours != theirs:
            odd = [row for row in ours if row not in theirs][:2] + [row for row in theirs if row not in ours][:2]
            return f"{name}: {odd}"
    return ""


# ---- killed writers


def copy_samples(to: Path) -> Path:
    shutil.copytree(SAMPLES, to, ignore=shutil.ignore_patterns("expected.toml"))
    return to


def kill_writers(scratch: Path, count: int, seed: int) -> Outcome:
    """Kill an indexer or watcher while it processes a change, and check the index.

    Afterwards a reader reads, the next run completes, and the result is compared with a rebuild.
    """
    root = copy_samples(scratch / "repository")
    config = Config(scratch / "home", vectors=False)
    index_repository(root, config)
    chance = random.Random(seed)
    _change(root, 0)
    began = time.monotonic()
    _start(("index",), root, config).wait()
    whole = time.monotonic() - began  # moments are drawn from the time that a run takes here
    good = 0
    for number in range(1, count + 1):
        _change(root, number)
        process = _start(("index",) if number % 2 else ("watch", "--debounce", "0"), root, config)
        try:
            process.wait(chance.uniform(0.0, 1.1 * whole))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.wait()
        good += _has_survived(root, config, scratch / "rebuilt", number)
    return Outcome(count, good, f"{good} of {count}")


def _change(root: Path, number: int) -> None:
    (root / f"killed{number % 20}.py").write_text(f"def killed_{number}():\n    return {number}\n")


def _start(verb: Sequence[str], root: Path, config: Config) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-m", "codegraph", *verb, "-q", str(root))
    nothing = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, env=_build_environment(config))


def _has_survived(root: Path, config: Config, scratch: Path, number: int) -> bool:
    try:
        read_holding(root, config)
        index_repository(root, config, wait_s=WAIT_S)
        fault = find_difference(root, config, scratch)
    except Exception as error:  # noqa: BLE001 - whatever it is, the index did not survive
        fault = f"{type(error).__name__}: {error}"
    if fault:
        print(f"kill {number}: {fault}", file=sys.stderr, flush=True)
    return not fault


def _build_environment(config: Config) -> dict[str, str]:
    return {**os.environ, "CODEGRAPH_HOME": str(config.home), "CODEGRAPH_VECTORS": "false", "CODEGRAPH_WORKERS": "1"}


# ---- readers and writers together

READER = """
import sys, time
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.query.index import Index

root, home, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
reads, generations, until = 0, set(), time.monotonic() + seconds
while time.monotonic() < until:
    with Index.open(root, Config(home, vectors=False)) as index:
        named = {s.name for path in ("pair/one.py", "pair/two.py") for s in index.list_file_symbols(path)}
        stamps = {n.removeprefix("stamp_") for n in named if n.startswith("stamp_")}
        assert len(stamps) == 1, f"torn: {stamps}"
        assert index.search("stamp") and index.search_code("stamp", lexical=True).hits
        users = index.list_incoming(index.find_symbol(f"stamp_{min(stamps)}"), limit=None).items
        assert any(e.source.path == "pair/two.py" for e in users), "an edge is missing"
        generations.add(index.generation)
        reads += 1
print(reads, len(generations))
"""

WRITER = """
import sys, time
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.errors import LockedError
from codegraph.indexing.pipeline import index_repository

root, home, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
done, until = 0, time.monotonic() + seconds
while time.monotonic() < until:
    done += not index_repository(root, Config(home, vectors=False, workers=1), wait_s=seconds + 60).unchanged
print(done)
"""


def write_pair(root: Path, number: int) -> None:
    """Write two related files at once, by renaming a folder over the old one.

    No writer lists them meanwhile.
    """
    made = root.parent / f"pair{number}"
    made.mkdir()
    (made / "one.py").write_text(f"def stamp_{number}():\n    return {number}\n")
    (made / "two.py").write_text(f"from pair.one import stamp_{number}\n\n\ndef use():\n    return stamp_{number}()\n")
    swap(made, root / "pair")


def swap(new: Path, place: Path) -> None:
    old = place.with_name(".pair-old")
    if place.exists():
        place.rename(old)
    new.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def run_processes(scratch: Path, seconds: float) -> Outcome:
    """Run readers that check consistency while writers publish generations.

    The files change under a lock that writers hold, too: files that are inconsistent on disk would be inconsistent in
    any index.
    """
    from codegraph.store.layout import get_index_folder
    from codegraph.store.lock import hold_writer_lock

    root = copy_samples(scratch / "repository")
    write_pair(root, 0)
    config = Config(scratch / "home", vectors=False, workers=1)
    index_repository(root, config)
    place = (str(root), str(config.home), str(seconds))
    running = [_start_python(code, place) for code in (READER, READER, READER, READER, WRITER, WRITER)]
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        number += 1
        try:
            with hold_writer_lock(get_index_folder(config.home, root).lock, 5.0):
                write_pair(root, number)
        except LockedError:
            continue
    return _collect_outcome(running)


def _start_python(code: str, arguments: Iterable[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _collect_outcome(running: list[subprocess.Popen[str]]) -> Outcome:
    reads = generations = errors = 0
    for number, process in enumerate(running):
        out, err = process.communicate()
        if process.returncode:
            errors += 1
            print(err[-1500:], file=sys.stderr, flush=True)
        elif number < 4:
            reads += int(out.split()[0])
        else:
            generations += int(out)
    words = f"{errors} of {len(running)} processes failed; {reads:,} reads of {generations:,} generations"
    return Outcome(len(running), len(running) - errors, words)
