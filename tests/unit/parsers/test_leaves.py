"""Leaves of a syntax tree by their text: names in code, and not what comments and texts say."""

from __future__ import annotations

import pytest

from codegraph_parsers.grammar import load_parser
from codegraph_parsers.leaves import find_leaves


def lines(grammar: str, source: str, name: str) -> list[int]:
    code = source.encode()
    tree = load_parser(grammar).parse(code)
    return [leaf.line for leaf in find_leaves(tree.root_node, code, name.encode(), ["comment"])]


@pytest.mark.parametrize(
    ("grammar", "source", "found"),
    [
        ("pack:lua", "-- area\nlocal x = area(1)\nprint('area')\nt.area = t:area()\n", [2, 4, 4]),
        ("pack:lua", "local area2 = subarea\n", []),
        ("pack:ruby", '# area\nputs "area #{area}"\n', [2]),
        ("pack:bash", 'echo "area ${area}"\n', [1]),
    ],
)
def test_names_are_found_where_they_are_code(grammar: str, source: str, found: list[int]) -> None:
    assert lines(grammar, source, "area") == found


def test_an_empty_name_is_nowhere() -> None:
    assert lines("pack:lua", "local x = 1\n", "") == []
