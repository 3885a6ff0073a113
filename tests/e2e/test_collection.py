"""Comparison of the tests of the graph with those that the project's runner collects."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.files import written

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import SymbolKind

RUNNABLE = (SymbolKind.FUNCTION, SymbolKind.METHOD)


def marked(root: Path, config: Config, kinds: tuple[SymbolKind, ...] = RUNNABLE) -> set[str]:
    """Qualified names of the tests below `root`, behind their files."""
    index_repository(root, config)
    with Index.open(root, config) as index:
        rows = [row for row in index.list_symbols(index.list_test_nodes()) if row.kind in kinds]
    return {f"{row.path}::{row.qualname}".replace(".", "::").replace("::py::", ".py::") for row in rows}


def collected_by_pytest(root: Path) -> set[str]:
    """Ids that pytest collects, parametrised tests once."""
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 5), done.stdout + done.stderr
    return {line.partition("[")[0] for line in done.stdout.splitlines() if "::" in line}


APPLICATION = {
    "routes/login.py": "def test_token(user):\n    return user\n\n\nclass TestClient:\n    def test_it(self):\n        pass\n",
    "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef test_user():\n    return 1\n\n\ndef test_helper():\n    pass\n",
    "tests/utils.py": "def test_email():\n    return 'a@b'\n",
    "tests/test_login.py": """import unittest

import pytest


class Common:
    def test_shared(self):
        assert True


class TestLogin(Common):
    def test_in(self):
        assert True

    def helper(self):
        pass


class TestMade:
    def __init__(self):
        pass

    def test_never(self):
        pass


class LogoutCase(unittest.TestCase):
    def test_out(self):
        assert True


@pytest.fixture
def test_fixture():
    return 1


@pytest.mark.parametrize("n", [1, 2])
def test_many(n):
    def test_inner():
        pass

    assert n
