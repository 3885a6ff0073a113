"""Calls whose targets are outside the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import APPLIED, ClassObject, ExternalName, make_external_name
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.evaluator import Evaluator


def find_outside_call(emitter: Emitter, file: int, index: int) -> int | None:
    """Return the outside target of calling an expression without a value.

    Returns None where that is not sure.
    """
    evaluator = emitter.evaluator
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.NAME:
        home = _find_inherited_owner(evaluator, file, expr)
        return emitter.intern_external_atom(file, make_external_name(f"{home}.{expr[1]}")) if home else None
    name = _find_library_member(evaluator, file, expr) if expr[0] == ops.ATTR else ""
    return emitter.intern_external(emitter.program.files[file].language, name, "") if name else None


def _find_inherited_owner(evaluator: Evaluator, file: int, expr: Expr) -> str:
    """Return the outside class of a method that is named without a receiver.

    This is for languages without functions. The class is a base of an enclosing class, or one whose static members are
    imported. Exactly one of them is outside, and none in the tree declares the method.
    """
    program = evaluator.program
    name, suffix = str(expr[1]), program.semantics[file].lookup.method_suffix
    scope: int = expr[2]
    if not suffix or not name.endswith(suffix):
        return ""
    facts, classes = program.files[file], evaluator.classes
    homes: dict[str, None] = {}
    while scope > 0:
        gid = program.offsets[file] + scope
        if evaluator.members.is_class(gid) and classes.linear(gid)[1]:
            outside = classes.find_outside_base(gid)
            if not outside:
                return ""  # a base that is unknown, or several
            homes[outside[0]] = None
        scope = facts.symbols[scope].parent
    for star in facts.stars.get(0, ()):
        imported = facts.exprs[star]
        if imported[0] != ops.IMPORT:
            continue
        position: int = imported[1]
        if facts.imports[position].kind == "type":
            continue
        found = evaluator.scopes.imported(file, position)
        for atom in (*found.atoms, *evaluator.evaluate_binding(found)):
            if isinstance(atom, ExternalName):
                homes[atom.name] = None
            elif not isinstance(atom, ClassObject) or classes.linear(atom.gid)[1]:
                return ""
    return next(iter(homes)) if len(homes) == 1 else ""


def _find_library_member(evaluator: Evaluator, file: int, expr: Expr) -> str:
    """Return the name of a member that the prelude lacks in one of its classes.

    Only the library can have it. For an object, that holds only where no class of the tree can be a subclass of its
    known class.
    """
    program, semantics = evaluator.program, evaluator.program.semantics[file]
    sure = APPLIED if semantics.members.has_closed_classes else (ClassObject,) if semantics.builtins.metaclass else ()
    unsure = {semantics.builtins.root_class, semantics.builtins.null_type, *semantics.types.primitives}
    names: dict[str, None] = {}
    for atom in evaluator.value(file, expr[1]):
        if not isinstance(atom, sure) or atom.gid < program.end:
            return ""
        symbol = program.get_symbol(atom.gid)
        if symbol.name in unsure:
            return ""
        names[symbol.qualname] = None
    member = str(expr[2]).removesuffix(semantics.lookup.method_suffix)
    return f"{next(iter(names))}.{member}" if len(names) == 1 else ""
