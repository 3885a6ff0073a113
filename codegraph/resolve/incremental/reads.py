"""Reads of facts that another file could change.

A resolver says what it reads of a program to `Program.reads`, whatever it does with it. Of a program that is resolved
once nobody wants to know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.resolve.incremental.dependency_graph import Recorder


def ignore_read(vertex: int) -> None:
    """Take no notice of a read."""


class Reads:
    """Reads that are not recorded.

    `read_symbol` reads what facts say of one symbol, but for where it stands and what is in it. It is an attribute
    because recording it is so frequent that one call more would be seen."""

    __slots__ = ("read_symbol",)
    are_recorded = False

    def __init__(self, read_symbol: Callable[[int], None] = ignore_read) -> None:
        self.read_symbol = read_symbol

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


class RecordedReads(Reads):
    """Reads that a recorder is told of."""

    __slots__ = ("append", "items", "known", "record")
    are_recorded = True

    def __init__(self, record: Recorder) -> None:
        super().__init__(record.append)
        self.record, self.items, self.known = record, record.items, record.known
        self.append = record.append

    def read_table(self, gid: int) -> None:
        self.record.read_item(("table", self.items[gid]))

    def read_line(self, gid: int) -> None:
        self.record.read_item(("line", self.items[gid]))

    def read_name(self, file: int, name: str) -> None:
        key = ("name", file, name)
        found = self.known.get(key)
        self.append(self.record.item(key) if found is None else found)

    def read_added(self, gid: int, name: str) -> None:
        self.record.read_item(("added", name))  # few are, and a name is seldom given to two

    def read_extra(self, gid: int) -> None:
        self.record.read_item(("extra", self.items[gid]))

    def read_member(self, gid: int, file: int, name: str, is_missing: bool) -> None:
        record, key = self.record, (gid, name, is_missing)
        vertex = record.joined.get(key)
        if vertex is None:
            outer = record.begin()
            self.append(gid)
            self.read_name(file, name)
            self.read_added(gid, name)
            if is_missing:
                record.read_item(("stars", file))
            record.joined[key] = record.end(outer)
        else:
            self.append(vertex)

    def read_scope(self, gid: int, file: int) -> None:
        record = self.record
        vertex = record.joined.get(gid)
        if vertex is None:
            outer = record.begin()
            self.append(gid)
            self.read_extra(gid)
            record.read_item(("stars", file))
            record.joined[gid] = record.end(outer)
        else:
            self.append(vertex)

    def read_subclasses(self, gid: int) -> None:
        self.record.read_item(("below", self.items[gid] if gid >= 0 else -1))

    def read_shaped(self, gid: int) -> None:
        self.record.read_item(("shaped", self.items[gid]))

    def read_passed(self, gid: int, position: int) -> None:
        self.record.read_item(("passed", self.items[gid], position))

    def read_fact(self, *key: str | int) -> None:
        found = self.known.get(key)
        self.append(self.record.item(key) if found is None else found)


UNRECORDED = Reads()
