"""Hooks of Claude Code: the verbs that run on events.

They are added to a settings file next to a user's own hooks.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from codegraph.setup import documents
from codegraph.setup.clients import Format
from codegraph.setup.documents import MalformedError
from codegraph.setup.jsonc import Json
from codegraph.setup.server_entry import SERVER


class Hook(NamedTuple):
    """A verb that runs on an event of a session.

    Its output is shown to the agent; it must never fail or take long.
    """

    event: str  # SessionStart, PreCompact, …
    matcher: str  # "" for every one
    verb: str  # words after `codegraph`
    timeout: int  # seconds


HOOKS: tuple[Hook, ...] = (
    Hook("SessionStart", "", "hook session-start", 10),
    Hook("UserPromptSubmit", "", "hook prompt", 10),
    Hook("PostToolUse", "Read|Edit|Write|NotebookEdit|Grep|Glob|Bash", "hook tool-use", 5),
    Hook("PostToolUseFailure", "", "hook tool-failure", 5),
    Hook("PreCompact", "", "hook pre-compact", 10),
    Hook("SubagentStop", "", "hook subagent-stop", 10),
    Hook("Stop", "", "hook stop", 10),
    Hook("SessionEnd", "", "hook session-end", 10),
)
"""Only verbs that exist may be named here."""

_OURS = re.compile(r"(?:^|[/\\ '\"])codegraph(?:\.exe)?['\"]? hook [a-z-]+$")


def build_hook_groups(hooks: Sequence[Hook] = HOOKS, words: Sequence[str] = (SERVER,)) -> dict[str, list[Json]]:
    """Return the value of the key `hooks` of a settings file or of a plugin.

    The hooks are for a command started by `words`.
    """
    groups: dict[str, list[Json]] = {}
    for hook in hooks:
        command: dict[str, Json] = {
            "type": "command",
            "command": f"{shlex.join(words)} {hook.verb}",
            "timeout": hook.timeout,
        }
        matcher: dict[str, Json] = {"matcher": hook.matcher} if hook.matcher else {}
        groups.setdefault(hook.event, []).append({**matcher, "hooks": [command]})
    return groups


def put_hooks(text: str, words: Sequence[str]) -> str:
    """Return settings with our hooks.

    They follow the user's own of an event, and replace older ones of ours. Raises MalformedError.
    """
    wanted = build_hook_groups(words=words)
    for event, groups in _group_by_event(text).items():
        if event not in wanted and _remove_ours(groups) != groups:
            wanted[event] = []
    for event, ours in wanted.items():
        text = _set(text, event, [*_remove_ours(_group_by_event(text).get(event, [])), *ours])
    return text


def drop_hooks(text: str) -> str:
    """Return settings without our hooks.

    Raises MalformedError.
    """
    for event, groups in _group_by_event(text).items():
        text = _set(text, event, _remove_ours(groups))
    return text


def has_hooks(text: str) -> bool:
    """Return whether settings contain our hooks.

    Raises MalformedError.
    """
    return any(_remove_ours(groups) != groups for groups in _group_by_event(text).values())


def _group_by_event(text: str) -> dict[str, list[Json]]:
    found = documents.load(text, Format.JSON).get("hooks", {})
    if not isinstance(found, dict) or not all(isinstance(groups, list) for groups in found.values()):
        raise MalformedError("`hooks` should be an object of lists")
    return {event: groups for event, groups in found.items() if isinstance(groups, list)}


def _set(text: str, event: str, groups: list[Json]) -> str:
    if groups == _group_by_event(text).get(event, []):
        return text
    if not groups:
        return documents.drop(text, Format.JSON, ("hooks", event))
    return documents.put(text, Format.JSON, ("hooks", event), groups)


def _remove_ours(groups: list[Json]) -> list[Json]:
    """Return the groups without our commands.

    A group with only our commands is removed.
    """
    kept: list[Json] = []
    for group in groups:
        commands = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(group, dict) or not isinstance(commands, list):
            kept.append(group)
            continue
        others = [command for command in commands if not _is_ours(command)]
        if others or not commands:
            kept.append({**group, "hooks": others} if len(others) < len(commands) else group)
    return kept


def _is_ours(command: Json) -> bool:
    line = command.get("command") if isinstance(command, dict) else None
    return isinstance(line, str) and _OURS.search(line) is not None
