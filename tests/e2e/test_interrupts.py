"""Ctrl-C at any moment: exit code 130, at most one line more, and never a traceback."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support.gitrepo import GitRepo
from support.serving import free_port
from support.waiting import wait_for
from support.watching import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there sends no signals")

FILES = {f"m{n}.py": f"import m{n // 2}\n\n\ndef f{n}(x):\n    return m{n // 2}.f{n // 2}(x)\n" for n in range(60)}
STARTED = """
import os, sys
from codegraph.cli import start

def run(words, run=start._run, started=int(os.environ.pop("STARTED"))):
    os.write(started, b".")
    return run(words)

start._run = run
sys.exit(start.main())
"""
"""The program, which says when its own code runs: before, an interrupt is the interpreter's to answer."""


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitRepo]:
    folder = tmp_path_factory.mktemp("interrupts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(folder / "home"))
        patch.setenv("CODEGRAPH_WORKERS", "2")
        made = GitRepo.make(folder / "repo", FILES)
        subprocess.run(
            [sys.executable, "-P", "-m", "codegraph", "index", "-q"], cwd=made.root, env=environment(), check=True
        )
        made.write({"m0.py": "def f0(x):\n    return x + 1\n"})
        yield made


@contextmanager
def started(repo: GitRepo, *words: str, terminal: int | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a process group of its own, as a shell starts one."""
    reading, writing = os.pipe()
    env = environment(STARTED=str(writing), CODEGRAPH_WORKERS="2")
    out = subprocess.PIPE if terminal is None else terminal
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", STARTED, *words], cwd=repo.root, env=env, stdin=subprocess.PIPE, stdout=out,
        stderr=out, pass_fds=(writing,), start_new_session=True,
    )  # fmt: skip
    os.close(writing)
    with open(reading, "rb") as pipe:
        pipe.read(1)
    try:
        yield process
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # none is left
        process.wait()


def interrupted(process: subprocess.Popen[bytes]) -> tuple[int, list[str]]:
    """Its exit code, and the lines it wrote that are no progress, once the whole group was interrupted."""
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    lines = err.decode().splitlines()
    return process.returncode, [line for line in lines if not line[:1].isdigit() and line.split()[0] not in PROGRESS]


PROGRESS = ("scan", "parse", "resolve", "embed", "commit", "compare")
VERBS = (
    ("index", "--full"), ("impact", "--base", "HEAD"), ("search", "f1"), ("memory", "recall", "what of f1"),
    ("memory", "add", "f1 is one"), ("watch",),
)  # fmt: skip


@pytest.mark.parametrize("words", VERBS, ids=lambda words: " ".join(words[:2]))
def test_at_any_moment_it_ends_with_one_line(repo: GitRepo, words: tuple[str, ...]):
    chance = random.Random(" ".join(words))
    for turn in range(6):
        with started(repo, *words) as process:
            try:
                process.wait(chance.uniform(0.0, 0.4 * (turn + 1)))
            except subprocess.TimeoutExpired:
                pass
            if process.poll() is not None:
                break  # it was quicker: later moments are none
            code, said = interrupted(process)
        assert "Traceback" not in "".join(said) and "Fatal" not in "".join(said), said
        assert (code, said) in ((130, ["interrupted"]), (-signal.SIGINT, []), (0, [])), (turn, code, said)


def test_a_watcher_that_is_at_rest_ends_with_its_listener(repo: GitRepo):
    for turn in range(3):
        with started(repo, "watch") as process:
            assert process.stderr is not None
            assert b"watching" in process.stderr.readline()
            repo.write({"m1.py": f"def f1(x):\n    return x + {turn}\n"})
            assert b"generation" in process.stderr.readline()
            code, said = interrupted(process)
        assert (code, said) == (130, ["interrupted"])


@pytest.mark.parametrize("words", [("index", "--full"), ("watch",)], ids=lambda words: words[0])
def test_on_a_terminal_nothing_else_is_left(repo: GitRepo, words: tuple[str, ...]):
    import pty

    for wait_s in (0.3, 0.8, 1.6):
        ours, theirs = pty.openpty()
        with started(repo, *words, terminal=theirs) as process:
            os.close(theirs)
            try:
                process.wait(wait_s)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGINT)
            said = b""
            try:
                while chunk := os.read(ours, 1 << 16):
                    said += chunk
            except OSError:  # the other end is closed
                pass
            os.close(ours)
            assert process.wait(60) in (0, 130, -signal.SIGINT)
        assert b"Traceback" not in said and b"Fatal" not in said
        assert said.count(b"interrupted") <= 1


@pytest.mark.parametrize("waits", [False, True], ids=["loading", "serving"])
def test_a_server_ends_while_its_client_waits(repo: GitRepo, waits: bool):
    for turn in range(3):
        with started(repo, "serve") as process:
            assert process.stdin is not None and process.stdout is not None
            if waits:
                process.stdin.write(INITIALIZE)
                process.stdin.flush()
                assert b"serverInfo" in process.stdout.readline()
            else:
                time.sleep(0.2 * turn)
            code, said = interrupted(process)
        assert (code, said) in ((130, []), (130, ["interrupted"]))


def test_an_http_server_ends_while_a_client_listens(repo: GitRepo):
    import httpx2

    url = f"http://127.0.0.1:{(port := free_port())}/mcp"
    with started(repo, "serve", "--http", f"127.0.0.1:{port}") as process:

        def opened() -> str:
            try:
                answer = httpx2.post(url, content=INITIALIZE, headers=HEADERS, timeout=30)
            except httpx2.HTTPError:
                return ""
            return answer.headers["mcp-session-id"]

        session = wait_for(opened, "the server")
        with httpx2.stream("GET", url, headers={**HEADERS, "mcp-session-id": session}, timeout=60) as listening:
            assert listening.status_code == 200
            code, said = interrupted(process)
    assert (code, [line for line in said if not line.startswith("WARNING codegraph.server: serving")]) == (
        130,
        ["interrupted"],
    )


HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
INITIALIZE = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
    b'"capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}\n'
)
