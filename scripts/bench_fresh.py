#!/usr/bin/env python3
"""Freshness and robustness of an index, in one table.

    python scripts/bench_fresh.py REPOSITORY [--rows edit,cold,...] [--edits 100] [--random 200] [--kills 200] …

REPOSITORY (a git work tree; 2,500 files or more for the rows on speed) is copied and never changed. Checks that are
independent of the repository (kills, processes, random edits) use the samples that come with the project, or
`--sources`. Rows that take `--files` append a function to each in turn. With `--colby` and `--optave`, commands of the
two npm tools, the rows `first` and `question` measure these in the same run; `--tools` leaves some out. CPU time is
that of all processes.
"""

from __future__ import annotations

import argparse
import json
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
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import anyio
import fresh_checks
import fresh_edits
import measure
import tools
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from codegraph.graph_model import EdgeKind
from codegraph.query.index import Index
from codegraph.settings.config import Config, load
from codegraph.store.layout import get_index_folder
from codegraph.store.watching import Activity, get_watch_folder

CODEGRAPH = (sys.executable, "-m", "codegraph")
PAUSE = 0.002
DEADLINE = 600.0
MANY_FILES = 1_000  # touched by the branch
IDLE_SECONDS = 30.0
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

    def get_generation(self) -> int:
        return get_index_folder(self.config.home, self.root).get_current()


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
    parser.add_argument("--languages", nargs="*", default=fresh_edits.LANGUAGES, help="of the random edits")
    parser.add_argument("--longest", type=int, default=fresh_edits.LONGEST, help="bytes of a file that is edited")
    parser.add_argument("--separate", type=int, default=20, help="random edits that each have a process of their own")
    parser.add_argument("--state", type=Path, help="a file that keeps which random edits were done, to go on from")
    parser.add_argument("--files", nargs="*", default=[], help="files that are edited; by default six Python files")
    parser.add_argument("--rounds", type=int, default=3, help="edits of each file in the row `question`, and so on")
    parser.add_argument(
        "--signatures", nargs="*", default=[], metavar="FILE:NAME", help="functions that get one more parameter"
    )
    parser.add_argument("--tools", default="codegraph,colby,optave", help="whose commands the rows measure")
    parser.add_argument("--colby", metavar="COMMAND", help="the `codegraph` of @colbymchenry/codegraph")
    parser.add_argument("--optave", metavar="COMMAND", help="the `codegraph` of @optave/codegraph")
    parser.add_argument("--out", type=Path, help="write the rows there as JSON, too")
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
        run_git(scratch, "clone", "-q", "--no-hardlinks", str(options.repository.resolve()), str(bench.root))
        print("| what | must reach | measured |\n|---|---|---|")
        rows: list[Row] = []
        for name in options.rows.split(","):
            for row in ROWS[name](bench):
                print(f"| {row.what} | {row.must} | {row.found} |", flush=True)
                rows.append(row)
                if options.out is not None:
                    options.out.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n")
    return 0


