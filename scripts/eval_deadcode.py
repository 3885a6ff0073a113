#!/usr/bin/env python3
"""Accuracy of dead code: listed candidates and planted ones.

`eval_deadcode.py measure REPOSITORY` plants 20 unused functions, exports and methods in a copy and counts those
that are listed. Of the other candidates it prints 40, or all, by a fixed seed, to be read by hand.
`eval_deadcode.py score` prints the share of judged candidates that are dead, by repository and half.
`eval_deadcode.py rerun REPOSITORY` prints how many judged candidates are listed now, dead and alive.

What is recorded of a repository is in `deadcode_figures.json`. An action fails where a figure is worse than that; where
none is recorded, `score` asks for a share of 0.8 and `measure` for 15 planted symbols.
`--path` is the part of the repository that is the application, and `--language` what it is written in.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
JUDGED = ROOT / "tests" / "evaluation" / "find" / "deadcode.jsonl"
FIGURES = JUDGED.with_name("deadcode_figures.json")
SEED = 20_261_128
READ = 40
PLANTED = 20
SMALLEST = 15  # lines of a module in which something is planted
ENDINGS = {"python": (".py",), "typescript": (".ts", ".tsx")}
ASIDE = re.compile(
    r"(^|/)(tests?|__tests__|e2e|cypress|examples?|docs?|scripts|dev|docker|migrations|versions|node_modules|generated|"
    r"proto|fixtures|mocks?|public|\.[^/]+)/|\.(test|spec|stories|config|d)\.\w+$|(^|/)(conftest|test_\w+|setup|manage)\.py$"
)
WORDS = ("settle", "ledger", "drift", "orbit", "quarry", "lantern", "pivot", "mosaic", "harbor", "thicket", "cobalt")


class Plant(NamedTuple):
    path: str
    name: str
    kind: str  # function | export | method


class Figures(NamedTuple):
    """Figures that were recorded of a repository.

    `alive` counts the judged candidates that are still listed although something uses them."""

    share: float = 0.8
    planted: int = PLANTED * 3 // 4
    alive: int = 0


def read_figures(repository: str) -> Figures:
    """Return what is recorded of a repository, by its name or that of its folder."""
    recorded = json.loads(FIGURES.read_text(encoding="utf-8"))
    name = repository.rpartition("/")[2]
    return next((Figures(**kept) for known, kept in recorded.items() if known.rpartition("/")[2] == name), Figures())


def read_judged(repository: str = "") -> list[dict[str, Any]]:
    """Return the judged rows, of all repositories or of one by the name of its folder."""
    rows = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if repository in ("", row["repository"].rpartition("/")[2])]


def run_codegraph(repository: Path, home: Path, *arguments: str) -> str:
    """Return what a command of this checkout prints about a repository."""
    environment = dict(os.environ, CODEGRAPH_HOME=str(home), CODEGRAPH_VECTORS="false")
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (ROOT, ROOT / "parsers")))
    command = [sys.executable, "-P", "-m", "codegraph", "-C", str(repository), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


def list_candidates(repository: Path, home: Path, path: str, language: str) -> list[dict[str, Any]]:
    """Return the rows of an application that are listed as dead."""
    run_codegraph(repository, home, "index", "--quiet")
    asked = ["dead-code", "--json", "--limit", "0", *(["--path", path] if path else [])]
    rows = json.loads(run_codegraph(repository, home, *asked))["results"]["symbols"]
    return [row for row in rows if row["symbol"]["file"].endswith(ENDINGS[language])]


def sample(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows that are read by hand, in the order of files and lines."""
    chosen = random.Random(SEED).sample(rows, READ) if len(rows) > READ else rows
    return sorted(chosen, key=lambda row: (row["symbol"]["file"], row["symbol"]["line"]))


def list_modules(repository: Path, path: str, language: str) -> list[str]:
    """Return the modules of an application that are long enough to be real."""
    listed = subprocess.run(
        ["git", "ls-files", path or "."], cwd=repository, capture_output=True, text=True, check=True
    )
    return [
        name
        for name in listed.stdout.splitlines()
        if name.endswith(ENDINGS[language])
        and not ASIDE.search(name)
        and (repository / name).is_file()
        and (repository / name).read_text(errors="replace").count("\n") >= SMALLEST
    ]


