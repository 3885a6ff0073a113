"""A repository whose modules bear the names of Python's own, of every dependency and of codegraph: none is ever run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import ROOT, talk_over_stdio, text
from support.waiting import wait_for

OWN = ("codegraph", "codegraph_parsers", "sitecustomize", "usercustomize")
CODE = (str(ROOT), str(ROOT / "parsers"))
CLEAN = """
import sys, _imp
print(*(name for name in sys.modules if not _imp.is_frozen(name) and name not in sys.builtin_module_names))
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts and stops processes with signals")


class Hijack(NamedTuple):
    """A repository, how a program is started in it, and the file that its modules write their names to."""

    root: Path
    marker: Path
    env: dict[str, str]
    program: tuple[str, ...]  # words after that of Python
    files: int

    def run(self, *words: str, input: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *self.program, *words], cwd=self.root, env=self.env, input=input,
            capture_output=True, text=True, timeout=180, check=False,
        )  # fmt: skip
        assert (done.returncode, self.ran()) == (0, ""), done.stderr
        return done.stdout

    def ran(self) -> str:
        return self.marker.read_text() if self.marker.exists() else ""


def modules_before_ours(folder: Path) -> set[str]:
    """Modules that Python itself imports before it runs any program: nobody can keep PYTHONPATH from those."""
    (folder / "clean.py").write_text(CLEAN)
    command, env = [sys.executable, "-P", "-m", "clean"], {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.fixture(params=["current folder", "module", "relative", "absolute"])
def hijack(request: pytest.FixtureRequest, tmp_path: Path) -> Hijack:
    root, marker = tmp_path / "repo", tmp_path / "marker"
    names = {*sys.stdlib_module_names, *filter(str.isidentifier, packages_distributions()), *OWN}
    outside = {"current folder": (), "module": (), "relative": (".", ""), "absolute": (str(root),)}
    path = os.pathsep.join((*outside[request.param], *CODE))
    env = {**os.environ, "CODEGRAPH_HOME": str(tmp_path / "home"), "CODEGRAPH_CONFIG": str(tmp_path / "none.toml")}
    env |= {"HOME": str(tmp_path), "PYTHONPATH": path, "CODEGRAPH_VECTORS": "false", "CODEGRAPH_WORKERS": "2"}
    if request.param == "module":
        names -= {"codegraph", *modules_before_ours(tmp_path)}  # the first is what `python -m codegraph` means
    elif request.param != "current folder":
        names -= {*OWN, *modules_before_ours(tmp_path)} - {"codegraph_parsers"}
    body = f"def of_{{0}}():\n    return 1\n\n\nwith open({str(marker)!r}, 'a') as out:\n    out.write('{{0}} ')\n"
    GitRepo.make(root, {f"{name}.py": body.format(name) for name in sorted(names)})
    script = tmp_path / "bin" / "codegraph"  # as installers write it
    script.parent.mkdir()
    script.write_text("import sys\nfrom codegraph.cli.start import main\nsys.exit(main())\n")
    return Hijack(root, marker, env, ("-m", "codegraph") if request.param == "module" else (str(script),), len(names))


def test_no_verb_runs_a_module_of_the_repository(hijack: Hijack) -> None:
    indexed = json.loads(hijack.run("index", "-q", "--json"))["results"]["summary"]["stats"]
    assert {(row["status"], row["files"]) for row in indexed["files"]} == {("indexed", hijack.files)}
    assert "of_random" in hijack.run("search", "of_random", "-q")
    assert "of_pickle" in hijack.run("call", "code_search", '{"query": "of_pickle"}')
    (hijack.root / "signal.py").write_text("def of_signal():\n    return 2\n")
    assert "of_signal" in hijack.run("impact", "--base", "HEAD", "-q")
    payload = json.dumps({"session_id": "s", "cwd": str(hijack.root), "prompt": "what calls of_random?"})
    for event in ("session-start", "prompt", "session-end"):
        hijack.run("hook", event, input=payload)
    hijack.run("doctor", "-q")


def test_no_server_runs_a_module_of_the_repository(hijack: Hijack, monkeypatch: pytest.MonkeyPatch) -> None:
    async def session(client: Client) -> None:
        found = await client.call_tool("code_search", {"query": "of_random"})
        assert not found.is_error and "of_random" in text(found), text(found)

    for name, value in hijack.env.items():
        monkeypatch.setenv(name, value)
    hijack.run("index", "-q", "--full")
    (hijack.root / "queue.py").write_text("def of_queue():\n    return 2\n")
    talk_over_stdio(hijack.root, session, program=hijack.program, env=hijack.env)
    assert hijack.ran() == ""


def test_no_watcher_runs_a_module_of_the_repository(hijack: Hijack, tmp_path: Path) -> None:
    with open(tmp_path / "log", "w") as log:
        watcher = subprocess.Popen(
            [sys.executable, *hijack.program, "watch"], cwd=hijack.root, env=hijack.env, stderr=log
        )
        try:
            wait_for(lambda: "generation" in (tmp_path / "log").read_text() or watcher.poll() is not None, "an index")
        finally:
            watcher.terminate()
            watcher.wait()
    assert hijack.ran() == ""
    hijack.run("watch", "--daemon")
    (hijack.root / "queue.py").write_text("def of_queue():\n    return 2\n")
    try:
        wait_for(lambda: "last took" in hijack.run("watch", "status"), "a refresh")
    finally:
        hijack.run("watch", "stop")
