"""The protocol's own suites: the conformance scenarios that hold for any server, and the inspector over stdio.

They are Node programs: `just suites` installs them into `node_modules`, or CODEGRAPH_NODE_MODULES names the folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.serving import ROOT, server_environment, serving

MODULES = Path(os.environ.get("CODEGRAPH_NODE_MODULES", ROOT / "node_modules"))
OLDEST_NODE = 22
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "prompts-list",
    "resources-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)


def suite(name: str) -> tuple[str, dict[str, str]]:
    """The program of a suite and the environment to run it in. Skips, saying why, when it cannot run."""
    program = MODULES / ".bin" / name
    path = os.pathsep.join((str(MODULES / ".bin"), os.environ.get("PATH", "")))
    node = shutil.which("node", path=path)
    if node is None:
        pytest.skip("Node is not installed; `just suites` installs it with the suites")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"{name} needs Node {OLDEST_NODE}, here is {version}; `just suites` installs one")
    if not program.exists():
        pytest.skip(f"{program} is not there; `just suites` installs it")
    return str(program), server_environment() | {"PATH": path}


def test_the_generic_conformance_scenarios_pass(storefront: Path):
    program, environment = suite("conformance")
    failed = []
    with serving(storefront) as url:
        for scenario in SCENARIOS:
            command = [program, "server", "--url", url, "--scenario", scenario]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
            found = re.search(r"Passed: (\d+)/(\d+), (\d+) failed", done.stdout)
            if found is None or found[1] != found[2] or found[3] != "0":
                failed.append(f"{scenario}: {done.stdout[-600:]}{done.stderr[-300:]}")
    assert failed == []


def inspect(folder: Path, *arguments: str) -> dict:
    """Return the output of the inspector about a server that it starts in `folder`."""
    program, environment = suite("mcp-inspector")
    given = [f"{name}={environment[name]}" for name in ("PYTHONPATH", "CODEGRAPH_HOME")]
    command = [program, "--cli", "--cwd", str(folder), *(word for pair in given for word in ("-e", pair)), *arguments]
    environment["HOME"] = str(Path(environment["CODEGRAPH_HOME"]).parent)  # it keeps a catalogue there
    done = subprocess.run(
        [*command, "--", sys.executable, "-m", "codegraph", "serve"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_calls_over_stdio(storefront: Path):
    tools = inspect(storefront, "--method", "tools/list")["tools"]
    assert "code_explore" in {tool["name"] for tool in tools}
    call = ("--method", "tools/call", "--tool-name", "code_symbol", "--tool-arg", "symbol=Application.handle")
    answer = inspect(storefront, *call)
    assert "def handle" in answer["content"][0]["text"] and "structuredContent" not in answer
    resources = inspect(storefront, "--method", "resources/templates/list")["resourceTemplates"]
    assert len(resources) == 2
