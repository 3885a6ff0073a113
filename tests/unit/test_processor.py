"""Who is at fault when something takes long: the process, or those that keep the processor from it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codegraph.runtime.processor_time import PATIENCE, is_late

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the use of another process is not seen")


@contextmanager
def process(does: str) -> Iterator[int]:
    """A process that says that it has begun, and then does something until it is killed."""
    started = subprocess.Popen([sys.executable, "-c", f"print(1, flush=True); {does}"], stdout=subprocess.PIPE)
    assert started.stdout is not None
    started.stdout.readline()
    try:
        yield started.pid
    finally:
        started.kill()
        started.wait()
        started.stdout.close()


BUSY = "exec('while True: pass')"
IDLE = "import signal; signal.pause()"


def wait_until_idle(pid: int) -> None:
    stat = Path(f"/proc/{pid}/stat")
    while stat.read_text().rpartition(")")[2].split()[0] != "S":
        os.sched_yield()


def test_nobody_is_late_within_the_limit() -> None:
    with process(BUSY) as pid:
        assert not is_late(pid, 4.9, 5.0, 0.0)


def test_who_was_kept_from_the_processor_gets_more_time() -> None:
    with process(BUSY) as pid:
        assert not is_late(pid, 30.0, 5.0, 0.0)


def test_who_used_the_limit_is_late() -> None:
    with process(BUSY) as pid:
        assert is_late(pid, 30.0, 5.0, -5.0)


def test_who_does_not_want_the_processor_is_late() -> None:
    with process(IDLE) as pid:
        wait_until_idle(pid)
        assert is_late(pid, 5.0, 5.0, 0.0)


def test_patience_has_an_end() -> None:
    with process(BUSY) as pid:
        assert is_late(pid, PATIENCE * 5.0, 5.0, 0.0)


def test_who_is_gone_is_late() -> None:
    with process(IDLE) as pid:
        pass
    assert is_late(pid, 5.0, 5.0, 0.0)
