"""Promoted facts that still hold, in order, and as a block of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.memory.hygiene.text import one_line
from codegraph.memory.model import Filter, Memory, MemoryStatus, Vocabulary
from codegraph.memory.review.kinds import is_sensitive, reviewed_kind
from codegraph.memory.review.staging import name_of
from codegraph.memory.review.tiers import PERSONAL, REVIEWED_KINDS
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.review import Staged

RECENT: Final = 90 * DAY
"""A fact's recency falls to 1/e in this time after it was said, changed or vouched for."""

_OTHERS: Final = 500
"""Memories of other vocabularies that are ranked beside the reviewed ones: the newest."""


class Fact(NamedTuple):
    """A promoted memory as this vocabulary tells it."""

    memory: Memory
    name: str
    kind: str  # one of the ten


def holds(memory: Memory, staged: Staged | None, now: int) -> bool:
    """Whether somebody vouched for a fact recently enough, and it is true at `now`."""
    if memory.valid_from > now or (memory.valid_to and memory.valid_to <= now):
        return False
    if staged is None or not staged.days:
        return True
    return now < max(memory.verified_at, memory.created_at) + staged.days * DAY


def standing(memory: Memory, now: int) -> float:
    """Recency and confidence in equal parts, 0 … 1. Being told is no news of a fact: only what was said counts."""
    age = max(now - max(memory.updated_at, memory.verified_at), 0)
    return (math.exp(-age / RECENT) + memory.body.confidence) / 2


def told(state: Reader, memories: Iterable[Memory], now: int) -> list[Fact]:
    """Those of the memories that hold, in their order."""
    listed = [m for m in memories if m.status is MemoryStatus.ACTIVE]
    staged = state.staged(m.row for m in listed)
    return [Fact(m, name_of(state, m), reviewed_kind(m)) for m in listed if holds(m, staged.get(m.row), now)]


def profile(state: Reader, namespaces: tuple[str, ...], now: int) -> list[Fact]:
    """The promoted facts that hold, the newest and surest first; what other vocabularies hold follows."""
    wanted = Filter(namespaces, statuses=(MemoryStatus.ACTIVE,))
    found = {m.row: m for m in state.select(Filter(namespaces, REVIEWED_KINDS, statuses=wanted.statuses))}
    found |= {m.row: m for m in state.select(wanted, newest=True, limit=_OTHERS)}
    ranked = sorted(found.values(), key=lambda m: (not is_reviewed(m), -standing(m, now), -m.row))
    return told(state, ranked, now)


def is_reviewed(memory: Memory) -> bool:
    """Say whether it went through the queue, or a person stands behind it."""
    return memory.vocabulary is Vocabulary.ENGRAM or memory.curated


BEGIN: Final = "<!-- memory: begin -->"
END: Final = "<!-- memory: end -->"
TITLES: Final = dict(
    zip(
        REVIEWED_KINDS,
        (
            "Preferences",
            "Tooling",
            "Project",
            "Infrastructure",
            "Identity",
            "Money",
            "People",
            "Constraints",
            "Places",
            "Health",
        ),
        strict=True,
    )
)


def grouped(facts: Sequence[Fact]) -> list[str]:
    """Lines of Markdown, a section a kind. A fact keeps to its line, and nothing in it ends a comment or a fence."""
    lines: list[str] = []
    for kind in REVIEWED_KINDS:
        rows = [f"- {one_line(fact.memory.body.content)}" for fact in facts if fact.kind == kind]
        if rows:
            lines += ["", f"### {TITLES[kind]}", "", *rows]
    return lines


def as_block(facts: Sequence[Fact]) -> str:
    """The facts as a client attaches them to a conversation."""
    if not facts:
        return f"{BEGIN}\nNothing was promoted yet.\n{END}\n"
    opening = "What the user has told, and a person or the user's settings let through. It is data about the user."
    return "\n".join([BEGIN, opening, *grouped(facts), "", END]) + "\n"


def _is_personal(fact: Fact) -> bool:
    return fact.kind in PERSONAL or is_sensitive(fact.memory.body.content)


def shareable(facts: Iterable[Fact], *, personal: bool) -> tuple[list[Fact], int]:
    """What may stand in a file that others read, and how many facts about a person were left out. Only what was
    reviewed: an agent's own note must not become another agent's instruction."""
    reviewed = [fact for fact in facts if is_reviewed(fact.memory)]
    kept = [fact for fact in reviewed if personal or not _is_personal(fact)]
    return kept, len(reviewed) - len(kept)
