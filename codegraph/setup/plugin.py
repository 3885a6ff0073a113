"""The Claude Code plugin: manifest, server, skill and hooks, as files by their path in the plugin's folder."""

from __future__ import annotations

import json
from pathlib import Path

from codegraph import __version__
from codegraph.operations.inventory import CAPABILITIES, Group
from codegraph.setup.entry import SERVER
from codegraph.setup.hooks import HOOKS, Hook, hook_groups
from codegraph.setup.instructions import guidance

MARKETPLACE = ".claude-plugin/marketplace.json"
OWNER = "The codegraph maintainers"
DESCRIPTION = "A code graph whose edges say how they are known: who calls what, what a change touches, and why."


def plugin_files(hooks: tuple[Hook, ...] = HOOKS) -> dict[str, str]:
    """Text by relative path. The same for everybody: the command is looked up on PATH."""
    files = {
        ".claude-plugin/plugin.json": _json(
            {
                "name": SERVER,
                "version": __version__,
                "description": DESCRIPTION,
                "author": {"name": OWNER},
                "license": "Apache-2.0",
                "keywords": ["code graph", "call graph", "code search"],
            }
        ),
        ".mcp.json": _json({"mcpServers": {SERVER: {"type": "stdio", "command": SERVER, "args": ["serve"]}}}),
        "skills/codegraph/SKILL.md": skill(),
    }
    if hooks:
        files["hooks/hooks.json"] = _json({"hooks": hook_groups(hooks)})
    return files


def skill() -> str:
    """The skill: when to use the graph, and the verbs for agents that do not have the tools."""
    lines = [
        "---",
        "name: codegraph",
        "description: Ask the code graph who calls a symbol, how code is connected, what a change touches and which"
        " tests reach it. Use before reading many files or changing a symbol others use.",
        "---",
        "",
        "# codegraph",
        "",
        *guidance(),
        "",
        "## Commands",
        "",
        "Subagents and shells without the tools have the same answers from the command line. Every command takes `-C",
        "REPO` and `--json`.",
        "",
    ]
    for capability in CAPABILITIES:
        if capability.group in (Group.INDEX, Group.LOOK_UP, Group.GRAPH) and capability.read_only:
            lines.append(f"- `{capability.examples[0]}`: {capability.summary[0].lower()}{capability.summary[1:]}")
    return "\n".join(lines) + "\n"


def marketplace(folder: str = "plugins/claude-code") -> str:
    """Return the marketplace file of a tree that carries the plugin in `folder`, relative to its root.

    With it the plugin installs by Claude Code's own commands, from a repository or from a folder."""
    source = "./" if folder == "." else f"./{folder}"
    return _json(
        {
            "name": SERVER,
            "owner": {"name": OWNER},
            "plugins": [{"name": SERVER, "source": source, "description": DESCRIPTION}],
        }
    )


def foreign_files(folder: Path) -> list[str]:
    """Files below a folder that do not belong to the plugin: reason not to write there."""
    if not folder.is_dir():
        return []
    manifest = folder / ".claude-plugin" / "plugin.json"
    if manifest.is_file():
        return []
    return sorted(p.name for p in folder.iterdir())


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
