"""Tests that people changed together with the source.

Their rank in predictions is measured. The predictions see only the changes of the source. A commit counts when it
changed definitions of the source and at least one test function, and few enough of both to be one task. The prediction
is that of the report between its parent and it, without the changes in tests. The baselines see the same commit:
*co-change* counts how often the file of a test changed with the changed files in the commits before; *same name*
compares the names of tests and files.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import PurePosixPath
from statistics import mean
from typing import NamedTuple

from codegraph.analysis.test_name_similarity import Likeness
from codegraph.errors import CodegraphError
from codegraph.operations.context import Context
from codegraph.operations.impact.change_states import compare_revisions
from codegraph.operations.impact.report import ReportBuilder
from codegraph.operations.network import RESOLUTIONS
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import SymbolKind
from impact_truth.suites import Project, Setting, build_output_path, hash_program, run_git

FIRST = 20
MOST_TESTS, MOST_FILES = 20, 20
PAST = 2_000
"""Commits before that co-change looks at."""


class Case(NamedTuple):
    """Commit with its tests and prediction.

    `tests` are all test functions after it, `changed` those that it changed, `told` the prediction: id, distance, rank
    of the weakest evidence, and the changed symbol it depends on.
    """

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

    def format_row(self, name: str) -> str:
        cells = " | ".join(f"{mean(values):.3f}" for values in self if values)
        return f"| {name} | {len(self.ours)} | {cells} |"

    def add(self, other: Result) -> Result:
        return Result(*(a + b for a, b in zip(self, other, strict=True)))


NOTHING = Result([], [], [])
HEADING = """| project | commits | ours | co-change | same name |
|---|--:|--:|--:|--:|"""


def list_commits(setting: Setting, project: Project) -> list[tuple[str, list[str]]]:
    """Return commits without merges, newest first, each with its changed files."""
    log = run_git(
        setting.get_root(project), "log", "--no-merges", "--no-renames", "--format=%x01%H", "--name-only", "HEAD"
    )
    parts = [part.split("\n") for part in log.split("\x01")[1:]]
    return [(part[0], [line for line in part[1:] if line]) for part in parts]


def is_test_file(path: str) -> bool:
    return path.endswith(".py") and (path.startswith("tests/") or PurePosixPath(path).name.startswith("test_"))


def is_source(path: str, project: Project) -> bool:
    return path.endswith(".py") and not is_test_file(path) and path.split("/")[0] in (project.source, project.name)


def list_cases(setting: Setting, project: Project, wanted: int) -> list[Case]:
    out = build_output_path(setting, project, "history", str(wanted), hash_program())
    if out.is_file():
        return [Case(*case) for case in json.loads(out.read_text())]
    found: list[Case] = []
    for commit, files in list_commits(setting, project):
        sources = [f for f in files if is_source(f, project)]
        if not sources or not any(is_test_file(f) for f in files) or len(files) > MOST_FILES:
            continue
        case = measure_commit(setting, project, commit, sources)
        if case is not None:
            found.append(case)
            if len(found) == wanted:
                break
    out.write_text(json.dumps(found))
    return found


def measure_commit(setting: Setting, project: Project, commit: str, sources: list[str]) -> Case | None:
    context = Context(setting.get_root(project), Config(setting.cache / "history", vectors=False, workers=1))
    try:
        comparison = compare_revisions(context, f"{commit}^", commit, direct=True)
    except CodegraphError:
        return None  # the first commit
    try:
        difference = comparison.difference
        mine = tuple(c for c in difference.changes if is_source(c.here.path, project))
        functions = (SymbolKind.FUNCTION, SymbolKind.METHOD)
        rows = [r for r in comparison.head_index.iterate_all_symbols() if r.is_test and r.kind in functions]
        tests = [r.id for r in rows if is_test_file(r.path)]
        touched = {c.after.id for c in difference.changes if c.after is not None} & set(tests)
        if not touched or len(touched) > MOST_TESTS or not any(c.here.kind is not SymbolKind.MODULE for c in mine):
            return None
        comparison.difference = replace(difference, changes=mine)
        known = set(tests)
        told = [
            (t.symbol.id, t.depth, -1 if t.weakest is None else RESOLUTIONS.index(t.weakest), t.cause)
            for t in ReportBuilder(comparison, 3).list_tests_to_run()
            if t.symbol.id in known
        ]
        names = sorted({c.here.name for c in mine if c.here.name})
        return Case(commit, sources, names, tests, sorted(touched), told)
    finally:
        comparison.close()


def get_path(test: str) -> str:
    return test.split(":", 1)[1].partition("::")[0]


def score_by_co_change(case: Case, past: list[list[str]]) -> dict[str, float]:
    """Score tests by how often their file changed with a source file of the case.

    The shares of the commits of each source file are summed.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for source in case.sources:
        together = [files for files in past if source in files]
        for files in together:
            for path in files:
                scores[path] += 1 / len(together)
    return {test: scores[get_path(test)] for test in case.tests}


def score_by_name(case: Case) -> dict[str, float]:
    """Score tests by names.

    A test gets two points if its name contains that of a changed definition, and one if its file is named after a
    changed one.
    """
    stems = {PurePosixPath(path).stem.strip("_") for path in case.sources}
    names = [name.strip("_").lower() for name in case.symbols if len(name.strip("_")) > 2]
    scores: dict[str, float] = {}
    for test in case.tests:
        file = re.sub(r"^tests?_|_tests?$", "", PurePosixPath(get_path(test)).stem)
        words = test.partition("::")[2].lower()
        scores[test] = 2 * any(name in words for name in names) + (file in stems)
    return scores


def recall(order: list[str], case: Case) -> float:
    return len(set(order[:FIRST]) & set(case.changed)) / len(case.changed)


def rank_tests(scores: dict[str, float], tests: list[str]) -> list[str]:
    """Return tests with a score, best first, in source order between equals."""
    at = {test: place for place, test in enumerate(tests)}
    return sorted((t for t in tests if scores[t] > 0), key=lambda t: (-scores[t], at[t]))


def rank_by_report(case: Case) -> list[str]:
    """Return the tests in the order of a report, rebuilt from its prediction."""
    like = Likeness(case.symbols, case.sources)
    return [
        test for test, *_ in sorted(case.told, key=lambda t: (t[1] > 0, t[1] - like.compute_steps(t[0]), t[2], t[0]))
    ]


def score(setting: Setting, project: Project, wanted: int) -> Result:
    listed = list_commits(setting, project)
    place = {commit: at for at, (commit, _) in enumerate(listed)}
    total = NOTHING
    for case in list_cases(setting, project, wanted):
        at = place[case.commit]
        past = [files for _, files in listed[at + 1 : at + 1 + PAST] if len(files) <= MOST_FILES]
        together = score_by_co_change(case, past)
        total = total.add(
            Result(
                [recall(rank_by_report(case), case)], [recall(rank_tests(together, case.tests), case)],
                [recall(rank_tests(score_by_name(case), case.tests), case)],
            )
        )  # fmt: skip
    return total
