"""Uses that do not fit a changed signature, and uses to look at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import asked, report

from codegraph.operations.impact import report as reporting
from codegraph.settings.config import Config

GO = {"go.mod": "module m\n\ngo 1.21\n"}
CARGO = {"Cargo.toml": '[package]\nname = "m"\n'}
USE = "from a import %s\n\n\ndef use():\n    return %s\n"
IFACE = "package m\n\ntype R interface {\n\tGet(a int) int\n%s}\n"
KIND = "package m\n\ntype S struct{}\n\nfunc (s *S) Get(a int) int { return a }\n\nfunc make() R { return &S{} }\n"
ABC = "from abc import ABC, abstractmethod\n\n\nclass B(ABC):\n    @abstractmethod\n    def go(self): ...\n%s"
DATA = "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    a: int\n%s"
LONG = "dict[tuple[int, int, int, int, int, int], dict[tuple[int, int, int, int]"

CASES = {
    "a parameter that must be given": (
        {"a.py": "def f(a, b=1):\n    return a\n", "b.py": USE % ("f", "f(1) + f(a=1, b=2)")},
        {"a.py": "def f(a, c, b=1):\n    return a\n"},
        {("use", "`c` is missing", True)},
    ),
    "a parameter that may be given": (
        {"a.py": "def f(a):\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "def f(a, *rest, b=None, **more):\n    return a\n"},
        set[tuple[str, str, bool]](),
    ),
    "a parameter that went": (
        {"a.py": "class A:\n    def f(self, a, b=1):\n        return a\n", "b.py": USE % ("A", "A().f(1, 2) + A().f(1)")},
        {"a.py": "class A:\n    def f(self, a):\n        return a\n"},
        {("use", "takes 1 argument, is given 2", True)},
    ),
    "a keyword of another name": (
        {"a.py": "def f(a, *, b=1):\n    return a\n", "b.py": USE % ("f", "f(1, b=2)")},
        {"a.py": "def f(a, *, c=1):\n    return a\n"},
        {("use", "there is no parameter `b` any more", True)},
    ),
    "parameters in another order": (
        {"a.py": "def f(a, b):\n    return a\n", "b.py": USE % ("f", "f(1, 2)")},
        {"a.py": "def f(b, a):\n    return a\n"},
        {("use", "argument 1 is `b` now, was `a`", True)},
    ),
    "another default": (
        {"a.py": "def f(a, b=1):\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "def f(a, b=2):\n    return a\n"},
        {("use", "leaves `b` to its default, `2` now, was `1`", False)},
    ),
    "another type of a parameter": (
        {"a.py": "def f(a: int):\n    return a\n", "b.py": USE % ("f", "f(x)") + "\n\ndef one():\n    return f(1)\n"},
        {"a.py": "def f(a: str):\n    return a\n"},
        {("use", "`a` is `str` now, was `int`", False), ("one", "`a` is `str` now, was `int`", True)},
    ),
    "a long type of a parameter that differs at its end": (
        {"a.py": f"def f(a: {LONG}, int]]):\n    return a\n", "b.py": USE % ("f", "f(x)")},
        {"a.py": f"def f(a: {LONG}, str]]):\n    return a\n"},
        {("use", "`a` is `…str]]` now, was `…int]]`", False)},
    ),
    "a parameter that takes more": (
        {"a.py": "def f(a: int):\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "def f(a: int | None):\n    return a\n"},
        set[tuple[str, str, bool]](),
    ),
    "another result": (
        {"a.py": "def f(a) -> int:\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "def f(a) -> int | None:\n    return a\n"},
        {("use", "gives `int | None` now, gave `int`", False)},
    ),
    "a comment below the heading": (
        {"a.py": "def f(a) -> int:\n    # Nothing.\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "def f(a) -> int:\n    return a + 1\n"},
        set[tuple[str, str, bool]](),
    ),
    "what must be awaited": (
        {"a.py": "def f(a):\n    return a\n", "b.py": USE % ("f", "f(1)")},
        {"a.py": "async def f(a):\n    return a\n"},
        {("use", "is async now, and is not awaited", True)},
    ),
    "a property that is a method": (
        {"a.py": "class A:\n    @property\n    def f(self):\n        return 1\n", "b.py": USE % ("A", "A().f")},
        {"a.py": "class A:\n    def f(self):\n        return 1\n"},
        {("use", "is a method now, and is not called here", True)},
    ),
    "a field of a class without a constructor": (
        {"a.py": DATA % "", "b.py": USE % ("A", "A(1)")},
        {"a.py": DATA % "    b: int\n"},
        {("use", "`b` is missing", True)},
    ),
    "a base that went": (
        {"a.py": "class B:\n    def go(self): ...\n\n\nclass A(B):\n    pass\n", "b.py": USE % ("A", "A().go()")},
        {"a.py": "class B:\n    def go(self): ...\n\n\nclass A:\n    pass\n"},
        {("use", "`go` is not known there any more", True)},
    ),
    "an import that went": (
        {"a.py": "def f():\n    return 1\n", "b.py": USE % ("f", "f()")},
        {"b.py": "\n\ndef use():\n    return f()\n"},
        {("use", "`f` is not imported here any more", True)},
    ),
    "a name that a package no longer hands on": (
        {"p/a.py": "def f():\n    return 1\n", "p/__init__.py": "from p.a import f\n", "b.py": "from p import f\n"},
        {"p/__init__.py": "\n"},
        {("b.py", "imports `f`, which p/__init__.py does not import any more", True)},
    ),
    "an edited caller that still names what is gone": (
        {"a.py": "def f():\n    return 1\n\n\ndef g(): ...\n", "b.py": USE % ("f", "f()")},
        {"a.py": "def g(): ...\n", "b.py": USE % ("f", "1 + f()")},
        {("use", "was removed", True)},
    ),
    "a method that others override": (
        {"a.py": "class B:\n    def go(self, x): ...\n\n\nclass A(B):\n    def go(self, x): ...\n"},
        {"a.py": "class B:\n    def go(self, x, y): ...\n\n\nclass A(B):\n    def go(self, x): ...\n"},
        {("A.go", "overrides it with (self, x), it takes (self, x, y) now", True)},
    ),
    "an abstract method that came": (
        {"a.py": ABC % "", "b.py": "from a import B\n\n\nclass A(B):\n    def go(self): ...\n"},
        {"a.py": ABC % "\n    @abstractmethod\n    def stop(self): ...\n"},
        {("A", "has no `stop`, which `B` asks for now", True)},
    ),
    "a method that an interface asks for": (
        {**GO, "a.go": IFACE % "", "b.go": KIND},
        {"a.go": IFACE % "\tQuery() int\n"},
        {("S", "has no `Query`, which `R` asks for now", True)},
    ),
    "another method of an interface": (
        {**GO, "a.go": IFACE % "", "b.go": KIND},
        {"a.go": (IFACE % "").replace("a int)", "a int, b int)")},
        {("S.Get", "overrides it with (a int), it takes (a int, b int) now", True)},
    ),
    "what nobody else may see": (
        {"A.java": "class A {\n  public int f(int a) { return a; }\n}\n",
         "B.java": "class B {\n  int use(A a) { return a.f(1); }\n}\n"},
        {"A.java": "class A {\n  private int f(int a) { return a; }\n}\n"},
        {("B.use", "cannot see it any more: it is private now", True)},
    ),
    "a member of an object that a parameter takes apart": (
        {"a.ts": "export default function f({ a }: { a: number }) { return a }\n",
         "b.ts": "import g from './a'\nexport function use() { return g({ a: 1 }) }\n"},
        {"a.ts": "export default function f({ a }: { a: number; b: number; c?: number }) { return a }\n"},
        {("use", "`b` is missing", False)},
    ),
    "what is not exported": (
        {"a.ts": "export function f(a: number) { return a }\n",
         "b.ts": "import { f } from './a'\nexport function use() { return f(1) }\n"},
        {"a.ts": "function f(a: number) { return a }\n"},
        {("use", "cannot see it any more: it is not exported", True)},
    ),
    "another type of a field": (
        {"a.ts": "export interface I { id: number }\n",
         "b.ts": "import { I } from './a'\nexport function use(i: I) { return i.id }\n"},
        {"a.ts": "export interface I { id: string }\n"},
        {("use", "is `string` now, was `number`", False)},
    ),
    "a function of a crate": (
        {**CARGO, "src/lib.rs": "pub mod a;\npub fn use_it() -> i32 { a::f(1) }\n", "src/a.rs": "pub fn f(a: i32) -> i32 { a }\n"},
        {"src/a.rs": "pub fn f(a: i32, b: i32) -> i32 { a }\n"},
        {("use_it", "`b` is missing", True)},
    ),
}  # fmt: skip


def test_the_older_graph_of_a_large_repository_is_not_made_for_uses_alone(
    tmp_path: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, edit, expected = CASES["a base that went"]
    repo = GitRepo.make(tmp_path / "repo", files)
    repo.write(edit)
    settings = replace(config, workers=1)
    with monkeypatch.context() as patch:
        patch.setattr(reporting, "MOST_OLDER", 1)
        answer = asked(repo.root, settings, base="HEAD")
    assert not any(row.uses for row in answer.results.changed)
    assert any("only the graph of HEAD shows" in warning for warning in answer.warnings)
    answer = asked(repo.root, settings, base="HEAD")
    assert {use.reason for row in answer.results.changed for use in row.uses} == {reason for _, reason, _ in expected}
    assert not answer.warnings


def test_a_member_of_an_object_is_shown_where_it_is_given(tmp_path: Path, config: Config) -> None:
    kind = "export interface P {\n  id: %s;\n  tag: string;\n}\nexport function f({ id, tag }: P) { return tag }\n"
    use = "import { f } from './a'\nexport function use() {\n  return f({\n    tag: 'x',\n    id: 1,\n  })\n}\n"
    repo = GitRepo.make(tmp_path / "repo", {"a.ts": kind % "number", "b.ts": use})
    repo.write({"a.ts": kind % "string"})
    uses = {(use.symbol.path, use.lines) for row in report(repo, config).changed for use in row.uses}
    assert ("b.ts", (5,)) in uses


@pytest.mark.parametrize("name", CASES)
def test_uses_that_a_change_left_as_they_were(tmp_path: Path, config: Config, name: str) -> None:
    before, edit, expected = CASES[name]
    repo = GitRepo.make(tmp_path / "repo", before)
    repo.write(edit)
    found = report(repo, config)
    uses = {(use.symbol.qualname or use.symbol.path, use.reason, use.certain) for c in found.changed for use in c.uses}
    assert uses == expected
    certain = {use.symbol.id for c in found.changed for use in c.uses if use.certain}
    assert {id for c in found.changed for id in c.broken} == certain
    for row in found.changed:
        for use in row.uses:
            assert all(use.symbol.start_line <= line <= use.symbol.end_line for line in use.lines)


def test_both_headings_of_a_changed_signature_are_told(tmp_path: Path, config: Config) -> None:
    stays = ", ".join(f"argument{n}: dict[str, int] = {n}" for n in range(20))  # longer than facts keep
    repo = GitRepo.make(tmp_path / "repo", {"a.py": f"def f({stays}) -> int:\n    return 1\n"})
    repo.write({"a.py": f"def f({stays}) -> str:\n    return 1\n"})
    (row,) = report(repo, config).changed
    assert (row.old_heading, row.heading) == (f"def f({stays}) -> int", f"def f({stays}) -> str")


def test_a_symbol_that_tests_alone_of_the_older_state_reach_has_a_command(tmp_path: Path, config: Config) -> None:
    test = "from a import f, g\n\n\ndef test_f():\n    assert f()\n"
    files = {"a.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n", "tests/test_a.py": test}
    repo = GitRepo.make(tmp_path / "repo", files)
    repo.write({"a.py": "def g():\n    return 2\n"})
    assert report(repo, config).test_commands == ("pytest tests/test_a.py::test_f",)


def test_a_workflow_beside_the_code_does_no_harm(tmp_path: Path, config: Config) -> None:
    workflow = "name: x\non: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n"
    files = {".github/workflows/ci.yml": workflow, "a.py": "def f():\n    return 1\n"}
    repo = GitRepo.make(tmp_path / "repo", files)
    repo.write({"a.py": "def f():\n    return 2\n", ".github/workflows/ci.yml": workflow.replace("make", "just")})
    assert {row.symbol.name for row in report(repo, config).changed} >= {"f"}
