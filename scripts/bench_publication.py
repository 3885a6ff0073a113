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
from pathlib import Path
from typing import Any

import measure

KILLED = 0.6
"""Share of publishers that are killed: the others are to end, so that there is something to read."""

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


def kill_publishers(publishers: int, pulls: int, scratch: Path) -> int:
    """Return how many pulls gave a part of an index."""
    origin, place, dice = scratch / "origin", scratch / "place", random.Random(3)
    place.mkdir()
    origin.mkdir()
    for number in range(60):
        (origin / f"part{number}.py").write_text(f"import part{(number + 1) % 60}\n\n\ndef f{number}():\n    pass\n")
    run_git(origin, "init", "-q")
    run_git(origin, "add", "-A")
    run_git(origin, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "parts")
    run_codegraph(scratch / "ci", origin, "index", "--quiet")
    began = time.monotonic()
    run_codegraph(scratch / "ci", origin, "publish", place.as_uri(), "--quiet")
    longest = 3 * (time.monotonic() - began)  # many at once take longer than one
    torn = taken = 0
    running: list[tuple[subprocess.Popen[bytes], threading.Timer]] = []
    for pull in range(pulls):
        if pull % 10 == 0:  # of a new place, so that there is something to tear
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            command = [*CODEGRAPH, "-C", str(origin), "publish", place.as_uri(), "--quiet"]
            for _ in range(publishers if pull == 0 else 4):
                process = subprocess.Popen(
                    command, env=make_environment(scratch / "ci"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
                timer = threading.Timer(dice.uniform(0, longest), process.kill)
                if dice.random() < KILLED:
                    timer.start()
                running.append((process, timer))
        home = scratch / f"home-{pull}"
        done = subprocess.run(
            [*CODEGRAPH, "-C", str(origin), "pull", place.as_uri(), "--json"],
            env=make_environment(home), capture_output=True, check=False,
        )  # fmt: skip
        told = json.loads(done.stdout)
        taken += bool(told["results"]["commit"])
        torn += bool(_count_files(told) != 60 or done.returncode)
        shutil.rmtree(home)
    for process, timer in running:
        timer.cancel()
        process.kill()
    killed = sum(process.wait() == -signal.SIGKILL for process, _ in running)
    print(f"{pulls} pulls, {taken} from the place, {killed} publishers killed, {torn} torn")
    return torn


def _count_files(told: dict[str, Any]) -> int:
    return sum(row["files"] for row in told["results"]["summary"]["stats"]["files"])


def run_git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
