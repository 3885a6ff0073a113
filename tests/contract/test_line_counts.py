"""The script that counts lines by room, and fails above a bound."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "count_lines.py"


def count(root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--root", str(root), *more], capture_output=True, text=True, check=False
    )


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_modules_of_memory_count_for_memory_and_others_of_the_server_do_not(tmp_path: Path):
    for name, lines in (("memory/a/b.py", 3), ("server/tools/default/memory.py", 2), ("server/app.py", 50)):
        write(tmp_path, f"codegraph/{name}", "x\n" * lines)
    counted = json.loads(count(tmp_path, "--json").stdout)
    rooms = ("memory/memory", "memory/server", "memory", "showing", "resolve")
    assert [counted[room]["code"] for room in rooms] == [3, 2, 5, 50, 0]


def test_the_areas_of_the_resolver_add_up_to_it(tmp_path: Path):
    for name, lines in (("resolve/endpoints/a.py", 3), ("resolve/calls/b.py", 2), ("resolve/c.py", 1)):
        write(tmp_path, f"codegraph/{name}", "x\n" * lines)
    counted = json.loads(count(tmp_path, "--json").stdout)
    assert [counted[room]["code"] for room in ("resolve/endpoints", "resolve/resolver", "resolve")] == [3, 3, 6]


def test_blank_lines_comments_and_docstrings_are_no_code(tmp_path: Path):
    text = (
        '"""About."""\n\n# why\nx = 1  # one\n"""What\nx is."""\n\n\ndef f():\n    """Do."""\n    return """a\n\nb"""\n'
    )
    write(tmp_path, "parsers/codegraph_parsers/lang/toy/spec.py", text)
    write(tmp_path, "parsers/codegraph_parsers/frameworks/kit/model.toml", "# why\n[routes]\n\nget = 1\n")
    counted = json.loads(count(tmp_path, "--json").stdout)
    assert counted["language/toy"] == {"code": 5, "lines": 13}
    assert counted["framework/kit"] == {"code": 2, "lines": 4}


def test_more_lines_than_allowed_are_a_failure(tmp_path: Path):
    write(tmp_path, "codegraph/resolve/a.py", "x\n" * 4)
    assert count(tmp_path, "--most", "resolve=4").returncode == 0
    above = count(tmp_path, "--most", "resolve=3")
    assert above.returncode == 1 and "resolve has 4 lines of code, more than 3" in above.stderr


def test_a_bound_of_no_room_is_a_failure(tmp_path: Path):
    said = count(tmp_path, "--most", "cellar=1")
    assert said.returncode == 1 and "there is no room `cellar`" in said.stderr
