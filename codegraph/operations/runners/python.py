"""pytest, unittest and the test command of Django."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.model import Holder, Runner, Surroundings, Target, Told
from codegraph.operations.runners.names import argument, distinct
from codegraph_parsers.ids import real_path

_FILE: Final = re.compile(r"(^|/)(test_[^/]*|[^/]*_test)\.py$")
LANGUAGES: Final = frozenset({"python"})


def pytest(targets: Sequence[Target], around: Surroundings) -> Told:
    """Node ids. A parametrised test is given by its function, an inherited one by each class that has it. pytest runs
    nothing at all when one id is wrong, so what it would not surely find is given as the file."""
    return Told(distinct(line for target in targets for line in _node_ids(target)))


def _node_ids(target: Target) -> list[str]:
    path = argument(target.row.path)
    if (
        target.doubtful
        or (not target.name and not target.holders)
        or "::" in path
        or "[" in path
        or path != _plain(target)
    ):
        return [path]
    if not target.holders:
        return ["::".join((path, target.name))]
    found: list[str] = []
    for holder in target.holders:
        if _collected(holder):
            names = [row.name for row in holder.classes] + ([target.name] if target.name else [])
            found.append("::".join((argument(holder.row.path), *names)))
    return found


def _plain(target: Target) -> str:
    real = real_path(target.row.path)
    return f"./{real}" if real.startswith("-") else real


def _collected(holder: Holder) -> bool:
    """Whether pytest takes tests from a class: by its name, or because it is one of unittest's."""
    return _is_unittest(holder) or all(row.name.startswith("Test") for row in holder.classes)


def _is_unittest(holder: Holder) -> bool:
    return any(base.endswith("TestCase") for base in holder.bases)


def unittest(targets: Sequence[Target], around: Surroundings) -> Told:
    """Dotted names. Functions outside classes are not unittest's."""
    lines: list[str] = []
    left_out: list[str] = []
    for target in targets:
        path = real_path(target.row.path)
        holders = [holder for holder in target.holders if _is_unittest(holder)]
        if not target.name and not target.holders and _FILE.search(path):
            lines.append(_module(path))
        elif holders:
            for holder in holders:
                names = [row.name for row in holder.classes]
                lines.append(".".join((_module(real_path(holder.row.path)), *names, *filter(None, [_own(target)]))))
        else:
            left_out.append(target.row.id)
    return Told(distinct(line for line in lines if not re.search(r"\s", line)), distinct(left_out))


def _own(target: Target) -> str:
    """A method that may not be there is given by its class."""
    return "" if target.doubtful else target.name


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


PYTEST: Final = Runner("pytest", LANGUAGES, ("--version",), pytest, ("pytest",))
UNITTEST: Final = Runner("unittest", LANGUAGES, ("-h",), unittest, ("python", "-m", "unittest"))
DJANGO: Final = Runner("django", LANGUAGES, ("--help",), unittest, ("python", "manage.py", "test"))
"""Takes the names that unittest does, and reads the settings that tests of Django need."""
