"""The server over streamable HTTP."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from support.serving import ERAS, SECONDS, free_port, server_environment, serving, text
from support.waiting import wait_for

from codegraph.errors import ConfigError
from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import make_server
from codegraph.server.repositories import Repositories
from codegraph.server.transport import Address, build_http_app, parse_address

TOKEN = "s3cret-s3cret-s3cret"
HEAD = b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"
SMALL = """
import sys
from pathlib import Path
from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import make_server
from codegraph.server.http_limits import Limits
from codegraph.server.repositories import Repositories
from codegraph.server.transport import parse_address, serve_http

limits = Limits(connections=3, sessions=2, request_s=0.5, idle_s=1.0)
serve_http(make_server(choose(), Repositories(Path.cwd())), parse_address(sys.argv[1]), None, limits)
"""


@pytest.fixture
def server_url(storefront: Path) -> Iterator[str]:
    with serving(storefront) as url:
        yield url


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
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert (await client.list_tools()).tools
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}):
            async with httpx2.AsyncClient(headers=headers) as http:
                answer = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
                assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"

    with serving(storefront, token=TOKEN) as url:
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
        build_http_app(server, Address("0.0.0.0", 8321), None)
    assert "CODEGRAPH_HTTP_TOKEN" in refused.value.hint
    assert build_http_app(server, Address("0.0.0.0", 8321), TOKEN)


@pytest.mark.parametrize("token", ["", "  ", "a", "x" * 15, " " * 40, "ten letters and blanks", "schlüssel" * 4])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_token_that_can_be_guessed_is_refused_at_the_start(storefront: Path, token: str, host: str):
    command = [sys.executable, "-m", "codegraph", "serve", "--http", f"{host}:{free_port()}"]
    env = server_environment() | {"CODEGRAPH_HTTP_TOKEN": token}
    done = subprocess.run(command, cwd=storefront, env=env, capture_output=True, text=True, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (2, "")
    assert "CODEGRAPH_HTTP_TOKEN is no token" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Origin", "http://localhost:8931.evil.com", 403),
        ("Origin", "http://localhost.evil.com", 403),
        ("Origin", "http://127.0.0.1:80@evil.com", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:1234", 400),
        ("Host", "localhost:8931.evil.com", 421),
        ("Host", "127.0.0.1.nip.io:80", 421),
        ("Host", "localhost:80", 400),
    ],
)
def test_other_sites_are_told_by_their_whole_name(server_url: str, header: str, value: str, status: int):
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", header: value}
    assert httpx2.post(server_url, content=b"{", headers=headers, timeout=60).status_code == status


def test_half_requests_are_closed_and_connections_are_bounded(storefront: Path):
    """With limits that a test can wait for, of a server process that is else the same."""
    with serving(storefront, code=SMALL) as url:
        port = int(url.split(":")[2].split("/")[0])
        half = [HEAD[:20], HEAD, HEAD + b"{", b""]
        for sent in half:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.settimeout(30)
                connection.sendall(sent)
                assert connection.recv(100).startswith(b"HTTP/1.1 408 ") and connection.recv(100) == b""
        slow = socket.create_connection(("127.0.0.1", port))
        slow.settimeout(30)
        with slow, pytest.raises(OSError):
            while True:  # a byte now and then does not keep it open
                slow.sendall(b"x")
                if slow.recv(100) == b"":
                    raise ConnectionResetError
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        try:
            refused = []
            for connection in held:
                connection.settimeout(30)
                refused.append(connection.recv(100)[:13])
            assert refused.count(b"HTTP/1.1 503 ") == 2  # the others wait, and are late
        finally:
            for connection in held:
                connection.close()
        anyio.run(answers, url)


def test_sessions_are_bounded_and_idle_ones_end(storefront: Path):
    opening = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    headers = {"Accept": "application/json, text/event-stream"}
    with serving(storefront, code=SMALL) as url, httpx2.Client(headers=headers, timeout=60) as http:
        opened = [http.post(url, json=opening) for _ in range(3)]
        assert [answer.status_code for answer in opened] == [200, 200, 503]
        wait_for(lambda: http.post(url, json=opening).status_code == 200, "an idle session to end")
        session = {"mcp-session-id": opened[0].headers["mcp-session-id"]}
        ask = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        wait_for(lambda: http.post(url, json=ask, headers=session).status_code == 404, "the session to be gone")


async def answers(url: str) -> None:
    with anyio.fail_after(SECONDS):
        async with Client(url) as client:
            assert (await client.list_tools()).tools


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
