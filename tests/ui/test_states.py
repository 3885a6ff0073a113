"""States in which a page has no answer: each is told with a word, and what to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.ui_pages import open_page

from codegraph.settings.config import load
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock


def fail(client: TestClient, view: str, status: int, **given: str) -> dict[str, Any]:
    reply = client.get(f"/api/{view}", params=given)
    assert reply.status_code == status, reply.text
    return reply.json()


def test_without_an_index_the_command_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "a project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    _, client = open_page(root)
    told = fail(client, "rank", 503)
    assert told["state"] == "missing" and told["hint"] == f"codegraph index '{root}'"
    assert not (tmp_path / "home" / "index").exists()


def test_an_index_that_is_being_made_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "project"
    root.mkdir()
    _, client = open_page(root)
    with hold_writer_lock(get_index_folder(load(root).home, root).lock):
        assert fail(client, "rank", 503)["state"] == "indexing"
    assert fail(client, "rank", 503)["state"] == "missing"


def test_a_repository_that_was_removed_is_gone(own: Path) -> None:
    _, client = open_page(own)
    assert client.get("/api/rank").status_code == 200
    shutil.rmtree(own)
    assert fail(client, "rank", 410)["state"] == "gone"
    assert client.get("/").status_code == 200


def test_a_vanished_symbol_leads_to_where_it_went(own: Path) -> None:
    _, client = open_page(own)
    reply = client.get("/api/symbol", params={"id": "Money.format"}).json()
    id = reply["data"]["symbol"]["id"]
    models = own / "storefront/catalog/models.py"
    money = models.read_text()
    models.write_text(money.replace("class Money", "class Amount").replace("Money", "Amount"))
    told = fail(client, "symbol", 404, id=id)
    assert told["state"] == "not_found"
    assert "Amount.format" in [symbol["qualname"] for symbol in told["nearest"]]


def test_a_mistyped_name_lists_those_that_begin_so(client: TestClient) -> None:
    told = fail(client, "symbol", 404, id="Receipt.render_receipx")
    assert told["asked"] == "Receipt.render_receipx"
    assert "Receipt.render_receipt" in [symbol["qualname"] for symbol in told["nearest"]]


def test_an_ambiguous_name_lists_what_it_means(own: Path) -> None:
    for name in ("one", "two"):
        (own / f"{name}.py").write_text("def twin():\n    return 1\n")
    _, client = open_page(own)
    told = fail(client, "symbol", 409, id="twin")
    assert told["state"] == "ambiguous" and {row["file"] for row in told["nearest"]} == {"one.py", "two.py"}


def test_an_address_that_lacks_something_says_what(client: TestClient) -> None:
    assert "lacks `id`" in fail(client, "symbol", 422)["message"]
    assert fail(client, "map", 422, measure="colour")["hint"].startswith("one of churn")


def test_a_view_that_does_not_exist_names_those_that_do(client: TestClient) -> None:
    assert "symbol" in fail(client, "nothing", 404)["hint"]


HOSTILE = ["<img src=x onerror=alert(1)>", "\u202egnp.exe", "a" * 5_000, "'; DROP TABLE files; --", "\x00", "%", "🙂"]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("view", ["names", "text", "symbol", "notes"])
def test_hostile_names_are_text(client: TestClient, view: str, name: str) -> None:
    reply = client.get(f"/api/{view}", params={"q": name, "id": name})
    assert reply.status_code in (200, 404, 409, 422), reply.text
    assert reply.headers["content-type"] == "application/json"
    json.loads(reply.text)


def test_hostile_source_is_data(own: Path) -> None:
    (own / "bad.py").write_text(
        'def bad():\n    return "<img src=x onerror=alert(1)>\u202e"\n' + "x" * 4_000 + " = 1\n"
    )
    _, client = open_page(own)
    data = client.get("/api/symbol", params={"id": "bad.py"}).json()["data"]
    assert (
        max(len("".join(r if isinstance(r, str) else r[1] for r in line)) for line in data["source"]["lines"]) < 1_100
    )
