"""The Claude Code plugin: manifest, server, skill and hooks.

They are files by their path in the plugin's folder.
"""

from __future__ import annotations

import json
from pathlib import Path

from codegraph import __version__
from codegraph.operations.capabilities import CAPABILITIES, Group
from codegraph.setup.hooks import HOOKS, Hook, build_hook_groups
from codegraph.setup.instructions import build_guidance
from codegraph.setup.server_entry import SERVER

MARKETPLACE = ".claude-plugin/marketplace.json"
OWNER = "The codegraph maintainers"
DESCRIPTION = "A code graph whose edges say how they are known: who calls what, what a change touches, and why."


def build_plugin_files(hooks: tuple[Hook, ...] = HOOKS) -> dict[str, str]:
    """Return text by relative path.

    It is the same for everybody: the command is looked up on PATH.
    """
    files = {
        ".claude-plugin/plugin.json": _encode_json(
            {
                "name": SERVER,
                "version": __version__,
                "description": DESCRIPTION,
                "author": {"name": OWNER},
                "license": "Apache-2.0",
                "keywords": ["code graph", "call graph", "code search"],
            }
        ),
        ".mcp.json": _encode_json({"mcpServers": {SERVER: {"type": "stdio", "command": SERVER, "args": ["serve"]}}}),
        "skills/codegraph/SKILL.md": build_skill(),
    }
    if hooks:
        files["hooks/hooks.json"] = _encode_json({"hooks": build_hook_groups(hooks)})
    return files


def build_skill() -> str:
    """Return the skill.

    It describes when to use the graph, and the verbs for agents without the tools.
    """
    lines = [
        "---",
        "name: codegraph",
        "description: Ask the code graph who calls a symbol, how code is connected, what a change touches and which"
        " tests reach it. Use before reading many files or changing a symbol others use.",
        "---",
        "",
        "# codegraph",
        "",
        *build_guidance(),
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


def build_marketplace(folder: str = "plugins/claude-code") -> str:
    """Return the marketplace file of a tree that has the plugin in `folder`.

    `folder` is relative to its root. With it the plugin installs by Claude Code's own commands, from a repository or
    from a folder.
    """
    source = "./" if folder == "." else f"./{folder}"
    return _encode_json(
        {
            "name": SERVER,
            "owner": {"name": OWNER},
            "plugins": [{"name": SERVER, "source": source, "description": DESCRIPTION}],
        }
    )


def list_foreign_files(folder: Path) -> list[str]:
    """Return the files below a folder that do not belong to the plugin.

    They are a reason not to write there.
    """
    if not folder.is_dir():
        return []
    manifest = folder / ".claude-plugin" / "plugin.json"
    if manifest.is_file():
        return []
    return sorted(p.name for p in folder.iterdir())


def _encode_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
