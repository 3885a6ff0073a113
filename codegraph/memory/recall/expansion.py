"""Expansion of hits by linked memories and bridges.

They need not share words with the question. A *bridge* is reached from two or more different hits over things they
share with it: a symbol, a file, a linked entity. A thing that very many memories share (a *hub*) connects nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.memory.memory_model import AnchorKind, Memory
from codegraph.store.memory.reader import Reader

HUB: Final = 12
"""Memories at which a shared thing is a hub, however many memories there are."""

SEEDS: Final = 10
MOST_LINKS: Final = 50
"""Links followed from one memory."""


class Hop(NamedTuple):
    """Step of the path to a memory that was not found by its own words."""

    source: str  # id of the memory it starts from
    via: str  # a relationship, or the symbol, file or entity that both share
    target: str  # id of the memory reached
    weight: float = 1.0


def expand(reader: Reader, seeds: Sequence[Memory], depth: int) -> dict[str, tuple[Hop, ...]]:
    """Find the memories linked to the seeds in up to `depth` hops.

    Links are followed in either direction. Return the ids with the shortest path to each. Seeds are left out, unless
    another seed leads to them before they are visited.
    """
    found: dict[str, tuple[Hop, ...]] = {}
    frontier: dict[str, tuple[Hop, ...]] = {seed.id: () for seed in seeds[:SEEDS]}
    for _ in range(depth):
        if not frontier:
            break
        onward: dict[str, tuple[Hop, ...]] = {}
        used: dict[str, int] = defaultdict(int)
        links = sorted(
            reader.list_links_of(frontier), key=lambda k: (-k.weight, k.source, k.target, k.relationship.value)
        )
        for link in links:
            for here, there in ((link.source, link.target), (link.target, link.source)):
                if here not in frontier or there in found or there in frontier or there in onward:
                    continue
                used[here] += 1
                if used[here] <= MOST_LINKS:
                    onward[there] = (*frontier[here], Hop(here, link.relationship.value, there, link.weight))
        known = reader.read_by_ids(onward)
        frontier = {id: way for id, way in onward.items() if id in known}
        found.update(frontier)
    return found


def find_bridges(reader: Reader, seeds: Sequence[Memory], known: Collection[str]) -> dict[str, tuple[Hop, ...]]:
    """Return the memories outside `known` that two or more seeds lead to.

    Each id has one hop from each of those seeds.
    """
    shared = _find_shared_things(reader, seeds[:SEEDS])
    members = _find_members(reader, [thing for thing, _ in shared])
    ways: dict[str, dict[str, Hop]] = defaultdict(dict)
    for thing, holders in shared:
        others = members.get(thing, ())
        if len(others) > HUB:
            continue
        for member in others:
            for seed in holders:
                if member != seed and member not in known:
                    ways[member].setdefault(seed, Hop(seed, thing, member))
    return {id: tuple(hops.values()) for id, hops in sorted(ways.items()) if len(hops) > 1}


def _find_shared_things(reader: Reader, seeds: Sequence[Memory]) -> list[tuple[str, list[str]]]:
    """Return what the seeds are anchored or linked to, with the seeds of each."""
    holders: dict[str, list[str]] = defaultdict(list)
    anchors = reader.read_anchors([seed.row for seed in seeds])
    for seed in seeds:
        for anchor in anchors.get(seed.row, ()):
            if anchor.kind is not AnchorKind.COMMIT:
                _add(holders, anchor.target, seed.id)
    ids = {seed.id for seed in seeds}
    for link in reader.list_links_of(ids):
        for here, there in ((link.source, link.target), (link.target, link.source)):
            if here in ids:
                _add(holders, there, here)
    return sorted(holders.items())


def _find_members(reader: Reader, things: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the memories connected to each thing.

    They are anchored to it or linked with it, or are the thing itself when it is a memory.
    """
    wanted = list(things)
    found: dict[str, list[str]] = defaultdict(list)
    pairs = reader.find_anchored_to(wanted)
    ids = {row: memory.id for row, memory in reader.read_by_rows({row for row, _ in pairs}).items()}
    for row, thing in pairs:
        _add(found, thing, ids[row])
    among = set(wanted)
    for link in reader.list_links_of(wanted):
        for here, there in ((link.source, link.target), (link.target, link.source)):
            if here in among:
                _add(found, here, there)
    for id in reader.read_by_ids(wanted):
        _add(found, id, id)
    return found


def _add(lists: dict[str, list[str]], key: str, value: str) -> None:
    if value not in lists[key]:
        lists[key].append(value)
