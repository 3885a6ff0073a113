"""Writing, verifying, changing and undoing memories from a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.ui_pages import open_page

Write = Callable[..., Any]


@pytest.fixture
def page(own: Path) -> tuple[Any, Write]:
    page, client = open_page(own)

    def write(verb: str, **fields: object) -> Any:
        reply = client.post(f"/api/memory/{verb}", json=fields, headers={"x-codegraph-token": page.token})
        assert reply.status_code == 200, reply.text
        return reply.json()["data"]

    return client, write


def test_a_note_stands_beside_its_symbol_until_its_code_changes(own: Path, page: tuple[Any, Write]) -> None:
    client, write = page
    stored = write("add", content="Receipts round half up: tax law", kind="decision", about=["Money.format"])
    known = client.get("/api/known", params={"id": "Money.format"}).json()["data"]["knowledge"]
    assert [(note["text"], note["state"]) for note in known] == [("Receipts round half up: tax law", "fresh")]
    models = own / "storefront/catalog/models.py"
    models.write_text(models.read_text().replace("def format(self", "def format(self, places=2, "))
    stale = client.get("/api/known").json()["data"]
    assert stale["stale_total"] == 1 and stale["stale"][0]["anchors"][0]["state"] == "changed"
    write("verify", id=stored["memory"]["id"])
    assert client.get("/api/known").json()["data"]["stale_total"] == 0


def test_a_write_is_undone_by_its_token(page: tuple[Any, Write]) -> None:
    client, write = page
    stored = write("add", content="Prices are in cents", kind="constraint")
    assert client.get("/api/notes", params={"q": "CENTS"}).json()["data"]["total"] == 1
    write("undo", token=stored["token"])
    assert client.get("/api/notes", params={"q": "cents"}).json()["data"]["hits"] == []


def test_a_changed_note_keeps_its_history(page: tuple[Any, Write]) -> None:
    _, write = page
    id = write("add", content="Prices are in cents", kind="constraint")["memory"]["id"]
    write("update", id=id, content="Prices are in tenths of cents")
    shown = write("show", id=id)
    assert shown["memory"]["content"] == "Prices are in tenths of cents" and shown["memory"]["revision"] == 2


def test_a_write_that_fails_says_why(own: Path) -> None:
    page, client = open_page(own)
    headers = {"x-codegraph-token": page.token}
    for body in ({"content": "x", "colour": "red"}, {"kind": "decision"}, [1], {"content": ""}):
        reply = client.post("/api/memory/add", json=body, headers=headers)
        assert reply.status_code == 422 and reply.json()["message"]


def test_reading_writes_nothing(own: Path, page: tuple[Any, Write]) -> None:
    client, write = page
    write("add", content="Prices are in cents", kind="constraint", about=["Money"])
    events = client.get("/api/known").json()["data"]["newest"][0]
    for view, given in (("notes", {"q": "cents"}), ("known", {"id": "Money"}), ("symbol", {"id": "Money"})):
        assert client.get(f"/api/{view}", params=given).status_code == 200
    assert client.get("/api/known").json()["data"]["newest"][0] == events


def test_memory_needs_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "project"
    root.mkdir()
    page, client = open_page(root)
    headers = {"x-codegraph-token": page.token}
    reply = client.post("/api/memory/add", json={"content": "A first thought"}, headers=headers)
    assert reply.status_code == 200 and reply.json()["data"]["action"] == "stored"
