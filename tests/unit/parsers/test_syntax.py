"""What of the syntax of a symbol is its own, and what of that is its heading."""

import time

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.languages import detect
from codegraph_parsers.syntax import SyntaxTree


def hashes(path: str, text: str, name: str) -> tuple[str, str]:
    """Hashes of a symbol and of its heading."""
    source = SourceFile(path, text.encode(), detect(path, b"") or "", "")
    facts, tree = parse(source), SyntaxTree(source)
    (at,) = [i for i, symbol in enumerate(facts.symbols) if symbol.name == name]
    inner = [symbol for symbol in facts.symbols if symbol.parent == at]
    return str(tree.hash_symbol(facts.symbols[at])), str(tree.hash_heading(facts.symbols[at], inner))


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


def outside(path: str, text: str) -> str:
    """Hash of what a file says outside its definitions and imports."""
    source = SourceFile(path, text.encode(), detect(path, b"") or "", "")
    facts, tree = parse(source), SyntaxTree(source)
    return str(tree.hash_own_code(facts.symbols[0], facts.symbols[1:], {entry.line for entry in facts.imports}))


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.py", "from b import (\n    x,\n)\nrun(1)\n", "from b import (\n    x,\n    y,\n)\nrun(1)\n"),
        ("a.py", "if T:\n    import x\n    run(1)\n", "if T:\n    import x\n    from y import z\n    run(1)\n"),
        (
            "a.ts",
            'import {\n  x,\n  Y,\n} from "./b";\nrun(1);\n',
            'import {\n  x,\n  type Y,\n} from "./b";\nrun(1);\n',
        ),
        ("a.ts", 'export {\n  x,\n} from "./b";\nrun(1);\n', 'export {\n  x,\n  y,\n} from "./b";\nrun(1);\n'),
        (
            "a.go",
            'package a\nimport (\n\t"b"\n)\nvar _ = run(1)\n',
            'package a\nimport (\n\t"b"\n\t"c"\n)\nvar _ = run(1)\n',
        ),
        ("a.rs", "#![allow(a1)]\nuse b::{\n    x,\n};\n", "#![allow(a1)]\nuse b::{\n    x,\n    c::y,\n};\n"),
        ("a.c", '#ifdef A\n#include "b.h"\n#endif\n', '#ifdef A\n#include "b.h"\n#include "c.h"\n#endif\n'),
    ],
)
def test_an_import_over_several_lines_or_under_a_condition_is_an_import(path: str, before: str, after: str) -> None:
    assert outside(path, before) == outside(path, after)
    assert outside(path, before) != outside(path, before.replace("1", "2").replace("ifdef A", "ifdef B"))


def test_what_is_imported_within_other_code_leaves_that_code() -> None:
    text = 'const parts = {\n  left: require("./left"),\n  width: 1,\n};\nrun(parts, 1);\n'
    assert outside("a.js", text) != outside("a.js", text.replace("parts, 1", "parts, 2"))
    assert outside("a.py", "run(\n    __import__('x'),\n    1,\n)\n") != outside(
        "a.py", "run(\n    __import__('x'),\n    2,\n)\n"
    )


def test_thousands_of_definitions_with_attributes_are_compared_in_no_more_than_their_number() -> None:
    def seconds(count: int) -> float:
        text = "".join(f"#[repr(C)]\npub struct S{at} {{ a: u8 }}\n" for at in range(count)).encode()
        source = SourceFile("a.rs", text, "rust", "")
        symbols, tree = parse(source).symbols, SyntaxTree(source)
        begun = time.process_time()
        tree.hash_own_code(symbols[0], symbols[1:])
        return time.process_time() - begun

    assert seconds(3_000) < 100 * max(seconds(100), 0.002)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "def f():\n    a = 1\n    x = (2\n    return 3\n\ndef g(:\n    pass\n"),
        ("a.js", "function f() {\n  a = 2 ] b\n}\n"),
        ("a.lua", "function f()\n  a = 2 ] b\nend\n"),
    ],
)
def test_what_a_parser_skips_counts_as_code(path: str, text: str) -> None:
    assert hashes(path, text, "f") != hashes(path, text.replace("2", "22"), "f")
    assert hashes(path, text, "f") != hashes(path, text.replace("] b", "] c").replace("3", "33"), "f")


@pytest.mark.parametrize(
    "same",
    [
        "-- other words\nlocal function f(a)\n  --[[ in the\n  middle ]] return g(a, 'x') -- behind\nend\n",
        "local function f( a ) return g(a,\n    'x') end\n",
        'local function f(a) return g(a, "x"); end\n',
    ],
)
def test_comments_and_layout_of_a_structural_language_say_nothing(same: str) -> None:
    text = "local function f(a)\n  return g(a, 'x')\nend\n"
    assert hashes("a.lua", text, "f")[0] == hashes("a.lua", same, "f")[0]
    assert hashes("a.lua", text, "f")[0] != hashes("a.lua", text.replace("'x'", "'y'"), "f")[0]


@pytest.mark.parametrize(
    ("path", "text", "heading"),
    [
        ("a.py", "def f(a: int) -> str:\n    # first ask\n    return g(a)\n", "def f(a: int) -> str"),
        ("a.py", "def f(\n    a,  # what is asked\n    b=1,\n):\n    return a\n", "def f( a, b=1, )"),
        ("a.ts", "function f(a /* asked */: number): void {\n  g(a);\n}\n", "function f(a : number): void"),
    ],
)
def test_a_heading_has_no_comments(path: str, text: str, heading: str) -> None:
    source = SourceFile(path, text.encode(), detect(path, text.encode()) or "", "")
    symbol = next(symbol for symbol in parse(source).symbols if symbol.qualname == "f")
    assert SyntaxTree(source).read_heading(symbol) == heading
