"""Symbols that an expression names, as opposed to the value it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.function_adapters import is_method
from codegraph.resolve.calls.method_references import select_overloads
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    INSTANCES,
    AliasUnion,
    Atom,
    ClassObject,
    Entity,
    ExternalName,
    Function,
    Module,
    NamedSymbol,
    Value,
    make_function,
    make_instance,
    make_named_symbol,
)
from codegraph.resolve.types.members import MAX_DEREFERENCES, PLAIN
from codegraph.resolve.types.object_literals import find_overriding
from codegraph.resolve.types.static_members import select_own_side
from codegraph.resolve.types.unions import select_common
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_HOPS = 40  # aliases of aliases followed
NAMING = frozenset(
    {
        ops.NAME,
        ops.IMPORT,
        ops.FLOW,
        ops.DECORATED,
        ops.GENERIC,
        ops.UNION,
        ops.ATTR,
        ops.METHOD_REF,
        ops.ADAPTED,
        ops.DISCRIMINATED,
        ops.OVERRIDDEN,
        ops.FIRST,
    }
)  # operations whose expression may name something
THROUGH = frozenset({ops.FLOW, ops.DECORATED, ops.GENERIC, ops.DISCRIMINATED})  # named by their first operand


class Naming:
    """Entities of expressions, kept once they are certain."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.entities = self.queries.define_query(
            self._compute_entities, cycle=lambda *_: (), by_file=True, limit=MAX_HOPS
        )
        self.find_member = self.queries.define_query(self._compute_member, shared=True)

    def _compute_entities(self, file: int, index: int) -> tuple[Entity, ...]:
        """Return what an expression names, nothing for one that computes a value."""
        evaluator = self.evaluator
        expr = evaluator.exprs[file][index]
        op = expr[0]
        if op == ops.SYM or op == ops.VAR:
            return (self.name_symbol(self.program.offsets[file] + expr[1]),)
        if op not in NAMING:
            return ()
        if op == ops.NAME:
            return self.resolve_binding(evaluator.names.look_up(file, index)[0])
        if op == ops.IMPORT:
            return self.resolve_binding(evaluator.scopes.imported(file, expr[1]))
        if op in THROUGH or (op == ops.ADAPTED and not is_method(evaluator, file, expr[2])):
            return self.entities(file, expr[1])
        if op == ops.ADAPTED:
            return ()
        if op == ops.FIRST:
            return self.entities(file, evaluator.implicit_receivers.choose(file, expr))
        if op == ops.UNION:
            return tuple(dict.fromkeys([e for part in expr[1:] for e in self.entities(file, part)]))
        if op == ops.OVERRIDDEN:
            spread = find_overriding(evaluator, file, expr)
            overriding = [entity for atom in spread.atoms for entity in self.resolve_member(file, atom, expr[3])]
            return tuple(dict.fromkeys([*(() if spread.is_sure else self.entities(file, expr[1])), *overriding]))
        base = evaluator.get_object(file, expr[1])
        if op == ops.METHOD_REF:
            return self.resolve_method_reference(file, expr, base)
        named: list[Entity] = []
        for atom in base:
            extensions = evaluator.extensions.find_member_extensions(file, expr, atom, expr[2])
            named += self.resolve_binding(extensions) if extensions.refs else self.resolve_member(file, atom, expr[2])
        return tuple(dict.fromkeys(named))

    def resolve_method_reference(self, file: int, expr: Expr, base: Value) -> tuple[Entity, ...]:
        """Return the methods or constructors of one name that are passed.

        Only the expected overload is returned where it is known.
        """
        if expr[2] in self.program.semantics[file].construction.constructors:
            construction = self.evaluator.calls.find_executed_constructors
            functions = [
                make_function(made.gid, make_instance(atom.gid, ()))
                for atom in base
                if isinstance(atom, ClassObject)
                for made in construction(atom.gid)
            ]
            alone = [
                make_named_symbol(atom.gid)
                for atom in base
                if isinstance(atom, ClassObject) and not construction(atom.gid)
            ]  # it stands for them
            return (
                *alone,
                *(make_named_symbol(atom.gid) for atom in select_overloads(self.evaluator, file, expr, functions)),
            )
        found: dict[Entity, Function | None] = {}
        for atom in base:
            for entity in self.resolve_member(file, atom, expr[2]):
                found.setdefault(entity, make_function(entity.gid, atom) if isinstance(entity, NamedSymbol) else None)
        functions = [atom for atom in found.values() if atom is not None]
        kept = {atom.gid for atom in select_overloads(self.evaluator, file, expr, functions)}
        return tuple(entity for entity in found if not isinstance(entity, NamedSymbol) or entity.gid in kept)

    def resolve_member(self, file: int, atom: Atom, name: str) -> tuple[Entity, ...]:
        """Return what `atom.name` names.

        It is kept for the same atoms as in `Members.evaluate_attribute`.
        """
        if atom.arguments if isinstance(atom, APPLIED) else type(atom) not in PLAIN:
            return self.look_up_member(file, atom, name)
        return self.find_member(file, atom, name)

    def _compute_member(self, file: int, atom: Atom, name: str) -> tuple[Entity, ...]:
        """Return what a member names, as most files see it."""
        return self.look_up_member(file, atom, name)

    def look_up_member(self, file: int, atom: Atom, name: str, hops: int = 0) -> tuple[Entity, ...]:
        members = self.evaluator.members
        if isinstance(atom, AliasUnion):
            each = select_common(self.evaluator, file, atom.gid, name)
            return tuple(dict.fromkeys([e for one in each for e in self.look_up_member(file, one, name)]))
        bindings, owner, _ = members.find(file, atom, name)
        if not bindings.any and self.program.semantics[file].members.accessor_prefix:
            bindings, owner, _ = members.find_accessor(file, atom, name)
        found = self.resolve_binding(self.select_declarations(bindings) if len(bindings.refs) > 1 else bindings)
        if (
            found
            and owner >= 0
            and isinstance(atom, INSTANCES)
            and self.evaluator.classes.is_instance_attribute(owner, name)
        ):
            found = tuple(dict.fromkeys((*found, *self.find_inherited_declaration(atom.gid, owner, name))))
        pointers = self.program.semantics[file].protocols.dereference_members
        can_follow = not found and pointers and hops < MAX_DEREFERENCES and name not in pointers
        if can_follow and members.can_delegate(file, atom):
            inner = members.follow_pointer(file, atom)
            return tuple(
                dict.fromkeys([e for a in inner if a != atom for e in self.look_up_member(file, a, name, hops + 1)])
            )
        return select_own_side(self.program, file, atom, found) if len(found) > 1 else found

    def select_declarations(self, bindings: Binding) -> Binding:
        """Select the field of a name, without the values that code elsewhere writes.

        Those values have names of their own.
        """
        ops_of = [self.evaluator.exprs[ref[0]][ref[1]][0] if ref[0] >= 0 else ops.SYM for ref in bindings.refs]
        if ops.VAR not in ops_of:
            return bindings
        kept = tuple(ref for ref, op in zip(bindings.refs, ops_of, strict=True) if op in (ops.VAR, ops.SYM, ops.UNION))
        return bindings._replace(refs=kept)

    def find_inherited_declaration(self, gid: int, owner: int, name: str) -> tuple[Entity, ...]:
        """Return the declaration of an attribute in a class above.

        Methods of class `owner` assign the same attribute.
        """
        above = False
        for ancestor, _ in self.evaluator.classes.linear(gid)[0]:
            for at, index in self.evaluator.classes.find_own(ancestor, name) if above else ():
                if at < 0:
                    continue
                expr = self.program.files[at].exprs[index]
                if expr[0] == ops.VAR and expr[1] in self.program.files[at].declared:
                    return (make_named_symbol(self.program.offsets[at] + expr[1]),)
            above = above or ancestor == owner
        return ()

    def name_symbol(self, gid: int) -> NamedSymbol:
        """Return a symbol as what a name means; any part of a class is the class."""
        return make_named_symbol(self.evaluator.classes.find_whole(gid))

    def resolve_binding(self, found: Binding) -> tuple[Entity, ...]:
        """Return the entities that bindings lead to."""
        refs, atoms, _ = found
        if not atoms and len(refs) == 1:
            file, at = refs[0]
            if file < 0:
                return (self.name_symbol(at),)
            expr = self.evaluator.exprs[file][at]
            if expr[0] == ops.SYM or expr[0] == ops.VAR:
                return (self.name_symbol(self.program.offsets[file] + expr[1]),)
            return self.entities(file, at)
        return self._gather(found)

    def _gather(self, found: Binding) -> tuple[Entity, ...]:
        """Return the entities of several bindings.

        Each binding is followed once: the number of paths through bindings that lead to one another grows with the
        number of their orders.
        """
        evaluator, seen = self.evaluator, set[Ref]()
        result: dict[Entity, None] = dict.fromkeys(
            atom for atom in found.atoms if isinstance(atom, (Module, ExternalName))
        )
        pending = [*reversed(found.refs)]
        while pending:
            ref = pending.pop()
            if ref in seen:
                continue
            seen.add(ref)
            file, at = ref
            expr = evaluator.exprs[file][at] if file >= 0 else (ops.SYM, at)
            op = expr[0]
            if op == ops.NAME or op == ops.IMPORT:
                named = op == ops.NAME
                inner = evaluator.names.look_up(file, at)[0] if named else evaluator.scopes.imported(file, expr[1])
                result.update(dict.fromkeys(atom for atom in inner.atoms if isinstance(atom, (Module, ExternalName))))
                pending.extend(reversed(inner.refs))
            elif op == ops.UNION:
                pending.extend([(file, part) for part in reversed(expr[1:])])
            else:
                result.update(dict.fromkeys((self.name_symbol(at),) if file < 0 else self.entities(file, at)))
        return tuple(result)
