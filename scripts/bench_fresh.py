#!/usr/bin/env python3
"""How fresh an index stays, and what it survives: one table from one command.

    python scripts/bench_fresh.py REPOSITORY [--rows edit,cold,...] [--edits 100] [--random 200] [--kills 200] …

REPOSITORY (a git work tree; 2,500 files or more for the rows on speed) is copied and never changed. What must hold in
any repository (kills, processes, random edits) is done on the samples that come with the project, or on `--sources`.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import fresh_checks
import fresh_edits
import measure

from codegraph.config import Config, load
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.store.layout import index_folder
from codegraph.store.watching import Activity, watch_folder

CODEGRAPH = (sys.executable, "-m", "codegraph")
PAUSE = 0.002
DEADLINE = 600.0
MANY_FILES = 1_000  # touched by the branch
IDLE_SECONDS = 30.0
LANGUAGES = ("python", "javascript", "typescript", "go", "rust", "java", "c", "cpp")
OUTER = re.compile(r"^def (\w+)\(", re.MULTILINE)


class Row(NamedTuple):
    what: str
    must: str
    found: str


class Bench(NamedTuple):
    """A copy of the repository, with a home folder of its own."""

    root: Path
    scratch: Path
    options: argparse.Namespace

    @property
    def config(self) -> Config:
        return load(self.root)

    def generation(self) -> int:
        return index_folder(self.config.home, self.root).current()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path, help="a git work tree")
    parser.add_argument("--rows", default=",".join(ROWS), help=f"some of {', '.join(ROWS)}")
    parser.add_argument("--edits", type=int, default=100, help="edited files of the row `edit`")
    parser.add_argument("--random", type=int, default=200, help="random edits compared with a rebuild, e.g. 10000")
    parser.add_argument("--kills", type=int, default=200, help="random moments at which a writer is killed")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long readers and writers run together")
    parser.add_argument("--writes", type=int, default=6_000, help="writes of the burst")
    parser.add_argument("--sources", type=Path, nargs="*", default=[], help="trees whose files the random edits are of")
    parser.add_argument("--languages", nargs="*", default=LANGUAGES, help="languages of the row `held`")
    parser.add_argument("--longest", type=int, default=fresh_edits.LONGEST, help="bytes of a file in the row `held`")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    unknown = set(options.rows.split(",")) - ROWS.keys()
    if unknown:
        parser.error(f"no row {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="fresh-") as folder:
        scratch = Path(os.path.realpath(folder))
        os.environ["CODEGRAPH_HOME"] = str(scratch / "home")
        os.environ["PYTHONPYCACHEPREFIX"] = str(scratch / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        bench = Bench(scratch / "copy", scratch, options)
        git(scratch, "clone", "-q", "--no-hardlinks", str(options.repository.resolve()), str(bench.root))
        print("| what | must reach | measured |\n|---|---|---|")
        for name in options.rows.split(","):
            for row in ROWS[name](bench):
                print(f"| {row.what} | {row.must} | {row.found} |", flush=True)
    return 0


def git(root: Path, *arguments: str) -> str:
    command = ("git", "-c", "user.name=b", "-c", "user.email=b@example.org", "-C", str(root), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def index(bench: Bench, *arguments: str) -> measure.Cost:
    return measure.run((*CODEGRAPH, "index", "-q", *arguments, str(bench.root)))


def until(happened: Callable[[], bool], what: str, deadline: float = DEADLINE) -> None:
    end = time.monotonic() + deadline
    while not happened():
        if time.monotonic() > end:
            sys.exit(f"error: waited {deadline:g} s for {what}")
        time.sleep(PAUSE)


@contextmanager
def watcher(bench: Bench, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A watcher at rest, without a debounce unless asked for."""
    process = subprocess.Popen(
        (*CODEGRAPH, "watch", "-q", "--debounce", "0", *options, str(bench.root)), start_new_session=True
    )
    folder = watch_folder(bench.config.home, bench.root)
    try:
        until(lambda: folder.holder() is not None and at_rest(bench), "the watcher to begin")
        yield process
    finally:
        process.terminate()
        process.wait()


def at_rest(bench: Bench) -> bool:
    state = watch_folder(bench.config.home, bench.root).read()
    return state is not None and state.activity is Activity.IDLE and state.generation > 0


