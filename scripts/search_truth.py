"""Queries with relevant files, their indexed repositories, and the scorer.

All search scripts use them.

  CODEGRAPH_EVAL_DIR    folder with `codesearch.jsonl`, `codesearch_repos.json` and `score_search.py`
  CODEGRAPH_EVAL_REPOS  folder with a checkout of each repository, at the commit given there
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config

ROOT = Path(__file__).resolve().parent.parent


class JudgedQuery(NamedTuple):
    """One query.

    `relevant` are rows of the truth, as the scorer reads them.
    """

    id: str
    repo: str
    language: str
    category: str
    query: str
    relevant: list[dict[str, Any]]


class Truth(NamedTuple):
    queries: list[JudgedQuery]
    roots: dict[str, Path]  # by repository: the folder to index
    ndcg: Callable[[list[dict[str, Any]], list[dict[str, Any]]], float]
    hit: Callable[[dict[str, Any], dict[str, Any]], bool]


def load(names: list[str], repos: str, *, whole: bool = False) -> Truth | None:
    """Load the truth of the repositories that exist.

    The result is None, with the reason on stderr, when there are none.
    """
    folder = Path(os.environ.get("CODEGRAPH_EVAL_DIR", ROOT.parent / "shared" / "eval"))
    checkouts = Path(repos or os.environ.get("CODEGRAPH_EVAL_REPOS", "") or "missing")
    if not (folder / "codesearch.jsonl").is_file():
        return _skip(f"no codesearch.jsonl in {folder}: set CODEGRAPH_EVAL_DIR")
    if not checkouts.is_dir():
        return _skip("no checkouts: set CODEGRAPH_EVAL_REPOS to a folder that holds them, or give --repos")
    roots: dict[str, Path] = {}
    for row in json.loads((folder / "codesearch_repos.json").read_text()):
        name = row["repo"]
        if names and name not in names:
            continue
        here = checkouts / name
        if not here.is_dir():
            say(f"{name}: skipped, no checkout in {checkouts}")
            continue
        found = subprocess.run(["git", "-C", str(here), "rev-parse", "HEAD"], capture_output=True, text=True)
        if found.stdout.strip() != row["used"]:
            say(f"{name}: not at the commit of the truth ({row['used'][:12]}), figures may differ")
        roots[name] = here if whole or not row["root"] else here / row["root"]
    if not roots:
        return _skip("nothing to score")
    lines = (folder / "codesearch.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    queries = [
        JudgedQuery(r["id"], r["repo"], r["language"], r["category"], r["query"], r["relevant"])
        for r in rows
        if r["repo"] in roots
    ]
    scorer = _load_scorer(folder / "score_search.py")
    return Truth(queries, roots, scorer.ndcg, scorer.hit)


def _load_scorer(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("score_search", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def open_index(root: Path, home: Path) -> Iterator[Index]:
    """Open the index of a folder, updated first."""
    config = Config(home)
    index_repository(root, config)
    with Index.open(root, config) as index:
        yield index


def say(text: str) -> None:
    print(text, file=sys.stderr)


def _skip(why: str) -> None:
    say(f"skipped: {why}")
