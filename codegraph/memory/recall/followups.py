"""Later texts that replace or change an answer.

A text is kept when its content no longer holds. It is *over* when a fact read from it has ended since or is no longer
believed, or when a thing that it names was replaced. The next text may refer to it without naming it (`we raised that
to 50 MB`), and any later text may give up the name that it gives.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.memory.dates import MONTHS, WEEKDAYS
from codegraph.memory.memory_model import NEVER, RECALLABLE, Filter, Link, Memory, MemoryKind, Relationship
from codegraph.memory.recall.tokenization import tokenize
from codegraph.memory.recall.value_comparison import is_gone
from codegraph.memory.sentences import split_sentences
from codegraph.store.memory.reader import Reader
from codegraph.text.lazy_pattern import compile_lazily

if TYPE_CHECKING:
    from codegraph.memory.facts.fact_model import Fact

SOON_US: Final = 3_600_000_000
"""What is told later than an hour after a text seldom speaks of it."""

REACH: Final = 12
"""Rows behind a text that are looked at: the facts that were read out of it stand there as well."""

_STEPS: Final = 3
"""Texts that may follow each other so."""

WORDS: Final = 30
"""Of a longer text at most, what it speaks of is said in it."""

_CHANGED: Final = (
    r"(?:rais|increas|lower|decreas|reduc|doubl|tripl|halv|chang|mov|postpon|reschedul|updat|rename?|replac|swap|switch|"
    r"shorten|extend|upgrad|downgrad|bump|correct|push|revert|adjust|turn|dropp|capp|slipp|jump|climb)(?:e?d)|cut|set|put|made|"
    r"took|brought|(?:went|gone|goes|is|are) (?:up|down|back)|rose|fell|grew|shrank"
)
_IT: Final = r"(?:it|that|this|them|those|these)"
_OPENING: Final = (
    r"^\W*(?:(?:no|oh|ah|hm+|oops|ok|okay|but|and|so|well|yes|hi|hey|update|edit|btw|sorry|actually|correction|wait|"
    r"scratch that|my (?:bad|mistake)|as of \w+|since \w+)\W+)*"
)
_CHANGED_IT: Final = compile_lazily(rf"\b(?:{_CHANGED}) (?:{_IT})\b(?! \w+ (?:is|was|are)\b)", re.IGNORECASE)
_IT_CHANGED: Final = compile_lazily(
    rf"{_OPENING}(?:it|that|this|they|those|these|she|he)(?:'s|’s|'ll|’ll| is| are| was| were| got| gets| has been|"
    rf" have been| will be| had to be| just)* (?:now |since |then |just |actually )?(?:(?:{_CHANGED})\b|"
    r"(?=\S.*\b(?:now|instead|these days|no longer|any ?more|from now on|not \S+)\b))",
    re.IGNORECASE,
)
_SO_MANY: Final = compile_lazily(
    r"\b(?:so|making) (?:(?:it|that|we|there)(?:'s|’s|'re|’re| is| are| makes)? )?(?:now )?\d", re.IGNORECASE
)
_CORRECTS: Final = compile_lazily(
    r"^\W*(?:(?:no|oh|ah|hm+|oops|ok|okay|but|and|so)\W+)*(?:(?:better |please )?make (?:that|it)\b|"
    r"(?:wait|correction|actually|sorry|scratch that|my (?:bad|mistake)|i meant)\W+(?=\S+(?: \S+){0,4}\W*$))",
    re.IGNORECASE,
)
_FIGURE: Final = compile_lazily(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)
_NAME: Final = compile_lazily(r"(?<=[\w,;:] )[\"'`(]?[A-Z][\w-]+|`[^`]+`")

MOST: Final = 20
NAMES: Final = 3
"""Texts with a name of an answer that are looked at, and names of an answer that are looked for."""

_FOR_A_NAME: Final = compile_lazily(
    r"^\W*(?:who|whose|which|what)\b(?!.*\b(?:when|why|how|before|first|used to)\b)", re.IGNORECASE
)
_NAMES: Final = compile_lazily(r"(?<=[\w,;:’'] )(?!I\b)[A-Z][\w-]+")
_NO_NAMES: Final = frozenset(word.title() for word in (*MONTHS, *WEEKDAYS))

_CHAIN: Final = 8
"""Steps from what ended to what holds at most: x was replaced by y, y by z."""

_REPLACED: Final = ("replaced_by",)
_WORD: Final = compile_lazily(r"[\w./+#-]*[\w+#]")


class Over(NamedTuple):
    """Facts of a text that no longer hold.

    `by` are the ids of memories that replaced them, the latest first.
    """

    facts: tuple[Fact, ...]
    by: tuple[str, ...] = ()


def find_outdated(
    reader: Reader, memories: Iterable[Memory], namespaces: Sequence[str], now: int, asked: Collection[str] = ()
) -> dict[str, Over]:
    """Return, by id, the texts of which something no longer holds.

    `asked` are the terms of a question. In a text of several sentences only those with one of the terms count.
    """
    texts = {m.id: m for m in memories if m.body.kind == MemoryKind.EPISODE}
    if not texts:
        return {}
    read = _list_derived(reader, texts)
    facts: dict[str, list[Fact]] = {}
    ended: dict[str, list[str]] = {}
    holds: set[str] = set()
    for id, fact in _read_last(reader, read, first_open=True).items():
        if fact.expired_at != NEVER or (fact.valid_to != NEVER and fact.valid_to <= now):
            if _is_asked_about(texts[read[id]].body.content, fact, asked):
                facts.setdefault(read[id], []).append(fact)
                ended.setdefault(read[id], []).append(id)
        else:
            holds.add(read[id])
    found = {
        # What followed a part of a text answers in its place only where nothing else of it holds.
        id: Over(tuple(over), () if id in holds else _list_successors(reader, ended[id], now, (id,)))
        for id, over in facts.items()
    }
    for id, over in _find_replaced(reader, texts, namespaces, now, asked).items():
        known = found.get(id, Over(()))
        found[id] = Over((*known.facts, *over.facts), tuple(dict.fromkeys((*known.by, *over.by))))
    return found


def _list_derived(reader: Reader, texts: Mapping[str, Memory]) -> dict[str, str]:
    """Return the ids of facts that were read from the texts, each with its text's."""
    return {
        link.source: link.target
        for link in reader.list_links_of(texts)
        if link.relationship is Relationship.DERIVED_FROM and link.target in texts
    }


