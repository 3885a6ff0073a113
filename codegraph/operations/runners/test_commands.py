"""Values that a runner is told, and that it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.query_results import SymbolRow

if TYPE_CHECKING:
    from codegraph_parsers.cases import TestCase


class Holder(NamedTuple):
    """Class that has or inherits tests, with the classes around it.

    The outermost is first, the class itself last. `bases` are the names of all its base classes, including those of
    libraries.
    """

    classes: tuple[SymbolRow, ...]
    bases: frozenset[str]
    decorators: tuple[str, ...] = ()

    @property
    def row(self) -> SymbolRow:
        return self.classes[-1]


class Target(NamedTuple):
    """A test, a class of tests, or with `name` "" and no holders a whole file.

    `holders` are the class that the test stands in and those that inherit it. `cases` are the titled tests of the file
    that are meant. `doubtful`: the symbol is not where a runner would surely find it."""

    row: SymbolRow
    name: str
    holders: tuple[Holder, ...]
    decorators: tuple[str, ...] = ()
    cases: tuple[TestCase, ...] = ()
    doubtful: bool = False


class RunList(NamedTuple):
    """Arguments of a runner, one per line.

    If no test is affected, the arguments make it run none. `tests` is the number of selected tests, `left_out` names
    those that this runner cannot run. `command` starts the runner; if the tests belong to several runners, `others` are
    the lists of the rest.
    """

    runner: str
    arguments: tuple[str, ...]
    tests: int
    left_out: tuple[str, ...]
    command: tuple[str, ...] = ()
    others: tuple[RunList, ...] = ()


class RunnerArguments(NamedTuple):
    arguments: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class Runner(NamedTuple):
    """A program that runs tests.

    `nothing` are arguments with which it runs no test and succeeds. `command` is how it is started."""

    name: str
    languages: frozenset[str]
    nothing: tuple[str, ...]
    tell: Callable[[Sequence[Target], Surroundings], RunnerArguments]
    command: tuple[str, ...]


class Surroundings(NamedTuple):
    """Surroundings of tests that a list depends on.

    `manifests` are paths of the build's files, `siblings` the tests of the same folder and language by path, `beside`
    all files of its folder and ending. `text` is a file as it is in the state that the tests are of, "" when it cannot
    be read."""

    manifests: tuple[str, ...]
    siblings: Callable[[str], Sequence[SymbolRow]]
    beside: Callable[[str], Sequence[str]]
    text: Callable[[str], str]
