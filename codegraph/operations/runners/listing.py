"""A list of tests for a runner: which runner, and what it is given."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from codegraph.answers import SymbolRow
from codegraph.errors import CodegraphError, InvalidError
from codegraph.index import Index
from codegraph.operations.runners import compiled, ecmascript, python
from codegraph.operations.runners.model import RunList, Runner, Surroundings
from codegraph.operations.runners.targets import Targets
from codegraph_parsers.cases import TestCase
from codegraph_parsers.facts import SymbolKind

RUNNERS: Final[dict[str, Runner]] = {
    runner.name: runner
    for runner in (
        python.PYTEST, python.UNITTEST, ecmascript.JEST, ecmascript.VITEST, ecmascript.NODE, compiled.GO,
        compiled.CARGO, compiled.MAVEN, compiled.GRADLE,
    )
}  # fmt: skip

_BUILDS: Final = ("Cargo.toml", "pom.xml", "package.json", "pytest.ini", "conftest.py", "tox.ini", "setup.cfg")
_PACKAGE: Final = re.compile(r"^\s*package\s+([\w.]+)", re.M)


def run_list(
    index: Index, tests: Sequence[SymbolRow], cases: Mapping[int, tuple[TestCase, ...]], wanted: str
) -> RunList:
    """What the runner `wanted` is given to run these tests, the one the repository uses for "auto".

    Raises InvalidError when that cannot be told."""
    runner = RUNNERS[wanted] if wanted in RUNNERS else _detected(index, tests)
    own = [row for row in tests if row.language in runner.languages]
    others = tuple(row.id for row in tests if row.language not in runner.languages)
    targets = Targets(index)
    surroundings = Surroundings(tuple(index.paths_named(_BUILDS)), targets.siblings, lambda path: _package(index, path))
    told = runner.tell(targets.of(own, cases), surroundings) if own else None
    arguments = told.arguments if told is not None and told.arguments else runner.nothing
    left_out = (*(told.left_out if told is not None else ()), *others)
    return RunList(runner.name, arguments, len(own), left_out)


def _detected(index: Index, tests: Sequence[SymbolRow]) -> Runner:
    languages = {row.language for row in tests} or {row.language for row in index.symbols(index.test_nodes()[:2_000])}
    families = {frozenset(r.languages) for r in RUNNERS.values() if r.languages & languages}
    if len(families) != 1:
        found = f"of several languages ({', '.join(sorted(languages))})" if languages else "not known"
        raise InvalidError(f"the tests are {found}", hint=f"name a runner: {', '.join(RUNNERS)}")
    (family,) = families
    able = [runner for runner in RUNNERS.values() if runner.languages == family]
    if family == python.LANGUAGES:
        return able[0] if _uses_pytest(index, tests) else able[1]
    if family == ecmascript.LANGUAGES:
        return RUNNERS[_script_runner(index)]
    if family == compiled.MAVEN.languages:
        return compiled.MAVEN if index.paths_named(("pom.xml",)) else compiled.GRADLE
    return able[0]


def _uses_pytest(index: Index, tests: Sequence[SymbolRow]) -> bool:
    """pytest runs what unittest does, so unittest is only for repositories that nowhere speak of pytest."""
    if index.paths_named(("conftest.py", "pytest.ini")) or index.externals("pytest", limit=1).items:
        return True
    return any(row.kind is SymbolKind.FUNCTION for row in tests)


def _script_runner(index: Index) -> str:
    for path in sorted(index.paths_named(("package.json",)), key=lambda path: path.count("/")):
        try:
            found = json.loads(index.lines(path, 1, 10_000).text)
            named = {*found.get("devDependencies", {}), *found.get("dependencies", {})}
            script = str(found.get("scripts", {}).get("test", ""))
        except (CodegraphError, ValueError, AttributeError, TypeError):
            continue
        for name in ("vitest", "jest"):
            if name in named or name in script:
                return name
        if "node" in script:
            return "node"
    return "node"


def _package(index: Index, path: str) -> str:
    """The package that a file declares, "" when it declares none or cannot be read any more."""
    try:
        found = _PACKAGE.search(index.lines(path, 1, 500).text)
    except CodegraphError:
        return ""
    return found[1] if found else ""
