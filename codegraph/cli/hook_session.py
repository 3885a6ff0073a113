"""The hooks that open memory: at the start of a session, on a prompt, and when the agent stops."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from codegraph.cli.hook import BRIEF_TOKENS, REMINDER_TOKENS
from codegraph.memory import capture
from codegraph.memory.brief import brief, reminder_text, reminders
from codegraph.memory.brief import told as briefed
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.learning import runs, sittings
from codegraph.memory.model import RunOutcome
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.tokens import token_bound


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
            case "run-start" | "run-finish" | "run-fail":
                _run(engine, folder, session, event, payload)
            case _:
                if not payload.get("stop_hook_active"):
                    _stop(engine, folder, session, ended=event == "session-end")
                if event == "session-end" and session:
                    _consolidate(engine, folder, session)
    finally:
        engine.close()


def _start(engine: MemoryEngine, folder: Path, session: str, source: str) -> None:
    with engine.write() as recording:
        known = capture.session_of(recording, session, folder, namespace_of)
        sittings.open_run(recording, known)
    if source == "resume":  # the conversation that is resumed was told already
        return
    with engine.read() as state:
        text = brief(state, readable_in(folder), BRIEF_TOKENS, token_bound)
        memories = briefed(state, readable_in(folder), text)
    _tell("SessionStart", text)
    if memories:
        with engine.write() as recording:
            sittings.told(recording, known, "", memories, text, runs.BRIEF)


def _prompt(engine: MemoryEngine, folder: Path, session: str, prompt: str) -> None:
    with engine.read() as state:
        found = reminders(state, readable_in(folder), prompt)
    text = reminder_text(found, REMINDER_TOKENS, token_bound)
    with engine.write() as recording:
        known = capture.session_of(recording, session, folder, namespace_of)
        capture.remember_prompt(recording, known, prompt)
        if prompt.strip():
            shown = [memory.id for memory in found if memory.id[:13] in text]
            sittings.told(recording, known, prompt, shown, text, "prompt")
    _tell("UserPromptSubmit", text)


def _stop(engine: MemoryEngine, folder: Path, session: str, *, ended: bool) -> None:
    with engine.write() as recording:
        known = capture.session_of(recording, session, folder, namespace_of)
        capture.checkpoint(recording, known, ended=ended)
        if ended:
            sittings.close_run(recording, known.id, RunOutcome.FINISHED)


def _run(engine: MemoryEngine, folder: Path, session: str, event: str, payload: dict) -> None:
    """A harness that knows how an attempt went says so; what it says comes before the end of the session."""
    id = str(payload.get("run_id") or session)
    with engine.write() as recording:
        if event == "run-start":
            words = {name: text_of(payload.get(name)) for name in ("task", "agent", "model")}
            runs.start(recording, namespace=namespace_of(folder), id=id, session=session, **words)
        elif id:
            outcome = RunOutcome.FINISHED if event == "run-finish" else RunOutcome.FAILED
            sittings.close_run(recording, id, outcome, text_of(payload.get("category")))


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
