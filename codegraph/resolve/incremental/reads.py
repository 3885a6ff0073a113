"""Reads of facts that another file could change.

A resolver reports its reads of a program to `Program.reads`, whatever it does with them. They are not recorded for a
program that is resolved once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.resolve.incremental.dependency_graph import Recorder


def ignore_read(vertex: int) -> None:
    """Ignore a read."""


class Reads:
    """Reads that are not recorded.

    `read_symbol` reads the facts of one symbol except for its position and its contents. It is an attribute because
    recording it is so frequent that one more call would be noticeable.
    """

    __slots__ = ("read_symbol",)
    are_recorded = False

    def __init__(self, read_symbol: Callable[[int], None] = ignore_read) -> None:
        self.read_symbol = read_symbol

    def read_table(self, gid: int) -> None:
        """Read all names bound directly in a symbol."""

    def read_line(self, gid: int) -> None:
        """Read the line of a symbol."""

    def read_name(self, file: int, name: str) -> None:
        """Read what a name is bound to in any scope of a file."""

    def read_added(self, gid: int, name: str) -> None:
        """Read the members of a name that were given to a symbol from outside."""

    def read_extra(self, gid: int) -> None:
        """Read anything else that was given to a symbol from outside."""

    def read_member(self, gid: int, file: int, name: str, is_missing: bool) -> None:
        """Read the members of a name in a class, also those from outside.

        `is_missing` says that its body lacks the name, so wildcards are asked.
        """

    def read_scope(self, gid: int, file: int) -> None:
        """Read what a scope has besides names.

        These are its type parameters, its wildcards and the class it was given to."""

    def read_subclasses(self, gid: int) -> None:
        """Read which classes name one as their base, and what implements it."""

    def read_shaped(self, gid: int) -> None:
        """Read the methods that implement a method of an interface by shape."""

    def read_passed(self, gid: int, position: int) -> None:
        """Read what calls pass for a parameter."""

    def read_fact(self, *key: str | int) -> None:
        """Read any other fact, by its key."""


class RecordedReads(Reads):
    """Reads that are reported to a recorder."""

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
        self.append(self.record.intern_item(key) if found is None else found)

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
        self.append(self.record.intern_item(key) if found is None else found)


UNRECORDED = Reads()
