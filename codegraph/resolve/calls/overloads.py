"""Overload choice: arity, then argument types, then the most specific.

A candidate is judged by `Verdict`, smaller is better. Arguments of unknown type fit everything, so a call whose types
are not known keeps all candidates that its arity allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.calls.constness import select_by_argument_constness, select_by_constness, select_by_ref_qualifier
from codegraph.resolve.calls.indirection import select_by_indirection
from codegraph.resolve.calls.template_overloads import (
    can_outrank,
    is_constrained,
    is_converted,
    select_by_template_arguments,
)
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    UNKNOWN,
    ClassObject,
    ExternalInstance,
    Function,
    FunctionType,
    Instance,
    SelfInstance,
    Value,
    make_function,
    make_instance,
)
from codegraph.resolve.types.assignability import Fit, compute_fit, get_parameter_type, has_arity
from codegraph.resolve.types.overriding import is_override
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


RECEIVERS = (ClassObject, Instance, SelfInstance)


class Verdict(NamedTuple):
    """Fit of a candidate to a call.

    Compared item by item, as languages do: a conversion beats a rest parameter.
    """

    conflicts: int
    unsure: int
    spread: bool  # a rest parameter takes arguments one by one
    converted: bool


class Candidate(NamedTuple):
    atom: Function
    verdict: Verdict
    wanted: tuple[Value, ...]  # parameter type that each argument meets
    fits: tuple[Fit, ...] = ()
    passed: int = 0  # parameters that the call may pass something for


def choose(calls: Calls, file: int, value: Value, expr: Expr) -> Value:
    """Choose the functions in a value that a call's arguments fit best.

    Atoms that are no functions stay. Where none fits, a base outside the tree may declare one that does: then there is
    no answer. Only methods of one receiver are overloads of each other; where functions are values, those of one name
    and owner.
    """
    functions = [a for a in value if isinstance(a, Function)]
    if not functions or (len(value) == 1 and not calls.program.semantics[file].overloads.has_inherited_overloads):
        return value
    if len(functions) < len(value) and calls.program.semantics[file].lookup.method_suffix:
        arguments: tuple[int, ...] = expr[2]
        accessors = tuple(a for a in value if isinstance(a, FunctionType) and len(a.parameters) == len(arguments))
        if accessors:
            return accessors  # nobody wrote it, as it is no overload of what somebody wrote
        value = tuple(a for a in value if not isinstance(a, FunctionType))
    if len(functions) > 1 and calls.program.semantics[file].dispatch.has_hiding:
        functions = [a for a in functions if _is_accessible(calls, file, a)] or functions
    groups: dict[tuple[int, str], list[Function]] = {}
    strangers = _list_unrelated_classes(calls, functions)
    for atom in functions:
        if calls.program.semantics[file].members.is_prototype_based:
            key = (calls.owner(atom.gid), calls.program.get_symbol(atom.gid).name)
        else:
            key = (next((gid for gid in strangers if _is_related(calls, atom, gid)), -1), "")
        groups.setdefault(key, []).append(atom)
    kept = {a for group in groups.values() for a in _select_overloads(calls, file, group, expr)}
    return tuple(a for a in value if not isinstance(a, Function) or a in kept)


def _is_accessible(calls: Calls, file: int, atom: Function) -> bool:
    """Return whether code of a file may name a function at all.

    A private one is accessible in its file, one of a package in that package.
    """
    program = calls.program
    gid: int = atom.gid
    at, visibility = program.file_of[gid], program.get_symbol(gid).visibility
    if at == file or at >= program.tree or visibility not in ("private", "package"):
        return True
    program.reads.read_symbol(program.offsets[at])
    return visibility == "package" and program.files[at].package == program.files[file].package


def _list_unrelated_classes(calls: Calls, functions: list[Function]) -> list[int]:
    """Return the classes of receivers that are unrelated to one another.

    There are none where there is only one class.
    """
    classes = dict.fromkeys(
        a.receiver.gid for a in functions if a.receiver is not None and isinstance(a.receiver, RECEIVERS)
    )
    if len(classes) < 2:
        return []
    found: list[int] = []
    for gid in classes:
        if not any(_is_akin(calls, gid, other) for other in found):
            found.append(gid)
    return found if len(found) > 1 else []


def _is_related(calls: Calls, atom: Function, gid: int) -> bool:
    """Return whether a function belongs to a class, its ancestors or subclasses."""
    receiver = atom.receiver
    own: int = receiver.gid if receiver is not None and isinstance(receiver, RECEIVERS) else calls.owner(atom.gid)
    return own >= 0 and _is_akin(calls, own, gid)


def _is_akin(calls: Calls, one: int, other: int) -> bool:
    linear = calls.evaluator.classes.linear
    above, below = linear(one), linear(other)
    return above[1] or below[1] or any(g == other for g, _ in above[0]) or any(g == one for g, _ in below[0])


def select_fittest(calls: Calls, file: int, value: Value, expr: Expr) -> Value:
    """Select the functions in a value that a call's arguments fit best.

    Functions that they do not fit are left out.
    """
    functions = [a for a in value if isinstance(a, Function)]
    arguments: tuple[int, ...] = expr[2]
    fitting = [a for a in functions if has_arity(calls, a, len(arguments))]
    if not fitting:
        return UNKNOWN
    given = calls.evaluate_positional(file, arguments)
    fitting = [a for a in fitting if not _judge(calls, file, a, given).verdict.conflicts]
    return tuple(_select_overloads(calls, file, fitting, expr)) if len(fitting) > 1 else tuple(fitting)


def is_applicable(calls: Calls, file: int, atom: Function, expr: Expr) -> bool:
    """Return whether a function may take the arguments of a call."""
    arguments: tuple[int, ...] = expr[2]
    names = [name for name, _ in expr[3] if not name.startswith("[")]
    spread = any(calls.program.files[file].exprs[e][0] == ops.SPREAD for e in arguments)
    if not spread and not has_arity(calls, atom, len(arguments) + len(names)):
        return False
    known = {param.name for _, param in calls.list_parameters(atom.gid, atom.receiver is not None)}
    if any(name not in known and name != ops.TRAILING for name in names):
        return False
    if ops.TRAILING in names and not _can_take_literal(calls, file, atom, len(arguments) + len(names) - 1):
        return False
    return not _judge(calls, file, atom, calls.evaluate_positional(file, arguments)).verdict.conflicts


def _select_overloads(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select the best of the overloads of one name."""
    facts = calls.program.files[file]
    is_open = calls.program.semantics[file].overloads.has_inherited_overloads and any(
        has_open_receiver(calls, a) for a in functions
    )
    if len(functions) < 2 and not is_open:
        return functions
    arguments: tuple[int, ...] = expr[2]
    names = [name for name, _ in expr[3] if not name.startswith("[")]
    count = len(arguments) + len(names)
    if calls.program.semantics[file].overloads.has_conversion_ranking:
        functions = select_by_template_arguments(calls, file, functions, expr)
    written = sum(1 for name, _ in expr[3] if name.startswith("["))
    inherits = calls.program.semantics[file].overloads.has_inherited_overloads
    if written and inherits:  # type arguments that are written are all that a function has
        parameters = calls.evaluator.classes.parameters
        functions = [a for a in functions if len(parameters(a.gid)) == written] or functions
    fitting = functions
    if not any(facts.exprs[e][0] == ops.SPREAD for e in arguments):
        fitting = [a for a in functions if has_arity(calls, a, count)]
        if not fitting and not is_open:
            fitting = functions
    if len(fitting) > 1 and ops.TRAILING in names:
        fitting = [a for a in fitting if _can_take_literal(calls, file, a, count - 1)] or fitting
    if len(fitting) > 1 and any(calls.program.get_symbol(a.gid).flags & Flag.CONST for a in fitting):
        fitting = select_by_constness(calls, file, fitting, expr)
    if len(fitting) > 1 and calls.program.semantics[file].overloads.has_conversion_ranking:
        fitting = select_by_ref_qualifier(calls, file, fitting, expr)
        fitting = select_by_argument_constness(calls, file, fitting, expr)
        fitting = select_by_indirection(calls, file, fitting, expr)
    if len(fitting) > 1 or (is_open and any(_is_library_extension(a) for a in fitting)):
        fitting = select_best(calls, file, fitting, calls.evaluate_positional(file, expr[2]), is_open, bool(names))
    if len(fitting) > 1 and names:
        fitting = _drop_defaulting(calls, fitting, expr)
    return fitting


