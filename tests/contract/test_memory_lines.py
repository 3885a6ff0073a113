"""The script that counts the memory half, and fails above a bound."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "count_memory.py"


def count(root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--root", str(root), *more], capture_output=True, text=True, check=False
    )


def test_folders_and_named_modules_of_memory_are_counted_and_nothing_else(tmp_path: Path):
    for name, lines in (("memory/a/b.py", 3), ("server/tools/default/memory.py", 2), ("server/app.py", 50)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n" * lines)
    counted = json.loads(count(tmp_path, "--json").stdout)
    assert (counted["memory"], counted["server"], counted["total"]) == (3, 2, 5)


def test_more_lines_than_allowed_are_a_failure(tmp_path: Path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "a.py").write_text("x\n" * 4)
    assert count(tmp_path, "--most", "4").returncode == 0
    above = count(tmp_path, "--most", "3")
    assert above.returncode == 1 and "4 lines, more than 3" in above.stderr
