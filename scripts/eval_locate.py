#!/usr/bin/env python3
"""Accuracy of `codegraph locate` on issues whose fixes are known.

The rows are those of `tests/evaluation/find/locate.jsonl`, each asked at the parent of its fix. Two figures for each
depth: all files, and all functions, of the fix are among the first 1, 5 or 10. Rows that stand in a form are asked
twice, bare and in it. Beside it stand BM25 over whole source files and over the bodies of functions, on the same text.

  eval_locate.py --half development --folder DIR [--checkouts DIR] [--only locate | index] [--most N] [--results FILE]
      [NAME ...]

`--folder` keeps a work tree and an index of every row. An index starts from that of the row before, and a later run
finds it as it was: only the first run takes long. `--only index` does no more than make them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from evaluation_sets.checkouts import Checkouts, MissingCheckoutError, read_rows
from evaluation_sets.issues import clean_message, write_issue

from codegraph.indexing.incremental import update_index
from codegraph.operations.context import Context
from codegraph.operations.locate import locate
from codegraph.operations.requests import LocateRequest
from codegraph.settings.config import Config

if TYPE_CHECKING:
    from codegraph.search.bodies import Body, CountedBody

DEPTHS = (1, 5, 10)
SAMPLES = 2_000
"""Times that the rows are drawn again for an interval of 95 %."""


class Definition(NamedTuple):
    """A function by its lines: names are spelt otherwise in every tool."""

    path: str
    name: str
    first: int
    last: int

    def is_same(self, other: Definition) -> bool:
        """Say whether two descriptions are of one function."""
        same_name = self.name.rpartition(".")[2] == other.name.rpartition(".")[2]
        return self.path == other.path and same_name and self.first <= other.last and other.first <= self.last


class Places(NamedTuple):
    """Files and functions, best first."""

    files: list[str]
    functions: list[Definition]


class Case(NamedTuple):
    """A row with the folder of its work tree."""

    row: dict[str, Any]
    root: Path


System = Callable[[Context, str], Places]


def ask_locate(context: Context, text: str) -> Places:
    """Return what `codegraph locate` finds."""
    found = locate(context, LocateRequest(text, limit=max(DEPTHS))).results
    functions = [
        Definition(s.symbol.path, s.title or s.symbol.qualname, s.start or s.symbol.start_line, s.symbol.end_line)
        for s in found.symbols
    ]
    return Places([suspect.file for suspect in found.files], functions)


class KnownBodies:
    """Terms of functions of the last row, which most functions of the next one share."""

    def __init__(self) -> None:
        self._counted: dict[tuple[str, str, str], CountedBody] = {}

    def count(self, bodies: Sequence[Body], lines: Sequence[str]) -> Iterator[CountedBody]:
        """Yield the functions of a file with their terms."""
        from codegraph.search.bodies import count_body

        for body in bodies:
            key = body.path, body.name, "\n".join(lines[body.start - 1 : body.end])
            if key not in self._counted:
                self._counted[key] = count_body(body, lines)
            yield self._counted[key]._replace(body=body)


class PlainRanking:
    """BM25 over whole source files and over bodies of functions of an index."""

    def __init__(self, context: Context, known: KnownBodies) -> None:
        from codegraph.search.localisation import ASIDE

        search = context.index().open_search()
        places = search.list_places()
        self._search = search
        self._sources = [places[file] not in ASIDE for file in search.corpus.present.tolist()]
        self._paths = [search.corpus.paths[file] for file in search.corpus.present.tolist()]
        self._bodies = [
            counted
            for path, is_source in zip(self._paths, self._sources)
            if is_source
            for counted in known.count(search.list_bodies(path), search.read_lines(path))
        ]

    def ask(self, text: str) -> Places:
        """Return the files and functions whose words the text has."""
        from codegraph.search.bodies import rank_bodies, weigh_terms
        from codegraph.search.localisation import rate_whole_files
        from codegraph.search.query import parse_query

        terms = parse_query(text).terms
        scores = rate_whole_files(self._search.corpus, terms)
        order = sorted((-score, path) for score, path, ok in zip(scores.tolist(), self._paths, self._sources) if ok)
        frequencies = Counter(term for _, counts, _ in self._bodies for term in terms if term in counts)
        bodies = rank_bodies(self._bodies, weigh_terms(terms, frequencies, len(self._bodies)))[: max(DEPTHS)]
        functions = [Definition(body.path, body.name, body.start, body.end) for body, _ in bodies]
        return Places([path for _, path in order[: max(DEPTHS)]], functions)


def list_asked(
    checkouts: Checkouts, half: str, names: Sequence[str], folder: Path, most: int | None = None
) -> Iterator[Case]:
    """Yield the rows of a half, the oldest first, of each repository at most `most`.

    Each has a work tree that is at the commit it is asked at."""
    rows = [row for row in read_rows("locate") if row["half"] == half and (not names or row["repository"] in names)]
    times = {
        row["parent"]: int(checkouts.read_text(row["repository"], "log", "-1", "--format=%ct", row["parent"]))
        for row in rows
    }
    rows.sort(key=lambda row: (row["repository"], times[row["parent"]]))
    repositories = groupby(rows, key=lambda row: row["repository"])
    for row in chain.from_iterable(islice(group, most) for _, group in repositories):
        name, parent = row["repository"], row["parent"]
        root = (folder / "trees" / f"{name}-{row['commit'][:12]}").resolve()
        if not root.is_dir():
            checkouts.read_text(name, "worktree", "add", "--force", "--detach", str(root), parent)
        yield Case(row, root)


def read_texts(checkouts: Checkouts, row: dict[str, Any]) -> dict[str, str]:
    """Return the texts that a row is asked by."""
    texts = {"bare": clean_message(checkouts, row["repository"], row["parent"], row["commit"])}
    return texts | {"in its form": write_issue(checkouts, row)} if row["form"] else texts


def score(asked: Case, found: Places) -> dict[str, bool]:
    """Say, for each depth, whether all files and all functions of the fix are found."""
    files = set(asked.row["files"])
    functions = [Definition(**one) for one in asked.row["functions"]]
    scores = {f"files@{depth}": files <= set(found.files[:depth]) for depth in DEPTHS}
    for depth in DEPTHS:
        first = found.functions[:depth]
        scores[f"functions@{depth}"] = all(any(f.is_same(wanted) for f in first) for wanted in functions)
    return scores


def run(
    every: Iterator[Case], checkouts: Checkouts, home: Path, only: str, kept: Path | None = None
) -> dict[str, list[dict[str, Any]]]:
    """Return a result for every row by system and form of text.

    After every row `kept` has those so far."""
    results: dict[str, list[dict[str, Any]]] = {}
    known = KnownBodies()
    for asked in every:
        config = Config(home.resolve())
        update_index(asked.root, config)
        context = Context(asked.root, config)
        try:
            systems: dict[str, System] = {}
            if only != "index":
                systems["locate"] = ask_locate
            if not only:
                plain = PlainRanking(context, known)
                systems["BM25"] = lambda _, text, plain=plain: plain.ask(text)
            texts = read_texts(checkouts, asked.row) if systems else {}
            for system, ask in systems.items():
                for form, scores in score_texts(asked, texts, context, ask).items():
                    row = {"repository": asked.row["repository"], "commit": asked.row["commit"]}
                    results.setdefault(f"{system}, {form}", []).append({**row, **scores})
        finally:
            context.close()
        if kept is not None:
            kept.write_text(json.dumps(results))
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return results


def score_texts(asked: Case, texts: dict[str, str], context: Context, ask: System) -> dict[str, dict[str, Any]]:
    """Return the scores of a row, and the seconds they took, by the form of its text."""
    found: dict[str, dict[str, Any]] = {}
    for form, text in texts.items():
        start = time.perf_counter()
        places = ask(context, text)
        found[form] = {"seconds": time.perf_counter() - start, **score(asked, places)}
    if asked.row["form"]:
        found["bare, rows with a form"] = found["bare"]
    return found


def find_interval(values: Sequence[bool]) -> tuple[float, float]:
    """Return the interval of 95 % of a mean, by drawing the rows again."""
    draw = random.Random(1)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return means[SAMPLES // 40], means[-SAMPLES // 40 - 1]


def format_table(results: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Format a row a system and form of text, with intervals."""
    columns = [f"{kind}@{depth}" for kind in ("files", "functions") for depth in DEPTHS]
    lines = [f"| | rows | {' | '.join(columns)} | ms |", f"|---|---|{'---|' * (len(columns) + 1)}"]
    for name, rows in results.items():
        cells = []
        for column in columns:
            values = [row[column] for row in rows]
            low, high = find_interval(values)
            cells.append(f"{sum(values) / len(values):.3f} ({low:.2f}-{high:.2f})")
        middle = sorted(row["seconds"] for row in rows)[len(rows) // 2]
        lines.append(f"| {name} | {len(rows)} | {' | '.join(cells)} | {1000 * middle:.0f} |")
    return lines


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--half", choices=("development", "held_out"), default="development")
    options.add_argument("--folder", type=Path, required=True, help="where work trees and indexes are kept")
    options.add_argument("--checkouts", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    options.add_argument(
        "--only", choices=("locate", "index"), default="", help="leave the baselines, or all questions out"
    )
    options.add_argument("--most", type=int, help="rows of each repository, the oldest (default: all)")
    options.add_argument("--results", type=Path, help="keep the result of every row here, as JSON")
    chosen = options.parse_args()
    try:
        checkouts = Checkouts.from_environment(chosen.checkouts)
        every = list_asked(checkouts, chosen.half, chosen.names, chosen.folder, chosen.most)
        results = run(every, checkouts, chosen.folder / "home", chosen.only, chosen.results)
    except MissingCheckoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print("\n".join(format_table(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
