"""Interfaces seen as the functions that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.values import (
    Atom,
    Function,
    FunctionType,
    Instance,
    NamedSymbol,
    TypeVariable,
    Value,
    join,
    make_function_type,
)
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

    def behind(self, file: int, atom: Atom) -> tuple[FunctionType, ...]:
        """Function types that the bound of a type variable allows, or that something points to."""
        members = self.evaluator.members
        found: Value = (atom,)
        for _ in range(MAX_POINTERS):
            if isinstance(found[0], Instance) and not found[0].arguments:
                break
            found = members.dereference(file, found[0])
            if not found or any(isinstance(each, FunctionType) for each in found):
                break
        return tuple(each for each in found if isinstance(each, FunctionType))

    def of(self, atom: Instance) -> tuple[FunctionType, ...]:
        """The function types of an interface that can be called, or that has one abstract method, as this instance's
        type arguments make them."""
        evaluator = self.evaluator
        gid = atom.gid
        member = self.program.semantics[self.program.file_of[gid]].protocols.call_member
        if member:
            found, _, _ = evaluator.members.in_class(gid, member)
            return tuple(
                self.of_method(atom, each.gid) for each in evaluator.found_value(found) if isinstance(each, Function)
            )
        if self.program.symbol(atom.gid).kind != SymbolKind.INTERFACE:
            return ()
        abstract: dict[str, int] = {}
        for ancestor, _ in evaluator.classes.linear(atom.gid)[0]:
            file, local = self.program.locate(ancestor)
            facts = self.program.files[file]
            self.program.reads.read_table(ancestor)
            for expr in facts.names.get(local, {}).values():
                for entity in evaluator.entities(file, expr):
                    if isinstance(entity, NamedSymbol) and self.program.symbol(entity.gid).flags & Flag.ABSTRACT:
                        abstract.setdefault(self.program.symbol(entity.gid).name, entity.gid)
        return (self.of_method(atom, next(iter(abstract.values()))),) if len(abstract) == 1 else ()

    def of_method(self, atom: Atom, gid: int) -> FunctionType:
        """The type of a method, as the type arguments of the instance it is a member of make it."""
        evaluator = self.evaluator
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        mapping = evaluator.members.arguments(atom, self.program.parent(gid))
        types = evaluator.types
        params = tuple(types.substitute(types.of(file, p.type), mapping) for p in facts.params.get(local, ()))
        result = types.substitute(evaluator.calls.declared_result(file, local, facts), mapping)
        return make_function_type(params, result)

    def bounded(self, value: Value, gid: int, mapping: Bindings, receiver: Atom | None) -> Value:
        """A type, as the call sees it, with the type parameters of function `gid` as the function types they are bound
        to: until an argument is known that has such a type, the bound is all that is said of it."""
        members, substitute = self.evaluator.members, self.evaluator.substitute
        found: list[Value] = []
        for atom in value:
            bound = members.bound(atom) if isinstance(atom, TypeVariable) and atom.gid == gid else ()
            functions = tuple(a for a in bound if isinstance(a, FunctionType))
            found.append(substitute(functions, mapping, receiver) if functions else (atom,))
        return join(found)
