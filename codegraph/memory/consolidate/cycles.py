"""Maintenance cycles on single memories and pairs of them.

Unused memories lose importance, and memories without importance are archived. Of memories that say the same, the best
is kept and replaces the others. Memories of different kinds that share a theme are linked.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Final

from codegraph.memory.claims import extract_claims
from codegraph.memory.consolidate.grouping import find_components, find_similar_pairs
from codegraph.memory.consolidate.plan import Plan, Rating, Removal
from codegraph.memory.consolidate.thresholds import FORGET_BELOW, SIMILARITY, THRESHOLD_DAYS
from codegraph.memory.events import Cycle
from codegraph.memory.memory_model import Filter, Link, Memory, Relationship
from codegraph.memory.policy import build_precedence_key, can_displace
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.embed.encoder import Encoder

PREFIX: Final = 8
"""Hexadecimal digits of the content hash, for grouping by hash."""


class Likeness(StrEnum):
    COSINE = "cosine"
    HASH = "hash"  # the first digits of the content hash


def plan_cluster(
    state: Reader,
    now: int,
    *,
    encoder: Encoder | None,
    similarity: float = SIMILARITY,
    namespace: str = "",
    likeness: Likeness = Likeness.COSINE,
) -> Plan:
    """Plan the merging of near duplicates.

    Within a namespace and a kind, memories connected by a cosine of at least `similarity` are one cluster. Its best
    memory is kept (protected, then curated, then most important). The rest is archived with it as successor, except
    memories that it may not displace. Texts that differ in a number or a negation are never duplicates.

    Without an encoder, or by choice, memories are duplicates when their content hashes have the same prefix.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    groups: dict[tuple[str, str], list[Memory]] = defaultdict(list)
    for memory in found:
        groups[memory.namespace, str(memory.body.kind)].append(memory)
    steps: list[Removal] = []
    for members in groups.values():
        if encoder is None or likeness is Likeness.HASH:
            clusters = _group_by_hash(members)
        else:
            clusters = _group_by_cosine(members, encoder, similarity)
        for cluster in clusters:
            best = max(cluster, key=build_precedence_key)
            steps += [Removal(m, best) for m in cluster if m is not best and can_displace(best, m)]
    return Plan(Cycle.CLUSTER, namespace, tuple(steps), len(found))


def _group_by_hash(members: Sequence[Memory]) -> list[list[Memory]]:
    groups: dict[str, list[Memory]] = defaultdict(list)
    for memory in members:
        groups[memory.content_hash[:PREFIX]].append(memory)
    return [group for group in groups.values() if len(group) > 1]


def _group_by_cosine(members: Sequence[Memory], encoder: Encoder, similarity: float) -> list[list[Memory]]:
    if len(members) < 2:
        return []
    vectors = encoder.encode([m.body.content for m in members])
    claims = [extract_claims(m.body.content) for m in members]
    alike = [(i, j) for i, j, _ in find_similar_pairs(vectors, similarity) if claims[i] == claims[j]]
    return [[members[i] for i in group] for group in find_components(len(members), alike) if len(group) > 1]


RATE: Final = 0.9


class Curve(StrEnum):
    STEPS = "steps"  # × 0.9 once for every full threshold
    POWER = "power"  # × 0.9^(days / 30), slowed by use


def plan_decay(
    state: Reader, now: int, *, threshold_days: int = THRESHOLD_DAYS, namespace: str = "", curve: Curve = Curve.STEPS
) -> Plan:
    """Plan the decay of memories that were not used for `threshold_days`.

    They lose importance once for each full threshold since they were last used or last decayed, whichever is later. A
    second run therefore changes nothing.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    steps = []
    for memory in found:
        importance = compute_decayed(memory, now, threshold_days, curve)
        if importance < memory.body.importance and not memory.protected:
            steps.append(Rating(memory, importance))
    return Plan(Cycle.DECAY, namespace, tuple(steps), len(found))


def compute_decayed(memory: Memory, now: int, threshold_days: int, curve: Curve = Curve.STEPS) -> float:
    """Return the importance of a memory after decay, which is never higher."""
    idle = now - max(memory.accessed_at, memory.decayed_at)
    periods = idle // (threshold_days * DAY) if threshold_days else (1 if idle > 0 else 0)
    if periods < 1:
        return memory.body.importance
    if curve is Curve.STEPS:
        return memory.body.importance * RATE**periods
    slowed = 1 + 0.1 * math.log2(max(memory.access_count, 1))
    return memory.body.importance * min(1.0, RATE ** (idle / DAY / 30) * slowed)


def plan_forget(state: Reader, now: int, *, importance_threshold: float = FORGET_BELOW, namespace: str = "") -> Plan:
    """Plan the archiving of memories below the threshold.

    Only memories that were never opened, cited or changed are archived. To be found or delivered by a recall does not
    save a memory; to be protected or written by a person does.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    steps = tuple(
        Removal(m) for m in found if m.body.importance < importance_threshold and m.access_count == 0 and not m.curated
    )
    return Plan(Cycle.FORGET, namespace, steps, len(found))


