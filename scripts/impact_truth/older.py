"""Coverage of an older revision, recorded by coverage.py in a clone and imported as a user would."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from codegraph.config import Config
from codegraph.operations.context import Context
from codegraph.operations.coverage.recorded import clear, import_record
from codegraph.operations.coverage.requests import ClearRequest, ImportRequest
from impact_truth.predict import Predictor
from impact_truth.suites import Project, Setting, git, run_pytest

BACK = 20
"""Commits on the first parents between the recorded revision and the one that is asked about."""


def older_revision(setting: Setting, project: Project) -> str:
    return git(setting.root(project), "rev-list", "--first-parent", "HEAD").split()[BACK]


def recorded(setting: Setting, project: Project) -> tuple[str, Path]:
    """The older revision, and what coverage.py wrote of its suite with a context a test. It is run once."""
    revision = older_revision(setting, project)
    out = setting.cache / f"{project.name}-{revision[:12]}.coverage"
    if not out.is_file():
        place = setting.cache / f"{project.name}-{revision[:12]}"
        if not place.is_dir():
            git(setting.root(project), "clone", "-q", "--shared", str(setting.root(project)), str(place))
        git(place, "checkout", "-q", revision)
        (place / ".coveragerc-measured").write_text("[run]\nrelative_files = true\n")
        home = setting.cache / "home"
        home.mkdir(parents=True, exist_ok=True)
        source = place / "src" if (place / "src").is_dir() else place
        variables = {
            **os.environ, "HOME": str(home), "PYTHONPATH": str(source), "COVERAGE_FILE": str(out),
            "PYTHONHASHSEED": "0",
        }  # fmt: skip
        command = [
            str(setting.python), "-m", "pytest", "-q", "-o", "addopts=", "-o", "filterwarnings=",
            "-p", "no:cacheprovider", "--cov", project.source, "--cov-context=test", "--cov-report=",
            "--cov-config=.coveragerc-measured", *project.arguments, "tests",
        ]  # fmt: skip
        run_pytest(command, place, variables, out)
    return revision, out


class WithOlder(Predictor):
    """A predictor that also knows which tests ran what at an older revision."""

    def learn(self, setting: Setting, project: Project) -> str:
        """Import the record, in place of any other. What was imported, in words."""
        context = Context(setting.root(project), Config(setting.cache / "codegraph", vectors=False, workers=2))
        clear(context, ClearRequest())
        revision, record = recorded(setting, project)
        answer = import_record(context, ImportRequest(file=str(record), commit=revision)).results
        behind = git(setting.root(project), "rev-list", "--count", f"{revision}..HEAD").strip()
        return f"{answer.tests} tests, {answer.symbols} symbols, {behind} commits older"

    def predicted(self, nodes: Sequence[int]) -> list[int]:
        known = {row.id: row.node for row in self.index.symbols(self.tests)}
        ran = self.index.observed().tests_of(row.id for row in self.index.symbols(nodes))
        seen = {known[test.symbol] for tests in ran.values() for test in tests if test.symbol in known}
        return sorted({*super().predicted(nodes), *seen})

    def ordered(self, node: int) -> list[int]:
        told = super().ordered(node)
        return [*told, *(test for test in self.predicted([node]) if test not in set(told))]
