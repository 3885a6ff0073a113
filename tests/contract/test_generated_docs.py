"""Generated pages say what the code says. Write them anew with `python scripts/gen_docs.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict:
    spec = importlib.util.spec_from_file_location("gen_docs", ROOT / "scripts" / "gen_docs.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.pages()


@pytest.mark.parametrize("name", pages())
def test_a_generated_page_is_up_to_date(name: str):
    assert (ROOT / name).read_text(encoding="utf-8") == pages()[name]()
