"""Wiring a client: its entry is added and taken away, and nothing else in its files changes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from codegraph.errors import ConfigError, WiringError
from codegraph.foreign_files.atomic_change import FileChange, apply, get_backup_file, read
from codegraph.setup import documents
from codegraph.setup.clients import BY_NAME, CLIENTS, Client, Format, Places, Platform, Scope
from codegraph.setup.instructions import BEGIN, build_block
from codegraph.setup.server_entry import SERVER, extract_command, is_ours, make_entry
from codegraph.setup.wiring import Wish, build_snippet, carry_out, list_clients, plan_removal, plan_setup

every_client = pytest.mark.parametrize("client", CLIENTS, ids=lambda c: c.name)

SETTINGS = {
    Format.JSON: '{\n  "mcpServers": {\n    "mine": { "command": "x", "env": {"KEY": "1"} }\n  },\n  "hooks": {"Stop": []}\n}\n',
    Format.JSONC: '{\n  // mine\n  "theme": "dark",\n  "servers": {}, /* none */\n}\n',
    Format.TOML: 'model = "m" # mine\n\n[mcp_servers.mine]\ncommand = "x"\n\n[profiles.fast]\nmodel = "n"\n',
}


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "me", tmp_path / "project", Platform.LINUX, {})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def write(path: Path | None, text: str) -> Path:
    assert path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def wire(wish: Wish, places: Places, home: Path) -> str:
    carry_out(wish, plan_setup(wish, places), home, dry_run=False)
    path = places.get_config_file(wish.client, wish.scope)
    assert path is not None
    return path.read_bytes().decode()


def unwire(wish: Wish, places: Places, home: Path) -> None:
    carry_out(wish, plan_removal(wish, places), home, dry_run=False)


def found(client: Client, text: str) -> documents.Json:
    return documents.get_entry(documents.load(text, client.format), (*client.keys, SERVER))


@every_client
def test_an_absent_file_is_made_and_the_project_file_goes_again(client: Client, places: Places, home: Path):
    for scope in Scope:
        path = places.get_config_file(client, scope)
        if path is None:
            continue
        text = wire(Wish(client, scope), places, home)
        assert extract_command(found(client, text))[-1] == "serve"
        unwire(Wish(client, scope), places, home)
        if client.dedicated or scope is Scope.PROJECT:
            assert not path.exists()


@every_client
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_everything_else_in_the_file_survives_both_ways(client: Client, newline: str, places: Places, home: Path):
    text = SETTINGS[client.format].replace("\n", newline)
    path = write(places.get_config_file(client, Scope.USER), text)
    made = wire(Wish(client, Scope.USER), places, home)
    assert is_ours(found(client, made))
    after = documents.load(made, client.format)
    servers = documents.get_entry(after, client.keys)
    assert isinstance(servers, dict)
    del servers[SERVER]
    assert {k: v for k, v in after.items() if v} == {k: v for k, v in documents.load(text, client.format).items() if v}
    if client.format is Format.JSONC:
        assert "// mine" in made and "/* none */" in made
    unwire(Wish(client, Scope.USER), places, home)
    left = path.read_bytes().decode()
    if client.keys == ("servers",):  # the empty object went with the entry
        assert documents.load(left, client.format) == {"theme": "dark"}
    else:
        assert left == text


@every_client
def test_a_second_run_changes_nothing(client: Client, places: Places, home: Path):
    wish = Wish(client, Scope.USER)
    wire(wish, places, home)
    assert [change.action for change in plan_setup(wish, places)] == ["unchanged"]


@every_client
def test_a_malformed_file_is_left_alone_and_the_hint_is_what_to_paste(client: Client, places: Places):
    write(places.get_config_file(client, Scope.USER), '{ "a": ' if client.format is not Format.TOML else "a = = 1\n")
    wish = Wish(client, Scope.USER)
    with pytest.raises(WiringError, match="cannot be changed") as caught:
        plan_setup(wish, places)
    assert build_snippet(wish) in caught.value.hint
    assert documents.load(build_snippet(wish), client.format)


def test_what_the_user_added_to_our_entry_stays(places: Places, home: Path):
    client = BY_NAME["cursor"]
    entry = {"command": "/old/codegraph", "args": ["serve"], "env": {"CODEGRAPH_HOME": "/data"}}
    write(places.get_config_file(client, Scope.USER), json.dumps({"mcpServers": {SERVER: entry}}))
    made = found(client, wire(Wish(client, Scope.USER, ("codemem",)), places, home))
    assert isinstance(made, dict)
    assert made["env"] == {"CODEGRAPH_HOME": "/data"}
    assert extract_command(made)[-3:] == ("serve", "--toolsets", "codemem")


def test_an_unknown_toolset_is_told_before_anything_is_written(places: Places):
    with pytest.raises(ConfigError, match="codemen"):
        plan_setup(Wish(BY_NAME["cursor"], Scope.USER, ("codemen",)), places)


def test_another_program_of_the_same_name_is_not_replaced(places: Places, home: Path):
    client = BY_NAME["cursor"]
    text = json.dumps({"mcpServers": {SERVER: {"command": "npx", "args": ["codegraph", "serve", "--mcp"]}}})
    path = write(places.get_config_file(client, Scope.USER), text)
    with pytest.raises(WiringError, match="not this program"):
        plan_setup(Wish(client, Scope.USER), places)
    unwire(Wish(client, Scope.USER), places, home)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("words", "ours"),
    [
        (["codegraph", "serve"], True),
        (["C:\\Tools\\codegraph.exe", "serve"], True),
        (["/venv/bin/python", "-m", "codegraph", "serve", "--read-only"], True),
        (["uvx", "--from", "codegraph-memory", "codegraph", "serve"], True),
        (["codegraph", "mcp"], False),
        (["node", "other.js", "serve"], False),
        ([], False),
    ],
)
def test_our_entry_is_told_by_what_it_starts(words: list[str], ours: bool):
    for client in CLIENTS:
        assert is_ours(make_entry(client, words) if words else {}) is ours


def test_newer_layouts_of_a_file_are_followed(places: Places, home: Path):
    client = BY_NAME["opencode"]
    path = places.get_config_file(client, Scope.PROJECT)
    assert path is not None
    write(path.with_name("opencode.jsonc"), '{\n  "mcp": { "servers": { "a": {} } }, // new layout\n}\n')
    text = wire(Wish(client, Scope.PROJECT), places, home)
    assert SERVER in json.dumps(documents.get_entry(documents.load(text, client.format), ("mcp", "servers")))
    assert not path.exists()


def test_files_are_where_the_platform_and_the_environment_say(tmp_path: Path):
    env = {"CODEX_HOME": "/data/codex", "APPDATA": "C:/Roaming", "XDG_CONFIG_HOME": "/xdg"}

    def user_file(client: str, platform: Platform, env: dict[str, str]) -> str:
        return str(Places(Path("/me"), tmp_path, platform, env).get_config_file(BY_NAME[client], Scope.USER))

    assert user_file("codex", Platform.LINUX, env) == "/data/codex/config.toml"
    assert user_file("zed", Platform.WINDOWS, env) == "C:/Roaming/Zed/settings.json"
    assert user_file("zed", Platform.MACOS, {}) == "/me/.config/zed/settings.json"
    assert user_file("vscode", Platform.LINUX, env) == "/xdg/Code/User/mcp.json"
    assert user_file("vscode", Platform.MACOS, {}) == "/me/Library/Application Support/Code/User/mcp.json"
    assert user_file("claude-code", Platform.LINUX, {"CLAUDE_CONFIG_DIR": "/c"}) == "/c/.claude.json"


def test_a_client_without_project_files_says_so(places: Places):
    with pytest.raises(WiringError, match="no file for one project"):
        plan_setup(Wish(BY_NAME["windsurf"], Scope.PROJECT), places)


def test_the_list_tells_the_state_of_every_file(places: Places, home: Path):
    wire(Wish(BY_NAME["cursor"], Scope.USER), places, home)
    write(places.get_config_file(BY_NAME["zed"], Scope.USER), "{")
    states = {(row.client, row.scope): row.state for row in list_clients(places).clients}
    assert states["cursor", "user"] == "wired"
    assert states["zed", "user"] == "malformed"
    assert states["codex", "project"] == "not wired"


# ---- instructions


def test_the_instructions_block_is_renewed_in_place_and_removed_whole(places: Places, home: Path):
    wish = Wish(BY_NAME["claude-code"], Scope.PROJECT, instructions=True)
    path = write(places.get_instructions_file(wish.client, wish.scope), "# Mine\n\nMy rules.\n")
    wire(wish, places, home)
    assert path.read_text() == "# Mine\n\nMy rules.\n\n" + build_block()
    path.write_text(path.read_text().replace("## codegraph", "## of an older version") + "\nMore of mine.\n")
    wire(wish, places, home)
    assert path.read_text() == "# Mine\n\nMy rules.\n\n" + build_block() + "\nMore of mine.\n"
    unwire(wish, places, home)
    assert path.read_text() == "# Mine\n\nMy rules.\n\n\nMore of mine.\n"


def test_a_file_of_instructions_with_nothing_else_goes_with_its_block(places: Places, home: Path):
    wish = Wish(BY_NAME["codex"], Scope.PROJECT, instructions=True)
    wire(wish, places, home)
    unwire(wish, places, home)
    assert list(places.project.rglob("*.md")) == []


def test_half_a_block_is_refused(places: Places):
    wish = Wish(BY_NAME["codex"], Scope.PROJECT, instructions=True)
    write(places.get_instructions_file(wish.client, wish.scope), f"{BEGIN}\nno end\n")
    with pytest.raises(WiringError, match="not one pair"):
        plan_setup(wish, places)


# ---- writing


def test_a_dry_run_writes_nothing_and_shows_the_diff(places: Places, home: Path):
    wish = Wish(BY_NAME["codex"], Scope.USER)
    report = carry_out(wish, plan_setup(wish, places), home, dry_run=True)
    assert "+[mcp_servers.codegraph]" in report.files[0].diff
    assert not places.home.exists()
    assert not home.exists()


def test_the_file_as_it_was_is_kept_for_its_owner_only(places: Places, home: Path):
    client = BY_NAME["cursor"]
    path = write(places.get_config_file(client, Scope.USER), '{"mcpServers": {}}')
    path.chmod(0o640)
    wire(Wish(client, Scope.USER), places, home)
    backup = get_backup_file(path, home)
    assert backup.read_text() == '{"mcpServers": {}}'
    assert (backup.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o600, 0o640)
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_link_stays_a_link(places: Places, home: Path, tmp_path: Path):
    client = BY_NAME["gemini-cli"]
    real = write(tmp_path / "dotfiles" / "gemini.json", "{}\n")
    path = places.get_config_file(client, Scope.USER)
    assert path is not None
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    wire(Wish(client, Scope.USER), places, home)
    assert path.is_symlink()
    assert SERVER in real.read_text()


def test_a_change_by_another_program_is_not_overwritten(tmp_path: Path):
    path = write(tmp_path / "settings.json", "{}")
    change = FileChange(path, "{}", '{"a": 1}')
    path.write_text('{"theirs": 1}')
    with pytest.raises(WiringError, match="another program"):
        apply(change, tmp_path / "home")
    assert path.read_text() == '{"theirs": 1}'


def test_a_file_that_is_no_text_is_left_alone(places: Places):
    client = BY_NAME["cursor"]
    path = write(places.get_config_file(client, Scope.USER), "")
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(WiringError, match="not UTF-8"):
        plan_setup(Wish(client, Scope.USER), places)


@pytest.mark.skipif(os.name == "nt", reason="pipes have no names in folders")
def test_what_is_no_file_is_not_read(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    for name in ("pipe", "device"):
        with pytest.raises(WiringError):
            read(tmp_path / name)
