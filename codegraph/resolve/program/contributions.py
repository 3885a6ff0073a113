"""Contributions of files to symbols of other files, by symbol.

Subclasses and attribute writes are kept this way. A file that is asked again, or an edit that moves or replaces the
contributions of a few files, changes only the tables of the symbols that those files contribute to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any, Generic, TypeVar

from codegraph.resolve.edges.attribute_writes import AttributeWrite
from codegraph.resolve.incremental.dependency_graph import Key
from codegraph.resolve.program.program import Program, Ref
from codegraph_parsers.file_facts import Flag

T = TypeVar("T")
V = TypeVar("V")

Said = Callable[[int, int], int]
"""(file, expression) → hash of what it says."""

Moved = Mapping[int, int]
"""Graph id → the one that its symbol has now."""


class Contributions(Generic[T]):
    """Contributions of files, each to one symbol: its owner."""

    def __init__(self, owner: Callable[[T], Any], moved: Callable[[T, Moved], T]) -> None:
        self._owner = owner
        self._moved = moved
        self.by_file: dict[int, list[T]] = {}
        self._by_owner: dict[Any, dict[int, list[T]]] = {}  # owner → file → what it says of it

    def put(self, file: int, said: list[T]) -> set[Any]:
        """Replace the contributions of a file.

        Returns the owners of the new and of the old ones.
        """
        owner, by_owner = self._owner, self._by_owner
        spoken = {owner(each) for each in self.by_file.pop(file, ())}
        for gid in spoken:
            by_file = by_owner[gid]
            del by_file[file]
            if not by_file:
                del by_owner[gid]
        if said:
            self.by_file[file] = said
        for each in said:
            by_owner.setdefault(owner(each), {}).setdefault(file, []).append(each)
        spoken.update(map(owner, said))
        return spoken

    def find_contributions(self, owner: Hashable) -> Mapping[int, list[T]]:
        """Return the contributions to one symbol, by file."""
        return self._by_owner.get(owner, {})

    def move(self, moved: Moved, files: Iterable[int]) -> None:
        """Adapt contributions to changed graph ids of symbols in `files`."""
        speaking = {file for gid in moved for file in self._by_owner.get(gid, ())}
        speaking.update(file for file in files if file in self.by_file)
        said = {file: [self._moved(each, moved) for each in self.by_file[file]] for file in speaking}
        for file in speaking:
            self.put(file, [])
        for file, found in said.items():
            self.put(file, found)


def relocate(table: MutableMapping[int, V], moved: Moved) -> None:
    """Move the rows of a table by graph id.

    Rows of symbols that no longer exist are dropped.
    """
    taken = [(moved[gid], table.pop(gid)) for gid in moved if gid in table]
    table.update((gid, kept) for gid, kept in taken if gid >= 0)


def find_differences(before: Mapping[Key, object], after: Mapping[Key, object]) -> set[Key]:
    """Return the keys under which two tables differ."""
    changed = {key for key, said in after.items() if before.get(key) != said}
    changed.update(key for key in before if key not in after)
    return changed


class SubclassTable:
    """Direct subclasses of classes, and implementing members of interfaces.

    The members are those of extensions. A function that tests request has the classes and functions that do so. Rows
    are in the order of files.
    """

    def __init__(self, program: Program, items: Sequence[int], *, noting: bool) -> None:
        """Start with no rows.

        `items` are by graph id; `noting` says that differences are asked for later.
        """
        self.program = program
        self.items = items
        self.noting = noting
        self.bases: Contributions[tuple[int, int]] = Contributions(
            lambda pair: pair[0], lambda pair, moved: (moved.get(pair[0], pair[0]), moved.get(pair[1], pair[1]))
        )
        self.subclasses: dict[int, list[int]] = {}
        self.said: dict[int, list[int]] = {}

    def move(self, moved: Moved, files: Iterable[int]) -> None:
        self.bases.move(moved, files)
        relocate(self.subclasses, moved)
        relocate(self.said, moved)

    def follow(self, touched: Iterable[int]) -> set[Key]:
        """Update the table for some classes from the contributions of files.

        Returns the keys of the differences that readers could notice.
        """
        changed: set[Key] = set()
        for base in touched:
            by_file = self.bases.find_contributions(base)
            found = [gid for file in sort_files(self.program, by_file) for _, gid in by_file[file]]
            if found:
                self.subclasses[base] = found
            else:
                self.subclasses.pop(base, None)
            if self.noting and base >= 0:
                said = [self.items[gid] for gid in found]
                if said != self.said.get(base, []):
                    changed.add(("below", self.items[base]))
                    self.said[base] = said
        return changed


class WritePass:
    """One pass of attribute writes, applied to the symbols that get members by them.

    The writes of the symbol's own file come first, then those of other files in path order, tests last. The first write
    decides what a member is. A class itself takes one from every file that is no test, unless its own file writes it:
    modules may replace a method in turn. Functions take all.
    """

    def __init__(self, program: Program, items: Sequence[int], said: Said, *, noting: bool) -> None:
        self.program = program
        self.items = items
        self.noting = noting
        self.given: Contributions[AttributeWrite] = Contributions(
            lambda each: each.gid, lambda each, moved: each._replace(gid=moved.get(each.gid, each.gid))
        )
        self.added: dict[int, dict[str, list[Ref]]] = {}
        self.stored: dict[int, list[Ref]] = {}
        self._hash = said
        self.said: dict[int, dict[Key, list[Hashable]]] = {}

    def move(self, moved: Moved, files: Iterable[int]) -> None:
        self.given.move(moved, files)
        relocate(self.added, moved)
        relocate(self.stored, moved)
        relocate(self.said, moved)

    def follow(
        self, touched: Iterable[int], added: Mapping[int, dict[str, list[Ref]]], stored: Mapping[int, list[Ref]]
    ) -> set[Key]:
        """Update the tables for some symbols: those of the stage before and the writes.

        Returns the keys of the differences that readers could notice.
        """
        changed: set[Key] = set()
        for gid in touched:
            self._follow(gid, added.get(gid, {}), stored.get(gid, []), changed)
        return changed

    def _follow(self, gid: int, added: Mapping[str, list[Ref]], stored: list[Ref], changed: set[Key]) -> None:
        names, things = {name: list(refs) for name, refs in added.items()}, list(stored)
        said: dict[Key, list[Hashable]] = {}
        members: dict[str, int] = {}  # the file that wrote each last
        by_file = self.given.find_contributions(gid)
        home = self.program.file_of[gid]
        for file in sorted(sort_files(self.program, by_file), key=lambda file: (file != home, self._is_test(file))):
            is_test = self._is_test(file)
            for each in by_file[file]:
                if each.name == "[]":
                    if each.ref not in things:
                        things.append(each.ref)
                        self._note(said, gid, "extra", "", each)
                elif (
                    each.function
                    or each.name not in members
                    or (each.is_of_class and not is_test and members[each.name] not in (home, file))
                ):
                    refs = names.setdefault(each.name, [])
                    if each.ref not in refs:
                        refs.append(each.ref)
                        self._note(said, gid, "added", each.name, each)
                    if not each.function:  # what a function has itself says nothing of what it constructs
                        members[each.name] = file
        _keep(self.added, gid, names)
        _keep(self.stored, gid, things)
        if self.noting and gid >= 0:
            changed |= find_differences(self.said.get(gid, {}), said)
            _keep(self.said, gid, said)

    def _note(self, said: dict[Key, list[Hashable]], gid: int, what: str, name: str, given: AttributeWrite) -> None:
        if self.noting and gid >= 0:
            item = self.items[gid]
            spoken = (given.ref[0], self._hash(*given.ref), given.function)
            key = (what, item) if what == "extra" else (what, item, name)
            said.setdefault(key, []).append(spoken)
            if what == "added":
                said.setdefault(("extra", item), []).append(name)

    def _is_test(self, file: int) -> bool:
        return bool(self.program.get_module_flags(file) & Flag.TEST)


def sort_files(program: Program, files: Iterable[int]) -> list[int]:
    """Sort files by path."""
    return sorted(files, key=program.rank.__getitem__)


def _keep(table: dict[int, V], gid: int, found: V) -> None:
    if found:
        table[gid] = found
    else:
        table.pop(gid, None)