def _drop_defaulting(calls: Calls, functions: list[Function], expr: Expr) -> list[Function]:
    """Drop functions that need defaults where another one takes the same alone."""
    defaulting: dict[Function, tuple[Value, ...]] = {}
    complete: set[tuple[Value, ...]] = set()
    for atom in functions:
        bound = atom.receiver is not None
        pairs = calls.match_arguments(atom.gid, bound, expr[2], expr[3])
        types = tuple(get_parameter_type(calls, atom, position, param) for position, param, _ in pairs)
        if len(pairs) < len(calls.list_parameters(atom.gid, bound)):
            defaulting[atom] = types
        elif all(types):
            complete.add(types)
    return [atom for atom in functions if defaulting.get(atom) not in complete]


def _can_take_literal(calls: Calls, file: int, atom: Function, others: int) -> bool:
    """Return whether a function takes a literal after the other arguments.

    The literal is what the last parameter takes, and nothing else.
    """
    parameters = calls.list_parameters(atom.gid, atom.receiver is not None)
    if not parameters or sum(1 for _, param in parameters[:-1] if not param.default and not param.variadic) > others:
        return False
    position, param = parameters[-1]
    wanted = get_parameter_type(calls, atom, position, param)
    return not wanted or any(not isinstance(each, Instance) or _is_functional(calls, file, each) for each in wanted)


