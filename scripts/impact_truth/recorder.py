"""Recorder of the functions that tests execute, as a plugin of pytest.

Fixtures and threads are included. It runs inside the suite's own interpreter and is independent of codegraph: `pytest
-p impact_truth.recorder` with IMPACT_ROOT (the repository) and IMPACT_OUT (a JSON file) set. Code that a fixture
executes during its setup belongs to every test that has the fixture, whichever came first. A test is where its function
is defined, so parameters and inheriting classes merge. Subprocesses are not followed.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import threading
from collections.abc import Generator
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = os.path.realpath(os.environ["IMPACT_ROOT"]) + os.sep

places: list[tuple[str, int, str]] = []  # of code: file below the root, first line, qualified name
known: dict[int, int] = {}  # id of a code object → place, -1 outside the root
kept: list[CodeType] = []  # so that no id is used twice
active: set[int] = set()
of_fixture: dict[int, set[int]] = {}
of_item: dict[str, tuple[int, set[int], list[int]]] = {}  # node id → test, executed, fixtures


def place_of(code: CodeType) -> int:
    found = known.get(id(code))
    if found is None:
        name = os.path.realpath(code.co_filename)
        found = -1
        if name.startswith(ROOT):
            found = len(places)
            places.append((name.removeprefix(ROOT).replace(os.sep, "/"), code.co_firstlineno, code.co_qualname))
        known[id(code)] = found
        kept.append(code)
    return found


def profile(frame: FrameType, event: str, argument: Any) -> None:
    if event == "call":
        code = frame.f_code
        found = known.get(id(code))
        if found is None:
            found = place_of(code)
        if found >= 0:
            active.add(found)


def test_place(item: pytest.Item) -> int:
    function = getattr(item, "function", None)
    code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
    return place_of(code) if code is not None else -1


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    global active
    active = set()
    threading.setprofile(profile)
    sys.setprofile(profile)
    yield
    sys.setprofile(None)
    threading.setprofile(None)  # type: ignore[arg-type]
    info = getattr(item, "_fixtureinfo", None)
    known = info.name2fixturedefs if info is not None else {}
    fixtures = [id(d) for name in getattr(item, "fixturenames", ()) for d in known.get(name, ())]
    of_item[item.nodeid] = (test_place(item), active, fixtures)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None]:
    global active
    around, active = active, set()
    yield
    of_fixture.setdefault(id(fixturedef), set()).update(active)
    around |= active
    active = around


def pytest_sessionfinish(session: pytest.Session) -> None:
    executed: dict[int, set[int]] = {}
    for test, own, fixtures in of_item.values():
        if test >= 0:
            executed.setdefault(test, set()).update(own, *(of_fixture.get(f, ()) for f in fixtures))
    with open(os.environ["IMPACT_OUT"], "w") as out:
        items = {name: test for name, (test, _, _) in of_item.items() if test >= 0}
        runs = {test: sorted(found) for test, found in executed.items()}
        json.dump({"places": places, "tests": runs, "items": items}, out)
