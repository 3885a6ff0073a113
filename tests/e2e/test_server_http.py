"""The server over streamable HTTP."""

from __future__ import annotations

from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from support.serving import ERAS, SECONDS, serving, text

from codegraph.errors import ConfigError
from codegraph.operations.tools.inventory import choose
from codegraph.server.app import make_server
from codegraph.server.repositories import Repositories
from codegraph.server.transport import Address, http_app, parse_address


def test_both_eras_are_answered_and_a_hundred_clients_at_once(storefront: Path):
    async def one(url: str, era: str) -> None:
        async with Client(url, mode=era) as client:
            answer = await client.call_tool("code_symbol", {"symbol": "Application.handle"})
            assert not answer.is_error and "def handle" in text(answer)

    async def many(url: str) -> None:
        with anyio.fail_after(SECONDS):
            for era in ERAS:
                await one(url, era)
            async with anyio.create_task_group() as group:
                for number in range(100):
                    group.start_soon(one, url, ERAS[number % 2])

    with serving(storefront) as url:
        anyio.run(many, url)


def test_a_token_is_asked_for_when_there_is_one(storefront: Path):
    async def session(url: str) -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": "Bearer s3cret"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert (await client.list_tools()).tools
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "s3cret"}):
            async with httpx2.AsyncClient(headers=headers) as http:
                answer = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
                assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"

    with serving(storefront, token="s3cret") as url:
        anyio.run(session, url)


def test_hostile_requests_are_refused_by_the_transport(storefront: Path):
    async def session(url: str) -> None:
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            foreign = await http.post(url, content=b"{}", headers={"Host": "evil.example"})
            assert foreign.status_code in (403, 421)
            origin = await http.post(url, content=b"{}", headers={"Origin": "http://evil.example"})
            assert origin.status_code == 403
            assert (await http.post(url, content=b"{")).status_code == 400
            assert (await http.post(url, content=b"x" * (10 * 1024 * 1024))).status_code == 413
        async with Client(url) as client:
            assert (await client.list_tools()).tools

    with serving(storefront) as url:
        anyio.run(session, url)


def test_an_address_that_others_can_reach_needs_a_token(storefront: Path):
    server = make_server(choose(), Repositories(storefront))
    with pytest.raises(ConfigError) as refused:
        http_app(server, Address("0.0.0.0", 8321), "")
    assert "CODEGRAPH_HTTP_TOKEN" in refused.value.hint
    assert http_app(server, Address("0.0.0.0", 8321), "secret")


@pytest.mark.parametrize(
    ("given", "host", "port", "loopback"),
    [
        ("8321", "127.0.0.1", 8321, True),
        (":8321", "127.0.0.1", 8321, True),
        ("localhost:80", "localhost", 80, True),
        ("[::1]:80", "::1", 80, True),
        ("0.0.0.0:80", "0.0.0.0", 80, False),
        ("example.org:80", "example.org", 80, False),
    ],
)
def test_an_address_is_read(given: str, host: str, port: int, loopback: bool):
    address = parse_address(given)
    assert (address, address.loopback) == (Address(host, port), loopback)


@pytest.mark.parametrize("given", ["", "host", "host:", "host:port", "host:99999", "host:-1", "1:2:x", "host:1:2"])
def test_what_is_no_address_is_an_error(given: str):
    with pytest.raises(ConfigError, match="is not an address"):
        parse_address(given)
