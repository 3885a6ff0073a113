"""Hooks that open memory: at the start of a session, on a prompt, at the end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from codegraph.cli.hook import BRIEF_TOKENS, REMINDER_TOKENS
from codegraph.memory import capture
from codegraph.memory.learning import agent_sessions, runs
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import RunOutcome
from codegraph.memory.session_brief import build_brief, find_reminders, format_reminder
from codegraph.memory.session_brief import find_briefed as briefed
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.text.token_counts import bound_tokens


def handle(event: str, payload: dict, home: str) -> None:
    folder = Path(str(payload.get("cwd") or ".")).absolute()
    engine = MemoryEngine(Path(home), actor="hook")
    try:
        capture.ingest_spool(engine, find_folder_namespace)
        session = str(payload.get("session_id") or "")
        match event:
            case "session-start":
                _start(engine, folder, session, str(payload.get("source") or "startup"))
            case "prompt":
                _prompt(engine, folder, session, extract_text(payload.get("prompt")))
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
        known = capture.ensure_session(recording, session, folder, find_folder_namespace)
        agent_sessions.open_run(recording, known)
    if source == "resume":  # the conversation that is resumed was told already
        return
    with engine.read() as state:
        text = build_brief(state, list_readable_namespaces(folder), BRIEF_TOKENS, bound_tokens)
        memories = briefed(state, list_readable_namespaces(folder), text)
    _tell("SessionStart", text)
    if memories:
        with engine.write() as recording:
            agent_sessions.record_delivery(recording, known, "", memories, text, runs.BRIEF)


def _prompt(engine: MemoryEngine, folder: Path, session: str, prompt: str) -> None:
    with engine.read() as state:
        found = find_reminders(state, list_readable_namespaces(folder), prompt)
    text = format_reminder(found, REMINDER_TOKENS, bound_tokens)
    with engine.write() as recording:
        known = capture.ensure_session(recording, session, folder, find_folder_namespace)
        capture.record_prompt(recording, known, prompt)
        if prompt.strip():
            shown = [memory.id for memory in found if memory.id[:13] in text]
            agent_sessions.record_delivery(recording, known, prompt, shown, text, "prompt")
    _tell("UserPromptSubmit", text)


def _stop(engine: MemoryEngine, folder: Path, session: str, *, ended: bool) -> None:
    with engine.write() as recording:
        known = capture.ensure_session(recording, session, folder, find_folder_namespace)
        capture.save_checkpoint(recording, known, ended=ended)
        if ended:
            agent_sessions.close_run(recording, known.id, RunOutcome.FINISHED)


def _run(engine: MemoryEngine, folder: Path, session: str, event: str, payload: dict) -> None:
    """Record the result of a run that a harness reports.

    The report comes before the end of the session.
    """
    id = str(payload.get("run_id") or session)
    with engine.write() as recording:
        if event == "run-start":
            words = {name: extract_text(payload.get(name)) for name in ("task", "agent", "model")}
            runs.start(recording, namespace=find_folder_namespace(folder), id=id, session=session, **words)
        elif id:
            outcome = RunOutcome.FINISHED if event == "run-finish" else RunOutcome.FAILED
            agent_sessions.close_run(recording, id, outcome, extract_text(payload.get("category")))


def _consolidate(engine: MemoryEngine, folder: Path, session: str) -> None:
    """Make an item of the working memory of a session.

    If that fails, it stays for the next time.
    """
    with engine.read() as state:
        if not state.has_buffer(session):
            return
    from codegraph.memory.provenance.working import consolidate_session
    from codegraph.operations.provenance.item_context import find_model, shorten_timeout
    from codegraph.settings.config import load

    consolidate_session(engine, session, shorten_timeout(find_model(load(folder))), find_folder_namespace(folder))


def extract_text(value: object) -> str:
    """Return the text of a prompt: a string, an object with one, or a list of either."""
    match value:
        case str():
            return value
        case dict():
            return extract_text(value.get("text") or value.get("content") or "")
        case list():
            return "\n".join(extract_text(item) for item in value)
        case _:
            return ""


def _tell(event: str, text: str) -> None:
    if text:
        told = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
        sys.stdout.write(json.dumps(told) + "\n")
