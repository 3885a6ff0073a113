"""An editor without a window: a client of the language server over stdio."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from support.serving import server_environment

SECONDS = 120.0
"""An answer that takes longer never comes."""

CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {"workspaceFolders": True, "codeLens": {"refreshSupport": True}},
    "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
}

Respond = Callable[[dict[str, Any]], Any]


class ErrorReply(Exception):
    """Error that a server sends in place of a result."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code = error["code"]
        self.error = error


class EditorClient:
    """Sends what an editor sends, and keeps what it is told."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self.process = process
        self.errors = errors
        self.told: list[dict[str, Any]] = []
        self.responses: dict[str, Respond] = {}  # to requests of the server, by method
        self._answers: dict[int, dict[str, Any]] = {}
        self._arrived = threading.Condition()
        self._number = 0
        self._versions: dict[str, int] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    # ---- messages

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        """Send a request, and return its number."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def wait_for(self, number: int) -> Any:
        with self._arrived:
            assert self._arrived.wait_for(lambda: number in self._answers, SECONDS), "no answer"
            answer = self._answers.pop(number)
        if "error" in answer:
            raise ErrorReply(answer["error"])
        return answer["result"]

    def ask(self, method: str, params: Any = None) -> Any:
        return self.wait_for(self.start(method, params))

    def wait_until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something that arrives makes a condition hold, and return what it gives."""
        with self._arrived:
            assert self._arrived.wait_for(holds, SECONDS), self.told
            return holds()

    def _listen(self) -> None:
        while (message := self._read()) is not None:
            if "method" in message and "id" in message:
                respond = self.responses.get(message["method"], lambda params: None)
                self.send({"id": message["id"], "result": respond(message.get("params") or {})})
            with self._arrived:
                if "method" in message:
                    self.told.append(message)
                elif message.get("id") is not None:
                    self._answers[message["id"]] = message
                else:
                    self.told.append(message)
                self._arrived.notify_all()

    def _read(self) -> dict[str, Any] | None:
        assert self.process.stdout is not None
        size = 0
        while (line := self.process.stdout.readline().strip()) or not size:
            if not line:
                return None
            name, _, value = line.partition(b":")
            assert name in (b"Content-Length", b"Content-Type"), f"{line!r} is no header"
            size = int(value) if name == b"Content-Length" else size
        return json.loads(self.process.stdout.read(size))

    # ---- what editors do

    def initialize(self, *folders: Path, **capabilities: Any) -> dict[str, Any]:
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        result = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": named[0]["uri"] if named else None,
                "workspaceFolders": named,
                "capabilities": {**CAPABILITIES, **capabilities},
            },
        )
        self.notify("initialized", {})
        return result

    def open(self, path: Path, text: str | None = None, uri: str = "") -> str:
        uri = uri or path.as_uri()
        said = path.read_text(encoding="utf-8") if text is None else text
        document = {"uri": uri, "languageId": "python", "version": 1, "text": said}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def edit(self, uri: str, text: str) -> None:
        self._versions[uri] = self._versions.get(uri, 1) + 1
        document = {"uri": uri, "version": self._versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self, uri: str) -> None:
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def ask_at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position, **more})

    def hover(self, uri: str, line: int, character: int) -> str:
        found = self.ask_at("hover", uri, line, character)
        return found["contents"]["value"] if found else ""

    def wait_for_hover(self, uri: str, line: int, character: int, words: str) -> str:
        """Ask until a hover says something: another process may be refreshing the index."""
        until = time.monotonic() + SECONDS
        while words not in (said := self.hover(uri, line, character)):
            assert time.monotonic() < until, said
            time.sleep(0.2)
        return said

    def list_messages(self) -> list[str]:
        return [m["params"]["message"] for m in self.told if m.get("method", "").startswith("window/showMessage")]

    def find_diagnostics(self, uri: str) -> list[dict[str, Any]] | None:
        """Return the diagnostics that were published last for a document, None before any were."""
        told = [m["params"] for m in self.told if m.get("method") == "textDocument/publishDiagnostics"]
        return next((each["diagnostics"] for each in reversed(told) if each["uri"] == uri), None)

    def close(self) -> int:
        """End the session as the protocol asks, and return the exit code of the server."""
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(SECONDS)

    def read_errors(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode()


@contextmanager
def start_editor(folder: Path, words: Sequence[str] = ()) -> Iterator[EditorClient]:
    """Start a language server in a folder, and end it at last whatever happens."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "codegraph", "lsp", *words], cwd=folder, env=server_environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
        client = EditorClient(process, errors)
        try:
            yield client
        finally:
            process.kill()
            process.wait()


def find(text: str, words: str, name: str = "") -> tuple[int, int]:
    """Return the line and UTF-16 unit of the first words in a text, or of a name in them."""
    at = text.index(words) + (words.index(name) if name else 0)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return text.count("\n", 0, at), len(before.encode("utf-16-le")) // 2
