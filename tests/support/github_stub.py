"""GitHub's comments as far as one pull request needs them, on loopback."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_LIST = re.compile(r"/repos/([^/]+/[^/]+)/issues/(\d+)/comments(?:\?per_page=(\d+)&page=(\d+))?$")
_ONE = re.compile(r"/repos/([^/]+/[^/]+)/(issues|pulls)/comments/(\d+)$")
_LINES = re.compile(r"/repos/([^/]+/[^/]+)/pulls/(\d+)/(comments|files)(?:\?per_page=(\d+)&page=(\d+))?$")


@dataclass(slots=True)
class Comments:
    """State of the stub. `refuse` answers every change with that status. `lines` are comments on lines, `files` the
    hunks of the pull request's diff by path."""

    url: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    invalid_lines: bool = False  # no line can have a comment
    asked: list[tuple[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    refuse: int = 0
    gone_when_changed: bool = False  # somebody removes comments between our list and our change
    fail: list[int] = field(default_factory=list)  # statuses of the next answers

    def add(self, body: str, kind: str = "Bot") -> dict[str, Any]:
        row = {"id": len(self.asked) * 1_000 + len(self.rows) + 1, "body": body, "user": {"type": kind, "login": "x"}}
        self.rows.append(row)
        return row

    def answer_lines(self, command: str, match: re.Match[str], data: dict[str, Any]) -> tuple[int, object]:
        """Return status and answer of a request for comments on lines, or for the files of the diff."""
        if command == "POST" and self.invalid_lines:
            return 422, {"message": "line must be part of the diff"}
        if command == "POST":
            self.lines.append({"id": 70_000 + len(self.lines), "user": {"type": "Bot"}, **data})
            return 201, self.lines[-1]
        files = [{"filename": path, "patch": patch} for path, patch in self.files.items()]
        rows = self.lines if match[3] == "comments" else files
        size, page = int(match[4] or 30), int(match[5] or 1)
        return 200, rows[(page - 1) * size : page * size]

    def bodies(self) -> list[str]:
        return [row["body"] for row in self.rows]


@contextmanager
def github() -> Iterator[Comments]:
    state = Comments()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self, status: int, value: object = None) -> None:
            data = json.dumps(value).encode() if value is not None else b""
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _handle(self) -> None:
            state.asked.append((self.command, self.path))
            state.tokens.add(self.headers.get("Authorization", ""))
            length = int(self.headers.get("Content-Length") or 0)
            data = json.loads(self.rfile.read(length)) if length else {}
            if state.fail:
                return self._answer(state.fail.pop(0), {"message": "no"})
            if state.refuse and self.command != "GET":
                return self._answer(state.refuse, {"message": "no"})
            if match := _LIST.match(self.path):
                if self.command == "POST":
                    return self._answer(201, state.add(data["body"]))
                size, page = int(match[3] or 30), int(match[4] or 1)
                return self._answer(200, state.rows[(page - 1) * size : page * size])
            if match := _LINES.match(self.path):
                return self._answer(*state.answer_lines(self.command, match, data))
            if match := _ONE.match(self.path):
                if state.gone_when_changed:
                    state.rows.clear()
                rows = state.rows if match[2] == "issues" else state.lines
                row = next((r for r in rows if r["id"] == int(match[3])), None)
                if row is None:
                    return self._answer(404, {"message": "Not Found"})
                if self.command == "DELETE":
                    rows.remove(row)
                    return self._answer(204)
                row["body"] = data["body"]
                return self._answer(200, row)
            return self._answer(404, {"message": "Not Found"})

        do_GET = do_POST = do_PATCH = do_DELETE = _handle

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
