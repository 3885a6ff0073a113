"""Application of events to the projections.

Only this code changes projections: live writes and a rebuild both run it. `apply` reads nothing but the log and the
projections, so the same log always gives the same state.

Events of other writers of a shared namespace may be applied in another order than that of the local log. So `seq` of a
memory only grows, a revision takes the next free number, and an alias or a place stays with whom had it first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from codegraph.memory import events
from codegraph.memory.facts.event_application import update_versions
from codegraph.memory.memory_ids import hash_content
from codegraph.memory.memory_model import (
    Citation,
    Conflict,
    FloorsChange,
    Injection,
    Lesson,
    Memory,
    Proposal,
    ProposalOutcome,
    Resolution,
    Revision,
    RunOutcome,
    Serving,
    convert,
)
from codegraph.store.memory.learning import LearningTables
from codegraph.store.memory.review import StagedEntry
from codegraph.store.memory.writer import Writer


def apply(recorded: events.RecordedEvent, state: Writer) -> None:
    """Apply one event to `state`.

    Events of a memory that was erased do nothing.
    """
    event = recorded.event
    state.put_operation(recorded.operation, recorded.seq, recorded.at, recorded.actor)
    if isinstance(event, events.LearningEvent):
        return _apply_learning(event, recorded.seq, recorded.at, state.learning)
    if isinstance(event, events.ProvenanceEvent):
        return _apply_provenance(event, recorded.seq, recorded.at, state)
    match event:
        case events.MemoryStored():
            _store(recorded, event, state)
        case events.MemoryLinked(link):
            state.put_link(link)
            _mark_changed(state, (link.source, link.target), recorded.seq)
        case events.MemoryUnlinked(link):
            state.drop_link(link)
            _mark_changed(state, (link.source, link.target), recorded.seq)
        case events.MemoriesAccessed(memories, how):
            for id in memories:
                _access(state, id, how, recorded.at)
        case events.SessionStarted(session):
            state.put_session(session)
        case events.SessionEnded(id, ended_at, summary):
            session = state.find_session(id)
            if session is not None:
                state.put_session(replace(session, ended_at=ended_at, summary=summary or session.summary))
        case events.ToolUsed(use):
            state.add_tool_use(recorded.seq, use)
        case events.WeightsSet(_, weights):
            state.put_weights(weights)
        case events.CycleRan(cycle, namespace, affected):
            state.put_cycle(cycle, namespace, recorded.at, affected)
        case events.OperationUndone(operation, undone):
            state.mark_undone(operation, undone)
        case events.FactsKeyed(scope, key, memories):
            state.put_facts_key(scope, key, memories)
        case _:
            memory = state.find_memory(event.memory)
            if memory is not None:
                _apply_to_memory(recorded, memory, state)
                _update_facts(recorded, state)
            elif isinstance(event, events.MemoryErased):
                state.mark_erased(event.memory, recorded.seq)


def apply_to_rows(recorded: events.RecordedEvent, memories: Collection[str], state: Writer) -> None:
    """Apply the part of an event that changes the rows of some memories."""
    event = recorded.event
    match event:
        case events.MemoriesAccessed(accessed, how):
            for id in accessed:
                if id in memories:
                    _access(state, id, how, recorded.at)
        case events.MemoryLinked(link) | events.MemoryUnlinked(link):
            _mark_changed(state, tuple(id for id in (link.source, link.target) if id in memories), recorded.seq)
        case events.MemoryStored(id) if id in memories:
            _store(recorded, event, state)
        case _ if isinstance(event, events.ROW_CHANGES) and event.memory in memories:
            memory = state.find_memory(event.memory)
            if memory is not None:
                _apply_to_memory(recorded, memory, state)
                _update_facts(recorded, state)
        case _:
            return


def _store(recorded: events.RecordedEvent, event: events.MemoryStored, state: Writer) -> None:
    if state.is_erased(event.memory):
        if not event.body.content:  # its text was erased, too
            return
        state.forget_erasure(event.memory)
    known = state.find_memory(event.memory)
    if known is not None:
        return _store_again(recorded, event, known, state)
    memory = convert(
        Memory,
        event,
        id=event.memory,
        row=state.find_first_store(event.memory) or recorded.seq,
        seq=recorded.seq,
        revision=1,
        content_hash=hash_content(event.body.content),
        accessed_at=event.updated_at,
    )
    state.put_memory(memory)
    state.put_revision(memory.row, Revision(event.memory, 1, event.body, event.updated_at))
    update_versions(memory, min(recorded.at, memory.created_at), state)  # an imported one was believed elsewhere before


def _store_again(recorded: events.RecordedEvent, event: events.MemoryStored, memory: Memory, state: Writer) -> None:
    """Apply that two writers stored a memory under one id, as of one import.

    Another text is its next revision. A memory of another namespace stays as it is.
    """
    if event.namespace != memory.namespace or event.body == memory.body:
        return
    again = events.MemoryRevised(event.memory, memory.revision + 1, event.body, "stored again")
    revised = replace(recorded, event=again)
    _apply_to_memory(revised, memory, state)
    _update_facts(revised, state)


def _apply_to_memory(recorded: events.RecordedEvent, memory: Memory, state: Writer) -> None:
    """Apply an event about one memory that exists."""
    event, at, seq = recorded.event, recorded.at, max(memory.seq, recorded.seq)
    match event:
        case events.MemoryRevised(_, number, body, reason):
            number = max(number, memory.revision + 1)
            state.put_revision(memory.row, Revision(memory.id, number, body, at, reason))
            state.put_memory(
                replace(
                    memory,
                    seq=seq,
                    body=body,
                    revision=number,
                    content_hash=hash_content(body.content),
                    updated_at=at,
                    accessed_at=max(memory.accessed_at, at),
                    access_count=memory.access_count + 1,
                )
            )
        case events.StatusChanged(_, _, after):
            state.put_memory(replace(memory, seq=seq, status=after, successor=event.successor))
        case events.MemoryRated():
            body = replace(memory.body, importance=event.importance, confidence=event.confidence)
            state.put_memory(replace(memory, seq=seq, body=body, decayed_at=event.decayed_at))
        case events.ProtectionChanged(_, after):
            state.put_memory(replace(memory, protected=after))
        case events.ValidityChanged():
            state.put_memory(replace(memory, seq=seq, valid_from=event.valid_from, valid_to=event.valid_to))
        case events.MemoryAnchored(_, _, anchors):
            state.put_anchors(memory.row, anchors)
            state.put_memory(replace(memory, seq=seq))
        case events.MemoryVerified(_, _, verified_at, before, anchors):
            if anchors != before:
                state.put_anchors(memory.row, anchors)
            state.put_memory(replace(memory, seq=seq, verified_at=verified_at))
        case events.MemoryAliased(_, alias):
            state.put_alias(alias, memory.id)
        case events.RevisionTagged(_, tag, _, number):
            state.put_revision_tag(memory.row, tag, number)
        case events.MemoryEmbedded(_, vector):
            state.put_embedding(memory.row, vector)
            state.put_memory(replace(memory, seq=seq))
        case events.MemoryErased():
            state.erase(memory, recorded.seq)
        case events.MemoryStaged(_, number, tier, learned_by, days, same_as, conflicts):
            state.put_staged(memory.row, StagedEntry(number, tier, learned_by, days, same_as, conflicts))
        case _:
            raise TypeError(f"not an event of one memory: {type(event).__name__}")


def _update_facts(recorded: events.RecordedEvent, state: Writer) -> None:
    """Update the versions of a fact after a change of its memory.

    Changes of the text, the validity, the confidence or the status matter.
    """
    match recorded.event:
        case events.MemoryRevised() | events.StatusChanged() | events.MemoryRated() | events.ValidityChanged() as event:
            memory = state.find_memory(event.memory)
            if memory is not None:
                update_versions(memory, recorded.at, state)
        case _:
            return


def _access(state: Writer, id: str, how: events.Access, at: int) -> None:
    memory = state.find_memory(id)
    if memory is None:
        return
    used = how is not events.Access.SERVED
    state.put_memory(
        replace(
            memory,
            accessed_at=max(memory.accessed_at, at),
            access_count=memory.access_count + used,
            served_count=memory.served_count + (not used),
        )
    )


def _mark_changed(state: Writer, ids: tuple[str, ...], seq: int) -> None:
    """Mark memories as changed by an event.

    Derived stores index a memory together with its neighbours, so they must read these again.
    """
    for id in dict.fromkeys(ids):
        memory = state.find_memory(id)
        if memory is not None:
            state.put_memory(replace(memory, seq=max(memory.seq, seq)))


def _apply_provenance(event: events.ProvenanceEvent, seq: int, at: int, state: Writer) -> None:
    match event:
        case events.BundleChanged(_, bundle):
            state.put_bundle(bundle, at)
        case events.ConversationOpened(conversation):
            state.put_conversation(conversation)
        case events.MessageBuffered(message):
            if message.text:  # an erased one has none
                state.put_message(seq, message, at)
        case events.BufferCleared(session, first, last, cleared):
            state.clear_buffer(session, first, last, cleared)
        case events.DreamRan(project, _, dream):
            state.put_dream(project, dream)
        case events.ItemPlaced(id) | events.ArtifactAttached(id):
            memory = state.find_memory(id)
            if memory is None:
                return
            if isinstance(event, events.ItemPlaced):
                state.put_place(memory.row, event.place)
            elif event.attached:
                state.put_artifact(memory.row, event.artifact)
            else:
                state.drop_artifact(memory.row, event.artifact)


def _apply_learning(event: events.LearningEvent, seq: int, at: int, state: LearningTables) -> None:
    match event:
        case events.RunStarted(run):
            state.put_run(run)
        case events.RunEnded(id, outcome, category, ended_at):
            _change_run(state, id, outcome, category, ended_at)
        case events.RunReopened(id):
            _change_run(state, id, RunOutcome.OPEN, "", 0)
        case events.ContextServed():
            state.add_serving(seq, convert(Serving, event, id=event.serving, at=at))
        case events.ContextInjected():
            state.add_injection(seq, convert(Injection, event, at=at))
        case events.CitationNoted(run, memory, reason):
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case events.CitationDropped(run, memory):
            state.drop_mark(run, memory)
        case events.MemoryCited(run, memory, reason):
            state.put_citation(Citation(seq, run, memory, memory, at, reason))
        case events.MemoryUncited(run, memory, reason):
            state.drop_citation(run, memory)
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case events.CitationsMoved(source, target, citations):
            state.move_citations(citations, source, target)
        case events.UsefulnessChanged(memory, _, after):
            state.put_standing(memory, after)
        case events.ConflictFound(id):
            state.put_conflict(convert(Conflict, event, id=id, at=at))
        case events.ConflictResolved(id, _, resolution):
            conflict = state.get_conflict(id)
            if conflict is not None:
                resolved_at = 0 if resolution is Resolution.OPEN else at
                state.put_conflict(replace(conflict, resolution=resolution, resolved_at=resolved_at))
        case events.LessonRecorded():
            state.add_lesson(convert(Lesson, event, seq=seq, at=at))
        case events.ProposalFiled():
            state.put_proposal(convert(Proposal, event, filed_at=at))
        case events.ProposalSettled(memory, _, outcome, reason):
            proposal = state.get_proposal(memory)
            if proposal is not None:
                settled_at = 0 if outcome is ProposalOutcome.PENDING else at
                state.put_proposal(replace(proposal, outcome=outcome, settled_at=settled_at, reason=reason))
        case events.FloorsSet():
            state.add_floors(convert(FloorsChange, event, seq=seq, at=at))


def _change_run(state: LearningTables, id: str, outcome: RunOutcome, category: str, ended_at: int) -> None:
    run = state.find_run(id)
    if run is not None:
        state.put_run(replace(run, outcome=outcome, category=category, ended_at=ended_at))
