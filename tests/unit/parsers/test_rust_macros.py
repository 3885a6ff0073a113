"""What macros of Rust make of what they are given."""

from __future__ import annotations

import pytest

from codegraph_parsers import extract
from codegraph_parsers.file_facts import FileStatus, SourceFile
from codegraph_parsers.lang.rust.rules import NotExpanded, expand, parse_rules
from codegraph_parsers.lang.rust.tokens import Token, tokenize


def words(text: str) -> list[Token]:
    raw = text.encode()
    return tokenize(raw, 0, len(raw), 1)


def made(body: str, given: str) -> str:
    return " ".join(token.text.decode() for token in expand(parse_rules(words(body)), words(given)))


CASES = [
    ("($a:ident) => {fn $a() {}};", "one", "fn one ( ) { }"),
    ("($($a:ident),* $(,)?) => {$(use $a;)*};", "one, two,", "use one ; use two ;"),
    ("($a:expr) => {$a * 2};", "1 + 2", "( 1 + 2 ) * 2"),
    ("($a:expr, $b:expr) => {$b $a};", "f(|x, y| x, z), g::<A, B>()", "( g :: < A , B > ( ) ) ( f ( | x , y | x , z ) )"),
    ("($a:ty, $b:ty) => {$b; $a};", "Vec<Vec<u8>>, &'a mut dyn Fn(u8) -> u8 + Send", "& 'a mut dyn Fn ( u8 ) -> u8 + Send ; Vec < Vec < u8 >>"),
    ("($a:vis struct $b:ident) => {$a $b};", "pub(crate) struct X", "pub ( crate ) X"),
    ("($a:vis struct $b:ident) => {$a $b};", "struct X", "X"),
    ("(a $b:tt) => {1 $b}; (b $b:tt) => {2 $b};", "b {c d}", "2 { c d }"),
    ("($($a:ident: [$($b:ty),*]);+) => {$($a($($b),*))+};", "x: [u8, u16]; y: []", "x ( u8 , u16 ) y ( )"),
    ("($(#[$m:meta])* $i:item) => {$(#[$m])* $i};", "#[a(b)] #[c = 1] fn f() {}", "# [ a ( b ) ] # [ c = 1 ] fn f ( ) { }"),
    ("($l:lifetime $x:literal $p:pat => $b:block) => {$b $p $x $l};", "'a -1 Some(x) | None => {}", "{ } Some ( x ) | None - 1 'a"),
    ("($p:path) => {$p};", "a::b<C>::d", "a :: b < C > :: d"),
    ("($a:tt) => {$crate::run($a)};", "'x'", "crate :: run ( 'x' )"),
    ("($a:ident) => {macro_rules! m { ($b:ty) => {$b $a} }};", "z", "macro_rules ! m { ( $ b : ty ) => { $ b z } }"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "given", "result"), CASES)
def test_the_first_rule_that_takes_all_tokens_makes_others(body: str, given: str, result: str):
    assert made(body, given) == result


@pytest.mark.parametrize(
    ("body", "given"),
    [
        ("(a) => {};", "b"),
        ("($a:ident) => {};", "1"),
        ("($a:ident) => {};", "a b"),
        ("($($a:ident)* $($b:ident)*) => {$($a $b)*};", "a b"),
        ("($a:unheard) => {};", "a"),
        ("($a:ident => {};", "a"),
        ("${count($a)} => {};", "a"),
    ],
)
def test_what_no_rule_takes_is_not_expanded(body: str, given: str):
    with pytest.raises(NotExpanded):
        made(body, given)


def test_comments_that_document_are_attributes():
    assert [token.text for token in words("/// a \"b\"\n// c\nx")] == [
        b"#", b"[", b"doc", b"=", b'" a \\"b\\""', b"]", b"x",
    ]  # fmt: skip


def test_a_macro_that_calls_itself_with_ever_more_ends():
    text = "macro_rules! more { ($($t:tt)*) => { more! { $($t)* $($t)* } more! { $($t)* a } }; }\nmore! { a b }\nfn f() {}\n"
    facts = extract.parse(SourceFile("a.rs", text.encode(), "rust", "0"))
    assert facts.status == FileStatus.INDEXED
    assert [symbol.name for symbol in facts.symbols] == ["a", "more", "f"]


def test_what_a_macro_makes_stands_inside_its_call():
    text = "macro_rules! made {\n    ($name:ident) => { fn $name() {}\n fn other() {} };\n}\n\nmade! {\n    one\n}\n"
    facts = extract.parse(SourceFile("a.rs", text.encode(), "rust", "0"))
    one, other = facts.symbols[-2:]
    assert (one.name, one.line, one.column, one.start_line, one.end_line) == ("one", 7, 4, 6, 8)
    assert (other.name, other.line, other.column) == ("other", 6, 0)
    assert text.encode()[other.start_byte : other.end_byte].startswith(b"made! {")
