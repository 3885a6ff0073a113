"""Predicted tests of a function against those that execute it."""

from __future__ import annotations

from statistics import mean, median
from typing import NamedTuple

from impact_truth.predict import Predictor, read_executions
from impact_truth.suites import Project, Setting, ensure_recording

MOST = 0.25
"""Functions that more of the suite executes say nothing about a selection."""


class Score(NamedTuple):
    """One function. `share` is the part of the suite that was selected."""

    node: int
    recall: float
    precision: float
    share: float
    missed: tuple[int, ...]
    extra: tuple[int, ...]


class Result(NamedTuple):
    tests: int
    scores: list[Score]

    def format_row(self, name: str) -> str:
        scores = self.scores
        complete = sum(s.recall == 1 for s in scores) / len(scores)
        return (
            f"| {name} | {self.tests} | {len(scores)} | {mean(s.recall for s in scores):.3f} "
            f"| {mean(s.precision for s in scores):.3f} | {median(s.share for s in scores):.1%} | {complete:.1%} |"
        )


HEADING = """| project | tests | functions | recall | precision | median share selected | all tests found |
|---|--:|--:|--:|--:|--:|--:|"""


def score(predictor: Predictor, setting: Setting, project: Project) -> Result:
    by_function, ran = read_executions(predictor, ensure_recording(setting, project), project.source)
    scores: list[Score] = []
    for node, seen in sorted(by_function.items()):
        if len(seen) > MOST * len(ran):
            continue
        told = set(predictor.select_tests([node])) & ran
        right = len(told & seen)
        scores.append(
            Score(
                node, right / len(seen), right / len(told) if told else 0.0, len(told) / len(ran),
                tuple(sorted(seen - told)), tuple(sorted(told - seen)),
            )
        )  # fmt: skip
    return Result(len(ran), scores)
