"""Gate of a team's server: every request needs a token, and keeps its limits."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import CodegraphError, ConfigError
from codegraph.operations.access.access_tokens import AccessToken, find_token, read_tokens
from codegraph.server.audit import AuditEntry, AuditLog

TOKEN_KEY: Final = "codegraph.token"
"""Where a request's scope has its token."""

MINUTE_S: Final = 60.0
UNKNOWN_A_MINUTE: Final = 60
"""Refusals of requests without a token that are written down; others would fill the disk."""

_BEARER: Final = b"bearer "

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger("codegraph.server")


class Refusal(NamedTuple):
    """Refusal of a request: HTTP status, and seconds after which to try again."""

    status: int
    message: str
    reason: str  # for the audit log
    retry_s: int = 0


@dataclass(slots=True)
class _Usage:
    """Requests of a token: when those of the last minute began, and how many run."""

    began: deque[float] = field(default_factory=deque)
    running: int = 0


class Gate:
    """Lets requests with a valid token in, within its limits.

    It is safe to use from several threads."""

    def __init__(
        self, tokens: Path, audit: AuditLog, *,
        clock: Callable[[], float] = time.monotonic, wall_clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        """Read the tokens.

        Raises ConfigError (there is none), StorageError."""
        self._path = tokens
        self.audit = audit
        self._clock = clock
        self._now = wall_clock
        self._lock = threading.Lock()
        self._usage: dict[str, _Usage] = {}
        self._unknown = _Usage()
        self._tokens = read_tokens(tokens)
        if not self._tokens:
            raise ConfigError(
                f"{tokens} has no tokens, so nobody could ask", hint="codegraph token add PERSON --namespace NAME"
            )

    def read_again(self) -> None:
        """Read the tokens again; the ones before stay where the file cannot be read."""
        try:
            self._tokens = read_tokens(self._path)
            self.audit.open_again()
            logger.warning("read %d tokens of %s again", len(self._tokens), self._path)
        except CodegraphError as error:
            logger.error("the tokens stay as they were: %s", error.message)

    def admit(self, header: bytes) -> AccessToken | Refusal:
        """Let a request in, which then counts as running until `leave`."""
        is_bearer = header[: len(_BEARER)].lower() == _BEARER
        text = header[len(_BEARER) :].decode("latin-1") if is_bearer else ""
        token = find_token(self._tokens, text.strip()) if text else None
        if token is None:
            said = "the token is not known: ask for a new one" if text else "a bearer token is needed"
            return Refusal(401, said, "unknown token" if text else "no token")
        if token.is_expired(self._now()):
            return Refusal(401, "the token has expired: ask for a new one", "expired token")
        with self._lock:
            return self._count(token)

    def _count(self, token: AccessToken) -> AccessToken | Refusal:
        usage, now = self._usage.setdefault(token.id, _Usage()), self._clock()
        _forget_old(usage, now)
        if len(usage.began) >= token.requests_a_minute:
            wait = int(usage.began[0] + MINUTE_S - now) + 1
            said = f"more than {token.requests_a_minute} requests a minute: try again in {wait} s"
            return Refusal(429, said, "too many requests", wait)
        if usage.running >= token.concurrent:
            return Refusal(429, f"more than {token.concurrent} requests at once: wait for one", "too many at once", 1)
        usage.began.append(now)
        usage.running += 1
        return token

    def leave(self, token: AccessToken) -> None:
        """End a request that was let in."""
        with self._lock:
            self._usage[token.id].running -= 1

    def write_refusal(self, header: bytes, refusal: Refusal) -> None:
        """Write a refusal down. Of requests without a known token only some are."""
        known = find_token(self._tokens, header[len(_BEARER) :].decode("latin-1").strip())
        with self._lock:
            now = self._clock()
            _forget_old(self._unknown, now)
            if known is None and len(self._unknown.began) >= UNKNOWN_A_MINUTE:
                return
            if known is None:
                self._unknown.began.append(now)
        who = (known.person, known.id) if known is not None else ("", "")
        self.audit.write(AuditEntry(*who, "", "", 0, refusal.reason), self._now())

    def guard(self, app: App) -> App:
        """Return `app` behind this gate. Lifespan messages pass."""
        from codegraph.server.http_limits import refuse

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                return await app(scope, receive, send)
            header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            token = self.admit(header)
            if isinstance(token, Refusal):
                self.write_refusal(header, token)
                told = (
                    (b"www-authenticate", b"Bearer")
                    if token.status == 401
                    else (b"retry-after", str(token.retry_s).encode())
                )
                return await refuse(send, token.status, token.message, told)
            scope[TOKEN_KEY] = token
            try:
                await app(scope, receive, send)
            finally:
                self.leave(token)

        return guarded


def _forget_old(usage: _Usage, now: float) -> None:
    while usage.began and usage.began[0] <= now - MINUTE_S:
        usage.began.popleft()
