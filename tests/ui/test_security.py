"""Access to a page, writes through it, and sources that its document may load."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from support.ui_pages import BASE_URL, open_page

NOTE = {"content": "Receipts round half up", "kind": "decision"}


def test_the_document_loads_only_what_the_server_has(client: TestClient) -> None:
    reply = client.get("/")
    assert reply.status_code == 200
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert not re.findall(r"https?://", reply.text)
    for address in re.findall(r'(?:src|href)="([^"]+)"', reply.text):
        assert client.get(address).status_code == 200


def test_every_answer_has_the_headers_of_security(client: TestClient) -> None:
    for path in ("/", "/api/rank", "/api/no-such-view", "/assets/app.css"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
    assert client.get("/api/rank").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/rank", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:9999", "null"])
def test_another_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/api/rank", headers={"origin": origin}).status_code == 403


def test_another_site_may_open_the_document_and_read_nothing(client: TestClient) -> None:
    site = {"sec-fetch-site": "cross-site"}
    assert client.get("/", headers=site).status_code == 200
    assert client.get("/api/rank", headers=site).status_code == 403


def test_a_write_needs_the_token_of_the_page(own: Path) -> None:
    page, client = open_page(own)
    for headers in ({}, {"x-codegraph-token": "guess"}):
        assert client.post("/api/memory/add", json=NOTE, headers=headers).status_code == 403
    assert client.post("/api/memory/add", json=NOTE, headers={"x-codegraph-token": page.token}).status_code == 200
    assert f'content="{page.token}"' in client.get("/").text


def test_a_form_of_another_site_writes_nothing(own: Path) -> None:
    page, client = open_page(own)
    headers = {"x-codegraph-token": page.token, "content-type": "text/plain"}
    assert client.post("/api/memory/add", content="{}", headers=headers).status_code == 415
    foreign = {"x-codegraph-token": page.token, "origin": "https://evil.example"}
    assert client.post("/api/memory/add", json=NOTE, headers=foreign).status_code == 403


def test_only_some_operations_of_memory_write(own: Path) -> None:
    page, client = open_page(own)
    headers = {"x-codegraph-token": page.token}
    for verb in ("erase", "import", "delete", "../rank"):
        assert client.post(f"/api/memory/{verb}", json={}, headers=headers).status_code in (404, 405)
    assert client.get("/api/memory/add").status_code == 405


def test_a_body_without_end_is_refused(own: Path) -> None:
    page, client = open_page(own)
    headers = {"x-codegraph-token": page.token, "content-type": "application/json"}
    reply = client.post("/api/memory/add", content=b'{"content": "' + b"x" * 400_000, headers=headers)
    assert reply.status_code == 413


def test_other_machines_need_the_printed_token(storefront: Path) -> None:
    _, client = open_page(storefront, host="192.0.2.7", is_loopback=False, access="a-long-random-text")
    assert client.get("/api/rank").status_code == 401
    assert client.get("/?token=wrong").status_code == 401
    opened = client.get("/?token=a-long-random-text")
    assert opened.status_code == 200 and opened.url == f"{BASE_URL}/"
    assert "httponly" in opened.history[0].headers["set-cookie"].lower()
    assert client.get("/api/rank").status_code == 200


def test_names_of_repositories_are_text(tmp_path: Path) -> None:
    hostile = tmp_path / '"><script>alert(1)<'
    hostile.mkdir()
    _, client = open_page(hostile)
    assert "<script>alert" not in client.get("/").text
