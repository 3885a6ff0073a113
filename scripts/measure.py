"""Run a command and say what it cost: wall and CPU seconds, and peak memory over all its processes (Linux)."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

INTERVAL = 0.25  # seconds between two looks at the process tree: a look makes what it looks at wait
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds, user and system, of every process
    peak: int  # bytes of proportional set size, all processes at the same moment; 0 when too quick to sample
    output: str


class Process(NamedTuple):
    pid: int
    cpu: float


def run(command: Sequence[str | Path], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Cost:
    """Run `command` in a session of its own and wait for it. Exits with its words when it fails."""
    before = os.times()
    started = time.perf_counter()
    seen: dict[int, float] = {}
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
                living = session(child.pid)
                peak = max(peak, sum(proportional_size(p.pid) for p in living))
                seen.update((p.pid, p.cpu) for p in living)
        wall = time.perf_counter() - started
        after = os.times()
        output.seek(0)
        text = output.read().decode(errors="replace")
    if child.returncode:
        sys.exit(f"error: {' '.join(map(str, command))} exited with {child.returncode}\n{text[-2000:]}")
    waited = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(wall, max(waited, sum(seen.values())), peak, text)


def session(leader: int) -> list[Process]:
    """Living processes of a session. CPU seconds are those used so far."""
    found: list[Process] = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended in the meantime
            continue
        if int(fields[3]) == leader:
            found.append(Process(int(folder.name), (int(fields[11]) + int(fields[12])) / TICKS))
    return found


def proportional_size(pid: int) -> int:
    """Memory of a process in bytes, pages it shares counted in proportion."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it ended in the meantime
    return 0


def median_wall(
    command: Sequence[str | Path], *, env: Mapping[str, str], cwd: Path | None = None, runs: int = 9
) -> float:
    """Median wall seconds of a short command, after one unmeasured run that warms the file cache."""
    walls: list[float] = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run(command, env=env, cwd=cwd, check=True, capture_output=True)
        walls.append(time.perf_counter() - started)
    return statistics.median(walls[1:])


def size_of(path: Path) -> int:
    """Bytes of the files below a folder."""
    return sum(p.stat().st_size for p in path.rglob("*") if p.is_file())
