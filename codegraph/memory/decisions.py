"""Decisions about a file or a topic, and how each led to the next."""

from __future__ import annotations

from dataclasses import dataclass

from codegraph.memory.memory_model import AnchorKind, Filter, Link, Memory, MemoryKind, MemoryStatus, Relationship
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader

CHAIN = (Relationship.EVOLVED_INTO, Relationship.LEADS_TO, Relationship.DERIVED_FROM)

# A decision that was replaced is a part of how the present one came about.
_SHOWN = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.SUPERSEDED, MemoryStatus.DEPRECATED)


@dataclass(frozen=True, slots=True)
class DecisionChain:
    decisions: tuple[Memory, ...]  # oldest first
    links: tuple[Link, ...]  # between them


def find_decision_chain(
    state: Reader, *, file_path: str = "", topic: str = "", namespaces: tuple[str, ...] = ()
) -> DecisionChain:
    """Find decisions about a file or a topic, and those linked to them, oldest first.

    The links are those of `CHAIN`. With both a file and a topic, a start must match both. With neither, every decision
    is a start.
    """
    decisions = state.select(Filter(namespaces=namespaces, kinds=(MemoryKind.DECISION,), statuses=_SHOWN))
    anchors = state.read_anchors([m.row for m in decisions]) if file_path else {}
    found: dict[str, Memory] = {}
    for memory in decisions:
        near = anchors.get(memory.row, ())
        at_file = any(_is_same_file(a.path or (a.target if a.kind is AnchorKind.FILE else ""), file_path) for a in near)
        if (not file_path or at_file or _has_mention(memory, file_path)) and (not topic or _is_about(memory, topic)):
            found[memory.id] = memory
    links = _expand_chain(state, found)
    inside = tuple(link for link in links if link.source in found and link.target in found)
    return DecisionChain(tuple(sorted(found.values(), key=lambda m: (m.created_at, m.row))), inside)


def _expand_chain(state: Reader, found: dict[str, Memory]) -> list[Link]:
    """Add to `found` the decisions reachable over chain links in either direction.

    Return the links that were followed.
    """
    walked: dict[tuple[str, str, str], Link] = {}
    edge = list(found)
    while edge:
        links = [link for link in state.list_links_of(edge) if link.relationship in CHAIN]
        walked.update(((link.source, link.target, link.relationship), link) for link in links)
        others = {end for link in links for end in (link.source, link.target)} - found.keys()
        fresh = {
            id: m
            for id, m in state.read_by_ids(sorted(others)).items()
            if m.body.kind == MemoryKind.DECISION and m.status in _SHOWN
        }
        found.update(fresh)
        edge = list(fresh)
    return list(walked.values())


def _has_mention(memory: Memory, path: str) -> bool:
    body = memory.body
    texts = [body.content, *body.tags, *(str(value) for value in body.metadata.values())]
    return any(path in text for text in texts)


def _is_same_file(path: str, wanted: str) -> bool:
    return bool(path) and (path == wanted or path.endswith("/" + wanted) or wanted.endswith("/" + path))


def _is_about(memory: Memory, topic: str) -> bool:
    """Return whether every word of the topic occurs in the memory's content or tags."""
    body = memory.body
    words = set(split_query(" ".join((body.content, *body.tags))))
    return all(word in words for word in split_query(topic)) or topic.lower() in body.content.lower()