def _is_functional(calls: Calls, file: int, wanted: Instance) -> bool:
    """Return whether a function literal may be an instance of a class."""
    if calls.program.get_symbol(wanted.gid).kind == SymbolKind.INTERFACE:
        return bool(calls.evaluator.shapes.find_function_types(wanted))
    return wanted.gid == calls.evaluator.types.find_builtin(file, calls.program.semantics[file].builtins.root_class)


def has_open_receiver(calls: Calls, atom: Function) -> bool:
    """Return whether the type of a receiver may have undeclared methods."""
    if calls.program.get_symbol(atom.gid).kind == SymbolKind.CONSTRUCTOR:  # bases add none
        return False
    if _is_library_extension(atom):
        return True
    receiver = atom.receiver
    gid = (
        receiver.gid
        if receiver is not None and isinstance(receiver, (ClassObject, Instance, SelfInstance))
        else calls.owner(atom.gid)
    )
    return gid >= 0 and calls.evaluator.members.is_class(gid) and calls.evaluator.classes.linear(gid)[1]


def _is_library_extension(atom: Function) -> bool:
    """Return whether a function is an extension of a library's type.

    The type may have a method of its own that fits.
    """
    return isinstance(atom.receiver, ExternalInstance)


def select_best(
    calls: Calls, file: int, functions: list[Function], arguments: tuple[Value, ...], is_open: bool,
    has_names: bool = False,
) -> list[Function]:  # fmt: skip
    """Select the functions that arguments fit best.

    `has_names` tells of a call that names more arguments, which are not judged.
    """
    candidates = [_judge(calls, file, atom, arguments, has_names) for atom in functions]
    best = min(c.verdict for c in candidates)
    if best.conflicts and is_open:
        return []
    kept = _select_unbeaten(calls, file, candidates, arguments)
    if calls.program.semantics[file].overloads.has_conversion_ranking and not best.conflicts:
        rest = [c for c in candidates if c not in kept and not c.verdict.conflicts]
        while rest and all(is_constrained(calls, c.atom.gid) for c in kept):
            kept += _select_unbeaten(calls, file, rest, arguments)
            rest = [c for c in rest if c not in kept]
        kept += [c for c in rest if all(can_outrank(c, k) for k in kept)]
    return [c.atom for c in kept]


