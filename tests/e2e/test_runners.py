"""Lists of the tests to run: each is what its runner accepts, and names what the change reaches and nothing else."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.cli.app import main
from codegraph.errors import InvalidError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ImpactRequest
from codegraph.operations.runners.test_commands import RunList
from codegraph.settings.config import Config

SHOP = """def price(item):
    return item * 2


def label(item):
    return str(item)
"""


def listed(root: Path, config: Config, runner: str = "auto", **request: str) -> RunList:
    context = Context(root, config)
    try:
        found = load_handler(BY_NAME["impact"])(context, ImpactRequest(tests=runner, **(request or {"base": "HEAD"})))
    finally:
        context.close()
    return found.results.run


def changed(tmp_path: Path, files: dict[str, str], path: str, old: str, new: str) -> GitRepo:
    """A repository in whose work tree one file differs from the last commit."""
    repo = GitRepo.make(tmp_path / "repo", files)
    assert old in files[path]
    repo.write({path: files[path].replace(old, new)})
    return repo


def run(repo: GitRepo, *command: str) -> str:
    done = subprocess.run(command, cwd=repo.root, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


PYTHON = {
    "shop.py": SHOP,
    "tests/__init__.py": "",
    "tests/test_shop.py": """import sys
import unittest

import pytest

import shop


@pytest.mark.parametrize("n", [1, 2], ids=["a b", "c::[d]"])
def test_price(n):
    assert shop.price(n) == n + n


def test_label():
    assert shop.label(1) == "1"


class Common:
    def test_either(self):
        assert shop.price(self.size()) == 2 * self.size()


class TestOne(Common):
    def size(self):
        return 1


class TwoCase(Common, unittest.TestCase):
    def size(self):
        return 2


if sys.version_info < (3, 1):

    def test_old():
        shop.price(1)
""",
    "tests/test_other.py": "import shop\n\n\nif True:\n\n    def test_branch():\n        assert shop.price(1) == 2\n",
}


def test_pytest_is_given_ids_it_finds(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, PYTHON, "shop.py", "item * 2", "item + item")
    found = listed(repo.root, config)
    assert found.runner == "pytest"
    assert set(found.arguments) == {
        "tests/test_shop.py::test_price", "tests/test_shop.py::TestOne::test_either",
        "tests/test_shop.py::TwoCase::test_either", "tests/test_shop.py", "tests/test_other.py",
    }  # fmt: skip
    ids = [a for a in found.arguments if a != "tests/test_shop.py"]
    told = run(repo, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ids)
    assert "5 passed" in told


def test_unittest_is_given_names_it_finds(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, PYTHON, "shop.py", "item * 2", "item + item")
    found = listed(repo.root, config, "unittest")
    assert found.arguments == ("tests.test_shop.TwoCase.test_either",)
    assert "python:tests/test_shop.py::test_price" in found.left_out
    assert "Ran 1 test" in run(repo, sys.executable, "-m", "unittest", *found.arguments)


def test_a_symbol_is_asked_about_in_the_same_way(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, PYTHON, "shop.py", "item * 2", "item + item")
    index_repository(repo.root, config)
    assert listed(repo.root, config, symbol="label").arguments == ("tests/test_shop.py::test_label",)


def test_tests_of_django_are_run_with_its_settings(tmp_path: Path, config: Config) -> None:
    files = {
        "shop.py": SHOP,
        "manage.py": "import sys\n\nprint('\\n'.join(sys.argv[1:]))\n",
        "tests/__init__.py": "",
        "tests/test_shop.py": "from django.test import TestCase\n\nfrom shop import price\n\n\n"
        "class ShopTests(TestCase):\n    def test_price(self):\n        self.assertEqual(price(1), 2)\n",
    }
    repo = changed(tmp_path, files, "shop.py", "item * 2", "item * 3")
    found = listed(repo.root, config)
    assert found.command == ("python", "manage.py", "test")
    assert run(repo, sys.executable, *found.command[1:], *found.arguments).split() == [
        "test",
        "tests.test_shop.ShopTests.test_price",
    ]


@pytest.mark.parametrize("runner", ["pytest", "unittest"])
def test_when_no_test_is_affected_the_runner_runs_none(tmp_path: Path, config: Config, runner: str) -> None:
    repo = changed(tmp_path, PYTHON, "shop.py", "def price", "# a comment\ndef price")
    found = listed(repo.root, config, runner)
    assert found.tests == 0
    told = run(repo, sys.executable, "-m", runner, *found.arguments)
    assert "passed" not in told and "Ran" not in told


SUM = "export function add(a, b) { return a + b; }\nexport function mul(a, b) { return a * b; }\n"
NODE = {
    "package.json": '{"type": "module", "scripts": {"test": "node --test"}}',
    "sum.js": SUM,
    "test/sum.test.js": """import { describe, it, test } from "node:test";
