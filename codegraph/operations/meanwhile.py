"""Comparing the files with the index while what the answer needs is imported.

On a command line both take longer than the answer itself. The one waits for the system most of the time, the other
keeps Python busy, so a copy of this process does the one where there is a processor for it.
"""

from __future__ import annotations

import marshal
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from codegraph.changes import Look, Looked, Stamps, look
from codegraph.config import Config
from codegraph.interrupts import hold_interrupts
from codegraph.scan.walk import Candidate

WORTH_IT: Final = 1_500
"""Files from which on comparing them takes longer than copying the process."""


def looking_while(load: Callable[[], object]) -> Look:
    """A way to look at the files that calls `load` meanwhile."""
    return partial(_look, load)


def _look(load: Callable[[], object], root: Path, config: Config, known: Stamps) -> Looked:
    """Raises what `load` raises, and what `look` does."""
    if len(known) < WORTH_IT or not _can_fork():
        return look(root, config, known)
    reading, writing = os.pipe()
    try:
        with hold_interrupts():
            child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return look(root, config, known)
    if not child:
        _tell(writing, root, config, known)
    os.close(writing)
    try:
        with open(reading, "rb") as pipe:
            load()
            said = pipe.read()
    finally:
        os.waitpid(child, 0)  # without anybody to tell, it ends at once
    try:
        candidates, skipped, gone = marshal.loads(said)
    except (EOFError, ValueError, TypeError):
        return look(root, config, known)  # whatever went wrong there is said here
    return Looked([Candidate(*c) for c in candidates], skipped, gone)


def _can_fork() -> bool:
    """Elsewhere a copy of a process is not sure to work, and with threads nowhere."""
    return sys.platform == "linux" and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


def _tell(writing: int, root: Path, config: Config, known: Stamps) -> NoReturn:
    """In the copy. It ends without a word to anyone else: what is open here is open there, too."""
    try:
        found = look(root, config, known)
        with open(writing, "wb") as pipe:
            pipe.write(marshal.dumps(([tuple(c) for c in found.candidates], found.skipped, found.gone)))
    finally:
        os._exit(0)
