"""Generated pages say what the code says. Write them anew with `python scripts/gen_docs.py`."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from codegraph.operations.tools.tool_spec import Toolset
from codegraph.operations.tools.tool_table import list_tools

ROOT = Path(__file__).resolve().parents[2]
TOOL = re.compile(r"`(\w+)")


def pages() -> dict:
    spec = importlib.util.spec_from_file_location("gen_docs", ROOT / "scripts" / "gen_docs.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.list_pages()


@pytest.mark.parametrize("name", pages())
def test_a_generated_page_is_up_to_date(name: str):
    assert (ROOT / name).read_text(encoding="utf-8") == pages()[name]()


@pytest.mark.parametrize("toolset", [t for t in Toolset if t is not Toolset.DEFAULT])
def test_the_page_of_a_toolset_has_a_row_for_each_of_its_tools_with_its_verb(toolset: Toolset):
    page = (ROOT / "docs" / f"{toolset}.md").read_text(encoding="utf-8")
    table = page.split("\n\n|", 1)[1].split("\n\n", 1)[0].splitlines()
    rows = {tool: row for row in table for tool in TOOL.findall(row.lstrip("| ").split("|")[0])}
    tools = [tool for tool in list_tools() if tool.toolset is toolset]
    assert [tool.name for tool in tools if tool.name not in rows] == []
    assert [tool.name for tool in tools if tool.twin and f"`{tool.twin}" not in rows[tool.name]] == []
