"""The value that a constant, variable or field is initialised with."""

from __future__ import annotations

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.syntax import Initializer, SyntaxTree


def values(path: str, language: str, text: str) -> dict[str, Initializer]:
    source = SourceFile(path, text.encode(), language, "")
    tree = SyntaxTree(source)
    found = ((symbol.qualname, tree.find_initializer(symbol)) for symbol in parse(source).symbols if symbol.qualname)
    return {name: value for name, value in found if value is not None}


PYTHON = """
LIMIT = 3
WIDTH: int = 80
FIRST, SECOND = 1, 2
pattern = compile("x")
key = lambda row: row.id


class Box:
    size: int = 5
    bare: int

    def __init__(self, depth):
        self.depth = depth
        self.height = 30
"""


@pytest.mark.parametrize(
    ("path", "language", "text", "expected"),
    [
        (
            "a.py", "python", PYTHON,
            {
                "LIMIT": "3", "WIDTH": "80", "FIRST": "1", "SECOND": "2", "pattern": 'compile("x")',
                "key": "lambda row: row.id", "Box.size": "5", "Box.depth": "depth", "Box.height": "30",
            },
        ),
        (
            "a.ts", "typescript",
            "export const LIMIT = 3;\nlet a: number = 4, b = 5;\nenum E { A = 1, B }\n"
            "class Box { size = 6; bare: string; constructor(private depth = 7) { this.height = 8; } }\n",
            {"LIMIT": "3", "a": "4", "b": "5", "E.A": "1", "Box.size": "6", "Box.depth": "7", "Box.height": "8"},
        ),
        ("a.go", "go", "package a\n\nconst Limit = 3\n\nvar wait = 5 * unit\n", {"Limit": "3", "wait": "5 * unit"}),
        ("a.rs", "rust", "const LIMIT: u32 = 3;\nenum E { A = 1, B }\n", {"LIMIT": "3", "E.A": "1"}),
        ("A.java", "java", 'class A { static final int L = 3; String q = "a", z = "b"; int x; }\n',
         {"A.L": "3", "A.q": '"a"', "A.z": '"b"'}),
        ("a.c", "c", "#define LIMIT 3\nstatic const int wait = 4;\nint bare;\nenum e { A = 1, B };\n",
         {"LIMIT": "3", "wait": "4", "e.A": "1"}),
        ("a.cpp", "cpp", "constexpr int LIMIT = 3;\nclass Box { int size = 5; int bare; };\n",
         {"LIMIT": "3", "Box.size": "5"}),
    ],
)  # fmt: skip
def test_it_is_found_in_every_form_of_declaration(path, language, text, expected):
    found = values(path, language, text)
    assert {name: value.text for name, value in found.items() if name in expected} == expected
    assert not [name for name in found if name.endswith("bare")]


def test_it_tells_literals_functions_and_assignments_to_members_apart():
    found = values("a.py", "python", PYTHON)
    assert [name for name, value in found.items() if value.is_literal] == [
        "LIMIT", "WIDTH", "FIRST", "SECOND", "Box.size", "Box.height",
    ]  # fmt: skip
    assert [name for name, value in found.items() if value.has_functions] == ["key"]
    assert not found["Box.height"].is_declared and found["pattern"].is_declared


def test_its_digest_is_of_the_value_alone():
    one, other = values("a.py", "python", "A = 3\n"), values("a.py", "python", "B: int = 3  # three\n")
    assert one["A"].digest == other["B"].digest
    assert one["A"].digest != values("a.py", "python", "A = 4\n")["A"].digest
