"""Single memories: store, update, delete, refine, split, merge."""

from __future__ import annotations

from codegraph.memory import notes, reshape
from codegraph.memory.intake import AS_IS, Statement
from codegraph.memory.model import Relationship
from codegraph.memory.notes import Draft, Edit
from codegraph.operations.memory.anchoring import anchors_for, offers_for
from codegraph.operations.memory.notes import write_statement
from codegraph.operations.memory.place import readable_in
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.current import link_ends
from codegraph.server.tools.codemem.place import ORIGIN, WORDS, memory_of, namespace_or_here


def store_memory(call: Call, request: m.StoreMemoryInput) -> Exact:
    namespace = namespace_or_here(call, request.namespace)
    place = call.place()
    here = namespace in readable_in(place.repo)  # what a note of another project mentions is not looked for in this one
    draft = Draft(
        request.content,
        request.memory_type,
        request.importance,
        tags=request.tags,
        namespace=namespace,
        origin=ORIGIN,
        vocabulary=WORDS,
        anchors=anchors_for(place, request.content) if here else (),
    )
    linked = link_ends(call, request.links) if request.links else ()
    written = write_statement(place, Statement(draft, settings=AS_IS), actor="mcp", links=linked)
    memory = written.memory
    status = "stored" if written.created else "duplicate"
    return Exact(to_json(m.StoreMemoryOutput(memory.id, status, memory.content_hash, written.created)))


def update_memory(call: Call, request: m.UpdateMemoryInput) -> Exact:
    offers = offers_for(call.place(), request.id, request.content)
    edit = Edit(content=request.content, importance=request.importance, offers=offers)
    with memory_of(call).write() as recording:
        memory = notes.revise(recording, request.id, edit)
    return Exact(to_json(m.UpdateMemoryOutput(memory.id, True, memory.content_hash)))


def delete_memory(call: Call, request: m.DeleteMemoryInput) -> Exact:
    with memory_of(call).write() as recording:
        memory = notes.find(recording.state, request.id)
        notes.archive(recording, [memory], "deleted")
        note = undo_note(recording.operation)
    return Exact(to_json(m.DeleteMemoryOutput(memory.id, True)), note)


def undo_note(token: str) -> str:
    return f"archived, not gone: the user can run `codegraph memory undo {token}`"


def refine_memory(call: Call, request: m.RefineMemoryInput) -> Exact:
    offers = offers_for(call.place(), request.id, request.content)
    edit = Edit(content=request.content, importance=request.importance, tags=request.tags, offers=offers)
    with memory_of(call).write() as recording:
        old = notes.find(recording.state, request.id)
        made = reshape.refine(recording, old.id, edit, origin=ORIGIN, vocabulary=WORDS)
    return Exact(to_json(m.RefineMemoryOutput(old.id, made.id, Relationship.EVOLVED_INTO.value)))


def split_memory(call: Call, request: m.SplitMemoryInput) -> Exact:
    offers = [offers_for(call.place(), request.id, part.content) or () for part in request.parts]
    with memory_of(call).write() as recording:
        whole = notes.find(recording.state, request.id)
        parts = [
            Draft(
                part.content,
                importance=whole.body.importance if part.importance is None else part.importance,
                tags=part.tags,
                anchors=found,
            )
            for part, found in zip(request.parts, offers)
        ]
        made = reshape.split(recording, whole.id, parts, origin=ORIGIN, vocabulary=WORDS)
    ids = tuple(memory.id for memory in made)
    return Exact(to_json(m.SplitMemoryOutput(whole.id, ids, Relationship.PART_OF.value)))


def merge_memories(call: Call, request: m.MergeMemoriesInput) -> Exact:
    offers = offers_for(call.place(), request.source_ids[0], request.content) if request.source_ids else None
    draft = Draft(
        request.content,
        request.memory_type,
        request.importance,
        tags=request.tags,
        origin=ORIGIN,
        vocabulary=WORDS,
        anchors=offers or (),
    )
    with memory_of(call).write() as recording:
        sources = tuple(notes.find(recording.state, id).id for id in request.source_ids)
        made = reshape.merge(recording, sources, draft)
    return Exact(to_json(m.MergeMemoriesOutput(made.id, sources, Relationship.SUMMARIZES.value)))
