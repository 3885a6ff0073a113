"""A list of tests for a runner: which runner, and what it is given."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from codegraph.answers import SymbolRow
from codegraph.errors import CodegraphError, InvalidError
from codegraph.index import Index
from codegraph.operations.runners import ecmascript, golang, junit, python, rust
from codegraph.operations.runners.model import RunList, Runner, Surroundings
from codegraph.operations.runners.targets import Targets
from codegraph_parsers.cases import TestCase
from codegraph_parsers.facts import SymbolKind

RUNNERS: Final[dict[str, Runner]] = {
    runner.name: runner
    for runner in (
        python.PYTEST, python.UNITTEST, ecmascript.JEST, ecmascript.VITEST, ecmascript.NODE, golang.GO,
        rust.CARGO, junit.MAVEN, junit.GRADLE,
    )
}  # fmt: skip

_BUILDS: Final = ("Cargo.toml", "go.mod", "go.work", *junit.BUILDS)
_NAME_ONE: Final = f"name a runner: {', '.join(RUNNERS)}"


def run_list(
    index: Index, tests: Sequence[SymbolRow], cases: Mapping[int, tuple[TestCase, ...]], wanted: str,
    read: Callable[[str], bytes | None],
) -> RunList:  # fmt: skip
    """What the runner `wanted` is given to run these tests, the one the repository uses for "auto". `read` gives a file
    as the index has it, which may be no longer what is on the disk.

    Raises InvalidError when that cannot be told."""

    @cache
    def text(path: str) -> str:
        try:
            return (read(path) or b"").decode("utf-8", "replace")
        except CodegraphError:
            return ""

    runner = RUNNERS[wanted] if wanted in RUNNERS else _detected(index, tests, text)
    own = [row for row in tests if row.language in runner.languages]
    others = tuple(row.id for row in tests if row.language not in runner.languages)
    targets = Targets(index)
    surroundings = Surroundings(tuple(index.paths_named(_BUILDS)), targets.siblings, targets.beside, text)
    told = runner.tell(targets.of(own, cases), surroundings)
    return RunList(runner.name, told.arguments or runner.nothing, len(own), (*told.left_out, *others))


def _detected(index: Index, tests: Sequence[SymbolRow], text: Callable[[str], str]) -> Runner:
    languages = _languages(index, tests)
    families = {frozenset(r.languages) for r in RUNNERS.values() if r.languages & languages}
    if len(families) != 1:
        told = ", ".join(sorted(languages))
        if families:
            raise InvalidError(f"the tests are of several languages ({told})", hint=_NAME_ONE)
        found = f"runs tests of {told}" if languages else "is known of a repository without code"
        raise InvalidError(f"no runner {found}", hint=_NAME_ONE)
    (family,) = families
    able = [runner for runner in RUNNERS.values() if runner.languages == family]
    if family == python.LANGUAGES:
        return able[0] if _uses_pytest(index, tests) else able[1]
    if family == ecmascript.LANGUAGES:
        return RUNNERS[_script_runner(index, text)]
    if family == junit.MAVEN.languages:
        return junit.MAVEN if index.paths_named(("pom.xml",)) else junit.GRADLE
    return able[0]


def _languages(index: Index, tests: Sequence[SymbolRow]) -> set[str]:
    """Languages of the tests to run, or else of any tests, or where there is none of the code."""
    found = {row.language for row in tests} or {row.language for row in index.symbols(index.test_nodes()[:2_000])}
    return found or {known.row.language for known in index.known_files().values() if known.row.symbols}


def _uses_pytest(index: Index, tests: Sequence[SymbolRow]) -> bool:
    """pytest runs what unittest does, so unittest is only for repositories that nowhere speak of pytest."""
    if index.paths_named(("conftest.py", "pytest.ini")) or index.externals("pytest", limit=1).items:
        return True
    return any(row.kind is SymbolKind.FUNCTION for row in tests)


def _script_runner(index: Index, text: Callable[[str], str]) -> str:
    for path in sorted(index.paths_named(("package.json",)), key=lambda path: path.count("/")):
        try:
            found = json.loads(text(path))
            named = {*found.get("devDependencies", {}), *found.get("dependencies", {})}
            script = str(found.get("scripts", {}).get("test", ""))
        except (ValueError, AttributeError, TypeError):
            continue
        for name in ("vitest", "jest"):
            if name in named or name in script:
                return name
        if "node" in script:
            return "node"
    return "node"
