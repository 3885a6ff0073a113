"""Transcripts of coding agents: what the person said, with the line it stands on. Nothing an agent said is taken.

Two forms are read, both one JSON object a line. *Claude Code*'s own: `type`, `message`, `cwd`, `sessionId`,
`isSidechain`, `isMeta`. And any other in which a line names its role (`role`, `author`, `speaker`) and its text
(`content`, `text`), itself or inside `message` or `payload`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.model import NEVER, JsonValue
from codegraph.memory.times import parse_time


class TranscriptFormat(StrEnum):
    CLAUDE_CODE = "claude-code"
    JSONL = "jsonl"


class Turn(NamedTuple):
    """Something a person wrote."""

    line: int  # of the transcript, from 1
    text: str
    at: int  # microseconds since 1970; NEVER when the transcript does not say
    folder: str  # in which the agent worked, "" when unknown
    session: str


class Unreadable(NamedTuple):
    line: int
    problem: str


def format_of(lines: Iterable[bytes]) -> TranscriptFormat:
    """Of the first lines of a transcript: any of Claude Code's own says so, whatever stands before it."""
    for line in lines:
        found = _object(line)
        if isinstance(found, dict) and "type" in found and found.keys() & {"sessionId", "leafUuid", "parentUuid"}:
            return TranscriptFormat.CLAUDE_CODE
    return TranscriptFormat.JSONL


def turns(lines: Iterable[bytes], form: TranscriptFormat) -> Iterator[Turn | Unreadable]:
    """Return what a person wrote, in order, and the lines that could not be read."""
    take = _claude_code if form is TranscriptFormat.CLAUDE_CODE else _generic
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found = _object(line)
        if isinstance(found, str):
            yield Unreadable(number, found)
            continue
        turn = take(number, found)
        if turn is not None and turn.text:
            yield turn


def _object(line: bytes) -> dict[str, JsonValue] | str:
    """The object of a line, or what is wrong with it; blank lines are an empty object."""
    try:
        found = json.loads(line.decode("utf-8-sig", "replace")) if line.strip() else {}
    except (ValueError, RecursionError):
        return "not JSON"
    return found if isinstance(found, dict) else "no object"


def _claude_code(number: int, row: dict[str, JsonValue]) -> Turn | None:
    if row.get("type") != "user" or row.get("isSidechain") or row.get("isMeta") or row.get("isCompactSummary"):
        return None
    message = row.get("message")
    if not isinstance(message, dict) or message.get("role") != "user" or "toolUseResult" in row:
        return None
    text = _typed(_text(message.get("content")))
    return Turn(number, text, _time(row), _word(row, "cwd"), _word(row, "sessionId"))


_PEOPLE: Final = frozenset(("user", "human"))


def _generic(number: int, row: dict[str, JsonValue]) -> Turn | None:
    for inner in (row, row.get("message"), row.get("payload")):
        if not isinstance(inner, dict):
            continue
        role = _word(inner, "role", "author", "speaker") or (_word(inner, "type") if inner is row else "")
        if role.lower() in _PEOPLE:
            said = next((inner[key] for key in ("content", "text", "message") if key in inner), "")
            folder = _word(row, "cwd", "workdir", "project") or _word(inner, "cwd")
            session = _word(row, "session_id", "sessionId", "session", "conversation_id")
            return Turn(number, _typed(_text(said)), _time(row) or _time(inner), folder, session)
    return None


def _word(row: dict[str, JsonValue], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := row.get(key), str) and value), "")


def _text(content: JsonValue) -> str:
    """The words of a message: a text, an object with one, or a list of either. Results of tools have none."""
    match content:
        case str():
            return content
        case dict():
            kind = content.get("type", "text")
            return (
                _text(content.get("text") or content.get("content")) if kind in ("text", "input_text", "user") else ""
            )
        case list():
            return "\n".join(filter(None, map(_text, content)))
        case _:
            return ""


_MEMORY: Final = re.compile(r"<user-memory-input>(.*?)</user-memory-input>", re.S)
_ADDED: Final = re.compile(r"<([a-z]+[-_][\w-]+)(?: [^>\n]*)?>.*?(?:</\1>|\Z)", re.S)
"""What programs put into a message stands in tags whose names are of several words, as no tag of HTML is."""

_COMMAND: Final = re.compile(
    r"^\s*(?:<(?:command|local-command|bash)-|\[Request interrupted|Caveat: The messages below|[!/][\w:-]+)"
)
_CONTINUED: Final = "This session is being continued from a previous conversation"


def _typed(text: str) -> str:
    """What a person typed of a message: without what programs put around it, and nothing of commands."""
    noted = _MEMORY.search(text)
    if noted:
        return f"Remember: {noted[1].strip()}"
    if _COMMAND.match(text) or text.lstrip().startswith(_CONTINUED):
        return ""
    if text.startswith("#") and not text.startswith("##") and "\n" not in text.strip():
        return f"Remember: {text.lstrip('# ').strip()}"  # a note to memory, as some clients take them
    return _ADDED.sub("\n", text).strip()


def _time(row: dict[str, JsonValue]) -> int:
    for key in ("timestamp", "ts", "created_at", "time", "date"):
        if key in row:
            try:
                return parse_time(row[key], key)
            except InvalidError:
                continue
    return NEVER
