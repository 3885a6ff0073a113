"""Scope of sharing: which events of a shared namespace all its readers get.

Shared is what a memory says, what it is about and what became of it. Not shared is what one machine does with it:
reads, runs and their figures, sessions, tool calls, files, and everything that hooks captured.

The same rules tell whether an event that came from elsewhere belongs to the namespace it came with. An event that does
not is refused, so a right to write in one namespace changes nothing in another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from codegraph.memory import events
from codegraph.memory.events import MemoryEvent
from codegraph.memory.memory_ids import is_uuid
from codegraph.memory.memory_model import Link, Memory, Origin
from codegraph.store.memory.reader import LogRow, Reader

_OF_MEMORIES: Final = (
    *events.ROW_CHANGES,
    events.MemoryAliased,
    events.MemoryStaged,
    events.ItemPlaced,
    events.ProposalFiled,
    events.ProposalSettled,
)

SHARED_KINDS: Final = tuple(
    kind.__name__
    for kind in (
        events.MemoryStored,
        events.MemoryLinked,
        events.MemoryUnlinked,
        events.MemoryErased,
        events.ConflictFound,
        events.ConflictResolved,
        events.OperationUndone,
        *_OF_MEMORIES,
    )
)


def find_namespace(event: MemoryEvent, state: Reader, namespace: str = "") -> str | None:
    """Return the namespace that shares an event.

    The result is None for an event that stays on its machine. `namespace` is the one that an event came with: it
    decides between several.
    """
    match event:
        case events.MemoryStored():
            known = state.find_memory(event.memory)
            if event.origin is Origin.HOOK or (known is not None and known.namespace != event.namespace):
                return None
            return event.namespace
        case events.MemoryLinked(link) | events.MemoryUnlinked(link):
            return _find_namespace_of_link(link, state)
        case events.MemoryErased(id):
            return state.find_namespace_of_subject(id) or None
        case events.ConflictFound(_, newer, existing):
            return _find_common_namespace(state, newer, existing)
        case events.ConflictResolved(id):
            conflict = state.learning.get_conflict(id)
            return _find_common_namespace(state, conflict.newer, conflict.existing) if conflict else None
        case events.OperationUndone(operation):
            found = state.list_namespaces_of_operation(operation)
            return namespace if namespace in found else next(iter(found), None)
        case _ if isinstance(event, _OF_MEMORIES):
            return _get_namespace(state.find_memory(event.memory))
        case _:
            return None


def _get_namespace(memory: Memory | None) -> str | None:
    return None if memory is None or memory.origin is Origin.HOOK else memory.namespace


def _find_common_namespace(state: Reader, one: str, other: str) -> str | None:
    found = {_get_namespace(state.find_memory(id)) for id in (one, other)}
    return found.pop() if len(found) == 1 else None


def _find_namespace_of_link(link: Link, state: Reader) -> str | None:
    """Return the namespace of both ends of a link.

    A link to code belongs to that of its memory, and a link between namespaces to none.
    """
    if not is_uuid(link.target):
        return _get_namespace(state.find_memory(link.source)) if is_uuid(link.source) else None
    if not is_uuid(link.source):
        return _get_namespace(state.find_memory(link.target))
    return _find_common_namespace(state, link.source, link.target)


def list_keys(event: MemoryEvent) -> Iterator[str]:
    """Yield what an event changes.

    The order of two events matters if they change the same.
    """
    match event:
        case events.MemoryLinked(link) | events.MemoryUnlinked(link):
            yield f"link {link.source} {link.target} {link.relationship} {link.label}"
        case events.OperationUndone(operation):
            yield f"operation {operation}"
        case events.ConflictFound(id) | events.ConflictResolved(id):
            yield f"conflict {id}"
        case events.MemoryRevised(id) | events.StatusChanged(id) | events.MemoryRated(id) | events.ValidityChanged(id):
            yield f"statement {id}"
        case events.MemoryAnchored(id) | events.MemoryVerified(id):
            yield f"anchors {id}"
        case events.ProposalFiled(id) | events.ProposalSettled(id):
            yield f"proposal {id}"
        case events.MemoryAliased(_, alias):
            yield f"alias {alias}"
        case events.ItemPlaced(id, _, place):
            yield f"place {id}"
            if place is not None:
                yield f"item {place.space}/{place.name}.{place.kind}"
        case _:
            yield f"{type(event).__name__} {getattr(event, 'memory', '')}"


def compute_digest(row: LogRow) -> str:
    """Return the digest of an event, the same for all its readers."""
    parts = (str(row.at), row.kind, row.subject, row.operation, row.payload)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
