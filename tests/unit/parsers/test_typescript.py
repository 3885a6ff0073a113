"""What is read of TypeScript beside what the corpus tells by its edges."""

from __future__ import annotations

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.facts import SourceFile


@pytest.mark.parametrize(
    "statement",
    [
        "box().run = (n) => n;",
        "box().run = { then: (n) => n };",
        "box()['run'] = function (n) { return n; };",
        "({ run: box().run } = other);",
    ],
)
def test_what_a_value_is_put_into_is_read_once(statement: str):
    source = f"function box(): {{ run: any }} {{ return {{ run: 1 }}; }}\ndeclare const other: any;\n{statement}\n"
    facts = parse(SourceFile("a.ts", source.encode(), "typescript", ""))
    assert [line for kind, _, _, line in facts.sites if kind == "call"] == [3]
