"""A server process over published repositories, asked with the tokens of people."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from support.gitrepo import GitRepo
from support.serving import free_port, server_environment
from support.waiting import wait_for

from codegraph.indexing.incremental import update_index
from codegraph.operations.access.access_tokens import add_token, get_token_file, revoke_tokens
from codegraph.publication.publisher import publish_index
from codegraph.publication.storage import open_remote
from codegraph.settings.config import Config

NAMES = ("api", "api-internal", "web", "billing")
TRIES = 200
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
TOOLS = ("code_explore", "code_search", "code_symbol", "code_impact", "memory_recall", "memory_timeline")


def _name_secret(name: str) -> str:
    return f"secret_of_{name.replace('-', '_')}"


def _name_file(name: str) -> str:
    return f"only_in_{name.replace('-', '_')}.py"


class Reply(NamedTuple):
    status: int
    text: str
    is_error: bool = False


class TeamServer:
    """Published repositories, a server process over them, and requests to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.place = folder / "place"
        self.place.mkdir()
        self.port = free_port()
        self.ids: dict[str, str] = {}
        self.repos: dict[str, GitRepo] = {}
        self.process: subprocess.Popen[bytes] | None = None

    def publish(self, name: str, files: dict[str, str | bytes | None] | None = None) -> None:
        secret = f"def {_name_secret(name)}():\n    pass\n"
        if name not in self.repos:
            self.repos[name] = GitRepo.make(self.folder / name, {_name_file(name): secret})
        if files:
            self.repos[name].commit(files)
        config = Config(self.folder / "ci", workers=1)
        update_index(self.repos[name].root, config)
        done = publish_index(self.repos[name].root, config, open_remote(self.place.as_uri()), now=time.time())
        self.ids[name] = done.repository_id

    @property
    def tokens(self) -> Path:
        return get_token_file(self.home)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def add_token(self, person: str, *namespaces: str, **rights: Any) -> str:
        return add_token(self.tokens, person, namespaces, **{"requests_a_minute": 100_000, **rights}).text

    def build_command(self, *options: str) -> list[str]:
        words = ["serve", "--http", f"127.0.0.1:{self.port}", "--published", self.place.as_uri(), *options]
        return [sys.executable, "-m", "codegraph", *words]

    def start(self, *options: str) -> None:
        env = server_environment() | {"CODEGRAPH_HOME": str(self.home)}
        self.process = subprocess.Popen(
            self.build_command(*options), env=env, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        wait_for(self._is_listening, "the server", 120)

    def _is_listening(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            out, _ = self.process.communicate(timeout=120)
            assert out == b""
            self.process = None

    def post(self, token: str, method: str, **params: Any) -> Reply:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = HEADERS | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = httpx2.post(self.url, json=body, headers=headers, timeout=120)
        if answer.status_code != 200:
            return Reply(answer.status_code, answer.text, True)
        lines = [line[6:] for line in answer.text.splitlines() if line.startswith("data: ")] or [answer.text]
        result = json.loads(lines[-1]).get("result", {})
        return Reply(200, json.dumps(result), bool(result.get("isError")))

    def call(self, token: str, tool: str, **arguments: Any) -> Reply:
        return self.post(token, "tools/call", name=tool, arguments=arguments)

    def read_audit(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.home / "audit.jsonl").read_text().splitlines()]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TeamServer]:
    made = TeamServer(tmp_path)
    yield made
    if made.process is not None:
        made.stop()


def test_a_person_asks_what_the_token_grants_and_is_written_down(server: TeamServer) -> None:
    server.publish("api")
    server.publish("web")
    ann, bob = server.add_token("ann", "api"), server.add_token("bob", "*")
    server.start()
    assert "only_in_api.py" in server.call(ann, "code_symbol", symbol="secret_of_api").text
    assert "only_in_web.py" in server.call(bob, "code_symbol", symbol="secret_of_web", repo=server.ids["web"]).text
    asked = server.call(bob, "code_symbol", symbol="secret_of_web")
    assert asked.is_error
    assert "say which as `repo`: api, web" in asked.text
    refused = server.call(ann, "code_symbol", symbol="secret_of_web", repo="web")
    assert refused.is_error
    assert "no repository 'web' for this token" in refused.text
    rows = [(row["person"], row["tool"], row["repository"], row["status"]) for row in server.read_audit()]
    assert rows == [
        ("ann", "code_symbol", "api", "ok"),
        ("bob", "code_symbol", "web", "ok"),
        ("bob", "code_symbol", "", "error"),
        ("ann", "code_symbol", "web", "error"),
    ]
    assert "secret" not in (server.home / "audit.jsonl").read_text()
    assert not any(text in (server.home / "audit.jsonl").read_text() for text in (ann, bob))


