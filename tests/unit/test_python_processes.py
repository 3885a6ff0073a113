"""Ctrl-C from the first moment on, in this process and in those it starts."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codegraph.runtime.interrupts import hold_interrupts
from codegraph.runtime.python_processes import start_process

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
WHILE_LOADING = """
import sys

class Late:
    def find_spec(self, name, path, target=None):
        if name == "codegraph.cli.edge":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Late())
from codegraph.cli.start import main
sys.exit(main())
"""
MEANWHILE = """
import os, signal
from codegraph.runtime.interrupts import hold_interrupts

with hold_interrupts():
    os.kill(os.getpid(), signal.SIGINT)
    print("reached", flush=True)
print("too far")
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there sends no signals")


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback() -> None:
    done = run(WHILE_LOADING)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_what_is_started_meanwhile_leaves_interrupts_to_its_parent() -> None:
    with hold_interrupts():
        assert run(BLOCKED).stdout == "True\n"
    assert run(BLOCKED).stdout == "False\n"


def test_an_interrupt_that_comes_meanwhile_is_raised_afterwards() -> None:
    done = run(MEANWHILE)
    assert done.stdout == "reached\n"
    assert "KeyboardInterrupt" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells of other processes")
def test_other_work_is_started_so() -> None:
    process = start_process(time.sleep, (60,), root=Path("."))
    try:
        told = Path(f"/proc/{process.pid}/status").read_text().split("SigBlk:")[1].split()[0]
        assert int(told, 16) & 1 << (signal.SIGINT - 1)
    finally:
        process.kill()
        process.join()
