"""Running a command on a terminal of its own, as a person does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.waiting import DEADLINE_S

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run_on_terminal(
    words: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    columns: int = 80,
    typed: Sequence[tuple[str, str]] = (),
) -> tuple[int, str]:
    """Return the exit code and what the terminal showed, without control sequences and with plain line ends.

    `typed` are texts to wait for, each with what is typed once it is shown."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        list(words), cwd=cwd, env={"TERM": "xterm-256color", **env}, stdin=inner, stdout=inner, stderr=inner
    )
    os.close(inner)
    shown, waiting = b"", list(typed)
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until:
        ready, _, _ = select.select([outer], [], [], 1.0)
        try:
            chunk = os.read(outer, 65536) if ready else b"" if process.poll() is None else None
        except OSError:  # Linux says so when the other end is closed
            chunk = None
        if chunk is None:
            break
        shown += chunk
        if waiting and waiting[0][0].encode() in shown:
            os.write(outer, waiting.pop(0)[1].encode())
    os.close(outer)
    code = process.wait(timeout=10)
    return code, _CONTROL.sub("", shown.decode("utf-8", "replace")).replace("\r\n", "\n")