def _select_unbeaten(
    calls: Calls, file: int, candidates: list[Candidate], arguments: tuple[Value, ...]
) -> list[Candidate]:
    """Select the candidates that no other one is known to be better than."""
    best = min(c.verdict for c in candidates)
    kept = [c for c in candidates if c.verdict == best]
    if best.unsure and best.spread is False and calls.program.semantics[file].overloads.has_inherited_overloads:
        # A rest parameter comes last, but only behind what is sure to take the arguments, or takes the same.
        rest = [c for c in candidates if c.verdict[:2] == best[:2] and c.verdict.spread]
        kept += [c for c in rest if any(_is_different(c, each) for each in kept)]
    if len(kept) > 1:
        kept = _drop_replaced(calls, kept)
    if len(kept) > 1:
        known = {at: v for at, v in enumerate(arguments) if v and _is_settled(calls, file, kept, at, v)}
        if known:  # else none is more specific
            kept = [
                c for c in kept if not any(_is_more_specific(calls, file, o, c, known) for o in kept if o is not c)
            ] or kept
    return kept


def _is_different(one: Candidate, other: Candidate) -> bool:
    """Return whether two candidates are known to take different types."""
    return any(left and right and left != right for left, right in zip(one.wanted, other.wanted, strict=False))


def _is_settled(calls: Calls, file: int, candidates: list[Candidate], at: int, given: Value) -> bool:
    """Return whether all candidates surely take an argument.

    Only then the most specific of them is meant.
    """
    if not calls.program.semantics[file].overloads.has_inherited_overloads:
        return True
    wanted = [each.wanted[at] for each in candidates if at < len(each.wanted)]
    return all(compute_fit(calls, file, value, given) != Fit.UNSURE for value in wanted)


def _drop_replaced(calls: Calls, candidates: list[Candidate]) -> list[Candidate]:
    """Drop definitions that an earlier one replaces.

    They have the same parameter types in a class further up.
    """
    raw = not all(all(each.wanted) for each in candidates)
    kept: dict[tuple[Value, ...], Candidate] = {}
    for each in candidates:
        wanted = _as_declared(calls, each.atom) if raw else each.wanted
        shape = tuple([calls.get_parameter_shape(each.atom.gid, value) for value in wanted])
        if not all(shape) and any(_is_override(calls, one.atom, each.atom) for one in kept.values()):
            continue
        alone = not all(shape) or calls.program.get_symbol(each.atom.gid).flags & (Flag.CONSTRAINED | Flag.CONDITIONAL)
        alone = alone or (
            shape in kept and _is_distinct_overload(calls, kept[shape].atom, each.atom, max(each.passed, len(wanted)))
        )
        kept.setdefault(((make_function(each.atom.gid, None),),) if alone else shape, each)
    return list(kept.values())


def _is_distinct_overload(calls: Calls, one: Function, other: Function, count: int) -> bool:
    """Return whether two functions of a class differ in types that are not told apart.

    These are types of receivers, and of parameters that a call passes something for.

    The types are written differently, `T?` and `T`: one of the two does not replace the other.
    """
    first, second = calls.program.get_symbol(one.gid), calls.program.get_symbol(other.gid)
    count += bool(first.flags & Flag.RECEIVER and one.receiver is not None)
    ranked = calls.program.semantics[calls.program.file_of[one.gid]].overloads.has_conversion_ranking
    written = [each.type for each in first.parameters[:count]] != [each.type for each in second.parameters[:count]]
    return written and not ranked and calls.owner(one.gid) == calls.owner(other.gid)


