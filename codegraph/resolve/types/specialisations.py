"""Specialisations of class templates for particular type arguments.

One is chosen only where the arguments leave no doubt. Types leave out pointers, references, qualifiers and numbers, so
those are compared as they were written (`marks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.types.abstract_values import (
    UNKNOWN,
    Applied,
    Instance,
    NamedSymbol,
    TypeVariable,
    Value,
    make_applied,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Extension, FileFacts, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

Bound = dict[str, Value]
Marks = tuple[str, ...]

CLASSES: Final = frozenset((SymbolKind.CLASS, SymbolKind.STRUCT))
TYPES: Final = frozenset((*CLASSES, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE))
ANOTHER: Final = "another"  # mark of an argument of which is not known what was written


def is_special(facts: FileFacts, extension: Extension) -> bool:
    """Return whether an extension is a specialisation.

    It adds nothing, but is a class of its own for particular type arguments.
    """
    if extension.members or extension.trait or facts.exprs[extension.target][0] != ops.GENERIC:
        return False
    symbol = facts.symbols[extension.scope]
    return symbol.kind in CLASSES and not symbol.flags & Flag.ANONYMOUS


def specialize(evaluator: Evaluator, file: int, atom: Applied, expr: Expr) -> Applied:
    """Return the specialisation that stands for a class with type arguments.

    Returns the class itself where none is known to do so.
    """
    evaluator.reads.read_extra(atom.gid)
    choices = evaluator.classes.special.get(atom.gid)
    if not choices:
        return atom
    marks = _collect_marks(evaluator, file, expr)
    suiting: list[tuple[int, int, Bound]] = []
    doubtful = False
    for gid, at, target in choices:
        bound: Bound = {}
        suits = _match_arguments(evaluator, gid, (at, target), (atom.arguments, marks), bound)
        doubtful = doubtful or suits is None
        if suits:
            suiting.append((len(evaluator.classes.parameters(gid)), gid, bound))
    suiting.sort(key=lambda each: each[:2])
    whole = [each for each in suiting if not each[0]]
    if len(whole) != 1 and (doubtful or len(suiting) != 1):
        return atom
    _, gid, bound = whole[0] if len(whole) == 1 else suiting[0]
    return make_applied(atom, gid, tuple(bound.get(name, UNKNOWN) for name in evaluator.classes.parameters(gid)))


def to_primary_template(evaluator: Evaluator, atom: Applied) -> Applied | None:
    """Convert a specialisation to its primary template with type arguments.

    Returns None for any other class.
    """
    evaluator.reads.read_extra(atom.gid)
    known = evaluator.classes.plain.get(atom.gid)
    if known is None:
        return None
    gid, file, target = known
    mapping = {
        (atom.gid, name): each
        for name, each in zip(evaluator.classes.parameters(atom.gid), atom.arguments, strict=False)
    }
    arguments = (evaluator.types.instantiate(file, each) for each in evaluator.program.files[file].exprs[target][2])
    return make_applied(atom, gid, tuple(evaluator.substitute(each, mapping) for each in arguments))


def find_primary_template(evaluator: Evaluator, gid: int) -> int:
    """Return the class that a specialisation stands for.

    Any other class stands for itself.
    """
    evaluator.reads.read_extra(gid)
    known = evaluator.classes.plain.get(gid)
    return gid if known is None else known[0]


def _collect_marks(evaluator: Evaluator, file: int, expr: Expr) -> Marks:
    """Return the marks of all arguments.

    A case of an enumeration is identified by its graph id.
    """
    arguments: tuple[int, ...] = expr[2]
    written: Marks = expr[3] if len(expr) > 3 else ("",) * len(arguments)
    return tuple(
        mark or (_compute_mark(evaluator, file, each) if each else "")
        for mark, each in zip(written, arguments, strict=False)
    )


def _compute_mark(evaluator: Evaluator, file: int, argument: int) -> str:
    """Return the mark of one argument.

    Too little is known of an alias of a pointer, and of a value that is no case.
    """
    named = [entity.gid for entity in evaluator.entities(file, argument) if isinstance(entity, NamedSymbol)]
    symbols = [evaluator.program.get_symbol(gid) for gid in named]
    if any(s.kind == SymbolKind.TYPE and s.flags & Flag.POINTER for s in symbols):
        return ANOTHER
    if not symbols or any(s.kind in TYPES for s in symbols):  # what else has that name does not matter
        return ""
    cases = len(named) == 1 and symbols[0].kind == SymbolKind.CONSTANT
    home = evaluator.program.get_parent(named[0]) if cases else -1
    return (
        f"={named[0]}@{home}" if home >= 0 and evaluator.program.get_symbol(home).kind == SymbolKind.ENUM else ANOTHER
    )


def _are_same_value(one: str, other: str) -> bool | None:
    """Return whether two marks are those of one value, None where unknown."""
    if one == other:
        return one != ANOTHER
    (_, at, first), (_, _, second) = one.partition("@"), other.partition("@")
    if at and first == second:
        return False
    return False if one[1:].isdecimal() and other[1:].isdecimal() else None


def _match_arguments(
    evaluator: Evaluator, gid: int, pattern: tuple[int, int], given: tuple[tuple[Value, ...], Marks], bound: Bound
) -> bool | None:
    """Return whether arguments match those of a specialisation, None where unknown."""
    file, target = pattern
    expr = evaluator.program.files[file].exprs[target]
    marks = _collect_marks(evaluator, file, expr)
    sure = True
    for position, each in enumerate(expr[2]):
        wanted = evaluator.types.instantiate(file, each)
        known = position < len(given[0])
        value = given[0][position] if known else UNKNOWN
        mark = given[1][position] if known and position < len(given[1]) else ANOTHER
        suits = _match_argument(evaluator, gid, (wanted, marks[position]), (value, mark), bound)
        if suits is False:
            return False
        sure = sure and suits is True
    return True if sure else None


def _match_argument(
    evaluator: Evaluator, gid: int, wanted: tuple[Value, str], given: tuple[Value, str], bound: Bound
) -> bool | None:
    pattern, mark = wanted
    value, written = given
    wanted_type = pattern[0] if len(pattern) == 1 else None
    variable = wanted_type if isinstance(wanted_type, TypeVariable) and wanted_type.gid == gid else None
    if variable is not None and not mark:
        if variable.name in bound and bound[variable.name] != value:
            return None
        bound[variable.name] = value
        return True
    if mark.startswith("=") or written.startswith("="):
        return _are_same_value(mark, written)
    if ANOTHER in (mark, written) or len(value) != 1 or not isinstance(value[0], (Instance, TypeVariable)):
        return None
    given_type = value[0]
    parameter = isinstance(given_type, TypeVariable)  # what it stands for is open, and may be a pointer
    if mark != written:
        return None if mark and (written or parameter) else False
    if variable is not None:
        bound[variable.name] = value
        return True
    if isinstance(given_type, TypeVariable) or not isinstance(wanted_type, Instance):
        return None
    return _match_type(evaluator, gid, wanted_type, given_type, bound)


def _match_type(evaluator: Evaluator, gid: int, wanted: Instance, given: Instance, bound: Bound) -> bool | None:
    """Return whether a type matches a pattern, None where unknown.

    The pattern may contain type parameters of the specialisation `gid`.
    """
    if wanted.gid != given.gid:
        return False
    if wanted.gid >= evaluator.program.end and _is_narrow(evaluator, wanted.gid):
        return None  # several types of the language are one to us
    sure = len(wanted.arguments) == len(given.arguments)
    for one, other in zip(wanted.arguments, given.arguments, strict=False):
        alike = _match_argument(evaluator, gid, (one, ""), (other, ""), bound)
        if alike is False:
            return None
        sure = (
            sure and alike is True and any(isinstance(atom, TypeVariable) for atom in one)
        )  # what was written there is not known
    return True if sure else None


def _is_narrow(evaluator: Evaluator, gid: int) -> bool:
    return (
        evaluator.program.get_symbol(gid).name
        in evaluator.program.semantics[evaluator.program.file_of[gid]].types.approximate_types
    )
