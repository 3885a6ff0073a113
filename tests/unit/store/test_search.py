"""Search of symbols by a beginning: names before paths, and the same rows at a cut as without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config

ALIKE = 120


@pytest.fixture
def index(tmp_path: Path) -> Index:
    root, config = tmp_path / "repo", Config(tmp_path / "home", workers=1, vectors=False)
    (root / "settings").mkdir(parents=True)
    (root / "settings/store.py").write_text("def alpha():\n    pass\n\n\ndef beta():\n    pass\n")
    (root / "other.py").write_text("def settle():\n    pass\n\n\ndef reset_all(settings):\n    pass\n")
    alike = "\n\n".join(f"def queue{number:03}():\n    pass" for number in range(ALIKE))
    (root / "alike.py").write_text(alike + "\n")
    index_repository(root, config)
    return Index.open(root, config)


def find(index: Index, query: str, limit: int = 12) -> list[str]:
    return [hit.symbol.name for hit in index.search(query, limit=limit)]


def test_a_beginning_is_looked_for_in_names_first(index: Index) -> None:
    assert find(index, "sett", 1) == ["settle"]


def test_what_too_few_names_have_is_found_elsewhere(index: Index) -> None:
    found = find(index, "sett")
    assert found[0] == "settle" and "reset_all" in found


def test_names_that_rate_alike_are_in_the_order_of_symbols_at_any_cut(index: Index) -> None:
    whole = find(index, "queue", ALIKE)
    assert whole == [f"queue{number:03}" for number in range(ALIKE)]
    assert find(index, "queue", 2) == whole[:2]
