"""Costs and equality of published indexes, and what killed publishers leave.

    python scripts/bench_publication.py cost REPOSITORY [--files 20]
    python scripts/bench_publication.py equal REPOSITORY... [--commits 50]
    python scripts/bench_publication.py kill [--publishers 20] [--pulls 500]

`cost` indexes a clone from nothing, publishes it, changes files of another clone, pulls there and asks for callers; CPU
of whole processes. `equal` publishes one commit of a repository, pulls it at random other commits, and compares the
export of each with that of an index made from nothing. `kill` has processes publish one commit at once, kills each at
a random moment, and pulls meanwhile; a pull gives the whole index or none.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from enum import StrEnum
from itertools import repeat
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import NamedTuple

import measure

from codegraph.indexing.incremental import IncrementalSession
from codegraph.operations.context import Context
from codegraph.operations.publication import publish
from codegraph.operations.requests import PublishRequest
from codegraph.publication.storage import open_remote
from codegraph.query.index import Index
from codegraph.settings.config import Config, load
from codegraph.store.checksums import find_damage
from codegraph.store.layout import get_index_folder

KILLED = 0.6
"""Share of publishers that are killed: the others are to end, so that there is something to read."""

PULLERS = 4
"""Pulls that are made at once."""

PULLS_OF_A_ROUND = 20
"""Pulls of one place that give an index: the next ones are of a new place, so that there is something to tear."""

CODEGRAPH = (sys.executable, "-m", "codegraph")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    cost = verbs.add_parser("cost")
    cost.add_argument("repository", type=Path)
    cost.add_argument("--files", type=int, default=20)
    equal = verbs.add_parser("equal")
    equal.add_argument("repositories", type=Path, nargs="+")
    equal.add_argument("--commits", type=int, default=50)
    kill = verbs.add_parser("kill")
    kill.add_argument("--publishers", type=int, default=20)
    kill.add_argument("--pulls", type=int, default=500)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if given.verb == "cost":
            measure_cost(given.repository, given.files, Path(scratch))
        elif given.verb == "equal":
            wrong = sum(compare_commits(each, given.commits, Path(scratch)) for each in given.repositories)
            sys.exit(1 if wrong else 0)
        else:
            sys.exit(1 if kill_publishers(given.publishers, given.pulls, Path(scratch)) else 0)


def make_environment(home: Path) -> dict[str, str]:
    return os.environ | {"CODEGRAPH_HOME": str(home), "CODEGRAPH_VECTORS_TABLE": "false"}


def run_codegraph(home: Path, root: Path, *arguments: str) -> measure.Cost:
    cost = measure.run([*CODEGRAPH, "-C", str(root), *arguments], env=make_environment(home))
    print(f"{' '.join(arguments)[:60]:60} {cost.cpu:7.2f} CPU s", file=sys.stderr)
    return cost


def clone(repository: Path, to: Path) -> Path:
    subprocess.run(["git", "clone", "-q", str(repository), str(to)], check=True)
    return to


def measure_cost(repository: Path, files: int, scratch: Path) -> None:
    place = scratch / "place"
    place.mkdir()
    origin, other = clone(repository, scratch / "origin"), clone(repository, scratch / "other")
    cold = run_codegraph(scratch / "ci", origin, "index", "--quiet")
    published = run_codegraph(scratch / "ci", origin, "publish", place.as_uri(), "--quiet")
    sources = sorted(path for path in other.rglob("*.py") if "test" not in path.name and path.stat().st_size)
    for number, path in enumerate(random.Random(1).sample(sources, files)):
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}\n\ndef added_by_edit_{number}():\n    pass\n", encoding="utf-8")
    pulled = run_codegraph(scratch / "home", other, "pull", place.as_uri(), "--quiet")
    asked = run_codegraph(scratch / "home", other, "callers", "added_by_edit_0", "--quiet")
    stored = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    source = sum(path.stat().st_size for path in origin.rglob("*") if path.is_file() and ".git" not in path.parts)
    print(
        json.dumps(
            {
                "cold_cpu_s": round(cold.cpu, 2), "publish_cpu_s": round(published.cpu, 2),
                "pull_and_question_cpu_s": round(pulled.cpu + asked.cpu, 2),
                "ratio": round((pulled.cpu + asked.cpu) / cold.cpu, 3),
                "published_bytes": stored, "of_source": round(stored / source, 2),
            }
        )
    )  # fmt: skip


def compare_commits(repository: Path, number: int, scratch: Path) -> int:
    """Return how many commits have another export than an index from nothing."""
    place, tree = scratch / f"place-{repository.name}", clone(repository, scratch / f"tree-{repository.name}")
    place.mkdir()
    history = run_git(tree, "rev-list", "--max-count=400", "HEAD").split()
    chosen = random.Random(7).sample(history, min(number, len(history)))
    for published in history[:: max(1, len(history) // 4)]:
        run_git(tree, "checkout", "-q", published)
        run_codegraph(scratch / "ci", tree, "publish", place.as_uri(), "--quiet")
    wrong = 0
    for commit in chosen:
        run_git(tree, "checkout", "-q", commit)
        exports: list[bytes] = []
        for verb in (("pull", place.as_uri()), ("index",)):
            home = scratch / "home"
            run_codegraph(home, tree, *verb, "--quiet")
            told = scratch / "export.jsonl"
            run_codegraph(home, tree, "export", "--external", "--output", str(told), "--quiet")
            exports.append(told.read_bytes())
            shutil.rmtree(home)
        if exports[0] != exports[1]:
            wrong += 1
            print(f"{repository.name}: {commit} differs", flush=True)
    print(f"{repository.name}: {len(chosen) - wrong} of {len(chosen)} equal", flush=True)
    return wrong


# ---- killed publishers


class Pull(StrEnum):
    """Ends of a pull."""

    WHOLE = "whole"
    NONE = "none"  # nothing was published yet
    REFUSED = "refused"
    TORN = "torn"


class Contest(NamedTuple):
    """Processes that publish one commit, and others that pull it meanwhile.

    Publishers are forked from a process that has all modules, and those that pull stay alive, so that neither costs
    the start of an interpreter."""

    origin: Path
    home: Path
    whole: str
    context: ForkServerContext
    pool: Executor
    dice: random.Random

    def hold(self, publishers: int, wanted: int, place: Path, longest: float) -> tuple[Counter[str], int]:
        """Return the ends of pulls, and how many publishers were killed.

        It ends when `wanted` pulls gave an index.
        Publishers are killed within `longest` seconds, nobody where it is 0."""
        running = [
            self.context.Process(target=publish_once, args=(self.origin, self.home, place)) for _ in range(publishers)
        ]
        timers: list[threading.Timer] = []
        for process in running:
            process.start()
            if longest and self.dice.random() < KILLED:
                timers.append(threading.Timer(self.dice.uniform(0, longest), process.kill))
                timers[-1].start()
        ends = Counter[str]()
        while ends[Pull.WHOLE] < wanted:
            had_ended = not any(process.is_alive() for process in running)
            homes = [place.parent / f"home-{number}" for number in range(PULLERS)]
            found = Counter(self.pool.map(pull_once, repeat(self.origin), homes, repeat(place), repeat(self.whole)))
            ends += found
            if had_ended and found[Pull.NONE]:
                break  # all were killed before the end
        for process in running:
            process.join()
        for timer in timers:
            timer.cancel()
        return ends, sum(process.exitcode == -signal.SIGKILL for process in running)


def kill_publishers(publishers: int, pulls: int, scratch: Path) -> int:
    """Return how many pulls were refused or gave a part of an index."""
    origin, home = make_repository(scratch / "origin"), scratch / "ci"
    run_codegraph(home, origin, "index", "--quiet")
    context = get_context("forkserver")
    context.set_forkserver_preload(["codegraph.operations.publication", "codegraph.publication.puller"])
    ends, killed, rounds, longest = Counter[str](), 0, 0, 0.0
    with ProcessPoolExecutor(PULLERS, mp_context=context) as pool:
        whole = compute_digest(origin, load_settings(origin, home))
        contest = Contest(origin, home, whole, context, pool, random.Random(3))
        while ends[Pull.WHOLE] < pulls:
            place, began = scratch / f"place-{rounds}", time.monotonic()
            place.mkdir()
            found, dead = contest.hold(publishers, min(PULLS_OF_A_ROUND, pulls - ends[Pull.WHOLE]), place, longest)
            longest = longest or time.monotonic() - began
            ends, killed, rounds = ends + found, killed + dead, rounds + 1
            shutil.rmtree(place)
            print(f"{rounds} rounds, {killed} killed, {ends[Pull.WHOLE]} pulls", file=sys.stderr, flush=True)
    print(
        f"{rounds} rounds of {publishers} publishers, {killed} of them killed; pulls: {ends[Pull.WHOLE]} whole, "
        f"{ends[Pull.NONE]} before anything was published, {ends[Pull.REFUSED]} refused, {ends[Pull.TORN]} torn"
    )
    return ends[Pull.REFUSED] + ends[Pull.TORN]


def make_repository(root: Path) -> Path:
    root.mkdir()
    for number in range(30):
        other = (number + 1) % 30
        text = f"import part{other}\n\n\ndef f{number}():\n    part{other}.f{other}()\n"
        (root / f"part{number}.py").write_text(text, encoding="utf-8")
    run_git(root, "init", "-q")
    run_git(root, "add", "-A")
    run_git(root, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "parts")
    return root


def load_settings(root: Path, home: Path) -> Config:
    return replace(load(root), home=home, vectors_table=False)


def publish_once(origin: Path, home: Path, place: Path) -> None:
    """Publish as the command does."""
    context = Context(origin, load_settings(origin, home))
    publish(context, PublishRequest(url=place.as_uri()))


def pull_once(origin: Path, home: Path, place: Path, whole: str) -> Pull:
    """Pull into a new home folder, and compare what is there with the whole index."""
    config = load_settings(origin, home)
    try:
        begun = IncrementalSession(origin, config).start_from_remote(open_remote(place.as_uri()))
        if begun.commit:
            return Pull.WHOLE if compute_digest(origin, config) == whole else Pull.TORN
        return Pull.NONE if "has no index" in begun.problem else Pull.REFUSED
    finally:
        shutil.rmtree(home, ignore_errors=True)


def compute_digest(root: Path, config: Config) -> str:
    """Return a digest of what an index answers, and of its damage."""
    folder = get_index_folder(config.home, root)
    damage = find_damage(folder.get_generation(folder.get_current()))
    with Index.open(root, config) as index:
        rows = [*index.iterate_all_symbols(), *index.iterate_edges()]
        vectors = index.load_vectors()
        found = [damage, *sorted(map(repr, rows)), *map(repr, index.search_code("f7").hits)]
    made = vectors.digests.tobytes() + vectors.values.tobytes() if vectors is not None else b""
    return hashlib.sha256("\n".join(found).encode() + made).hexdigest()


def run_git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
