#!/usr/bin/env python3
"""Measure reports on changes: the uses that they break, and generated code.

  eval_report.py breaking|pulls|all --checkouts DIR [--half development|held_out] [--cache DIR] [--show]

DIR holds a git clone of each repository of `tests/evaluation/find/repositories.json`, by its name.

`breaking`: each edit of `breaking.jsonl` is made in a work tree of its own. A use is *listed* where the report names
its line, whether as broken or as one to look at; an edit is *whole* when all its breaking lines are listed and it has
no false one. A *false* use is a listed one that the edit does not break.

`pulls`: each pull request of `pull_requests.jsonl` is reported as Markdown. Rows are those of tables and lists that a
reviewer sees before unfolding anything.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.requests import ImpactRequest
from codegraph.render.impact.markdown import format_report_markdown
from codegraph.settings.config import load

ROOT = Path(__file__).resolve().parents[1]
SETS = ROOT / "tests" / "evaluation" / "find"
FIRST = 10
"""Rows that a reviewer reads."""


@dataclass(frozen=True, slots=True)
class Setting:
    checkouts: Path
    cache: Path
    show: bool


@dataclass(slots=True)
class Score:
    """Sums over edits. `certain` are listed uses that are said to be broken."""

    edits: int = 0
    whole: int = 0
    found: int = 0
    breaks: int = 0
    listed: int = 0
    certain: int = 0
    false: int = 0
    false_certain: int = 0


def read_rows(name: str, half: str, sets: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (sets / name).read_text(encoding="utf-8").splitlines() if line]
    return [row for row in rows if row["half"] == half]


def run_git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)


def clone(setting: Setting, name: str) -> Path:
    """Return a clone of a repository, in which nothing need be checked out."""
    tree = setting.cache / "trees" / name
    if not tree.exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        run_git(setting.cache, "clone", "--quiet", "--no-checkout", str(setting.checkouts / name), str(tree))
    return tree


def check_out(setting: Setting, name: str, commit: str) -> Path:
    """Return a work tree of a repository at a commit, without edits."""
    tree = clone(setting, name)
    run_git(tree, "checkout", "--quiet", "--force", "--detach", commit)
    run_git(tree, "clean", "-fdq")
    return tree


def report_on(setting: Setting, root: Path, **asked: Any) -> ChangeReport:
    config = replace(load(root), home=setting.cache / "home", vectors=False)
    context = Context(root, config)
    try:
        return load_handler(BY_NAME["impact"])(context, ImpactRequest(limit=0, **asked)).results
    finally:
        context.close()


def apply(tree: Path, row: dict[str, Any]) -> None:
    """Make the edit of a row. Raises SystemExit where its text is not there once."""
    path = tree / row["path"]
    text = path.read_text(encoding="utf-8")
    if text.count(row["old"]) != 1:
        raise SystemExit(f"{row['repository']}: the text of {row['name']} is not there exactly once")
    path.write_text(text.replace(row["old"], row["new"]), encoding="utf-8")


def list_uses(report: ChangeReport) -> dict[tuple[str, int], bool]:
    """List places of uses in a report → whether they are said to be broken."""
    found: dict[tuple[str, int], bool] = {}
    for row in report.changed:
        for use in row.uses:
            for line in use.lines:
                place = (use.symbol.path, line)
                found[place] = found.get(place, False) or use.certain
    return found


def score_edit(setting: Setting, row: dict[str, Any], score: Score) -> None:
    tree = check_out(setting, row["repository"], row["commit"])
    apply(tree, row)
    report = report_on(setting, tree, base="HEAD")
    run_git(tree, "checkout", "--quiet", "--force", "--detach", "HEAD")
    shift = row["new"].count("\n") - row["old"].count("\n")
    edited = _find_line(tree / row["path"], row["old"])

    def place_of(use: dict[str, Any]) -> tuple[str, int]:
        is_below = use["path"] == row["path"] and use["line"] > edited
        return use["path"], use["line"] + (shift if is_below else 0)

    listed = list_uses(report)
    breaks = {place_of(use) for use in row["breaks"]}
    false = set(listed) - breaks
    score.edits += 1
    score.whole += breaks <= set(listed) and not false
    score.breaks += len(breaks)
    score.found += len(breaks & set(listed))
    score.listed += len(listed)
    score.certain += sum(listed.values())
    score.false += len(false)
    score.false_certain += sum(listed[place] for place in false)
    if setting.show:
        print(f"{row['repository']} {row['name']} ({row['kind']}): {len(breaks & set(listed))} of {len(breaks)}")
        for path, line in sorted(breaks - set(listed)):
            print(f"    missed {path}:{line}")
        for path, line in sorted(false):
            print(f"    false {path}:{line}{' (broken)' if listed[path, line] else ''}")


def _find_line(path: Path, text: str) -> int:
    before = path.read_text(encoding="utf-8").partition(text)[0]
    return before.count("\n") + 1


def run_breaking(setting: Setting, rows: Sequence[dict[str, Any]]) -> None:
    score = Score()
    for row in rows:
        score_edit(setting, row, score)
        sys.stdout.flush()
    print(f"edits: {score.whole} of {score.edits} whole; breaking uses listed {score.found} of {score.breaks}")
    print(f"listed: {score.listed}, of them said to be broken {score.certain}")
    print(f"false: {score.false}, of them said to be broken {score.false_certain}")


def list_seen_rows(page: str) -> Iterator[str]:
    """Yield rows of tables and lists that are seen before unfolding, in order."""
    seen = re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)
    for line in seen.splitlines():
        if re.match(r"\s*- |\| \d", line):
            yield line


def run_pulls(setting: Setting, rows: Sequence[dict[str, Any]]) -> None:
    first = told = contracts = wanted = 0
    for row in rows:
        tree = clone(setting, row["repository"])
        report = report_on(setting, tree, base=row["base"], head=row["head"])
        seen = list(list_seen_rows(format_report_markdown(report)))
        generated = [line for line in seen[:FIRST] if any(path in line for path in row["generated"])]
        top = [each for each in report.changed[:FIRST] if each.symbol.path in row["generated"] and not each.generated]
        first += len(generated)
        told += len(top)
        named = {each.path for each in report.surfaces}
        contracts += len(named & set(row["contracts"]))
        wanted += len(row["contracts"])
        if setting.show:
            print(f"{row['repository']} {row['head'][:10]}: {len(seen)} rows, {report.generated_total} folded symbols")
            for line in generated:
                print(f"    generated: {line}")
            for path in sorted(set(row["contracts"]) - named):
                print(f"    contract not named: {path}")
    print(f"pull requests: {len(rows)}; rows of generated code in the first {FIRST}: {first}")
    print(f"changed symbols of generated code that are not folded, in the first {FIRST}: {told}")
    print(f"contracts named: {contracts} of {wanted}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("breaking", "pulls", "all"))
    parser.add_argument("--checkouts", type=Path, required=True)
    parser.add_argument("--half", choices=("development", "held_out"), default="development")
    parser.add_argument("--cache", type=Path, default=Path("/tmp/codegraph-report"))
    parser.add_argument("--sets", type=Path, default=SETS, help="the folder of the sets")
    parser.add_argument("--only", default="", help="rows of one repository")
    parser.add_argument("--show", action="store_true", help="name what is missed and what is false")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    setting = Setting(options.checkouts, options.cache, options.show)
    for part, name, run in (
        ("breaking", "breaking.jsonl", run_breaking),
        ("pulls", "pull_requests.jsonl", run_pulls),
    ):
        if options.part in (part, "all"):
            rows = read_rows(name, options.half, options.sets)
            run(setting, [row for row in rows if options.only in ("", row["repository"])])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
