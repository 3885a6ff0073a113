"""Reading C and C++: repairs before parsing, the language of a header, where an include leads."""

from __future__ import annotations

import pytest

from codegraph_parsers import grammar, languages, ops
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile
from codegraph_parsers.lang._cfamily.includes import project
from codegraph_parsers.lang._cfamily.tidy import read


def has_error(source: str, language: str = "cpp") -> bool:
    return read(source.encode(), grammar.load_parser(f"tree_sitter_{language}:language").parse).root_node.has_error


@pytest.mark.parametrize(
    "source",
    [
        "class EXPORT_API Widget final : public Base { int n; };",
        "struct S { int n GUARDED_BY(mu); void f() REQUIRES(mu) LOCKS(a, b); };",
        "EXPORT_API const Widget* make();",
        "__attribute__((noinline)) static __attribute__((aligned(8))) int n;",
        'DEFINE_FLAG(int, size, 8, "text");\nint after() { return 1; }',
        "struct S {\n  LIST_ENTRY(S) link;\n  int n;\n};",
        "void f() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}",
        "#define M(x) do { /* one */ \\\n  f(x); /* two */ \\\n} while (0)\nint after;",
        "NAMESPACE_BEGIN\nclass A { A(int n) : n_(n) {} int n_; };\nNAMESPACE_END\n",
        "enum E { A, CASE(B), CASE(C), };",
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n',
    ],
)
def test_macros_do_not_derail_the_parser(source: str):
    assert not has_error(source)


def test_many_remarks_in_a_literal_cost_no_more_than_their_length():
    remarks = "  /* a */ /* b */\n" * 2000
    assert has_error(f"int table[] = {{\n{remarks}  1, 2 }};\nint broken( {{\n", "c")


@pytest.mark.parametrize(
    "source",
    [
        "struct S { int f() { return operator*(); } bool g(S& o) { return !o.operator < (*this); } };",
        "struct S { void f(int n) { if (n) operator()<int>(n); } };",
        "void f() {\n  TRY { f(); }\n  CATCH_ALL(g)\n}",
        "class A { void f() {\n  IF_CONSTANT (n) { f(); } else { g(); } } };",
        "class A {\nTESTED_ONLY:\n  int n;\n};",
        "#if LIB_HAS_INCLUDE(<version>)\nint n;\n#endif",
        "auto f() { return typename T::type{1}; }",
        "template <class R, class T> void f(R (T::*)(int) const);",
        "void f(void (*)(int), const void* = nullptr);",
        "template <class T, enable_if_t<a<T>::value && b<T>::value>* = nullptr> void f(T t);",
        "extern template API auto f<char>(int) -> R<char>;",
        "EXPORT template <class T> void f(T t) {}",
        "static WRAPPED(int) value{};",
        "typedef bool (T::*Ask)() const;",
    ],
)
def test_templates_and_macros_are_read(source: str):
    assert not has_error(source)


@pytest.mark.parametrize(
    "source",
    ["int f() { if (a) TRACE(b); return MAX(a, b); }", "void CALL(int a);", "Foo x(1);", "int f() { FOO(a); BAR(b); }"],
)
def test_what_is_no_annotation_stays(source: str):
    text = source.encode()
    assert read(text, grammar.load_parser("tree_sitter_cpp:language").parse).root_node.text == text


def test_repairs_keep_every_position():
    source = b"class API A {\n int n LOCKED(m);\n};\nAPI int f() { return 1; }\n"
    tree = read(source, grammar.load_parser("tree_sitter_cpp:language").parse)
    assert tree.root_node.end_byte == len(source)
    facts = parse(SourceFile("a.cpp", source, "cpp", ""))
    assert {s.name: s.line for s in facts.symbols if s.name} == {"a": 0, "A": 1, "n": 2, "f": 4}


@pytest.mark.parametrize(
    ("path", "content", "language"),
    [
        ("a.h", b"#include <stdio.h>\nstruct s { int n; };\n", "c"),
        ("a.h", b"// class of things\nint f(void);\n", "c"),
        ("a.h", b'#ifdef __cplusplus\nextern "C" {\nnamespace n {\n#endif\nint f(void);\n', "c"),
        ("a.h", b"#pragma once\nnamespace n {\nint f();\n}\n", "cpp"),
        ("a.h", b"#include <vector>\nint f();\n", "cpp"),
        ("a.h", b"class A {\n public:\n  int f();\n};\n", "cpp"),
        ("a.def", b'{"get", 1},\n', "c"),
        ("a.def", b"", "c"),
        ("a.def", b'/* made by a script */\n{"set", "an explicit value", nullptr},\n', "c"),
        ("a.def", b"EXPORTS\n  get\n", None),
    ],
)
def test_the_language_of_a_header_is_what_it_says(path: str, content: bytes, language: str | None):
    assert languages.detect(path, content) == language


@pytest.mark.parametrize(
    ("path", "module", "units"),
    [
        ("src/a.c", '"a.h"', ("src/a.h",)),
        ("src/a.c", '"../include/lib/b.h"', ("include/lib/b.h",)),
        ("src/a.c", '"lib/b.h"', ("include/lib/b.h",)),
        ("src/a.c", "<lib/b.h>", ("include/lib/b.h",)),
        ("src/a.c", "<time.h>", ()),
        ("src/a.c", '"missing.h"', ()),
        ("one/x.c", '"c.h"', ("one/inc/c.h",)),
        ("two/x.c", '"c.h"', ("two/inc/c.h",)),
    ],
)
def test_an_include_leads_to_the_nearest_file_of_that_path(path: str, module: str, units: tuple[str, ...]):
    paths = ["src/a.c", "src/a.h", "include/lib/b.h", "src/time.h", "one/inc/c.h", "two/inc/c.h", "one/x.c", "two/x.c"]
    rules = project([FileFacts(p, "c", "") for p in paths], paths, {})
    assert rules.resolve(path, module, "include").units == units


def test_a_name_that_the_parser_had_to_make_up_is_no_reference():
    source = b"struct A {\n  explicit A(int n, Handler eh = {}) : n_(n) {}\n  int n_;\n};\nint f() { return + ; }\n"
    facts = parse(SourceFile("a.cpp", source, "cpp", ""))
    assert facts.problems
    assert "" not in {e[1] for e in facts.exprs if e[0] == ops.NAME}


def test_a_test_that_a_macro_defines_on_a_line_of_its_own_is_no_error():
    facts = parse(
        SourceFile("a.cpp", b'TEST_CASE("adds up")\n{\n  int n = 1;\n}\nint after() { return 1; }\n', "cpp", "")
    )
    assert facts.problems == []
    assert [s.name for s in facts.symbols[1:]] == ["adds up", "after"]
