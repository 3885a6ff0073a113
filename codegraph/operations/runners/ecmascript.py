"""Arguments for jest, vitest, Playwright and node:test.

They are files, and one pattern of titles for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import build_titles_pattern, deduplicate, to_argument
from codegraph.operations.runners.test_commands import Runner, RunnerArguments, Surroundings, Target

LANGUAGES: Final = frozenset({"javascript", "typescript", "tsx", "jsx"})
_SUITE: Final = re.compile(r"(?:^|/)__tests__/|\.(?:test|spec)\.\w+$")
"""What jest takes for a file of tests where nothing else is configured."""


def list_files(targets: Sequence[Target]) -> tuple[str, ...]:
    return deduplicate(to_argument(target.row.path) for target in targets)


def list_patterns(targets: Sequence[Target], *, own: bool = False) -> tuple[str, ...]:
    """Return patterns of all titles.

    The result is () when a file has tests whose titles are unknown. With `own` the titles of groups are left out.
    """
    if not all(target.cases for target in targets):
        return ()
    return deduplicate(
        build_titles_pattern(case.titles[-1:] if own else case.titles) for target in targets for case in target.cases
    )


def build_jest_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    suites, left_out = _split_suites(targets)
    return RunnerArguments(
        (*_build_name_pattern(list_patterns(suites)), "--runTestsByPath", *list_files(suites)) if suites else (),
        left_out,
    )


def build_vitest_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    suites, left_out = _split_suites(targets)
    return RunnerArguments(
        (*_build_name_pattern(list_patterns(suites)), *list_files(suites)) if suites else (), left_out
    )


def _split_suites(targets: Sequence[Target]) -> tuple[list[Target], tuple[str, ...]]:
    """Separate test files from other files in folders of tests.

    The others set up, help or measure tests. jest and vitest fail at a file without a test, and whatever else runs
    there has no titles to choose by.
    """
    suites = [target for target in targets if target.cases or _SUITE.search(target.row.path)]
    return suites, tuple(target.row.id for target in targets if target not in suites)


def _build_name_pattern(found: tuple[str, ...]) -> tuple[str, ...]:
    return (f"--testNamePattern=^(?:{'|'.join(found)})$",) if found else ()


def build_playwright_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return the arguments for Playwright.

    It takes a file as a pattern of its path, and matches titles that stand behind those of their files."""
    suites, left_out = _split_suites(targets)
    found = list_patterns(suites)
    named = (rf"--grep=(?:^|\s)(?:{'|'.join(found)})(?:\s|$)",) if found else ()
    paths = tuple(f"{re.escape(path)}$" for path in list_files(suites))
    return RunnerArguments((*named, *paths) if suites else (), left_out)


def build_node_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return the arguments for node:test.

    Older versions compare a test's own title, newer ones the titles around it, too: the end of both is the same."""
    found = list_patterns(targets, own=True)
    named = (rf"--test-name-pattern=(?:^|\s)(?:{'|'.join(found)})$",) if found else ()
    return RunnerArguments((*named, *list_files(targets)))


JEST: Final = Runner("jest", LANGUAGES, ("--version",), build_jest_arguments, ("npx", "jest"))
VITEST: Final = Runner(
    "vitest", LANGUAGES, ("--passWithNoTests", "no-test-is-affected"), build_vitest_arguments, ("npx", "vitest", "run")
)
NODE: Final = Runner("node", LANGUAGES, ("--version",), build_node_arguments, ("node", "--test"))
PLAYWRIGHT: Final = Runner(
    "playwright", LANGUAGES, ("--version",), build_playwright_arguments, ("npx", "playwright", "test")
)