def test_no_token_reaches_what_is_not_in_its_namespaces(server: TeamServer) -> None:
    """Two hundred tries of every tool with names, ids, paths and patterns of other repositories."""
    for name in NAMES:
        server.publish(name)
    tokens = {
        server.add_token("ann", "api", may_write=True): {"api"},
        server.add_token("bob", "web", server.ids["billing"]): {"web", "billing"},
        server.add_token("cleo", "b*"): {"billing"},
        server.add_token("dan", "nothing", may_write=True): set(),
    }
    everything = server.add_token("auditor", "*")
    server.start("--write")
    for token, granted in tokens.items():
        for name in granted:
            assert not server.call(token, "code_symbol", symbol=_name_secret(name), repo=name).is_error
    memory = {
        name: server.call(next(iter(tokens)), "memory_write", content=f"note of {name}.", repo=name) for name in NAMES
    }
    assert [name for name, reply in memory.items() if not reply.is_error] == ["api"]
    dice, reached, tried = random.Random(5), [], 0
    while tried < TRIES:
        token, granted = dice.choice(list(tokens.items()))
        aim = dice.choice([name for name in NAMES if name not in granted])
        tool, arguments = _make_try(dice, server, aim, sorted(granted))
        reply = server.call(token, tool, **arguments)
        tried += 1
        found = [name for name in NAMES if name not in granted and _is_told(reply, name)]
        if found or (not granted and not reply.is_error):
            reached.append((tool, arguments, reply.text))
    assert reached == []
    notes = server.call(next(iter(tokens)), "memory_recall", query="note", repo="api").text
    assert "note of api." in notes
    for name in ("api-internal", "web", "billing"):  # nobody who may write was granted these
        remembered = server.call(everything, "memory_timeline", repo=name, limit=100).text
        assert "written into" not in remembered, remembered


def _make_try(dice: random.Random, server: TeamServer, aim: str, granted: list[str]) -> tuple[str, dict[str, Any]]:
    """A call that aims at a repository that its token does not grant."""
    ids = server.ids[aim]
    bases = server.home / "bases"
    trees = [str(path) for path in bases.glob(f"*/*/tree/{aim}")] or [str(bases)]
    spellings = [
        aim, ids, f" {aim}", aim.upper(), f"{aim}*", "*", "", f"../{aim}", f"./{aim}", str(server.folder / aim),
        dice.choice(trees), f"{granted[0] if granted else 'api'}/../{aim}", f"file://{server.folder}/{aim}", "~", "/", ".",
        f"{aim}\0", ids[:20], ids.partition(":")[2], f"{aim}#", str(server.place), str(server.folder / "ci"),
    ]  # fmt: skip
    repo = dice.choice([*spellings, *granted])
    path = dice.choice([str(server.folder / aim), f"../../{aim}", "/etc/passwd", "only_in*", "*"])
    tool = dice.choice([*TOOLS, "memory_write", "memory_feedback"])
    arguments: dict[str, dict[str, Any]] = {
        "code_explore": {"query": _name_secret(aim), "path": dice.choice(["", path]), "workspace": dice.random() < 0.5},
        "code_search": {"query": dice.choice([_name_secret(aim), aim]), "path": dice.choice(["", path])},
        "code_symbol": {"symbol": dice.choice([_name_secret(aim), f"{path}:1", f"python:{path}::{_name_secret(aim)}"])},
        "code_impact": dice.choice(
            [{"symbol": path}, {"base": "HEAD~1"}, {"base": f"--output={path}"}, {"symbol": aim}]
        ),
        "memory_recall": {"query": "note", "about": [path]},
        "memory_timeline": {"about": [path]},
        "memory_write": {"content": f"written into {aim}", "about": [path]},
        "memory_feedback": {"outcome": "worked", "note": f"written into {aim}"},
    }
    arguments["code_impact"]["workspace"] = "symbol" in arguments["code_impact"] and dice.random() < 0.5
    return tool, {**arguments[tool], "repo": repo}


def _is_told(reply: Reply, name: str) -> bool:
    """Return whether a reply shows a path or a memory of a repository."""
    return _name_file(name) in reply.text or f"note of {name}." in reply.text


def test_questions_go_over_the_repositories_of_a_token_and_no_others(server: TeamServer) -> None:
    package = '[project]\nname = "{}"\nversion = "1.0"\ndependencies = [{}]\n'
    server.publish("money", {"pyproject.toml": package.format("money", ""), "money.py": "def add(a, b):\n    pass\n"})
    for name in ("shop", "bank"):
        code = f"from money import add\n\n\ndef total_of_{name}():\n    return add(1, 2)\n"
        server.publish(name, {"pyproject.toml": package.format(name, '"money"'), f"{name}.py": code})
    both, all_three = server.add_token("ann", "money", "shop"), server.add_token("bob", "*")
    server.start()
    told = {
        token: server.call(token, "code_impact", symbol="add", repo="money", workspace=True)
        for token in (both, all_three)
    }
    assert [reply.is_error for reply in told.values()] == [False, False]
    assert "total_of_shop" in told[both].text
    assert "bank" not in told[both].text
    assert "total_of_bank" in told[all_three].text


