"""Members that a class itself has, apart from those of its instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import IS_ANONYMOUS, IS_OPEN
from codegraph.resolve.types.abstract_values import Atom, ClassObject, SelfClass, make_external_name
from codegraph.resolve.types.synthesized_members import find_outside_member
from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.program.program import Ref
    from codegraph.resolve.types.members import Members

EXTENDED: Final = "<extended>"
"""With the prefix, the member that names the modules which a class has the members of."""

INCLUDING: Final = "<including>"
"""With the prefix, the member that names modules which what includes a module has the members of."""

INCLUDED: Final = "<included>"
"""With the prefix, begins names of members of a module which what includes it has itself."""

CONCERN: Final = "ClassMethods"
"""Module in a module which what includes the latter has the members of, by the convention of concerns."""

MAX_BELOW: Final = 8
"""Members of subclasses that one name may mean."""

OF_INSTANCES: Final = frozenset(
    {SymbolKind.METHOD, SymbolKind.PROPERTY, SymbolKind.FIELD, SymbolKind.CONSTRUCTOR, SymbolKind.FUNCTION}
)


def find_singleton_member(
    members: Members, file: int, atom: ClassObject | SelfClass, name: str, prefix: str
) -> tuple[Binding, int, Atom | None]:
    """Find a member of a class itself, or of one above.

    Modules that extend a class come after its own members. Last come the members of every class, and of every object.
    """
    gid = atom.gid
    found, owner = find_singleton(members, gid, name, prefix)
    if found.any:
        return found, owner, atom
    if isinstance(atom, SelfClass) and (below := find_below(members, gid, name, prefix)).any:
        return below, gid, atom
    found, owner, hidden = members.in_class(gid, name)
    if found.any and not is_of_instances(members, found):
        return found, owner, None
    if hidden and not members.evaluator.classes.has_outside_mixin(gid):
        return find_outside_member(members.evaluator, gid, name), -1, None
    found, owner, receiver = find_class_member(members, file, atom, name)
    if not found.any and (is_implied(members, gid) or is_of_library(members, gid, name)):
        outside = f"{members.program.get_symbol(gid).qualname}.{name}"
        return Binding(atoms=(make_external_name(outside),)), -1, None
    return found, owner, receiver


def is_implied(members: Members, gid: int) -> bool:
    """Return whether a module is only named by what stands in it.

    A library may define it then.
    """
    mark = members.program.marks[gid]
    return bool(mark & IS_OPEN and mark & IS_ANONYMOUS)


def is_of_library(members: Members, gid: int, name: str) -> bool:
    """Return whether a module of the library may have a constant.

    A prelude declares some of them.
    """
    return gid >= members.program.end and name[:1].isupper() and is_mixin(members, gid)


def find_singleton(members: Members, gid: int, name: str, prefix: str) -> tuple[Binding, int]:
    """Find a member of a class itself among what the tree declares."""
    classes = members.evaluator.classes
    for ancestor, _ in classes.linear(gid)[0]:
        is_module = is_mixin(members, ancestor) and ancestor != gid
        refs = classes.find_own(ancestor, f"{prefix}{INCLUDED}{name}" if is_module else prefix + name)
        if refs:
            return Binding(refs), ancestor
        for module in list_modules(members, ancestor, prefix, included=is_module):
            found, owner, _ = members.in_class(module, name)
            if found.any and owner < members.program.end:
                return found, owner
    return NOTHING, -1


def find_below(members: Members, gid: int, name: str, prefix: str) -> Binding:
    """Find a member that only what lies below a class or module has itself."""
    if is_mixin(members, gid):
        for module in list_modules(members, gid, prefix, included=True):
            found, owner, _ = members.in_class(module, name)
            if found.any and owner < members.program.end:
                return found
    members.program.reads.read_subclasses(gid)
    refs: dict[Ref, None] = {}
    for subclass in members.evaluator.classes.subclasses.get(gid, ()):
        if not members.is_double(gid, subclass):
            refs.update(dict.fromkeys(find_singleton(members, subclass, name, prefix)[0].refs))
    return Binding(tuple(refs)) if len(refs) <= MAX_BELOW else NOTHING


def is_mixin(members: Members, gid: int) -> bool:
    return members.program.get_symbol(gid).kind == SymbolKind.MODULE


def list_modules(members: Members, gid: int, prefix: str, *, included: bool) -> list[int]:
    """Return the modules that extend a class.

    With `included`, these are modules that extend what includes a module.
    """
    evaluator = members.evaluator
    names = (prefix + INCLUDING, CONCERN) if included else (prefix + EXTENDED,)
    refs = [ref for name in names for ref in evaluator.classes.find_own(gid, name)]
    atoms = [atom for ref in refs for atom in evaluator.evaluate_ref(ref)]
    return [atom.gid for atom in reversed(atoms) if isinstance(atom, ClassObject)]


def is_of_instances(members: Members, found: Binding) -> bool:
    """Return whether a binding is of what only instances have, not of a constant."""
    program = members.program
    for at, index in found.refs:
        expr = program.exprs[at][index] if at >= 0 else (ops.SYM, index)
        if expr[0] not in (ops.SYM, ops.VAR):
            return expr[0] != ops.UNION
        symbol = program.get_symbol(program.offsets[at] + expr[1] if at >= 0 else index)
        if symbol.kind in OF_INSTANCES:
            return True
    return False


def find_class_member(
    members: Members, file: int, atom: ClassObject | SelfClass, name: str
) -> tuple[Binding, int, Atom | None]:
    """Find a member that every class has as an object."""
    evaluator = members.evaluator
    builtins = members.program.semantics[file].builtins
    for word in (builtins.metaclass, builtins.root_class):
        top = evaluator.types.find_builtin(file, word) if word else -1
        if top >= 0:
            found, owner, _ = members.in_class(top, name)
            if found.any:
                return found, owner, atom
    return NOTHING, -1, None
