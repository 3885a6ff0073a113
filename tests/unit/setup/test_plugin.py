"""The Claude Code plugin: complete, made from the inventory, and careful about where it is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from codegraph import __version__
from codegraph.cli.app import app
from codegraph.errors import WiringError
from codegraph.operations.capabilities import BY_NAME
from codegraph.operations.tools.tool_table import choose
from codegraph.setup.clients import BY_NAME as CLIENTS
from codegraph.setup.clients import Scope
from codegraph.setup.hooks import HOOKS, Hook
from codegraph.setup.instructions import USES
from codegraph.setup.plugin import build_plugin_files
from codegraph.setup.wiring import Wish, carry_out, plan_plugin


def test_manifest_and_server_are_json_of_this_version():
    files = build_plugin_files()
    assert json.loads(files[".claude-plugin/plugin.json"])["version"] == __version__
    assert json.loads(files[".mcp.json"])["mcpServers"]["codegraph"]["args"] == ["serve"]


def test_the_skill_has_a_front_matter_and_names_only_verbs_that_exist():
    text = build_plugin_files()["skills/codegraph/SKILL.md"]
    _, head, body = text.split("---\n", 2)
    assert re.search(r"^name: codegraph$", head, re.M)
    assert len(re.findall(r"^description: .+$", head, re.M)) == 1
    verbs = re.findall(r"`codegraph ([a-z-]+)", body)
    assert set(verbs) <= BY_NAME.keys()
    assert len(verbs) > len(USES)


def test_agents_are_told_of_tools_that_are_served():
    served = {offered.name for offered in choose()}
    assert {use.tool for use in USES} <= served


def test_every_hook_runs_a_verb_that_exists():
    for hook in HOOKS:
        assert hook.verb.split(" ")[0] in app.list_commands(app.make_context("codegraph", ["list"]))


def test_hooks_of_one_event_stand_together():
    hooks = (Hook("SessionStart", "startup", "status", 5), Hook("SessionStart", "", "list", 5))
    made = json.loads(build_plugin_files(hooks)["hooks/hooks.json"])["hooks"]
    assert [group["hooks"][0]["command"] for group in made["SessionStart"]] == ["codegraph status", "codegraph list"]
    assert made["SessionStart"][0]["matcher"] == "startup"
    assert "matcher" not in made["SessionStart"][1]


def test_a_plugin_is_written_over_itself_but_not_over_other_files(tmp_path: Path):
    wish = Wish(CLIENTS["claude-code"], Scope.USER)
    carry_out(wish, plan_plugin(tmp_path / "plugin"), tmp_path / "home", dry_run=False)
    assert {change.action for change in plan_plugin(tmp_path / "plugin")} == {"unchanged"}
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.md").write_text("mine")
    with pytest.raises(WiringError, match="holds other files: notes"):
        plan_plugin(tmp_path / "mine")