def run_git(root: Path, *arguments: str) -> str:
    command = ("git", "-c", "user.name=b", "-c", "user.email=b@example.org", "-C", str(root), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def index(bench: Bench, *arguments: str) -> measure.Cost:
    return measure.run((*CODEGRAPH, "index", "-q", *arguments, str(bench.root)))


def wait_until(happened: Callable[[], bool], what: str, deadline: float = DEADLINE) -> None:
    end = time.monotonic() + deadline
    while not happened():
        if time.monotonic() > end:
            sys.exit(f"error: waited {deadline:g} s for {what}")
        time.sleep(PAUSE)


@contextmanager
def run_watcher(bench: Bench, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a watcher until it is idle, without a debounce unless requested."""
    process = subprocess.Popen(
        (*CODEGRAPH, "watch", "-q", "--debounce", "0", *options, str(bench.root)), start_new_session=True
    )
    folder = get_watch_folder(bench.config.home, bench.root)
    try:
        wait_until(lambda: folder.find_holder() is not None and is_idle(bench), "the watcher to begin")
        yield process
    finally:
        process.terminate()
        process.wait()


def is_idle(bench: Bench) -> bool:
    state = get_watch_folder(bench.config.home, bench.root).read()
    return state is not None and state.activity is Activity.IDLE and state.generation > 0


def is_settled(bench: Bench) -> bool:
    if not is_idle(bench):
        return False
    with Index.open(bench.root, bench.config) as opened:
        return opened.compute_freshness().fresh


# ---- speed


def measure_cold(bench: Bench) -> Iterator[Row]:
    index(bench)
    command = (*CODEGRAPH, "index", "-q", str(bench.root))
    ours = measure.measure_median_wall(command, env=os.environ)
    gits = measure.measure_median_wall(("git", "-C", str(bench.root), "status", "--porcelain"), env=os.environ)
    limit = 1.5 * gits + 0.4
    yield Row(
        f"`codegraph index`, {count_files(bench):,} files, nothing changed, process start included",
        f"≤ 1.5 × `git status` + 400 ms = {format_ms(limit)}",
        f"{format_ms(ours)} (`git status` {format_ms(gits)})",
    )


def count_files(bench: Bench) -> int:
    with Index.open(bench.root, bench.config) as opened:
        return opened.compute_stats().file_count


def edit(bench: Bench) -> Iterator[Row]:
    """Edit files under a watcher and measure when the edits are visible.

    Each edit adds an exported function, and in two of three edits an existing one is also given another signature or
    renamed; a second process waits until it finds the new one.
    """
    index(bench)
    chosen = choose_files(bench)
    seen: list[float] = []
    with run_watcher(bench) as process:
        first = measure_visibility(bench, chosen.pop(), 9_999)
        before = measure.list_session(process.pid)
        for number, path in enumerate(chosen):
            seen.append(measure_visibility(bench, path, number))
        cpu = sum(p.cpu for p in measure.list_session(process.pid)) - sum(p.cpu for p in before)
    yield Row("the first change that a watcher takes in, from which on it holds the graph", "–", f"{first:.1f} s")
    seen.sort()
    half, most = statistics.median(seen), seen[min(len(seen) - 1, int(len(seen) * 0.95))]
    yield Row(
        f"save → visible to a second process with full text and vectors, warm watcher, {len(seen)} edits, p50 / p95",
        "≤ 150 ms / ≤ 500 ms",
        f"{format_ms(half)} / {format_ms(most)}; CPU of the watcher {format_ms(cpu / max(1, len(seen)))} an edit",
    )


def choose_files(bench: Bench) -> list[Path]:
    """Return the ten Python files with most dependents, and others at random."""
    with Index.open(bench.root, bench.config) as opened:
        users: dict[str, set[str]] = {}
        for e in opened.iterate_edges():
            if e.kind is EdgeKind.IMPORTS and (path := getattr(e.target, "path", "")).endswith(".py"):
                users.setdefault(path, set()).add(e.source.id)
        listed = [row.path for row in opened.list_files(language="python", limit=None).items if row.symbols > 1]
    first = sorted(users, key=lambda path: (-len(users[path]), path))[:10]
    rest = [path for path in listed if path not in first]
    random.Random(bench.options.seed).shuffle(rest)
    return [bench.root / path for path in (first + rest)[: bench.options.edits + 1]]


def measure_visibility(bench: Bench, path: Path, number: int) -> float:
    """Return the seconds from a save until another process finds the new code.

    It has to be found by full text and with its vector.
    """
    wait_until(lambda: is_idle(bench), "the watcher to come to rest")
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
    generation = bench.get_generation()
    began = time.perf_counter()
    path.write_text(new, encoding="utf-8", errors="surrogateescape")
    wait_until(lambda: bench.get_generation() > generation and can_find(bench, name), f"{name} in {path}")
    took = time.perf_counter() - began
    if number % 3 == 2:  # and gone again
        generation = bench.get_generation()
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        wait_until(lambda: bench.get_generation() > generation, f"{name} to go")
    return took


def can_find(bench: Bench, name: str) -> bool:
    with Index.open(bench.root, bench.config) as opened:
        found = [hit.symbol.name for hit in opened.search(name, limit=3)]
        return name in found and not opened.compute_vector_stats().problem


def branch(bench: Bench) -> Iterator[Row]:
    whole = index(bench, "--full")
    paths = [p for p in run_git(bench.root, "ls-files", "*.py").splitlines() if (bench.root / p).is_file()][:MANY_FILES]
    run_git(bench.root, "checkout", "-q", "-b", "touched")
    for number, name in enumerate(paths):
        with open(bench.root / name, "a", encoding="utf-8") as file:
            file.write(f"\n\ndef touched_{number}():\n    return {number}\n")
    run_git(bench.root, "commit", "-qam", "touched")
    away = index(bench)
    run_git(bench.root, "checkout", "-q", "-")
    back = index(bench)
    yield Row(
        f"branch switch touching {len(paths):,} files",
        f"≤ 0.6 × cold index = {0.6 * whole.cpu:.1f} s of CPU",
        f"{away.cpu:.1f} s there, {back.cpu:.1f} s back (cold {whole.cpu:.1f} s)",
    )


def measure_burst(bench: Bench) -> Iterator[Row]:
    """Write files again and again while earlier ones are being indexed."""
    index(bench)
    total = bench.options.writes
    names = [f"burst/part{n % 40}/file{n}.py" for n in range(total // 3)]
    with run_watcher(bench):
        for turn in range(3):
            for number, name in enumerate(names):
                path = bench.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"def written_{number}_{turn}():\n    return {number}\n")
        wait_until(lambda: is_settled(bench), "the burst to settle")
        with Index.open(bench.root, bench.config) as opened:
            have = {symbol.name for symbol in opened.iterate_all_symbols() if symbol.path.startswith("burst/")}
    right = sum(f"written_{number}_2" in have for number in range(len(names)))
    shutil.rmtree(bench.root / "burst")
    share = f"{100 * right / len(names):.1f} % ({right:,} of {len(names):,} files)"
    yield Row(f"burst of {total:,} writes while indexing: final content in the index", "100 %", share)


def measure_idle(bench: Bench) -> Iterator[Row]:
    index(bench)
    with run_watcher(bench) as process:
        wait_until(lambda: is_settled(bench), "the watcher to settle")
        before, began = sum(p.cpu for p in measure.list_session(process.pid)), time.monotonic()
        end = began + IDLE_SECONDS
        wait_until(lambda: time.monotonic() > end, "the time to pass")
        living = measure.list_session(process.pid)
        share = (sum(p.cpu for p in living) - before) / (time.monotonic() - began)
        memory = sum(measure.measure_proportional_size(p.pid) for p in living) / 1e6
    yield Row(
        f"idle watcher, {count_files(bench):,} files", "< 0.5 % of a core, < 250 MB", f"{share:.2%}, {memory:.0f} MB"
    )


# ---- edits that are asked about at once


def list_tools(bench: Bench) -> list[tools.Tool]:
    """List the tools that are measured, with the commands that were given."""
    options = bench.options
    known = {"codegraph": tools.OURS}
    for name, tool, command in (("colby", tools.COLBY, options.colby), ("optave", tools.OPTAVE, options.optave)):
        if command:
            known[name] = tool._replace(command=(str(Path(command).resolve()),))
    return [known[name] for name in options.tools.split(",") if name in known]


@contextmanager
def copy_repository(bench: Bench, name: str = "copied") -> Iterator[tuple[Path, dict[str, str]]]:
    """Lend a fresh copy and an environment without an index and vectors."""
    root, home = bench.scratch / name / "repository", bench.scratch / name / "home"
    run_git(bench.scratch, "clone", "-q", "--no-hardlinks", str(bench.options.repository.resolve()), str(root))
    yield root, {**os.environ, "CODEGRAPH_HOME": str(home), "CODEGRAPH_VECTORS": "false"}
    shutil.rmtree(bench.scratch / name)


def list_edited(bench: Bench) -> list[str]:
    """List the files that are edited.

    By default these are Python files, three of much use and three of little."""
    missing = [path for path in bench.options.files if not (bench.root / path).is_file()]
    if missing:
        sys.exit(f"error: no file {', '.join(missing)}")
    if bench.options.files:
        return bench.options.files
    index(bench)
    found = [path.relative_to(bench.root).as_posix() for path in choose_files(bench)]
    return [*found[:3], *found[10:13]]


def measure_first_answers(bench: Bench) -> Iterator[Row]:
    """Measure the time until a question is answered, from nothing."""
    path = list_edited(bench)[0]
    for tool in list_tools(bench):
        found = [measure_first_answer(bench, tool, path) for _ in range(bench.options.rounds)]
        least = min(found)
        note = "; asked when it had ended, since it fails when asked before" if least.is_asked_after else ""
        yield Row(
            f"`{tool.build[0]}` started on nothing, until `{tool.callers[0]}` answers, {tool.name}; until it ends",
            "–",
            f"{least.answered:.1f} s; {least.built:.1f} s (least of {len(found)}{note})",
        )


def measure_first_answer(bench: Bench, tool: tools.Tool, path: str) -> tools.FirstAnswer:
    for poll in (True, False):
        with copy_repository(bench) as (root, env):
            name, user = tools.append_function(root / path, 0)
            answer = tools.wait_for_first_answer(tool, name, user, root, env, poll=poll)
        if answer is not None:
            return answer
    sys.exit(f"error: {tool.name} failed to index")


def measure_questions(bench: Bench) -> Iterator[Row]:
    """Measure an edit and the next question, each in its own process."""
    for tool in list_tools(bench):
        with copy_repository(bench) as (root, env):
            tool.run(tool.build, root=root, env=env)
            costs: dict[str, list[measure.Cost]] = {path: [] for path in list_edited(bench)}
            for number, path in enumerate([*costs] * bench.options.rounds):
                costs[path].append(tools.take_in(tool, *tools.append_function(root / path, number), root, env))
        yield describe_costs(f"an edit, then its callers, no watcher, {tool.name}", costs)


def describe_costs(what: str, costs: dict[str, list[measure.Cost]]) -> Row:
    every = [cost for each in costs.values() for cost in each]
    medians = ", ".join(
        f"{path} {statistics.median(cost.cpu for cost in each):.2f}" for path, each in costs.items() if each
    )
    cpu = [cost.cpu for cost in every]
    found = f"median {statistics.median(cpu):.2f} s, worst {max(cpu):.2f} s of CPU ({medians})"
    peak = max(cost.peak for cost in every) / 1e6
    return Row(f"{what}, {len(every)} edits", "–", f"{found}; {peak:.0f} MB at most")


def measure_signatures(bench: Bench) -> Iterator[Row]:
    """Give a function one more parameter, take it away again, ask each time."""
    with copy_repository(bench) as (root, env):
        tools.OURS.run(tools.OURS.build, root=root, env=env)
        costs: dict[str, list[measure.Cost]] = {}
        for each in bench.options.signatures:
            path, _, name = each.partition(":")
            text = (root / path).read_text()
            for content in (add_parameter(text, name.rpartition(".")[2]), text) * bench.options.rounds:
                (root / path).write_text(content)
                costs.setdefault(each, []).append(tools.OURS.ask(name, root, env))
    if costs:
        yield describe_costs("a signature changed, then its callers, no watcher", costs)


def add_parameter(text: str, name: str) -> str:
    changed = re.sub(rf"(def {name}\((?:self, )?)", r"\1one_more=None, ", text, count=1)
    if changed == text:
        sys.exit(f"error: no function {name}")
    return changed


def measure_watcher(bench: Bench) -> Iterator[Row]:
    """Measure what the first and later changes cost a watcher."""
    index(bench)
    paths = [bench.root / path for path in list_edited(bench)]
    found: list[measure.Cost] = []
    with run_watcher(bench) as process:
        for number, path in enumerate(paths * bench.options.rounds):
            before = sum(p.cpu for p in measure.list_session(process.pid))
            with Sampler(process.pid) as sampler:
                wall = measure_visibility(bench, path, 3 * number)
                wait_until(lambda: is_idle(bench), "the watcher to come to rest")
            cpu = sum(p.cpu for p in measure.list_session(process.pid)) - before
            found.append(measure.Cost(wall, cpu, sampler.peak, ""))
        resting = sum(measure.measure_proportional_size(p.pid) for p in measure.list_session(process.pid))
    one, later = found[0], found[1:]
    yield Row(
        "the first change that a watcher takes in",
        "–",
        f"{one.wall:.1f} s, {one.cpu:.1f} s of CPU, {one.peak / 1e6:.0f} MB at most",
    )
    yield Row(
        f"{len(later)} later ones, median and worst",
        "–",
        f"{statistics.median(c.wall for c in later):.2f}, {max(c.wall for c in later):.2f} s; "
        f"{statistics.median(c.cpu for c in later):.2f}, {max(c.cpu for c in later):.2f} s of CPU; "
        f"{max(c.peak for c in later) / 1e6:.0f} MB at most, {resting / 1e6:.0f} MB afterwards",
    )


class Sampler(Thread):
    """The most memory that a session has, as far as samples tell."""

    def __init__(self, leader: int) -> None:
        super().__init__()
        self.leader, self.peak, self.ended = leader, 0, Event()

    def run(self) -> None:
        while not self.ended.wait(measure.INTERVAL):
            living = measure.list_session(self.leader)
            self.peak = max(self.peak, sum(measure.measure_proportional_size(p.pid) for p in living))

    def __enter__(self) -> Sampler:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.join()


def measure_server(bench: Bench) -> Iterator[Row]:
    """Measure a server's next answer after an edit, without a watcher."""
    paths = list_edited(bench) * bench.options.rounds
    with copy_repository(bench) as (root, env):
        tools.OURS.run(tools.OURS.build, root=root, env=env)
        found = anyio.run(ask_server, root, env, paths)
    walls, cpu = [cost.wall for cost in found], [cost.cpu for cost in found]
    yield Row(
        f"a server alone, the next question after an edit, {len(found)} edits: first, median and worst of the others",
        "–",
        f"{walls[0]:.2f}, {statistics.median(walls[1:]):.2f}, {max(walls[1:]):.2f} s; "
        f"{cpu[0]:.2f}, {statistics.median(cpu[1:]):.2f}, {max(cpu[1:]):.2f} s of CPU; "
        f"{max(cost.peak for cost in found) / 1e6:.0f} MB at most",
    )


async def ask_server(root: Path, env: dict[str, str], paths: list[str]) -> list[measure.Cost]:
    """Edit files one after the other and ask a server about each edit at once."""
    before = {p.pid for p in measure.list_children()}
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "codegraph", "serve"], env=env, cwd=str(root)
    )
    found: list[measure.Cost] = []

    def find_processes() -> list[measure.Process]:
        leaders = {p.leader if p.leader == p.pid else p.pid for p in measure.list_children() if p.pid not in before}
        return [p for p in measure.list_processes() if p.leader in leaders or p.pid in leaders or p.parent in leaders]

    with open(os.devnull, "w") as nowhere:
        async with Client(stdio_client(parameters, errlog=nowhere)) as client:
            await client.list_tools()
            for number, path in enumerate(paths):
                name, user = tools.append_function(root / path, number)
                used, began = sum(p.cpu for p in find_processes()), time.perf_counter()
                answer = await client.call_tool("code_symbol", {"symbol": name})
                wall = time.perf_counter() - began
                if user not in str(answer.content):
                    sys.exit(f"error: the server does not find {user}: {str(answer.content)[:500]}")
                living = find_processes()
                peak = sum(measure.measure_proportional_size(p.pid) for p in living)
                found.append(measure.Cost(wall, sum(p.cpu for p in living) - used, peak, ""))
    return found


