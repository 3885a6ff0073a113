"""Tests of the symbols that a question names, on a small repository."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import ExploreAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ExploreRequest
from codegraph.settings.config import Config

FILES = {
    "shop/api.py": "from shop.store import Store\n\n\ndef get(key):\n    return Store().load(key)\n",
    "shop/store.py": (
        "class Base:\n    def read(self, key):\n        raise NotImplementedError\n\n\n"
        "class Store:\n    disk: Base\n\n    def load(self, key):\n        return self.disk.read(key)\n\n\n"
        "class Disk(Base):\n    def read(self, key):\n        return open(key)\n\n\n"
        "class Cache:\n    def get(self, key):\n        return None\n"
    ),
    "shop/till.py": (
        "from shop.drawers import open_drawer\n\n\ndef open_till(key):\n    return unlock_till(key)\n\n\n"
        "def unlock_till(key):\n    return open_drawer(key, 'till')\n"
    ),
    "shop/drawers.py": (
        "def open_drawer(key, name):\n    if key is None:\n        raise ValueError(name)\n"
        "    return turn(key), pull(name)\n\n\ndef turn(key):\n    return key\n\n\ndef pull(name):\n    return name\n"
    ),
    "shop/lexer.py": "class Lexer:\n    def process(self, text):\n        return text.split()\n",
    "shop/workers.py": (
        'class Pool:\n    def restart(self, worker):\n        """Restarts a dead worker of the pool, as a process that is new to the pool."""\n'
        "        return worker.dead and worker.pool.restart(worker)\n"
    ),
    **{
        f"shop/pool_{part}.py": f"def {part}_pool(worker):\n    # a dead worker of the pool\n    return worker.dead, worker.pool\n"
        for part in ("small", "large", "idle", "busy")
    },
    "tests/test_api.py": "def orders():\n    return 1\n\n\ndef test_get():\n    assert orders() == 1\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    root = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    config = Config(home=tmp_path_factory.mktemp("home"), workers=1)
    index_repository(root, config)
    context = Context(root, config)
    yield context
    context.close()


def explored(context: Context, question: str) -> ExploreAnswer:
    return load_handler(BY_NAME["explore"])(context, ExploreRequest(question)).results


@pytest.mark.parametrize(
    "question",
    [
        "how does get reach Disk.read",
        "the way from get to Disk.read",
        "get -> Disk.read",
        "does `get` lead to Disk.read?",
    ],
)
def test_the_end_of_a_way_is_the_symbol_that_there_is_a_way_from(shop: Context, question: str):
    answer = explored(shop, question)
    assert answer.path is not None
    assert [edge.source.qualname for edge in answer.path.edges] == ["get", "Store.load", "Disk.read"]
    assert [s.qualname for s in answer.named] == ["get", "Disk.read"]
    assert any("Cache.get" in note for note in answer.notes)


def test_a_plain_word_is_not_the_name_of_a_function_in_a_test(shop: Context):
    assert explored(shop, "where are orders kept").named == ()


def test_without_a_way_nothing_is_picked_from_several(shop: Context):
    answer = explored(shop, "how does get reach Nowhere.at_all")
    assert answer.path is None or not answer.path.edges


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("how does the pool restart a dead worker process?", ["Pool.restart"]),  # which the rest of it is about, too
        ("how does the pool restart the dead in `process`", ["Pool.restart", "Lexer.process"]),
        ("explain process", ["Lexer.process"]),
    ],
)
def test_a_plain_word_of_a_sentence_is_a_name_where_the_rest_of_it_leads(
    shop: Context, question: str, named: list[str]
) -> None:
    assert [s.qualname for s in explored(shop, question).named] == named


def test_a_facade_leads_to_what_it_stands_for(shop: Context) -> None:
    answer = explored(shop, "how does open_till find out whether a key fits")
    assert [focus.symbol.qualname for focus in answer.foci][:3] == ["open_till", "unlock_till", "open_drawer"]


def test_a_sentence_that_names_a_symbol_is_about_other_functions_too(shop: Context) -> None:
    answer = explored(shop, "how does open_till differ from a dead worker of the large pool")
    assert [s.qualname for s in answer.named] == ["open_till"]
    assert any(file.path == "shop/pool_large.py" for file in answer.files)
    assert answer.impact is not None
