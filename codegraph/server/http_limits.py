"""Limits of the HTTP server: connections, sessions, time to arrive, origins."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Limits(NamedTuple):
    """Bounds on connections, sessions and time.

    `request_s` is how many seconds a request may take to arrive completely. `idle_s` is how many seconds an idle
    session is kept.
    """

    connections: int = 512
    sessions: int = 256
    request_s: float = 30.0
    idle_s: float = 1_800.0


LIMITS: Final = Limits()

_ARRIVES: Final = (h11.IDLE, h11.SEND_BODY)
"""States of a client whose request is not here as a whole."""

_BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def build_protocol(limits: Limits) -> type[H11Protocol]:
    """Return the protocol of a server that closes connections beyond `limits`."""

    class LimitedProtocol(H11Protocol):
        """HTTP/1.1 with a bound on connections and on the time that a request takes to arrive."""

        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > limits.connections:
                transport.write(_BUSY)
                transport.close()
                return
            self._deadline = self.loop.call_later(limits.request_s, self._give_up)

        def data_received(self, data: bytes) -> None:
            if self._deadline is None:
                self._deadline = self.loop.call_later(limits.request_s, self._give_up)
            super().data_received(data)
            if self.conn.their_state not in _ARRIVES:
                self._forget_deadline()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget_deadline()
            super().connection_lost(exc)

        def _forget_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _give_up(self) -> None:
            self._deadline = None
            if not self.transport.is_closing():
                if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # nothing is answered yet
                    self.transport.write(_LATE)
                self.transport.close()

    return LimitedProtocol


def is_local(headers: Iterable[tuple[bytes, bytes]], name: bytes, host: str) -> bool:
    """Return whether every header of a name, `host` or `origin`, is of this machine.

    The address `host` counts as this machine. A page of another site that has its name resolved to this machine sends
    its own name."""
    names = "|".join(map(re.escape, ("127.0.0.1", "localhost", "[::1]", f"[{host}]" if ":" in host else host)))
    scheme = "https?://" if name == b"origin" else ""
    expected = re.compile(rf"{scheme}(?:{names})(?::[0-9]{{1,5}})?", re.IGNORECASE)
    return all(expected.fullmatch(value.decode("latin-1")) for key, value in headers if key.lower() == name)


async def refuse(send: Any, status: int, message: str, *headers: tuple[bytes, bytes]) -> None:
    """Answer an HTTP request with an error of one line."""
    await send(
        {"type": "http.response.start", "status": status, "headers": [*headers, (b"content-type", b"text/plain")]}
    )
    await send({"type": "http.response.body", "body": f"{message}\n".encode()})
