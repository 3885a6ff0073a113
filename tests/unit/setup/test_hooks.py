"""Hooks of a session: ours come and go, a user's own stay as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.errors import WiringError
from codegraph.query_results import CheckStatus
from codegraph.setup.clients import BY_NAME, Places, Platform, Scope
from codegraph.setup.documents import MalformedError
from codegraph.setup.hooks import HOOKS, build_hook_groups, drop_hooks, has_hooks, put_hooks
from codegraph.setup.wiring import Wish, carry_out, plan_removal, plan_setup
from codegraph.setup.wiring_checks import check_wiring

MINE = """{
  "model": "m",
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "my-codegraph hook-runner"
          }
        ]
      }
    ]
  }
}
"""
CLAUDE = BY_NAME["claude-code"]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "me", tmp_path / "project", Platform.LINUX, {"PATH": str(tmp_path / "bin")})


def test_ours_stand_after_the_users_own_and_go_without_a_trace():
    made = put_hooks(MINE, ("codegraph",))
    commands = [group["hooks"][0]["command"] for group in json.loads(made)["hooks"]["Stop"]]
    assert commands == ["my-codegraph hook-runner", "codegraph hook stop"]
    assert {h.event for h in HOOKS} == set(json.loads(made)["hooks"])
    assert drop_hooks(made) == MINE


def test_a_second_time_changes_nothing_and_a_new_path_takes_the_place_of_the_old():
    made = put_hooks(MINE, ("/old place/bin/codegraph",))
    assert put_hooks(made, ("/old place/bin/codegraph",)) == made
    again = put_hooks(made, ("/new/codegraph",))
    assert "/old place" not in again
    assert json.loads(again)["hooks"].keys() == json.loads(made)["hooks"].keys()
    assert drop_hooks(again) == MINE


def test_a_command_of_ours_leaves_a_group_that_it_shares():
    group = {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "lint"}, *build_hook_groups()["Stop"][0]["hooks"]],
    }
    left = json.loads(drop_hooks(json.dumps({"hooks": {"PostToolUse": [group]}})))
    assert left == {"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}]}]}}


def test_an_event_that_is_no_longer_ours_is_cleared():
    older = json.dumps({"hooks": {"Notification": [{"hooks": [{"type": "command", "command": "codegraph hook old"}]}]}})
    assert "Notification" not in json.loads(put_hooks(older, ("codegraph",)))["hooks"]


@pytest.mark.parametrize("text", ['{"hooks": []}', '{"hooks": {"Stop": {}}}', "{"])
def test_a_shape_that_is_not_understood_is_refused(text: str):
    with pytest.raises(MalformedError):
        put_hooks(text, ("codegraph",))


def test_setup_writes_hooks_when_asked_and_uninstall_takes_them_out(places: Places, tmp_path: Path):
    settings = places.project / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(MINE)
    plain = carry_out(w := Wish(CLAUDE, Scope.PROJECT), plan_setup(w, places), tmp_path / "home", dry_run=False)
    assert [row.path for row in plain.files] == [str(places.project / ".mcp.json")]
    assert settings.read_text() == MINE
    wish = Wish(CLAUDE, Scope.PROJECT, hooks=True)
    carry_out(wish, plan_setup(wish, places), tmp_path / "home", dry_run=False)
    assert has_hooks(settings.read_text())
    carry_out(wish, plan_removal(wish, places), tmp_path / "home", dry_run=False)
    assert settings.read_text() == MINE


def test_a_client_without_hooks_says_so(places: Places):
    with pytest.raises(WiringError, match="no hooks"):
        plan_setup(Wish(BY_NAME["zed"], Scope.USER, hooks=True), places)


def test_doctor_names_hooks_of_another_version(places: Places, tmp_path: Path):
    wish = Wish(CLAUDE, Scope.PROJECT, hooks=True)
    carry_out(wish, plan_setup(wish, places), tmp_path / "home", dry_run=False)
    settings = places.project / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace('"timeout": 10', '"timeout": 99'))
    found = [check for check in check_wiring(places) if "hooks are of another version" in check.detail]
    assert [check.status for check in found] == [CheckStatus.WARNING]
    assert found[0].fix == "run `codegraph setup claude-code --scope project --hooks`"
