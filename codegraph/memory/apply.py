"""What an event does to the projections. The only code that changes them: live writes and a rebuild both run it.

`apply` reads nothing but the event and the projections, so the same log always gives the same state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from codegraph.memory.events import (
    Access,
    CycleRan,
    MemoriesAccessed,
    MemoryAliased,
    MemoryAnchored,
    MemoryErased,
    MemoryLinked,
    MemoryRated,
    MemoryRevised,
    MemoryStored,
    MemoryUnlinked,
    MemoryVerified,
    OperationUndone,
    ProtectionChanged,
    Recorded,
    RevisionTagged,
    SessionEnded,
    SessionStarted,
    StatusChanged,
    ToolUsed,
    ValidityChanged,
    WeightsSet,
)
from codegraph.memory.facts.apply import FactProjections, follow
from codegraph.memory.facts.events import FactsKeyed, MemoryEmbedded
from codegraph.memory.identity import content_hash
from codegraph.memory.learning.apply import LearningProjections, apply_learning
from codegraph.memory.learning.events import LearningEvent
from codegraph.memory.model import Anchor, Link, Memory, Revision, Session, ToolUse, Weights
from codegraph.memory.provenance.apply import ProvenanceProjections, apply_provenance
from codegraph.memory.provenance.events import ProvenanceEvent
from codegraph.memory.review.events import MemoryStaged
from codegraph.store.memory.review import Staged


class Projections(FactProjections, ProvenanceProjections, Protocol):
    """State that events change. The store's writer is one; a test may bring another."""

    def memory(self, id: str) -> Memory | None: ...
    def put_memory(self, memory: Memory) -> None: ...
    def put_revision(self, row: int, revision: Revision) -> None: ...
    def put_anchors(self, row: int, anchors: tuple[Anchor, ...]) -> None: ...
    def put_revision_tag(self, row: int, tag: str, number: int) -> None: ...
    def put_link(self, link: Link) -> None: ...
    def drop_link(self, link: Link) -> None: ...
    def put_alias(self, alias: str, memory: str) -> None: ...
    def session(self, id: str) -> Session | None: ...
    def put_session(self, session: Session) -> None: ...
    def add_tool_use(self, seq: int, use: ToolUse) -> None: ...
    def put_weights(self, weights: Weights) -> None: ...
    def put_cycle(self, cycle: str, namespace: str, at: int, affected: int) -> None: ...
    def put_operation(self, id: str, seq: int, at: int, actor: str) -> None: ...
    def mark_undone(self, operation: str, undone: bool) -> None: ...
    def erase(self, memory: Memory, seq: int) -> None: ...
    @property
    def learning(self) -> LearningProjections: ...
    def put_staged(self, row: int, staged: Staged) -> None: ...


def apply(recorded: Recorded, state: Projections) -> None:
    """Bring `state` up to date with one event. Events of a memory that is no longer there (erased) do nothing."""
    event = recorded.event
    state.put_operation(recorded.operation, recorded.seq, recorded.at, recorded.actor)
    if isinstance(event, LearningEvent):
        return apply_learning(event, recorded.seq, recorded.at, state.learning)
    if isinstance(event, ProvenanceEvent):
        return apply_provenance(event, recorded.seq, recorded.at, state)
    match event:
        case MemoryStored():
            _store(recorded, event, state)
        case MemoryLinked(link):
            state.put_link(link)
            _touch(state, (link.source, link.target), recorded.seq)
        case MemoryUnlinked(link):
            state.drop_link(link)
            _touch(state, (link.source, link.target), recorded.seq)
        case MemoriesAccessed(memories, how):
            for id in memories:
                _access(state, id, how, recorded.at)
        case SessionStarted(session):
            state.put_session(session)
        case SessionEnded(id, ended_at, summary):
            session = state.session(id)
            if session is not None:
                state.put_session(replace(session, ended_at=ended_at, summary=summary or session.summary))
        case ToolUsed(use):
            state.add_tool_use(recorded.seq, use)
        case WeightsSet(_, weights):
            state.put_weights(weights)
        case CycleRan(cycle, namespace, affected):
            state.put_cycle(cycle, namespace, recorded.at, affected)
        case OperationUndone(operation, undone):
            state.mark_undone(operation, undone)
        case FactsKeyed(scope, key, memories):
            state.put_facts_key(scope, key, memories)
        case _:
            memory = state.memory(event.memory)
            if memory is not None:
                _change(recorded, memory, state)
                _follow_facts(recorded, state)


