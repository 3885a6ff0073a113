"""The server as a process: its standard output is the protocol and nothing else, whatever comes in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO

import pytest
from mcp.client.client import Client
from support.serving import ERAS, copy_sample, server_environment, talk_over_stdio, text

from codegraph.store.lock import is_locked

HUGE = 10 * 1024 * 1024
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def request(number: int, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def serve(folder: Path, errors: IO[str]) -> tuple[subprocess.Popen[str], IO[str], IO[str]]:
    """A server process, what it reads and what it writes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "codegraph", "serve"],
        cwd=folder,
        env=server_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    return process, process.stdin, process.stdout


def lines(folder: Path, *messages: str, seconds: float = 60) -> tuple[list[str], str]:
    """Return the stdout and stderr of a server that reads these lines after the handshake."""
    opening = [request(0, "initialize", **HELLO), json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})]
    with tempfile.TemporaryFile("w+") as errors:
        process, to, answers = serve(folder, errors)
        to.write("\n".join((*opening, *messages)) + "\n")
        to.flush()
        asked = [m for m in map(_parsed, messages) if m.get("jsonrpc") == "2.0" and isinstance(m.get("method"), str)]
        wanted = {0} | {m["id"] for m in asked if type(m.get("id")) in (int, str)}
        watchdog = threading.Timer(seconds, process.kill)
        watchdog.start()
        found: list[str] = []
        while wanted:
            line = answers.readline()
            if not line:
                break
            found.append(line)
            wanted.discard(_parsed(line).get("id"))
        to.close()
        found += answers.readlines()
        process.wait(seconds)
        watchdog.cancel()
        errors.seek(0)
        return found, errors.read()


def _parsed(line: str) -> dict:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@pytest.mark.parametrize("era", ERAS)
def test_a_client_over_stdio_gets_its_answers(storefront: Path, era: str):
    async def session(client: Client) -> None:
        assert "code_explore" in {tool.name for tool in (await client.list_tools()).tools}
        answer = await client.call_tool("code_symbol", {"symbol": "Application.handle"})
        assert not answer.is_error and "def handle" in text(answer)

    talk_over_stdio(storefront, session, mode=era)


def test_indexing_on_first_use_leaves_the_protocol_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CODEGRAPH_WORKERS", raising=False)  # with worker processes, as a user has them
    shop = copy_sample("storefront", tmp_path / "shop")
    call = request(1, "tools/call", name="code_search", arguments={"query": "order"})
    found, _ = lines(shop, call)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in found)
    answer = json.loads(found[-1])["result"]
    assert not answer["isError"] and "shop · generation 1\n" in answer["content"][0]["text"]


def test_what_is_no_message_does_not_end_the_server(storefront: Path):
    malformed = ["{", "[]", "null", '{"jsonrpc": "1.0", "id": 7}', '{"id": 8, "method": 5}', "\x00\xff not json"]
    call = request(9, "tools/call", name="code_search", arguments={"query": "order"})
    found, _ = lines(storefront, *malformed, request(5, "no/such/method"), call)
    replies = {_parsed(line).get("id"): _parsed(line) for line in found}
    assert all(_parsed(line).get("jsonrpc") == "2.0" for line in found)
    assert "error" in replies[5] and not replies[9]["result"]["isError"]
    assert "Traceback" not in "".join(found)


@pytest.mark.skipif(sys.platform == "win32", reason="lines of stdin are read by the library")
def test_what_is_no_message_is_answered_as_the_protocol_asks(storefront: Path):
    malformed = ["{", "[]", '{"jsonrpc": "1.0", "id": 7, "method": "ping"}', '{"id": 8, "method": 5}', "  "]
    unread = '{"jsonrpc": "2.0", "id": 4, "result": 5}'  # a response: nothing is answered to it
    found, _ = lines(storefront, *malformed, unread, request(9, "ping"))
    refused = [(one["id"], one["error"]["code"]) for one in map(_parsed, found) if "error" in one]
    assert refused == [(None, -32700), (None, -32600), (7, -32600), (8, -32600)]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_who_starts_a_server_in_a_terminal_is_told_what_it_waits_for(storefront: Path):
    outer, inner = os.openpty()
    server = subprocess.Popen(
        [sys.executable, "-m", "codegraph", "serve"], cwd=storefront, env=server_environment(), stdin=inner,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stderr is not None and "codegraph setup" in server.stderr.readline()
    finally:
        server.kill()
        server.communicate()
        os.close(outer)
        os.close(inner)


def test_a_request_whose_id_is_none_is_refused(storefront: Path):
    """Read as a notification it would never be answered."""
    odd = [json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}) for id in (1.5, None, True, [1])]
    found, _ = lines(storefront, *odd, '{"jsonrpc": "2.0", "method": "notifications/other"}', request(9, "ping"))
    refused = [_parsed(line)["error"]["code"] for line in found if "error" in _parsed(line)]
    assert refused == [-32600] * len(odd)


def test_a_mark_of_the_encoding_before_the_first_message_is_passed_over(storefront: Path):
    found, _ = lines(storefront, "\ufeff" + request(1, "ping"), request(2, "tools/list"))
    assert [_parsed(line).get("result") for line in found if _parsed(line).get("id") == 1] == [{}]


def test_half_a_character_is_answered(storefront: Path):
    """JSON lets it through, and programs that cut a text by its length write it."""
    half = request(1, "tools/call", name="code_search", arguments={"query": "order \ud83d"})
    whole = request(2, "tools/call", name="code_search", arguments={"query": "order \U0001f4a1"})
    assert "\\ud83d" in half
    found, errors = lines(storefront, half, whole, seconds=20)
    replies = {_parsed(line).get("id"): _parsed(line) for line in found}
    assert not replies[1]["result"]["isError"] and not replies[2]["result"]["isError"] and errors == ""


def test_arguments_of_ten_megabytes_are_refused_in_words(storefront: Path):
    huge = "x" * HUGE
    calls = [
        request(1, "tools/call", name="code_search", arguments={"query": huge}),
        request(2, "tools/call", name=huge, arguments={}),
        request(3, "tools/call", name="code_search", arguments={huge: 1}),
        request(4, "tools/call", name="code_symbol", arguments={"symbol": [huge]}),
    ]
    found, errors = lines(storefront, *calls)
    replies = {_parsed(line).get("id"): _parsed(line) for line in found}
    for number in (1, 2, 3, 4):
        result = replies[number]["result"]
        assert result["isError"] and len(json.dumps(result)) < 5_000, number
    assert "at most 2,000" in replies[1]["result"]["content"][0]["text"]
    assert huge[:10_000] not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
@pytest.mark.parametrize("end", ["pipes", "interrupt"])
def test_a_client_that_is_gone_in_the_middle_of_a_call_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
):
    home = tmp_path / "home"
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    shop = copy_sample("storefront", tmp_path / "shop")
    with tempfile.TemporaryFile("w+") as errors:
        process, to, answers = serve(shop, errors)
        print(request(0, "initialize", **HELLO), file=to, flush=True)
        assert answers.readline()
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), file=to)
        print(request(1, "tools/call", name="code_search", arguments={"query": "order"}), file=to, flush=True)
        if end == "interrupt":
            process.send_signal(signal.SIGINT)
        else:
            answers.close()
            to.close()
        code = process.wait(60)
        for stream in (to, answers):
            stream.close()
        errors.seek(0)
        assert (code, errors.read()) == (130 if end == "interrupt" else 0, "")
    assert not any(is_locked(lock) for lock in home.rglob("lock"))
