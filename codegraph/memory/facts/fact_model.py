"""Values of facts on two independent time axes.

*Valid time* is when a fact is true in the world: from `valid_from` up to, not including, `valid_to`. *Recorded time* is
when it was believed here: from `recorded_at` up to `expired_at`. A fact that is corrected or withdrawn gets another
version, and the old one stays. Times are microseconds since 1970; 0 is an open end.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from codegraph.memory.memory_model import NEVER

Scalar = str | int | float | bool

SAID = "memory"
"""Predicate of a text that was remembered as it was said. Its subject is the episode it was said in."""

DEFAULT_EPISODE = "default"

EXTRACTED = "extracted"
"""Source of facts that were read from the closed forms of a text."""


class News(StrEnum):
    """Way in which a text tells a fact: replacing another one or not."""

    NONE = ""
    BESIDE = "beside"  # it is so as well
    NOW = "now"  # it is so now, since then, from now on
    MOVED = "moved"  # something was changed, moved, taken over


@dataclass(frozen=True, slots=True)
class Triple:
    """Fact that somebody states.

    A `valid_from` of None is now, of NEVER since always.
    """

    subject: str
    predicate: str
    object: Scalar
    valid_from: int | None = None
    valid_to: int = NEVER
    confidence: float = 1.0
    source: str = ""
    dated: str = ""  # its dates as they were said, where they are wider than a day
    news: News = News.NONE


@dataclass(frozen=True, slots=True)
class Fact:
    """One version of the statement of a memory."""

    memory: str  # id
    row: int  # of the memory
    number: int  # versions of a memory count from 1
    subject: str
    predicate: str
    object: Scalar
    valid_from: int = NEVER
    valid_to: int = NEVER
    recorded_at: int = NEVER
    expired_at: int = NEVER
    confidence: float = 1.0
    source: str = ""
    episode: str = ""
    dated: str = ""  # its dates as they were said, where they are wider than a day

    def is_valid(self, at: int) -> bool:
        """Return whether the fact is true at a time."""
        return self.valid_from <= at and (self.valid_to == NEVER or self.valid_to > at)

    def is_known(self, at: int) -> bool:
        """Return whether the fact was believed at a time."""
        return self.recorded_at <= at and (self.expired_at == NEVER or self.expired_at > at)

    def is_same_statement(self, other: Fact) -> bool:
        """Return whether both state the same, whenever they were recorded."""
        return (
            self.subject,
            self.predicate,
            encode_object(self.object),
            self.valid_from,
            self.valid_to,
            self.confidence,
            self.source,
            self.episode,
        ) == (
            other.subject,
            other.predicate,
            encode_object(other.object),
            other.valid_from,
            other.valid_to,
            other.confidence,
            other.source,
            other.episode,
        )


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Query for versions of facts."""

    namespaces: tuple[str, ...] = ()  # none: every one
    subjects: tuple[str, ...] = ()  # keys of an entity's names; none: any
    predicate: str = ""
    known_at: int = NEVER  # believed then; NEVER is now
    valid_at: int = NEVER  # true then; NEVER is at any time
    every_version: bool = False  # also what is no longer believed
    present: bool = False  # `valid_at` is now, and what was recorded later was so before the clock was set back


def encode_object(value: Scalar) -> str:
    """Return a value as JSON.

    `1`, `1.0`, `true` and `"1"` are four different values.
    """
    return json.dumps(value, ensure_ascii=False)


def format_value(value: Scalar) -> str:
    """Format a value as a person writes it."""
    return value if isinstance(value, str) else encode_object(value)


def normalize_entity(name: str) -> str:
    """Return the key of an entity's name.

    Names that differ only in case and blanks have the same key.
    """
    return " ".join(name.split()).casefold()


def normalize_predicate(name: str) -> str:
    """Return the key of a predicate.

    `Works at`, `works-at` and `works_at` are one predicate.
    """
    return "_".join(name.replace("-", " ").replace("_", " ").split()).casefold()