""",
    "tests/check_extra.py": "def check_sum():\n    assert 1\n\n\ndef test_sum():\n    assert 1\n\n\nclass CheckSum:\n    def check_it(self):\n        assert 1\n",
    "scripts/test_tool.py": "def test_tool():\n    pass\n",
}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"pytest.ini": "[pytest]\ntestpaths = tests\n"},
        {"pyproject.toml": '[tool.pytest.ini_options]\npython_files = ["check_*.py"]\n'},
        {
            "tox.ini": "[pytest]\npython_files = check_*.py\npython_functions = check\npython_classes = Check\n",
        },
        {"setup.cfg": "[tool:pytest]\npython_functions = test_m* test_i?\ntestpaths =\n    tests\n    scripts\n"},
    ],
    ids=["defaults", "testpaths", "files", "names", "globs"],
)
def test_pytest_collects_the_same(tmp_path: Path, config: Config, settings: Mapping[str, str]) -> None:
    root = written(tmp_path, {**APPLICATION, **settings})
    wanted = collected_by_pytest(root)
    inherited = {name for name in wanted if name.endswith("TestLogin::test_shared")}
    found = marked(root, config)
    assert found - {"tests/test_login.py::Common::test_shared"} == wanted - inherited
    assert bool(inherited) == ("tests/test_login.py::Common::test_shared" in found)


def test_settings_count_below_their_own_folder(tmp_path: Path, config: Config) -> None:
    files = {
        "one/pytest.ini": "[pytest]\npython_files = check_*.py\n", "one/check_a.py": "def test_a():\n    pass\n",
        "one/test_a.py": "def test_a():\n    pass\n", "two/test_b.py": "def test_b():\n    pass\n",
    }  # fmt: skip
    assert marked(written(tmp_path, files), config) == {"one/check_a.py::test_a", "two/test_b.py::test_b"}


UNITS = {
    "shop/cases.py": "import unittest\n\n\nclass Base(unittest.TestCase):\n    pass\n",
    "shop/__init__.py": "",
    "shop/tests.py": "from shop.cases import Base\n\n\nclass Prices(Base):\n    def test_vat(self):\n        pass\n\n    def help(self):\n        pass\n",
    "shop/test_more.py": "import unittest\n\n\nclass More(unittest.TestCase):\n    def test_more(self):\n        pass\n\n\ndef helper():\n    pass\n\n\nclass Plain:\n    def test_not(self):\n        pass\n",
    "shop/views.py": "def test_view():\n    pass\n",
}


def test_unittest_discovers_the_same(tmp_path: Path, config: Config) -> None:
    root = written(tmp_path, UNITS)
    code = (
        "import unittest\n"
        "def walk(s):\n"
        "    for t in s:\n"
        "        yield from walk(t) if isinstance(t, unittest.TestSuite) else [t.id()]\n"
        "print(*walk(unittest.defaultTestLoader.discover('.', top_level_dir='.')), sep='\\n')\n"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=root, capture_output=True, text=True, timeout=60, check=True
    )
    wanted = set(done.stdout.split())
    found = {name.replace(".py::", ".").replace("::", ".").replace("/", ".") for name in marked(root, config)}
    assert found == wanted == {"shop.tests.Prices.test_vat", "shop.test_more.More.test_more"}


SCRIPTS = {
    "package.json": '{"scripts": {"test": "node --test"}}',
    "src/sum.js": "export const sum = (a, b) => a + b;\nexport function test(name, run) { run(); }\n",
    "test/sum.test.js": 'const { test } = require("node:test");\ntest("sums", () => {});\n',
    "test/helpers/random.js": "exports.random = () => 4;\n",
    "lib/run-test.js": 'const { it } = require("node:test");\nit("runs", () => {});\n',
}


def modules(root: Path, config: Config) -> set[str]:
    index_repository(root, config)
    with Index.open(root, config) as index:
        return {row.path for row in index.list_symbols(index.list_test_nodes()) if row.kind is SymbolKind.MODULE}


def test_node_runs_the_same_files(tmp_path: Path, config: Config) -> None:
    """But for helpers in a folder `test`, which node loads although they hold no test."""
    root = written(tmp_path, SCRIPTS)
    command = ("node", "--test", "--test-reporter=tap")
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False).stdout
    titles = {"sums": "test/sum.test.js", "runs": "lib/run-test.js"}
    ran = {titles[name] for name in re.findall(r"# Subtest: (\w+)$", told, re.M) if name in titles}
    assert modules(root, config) == ran == set(titles.values())


BROWSER = {
    "web/package.json": '{"devDependencies": {"vitest": "1", "@playwright/test": "1"}}',
    "web/vitest.config.ts": "export default defineConfig({ test: { include: ['src/**/*.check.ts'] } });\n",
    "web/playwright.config.ts": "export default defineConfig({ testDir: './e2e' });\n",
    "web/src/sum.check.ts": "import { it } from 'vitest';\nit('sums', () => {});\n",
    "web/src/sum.ts": "export const sum = (a: number, b: number) => a + b;\n",
    "web/e2e/login.spec.ts": "import { test } from '@playwright/test';\ntest('logs in', async () => {});\n",
    "web/e2e/config.ts": "export const url = 'http://x';\n",
    "web/tests/utils/random.ts": "export const random = () => 4;\n",
}


def test_patterns_of_vitest_and_the_folder_of_playwright_are_read(tmp_path: Path, config: Config) -> None:
    assert modules(written(tmp_path, BROWSER), config) == {"web/src/sum.check.ts", "web/e2e/login.spec.ts"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("jest.config.js", "module.exports = { testMatch: ['**/checks/**/*.js'] };\n"),
        ("package.json", '{"jest": {"testRegex": "checks/.*\\\\.js$"}}'),
        (".mocharc.json", '{"spec": ["./checks/*.js"]}'),
    ],
)
def test_what_one_runner_is_configured_to_collect_decides(tmp_path: Path, config: Config, name: str, text: str) -> None:
    files = {
        name: text, "checks/a.js": "it('works', () => {});\n", "old/b.test.js": "it('worked', () => {});\n",
        "checks.js": "module.exports = 1;\n",
    }  # fmt: skip
    assert modules(written(tmp_path, files), config) == {"checks/a.js"}


def test_classes_of_java_that_hold_no_test_only_help(tmp_path: Path, config: Config) -> None:
    files = {
        "src/test/java/shop/CartTest.java": "package shop;\nclass CartTest {\n  @Test void adds() { TestUtils.cart(); }\n}\n",
        "src/test/java/shop/TestUtils.java": "package shop;\nclass TestUtils {\n  static int cart() { return 1; }\n}\n",
    }
    kinds = (SymbolKind.CLASS, SymbolKind.METHOD, SymbolKind.MODULE)
    found = marked(written(tmp_path, files), config, kinds)
    assert all("TestUtils" not in name for name in found)
    assert any(name.endswith("CartTest::adds") for name in found)
