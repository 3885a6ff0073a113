"""The coding agents that can be wired, one row of data each.

The place, format and shape of each one's servers come from its own documentation; nothing here is discovered by trying.
A path may use `{home}`, `{config}` (XDG_CONFIG_HOME or `~/.config`), `{support}` (where the platform keeps the data of
applications), and on Windows `{appdata}` and `{localdata}`.
"""

from __future__ import annotations

import os
import shutil
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
    """Form in which a client writes down a command."""

    COMMAND = "command and args"
    TYPED = "command and args, with type stdio"
    TOOLS = "command and args, with type local and the tools to offer"
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
    windows: str = ""  # the user file there, where it differs
    folder_variable: str = ""  # environment variable that names another folder for the user file
    in_folder: str = ""  # the user file relative to that folder, where it is not directly in it
    also: str = ""  # a second name the same file may have
    older: str = ""  # the user file of earlier releases, kept in use where it alone exists
    newer_keys: tuple[str, ...] = ()  # taken instead of `keys` in a file that has this object
    dedicated: bool = True  # the file holds servers and nothing else: when it becomes empty it goes
    user_instructions: str = ""  # a Markdown file the client reads in every project
    project_instructions: str = "AGENTS.md"
    hooks: str = ""  # its settings with hooks, relative to the home folder or the work tree; "" when it has none
    traces: tuple[str, ...] = ()  # files and folders that an installed client has
    programs: tuple[str, ...] = ()  # its commands on PATH
    application: str = ""  # its name in the folder of applications of macOS and Windows
    successor: str = ""  # the client that replaced it: where both are installed only that one is offered


_EXTENSIONS: Final = "{support}/Code/User/globalStorage"
_CLINE: Final = "cline_mcp_settings.json"
_ROO: Final = f"{_EXTENSIONS}/rooveterinaryinc.roo-cline"

