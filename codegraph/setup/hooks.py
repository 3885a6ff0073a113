"""Hooks of Claude Code: which verbs run on which events, and how they live beside a user's own in a settings file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from codegraph.setup import documents
from codegraph.setup.clients import Format
from codegraph.setup.documents import MalformedError
from codegraph.setup.entry import SERVER
from codegraph.setup.jsonc import Json


class Hook(NamedTuple):
    """A verb run on an event of a session. Its output is shown to the agent; it must never fail or take long."""

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


def hook_groups(hooks: Sequence[Hook] = HOOKS, words: Sequence[str] = (SERVER,)) -> dict[str, list[Json]]:
    """What the key `hooks` of a settings file or of a plugin holds, for a command started by `words`."""
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
    """Settings with our hooks: after the user's own of an event, in place of older ones of ours. Raises
    MalformedError."""
    wanted = hook_groups(words=words)
    for event, groups in _by_event(text).items():
        if event not in wanted and _without_ours(groups) != groups:
            wanted[event] = []
    for event, ours in wanted.items():
        text = _set(text, event, [*_without_ours(_by_event(text).get(event, [])), *ours])
    return text


def drop_hooks(text: str) -> str:
    """Settings without our hooks. Raises MalformedError."""
    for event, groups in _by_event(text).items():
        text = _set(text, event, _without_ours(groups))
    return text


def has_hooks(text: str) -> bool:
    """Raises MalformedError."""
    return any(_without_ours(groups) != groups for groups in _by_event(text).values())


def _by_event(text: str) -> dict[str, list[Json]]:
    found = documents.load(text, Format.JSON).get("hooks", {})
    if not isinstance(found, dict) or not all(isinstance(groups, list) for groups in found.values()):
        raise MalformedError("`hooks` should be an object of lists")
    return {event: groups for event, groups in found.items() if isinstance(groups, list)}


def _set(text: str, event: str, groups: list[Json]) -> str:
    if groups == _by_event(text).get(event, []):
        return text
    if not groups:
        return documents.drop(text, Format.JSON, ("hooks", event))
    return documents.put(text, Format.JSON, ("hooks", event), groups)


def _without_ours(groups: list[Json]) -> list[Json]:
    """The groups without our commands; a group that held only those goes."""
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
