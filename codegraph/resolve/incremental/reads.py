"""Reads of facts that another file could change.

A resolver says what it reads of a program to `Program.reads`, whatever it does with it. Of a program that is resolved
once nobody wants to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.resolve.incremental.dependency_graph import Recorder


class Reads:
    """Reads that are not recorded."""

    __slots__ = ()
    are_recorded = False

    def read_symbol(self, gid: int) -> None:
        """Read what facts say of one symbol, but for where it stands and what is in it."""

    def read_table(self, gid: int) -> None:
        """Read all names bound directly in a symbol."""

    def read_line(self, gid: int) -> None:
        """Read where a symbol stands."""

    def read_name(self, file: int, name: str) -> None:
        """Read what a name is bound to in any scope of a file."""

    def read_added(self, gid: int, name: str) -> None:
        """Read the members of a name that were given to a symbol from outside."""

    def read_extra(self, gid: int) -> None:
        """Read anything else that was given to a symbol from outside."""

    def read_member(self, gid: int, file: int, name: str, is_missing: bool) -> None:
        """Read what a class has under a name, also from outside.

        `is_missing`: its body lacks it, so wildcards are asked."""

    def read_scope(self, gid: int, file: int) -> None:
        """Read what a scope has besides names.

        These are its type parameters, its wildcards and the class it was given to."""

    def read_subclasses(self, gid: int) -> None:
        """Read which classes name one as their base, and what implements it."""

    def read_shaped(self, gid: int) -> None:
        """Read what stands for a method in the types that have the shape of its interface."""

    def read_passed(self, gid: int, position: int) -> None:
        """Read what calls pass for a parameter."""

    def read_fact(self, *key: str | int) -> None:
        """Read anything else, by what it is."""


FORWARDED = ("read_symbol", "read_table", "read_line", "read_name", "read_added", "read_extra", "read_fact")
"""Reads that are a recorder's own, with nothing called in between."""


class RecordedReads(Reads):
    """Reads that a recorder is told of."""

    __slots__ = ("record", *FORWARDED)
    are_recorded = True

    def __init__(self, record: Recorder) -> None:
        self.record = record
        for each in FORWARDED:
            setattr(self, each, getattr(record, each.removeprefix("read_")))

    def read_member(self, gid: int, file: int, name: str, is_missing: bool) -> None:
        self.record.symbol(gid)
        self.record.name(file, name)
        self.record.added(gid, name)
        if is_missing:
            self.record.fact("stars", file)

    def read_scope(self, gid: int, file: int) -> None:
        self.record.symbol(gid)
        self.record.extra(gid)
        self.record.fact("stars", file)

    def read_subclasses(self, gid: int) -> None:
        self.record.fact("below", self.record.items[gid] if gid >= 0 else -1)

    def read_shaped(self, gid: int) -> None:
        self.record.fact("shaped", self.record.items[gid])

    def read_passed(self, gid: int, position: int) -> None:
        self.record.fact("passed", self.record.items[gid], position)


UNRECORDED = Reads()
