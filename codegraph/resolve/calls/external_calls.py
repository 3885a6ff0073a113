"""Calls that only code outside the tree can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.values import APPLIED, ClassObject, ExternalName, make_external_name
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.evaluator import Evaluator


def outside_call(emitter: Emitter, file: int, index: int) -> int | None:
    """What the call of an expression without a value reaches outside the tree; None where that is not sure."""
    evaluator = emitter.evaluator
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.NAME:
        home = _inherited(evaluator, file, expr)
        return emitter.external_atom(file, make_external_name(f"{home}.{expr[1]}")) if home else None
    name = _of_library(evaluator, file, expr) if expr[0] == ops.ATTR else ""
    return emitter.external(emitter.program.files[file].language, name, "") if name else None


def _inherited(evaluator: Evaluator, file: int, expr: Expr) -> str:
    """The class that has a method named without a receiver, where there are no functions: a base of a class around, or
    one whose static members are imported. Just one of them is outside, and what is in the tree does not declare it."""
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
            outside = classes.outside(gid)
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
        for atom in (*found.atoms, *evaluator.found_value(found)):
            if isinstance(atom, ExternalName):
                homes[atom.name] = None
            elif not isinstance(atom, ClassObject) or classes.linear(atom.gid)[1]:
                return ""
    return next(iter(homes)) if len(homes) == 1 else ""


def _of_library(evaluator: Evaluator, file: int, expr: Expr) -> str:
    """A member that the prelude leaves out of one of its classes: nothing but the library can have it. Of an object,
    only where no class of the tree can stand below what it is known as."""
    program, semantics = evaluator.program, evaluator.program.semantics[file]
    sure = APPLIED if semantics.members.has_closed_classes else (ClassObject,) if semantics.builtins.metaclass else ()
    unsure = {semantics.builtins.root_class, semantics.builtins.null_type, *semantics.types.primitives}
    names: dict[str, None] = {}
    for atom in evaluator.value(file, expr[1]):
        if not isinstance(atom, sure) or atom.gid < program.end:
            return ""
        symbol = program.symbol(atom.gid)
        if symbol.name in unsure:
            return ""
        names[symbol.qualname] = None
    member = str(expr[2]).removesuffix(semantics.lookup.method_suffix)
    return f"{next(iter(names))}.{member}" if len(names) == 1 else ""
