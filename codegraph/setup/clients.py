"""The coding agents that can be wired, one row of data each.

Where each keeps its servers, in which format and shape, is what its own documentation says; nothing here is discovered
by trying. A path may use `{home}`, `{config}` (XDG_CONFIG_HOME or `~/.config`) and `{appdata}` (Windows).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple


class Format(StrEnum):
    JSON = "json"
    JSONC = "jsonc"  # with comments and trailing commas
    TOML = "toml"


class Scope(StrEnum):
    USER = "user"
    PROJECT = "project"


class Platform(StrEnum):
    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"


class Shape(StrEnum):
    """How a client writes down a command."""

    COMMAND = "command and args"
    TYPED = "command and args, with type stdio"
    SOURCED = "command and args, with source custom"
    LOCAL = "one list of words, with type local"


class Client(NamedTuple):
    name: str
    title: str
    format: Format
    shape: Shape
    keys: tuple[str, ...]  # the object or table that holds the servers
    user: str
    project: str  # relative to the work tree, "" when the client has no such file
    after: str  # what makes the client notice
    macos: str = ""  # the user file there, where it differs
    windows: str = ""
    folder_variable: str = ""  # environment variable that names another folder for the user file
    also: str = ""  # a second name the same file may have
    newer_keys: tuple[str, ...] = ()  # taken instead of `keys` in a file that has this object
    dedicated: bool = True  # the file holds servers and nothing else: when it becomes empty it goes
    user_instructions: str = ""  # a Markdown file the client reads in every project
    project_instructions: str = "AGENTS.md"
    hooks: str = ""  # its settings with hooks, relative to the home folder or the work tree; "" when it has none


CLIENTS: Final[tuple[Client, ...]] = (
    Client(
        "claude-code", "Claude Code", Format.JSON, Shape.TYPED, ("mcpServers",),
        user="{home}/.claude.json", folder_variable="CLAUDE_CONFIG_DIR", project=".mcp.json",
        after="start a new session; `/mcp` lists the server. A project's servers are asked about once",
        dedicated=False, user_instructions="{home}/.claude/CLAUDE.md", project_instructions="CLAUDE.md",
        hooks=".claude/settings.json",
    ),
    Client(
        "cursor", "Cursor", Format.JSON, Shape.TYPED, ("mcpServers",),
        user="{home}/.cursor/mcp.json", project=".cursor/mcp.json",
        after="turn the server on in Cursor's settings, under tools",
    ),
    Client(
        "vscode", "VS Code", Format.JSONC, Shape.TYPED, ("servers",),
        user="{config}/Code/User/mcp.json", macos="{home}/Library/Application Support/Code/User/mcp.json",
        windows="{appdata}/Code/User/mcp.json", project=".vscode/mcp.json",
        after="`MCP: List Servers` in the command palette starts it",
    ),
    Client(
        "codex", "Codex", Format.TOML, Shape.COMMAND, ("mcp_servers",),
        user="{home}/.codex/config.toml", folder_variable="CODEX_HOME", project=".codex/config.toml",
        after="start a new session; `/mcp` lists the server. A project's file counts once the project is trusted",
        dedicated=False, user_instructions="{home}/.codex/AGENTS.md",
    ),
    Client(
        "windsurf", "Windsurf", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.codeium/windsurf/mcp_config.json", project="",
        after="refresh the list of servers in Cascade",
        user_instructions="{home}/.codeium/windsurf/memories/global_rules.md",
    ),
    Client(
        "zed", "Zed", Format.JSONC, Shape.SOURCED, ("context_servers",),
        user="{config}/zed/settings.json", windows="{appdata}/Zed/settings.json", project=".zed/settings.json",
        after="Zed reads the file when it is saved", dedicated=False,
    ),
    Client(
        "gemini-cli", "Gemini CLI", Format.JSONC, Shape.COMMAND, ("mcpServers",),
        user="{home}/.gemini/settings.json", project=".gemini/settings.json",
        after="start a new session; `/mcp` lists the server",
        dedicated=False, user_instructions="{home}/.gemini/GEMINI.md", project_instructions="GEMINI.md",
    ),
    Client(
        "opencode", "opencode", Format.JSONC, Shape.LOCAL, ("mcp",), newer_keys=("mcp", "servers"),
        user="{config}/opencode/opencode.json", windows="{home}/.config/opencode/opencode.json",
        also="opencode.jsonc", project="opencode.json", after="start a new session", dedicated=False,
        user_instructions="{config}/opencode/AGENTS.md",
    ),
)  # fmt: skip

BY_NAME: Final = {client.name: client for client in CLIENTS}


@dataclass(frozen=True, slots=True)
class Places:
    """Where paths are counted from: whose home, which system, which work tree."""

    home: Path
    project: Path
    platform: Platform
    env: Mapping[str, str]

    @classmethod
    def here(cls, project: Path) -> Places:
        return cls(Path.home(), project, this_platform(), os.environ)

    def config_file(self, client: Client, scope: Scope) -> Path | None:
        """The client's file, whether it exists or not; None when it has none of this scope."""
        if scope is Scope.PROJECT:
            path = self.project / client.project if client.project else None
        else:
            path = self._user_file(client)
        if path is not None and client.also and not path.exists() and path.with_name(client.also).exists():
            return path.with_name(client.also)
        return path

    def instructions_file(self, client: Client, scope: Scope) -> Path | None:
        if scope is Scope.PROJECT:
            return self.project / client.project_instructions
        return self._expand(client.user_instructions) if client.user_instructions else None

    def hooks_file(self, client: Client, scope: Scope) -> Path | None:
        if not client.hooks:
            return None
        if scope is Scope.PROJECT:
            return self.project / client.hooks
        folder = self.env.get(client.folder_variable, "").strip()
        return Path(folder).expanduser() / Path(client.hooks).name if folder else self.home / client.hooks

    def _user_file(self, client: Client) -> Path:
        own = {Platform.MACOS: client.macos, Platform.WINDOWS: client.windows}.get(self.platform, "")
        path = self._expand(own or client.user)
        folder = self.env.get(client.folder_variable, "").strip() if client.folder_variable else ""
        return Path(folder).expanduser() / path.name if folder else path

    def _expand(self, template: str) -> Path:
        config = self.env.get("XDG_CONFIG_HOME") or str(self.home / ".config")
        appdata = self.env.get("APPDATA") or str(self.home / "AppData" / "Roaming")
        return Path(template.format(home=self.home, config=config, appdata=appdata))


def this_platform() -> Platform:
    if sys.platform == "win32":
        return Platform.WINDOWS
    return Platform.MACOS if sys.platform == "darwin" else Platform.LINUX