def _is_override(calls: Calls, one: Function, other: Function) -> bool:
    """Return whether a function replaces one of a class above.

    Types that are not known are compared as they are written.
    """
    owner, above = calls.owner(one.gid), calls.owner(other.gid)
    return owner >= 0 and above >= 0 and owner != above and is_override(calls.evaluator, owner, one.gid, other.gid)


def _as_declared(calls: Calls, atom: Function) -> tuple[Value, ...]:
    """Return parameter types as the receiver's class itself sees them.

    Known type arguments of the receiver do not matter.
    """
    receiver = atom.receiver
    if receiver is not None and isinstance(receiver, APPLIED) and not receiver.arguments:
        receiver = make_instance(receiver.gid, calls.evaluator.classes.build_own_arguments(receiver.gid))
    gid: int = atom.gid
    at, evaluator = calls.program.file_of[gid], calls.evaluator
    found: list[Value] = []
    for position, param in calls.list_parameters(gid, receiver is not None):
        value = get_parameter_type(calls, make_function(gid, receiver), position, param)
        found.append(evaluator.types.wrap_variadic(at, value, param.variadic) if param.variadic else value)
    return tuple(found)


def drop_replaced(calls: Calls, functions: list[Function]) -> list[Function]:
    """Drop functions of one name that an earlier one replaces."""
    nothing = Verdict(0, 0, False, False)
    return [each.atom for each in _drop_replaced(calls, [Candidate(atom, nothing, (UNKNOWN,)) for atom in functions])]


def _is_more_specific(calls: Calls, file: int, one: Candidate, other: Candidate, known: dict[int, Value]) -> bool:
    """Return whether `one` is more specific than `other`.

    Each of its parameters that meets a known argument is as narrow as that of `other`, and some are narrower.
    """
    narrower = False
    plain = calls.program.semantics[file].overloads.has_conversion_ranking
    if plain and is_constrained(calls, one.atom.gid):
        return False
    for position in range(max(len(one.wanted), len(other.wanted))):
        if position >= len(one.wanted) or position >= len(other.wanted):
            return False
        mine, theirs = one.wanted[position], other.wanted[position]
        if mine == theirs:
            continue
        if position not in known:
            return False
        if plain and is_converted(calls, theirs, known[position], mine):
            narrower = True
            continue
        if compute_fit(calls, file, theirs, mine) != Fit.SAME:
            return False
        if plain and is_converted(calls, mine, known[position], theirs):
            return False
        narrower = narrower or compute_fit(calls, file, mine, theirs) != Fit.SAME
    return narrower


def _judge(calls: Calls, file: int, atom: Function, arguments: tuple[Value, ...], has_names: bool = False) -> Candidate:
    """Compute how arguments fit the parameters of one candidate.

    A single array given for a rest parameter is taken whole.
    """
    evaluator = calls.evaluator
    gid: int = atom.gid
    at = calls.program.file_of[gid]
    bound = atom.receiver is not None
    pairs = calls.match_arguments(gid, bound, arguments, ())
    wanted: list[Value] = []
    fits: list[Fit] = []
    total = len(calls.list_parameters(gid, bound))
    spread = len(arguments) < total and calls.get_arity(gid, bound).has_rest
    for position, param, value in pairs:
        declared = get_parameter_type(calls, atom, position, param)
        fit = compute_fit(calls, file, declared, value)
        if param.variadic:
            whole = evaluator.types.wrap_variadic(at, declared, param.variadic)
            as_array = compute_fit(calls, file, whole, value) if len(arguments) == total and value else Fit.CONFLICT
            if as_array == Fit.SAME and (fit != Fit.SAME or whole != declared):
                fit, declared = as_array, whole
            else:
                spread = True
        wanted.append(declared)
        fits.append(fit)
    if len(arguments) > total and calls.program.get_symbol(gid).flags & Flag.VARIADIC:
        spread = True
    verdict = Verdict(fits.count(Fit.CONFLICT), fits.count(Fit.UNSURE), spread, Fit.CONVERTED in fits)
    return Candidate(atom, verdict, tuple(wanted), tuple(fits), total if has_names else len(wanted))
