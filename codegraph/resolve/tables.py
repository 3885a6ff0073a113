"""What code gives to symbols from outside: members of extensions and writes, subclasses. Made in stages, each of which
is evaluated with the tables of the one before: extended type parameters, extensions, subclasses, writes.

`said` tells two tables apart by what a reader could notice, under the keys that reads are recorded by.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from codegraph.resolve.classes import Extended, Special, Variable
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.program import IS_OPEN, Program, Ref
from codegraph.resolve.record import Key
from codegraph.resolve.special import is_special
from codegraph.resolve.values import Atom
from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, SymbolKind

Said = Callable[[int, int], int]
"""(file, expression) → hash of what it says."""


class Stage(NamedTuple):
    """What files contribute to one stage, by file."""

    variables: Mapping[int, list[Variable]]
    targets: Mapping[int, list[Extended]]


class Tables:
    """See `classes.Classes` for what the tables are."""

    def __init__(self) -> None:
        self.added: dict[int, dict[str, list[Ref]]] = {}
        self.abroad: dict[str, dict[str, list[Ref]]] = {}
        self.traits: dict[int, list[tuple[int, int]]] = {}
        self.attached: dict[int, int] = {}
        self.provided: dict[int, tuple[int, int]] = {}
        self.applied: dict[int, tuple[int, int]] = {}
        self.special: dict[int, list[Special]] = {}
        self.plain: dict[int, Special] = {}
        self.same: dict[tuple[int, str], Atom] = {}
        self.bounds: dict[tuple[int, str], list[tuple[int, int]]] = {}
        self.projections: dict[tuple[int, str], list[str]] = {}
        self.subclasses: dict[int, list[int]] = {}
        self.stored: dict[int, list[Ref]] = {}
        self.notes: dict[Key, list[Hashable]] = {}  # of the last stage

    def lend(self, evaluator: Evaluator) -> None:
        """Let an evaluator look things up here."""
        classes = evaluator.classes
        classes.added, classes.traits, classes.attached = self.added, self.traits, self.attached
        classes.provided, classes.same, classes.bounds = self.provided, self.same, self.bounds
        classes.applied = self.applied
        classes.special, classes.plain = self.special, self.plain
        classes.projections, classes.abroad = self.projections, self.abroad
        classes.subclasses, evaluator.stored = self.subclasses, self.stored


class Builder:
    """Makes tables out of what files contribute."""

    def __init__(self, program: Program, items: Sequence[int], said: Said, *, noting: bool) -> None:
        """`items` by graph id; `noting` whether tables are to be told apart later."""
        self.program = program
        self.items = items
        self.said = said
        self.noting = noting

    def note(self, tables: Tables, gid: int, *what: Hashable) -> None:
        if self.noting:
            tables.notes.setdefault(("extra", self.items[gid]), []).append(what)

    def extended(self, stage: Stage) -> Tables:
        """Type parameters united and extensions attached."""
        tables = Tables()
        for file in self.in_order(stage.variables):
            for key, variable, bound in stage.variables[file]:
                tables.same[key] = variable
                owner: int = variable[1]
                self.note(tables, key[0], "same", key[1], self.items[owner], str(variable[2]))
                if bound:
                    tables.bounds.setdefault(variable[1:], []).append((file, bound))
                    outer, _, inner = str(variable[2]).partition("::")
                    if inner and outer != "Self":
                        tables.projections.setdefault((owner, outer), []).append(str(variable[2]))
                    self.note(tables, variable[1], "bound", variable[2], self.said(file, bound))
        for file in self.in_order(stage.targets):
            self._extend(tables, file, stage.targets[file])
        return tables

    def _extend(self, tables: Tables, file: int, targets: Iterable[Extended]) -> None:
        facts, base, items = self.program.files[file], self.program.offsets[file], self.items
        constructors = self.program.semantics[file].constructors
        for number, gid, grows in targets:
            extension = facts.extensions[number]
            if isinstance(gid, str):
                self._give(tables, gid, "", (file, extension.trait), (file, self.said(file, extension.trait)))
                for member in extension.members:
                    self._give(tables, gid, facts.symbols[member].name, (-1, base + member), items[base + member])
                continue
            if facts.symbols[extension.scope].flags & Flag.ANONYMOUS:
                tables.attached[base + extension.scope] = gid
                self.note(tables, base + extension.scope, "attached", items[gid])
            if is_special(facts, extension) and gid != base + extension.scope:
                tables.special.setdefault(gid, []).append((base + extension.scope, file, extension.target))
                tables.plain[base + extension.scope] = (gid, file, extension.target)
                for each in (gid, base + extension.scope):
                    self.note(tables, each, "special", items[gid], items[base + extension.scope],
                              self.said(file, extension.target))  # fmt: skip
            for member in extension.members if grows else ():
                name = facts.symbols[member].name
                if facts.symbols[member].kind == SymbolKind.CONSTRUCTOR and constructors and constructors[0]:
                    name = constructors[0]
                self.add(tables, gid, name, (-1, base + member), items[base + member])
                tables.attached[base + member] = gid
                self.note(tables, base + member, "attached", items[gid])
                if facts.exprs[extension.target][0] == ops.GENERIC:
                    tables.applied[base + member] = (file, extension.target)
                    self.note(tables, base + member, "applied", file, self.said(file, extension.target))
            if self.program.marks[gid] & IS_OPEN:
                for member in extension.members:
                    tables.attached[base + member] = gid
                    self.note(tables, base + member, "attached", items[gid])
            if grows and extension.trait:
                tables.traits.setdefault(gid, []).append((file, extension.trait))
                self.note(tables, gid, "trait", file, self.said(file, extension.trait))
        for extension in facts.extensions:
            for member in extension.members if extension.trait else ():
                tables.provided[base + member] = (file, extension.trait)
                self.note(tables, base + member, "provided", file, self.said(file, extension.trait))

    def add(self, tables: Tables, gid: int, name: str, ref: Ref, said: Hashable) -> None:
        """Add a member."""
        refs = tables.added.setdefault(gid, {}).setdefault(name, [])
        if ref not in refs:
            refs.append(ref)
            if self.noting:
                tables.notes.setdefault(("added", self.items[gid], name), []).append(said)
                self.note(tables, gid, "member", name)

    def _give(self, tables: Tables, place: str, name: str, ref: Ref, said: Hashable) -> None:
        """Add a member of a type outside the tree."""
        tables.abroad.setdefault(place, {}).setdefault(name, []).append(ref)
        if self.noting:
            tables.notes.setdefault(("abroad", place, name), []).append(said)

    def in_order(self, files: Iterable[int]) -> list[int]:
        return sorted(files, key=self.program.rank.__getitem__)
