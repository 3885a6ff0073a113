"""Texts that name a thing without a fact about it.

No rule understood these texts, but they are as true as those that gave facts. They are therefore returned to a question
about the thing as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from codegraph.memory.facts.entities import UNSPOKEN, has_any_name, is_same_thing
from codegraph.memory.facts.fact_model import SAID, Fact
from codegraph.memory.facts.ranking import as_fact
from codegraph.memory.memory_model import NEVER, RECALLABLE, Filter, MemoryKind, Relationship
from codegraph.memory.recall.followups import find_outdated
from codegraph.memory.recall.interrogatives import is_only_questions
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader

MOST: Final = 5
"""Texts that are told of at most, the latest."""

_LOOKED_AT: Final = 200


def find_mentions(
    state: Reader,
    namespaces: tuple[str, ...],
    names: Sequence[str],
    now: int,
    *,
    since: int = NEVER,
    until: int = NEVER,
) -> list[Fact]:
    """Find texts recorded after `since` and up to `until`, the latest first.

    0 is no limit. A text of which something no longer holds at `now` is left out, and so is one that only asks.
    """
    keys = [key for key in names if key not in UNSPOKEN and split_query(key)]
    wanted = Filter(namespaces, statuses=RECALLABLE)
    rows: set[int] = set()
    for key in keys:
        phrase = " ".join(split_query(key))
        rows |= {row for row, _ in state.search_lexical(f'"{phrase}"', wanted, _LOOKED_AT)}
    near = [
        memory
        for memory in state.read_by_rows(rows).values()
        if memory.body.kind != MemoryKind.FACT
        and since < memory.created_at <= (until or now)
        and has_any_name(memory.body.content, keys)
        and not is_only_questions(memory.body.content)
    ]
    read = _find_parsed(state, {memory.id for memory in near}, names)
    over = find_outdated(state, near, namespaces, now)
    left = [memory for memory in near if memory.id not in read and memory.id not in over]
    left.sort(key=lambda memory: (-memory.created_at, -memory.row))
    facts = state.read_facts([memory.row for memory in left[:MOST]])
    told = [facts.get(memory.row) or as_fact(memory, NEVER) for memory in left[:MOST]]
    return [fact for fact in told if fact is not None]


def _find_parsed(state: Reader, texts: Collection[str], names: Sequence[str]) -> set[str]:
    """Return the ids of the texts from which a fact about the thing was read.

    It does not matter whether the fact still holds.
    """
    sources = {
        link.source: link.target
        for link in state.list_links_of(texts)
        if link.relationship is Relationship.DERIVED_FROM and link.target in texts
    }
    found: set[str] = set()
    for id, memory in state.read_by_ids(sources).items():
        versions = state.list_fact_versions(memory.row)
        if versions and versions[0].predicate != SAID:
            about = is_same_thing(names, versions[0].subject) or is_same_thing(names, versions[0].object)
            found |= {sources[id]} if about else set()
    return found
