"""Tests that have titles instead of names, found in a file's syntax.

They are calls such as `test("adds", () => …)`. They are no symbols: what they do is credited to the module. A test
runner is given their titles, and the lines of an edge say which of them it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.languages import find_spec, load_spec
from codegraph_parsers.tree_parsing import parse_tree

Title = tuple[str, ...]
"""Pieces of a title that are certain; between two of them stands what is only known when it runs."""


class TestCase(NamedTuple):
    """A test or, with `group`, a group of tests that share a title.

    `titles` go from the outermost group to its own. Lines are 1-based, both included.
    """

    titles: tuple[Title, ...]
    start_line: int
    end_line: int
    group: bool


def has_titled_tests(language: str) -> bool:
    """Say whether tests of a language have titles instead of names."""
    known = find_spec(language)
    return known is not None and known.test_cases is not None


def find_test_cases(source: SourceFile) -> tuple[TestCase, ...]:
    """Return the titled tests of a file in source order.

    There are none in a language whose tests have names.
    """
    language = load_spec(source.language)
    if language.test_cases is None:
        return ()
    return tuple(language.test_cases(parse_tree(language, source.content)[0].root_node))


def select_cases(cases: Iterable[TestCase], lines: Iterable[int]) -> tuple[TestCase, ...]:
    """Return the tests that the code on some lines belongs to.

    That is the test around a line; every test of a group for code in the group outside its tests; every test for code
    outside all of them.
    """
    known = tuple(cases)
    tests = [case for case in known if not case.group]
    found: dict[int, TestCase] = {}
    for line in dict.fromkeys(lines):
        around = [case for case in known if case.start_line <= line <= case.end_line]
        inner = around[-1] if around else None  # groups stand before what they contain
        for case in tests:
            if inner is None or (inner.start_line <= case.start_line and case.end_line <= inner.end_line):
                found[case.start_line] = case
    return tuple(found[line] for line in sorted(found))


def format_title(case: TestCase) -> str:
    """Return a title such as `sums > adds …`, with `…` for parts that are not known."""
    return " > ".join("…".join(title) for title in case.titles)
