"""Functional interfaces, as the function types that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import (
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
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.generics import Bindings


MAX_POINTERS = 3


class Shapes:
    """Function types of instances and methods."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program

    def find_pointed_functions(self, file: int, atom: Atom) -> tuple[FunctionType, ...]:
        """Return the function types that a type variable or a pointer leads to.

        The bound of a variable allows them; a pointer points to them.
        """
        members = self.evaluator.members
        found: Value = (atom,)
        for _ in range(MAX_POINTERS):
            if isinstance(found[0], Instance) and not found[0].arguments:
                break
            found = members.follow_pointer(file, found[0])
            if not found or any(isinstance(each, FunctionType) for each in found):
                break
        return tuple(each for each in found if isinstance(each, FunctionType))

    def find_function_types(self, atom: Instance) -> tuple[FunctionType, ...]:
        """Return the function types of a functional interface.

        It can be called, or has one abstract method. The type arguments of the instance are substituted.
        """
        evaluator = self.evaluator
        gid = atom.gid
        quoted = self.program.semantics[self.program.file_of[gid]].builtins.quoted_type
        if quoted and gid == evaluator.types.find_builtin(self.program.file_of[gid], quoted):
            return tuple(a for value in atom.arguments for a in value if isinstance(a, FunctionType))
        member = self.program.semantics[self.program.file_of[gid]].protocols.call_member
        if member:
            found, _, _ = evaluator.members.in_class(gid, member)
            shapes = tuple(
                self.build_method_type(atom, each.gid)
                for each in evaluator.evaluate_binding(found)
                if isinstance(each, Function)
            )
            if shapes:
                return shapes
        if not self.program.semantics[self.program.file_of[gid]].functions.has_functional_interfaces:
            return ()
        if self.program.get_symbol(atom.gid).kind != SymbolKind.INTERFACE:
            return ()
        abstract: dict[str, int] = {}
        for ancestor, _ in evaluator.classes.linear(atom.gid)[0]:
            file, local = self.program.locate(ancestor)
            facts = self.program.files[file]
            self.program.reads.read_table(ancestor)
            for expr in facts.names.get(local, {}).values():
                for entity in evaluator.entities(file, expr):
                    if isinstance(entity, NamedSymbol) and self.program.get_symbol(entity.gid).flags & Flag.ABSTRACT:
                        abstract.setdefault(self.program.get_symbol(entity.gid).name, entity.gid)
        methods = [each for each in abstract.values() if self.program.get_symbol(each).kind != SymbolKind.PROPERTY]
        return (self.build_method_type(atom, methods[0]),) if len(abstract) == len(methods) == 1 else ()

    def build_method_type(self, atom: Atom, gid: int) -> FunctionType:
        """Build the type of a method.

        The type arguments of the instance that it is a member of are substituted.
        """
        evaluator = self.evaluator
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        mapping = evaluator.members.bind_arguments(atom, self.program.get_parent(gid))
        types = evaluator.types
        params = tuple(types.substitute(types.instantiate(file, p.type), mapping) for p in facts.params.get(local, ()))
        result = types.substitute(evaluator.calls.evaluate_declared_result(file, local, facts), mapping)
        return make_function_type(params, result)

    def replace_by_bounds(self, value: Value, gid: int, mapping: Bindings, receiver: Atom | None) -> Value:
        """Replace type parameters of function `gid` by the function types bounding them.

        The call sees the bound as long as no argument is known that has such a type.
        """
        members, substitute = self.evaluator.members, self.evaluator.substitute
        found: list[Value] = []
        for atom in value:
            bound = members.bound(atom) if isinstance(atom, TypeVariable) and atom.gid == gid else ()
            functions = tuple(a for a in bound if isinstance(a, FunctionType))
            found.append(substitute(functions, mapping, receiver) if functions else (atom,))
        return join(found)
