"""One JSON request to a service that the user's settings name.

It is repeated if that may help, and never redirected with its key.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from codegraph.errors import CodegraphError

TIMEOUT_S: Final = 60.0
ATTEMPTS: Final = 4
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 20.0
AGAIN: Final = frozenset((408, 409, 425, 429, 500, 502, 503, 504))
"""Statuses after which another attempt may succeed."""

_LARGEST_REPLY: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class Service:
    """Destination of requests, and words for failures.

    `secrets` are headers that no redirection gets."""

    url: str
    named: str  # in messages, such as `the encoder`
    failure: type[CodegraphError]
    hint: str
    secrets: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    attempts: int = ATTEMPTS
    timeout_s: float = TIMEOUT_S
    pause: Callable[[float], None] = time.sleep  # waits between attempts, in seconds

    def post(self, body: bytes) -> bytes:
        """Return the reply to a JSON body.

        Raises `failure`.
        """
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json", **self.headers})
        for name, value in self.secrets.items():
            request.add_unredirected_header(name, value)
        wait = FIRST_PAUSE_S
        for attempt in range(1, self.attempts + 1):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as reply:
                    return reply.read(_LARGEST_REPLY)
            except urllib.error.HTTPError as error:
                told, again = f"answered {error.code}: {_read_reason(error)}", error.code in AGAIN
                asked = parse_retry_after(error.headers.get("Retry-After", ""))
            except (OSError, http.client.HTTPException) as error:
                told, again, asked = f"does not answer: {getattr(error, 'reason', error)}", True, 0.0
            if not again or attempt == self.attempts:
                raise self.failure(f"{self.named} at {self.url} {told}", hint=self.hint)
            self.pause(min(max(wait, asked), LONGEST_PAUSE_S))
            wait *= 2
        raise AssertionError("the last attempt returns or raises")


def is_web_address(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _read_reason(error: urllib.error.HTTPError) -> str:
    try:
        text = error.read(2_000).decode("utf-8", "replace")
    except OSError:
        text = ""
    return " ".join(text.split())[:200] or str(error.reason)


def parse_retry_after(text: str) -> float:
    """Return the seconds of a `Retry-After` header that is a number, else 0."""
    return float(text) if text.strip().isdigit() else 0.0
