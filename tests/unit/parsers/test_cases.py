"""Tests with titles are found in the syntax, with the titles around them, what is certain of each, and their lines."""

from __future__ import annotations

import pytest

from codegraph_parsers import cases as titled
from codegraph_parsers.cases import format_title, select_cases
from codegraph_parsers.file_facts import SourceFile

SOURCE = r"""
import { add } from "./sum";

describe("sums", () => {
  beforeEach(() => {});
  it("adds", () => { add(1, 2); });
  it.skip('it\'s "odd"', async () => {
    const test = await run("x", () => {});
  });
  describe.each([[1]])("of %i", (n) => {
    test.each`a`("twice $a.b is %s", () => {});
  });
});
test(`uses ${add(1)} here`, () => {});
test(title(), function () {});
it("has no body");
table("is no test", () => {});
"""


def cases(text: str, language: str = "typescript"):
    return titled.find_test_cases(SourceFile("a.test.ts", text.encode(), language, ""))


def shown(text: str) -> list[str]:
    return [format_title(case) for case in cases(text) if not case.group]


def test_titles_are_those_around_a_test_and_its_own() -> None:
    assert shown(SOURCE) == [
        "sums > adds",
        'sums > it\'s "odd"',
        "sums > of … > twice … is …",
        "uses … here",
        "…",
    ]


@pytest.mark.parametrize("text", ["", "describe(", "test.each([1])", "const it = 3; it;", "test()"])
def test_what_is_no_test_has_no_title(text: str) -> None:
    assert shown(text) == []


def test_a_language_whose_tests_have_names_has_no_titles() -> None:
    assert titled.find_test_cases(SourceFile("test_a.py", b'test("x", lambda: 1)', "python", "")) == ()


def of(*lines: int) -> list[str]:
    return [format_title(case) for case in select_cases(cases(SOURCE), lines)]


def test_a_line_belongs_to_the_test_around_it() -> None:
    assert of(6) == ["sums > adds"]
    assert of(8, 6) == ["sums > adds", 'sums > it\'s "odd"']


def test_a_line_beside_tests_belongs_to_all_of_their_group() -> None:
    assert of(5) == ["sums > adds", 'sums > it\'s "odd"', "sums > of … > twice … is …"]
    assert of(10) == ["sums > of … > twice … is …"]


def test_a_line_outside_of_all_belongs_to_all() -> None:
    assert len(of(2)) == 5
