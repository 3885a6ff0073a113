"""Names that no file of a tree declares, so that libraries must declare them.

This holds for languages whose compilers accept no undeclared name. A name in the place of a type belongs to some
namespace that the file sees. A callee that is a name alone is a method of a base outside the tree, or of a type whose
members the file imports.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import IS_CLASS
from codegraph.resolve.types.abstract_values import ExternalName, make_external_name
from codegraph.resolve.types.synthesized_members import find_outside_member
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class _Roles(NamedTuple):
    """Expressions of a file by their role: types, and callees."""

    exprs: Sequence[Expr]
    types: frozenset[int]
    callees: frozenset[int]


class ExternalNames:
    """Finder of what a name outside the tree may mean."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self._roles: dict[int, _Roles] = {}

    def find(self, file: int, index: int) -> Binding:
        """Return the binding of a NAME expression that nothing in the tree binds."""
        expr = self.evaluator.exprs[file][index]
        name: str = expr[1]
        roles = self._find_roles(file)
        if index in roles.types:
            return Binding(atoms=(make_external_name(name.partition("`")[0]),))
        home = self._find_open_class(file, expr[2])
        if index in roles.callees:
            if home >= 0:
                return find_outside_member(self.evaluator, home, name)
            return Binding(atoms=(make_external_name(name),)) if self._has_static_imports(file) else NOTHING
        return NOTHING if home >= 0 else Binding(atoms=(make_external_name(name),))  # a base may have such a property

    def _find_roles(self, file: int) -> _Roles:
        """Return the roles of a file, computed once for each list of its expressions."""
        exprs = self.evaluator.exprs[file]
        roles = self._roles.get(file)
        if roles is None or roles.exprs is not exprs:
            types: set[int] = set()
            callees: set[int] = set()
            for expr in exprs:
                if expr[0] in (ops.INSTANCE, ops.NEW, ops.GENERIC):
                    types.add(expr[1])
                elif expr[0] == ops.CALL:
                    callees.add(expr[1])
            facts = self.program.files[file]
            types.update(base.expr for bases in facts.bases.values() for base in bases)
            types.update(param.type for params in facts.params.values() for param in params)
            types.update(facts.declared.values())
            roles = self._roles[file] = _Roles(exprs, frozenset(types), frozenset(callees))
        return roles

    def _find_open_class(self, file: int, scope: int) -> int:
        """Return the innermost class around a scope with a base outside the tree, or -1."""
        program = self.program
        symbols, offset = program.files[file].symbols, program.offsets[file]
        while scope > 0:
            if program.marks[offset + scope] & IS_CLASS:
                gid = self.evaluator.classes.find_whole(offset + scope)
                if self.evaluator.classes.linear(gid)[1]:
                    return gid
            scope = symbols[scope].parent
        return -1

    def _has_static_imports(self, file: int) -> bool:
        """Return whether a file imports the members of a type outside the tree."""
        facts = self.program.files[file]
        self.program.reads.read_fact("stars", file)
        for index in facts.stars.get(0, ()):
            expr = facts.exprs[index]
            if expr[0] != ops.IMPORT or facts.imports[int(expr[1])].kind != "static":
                continue
            if any(isinstance(atom, ExternalName) for atom in self.evaluator.scopes.imported(file, expr[1]).atoms):
                return True
        return False
