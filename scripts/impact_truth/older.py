"""Coverage of an older revision.

It is recorded by coverage.py in a clone and imported as a user would.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from codegraph.operations.context import Context
from codegraph.operations.coverage.requests import ClearRequest, ImportRequest
from codegraph.operations.coverage.run_records import clear, import_record
from codegraph.settings.config import Config
from impact_truth.predict import Predictor
from impact_truth.suites import Project, Setting, run_git, run_pytest

BACK = 20
"""Commits on the first parents between the recorded revision and the one that is asked about."""


def find_older_revision(setting: Setting, project: Project) -> str:
    return run_git(setting.get_root(project), "rev-list", "--first-parent", "HEAD").split()[BACK]


def record_coverage(setting: Setting, project: Project) -> tuple[str, Path]:
    """Return the older revision and the coverage of its suite.

    coverage.py records it with a context per test, once.
    """
    revision = find_older_revision(setting, project)
    out = setting.cache / f"{project.name}-{revision[:12]}.coverage"
    if not out.is_file():
        place = setting.cache / f"{project.name}-{revision[:12]}"
        if not place.is_dir():
            run_git(setting.get_root(project), "clone", "-q", "--shared", str(setting.get_root(project)), str(place))
        run_git(place, "checkout", "-q", revision)
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

    def import_coverage(self, setting: Setting, project: Project) -> str:
        """Import the record in place of any other, and describe it."""
        context = Context(setting.get_root(project), Config(setting.cache / "codegraph", vectors=False, workers=2))
        clear(context, ClearRequest())
        revision, record = record_coverage(setting, project)
        answer = import_record(context, ImportRequest(file=str(record), commit=revision)).results
        behind = run_git(setting.get_root(project), "rev-list", "--count", f"{revision}..HEAD").strip()
        return f"{answer.tests} tests, {answer.symbols} symbols, {behind} commits older"

    def select_tests(self, nodes: Sequence[int]) -> list[int]:
        known = {row.id: row.node for row in self.index.list_symbols(self.tests)}
        ran = self.index.open_observed().find_tests(row.id for row in self.index.list_symbols(nodes))
        seen = {known[test.symbol] for tests in ran.values() for test in tests if test.symbol in known}
        return sorted({*super().select_tests(nodes), *seen})

    def order_tests(self, node: int) -> list[int]:
        told = super().order_tests(node)
        return [*told, *(test for test in self.select_tests([node]) if test not in set(told))]
