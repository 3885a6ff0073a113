"""A pytest plugin that records which lines each test runs.

Use it as `pytest -p mutation.recording`. `MUTATION_SOURCE` is the folder whose lines are recorded, `MUTATION_OUT` the
JSON file that is written: for each test that passed, its seconds and its lines by path, as the bits of a hexadecimal
number.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator
from functools import update_wrapper
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage  # pyright: ignore[reportMissingImports]  # installed for mutants only

SOURCE = os.path.realpath(os.environ["MUTATION_SOURCE"])
coverage = Coverage(data_file=None, source=[SOURCE], config_file=False)
coverage.start()
runs: dict[str, float] = {}
failed: set[str] = set()
present = ""  # the test that runs
fillers: dict[object, str] = {}  # key of a cache → the test that filled it
borrowed: defaultdict[str, set[str]] = defaultdict(set)  # test → tests whose results it takes from a cache


class WatchedCache:
    """A cached function that tells which test computed what another one reads."""

    def __init__(self, function: Any) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        misses = self.function.cache_info().misses
        answer = self.function(*arguments)
        key = (self.function, arguments)
        if self.function.cache_info().misses > misses:
            fillers[key] = present
        else:
            borrowed[present].add(fillers.get(key, ""))
        return answer


def pytest_collection_finish(session: pytest.Session) -> None:
    """Watch the caches of tests and of what supports them."""
    root = str(session.config.rootpath / "tests")
    watched: dict[int, WatchedCache] = {}
    for module in list(sys.modules.values()):
        if str(getattr(module, "__file__", None) or "").startswith(root):
            for name, value in list(vars(module).items()):
                if hasattr(value, "cache_info"):
                    setattr(module, name, watched.setdefault(id(value), WatchedCache(value)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global present
    present = item.nodeid
    coverage.switch_context(present)
    answer = yield
    coverage.switch_context("")
    present = ""
    return answer


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    runs[report.nodeid] = runs.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    coverage.stop()
    data = coverage.get_data()
    lines: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for path in data.measured_files():
        name = os.path.relpath(path, os.getcwd())
        for line, tests in data.contexts_by_lineno(path).items():
            for test in tests:
                lines[test][name] = lines[test].get(name, 0) | 1 << line
    found = {
        test: {"seconds": round(seconds, 3), "lines": {path: f"{bits:x}" for path, bits in _unite(test, lines).items()}}
        for test, seconds in sorted(runs.items())
        if test not in failed
    }
    Path(os.environ["MUTATION_OUT"]).write_text(json.dumps(found))


def _unite(test: str, lines: dict[str, dict[str, int]]) -> dict[str, int]:
    """Return the lines of a test and of those that filled the caches it reads."""
    united: dict[str, int] = {}
    pending, seen = [test], {test, ""}
    while pending:
        one = pending.pop()
        for path, bits in lines.get(one, {}).items():
            united[path] = united.get(path, 0) | bits
        pending += [other for other in borrowed.get(one, ()) if other not in seen]
        seen.update(borrowed.get(one, ()))
    return united
