"""State that a watchdog leaves behind in its process."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from codegraph.indexing.watchdog import Watchdog
from codegraph.resolve.faults import Pulse, StalledError

PROFILED = """
import sys
from codegraph.resolve.faults import Pulse
from codegraph.indexing.watchdog import Watchdog

with Watchdog(Pulse()):
    pass
calls = []
sys.setprofile(lambda *event: calls.append(1))
len(calls)
(lambda: 1)()
sys.setprofile(None)
print("done", len(calls) > 1)
"""


def test_a_profiler_works_after_a_watch():
    command = [sys.executable, "-c", PROFILED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={"PYTHONPATH": ":".join(sys.path)})
    assert done.stdout == "done True\n", done.stderr


def test_what_stands_still_is_interrupted_and_what_follows_is_not():
    with pytest.raises(StalledError), Watchdog(Pulse(), limit_s=0.05):
        until = time.monotonic() + 30
        while time.monotonic() < until:
            pass
    assert sum(range(100_000)) == 4_999_950_000
