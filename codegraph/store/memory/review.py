"""Tables of the review queue: what was staged, under which number, and what spoke against taking it as it is."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.store.memory.rows import Table

PROJECTIONS: Final = ("staged",)

TABLES: Final = """
CREATE TABLE IF NOT EXISTS staged(
    memory INTEGER PRIMARY KEY, number INTEGER NOT NULL, tier INTEGER NOT NULL, learned_by TEXT NOT NULL,
    days INTEGER NOT NULL, same_as TEXT NOT NULL, conflicts TEXT NOT NULL);
"""

ALIAS: Final = "mem-"
_ALIAS: Final = re.compile(r"mem-(\d{1,12})")


def is_number(alias: str) -> bool:
    """Whether an alias is one of the queue's, such as `mem-0042`."""
    return _ALIAS.fullmatch(alias) is not None


class LearnedBy(StrEnum):
    """How a fact came into the queue."""

    REMEMBER = "remember"  # an agent said so
    HARVEST = "harvest"  # a transcript holds it
    IMPORT = "import"
    MANUAL = "manual"


class Staged(NamedTuple):
    """What the queue knows of a memory beside the memory itself. No text: it outlives an erasure, so that a number
    never means another memory."""

    number: int  # of its alias, `mem-0042`
    tier: int
    learned_by: LearnedBy
    days: int  # it holds for so long after somebody vouched for it; 0 is for good
    same_as: str = ""  # id of a memory that says the same
    conflicts: tuple[str, ...] = ()  # ids of memories that say otherwise


_STAGED: Final = Table("staged", Staged, "memory")


class ReviewReader:
    """The part of `Reader` that knows the queue."""

    _db: sqlite3.Connection

    def staged(self, rows: Iterable[int]) -> dict[int, Staged]:
        """By memory row; memories that never were in the queue are left out."""
        found = {row: _STAGED.find(self._db, "memory = ?", (row,)) for row in rows}
        return {row: staged for row, staged in found.items() if staged is not None}

    def last_number(self) -> int:
        """The largest number in use, also by a memory that was erased or came with an import."""
        (own,) = self._db.execute("SELECT coalesce(max(number), 0) FROM staged").fetchone()
        # Read as numbers by SQLite: each staging asks, and there may be thousands.
        sql = (
            "SELECT coalesce(max(CAST(substr(alias, 5) AS INTEGER)), 0) FROM aliases WHERE alias >= ? AND alias < ? "
            "AND length(alias) <= 16 AND substr(alias, 5) NOT GLOB '*[^0-9]*'"
        )
        (brought,) = self._db.execute(sql, (ALIAS, ALIAS + ":")).fetchone()
        return max(own, brought)


class ReviewWriter:
    """The part of `Writer` that keeps the queue."""

    _db: sqlite3.Connection

    def put_staged(self, row: int, staged: Staged) -> None:
        _STAGED.put(self._db, staged, row)