def settled(bench: Bench) -> bool:
    if not at_rest(bench):
        return False
    with Index.open(bench.root, bench.config) as opened:
        return opened.freshness().fresh


# ---- speed


def cold(bench: Bench) -> Iterator[Row]:
    index(bench)
    command = (*CODEGRAPH, "index", "-q", str(bench.root))
    ours = measure.median_wall(command, env=os.environ)
    gits = measure.median_wall(("git", "-C", str(bench.root), "status", "--porcelain"), env=os.environ)
    limit = 1.5 * gits + 0.4
    yield Row(
        f"`codegraph index`, {files(bench):,} files, nothing changed, process start included",
        f"≤ 1.5 × `git status` + 400 ms = {ms(limit)}",
        f"{ms(ours)} (`git status` {ms(gits)})",
    )


def files(bench: Bench) -> int:
    with Index.open(bench.root, bench.config) as opened:
        return opened.stats().file_count


def edit(bench: Bench) -> Iterator[Row]:
    """Each edit adds an exported function, and of three one re-signs and one renames another that is there; a second
    process waits for the new one to be found."""
    index(bench)
    chosen = edited_files(bench)
    seen: list[float] = []
    with watcher(bench) as process:
        first = visible_after(bench, chosen.pop(), 9_999)
        before = measure.session(process.pid)
        for number, path in enumerate(chosen):
            seen.append(visible_after(bench, path, number))
        cpu = sum(p.cpu for p in measure.session(process.pid)) - sum(p.cpu for p in before)
    yield Row("the first change that a watcher takes in, from which on it holds the graph", "–", f"{first:.1f} s")
    seen.sort()
    half, most = statistics.median(seen), seen[min(len(seen) - 1, int(len(seen) * 0.95))]
    yield Row(
        f"save → visible to a second process with full text and vectors, warm watcher, {len(seen)} edits, p50 / p95",
        "≤ 150 ms / ≤ 500 ms",
        f"{ms(half)} / {ms(most)}; CPU of the watcher {ms(cpu / max(1, len(seen)))} an edit",
    )


def edited_files(bench: Bench) -> list[Path]:
    """The ten most depended upon Python files, and others at random."""
    with Index.open(bench.root, bench.config) as opened:
        users: dict[str, set[str]] = {}
        for e in opened.all_edges():
            if e.kind is EdgeKind.IMPORTS and (path := getattr(e.target, "path", "")).endswith(".py"):
                users.setdefault(path, set()).add(e.source.id)
        listed = [row.path for row in opened.files(language="python", limit=None).items if row.symbols > 1]
    first = sorted(users, key=lambda path: (-len(users[path]), path))[:10]
    rest = [path for path in listed if path not in first]
    random.Random(bench.options.seed).shuffle(rest)
    return [bench.root / path for path in (first + rest)[: bench.options.edits + 1]]


def visible_after(bench: Bench, path: Path, number: int) -> float:
    """Seconds from the save until another process finds what it says, by full text and with its vector."""
    until(lambda: at_rest(bench), "the watcher to come to rest")
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    name = f"freshly_made_{number}"
    found = OUTER.findall(text)
    there = random.Random(number).choice(found) if found else ""
    new = text
    if number % 3 == 1 and there:
        new = re.sub(rf"^def {there}\(", f"def {there}(one_more=None, ", text, count=1, flags=re.MULTILINE)
    elif number % 3 == 2 and there:
        new = re.sub(rf"^def {there}\(", f"def {there}_renamed(", text, count=1, flags=re.MULTILINE)
    new += f"\n\ndef {name}(first):\n    return first\n"
    generation = bench.generation()
    began = time.perf_counter()
    path.write_text(new, encoding="utf-8", errors="surrogateescape")
    until(lambda: bench.generation() > generation and finds(bench, name), f"{name} in {path}")
    took = time.perf_counter() - began
    if number % 3 == 2:  # and gone again
        generation = bench.generation()
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        until(lambda: bench.generation() > generation, f"{name} to go")
    return took


def finds(bench: Bench, name: str) -> bool:
    with Index.open(bench.root, bench.config) as opened:
        found = [hit.symbol.name for hit in opened.search(name, limit=3)]
        return name in found and not opened.vector_stats().problem


