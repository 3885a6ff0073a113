"""Completion of arguments as a client of the official SDK meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp_types import PromptReference, ResourceTemplateReference
from support.files import written
from support.serving import ERAS, talk

from codegraph.indexing.pipeline import index_repository
from codegraph.server.completion import is_abbreviation
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load

SYMBOL = ResourceTemplateReference(uri="codegraph://symbol/{id}")
FILE = ResourceTemplateReference(uri="codegraph://file/{path}")
TOPIC = PromptReference(name="explain_subsystem")

FILES = {
    "shop/price_list.py": "class PriceList:\n    def load_rows(self):\n        return []\n\n\ndef print_labels():\n    return 1\n",
    "shop/one.py": "def twice():\n    return 1\n",
    "shop/two.py": "def twice():\n    return 2\n",
    "tests/test_price.py": "from shop.price_list import PriceList\n\n\ndef price_list_test_helper():\n    return PriceList()\n\n\ndef test_price():\n    assert PriceList()\n",
}  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    root = written(tmp_path, FILES)
    index_repository(root, load(root))
    return root


async def values(client: Client, ref: ResourceTemplateReference | PromptReference, name: str, text: str) -> list[str]:
    return (await client.complete(ref, {"name": name, "value": text})).completion.values


@pytest.mark.parametrize("era", ERAS)
def test_names_of_symbols_are_completed_by_beginning_words_and_parts(shop: Path, era: str):
    async def session(client: Client) -> None:
        assert (await values(client, SYMBOL, "id", "Price"))[:2] == ["PriceList", "PriceList.load_rows"]
        assert (await values(client, SYMBOL, "id", "PL"))[0] == "PriceList"
        assert "print_labels" in await values(client, SYMBOL, "id", "pl")
        assert "PriceList.load_rows" in await values(client, SYMBOL, "id", "LoRo")
        assert "print_labels" in await values(client, SYMBOL, "symbol", "label")
        assert await values(client, SYMBOL, "id", "no such name") == []

    talk(Repositories(shop), session, mode=era)


def test_tests_come_last_and_a_shared_name_is_told_by_ids(shop: Path):
    async def session(client: Client) -> None:
        found = await values(client, SYMBOL, "id", "price")
        assert found.index("PriceList") < found.index("test_price")
        assert await values(client, SYMBOL, "id", "twice") == ["python:shop/one.py::twice", "python:shop/two.py::twice"]
        for value in await values(client, SYMBOL, "id", ""):
            assert (await client.read_resource(f"codegraph://symbol/{value}")).contents, value

    talk(Repositories(shop), session)


def test_paths_and_arguments_of_prompts_are_completed(shop: Path):
    async def session(client: Client) -> None:
        assert (await values(client, FILE, "path", "price"))[0] == "shop/price_list.py"
        assert (await values(client, TOPIC, "topic", "Price"))[0] == "PriceList"
        assert await values(client, TOPIC, "topic", "how does Price") == []
        assert await values(client, PromptReference(name="review_diff"), "diff", "Price") == []
        assert await values(client, PromptReference(name="none"), "topic", "Price") == []

    talk(Repositories(shop), session)


def test_at_most_a_hundred_values_are_given(shop: Path):
    (shop / "many.py").write_text("".join(f"def entry_{number}():\n    return {number}\n" for number in range(150)))
    index_repository(shop, load(shop))

    async def session(client: Client) -> None:
        found = (await client.complete(SYMBOL, {"name": "id", "value": "entry"})).completion
        assert len(found.values) == 100 and found.has_more

    talk(Repositories(shop), session)


def test_without_an_index_nothing_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))

    async def session(client: Client) -> None:
        assert await values(client, SYMBOL, "id", "Price") == []

    talk(Repositories(written(tmp_path, FILES)), session)


@pytest.mark.parametrize(
    ("text", "name", "abbreviates"),
    [
        ("PrLi", "PriceList", True),
        ("prli", "PriceList", False),
        ("pl", "price_list", True),
        ("pr_li", "PriceList", True),
        ("HTS", "HTTPServerStart", False),
        ("HtSe", "HTTPServer", True),
        ("LiPr", "PriceList", False),
        ("PrXx", "PriceList", False),
    ],
)
def test_an_abbreviation_is_made_of_beginnings_of_words(text: str, name: str, abbreviates: bool):
    assert is_abbreviation(text, name) == abbreviates
