#!/usr/bin/env python3
"""Mutation testing: break a package in small ways and list what no test notices.

    python scripts/mutants.py [--package codegraph/resolve] [--count 120] [--seed 1] [--out mutants.json]
    python scripts/mutants.py --again mutants.json --out again.json

Mutants are drawn by a seed. Each runs in a copy of the tree against tests that execute its line, quickest first, until
one fails. Which tests execute a line is recorded once (`--record`), and again for test files that have changed.
Needs coverage.py: `pip install coverage`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from mutation.operators import Mutant, list_mutants

ROOT = Path(__file__).resolve().parents[1]
COPIED: Final = ("codegraph", "parsers", "scripts", "tests", "sample_repos", "pyproject.toml")
TESTS: Final = ("tests/unit/resolve", "tests/corpus", "tests/property")
SOURCES: Final = ("codegraph", "parsers", "sample_repos", "tests/support")
"""Folders that all tests read. After a change in one of these every line may be executed by other tests."""

RECORD = Path(tempfile.gettempdir()) / "codegraph-mutants" / "record.json"
START_SECONDS: Final = 20
"""CPU time of starting and collecting, on a slow machine."""

SLOWER: Final = 20
"""Multiple of the CPU time of its tests after which a mutant counts as one that does not end."""

MEMORY: Final = 4 << 30  # bytes of address space of a run
NOT_ENDED: Final = "time limit"


class Test(NamedTuple):
    id: str
    seconds: float
    lines: dict[str, int]  # path → bits of the lines that it executes


class Outcome(NamedTuple):
    mutant: Mutant
    diff: str
    tests: int  # run at most
    killed_by: str  # the test that failed first, NOT_ENDED, or "" when the mutant survived


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", default="codegraph/resolve", help="a folder or module that is broken")
    parser.add_argument("--count", type=int, default=120, help="mutants that are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=40, help="tests that a mutant runs at most; 0: all of them")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only the mutants that survived there")
    parser.add_argument("--suite", nargs="*", default=TESTS, help="folders or files of tests")
    parser.add_argument("--record", type=Path, default=RECORD, help="which tests execute which lines; made if missing")
    parser.add_argument("--out", type=Path, help="write the outcome there as JSON, after every mutant")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="mutants that run at the same time")
    options = parser.parse_args()
    if importlib.util.find_spec("coverage") is None:
        parser.error("coverage.py is missing; install it: pip install coverage")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees = [copy_tree(Path(folder) / str(number)) for number in range(max(1, options.jobs))]
        tests = record(trees[0], options.suite, options.record)
        drawn = draw(options.package, options.count, options.seed)
        if options.again is not None:
            earlier = json.loads(options.again.read_text())
            drawn = [mutant for mutant in list_all(options.package) if mutant.id in set(earlier["survived_ids"])]
        outcomes: list[Outcome] = []
        for outcome in run_all(drawn, tests, trees, options.tests):
            outcomes.append(outcome)
            print(describe(outcome), file=sys.stderr, flush=True)
            if options.out is not None:
                options.out.write_text(json.dumps(summarise(outcomes, options.seed), indent=1) + "\n")
    print_table(outcomes)
    return 0


def copy_tree(to: Path) -> Path:
    to.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=ignored, symlinks=True)
        else:
            shutil.copyfile(source, to / name)
    return to


# ---- which tests execute which lines


def record(tree: Path, suite: Iterable[str], kept: Path) -> list[Test]:
    """Return the lines that each test executes.

    Only test files that have changed run again; after any other change all of them do."""
    places = [tree / name for name in suite]
    found_files = [p for place in places for p in ([place] if place.is_file() else place.glob("test_*.py"))]
    files = sorted(p.relative_to(tree).as_posix() for p in found_files)
    rest = digest(list_files(tree / name for name in SOURCES))
    found: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    if found.get("rest") != rest:
        found = {"rest": rest, "files": {}}
    for path in files:
        place = tree / path
        stamp = digest([place, *list_files(p for p in place.parent.iterdir() if p.is_dir())])
        if found["files"].get(path, {}).get("digest") != stamp:
            print(f"recording {path}", file=sys.stderr, flush=True)
            found["files"][path] = {"digest": stamp, "tests": run_recorded(tree, path)}
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(found))
    return [
        Test(test, each["seconds"], {name: int(bits, 16) for name, bits in each["lines"].items()})
        for path in files
        for test, each in found["files"][path]["tests"].items()
    ]


def list_files(folders: Iterable[Path]) -> list[Path]:
    found = (p for folder in folders for p in folder.rglob("*"))
    return [p for p in found if p.is_file() and "__pycache__" not in p.parts]


def digest(paths: Iterable[Path]) -> str:
    made = hashlib.blake2b(digest_size=16)
    for path in sorted(paths):
        made.update(b"%d " % path.stat().st_size + path.name.encode() + path.read_bytes())
    return made.hexdigest()


def run_recorded(tree: Path, path: str) -> dict[str, Any]:
    out = tree / "recorded.json"
    out.unlink(missing_ok=True)
    settings = {"MUTATION_SOURCE": str(tree / "codegraph"), "MUTATION_OUT": str(out)}
    ran = run_pytest(tree, ["-p", "mutation.recording", path], settings)
    if not out.exists():
        sys.exit(f"error: recording {path} failed\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return json.loads(out.read_text())


def run_pytest(
    tree: Path, arguments: list[str], settings: dict[str, str], cpu: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy of the tree, and kill them after `cpu` seconds of CPU time."""

    def limit() -> None:
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    places = os.pathsep.join(str(tree / name) for name in (".", "parsers", "tests", "scripts"))
    env = {**os.environ, "PYTHONPATH": places, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", **settings}
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile", "quick", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "-p", "no:xdist", *arguments], cwd=tree, env=env, capture_output=True, text=True, preexec_fn=limit
    )


