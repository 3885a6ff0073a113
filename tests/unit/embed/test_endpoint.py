"""Encoders that the user configures, against a stub on the loopback."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from codegraph.embed.encoder_choice import build_encoder
from codegraph.embed.endpoint import BATCH_TEXTS, MAX_CHARS, EndpointEncoder
from codegraph.errors import ConfigError, EncoderError
from codegraph.runtime.json_service import ATTEMPTS
from codegraph.settings.config import Config


@dataclass
class Stub:
    """A service whose vector of a text is (length, first letter, 1). `failures` are statuses answered first."""

    url: str = ""
    failures: list[int] = field(default_factory=list)
    requests: list[dict] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    reply: bytes | None = None
    retry_after: str = ""

    def answer(self, asked: dict) -> bytes:
        if self.reply is not None:
            return self.reply
        width = asked.get("dimensions", 3)
        data = [
            {"index": i, "embedding": [float(len(text)), float(ord(text[0])), 1.0, *[0.0] * 9][:width]}
            for i, text in enumerate(asked["input"])
        ]
        return json.dumps({"data": data[::-1]}).encode()


@pytest.fixture
def stub() -> Iterator[Stub]:
    state = Stub()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.requests.append({"path": self.path, **json.loads(body)})
            state.keys.append(self.headers.get("Authorization"))
            status = state.failures.pop(0) if state.failures else 200
            answer = state.answer(state.requests[-1]) if status == 200 else b'{"error": "too busy"}'
            self.send_response(status)
            if state.retry_after:
                self.send_header("Retry-After", state.retry_after)
            if status in (301, 302, 307):
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def test_texts_go_out_in_batches_and_come_back_in_order(stub: Stub) -> None:
    texts = [chr(97 + i % 26) * (i + 1) for i in range(BATCH_TEXTS + 10)]
    rows = EndpointEncoder(stub.url, "m").encode(texts)
    expected = np.array([[len(t), ord(t[0]), 1] for t in texts], dtype=np.float32)
    assert np.allclose(rows, expected / np.linalg.norm(expected, axis=1, keepdims=True))
    assert [len(r["input"]) for r in stub.requests] == [BATCH_TEXTS, 10]
    assert {(r["path"], r["model"]) for r in stub.requests} == {("/v1/embeddings", "m")}


def test_empty_texts_are_zero_rows_that_nobody_is_asked_for(stub: Stub) -> None:
    rows = EndpointEncoder(stub.url, "m").encode(["", "abc", "  \n"])
    assert rows.any(axis=1).tolist() == [False, True, False]
    assert [r["input"] for r in stub.requests] == [["abc"]]
    assert EndpointEncoder(stub.url, "m", dimension_wanted=5).encode(["", ""]).shape == (2, 5)


def test_long_texts_are_cut(stub: Stub) -> None:
    EndpointEncoder(stub.url, "m").encode(["x" * (MAX_CHARS + 1)])
    assert len(stub.requests[0]["input"][0]) == MAX_CHARS


def test_a_busy_service_is_asked_again_with_growing_pauses(stub: Stub) -> None:
    stub.failures = [503, 429]
    pauses: list[float] = []
    rows = EndpointEncoder(stub.url, "m", pause=pauses.append).encode(["abc"])
    assert rows.any() and pauses == [0.5, 1.0]


def test_the_pause_a_service_asks_for_is_kept_within_reason(stub: Stub) -> None:
    stub.failures, stub.retry_after = [429, 429], "7"
    pauses: list[float] = []
    EndpointEncoder(stub.url, "m", pause=pauses.append).encode(["abc"])
    assert pauses == [7.0, 7.0]
    stub.failures, stub.retry_after = [429], "86400"
    EndpointEncoder(stub.url, "m", pause=pauses.append).encode(["abc"])
    assert pauses[-1] == 20.0


def test_a_service_that_stays_down_is_an_error(stub: Stub) -> None:
    stub.failures = [500] * ATTEMPTS
    with pytest.raises(EncoderError, match=r"answered 500: .*too busy"):
        EndpointEncoder(stub.url, "m", pause=lambda s: None).encode(["abc"])
    assert len(stub.requests) == ATTEMPTS


def test_a_refusal_is_not_repeated(stub: Stub) -> None:
    stub.failures = [401]
    with pytest.raises(EncoderError, match="answered 401"):
        EndpointEncoder(stub.url, "m", pause=lambda s: None).encode(["abc"])
    assert len(stub.requests) == 1


def test_nobody_listening_is_an_error_that_names_the_address() -> None:
    with pytest.raises(EncoderError, match=r"http://127.0.0.1:9/v1/embeddings does not answer"):
        EndpointEncoder("http://127.0.0.1:9/v1", "m", pause=lambda s: None).encode(["abc"])


@pytest.mark.parametrize(
    "reply",
    [
        b"<html>", b"{}", b'{"data": 3}', b'{"data": []}',
        b'{"data": [{"index": 0, "embedding": []}]}',
        b'{"data": [{"index": 0, "embedding": [1, NaN]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1]}]}',
    ],
)  # fmt: skip
def test_answers_that_are_no_vectors_are_errors(stub: Stub, reply: bytes) -> None:
    stub.reply = reply
    with pytest.raises(EncoderError):
        EndpointEncoder(stub.url, "m", pause=lambda s: None).encode(["abc"])


def test_the_dimension_is_the_models_or_the_one_asked_for(stub: Stub) -> None:
    assert EndpointEncoder(stub.url, "m").dimension == 3
    chosen = EndpointEncoder(stub.url, "m", dimension_wanted=2)
    assert chosen.encode(["abc"]).shape == (1, 2) and stub.requests[-1]["dimensions"] == 2
    stub.reply = b'{"data": [{"index": 0, "embedding": [1, 2, 3]}]}'
    with pytest.raises(EncoderError, match="3 numbers a vector instead of 2"):
        chosen.encode(["abc"])


def test_identity_covers_service_model_and_dimension_but_no_secret() -> None:
    identities = {
        EndpointEncoder(url, model, dimension_wanted=size).identity
        for url in ("http://a/v1", "http://b/v1")
        for model in ("m", "n")
        for size in (0, 8)
    }
    assert len(identities) == 8
    assert "secret" not in EndpointEncoder("http://me:secret@a/v1", "m", key="secret").identity


def test_the_key_comes_from_the_environment_and_goes_to_the_service_only(stub: Stub, tmp_path: Path) -> None:
    config = Config(
        tmp_path, encoder="endpoint", encoder_url=stub.url, encoder_model="m", encoder_key_variable="MY_KEY"
    )
    build_encoder(config, {"MY_KEY": "k-123"}).encode(["abc"])
    assert stub.keys == ["Bearer k-123"]
    with pytest.raises(ConfigError, match="MY_KEY"):
        build_encoder(config, {})


@pytest.mark.parametrize("url", ["", "localhost:80", "file:///etc/passwd", "ftp://a/b"])
def test_only_web_addresses_are_services(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError, match="encoder_url"):
        build_encoder(Config(tmp_path, encoder="endpoint", encoder_url=url, encoder_model="m"))


def test_an_endpoint_without_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="encoder_model"):
        build_encoder(Config(tmp_path, encoder="endpoint", encoder_url="http://localhost/v1"))
