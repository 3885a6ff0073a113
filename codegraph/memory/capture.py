"""Recording of sessions of coding agents.

It reads tool calls from the spool, records prompts, and summarizes sessions.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from codegraph.errors import CodegraphError
from codegraph.memory import notes, sessions
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_engine import MemoryEngine, Recording
from codegraph.memory.memory_model import Filter, Memory, MemoryKind, Origin, Session, ToolUse, Vocabulary
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.times import format_rfc3339
from codegraph.memory.tool_patterns import CHANGES, PROMPT, READS, SEARCHES
from codegraph.store.memory.connection import get_memory_folder

SHORTEST_PROMPT: Final = 5
IMPORTANCE: Final = 0.5
NAMED: Final = 6
"""Files, searches and requests that a summary names."""

NamespaceOf = Callable[[Path], str]
"""The namespace of a folder; it may have to ask git."""


def ingest_spool(engine: MemoryEngine, namespace_of: NamespaceOf) -> int:
    """Record the spooled tool calls as one operation and return their number.

    A call that was recorded before its file could be deleted is not recorded again. Files that cannot be read are
    dropped.
    """
    files = sorted((get_memory_folder(engine.home) / "spool").glob("[0-9]*.json"))
    if not files:
        return 0
    calls = [call for path in files if (call := _read(path)) is not None]
    count = 0
    with engine.write() as recording:
        for call in calls:
            session = ensure_session(recording, call.session, Path(call.path_root), namespace_of)
            if recording.state.has_tool_use(session.id, call.at, call.tool):
                continue
            path = make_relative(call.path, Path(call.path_root))
            sessions.record_tool_use(
                recording,
                ToolUse(session.id, session.namespace, call.tool, call.at, path, call.pattern, call.failed),
            )
            count += 1
    for path in files:
        path.unlink(missing_ok=True)
    return count


class _Call:
    """Spooled tool call.

    `path_root` is the folder the agent worked in.
    """

    __slots__ = ("at", "failed", "path", "path_root", "pattern", "session", "tool")

    def __init__(self, row: dict[str, object]) -> None:
        self.session = str(row["session"])
        self.path_root = str(row["cwd"])
        self.tool = str(row["tool"])
        self.path = str(row["path"])
        self.pattern = str(row["pattern"])
        self.failed = row["failed"] is True
        self.at = int(str(row["at"]))


def _read(path: Path) -> _Call | None:
    try:
        return _Call(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def ensure_session(recording: Recording, id: str, folder: Path, namespace_of: NamespaceOf) -> Session:
    """Return the session of an agent.

    It is started here when its start was missed.
    """
    name = id or "unnamed"
    known = recording.state.find_session(name)
    return known or sessions.start(recording, id=name, namespace=namespace_of(folder), agent="hook")


def make_relative(path: str, root: Path) -> str:
    """Return a path in the work tree around `root`, relative to the work tree.

    Any other path is returned unchanged.
    """
    if not path or not os.path.isabs(path) or not str(root):
        return path
    top = root
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            top = folder
            break
    found = os.path.relpath(path, top)
    return path if found.startswith("..") else Path(found).as_posix()


def record_prompt(recording: Recording, session: Session, text: str) -> None:
    """Record a request of the user, for the summary of the session.

    Personal data and credentials are removed.
    """
    words = to_one_line(redact(text))
    if len(words) >= SHORTEST_PROMPT:
        sessions.record_tool_use(recording, ToolUse(session.id, session.namespace, PROMPT, pattern=words))


def summarize_uses(uses: Sequence[ToolUse]) -> str:
    """Summarize the tool calls of a session, one line per kind.

    The lines are what was asked, changed, read and searched. The result is "" when nothing was done.
    """
    asked = list(dict.fromkeys(use.pattern for use in uses if use.tool == PROMPT))
    rows = (
        ("asked", asked),
        ("changed", _rank_by_count(use.path for use in uses if use.tool.lower() in CHANGES)),
        ("read", _rank_by_count(use.path for use in uses if use.tool.lower() in READS)),
        ("searched for", _rank_by_count(use.pattern for use in uses if use.tool.lower() in SEARCHES)),
    )
    failures = sum(use.failed for use in uses)
    lines = [f"{name}: {_format_names(found)}" for name, found in rows if found]
    if failures and lines:
        lines.append(f"{failures} tool calls failed")
    return "\n".join(lines)


def _rank_by_count(names: Iterable[str]) -> list[str]:
    counted = Counter(name for name in names if name)
    return [name for name, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def _format_names(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return "; ".join(to_one_line(name)[:160] for name in names[:NAMED]) + more


def save_checkpoint(recording: Recording, session: Session, *, ended: bool) -> Memory | None:
    """Update the summary of a session, and end the session when it is over.

    A session in which something was changed is stored as one insight, which gets a revision each time. A session that
    only read is not stored.
    """
    uses = list(recording.state.iterate_tool_uses(session=session.id))
    text = summarize_uses(uses)
    if ended or (text and text != session.summary):
        sessions.end(recording, session.id, summary=text)
    if not any(use.tool.lower() in CHANGES for use in uses):
        return None
    wanted = Filter(session=session.id, kinds=(MemoryKind.INSIGHT,), origins=(Origin.HOOK,))
    known = next(iter(recording.state.select(wanted)), None)
    content = f"Session of {_format_day(session)}\n{text}"
    try:
        if known is None:
            return notes.store(recording, _build_draft(session, content), merge=False).memory
        if known.body.content != content:
            return notes.revise(recording, known.id, Edit(content=content), reason="session went on")
    except CodegraphError:  # what the user asked holds a credential that redaction does not know
        return None
    return known


def _build_draft(session: Session, content: str) -> Draft:
    return Draft(
        content,
        MemoryKind.INSIGHT,
        IMPORTANCE,
        tags=("session",),
        namespace=session.namespace,
        origin=Origin.HOOK,
        vocabulary=Vocabulary.CODEGRAPH,
        session=session.id,
    )


def _format_day(session: Session) -> str:
    return format_rfc3339(session.started_at)[:10]
