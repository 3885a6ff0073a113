"""Synthesized members, which no source declares, and removed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import iterate_alternatives
from codegraph.resolve.types.abstract_values import (
    CALLABLES,
    EXTERNAL,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    Instance,
    Receiver,
    SelfClass,
    SelfInstance,
    Super,
    Value,
    make_external_instance,
)
from codegraph.resolve.types.descriptors import read_member
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program, Ref

MAX_MIXED = 64  # classes below one that are asked
MAX_BEHIND = 8  # members of them that one name may mean


def find_implicit_constructor(evaluator: Evaluator, cls: int, receiver: int) -> Binding:
    """Return the next base where no base has a written constructor.

    Calling the constructor of the bases names that base.
    """
    line = [gid for gid, _ in evaluator.classes.linear(receiver)[0]]
    after = line.index(cls) + 1 if cls in line else len(line)
    return Binding(((-1, line[after]),)) if after < len(line) else NOTHING


def find_super_member(evaluator: Evaluator, file: int, atom: Super, name: str) -> tuple[Binding, int, Atom | None]:
    """Find a member of the receiver seen as its bases (`super`)."""
    members, semantics = evaluator.members, evaluator.program.semantics[file]
    cls, receiver = atom.gid, atom.receiver
    if semantics.dispatch.super_target == "superclass" and name not in semantics.construction.constructors:
        return find_superclass_member(evaluator, cls, receiver, name)
    found, owner, hidden = members.find_in_bases(receiver.gid, name, cls)
    if owner >= 0 and semantics.members.is_prototype_based and receiver.gid == cls:
        above = list_extended(evaluator, cls)
        if owner not in above:
            found, owner, hidden = members.find_in_bases(receiver.gid, name, cls, above)
    if not (found.refs or found.atoms) and hidden:
        return find_outside_member(evaluator, receiver.gid, name), -1, None
    if (
        not (found.refs or found.atoms)
        and isinstance(receiver, SelfInstance)
        and semantics.inference.has_inferred_results
    ):
        found, owner = find_mixin_successor(evaluator, cls, name)
    if not (found.refs or found.atoms) and name in semantics.construction.constructors:
        return find_implicit_constructor(evaluator, cls, receiver.gid), -1, None
    return found, owner, receiver


def find_superclass_member(
    evaluator: Evaluator, cls: int, receiver: Receiver, name: str
) -> tuple[Binding, int, Atom | None]:
    """Find a member of the receiver seen as its superclass.

    That is the root class where no other is written. Members of interfaces are accessed by the names of these.
    """
    program, members = evaluator.program, evaluator.members
    file, local = program.locate(cls)
    bases, hidden = evaluator.classes.find_bases(cls)
    above = next((gid for gid, _ in bases if program.get_symbol(gid).kind != SymbolKind.INTERFACE), -1)
    found, owner = NOTHING, -1
    if above >= 0:
        found, owner, hidden = members.in_class(above, name)
    elif not (hidden and any(base.kind == "inherits" for base in program.files[file].bases.get(local, ()))):
        root = evaluator.types.find_builtin(file, program.semantics[file].builtins.root_class)
        found, owner = Binding(evaluator.classes.find_own(root, name)) if root >= 0 else NOTHING, root
    if not found.refs and hidden:
        return find_outside_member(evaluator, receiver.gid, name), -1, None
    return found, owner if found.refs else -1, receiver


def find_mixin_successor(evaluator: Evaluator, cls: int, name: str) -> tuple[Binding, int]:
    """Find a member that none of a class's own bases has.

    It comes from what follows the class in the linearizations of subclasses that mix it in.
    """
    classes = evaluator.classes
    queue, seen = [cls], {cls}
    refs: dict[Ref, None] = {}
    found = -1
    while queue:
        gid = queue.pop(0)
        evaluator.reads.read_subclasses(gid)
        for subclass in classes.subclasses.get(gid, ()):
            if subclass in seen or len(seen) > MAX_MIXED:
                continue
            seen.add(subclass)
            queue.append(subclass)
            next_in_line, owner, _ = evaluator.members.find_in_bases(subclass, name, cls)
            if next_in_line.refs and owner >= 0 and owner < evaluator.program.end:
                refs.update(dict.fromkeys(next_in_line.refs))
                found = owner
    return (Binding(tuple(refs)), found) if 0 < len(refs) <= MAX_BEHIND else (NOTHING, -1)


def list_extended(evaluator: Evaluator, gid: int) -> frozenset[int]:
    """Return the ancestors that calls of base members can reach.

    Interfaces that are only implemented hand down no members.
    """
    program = evaluator.program
    found: set[int] = set()
    queue = [gid]
    while queue:
        file, local = program.locate(queue.pop())
        program.reads.read_extra(program.offsets[file] + local)
        for base in program.files[file].bases.get(local, ()):
            if base.kind in ("implements", "underlying"):
                continue
            above = {
                a.gid for a in evaluator.value(file, base.expr) if isinstance(a, (ClassObject, Instance, Function))
            } - found
            found |= above
            queue.extend(above)
    return frozenset(found)


def find_outside_member(evaluator: Evaluator, gid: int, name: str) -> Binding:
    """Return a member of the one base outside the tree.

    No class of the tree has it.
    """
    return Binding(
        (), tuple(make_external_instance(f"{base}.{name}") for base in evaluator.classes.find_outside_base(gid))
    )


def find_decorated_member(evaluator: Evaluator, gid: int, name: str) -> Binding:
    """Return a member of what a decorator from outside made of a function.

    The function does not have the member itself. The outermost decorator from outside the tree counts.
    """
    program = evaluator.program
    file, local = program.locate(gid)
    for decorator in program.files[file].decorators.get(local, ()):
        for atom in evaluator.value(file, decorator):
            if isinstance(atom, EXTERNAL):
                return Binding(atoms=(make_external_instance(f"{atom.name}.{name}"),))
            if isinstance(atom, CALLABLES) and atom.gid >= program.end:
                return Binding(atoms=(make_external_instance(f"{program.get_symbol(atom.gid).qualname}.{name}"),))
    return NOTHING


def find_metaclass_member(
    evaluator: Evaluator, atom: ClassObject | SelfClass, name: str
) -> tuple[Binding, int, Atom | None]:
    """Return a member that the metaclass of a class gives it.

    The metaclass is declared or the language's own. The class is the receiver.
    """
    program = evaluator.program
    for ancestor, _ in evaluator.classes.linear(atom.gid)[0]:
        at, local = program.locate(ancestor)
        declared = program.files[at].declared.get(local)
        for each in evaluator.value(at, declared) if declared else ():
            if isinstance(each, ClassObject):
                found, owner, _ = evaluator.members.in_class(each.gid, name)
                if found.refs or found.atoms:
                    return found, owner, atom
    gid = atom.gid
    file = program.file_of[gid]
    plain = program.semantics[file].builtins.metaclass
    top = evaluator.types.find_builtin(file, plain) if plain else -1
    refs = evaluator.classes.find_own(top, name) if top >= 0 else ()
    return (Binding(refs), top, atom) if refs else (NOTHING, -1, None)


def find_subclass_value(
    evaluator: Evaluator, file: int, atom: SelfInstance | SelfClass, found: Binding, name: str
) -> Value:
    """Return what subclasses assign to an attribute without a value.

    The receiver's own class only declares it, as `client = None` does.
    """
    program, members = evaluator.program, evaluator.members
    for at, index in found.refs:
        if at < 0:
            return UNKNOWN
        facts = program.files[at]
        expr = facts.exprs[index]
        if expr[0] != ops.VAR or expr[1] in facts.values or expr[1] in facts.declared:
            return UNKNOWN
    below, owner = members.below(atom.gid, name) if found.refs else (NOTHING, -1)
    return (
        read_member(members, file, atom, below, owner, atom if isinstance(atom, SelfInstance) else None, name)
        if owner >= 0
        else UNKNOWN
    )


def select_inheritable(program: Program, owner: int, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Select the members of one name in a base that subclasses inherit.

    Private members and static methods of an interface are not inherited.
    """
    interface = program.get_symbol(owner).kind == SymbolKind.INTERFACE
    kept: list[Ref] = []
    for file, part in iterate_alternatives(program, refs):
        expr: Expr = program.files[file].exprs[part] if file >= 0 else (ops.UNKNOWN,)
        symbol = program.get_symbol(program.offsets[file] + expr[1]) if expr[0] in (ops.SYM, ops.VAR) else None
        if symbol is not None and symbol.visibility == "private":
            continue
        static = symbol is not None and symbol.kind == SymbolKind.METHOD and symbol.flags & Flag.STATIC
        if not (interface and static):
            kept.append((file, part))
    return tuple(kept)
