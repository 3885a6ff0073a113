"""Valid source that a grammar is too old for is understood all the same, and keeps its places."""

from __future__ import annotations

import re

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile
from codegraph_parsers.rewriting import Rewrite, apply_rewrites

SUFFIX = {
    "java": "java", "rust": "rs", "python": "py", "typescript": "ts", "tsx": "tsx", "javascript": "js", "cpp": "cpp", "c": "c",
}  # fmt: skip

NEWER = {
    "java": (
        "class A { void f(String @Nullable ... a) {} void after() {} }",
        "import module java.base;\nclass A { void after() {} }",
    ),
    "rust": (
        'fn f() { a.b()\n#[cfg(feature = "x")]\n.c(); }\nfn after() {}',
        "fn f() { let x = #[rustfmt::skip] [1, 2]; }\nfn after() {}",
        'fn f() { run(str![["text"]]); }\nfn after() {}',
        '#!/usr/bin/env cargo\n\n---cargo\n[dependencies]\nx = { version = "1" }\n---\nfn after() {}',
        "----\nedition = '2024'\n--- fn\n----  \n#![allow(dead_code)]\nfn after() {}",
        "fn f() { g((a,\n#[cfg(x)]\nb)); }\nfn after() {}",
        "fn f() { match x { E::A {\na,\n#[cfg(x)]\nb,\n} => {} } }\nfn after() {}",
        "fn f() { x::<-1>(); }\nfn after() {}",
        "fn f() { c(|a: B, mut d: E<&mut F>,| { d }); }\nfn after() {}",
        "fn f() { let x: D::<E> = y; }\nfn after() {}",
        'extern "C" { safe fn a(); }\nfn after() {}',
        "default impl X for Y {}\nfn after() {}",
        "impl const X for Y {}\nfn after() {}",
        "fn f(x: impl async Fn(u8) -> u8, y: impl ~const A) {}\nfn after() {}",
    ),
    "python": (
        "def f[T = int](x: T) -> T: ...\ndef after(): ...",
        "class A[T: (int, str) = int, *Ts = tuple[int]]: ...\ndef after(): ...",
        "lazy import a\nlazy from b import c\ndef after(): ...",
    ),
    "typescript": (
        "type A = import('./x').B<string>;\nfunction after() {}",
        "const a = g<typeof import('./x')['y']>();\nfunction after() {}",
        "interface A { readonly j: readonly import('./x').J[] }\nfunction after() {}",
        "abstract class A { abstract override readonly kind: string; after() {} }",
        "class A { accessor x = 1; static accessor y: string; after() {} }",
        "class A { static declare y: string; static [key: string]: any; after() {} }",
        "interface A<in out T, out U> { abstract: 1 }\nfunction after() {}",
        "export * from './c.json' with { type: 'json' };\nfunction after() {}",
        "import defer * as a from 'b';\nfunction after() {}",
        "for (using x of xs) {}\nfunction after() {}",
        "class A {\n  a: string\n  in_progress: boolean\n  inner?: string\n}\nfunction after() {}",
        "interface A {\n  a: string\n  in_progress?: boolean\n}\nfunction after() {}",
    ),
    "tsx": (
        "const a = <p>this && that</p>;\nfunction after() {}",
        "const a = <p><b>x</b> is && <i>y</i></p>;\nfunction after() {}",
        "const a = <>one\n&& two</>;\nfunction after() {}",
    ),
    "javascript": (
        "f('using', using);\nfunction after(using) { using.x(); }",
        "f({ ...using, a: 1 });\nfunction after(using) { return [...using]; }",
        "import a from './a.json' assert { type: 'json' };\nfunction after() {}",
        "export { default as c } from './c.json' with { type: 'json' };\nfunction after() {}",
        "class A { accessor x = 1; after() {} }",
    ),
    "cpp": (
        "export module a.b;\nexport import c;\nexport namespace n { int x; }\nint after() { return 1; }",
        "template <class... T>\nstruct A : T... {\n  using T::operator()...;\n  int after() { return 1; }\n};",
        "void f() { if consteval { a(); } if !consteval { b(); } }\nint after() { return 1; }",
        "auto f = [] static { return 1; };\nauto g = [x = 1] mutable { return x; };\nint after() { return 1; }",
        "extern template class A<int>;\ntemplate struct B<char>;\nint after() { return 1; }",
        'struct A { A(A&&) = delete("no"); unsigned x : 3 = 1; int after() { return 1; } };',
        "class Box { void open(const Text &name = {}, Size size = {1, 2}); int after() { return 1; } };",
        "auto f = static_cast<void (A::*)(int)>(&A::b);\nint after() { return 1; }",
        "enum : int { X };\nenum E { A [[deprecated]], B };\nint after() { return 1; }",
        "task f() { for co_await (auto x : y) {} }\nint after() { return 1; }",
        "int f(A a) { return (a.*b)() + (p->*c)(); }\nint after() { return 1; }",
        "class A : B {\n  Q_OBJECT\npublic slots:\n  void f();\nQ_SIGNALS:\n  void g();\n  int after() { return 1; }\n};",
    ),
    "c": (
        "enum E : unsigned char { A };\nint after(void) { return 1; }",
        "void f(void) { static void *t[] = {&&a}; goto *t[0]; a:; }\nint after(void) { return 1; }",
        "int f(int x) { switch (x) { case 1 ... 5: return 1; } return 0; }\nint after(void) { return 1; }",
        "int f(void) { return offsetof(struct s, a.b[1]); }\nint after(void) { return 1; }",
        "static int __init f(const char __user *x) { return 0; }\nint after(void) { return 1; }",
        'static const char x[] = {\n#embed "x"\n};\nint after(void) { return 1; }',
        "void f(void) { EACH(a, b) { c(); } }\nint after(void) { return 1; }",
        "void f(void) {\n\tfor_each(a, &b)\n\t\tx = c(a);\n}\nint after(void) { return 1; }",
        "static int f(struct a *b UNUSED, const char *c, int d UNUSED) { return 0; }\nint after(void) { return 1; }",
        'static PATH_FUNC(f, "F")\nstatic PATH_FUNC(g, "G")\nint after(void) { return 1; }',
        "make_table(a, int *);\nint after(void) { return 1; }",
        "static inline FORMAT(1) const char *f(int b) { return 0; }\nint after(void) { return 1; }",
        "void f(void) { e = entry(&a,\n\tb,\n\tc,\n\tstruct d, e); }\nint after(void) { return 1; }",
    ),
}