def branch(bench: Bench) -> Iterator[Row]:
    whole = index(bench, "--full")
    paths = [p for p in git(bench.root, "ls-files", "*.py").splitlines() if (bench.root / p).is_file()][:MANY_FILES]
    git(bench.root, "checkout", "-q", "-b", "touched")
    for number, name in enumerate(paths):
        with open(bench.root / name, "a", encoding="utf-8") as file:
            file.write(f"\n\ndef touched_{number}():\n    return {number}\n")
    git(bench.root, "commit", "-qam", "touched")
    away = index(bench)
    git(bench.root, "checkout", "-q", "-")
    back = index(bench)
    yield Row(
        f"branch switch touching {len(paths):,} files",
        f"≤ 0.6 × cold index = {0.6 * whole.cpu:.1f} s of CPU",
        f"{away.cpu:.1f} s there, {back.cpu:.1f} s back (cold {whole.cpu:.1f} s)",
    )


def burst(bench: Bench) -> Iterator[Row]:
    """Files are written again and again while earlier ones are being indexed."""
    index(bench)
    total = bench.options.writes
    names = [f"burst/part{n % 40}/file{n}.py" for n in range(total // 3)]
    with watcher(bench):
        for turn in range(3):
            for number, name in enumerate(names):
                path = bench.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"def written_{number}_{turn}():\n    return {number}\n")
        until(lambda: settled(bench), "the burst to settle")
        with Index.open(bench.root, bench.config) as opened:
            have = {symbol.name for symbol in opened.all_symbols() if symbol.path.startswith("burst/")}
    right = sum(f"written_{number}_2" in have for number in range(len(names)))
    shutil.rmtree(bench.root / "burst")
    share = f"{100 * right / len(names):.1f} % ({right:,} of {len(names):,} files)"
    yield Row(f"burst of {total:,} writes while indexing: final content in the index", "100 %", share)


def idle(bench: Bench) -> Iterator[Row]:
    index(bench)
    with watcher(bench) as process:
        until(lambda: settled(bench), "the watcher to settle")
        before, began = sum(p.cpu for p in measure.session(process.pid)), time.monotonic()
        end = began + IDLE_SECONDS
        until(lambda: time.monotonic() > end, "the time to pass")
        living = measure.session(process.pid)
        share = (sum(p.cpu for p in living) - before) / (time.monotonic() - began)
        memory = sum(measure.proportional_size(p.pid) for p in living) / 1e6
    yield Row(f"idle watcher, {files(bench):,} files", "< 0.5 % of a core, < 250 MB", f"{share:.2%}, {memory:.0f} MB")


# ---- what must always hold


def equal(bench: Bench) -> Iterator[Row]:
    done = fresh_edits.random_edits(
        bench.scratch / "edits", bench.options.sources, bench.options.random, bench.options.seed
    )
    yield Row(f"{done.tried:,} random edits of an index, compared with a rebuild each", "always equal", done.words)


def held(bench: Bench) -> Iterator[Row]:
    """One process for each processor, each with languages of its own."""
    options, each = bench.options, math.ceil(bench.options.random / len(bench.options.languages))
    with ProcessPoolExecutor() as pool:
        started = [
            pool.submit(
                fresh_edits.graph_edits,
                bench.scratch / name,
                options.sources,
                name,
                each,
                options.seed,
                options.longest,
            )
            for name in options.languages
        ]
        done = [future.result() for future in started]
    what = f"{sum(d.tried for d in done):,} random edits of a graph that is held, compared with a rebuild after each"
    yield Row(what, "always equal", "; ".join(d.words for d in done))


def kills(bench: Bench) -> Iterator[Row]:
    done = fresh_checks.kills(bench.scratch / "kills", bench.options.kills, bench.options.seed)
    must = f"{done.tried} of {done.tried}"
    yield Row("`kill -9` of indexer or watcher: readable, completed, equal to a rebuild", must, done.words)


def processes(bench: Bench) -> Iterator[Row]:
    done = fresh_checks.processes(bench.scratch / "processes", bench.options.seconds)
    yield Row(f"4 readers and 2 writers for {bench.options.seconds:g} s", "no error, no torn read", done.words)


def ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


ROWS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "edit": edit,
    "cold": cold,
    "branch": branch,
    "equal": equal,
    "held": held,
    "burst": burst,
    "kills": kills,
    "processes": processes,
    "idle": idle,
}

if __name__ == "__main__":
    sys.exit(main())
