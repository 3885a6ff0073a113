"""What of an answer is over, and what took its place.

A text that was remembered outlives what it said. It is *over* where a fact that was read out of it has ended since or
is no longer believed, and where a thing that it names was replaced. What took the place is the text that said so, or
a fact that was stated for the one that ended.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.memory.model import NEVER, RECALLABLE, Link, Memory, MemoryKind, Relationship
from codegraph.memory.recall.words import sentences, terms
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.memory.facts.model import Fact

_CHAIN: Final = 8
"""Steps from what ended to what holds at most: x was replaced by y, y by z."""

_REPLACED: Final = ("replaced_by",)
_WORD: Final = re.compile(r"[\w./+#-]*[\w+#]")


class Over(NamedTuple):
    """Why a text is over. `by`: ids of memories that took the place of what it said, the latest first."""

    facts: tuple[Fact, ...]
    by: tuple[str, ...] = ()


def outdated(
    reader: Reader, memories: Iterable[Memory], namespaces: Sequence[str], now: int, asked: Collection[str] = ()
) -> dict[str, Over]:
    """By id: those of the memories that are texts of which something is over at `now`. `asked`: terms of a question; of
    a text of several sentences only what they say is over for it that has a word of the question."""
    texts = {m.id: m for m in memories if m.body.kind == MemoryKind.EPISODE}
    if not texts:
        return {}
    read = _derived(reader, texts)
    facts: dict[str, list[Fact]] = {}
    ended: dict[str, list[str]] = {}
    holds: set[str] = set()
    for id, fact in _last(reader, read, first_open=True).items():
        if fact.expired_at != NEVER or (fact.valid_to != NEVER and fact.valid_to <= now):
            if _is_asked_about(texts[read[id]].body.content, fact, asked):
                facts.setdefault(read[id], []).append(fact)
                ended.setdefault(read[id], []).append(id)
        else:
            holds.add(read[id])
    found = {
        # What followed a part of a text answers in its place only where nothing else of it holds.
        id: Over(tuple(over), () if id in holds else _after(reader, ended[id], now, (id,)))
        for id, over in facts.items()
    }
    for id, over in _replaced(reader, texts, namespaces, now, asked).items():
        known = found.get(id, Over(()))
        found[id] = Over((*known.facts, *over.facts), tuple(dict.fromkeys((*known.by, *over.by))))
    return found


def _derived(reader: Reader, texts: Mapping[str, Memory]) -> dict[str, str]:
    """Ids of facts that were read out of the texts, each with its text's."""
    return {
        link.source: link.target
        for link in reader.links_of(texts)
        if link.relationship is Relationship.DERIVED_FROM and link.target in texts
    }


def _last(reader: Reader, ids: Iterable[str], *, first_open: bool = False) -> dict[str, Fact]:
    """Facts as they are believed now. `first_open`: only those that were told as true."""
    found: dict[str, Fact] = {}
    for id, memory in reader.by_ids(ids).items():
        versions = reader.fact_versions(memory.row)
        if versions and not (first_open and versions[0].valid_to != NEVER):
            found[id] = versions[-1]
    return found


def _after(reader: Reader, ended: Sequence[str], now: int, seen: Sequence[str]) -> tuple[str, ...]:
    """What took the place of facts that ended, through what ended in turn. A fact stands for the text that it was read
    out of, so that nothing is said twice."""
    found: dict[str, None] = {}
    todo, known = list(ended), {*ended, *seen}
    for _ in range(_CHAIN):
        links = reader.links_of(todo)
        texts = [k.target for k in links if k.relationship is Relationship.INVALIDATED_BY and k.source in todo]
        newer = [k.source for k in links if k.relationship is Relationship.SUPERSEDES and k.target in todo]
        todo = []
        for id, fact in _last(reader, [id for id in newer if id not in known]).items():
            known.add(id)
            if fact.expired_at != NEVER or (fact.valid_to != NEVER and fact.valid_to <= now):
                todo.append(id)
            else:
                texts += _sources(reader.links_of([id]), id) or [id]
        found.update((id, None) for id in texts if id not in seen)
        if not todo:
            break
    there = {id: m for id, m in reader.by_ids(found).items() if m.status in RECALLABLE}
    return tuple(sorted(there, key=lambda id: -there[id].created_at))


def _sources(links: Iterable[Link], fact: str) -> list[str]:
    return [k.target for k in links if k.relationship is Relationship.DERIVED_FROM and k.source == fact]


def _is_asked_about(text: str, fact: Fact, asked: Collection[str]) -> bool:
    """Whether a question may be about the part of a text that states a fact."""
    parts = sentences(text)
    words = set(asked).intersection(terms(text)) if len(parts) > 1 else None
    if not words:
        return True
    named = [part for part in parts if any(_has(part, name) for name in (str(fact.object), fact.subject))]
    return not named or any(words.intersection(terms(part)) for part in named)


def _has(part: str, name: str) -> bool:
    return name.casefold() in part.casefold()


def _replaced(
    reader: Reader, texts: Mapping[str, Memory], namespaces: Sequence[str], now: int, asked: Collection[str]
) -> dict[str, Over]:
    """Texts that name a thing which something else replaced after they were told; only what is spelt as a name."""
    found: dict[str, Over] = {}
    words = {id: f" {' '.join(_WORD.findall(m.body.content.casefold()))} " for id, m in texts.items()}
    for fact in reader.facts_that_say(namespaces, _REPLACED):
        named = any(c.isupper() or c.isdigit() for c in fact.subject)
        if not named or not (fact.valid_to == NEVER or fact.valid_to > now):
            continue
        name = f" {' '.join(_WORD.findall(fact.subject.casefold()))} "
        for id, memory in texts.items():
            told = name in words[id] and memory.created_at < fact.recorded_at
            if told and _is_asked_about(memory.body.content, fact, asked):
                by = _sources(reader.links_of([fact.memory]), fact.memory) or [fact.memory]
                if id not in by:
                    found[id] = Over((*found.get(id, Over(())).facts, fact), tuple(by))
    return found
