"""What of the syntax of a symbol is its own, and what of that is its heading."""

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.facts import SourceFile
from codegraph_parsers.languages import detect
from codegraph_parsers.syntax import SyntaxTree


def hashes(path: str, text: str, name: str) -> tuple[str, str]:
    """Hashes of a symbol and of its heading."""
    source = SourceFile(path, text.encode(), detect(path, b"") or "", "")
    facts, tree = parse(source), SyntaxTree(source)
    (at,) = [i for i, symbol in enumerate(facts.symbols) if symbol.name == name]
    inner = [symbol for symbol in facts.symbols if symbol.parent == at]
    return str(tree.of(facts.symbols[at])), str(tree.heading(facts.symbols[at], inner))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ts", "export function f() { return 1 }"),
        ("a.ts", "export default function f() { return 1 }"),
        ("a.ts", "export const f = (a: string) => { return 1 }"),
        ("a.ts", "const f = () => g(1)"),
        ("a.ts", "class A { @cached() f() { return 1 } }"),
        ("a.js", "exports.f = function () { return 1 }"),
        ("a.cpp", "template<class T> T f(T a) { return 1; }"),
        ("a.rs", "#[inline]\npub fn f() -> i64 { 1 }"),
        ("a.rs", "impl A {\n    #[inline]\n    fn f(&self) -> i64 { 1 }\n    fn g(&self) {}\n}"),
        ("a.py", "@cached\ndef f():\n    return 1\n"),
    ],
)
def test_a_body_is_no_part_of_the_heading_however_the_definition_is_written(path: str, text: str) -> None:
    before, after = hashes(path, text, "f"), hashes(path, text.replace("1", "2"), "f")
    assert before[0] != after[0]
    assert before[1] == after[1]
    assert hashes(path, text.replace("(", "(other, ", 1), "f")[1] != before[1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.rs", "#[test]\nfn f() { two() }\nfn g() -> i64 { 1 }"),
        ("a.rs", "#[derive(Debug)]\nstruct f { a: i64 }\nmod m { fn g() -> i64 { 1 } }"),
        ("a.rs", "impl A {\n    #[inline]\n    fn f(&self) {}\n    fn g(&self) -> i64 { 1 }\n}"),
        ("a.ts", "class A { @cached() f() { return 2 }\n g() { return 1 } }"),
        ("a.py", "@cached\ndef f():\n    return 2\ndef g():\n    return 1\n"),
    ],
)
def test_what_stands_beside_a_definition_is_no_part_of_it(path: str, text: str) -> None:
    assert hashes(path, text, "f") == hashes(path, text.replace("1", "3"), "f")


def test_an_attribute_is_a_part_of_its_definition() -> None:
    text = "#[inline]\nfn f() { two() }\nfn g() {}\n"
    assert hashes("a.rs", text, "f") != hashes("a.rs", text.replace("inline", "cold"), "f")
