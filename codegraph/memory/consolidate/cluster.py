"""Clusters of near duplicates.

Of memories that say the same, the best is kept and replaces the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from codegraph.memory.claims import extract_claims
from codegraph.memory.consolidate.grouping import find_components, find_similar_pairs
from codegraph.memory.consolidate.plan import Plan, Removal
from codegraph.memory.consolidate.thresholds import SIMILARITY
from codegraph.memory.events import Cycle
from codegraph.memory.memory_model import Filter, Memory
from codegraph.memory.policy import build_precedence_key, can_displace
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
