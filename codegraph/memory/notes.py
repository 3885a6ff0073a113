"""Writing of memories: store, revise, archive, restore, protect, link.

Each function takes a `Recording`, so several calls make one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import write_validation
from codegraph.memory.anchors.offering import update_anchors
from codegraph.memory.events import (
    MemoryAliased,
    MemoryAnchored,
    MemoryLinked,
    MemoryRevised,
    MemoryStored,
    MemoryUnlinked,
    ProtectionChanged,
    StatusChanged,
)
from codegraph.memory.hygiene.credentials import screen, screen_metadata
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_ids import hash_content, is_uuid
from codegraph.memory.memory_model import (
    NEVER,
    RECALLABLE,
    Anchor,
    Body,
    Filter,
    Link,
    Memory,
    MemoryStatus,
    Metadata,
    Origin,
    Relationship,
    Vocabulary,
    convert,
)
from codegraph.memory.policy import decide_initial_status, merge_repetition
from codegraph.store.memory.reader import Reader
from codegraph_parsers.ids import parse_id

TOOLS = "mcp"
"""The actor of a recording that a tool for agents makes."""

_LIVE = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.PENDING)


@dataclass(frozen=True, slots=True)
class Draft:
    """Memory to be stored.

    Times of 0 mean now. A status of None means the default of the vocabulary.
    """

    content: str
    kind: str = "context"
    importance: float = 0.5
    confidence: float = 1.0
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)
    namespace: str = ""
    origin: Origin = Origin.AGENT
    vocabulary: Vocabulary = Vocabulary.CODEGRAPH
    status: MemoryStatus | None = None
    session: str = ""
    protected: bool = False
    id: str = ""  # kept when it is a free UUID, otherwise an alias of the new one
    anchors: tuple[Anchor, ...] = ()
    created_at: int = NEVER
    updated_at: int = NEVER
    valid_from: int = NEVER
    valid_to: int = NEVER


@dataclass(frozen=True, slots=True)
class Edit:
    """Changes of a revision; None keeps the old value."""

    content: str | None = None
    kind: str | None = None
    importance: float | None = None
    confidence: float | None = None
    tags: tuple[str, ...] | None = None
    metadata: Metadata | None = None
    offers: tuple[Anchor, ...] | None = None  # what the new text offers as anchors; None: nobody looked

    def list_changes(self) -> dict[str, Any]:
        """Return the values of the fields of a body that it changes."""
        return {f.name: value for f in fields(Body) if (value := getattr(self, f.name)) is not None}


class StoreResult(NamedTuple):
    memory: Memory
    created: bool  # False when the same text was there already and the two were merged


_CHECKS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "content": write_validation.check_content,
    "kind": partial(write_validation.check_name, parameter="kind"),
    "importance": partial(write_validation.check_fraction, parameter="importance"),
    "confidence": partial(write_validation.check_fraction, parameter="confidence"),
    "tags": write_validation.check_tags,
    "metadata": lambda metadata: write_validation.check_metadata(dict(metadata)),
}
"""Checks of the fields of a body."""


def build_body(draft: Draft, parameter: str = "content") -> Body:
    """Return the draft's body, checked, cleaned and screened.

    `parameter` is what the caller calls the text. Raises InvalidError, CredentialError.
    """
    write_validation.check_content(draft.content, parameter)
    return _change_body(None, {name: getattr(draft, name) for name in _CHECKS})


def _change_body(old: Body | None, changes: Mapping[str, Any]) -> Body:
    checked: dict[str, Any] = {name: _CHECKS[name](value) for name, value in changes.items()}
    body = Body(**checked) if old is None else replace(old, **checked)
    _screen(body)
    return body


def _screen(body: Body) -> None:
    screen(body.content, *body.tags)
    screen_metadata(body.metadata)


def _screen_anchors(anchors: Iterable[Anchor]) -> None:
    for anchor in anchors:
        screen(anchor.target, anchor.path, anchor.repository)


def store(recording: Recording, draft: Draft, *, merge: bool = True) -> StoreResult:
    """Store a draft.

    The same text in the same namespace is merged into the existing memory, unless `merge` is False. Raises
    InvalidError, CredentialError.
    """
    body = build_body(draft)
    namespace = write_validation.check_name(draft.namespace, "namespace", empty=True)
    session = write_validation.check_name(draft.session, "session", empty=True)
    screen(namespace, session, draft.id)
    _screen_anchors(draft.anchors)
    state = recording.state
    if merge:
        for twin in state.find_by_hash(hash_content(body.content), namespace):
            if twin.status in _LIVE or twin.id == draft.id:
                return StoreResult(_merge(recording, twin, body, draft), False)
    id = draft.id if _is_free(state, draft.id) else recording.generate_id()
    if draft.id != id:
        _check_alias(state, draft.id)
    told = {
        "status": draft.status or decide_initial_status(draft.vocabulary, body.kind),
        "created_at": draft.created_at or recording.at,
        "updated_at": draft.updated_at or draft.created_at or recording.at,
    }
    recording.record(convert(MemoryStored, draft, memory=id, body=body, namespace=namespace, session=session, **told))
    if draft.id and draft.id != id:
        add_alias(recording, id, draft.id)
    if draft.anchors:
        recording.record(MemoryAnchored(id, (), draft.anchors))
    return StoreResult(state.get_memory(id), True)


def _is_free(state: Reader, id: str) -> bool:
    return is_uuid(id) and state.find_memory(id) is None and not state.is_erased(id)


def _merge(recording: Recording, twin: Memory, body: Body, draft: Draft) -> Memory:
    better = merge_repetition(twin.body, body)
    if better != twin.body:
        recording.record(MemoryRevised(twin.id, twin.revision + 1, better, "stored again"))
    anchor(recording, twin, draft.anchors)
    if draft.protected and not twin.protected:
        recording.record(ProtectionChanged(twin.id, True))
    if draft.id and draft.id != twin.id:
        add_alias(recording, twin.id, draft.id)
    return recording.state.get_memory(twin.id)


def anchor(recording: Recording, memory: Memory, anchors: Sequence[Anchor]) -> None:
    """Add anchors to those of a memory."""
    had = recording.state.read_anchors([memory.row]).get(memory.row, ())
    more = tuple(a for a in anchors if all((a.kind, a.target) != (b.kind, b.target) for b in had))
    if more:
        recording.record(MemoryAnchored(memory.id, had, had + more))


def add_alias(recording: Recording, id: str, other: str) -> None:
    """Let another id mean a memory as well.

    Raises InvalidError when that id means another memory.
    """
    name = write_validation.check_name(other, "id")
    screen(name)
    state = recording.state
    taken = state.resolve_alias(name)
    if taken == id:
        return
    if is_uuid(name) and (taken is not None or state.find_memory(name) is not None):
        return  # an imported memory whose own id is in use here keeps only its new one
    _check_alias(state, name)
    recording.record(MemoryAliased(id, name))


def _check_alias(state: Reader, name: str) -> None:
    if not is_uuid(name) and (state.resolve_alias(name) is not None or state.find_memory(name.lower()) is not None):
        raise InvalidError(f"the id {name!r} means another memory", hint="use another id")


def find(state: Reader, id: str, *, archived: bool = False) -> Memory:
    """Find the memory with an id of any form.

    An archived memory is only found with `archived`. Raises NotFoundError.
    """
    memory = state.resolve(id)
    if memory.status is MemoryStatus.ARCHIVED and not archived:
        raise NotFoundError(
            f"memory {id!r} was archived", hint=f"bring it back with `codegraph memory restore {memory.id}`"
        )
    return memory


def revise(recording: Recording, id: str, edit: Edit, *, reason: str = "", expected: int | None = None) -> Memory:
    """Make a new revision; the old ones stay readable.

    With `expected`, it must still be the latest revision. Raises InvalidError, CredentialError, NotFoundError.
    """
    memory = find(recording.state, id)
    if expected is not None and memory.revision != expected:
        raise InvalidError(
            f"memory {memory.id} is at revision {memory.revision}, not {expected}: somebody changed it",
            hint=f"read it again with `codegraph memory show {memory.id}`",
        )
    old = memory.body
    body = _change_body(old, edit.list_changes())
    screen(reason)
    recording.record(MemoryRevised(memory.id, memory.revision + 1, body, reason))
    had = recording.state.read_anchors([memory.row]).get(memory.row, ())
    if edit.offers is not None and body.content != old.content:
        anchors = update_anchors(had, edit.offers, body.content)
        if anchors != had:
            recording.record(MemoryAnchored(memory.id, had, anchors))
    if body.content != old.content and memory.status in RECALLABLE and _should_wait_for_person(recording, memory):
        set_status(recording, memory, MemoryStatus.PENDING, "changed by a tool")
    return recording.state.get_memory(memory.id)


def _should_wait_for_person(recording: Recording, memory: Memory) -> bool:
    return recording.actor == TOOLS and memory.vocabulary is Vocabulary.ENGRAM


def set_status(
    recording: Recording, memory: Memory, status: MemoryStatus, reason: str = "", successor: str = ""
) -> None:
    """Change the status of a memory, if it differs.

    A memory that a reviewed vocabulary staged is only made active by a person. An agent's tool puts it back into the
    queue instead.
    """
    if status is MemoryStatus.ACTIVE and _should_wait_for_person(recording, memory):
        status = MemoryStatus.PENDING
    if memory.status is status and memory.successor == successor:
        return
    screen(reason)
    recording.record(StatusChanged(memory.id, memory.status, status, reason, memory.successor, successor))


def archive(recording: Recording, memories: Iterable[Memory], reason: str) -> int:
    """Archive memories; `restore` and `undo` bring them back.

    Return how many were not archived already.
    """
    count = 0
    for memory in memories:
        if memory.status is not MemoryStatus.ARCHIVED:
            set_status(recording, memory, MemoryStatus.ARCHIVED, reason)
            count += 1
    return count


def list_unarchived(state: Reader, namespace: str) -> list[Memory]:
    """Return the memories of a namespace that are not archived."""
    return state.select(Filter((namespace,), statuses=tuple(s for s in MemoryStatus if s is not MemoryStatus.ARCHIVED)))


def restore(recording: Recording, id: str) -> Memory:
    """Restore a memory that was archived, deprecated, rejected or superseded.

    Raises NotFoundError.
    """
    memory = find(recording.state, id, archived=True)
    set_status(recording, memory, MemoryStatus.ACTIVE, "restored")
    return recording.state.get_memory(memory.id)


def protect(recording: Recording, id: str, protected: bool) -> Memory:
    """Protect a memory from maintenance, or remove the protection."""
    memory = find(recording.state, id)
    if memory.protected is not protected:
        recording.record(ProtectionChanged(memory.id, protected))
    return recording.state.get_memory(memory.id)


def link(
    recording: Recording,
    source: str,
    target: str,
    relationship: Relationship,
    weight: float = 1.0,
    *,
    label: str = "",
    metadata: Metadata | None = None,
    archived: bool = False,
) -> Link:
    """Link two memories, or a memory and a symbol.

    An existing link of this type gets the new weight. An archived end is only accepted with `archived`. Raises
    NotFoundError for an end that is neither, and InvalidError for a bad weight or a link to itself.
    """
    state = recording.state
    ends = (link_end(state, source, archived=archived), link_end(state, target, archived=archived))
    if ends[0] == ends[1]:
        raise InvalidError("a memory cannot be linked to itself", hint="give two different ids")
    more = write_validation.check_metadata(dict(metadata)) if metadata else {}
    screen(label)
    screen_metadata(more)
    made = Link(*ends, relationship, write_validation.check_weight(weight), label, recording.at, more)
    before = state.find_link(*ends, relationship, label)
    if before is None or (before.weight, before.metadata) != (made.weight, made.metadata):
        recording.record(MemoryLinked(made, before))
        return made
    return before


def unlink(recording: Recording, link: Link) -> None:
    recording.record(MemoryUnlinked(link))


def link_end(state: Reader, text: str, *, archived: bool = False) -> str:
    """Return an end of a link: the canonical id of a memory, or a symbol's id.

    The id of a symbol is kept unchanged, even if no such symbol exists here: a record may come from elsewhere. Names
    given by a user are resolved before. Raises NotFoundError.
    """
    try:
        return find(state, text, archived=archived).id
    except NotFoundError:
        if "::" in text or ((parts := parse_id(text)) is not None and not parts.path.startswith("/")):
            return write_validation.check_name(text, "id")
        raise
