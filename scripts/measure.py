"""Cost of a command: wall and CPU seconds, and peak memory of all its processes.

Linux only.
"""

from __future__ import annotations

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PR_SET_CHILD_SUBREAPER = 36
QUIET = 1.0  # seconds without CPU time after which a process that was left behind is taken to rest
INTERVAL = 0.25  # seconds between two looks at the process tree: a look makes what it looks at wait
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds, user and system, of every process
    peak: int  # bytes of proportional set size, all processes at the same moment; 0 when too quick to sample
    output: str


class Process(NamedTuple):
    pid: int
    parent: int
    leader: int  # of its session
    cpu: float  # its own so far, and that of the children it has waited for


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    accept_failure: bool = False,
) -> Cost:
    """Run a command in a session of its own and wait for it.

    If it fails, this process exits with its output. The CPU time is that of the whole tree, including processes that it
    left behind, until they end or are idle.
    """
    receive_orphans()
    before, mine = os.times(), {p.pid for p in list_children()}
    started = time.perf_counter()
    peak = 0
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            command, env=env, cwd=cwd, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        while True:
            try:
                child.wait(INTERVAL)
                break
            except subprocess.TimeoutExpired:
                living = list_session(child.pid)
                peak = max(peak, sum(measure_proportional_size(p.pid) for p in living))
        wall = time.perf_counter() - started
        resting = wait_for_orphans(mine)
        after = os.times()
        output.seek(0)
        text = output.read().decode(errors="replace")
    if child.returncode and not accept_failure:
        sys.exit(f"error: {' '.join(map(str, command))} exited with {child.returncode}\n{text[-2000:]}")
    waited = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(wall, waited + resting, peak, text)


def receive_orphans() -> None:
    """Make orphans children of this process, to count their CPU time (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for_orphans(known: Collection[int]) -> float:
    """Wait for other children until they end or use no CPU time for a while.

    Returns the CPU seconds of those that go on living, such as a daemon."""
    used, quiet_since = -1.0, time.monotonic()
    while True:
        living: list[Process] = []
        for process in list_children():
            if process.pid in known:
                continue
            try:
                ended, _ = os.waitpid(process.pid, os.WNOHANG)
            except ChildProcessError:
                continue
            if not ended:
                living.append(process)
        total = sum(p.cpu for leader in {p.leader for p in living} for p in list_session(leader))
        if total > used:
            used, quiet_since = total, time.monotonic()
        if not living or time.monotonic() - quiet_since > QUIET:
            return total
        time.sleep(INTERVAL / 5)


def list_processes() -> list[Process]:
    found: list[Process] = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended in the meantime
            continue
        found.append(Process(int(folder.name), int(fields[1]), int(fields[3]), sum(map(int, fields[11:15])) / TICKS))
    return found


def list_children() -> list[Process]:
    return [p for p in list_processes() if p.parent == os.getpid()]


def list_session(leader: int) -> list[Process]:
    """Return the living processes of a session."""
    return [p for p in list_processes() if p.leader == leader]


def measure_proportional_size(pid: int) -> int:
    """Return the memory of a process in bytes, with shared pages in proportion."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it ended in the meantime
    return 0


def measure_median_wall(
    command: Sequence[str | Path], *, env: Mapping[str, str], cwd: Path | None = None, runs: int = 9
) -> float:
    """Return the median wall seconds of a short command.

    One unmeasured run warms the file cache first.
    """
    walls: list[float] = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run(command, env=env, cwd=cwd, check=True, capture_output=True)
        walls.append(time.perf_counter() - started)
    return statistics.median(walls[1:])


def measure_size(path: Path) -> int:
    """Sum the bytes of the files below a folder."""
    return sum(p.stat().st_size for p in path.rglob("*") if p.is_file())
