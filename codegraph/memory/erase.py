"""Erasing: the one thing that cannot be undone. Text leaves the log, the projections, the indexes and every backup.

What remains is that a memory of this id existed and was erased.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from codegraph.memory.apply import apply
from codegraph.memory.codec import encode_event, subject_of
from codegraph.memory.engine import MemoryEngine, decode
from codegraph.memory.events import (
    MemoryAliased,
    MemoryAnchored,
    MemoryErased,
    MemoryEvent,
    MemoryLinked,
    MemoryRevised,
    MemoryStored,
    MemoryUnlinked,
    MemoryVerified,
    Recorded,
    SessionEnded,
    StatusChanged,
    ToolUsed,
)
from codegraph.memory.facts.events import MemoryEmbedded
from codegraph.memory.learning.events import LearningEvent
from codegraph.memory.learning.undo import redacted_learning
from codegraph.memory.model import Anchor, Body, Link, Origin, Vocabulary
from codegraph.memory.provenance.apply import without_text
from codegraph.memory.provenance.events import MessageBuffered, ProvenanceEvent
from codegraph.memory.provenance.files import remove_files, remove_reports
from codegraph.store.memory import derived
from codegraph.store.memory.backup import backups
from codegraph.store.memory.database import MemoryDatabase
from codegraph.store.memory.vectors import discard_tables
from codegraph.store.memory.writer import Writer


@dataclass(frozen=True, slots=True)
class Erased:
    id: str
    events: int  # whose text was removed, in the database
    backups: int  # files it was removed from
    quoted_by: tuple[str, ...]  # memories whose own text contains the erased one; they are not touched


def erase(engine: MemoryEngine, id: str) -> Erased:
    """Erase one memory everywhere. Of one that is erased already, what an interrupted erasure left behind.

    Raises NotFoundError, LockedError while others read, StorageError when a backup cannot be rewritten."""
    with engine.read() as state:
        again = state.was_erased(id)
        memory = None if again else state.resolve(id)
        quotes = [] if memory is None else state.containing(memory.body.content)
        files = [] if memory is None else state.artifacts(memory.row)
        shared = set[str]() if memory is None else state.locations_besides(memory.row)
        place = None if memory is None else state.place(memory.row)
    remove_files(engine.home, [file.location for file in files if file.location not in shared])
    if place is not None:
        remove_reports(engine.home, f"{place.space}/{place.name}")
    whole = id if memory is None else memory.id
    events = 0 if again else _erase_in(engine.database, whole, engine)
    # Backups before the live file: its log cannot be emptied while another process reads.
    count = sum(_erase_in_backup(path, whole, engine) for path in backups(engine.home))
    derived.discard(engine.home)
    discard_tables(engine.home)
    engine.database.scrub()
    return Erased(whole, events, count, tuple(quote for quote in quotes if quote != whole))


def _erase_in_backup(path: Path, id: str, engine: MemoryEngine) -> bool:
    database = MemoryDatabase.at(path)
    try:
        with database.read() as state:
            if state.memory(id) is None:
                return False
        _erase_in(database, id, engine)
        database.scrub()
        return True
    finally:
        database.close()


def _erase_in(database: MemoryDatabase, id: str, engine: MemoryEngine) -> int:
    with database.write() as state:
        memory = state.memory(id)
        said = memory is not None and (memory.origin is Origin.HOOK or memory.vocabulary is Vocabulary.KUMIHO)
        session = memory.session if memory and said else ""
        changed = _redacted_log(state, id, session)
        state.redact(changed)
        state.forget_session_text(session)
        operation = engine.noise(6).hex()
        event = MemoryErased(id)
        kind, payload = encode_event(event)
        at = engine.clock()
        seq = state.append(at, kind, subject_of(event), operation, engine.actor, payload)
        apply(Recorded(seq, at, operation, engine.actor, event), state)
        state.rewrite_lexical()
    return len(changed)


def _redacted_log(state: Writer, id: str, session: str) -> list[tuple[int, str]]:
    """New payloads of the events that hold text of the memory. What was remembered of a session was made from the
    session's own events, which hold the same text."""
    changed: list[tuple[int, str]] = []
    rows = [*state.log_about(id), *(state.log(subject=session) if session else ())]
    for row in rows:
        event = decode(row).event
        bare = _without_session_text(event) if session and row.subject == session else redacted(event, id)
        if bare != event:
            changed.append((row.seq, encode_event(bare)[1]))
    return changed


def _without_session_text(event: MemoryEvent) -> MemoryEvent:
    match event:
        case SessionEnded():
            return replace(event, summary="")
        case ToolUsed(use):
            return ToolUsed(replace(use, pattern="", path=""))
        case MessageBuffered(message):
            return MessageBuffered(replace(message, text=""))
        case _:
            return event


def redacted(event: MemoryEvent, id: str) -> MemoryEvent:
    """The event without any text of the memory `id`. Events of others stay as they are."""
    if isinstance(event, ProvenanceEvent):
        return without_text(event, id)
    match event:
        case MemoryStored(memory=memory, body=body) if memory == id:
            return replace(event, body=_bare(body), session="", namespace="")
        case MemoryRevised(memory=memory, body=body) if memory == id:
            return replace(event, body=_bare(body), reason="")
        case StatusChanged(memory=memory) if memory == id:
            return replace(event, reason="")
        case MemoryAnchored(memory=memory, before=before, anchors=anchors) if memory == id:
            return replace(event, before=_bare_anchors(before), anchors=_bare_anchors(anchors))
        case MemoryVerified(memory=memory, before=before, anchors=anchors) if memory == id:
            return replace(event, before=_bare_anchors(before), anchors=_bare_anchors(anchors))
        case MemoryAliased(memory=memory) if memory == id:
            return replace(event, alias=id)
        case MemoryEmbedded(memory=memory) if memory == id:
            return MemoryEmbedded(id, ())
        case MemoryLinked(link, before) if id in (link.source, link.target):
            return MemoryLinked(_bare_link(link), _bare_link(before) if before else None)
        case MemoryUnlinked(link) if id in (link.source, link.target):
            return MemoryUnlinked(_bare_link(link))
        case _ if isinstance(event, LearningEvent):
            return redacted_learning(event, id)
        case _:
            return event


def _bare(body: Body) -> Body:
    return Body("", body.kind, body.importance, body.confidence)


def _bare_anchors(anchors: tuple[Anchor, ...]) -> tuple[Anchor, ...]:
    return tuple(Anchor(anchor.kind, "", "") for anchor in anchors)


def _bare_link(link: Link) -> Link:
    return replace(link, metadata={}, label="")
