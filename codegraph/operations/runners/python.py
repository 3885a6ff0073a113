"""pytest, unittest and the test command of Django."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate, to_argument
from codegraph.operations.runners.test_commands import Holder, Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.ids import from_printable_path

_FILE: Final = re.compile(r"(^|/)(test_[^/]*|[^/]*_test)\.py$")
LANGUAGES: Final = frozenset({"python"})


def build_pytest_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return node ids.

    A parametrised test is selected by its function, an inherited one by each class that has it. pytest runs nothing at
    all when one id is wrong, so a test that it might not find is selected by its file.
    """
    return RunnerArguments(deduplicate(line for target in targets for line in _list_node_ids(target)))


def _list_node_ids(target: Target) -> list[str]:
    path = to_argument(target.row.path)
    if (
        target.doubtful
        or (not target.name and not target.holders)
        or "::" in path
        or "[" in path
        or path != _normalize_path(target)
    ):
        return [path]
    if not target.holders:
        return ["::".join((path, target.name))]
    found: list[str] = []
    for holder in target.holders:
        if _is_collected(holder):
            names = [row.name for row in holder.classes] + ([target.name] if target.name else [])
            found.append("::".join((to_argument(holder.row.path), *names)))
    return found


def _normalize_path(target: Target) -> str:
    real = from_printable_path(target.row.path)
    return f"./{real}" if real.startswith("-") else real


def _is_collected(holder: Holder) -> bool:
    """Return whether pytest collects tests from a class.

    It does so by the name of the class, or if it is one of unittest's.
    """
    return _is_unittest(holder) or all(row.name.startswith("Test") for row in holder.classes)


def _is_unittest(holder: Holder) -> bool:
    return any(base.endswith("TestCase") for base in holder.bases)


def build_unittest_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return dotted names.

    Functions outside classes are not unittest's.
    """
    lines: list[str] = []
    left_out: list[str] = []
    for target in targets:
        path = from_printable_path(target.row.path)
        holders = [holder for holder in target.holders if _is_unittest(holder)]
        if not target.name and not target.holders and _FILE.search(path):
            lines.append(_build_module_name(path))
        elif holders:
            for holder in holders:
                names = [row.name for row in holder.classes]
                lines.append(
                    ".".join(
                        (
                            _build_module_name(from_printable_path(holder.row.path)),
                            *names,
                            *filter(None, [_get_method(target)]),
                        )
                    )
                )
        else:
            left_out.append(target.row.id)
    return RunnerArguments(deduplicate(line for line in lines if not re.search(r"\s", line)), deduplicate(left_out))


def _get_method(target: Target) -> str:
    """Return the method of a test.

    The result is "", which selects the class, when the method may not exist.
    """
    return "" if target.doubtful else target.name


def _build_module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


PYTEST: Final = Runner("pytest", LANGUAGES, ("--version",), build_pytest_arguments, ("pytest",))
UNITTEST: Final = Runner("unittest", LANGUAGES, ("-h",), build_unittest_arguments, ("python", "-m", "unittest"))
DJANGO: Final = Runner("django", LANGUAGES, ("--help",), build_unittest_arguments, ("python", "manage.py", "test"))
"""Takes the names that unittest does, and reads the settings that tests of Django need."""
