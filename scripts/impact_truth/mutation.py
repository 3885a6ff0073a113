"""Failing tests of broken functions, and whether the prediction held them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from statistics import mean
from typing import NamedTuple

from impact_truth.predict import Predictor
from impact_truth.suites import Project, Setting, build_output_path, ensure_recording, run_suite

FIRST = 10
MOST_TESTS = 60
"""Test items a mutant runs at most: those observed to execute it, or a sample of them."""


class Result(NamedTuple):
    """Scores of mutants.

    `found[i]` and `first[i]` are the shares of mutant i's failing tests in the prediction, and in its first ten.
    """

    mutants: int
    killed: int
    found: list[float]
    first: list[float]
    hit: list[bool]  # whether one of the first ten fails
    possible: list[float]  # the share that ten tests can hold

    def format_row(self, name: str) -> str:
        return (
            f"| {name} | {self.mutants} | {self.killed} | {mean(self.found):.3f} | {mean(self.first):.3f} "
            f"| {mean(self.possible):.3f} | {mean(self.hit):.3f} |"
        )

    def add(self, other: Result) -> Result:
        return Result(
            self.mutants + other.mutants, self.killed + other.killed, self.found + other.found,
            self.first + other.first, self.hit + other.hit, self.possible + other.possible,
        )  # fmt: skip


NOTHING = Result(0, 0, [], [], [], [])
HEADING = """\
| project | mutants | noticed | failing tests predicted | of them in the first 10 | at most | one in the first 10 |
|---|--:|--:|--:|--:|--:|--:|"""


class Mutant(NamedTuple):
    path: str
    line: int
    qualname: str
    how: str
    tests: list[str]


def plan(setting: Setting, project: Project, wanted: int) -> list[Mutant]:
    """Plan a sample of the functions that tests execute.

    It is the same for the same recording.
    """
    data = json.loads(ensure_recording(setting, project).read_text())
    items: dict[int, list[str]] = {}
    for name, test in data["items"].items():
        items.setdefault(test, []).append(name)
    by_place: dict[int, list[str]] = {}
    for test, executed in data["tests"].items():
        for place in executed:
            by_place.setdefault(place, []).extend(items.get(int(test), ()))
    chosen = [
        at for at, (path, _, name) in enumerate(data["places"])
        if at in by_place and path.startswith(project.source + "/") and not name.endswith(">")
    ]  # fmt: skip
    chance = random.Random(20)
    chance.shuffle(chosen)
    found: list[Mutant] = []
    for number, at in enumerate(sorted(chosen[:wanted])):
        path, line, name = data["places"][at]
        tests = sorted(by_place[at])
        if len(tests) > MOST_TESTS:
            tests = sorted(chance.sample(tests, MOST_TESTS))
        found.append(Mutant(path, line, name, ("raise", "swap")[number % 2], tests))
    return found


def score(predictor: Predictor, setting: Setting, project: Project, wanted: int) -> Result:
    mutants = plan(setting, project, wanted)
    out = build_output_path(setting, project, "mutants", str(wanted), str(MOST_TESTS))
    if not out.is_file():
        listed = out.with_suffix(".plan")
        listed.write_text(json.dumps(mutants))
        run_suite(setting, project, "mutants", out, IMPACT_PLAN=str(listed))
    data = json.loads(ensure_recording(setting, project).read_text())
    node_of = {name: predictor.find_node(*data["places"][test]) for name, test in data["items"].items()}
    total = NOTHING
    for mutant, failed in zip(mutants, json.loads(out.read_text()), strict=True):
        if failed is not None:
            total = total.add(score_mutant(predictor, mutant, {node_of[name] for name in failed} - {-1}))
    return total


def score_mutant(predictor: Predictor, mutant: Mutant, failed: Iterable[int]) -> Result:
    failing = set(failed)
    node = predictor.find_node(mutant.path, mutant.line, mutant.qualname)
    if not failing or node < 0:
        return Result(1, 0, [], [], [], [])
    told = predictor.order_tests(node)
    first = failing & set(told[:FIRST])
    return Result(
        1, 1, [len(failing & set(told)) / len(failing)], [len(first) / len(failing)], [bool(first)],
        [min(1.0, FIRST / len(failing))],
    )  # fmt: skip
