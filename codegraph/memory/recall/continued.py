"""What was told right after an answer and speaks of it without naming it: `we raised that to 50 MB`, `Greg quit, so ask
Simone`; and what was told any time later of the name that it gives: `we cancelled Fonik, it's Glasnet now`.

No word of a question finds such a text; what it speaks of stands before it in the same session, or has that name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from codegraph.memory.dates import MONTHS, WEEKDAYS
from codegraph.memory.model import RECALLABLE, Filter, Memory, MemoryKind
from codegraph.memory.recall.values import gone
from codegraph.memory.recall.words import terms
from codegraph.store.memory.reader import Reader

SOON_US: Final = 3_600_000_000
"""What is told later than an hour after a text seldom speaks of it."""

REACH: Final = 12
"""Rows behind a text that are looked at: the facts that were read out of it stand there as well."""

CHAIN: Final = 3
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
_CHANGED_IT: Final = re.compile(rf"\b(?:{_CHANGED}) (?:{_IT})\b(?! \w+ (?:is|was|are)\b)", re.IGNORECASE)
_IT_CHANGED: Final = re.compile(
    rf"{_OPENING}(?:it|that|this|they|those|these|she|he)(?:'s|’s|'ll|’ll| is| are| was| were| got| gets| has been|"
    rf" have been| will be| had to be| just)* (?:now |since |then |just |actually )?(?:(?:{_CHANGED})\b|"
    r"(?=\S.*\b(?:now|instead|these days|no longer|any ?more|from now on|not \S+)\b))",
    re.IGNORECASE,
)
_SO_MANY: Final = re.compile(
    r"\b(?:so|making) (?:(?:it|that|we|there)(?:'s|’s|'re|’re| is| are| makes)? )?(?:now )?\d", re.IGNORECASE
)
_CORRECTS: Final = re.compile(
    r"^\W*(?:(?:no|oh|ah|hm+|oops|ok|okay|but|and|so)\W+)*(?:(?:better |please )?make (?:that|it)\b|"
    r"(?:wait|correction|actually|sorry|scratch that|my (?:bad|mistake)|i meant)\W+(?=\S+(?: \S+){0,4}\W*$))",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE)
_NAME: Final = re.compile(r"(?<=[\w,;:] )[\"'`(]?[A-Z][\w-]+|`[^`]+`")


MOST: Final = 20
NAMES: Final = 3
"""Texts with a name of an answer that are looked at, and names of an answer that are looked for."""

_FOR_A_NAME: Final = re.compile(
    r"^\W*(?:who|whose|which|what)\b(?!.*\b(?:when|why|how|before|first|used to)\b)", re.IGNORECASE
)
_NAMES: Final = re.compile(r"(?<=[\w,;:’'] )(?!I\b)[A-Z][\w-]+")
_NO_NAMES: Final = frozenset(word.title() for word in (*MONTHS, *WEEKDAYS))


def speaks_of_what_was_said(text: str, before: str, asked: Collection[str] = ()) -> bool:
    """Whether a text changes what the one before it said, with a value of the like in both, or says that what it named
    is gone."""
    if len(text.split()) > WORDS:
        return False
    if gone(before, text, asked):
        return True
    if not any(form.search(text) for form in (_CHANGED_IT, _IT_CHANGED, _SO_MANY, _CORRECTS)):
        return False
    return any(value.search(text) and value.search(before) for value in (_FIGURE, _NAME))


def continued(
    reader: Reader, memories: Iterable[Memory], asked: Collection[str], question: str = ""
) -> dict[str, Memory]:
    """By id: for those that were continued, the last text that speaks of them. `asked`: the terms of the question. Of
    the first one, where the `question` is for a name: what says that another took its place."""
    names = _FOR_A_NAME.match(question) is not None
    found: dict[str, Memory] = {}
    for memory in memories:
        last = memory
        for _ in range(CHAIN):
            after = _after(reader, last)
            if after is None or not speaks_of_what_was_said(after.body.content, last.body.content, asked):
                break
            last = after
        if last is memory and names:
            last = _in_its_place(reader, memory, asked)
        names = False
        if last is not memory:
            found[memory.id] = last
    return found


def _in_its_place(reader: Reader, memory: Memory, asked: Collection[str]) -> Memory:
    """The last text by which a short answer's name was given up for another one, through what was given up in turn."""
    last = memory
    for _ in range(CHAIN):
        said = last.body.content
        names = [name for name in _NAMES.findall(said) if not set(terms(name)) & set(asked)]
        if not names or len(said.split()) > WORDS:
            break
        wanted = Filter((memory.namespace,), statuses=RECALLABLE)
        rows = {row for name in names[:NAMES] for row, _ in reader.lexical(f'"{name}"', wanted, MOST)}
        later = [
            one
            for one in reader.by_rows(rows).values()
            if one.created_at > last.created_at and one.body.kind != MemoryKind.FACT and _gives_up(said, one, asked)
        ]
        if not later:
            break
        last = max(later, key=lambda one: one.created_at)
    return last


def _gives_up(before: str, later: Memory, asked: Collection[str]) -> bool:
    """Whether a short text says that what the one before names is gone, and names another."""
    text = later.body.content
    if len(text.split()) > WORDS or not gone(before, text, asked):
        return False
    return any(name not in before for name in _NAMES.findall(text) if name not in _NO_NAMES)


def _after(reader: Reader, memory: Memory) -> Memory | None:
    """The text that was told next in the same session."""
    rows = reader.by_rows(range(memory.row + 1, memory.row + 1 + REACH))
    for row in sorted(rows):
        one = rows[row]
        if one.session == memory.session and one.namespace == memory.namespace and one.body.kind != MemoryKind.FACT:
            soon = one.created_at - memory.created_at <= SOON_US
            return one if soon and one.status in RECALLABLE else None
    return None
