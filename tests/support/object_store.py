"""An object store in memory that speaks as much as is needed of S3, and of the XML API of Google Cloud Storage.

It has one bucket, whose name is not looked at. Both lists objects alike; a write that may replace nothing has a header of
its own in either."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

DATE: Final = "2026-01-02T03:04:05.000Z"
HTTP_DATE: Final = "Fri, 02 Jan 2026 03:04:05 GMT"


class ObjectStore(ThreadingHTTPServer):
    """`objects` by key; `address` is what the endpoint has to be; `headers` are those of the last write."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.objects: dict[str, bytes] = {}
        self.headers: dict[str, str] = {}
        self.lock = Lock()
        self.address = f"http://127.0.0.1:{self.server_port}"


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ObjectStore  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        key, query = self._asked()
        if "list-type" in query:
            self._list(query.get("prefix", ""), query.get("delimiter", ""))
            return
        body = self.server.objects.get(key)
        if body is None:
            self._answer(404, b"<Error><Code>NoSuchKey</Code><Message>There is no such key.</Message></Error>")
            return
        part = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if part is None:
            self._answer(200, body, {"ETag": _tag(body), "Last-Modified": HTTP_DATE})
            return
        start = int(part[1]) if part[1] else max(0, len(body) - int(part[2]))
        end = min(int(part[2]), len(body) - 1) if part[1] and part[2] else len(body) - 1
        headers = {"ETag": _tag(body), "Last-Modified": HTTP_DATE, "Content-Range": f"bytes {start}-{end}/{len(body)}"}
        self._answer(206, body[start : end + 1], headers)

    do_HEAD = do_GET

    def do_PUT(self) -> None:
        key, _ = self._asked()
        body = self._body()
        with self.server.lock:
            self.server.headers = {name.lower(): value for name, value in self.headers.items()}
            is_new = self.headers.get("If-None-Match") == "*" or self.headers.get("x-goog-if-generation-match") == "0"
            taken = is_new and key in self.server.objects
            if not taken:
                self.server.objects[key] = body
        self._answer(412 if taken else 200, b"", {} if taken else {"ETag": _tag(body)})

    def do_POST(self) -> None:
        """Deletes the keys that the body lists."""
        found = re.findall(r"<Key>([^<]*)</Key>", self._body().decode())
        for key in found:
            self.server.objects.pop(unescape(key, {"&quot;": '"'}), None)
        gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in found)
        self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

    def do_DELETE(self) -> None:
        self.server.objects.pop(self._asked()[0], None)
        self._answer(204, b"")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the tests' output is theirs."""

    def _asked(self) -> tuple[str, dict[str, str]]:
        address = urlsplit(self.path)
        _, _, key = unquote(address.path).lstrip("/").partition("/")
        return key, {name: values[0] for name, values in parse_qs(address.query, keep_blank_values=True).items()}

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _list(self, prefix: str, delimiter: str) -> None:
        rows: list[str] = []
        folders: dict[str, None] = {}
        for key, body in sorted(self.server.objects.items()):
            if not key.startswith(prefix):
                continue
            inner, cut, _ = key[len(prefix) :].partition(delimiter) if delimiter else (key, "", "")
            if cut:
                folders[prefix + inner + cut] = None
            else:
                rows.append(
                    f"<Contents><Key>{escape(key)}</Key><LastModified>{DATE}</LastModified><ETag>{_tag(body)}</ETag>"
                    f"<Size>{len(body)}</Size></Contents>"
                )
        rows += (f"<CommonPrefixes><Prefix>{escape(folder)}</Prefix></CommonPrefixes>" for folder in folders)
        found = f"<ListBucketResult><IsTruncated>false</IsTruncated>{''.join(rows)}</ListBucketResult>"
        self._answer(200, found.encode())

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _tag(body: bytes) -> str:
    return f'"{md5(body, usedforsecurity=False).hexdigest()}"'


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    with ObjectStore() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
