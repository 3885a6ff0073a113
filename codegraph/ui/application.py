"""The web application of a page.

It has one document, its bundle, and `/api`, behind checks of host, origin and token."""

from __future__ import annotations

import hmac
import json
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

import anyio
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from codegraph import __version__
from codegraph.errors import AmbiguousError, CodegraphError, InvalidError, NotFoundError
from codegraph.operations.capabilities import BY_NAME, request_type
from codegraph.server.http_limits import is_local, refuse
from codegraph.server.tool_arguments import read as read_request
from codegraph.ui.markdown import format_markdown
from codegraph.ui.session import Asker, IndexingError, Session, find_state
from codegraph.ui.views import VIEWS

if TYPE_CHECKING:
    from codegraph.operations.context import Context
    from codegraph.server.transport import App, Receive, Scope, Send

logger = logging.getLogger("codegraph.ui")

COOKIE: Final = "codegraph-ui"
TOKEN_HEADER: Final = "x-codegraph-token"

WRITES: Final = {
    "add": "memory add",
    "verify": "memory verify",
    "update": "memory update",
    "undo": "memory undo",
    "show": "memory show",
}
"""Operations that a page may run, by the last part of their address. To show a memory counts as using it."""

ONE_AT_A_TIME: Final = frozenset({"branch"})
"""Views that keep what they made of a base, and would be in each other's way."""

MOST_BODY: Final = 256 * 1024
LIVE_S: Final = 0.4
"""Seconds between two looks at the files while a page listens."""

BEAT_S: Final = 5.0
"""Seconds after which a listening page is told that the server lives."""

ASSETS: Final = {"app.js": "text/javascript", "app.css": "text/css", "icon.svg": "image/svg+xml"}

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

STATUS: Final = {
    "not_found": 404,
    "ambiguous": 409,
    "missing": 503,
    "indexing": 503,
    "incompatible": 503,
    "gone": 410,
    "busy": 503,
}


@dataclass(slots=True)
class Page:
    """A session that is served, the token of its pages, and who may ask."""

    session: Session
    host: str = "127.0.0.1"
    is_loopback: bool = True
    access: str = ""  # what everybody must know who asks at all; "" where only this machine can
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))  # what the page must send to write
    assets: dict[str, bytes] = field(default_factory=lambda: {name: read_asset(name) for name in ASSETS})


def read_asset(name: str) -> bytes:
    """Return a file of the bundle."""
    return (files("codegraph.ui") / "assets" / name).read_bytes()


def build_application(page: Page) -> App:
    """Return the ASGI application of a page."""

    async def document(request: Request) -> Response:
        return Response(build_document(page), media_type="text/html")

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            return _answer_error("not_found", "no such file", "", 404)
        return Response(page.assets[name], media_type=ASSETS[name])

    async def read(request: Request) -> Response:
        name = request.path_params["view"]
        return await run_sync(_answer_view, page.session, name, dict(request.query_params))

    async def write(request: Request) -> Response:
        if not hmac.compare_digest(request.headers.get(TOKEN_HEADER, "").encode(), page.token.encode()):
            return _answer_error("refused", "only the page itself may write", "reload it", 403)
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return _answer_error("failed", "a write is sent as JSON", "", 415)
        body = await _read_body(request)
        if body is None:
            return _answer_error("failed", "the text is too long", f"send at most {MOST_BODY:,} bytes", 413)
        return await run_sync(_answer_write, page.session, request.path_params["verb"], body)

    async def live(request: Request) -> Response:
        return StreamingResponse(_stream_stamps(page.session, request), media_type="text/event-stream")

    async def about(request: Request) -> Response:
        return _send(_describe(page.session))

    routes = [
        Route("/", document),
        Route("/assets/{name}", asset),
        Route("/api/about", about),
        Route("/api/live", live),
        Route("/api/memory/{verb}", write, methods=["POST"]),
        Route("/api/{view}", read),
    ]
    return guard(Starlette(routes=routes), page)


