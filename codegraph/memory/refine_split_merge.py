"""Refine, split and merge operations on memories.

They make new memories from old ones and link them. The originals stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.anchors.offering import update_anchors
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Memory, MemoryStatus, Origin, Relationship, Vocabulary, convert
from codegraph.memory.notes import Draft, Edit


def refine(recording: Recording, id: str, edit: Edit, *, origin: Origin, vocabulary: Vocabulary) -> Memory:
    """Make a better version of a memory, as a memory of its own.

    The old one is superseded by it, with an EVOLVED_INTO link. An `update` instead keeps the id and adds a revision.
    Raises InvalidError when nothing would change.
    """
    old = notes.find(recording.state, id)
    changes = edit.list_changes()
    if not changes:
        raise InvalidError("nothing to refine", hint="give `content`, `tags` or `importance`")
    draft = replace(_build_draft_like(recording, old, origin, vocabulary), protected=old.protected, **changes)
    anchors = recording.state.read_anchors([old.row]).get(old.row, ())
    if edit.offers is not None:
        anchors = update_anchors(anchors, edit.offers, draft.content)
    made = notes.store(recording, replace(draft, anchors=anchors), merge=False).memory
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
    like = _build_draft_like(recording, whole, origin, vocabulary)
    made = []
    for part in parts:
        own = {name: getattr(part, name) for name in ("content", "importance", "metadata")}
        own |= {"tags": part.tags or like.tags, "anchors": update_anchors(anchors, part.anchors, part.content)}
        stored = notes.store(recording, replace(like, **own))
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
    whole = replace(
        draft,
        confidence=min(m.body.confidence for m in sources),
        tags=tuple(dict.fromkeys((*draft.tags, *(tag for m in sources for tag in m.body.tags))))[:64],
        namespace=draft.namespace or sources[0].namespace,
        status=next(filter(None, (_decide_status(recording, m) for m in sources)), None),
        anchors=update_anchors(tuple(anchors.values()), draft.anchors, draft.content),
    )
    made = notes.store(recording, whole).memory
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


def _build_draft_like(recording: Recording, memory: Memory, origin: Origin, vocabulary: Vocabulary) -> Draft:
    told = {"namespace": memory.namespace, "status": _decide_status(recording, memory), "session": memory.session}
    return convert(Draft, memory.body, origin=origin, vocabulary=vocabulary, **told)