def _read_last(reader: Reader, ids: Iterable[str], *, first_open: bool = False) -> dict[str, Fact]:
    """Return facts as they are believed now.

    `first_open` selects only those that were told as true.
    """
    found: dict[str, Fact] = {}
    for id, memory in reader.read_by_ids(ids).items():
        versions = reader.list_fact_versions(memory.row)
        if versions and not (first_open and versions[0].valid_to != NEVER):
            found[id] = versions[-1]
    return found


def _list_successors(reader: Reader, ended: Sequence[str], now: int, seen: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the memories that replaced ended facts.

    Successors that ended are followed further. A text is returned in place of the facts read from it, so that nothing
    is repeated.
    """
    found: dict[str, None] = {}
    todo, known = list(ended), {*ended, *seen}
    for _ in range(_CHAIN):
        links = reader.list_links_of(todo)
        texts = [k.target for k in links if k.relationship is Relationship.INVALIDATED_BY and k.source in todo]
        newer = [k.source for k in links if k.relationship is Relationship.SUPERSEDES and k.target in todo]
        todo = []
        for id, fact in _read_last(reader, [id for id in newer if id not in known]).items():
            known.add(id)
            if fact.expired_at != NEVER or (fact.valid_to != NEVER and fact.valid_to <= now):
                todo.append(id)
            else:
                texts += _list_sources(reader.list_links_of([id]), id) or [id]
        found.update((id, None) for id in texts if id not in seen)
        if not todo:
            break
    there = {id: m for id, m in reader.read_by_ids(found).items() if m.status in RECALLABLE}
    return tuple(sorted(there, key=lambda id: -there[id].created_at))


def _list_sources(links: Iterable[Link], fact: str) -> list[str]:
    return [k.target for k in links if k.relationship is Relationship.DERIVED_FROM and k.source == fact]


def _is_asked_about(text: str, fact: Fact, asked: Collection[str]) -> bool:
    """Return whether a question may be about the part of a text that states a fact."""
    parts = split_sentences(text)
    words = set(asked).intersection(tokenize(text)) if len(parts) > 1 else None
    if not words:
        return True
    named = [part for part in parts if any(_is_in(part, name) for name in (str(fact.object), fact.subject))]
    return not named or any(words.intersection(tokenize(part)) for part in named)


def _is_in(part: str, name: str) -> bool:
    return name.casefold() in part.casefold()


def _find_replaced(
    reader: Reader, texts: Mapping[str, Memory], namespaces: Sequence[str], now: int, asked: Collection[str]
) -> dict[str, Over]:
    """Return the texts that name a thing which was replaced later.

    A thing is a word spelt as a name.
    """
    found: dict[str, Over] = {}
    words = {id: f" {' '.join(_WORD.findall(m.body.content.casefold()))} " for id, m in texts.items()}
    for fact in reader.find_facts_with_predicates(namespaces, _REPLACED):
        named = any(c.isupper() or c.isdigit() for c in fact.subject)
        if not named or not (fact.valid_to == NEVER or fact.valid_to > now):
            continue
        name = f" {' '.join(_WORD.findall(fact.subject.casefold()))} "
        for id, memory in texts.items():
            told = name in words[id] and memory.created_at < fact.recorded_at
            if told and _is_asked_about(memory.body.content, fact, asked):
                by = _list_sources(reader.list_links_of([fact.memory]), fact.memory) or [fact.memory]
                if id not in by:
                    found[id] = Over((*found.get(id, Over(())).facts, fact), tuple(by))
    return found


def is_continuation(text: str, before: str, asked: Collection[str] = ()) -> bool:
    """Return whether a text changes what the one before it said.

    Either both have a similar value, or it says that a thing named by the other is gone.
    """
    if len(text.split()) > WORDS:
        return False
    if is_gone(before, text, asked):
        return True
    if not any(value.search(text) and value.search(before) for value in (_FIGURE, _NAME)):
        return False
    return any(form.search(text) for form in (_CHANGED_IT, _IT_CHANGED, _SO_MANY, _CORRECTS))


def find_continuations(
    reader: Reader, memories: Iterable[Memory], asked: Collection[str], question: str = ""
) -> dict[str, Memory]:
    """Return for each memory, by its id, the last text that refers to it, if any.

    `asked` are the terms of the question. For a question about a name, the first memory also gets the text that says
    what replaced it.
    """
    names = _FOR_A_NAME.match(question) is not None
    found: dict[str, Memory] = {}
    firsts = list(memories)
    near = reader.read_by_rows({row for memory in firsts for row in _list_next_rows(memory)})
    for memory in firsts:
        last = memory
        for step in range(_STEPS):
            after = _select_next(last, near if step == 0 else reader.read_by_rows(_list_next_rows(last)))
            if after is None or not is_continuation(after.body.content, last.body.content, asked):
                break
            last = after
        if last is memory and names:
            last = _find_replacement(reader, memory, asked)
        names = False
        if last is not memory:
            found[memory.id] = last
    return found


def _find_replacement(reader: Reader, memory: Memory, asked: Collection[str]) -> Memory:
    """Return the last text that gave up the name of a short answer."""
    last = memory
    for _ in range(_STEPS):
        said = last.body.content
        names = [name for name in _NAMES.findall(said) if not set(tokenize(name)) & set(asked)]
        if not names or len(said.split()) > WORDS:
            break
        wanted = Filter((memory.namespace,), statuses=RECALLABLE)
        rows = {row for name in names[:NAMES] for row, _ in reader.search_lexical(f'"{name}"', wanted, MOST)}
        later = [
            one
            for one in reader.read_by_rows(rows).values()
            if one.created_at > last.created_at and one.body.kind != MemoryKind.FACT and _is_given_up(said, one, asked)
        ]
        if not later:
            break
        last = max(later, key=lambda one: one.created_at)
    return last


def _is_given_up(before: str, later: Memory, asked: Collection[str]) -> bool:
    """Return whether a short text says that a name is gone, and names another."""
    text = later.body.content
    if len(text.split()) > WORDS or not is_gone(before, text, asked):
        return False
    return any(name not in before for name in _NAMES.findall(text) if name not in _NO_NAMES)


def _list_next_rows(memory: Memory) -> range:
    return range(memory.row + 1, memory.row + 1 + REACH)


def _select_next(memory: Memory, near: Mapping[int, Memory]) -> Memory | None:
    """Return the text that was told next in the same session.

    `near` has the memories of the rows behind it."""
    for row in _list_next_rows(memory):
        one = near.get(row)
        if one is None or one.session != memory.session or one.namespace != memory.namespace:
            continue
        if one.body.kind != MemoryKind.FACT:
            soon = one.created_at - memory.created_at <= SOON_US
            return one if soon and one.status in RECALLABLE else None
    return None
