"""Serving a page: its port, its address, the browser, and the end."""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import secrets
import shlex
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from codegraph.errors import ConfigError, ExitCode, StorageError
from codegraph.server.transport import GRACE_S, Address

if TYPE_CHECKING:
    from types import FrameType

    from codegraph.ui.application import Page

FIRST_PORT, PORTS = 20_000, 20_000
"""Ports of pages whose port nobody chose: each repository has its own, so that addresses can be kept."""

ASK_S: Final = 1.0


class Place(NamedTuple):
    """Address of a page, and what listens there.

    `is_served` says that another process of ours serves this repository there already."""

    address: Address
    listener: socket.socket | None
    is_served: bool = False

    def format_url(self, access: str = "") -> str:
        host = f"[{self.address.host}]" if ":" in self.address.host else self.address.host
        return f"http://{host}:{self.address.port}/" + (f"?token={access}" if access else "")


def choose_place(root: Path, host: str, port: int) -> Place:
    """Return where the page of `root` is served.

    `port` 0 means the repository's own, or another that is free. Raises ConfigError where a port that was asked for
    is taken, StorageError where none can be opened."""
    wanted = port or find_own_port(root)
    try:
        return Place(Address(host, wanted), _listen(host, wanted))
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise StorageError(
                f"nothing can be served on {host}:{wanted}: {error.strerror}", hint="give another --host or --port"
            ) from error
        if error.errno == errno.EADDRINUSE and is_serving(Address(host, wanted), root):
            return Place(Address(host, wanted), None, True)
        if port:
            raise ConfigError(
                f"port {port} is taken" if error.errno == errno.EADDRINUSE else f"port {port} is not allowed",
                hint=shlex.join(["codegraph", "ui", str(root)]) + " chooses one that is free",
            ) from error
    listener = _listen(host, 0)
    return Place(Address(host, listener.getsockname()[1]), listener)


def find_own_port(root: Path) -> int:
    """Return the port of a repository, the same every time."""
    digest = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).digest()
    return FIRST_PORT + int.from_bytes(digest[:4]) % PORTS


def is_serving(address: Address, root: Path) -> bool:
    """Return whether a page of `root` is served at an address."""
    url = Place(address, None).format_url() + "api/about"
    try:
        with build_opener(ProxyHandler({})).open(url, timeout=ASK_S) as reply:
            found = json.loads(reply.read(10_000))
    except (URLError, OSError, ValueError):
        return False
    return isinstance(found, dict) and (found.get("application"), found.get("root")) == ("codegraph-ui", str(root))


def serve(page: Page, place: Place, *, ready: Callable[[], None]) -> None:
    """Serve a page until interrupted, which is raised.

    `ready` is called once it answers."""
    import uvicorn

    from codegraph.server.http_limits import LIMITS, build_protocol
    from codegraph.ui.application import build_application

    config = uvicorn.Config(
        build_application(page), log_config=None, access_log=False, ws="none", lifespan="off", server_header=False,
        timeout_graceful_shutdown=GRACE_S, http=build_protocol(LIMITS),
    )  # fmt: skip

    class PageServer(uvicorn.Server):
        """A server that says when it answers, and cuts off open answers without a word when it is told to end."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            super().handle_exit(sig, frame)

    assert place.listener is not None
    try:
        PageServer(config).run([place.listener])
    finally:
        _leave_soon()


def _leave_soon() -> None:
    """End the process after a moment even where a view is still being answered.

    Python waits for the threads that answer, which may take as long as the largest question. They only read, and what
    is written beside the index is published at once or not at all."""
    timer = threading.Timer(GRACE_S, os._exit, (int(ExitCode.INTERRUPTED),))
    timer.daemon = True
    timer.start()


def open_browser(url: str) -> None:
    """Open the browser of the user, from a thread: some take seconds to return."""
    threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError) as error:
        logging.getLogger("codegraph.ui").warning("no browser was opened: %s", error)


def make_access_token() -> str:
    return secrets.token_urlsafe(24)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener
