"""RSpec, and Minitest with what takes the same arguments (test-unit)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate, to_argument
from codegraph.operations.runners.test_commands import Runner, RunnerArguments, Surroundings, Target
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import SymbolKind

LANGUAGES: Final = frozenset({"ruby"})
_MINITEST: Final = re.compile(r"\bminitest\b|\bMinitest\b|\btest-unit\b")
_LOADING: Final = "ARGV.grep_v(/\\A-/).each{|f|require(File.expand_path(f))}"


def build_rspec_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return files with the lines of examples, or whole files."""
    del around
    lines = (to_argument(t.row.path) + ("" if t.row.kind is SymbolKind.MODULE else f":{t.row.line}") for t in targets)
    return RunnerArguments(deduplicate(lines))


def build_minitest_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return files, and one pattern of the names of their tests.

    A test with a title has a name that its title makes; then all tests of the files run.
    """
    del around
    files = deduplicate(to_argument(target.row.path) for target in targets)
    names = deduplicate(target.name for target in targets)
    is_named = bool(names) and all(re.fullmatch(r"test_\w+[?!]?", name) for name in names)
    pattern = (f"--name=/^({'|'.join(map(re.escape, names))})$/",) if is_named else ()
    return RunnerArguments((*files, *pattern))


def choose_runner(tests: Sequence[SymbolRow], text: Callable[[str], str]) -> Runner:
    """Return the runner of tests, by the names and texts of their files."""
    paths = dict.fromkeys(row.path for row in tests)
    specs = [path for path in paths if path.endswith("_spec.rb") and not _MINITEST.search(text(path))]
    return RSPEC if specs or not paths else MINITEST


RSPEC: Final = Runner("rspec", LANGUAGES, ("--version",), build_rspec_arguments, ("rspec",))
MINITEST: Final = Runner(
    "minitest", LANGUAGES, ("--version",), build_minitest_arguments, ("ruby", "-Ilib", "-Itest", "-e", _LOADING)
)