def find_class_ends(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield lines (from 0) before which a method can be put, with its indentation."""
    lines = text.splitlines()
    if language == "python":
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and any(isinstance(each, ast.FunctionDef) for each in node.body):
                yield node.end_lineno or 0, " " * node.body[0].col_offset
        return
    inside = False
    for number, line in enumerate(lines):
        inside = inside or re.match(r"(export )?(default )?(abstract )?class \w+", line) is not None
        if inside and line == "}":
            yield number, "  "
            inside = False


def write_plant(name: str, kind: str, language: str, indent: str) -> list[str]:
    """Return the lines of something that nobody uses."""
    if language == "python":
        receiver = "self, " if kind == "method" else ""
        head = f"{indent}def {'_' if kind == 'function' else ''}{name}({receiver}amount):"
        return ["", head, f"{indent}    total = amount * 3", f"{indent}    return total + len(str(amount))"]
    head = {
        "method": f"{indent}{name}(amount: number): number {{",
        "export": f"export function {name}(amount: number) {{",
    }
    lines = ["", head.get(kind, f"function {name}(amount: number) {{"), f"{indent}  const total = amount * 3;"]
    return [*lines, f"{indent}  return total + String(amount).length;", f"{indent}}}"]


def write_plants(repository: Path, path: str, language: str) -> list[Plant]:
    """Put unused functions, exports and methods into modules of a copy."""
    chooser = random.Random(SEED)
    modules = list_modules(repository, path, language)
    with_classes = [m for m in modules if [*find_class_ends((repository / m).read_text(), language)]]
    found: list[Plant] = []
    for number in range(PLANTED):
        kind = ("function", "export", "method")[number % 3]
        if kind == "method" and not with_classes:
            kind = "export"
        module = chooser.choice(with_classes if kind == "method" else modules)
        for each in (modules, with_classes):  # no module has two
            each[:] = [name for name in each if name != module]
        first, second = chooser.sample(WORDS, 2)
        name = f"{first}_{second}_{number}" if language == "python" else f"{first}{second.title()}{number}"
        lines = (repository / module).read_text().splitlines()
        at, indent = len(lines), ""
        if kind == "method":
            at, indent = chooser.choice([*find_class_ends((repository / module).read_text(), language)])
        lines[at:at] = write_plant(name, kind, language, indent)
        (repository / module).write_text("\n".join(lines) + "\n")
        found.append(Plant(module, f"_{name}" if language == "python" and kind == "function" else name, kind))
    return found


def measure(repository: Path, home: Path, path: str, language: str) -> int:
    """Print which planted symbols and what else is listed.

    Return 1 when fewer planted ones are than recorded."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / repository.name
        shutil.copytree(repository, copy, symlinks=True)
        planted = write_plants(copy, path, language)
        rows = list_candidates(copy, home, path, language)
    listed = {(row["symbol"]["file"], row["symbol"]["name"]) for row in rows}
    found = [each for each in planted if (each.path, each.name) in listed]
    for each in planted:
        print(f"{'found' if each in found else 'missed':6}  {each.kind:8}  {each.path}  {each.name}")
    print(f"{len(found)} of {len(planted)} planted found")
    names = {(each.path, each.name) for each in planted}
    others = [row for row in rows if (row["symbol"]["file"], row["symbol"]["name"]) not in names]
    chosen = sample(others)
    for row in chosen:
        symbol = row["symbol"]
        print(f"{symbol['file']}  {symbol['qualname']}  {symbol['kind']}  {row['reason']}")
    print(f"{len(chosen)} of {len(others)} candidates")
    return 0 if len(found) >= read_figures(repository.name).planted else 1


def compare_judged(repository: Path, home: Path, path: str, language: str) -> int:
    """Print how many judged candidates of a checkout are listed.

    Return 1 when more of those alive are than recorded."""
    listed = {
        (row["symbol"]["file"], row["symbol"]["qualname"]) for row in list_candidates(repository, home, path, language)
    }
    judged = {(row["path"], row["symbol"]): row["verdict"] for row in read_judged(repository.name)}
    counts = {verdict: sum(found == verdict for found in judged.values()) for verdict in ("dead", "alive")}
    kept = {verdict: sum(judged.get(each) == verdict for each in listed) for verdict in ("dead", "alive")}
    for verdict, total in counts.items():
        print(f"{kept[verdict]} of {total} judged {verdict} are listed")
    print(f"{len(listed - judged.keys())} others are listed")
    return 0 if kept["alive"] <= read_figures(repository.name).alive else 1


def score() -> int:
    """Print the share of judged rows that are dead.

    Return 1 when it is below what is recorded of a repository."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in read_judged():
        each = counts[row["half"], row["repository"]]
        each[0] += row["verdict"] == "dead"
        each[1] += 1
    for (half, repository), (dead, judged) in sorted(counts.items()):
        print(f"{half:12}  {repository:32}  {dead:3} of {judged:3} dead  {dead / judged:.2f}")
    worse = [name for (_, name), (dead, judged) in counts.items() if dead < read_figures(name).share * judged]
    for name in sorted(worse):
        print(f"{name} is below {read_figures(name).share:.2f}")
    return 1 if worse else 0


def main() -> int:
    """Measure, run again, or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("measure", "rerun", "score"))
    parser.add_argument("repository", type=Path, nargs="?", help="a checkout with its .git folder")
    parser.add_argument("--path", default="", help="the part of it that is the application")
    parser.add_argument("--home", type=Path, help="a folder for indexes, which makes a second run faster")
    parser.add_argument("--language", default="typescript", choices=sorted(ENDINGS))
    arguments = parser.parse_args()
    if arguments.action == "score":
        return score()
    if arguments.repository is None:
        parser.error("which repository?")
    repository = arguments.repository.resolve()
    with tempfile.TemporaryDirectory() as folder:
        act = measure if arguments.action == "measure" else compare_judged
        return act(repository, arguments.home or Path(folder), arguments.path, arguments.language)


if __name__ == "__main__":
    sys.exit(main())
