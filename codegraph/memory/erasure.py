"""Erasure of memories, the only operation that cannot be undone.

The text is removed from the log, the projections, the indexes and every backup. What remains of a memory is that one of
its id existed and was erased. What remains of a question, a prompt or a tool call is that there was one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import events
from codegraph.memory.event_application import apply
from codegraph.memory.event_codec import encode_event, get_subject
from codegraph.memory.events import MemoryEvent, RecordedEvent
from codegraph.memory.memory_engine import MemoryEngine, decode, replay
from codegraph.memory.memory_model import Anchor, Artifact, Body, Bundle, JsonValue, Memory, Origin, Place, Vocabulary
from codegraph.memory.provenance.artifact_files import remove_files, remove_reports
from codegraph.store.lock import hold_writer_lock
from codegraph.store.memory import derived
from codegraph.store.memory.backup import drop_unfinished, get_backup_lock, list_backups, list_damaged_copies
from codegraph.store.memory.connection import get_memory_folder
from codegraph.store.memory.database import MemoryDatabase
from codegraph.store.memory.reader import LogRow, Reader
from codegraph.store.memory.vectors import discard_tables
from codegraph.store.memory.writer import Writer

SHORTEST_MATCH: Final = 3
"""Characters of a text by which things are erased: fewer stand nearly everywhere."""


BACKUP_WAIT_S: Final = 60.0
"""Seconds an erasure waits for a backup that is being made."""


@dataclass(frozen=True, slots=True)
class Erasure:
    id: str
    events: int  # whose text was removed, in the database
    backups: int  # files it was removed from
    quoted_by: tuple[str, ...]  # memories whose own text contains the erased one; they are not touched


@dataclass(frozen=True, slots=True)
class Scope:
    """Captures to erase in addition to single memories.

    They are all captures of a session, or every text that contains `matching`.
    """

    session: str = ""
    matching: str = ""

    def has_match(self, text: str) -> bool:
        return bool(self.matching) and self.matching.casefold() in text.casefold()


class Trace(NamedTuple):
    """One captured text.

    It is a question, a prompt, a tool call, a message, a summary or a reason."""

    seq: int
    at: int
    kind: str  # of the event that holds it
    text: str


class Traces(NamedTuple):
    """Everything in a scope, in the live database and in the files that hooks left."""

    memories: tuple[Memory, ...]
    captured: tuple[Trace, ...]
    spooled: tuple[Path, ...]


class ErasedScope(NamedTuple):
    traces: Traces
    backups: int


def erase(engine: MemoryEngine, id: str) -> Erasure:
    """Erase one memory everywhere.

    For a memory that is erased already, remove what an interrupted erasure left behind. Raises NotFoundError,
    LockedError while others read, and StorageError when a backup cannot be rewritten.
    """
    with engine.read() as state:
        again = state.is_erased(id)
        memory = None if again else state.resolve(id)
        quotes = [] if memory is None else state.find_containing(memory.body.content)
        if memory is not None:
            _remove_files_of(engine.home, state, memory)
    whole = id if memory is None else memory.id
    with hold_writer_lock(
        get_backup_lock(engine.home), wait_s=BACKUP_WAIT_S
    ):  # no backup is made of what is being erased
        events = 0 if again else _erase_in(engine.database, engine, lambda _: [whole], Scope())
        count = _erase_copies(engine, lambda _: [whole], Scope())
    engine.report_write()
    return Erasure(whole, events, count, tuple(quote for quote in quotes if quote != whole))


def find_traces(engine: MemoryEngine, scope: Scope) -> Traces:
    """Return what `erase_scope` would erase, without changing anything.

    Raises InvalidError, StorageError.
    """
    if len(scope.matching.strip()) < SHORTEST_MATCH and not scope.session:
        raise InvalidError(
            f"{scope.matching!r} is too short to erase what contains it",
            hint=f"give {SHORTEST_MATCH} characters or more",
        )
    with engine.read() as state:
        ids = _find_memories(state, scope)
        memories = [found for id in ids if (found := state.find_memory(id)) is not None]
        captured = [
            Trace(row.seq, row.at, row.kind, text)
            for row, event in _find_captures(state, scope)
            if (text := " · ".join(part for part in extract_texts(event) if part))
        ]
    return Traces(tuple(memories), tuple(captured), tuple(_find_spooled(engine.home, scope)))


def erase_scope(engine: MemoryEngine, scope: Scope) -> ErasedScope:
    """Erase everything in a scope, everywhere.

    Raises InvalidError, LockedError while others read, StorageError."""
    traces = find_traces(engine, scope)
    for path in traces.spooled:
        path.unlink(missing_ok=True)
    with engine.read() as state:
        for memory in traces.memories:
            _remove_files_of(engine.home, state, memory)
    with hold_writer_lock(get_backup_lock(engine.home), wait_s=BACKUP_WAIT_S):
        _erase_in(engine.database, engine, lambda state: _find_memories(state, scope), scope)
        count = _erase_copies(engine, lambda state: _find_memories(state, scope), scope)
    engine.report_write()
    return ErasedScope(traces, count)


def _remove_files_of(home: Path, state: Reader, memory: Memory) -> None:
    shared = state.list_other_locations(memory.row)
    remove_files(home, [file.location for file in state.list_artifacts(memory.row) if file.location not in shared])
    place = state.find_place(memory.row)
    if place is not None:
        remove_reports(home, f"{place.space}/{place.name}")


def _erase_copies(engine: MemoryEngine, ids_in: Callable[[Reader], list[str]], scope: Scope) -> int:
    """Erase in the backups and derived data, then empty the live log.

    Returns how many backups changed."""
    # Backups before the live file: its log cannot be emptied while another process reads.
    count = sum(_erase_in_backup(path, engine, ids_in, scope) for path in list_backups(engine.home))
    drop_unfinished(engine.home)
    for path in list_damaged_copies(engine.home):  # nothing can be taken out of them but all
        path.unlink(missing_ok=True)
    derived.discard(engine.home)
    discard_tables(engine.home)
    engine.database.wipe_deleted()
    return count


def _erase_in_backup(path: Path, engine: MemoryEngine, ids_in: Callable[[Reader], list[str]], scope: Scope) -> bool:
    database = MemoryDatabase.open_at(path)
    try:
        with database.read() as state:
            there = any(state.find_memory(id) is not None for id in ids_in(state))
            if not there and not _find_captures(state, scope):
                return False
        _erase_in(database, engine, ids_in, scope)
        database.wipe_deleted()
        return True
    finally:
        database.close()


def _erase_in(
    database: MemoryDatabase, engine: MemoryEngine, ids_in: Callable[[Reader], list[str]], scope: Scope
) -> int:
    """Erase in one database, as one transaction.

    Return how many events lost text.
    """
    with database.write() as state:
        count = sum(_erase_memory(state, id, engine) for id in ids_in(state))
        changed = [(row.seq, encode_event(erase_texts(event))[1]) for row, event in _find_captures(state, scope)]
        if changed:
            state.redact(changed)
            replay(state)
        state.rewrite_lexical()
    return count + len(changed)


def _erase_memory(state: Writer, id: str, engine: MemoryEngine) -> int:
    changed = redact_memory(state, id)
    operation = engine.noise(6).hex()
    event = events.MemoryErased(id)
    kind, payload = encode_event(event)
    at = engine.clock()
    seq = state.append(at, kind, get_subject(event), operation, engine.actor, payload)
    apply(RecordedEvent(seq, at, operation, engine.actor, event), state)
    return changed


def redact_memory(state: Writer, id: str) -> int:
    """Remove the text of a memory from the events of the log.

    Return how many had some. The event that erases the memory from the projections has to follow.
    """
    memory = state.find_memory(id)
    said = memory is not None and (memory.origin is Origin.HOOK or memory.vocabulary is Vocabulary.KUMIHO)
    session = memory.session if memory and said else ""
    changed = _redact_log(state, id, session)
    state.redact(changed)
    state.forget_session_text(session)
    return len(changed)


def erase_copies(engine: MemoryEngine, ids: Sequence[str]) -> None:
    """Remove erased memories from backups and from derived data.

    They are erased in the database already. The caller holds the lock of backups. Raises StorageError, LockedError.
    """
    with engine.database.write() as state:
        state.rewrite_lexical()
    _erase_copies(engine, lambda _: list(ids), Scope())


# what was captured


_ENDED = ("category",)
_REASONED = ("reason",)
_LABELLED = ("link.label", "link.metadata", "before.label", "before.metadata")
_WORDS: Final[Mapping[type, tuple[str, ...]]] = {
    events.ToolUsed: ("use.pattern", "use.path"),
    events.SessionEnded: ("summary",),
    events.MessageBuffered: ("message.text",),
    events.ConversationOpened: ("conversation.context",),
    events.RunStarted: ("run.task",),
    **dict.fromkeys((events.RunEnded, events.RunReopened), _ENDED),
    events.ContextServed: ("query",),
    **dict.fromkeys((events.CitationNoted, events.CitationDropped), _REASONED),
    **dict.fromkeys((events.MemoryCited, events.MemoryUncited), _REASONED),
    **dict.fromkeys((events.ProposalSettled, events.StatusChanged), _REASONED),
    events.MemoryLinked: _LABELLED,
    events.MemoryUnlinked: _LABELLED[:2],
}
"""Fields with the words of people and agents, by the event. The text of a memory is not among them."""

_OF_SESSIONS: Final = (events.ToolUsed, events.SessionEnded, events.MessageBuffered)


def extract_texts(event: MemoryEvent) -> tuple[str, ...]:
    """Return the words of people and agents that an event holds."""
    return tuple(
        word for path in _WORDS.get(type(event), ()) for word in _collect_words(reduce(_get, path.split("."), event))
    )


def _get(record: object, name: str) -> Any:
    return None if record is None else getattr(record, name)


def erase_texts(event: MemoryEvent) -> MemoryEvent:
    """Return the event without the words that `extract_texts` finds in it."""
    for path in _WORDS.get(type(event), ()):
        event = _blank(event, path)
    return event


def _blank(record: Any, path: str) -> Any:
    """Return a record with one field, or a field of a nested record, emptied."""
    name, _, rest = path.partition(".")
    value = getattr(record, name)
    if value is None:
        return record
    return replace(record, **{name: _blank(value, rest) if rest else {} if isinstance(value, Mapping) else ""})


def _find_captures(state: Reader, scope: Scope) -> list[tuple[LogRow, MemoryEvent]]:
    """Return the events of a scope that contain words, in order."""
    if not scope.session and not scope.matching:
        return []
    rows = [(row, decode(row).event) for row in state.iterate_events()]
    runs = {
        e.run.id for _, e in rows if isinstance(e, events.RunStarted) and scope.session in (e.run.session, e.run.id)
    }
    return [
        (row, event)
        for row, event in rows
        if any(extract_texts(event))
        and (
            any(map(scope.has_match, extract_texts(event)))
            or (scope.session and _is_of_session(row, event, scope, runs))
        )
    ]


def _is_of_session(row: LogRow, event: MemoryEvent, scope: Scope, runs: set[str]) -> bool:
    if isinstance(event, (*_OF_SESSIONS, events.ConversationOpened)):
        return row.subject == scope.session
    if isinstance(event, events.RunStarted):
        return event.run.id in runs
    return getattr(event, "run", None) in (*runs, scope.session)


def _find_memories(state: Reader, scope: Scope) -> list[str]:
    """Return the ids of the memories of a scope.

    They were made from the session's captures, or contain the text in any revision, in their tags or in their metadata.
    """
    found: dict[str, None] = {}
    for row in state.iterate_events():
        event = decode(row).event
        if isinstance(event, events.MemoryStored) and _is_captured(event, scope.session):
            found[event.memory] = None
        if isinstance(event, (events.MemoryStored, events.MemoryRevised)):
            reason = event.reason if isinstance(event, events.MemoryRevised) else ""
            words = (event.body.content, *event.body.tags, *_collect_words(event.body.metadata), reason)
            if any(map(scope.has_match, words)):
                found[event.memory] = None
    return [id for id in found if state.find_memory(id) is not None]


def _is_captured(event: events.MemoryStored, session: str) -> bool:
    """Return whether a memory was made from the captures of a session.

    A memory that somebody stored during the session was not.
    """
    captured = event.origin is Origin.HOOK or event.vocabulary is Vocabulary.KUMIHO
    return bool(session) and event.session == session and captured


def _collect_words(value: JsonValue | Mapping[str, JsonValue]) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _collect_words(item)
        case Mapping():
            for key, item in value.items():
                yield key
                yield from _collect_words(item)
        case _:
            return


def _find_spooled(home: Path, scope: Scope) -> list[Path]:
    """Return the spooled files of tool calls in a scope.

    They have not been recorded yet, and may be incomplete.
    """
    found: list[Path] = []
    for path in sorted((get_memory_folder(home) / "spool").glob("*")):
        try:
            row = json.loads(path.read_bytes())
        except (OSError, ValueError):
            continue
        if not isinstance(row, dict):
            continue
        ours = bool(scope.session) and (row.get("session") or "unnamed") == scope.session
        if ours or any(scope.has_match(str(row.get(name, ""))) for name in ("path", "pattern", "cwd")):
            found.append(path)
    return found


def _redact_log(state: Writer, id: str, session: str) -> list[tuple[int, str]]:
    """Return new payloads for the events that hold text of the memory.

    The memory of a session was made from the session's own events, which hold the same text.
    """
    changed: list[tuple[int, str]] = []
    rows = [*state.iterate_events_about(id), *(state.iterate_events(subject=session) if session else ())]
    for row in rows:
        event = decode(row).event
        bare = _strip_session_text(event) if session and row.subject == session else redact_event(event, id)
        if bare != event:
            changed.append((row.seq, encode_event(bare)[1]))
    return changed


def _strip_session_text(event: MemoryEvent) -> MemoryEvent:
    return erase_texts(event) if isinstance(event, _OF_SESSIONS) else event


def redact_event(event: MemoryEvent, id: str) -> MemoryEvent:
    """Return the event without any text of the memory `id`.

    Events of other memories are returned unchanged. Places keep what distinguishes them from one another. Figures that
    runs recorded for a memory are kept.
    """
    match event:
        case events.MemoryLinked(link) | events.MemoryUnlinked(link):
            return erase_texts(event) if id in (link.source, link.target) else event
        case events.BundleChanged(before, bundle):
            return events.BundleChanged(_drop_member(before, id) if before else None, _drop_member(bundle, id))
        case _ if getattr(event, "memory", None) != id:
            return event
        case events.MemoryStored(body=body):
            return replace(event, body=_strip_body(body), session="", namespace="")
        case events.MemoryRevised(body=body):
            return replace(event, body=_strip_body(body), reason="")
        case events.MemoryAnchored(_, before, anchors):
            return replace(event, before=_strip_anchors(before), anchors=_strip_anchors(anchors))
        case events.MemoryVerified(before=before, anchors=anchors):
            return replace(event, before=_strip_anchors(before), anchors=_strip_anchors(anchors))
        case events.MemoryAliased():
            return replace(event, alias=id)
        case events.MemoryEmbedded():
            return events.MemoryEmbedded(id, ())
        case events.ItemPlaced(_, before, place):
            return events.ItemPlaced(id, _strip_place(before, id), _strip_place(place, id))
        case events.ArtifactAttached(_, artifact):
            return replace(event, artifact=Artifact(artifact.revision, artifact.name, ""))
        case _:
            return erase_texts(event)


def _strip_body(body: Body) -> Body:
    return Body("", body.kind, body.importance, body.confidence)


def _strip_anchors(anchors: tuple[Anchor, ...]) -> tuple[Anchor, ...]:
    return tuple(Anchor(anchor.kind, "", "") for anchor in anchors)


def _strip_place(place: Place | None, id: str) -> Place | None:
    return Place("", id, place.kind) if place is not None else None


def _drop_member(bundle: Bundle, id: str) -> Bundle:
    return replace(bundle, members=tuple(member for member in bundle.members if member != id))
