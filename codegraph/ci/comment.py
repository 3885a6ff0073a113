"""One comment on a pull request, found by a hidden marker and kept up to date in place.

Only comments of bots are taken for ours: anybody can write the marker, and nobody's words may be overwritten.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from enum import StrEnum
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from codegraph.errors import CodegraphError

PAGES: Final = 30
"""Pages of a hundred comments that are looked through."""

TIMEOUT_S: Final = 20
_LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class CommentError(CodegraphError):
    """The comment could not be read or written. `refused`: the token may not, and trying again is of no use."""

    def __init__(self, message: str, hint: str = "", *, refused: bool = False) -> None:
        super().__init__(message, hint)
        self.refused = refused


class Done(StrEnum):
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

    @property
    def marker(self) -> str:
        return f"<!-- codegraph:{self.key} -->"


def put(target: Target, text: str) -> Done:
    """Make the comment say `text`, or, when that is "", be gone. Raises CommentError."""
    found = _find(target)
    if not text:
        for id, _ in found:
            _ask(target, "DELETE", f"/repos/{target.repository}/issues/comments/{id}")
        return Done.REMOVED if found else Done.NOTHING
    body = f"{target.marker}\n{text}"
    if not found:
        _ask(target, "POST", f"/repos/{target.repository}/issues/{target.pull}/comments", {"body": body})
        return Done.POSTED
    (first, said), *others = found
    for id, _ in others:  # two jobs at once may both have posted
        _ask(target, "DELETE", f"/repos/{target.repository}/issues/comments/{id}")
    if said == body:
        return Done.UNCHANGED
    _ask(target, "PATCH", f"/repos/{target.repository}/issues/comments/{first}", {"body": body})
    return Done.UPDATED


def _find(target: Target) -> list[tuple[int, str]]:
    """(id, text) of our comments, oldest first."""
    found: list[tuple[int, str]] = []
    for page in range(1, PAGES + 1):
        place = f"/repos/{target.repository}/issues/{target.pull}/comments?per_page=100&page={page}"
        rows = _ask(target, "GET", place)
        if not isinstance(rows, list):
            raise CommentError("the list of comments is no list", hint="check GITHUB_API_URL")
        for row in rows:
            body, user = str(row.get("body") or ""), row.get("user") or {}
            if body.startswith(target.marker) and user.get("type") == "Bot":
                found.append((int(row["id"]), body.replace("\r\n", "\n")))
        if len(rows) < 100:
            break
    return found


def _ask(target: Target, method: str, place: str, data: dict[str, str] | None = None) -> Any:
    address = urlsplit(target.api)
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOCAL):
        raise CommentError(f"{target.api!r} would get the token in the clear", hint="use an https address")
    request = urllib.request.Request(
        target.api.rstrip("/") + place,
        method=method,
        data=json.dumps(data).encode() if data is not None else None,
        headers={
            "Authorization": f"Bearer {target.token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
            "Content-Type": "application/json",
            "User-Agent": "codegraph",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:
            text = reply.read()
    except urllib.error.HTTPError as error:
        refused = error.code in (401, 403, 404)
        hint = "give the job `permissions: pull-requests: write`" if refused else "run the job again"
        raise CommentError(f"{method} of the comment: {error.code} {error.reason}", hint, refused=refused) from error
    except (OSError, ValueError) as error:
        raise CommentError(f"{method} of the comment: {error}", hint="run the job again") from error
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise CommentError("the reply is no JSON", hint="check GITHUB_API_URL") from error
