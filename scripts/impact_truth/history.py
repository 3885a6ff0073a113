"""Tests that people changed together with the source, and where a ranking that sees only the source has them.

A commit counts when it changed definitions of the source and at least one test function, and few enough of both to be
one piece of work. The prediction is that of the report between its parent and it, without the changes in tests. The
rivals see the same commit: *co-change* knows how often the file of a test changed with the files that changed, in the
commits before; *same name* knows what tests and files are called.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import PurePosixPath
from statistics import mean
from typing import NamedTuple

from codegraph.analysis.likeness import Likeness
from codegraph.config import Config
from codegraph.errors import CodegraphError
from codegraph.operations.context import Context
from codegraph.operations.impact.report import Reporting
from codegraph.operations.impact.states import compare_revisions
from codegraph.operations.network import RESOLUTIONS
from codegraph_parsers.facts import SymbolKind
from impact_truth.suites import Project, Setting, git, kept, program

FIRST = 20
MOST_TESTS, MOST_FILES = 20, 20
PAST = 2_000
"""Commits before that co-change looks at."""


class Case(NamedTuple):
    """A commit. `tests` are all test functions after it, `changed` those that it changed, `told` the prediction: id,
    distance, rank of the weakest evidence, and the changed symbol it rests on."""

    commit: str
    sources: list[str]  # changed source files
    symbols: list[str]  # names of changed definitions
    tests: list[str]
    changed: list[str]
    told: list[tuple[str, int, int, str]]


class Result(NamedTuple):
    ours: list[float]
    cochange: list[float]
    names: list[float]

    def row(self, name: str) -> str:
        cells = " | ".join(f"{mean(values):.3f}" for values in self if values)
        return f"| {name} | {len(self.ours)} | {cells} |"

    def plus(self, other: Result) -> Result:
        return Result(*(a + b for a, b in zip(self, other, strict=True)))


NOTHING = Result([], [], [])
HEADING = """| project | commits | ours | co-change | same name |
|---|--:|--:|--:|--:|"""


def files_of_commits(setting: Setting, project: Project) -> list[tuple[str, list[str]]]:
    """Commits without merges, newest first, each with the files it changed."""
    log = git(setting.root(project), "log", "--no-merges", "--no-renames", "--format=%x01%H", "--name-only", "HEAD")
    parts = [part.split("\n") for part in log.split("\x01")[1:]]
    return [(part[0], [line for line in part[1:] if line]) for part in parts]


def is_test_file(path: str) -> bool:
    return path.endswith(".py") and (path.startswith("tests/") or PurePosixPath(path).name.startswith("test_"))


def is_source(path: str, project: Project) -> bool:
    return path.endswith(".py") and not is_test_file(path) and path.split("/")[0] in (project.source, project.name)


def cases(setting: Setting, project: Project, wanted: int) -> list[Case]:
    out = kept(setting, project, "history", str(wanted), program())
    if out.is_file():
        return [Case(*case) for case in json.loads(out.read_text())]
    found: list[Case] = []
    for commit, files in files_of_commits(setting, project):
        sources = [f for f in files if is_source(f, project)]
        if not sources or not any(is_test_file(f) for f in files) or len(files) > MOST_FILES:
            continue
        case = measured(setting, project, commit, sources)
        if case is not None:
            found.append(case)
            if len(found) == wanted:
                break
    out.write_text(json.dumps(found))
    return found


def measured(setting: Setting, project: Project, commit: str, sources: list[str]) -> Case | None:
    context = Context(setting.root(project), Config(setting.cache / "history", vectors=False, workers=1))
    try:
        comparison = compare_revisions(context, f"{commit}^", commit, direct=True)
    except CodegraphError:
        return None  # the first commit
    try:
        difference = comparison.difference
        mine = tuple(c for c in difference.changes if is_source(c.here.path, project))
        functions = (SymbolKind.FUNCTION, SymbolKind.METHOD)
        rows = [r for r in comparison.head_index.all_symbols() if r.is_test and r.kind in functions]
        tests = [r.id for r in rows if is_test_file(r.path)]
        touched = {c.after.id for c in difference.changes if c.after is not None} & set(tests)
        if not touched or len(touched) > MOST_TESTS or not any(c.here.kind is not SymbolKind.MODULE for c in mine):
            return None
        comparison.difference = replace(difference, changes=mine)
        known = set(tests)
        told = [
            (t.symbol.id, t.depth, -1 if t.weakest is None else RESOLUTIONS.index(t.weakest), t.cause)
            for t in Reporting(comparison, 3).tests_to_run()
            if t.symbol.id in known
        ]
        names = sorted({c.here.name for c in mine if c.here.name})
        return Case(commit, sources, names, tests, sorted(touched), told)
    finally:
        comparison.close()


def path_of(test: str) -> str:
    return test.split(":", 1)[1].partition("::")[0]


def by_cochange(case: Case, past: list[list[str]]) -> dict[str, float]:
    """Of the commits that changed a source file of the case, the share that changed the file of a test, summed."""
    scores: defaultdict[str, float] = defaultdict(float)
    for source in case.sources:
        together = [files for files in past if source in files]
        for files in together:
            for path in files:
                scores[path] += 1 / len(together)
    return {test: scores[path_of(test)] for test in case.tests}


def by_name(case: Case) -> dict[str, float]:
    """Two points for a test whose name holds that of a changed definition, one for a file named after a changed one."""
    stems = {PurePosixPath(path).stem.strip("_") for path in case.sources}
    names = [name.strip("_").lower() for name in case.symbols if len(name.strip("_")) > 2]
    scores: dict[str, float] = {}
    for test in case.tests:
        file = re.sub(r"^tests?_|_tests?$", "", PurePosixPath(path_of(test)).stem)
        words = test.partition("::")[2].lower()
        scores[test] = 2 * any(name in words for name in names) + (file in stems)
    return scores


def recall(order: list[str], case: Case) -> float:
    return len(set(order[:FIRST]) & set(case.changed)) / len(case.changed)


def ranked(scores: dict[str, float], tests: list[str]) -> list[str]:
    """Tests with a score, best first, in source order between equals."""
    at = {test: place for place, test in enumerate(tests)}
    return sorted((t for t in tests if scores[t] > 0), key=lambda t: (-scores[t], at[t]))


def by_telling(case: Case) -> list[str]:
    """The order that a report has, made again from what it was told."""
    like = Likeness(case.symbols, case.sources)
    return [test for test, *_ in sorted(case.told, key=lambda t: (t[1] > 0, t[1] - like.steps(t[0]), t[2], t[0]))]


def score(setting: Setting, project: Project, wanted: int) -> Result:
    listed = files_of_commits(setting, project)
    place = {commit: at for at, (commit, _) in enumerate(listed)}
    total = NOTHING
    for case in cases(setting, project, wanted):
        at = place[case.commit]
        past = [files for _, files in listed[at + 1 : at + 1 + PAST] if len(files) <= MOST_FILES]
        together = by_cochange(case, past)
        total = total.plus(
            Result(
                [recall(by_telling(case), case)], [recall(ranked(together, case.tests), case)],
                [recall(ranked(by_name(case), case.tests), case)],
            )
        )  # fmt: skip
    return total
