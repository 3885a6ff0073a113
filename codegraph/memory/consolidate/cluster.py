"""Near duplicates: of memories that say the same, the best stays and answers for the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from codegraph.memory.claims import claims_of
from codegraph.memory.consolidate.grouping import components, similar_pairs
from codegraph.memory.consolidate.plan import Plan, Removal
from codegraph.memory.consolidate.thresholds import SIMILARITY
from codegraph.memory.events import Cycle
from codegraph.memory.model import Filter, Memory
from codegraph.memory.policy import may_displace, precedence
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
    """Within a namespace and a kind, memories connected by a cosine of at least `similarity` are one cluster. Its best
    stays (protected, then curated, then most important); the rest is archived with it as successor, except what it
    may not displace. Texts that differ in a number or a negation are never alike.

    Without an encoder, and by choice, memories are alike when their content hashes begin alike."""
    found = state.select(Filter(namespaces=(namespace,) if namespace else ()))
    groups: dict[tuple[str, str], list[Memory]] = defaultdict(list)
    for memory in found:
        groups[memory.namespace, str(memory.body.kind)].append(memory)
    steps: list[Removal] = []
    for members in groups.values():
        if encoder is None or likeness is Likeness.HASH:
            clusters = _by_hash(members)
        else:
            clusters = _by_cosine(members, encoder, similarity)
        for cluster in clusters:
            best = max(cluster, key=precedence)
            steps += [Removal(m, best) for m in cluster if m is not best and may_displace(best, m)]
    return Plan(Cycle.CLUSTER, namespace, tuple(steps), len(found))


def _by_hash(members: Sequence[Memory]) -> list[list[Memory]]:
    groups: dict[str, list[Memory]] = defaultdict(list)
    for memory in members:
        groups[memory.content_hash[:PREFIX]].append(memory)
    return [group for group in groups.values() if len(group) > 1]


def _by_cosine(members: Sequence[Memory], encoder: Encoder, similarity: float) -> list[list[Memory]]:
    if len(members) < 2:
        return []
    vectors = encoder.encode([m.body.content for m in members])
    claims = [claims_of(m.body.content) for m in members]
    alike = [(i, j) for i, j, _ in similar_pairs(vectors, similarity) if claims[i] == claims[j]]
    return [[members[i] for i in group] for group in components(len(members), alike) if len(group) > 1]
