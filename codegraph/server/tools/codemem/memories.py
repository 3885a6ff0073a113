"""Single memories and their relations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes, refine_split_merge, write_validation
from codegraph.memory.intake import AS_IS, Statement
from codegraph.memory.memory_model import Link, Memory, Origin, Vocabulary
from codegraph.memory.notes import Draft, Edit
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import find_anchors, find_offers
from codegraph.operations.memory.answers import DecisionsAnswer, LinkRow, MemoryRow
from codegraph.operations.memory.memory_context import choose_namespace, list_readable_namespaces
from codegraph.operations.memory.notes import write_statement
from codegraph.operations.memory.requests import DecisionsRequest, PatternsRequest
from codegraph.server.call import Call
from codegraph.server.tools.codemem.current import link_ends

ORIGIN: Final = Origin.AGENT
WORDS: Final = Vocabulary.CODEMEM


class StoredMemory(NamedTuple):
    memory: Memory
    created: bool  # False when the text was there already and the two were merged


def store_memory(call: Call, request: Any) -> Answer[StoredMemory]:
    place = call.open_without_index()
    namespace = choose_namespace(place, request.namespace)
    here = namespace in list_readable_namespaces(
        place.repo
    )  # what a note of another project mentions is not looked for in this one
    draft = Draft(
        request.content,
        request.memory_type,
        request.importance,
        tags=request.tags,
        namespace=namespace,
        origin=ORIGIN,
        vocabulary=WORDS,
        anchors=find_anchors(place, request.content) if here else (),
    )
    linked = link_ends(call, request.links) if request.links else ()
    done = write_statement(place, Statement(draft, settings=AS_IS), linked)
    return Answer(StoredMemory(done.memory, done.created))


def tell_status(created: bool) -> str:
    return "stored" if created else "duplicate"


def update_memory(call: Call, request: Any) -> Answer[Memory]:
    place = call.open_without_index()
    offers = find_offers(place, request.id, request.content)
    edit = Edit(content=request.content, importance=request.importance, offers=offers)
    with place.open_memory().write() as recording:
        return Answer(notes.revise(recording, request.id, edit))


class Reshaping(NamedTuple):
    """Ids of memories, and of those that were made from them."""

    sources: tuple[str, ...]
    made: tuple[str, ...]


def refine_memory(call: Call, request: Any) -> Answer[Reshaping]:
    place = call.open_without_index()
    offers = find_offers(place, request.id, request.content)
    edit = Edit(content=request.content, importance=request.importance, tags=request.tags, offers=offers)
    with place.open_memory().write() as recording:
        old = notes.find(recording.state, request.id)
        made = refine_split_merge.refine(recording, old.id, edit, origin=ORIGIN, vocabulary=WORDS)
        return Answer(Reshaping((old.id,), (made.id,)))


def split_memory(call: Call, request: Any) -> Answer[Reshaping]:
    place = call.open_without_index()
    offers = [find_offers(place, request.id, part.content) or () for part in request.parts]
    with place.open_memory().write() as recording:
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
        made = refine_split_merge.split(recording, whole.id, parts, origin=ORIGIN, vocabulary=WORDS)
        return Answer(Reshaping((whole.id,), tuple(memory.id for memory in made)))


def merge_memories(call: Call, request: Any) -> Answer[Reshaping]:
    place, ids = call.open_without_index(), request.source_ids
    draft = Draft(
        request.content,
        request.memory_type,
        request.importance,
        tags=request.tags,
        origin=ORIGIN,
        vocabulary=WORDS,
        anchors=(find_offers(place, ids[0], request.content) if ids else None) or (),
    )
    with place.open_memory().write() as recording:
        sources = tuple(notes.find(recording.state, id).id for id in ids)
        return Answer(Reshaping(sources, (refine_split_merge.merge(recording, sources, draft).id,)))


def associate_memories(call: Call, request: Any) -> Answer[Link]:
    relationship = write_validation.check_relationship(request.relationship)
    source, target = link_ends(call, (request.source_id, request.target_id))
    with call.open_without_index().open_memory().write() as recording:
        return Answer(notes.link(recording, source, target, relationship, request.weight))


def name_link(link: Link) -> str:
    return f"{link.source}-{link.relationship.value}-{link.target}"


def check_asked(context: Context, request: DecisionsRequest) -> DecisionsRequest:
    """Raise InvalidError for a chain without a file or a topic."""
    if not request.file.strip() and not request.topic.strip():
        raise InvalidError("neither `file_path` nor `topic` is given", hint="such as `file_path`: src/auth.rs")
    return request


class ChainLink(NamedTuple):
    memory: MemoryRow
    connections: tuple[LinkRow, ...]


def connect(chain: DecisionsAnswer) -> tuple[ChainLink, ...]:
    return tuple(
        ChainLink(memory, tuple(link for link in chain.links if memory.id in (link.source, link.target)))
        for memory in chain.decisions
    )


def look_everywhere(context: Context, request: PatternsRequest) -> PatternsRequest:
    """Return the request for every namespace, unless it names one."""
    return replace(request, every=request.namespace is None)
