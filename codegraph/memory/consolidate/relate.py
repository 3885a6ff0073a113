"""Creative links: memories of different kinds that share a theme."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Final

from codegraph.memory.consolidate.plan import Plan
from codegraph.memory.events import Cycle
from codegraph.memory.memory_model import Filter, Link, Memory, Relationship
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.embed.encoder import Encoder

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
