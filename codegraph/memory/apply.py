"""What an event does to the projections. The only code that changes them: live writes and a rebuild both run it.

`apply` reads nothing but the event and the projections, so the same log always gives the same state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from codegraph.memory.events import (
    Access,
    ArtifactAttached,
    BufferCleared,
    BundleChanged,
    CitationDropped,
    CitationNoted,
    CitationsMoved,
    ConflictFound,
    ConflictResolved,
    ContextInjected,
    ContextServed,
    ConversationOpened,
    CycleRan,
    DreamRan,
    FloorsSet,
    ItemPlaced,
    LearningEvent,
    LessonRecorded,
    MemoriesAccessed,
    MemoryAliased,
    MemoryAnchored,
    MemoryCited,
    MemoryErased,
    MemoryLinked,
    MemoryRated,
    MemoryRevised,
    MemoryStaged,
    MemoryStored,
    MemoryUncited,
    MemoryUnlinked,
    MemoryVerified,
    MessageBuffered,
    OperationUndone,
    ProposalFiled,
    ProposalSettled,
    ProtectionChanged,
    ProvenanceEvent,
    Recorded,
    RevisionTagged,
    RunEnded,
    RunReopened,
    RunStarted,
    SessionEnded,
    SessionStarted,
    StatusChanged,
    ToolUsed,
    UsefulnessChanged,
    ValidityChanged,
    WeightsSet,
)
from codegraph.memory.facts.apply import FactProjections, follow
from codegraph.memory.facts.events import FactsKeyed, MemoryEmbedded
from codegraph.memory.identity import content_hash
from codegraph.memory.model import (
    Anchor,
    Artifact,
    Bundle,
    Citation,
    Conflict,
    Conversation,
    Dream,
    FloorsChange,
    Injection,
    Lesson,
    Link,
    Memory,
    Message,
    Place,
    Proposal,
    ProposalOutcome,
    Resolution,
    Revision,
    Run,
    RunOutcome,
    Serving,
    Session,
    Standing,
    ToolUse,
    Weights,
)
from codegraph.store.memory.review import Staged


class LearningProjections(Protocol):
    """State of the learning loop that events change."""

    def run(self, id: str) -> Run | None: ...
    def put_run(self, run: Run) -> None: ...
    def add_serving(self, seq: int, serving: Serving) -> None: ...
    def add_injection(self, seq: int, injection: Injection) -> None: ...
    def put_mark(self, citation: Citation) -> None: ...
    def drop_mark(self, run: str, memory: str) -> None: ...
    def put_citation(self, citation: Citation) -> None: ...
    def drop_citation(self, run: str, memory: str) -> None: ...
    def move_citations(self, seqs: tuple[int, ...], source: str, target: str) -> None: ...
    def put_standing(self, memory: str, standing: Standing) -> None: ...
    def get_conflict(self, id: str) -> Conflict | None: ...
    def put_conflict(self, conflict: Conflict) -> None: ...
    def add_lesson(self, lesson: Lesson) -> None: ...
    def get_proposal(self, memory: str) -> Proposal | None: ...
    def put_proposal(self, proposal: Proposal) -> None: ...
    def add_floors(self, change: FloorsChange) -> None: ...


class Projections(FactProjections, Protocol):
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
    def put_place(self, row: int, place: Place | None) -> None: ...
    def put_artifact(self, row: int, artifact: Artifact) -> None: ...
    def drop_artifact(self, row: int, artifact: Artifact) -> None: ...
    def put_bundle(self, bundle: Bundle, at: int) -> None: ...
    def put_conversation(self, conversation: Conversation) -> None: ...
    def put_message(self, seq: int, message: Message, at: int) -> None: ...
    def clear_buffer(self, session: str, first: int, last: int, cleared: bool) -> None: ...
    def put_dream(self, project: str, dream: Dream) -> None: ...
    def put_staged(self, row: int, staged: Staged) -> None: ...


def apply(recorded: Recorded, state: Projections) -> None:
    """Bring `state` up to date with one event. Events of a memory that is no longer there (erased) do nothing."""
    event = recorded.event
    state.put_operation(recorded.operation, recorded.seq, recorded.at, recorded.actor)
    if isinstance(event, LearningEvent):
        return _apply_learning(event, recorded.seq, recorded.at, state.learning)
    if isinstance(event, ProvenanceEvent):
        return _apply_provenance(event, recorded.seq, recorded.at, state)
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


def _apply_provenance(event: ProvenanceEvent, seq: int, at: int, state: Projections) -> None:
    match event:
        case BundleChanged(_, bundle):
            state.put_bundle(bundle, at)
        case ConversationOpened(conversation):
            state.put_conversation(conversation)
        case MessageBuffered(message):
            if message.text:  # an erased one has none
                state.put_message(seq, message, at)
        case BufferCleared(session, first, last, cleared):
            state.clear_buffer(session, first, last, cleared)
        case DreamRan(project, _, dream):
            state.put_dream(project, dream)
        case ItemPlaced(id) | ArtifactAttached(id):
            memory = state.memory(id)
            if memory is None:
                return
            if isinstance(event, ItemPlaced):
                state.put_place(memory.row, event.place)
            elif event.attached:
                state.put_artifact(memory.row, event.artifact)
            else:
                state.drop_artifact(memory.row, event.artifact)


def _apply_learning(event: LearningEvent, seq: int, at: int, state: LearningProjections) -> None:
    match event:
        case RunStarted(run):
            state.put_run(run)
        case RunEnded(id, outcome, category, ended_at):
            _change_run(state, id, outcome, category, ended_at)
        case RunReopened(id):
            _change_run(state, id, RunOutcome.OPEN, "", 0)
        case ContextServed():
            state.add_serving(
                seq,
                Serving(
                    event.serving, event.run, event.namespace, at, event.query, event.stage, event.capsules,
                    event.tokens, event.top_score, event.skipped, event.source,
                ),
            )  # fmt: skip
        case ContextInjected(serving, run, namespace, memories, tokens, source):
            state.add_injection(seq, Injection(serving, run, namespace, at, memories, tokens, source))
        case CitationNoted(run, memory, reason):
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case CitationDropped(run, memory):
            state.drop_mark(run, memory)
        case MemoryCited(run, memory, reason):
            state.put_citation(Citation(seq, run, memory, memory, at, reason))
        case MemoryUncited(run, memory, reason):
            state.drop_citation(run, memory)
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case CitationsMoved(source, target, citations):
            state.move_citations(citations, source, target)
        case UsefulnessChanged(memory, _, after):
            state.put_standing(memory, after)
        case _:
            _settle(event, seq, at, state)


def _settle(
    event: ConflictFound | ConflictResolved | LessonRecorded | ProposalFiled | ProposalSettled | FloorsSet,
    seq: int,
    at: int,
    state: LearningProjections,
) -> None:
    match event:
        case ConflictFound(id, newer, existing, similarity, namespace):
            state.put_conflict(Conflict(id, newer, existing, similarity, namespace, at))
        case ConflictResolved(id, _, resolution):
            conflict = state.get_conflict(id)
            if conflict is not None:
                resolved_at = 0 if resolution is Resolution.OPEN else at
                state.put_conflict(replace(conflict, resolution=resolution, resolved_at=resolved_at))
        case LessonRecorded(memory, run, namespace, how, source, similarity):
            state.add_lesson(Lesson(seq, memory, run, namespace, at, how, source, similarity))
        case ProposalFiled(memory, namespace, expires_at, source, run):
            state.put_proposal(Proposal(memory, namespace, at, expires_at, source, run))
        case ProposalSettled(memory, _, outcome, reason):
            proposal = state.get_proposal(memory)
            if proposal is not None:
                settled_at = 0 if outcome is ProposalOutcome.PENDING else at
                state.put_proposal(replace(proposal, outcome=outcome, settled_at=settled_at, reason=reason))
        case FloorsSet(namespace, before, floors, reverts):
            state.add_floors(FloorsChange(seq, namespace, at, before, floors, reverts))


def _change_run(state: LearningProjections, id: str, outcome: RunOutcome, category: str, ended_at: int) -> None:
    run = state.run(id)
    if run is not None:
        state.put_run(replace(run, outcome=outcome, category=category, ended_at=ended_at))
