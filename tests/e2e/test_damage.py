"""A damaged index is noticed: questions say so or answer as before, and the next plain run makes what is damaged anew."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from codegraph.errors import CodegraphError
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import load as config_of
from codegraph.store.layout import IndexFolder, get_index_folder

SOURCE = """class Shop:
    def pay(self, order): return self.keep(order)
    def keep(self, order): return order
def run(): return Shop().pay(1)
"""
FILES = (
    "CURRENT", "graph.db", "lexical.bin", "terms-1.bin", "seal.json",
    "vectors/about.json", "vectors/values.npy", "vectors/scales.npy", "vectors/digests.npy",
)  # fmt: skip


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for at in random.Random(len(content)).sample(range(len(content)), min(9, len(content))):
        content[at] ^= 0x10
    path.write_bytes(content)


def _as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "empty": lambda path: path.write_bytes(b""),
    "flipped": _flipped,
    "gone": lambda path: path.unlink(),
    "folder": _as_folder,
}


class Known(NamedTuple):
    callers: list[str]
    hits: list[tuple[str, int, float]]


def answers(root: Path) -> Known:
    index = Index.open(root, config_of(root))
    try:
        callers = [e.source.id for e in index.list_incoming(index.find_symbol("Shop.pay")).items]
        found = index.search_code("where is an order paid")
        return Known(callers, [(h.file, h.start, h.score) for h in found.hits] if not found.problem else [])
    finally:
        index.close()


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, IndexFolder, Known]:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "shop"
    root.mkdir()
    (root / "shop.py").write_text(SOURCE)
    (root / "other.py").write_text("def other(): return 1\n")
    config = config_of(root)
    index_repository(root, config)
    return root, get_index_folder(config.home, root), answers(root)


CASES = [(name, damage) for name in FILES for damage in ("cut", "flipped")]
CASES += [(name, damage) for name in ("CURRENT", "graph.db", "lexical.bin") for damage in ("empty", "gone", "folder")]


@pytest.mark.parametrize(("name", "damage"), CASES)
def test_a_damaged_file_is_told_of_and_made_anew(shop: tuple[Path, IndexFolder, Known], name: str, damage: str):
    root, folder, right = shop
    where = folder.pointer if name == "CURRENT" else folder.get_generation(1) / name
    DAMAGES[damage](where)
    try:
        found = answers(root)
        assert found.callers == right.callers and found.hits in (right.hits, [])
    except CodegraphError as error:
        assert error.hint
    done = index_repository(root, config_of(root))
    assert not done.unchanged
    assert answers(root) == right
    assert index_repository(root, config_of(root)).unchanged


def test_a_whole_index_is_not_made_again(shop: tuple[Path, IndexFolder, Known]):
    root, folder, _ = shop
    assert index_repository(root, config_of(root)).unchanged and folder.get_current() == 1


def test_a_generation_without_a_seal_is_believed(shop: tuple[Path, IndexFolder, Known]):
    root, folder, _ = shop
    (folder.get_generation(1) / "seal.json").unlink()
    assert index_repository(root, config_of(root)).unchanged


def test_the_home_folder_can_be_moved(shop: tuple[Path, IndexFolder, Known], tmp_path: Path, monkeypatch):
    root, _, right = shop
    shutil.move(tmp_path / "home", tmp_path / "moved")
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "moved"))
    assert answers(root) == right and index_repository(root, config_of(root)).unchanged
