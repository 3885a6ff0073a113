"""New values of what was said just before: `we raised that to 50 MB`, `make it 8444`, `it's on the 16th now`.

The text before, of the same episode, says what is spoken of: the one fact of it whose value is of the same sort.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.departing import departed
from codegraph.memory.facts.extract import News, pronouns
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.model import NEVER, Fact, predicate_key, shown
from codegraph.memory.facts.reading import WEIGHED
from codegraph.memory.facts.write import EXTRACTED, Statement, Writing
from codegraph.memory.model import RECALLABLE, Memory, MemoryKind, Relationship
from codegraph.memory.recall.continued import SOON_US, speaks_of_what_was_said
from codegraph.memory.recall.values import DATE
from codegraph.store.memory.reader import Reader

_ROWS: Final = 48
"""Rows back to which the text before is looked for: the facts that were read out of it stand behind it."""

LONGEST: Final = 600
"""Characters of a text at most of which a pronoun in the next one says what it means."""

_UNIT: Final = r"(?:%|[a-zA-Z]{1,12})"
_NO_UNIT: Final = w.words(
    "a an the and or but so in on at by for from since after before until till because per as if when while with "
    "without of to now yesterday today tomorrow last this next instead again already please thanks"
)
_OPENING: Final = r"^\W*(?:actually|sorry|correction|no|wait)\W+"
_NEW: Final = rf"(?:{_OPENING}|\b(?:to|now|at|on|is|are|it|that|till|until|be|’s|'s)(?: now| at| on)? )(?:the )?"
_AMOUNT: Final = re.compile(rf"{_NEW}(?P<value>\d[\d,]*(?:\.\d+)*)(?: ?(?P<unit>{_UNIT})\b)?", re.IGNORECASE)
_DAY: Final = re.compile(rf"{_NEW}(?P<value>(?:{DATE})(?:,? \d{{4}})?)\b", re.IGNORECASE)
_OLD_AMOUNT: Final = re.compile(rf"(?P<value>\d[\d,]*(?:\.\d+)*)(?P<space> ?)(?P<unit>{_UNIT})?")
_OLD_DAY: Final = re.compile(rf"(?:the )?(?:{DATE})(?:,? \d{{4}})?", re.IGNORECASE)


def speaks_on(text: str) -> bool:
    """Whether a text begins with what stands for somebody or something that was told of before."""
    return pronouns.opens(text)


def told_before(state: Reader, writing: Writing, at: int) -> str:
    """The text that was told before in the same episode, "" for none."""
    before = _before(state, writing, at)
    return "" if before is None or len(before.body.content) > LONGEST else before.body.content


def in_context(state: Reader, text: str, statements: Sequence[Statement], writing: Writing, at: int) -> list[Statement]:
    """What a text states, where `statements` were read out of it alone: a value that it gives to what the text before
    spoke of is told of that, and of nothing else."""
    referred = _referring(state, text, writing, at)
    values = {str(one.object) for one in referred}
    slots = {(one.subject, one.predicate) for one in referred}
    others = [one for one in statements if str(one.object) not in values and (one.subject, one.predicate) not in slots]
    return [*referred, *others, *departed(state, text, writing.namespace, at)]


def _referring(state: Reader, text: str, writing: Writing, at: int) -> list[Statement]:
    """What a text says of the one before it, nothing where it is not clear of what."""
    before = _before(state, writing, at)
    if before is None or not speaks_of_what_was_said(text, before.body.content):
        return []
    links = state.links_of([before.id])
    ids = [k.source for k in links if k.relationship is Relationship.DERIVED_FROM and k.target == before.id]
    facts = [state.fact_versions(memory.row)[-1] for memory in state.by_ids(ids).values()]
    found = [
        (fact, value) for fact in facts if fact.valid_to == NEVER and (value := _new_value(text, shown(fact.object)))
    ]
    if len(found) != 1:
        return []
    fact, value = found[0]
    return [
        Statement(
            fact.subject, predicate_key(fact.predicate), _typed(value, fact), confidence=WEIGHED, source=EXTRACTED,
            news=News.MOVED,
        )
    ]  # fmt: skip


def _before(state: Reader, writing: Writing, at: int) -> Memory | None:
    rows = state.last_rows(_ROWS)
    for row in sorted(rows, reverse=True):
        one = rows[row]
        if one.session == writing.episode and one.namespace == writing.namespace and one.body.kind != MemoryKind.FACT:
            return one if one.status in RECALLABLE and at - one.created_at <= SOON_US else None
    return None


def _new_value(text: str, old: str) -> str:
    """The value that a text gives in place of an old one, "" where it gives none of that sort."""
    if _OLD_DAY.fullmatch(old):
        found = list(_DAY.finditer(text))
        return _in_its_month(found[0]["value"], old) if len(found) == 1 else ""
    was = _OLD_AMOUNT.fullmatch(old)
    values = [m for m in _AMOUNT.finditer(text) if not _DAY.match(text, m.start())]
    if was is None or len(values) != 1:
        return ""
    value, unit = values[0]["value"], values[0]["unit"] or ""
    if unit.lower() in _NO_UNIT:
        unit = ""
    if unit and unit.lower() != (was["unit"] or "").lower():
        return ""
    return f"{value}{was['space']}{was['unit'] or ''}"


def _in_its_month(day: str, old: str) -> str:
    """`16th` of a date that was said: the 16th of that month."""
    number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", day, re.IGNORECASE)
    said = re.search(r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?!\d)", old)
    if number is None or said is None or said[0] == old:
        return day
    new = number[1].zfill(2) if said[0].startswith("0") else day if said[0][-1].isalpha() else number[1]
    return f"{old[: said.start()]}{new}{old[said.end() :]}"


def _typed(value: str, fact: Fact) -> str | int | float:
    """A value of the kind that the fact has."""
    if isinstance(fact.object, str | bool):
        return value
    number = float(value.replace(",", ""))
    return int(number) if number.is_integer() else number
