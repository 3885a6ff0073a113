"""A list of tests for a runner: which runner, and what it is given."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from codegraph.errors import CodegraphError, InvalidError
from codegraph.operations.runners import dotnet, ecmascript, golang, junit, phpunit, python, ruby, rust
from codegraph.operations.runners.targets import Targets
from codegraph.operations.runners.test_commands import RunList, Runner, Surroundings
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.cases import TestCase
from codegraph_parsers.file_facts import SymbolKind

RUNNERS: Final[dict[str, Runner]] = {
    runner.name: runner
    for runner in (
        python.PYTEST, python.UNITTEST, python.DJANGO, ecmascript.JEST, ecmascript.VITEST, ecmascript.PLAYWRIGHT,
        ecmascript.NODE, golang.GO, rust.CARGO, junit.MAVEN, junit.GRADLE, phpunit.PHPUNIT, ruby.RSPEC, ruby.MINITEST,
        dotnet.DOTNET,
    )
}  # fmt: skip

_BUILDS: Final = ("Cargo.toml", "go.mod", "go.work", *junit.BUILDS)
_PLAYWRIGHT: Final = re.compile(r"""["']@playwright/test["']""")
_NAME_ONE: Final = f"name a runner: {', '.join(RUNNERS)}"


def run_list(
    index: Index, tests: Sequence[SymbolRow], cases: Mapping[int, tuple[TestCase, ...]], wanted: str,
    read: Callable[[str], bytes | None],
) -> RunList:  # fmt: skip
    """Return the arguments with which the runner `wanted` runs these tests.

    For "auto" it is the runner that the repository uses, or one list for each of several. `read` returns a file as the
    index has it, which may differ from the disk. Raises InvalidError when the runner cannot be determined.
    """

    @cache
    def text(path: str) -> str:
        try:
            return (read(path) or b"").decode("utf-8", "replace")
        except CodegraphError:
            return ""

    targets = Targets(index)
    surroundings = Surroundings(
        tuple(index.find_paths_named(_BUILDS)), targets.list_sibling_tests, targets.list_sibling_files, text
    )

    def list_for(runner: Runner, own: Sequence[SymbolRow]) -> RunList:
        told = runner.tell(targets.build_targets(own, cases), surroundings)
        return RunList(runner.name, told.arguments or runner.nothing, len(own), told.left_out, runner.command)

    if wanted in RUNNERS:
        groups = {RUNNERS[wanted]: [row for row in tests if row.language in RUNNERS[wanted].languages]}
    else:
        groups = _detect_runners(index, tests, text)
    lists = [list_for(runner, own) for runner, own in groups.items()] or [RunList("", (), 0, ())]
    taken = {row.node for own in groups.values() for row in own}
    rest = tuple(row.id for row in tests if row.node not in taken)
    return lists[0]._replace(left_out=(*lists[0].left_out, *rest), others=tuple(lists[1:]))


def _detect_runners(
    index: Index, tests: Sequence[SymbolRow], text: Callable[[str], str]
) -> dict[Runner, list[SymbolRow]]:
    """Return the tests by the runner that the repository uses for them.

    Without tests, the one runner of the repository has none. Of several runners none is named."""
    languages = _find_languages(index, tests)
    known = {language for runner in RUNNERS.values() for language in runner.languages}
    if not languages & known:
        found = (
            f"runs tests of {', '.join(sorted(languages))}"
            if languages
            else "is known of a repository without analysed code"
        )
        raise InvalidError(f"no runner {found}", hint=_NAME_ONE)
    groups: dict[Runner, list[SymbolRow]] = {}
    families = dict.fromkeys(runner.languages for runner in RUNNERS.values() if runner.languages & languages)
    for family in families:
        own = [row for row in tests if row.language in family]
        if not own and len(families) == 1:
            groups[_choose_runner(family, index, own, text)] = []
        for row in own if family == ecmascript.LANGUAGES else ():
            runner = RUNNERS[_find_script_runner(index, row.path, text)]
            groups.setdefault(runner, []).append(row)
        if own and family != ecmascript.LANGUAGES:
            groups[_choose_runner(family, index, own, text)] = own
    return groups


def _choose_runner(
    family: frozenset[str], index: Index, tests: Sequence[SymbolRow], text: Callable[[str], str]
) -> Runner:
    if family == python.LANGUAGES:
        by_name = python.DJANGO if "manage.py" in index.find_paths_named(("manage.py",)) else python.UNITTEST
        return python.PYTEST if _is_pytest_used(index, tests) else by_name
    if family == ecmascript.LANGUAGES:
        return RUNNERS[_find_script_runner(index, "", text)]
    if family == junit.MAVEN.languages:
        return junit.MAVEN if index.find_paths_named(("pom.xml",)) else junit.GRADLE
    if family == ruby.LANGUAGES:
        return ruby.choose_runner(tests, text)
    return next(runner for runner in RUNNERS.values() if runner.languages == family)


def _find_languages(index: Index, tests: Sequence[SymbolRow]) -> set[str]:
    """Return the languages of the tests to run.

    Without tests to run they are those of any tests, and without any tests those of the code.
    """
    found = {row.language for row in tests} or {
        row.language for row in index.list_symbols(index.list_test_nodes()[:2_000])
    }
    return found or {known.row.language for known in index.read_known_files().values() if known.row.symbols} - {""}


def _is_pytest_used(index: Index, tests: Sequence[SymbolRow]) -> bool:
    """Return whether the repository uses pytest.

    pytest also runs unittest's tests, so unittest is chosen only for repositories that never mention pytest.
    """
    if index.find_paths_named(("conftest.py", "pytest.ini")) or index.list_externals("pytest", limit=1).items:
        return True
    return any(row.kind is SymbolKind.FUNCTION for row in tests)


def _find_script_runner(index: Index, test: str, text: Callable[[str], str]) -> str:
    """Return the name of the runner of a file of tests.

    What it imports decides, else the packages around it, nearest first."""
    if test and _PLAYWRIGHT.search(text(test)):
        return ecmascript.PLAYWRIGHT.name
    around = sorted(
        index.find_paths_named(("package.json",)),
        key=lambda path: (not test.startswith(path.rpartition("/")[0]), -path.count("/") if test else path.count("/")),
    )
    for path in around:
        try:
            found = json.loads(text(path))
            named = {*found.get("devDependencies", {}), *found.get("dependencies", {})}
            script = str(found.get("scripts", {}).get("test", ""))
        except (ValueError, AttributeError, TypeError):
            continue
        for name, package in (("vitest", "vitest"), ("jest", "jest"), ("playwright", "@playwright/test")):
            if package in named or name in script:
                return name
        if "node" in script:
            return "node"
    return "node"
