"""Log of hook runs without a result.

It is bounded, is in the home folder, and `doctor` reads it. Hooks load this module, so it loads nothing but the
standard library.
"""

from __future__ import annotations

import json
import os
import time

NAME = "hooks.log"
LONGEST = 80
"""Characters of an event's name that are kept."""

MOST_BYTES = 16_384
"""The older half of the log goes when it is longer."""

RECENT_S = 30 * 86_400.0
"""Seconds for which doctor speaks of a row."""


def note_failure(home: str, event: str, why: str) -> None:
    """Append one row.

    Raises OSError.
    """
    folder = os.path.join(home, "memory")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    row = {"at": int(time.time()), "event": event[:LONGEST], "why": why}
    path = os.path.join(folder, NAME)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, (json.dumps(row) + "\n").encode())
        size = os.fstat(handle).st_size
    finally:
        os.close(handle)
    if size > MOST_BYTES:
        _drop_older_half(path)


def _drop_older_half(path: str) -> None:
    with open(path, "rb") as log:
        rows = log.read().splitlines(keepends=True)
    fresh = f"{path}.{os.getpid()}"
    with open(fresh, "xb") as log:
        log.writelines(rows[len(rows) // 2 :])
    os.chmod(fresh, 0o600)
    os.replace(fresh, path)


def read_failures(home: str) -> list[dict[str, str]]:
    """Return the recent rows, the oldest first, each with `event` and `why`.

    The result is empty without a log to read.
    """
    try:
        with open(os.path.join(home, "memory", NAME), encoding="utf-8", errors="replace") as log:
            lines = log.read(2 * MOST_BYTES).splitlines()
    except OSError:
        return []
    found: list[dict[str, str]] = []
    for line in lines:
        try:
            row = json.loads(line)
            if time.time() - float(row["at"]) < RECENT_S:
                found.append({"event": str(row["event"]), "why": str(row["why"])})
        except (ValueError, TypeError, KeyError):
            continue  # a row that was cut by another process
    return found
