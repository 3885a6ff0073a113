"""Start a server the way a client would, ask it for its tools, and stop it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import IO, NamedTuple

from codegraph import __version__

PROTOCOL = "2025-06-18"
"""A revision every server of today speaks; servers answer with the newest one both know."""


class Probe(NamedTuple):
    tools: tuple[str, ...]
    problem: str  # "" when tools were listed
    version: str = ""  # the server's own


def probe(words: Sequence[str], folder: Path, env: Mapping[str, str], timeout_s: float) -> Probe:
    """Start a stdio server by `words` and return its tools.

    Never raises for what the server does.
    """
    try:
        process = subprocess.Popen(
            list(words),
            cwd=folder,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        return Probe((), f"it does not start: {error.strerror}")
    watchdog = Timer(timeout_s, process.kill)
    watchdog.start()
    try:
        return _run_session(process)
    finally:
        slow = not watchdog.is_alive()
        watchdog.cancel()
        process.kill()
        process.communicate()
        if slow:
            return Probe((), f"no answer within {timeout_s:.0f} s")  # noqa: B012 - whatever was read is half


def _run_session(process: subprocess.Popen[str]) -> Probe:
    assert process.stdin is not None and process.stdout is not None
    client = {"protocolVersion": PROTOCOL, "capabilities": {}}
    client["clientInfo"] = {"name": "codegraph doctor", "version": __version__}
    try:
        _send(process.stdin, {"id": 1, "method": "initialize", "params": client})
        begun = _read_reply(process.stdout, 1)
        if begun is None:
            return Probe((), _stop_and_explain(process))
        _send(process.stdin, {"method": "notifications/initialized"})
        _send(process.stdin, {"id": 2, "method": "tools/list", "params": {}})
        reply = _read_reply(process.stdout, 2)
    except (OSError, ValueError) as error:
        return Probe((), f"{_stop_and_explain(process)} ({error})")
    listed = (reply or {}).get("tools")
    if not isinstance(listed, list) or not listed:
        return Probe((), "it lists no tools")
    about = begun.get("serverInfo")
    version = about.get("version") if isinstance(about, dict) else ""
    names = tuple(str(tool.get("name")) for tool in listed if isinstance(tool, dict))
    return Probe(names, "", version if isinstance(version, str) else "")


def _send(stream: IO[str], message: dict[str, object]) -> None:
    stream.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    stream.flush()


def _read_reply(stream: IO[str], number: int) -> dict[str, object] | None:
    """Return the result of the request `number`.

    It is None when the stream ends or the request failed. Raises ValueError for a line that is no JSON, because the
    server prints something other than the protocol.
    """
    for line in stream:
        message = json.loads(line)
        if isinstance(message, dict) and message.get("id") == number:
            result = message.get("result")
            return result if isinstance(result, dict) else None
    return None


def _stop_and_explain(process: subprocess.Popen[str]) -> str:
    process.kill()
    _, complaints = process.communicate()
    lines = [line for line in complaints.splitlines() if line.strip()]
    return f"it stops before it answers: {lines[0]}" if lines else "it stops before it answers"
