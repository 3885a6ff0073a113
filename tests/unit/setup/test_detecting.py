"""Detection of the coding agents of a machine, and wiring of all at once."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from codegraph.foreign_files.atomic_change import get_backup_file
from codegraph.setup.clients import BY_NAME, CLIENTS, Client, Places, Platform, Scope
from codegraph.setup.plain_text import format_clients, list_unwired
from codegraph.setup.plugin import MARKETPLACE
from codegraph.setup.server_entry import SERVER
from codegraph.setup.wiring import State, Wish, list_clients, plan_plugin, set_up_several

every_client = pytest.mark.parametrize("client", CLIENTS, ids=lambda c: c.name)


def places(tmp_path: Path, platform: Platform = Platform.LINUX, **env: str) -> Places:
    home = tmp_path / "me"
    home.mkdir(parents=True, exist_ok=True)
    return Places(home, tmp_path / "project", platform, env)


def installed(here: Places) -> list[str]:
    return [client.name for client in here.find_installed_clients()]


def test_an_empty_home_has_no_agent(tmp_path: Path):
    assert installed(places(tmp_path)) == []


def test_at_least_twenty_agents_are_known():
    assert len(CLIENTS) >= 20
    assert len({client.name for client in CLIENTS}) == len(CLIENTS)


@every_client
@pytest.mark.parametrize("platform", Platform)
def test_an_agent_is_found_by_each_of_its_traces(client: Client, platform: Platform, tmp_path: Path):
    for number, trace in enumerate(client.traces):
        here = places(tmp_path / f"{number}", platform)
        here._expand(trace).mkdir(parents=True)
        assert client.name in installed(here), trace


@pytest.mark.skipif(os.name == "nt", reason="programs have other names there")
@every_client
def test_an_agent_is_found_by_its_programs(client: Client, tmp_path: Path):
    folder = tmp_path / "bin"
    folder.mkdir()
    for program in client.programs:
        (folder / program).write_text("#!/bin/sh\n")
        (folder / program).chmod(0o755)
        assert client.name in installed(places(tmp_path, PATH=str(folder)))


def test_an_agent_is_found_by_its_application(tmp_path: Path):
    mac = places(tmp_path, Platform.MACOS)
    (mac.home / "Applications" / "Claude.app").mkdir(parents=True)
    assert installed(mac) == ["claude-desktop"]
    windows = places(tmp_path, Platform.WINDOWS, LOCALAPPDATA=str(tmp_path / "local"))
    (tmp_path / "local" / "Programs" / "Kiro").mkdir(parents=True)
    assert installed(windows) == ["kiro"]


def test_a_predecessor_is_not_offered_beside_its_successor(tmp_path: Path):
    here = places(tmp_path)
    (here.home / ".codeium" / "windsurf").mkdir(parents=True)
    assert installed(here) == ["windsurf"]
    (here.home / ".config" / "devin").mkdir(parents=True)
    assert installed(here) == ["devin"]


@pytest.mark.parametrize(
    ("client", "platform", "path"),
    [
        ("claude-desktop", Platform.LINUX, "/me/.config/Claude/claude_desktop_config.json"),
        ("claude-desktop", Platform.MACOS, "/me/Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-desktop", Platform.WINDOWS, "/roaming/Claude/claude_desktop_config.json"),
        ("devin", Platform.LINUX, "/me/.config/devin/mcp_config.json"),
        ("devin", Platform.WINDOWS, "/roaming/devin/mcp_config.json"),
        ("copilot-cli", Platform.MACOS, "/me/.copilot/mcp-config.json"),
        ("cline", Platform.LINUX, "/me/.cline/data/settings/cline_mcp_settings.json"),
        (
            "roo-code",
            Platform.WINDOWS,
            "/roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        ),
        ("continue", Platform.LINUX, "/me/.continue/mcpServers/codegraph.json"),
        ("junie", Platform.MACOS, "/me/.junie/mcp/mcp.json"),
        ("kiro", Platform.LINUX, "/me/.kiro/settings/mcp.json"),
        ("qwen-code", Platform.LINUX, "/me/.qwen/settings.json"),
        ("amp", Platform.WINDOWS, "/me/.config/amp/settings.json"),
        ("antigravity", Platform.LINUX, "/me/.gemini/config/mcp_config.json"),
        ("kimi", Platform.LINUX, "/me/.kimi-code/mcp.json"),
        ("crush", Platform.WINDOWS, "/local/crush/crush.json"),
    ],
)
def test_the_file_of_an_agent_is_where_its_platform_keeps_it(
    client: str, platform: Platform, path: str, tmp_path: Path
):
    here = Places(Path("/me"), tmp_path, platform, {"APPDATA": "/roaming", "LOCALAPPDATA": "/local"})
    assert str(here.get_config_file(BY_NAME[client], Scope.USER)) == path


def test_a_variable_of_an_agent_moves_its_file(tmp_path: Path):
    here = Places(Path("/me"), tmp_path, Platform.LINUX, {"KIRO_HOME": "/data/kiro", "CLINE_DATA_DIR": "/data/cline"})
    assert str(here.get_config_file(BY_NAME["kiro"], Scope.USER)) == "/data/kiro/settings/mcp.json"
    assert str(here.get_config_file(BY_NAME["cline"], Scope.USER)) == "/data/cline/settings/cline_mcp_settings.json"


def test_the_file_of_an_older_release_stays_in_use_until_there_is_a_newer_one(tmp_path: Path):
    here = places(tmp_path)
    older = here._expand(BY_NAME["cline"].older)
    older.parent.mkdir(parents=True)
    older.write_text("{}")
    assert here.get_config_file(BY_NAME["cline"], Scope.USER) == older
    newer = here.home / ".cline" / "data" / "settings" / "cline_mcp_settings.json"
    newer.parent.mkdir(parents=True)
    newer.write_text("{}")
    assert here.get_config_file(BY_NAME["cline"], Scope.USER) == newer


# ---- several at once


def wire_all(here: Places, home: Path, *, uninstall: bool = False, dry_run: bool = False):
    wishes = [Wish(client, Scope.USER, instructions=True, hooks=True) for client in here.find_installed_clients()]
    return set_up_several(wishes, here, home, uninstall=uninstall, dry_run=dry_run)


ENTRY = json.dumps({"mcpServers": {"mine": {"command": "x"}}, "theme": "dark"}, indent=4) + "\n"


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Places, Path, dict[Path, str]]:
    """A home with agents whose files hold JSON, JSONC and TOML of their owner, and YAML that nobody may touch."""
    here = places(tmp_path)
    texts = {
        ".cursor/mcp.json": ENTRY,
        ".config/amp/settings.json": '{\n  // mine\n  "amp.mcpServers": {"mine": {"command": "x"}},\n}\n',
        ".codex/config.toml": 'model = "m" # mine\n\n[mcp_servers.mine]\ncommand = "x"\n',
        ".continue/config.yaml": "name: mine # keep\nmcpServers:\n  - name: mine\n    command: x\n",
        ".copilot/mcp-config.json": ENTRY,
    }
    for name, text in texts.items():
        path = here.home / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return here, tmp_path / "home", {here.home / name: text for name, text in texts.items()}


def test_all_agents_are_wired_and_unwired_and_what_is_theirs_stays(machine: tuple[Places, Path, dict[Path, str]]):
    here, home, texts = machine
    done = wire_all(here, home)
    assert [report.client for report in done.reports] == ["cursor", "copilot-cli", "codex", "continue", "amp"]
    assert done.failures == ()
    states = {row.client: row.state for row in list_clients(here).clients if row.scope == Scope.USER and row.installed}
    assert set(states.values()) == {State.WIRED}
    assert list_unwired(list_clients(here)) == []
    again = wire_all(here, home)
    assert {row.action for report in again.reports for row in report.files} == {"unchanged"}
    copilot = json.loads((here.home / ".copilot" / "mcp-config.json").read_text())["mcpServers"][SERVER]
    assert (copilot["type"], copilot["tools"]) == ("local", ["*"])
    wire_all(here, home, uninstall=True)
    assert {path: path.read_text() for path in texts} == texts
    assert not (here.home / ".continue" / "mcpServers" / "codegraph.json").exists()


def test_one_file_that_cannot_be_changed_stops_none_of_the_others(machine: tuple[Places, Path, dict[Path, str]]):
    here, home, _ = machine
    broken = here.home / ".cursor" / "mcp.json"
    broken.write_text("{ broken")
    done = wire_all(here, home)
    assert [failure.client for failure in done.failures] == ["cursor"]
    assert "cannot be changed" in done.failures[0].message
    assert broken.read_text() == "{ broken"
    assert not get_backup_file(broken, home).exists()
    assert len(done.reports) == 4


def test_the_list_shows_what_is_installed_with_its_command(machine: tuple[Places, Path, dict[Path, str]]):
    here, _, _ = machine
    lines = format_clients(list_clients(here))
    text = "\n".join(lines)
    assert "codegraph setup cursor" in text
    assert "`codegraph setup --all` wires 5 agents" in lines
    assert "also supported: claude-code, " in text
    numbered = format_clients(list_clients(here), numbered=True)
    assert [line.split()[0] for line in numbered[1:6]] == ["1", "2", "3", "4", "5"]


def test_a_plugin_folder_is_a_marketplace_of_its_own(tmp_path: Path):
    files = {str(change.path.relative_to(tmp_path)): change.after for change in plan_plugin(tmp_path)}
    assert json.loads(files[MARKETPLACE] or "")["plugins"][0]["source"] == "./"
    assert json.loads(files[".claude-plugin/plugin.json"] or "")["author"]["name"]
