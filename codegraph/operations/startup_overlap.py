"""Comparison of the files with the index while the answer's modules are imported.

On a command line both take longer than the answer itself. The comparison waits for the system most of the time, the
import keeps Python busy, so a forked process does the comparison if there is a processor for it.
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

from codegraph.indexing.tree_changes import Look, Stamps, TreeChanges, look
from codegraph.runtime.interrupts import hold_interrupts
from codegraph.scan.file_listing import Candidate
from codegraph.settings.config import Config

WORTH_IT: Final = 1_500
"""Files from which on comparing them takes longer than copying the process."""


def make_look(load: Callable[[], object]) -> Look:
    """Return a way to look at the files that calls `load` meanwhile."""
    return partial(_look, load)


def _look(load: Callable[[], object], root: Path, config: Config, known: Stamps) -> TreeChanges:
    """Look at the files in a forked process while `load` runs.

    Raises what `load` raises, and what `look` does.
    """
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
    return TreeChanges([Candidate(*c) for c in candidates], skipped, gone)


def _can_fork() -> bool:
    """Return whether a fork is safe.

    A forked process works reliably only on Linux, and only without threads.
    """
    return sys.platform == "linux" and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


def _tell(writing: int, root: Path, config: Config, known: Stamps) -> NoReturn:
    """Send the comparison to the parent, in the forked process.

    It ends without cleanup: files and connections that are open here are open in the parent, too.
    """
    try:
        found = look(root, config, known)
        with open(writing, "wb") as pipe:
            pipe.write(marshal.dumps(([tuple(c) for c in found.candidates], found.skipped, found.gone)))
    finally:
        os._exit(0)