CLIENTS: Final[tuple[Client, ...]] = (
    Client(
        "claude-code", "Claude Code", Format.JSON, Shape.TYPED, ("mcpServers",),
        user="{home}/.claude.json", folder_variable="CLAUDE_CONFIG_DIR", project=".mcp.json",
        after="start a new session; `/mcp` lists the server. A project's servers are asked about once",
        dedicated=False, user_instructions="{home}/.claude/CLAUDE.md", project_instructions="CLAUDE.md",
        hooks=".claude/settings.json", traces=("{home}/.claude", "{home}/.claude.json"), programs=("claude",),
    ),
    Client(
        "claude-desktop", "Claude Desktop", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{support}/Claude/claude_desktop_config.json", project="", dedicated=False,
        after="quit Claude Desktop and start it again", traces=("{support}/Claude",), application="Claude",
    ),
    Client(
        "cursor", "Cursor", Format.JSON, Shape.TYPED, ("mcpServers",),
        user="{home}/.cursor/mcp.json", project=".cursor/mcp.json",
        after="turn the server on in Cursor's settings, under tools",
        traces=("{home}/.cursor",), programs=("cursor", "cursor-agent"), application="Cursor",
    ),
    Client(
        "vscode", "VS Code", Format.JSONC, Shape.TYPED, ("servers",),
        user="{support}/Code/User/mcp.json", project=".vscode/mcp.json",
        after="`MCP: List Servers` in the command palette starts it",
        traces=("{support}/Code/User",), programs=("code",), application="Visual Studio Code",
    ),
    Client(
        "copilot-cli", "GitHub Copilot CLI", Format.JSON, Shape.TOOLS, ("mcpServers",),
        user="{home}/.copilot/mcp-config.json", folder_variable="COPILOT_HOME", project=".github/mcp.json",
        after="start a new session; `/mcp show` lists the server",
        user_instructions="{home}/.copilot/copilot-instructions.md",
        traces=("{home}/.copilot",), programs=("copilot",),
    ),
    Client(
        "codex", "Codex", Format.TOML, Shape.COMMAND, ("mcp_servers",),
        user="{home}/.codex/config.toml", folder_variable="CODEX_HOME", project=".codex/config.toml",
        after="start a new session; `/mcp` lists the server. A project's file counts once the project is trusted",
        dedicated=False, user_instructions="{home}/.codex/AGENTS.md", traces=("{home}/.codex",), programs=("codex",),
    ),
    # Windsurf became Devin Desktop on 2026-06-02. Devin's own file is shared with its command-line agent.
    Client(
        "devin", "Devin", Format.JSONC, Shape.COMMAND, ("mcpServers",),
        user="{config}/devin/mcp_config.json", windows="{appdata}/devin/mcp_config.json",
        project=".devin/mcp_config.json", after="start a new session",
        traces=("{config}/devin", "{appdata}/devin"), programs=("devin",), application="Devin",
    ),
    # Devin reads this file, too, for the sake of its predecessor: an entry in both would start the server twice.
    Client(
        "windsurf", "Windsurf", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.codeium/windsurf/mcp_config.json", project="",
        after="refresh the list of servers in Cascade",
        user_instructions="{home}/.codeium/windsurf/memories/global_rules.md",
        traces=("{home}/.codeium/windsurf",), programs=("windsurf",), application="Windsurf", successor="devin",
    ),
    Client(
        "zed", "Zed", Format.JSONC, Shape.COMMAND, ("context_servers",),
        user="{config}/zed/settings.json", windows="{appdata}/Zed/settings.json", project=".zed/settings.json",
        after="Zed reads the file when it is saved", dedicated=False,
        traces=("{config}/zed", "{appdata}/Zed"), programs=("zed", "zeditor"), application="Zed",
    ),
    Client(
        "gemini-cli", "Gemini CLI", Format.JSONC, Shape.COMMAND, ("mcpServers",),
        user="{home}/.gemini/settings.json", project=".gemini/settings.json",
        after="start a new session; `/mcp` lists the server",
        dedicated=False, user_instructions="{home}/.gemini/GEMINI.md", project_instructions="GEMINI.md",
        traces=("{home}/.gemini/settings.json",), programs=("gemini",),
    ),
    Client(
        "antigravity", "Antigravity", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.gemini/config/mcp_config.json", project=".agents/mcp_config.json",
        after="refresh the list of servers in the agent panel",
        traces=("{home}/.gemini/config", "{home}/.gemini/antigravity"), programs=("antigravity", "agy"),
        application="Antigravity",
    ),
    Client(
        "opencode", "opencode", Format.JSONC, Shape.LOCAL, ("mcp",), newer_keys=("mcp", "servers"),
        user="{config}/opencode/opencode.json", windows="{home}/.config/opencode/opencode.json",
        also="opencode.jsonc", project="opencode.json", after="start a new session", dedicated=False,
        user_instructions="{config}/opencode/AGENTS.md",
        traces=("{config}/opencode", "{home}/.config/opencode"), programs=("opencode",),
    ),
    # Since release 4.0 the extension and the command-line agent share the file; before, VS Code kept it.
    Client(
        "cline", "Cline", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user=f"{{home}}/.cline/data/settings/{_CLINE}", folder_variable="CLINE_DATA_DIR",
        in_folder=f"settings/{_CLINE}", older=f"{_EXTENSIONS}/saoudrizwan.claude-dev/settings/{_CLINE}",
        project="", after="the list of servers in Cline shows it; turn it on there",
        traces=("{home}/.cline", f"{_EXTENSIONS}/saoudrizwan.claude-dev"), programs=("cline",),
    ),
    Client(
        "roo-code", "Roo Code", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user=f"{_ROO}/settings/mcp_settings.json", project=".roo/mcp.json",
        after="the list of servers in Roo Code shows it", traces=(_ROO,),
    ),
    # Continue reads every file of this folder, so that its configuration itself is never touched.
    Client(
        "continue", "Continue", Format.JSON, Shape.TYPED, ("mcpServers",),
        user="{home}/.continue/mcpServers/codegraph.json", project=".continue/mcpServers/codegraph.json",
        after="reload the window of the editor; Continue offers tools in agent mode",
        traces=("{home}/.continue",), programs=("cn",),
    ),
    Client(
        "junie", "JetBrains Junie", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.junie/mcp/mcp.json", project=".junie/mcp/mcp.json",
        after="the settings of the IDE list it under Tools, Junie, MCP Settings",
        traces=("{home}/.junie",), programs=("junie",),
    ),
    Client(
        "kiro", "Kiro", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.kiro/settings/mcp.json", folder_variable="KIRO_HOME", in_folder="settings/mcp.json",
        project=".kiro/settings/mcp.json", after="Kiro reads the file when it is saved",
        traces=("{home}/.kiro",), programs=("kiro", "kiro-cli"), application="Kiro",
    ),
    Client(
        "qwen-code", "Qwen Code", Format.JSONC, Shape.COMMAND, ("mcpServers",),
        user="{home}/.qwen/settings.json", project=".qwen/settings.json",
        after="start a new session; `/mcp` lists the server",
        dedicated=False, user_instructions="{home}/.qwen/QWEN.md", project_instructions="QWEN.md",
        traces=("{home}/.qwen",), programs=("qwen",),
    ),
    Client(
        "amp", "Amp", Format.JSONC, Shape.COMMAND, ("amp.mcpServers",),
        user="{config}/amp/settings.json", windows="{home}/.config/amp/settings.json", also="settings.jsonc",
        project=".amp/settings.json", after="start a new session. A project's servers are asked about once",
        dedicated=False, user_instructions="{config}/amp/AGENTS.md",
        traces=("{config}/amp", "{home}/.config/amp"), programs=("amp",),
    ),
    Client(
        "kimi", "Kimi Code", Format.JSON, Shape.COMMAND, ("mcpServers",),
        user="{home}/.kimi-code/mcp.json", project=".kimi-code/mcp.json", after="start a new session",
        traces=("{home}/.kimi-code",), programs=("kimi",),
    ),
    Client(
        "crush", "Crush", Format.JSON, Shape.TYPED, ("mcp",),
        user="{config}/crush/crush.json", windows="{localdata}/crush/crush.json", project=".crush.json",
        after="start a new session", dedicated=False,
        traces=("{config}/crush", "{localdata}/crush"), programs=("crush",),
    ),
)  # fmt: skip

