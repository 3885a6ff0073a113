"""Dynamic dispatch: overrides, and methods of types of an interface's shape.

Where a language needs no declaration to implement an interface, every type with all the methods of an interface of the
tree implements it. Method sets are computed once; a set of implementations beyond its bound is not used at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.faults import Task
from codegraph.resolve.program.program import is_class
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    Atom,
    Function,
    FunctionType,
    TupleInstance,
    TypeVariable,
    Value,
)
from codegraph.resolve.types.overriding import is_override, list_methods, list_properties
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.incremental.satisfactions import Satisfactions

MAX_DISPATCH = 24  # more implementations than this say nothing about one call
MAX_STRUCTURAL = 8  # the same for types that only have the shape: weaker than saying so; overrides still lead to all
MAX_IMPLEMENTERS = 200  # an interface that more types satisfy is a habit, not a design

Methods = dict[str, int]
"""Method name → graph id of the method that a call of that name runs."""

Satisfaction = tuple[int, int, list[tuple[int, int]]]
"""A type, an interface that it has all methods of, and which method stands for which."""

Shape = tuple[int, Methods]
"""A type or an interface, and its methods."""

InterfaceIndex = dict[str, list[Shape]]
"""Interfaces by one of the names that they ask for."""


class Shapes(NamedTuple):
    """Types and interfaces of a file that have methods."""

    types: list[Shape]
    interfaces: list[Shape]


def index_interfaces(interfaces: Iterable[Shape]) -> InterfaceIndex:
    """Index interfaces by their longest method name, which few types have."""
    index: InterfaceIndex = {}
    for interface in interfaces:
        index.setdefault(max(interface[1], key=lambda name: (len(name), name)), []).append(interface)
    return index


class Structural:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self._by_signature: dict[int, list[int]] | None = None
        self._by_file: dict[int, list[Satisfaction]] | None = None
        self.kept: Satisfactions | None = None  # of a program that is kept for edits
        self.implementations = self.queries.define_query(self._compute_implementations)

    def _compute_implementations(self, gid: int) -> list[int]:
        """Return what a call of an abstract method, or a read of a property, may run.

        There are none when there are too many.
        """
        return self.queries.isolate(self.evaluator.levels.ground, partial(self._find_implementations, gid)).answer

    def _find_implementations(self, gid: int) -> list[int]:
        classes = self.evaluator.classes
        owner = self.evaluator.calls.owner(gid)
        symbol = self.program.get_symbol(gid)
        subclasses = classes.subclasses
        found: dict[int, None] = {}
        self.program.reads.read_subclasses(owner)
        queue, seen = list(subclasses.get(owner, ())), {owner}
        while queue:
            below = queue.pop(0)
            if below in seen:
                continue
            seen.add(below)
            if not is_class(self.program.get_symbol(below)):  # a member of an extension that implements the interface
                if self.program.get_symbol(below).name == symbol.name:
                    found[below] = None
                continue
            if self.program.semantics[self.program.file_of[below]].types.conformance == "trait":
                continue  # what it has besides does not implement anything
            self.program.reads.read_subclasses(below)
            queue.extend(subclasses.get(below, ()))
            for member in self._list_counterparts(below, gid):
                found.update((each, None) for each in self.evaluator.linkage.defined(member))
        shaped = self.list_methods(gid)
        found.update((method, None) for method in shaped if len(shaped) <= MAX_STRUCTURAL)
        return list(found) if len(found) <= MAX_DISPATCH else []

    def _list_counterparts(self, below: int, abstract: int) -> list[int]:
        """Return the members of a class that an abstract one may stand for."""
        symbol = self.program.get_symbol(abstract)
        name = symbol.name + self.program.semantics[self.program.file_of[abstract]].lookup.method_suffix
        methods = list_methods(self.evaluator, below, name)
        found = [method for method in methods if self._can_implement(below, method, abstract)]
        return found or (
            list_properties(self.evaluator, below, symbol.name) if symbol.kind == SymbolKind.PROPERTY else []
        )

    def _can_implement(self, gid: int, method: int, abstract: int) -> bool:
        """Return whether a method of a class may be what an abstract one stands for."""
        program = self.program
        if len(program.get_symbol(method).parameters) != len(program.get_symbol(abstract).parameters):
            return False
        semantics = program.semantics[program.file_of[gid]]
        return not semantics.dispatch.has_hiding or is_override(self.evaluator, gid, method, abstract)

    def list_satisfied(self, file: int) -> list[Satisfaction]:
        """Return which types of a file satisfy which interfaces.

        Each row is a type, an interface and (method, signature) pairs."""
        return self._find_satisfied().get(file, []) if self.kept is None else self.kept.list_satisfied(file)

    def list_methods(self, signature: int) -> list[int]:
        """Return the methods that implement a method of an interface."""
        self.program.reads.read_shaped(signature)
        if self.kept is not None:
            return self.kept.list_methods(signature)
        if self._by_signature is None:
            self._by_signature = {}
            for rows in self._find_satisfied().values():
                for method, each in (pair for _, _, pairs in rows for pair in pairs):
                    self._by_signature.setdefault(each, []).append(method)
        return self._by_signature.get(signature, [])

    def _find_satisfied(self) -> dict[int, list[Satisfaction]]:
        """Return by file which of its types have the shape of which interfaces."""
        if self._by_file is not None:
            return self._by_file
        files = [file for file in self.program.order if self.program.semantics[file].types.conformance == "structural"]
        shapes = {file: self.list_shapes(file) for file in files}
        interfaces = [each for file in files for each in shapes[file].interfaces]
        index = index_interfaces(interfaces)
        found = {file: self.match(file, shapes[file].types, index) for file in files}
        counts = Counter(interface for rows in found.values() for _, interface, _ in rows)
        self._by_file = {
            file: kept
            for file, rows in found.items()
            if (kept := [row for row in rows if counts[row[1]] <= MAX_IMPLEMENTERS])
        }
        return self._by_file

    def list_shapes(self, file: int) -> Shapes:
        """Return the types and interfaces of a file that have methods."""
        program, attempt = self.program, self.evaluator.attempt
        shapes, none = Shapes([], []), dict[str, int]()
        for local, symbol in enumerate(program.files[file].symbols):
            gid = program.offsets[file] + local
            if symbol.kind == SymbolKind.INTERFACE:
                methods = attempt(Task("interface", file, local), partial(self._find_required_methods, gid), none)
                if methods:
                    shapes.interfaces.append((gid, methods))
            elif is_class(symbol) and not symbol.flags & Flag.ANONYMOUS:
                methods = attempt(Task("shape", file, local), partial(self._collect_methods, gid), none)
                if methods:
                    shapes.types.append((gid, methods))
        return shapes

    def match(self, file: int, types: Iterable[Shape], index: InterfaceIndex) -> list[Satisfaction]:
        """Match the types of a file with interfaces, however many others match."""
        program, rows = self.program, list[Satisfaction]()
        for gid, methods in types:
            task = Task("implementers", file, gid - program.offsets[file])
            rows += self.evaluator.attempt(task, partial(self._match_type, gid, methods, index), [])
        return sorted(rows, key=lambda row: (program.rank[program.file_of[row[1]]], row[1], row[0]))

    def _match_type(self, gid: int, methods: Methods, index: InterfaceIndex) -> list[Satisfaction]:
        rows: list[Satisfaction] = []
        end, names = self.program.end, methods.keys()
        for interface, required in (each for name in methods if name in index for each in index[name]):
            if required.keys() <= names:
                pairs = [(methods[name], signature) for name, signature in required.items()]
                if all(self._is_matching(method, signature) for method, signature in pairs):
                    rows.append((gid, interface, [pair for pair in pairs if pair[0] < end and pair[1] < end]))
        return rows

    def _find_required_methods(self, gid: int) -> Methods:
        """Return the methods that an interface requires.

        There are none where it has bases that are unknown.
        """
        methods = self._collect_methods(gid)
        return methods if not methods or not self.evaluator.classes.linear(gid)[1] else {}

    def _collect_methods(self, gid: int) -> Methods:
        """Return the methods of a type, promoted ones included, nearest first."""
        classes, program = self.evaluator.classes, self.program
        methods: Methods = {}
        for ancestor, _ in classes.linear(gid)[0]:
            file, local = program.locate(ancestor)
            names = [*program.files[file].names.get(local, {}), *classes.added.get(ancestor, {})]
            program.reads.read_table(ancestor)
            program.reads.read_extra(ancestor)
            for name in names:
                for ref in classes.find_own(ancestor, name) if name not in methods else ():
                    functions = [a.gid for a in self.evaluator.evaluate_ref(ref) if isinstance(a, Function)]
                    if functions and program.get_symbol(functions[0]).kind == SymbolKind.METHOD:
                        methods[name] = functions[0]
        return methods

    def _is_matching(self, method: int, signature: int) -> bool:
        """Return whether a method has the parameters and result of a signature.

        They are compared as far as they are known.
        """
        if method == signature:
            return True
        program = self.program
        (at, local), (other, inner) = program.locate(method), program.locate(signature)
        if program.get_symbol(signature).visibility == "package":
            program.reads.read_fact("unit", program.unit_of[at])
            program.reads.read_fact("unit", program.unit_of[other])
            if program.unit_of[at] != program.unit_of[other]:
                return False
        have, want = program.files[at].params.get(local, ()), program.files[other].params.get(inner, ())
        if len(have) != len(want) or any(a.variadic != b.variadic for a, b in zip(have, want, strict=True)):
            return False
        result, wanted = program.files[at].declared.get(local, 0), program.files[other].declared.get(inner, 0)
        if bool(result) != bool(wanted):
            return False
        pairs = [(a.type, b.type) for a, b in zip(have, want, strict=True)] + ([(result, wanted)] if result else [])
        return all(_are_alike(self._evaluate_type(at, a), self._evaluate_type(other, b)) for a, b in pairs)

    def _evaluate_type(self, file: int, expr: int) -> Value:
        return self.evaluator.types.instantiate(file, expr)


def _are_alike(left: Value, right: Value) -> bool:
    """Return whether two types may be equal.

    Unknown parts and type parameters match anything.
    """
    if not left or not right or any(isinstance(a, TypeVariable) for a in (*left, *right)):
        return True
    return len(left) == len(right) and all(_is_same(a, b) for a, b in zip(left, right, strict=True))


def _is_same(left: Atom, right: Atom) -> bool:
    if isinstance(left, APPLIED):
        if not isinstance(right, type(left)):
            return False
        same_arguments = len(left.arguments) != len(right.arguments) or all(
            _are_alike(a, b) for a, b in zip(left.arguments, right.arguments, strict=True)
        )
        return left.gid == right.gid and same_arguments
    if isinstance(left, TupleInstance) and isinstance(right, TupleInstance):
        return len(left.elements) == len(right.elements) and all(
            _are_alike(a, b) for a, b in zip(left.elements, right.elements, strict=True)
        )
    if isinstance(left, FunctionType) and isinstance(right, FunctionType):
        return len(left.parameters) == len(right.parameters) and _are_alike(left.result, right.result)
    return left == right