# ---- what must always hold


def compare_with_rebuild(bench: Bench) -> Iterator[Row]:
    """Compare an index with a rebuild after each of many random edits."""
    options = bench.options
    for edits, separate, how in ((options.random, 0, "in one process"), (0, options.separate, "each in its own")):
        blocks = fresh_edits.list_blocks(edits, separate, options.languages, options.seed)
        if blocks:
            done = fresh_edits.summarise(
                fresh_edits.run_blocks(blocks, options.sources, options.state, options.longest)
            )
            what = f"{done.tried:,} random edits of an index on disk, {how}, compared with a rebuild after each"
            yield Row(what, "always equal", done.words)


def kill_writers(bench: Bench) -> Iterator[Row]:
    done = fresh_checks.kill_writers(bench.scratch / "kills", bench.options.kill_writers, bench.options.seed)
    must = f"{done.tried} of {done.tried}"
    yield Row("`kill -9` of indexer or watcher: readable, completed, equal to a rebuild", must, done.words)


def run_processes(bench: Bench) -> Iterator[Row]:
    done = fresh_checks.run_processes(bench.scratch / "processes", bench.options.seconds)
    yield Row(f"4 readers and 2 writers for {bench.options.seconds:g} s", "no error, no torn read", done.words)


def format_ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


ROWS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "edit": edit,
    "first": measure_first_answers,
    "question": measure_questions,
    "signature": measure_signatures,
    "watched": measure_watcher,
    "served": measure_server,
    "cold": measure_cold,
    "branch": branch,
    "equal": compare_with_rebuild,
    "burst": measure_burst,
    "kills": kill_writers,
    "processes": run_processes,
    "idle": measure_idle,
}

if __name__ == "__main__":
    sys.exit(main())
