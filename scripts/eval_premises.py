#!/usr/bin/env python3
"""Precision and recall of the states of notes after edits of real code.

  CODEGRAPH_EVAL_DIR    folder with `premises.jsonl` (default: tests/evaluation)

  eval_premises.py [--packages FOLDER] [--show]

Each row names a released package, a symbol of it, an edit, and the state that a note about the symbol has then. The
package is indexed as it was released and the note anchored; then the edit is made, and the anchor judged. Packages are
downloaded by `pip download` and `npm pack` into FOLDER, unless they are there.

Rows are in two halves. `--show` lists the disagreements of the half `development`; of `held_out` only scores are told.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import judge_of
from codegraph.settings.config import Config

ROOT = Path(__file__).resolve().parents[1]
STATES = ("fresh", "changed", "suspect", "gone")
FRESH = ("unchanged", "moved")
IDENTITY = ("-c", "user.name=eval", "-c", "user.email=eval@example.org")

Row = dict[str, Any]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--packages", type=Path, help="where packages are kept (default: nowhere)")
    arguments.add_argument("--show", action="store_true", help="list disagreements of the half `development`")
    options = arguments.parse_args()
    folder = Path(os.environ.get("CODEGRAPH_EVAL_DIR", ROOT / "tests" / "evaluation"))
    rows = [json.loads(line) for line in (folder / "premises.jsonl").read_text(encoding="utf-8").splitlines() if line]
    by_package: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_package[row["package"]].append(row)
    pairs: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as scratch:
        kept = options.packages or Path(scratch) / "packages"
        for package, edits in by_package.items():
            found = judge_package(fetch_package(package, kept), edits, Path(scratch))
            for row, (state, because) in zip(edits, found, strict=True):
                pairs[row["half"]][row["expected"], state] += 1
                if options.show and state != row["expected"] and row["half"] == "development":
                    print(f"{row['id']} {row['about']}: {row['expected']}, ours {state} ({because})", file=sys.stderr)
    print_scores(pairs)
    return 0


def fetch_package(package: str, folder: Path) -> Path:
    """Return the folder of an unpacked package, downloaded where it is not there."""
    registry, _, name = package.partition(":")
    place = folder / name.replace("/", "-")
    if not place.exists():
        with tempfile.TemporaryDirectory() as scratch:
            command = ["npm", "pack", "--silent", name]
            if registry == "pypi":
                command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", name]
            subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.DEVNULL)
            (archive,) = (path for path in Path(scratch).iterdir() if path.name.endswith((".tar.gz", ".tgz")))
            with tarfile.open(archive) as packed:
                packed.extractall(Path(scratch) / "unpacked", filter="data")
            (top,) = (Path(scratch) / "unpacked").iterdir()
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(top, place)
    return place


def judge_package(package: Path, edits: Sequence[Row], scratch: Path) -> list[tuple[str, str]]:
    """Return the state of each edit's note, and what makes it suspect."""
    root = scratch / package.name
    shutil.copytree(package, root)
    for command in (("init", "-q"), ("add", "-A"), (*IDENTITY, "commit", "-q", "-m", "released")):
        subprocess.run(("git", *command), cwd=root, check=True)
    config = Config(home=scratch / "home", vectors=False)
    index_repository(root, config)
    context = Context(root, config)
    try:
        return [judge_edit(context, row) for row in edits]
    finally:
        context.close()


def judge_edit(context: Context, row: Row) -> tuple[str, str]:
    """Return the state of a note after an edit, which is undone again."""
    path, _, name = row["about"].partition("::")
    symbols = context.index(refresh=False).list_file_symbols(path)
    target = next((each.id for each in symbols if each.qualname == name), None)
    if target is None:
        return "not found", ""
    anchor = judge_of(context).anchor(target)
    edited = context.repo / row["edit"]["path"]
    before = edited.read_text(encoding="utf-8")
    assert before.count(row["edit"]["old"]) == 1, row["id"]
    edited.write_text(before.replace(row["edit"]["old"], row["edit"]["new"]), encoding="utf-8")
    try:
        (report,) = judge_of(context).judge([anchor])
    finally:
        edited.write_text(before, encoding="utf-8")
    return "fresh" if report.state.value in FRESH else report.state.value, report.describe_premises()


def print_scores(pairs: dict[str, Counter[tuple[str, str]]]) -> None:
    print("| half | state | edits | precision | recall |\n|---|---|---|---|---|")
    for half, counts in sorted(pairs.items()):
        for state in STATES:
            right = counts[state, state]
            told = sum(n for (_, ours), n in counts.items() if ours == state)
            true = sum(n for (expected, _), n in counts.items() if expected == state)
            print(f"| {half} | {state} | {true} | {right / max(told, 1):.3f} | {right / max(true, 1):.3f} |")


if __name__ == "__main__":
    sys.exit(main())