import assert from "node:assert";
import { add, mul } from "../sum.js";

function sure(value) { assert.ok(value); }

describe("sums [of] two", () => {
  it("adds *", () => { sure(add(1, 2) === 3); });
  it("multiplies", () => { sure(mul(1, 2) === 2); });
});
test("adds `three`", () => { sure(add(add(1, 2), 3) === 6); });
""",
    "test/other.test.js": 'import { test } from "node:test";\nimport { mul } from "../sum.js";\ntest("x", () => mul(1, 1));\n',
}


def test_titles_make_one_pattern_without_white_space(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, NODE, "sum.js", "a + b", "b + a")
    assert listed(repo.root, config, "jest").arguments == (
        r"--testNamePattern=^(?:sums\s\x5bof\x5d\stwo\sadds\s\x2a|adds\s\x60three\x60)$",
        "--runTestsByPath",
        "test/sum.test.js",
    )
    assert listed(repo.root, config, "vitest").arguments[1:] == ("test/sum.test.js",)
    assert listed(repo.root, config).runner == "node"


def test_jest_is_not_given_a_file_without_tests_which_would_fail(tmp_path: Path, config: Config) -> None:
    setting_up = {"test/set-up.js": 'const { add } = require("../sum");\nglobalThis.sum = add(1, 2);\n'}
    repo = changed(tmp_path, NODE | setting_up, "sum.js", "a + b", "b + a")
    told = listed(repo.root, config, "jest")
    assert told.arguments[1:] == ("--runTestsByPath", "test/sum.test.js")
    assert not told.left_out  # what sets tests up is none
    assert listed(repo.root, config, "vitest").arguments == (told.arguments[0], "test/sum.test.js")


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_node_runs_the_titles_it_is_given(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, NODE, "sum.js", "a + b", "b + a")
    told = run(repo, "node", "--test", "--test-reporter=tap", *listed(repo.root, config).arguments)
    ran = [line.strip() for line in told.splitlines() if "ok " in line and "SKIP" not in line]
    assert [line.partition(" - ")[2] for line in ran] == [
        "adds *",
        "sums \\[of\\] two".replace("\\", ""),
        "adds `three`",
    ]


GO = {
    "go.mod": "module example.org/m\n",
    "calc/calc.go": "package calc\n\nfunc Add(a, b int) int { return a + b }\n\nfunc Mul(a int) int { return a * a }\n",
    "calc/calc_test.go": 'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) { Add(1, 2) }\n\n'
    "func TestMul(t *testing.T) { Mul(1) }\n\nfunc BenchmarkAdd(b *testing.B) { Add(1, 2) }\n",
    "use/use_test.go": 'package use\n\nimport (\n\t"testing"\n\n\t"example.org/m/calc"\n)\n\n'
    "func TestUse(t *testing.T) { calc.Add(2, 2) }\n",
}


def test_go_is_given_packages_and_a_pattern(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, GO, "calc/calc.go", "a + b", "b + a")
    found = listed(repo.root, config)
    assert (found.runner, found.arguments) == ("go", ("-run=^(TestAdd|TestUse)$", "./calc", "./use"))


def test_go_leaves_out_what_another_module_holds_and_passes_over_what_is_built_under_a_condition(
    tmp_path: Path, config: Config
) -> None:
    use = GO["use/use_test.go"]
    more = {
        "tools/gen/go.mod": "module example.org/gen\n",
        "tools/gen/gen_test.go": use.replace("package use", "package gen").replace("TestUse", "TestGen"),
        "slow/slow_test.go": "//go:build slow\n\n" + use.replace("package use", "package slow").replace("Use", "Slow"),
    }
    repo = changed(tmp_path, GO | more, "calc/calc.go", "a + b", "b + a")
    found = listed(repo.root, config)
    assert found.arguments[1:] == ("./calc", "./slow/...", "./use")
    assert "go:tools/gen/gen_test.go::TestGen" in found.left_out
    if shutil.which("go"):
        assert "example.org/m/use" in run(repo, "go", "test", *found.arguments)
    repo.write({"go.work": "go 1.19\n\nuse (\n\t.\n\t./tools/gen\n)\n"})
    assert "./tools/gen" in listed(repo.root, config).arguments


def test_go_runs_in_the_module_that_is_not_at_the_top(tmp_path: Path, config: Config) -> None:
    files = {f"backend/{path}": text for path, text in GO.items()}
    repo = changed(tmp_path, files, "backend/calc/calc.go", "a + b", "b + a")
    assert listed(repo.root, config).arguments == ("-C=backend", "-run=^(TestAdd|TestUse)$", "./calc", "./use")


RUST = {
    "Cargo.toml": '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod ops;\n\n#[cfg(test)]\nmod tests {\n    fn sum() -> i32 { crate::ops::add(1, 1) }\n\n"
    "    #[test]\n    fn adds() { assert_eq!(sum(), 2); }\n}\n",
    "src/ops.rs": "pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod inner {\n    #[test]\n"
    "    fn again() { super::add(1, 2); }\n}\n",
    "tests/whole.rs": "use calc::ops::add;\n\n#[test]\nfn outside() { add(1, 2); }\n",
}


def test_cargo_is_given_the_paths_of_tests(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, RUST, "src/ops.rs", "a + b", "b + a")
    found = listed(repo.root, config)
    assert (found.runner, found.arguments[:2]) == ("cargo", ("--", "--exact"))
    assert set(found.arguments[2:]) == {"ops::inner::again", "outside", "tests::adds"}


def test_cargo_is_given_a_module_that_an_attribute_places_by_its_name(tmp_path: Path, config: Config) -> None:
    files = RUST | {
        "src/ops.rs": 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\n#[path = "ops_tests.rs"]\nmod tests;\n',
        "src/ops_tests.rs": "#[test]\nfn placed() { super::add(1, 2); }\n",
    }
    repo = changed(tmp_path, files, "src/ops.rs", "a + b", "b + a")
    assert "ops::tests::placed" in listed(repo.root, config).arguments


JAVA = {
    "pom.xml": "<project/>",
    "src/main/java/org/shop/Price.java": "package org.shop;\n\npublic class Price {\n"
    "  public static int of(int a) { return a * 2; }\n}\n",
    "src/test/java/org/shop/PriceTest.java": "package org.shop;\n\nimport org.junit.jupiter.api.Nested;\n"
    "import org.junit.jupiter.api.Test;\n\nabstract class Common {\n  @Test\n  void inherited() { Price.of(1); }\n}\n\n"
    "class PriceTest extends Common {\n  @Test\n  void doubles() { Price.of(1); }\n\n  @Test\n  void rests() { }\n\n"
    "  @Nested\n  class Inner {\n    @Test\n    void again() { Price.of(2); }\n  }\n}\n",
}


def test_junit_is_given_methods_of_classes_that_can_be_made(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, JAVA, "src/main/java/org/shop/Price.java", "a * 2", "2 * a")
    found = listed(repo.root, config)
    assert found.runner == "maven"
    (wanted, lenient) = found.arguments
    classes = wanted.removeprefix("-Dtest=").split(",")
    assert classes == ["org.shop.PriceTest#inherited+doubles", "org.shop.PriceTest$Inner#again"]
    assert lenient == "-Dsurefire.failIfNoSpecifiedTests=false"
    assert set(listed(repo.root, config, "gradle").arguments) == {
        "--tests=org.shop.PriceTest.doubles", "--tests=org.shop.PriceTest.inherited",
        "--tests=org.shop.PriceTest$Inner.again",
    }  # fmt: skip


def test_phpunit_is_given_a_pattern_of_whole_names(tmp_path: Path, config: Config) -> None:
    files = {
        "src/Price.php": "<?php\nnamespace Shop;\nclass Price { function double(int $a) { return $a * 2; } }\n",
        "tests/PriceTest.php": "<?php\nnamespace Shop\\Tests;\nuse PHPUnit\\Framework\\TestCase;\nuse Shop\\Price;\n"
        "class PriceTest extends TestCase {\n  function testDoubles() { (new Price())->double(1); }\n"
        "  function testNothing() {}\n}\n",
    }
    repo = changed(tmp_path, files, "src/Price.php", "$a * 2", "2 * $a")
    found = listed(repo.root, config)
    assert found.runner == "phpunit"
    (pattern,) = found.arguments
    told = re.compile(pattern.removeprefix("--filter=/").removesuffix("/"))
    assert told.search("Shop\\Tests\\PriceTest::testDoubles with data set #0")
    assert not told.search("Shop\\Tests\\PriceTest::testNothing")


@pytest.mark.parametrize(
    ("runner", "files", "edited", "old", "within", "nothing"),
    [
        ("cargo", RUST, "src/ops.rs", "a + b", "--manifest-path=part/Cargo.toml", ("--no-run",)),
        ("maven", JAVA, "src/main/java/org/shop/Price.java", "a * 2", "--file=part/pom.xml", None),
        (
            "gradle",
            JAVA | {"build.gradle": ""},
            "src/main/java/org/shop/Price.java",
            "a * 2",
            "--project-dir=part",
            None,
        ),
        ("go", GO, "calc/calc.go", "a + b", "-C=part", ("-run=^$", "./...")),
    ],
)
def test_a_build_below_the_top_is_named(
    tmp_path: Path, config: Config, runner: str, files: dict[str, str], edited: str, old: str, within: str,
    nothing: tuple[str, ...] | None,
) -> None:  # fmt: skip
    """In a repository of several languages each build has a folder of its own, and `other` another one of the kind."""
    both = {f"{top}/{path}": text for path, text in files.items() for top in ("part", "other")}
    repo = changed(tmp_path, both, f"part/{edited}", old, f"{old} + 0")
    found = listed(repo.root, config, runner)
    assert found.arguments[0] == within
    assert len(found.arguments) > 1
    repo.commit({"part/notes.txt": "none"})
    quiet = listed(repo.root, config, runner).arguments
    assert quiet == (quiet[0], *nothing) if nothing else quiet == ("--version",)
    assert not nothing or quiet[0] in (within, within.replace("part", "other"))


def test_packages_are_those_of_the_state_that_is_compared(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, JAVA, "src/main/java/org/shop/Price.java", "a * 2", "2 * a")
    repo.commit({})
    shutil.rmtree(repo.root / "src")
    found = listed(repo.root, config, base="HEAD^", head="HEAD")
    assert found.arguments[0].startswith("-Dtest=org.shop.PriceTest#")


def test_a_repository_without_tests_has_the_runner_of_its_language(tmp_path: Path, config: Config) -> None:
    repo = changed(
        tmp_path, {"go.mod": GO["go.mod"], "a.go": "package m\n\nfunc A() int { return 1 }\n"}, "a.go", "1", "2"
    )
    assert listed(repo.root, config).arguments == ("-run=^$", "./...")


def test_a_language_without_a_runner_is_named(tmp_path: Path, config: Config) -> None:
    repo = changed(tmp_path, {"a.cpp": "int a() { return 1; }\n"}, "a.cpp", "1", "2")
    with pytest.raises(InvalidError, match="no runner runs tests of cpp"):
        listed(repo.root, config)


def test_tests_of_several_runners_have_a_list_each(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(tmp_path / "repo", {**PYTHON, **GO})
    repo.write({
        "shop.py": SHOP.replace("item * 2", "item + item"),
        "calc/calc.go": GO["calc/calc.go"].replace("a + b", "b + a"),
    })  # fmt: skip
    both = listed(repo.root, config)
    assert (both.runner, [other.runner for other in both.others]) == ("pytest", ["go"])
    assert "tests/test_shop.py::test_price" in both.arguments
    assert both.others[0].command == ("go", "test")
    assert both.others[0].arguments[1:] == ("./calc", "./use")
    assert not both.left_out
    found = listed(repo.root, config, "go")
    assert found.arguments[1:] == ("./calc", "./use") and len(found.left_out) > 3


def test_odd_names_stay_one_argument_each(tmp_path: Path, config: Config) -> None:
    body = "import shop\n\n\ndef test_price():\n    assert shop.price(1) == 2\n"
    files = {
        "shop.py": SHOP,
        "-v/test_a.py": body,
        "a b/test_b.py": body,
        "[c]/test_c.py": body,
        "d\ne/test_d.py": body,
    }
    repo = changed(tmp_path, files, "shop.py", "item * 2", "item + item")
    assert set(listed(repo.root, config).arguments) == {
        "./-v/test_a.py::test_price", "a b/test_b.py::test_price", "[c]/test_c.py", ".",
    }  # fmt: skip


def test_the_command_line_prints_nothing_else_on_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    repo = changed(tmp_path, PYTHON, "shop.py", "str(item)", "repr(item)")
    out = tmp_path / "impact.json"
    assert main(["-C", str(repo.root), "impact", "--base", "HEAD", "--output", str(out), "--tests"]) == 0
    assert capsys.readouterr().out == "tests/test_shop.py::test_label\n"
    assert '"runner":"pytest"' in out.read_text()
    repo.write({"shop.py": SHOP})
    assert main(["-C", str(repo.root), "impact", "--base", "HEAD", "--tests"]) == 0
    told = capsys.readouterr()
    assert (told.out, "no test is affected" in told.err) == ("--version\n", True)


WEB = {
    "web/package.json": '{"devDependencies": {"vitest": "1", "@playwright/test": "1"}}',
    "web/sum.ts": "export const sum = (a: number, b: number) => a + b;\n",
    "web/sum.test.ts": "import { it } from 'vitest';\nimport { sum } from './sum';\nit('adds up', () => { sum(1, 2); });\n",
    "web/e2e/page.spec.ts": "import { test } from '@playwright/test';\nimport { sum } from '../sum';\n"
    "test('shows (it)', async () => { sum(1, 2); });\n",
    "web/tests/utils/random.ts": "import { sum } from '../../sum';\nexport const random = () => sum(2, 2);\n",
}


def test_a_repository_of_several_runners_prints_a_command_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    repo = GitRepo.make(tmp_path / "repo", {**PYTHON, **WEB})
    repo.write({
        "shop.py": SHOP.replace("item * 2", "item + item"), "web/sum.ts": WEB["web/sum.ts"].replace("a + b", "b + a"),
    })  # fmt: skip
    assert main(["impact", "--base", "HEAD", "--tests", "-C", str(repo.root)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["pytest", "npx", "npx"]
    assert "tests/test_shop.py::TestOne::test_either" in shlex.split(lines[0])
    vitest, browser = sorted(map(shlex.split, lines[1:]), key=lambda words: words[1], reverse=True)
    assert vitest == ["npx", "vitest", "run", r"--testNamePattern=^(?:adds\sup)$", "web/sum.test.ts"]
    assert browser[:3] == ["npx", "playwright", "test"]
    assert browser[4] == r"web/e2e/page\.spec\.ts$"
    assert re.search(browser[3].partition("=")[2], "chromium web/e2e/page.spec.ts shows (it)")
    assert "random.ts" not in out
    assert "each line is a command" in err
    assert main(["impact", "--base", "HEAD", "--tests", "pytest", "-C", str(repo.root)]) == 0
    assert "tests/test_shop.py::TestOne::test_either" in capsys.readouterr().out.splitlines()


def test_ids_of_tests_are_never_cut(tmp_path: Path, config: Config) -> None:
    long = "test_" + "_".join(["very"] * 60) + "_long"
    files = {"shop.py": SHOP, "tests/test_long.py": f"import shop\n\n\ndef {long}():\n    assert shop.price(1)\n"}
    repo = changed(tmp_path, files, "shop.py", "item * 2", "item + item")
    assert listed(repo.root, config).arguments == (f"tests/test_long.py::{long}",)
