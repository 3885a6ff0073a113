"""Text of the notes about the code that an answer shows, marked as data."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.operations.answers import KnownNote
from codegraph.render.text.terse_text import format_fenced
from codegraph.render.text.text_layout import SHORT, clip

WIDTH = 96

TITLE = "remembered about this code"


def format_knowledge(notes: Sequence[KnownNote]) -> list[str]:
    """Format notes for a terminal, two lines each; nothing when there are none."""
    lines: list[str] = []
    for note in notes:
        lines += [f"  {note.id[:SHORT]}  {clip(_describe(note), WIDTH - SHORT)}", f"    {clip(note.text, WIDTH)}"]
    return ["", TITLE, *lines] if lines else []


def list_knowledge(notes: Sequence[KnownNote]) -> list[str]:
    """Format notes for an agent, a line each, between fences."""
    if not notes:
        return []
    text = "\n".join(f"{note.id[:SHORT]}  {_describe(note)}: {note.text}" for note in notes)
    return [f"{TITLE} (memory_recall tells all of it):", *format_fenced(text, "memory")]


def _describe(note: KnownNote) -> str:
    since = f" since {note.since}" if note.since else ""
    state = f"{note.state}{since}: {note.because}" if note.because else f"{note.state}{since}"
    dependent = " (depends on it)" if note.relation == "dependent" else ""
    return f"{note.kind} · {note.date} · {state} · {_strip_path(note.target)}{dependent}"


def _strip_path(target: str) -> str:
    return target.partition("::")[2] or target