def read(language: str, text: str) -> FileFacts:
    return parse(SourceFile(f"src/a.{SUFFIX[language]}", text.encode(), language, "0" * 40))


@pytest.mark.parametrize(("language", "text"), [(name, text) for name, texts in NEWER.items() for text in texts])
def test_syntax_newer_than_the_grammar_spoils_nothing(language: str, text: str):
    facts = read(language, text)
    assert facts.status is FileStatus.INDEXED, [tuple(p) for p in facts.problems]
    assert any(re.match(r"after\b", symbol.name) for symbol in facts.symbols)


@pytest.mark.parametrize("text", ["class A { void f( {} }", "class A { void f(String @ ... a { }"])
def test_what_is_broken_stays_broken(text: str):
    assert read("java", text).status is FileStatus.PARTIAL


def test_dashes_that_close_nothing_are_no_front_matter():
    for text in ("---\nfn a() {}\n", "fn a() {}\n---\nb\n---\n", "----\nfn a() {}\n---\n"):
        assert read("rust", text).status is FileStatus.PARTIAL


def test_loading_beside_an_error_is_still_an_import():
    facts = read("typescript", "type A = import('./a').A<string>;\nconst b = () => import('./b').then(f);\n")
    assert {found.module for found in facts.imports} == {"./a", "./b"}


def test_a_comment_with_angle_brackets_is_no_type_of_a_template():
    text = "// see `Chain<..., 'a',\n// 'b'>` for why\nexport function after() { return `x`; }\n"
    assert read("typescript", text).status is FileStatus.INDEXED


def test_lengths_and_lines_stay():
    source = b"one two\r\nthree two\n"
    blank, spelt = Rewrite(re.compile(rb"(two\s+three)")), Rewrite(re.compile(rb"(two)"), b"2", b"_")
    assert apply_rewrites(source, (blank,)) == b"one    \r\n      two\n"
    assert apply_rewrites(source, (spelt,)) == b"one 2__\r\nthree 2__\n"


def test_what_is_only_for_errors_is_left_elsewhere():
    source = b"x\n" * 6
    near = (Rewrite(re.compile(rb"(x)"), near=True),)
    assert apply_rewrites(source, near) == source
    assert apply_rewrites(source, near, [(6, 7)]) == b"x\nx\n \n \n \nx\n"


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("rust", 'fn f() { g((a,\n#[cfg(x)]\nb)); h("#[", called(), "]"); }\nfn after() {}'),
        ("cpp", 'int h(const char*); int f() { return h("__attribute__ (") + called(); }\nint after() { return 1; }'),
        ("cpp", 'int h(const char*); int f() { return h("__declspec (") + called(); }\nint after() { return 1; }'),
        ("c", "int f() { return h('(', \"__attribute__ ((\"); }  // __attribute__ (\nint after() { return called(); }"),
        ("cpp", 'const char* t = R"x(\n#if 0\n__attribute__ ()x";\nint after() { return called(); }'),
    ],
)
def test_nothing_is_rewritten_across_the_ends_of_a_literal(language: str, source: str):
    facts = parse(SourceFile(f"a.{SUFFIX[language]}", source.encode(), language, ""))
    assert "after" in {symbol.name for symbol in facts.symbols}
    called = [facts.exprs[facts.exprs[expr][1]] for kind, _, expr, _ in facts.sites if kind == "call"]
    assert "called" in {name[1] for name in called if len(name) > 1}
    assert facts.status is FileStatus.INDEXED
