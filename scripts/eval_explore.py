#!/usr/bin/env python3
"""Recall of `codegraph explore` on questions whose answers are known.

The rows are those of `tests/evaluation/find/questions.jsonl`. A place counts as shown when its definition is one of the
symbols of the answer, and as named when the answer, cut to `--budget` tokens, says its file and its name.

  eval_explore.py --half development --folder DIR [--checkouts DIR] [--each] [NAME ...]

`--folder` keeps a work tree and an index of every repository between runs.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from evaluation_sets.checkouts import Checkouts, MissingCheckoutError, read_rows

from codegraph.indexing.incremental import update_index
from codegraph.operations.context import Context
from codegraph.operations.explore import explore
from codegraph.operations.requests import ExploreRequest
from codegraph.render.text.explore import format_explore
from codegraph.settings.config import Config

BUDGET = 6_000
"""Tokens that the tool of agents has by default."""


class Score(NamedTuple):
    """Shares of the needed functions that are shown and that are named."""

    shown: float
    named: float
    all_shown: bool
    all_named: bool
    files: bool
    seconds: float


def ask(context: Context, row: dict[str, Any], limit: int, budget: int) -> tuple[Score, list[str]]:
    """Ask one question, and return its score with the names that are missing."""
    start = time.perf_counter()
    answer = explore(context, ExploreRequest(row["question"], limit=limit, budget=budget)).results
    seconds = time.perf_counter() - start
    text = "\n".join(format_explore(answer))
    shown = {(focus.symbol.path, focus.symbol.qualname.rpartition(".")[2]) for focus in answer.foci}
    wanted = [(one["path"], one["name"].rpartition(".")[2]) for one in row["functions"]]
    is_shown = [one in shown for one in wanted]
    is_named = [
        path in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None for path, name in wanted
    ]
    missing = [f"{path}::{name}" for (path, name), found in zip(wanted, is_named) if not found]
    return (
        Score(
            sum(is_shown) / len(wanted),
            sum(is_named) / len(wanted),
            all(is_shown),
            all(is_named) and all(path in text for path in row["files"]),
            all(path in text for path in row["files"]),
            seconds,
        ),
        missing,
    )


def list_contexts(checkouts: Checkouts, rows: Sequence[dict[str, Any]], folder: Path) -> Iterator[tuple[str, Context]]:
    """Yield every repository of the rows with its index."""
    for name in dict.fromkeys(row["repository"] for row in rows):
        commit = next(row["commit"] for row in rows if row["repository"] == name)
        root = (folder / "questions" / name).resolve()
        if not root.is_dir():
            checkouts.read_text(name, "worktree", "add", "--force", "--detach", str(root), commit)
        config = Config((folder / "home").resolve())
        update_index(root, config)
        context = Context(root, config)
        try:
            yield name, context
        finally:
            context.close()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--half", choices=("development", "held_out"), default="development")
    options.add_argument("--folder", type=Path, required=True, help="where work trees and indexes are kept")
    options.add_argument("--checkouts", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    options.add_argument("--limit", type=int, default=8, help="symbols an answer may hold")
    options.add_argument("--budget", type=int, default=BUDGET, help="tokens an answer may have")
    options.add_argument("--each", action="store_true", help="also list every question of the development half")
    chosen = options.parse_args()
    rows = [r for r in read_rows("questions") if r["half"] == chosen.half]
    rows = [r for r in rows if not chosen.names or r["repository"] in chosen.names]
    scores: list[Score] = []
    try:
        checkouts = Checkouts.from_environment(chosen.checkouts)
        for name, context in list_contexts(checkouts, rows, chosen.folder):
            for row in (r for r in rows if r["repository"] == name):
                score, missing = ask(context, row, chosen.limit, chosen.budget)
                scores.append(score)
                if chosen.each and chosen.half == "development":
                    print(f"{score.named:.2f} {score.shown:.2f} {name}: {row['question'][:90]} - {', '.join(missing)}")
    except MissingCheckoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    count = len(scores)
    print("| questions | all named | all shown | all files | functions named | functions shown | ms |")
    print("|---|---|---|---|---|---|---|")
    shares = [
        sum(getattr(s, part) for s in scores) / count for part in ("all_named", "all_shown", "files", "named", "shown")
    ]
    middle = sorted(s.seconds for s in scores)[count // 2]
    print(f"| {count} | {' | '.join(f'{share:.3f}' for share in shares)} | {1000 * middle:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