BY_NAME: Final = {client.name: client for client in CLIENTS}


@dataclass(frozen=True, slots=True)
class Places:
    """Origins of paths: whose home, which system, which work tree."""

    home: Path
    project: Path
    platform: Platform
    env: Mapping[str, str]

    @classmethod
    def from_environment(cls, project: Path) -> Places:
        return cls(Path.home(), project, detect_platform(), os.environ)

    def get_config_file(self, client: Client, scope: Scope) -> Path | None:
        """Return the client's file, whether it exists or not.

        The result is None when it has no file of this scope.
        """
        if scope is Scope.PROJECT:
            path = self.project / client.project if client.project else None
        else:
            path = self._get_user_file(client)
        if path is not None and client.also and not path.exists() and path.with_name(client.also).exists():
            return path.with_name(client.also)
        return path

    def get_instructions_file(self, client: Client, scope: Scope) -> Path | None:
        if scope is Scope.PROJECT:
            return self.project / client.project_instructions
        return self._expand(client.user_instructions) if client.user_instructions else None

    def get_hooks_file(self, client: Client, scope: Scope) -> Path | None:
        if not client.hooks:
            return None
        if scope is Scope.PROJECT:
            return self.project / client.hooks
        folder = self.env.get(client.folder_variable, "").strip()
        return Path(folder).expanduser() / Path(client.hooks).name if folder else self.home / client.hooks

    def is_installed(self, client: Client) -> bool:
        """Return whether this machine has the client.

        Its files, its command on PATH, or its application prove it.
        """
        if any(self._expand(trace).exists() for trace in client.traces):
            return True
        if any(shutil.which(program, path=self.env.get("PATH", "")) for program in client.programs):
            return True
        return any(folder.exists() for folder in self._list_application_folders(client.application))

    def find_installed_clients(self) -> tuple[Client, ...]:
        """Return the clients of this machine.

        Those whose successor it has as well are left out."""
        found = [client for client in CLIENTS if self.is_installed(client)]
        names = {client.name for client in found}
        return tuple(client for client in found if client.successor not in names)

    def _list_application_folders(self, name: str) -> list[Path]:
        if not name or self.platform is Platform.LINUX:
            return []
        if self.platform is Platform.MACOS:
            return [folder / f"{name}.app" for folder in (Path("/Applications"), self.home / "Applications")]
        programs = [self._expand("{localdata}/Programs")]
        programs += [Path(folder) for folder in (self.env.get("ProgramFiles"),) if folder]
        return [folder / name for folder in programs]

    def _get_user_file(self, client: Client) -> Path:
        path = self._expand(client.windows if client.windows and self.platform is Platform.WINDOWS else client.user)
        folder = self.env.get(client.folder_variable, "").strip() if client.folder_variable else ""
        if folder:
            return Path(folder).expanduser() / (client.in_folder or path.name)
        older = self._expand(client.older) if client.older else path
        return older if older.exists() and not path.exists() else path

    def _expand(self, template: str) -> Path:
        home = str(self.home)
        config = self.env.get("XDG_CONFIG_HOME") or f"{home}/.config"
        appdata = self.env.get("APPDATA") or f"{home}/AppData/Roaming"
        support = {Platform.MACOS: f"{home}/Library/Application Support", Platform.WINDOWS: appdata}
        return Path(
            template.format(
                home=home,
                config=config,
                appdata=appdata,
                localdata=self.env.get("LOCALAPPDATA") or f"{home}/AppData/Local",
                support=support.get(self.platform, config),
            )
        )


def detect_platform() -> Platform:
    if sys.platform == "win32":
        return Platform.WINDOWS
    return Platform.MACOS if sys.platform == "darwin" else Platform.LINUX
