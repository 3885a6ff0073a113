"""Consolidation of memories.

Near duplicates become one memory that holds their citations. Looser themes become proposals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from codegraph.memory import notes
from codegraph.memory.consolidate.grouping import find_components, find_similar_pairs
from codegraph.memory.consolidate.summarize import extract
from codegraph.memory.events import (
    CitationsMoved,
    LessonRecorded,
    MemoryRevised,
    ProposalFiled,
    UsefulnessChanged,
)
from codegraph.memory.learning.lessons import EXPIRES_DAYS, MERGEABLE
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_ids import hash_content
from codegraph.memory.memory_model import Filter, How, Memory, MemoryStatus, Origin, Relationship, Standing, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.policy import can_displace
from codegraph.memory.text_similarity import LOOSE, NEAR, SAME, is_opposed
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.embed.encoder import Encoder

THEME: Final = 3
"""Memories that a theme has at least, with a tag that all of them share."""

CONFIDENCE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Merge:
    survivor: Memory
    members: tuple[Memory, ...]  # that it takes the place of
    similarity: float  # the least between a member and the one it joined by


@dataclass(frozen=True, slots=True)
class Theme:
    members: tuple[Memory, ...]
    draft: Draft
    tags: tuple[str, ...]  # that all of them share


@dataclass(frozen=True, slots=True)
class Plan:
    merges: tuple[Merge, ...]
    themes: tuple[Theme, ...]
    examined: int


def plan(state: Reader, encoder: Encoder, namespaces: Sequence[str] = (), *, distill: bool = False) -> Plan:
    """Plan the consolidation of these namespaces, each on its own."""
    found = [m for m in state.select(Filter(tuple(namespaces))) if m.vocabulary in MERGEABLE]
    merges: list[Merge] = []
    themes: list[Theme] = []
    groups: dict[str, list[Memory]] = defaultdict(list)
    for memory in found:
        groups[memory.namespace].append(memory)
    for members in groups.values():
        vectors = encoder.encode([m.body.content for m in members])
        joined = _plan_merges(state, members, vectors)
        merges += joined
        if distill:
            gone = {m.id for merge in joined for m in merge.members}
            kept = [i for i, m in enumerate(members) if m.id not in gone]
            themes += _plan_themes(state, [members[i] for i in kept], vectors[kept])
    return Plan(tuple(merges), tuple(themes), len(found))


def _plan_merges(state: Reader, members: Sequence[Memory], vectors: NDArray[np.float32]) -> list[Merge]:
    pairs = [
        (i, j, cosine)
        for i, j, cosine in find_similar_pairs(vectors, SAME)
        if str(members[i].body.kind) == str(members[j].body.kind)
        and not is_opposed(members[i].body.content, members[j].body.content)
    ]
    standings = state.learning.read_standings(m.id for m in members)
    found = []
    for group in find_components(len(members), ((i, j) for i, j, _ in pairs)):
        if len(group) < 2:
            continue
        cluster = [members[i] for i in group]
        ranks = {m.id: rank for rank, m in enumerate(sorted(cluster, key=lambda m: (m.updated_at, m.row)), 1)}
        best = max(cluster, key=lambda m: _build_worth_key(m, standings.get(m.id, Standing()), ranks[m.id]))
        rest = tuple(m for m in cluster if m is not best and can_displace(best, m))
        if rest:
            within = set(group)
            found.append(Merge(best, rest, min(c for i, j, c in pairs if i in within and j in within)))
    return found


def _build_worth_key(memory: Memory, standing: Standing, rank: int) -> tuple[bool, bool, float, int]:
    """Return the sort key for the memory to keep.

    It is protected, then curated, then (usefulness + 1) × rank by recency, then the older.
    """
    return memory.protected, memory.curated, (standing.score + 1) * rank, -memory.row


def _plan_themes(state: Reader, members: Sequence[Memory], vectors: NDArray[np.float32]) -> list[Theme]:
    found = []
    for group in find_components(len(members), ((i, j) for i, j, _ in find_similar_pairs(vectors, LOOSE, NEAR))):
        cluster = [members[i] for i in group]
        counted = Counter(tag for m in cluster for tag in m.body.tags)
        shared = tuple(tag for tag in sorted(counted) if counted[tag] == len(cluster))
        if len(cluster) < THEME or not shared:
            continue
        kinds = Counter(str(m.body.kind) for m in cluster)
        content = extract([m.body.content for m in cluster])
        if state.find_by_hash(hash_content(content), cluster[0].namespace):
            continue  # proposed before, whatever became of it
        draft = Draft(
            content,
            max(sorted(kinds), key=lambda kind: kinds[kind]),
            confidence=CONFIDENCE,
            tags=shared,
            metadata={"distilled": "extractive", "sources": len(cluster)},
            namespace=cluster[0].namespace,
            origin=Origin.DERIVED,
            vocabulary=Vocabulary.KIMETSU,
            status=MemoryStatus.PENDING,
        )
        found.append(Theme(tuple(cluster), draft, shared))
    return found


def carry_out(recording: Recording, plan: Plan) -> tuple[str, ...]:
    """Write a plan that was made in this recording.

    Return the ids of the proposals.
    """
    for merge in plan.merges:
        _merge(recording, merge)
    return tuple(_propose(recording, theme) for theme in plan.themes)


def _merge(recording: Recording, merge: Merge) -> None:
    learning = recording.state.learning
    survivor = merge.survivor
    before = after = learning.read_standing(survivor.id)
    for member in merge.members:
        standing = learning.read_standing(member.id)
        after = Standing(
            round(after.score + standing.score, 6),
            after.uses + standing.uses,
            after.cited + standing.cited,
            max(after.last_useful_at, standing.last_useful_at),
            max(after.rated_at, standing.rated_at),
        )
        held = tuple(c.seq for c in learning.list_citations(memory=member.id))
        if held:
            recording.record(CitationsMoved(member.id, survivor.id, held))
        if standing != Standing():
            recording.record(UsefulnessChanged(member.id, standing, Standing(), ""))
        notes.set_status(recording, member, MemoryStatus.ARCHIVED, "consolidated", survivor.id)
    if after != before:
        recording.record(UsefulnessChanged(survivor.id, before, after, ""))
    tags = tuple(dict.fromkeys(tag for m in (survivor, *merge.members) for tag in m.body.tags))[:64]
    if tags != survivor.body.tags and not survivor.curated:
        body = replace(survivor.body, tags=tags)
        recording.record(MemoryRevised(survivor.id, survivor.revision + 1, body, "consolidated"))


def _propose(recording: Recording, theme: Theme) -> str:
    made = notes.store(recording, theme.draft, merge=False).memory
    for member in theme.members:
        notes.link(recording, made.id, member.id, Relationship.SUMMARIZES)
    namespace = theme.draft.namespace
    recording.record(ProposalFiled(made.id, namespace, recording.at + EXPIRES_DAYS * DAY, "distill", ""))
    recording.record(LessonRecorded(made.id, "", namespace, How.PROPOSED, "distill", 0.0))
    return made.id
