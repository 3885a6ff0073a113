"""Working memory: messages of a session since its last consolidation."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, LockedError, NotFoundError
from codegraph.llm.language_model import Language
from codegraph.memory import sessions, write_validation
from codegraph.memory.events import BufferCleared, ConversationOpened, MessageBuffered
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.hygiene.text_cleaning import clean
from codegraph.memory.memory_engine import MemoryEngine, Recording
from codegraph.memory.memory_model import (
    BufferedMessage,
    Conversation,
    Filter,
    MemoryKind,
    Message,
    Origin,
    Relationship,
    Role,
)
from codegraph.memory.notes import link
from codegraph.memory.provenance.items import find_existing_variant
from codegraph.memory.provenance.steps import Summary, format_transcript, summarise
from codegraph.memory.provenance.storing import Attachment, Entry, StoredEntry, build_entry_text, keep
from codegraph.memory.times import format_rfc3339
from codegraph.store.memory.kref import PROJECT, build_slug, normalize_space
from codegraph.store.memory.reader import Reader

EXCHANGES: Final = 20
"""Answers in the working memory from which on an agent receives the hint to consolidate it."""

MOST_MESSAGES: Final = 1_000
"""Messages that one consolidation takes; the rest waits for the next."""

SESSIONS: Final = "Sessions"
"""Space of the summaries of sessions that have no context."""


class Consolidation(NamedTuple):
    """The item that a consolidation stored; `token` undoes it."""

    kept: StoredEntry
    summary: Summary
    messages: int
    token: str


def create_session_id(user: str, context: str, mark: str) -> str:
    """Create an id for a session of a user, which does not identify the user."""
    return f"{build_slug(context, 24) or 'session'}-{_hash_user(user)}-{mark}"


def _hash_user(user: str) -> str:
    return hashlib.blake2b(user.encode(), digest_size=5).hexdigest()


def open_conversation(recording: Recording, id: str, namespace: str, *, user: str = "", context: str = "") -> None:
    """Start the session, or continue it.

    Raises InvalidError for a context that cannot name a space, CredentialError.
    """
    screen(context)
    sessions.start(recording, id=id, namespace=namespace, agent="agent")
    known = recording.state.find_conversation(id)
    made = Conversation(id, _hash_user(user) if user else "", context)
    if known is None or (context and known.context != context):
        recording.record(ConversationOpened(made))


def buffer(recording: Recording, session: str, role: Role, text: str, parameter: str) -> None:
    """Add a message to the working memory.

    Credentials and personal data are removed first, because the log keeps every event.
    """
    words = redact(clean(text)).strip()
    if not words:
        raise InvalidError(f"`{parameter}` is empty", hint="give the text that was said")
    if len(words.encode()) > write_validation.MAX_CONTENT:
        raise InvalidError(
            f"`{parameter}` has {len(words.encode()):,} bytes; the limit is {write_validation.MAX_CONTENT:,}",
            hint="buffer the part that matters",
        )
    recording.record(MessageBuffered(Message(session, role, words)))


def format_hint(exchanges: int) -> str:
    """Return a hint for an agent whose session has grown long, "" otherwise."""
    if exchanges < EXCHANGES:
        return ""
    return f"{exchanges} exchanges are in the working memory: consolidate the session"


def build_context_space(context: str) -> str:
    return f"{PROJECT}/{normalize_space(context, 'context')}"


def list_hidden_spaces(state: Reader, context: str) -> list[str]:
    """Return the spaces of the other contexts of conversations.

    A context must not see the spaces of others: work does not see what is personal.
    """
    return [build_context_space(other) for other in sorted(state.list_contexts()) if other != context]


def consolidate(
    engine: MemoryEngine, session: str, language: Language | None, namespace: str, *, origin: Origin = Origin.AGENT
) -> Consolidation:
    """Turn the working memory of a session into one item.

    It is redacted, summarized, and written to a file and to the graph. Then the working memory is cleared. If anything
    fails, it stays as it was. Raises NotFoundError when there is nothing to consolidate, LanguageError, StorageError.
    """
    with engine.read() as state:
        messages = state.list_buffered(session)[:MOST_MESSAGES]
        conversation = state.find_conversation(session)
    if not messages:
        raise NotFoundError(
            f"`session_id`: the working memory of {session!r} is empty", hint="ingest or reflect fill it"
        )
    summary = summarise(language, messages, format_rfc3339(messages[0].at)[:10])  # slow: no transaction is open
    context = conversation.context if conversation else ""
    space = build_context_space(context) if context else f"{PROJECT}/{SESSIONS}"
    with engine.write() as recording:
        current = recording.state.list_buffered(session)
        if not current or current[0].seq != messages[0].seq:
            raise LockedError(
                f"the working memory of {session!r} was consolidated meanwhile", hint="nothing is left to do for it"
            )
        entry = _build_entry(recording.state, session, summary, messages, space, namespace, origin)
        kept = keep(recording, engine.home, entry)
        following = next((each.seq for each in current if each.seq > messages[-1].seq), sys.maxsize)
        state = recording.state
        for memory in state.select(Filter(session=session)):
            if memory.id != kept.memory.id and messages[0].seq < memory.row < following:
                link(recording, kept.memory.id, memory.id, Relationship.SUMMARIZES)
        recording.record(BufferCleared(session, messages[0].seq, messages[-1].seq))
        return Consolidation(kept, summary, len(messages), recording.operation)


def _build_entry(
    state: Reader,
    session: str,
    summary: Summary,
    messages: list[BufferedMessage],
    space: str,
    namespace: str,
    origin: Origin,
) -> Entry:
    return Entry(
        summary.title,
        build_entry_text(summary.title, "", [summary.text]),
        MemoryKind.SUMMARY,
        find_existing_variant(state, space),
        namespace,
        tags=summary.topics,
        metadata={"summarised_by": summary.method, "messages": str(len(messages))},
        origin=origin,
        session=session,
        attachments=(Attachment("conversation.md", f"# {summary.title}\n\n{format_transcript(messages)}\n"),),
    )


def consolidate_session(engine: MemoryEngine, session: str, language: Language | None, namespace: str) -> Path | None:
    """Consolidate a session that ends, and return the file.

    Returns None if its working memory is empty.
    """
    with engine.read() as state:
        if not state.has_buffer(session):
            return None
    consolidated = consolidate(engine, session, language, namespace, origin=Origin.HOOK)
    return Path(consolidated.kept.artifacts[0].location)
