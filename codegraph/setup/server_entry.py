"""The entry that makes a client start `codegraph serve`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path, PurePath

from codegraph.runtime.optional_packages import COMPLETE, CORE, get_distribution
from codegraph.setup.clients import Client, Scope, Shape
from codegraph.setup.jsonc import Json

SERVER = "codegraph"
"""The name of the entry."""

OTHER_PRODUCTS = frozenset({"--mcp", "mcp"})
"""Words in the arguments of servers of the same name that are not this one."""


def build_command(scope: Scope) -> tuple[str, ...]:
    """Return the command with which a client starts codegraph.

    A project's file is shared, so it names the command alone; a user's own file contains the whole path, because
    programs started from a desktop do not have the shell's PATH.
    """
    if scope is Scope.PROJECT:
        return (SERVER,)
    beside = Path(sys.executable).parent / ("codegraph.exe" if sys.platform == "win32" else "codegraph")
    found = str(beside) if beside.is_file() else shutil.which(SERVER)
    if found is None:
        return (sys.executable, "-P", "-m", "codegraph")  # -P: not from the folder that the client works in
    if "archive-v0" in PurePath(found).parts:  # an environment that `uvx` made and may delete
        return ("uvx", "--from", get_distribution(), SERVER)
    return (found,)


def build_serve_command(scope: Scope, toolsets: Sequence[str]) -> tuple[str, ...]:
    extra = ("--toolsets", ",".join(toolsets)) if toolsets else ()
    return (*build_command(scope), "serve", *extra)


def make_entry(client: Client, words: Sequence[str], existing: Json = None) -> dict[str, Json]:
    """Return the client's entry for a command.

    Keys that a user added to an existing one stay, such as `env` or `disabled`.
    """
    entry: dict[str, Json] = dict(existing) if isinstance(existing, dict) else {}
    match client.shape:
        case Shape.COMMAND:
            entry |= {"command": words[0], "args": list(words[1:])}
        case Shape.TYPED:
            entry |= {"type": "stdio", "command": words[0], "args": list(words[1:])}
        case Shape.TOOLS:
            entry |= {"type": "local", "command": words[0], "args": list(words[1:])}
            entry.setdefault("tools", ["*"])
        case Shape.LOCAL:
            entry |= {"type": "local", "command": list(words)}
            if existing is None:
                entry["enabled"] = True
    return entry


def extract_command(entry: Json) -> tuple[str, ...]:
    """Return the command that an entry starts, () when it starts none."""
    if not isinstance(entry, dict):
        return ()
    command, args = entry.get("command"), entry.get("args", [])
    words = [*(command if isinstance(command, list) else [command]), *(args if isinstance(args, list) else [])]
    return tuple(w for w in words if isinstance(w, str)) if all(isinstance(w, str) for w in words) else ()


def is_ours(entry: Json) -> bool:
    """Return whether an entry of our name starts this program, by any path.

    Another program of the same name does not count.
    """
    words = extract_command(entry)
    if "serve" not in words or OTHER_PRODUCTS.intersection(words):
        return False
    before = words[: words.index("serve")]
    return any(PurePath(word.replace("\\", "/")).stem in (SERVER, COMPLETE, CORE) for word in before)
