"""The hooks that open memory: at the start of a session, on a prompt, and when the agent stops."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from codegraph.cli.hook import BRIEF_TOKENS, REMINDER_TOKENS
from codegraph.memory import capture
from codegraph.memory.brief import brief, reminder_text, reminders
from codegraph.memory.engine import MemoryEngine
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.render.budget import token_bound


def handle(event: str, payload: dict, home: str) -> None:
    folder = Path(str(payload.get("cwd") or ".")).absolute()
    engine = MemoryEngine(Path(home), actor="hook")
    try:
        capture.take_in(engine, namespace_of)
        session = str(payload.get("session_id") or "")
        match event:
            case "session-start":
                _start(engine, folder, session, str(payload.get("source") or "startup"))
            case "prompt":
                _prompt(engine, folder, session, text_of(payload.get("prompt")))
            case _:
                if not payload.get("stop_hook_active"):
                    _stop(engine, folder, session, ended=event == "session-end")
                if event == "session-end" and session:
                    _consolidate(engine, folder, session)
    finally:
        engine.close()


def _start(engine: MemoryEngine, folder: Path, session: str, source: str) -> None:
    with engine.write() as recording:
        capture.session_of(recording, session, folder, namespace_of)
    if source == "resume":  # the conversation that is resumed was told already
        return
    with engine.read() as state:
        text = brief(state, readable_in(folder), BRIEF_TOKENS, token_bound)
    _tell("SessionStart", text)


def _prompt(engine: MemoryEngine, folder: Path, session: str, prompt: str) -> None:
    with engine.read() as state:
        found = reminders(state, readable_in(folder), prompt)
    with engine.write() as recording:
        capture.remember_prompt(recording, capture.session_of(recording, session, folder, namespace_of), prompt)
    _tell("UserPromptSubmit", reminder_text(found, REMINDER_TOKENS, token_bound))


def _stop(engine: MemoryEngine, folder: Path, session: str, *, ended: bool) -> None:
    with engine.write() as recording:
        known = capture.session_of(recording, session, folder, namespace_of)
        capture.checkpoint(recording, known, ended=ended)


def _consolidate(engine: MemoryEngine, folder: Path, session: str) -> None:
    """What a session left in the working memory becomes an item. If that fails, it stays for the next time."""
    with engine.read() as state:
        if not state.has_buffer(session):
            return
    from codegraph.config import load
    from codegraph.memory.provenance.working import consolidate_session
    from codegraph.operations.provenance.place import language_of, quick

    consolidate_session(engine, session, quick(language_of(load(folder))), namespace_of(folder))


def text_of(value: object) -> str:
    """The text of a prompt: a string, an object with one, or a list of either."""
    match value:
        case str():
            return value
        case dict():
            return text_of(value.get("text") or value.get("content") or "")
        case list():
            return "\n".join(text_of(item) for item in value)
        case _:
            return ""


def _tell(event: str, text: str) -> None:
    if text:
        told = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
        sys.stdout.write(json.dumps(told) + "\n")
