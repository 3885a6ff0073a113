"""Tables of the review queue.

They hold staged memories, their numbers, and objections to them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.store.memory.row_conversion import Table

PROJECTIONS: Final = ("staged",)

TABLES: Final = """
CREATE TABLE IF NOT EXISTS staged(
    memory INTEGER PRIMARY KEY, number INTEGER NOT NULL, tier INTEGER NOT NULL, learned_by TEXT NOT NULL,
    days INTEGER NOT NULL, same_as TEXT NOT NULL, conflicts TEXT NOT NULL);
"""

ALIAS: Final = "mem-"
_ALIAS: Final = re.compile(r"mem-(\d{1,12})")


def is_number(alias: str) -> bool:
    """Return whether an alias is one of the queue's, such as `mem-0042`."""
    return _ALIAS.fullmatch(alias) is not None


class LearnedBy(StrEnum):
    """Source of a fact in the queue."""

    REMEMBER = "remember"  # an agent said so
    HARVEST = "harvest"  # a transcript holds it
    IMPORT = "import"
    MANUAL = "manual"


class StagedEntry(NamedTuple):
    """Data of the queue about a memory, besides the memory itself.

    It has no text and outlives an erasure, so that a number never refers to another memory.
    """

    number: int  # of its alias, `mem-0042`
    tier: int
    learned_by: LearnedBy
    days: int  # it holds for so long after somebody vouched for it; 0 is for good
    same_as: str = ""  # id of a memory that says the same
    conflicts: tuple[str, ...] = ()  # ids of memories that say otherwise


_STAGED: Final = Table("staged", StagedEntry, "memory")


class ReviewReader:
    """Queries for the review queue, a part of `Reader`."""

    _db: sqlite3.Connection

    def read_staged(self, rows: Iterable[int]) -> dict[int, StagedEntry]:
        """Return entries of the queue by memory row.

        Memories that never were in the queue are left out.
        """
        found = {row: _STAGED.find(self._db, "memory = ?", (row,)) for row in rows}
        return {row: staged for row, staged in found.items() if staged is not None}

    def find_last_number(self, above: int = 0, below: int = 10**12) -> int:
        """Return the largest number in use between two bounds, `above` without any.

        It may be that of a memory that was erased or came with an import.
        """
        sql = "SELECT coalesce(max(number), 0) FROM staged WHERE number > ? AND number < ?"
        (own,) = self._db.execute(sql, (above, below)).fetchone()
        # Read as numbers by SQLite: each staging asks, and there may be thousands.
        sql = (
            "SELECT coalesce(max(CAST(substr(alias, 5) AS INTEGER)), 0) FROM aliases WHERE alias >= ? AND alias < ? "
            "AND length(alias) <= 16 AND substr(alias, 5) NOT GLOB '*[^0-9]*' "
            "AND CAST(substr(alias, 5) AS INTEGER) > ? AND CAST(substr(alias, 5) AS INTEGER) < ?"
        )
        (brought,) = self._db.execute(sql, (ALIAS, ALIAS + ":", above, below)).fetchone()
        return max(own, brought, above)


class ReviewWriter:
    """Changes of the review queue, a part of `Writer`."""

    _db: sqlite3.Connection

    def put_staged(self, row: int, staged: StagedEntry) -> None:
        _STAGED.put(self._db, staged, row)
