"""Refine, split and merge operations on memories.

They make new memories from old ones and link them. The originals stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.anchors.offering import update_anchors
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Memory, MemoryStatus, Origin, Relationship, Vocabulary
from codegraph.memory.notes import Draft, Edit


def refine(recording: Recording, id: str, edit: Edit, *, origin: Origin, vocabulary: Vocabulary) -> Memory:
    """Make a better version of a memory, as a memory of its own.

    The old one is superseded by it, with an EVOLVED_INTO link. An `update` instead keeps the id and adds a revision.
    Raises InvalidError when nothing would change.
    """
    old = notes.find(recording.state, id)
    if all(
        value is None for value in (edit.content, edit.kind, edit.importance, edit.confidence, edit.tags, edit.metadata)
    ):
        raise InvalidError("nothing to refine", hint="give `content`, `tags` or `importance`")
    draft = _build_draft_like(old, old.body.content if edit.content is None else edit.content, origin, vocabulary)
    anchors = recording.state.read_anchors([old.row]).get(old.row, ())
    if edit.offers is not None:
        anchors = update_anchors(anchors, edit.offers, draft.content)
    made = notes.store(
        recording,
        Draft(
            draft.content,
            old.body.kind if edit.kind is None else edit.kind,
            old.body.importance if edit.importance is None else edit.importance,
            old.body.confidence if edit.confidence is None else edit.confidence,
            old.body.tags if edit.tags is None else edit.tags,
            old.body.metadata if edit.metadata is None else edit.metadata,
            draft.namespace,
            origin,
            vocabulary,
            _decide_status(recording, old),
            session=draft.session,
            protected=old.protected,
            anchors=anchors,
        ),
        merge=False,
    ).memory
    notes.link(recording, old.id, made.id, Relationship.EVOLVED_INTO)
    notes.set_status(recording, old, MemoryStatus.SUPERSEDED, "refined", made.id)
    return made


def split(
    recording: Recording, id: str, parts: Sequence[Draft], *, origin: Origin, vocabulary: Vocabulary
) -> list[Memory]:
    """Split a memory into one memory per part, each PART_OF the original.

    A part takes from the original what it leaves out. Of the anchors that the original's text offered, it takes those
    that it mentions. Raises InvalidError for fewer than two parts.
    """
    whole = notes.find(recording.state, id)
    if len(parts) < 2:
        raise InvalidError(
            f"`parts` has {len(parts)}", hint='give at least two, such as [{"content": "…"}, {"content": "…"}]'
        )
    anchors = recording.state.read_anchors([whole.row]).get(whole.row, ())
    made = []
    for part in parts:
        draft = _build_draft_like(whole, part.content, origin, vocabulary)
        stored = notes.store(
            recording,
            Draft(
                part.content,
                whole.body.kind,
                part.importance,
                whole.body.confidence,
                part.tags or whole.body.tags,
                part.metadata,
                draft.namespace,
                origin,
                vocabulary,
                _decide_status(recording, whole),
                session=draft.session,
                anchors=update_anchors(anchors, part.anchors, part.content),
            ),
        )
        notes.link(recording, stored.memory.id, whole.id, Relationship.PART_OF)
        made.append(stored.memory)
    return made


def merge(recording: Recording, ids: Sequence[str], draft: Draft) -> Memory:
    """Make one memory that SUMMARIZES several.

    It has the tags of all. Without a namespace it gets that of the sources. Raises InvalidError for fewer than two
    different sources, and for sources of several namespaces.
    """
    sources = list({m.id: m for m in (notes.find(recording.state, id) for id in ids)}.values())
    if len(sources) < 2:
        raise InvalidError("merging needs at least two different memories", hint="give two or more ids")
    namespaces = {m.namespace for m in sources}
    if len(namespaces) > 1 and not draft.namespace:
        raise InvalidError("the memories belong to different namespaces", hint="say which one with `namespace`")
    state = recording.state
    anchors = {(a.kind, a.target): a for m in sources for a in state.read_anchors([m.row]).get(m.row, ())}
    made = notes.store(
        recording,
        Draft(
            draft.content,
            draft.kind,
            draft.importance,
            min(m.body.confidence for m in sources),
            tuple(dict.fromkeys((*draft.tags, *(tag for m in sources for tag in m.body.tags))))[:64],
            draft.metadata,
            draft.namespace or sources[0].namespace,
            draft.origin,
            draft.vocabulary,
            next(filter(None, (_decide_status(recording, m) for m in sources)), None),
            anchors=update_anchors(tuple(anchors.values()), draft.anchors, draft.content),
        ),
    ).memory
    for source in sources:
        if source.id != made.id:
            notes.link(recording, made.id, source.id, Relationship.SUMMARIZES)
    return made


def _decide_status(recording: Recording, source: Memory) -> MemoryStatus | None:
    """Return the status for a memory made from another one.

    It waits for review if the other one does, or if a tool made it from a reviewed fact. None is the default of the
    vocabulary.
    """
    reviewed = source.vocabulary is Vocabulary.ENGRAM and recording.actor == notes.TOOLS
    return MemoryStatus.PENDING if source.status is MemoryStatus.PENDING or reviewed else None


def _build_draft_like(memory: Memory, content: str, origin: Origin, vocabulary: Vocabulary) -> Draft:
    return Draft(
        content,
        memory.body.kind,
        namespace=memory.namespace,
        origin=origin,
        vocabulary=vocabulary,
        session=memory.session,
    )
