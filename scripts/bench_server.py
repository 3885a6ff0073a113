#!/usr/bin/env python3
"""Cost of serving apart from the questions.

The rows are start, listing, calls over stdio, and many clients over HTTP. Start is compared with the SDK's smallest
server, in CPU time and within one run. The overhead of a call is its round trip minus the median time of the same call
in this process.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import describe
from codegraph.server.call import Call, run
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load

ROOT = Path(__file__).resolve().parent.parent
HELLO = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("hello")
@server.tool()
def hello(name: str) -> str:
    "Say hello."
    return "hello " + name
server.run()
"""
TOOL = "code_symbol"  # a quick question: what is measured is the way there and back
SERVE = ("-m", "codegraph", "serve")


def start(folder: Path, command: Sequence[str]) -> tuple[float, float]:
    """Start a server, request its tools and end it; return wall and CPU seconds."""

    async def session() -> None:
        parameters = StdioServerParameters(
            command=sys.executable, args=list(command), env=build_environment(), cwd=str(folder)
        )
        with open(os.devnull, "w") as nowhere:
            async with Client(stdio_client(parameters, errlog=nowhere)) as client:
                await client.list_tools()
                listed.append(time.perf_counter())

    listed: list[float] = []
    before, began = os.times(), time.perf_counter()
    anyio.run(session)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return listed[0] - began, cpu


def build_environment() -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, (ROOT, ROOT / "parsers"))))


def measure_start(folder: Path, rounds: int) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".py") as hello:
        hello.write(HELLO)
        hello.flush()
        costs = [(start(folder, (hello.name,)), start(folder, SERVE)) for _ in range(rounds)]
    plain, ours = ([pair[i] for pair in costs] for i in (0, 1))
    ratio = statistics.median(o[1] / p[1] for p, o in zip(plain, ours))
    for name, rows in (("hello world of the SDK", plain), ("codegraph serve", ours)):
        wall, cpu = (statistics.median(row[i] for row in rows) for i in (0, 1))
        print(f"| {name}: start to tools/list | wall {wall:.2f} s, CPU {cpu:.2f} s |")
    print(f"| ratio, CPU, median of {rounds} | {ratio:.2f} |")


def measure_sizes() -> None:
    size = sum(len(describe(o).model_dump_json(by_alias=True, exclude_none=True).encode()) + 1 for o in choose())
    print(f"| tools/list of the default toolset | {size:,} bytes |")


def measure_calls(folder: Path, calls: int, question: dict[str, object]) -> None:
    offered = next(o for o in choose() if o.name == TOOL)
    repositories = Repositories(folder)
    own = []
    for _ in range(calls):
        began = time.perf_counter()
        assert not run(offered, question, Call(repositories)).is_error
        own.append(time.perf_counter() - began)
    print(f"| {TOOL} in this process | median {format_ms(statistics.median(own))}, p95 {format_ms(compute_p95(own))} |")

    async def session(era: str) -> list[float]:
        parameters = StdioServerParameters(
            command=sys.executable, args=list(SERVE), env=build_environment(), cwd=str(folder)
        )
        trips = []
        with open(os.devnull, "w") as nowhere:
            async with Client(stdio_client(parameters, errlog=nowhere), mode=era) as client:
                await client.call_tool(TOOL, question)  # imports what the first call imports
                for _ in range(calls):
                    began = time.perf_counter()
                    await client.call_tool(TOOL, question)
                    trips.append(time.perf_counter() - began)
        return trips

    for era in ("auto", "legacy"):
        over = [trip - statistics.median(own) for trip in anyio.run(session, era)]
        name = "2026-07-28" if era == "auto" else "handshake"
        print(
            f"| overhead of a call over stdio, {name} | median {format_ms(statistics.median(over))}, p95 "
            f"{format_ms(compute_p95(over))} |"
        )


def measure_http(folder: Path, clients: int, question: dict[str, object]) -> None:
    failures = 0

    async def one(url: str) -> None:
        nonlocal failures
        try:
            async with Client(url) as client:
                failures += bool((await client.call_tool(TOOL, question)).is_error)
        except Exception:  # noqa: BLE001 - whatever it was, it counts
            failures += 1

    async def all_of(url: str) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(clients):
                group.start_soon(one, url)

    with run_server(folder) as url:
        anyio.run(one, url)
        began = time.perf_counter()
        anyio.run(all_of, url)
        print(f"| {clients} HTTP clients at once | {failures} errors, {time.perf_counter() - began:.1f} s in all |")


@contextmanager
def run_server(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, *SERVE, "--http", str(port)]
    process = subprocess.Popen(command, cwd=folder, env=build_environment(), stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait()


def compute_p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def format_ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repo", type=Path, nargs="?", default=ROOT / "sample_repos" / "storefront")
    parser.add_argument("--symbol", default="Application.handle", help="what code_symbol is asked")
    parser.add_argument("--rounds", type=int, default=3, help="pairs of starts")
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--clients", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["CODEGRAPH_HOME"] = home
        folder = given.repo.resolve()
        index_repository(folder, load(folder))
        question: dict[str, object] = {"symbol": given.symbol}
        print("| | |\n|---|---|")
        measure_sizes()
        measure_start(folder, given.rounds)
        measure_calls(folder, given.calls, question)
        measure_http(folder, given.clients, question)


if __name__ == "__main__":
    main()
