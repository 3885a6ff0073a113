"""Comment on a pull request, found by a hidden marker and updated in place.

Only comments of bots are taken for ours: anybody can write the marker, and nobody else's words may be overwritten. A
comment may disappear at any time, by hand or by a concurrent job: then a new one is posted instead of an update, and
nothing needs to be removed.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from codegraph.errors import CodegraphError
from codegraph.runtime.json_service import AGAIN, FIRST_PAUSE_S, LONGEST_PAUSE_S, parse_retry_after

PAGES: Final = 30
"""Pages of a hundred comments that are looked through."""

LONGEST: Final = 65_000
"""Characters of a comment; GitHub takes 65,536."""

TIMEOUT_S: Final = 20
ATTEMPTS: Final = 3
_LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class CommentError(CodegraphError):
    """Error of reading or writing the comment.

    `refused`: the token lacks the permission, and trying again is of no use. `gone`: there is no such comment, or pull
    request. `invalid`: the comment cannot be at that place.
    """

    def __init__(
        self, message: str, hint: str = "", *, refused: bool = False, gone: bool = False, invalid: bool = False
    ) -> None:
        super().__init__(message, hint)
        self.invalid = invalid
        self.refused = refused
        self.gone = gone


class CommentResult(StrEnum):
    POSTED = "posted"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    NOTHING = "nothing to remove"


class Target(NamedTuple):
    """A pull request. `key` tells several reports on one pull request apart."""

    api: str
    repository: str
    pull: int
    token: str
    key: str = "impact"
    pause: Callable[[float], None] = time.sleep  # waits between attempts, in seconds

    @property
    def marker(self) -> str:
        return f"<!-- codegraph:{self.key} -->"


def put(target: Target, text: str) -> CommentResult:
    """Make the comment say `text`, or, when that is "", be gone. Raises CommentError."""
    found = _find(target)
    if not text:
        for id, _ in found:
            _change(target, "DELETE", id)
        return CommentResult.REMOVED if found else CommentResult.NOTHING
    body = _truncate(f"{target.marker}\n{text}")
    for first, said in found[:1]:
        for id, _ in found[1:]:  # two jobs at once may both have posted
            _change(target, "DELETE", id)
        if said == body:
            return CommentResult.UNCHANGED
        if _change(target, "PATCH", first, {"body": body}):
            return CommentResult.UPDATED
    ask(target, "POST", f"/repos/{target.repository}/issues/{target.pull}/comments", {"body": body})
    return CommentResult.POSTED


def _change(target: Target, method: str, id: int, data: dict[str, str] | None = None) -> bool:
    """Change or remove one comment; whether it was still there. Raises CommentError."""
    try:
        ask(target, method, f"/repos/{target.repository}/issues/comments/{id}", data)
    except CommentError as error:
        if not error.gone:
            raise
        return False
    return True


def _truncate(body: str) -> str:
    """Cut a text to the longest comment, in whole lines and characters."""
    body = body.encode("utf-8", "replace").decode("utf-8")
    if len(body) <= LONGEST:
        return body
    whole = body[:LONGEST].rpartition("\n")[0] or body[:LONGEST]
    closing = "\n```" * (whole.count("\n```") % 2) + "\n</details>" * (
        whole.count("<details") - whole.count("</details")
    )
    return f"{whole}{closing}\n\nCut: the whole report is in the job summary.\n"


def _find(target: Target) -> list[tuple[int, str]]:
    """Return (id, text) of our comments, oldest first."""
    rows = list_rows(target, f"/repos/{target.repository}/issues/{target.pull}/comments")
    return [(int(row["id"]), get_text(row)) for row in rows if is_ours(row, target.marker)]


def list_rows(target: Target, place: str) -> Iterator[dict[str, Any]]:
    """List the rows of a list, page after page. Raises CommentError."""
    for page in range(1, PAGES + 1):
        rows = ask(target, "GET", f"{place}?per_page=100&page={page}")
        if not isinstance(rows, list):
            raise CommentError("the list of comments is no list", hint="check GITHUB_API_URL")
        yield from (row for row in rows if isinstance(row, dict))
        if len(rows) < 100:
            break


def is_ours(row: dict[str, Any], marker: str) -> bool:
    """Tell whether a bot wrote a comment that begins with the marker."""
    user = row.get("user") or {}
    return get_text(row).startswith(marker) and isinstance(user, dict) and user.get("type") == "Bot"


def get_text(row: dict[str, Any]) -> str:
    return str(row.get("body") or "").replace("\r\n", "\n")


def ask(target: Target, method: str, place: str, data: Mapping[str, str | int] | None = None) -> Any:
    """Return the service's answer, None for an empty one. Raises CommentError."""
    address = urlsplit(target.api)
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOCAL):
        raise CommentError(f"{target.api!r} would get the token in the clear", hint="use an https address")
    request = urllib.request.Request(
        target.api.rstrip("/") + place,
        method=method,
        data=json.dumps(data).encode() if data is not None else None,
        headers={
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
            "Content-Type": "application/json",
            "User-Agent": "codegraph",
        },
    )
    request.add_unredirected_header("Authorization", f"Bearer {target.token}")
    text = _reply(request, method, target.pause)
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise CommentError("the reply is no JSON", hint="check GITHUB_API_URL") from error


def _reply(request: urllib.request.Request, method: str, pause: Callable[[float], None]) -> bytes:
    """Return the reply, after a few attempts if the service asks to wait.

    A POST that may have been accepted is not repeated.
    """
    wait = FIRST_PAUSE_S
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:
                return reply.read()
        except urllib.error.HTTPError as error:
            asked = parse_retry_after(error.headers.get("Retry-After", ""))
            again = (error.code in AGAIN and (method != "POST" or error.code == 429)) or (
                error.code == 403 and asked > 0
            )
            if not again or attempt == ATTEMPTS:
                raise _build_error(method, error) from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise CommentError(f"{method} of the comment: {error}", hint="run the job again") from error
        pause(min(max(wait, asked), LONGEST_PAUSE_S))
        wait *= 2
    raise AssertionError("the last attempt returns or raises")


def _build_error(method: str, error: urllib.error.HTTPError) -> CommentError:
    refused = error.code in (401, 403, 404)
    hint = "give the job `permissions: pull-requests: write`" if refused else "run the job again"
    message = f"{method} of the comment: {error.code} {error.reason}"
    return CommentError(message, hint, refused=refused, gone=error.code in (404, 410), invalid=error.code == 422)
