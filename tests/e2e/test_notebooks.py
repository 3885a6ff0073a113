"""A notebook is a module: resolved, shown by cell and line, and as fresh as any file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.gitrepo import GitRepo
from support.notebooks import make_notebook

CommandLine = Callable[..., tuple[int, Any, str]]

CART = "def total(items):\n    return sum(items)\n"
CELLS = (
    ("markdown", "# Totals\nLooks at carts."),
    ("code", "%matplotlib inline\nfrom shop.cart import total"),
    ("code", "def report(items):\n    return total(items)\n\nreport([1])"),
)


@pytest.fixture
def shop(folder: Path, cg: CommandLine) -> GitRepo:
    files = {"shop/__init__.py": "", "shop/cart.py": CART, "explore.ipynb": make_notebook(*CELLS)}
    repo = GitRepo.make(folder, files)
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    return repo


def change(repo: GitRepo, *cells: tuple[str, str], output: str = "") -> None:
    """Write the notebook again, later than the index was made."""
    repo.write({"explore.ipynb": make_notebook(*cells, output=output)})
    path = repo.root / "explore.ipynb"
    later = path.stat().st_mtime_ns + 10_000_000_000
    os.utime(path, ns=(later, later))


def test_callers_of_a_function_name_the_cell_and_its_line(shop: GitRepo, cg: CommandLine) -> None:
    _, told, _ = cg("callers", "total", text=True)
    assert "explore.ipynb:cell 3:2  report  exact" in told
    _, results, _ = cg("callers", "total")
    edge = results["steps"][0]["edge"]
    assert edge["cells"] == [{"cell": 3, "line": 2}]
    assert (edge["source"]["cell"], edge["source"]["cell_line"]) == (3, 1)


def test_the_graph_counts_lines_of_the_whole_text(shop: GitRepo, cg: CommandLine) -> None:
    _, results, _ = cg("symbol", "explore.ipynb:cell 3:2")
    symbol = results["details"]["symbol"]
    assert symbol["qualname"] == "report"
    _, same, _ = cg("symbol", f"explore.ipynb:{symbol['line']}")
    assert same["details"]["symbol"]["id"] == symbol["id"]


def test_a_symbol_shows_its_code_by_cell_and_line(shop: GitRepo, cg: CommandLine) -> None:
    _, told, _ = cg("symbol", "report", text=True)
    assert "report  function · explore.ipynb:cell 3:1" in told
    assert "explore.ipynb:cell 3:1-2" in told
    assert "cell 3:2      return total(items)" in told
    assert "cell 3:2  total  shop/cart.py:1  exact" in told
    assert "explore.ipynb:cell 3:4  <module>  exact" in told


def test_search_finds_code_and_prose_by_cell(shop: GitRepo, cg: CommandLine) -> None:
    _, told, _ = cg("search", "report items", text=True)
    assert "explore.ipynb:cell 3:" in told
    _, told, _ = cg("search", "looks at carts", text=True)
    assert "explore.ipynb" in told


@pytest.mark.parametrize("place", ["explore.ipynb:cell 9:1", "explore.ipynb:cell 3:40", "explore.ipynb:cell 0:1"])
def test_a_line_that_no_cell_has_is_an_error(shop: GitRepo, cg: CommandLine, place: str) -> None:
    code, _, err = cg("symbol", place, text=True)
    assert code != 0
    assert "error: " in err and "Traceback" not in err


def test_locate_reads_the_place_that_a_linter_names(shop: GitRepo, cg: CommandLine) -> None:
    _, told, _ = cg("locate", "explore.ipynb:cell 3:2:12: F821 undefined name", text=True)
    assert "explore.ipynb:cell 3:1  stack frame at cell 3:2" in told


def test_nothing_imports_a_notebook(shop: GitRepo, cg: CommandLine) -> None:
    shop.write({"tool.py": "import explore\n\nexplore.report([2])\n"})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    _, results, _ = cg("callers", "report")
    assert {step["edge"]["file"] for step in results["steps"]} == {"explore.ipynb"}


def test_an_edit_of_a_notebook_refreshes_its_edges(shop: GitRepo, cg: CommandLine) -> None:
    change(shop, *CELLS[:2], ("code", "x = 1\n\ndef other(items):\n    return total(items)"))
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    _, told, _ = cg("callers", "total", text=True)
    assert "explore.ipynb:cell 3:4  other  exact" in told
    assert "report" not in told


def test_an_edit_of_another_file_keeps_the_cells(shop: GitRepo, cg: CommandLine) -> None:
    shop.write({"shop/cart.py": "# Sums.\n" + CART})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    _, told, _ = cg("callers", "total", text=True)
    assert "explore.ipynb:cell 3:2  report  exact" in told


def test_outputs_make_no_memory_stale_and_code_does(shop: GitRepo, cg: CommandLine) -> None:
    assert cg("memory", "add", "reports are sums", "--about", "report", text=True)[0] == 0
    change(shop, *CELLS, output="6\n" * 1000)
    _, told, _ = cg("memory", "stale", text=True)
    assert "has not changed" in told
    change(shop, *CELLS[:2], ("code", "def report(items):\n    return -total(items)"))
    _, told, _ = cg("memory", "stale", text=True)
    assert "changed since: python:explore.ipynb::report" in told


def test_a_change_is_told_from_the_cells_of_both_states(shop: GitRepo, cg: CommandLine) -> None:
    change(shop, *CELLS, output="6\n")
    _, told, _ = cg("impact", "--base", "HEAD", text=True)
    assert "no symbol changed" in told
    change(shop, *CELLS[:2], ("code", "\n\ndef report(items):\n    return -total(items)\n\nreport([1])"))
    _, told, _ = cg("impact", "--base", "HEAD", text=True)
    assert "report  body changed  explore.ipynb:cell 3:3" in told


def test_broken_notebooks_have_a_status_and_cost_nothing_else(shop: GitRepo, cg: CommandLine) -> None:
    shop.write({"bad.ipynb": "{", "empty.ipynb": "", "list.ipynb": "[]"})
    code, told, _ = cg("index", "--no-vectors", text=True)
    assert code == 0
    assert "not a notebook" in told
    _, told, _ = cg("why-ignored", "bad.ipynb", text=True)
    assert "not a notebook: no JSON" in told
    assert cg("callers", "total")[1]["total"] == 1


def test_a_syntax_error_is_told_by_cell_and_line(shop: GitRepo, cg: CommandLine) -> None:
    change(shop, *CELLS, ("code", "x = 1\ndef (:\n"))
    _, told, _ = cg("index", "--no-vectors", text=True)
    assert "explore.ipynb:cell 4:2" in told


def test_mentions_in_a_notebook_name_the_cell_and_its_line(shop: GitRepo, cg: CommandLine) -> None:
    cells = ("code", "add(a, b) = a + b"), ("markdown", "Sums"), ("code", "x = 1\nadd(x, 2)")
    julia = make_notebook(*cells, metadata={"kernelspec": {"language": "julia"}})
    shop.write({"sums.ipynb": julia})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    _, told, _ = cg("callers", "add", text=True)
    assert "sums.ipynb:cell 3:2  <module>  add(x, 2)" in told
    _, results, _ = cg("callers", "add")
    (place,) = results["name_mentions"]["places"]
    assert (place["path"], place["cell"], place["cell_line"], place["text"]) == ("sums.ipynb", 3, 2, "add(x, 2)")


def test_a_notebook_of_an_unknown_kernel_is_searched(shop: GitRepo, cg: CommandLine) -> None:
    script = make_notebook(
        ("code", "const basket = 1"), metadata={"kernelspec": {"language": "javascript"}}, output="x"
    )
    shop.write({"web.ipynb": script})
    code, told, _ = cg("index", "--no-vectors", text=True)
    assert code == 0
    assert "Jupyter Notebook" in told
    _, told, _ = cg("search", "basket", text=True)
    assert "web.ipynb" in told and "cell 1:1" in told
