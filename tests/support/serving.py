"""A small repository served to a client of the official SDK."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import make_server
from codegraph.server.reply import encode_json
from codegraph.server.repositories import Repositories
from codegraph.text.token_counts import bound_tokens

ROOT = Path(__file__).resolve().parents[2]
ERAS = ("auto", "legacy")
"""The stateless era, which the client finds by asking, and the era of the handshake."""

SECONDS = 120.0
"""A call that takes longer has hung."""

Session = Callable[[Client], Awaitable[None]]


def copy_sample(name: str, to: Path) -> Path:
    """One of the sample repositories, at a place of its own. Its files look old: a fresh one is compared by content."""
    shutil.copytree(ROOT / "sample_repos" / name, to)
    for path in to.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return to


PLAIN = frozenset({"assemble_context", "pattern_insights"})
"""Tools whose value is a text, no JSON."""


class Tools:
    """Calls that must succeed, giving the value of the text, and calls that must not, giving what they say."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, (tool, text(result))
        assert len(result.content) == 1 and result.structured_content is None
        return text(result) if tool in PLAIN else json.loads(text(result))

    async def fails(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, (tool, text(result))
        return text(result)


def talk(
    repositories: Repositories,
    session: Session,
    *,
    mode: str = "auto",
    toolsets: Sequence[str] = (),
    structured: bool = False,
    **client: Any,
):
    """Run `session` with a client of a server in this process."""

    async def main() -> None:
        with anyio.fail_after(SECONDS):
            server = make_server(choose(toolsets), repositories, structured=structured)
            async with Client(server, mode=mode, **client) as connected:
                await session(connected)

    anyio.run(main)


def talk_over_stdio(
    folder: Path,
    session: Session,
    *,
    mode: str = "auto",
    arguments: Sequence[str] = (),
    errlog: Any = None,
    program: Sequence[str] = ("-m", "codegraph"),
    env: dict[str, str] | None = None,
    **client: Any,
) -> None:
    """Run `session` with a client of a server process that Python started in `folder`."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[*program, "serve", *arguments],
        env=env or server_environment(),
        cwd=str(folder),
    )

    async def main() -> None:
        with anyio.fail_after(SECONDS):
            transport = stdio_client(parameters, errlog=errlog) if errlog is not None else stdio_client(parameters)
            async with Client(transport, mode=mode, **client) as connected:
                await session(connected)

    anyio.run(main)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(folder: Path, token: str = "", code: str = "") -> Iterator[str]:
    """The URL of a server process that was started in `folder`, or of one that runs `code` with its address."""
    port = free_port()
    program = ["-c", code] if code else ["-m", "codegraph", "serve", "--http"]
    process = subprocess.Popen(
        [sys.executable, *program, f"127.0.0.1:{port}"],
        cwd=folder,
        env=server_environment() | ({"CODEGRAPH_HTTP_TOKEN": token} if token else {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        out, _ = process.communicate(timeout=30)
        assert out == b"", "nothing but the protocol may use stdout, and over HTTP not even that"


def _wait_for(port: int, process: subprocess.Popen) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the server did not start")


def server_environment() -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, (ROOT, ROOT / "parsers"))))


def text(result: CallToolResult) -> str:
    return result.content[0].text  # type: ignore[union-attr]


def tokens(result: CallToolResult) -> int:
    """Return the most tokens that the whole reply may take."""
    structured = bound_tokens(encode_json(result.structured_content)) if result.structured_content is not None else 0
    return structured + sum(bound_tokens(block.text) for block in result.content)  # type: ignore[union-attr]