def test_a_token_that_may_only_read_writes_nothing(server: TeamServer) -> None:
    server.publish("api")
    ann, bob = server.add_token("ann", "api"), server.add_token("bob", "api", may_write=True)
    server.start("--write")
    assert "memory_write" not in server.post(ann, "tools/list").text
    assert "memory_write" in server.post(bob, "tools/list").text
    refused = server.call(ann, "memory_write", content="round half up")
    assert refused.is_error
    assert "may only read" in refused.text
    assert not server.call(bob, "memory_write", content="round half up, as the bank does").is_error
    assert "half up" in server.call(ann, "memory_recall", query="rounding half up").text


def test_without_write_no_tool_writes(server: TeamServer) -> None:
    server.publish("api")
    token = server.add_token("bob", "api", may_write=True)
    server.start()
    assert "memory_write" not in server.post(token, "tools/list").text
    assert "no tool" in server.call(token, "memory_write", content="round half up").text


def test_requests_need_a_valid_token(server: TeamServer) -> None:
    server.publish("api")
    server.add_token("ann", "api")
    expired = server.add_token("bob", "api", expires_at=time.time() - 1)
    server.start()
    known = server.add_token("late", "api")  # after the server read the file
    for token, said in (("", "is needed"), ("cg_x", "not known"), (known, "not known"), (expired, "has expired")):
        reply = server.post(token, "tools/list")
        assert reply.status == 401
        assert said in reply.text
    assert [row["status"] for row in server.read_audit()] == [
        "no token", "unknown token", "unknown token", "expired token"
    ]  # fmt: skip


def test_tokens_are_read_again_on_a_signal(server: TeamServer) -> None:
    server.publish("api")
    ann = server.add_token("ann", "api")
    server.start()
    assert server.post(ann, "tools/list").status == 200
    revoke_tokens(server.tokens, "ann")
    bob = server.add_token("bob", "api")
    server.send(signal.SIGHUP)
    wait_for(lambda: server.post(bob, "tools/list").status == 200, "the new token")
    assert server.post(ann, "tools/list").status == 401
    server.tokens.write_text("{", encoding="utf-8")
    server.send(signal.SIGHUP)
    assert server.post(bob, "tools/list").status == 200


def test_a_token_has_limits(server: TeamServer) -> None:
    server.publish("api")
    slow, wide = server.add_token("slow", "api", requests_a_minute=3), server.add_token("wide", "api", concurrent=1)
    server.start()
    assert [server.post(slow, "tools/list").status for _ in range(4)] == [200, 200, 200, 429]
    assert "try again in" in server.post(slow, "tools/list").text
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(server.call, wide, "code_explore", query="secret") for _ in range(6)]
        statuses = [each.result().status for each in asked]
    assert 200 in statuses
    assert 429 in statuses
    assert server.call(wide, "code_symbol", symbol="secret_of_api").status == 200


def test_a_server_that_ends_finishes_what_runs(server: TeamServer) -> None:
    server.publish("api")
    token = server.add_token("ann", "api", concurrent=8)
    server.start()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(server.call, token, "code_explore", query="how is the secret kept?") for _ in range(4)]
        wait_for((server.home / "bases").exists, "the first request")  # the first of them is at work
        server.send(signal.SIGTERM)
        assert [each.result().is_error for each in asked] == [False] * 4
    assert server.process is not None
    assert server.process.wait(timeout=60) == 0
    server.process.communicate()
    server.process = None


def test_new_publications_are_followed(server: TeamServer) -> None:
    server.publish("api")
    token = server.add_token("ann", "api")
    server.start("--follow", "1")
    assert server.call(token, "code_symbol", symbol="secret_of_api").status == 200
    server.publish("api", {"more.py": "def added_later():\n    pass\n"})
    wait_for(lambda: not server.call(token, "code_symbol", symbol="added_later").is_error, "the second commit", 120)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--toolsets", "codemem"), "which no token limits"),
        (("--tokens", "none.json"), "has no tokens"),
        (("--audit", "place"), "cannot be written"),
    ],
)
def test_a_server_that_cannot_be_says_why(server: TeamServer, options: tuple[str, ...], said: str) -> None:
    server.add_token("ann", "api")
    env = os.environ | {"CODEGRAPH_HOME": str(server.home)}
    done = subprocess.run(
        server.build_command(*options),
        env=env,
        cwd=server.folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
