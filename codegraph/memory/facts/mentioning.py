"""Texts that name a thing and of which nothing was read about it: whoever asks what is known of the thing is told of
them too, because a text that no rule understood is as true as one that was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from codegraph.memory.facts.entities import UNSPOKEN, names_any, same_thing
from codegraph.memory.facts.model import SAID, Fact
from codegraph.memory.facts.ranking import as_fact
from codegraph.memory.model import NEVER, RECALLABLE, Filter, MemoryKind, Relationship
from codegraph.memory.recall.asking import only_asks
from codegraph.memory.recall.followups import find_outdated
from codegraph.store.memory.reader import Reader
from codegraph.store.tokens import query_words

MOST: Final = 5
"""Texts that are told of at most, the latest."""

_LOOKED_AT: Final = 200


def mentions(
    state: Reader,
    namespaces: tuple[str, ...],
    names: Sequence[str],
    now: int,
    *,
    since: int = NEVER,
    until: int = NEVER,
) -> list[Fact]:
    """Texts that were told after `since` and up to `until` (0: whenever), the latest first; none of which something is
    over at `now`, and none that only asks."""
    keys = [key for key in names if key not in UNSPOKEN and query_words(key)]
    wanted = Filter(namespaces, statuses=RECALLABLE)
    rows: set[int] = set()
    for key in keys:
        phrase = " ".join(query_words(key))
        rows |= {row for row, _ in state.lexical(f'"{phrase}"', wanted, _LOOKED_AT)}
    near = [
        memory
        for memory in state.by_rows(rows).values()
        if memory.body.kind != MemoryKind.FACT
        and since < memory.created_at <= (until or now)
        and names_any(memory.body.content, keys)
        and not only_asks(memory.body.content)
    ]
    read = _read(state, {memory.id for memory in near}, names)
    over = find_outdated(state, near, namespaces, now)
    left = [memory for memory in near if memory.id not in read and memory.id not in over]
    left.sort(key=lambda memory: (-memory.created_at, -memory.row))
    facts = state.facts_of([memory.row for memory in left[:MOST]])
    told = [facts.get(memory.row) or as_fact(memory, NEVER) for memory in left[:MOST]]
    return [fact for fact in told if fact is not None]


def _read(state: Reader, texts: Collection[str], names: Sequence[str]) -> set[str]:
    """Ids of those texts of which a fact about the thing was read, whether it holds or not."""
    sources = {
        link.source: link.target
        for link in state.links_of(texts)
        if link.relationship is Relationship.DERIVED_FROM and link.target in texts
    }
    found: set[str] = set()
    for id, memory in state.by_ids(sources).items():
        versions = state.fact_versions(memory.row)
        if versions and versions[0].predicate != SAID:
            about = same_thing(names, versions[0].subject) or same_thing(names, versions[0].object)
            found |= {sources[id]} if about else set()
    return found
