"""Findings of `doctor` in the wiring, and the fixes that it prints."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from codegraph import __version__
from codegraph.query_results import Check, CheckStatus
from codegraph.setup.clients import BY_NAME, Places, Platform, Scope
from codegraph.setup.instructions import BEGIN, END
from codegraph.setup.probe import probe
from codegraph.setup.server_entry import SERVER
from codegraph.setup.wiring_checks import check_wiring

SERVE = """
import json, sys
VERSION = {"name": "codegraph", "version": "%s"}
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"serverInfo": VERSION}}), flush=True)
    if message["method"] == "tools/list":
        tools = [{"name": "code_search"}, {"name": "code_symbol"}]
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": tools}}), flush=True)
"""
"""A stand-in server of a version."""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    for name in ("me", "project", "bin"):
        (tmp_path / name).mkdir()
    return Places(tmp_path / "me", tmp_path / "project", Platform.LINUX, {"PATH": str(tmp_path / "bin")})


def program(tmp_path: Path, code: str) -> Path:
    path = tmp_path / "bin" / "codegraph"
    path.write_text(f"#!{sys.executable}\n{code}")
    path.chmod(0o755)
    return path


def wire(places: Places, *words: str) -> Path:
    path = places.get_config_file(BY_NAME["cursor"], Scope.USER)
    assert path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"mcpServers": {SERVER: {"command": words[0], "args": list(words[1:])}}}))
    return path


def by_name(checks: list[Check]) -> dict[str, Check]:
    return {check.name: check for check in checks}


def test_without_any_wiring_there_is_nothing_to_fix(places: Places):
    assert [check.status for check in check_wiring(places)] == [CheckStatus.OK]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in server is a script with a shebang")
def test_a_wired_client_whose_server_lists_tools_is_well(places: Places, tmp_path: Path):
    program(tmp_path, SERVE % __version__)
    wire(places, "codegraph", "serve")
    checks = by_name(check_wiring(places))
    assert {name: check.status for name, check in checks.items()} == dict.fromkeys(
        ("command", "cursor (user)", "server"), CheckStatus.OK
    )
    assert checks["server"].detail == "codegraph serve lists 2 tools"


@pytest.mark.skipif(os.name == "nt", reason="the stand-in program is a script with a shebang")
@pytest.mark.parametrize("words", [("./codegraph", "serve"), ("sh", "-c", "touch ran", "codegraph", "serve")])
def test_a_program_that_a_project_names_is_not_run(places: Places, tmp_path: Path, words: tuple[str, ...], monkeypatch):
    monkeypatch.chdir(places.project)
    (places.project / "codegraph").write_text("#!/bin/sh\ntouch ran\n")
    (places.project / "codegraph").chmod(0o755)
    entry = {"command": words[0], "args": list(words[1:])}
    (places.project / ".mcp.json").write_text(json.dumps({"mcpServers": {SERVER: entry}}))
    trusting = Places(places.home, places.project, places.platform, {"PATH": os.environ["PATH"]})
    check = by_name(check_wiring(trusting))["server"]
    assert (check.status, "was not run" in check.detail) == (CheckStatus.WARNING, True)
    assert not (places.project / "ran").exists()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in server is a script with a shebang")
def test_a_server_of_another_version_is_named(places: Places, tmp_path: Path):
    program(tmp_path, SERVE % "0.0.1")
    wire(places, "codegraph", "serve")
    check = by_name(check_wiring(places))["server"]
    assert check.status is CheckStatus.WARNING
    assert "is codegraph 0.0.1" in check.detail


def test_a_command_that_is_not_there_fails_with_the_way_to_write_it_anew(places: Places):
    wire(places, "codegraph", "serve")
    checks = by_name(check_wiring(places))
    assert checks["command"].status is CheckStatus.FAILED
    assert "PATH" in checks["command"].fix
    assert checks["cursor (user)"].status is CheckStatus.FAILED
    assert "`codegraph setup cursor`" in checks["cursor (user)"].fix


@pytest.mark.skipif(os.name == "nt", reason="the stand-in server is a script with a shebang")
def test_a_server_that_stops_tells_its_first_complaint(places: Places, tmp_path: Path):
    found = program(tmp_path, "import sys; print('no such toolset', file=sys.stderr); sys.exit(2)\n")
    wire(places, str(found), "serve")
    check = by_name(check_wiring(places))["server"]
    assert check.status is CheckStatus.FAILED
    assert "it stops before it answers: no such toolset" in check.detail
    assert f"{found} serve" in check.fix


def test_a_malformed_file_and_another_program_of_that_name_are_named(places: Places):
    wire(places, "npx", "other")
    zed = places.get_config_file(BY_NAME["zed"], Scope.USER)
    assert zed is not None
    zed.parent.mkdir(parents=True)
    zed.write_text("{")
    checks = by_name(check_wiring(places))
    assert "another program" in checks["cursor (user)"].detail
    assert "not valid JSONC: line 1" in checks["zed (user)"].detail
    assert all(check.fix for check in checks.values())


def test_an_instructions_block_of_another_version_is_named(places: Places):
    path = places.get_config_file(BY_NAME["codex"], Scope.PROJECT)
    assert path is not None
    path.parent.mkdir()
    path.write_text('[mcp_servers.codegraph]\ncommand = "codegraph"\nargs = ["serve"]\n')
    (places.project / "AGENTS.md").write_text(f"{BEGIN}\nold\n{END}\n")
    fixes = [check.fix for check in check_wiring(places)]
    assert "run `codegraph setup codex --scope project --instructions`" in fixes


def test_a_server_that_never_answers_is_given_up(tmp_path: Path):
    found = probe([sys.executable, "-c", "import sys; sys.stdin.read()"], tmp_path, os.environ, 0.3)
    assert found.problem == "no answer within 0 s"


def test_a_server_that_prints_something_else_is_told_so(tmp_path: Path):
    found = probe([sys.executable, "-c", "print('starting')"], tmp_path, os.environ, 20)
    assert found.tools == ()
    assert "stops before it answers" in found.problem