def _store(recorded: Recorded, event: MemoryStored, state: Projections) -> None:
    memory = Memory(
        id=event.memory,
        row=recorded.seq,
        seq=recorded.seq,
        body=event.body,
        status=event.status,
        namespace=event.namespace,
        origin=event.origin,
        vocabulary=event.vocabulary,
        revision=1,
        content_hash=content_hash(event.body.content),
        created_at=event.created_at,
        updated_at=event.updated_at,
        accessed_at=event.updated_at,
        protected=event.protected,
        session=event.session,
        valid_from=event.valid_from,
        valid_to=event.valid_to,
    )
    state.put_memory(memory)
    state.put_revision(memory.row, Revision(event.memory, 1, event.body, event.updated_at))
    follow(memory, min(recorded.at, memory.created_at), state)  # an imported one was believed elsewhere before


def _change(recorded: Recorded, memory: Memory, state: Projections) -> None:
    """Events about one memory that is there."""
    event, at, seq = recorded.event, recorded.at, recorded.seq
    match event:
        case MemoryRevised(_, number, body, reason):
            state.put_revision(memory.row, Revision(memory.id, number, body, at, reason))
            state.put_memory(
                replace(
                    memory,
                    seq=seq,
                    body=body,
                    revision=number,
                    content_hash=content_hash(body.content),
                    updated_at=at,
                    accessed_at=at,
                    access_count=memory.access_count + 1,
                )
            )
        case StatusChanged(_, _, after):
            state.put_memory(replace(memory, seq=seq, status=after, successor=event.successor))
        case MemoryRated():
            body = replace(memory.body, importance=event.importance, confidence=event.confidence)
            state.put_memory(replace(memory, seq=seq, body=body, decayed_at=event.decayed_at))
        case ProtectionChanged(_, after):
            state.put_memory(replace(memory, protected=after))
        case ValidityChanged():
            state.put_memory(replace(memory, seq=seq, valid_from=event.valid_from, valid_to=event.valid_to))
        case MemoryAnchored(_, _, anchors):
            state.put_anchors(memory.row, anchors)
            state.put_memory(replace(memory, seq=seq))
        case MemoryVerified(_, _, verified_at, before, anchors):
            if anchors != before:
                state.put_anchors(memory.row, anchors)
            state.put_memory(replace(memory, seq=seq, verified_at=verified_at))
        case MemoryAliased(_, alias):
            state.put_alias(alias, memory.id)
        case RevisionTagged(_, tag, _, number):
            state.put_revision_tag(memory.row, tag, number)
        case MemoryEmbedded(_, vector):
            state.put_embedding(memory.row, vector)
            state.put_memory(replace(memory, seq=seq))
        case MemoryErased():
            state.erase(memory, seq)
        case MemoryStaged(_, number, tier, learned_by, days, same_as, conflicts):
            state.put_staged(memory.row, Staged(number, tier, learned_by, days, same_as, conflicts))
        case _:
            raise TypeError(f"not an event of one memory: {type(event).__name__}")


def _follow_facts(recorded: Recorded, state: Projections) -> None:
    """Versions of a fact follow what changes its text, its validity, its confidence or whether it is believed."""
    match recorded.event:
        case MemoryRevised() | StatusChanged() | MemoryRated() | ValidityChanged() as event:
            memory = state.memory(event.memory)
            if memory is not None:
                follow(memory, recorded.at, state)
        case _:
            return


def _access(state: Projections, id: str, how: Access, at: int) -> None:
    memory = state.memory(id)
    if memory is None:
        return
    used = how is not Access.SERVED
    state.put_memory(
        replace(
            memory,
            accessed_at=max(memory.accessed_at, at),
            access_count=memory.access_count + used,
            served_count=memory.served_count + (not used),
        )
    )


def _touch(state: Projections, ids: tuple[str, ...], seq: int) -> None:
    """Derived stores index a memory together with its neighbours."""
    for id in dict.fromkeys(ids):
        memory = state.memory(id)
        if memory is not None:
            state.put_memory(replace(memory, seq=seq))
