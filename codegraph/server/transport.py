"""Serving over stdio and streamable HTTP.

Stdout is reserved for the protocol; all logs go to stderr.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import signal
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from codegraph.errors import ConfigError, ExitCode
from codegraph.runtime.interrupts import exit_silently
from codegraph.server.stdin_lines import open_stdin

if TYPE_CHECKING:
    from types import FrameType

    from mcp.server.lowlevel import Server

    from codegraph.server.http_limits import Limits
    from codegraph.server.request_admission import App, Gate, Receive, Scope, Send

TOKEN_VARIABLE = "CODEGRAPH_HTTP_TOKEN"
MOST_BODY = 4 * 1024 * 1024
"""Bytes of an HTTP request."""

GRACE_S = 2
"""Seconds that open answers have to end when the server does."""

LEAST_TOKEN = 16
"""Characters of a token: fewer can be guessed."""


class Address(NamedTuple):
    host: str
    port: int

    @property
    def loopback(self) -> bool:
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def parse_address(text: str) -> Address:
    """Parse `HOST:PORT`, `[HOST]:PORT`, `:PORT` or `PORT`.

    Without a host it is the loopback. Raises ConfigError.
    """
    host, _, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    if not port.isascii() or not port.isdigit() or int(port) > 65_535 or (":" in host and not _is_ip(bare)):
        raise ConfigError(f"{text!r} is not an address", hint="give HOST:PORT, such as 127.0.0.1:8321")
    return Address(bare or "127.0.0.1", int(port))


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send every logger of the process to stderr, once."""
    logging.basicConfig(level=level, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s", force=True)


def serve_stdio(server: Server[Any]) -> None:
    """Serve one client until its session ends.

    It ends when the client's end of our stdin closes, or the client does not read our answers any more: a client may
    die in the middle of a call, which is how a session ends and no failure.
    """
    import anyio
    from mcp.server.stdio import stdio_server
    from mcp.shared.message import SessionMessage

    from codegraph.server.refusals import MessageLines

    async def serve() -> None:
        with open_stdin() as lines:
            messages = MessageLines(anyio.wrap_file(lines)) if lines is not None else None
            async with stdio_server(cast("anyio.AsyncFile[str] | None", messages)) as (read, write):
                if messages is not None:
                    messages.answer = lambda error: write.send(SessionMessage(error))
                await server.run(read, write, server.create_initialization_options())

    # A thread that waits for the client's next line would have to end before Python's own handler could.
    interrupted = signal.getsignal(signal.SIGINT)
    exit_silently(ExitCode.INTERRUPTED)
    try:
        anyio.run(serve)
    except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError) as gone:
        # Calls keep their own failures, so this is the transport.
        logging.getLogger("codegraph.server").info("the client is gone: %s", gone.exceptions[0])
    finally:
        signal.signal(signal.SIGINT, interrupted)


def build_http_app(
    server: Server[Any], address: Address, token: str | None, limits: Limits | None = None, gate: Gate | None = None
) -> App:
    """Build the ASGI application: the endpoint `/mcp`.

    It is behind the token if one is set, or behind a gate. With a gate there are no sessions, which one client could
    take from another, and no streams, which would be cut off when the server ends.

    Raises ConfigError for a token that is easily guessed, and for an address that others can reach without one.
    """
    from codegraph.server.http_limits import LIMITS

    limits = limits or LIMITS
    how = f"set {TOKEN_VARIABLE} to a long random text and give it to the clients as their bearer token"
    if token is not None and (
        len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable() or " " in token
    ):
        raise ConfigError(
            f"{TOKEN_VARIABLE} is no token: it needs at least {LEAST_TOKEN} characters, none of them blank",
            hint=f"{how}, such as the output of `openssl rand -hex 32`; or unset it",
        )
    if not address.loopback and token is None and gate is None:
        raise ConfigError(f"{address.host} can be reached from other machines, which needs a token", hint=how)
    app: App = server.streamable_http_app(
        host=address.host, max_request_body_size=MOST_BODY, session_idle_timeout=limits.idle_s,
        max_sessions=limits.sessions, stateless_http=gate is not None,
        json_response=gate is not None,
    )  # fmt: skip
    return _guard_app(app if gate is None else gate.guard(app), address, token)


def serve_http(
    server: Server[Any], address: Address, token: str | None, limits: Limits | None = None, gate: Gate | None = None,
    grace_s: int = GRACE_S,
) -> None:  # fmt: skip
    """Serve clients until interrupted, which is raised.

    On SIGTERM no more requests are accepted, and those that run have `grace_s` seconds to end. Raises ConfigError.
    """
    import uvicorn

    from codegraph.server.http_limits import LIMITS, build_protocol

    app = build_http_app(server, address, token, limits, gate)
    logging.getLogger("codegraph.server").warning("serving http://%s:%d/mcp", *address)
    # No log_config: uvicorn would send its access log to stdout.
    config = uvicorn.Config(
        app, host=address.host, port=address.port, log_config=None, access_log=False, ws="none",
        timeout_graceful_shutdown=grace_s, http=build_protocol(limits or LIMITS),
    )  # fmt: skip

    class QuietServer(uvicorn.Server):
        """A server that cuts off open answers without a word when it is told to end."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            super().handle_exit(sig, frame)

    if gate is not None:
        signal.signal(signal.SIGTERM, lambda *_: None)  # which uvicorn raises again when all requests have ended
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: gate.read_again())
    QuietServer(config).run()


def _guard_app(app: App, address: Address, token: str | None) -> App:
    """Return `app` behind the checks of host, origin and token.

    Requests must come from this machine's own pages where only this machine is served, and carry the token where
    there is one. Lifespan messages pass."""
    from codegraph.server.http_limits import is_local, refuse

    expected = f"Bearer {token}".encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if address.loopback and not is_local(scope["headers"], b"host", address.host):
                return await refuse(send, 421, "the header Host names another machine")
            if address.loopback and not is_local(scope["headers"], b"origin", address.host):
                return await refuse(send, 403, "the header Origin names another site")
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if token is not None and not hmac.compare_digest(given, expected):
                return await refuse(send, 401, "a bearer token is needed", (b"www-authenticate", b"Bearer"))
        await app(scope, receive, send)

    return guard
