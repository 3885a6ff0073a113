"""Lines of files that hold the words of a question."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.files import written

from codegraph.operations import text_matches
from codegraph.operations.text_matches import TextMatches, find_text
from codegraph.settings.config import Config

FILES = {
    "shop/total.py": "# the total of an order\n\ndef total(order):\n    return sum(order)\n",
    "tests/test_total.py": "def test_total():\n    assert total([]) == 0\n",
    "notes.md": "Subtotals are told apart from a total.\n",
    "data.json": '{"total": "' + "x" * 2_000 + '"}\n',
}


@pytest.fixture
def find(tmp_path: Path):
    root = written(tmp_path, FILES)

    def run(*words: str, name: str = "", wanted=lambda _: True, limit: int = 20) -> TextMatches:
        return find_text(root, Config(tmp_path / "home"), words, name=name, wanted=wanted, limit=limit)

    return run


def lines(found: TextMatches) -> list[str]:
    return [f"{match.file}:{match.line}" for match in found.matches]


def test_a_name_is_found_as_a_whole_word_its_definition_first_and_tests_last(find):
    found = find(name="total")
    assert lines(found) == ["shop/total.py:3", "notes.md:1", "shop/total.py:1", "tests/test_total.py:2"]
    assert (found.read, found.files) == (4, 4) and found.matches[0].text == "def total(order):"


def test_words_are_found_in_either_case_and_a_line_with_more_of_them_comes_first(find):
    assert lines(find("Order", "TOTAL", limit=2)) == ["shop/total.py:3", "shop/total.py:1"]


def test_only_wanted_files_are_read(find):
    found = find(name="total", wanted=lambda path: path.startswith("shop/"))
    assert {match.file for match in found.matches} == {"shop/total.py"} and found.files == 1


def test_a_search_ends_at_its_bounds_and_says_how_far_it_came(find, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(text_matches, "MOST_BYTES", 10)
    found = find(name="total")
    assert found.read < found.files == 4
