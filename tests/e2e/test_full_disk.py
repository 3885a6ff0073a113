"""Memory on a disk without room: it answers, and says what it could not record."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("no limits on the size of files", allow_module_level=True)
import resource


def no_room() -> None:
    """Every write to a file fails from now on, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def run(folder: Path, *words: str, full: bool = False) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "codegraph", *words]
    limit = no_room if full else None
    return subprocess.run(
        command, cwd=folder, env=os.environ, capture_output=True, text=True, preexec_fn=limit, check=False
    )


def test_recall_answers_and_warns_that_it_is_not_recorded(folder):
    assert run(folder, "memory", "add", "carts are totalled in cents").returncode == 0
    done = run(folder, "memory", "recall", "how are carts totalled?", full=True)
    assert done.returncode == 0, done.stderr
    assert "carts are totalled in cents" in done.stdout
    assert "not recorded" in done.stderr
    assert run(folder, "memory", "list", full=True).returncode == 0
    refused = run(folder, "memory", "add", "orders are never edited", full=True)
    assert refused.returncode == 2 and "Traceback" not in refused.stderr
    assert "carts are totalled in cents" in run(folder, "memory", "list").stdout