WIDE: Final = 64
"""A tag that more memories of a namespace carry says nothing of what they share."""

MOST: Final = 10
"""New links a memory gets in one run, the strongest first."""

NEIGHBOURS: Final = 6
SIMILAR: Final = 0.5


class Theme(StrEnum):
    TAGS = "tags"
    NEIGHBOURS = "neighbours"


def plan_creative(
    state: Reader, now: int, *, namespace: str = "", theme: Theme = Theme.TAGS, encoder: Encoder | None = None
) -> Plan:
    """Plan links between unlinked memories of one namespace and different kinds.

    They are RELATES_TO for overlapping tags, weighted by their Jaccard index, or SHARES_THEME between nearest
    neighbours, weighted by cosine.
    """
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    groups: dict[str, list[Memory]] = defaultdict(list)
    for memory in found:
        groups[memory.namespace].append(memory)
    relationship = Relationship.RELATES_TO if theme is Theme.TAGS else Relationship.SHARES_THEME
    linked = {frozenset((link.source, link.target)) for link in state.list_links_of(m.id for m in found)}
    steps: list[Link] = []
    for members in groups.values():
        pairs = (
            _match_by_tags(members) if theme is Theme.TAGS or encoder is None else _match_by_meaning(members, encoder)
        )
        taken: dict[str, int] = defaultdict(int)
        for weight, a, b in sorted(pairs, key=lambda p: (-p[0], p[1].row, p[2].row)):
            if frozenset((a.id, b.id)) in linked or max(taken[a.id], taken[b.id]) >= MOST:
                continue
            linked.add(frozenset((a.id, b.id)))  # neighbours may name each other
            taken[a.id] += 1
            taken[b.id] += 1
            steps.append(Link(a.id, b.id, relationship, round(weight, 4)))
    return Plan(Cycle.CREATIVE, namespace, tuple(steps), len(found))


def _match_by_tags(members: Sequence[Memory]) -> Iterator[tuple[float, Memory, Memory]]:
    carriers: dict[str, list[Memory]] = defaultdict(list)
    for memory in members:
        for tag in dict.fromkeys(tag.lower() for tag in memory.body.tags):
            carriers[tag].append(memory)
    seen: set[tuple[int, int]] = set()
    for group in carriers.values():
        if len(group) > WIDE:
            continue
        for a, b in combinations(group, 2):
            if a.body.kind != b.body.kind and (a.row, b.row) not in seen:
                seen.add((a.row, b.row))
                ours, theirs = ({tag.lower() for tag in m.body.tags} for m in (a, b))
                yield len(ours & theirs) / len(ours | theirs), a, b


def _match_by_meaning(members: Sequence[Memory], encoder: Encoder) -> Iterator[tuple[float, Memory, Memory]]:
    import numpy as np

    vectors = encoder.encode([m.body.content for m in members])
    for start in range(0, len(members), 512):
        similar = vectors[start : start + 512] @ vectors.T
        for offset, row in enumerate(similar):
            i = start + offset
            row[i] = -1.0
            for j in np.argsort(-row, kind="stable")[:NEIGHBOURS].tolist():
                if row[j] >= SIMILAR and members[i].body.kind != members[j].body.kind:
                    a, b = sorted((members[i], members[j]), key=lambda m: m.row)
                    yield float(row[j]), a, b
