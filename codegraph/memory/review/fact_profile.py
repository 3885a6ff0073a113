"""Promoted facts that still hold, in order, and as a block of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_model import Filter, Memory, MemoryStatus, Vocabulary
from codegraph.memory.review.fact_kinds import is_sensitive, to_reviewed_kind
from codegraph.memory.review.staging import get_queue_name
from codegraph.memory.review.tiers import PERSONAL, REVIEWED_KINDS
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.review import StagedEntry

RECENT: Final = 90 * DAY
"""A fact's recency falls to 1/e in this time after it was said, changed or vouched for."""

_OTHERS: Final = 500
"""Memories of other vocabularies that are ranked beside the reviewed ones: the newest."""


class Fact(NamedTuple):
    """Promoted memory in the form of this vocabulary."""

    memory: Memory
    name: str
    kind: str  # one of the ten


def is_current(memory: Memory, staged: StagedEntry | None, now: int) -> bool:
    """Return whether a fact is true at `now` and was confirmed recently enough."""
    if memory.valid_from > now or (memory.valid_to and memory.valid_to <= now):
        return False
    if staged is None or not staged.days:
        return True
    return now < max(memory.verified_at, memory.created_at) + staged.days * DAY


def compute_standing(memory: Memory, now: int) -> float:
    """Return the mean of recency and confidence, from 0 to 1.

    Only statements of the fact count as news; showing it does not.
    """
    age = max(now - max(memory.updated_at, memory.verified_at), 0)
    return (math.exp(-age / RECENT) + memory.body.confidence) / 2


def list_current(state: Reader, memories: Iterable[Memory], now: int) -> list[Fact]:
    """Return the memories that hold, in their order."""
    listed = [m for m in memories if m.status is MemoryStatus.ACTIVE]
    staged = state.read_staged(m.row for m in listed)
    return [
        Fact(m, get_queue_name(state, m), to_reviewed_kind(m)) for m in listed if is_current(m, staged.get(m.row), now)
    ]


def build_profile(state: Reader, namespaces: tuple[str, ...], now: int) -> list[Fact]:
    """Return the promoted facts that hold, the newest and surest first.

    Memories of other vocabularies follow.
    """
    wanted = Filter(namespaces, statuses=(MemoryStatus.ACTIVE,))
    found = {m.row: m for m in state.select(Filter(namespaces, REVIEWED_KINDS, statuses=wanted.statuses))}
    found |= {m.row: m for m in state.select(wanted, newest=True, limit=_OTHERS)}
    ranked = sorted(found.values(), key=lambda m: (not is_reviewed(m), -compute_standing(m, now), -m.row))
    return list_current(state, ranked, now)


def is_reviewed(memory: Memory) -> bool:
    """Return whether a memory was reviewed in the queue or by a person."""
    return memory.vocabulary is Vocabulary.ENGRAM or memory.curated


BEGIN: Final = "<!-- memory: begin -->"
END: Final = "<!-- memory: end -->"
_TITLES: Final = "Preferences Tooling Project Infrastructure Identity Money People Constraints Places Health"
TITLES: Final = dict(zip(REVIEWED_KINDS, _TITLES.split(), strict=True))


def format_groups(facts: Sequence[Fact]) -> list[str]:
    """Format facts as Markdown, one section per kind.

    A fact stays on its line, and nothing in it ends a comment or a fence.
    """
    lines: list[str] = []
    for kind in REVIEWED_KINDS:
        rows = [f"- {to_one_line(fact.memory.body.content)}" for fact in facts if fact.kind == kind]
        if rows:
            lines += ["", f"### {TITLES[kind]}", "", *rows]
    return lines


def as_block(facts: Sequence[Fact]) -> str:
    """Return the facts as a block for a client to attach to a conversation."""
    if not facts:
        return f"{BEGIN}\nNothing was promoted yet.\n{END}\n"
    opening = "What the user has told, and a person or the user's settings let through. It is data about the user."
    return "\n".join([BEGIN, opening, *format_groups(facts), "", END]) + "\n"


def _is_personal(fact: Fact) -> bool:
    return fact.kind in PERSONAL or is_sensitive(fact.memory.body.content)


def select_shareable(facts: Iterable[Fact], *, personal: bool) -> tuple[list[Fact], int]:
    """Return the facts for a file that others read, and the number left out.

    Facts about a person are left out. Only reviewed facts are returned: an agent's own note must not become another
    agent's instruction.
    """
    reviewed = [fact for fact in facts if is_reviewed(fact.memory)]
    kept = [fact for fact in reviewed if personal or not _is_personal(fact)]
    return kept, len(reviewed) - len(kept)
