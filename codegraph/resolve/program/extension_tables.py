"""Tables of what code gives to symbols of other files.

These are members of extensions and writes, and subclasses. The tables are made in stages, each of which is evaluated
with the tables of the one before: extended type parameters, extensions, subclasses, writes.

Type parameters and extensions of a file are kept as entries. Each entry is a row of one table and of one symbol, so
that an edit changes only the rows of the symbols that its files contribute to, without the facts of other files.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.incremental.dependency_graph import Key
from codegraph.resolve.program.contributions import Contributions, Moved, find_differences, relocate, sort_files
from codegraph.resolve.program.program import IS_CLASS, IS_OPEN, Program, Ref
from codegraph.resolve.types.mro import Extended, Special, TypeParameter, Variable
from codegraph.resolve.types.specialisations import is_special
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

Said = Callable[[int, int], int]
"""(file, expression) → hash of what it says."""

Notes = dict[Key, list[Hashable]]
"""Differences that a reader could notice of tables, under the keys that reads are recorded by."""


class Entry(NamedTuple):
    """A row of a table that a file gives to its owner.

    The owner is a symbol, or the name of a type outside the tree. `said` is what a reader could notice of the row; rows
    that differ in it are different.
    """

    table: str
    owner: int | str
    name: str
    value: Any
    said: Hashable


NAMED: Final = ("added", "abroad")
"""Tables of several values by owner and name."""

LISTED: Final = ("traits", "special")
"""Tables of several values by owner."""

SINGLE: Final = ("attached", "provided", "applied", "plain", "wholes")
"""Tables of one value by owner, the last one that is given."""

UNITED: Final = ("same", "bounds", "projections")
"""Tables of type parameters, by symbol and name."""


class Tables:
    """Tables of extensions; `Classes` documents each of them."""

    def __init__(self) -> None:
        self.added: dict[int, dict[str, list[Ref]]] = {}
        self.abroad: dict[str, dict[str, list[Ref]]] = {}
        self.traits: dict[int, list[tuple[int, int]]] = {}
        self.attached: dict[int, int] = {}
        self.provided: dict[int, tuple[int, int]] = {}
        self.applied: dict[int, tuple[int, int]] = {}
        self.special: dict[int, list[Special]] = {}
        self.plain: dict[int, Special] = {}
        self.wholes: dict[int, int] = {}
        self.same: dict[TypeParameter, TypeParameter] = {}
        self.bounds: dict[tuple[int, str], list[tuple[int, int]]] = {}
        self.projections: dict[tuple[int, str], list[str]] = {}
        self.subclasses: dict[int, list[int]] = {}
        self.stored: dict[int, list[Ref]] = {}

    def lend(self, evaluator: Evaluator) -> None:
        """Give an evaluator these tables to look things up in."""
        classes = evaluator.classes
        classes.added, classes.traits, classes.attached = self.added, self.traits, self.attached
        classes.provided, classes.same, classes.bounds = self.provided, self.same, self.bounds
        classes.applied, classes.wholes = self.applied, self.wholes
        classes.special, classes.plain = self.special, self.plain
        classes.projections, classes.abroad = self.projections, self.abroad
        classes.subclasses, evaluator.stored = self.subclasses, self.stored


class Describer:
    """Extensions of files described as entries."""

    def __init__(self, program: Program, items: Sequence[int], said: Said) -> None:
        """Describe files of a program; `items` are by graph id."""
        self.program = program
        self.items = items
        self.said = said

    def describe_variables(self, file: int, variables: Iterable[Variable]) -> list[Entry]:
        """Return the entries of type parameters of a file."""
        found: list[Entry] = []
        for (scope, name), (owner, parameter), bound in variables:
            found.append(Entry("same", scope, name, (owner, parameter), (self.items[owner], parameter)))
            if bound:
                found.append(Entry("bounds", owner, parameter, (file, bound), self.said(file, bound)))
                outer, _, inner = parameter.partition("::")
                if inner and outer != "Self":
                    found.append(Entry("projections", owner, outer, parameter, parameter))
        return found

    def describe_targets(self, file: int, targets: Iterable[Extended]) -> list[Entry]:
        """Return what the extensions of a file give to what they extend."""
        facts, base, items = self.program.files[file], self.program.offsets[file], self.items
        found: list[Entry] = []
        for number, gid, grows in targets:
            extension = facts.extensions[number]
            if isinstance(gid, str):
                if extension.trait:
                    said = (file, self.said(file, extension.trait))
                    found.append(Entry("abroad", gid, "", (file, extension.trait), said))
                for member in extension.members:
                    name = facts.symbols[member].name
                    found.append(Entry("abroad", gid, name, (-1, base + member), items[base + member]))
                continue
            self.program.reads.read_symbol(gid)
            scope = base + extension.scope
            if not extension.members and self.program.semantics[file].lookup.class_scope == "nesting":
                self._describe_part(file, extension.scope, gid, found)
                continue
            if gid == scope and facts.symbols[extension.scope].flags & Flag.PART:
                continue  # the part that stands for all of them
            if facts.symbols[extension.scope].flags & Flag.PART:
                found.append(Entry("wholes", scope, "", gid, items[gid]))
            if facts.symbols[extension.scope].flags & Flag.ANONYMOUS:
                found.append(Entry("attached", scope, "", gid, items[gid]))
            if is_special(facts, extension) and gid != scope:
                special = (items[gid], items[scope], self.said(file, extension.target))
                found.append(Entry("special", gid, "", (scope, file, extension.target), special))
                found.append(Entry("plain", scope, "", (gid, file, extension.target), special))
            if grows:
                self._describe_members(file, number, gid, found)
            if self.program.marks[gid] & (IS_OPEN | IS_CLASS) == IS_OPEN:
                found.extend(Entry("attached", base + member, "", gid, items[gid]) for member in extension.members)
            if grows and extension.trait:
                found.append(
                    Entry("traits", gid, "", (file, extension.trait), (file, self.said(file, extension.trait)))
                )
        for extension in facts.extensions if found else ():
            for member in extension.members if extension.trait else ():
                said = (file, self.said(file, extension.trait))
                found.append(Entry("provided", base + member, "", (file, extension.trait), said))
        return found

    def _describe_part(self, file: int, scope: int, gid: int, found: list[Entry]) -> None:
        """Add what a part of a class gives to the class: names, attributes and ancestors."""
        facts, base, items = self.program.files[file], self.program.offsets[file], self.items
        if base + scope == gid:
            return
        if scope:
            found.append(Entry("attached", base + scope, "", gid, items[gid]))
        for table in (facts.names, facts.members):
            for name, expr in table.get(scope, {}).items():
                if scope == 0 and name[:1].isupper():
                    continue  # constants are found without a class
                named = facts.exprs[expr]
                if named[0] == ops.SYM:
                    member = base + named[1]
                    found.append(Entry("added", gid, name, (-1, member), items[member]))
                    if not self.program.marks[member] & IS_CLASS:
                        found.append(Entry("attached", member, "", gid, items[gid]))
                else:
                    found.append(Entry("added", gid, name, (file, expr), (file, self.said(file, expr))))
        for ancestor in facts.bases.get(scope, ()):
            said = (file, self.said(file, ancestor.expr))
            found.append(Entry("traits", gid, "", (file, ancestor.expr), said))

    def _describe_members(self, file: int, number: int, gid: int, found: list[Entry]) -> None:
        facts, base, items = self.program.files[file], self.program.offsets[file], self.items
        constructors = self.program.semantics[file].construction.constructors
        extension = facts.extensions[number]
        is_generic = facts.exprs[extension.target][0] == ops.GENERIC
        for member in extension.members:
            symbol = facts.symbols[member]
            constructs = symbol.kind == SymbolKind.CONSTRUCTOR and constructors and constructors[0]
            name = constructors[0] if constructs else symbol.name
            found.append(Entry("added", gid, name, (-1, base + member), items[base + member]))
            if self.program.marks[base + member] & IS_OPEN:
                continue  # a class has members of its own
            found.append(Entry("attached", base + member, "", gid, items[gid]))
            if is_generic:
                said = (file, self.said(file, extension.target))
                found.append(Entry("applied", base + member, "", (file, extension.target), said))


def _move_entry(entry: Entry, moved: Moved) -> Entry:
    """Return an entry whose graph ids have changed."""
    table, owner, name, value, said = entry
    if not isinstance(owner, str):
        owner = moved.get(owner, owner)
    if table in NAMED:
        value = (-1, moved.get(value[1], value[1])) if value[0] == -1 else value
    elif table in ("attached", "wholes"):
        value = moved.get(value, value)
    elif table in ("special", "plain"):
        value = (moved.get(value[0], value[0]), *value[1:])
    elif table == "same":
        value = (moved.get(value[0], value[0]), value[1])
    return Entry(table, owner, name, value, said)


def move_entries(by_file: Mapping[int, list[Entry]], moved: Moved) -> dict[int, list[Entry]]:
    """Return the entries of files after graph ids have changed."""
    return {file: [_move_entry(entry, moved) for entry in found] for file, found in by_file.items()}


class Parameters:
    """Type parameters of extensions united with those of what they extend.

    There are few: all tables are made again when the entries of any file change.
    """

    def __init__(self, program: Program, items: Sequence[int], *, noting: bool) -> None:
        """Start with no rows.

        `items` are by graph id; `noting` says that differences are asked for later.
        """
        self.program = program
        self.items = items
        self.noting = noting
        self.by_file: dict[int, list[Entry]] = {}
        self.same: dict[TypeParameter, TypeParameter] = {}
        self.bounds: dict[tuple[int, str], list[tuple[int, int]]] = {}
        self.projections: dict[tuple[int, str], list[str]] = {}
        self.notes: Notes = {}
        self.is_stale = False  # files say something else than the tables

    def put(self, file: int, found: list[Entry]) -> None:
        """Replace the entries of a file."""
        if self.by_file.get(file, []) != found:
            self.is_stale = True
            self.by_file[file] = found
            if not found:
                del self.by_file[file]

    def move(self, moved: Moved) -> None:
        """Adapt entries to changed graph ids."""
        if self.by_file:
            self.is_stale = True
            self.by_file = move_entries(self.by_file, moved)

    def follow(self) -> set[Key]:
        """Update the tables from the entries of files.

        Returns the keys of the differences that readers could notice.
        """
        if not self.is_stale:
            return set()
        self.is_stale = False
        self.same, self.bounds, self.projections = {}, {}, {}
        before, self.notes = self.notes, {}
        for file in sort_files(self.program, self.by_file):
            for table, owner, name, value, said in self.by_file[file]:
                assert isinstance(owner, int)
                if owner < 0:
                    continue
                if table == "same":
                    self.same[owner, name] = value
                elif table == "bounds":
                    self.bounds.setdefault((owner, name), []).append(value)
                else:
                    self.projections.setdefault((owner, name), []).append(value)
                if self.noting:
                    self.notes.setdefault(("extra", self.items[owner]), []).append((table, name, said))
        return find_differences(before, self.notes)


class Extensions:
    """Members and traits that extensions attach, by what they are attached to."""

    def __init__(self, program: Program, items: Sequence[int], *, noting: bool) -> None:
        """Start with no rows.

        `items` are by graph id; `noting` says that differences are asked for later.
        """
        self.program = program
        self.items = items
        self.noting = noting
        self.given: Contributions[Entry] = Contributions(lambda entry: entry[1], _move_entry)
        self.tables = Tables()
        self.notes: dict[Any, Notes] = {}  # by owner
        self._stale: set[Any] = set()  # owners that are attached to symbols whose graph ids have changed

    def move(self, moved: Moved, files: Iterable[int]) -> None:
        """Adapt entries to changed graph ids of symbols in `files`.

        The owners among them still have to be updated.
        """
        given = (*self.tables.attached.items(), *self.tables.wholes.items())
        displaced = {owner for owner, gid in given if gid in moved}
        self._stale.update(displaced, (moved.get(owner, owner) for owner in displaced))
        self.given.move(moved, {*files, *(self.program.file_of[owner] for owner in displaced if owner >= 0)})
        relocate(self.notes, moved)

    def follow(self, touched: Iterable[int | str]) -> set[Key]:
        """Update the tables for some owners from the entries of files.

        Returns the keys of the differences that readers could notice.
        """
        changed: set[Key] = set()
        tables = [getattr(self.tables, table) for table in (*NAMED, *LISTED, *SINGLE)]
        for owner in {*touched, *self._stale}:
            for table in tables:
                table.pop(owner, None)
            notes: Notes = {}
            by_file = self.given.find_contributions(owner)
            for file in sort_files(self.program, by_file) if len(by_file) > 1 else by_file:
                for entry in by_file[file]:
                    self._apply(entry, notes)
            if self.noting:
                changed |= find_differences(self.notes.pop(owner, {}), notes)
                if notes:
                    self.notes[owner] = notes
        self._stale.clear()
        return changed

    def _apply(self, entry: Entry, notes: Notes) -> None:
        table, owner, name, value, said = entry
        rows: dict[int | str, Any] = getattr(self.tables, table)
        if table in NAMED:
            values = rows.setdefault(owner, {}).setdefault(name, [])
            if table == "added" and value in values:
                return
            values.append(value)
        elif table in LISTED:
            rows.setdefault(owner, []).append(value)
        else:
            rows[owner] = value
        if not self.noting:
            return
        if isinstance(owner, str):
            notes.setdefault((table, owner, name), []).append(said)
        elif owner >= 0:
            item = self.items[owner]
            if table == "added":
                notes.setdefault((table, item, name), []).append(said)
                said = None
            notes.setdefault(("extra", item), []).append((table, name, said))

    def tell_apart(self, other: Extensions) -> set[Key]:
        """Return the keys of the differences that readers could notice."""
        changed: set[Key] = set()
        for owner in {*self.notes, *other.notes} if other is not self else ():
            changed |= find_differences(self.notes.get(owner, {}), other.notes.get(owner, {}))
        return changed
