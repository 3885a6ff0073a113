"""Output of commands: whole lines for programs, lines that fit for people."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import run_on_terminal

LONG = "reconcile_outstanding_invoices_of_every_customer_with_the_ledger"
SHOP = f'''"""Orders."""

import os


def open_ledger(path):
    """Open the file in which amounts are kept."""
    return os.open(path, os.O_RDONLY)


class InvoiceReconciliationServiceOfTheShop:
    def {LONG}(self):
        return open_ledger("ledger")
'''
CALLER = f"""from deeply.nested.package.of.the.shop import InvoiceReconciliationServiceOfTheShop


class CallerOfTheReconciliationServiceOfTheShop:
    def {LONG}_again(self):
        return InvoiceReconciliationServiceOfTheShop().{LONG}()
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("output")
    module = place / "repo" / "deeply" / "nested" / "package" / "of" / "the"
    module.mkdir(parents=True)
    (module / "shop.py").write_text(SHOP)
    (place / "repo" / "caller.py").write_text(CALLER)
    uses = "".join(f"def use_{number}(path):\n    return open_ledger(path)\n\n\n" for number in range(120))
    (place / "repo" / "uses.py").write_text(f"from deeply.nested.package.of.the.shop import open_ledger\n\n\n{uses}")
    assert run(place / "repo", "index", "--no-vectors").returncode == 0
    return place / "repo"


def environment(repo: Path) -> dict[str, str]:
    path = os.pathsep.join(sys.path)
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return {**kept, "PYTHONPATH": path, "CODEGRAPH_HOME": str(repo.parent / "home"), "PYTHONUTF8": "1"}


def run(repo: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "codegraph", *words], cwd=repo, env=environment(repo), capture_output=True, text=True
    )


def seen(repo: Path, *words: str, columns: int) -> list[str]:
    command = [sys.executable, "-m", "codegraph", *words]
    code, shown = run_on_terminal(command, cwd=repo, env=environment(repo), columns=columns)
    assert code == 0, shown
    return shown.splitlines()


def test_nothing_is_cut_for_a_program(shop: Path):
    for words in (("callers", LONG), ("impact", LONG), ("refs", LONG), ("symbols", "reconcile"), ("rank",)):
        done = run(shop, *words)
        assert f"CallerOfTheReconciliationServiceOfTheShop.{LONG}_again" in done.stdout, words
        assert "…" not in done.stdout, words
        assert "\x1b" not in done.stdout


def test_a_terminal_gets_lines_that_fit_with_the_ends_of_names(shop: Path):
    line = next(line for line in seen(shop, "callers", LONG, columns=70) if "_again" in line)
    assert "…" in line
    assert len(line) <= 70
    wide = next(line for line in seen(shop, "callers", LONG, columns=200) if "_again" in line)
    assert f"CallerOfTheReconciliationServiceOfTheShop.{LONG}_again" in wide


@pytest.mark.parametrize("columns", [0, 80])
def test_impact_lists_every_dependent_unless_a_budget_is_given(columns: int, shop: Path):
    lines = (
        seen(shop, "impact", "open_ledger", columns=columns)
        if columns
        else run(shop, "impact", "open_ledger").stdout.splitlines()
    )
    assert sum("use_" in line for line in lines) == 120
    assert "dependents by file" in run(shop, "impact", "open_ledger", "-b", "200").stdout


def test_search_shows_the_line_of_code_and_the_line_of_the_definition(shop: Path):
    lines = run(shop, "search", "open_ledger").stdout.splitlines()
    label = re.compile(r"deeply/nested/package/of/the/shop\.py:6-\d+  +open_ledger +function")
    place = next(at for at, line in enumerate(lines) if label.match(line))
    assert lines[place + 1].split() == ["6", "def", "open_ledger(path):"]


ORDERS = """class Line:
    def subtotal(self):
        return 1


class Order:
    is_listed = True

    def total(self):
        return 2
"""


def test_the_line_that_search_shows_stands_in_the_hit_and_has_its_words(tmp_path: Path):
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / "orders.py").write_text(ORDERS)
    assert run(repo, "index", "--no-vectors").returncode == 0
    label, shown = run(repo, "search", "where is the total of it").stdout.splitlines()[:2]
    bounds = re.match(r"orders\.py:(\d+)-(\d+) ", label)
    line = re.match(r" +(\d+)  (.*)", shown)
    assert bounds is not None and line is not None, (label, shown)
    assert int(bounds[1]) <= int(line[1]) <= int(bounds[2])
    assert line[2] == "def total(self):"


def test_progress_of_a_pipe_is_in_order_and_on_standard_error(shop: Path):
    done = run(shop, "index", "--full", "--no-vectors")
    stages = list(dict.fromkeys(line.split()[0] for line in done.stderr.splitlines()))
    assert stages == [stage for stage in ("scan", "parse", "resolve", "embed", "commit") if stage in stages]
    assert "parse" not in done.stdout.splitlines()[0]


def test_the_summary_says_which_edges_an_export_writes(shop: Path):
    summary = run(shop, "index", "--full", "--no-vectors").stdout
    said = re.search(
        r"(\d+) edges? within the repository, (\d+) into libraries \((\d+) calls?, \d+ symbols?\)", summary
    )
    assert said is not None, summary
    inside, outside, calls = map(int, said.groups())
    exported = run(shop, "export", "--format", "jsonl").stdout.count('"type":"edge"')
    external = run(shop, "export", "--format", "jsonl", "--external").stdout.count('"type":"external"')
    assert (exported, external) == (inside, outside)
    assert 1 <= calls <= outside
    assert said[0] in run(shop, "status").stdout
