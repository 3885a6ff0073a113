"""Digests of what files say: what makes them differ, and what does not."""

from __future__ import annotations

import pytest

from codegraph.resolve.incremental.item_digests import Digester, SymbolKey, list_symbol_keys
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile


def digest_tables(text: str, path: str = "a.py", language: str = "python") -> dict[SymbolKey, int]:
    facts = extract.parse(SourceFile(path, text.encode(), language, ""))
    return Digester(facts, list_symbol_keys(facts)).hash_tables()


@pytest.mark.parametrize(
    ("path", "language", "before", "after"),
    [
        ("a.py", "python", "class Cart:\n    def add(self): ...\n", "class Cart:\n    def put(self): ...\n"),
        ("a.go", "go", "package a\ntype Cart struct { first int }\n", "package a\ntype Cart struct { last int }\n"),
        ("a.py", "python", "def use():\n    one = 1\n", "def use():\n    two = 1\n"),
    ],
    ids=["a member", "a field", "a local name"],
)
def test_a_scope_with_other_names_has_another_table(path: str, language: str, before: str, after: str):
    one, other = digest_tables(before, path, language), digest_tables(after, path, language)

    assert any(key in one and other[key] != one[key] for key in other if key in one)


def test_a_table_does_not_depend_on_what_its_names_mean():
    one = digest_tables("class Cart:\n    def add(self):\n        return 1\n")

    assert one == digest_tables("class Cart:\n    def add(self):\n        return 2\n")
