"""Satisfaction of interfaces by the shape of types, kept between edits.

The methods of the types and interfaces of a file are one piece of work, what its types satisfy is another. All is kept
by items, which do not change when graph ids move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from codegraph.resolve.calls.dispatch import (
    MAX_IMPLEMENTERS,
    Satisfaction,
    Shape,
    Shapes,
    Structural,
    index_interfaces,
)
from codegraph.resolve.incremental.dependency_graph import Key, Piece, Recorder
from codegraph.resolve.program.contributions import sort_files
from codegraph.resolve.program.program import Program

if TYPE_CHECKING:
    from codegraph.resolve.stages import AffectedPieces

T = TypeVar("T")

_Rows = list[Satisfaction]
_Table = MutableMapping[int, list[Shape]]


class Satisfactions:
    """Shapes of types and interfaces, and which of them match, by file and by items."""

    def __init__(self, program: Program, record: Recorder) -> None:
        self.program = program
        self.record = record
        self.types: _Table = {}
        self.interfaces: _Table = {}
        self.fitting: MutableMapping[int, _Rows] = {}  # by file of the type, however many types fit an interface
        self.implementers: MutableMapping[int, int] = {}  # interface → how many types fit it
        self.satisfied: MutableMapping[int, _Rows] = {}  # those that fit, of interfaces that not too many types fit
        self.methods: MutableMapping[int, dict[int, list[int]]] = {}  # signature → file → methods that stand for it

    def list_satisfied(self, file: int) -> list[Satisfaction]:
        """Return what the types of a file satisfy, by graph ids."""
        place = self.record.find_gid
        return [
            (place(gid), place(interface), [(place(method), place(signature)) for method, signature in pairs])
            for gid, interface, pairs in self.satisfied.get(file, ())
        ]

    def list_methods(self, signature: int) -> list[int]:
        """Return the implementations of an interface's method, in path order.

        They are graph ids.
        """
        by_file = self.methods.get(self.record.items[signature])
        if not by_file:
            return []
        return [self.record.find_gid(method) for file in sort_files(self.program, by_file) for method in by_file[file]]

    def update(self, structural: Structural, own: set[int], affected: AffectedPieces) -> set[Key]:
        """Match again what depends on a change: files in `own` have other facts.

        Returns the keys of the differences that readers could notice.
        """
        wanted, interfaces = own | affected.list_files("fits"), list[Shape]()
        for file in own | affected.list_files("methods"):
            differing = self._look_again(structural, file)
            if differing is not None:
                wanted.add(file)
                interfaces += differing
        if interfaces:
            required = [methods.keys() for _, methods in interfaces]
            for file, types in self.types.items():
                if any(names <= methods.keys() for _, methods in types for names in required):
                    wanted.add(file)
        touched = self._match(structural, wanted)
        changed: set[Key] = set()
        for file in touched:
            changed |= self._follow(file)
        return changed

    def _compute(self, structural: Structural, piece: Piece, compute: Callable[[], T]) -> T:
        """Compute a piece of work again."""
        queries, record = structural.queries, self.record
        queries.begin()
        record.drop(piece)
        outer = record.begin_piece(piece)
        found = queries.isolate(structural.evaluator.levels.ground, compute).answer
        record.end_piece(outer)
        return found

    def _is_structural(self, file: int) -> bool:
        return file < self.program.tree and self.program.semantics[file].types.conformance == "structural"

    def _look_again(self, structural: Structural, file: int) -> list[Shape] | None:
        """Find the shapes of a file again.

        Returns its changed interfaces, as they are and as they were; None where no shape has changed.
        """
        found = Shapes([], [])
        if self._is_structural(file):
            found = self._compute(structural, Piece("methods", file), lambda: structural.list_shapes(file))
        types, interfaces = self._encode(found.types), self._encode(found.interfaces)
        before = self.interfaces.get(file, [])
        if types == self.types.get(file, []) and interfaces == before:
            return None
        _keep(self.types, file, types)
        _keep(self.interfaces, file, interfaces)
        return [each for each in before if each not in interfaces] + [each for each in interfaces if each not in before]

    def _encode(self, shapes: Iterable[Shape]) -> list[Shape]:
        items = self.record.items
        return [(items[gid], {name: items[method] for name, method in methods.items()}) for gid, methods in shapes]

    def _decode(self, shapes: Iterable[Shape]) -> list[Shape]:
        place = self.record.find_gid
        return [(place(item), {name: place(method) for name, method in methods.items()}) for item, methods in shapes]

    def _match(self, structural: Structural, files: set[int]) -> set[int]:
        """Match the types of files with all interfaces.

        Returns files of which something else is satisfied."""
        matching = [file for file in sort_files(self.program, files) if file in self.types or file in self.fitting]
        if not matching:
            return set()
        index = index_interfaces(self._decode(each for file in self.interfaces for each in self.interfaces[file]))
        items, touched, crossing = self.record.items, set[int](), set[int]()
        for file in matching:
            types = self._decode(self.types.get(file, ()))
            found: _Rows = []
            if types:
                rows = self._compute(structural, Piece("fits", file), partial(structural.match, file, types, index))
                found = [(items[g], items[i], [(items[a], items[b]) for a, b in pairs]) for g, i, pairs in rows]
            before = self.fitting.get(file, [])
            if found == before:
                continue
            touched.add(file)
            _keep(self.fitting, file, found)
            for step, rows in ((-1, before), (1, found)):
                for _, interface, _ in rows:
                    count = self.implementers.get(interface, 0)
                    if max(count, count + step) == MAX_IMPLEMENTERS + 1:
                        crossing.add(interface)
                    self.implementers[interface] = count + step
        if crossing:
            touched.update(f for f, rows in self.fitting.items() if any(row[1] in crossing for row in rows))
        return touched

    def _follow(self, file: int) -> set[Key]:
        """Update what a file satisfies from what fits."""
        before = self.satisfied.get(file, [])
        after = [row for row in self.fitting.get(file, ()) if self.implementers[row[1]] <= MAX_IMPLEMENTERS]
        if before == after:
            return set()
        _keep(self.satisfied, file, after)
        changed: set[Key] = {("shapes", file)}
        old, new = _list_by_signature(before), _list_by_signature(after)
        for signature in {*old, *new}:
            methods = new.get(signature, [])
            if old.get(signature, []) == methods:
                continue
            changed.add(("shaped", signature))
            by_file = dict(self.methods.get(signature, {}))
            by_file.pop(file, None)
            if methods:
                by_file[file] = methods
            if by_file:
                self.methods[signature] = by_file
            else:
                del self.methods[signature]
        return changed


def _list_by_signature(rows: _Rows) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for _, _, pairs in rows:
        for method, signature in pairs:
            found.setdefault(signature, []).append(method)
    return found


def _keep(table: MutableMapping[int, list[T]], key: int, rows: list[T]) -> None:
    if rows:
        table[key] = rows
    elif key in table:
        del table[key]
