"""Tables of structural languages: what they may say, and what they make of a file."""

from __future__ import annotations

import pytest
from tree_sitter import Parser, Tree

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile
from codegraph_parsers.grammar import GrammarError, load
from codegraph_parsers.outline import Outliner, get_outliner, make_spec
from codegraph_parsers.structural_table import TableError, list_tables, load_table, parse_table

TABLE = """
title = "Lua"
grammar = "pack:lua"
definitions = '''
(function_declaration name: (identifier) @name) @function
'''
"""


def outline(language: str, text: str) -> FileFacts:
    return parse(SourceFile("a", text.encode(), language, ""))


def list_names(facts: FileFacts) -> list[str]:
    return [symbol.name for symbol in facts.symbols[1:]]


@pytest.mark.parametrize("key", list_tables())
def test_the_query_of_every_table_fits_its_grammar(key: str) -> None:
    try:
        assert get_outliner(load_table(key)).query.pattern_count
    except GrammarError as error:
        pytest.fail(str(error))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('substitution = { texts = ["{$}"], replacement = "{ " }', "as long as"),
        ('substitution = { calls = ["(a+)+"] }', "name of a macro"),
        ('substitution = { texts = ["é"], replacement = "ab" }', "ASCII"),
        ('substitution = { texts = [""], replacement = "" }', "as long as"),
        ("substitution = { texts = ['''\n'''], replacement = ' ' }", "as long as"),
        ('substitution = { text = ["a"] }', "unknown key `substitution.text`"),
    ],
)
def test_a_substitution_that_would_move_places_is_refused(more: str, message: str) -> None:
    with pytest.raises(TableError, match=message):
        parse_table("lua", TABLE + more)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('imports = "(no_such_node) @path"', "`imports` does not fit the grammar"),
        ('imports = "(chunk"', "`imports`"),
        ('imports = "(chunk) @banana"', "@banana is no kind of symbol"),
    ],
)
def test_a_query_that_is_wrong_is_named_by_its_key(more: str, message: str) -> None:
    with pytest.raises(TableError, match=message):
        Outliner(parse_table("lua", TABLE + more))


def test_lines_of_the_fixed_form_of_fortran_are_comments_at_once() -> None:
    found = outline("fortran", "*     Adds numbers.\n      SUBROUTINE ADD(A, B)\n*     of any size\n      END\n")
    assert list_names(found) == ["ADD"]
    assert found.problems == []


def test_names_that_begin_like_a_comment_of_the_fixed_form_stay() -> None:
    found = outline("fortran", "subroutine add(a)\ncall twice(a)\nend subroutine\n")
    assert list_names(found) == ["add"]
    assert found.problems == []


def test_a_directive_of_pascal_hides_nothing_behind_it() -> None:
    text = "unit A;\ninterface\nimplementation\n"
    text += "function One: Integer;\n  {$ifdef X} public name 'one'; {$endif}\nbegin\nend;\n"
    text += "function Two: Integer;\nbegin\nend;\nend.\n"
    assert list_names(outline("pascal", text)) == ["A", "One", "Two"]


def test_a_table_bounds_indentation_and_substitutes_at_once() -> None:
    keys = "max_indents = 8\nsubstitution = { texts = ['@@'], replacement = ' ' }\n"
    read = make_spec(parse_table("lua", TABLE.replace("definitions", f"{keys}definitions"))).read
    assert read is not None

    assert not read(b"function light() @@ end\n", parse_lua).root_node.has_error
    with pytest.raises(GrammarError, match="more than 8 levels"):
        read(b"".join(b" " * depth + b"do\n" for depth in range(20)), parse_lua)


def parse_lua(content: bytes) -> Tree:
    return Parser(load("pack:lua")).parse(content)
