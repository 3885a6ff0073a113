#!/usr/bin/env python3
"""Recall of PHP's call edges against the calls that a test suite runs.

  eval_php_calls.py trace --out calls.json [--package DIR]... PROJECT -- phpunit --no-configuration tests
  eval_php_calls.py score PROJECT calls.json [--missing N]
  eval_php_calls.py sample PROJECT... --count 200 --seed 7

`trace` runs a command with Xdebug, whose trace is read while it is written, and keeps the pairs of functions of the
project of which one called the other without a function of PHP between them. Code of a closure is that of the
function around it. Destructors are left out: they run wherever the last reference goes. `score` indexes the project
and says how many of these pairs are edges, and how many more are when a call of a method stands for those that
override it. `sample` prints edges at random, to be judged by reading.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PREPEND = ROOT / "scripts" / "php_truth" / "prepend.php"
CLOSURE = re.compile(r"\{closure:(.+):(\d+)-(\d+)\}$")
CALLS = frozenset({"call", "implicit_call"})


class Place(NamedTuple):
    """A function with a name: where it stands in the project."""

    file: str
    start: int
    end: int
    name: str


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = options.add_subparsers(dest="command", required=True)
    tracing = commands.add_parser("trace")
    tracing.add_argument("project", type=Path)
    tracing.add_argument("--out", type=Path, required=True)
    tracing.add_argument("--package", type=Path, action="append", default=[], help="folder with a composer.json")
    tracing.add_argument("program", nargs=argparse.REMAINDER)
    scoring = commands.add_parser("score")
    scoring.add_argument("project", type=Path)
    scoring.add_argument("calls", type=Path)
    scoring.add_argument("--missing", type=int, default=0, help="print so many calls without an edge")
    sampling = commands.add_parser("sample")
    sampling.add_argument("projects", type=Path, nargs="+")
    sampling.add_argument("--count", type=int, default=200)
    sampling.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args()
    if chosen.command == "trace":
        return trace(chosen.project.resolve(), chosen.package, chosen.program, chosen.out)
    if chosen.command == "score":
        return score(chosen.project.resolve(), chosen.calls, chosen.missing)
    return sample([each.resolve() for each in chosen.projects], chosen.count, chosen.seed)


# -- tracing ------------------------------------------------------------------------------------------------------


def trace(project: Path, packages: Iterable[Path], program: list[str], out: Path) -> int:
    """Run a program and keep which functions of a project call which."""
    program = program[1:] if program[:1] == ["--"] else program
    with tempfile.TemporaryDirectory() as scratch:
        pipe, places = Path(scratch) / "calls.xt", Path(scratch) / "places.json"
        os.mkfifo(pipe)
        settings = {
            "xdebug.mode": "trace", "xdebug.start_with_request": "yes", "xdebug.trace_format": "1",
            "xdebug.use_compression": "0", "xdebug.output_dir": scratch, "xdebug.trace_output_name": "calls",
            "auto_prepend_file": str(PREPEND), "memory_limit": "-1", "xdebug.var_display_max_data": "0",
            "xdebug.var_display_max_depth": "0", "xdebug.var_display_max_children": "0",
        }  # fmt: skip
        flags = [part for key, value in settings.items() for part in ("-d", f"{key}={value}")]
        known = os.environ | {
            "PHP_TRUTH_PACKAGES": os.pathsep.join(str(each.resolve()) for each in packages),
            "PHP_TRUTH_PLACES": str(places),
        }
        running = subprocess.Popen(["php", *flags, *program], cwd=project, env=known, stdout=subprocess.PIPE)
        reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
        assert reader.stdout is not None and running.stdout is not None
        pairs = read_trace(line.decode("utf-8", "replace") for line in reader.stdout)
        told = running.stdout.read().decode("utf-8", "replace")
        running.wait()
        sys.stderr.write(told[-600:] + "\n")
        rows = json.loads(places.read_text())
    found = resolve_places(project, rows, pairs)
    out.write_text(json.dumps(sorted([list(a), list(b), count] for (a, b), count in found.items())))
    print(f"{len(found)} pairs of functions")
    return 0


def read_trace(lines: Iterable[str]) -> Counter[tuple[str, str]]:
    """Count direct calls between functions with a body, by their names."""
    stack: list[tuple[str, bool]] = []
    pairs: Counter[tuple[str, str]] = Counter()
    for line in lines:
        parts = line.split("\t", 8)
        if len(parts) < 7 or parts[2] != "0":
            continue
        level = int(parts[0])
        del stack[level - 1 :]
        stack.extend([("", False)] * (level - 1 - len(stack)))
        stack.append((parts[5], parts[6] == "1"))
        if level > 1 and stack[-1][1] and stack[-2][1]:
            pairs[(stack[-2][0], parts[5])] += 1
    return pairs


def resolve_places(
    project: Path, rows: Iterable[list[object]], pairs: Counter[tuple[str, str]]
) -> Counter[tuple[Place, Place]]:
    """Return the pairs whose functions both stand in the project."""
    named: dict[str, Place] = {}
    by_file: dict[str, list[Place]] = defaultdict(list)
    for name, file, start, end in rows:
        path = Path(str(file))
        if not path.is_relative_to(project) or "vendor" in path.parts or not path.is_file():  # `eval()'d code`
            continue
        relative = str(path.relative_to(project))
        plain = re.split(r"::|\\", str(name))[-1]
        place = Place(relative, int(str(start)), int(str(end)), plain)
        named[str(name).lower()] = place
        by_file[relative].append(place)
    for each in by_file.values():
        each.sort(key=lambda place: (place.start, -place.end))
    found: Counter[tuple[Place, Place]] = Counter()
    for (caller, callee), count in pairs.items():
        source = find_place(project, caller, named, by_file)
        target = named.get(callee.replace("->", "::").lower())
        if source is not None and target is not None:
            found[(source, target)] += count
    return found


def find_place(project: Path, name: str, named: dict[str, Place], by_file: dict[str, list[Place]]) -> Place | None:
    """Return the place of a function, or of the one around a closure."""
    closure = CLOSURE.search(name)
    if closure is None:
        return named.get(name.replace("->", "::").lower())
    path = Path(closure.group(1))
    if not path.is_relative_to(project):
        return None
    inside = by_file.get(str(path.relative_to(project)), [])
    line = int(closure.group(2))
    around = [place for place in inside if place.start <= line <= place.end]
    return min(around, key=lambda place: place.end - place.start) if around else None


# -- scoring ------------------------------------------------------------------------------------------------------


def export(project: Path) -> tuple[dict[str, dict[str, object]], list[dict[str, object]]]:
    """Index a project in a throw-away home; return its symbols by id, and its edges."""
    with tempfile.TemporaryDirectory() as home:
        known = os.environ | {"CODEGRAPH_HOME": home}
        tool = str(ROOT / ".venv" / "bin" / "codegraph")
        subprocess.run([tool, "index", "-q", str(project)], env=known, check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([tool, "export", "-q", str(project)], env=known, check=True, stdout=subprocess.PIPE)
    rows = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return {row["id"]: row for row in rows if row["type"] == "symbol"}, [row for row in rows if row["type"] == "edge"]


def score(project: Path, calls: Path, missing: int) -> int:
    """Print how many of the calls that ran are edges."""
    symbols, edges = export(project)
    finder = Finder(symbols)
    direct = {(str(e["caller_id"]), str(e["callee_id"])) for e in edges if e["kind"] in CALLS}
    above: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        if edge["kind"] == "override":
            above[str(edge["caller_id"])].add(str(edge["callee_id"]))
    rows = [
        row
        for row in json.loads(calls.read_text())
        if row[1][3] != "__destruct" and all((project / place[0]).is_file() for place in row[:2])  # no generated code
    ]
    total = exact = virtual = unknown = 0
    lost: list[str] = []
    for caller, callee, count in rows:
        source, target = finder.find(Place(*caller)), finder.find(Place(*callee))
        if not source or not target:
            unknown += 1
        total += 1
        if (source, target) in direct:
            exact += 1
        elif any((source, each) in direct for each in list_above(target, above)):
            virtual += 1
        else:
            lost.append(f"{caller[0]}:{caller[1]} {caller[3]} -> {callee[0]}:{callee[1]} {callee[3]} ({count})")
    print(
        f"{project.name}: {total} calls, recall {exact / total:.3f}, with overrides {(exact + virtual) / total:.3f}; "
        f"{unknown} without a symbol"
    )
    for line in random.Random(1).sample(lost, min(missing, len(lost))):
        print("  ", line)
    return 0


class Finder:
    """Symbols of functions by their place."""

    def __init__(self, symbols: dict[str, dict[str, object]]) -> None:
        self.by_name: dict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
        for key, row in symbols.items():
            if row["kind"] in ("function", "method", "constructor"):
                span = (int(str(row["start_line"])), int(str(row["end_line"])), key)
                self.by_name[(str(row["file"]), str(row["name"]).lower())].append(span)
        for spans in self.by_name.values():
            spans.sort()

    def find(self, place: Place) -> str:
        """Return the id of the function at a place, "" where there is none."""
        spans = self.by_name.get((place.file, place.name.lower()), [])
        at = bisect_right(spans, (place.start, sys.maxsize, ""))
        around = [key for start, end, key in spans[:at] if start <= place.start <= end]
        return around[-1] if around else next((key for start, end, key in spans if start <= place.end <= end), "")


def list_above(target: str, above: dict[str, set[str]]) -> Iterator[str]:
    """Yield what a method overrides, and what that overrides in turn."""
    pending, seen = [target], {target}
    while pending:
        for each in above.get(pending.pop(), ()):
            if each not in seen:
                seen.add(each)
                pending.append(each)
                yield each


def sample(projects: Iterable[Path], count: int, seed: int) -> int:
    """Print edges of calls at random, with their lines of code."""
    rows: list[str] = []
    for project in projects:
        symbols, edges = export(project)
        for edge in edges:
            source, target = symbols.get(str(edge["caller_id"])), symbols.get(str(edge["callee_id"]))
            if edge["kind"] in CALLS and source and target and source["language"] == "php":
                lines = edge.get("lines") or [0]
                at = int(str(lines[0])) if isinstance(lines, list) else 0
                text = (project / str(source["file"])).read_text("utf-8", "replace").splitlines()
                code = text[at - 1].strip() if 0 < at <= len(text) else ""
                said = f"{edge['kind']} {edge['resolution']}"
                place = f"{target['file']}:{target['line']} {target['qualname']}"
                rows.append(f"{project.name}\t{source['file']}:{at}\t{source['qualname']}\t{said}\t{place}\t{code}")
    for row in random.Random(seed).sample(rows, min(count, len(rows))):
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
