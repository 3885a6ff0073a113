"""C#: projects, conditional compilation, and sources that are no code."""

from __future__ import annotations

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile
from codegraph_parsers.lang.csharp.conditionals import evaluate
from codegraph_parsers.lang.csharp.imports import CsharpProject
from codegraph_parsers.lang.csharp.manifests import Solution


def read(text: str | bytes, path: str = "A.cs") -> FileFacts:
    return parse(SourceFile(path, text.encode() if isinstance(text, str) else text, "csharp", ""))


def list_names(facts: FileFacts) -> set[str]:
    return {symbol.qualname for symbol in facts.symbols if symbol.qualname}


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\xef\xbb\xbfclass A { }", b"class A\r\n{\r\n}\r\n", b"class A {", b"class \xe9 { }", b"class A { \0 }",
        b"}" * 50, b"class A { int x = " + b"(" * 2_000 + b"1" + b")" * 2_000 + b"; }",
        b"namespace " + b".".join([b"a"] * 500) + b";", b"using ; using = A; using X = ; namespace ; class ;",
        b"[Attr(] class A { this[] => ; operator ( } event A; delegate ;", b"class A : { A() : base { } ~() { } }",
    ],
)  # fmt: skip
def test_odd_sources_are_read_as_far_as_they_go(text: bytes):
    assert read(text).status is not FileStatus.FAILED


def test_one_branch_remains_where_branches_divide_a_declaration():
    text = "interface I {\n void A()\n#if FEATURE_X\n { B(); }\n#else\n ;\n#endif\n void B();\n}\nclass C { }\n"
    facts = read(text)
    assert facts.status is FileStatus.INDEXED
    assert list_names(facts) == {"I", "I.A", "I.B", "C"}


def test_all_branches_are_read_where_each_is_whole():
    facts = read("class A {\n#if DEBUG\n void B() { }\n#else\n void C() { }\n#endif\n}\n")
    assert list_names(facts) == {"A", "A.B", "A.C"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("NET6_0_OR_GREATER", True), ("!NET6_0_OR_GREATER", False), ("DEBUG", False), ("DEBUG || HAVE_ASYNC", True),
        ("NET45 && HAVE_ASYNC", False), ("!(NET45 || DEBUG)", True), ("true == false", False), ("", True),
    ],
)  # fmt: skip
def test_a_condition_is_that_of_a_current_build(condition: str, holds: bool):
    assert evaluate(condition) is holds


def test_each_project_has_its_own_share_of_a_namespace_that_several_declare():
    files = [read(f"namespace N; class {name} {{ }}", f"{folder}/{name}.cs")
             for folder, name in (("a", "A"), ("a", "Same"), ("b", "B"), ("b", "Same"), ("c", "C"))]  # fmt: skip
    reference = (
        '<Project><ItemGroup><!-- <ProjectReference Include="x" /> -->{}<Using Include="Z" /></ItemGroup></Project>'
    )
    manifests = {
        "a/a.csproj": reference.format(""), "b/b.csproj": reference.format(""),
        "c/c.csproj": reference.format('<ProjectReference Include="..\\b\\b.csproj" />'),
    }  # fmt: skip
    project = CsharpProject(files, Solution(manifests))
    assert project.resolve("c/C.cs", "N", "import").units == ("N@c", "N@b")
    assert project.resolve("a/A.cs", "N.Same", "import") == ((("N@a",)), ("Same",), "", "", "")
    assert project.resolve("a/A.cs", "System.Text", "import").external == "System.Text"
    assert project.solution.usings["c"] == ["Z"]
