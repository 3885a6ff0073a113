"""`codegraph hook EVENT`: what coding agents run on the events of a session.

The event comes as a JSON payload on standard input.

A hook never interferes: whatever fails, it exits with 0, and prints nothing except that an event has no such name.
Failures are recorded in a log that `codegraph doctor` reads; `CODEGRAPH_DEBUG=1` prints them. The hooks that run on
every tool call load nothing but a JSON parser.
"""

from __future__ import annotations

import json
import os
import sys

EVENTS = {
    "session-start": "tell the agent what is known about the repository",
    "prompt": "remember what was asked, and remind the agent of what is known about it",
    "tool-use": "record a tool call",
    "tool-failure": "record a tool call that failed",
    "stop": "bring the summary of the session up to date",
    "subagent-stop": "the same, when a subagent is done",
    "pre-compact": "the same, before the agent's context is compacted",
    "session-end": "the same, and end the session, and its run with it",
    "run-start": "start a run: `run_id` or `session_id`, and if known `task`, `model`",
    "run-finish": "end a run that succeeded",
    "run-fail": "end a run that failed, for the reason in `category`",
}

ALIASES = {
    "user-prompt-submit": "prompt",
    "user-prompt-submitted": "prompt",
    "before-submit-prompt": "prompt",
    "before-agent": "prompt",
    "post-tool-use": "tool-use",
    "after-tool": "tool-use",
    "post-tool-use-failure": "tool-failure",
    "pre-compress": "pre-compact",
    "after-agent": "stop",
}
"""Names that agents give these events, in small letters with hyphens: `PostToolUse` and `post_tool_use` are one."""

BRIEF_TOKENS = 1_500
REMINDER_TOKENS = 500
LONGEST_PAYLOAD = 8_000_000
"""Bytes of a payload that are read. Tools return whole files; what is cut off is no JSON, and nothing is recorded."""


_SECRET_RUN = 16
"""Characters without a break from which a pattern might be a credential, and is worth a closer look."""

_SECRET_WORDS = ("pass", "pwd", "kennwort", "secret", "token", "credential", "login", "log in", "sign in", "://")
"""Beside these even a short text may be a password."""


def run_hook(event: str) -> int:
    """Handle one event. Always 0."""
    try:
        name = find_event(event)
        if not name:
            sys.stderr.write(f"codegraph: no hook event is called {event!r}; the events: {', '.join(EVENTS)}\n")
            _note(event, "no such event")
        elif not _handle(name, _read_payload()):
            _note(event, "its payload names no tool")
    except BaseException as error:  # noqa: BLE001 - whatever it is, the agent goes on
        if os.environ.get("CODEGRAPH_DEBUG"):
            import traceback

            traceback.print_exception(error)
    return 0


def find_event(name: str) -> str:
    """Return the event that a name means, ours or an agent's own; "" for none."""
    plain = ""
    for at, letter in enumerate(name.strip()):
        plain += "-" if letter.isupper() and at and name[at - 1].islower() else ""
        plain += "-" if letter in "_- " else letter.lower()
    return plain if plain in EVENTS else ALIASES.get(plain, "")


def _note(event: str, why: str) -> None:
    from codegraph.store.memory.hook_log import note_failure

    note_failure(_get_home(), event, why)


def _read_payload() -> dict:
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    raw = sys.stdin.buffer.read(LONGEST_PAYLOAD)
    found = json.loads(raw) if raw.strip() else {}
    return found if isinstance(found, dict) else {}


def _get_home() -> str:
    set_to = os.environ.get("CODEGRAPH_HOME")
    if set_to:
        return os.path.abspath(os.path.expanduser(set_to))
    from codegraph.settings.home import get_home_folder

    return str(get_home_folder(os.environ))


def _handle(event: str, payload: dict) -> bool:
    """Handle an event. Return whether there was something to handle."""
    if event in ("tool-use", "tool-failure"):
        from codegraph.store.memory.spool import enqueue_tool_call

        return enqueue_tool_call(_get_home(), payload, redact, failed=event == "tool-failure")
    from codegraph.cli.hook_session import handle

    handle(event, payload, _get_home())
    return True


def redact(text: str) -> str:
    """Return the text without credentials.

    Searching for them costs more than the rest, so a text is searched only if it could contain one.
    """
    lowered = text.lower()
    if any(word in lowered for word in _SECRET_WORDS) or _has_long_run(text):
        from codegraph.memory.hygiene.credentials import redact_credentials

        return redact_credentials(text)
    return text


def _has_long_run(text: str) -> bool:
    run = digits = 0
    for character in text:
        run = run + 1 if character.isalnum() or character in "_-+/=." else 0
        digits = digits + character.isdigit() if run else 0
        if run >= _SECRET_RUN and digits >= 2:
            return True
    return False
