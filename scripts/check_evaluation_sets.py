#!/usr/bin/env python3
"""Check of the sets about finding code against their checkouts.

  check_evaluation_sets.py [--checkouts DIR]

Rows of a repository that has no checkout are counted and left out. A fault is a line on stdout and ends in exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from evaluation_sets.changes import is_source
from evaluation_sets.checkouts import SETS, Checkouts, MissingCheckoutError, list_repositories, read_rows
from evaluation_sets.definitions import read_definitions

LEAST = {"locate": 220, "questions": 40, "tasks": 20, "breaking": 24, "pull_requests": 12}
HALVES = ("development", "held_out")
KINDS = (
    "parameter added",
    "parameter removed",
    "parameter renamed",
    "parameters reordered",
    "annotation changed",
    "default removed",
    "field type changed",
    "return type changed",
)


def check_shape(name: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with a set as a whole."""
    if len(rows) < LEAST[name]:
        yield f"{name}: {len(rows)} rows, at least {LEAST[name]} are wanted"
    halves: dict[str, set[str]] = {half: {row["repository"] for row in rows if row["half"] == half} for half in HALVES}
    if halves["development"] & halves["held_out"]:
        yield f"{name}: in both halves: {sorted(halves['development'] & halves['held_out'])}"
    if sum(row["half"] in HALVES for row in rows) != len(rows):
        yield f"{name}: a row has no half"
    known = {repository.name for repository in list_repositories()}
    for missing in sorted({row["repository"] for row in rows} - known):
        yield f"{name}: {missing} is not in repositories.json"
    if len({json.dumps(row, sort_keys=True) for row in rows}) != len(rows):
        yield f"{name}: a row stands there twice"


def check_row(checkouts: Checkouts, name: str, row: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one row, as its checkout shows it."""
    commit = row["parent"] if name == "locate" else row["base"] if name == "pull_requests" else row["commit"]
    for function in row.get("functions", ()):
        yield from _check_function(checkouts, row, commit, function)
    for path in row.get("files", ()):
        _read(checkouts, row, commit, path)
    if name == "locate":
        yield from _check_fix(checkouts, row)
    elif name == "breaking":
        yield from _check_edit(checkouts, row)
    elif name == "pull_requests":
        changed = checkouts.read_text(row["repository"], "diff", "--name-only", row["base"], row["head"]).splitlines()
        yield from (
            f"{path} is not changed by the pull request"
            for path in {*row["generated"], *row["contracts"]} - set(changed)
        )


def _read(checkouts: Checkouts, row: dict[str, Any], commit: str, path: str) -> bytes:
    return checkouts.read_file(row["repository"], commit, path)


def _check_function(checkouts: Checkouts, row: dict[str, Any], commit: str, function: dict[str, Any]) -> Iterator[str]:
    path, name = function["path"], function["name"]
    if path not in row["files"]:
        yield f"{path} has functions and is not among the files"
    definitions = read_definitions(path, _read(checkouts, row, commit, path))
    found = [one for one in definitions if one.name == name]
    if not found:
        near = [one.name for one in definitions if one.name.split(".")[-1] == name.split(".")[-1]]
        yield f"{path} has no {name}" + (f", only {', '.join(near)}" if near else "")
    elif "first" in function and (function["first"], function["last"]) not in {(one.first, one.last) for one in found}:
        yield f"{path}: {name} is not at lines {function['first']} to {function['last']}"


def _check_fix(checkouts: Checkouts, row: dict[str, Any]) -> Iterator[str]:
    parents = checkouts.read_text(row["repository"], "log", "-1", "--format=%P", row["commit"]).split()
    if row["parent"] not in parents:
        yield f"{row['parent']} is no parent of {row['commit']}"
    if not 1 <= len(row["files"]) <= 5 or not all(is_source(path) for path in row["files"]):
        yield f"{row['commit']} names files that are no source, or too many"
    form = row["form"]
    if form and checkouts.has(form["repository"]):
        checkouts.read_file(form["repository"], form["commit"], form["path"])


def _check_edit(checkouts: Checkouts, row: dict[str, Any]) -> Iterator[str]:
    text = _read(checkouts, row, row["commit"], row["path"]).decode("utf-8", "replace")
    if text.count(row["old"]) != 1:
        yield f"{row['path']}: the old text occurs {text.count(row['old'])} times: {row['old'][:60]!r}"
    if row["old"] == row["new"] or row["kind"] not in KINDS:
        yield f"{row['path']}: the edit changes nothing, or is of no known kind"
    for use in (*row["breaks"], *row["keeps"]):
        lines = _read(checkouts, row, row["commit"], use["path"]).decode("utf-8", "replace").splitlines()
        if not 1 <= use["line"] <= len(lines) or row["name"].split(".")[-1] not in lines[use["line"] - 1]:
            yield f"{use['path']}:{use['line']} does not spell {row['name'].split('.')[-1]}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--checkouts", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    try:
        checkouts: Checkouts | None = Checkouts.from_environment(options.parse_args().checkouts)
    except MissingCheckoutError as error:
        print(f"only shapes are checked: {error}", file=sys.stderr)
        checkouts = None
    faults = 0
    for name in LEAST:
        if not (SETS / f"{name}.jsonl").exists():
            print(f"{name}: no such set")
            faults += 1
            continue
        rows = read_rows(name)
        found = list(check_shape(name, rows))
        skipped: Counter[str] = Counter()
        for row in rows:
            if checkouts is None or not checkouts.has(row["repository"]):
                skipped[row["repository"]] += 1
                continue
            try:
                found.extend(f"{name}, {row['repository']}: {fault}" for fault in check_row(checkouts, name, row))
            except MissingCheckoutError as error:
                found.append(f"{name}: {error}")
        print(*found, sep="\n", end="\n" if found else "")
        halves = Counter(row["half"] for row in rows)
        note = f", skipped without a checkout: {dict(skipped)}" if skipped else ""
        print(f"{name}: {len(rows)} rows, {halves['development']} development, {halves['held_out']} held out{note}")
        faults += len(found)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
