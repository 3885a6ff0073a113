"""`codegraph hook EVENT`: what coding agents run on the events of a session, with a JSON payload on standard input.

A hook never gets in the way: whatever goes wrong, it says nothing and exits with 0. `CODEGRAPH_DEBUG=1` makes it speak.
The ones that run on every tool call load nothing but a JSON parser.
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
        _handle(event, _payload())
    except BaseException as error:  # noqa: BLE001 - whatever it is, the agent goes on
        if os.environ.get("CODEGRAPH_DEBUG"):
            import traceback

            traceback.print_exception(error)
    return 0


def _payload() -> dict:
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    raw = sys.stdin.buffer.read(LONGEST_PAYLOAD)
    found = json.loads(raw) if raw.strip() else {}
    return found if isinstance(found, dict) else {}


def _home() -> str:
    set_to = os.environ.get("CODEGRAPH_HOME")
    if set_to:
        return os.path.abspath(os.path.expanduser(set_to))
    from codegraph.home import home_folder

    return str(home_folder(os.environ))


def _handle(event: str, payload: dict) -> None:
    if event in ("tool-use", "tool-failure"):
        from codegraph.store.memory.spool import spool

        spool(_home(), payload, guarded, failed=event == "tool-failure")
    elif event in EVENTS:
        from codegraph.cli.hook_session import handle

        handle(event, payload, _home())


def guarded(text: str) -> str:
    """The text without credentials. Looking for them costs more than the rest, so only where one could be."""
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
