"""Times as people and files write them: RFC 3339 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory.memory_model import NEVER

DAY: Final = 86_400_000_000  # µs
_LAST = 253_402_300_799_999_999  # 9999-12-31T23:59:59.999999Z


def format_rfc3339(at: int) -> str:
    """Format a time as `2026-03-01T12:00:00Z`, "" for never.

    Microseconds are added when they are not 0.
    """
    if at == NEVER:
        return ""
    seconds, micro = divmod(at, 1_000_000)
    text = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{text}.{micro:06d}Z" if micro else f"{text}Z"


def parse_time(text: object, parameter: str) -> int:
    """Parse an RFC 3339 time, a date, or seconds since 1970 to microseconds.

    A time without an offset is UTC. Raises InvalidError with a valid example.
    """
    try:
        if isinstance(text, (int, float)) and not isinstance(text, bool):
            return _check_range(round(text * 1_000_000))
        if isinstance(text, str) and text.strip():
            found = datetime.fromisoformat(text.strip())
            found = found if found.tzinfo else found.replace(tzinfo=UTC)
            delta = found - datetime(1970, 1, 1, tzinfo=UTC)
            return _check_range((delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds)
    except (ValueError, OverflowError):
        pass
    raise InvalidError(f"`{parameter}` is no time", hint="such as 2026-03-01T12:00:00Z, or 2026-03-01")


def _check_range(at: int) -> int:
    if not 0 < at <= _LAST:
        raise ValueError
    return at
