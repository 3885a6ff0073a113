"""Summaries of connected memories.

A connected component becomes one insight that SUMMARIZES its memories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from codegraph.memory.consolidate.grouping import find_components
from codegraph.memory.consolidate.plan import Plan, Summary
from codegraph.memory.consolidate.thresholds import CLUSTER_SIZE
from codegraph.memory.events import Cycle
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.memory_model import Filter, Memory, MemoryKind, Origin, Relationship, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.sentences import split_sentences
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader

SENTENCES: Final = 6
LONGEST: Final = 2_000  # characters of a summary
IMPORTANCE: Final = 0.7


def plan_summarize(state: Reader, now: int, *, cluster_size: int = CLUSTER_SIZE, namespace: str = "") -> Plan:
    """Plan one insight for each large connected component of a namespace.

    Large means at least `cluster_size` memories. A component that has its summary is skipped. One that has grown gets a
    new revision of it.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    links = state.list_links_of(m.id for m in found)
    summaries = {link.source for link in links if link.relationship is Relationship.SUMMARIZES}
    members = {m.id: m for m in found if m.id not in summaries}
    place = {id: at for at, id in enumerate(members)}
    joined: list[tuple[int, int]] = []
    for link in links:
        ends = (members.get(link.source), members.get(link.target))
        if ends[0] and ends[1] and ends[0].namespace == ends[1].namespace:
            joined.append((place[link.source], place[link.target]))
    listed = list(members.values())
    groups = [[listed[at] for at in group] for group in find_components(len(listed), joined)]
    known = {m.id: m for m in found if m.id in summaries}
    of: dict[str, set[str]] = {id: set() for id in known}
    for link in links:
        if link.relationship is Relationship.SUMMARIZES and link.source in of:
            of[link.source].add(link.target)
    steps: list[Summary] = []
    for group in groups:
        if len(group) < cluster_size:
            continue
        ids = {m.id for m in group}
        earlier = max((id for id in known if of[id] & ids), key=lambda id: (len(of[id] & ids), id), default=None)
        if earlier is not None and ids <= of[earlier]:
            continue
        steps.append(Summary(_build_draft(group), tuple(group), known[earlier] if earlier else None))
    return Plan(Cycle.SUMMARIZE, namespace, tuple(steps), len(found))


def _build_draft(group: Sequence[Memory]) -> Draft:
    tags = Counter(tag for m in group for tag in m.body.tags)
    return Draft(
        extract([m.body.content for m in sorted(group, key=lambda m: (m.created_at, m.row))]),
        MemoryKind.INSIGHT,
        IMPORTANCE,
        min(m.body.confidence for m in group),
        tuple(tag for tag, _ in sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))[:8]),
        {"summary": "extractive", "sources": len(group)},
        group[0].namespace,
        Origin.DERIVED,
        Vocabulary.CODEGRAPH,
    )


def list_plain_sentences(text: str) -> list[str]:
    """Return the sentences of a text without personal data and credentials."""
    return [part.strip() for part in split_sentences(redact(text), at_semicolons=False) if len(part.strip()) > 2]


def extract(texts: Sequence[str], sentences: int = SENTENCES) -> str:
    """Extract the sentences that cover most of all texts, in their order.

    Each next sentence is chosen by the words it adds, weighted by the number of texts that use them. Personal data and
    credentials are removed first.
    """
    pool = [part for text in texts for part in list_plain_sentences(text)]
    words = [set(split_query(part)) for part in pool]
    usage = Counter(word for text in texts for word in set(split_query(text)) if len(word) > 2)
    chosen: list[int] = []
    covered: set[str] = set()
    size = 0
    while len(chosen) < min(sentences, len(pool)):
        gains = [
            (sum(usage[w] for w in words[i] - covered) / (len(words[i]) + 4), -i)
            for i in range(len(pool))
            if i not in chosen and size + len(pool[i]) <= LONGEST
        ]
        best = max(gains, default=(0.0, 0))
        if best[0] <= 0:
            break
        chosen.append(-best[1])
        covered |= words[-best[1]]
        size += len(pool[-best[1]]) + 1
    return "\n".join(f"- {pool[i]}" for i in sorted(chosen)) or redact(texts[0])[:LONGEST]
