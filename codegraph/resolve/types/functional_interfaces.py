"""Interfaces seen as the functions that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.values import FN, FT, IN, TV, Atom, Value, join
from codegraph_parsers.facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.generics import Bindings


MAX_POINTERS = 3


class Shapes:
    """Function types of instances and methods."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program

    def behind(self, file: int, atom: Atom) -> Value:
        """Function types that the bound of a type variable allows, or that something points to."""
        members = self.evaluator.members
        found: Value = (atom,)
        for _ in range(MAX_POINTERS):
            if found[0][0] == IN and not found[0][2]:
                break
            found = members.dereference(file, found[0])
            if not found or any(each[0] == FT for each in found):
                break
        return tuple(each for each in found if each[0] == FT)

    def of(self, atom: Atom) -> Value:
        """The function types of an interface that can be called, or that has one abstract method, as this instance's
        type arguments make them."""
        evaluator = self.evaluator
        gid: int = atom[1]
        member = self.program.semantics[self.program.file_of[gid]].call_member
        if member:
            found, _, _ = evaluator.members.in_class(gid, member)
            return tuple(self.of_method(atom, each[1]) for each in evaluator.found_value(found) if each[0] == FN)
        if self.program.symbol(atom[1]).kind != SymbolKind.INTERFACE:
            return ()
        abstract: dict[str, int] = {}
        for ancestor, _ in evaluator.classes.linear(atom[1])[0]:
            file, local = self.program.locate(ancestor)
            facts = self.program.files[file]
            self.program.reads.read_table(ancestor)
            for expr in facts.names.get(local, {}).values():
                for entity in evaluator.entities(file, expr):
                    if entity[0] == 0 and self.program.symbol(entity[1]).flags & Flag.ABSTRACT:
                        abstract.setdefault(self.program.symbol(entity[1]).name, entity[1])
        return (self.of_method(atom, next(iter(abstract.values()))),) if len(abstract) == 1 else ()

    def of_method(self, atom: Atom, gid: int) -> Atom:
        """The type of a method, as the type arguments of the instance it is a member of make it."""
        evaluator = self.evaluator
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        mapping = evaluator.members.arguments(atom, self.program.parent(gid))
        types = evaluator.types
        params = tuple(types.substitute(types.of(file, p.type), mapping) for p in facts.params.get(local, ()))
        result = types.substitute(evaluator.calls.declared_result(file, local, facts), mapping)
        return (FT, params, result)

    def bounded(self, value: Value, gid: int, mapping: Bindings, receiver: Atom | None) -> Value:
        """A type, as the call sees it, with the type parameters of function `gid` as the function types they are bound
        to: until an argument is known that has such a type, the bound is all that is said of it."""
        members, substitute = self.evaluator.members, self.evaluator.substitute
        found: list[Value] = []
        for atom in value:
            bound = members.bound(atom) if atom[0] == TV and atom[1] == gid else ()
            functions = tuple(a for a in bound if a[0] == FT)
            found.append(substitute(functions, mapping, receiver) if functions else (atom,))
        return join(found)