# ---- mutants


def list_all(package: str) -> list[Mutant]:
    place = ROOT / package
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    paths = [p.relative_to(ROOT).as_posix() for p in files]
    return [mutant for path in paths for mutant in list_mutants(path, (ROOT / path).read_bytes())]


def draw(package: str, count: int, seed: int) -> list[Mutant]:
    """Draw mutants, each operator as often as any other as long as it has some left."""
    chance = random.Random(seed)
    by_operator: dict[str, list[Mutant]] = {}
    for mutant in list_all(package):
        by_operator.setdefault(mutant.operator, []).append(mutant)
    for each in by_operator.values():
        chance.shuffle(each)
    drawn: list[Mutant] = []
    while len(drawn) < count and any(by_operator.values()):
        drawn += [each.pop() for _, each in sorted(by_operator.items()) if each]
    return drawn[:count]


def choose_tests(mutant: Mutant, tests: list[Test], most: int) -> list[Test]:
    """Return tests that execute a mutant's lines, quickest first.

    Of more than `most` they are the quickest of each test file, and then the quickest of all."""
    bits = sum(1 << line for line in range(mutant.line, mutant.last + 1))
    found = sorted((t for t in tests if t.lines.get(mutant.path, 0) & bits), key=lambda t: (t.seconds, t.id))
    if not most or len(found) <= most:
        return found
    first = {test.id.partition("::")[0]: test for test in reversed(found)}
    chosen = {test.id: test for test in (*first.values(), *found)}
    return sorted(list(chosen.values())[:most], key=lambda test: (test.seconds, test.id))


def run_all(drawn: list[Mutant], tests: list[Test], trees: list[Path], most: int) -> Iterator[Outcome]:
    free = list(trees)

    def run_one(mutant: Mutant) -> Outcome:
        tree = free.pop()
        try:
            return run_mutant(mutant, tests, tree, most)
        finally:
            free.append(tree)

    with ThreadPoolExecutor(len(trees)) as pool:
        yield from pool.map(run_one, drawn)


def run_mutant(mutant: Mutant, tests: list[Test], tree: Path, most: int) -> Outcome:
    place = tree / mutant.path
    source = place.read_bytes()
    chosen = choose_tests(mutant, tests, most)
    diff = mutant.diff(source)
    if not chosen:
        return Outcome(mutant, diff, 0, "")
    limit = START_SECONDS + SLOWER * int(sum(test.seconds for test in chosen) + 1)
    place.write_bytes(mutant.apply(source))
    try:
        ran = run_pytest(tree, ["-x", "--tb=no", *(test.id for test in chosen)], {}, limit)
    finally:
        place.write_bytes(source)
    if ran.returncode == 0:
        return Outcome(mutant, diff, len(chosen), "")
    if ran.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return Outcome(mutant, diff, len(chosen), NOT_ENDED)
    failed = [line.split(" ", 1)[1] for line in ran.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return Outcome(mutant, diff, len(chosen), failed[0].split(" - ")[0] if failed else "collection")


# ---- the outcome


def describe(outcome: Outcome) -> str:
    word = f"killed by {outcome.killed_by}" if outcome.killed_by else f"SURVIVED {outcome.tests} tests"
    return f"{outcome.mutant.id}: {word}"


def summarise(outcomes: list[Outcome], seed: int) -> dict[str, Any]:
    def row(outcome: Outcome) -> dict[str, Any]:
        mutant = outcome.mutant
        found = {"path": mutant.path, "line": mutant.line, "operator": mutant.operator, "diff": outcome.diff}
        return found | {"tests": outcome.tests, "killed_by": outcome.killed_by, "id": mutant.id}

    survived = [row(each) for each in outcomes if not each.killed_by]
    killed = [row(each) for each in outcomes if each.killed_by]
    return {
        "seed": seed,
        "count": len(outcomes),
        "share_killed": round(len(killed) / max(1, len(outcomes)), 3),
        "survived_ids": [each["id"] for each in survived],
        "survived": survived,
        "killed": killed,
    }


def print_table(outcomes: list[Outcome]) -> None:
    print("| operator | mutants | killed | survived | share killed |\n|---|--:|--:|--:|--:|")
    names = sorted({outcome.mutant.operator for outcome in outcomes})
    for name in (*names, ""):
        each = [outcome for outcome in outcomes if name in (outcome.mutant.operator, "")]
        killed = sum(bool(outcome.killed_by) for outcome in each)
        print(f"| {name or 'all'} | {len(each)} | {killed} | {len(each) - killed} | {killed / max(1, len(each)):.2f} |")
    for outcome in outcomes:
        if not outcome.killed_by:
            print(f"\n{outcome.mutant.id} ({outcome.tests} tests)\n{outcome.diff}")


if __name__ == "__main__":
    sys.exit(main())
