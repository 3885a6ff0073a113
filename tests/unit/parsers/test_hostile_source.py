"""Source that no person writes: what is around it is analysed all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from codegraph.resolve import resolve
from codegraph_parsers import languages
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile

AROUND = {
    "c": ("int first(void) { return 0; }\n", "\nint last(void) { return 0; }\n"),
    "cpp": ("int first() { return 0; }\n", "\nint last() { return 0; }\n"),
    "go": ("package p\nfunc first() {}\n", "\nfunc last() {}\n"),
    "java": ("class first {}\n", "\nclass last {}\n"),
    "javascript": ("function first() {}\n", "\nfunction last() {}\n"),
    "python": ("def first(): pass\n", "\ndef last(): pass\n"),
    "ruby": ("def first; end\n", "\ndef last; end\n"),
    "rust": ("fn first() {}\n", "\nfn last() {}\n"),
    "tsx": ("function first() {}\n", "\nfunction last() {}\n"),
    "typescript": ("function first() {}\n", "\nfunction last() {}\n"),
}
VALUE = {
    "c": "int x = %s;",
    "cpp": "int x = %s;",
    "go": "var x = %s",
    "java": "class X { int x = %s; }",
    "python": "x = %s",
    "ruby": "x = %s",
    "rust": "static X: i32 = %s;",
}
LANGUAGES = [name for name in languages.names() if name in AROUND]


def facts(language: str, text: str) -> FileFacts:
    return parse(SourceFile("a", text.encode(), language, ""))


def nested(language: str, expression: str) -> FileFacts:
    """Facts of a file whose middle is a deeply nested value."""
    before, after = AROUND[language]
    return facts(language, before + VALUE.get(language, "let x = %s;") % expression + after)


def names(found: FileFacts) -> set[str]:
    return {symbol.name for symbol in found.symbols}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hundred_thousand_brackets_cost_only_themselves(language: str):
    found = nested(language, "(" * 100_000 + "1" + ")" * 100_000)
    assert {"first", "last"} <= names(found)
    assert found.status is FileStatus.PARTIAL
    line = 3 if language == "go" else 2
    assert [(p.kind, p.start_line, p.end_line) for p in found.problems] == [("depth", line, line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_brackets_that_never_close_are_syntax_errors_with_lines(language: str):
    found = facts(language, AROUND[language][0] + "(\n" * 20_000)
    assert "first" in names(found)
    assert found.status is FileStatus.PARTIAL
    assert all(p.kind == "syntax" and 1 <= p.start_line <= p.end_line <= found.lines for p in found.problems)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sum_of_four_hundred_terms_is_ordinary(language: str):
    found = nested(language, " + ".join("1" * 400))
    assert found.status is FileStatus.INDEXED
    assert {"first", "last"} <= names(found)


def test_statements_in_a_row_are_not_nesting():
    """Joins of joins and long `elif` chains grow with the number of statements, at any recursion limit."""
    arms = "".join(f"elif c == {i}: x = f{i}()\n" for i in range(4000))
    found = facts("python", f"def last(): pass\nif c: x = last()\n{arms}" + "if c: x = last()\n" * 4000)
    assert (found.status, found.problems) == (FileStatus.INDEXED, [])
    graph = resolve([found], {})
    assert [found.symbols[e.target].name for e in graph.edges if e.kind == "calls"] == ["last"]


def test_every_arm_of_a_chain_may_have_been_taken():
    source = "def a(): pass\ndef b(): pass\ndef c(): pass\nif x: f = a\nelif y: f = b\nelse: f = c\nf()\n"
    graph = resolve([facts("python", source)], {})
    called = [e.target for e in graph.edges if e.kind == "calls"]
    assert [graph.get_symbol(gid)[1].name for gid in called] == ["a", "b", "c"]


def test_a_long_line_of_ancestors_is_linearised_in_passing():
    classes = "".join(f"class C{i + 1}(C{i}): pass\n" for i in range(300))
    graph = resolve([facts("python", f"class C0:\n    def m(self): pass\n{classes}C300().m()\n")], {})
    assert "m" in {graph.get_symbol(e.target)[1].name for e in graph.edges if e.kind == "calls"}


def test_an_error_that_no_node_stands_for_has_lines_all_the_same():
    found = facts("c", "int x;\n#0\x01")
    assert found.status is FileStatus.PARTIAL
    assert [(p.kind, p.end_line) for p in found.problems] == [("syntax", 2)]


@pytest.mark.parametrize(
    "text",
    [
        b"- " * 20_000 + b"\n",
        b"".join(b" " * depth + b"a:\n" for depth in range(1000)),
        b"".join(b" " * depth + b"a:\n" + b" " * depth + b"- b:\n" for depth in range(0, 600, 2)),
        b"? " * 20_000 + b"\n",
        b"".join(b" " * depth + b"- ? - a: b\n" for depth in range(0, 1000, 5)),
    ],
)
def test_more_indentation_than_a_grammar_has_room_for_is_not_parsed(text: bytes):
    """In a process of its own: the grammar of YAML crashes on it."""
    script = (
        "import sys\nfrom codegraph_parsers.extract import parse\nfrom codegraph_parsers.file_facts import SourceFile\n"
        "facts = parse(SourceFile('a.yaml', sys.stdin.buffer.read(), 'kubernetes', ''))\n"
        "print(facts.status.value, facts.problems[0].kind)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], input=text, capture_output=True, check=True)
    assert done.stdout.decode().split() == ["failed", "grammar"]


def test_indentation_that_text_has_is_parsed():
    text = "apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\nspec:\n" + "".join(
        " " * depth + "a:\n" for depth in range(2, 60, 2)
    )
    facts = parse(SourceFile("a.yaml", text.encode(), "kubernetes", ""))
    assert [symbol.qualname for symbol in facts.symbols] == ["", "Service.shop"]
