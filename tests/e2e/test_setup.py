"""The documented lines for coding agents, run as they stand there, in a home and a repository of their own."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import run_on_terminal

ROOT = Path(__file__).resolve().parents[2]


def documented_lines() -> list[str]:
    """Commands of the section about coding agents, without their comments."""
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    section = page.split("## Connect an agent")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.S)
    return [line.split("  #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def shell(tmp_path: Path):
    """Runs a line as a user would, with `codegraph` on PATH."""
    for name in ("me", "project", "bin"):
        (tmp_path / name).mkdir()
    command = tmp_path / "bin" / "codegraph"
    command.write_text(f"#!{sys.executable}\nimport sys\nfrom codegraph.cli.app import main\nsys.exit(main())\n")
    command.chmod(0o755)
    subprocess.run(["git", "init", "-q", str(tmp_path / "project")], check=True)
    env = {
        "HOME": str(tmp_path / "me"),
        "CODEGRAPH_HOME": str(tmp_path / "home"),
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUTF8": "1",
    }

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            shlex.split(line), cwd=tmp_path / "project", env=env, capture_output=True, text=True, timeout=120
        )

    run.env = env  # type: ignore[attr-defined]
    return run


@pytest.mark.skipif(os.name == "nt", reason="the command on PATH is a script with a shebang")
def test_the_documented_lines_work_as_they_stand(shell, tmp_path: Path):
    lines = documented_lines()
    assert len(lines) >= 8
    for folder in (".cursor", ".kiro", ".qwen"):
        (tmp_path / "me" / folder).mkdir()
    for line in lines:
        done = shell(line)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    wired = {
        (row["client"], row["scope"])
        for row in json.loads(shell("codegraph setup --json").stdout)["results"]["clients"]
        if row["state"] == "wired"
    }
    # Agents of this machine, the one of the last lines, and none that `--uninstall` took out again.
    assert wired == {("kiro", "user"), ("qwen-code", "user"), ("claude-code", "user"), ("claude-code", "project")}
    made = {
        str(p.relative_to(tmp_path / "project")) for p in (tmp_path / "project").rglob("*") if ".git/" not in str(p)
    }
    assert {".mcp.json", "CLAUDE.md", "codegraph-plugin/.claude-plugin/plugin.json"} <= made


@pytest.mark.skipif(os.name == "nt", reason="the command on PATH is a script with a shebang")
def test_a_refusal_exits_2_and_says_what_to_paste(shell, tmp_path: Path):
    (tmp_path / "project" / ".mcp.json").write_text("{ broken")
    done = shell("codegraph setup claude-code --scope project")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be changed: line 1, column 3" in done.stderr
    assert '"command": "codegraph"' in done.stderr
    assert (tmp_path / "project" / ".mcp.json").read_text() == "{ broken"


@pytest.mark.skipif(os.name == "nt", reason="the command on PATH is a script with a shebang")
def test_without_a_name_a_person_picks_from_the_agents_of_the_machine(shell, tmp_path: Path):
    for folder in (".cursor", ".kiro", ".qwen"):
        (tmp_path / "me" / folder).mkdir()
    listed = shell("codegraph setup")
    assert listed.returncode == 0
    assert "codegraph setup kiro" in listed.stdout
    assert not (tmp_path / "me" / ".kiro" / "settings").exists()
    code, shown = run_on_terminal(
        ["codegraph", "setup"],
        cwd=tmp_path / "project",
        env={**shell.env},
        typed=[("Wire which?", "9\n"), ("9 is not in the list", "2, qwen-code\n")],
    )
    assert code == 0, shown
    states = {
        row["client"]: row["state"]
        for row in json.loads(shell("codegraph setup --json").stdout)["results"]["clients"]
        if row["installed"] and row["scope"] == "user"
    }
    assert states == {"cursor": "not wired", "kiro": "wired", "qwen-code": "wired"}
    every = json.loads(shell("codegraph setup --all --json").stdout)["results"]
    assert [report["client"] for report in every["reports"]] == ["cursor", "kiro", "qwen-code"]
    (tmp_path / "me" / ".cursor" / "mcp.json").write_text("{ broken")
    partly = shell("codegraph setup --uninstall --all")
    assert partly.returncode == 0
    assert shell("codegraph setup --all").returncode == 2
