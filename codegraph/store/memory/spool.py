"""Spool of tool calls on their way into memory.

Hooks write one small file for each, and must end before anybody notices.

    <home>/memory/spool/<microseconds>-<process>-<random>.json

A file appears whole or not at all, and needs no lock. The next process that opens memory for hooks or patterns takes
them in. This module imports next to nothing, because starting Python is most of what such a hook costs.
"""

from __future__ import annotations

import json
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 512
"""Characters of a path or a pattern that are kept."""

GUARDED = 8 * LONGEST
"""Characters that are looked at for credentials first: one that is cut in two is not known any more."""


def enqueue_tool_call(home: str, payload: object, guard: Callable[[str], str], *, failed: bool = False) -> bool:
    """Write the tool call of a payload to the spool.

    Return False when the payload is no tool call. `guard` removes credentials from a text. Raises OSError.
    """
    use = parse_tool_call(payload)
    if use is None:
        return False
    for name in ("path", "pattern"):
        use[name] = guard(str(use[name]))[:LONGEST]
    use["failed"] = failed or bool(use["failed"])
    folder = os.path.join(home, "memory", "spool")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    at = time.time_ns() // 1000
    use["at"] = at
    name = f"{at:017d}-{os.getpid()}-{os.urandom(4).hex()}"
    fresh = os.path.join(folder, f".{name}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, json.dumps(use).encode())
    finally:
        os.close(handle)
    os.replace(fresh, os.path.join(folder, f"{name}.json"))
    return True


def parse_tool_call(payload: object) -> dict[str, str | bool | int] | None:
    """Return session, folder, tool, path, pattern and outcome of a payload.

    The fields may have any shapes.
    """
    if not isinstance(payload, dict):
        return None
    tool = _read_text(payload.get("tool_name") or payload.get("tool"))
    if not tool:
        return None
    given = payload.get("tool_input") or payload.get("input") or {}
    given = given if isinstance(given, dict) else {}
    response = payload.get("tool_response") or payload.get("tool_result") or payload.get("error")
    failed = isinstance(response, dict) and bool(response.get("error") or response.get("is_error"))
    return {
        "session": _read_text(payload.get("session_id")),
        "cwd": _read_text(payload.get("cwd"), 4_096),
        "tool": tool,
        "path": _find_first(given, ("file_path", "path", "notebook_path", "filename")),
        "pattern": _find_first(given, ("pattern", "query", "regex", "glob")),
        "failed": failed,
    }


def _find_first(given: dict, names: tuple[str, ...]) -> str:
    for name in names:
        found = _read_text(given.get(name), GUARDED)
        if found:
            return found
    return ""


def _read_text(value: object, longest: int = LONGEST) -> str:
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)[:longest]
    return ""
