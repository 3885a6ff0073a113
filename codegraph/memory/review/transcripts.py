"""Transcripts of coding agents: statements of the person, with line numbers.

Text of an agent is never used. There are two forms, both with one JSON object per line. *Claude Code*'s own has
`type`, `message`, `cwd`, `sessionId`, `isSidechain`, `isMeta`. In any other form a line names its role (`role`,
`author`, `speaker`) and its text (`content`, `text`), itself or inside `message` or `payload`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.memory_model import NEVER, JsonValue
from codegraph.memory.times import parse_time


class TranscriptFormat(StrEnum):
    CLAUDE_CODE = "claude-code"
    JSONL = "jsonl"


class Turn(NamedTuple):
    """Text that a person wrote."""

    line: int  # of the transcript, from 1
    text: str
    at: int  # microseconds since 1970; NEVER when the transcript does not say
    folder: str  # in which the agent worked, "" when unknown
    session: str


class Unreadable(NamedTuple):
    line: int
    problem: str


def detect_format(lines: Iterable[bytes]) -> TranscriptFormat:
    """Detect the form from the first lines of a transcript.

    One line in Claude Code's own form decides, whatever comes before it.
    """
    for line in lines:
        found = _parse_object(line)
        if isinstance(found, dict) and "type" in found and found.keys() & {"sessionId", "leafUuid", "parentUuid"}:
            return TranscriptFormat.CLAUDE_CODE
    return TranscriptFormat.JSONL


def iterate_turns(lines: Iterable[bytes], form: TranscriptFormat) -> Iterator[Turn | Unreadable]:
    """Yield the texts that a person wrote and the unreadable lines, in order."""
    parse = _parse_claude_code if form is TranscriptFormat.CLAUDE_CODE else _parse_generic
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found = _parse_object(line)
        if isinstance(found, str):
            yield Unreadable(number, found)
            continue
        turn = parse(number, found)
        if turn is not None and turn.text:
            yield turn


def _parse_object(line: bytes) -> dict[str, JsonValue] | str:
    """Return the object of a line, or what is wrong with it.

    A blank line is an empty object.
    """
    try:
        found = json.loads(line.decode("utf-8-sig", "replace")) if line.strip() else {}
    except (ValueError, RecursionError):
        return "not JSON"
    return found if isinstance(found, dict) else "no object"


def _parse_claude_code(number: int, row: dict[str, JsonValue]) -> Turn | None:
    if row.get("type") != "user" or row.get("isSidechain") or row.get("isMeta") or row.get("isCompactSummary"):
        return None
    message = row.get("message")
    if not isinstance(message, dict) or message.get("role") != "user" or "toolUseResult" in row:
        return None
    text = _extract_typed(_extract_text(message.get("content")))
    return Turn(number, text, _parse_row_time(row), _find_word(row, "cwd"), _find_word(row, "sessionId"))


_PEOPLE: Final = frozenset(("user", "human"))


def _parse_generic(number: int, row: dict[str, JsonValue]) -> Turn | None:
    for inner in (row, row.get("message"), row.get("payload")):
        if not isinstance(inner, dict):
            continue
        role = _find_word(inner, "role", "author", "speaker") or (_find_word(inner, "type") if inner is row else "")
        if role.lower() in _PEOPLE:
            content = next((inner[key] for key in ("content", "text", "message") if key in inner), "")
            folder = _find_word(row, "cwd", "workdir", "project") or _find_word(inner, "cwd")
            session = _find_word(row, "session_id", "sessionId", "session", "conversation_id")
            return Turn(
                number,
                _extract_typed(_extract_text(content)),
                _parse_row_time(row) or _parse_row_time(inner),
                folder,
                session,
            )
    return None


def _find_word(row: dict[str, JsonValue], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := row.get(key), str) and value), "")


def _extract_text(content: JsonValue) -> str:
    """Return the text of the content of a message.

    The content is a text, an object with one, or a list of either. Results of tools have no text.
    """
    match content:
        case str():
            return content
        case dict():
            kind = content.get("type", "text")
            return (
                _extract_text(content.get("text") or content.get("content"))
                if kind in ("text", "input_text", "user")
                else ""
            )
        case list():
            return "\n".join(filter(None, map(_extract_text, content)))
        case _:
            return ""


_MEMORY: Final = re.compile(r"<user-memory-input>(.*?)</user-memory-input>", re.S)
_ADDED: Final = re.compile(r"<([a-z]+[-_][\w-]+)(?: [^>\n]*)?>.*?(?:</\1>|\Z)", re.S)
"""Text that a program added to a message. The name of its tag has several words, unlike the tags of HTML."""

_COMMAND: Final = re.compile(
    r"^\s*(?:<(?:command|local-command|bash)-|\[Request interrupted|Caveat: The messages below|[!/][\w:-]+)"
)
_CONTINUED: Final = "This session is being continued from a previous conversation"


def _extract_typed(text: str) -> str:
    """Return the part of a message that a person typed.

    It is without the text that programs added, and empty for a command.
    """
    note = _MEMORY.search(text)
    if note:
        return f"Remember: {note[1].strip()}"
    if _COMMAND.match(text) or text.lstrip().startswith(_CONTINUED):
        return ""
    if text.startswith("#") and not text.startswith("##") and "\n" not in text.strip():
        return f"Remember: {text.lstrip('# ').strip()}"  # some clients store such a line in their memory
    return _ADDED.sub("\n", text).strip()


def _parse_row_time(row: dict[str, JsonValue]) -> int:
    for key in ("timestamp", "ts", "created_at", "time", "date"):
        if key in row:
            try:
                return parse_time(row[key], key)
            except InvalidError:
                continue
    return NEVER