def build_document(page: Page) -> str:
    """Return the HTML of the page: where its bundle is, and its token."""
    version = sha256(b"".join(page.assets.values())).hexdigest()[:12]
    name = escape(page.session.name)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<meta name="codegraph-token" content="{escape(page.token)}">'
        f'<meta name="codegraph-repository" content="{name}">'
        f"<title>{name} · codegraph</title>"
        f'<link rel="icon" href="/assets/icon.svg?{version}"><link rel="stylesheet" href="/assets/app.css?{version}">'
        f'</head><body><div id="app"></div><noscript>This page needs JavaScript; <code>codegraph --help</code> '
        f'does not.</noscript><script type="module" src="/assets/app.js?{version}"></script></body></html>'
    )


def guard(app: Any, page: Page) -> App:
    """Return an application behind the checks of host, origin and access.

    Its answers carry headers of security."""
    headers = [
        (b"content-security-policy", POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
    ]

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        is_asset = scope["path"].startswith("/assets/")

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                cache = b"private, max-age=31536000, immutable" if is_asset else b"no-store"
                message = {**message, "headers": [*message["headers"], *headers, (b"cache-control", cache)]}
            await send(message)

        status, problem = _find_refusal(scope, page)
        if problem:
            return await refuse(send_with_headers, status, problem)
        if page.access and not _has_access(scope, page):
            given = Request(scope).query_params.get("token", "")
            if scope["path"] == "/" and hmac.compare_digest(given.encode(), page.access.encode()):
                response = RedirectResponse("/", 303)
                response.set_cookie(COOKIE, page.access, httponly=True, samesite="strict")
                return await response(scope, receive, send_with_headers)
            return await refuse(send_with_headers, 401, "open the address with the token that `codegraph ui` printed")
        await app(scope, receive, send_with_headers)

    return guarded


def _find_refusal(scope: Scope, page: Page) -> tuple[int, str]:
    """Return the status and the reason by which a request is refused.

    They are 0 and "" where it is not."""
    given = Request(scope).headers
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or (page.is_loopback and not is_local(scope["headers"], b"host", page.host)):
        return 421, "the header Host names another machine"
    origin = given.get("origin")
    if origin is not None and urlsplit(origin).netloc.casefold() != given["host"].casefold():
        return 403, "the header Origin names another site"
    is_document = scope["path"] == "/" and scope["method"] == "GET"
    if given.get("sec-fetch-site", "none") not in ("same-origin", "none") and not is_document:
        return 403, "another site asks"
    return 0, ""


def _has_access(scope: Scope, page: Page) -> bool:
    request = Request(scope)
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    given = request.cookies.get(COOKIE, "") or bearer
    return hmac.compare_digest(given.encode(), page.access.encode())


async def _read_body(request: Request) -> bytes | None:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BODY:
            return None
    return body


def _describe(session: Session) -> dict[str, object]:
    return {"application": "codegraph-ui", "version": __version__, "root": str(session.root), "name": session.name}


def _answer_view(session: Session, name: str, given: Mapping[str, str]) -> Response:
    """Answer a view, as data or, with `as=markdown`, as a text to copy."""
    view = VIEWS.get(name)
    if view is None:
        return _answer_error("not_found", f"there is no view {name!r}", f"one of {', '.join(VIEWS)}", 404)

    def answer(context: Context) -> Response:
        freshness = context.freshness
        assert freshness is not None
        key = (name, freshness.generation, session.stamp_commit(context), tuple(sorted(given.items())))
        is_kept = freshness.fresh and _can_be_kept(name, given)
        reply = session.replies.get(key) if is_kept else None
        if reply is not None:
            return _send(reply)
        asker = Asker(context)
        with session.turn if name in ONE_AT_A_TIME else nullcontext():
            data = view(asker, given)
        if given.get("as") == "markdown":
            return Response(format_markdown(asker), media_type="text/markdown")
        reply = {
            "command": asker.format_command(),
            "generation": freshness.generation,
            "behind": freshness.files_behind,
            "kept": freshness.kept,
            "warnings": asker.warnings,
            "data": data,
        }
        if is_kept:
            session.replies.put(key, reply)
        return _send(reply)

    return _run(session.open(), answer, given)


def _can_be_kept(name: str, given: Mapping[str, str]) -> bool:
    """Return whether a view is the same as long as the index and the commit are.

    One that is copied is made anew."""
    is_map = name == "map" and given.get("measure") != "stale"
    return "as" not in given and (is_map or name in ("rank", "cycles", "dead-code", "routes", "unresolved"))


def _answer_write(session: Session, verb: str, body: bytes) -> Response:
    """Run an operation of memory with the fields of its request."""
    name = WRITES.get(verb)
    if name is None:
        return _answer_error("not_found", f"a page does not {verb}", f"one of {', '.join(WRITES)}", 404)

    def answer(context: Context) -> Response:
        from codegraph.operations.capabilities import load_handler
        from codegraph.render.envelope import to_json

        try:
            given = json.loads(body)
        except ValueError as error:
            raise InvalidError(f"what was sent is not JSON: {error}") from error
        if not isinstance(given, dict):
            raise InvalidError("what was sent is not a JSON object")
        asked = read_request(request_type(BY_NAME[name]), cast("dict[str, object]", given))
        found = load_handler(BY_NAME[name])(context, asked)
        return _send({"data": to_json(found.results), "warnings": found.warnings})

    return _run(session.open_memory(), answer, {})


def _run(opened: AbstractContextManager[Context], answer: Any, given: Mapping[str, str]) -> Response:
    """Answer from an open context.

    What goes wrong is a state that the page knows how to show."""
    try:
        with opened as context:
            try:
                return answer(context)
            except (NotFoundError, AmbiguousError) as error:
                return _answer_missing(context, context.explain_missing(error), given)
    except CodegraphError as error:
        state = find_state(error)
        seconds = error.seconds if isinstance(error, IndexingError) else 0.0
        return _answer_error(state, error.message, error.hint, STATUS.get(state, 422), seconds=seconds)
    except OSError as error:
        logger.warning("%s", error)
        return _answer_error("failed", f"{error.strerror or type(error).__name__} while reading", "try again", 500)
    except Exception as error:
        logger.exception("a view failed")
        hint = "the terminal of `codegraph ui` has the details"
        return _answer_error("failed", f"internal error: {type(error).__name__}", hint, 500)


def _answer_missing(context: Context, error: CodegraphError, given: Mapping[str, str]) -> Response:
    """Answer that a symbol is not there, with those that may be meant."""
    from codegraph.ui.nearest import find_nearest

    names = [given[name] for name in ("id", "a", "b") if given.get(name)]
    state = find_state(error)
    nearest = find_nearest(context, names)
    return _answer_error(state, error.message, error.hint, STATUS[state], asked=nearest.asked, nearest=nearest.symbols)


def _answer_error(state: str, message: str, hint: str, status: int, **more: object) -> Response:
    return _send({"state": state, "message": message, "hint": hint, **more}, status)


def _send(value: object, status: int = 200) -> Response:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=list)
    return Response(text.encode("utf-8", "replace"), status, media_type="application/json")


async def _stream_stamps(session: Session, request: Request) -> AsyncIterator[bytes]:
    """Yield an event when what a page shows may have changed.

    A beat is sent while it has not."""
    last: object = None
    quiet_s = 0.0
    while not await request.is_disconnected():
        now = await run_sync(_read_stamp, session)
        if now != last:
            last, quiet_s = now, 0.0
            yield f"data: {json.dumps(now, separators=(',', ':'))}\n\n".encode()
        elif quiet_s >= BEAT_S:
            quiet_s = 0.0
            yield b"event: beat\ndata: {}\n\n"
        await anyio.sleep(LIVE_S)
        quiet_s += LIVE_S


def _read_stamp(session: Session) -> dict[str, object]:
    try:
        return {"state": "ready", **session.read_stamp()._asdict()}
    except CodegraphError as error:
        return {"state": find_state(error), "message": error.message, "hint": error.hint}
    except OSError as error:
        return {"state": "failed", "message": str(error.strerror), "hint": ""}
