"""Tests that have titles instead of names: calls such as `test("adds", () => …)`, found in a file's syntax.

They are no symbols: what they do is credited to the module. A runner is told their titles, and the lines of an edge
say which of them it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from codegraph_parsers.facts import SourceFile
from codegraph_parsers.languages import find_spec, spec
from codegraph_parsers.reading import tree_of

Title = tuple[str, ...]
"""Pieces of a title that are certain; between two of them stands what is only known when it runs."""


class TestCase(NamedTuple):
    """A test, or with `group` tests that share a title. `titles` from the outermost group to its own. Lines are
    1-based, both included."""

    titles: tuple[Title, ...]
    start_line: int
    end_line: int
    group: bool


def has_titled_tests(language: str) -> bool:
    """Say whether tests of a language have titles instead of names."""
    known = find_spec(language)
    return known is not None and known.test_cases is not None


def test_cases(source: SourceFile) -> tuple[TestCase, ...]:
    """In source order; empty for a language whose tests have names."""
    language = spec(source.language)
    if language.test_cases is None:
        return ()
    return tuple(language.test_cases(tree_of(language, source.content)[0].root_node))


def of_lines(cases: Iterable[TestCase], lines: Iterable[int]) -> tuple[TestCase, ...]:
    """The tests that code on these lines belongs to: the one around it; every test of a group for what stands in the
    group beside its tests; every test for what is outside of all."""
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


def shown_title(case: TestCase) -> str:
    """`sums > adds …`: what is not known is left open."""
    return " > ".join("…".join(title) for title in case.titles)
