"""Extensions: members that scopes know, and receivers choose among."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import is_applicable
from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import Ref, is_class
from codegraph.resolve.types.abstract_values import (
    EXTERNAL,
    INSTANCES,
    UNKNOWN,
    Atom,
    ClassObject,
    ExternalInstance,
    ExternalName,
    Function,
    FunctionType,
    Instance,
    SelfInstance,
    Value,
    join,
    make_external_instance,
    make_external_name,
    make_function,
    make_instance,
)
from codegraph.resolve.types.assignability import Fit, compute_fit
from codegraph.resolve.types.descriptors import EXTENSION, read_member
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_IMPORTS = 20  # imports of imports followed

Candidate = tuple[Ref, Value]
"""An extension, and the receiver that it takes."""


class Extensions:
    """Lookup of extensions, scope by scope; in each the most specific receiver counts.

    Extensions that are members of a class come first. They are known where an instance of the class is an implicit
    receiver.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.find = evaluator.queries.define_query(self._compute_find)
        self.list_levels = evaluator.queries.define_query(self._compute_levels)
        self.is_used = any(spec.semantics.lookup.extension_prefix for spec in self.program.specs.values())
        self._list_member_extensions = evaluator.queries.define_query(self._compute_member_extensions)
        self._list_receivers = evaluator.queries.define_query(self._compute_receivers)
        self._has_extensions = evaluator.queries.define_query(self._compute_has_extensions)

    def _compute_find(self, file: int, atom: Atom, name: str) -> Binding:
        """Return the extensions of a name that take a receiver, as a file sees them."""
        prefix = self.program.semantics[file].lookup.extension_prefix
        outside: dict[ExternalName, None] = {}
        for found in self.list_levels(file, name):
            for other in found.atoms:
                if isinstance(other, ExternalName):
                    outside[make_external_name(other.name.replace(f".{prefix}", "."))] = None
            fitting = self._select_specific(file, self._list_fitting(file, atom, found.refs))
            if fitting:
                return Binding(fitting)
        return Binding(atoms=tuple(outside)) if outside else NOTHING

    def _compute_levels(self, file: int, name: str) -> tuple[Binding, ...]:
        """Return the extensions of a name that a file sees, by scope, nearest first."""
        prefix = self.program.semantics[file].lookup.extension_prefix
        return tuple(
            Binding(tuple(dict.fromkeys(self._list_definitions(found.refs))), found.atoms)
            for found in self.evaluator.scopes.find_levels(file, prefix + name)
        )

    def list_visible(self, file: int, name: str) -> list[int]:
        """Return the extensions of a name that the nearest scope of a file has."""
        for found in self.list_levels(file, name):
            if found.any:
                return [self._get_symbol(ref) for ref in found.refs]
        return []

    def evaluate_attribute(self, file: int, expr: Expr, atom: Atom, name: str) -> Value:
        """Return the value of a member, or of an extension, that an expression means."""
        members = self.evaluator.members
        extensions = self.find_member_extensions(file, expr, atom, name)
        if not extensions.refs:
            return members.evaluate_attribute(file, atom, name)
        receiver = self.evaluator.implicit_receivers.as_single_instance(atom)
        return read_member(members, file, atom, extensions, EXTENSION, receiver, name)

    def find_member_extensions(self, file: int, expr: Expr, atom: Atom, name: str) -> Binding:
        """Return the member extensions that an expression means by a name of a receiver.

        There are none where the receiver has a member of that name. Receivers of function literals are asked where
        nothing else is found: what a literal takes may rest on what is done in it.
        """
        at = ops.SCOPED.get(expr[0], len(expr))
        if at >= len(expr):
            return NOTHING
        scope: int = expr[at]
        extensions: tuple[tuple[Ref, ...], ...] = ()
        if self._list_receivers(file, scope, False):
            extensions = self._list_member_extensions(file, scope, name, False)
        if extensions:
            found, owner, _ = self.evaluator.members.find(file, atom, name)
            extensions = () if found.refs and owner != EXTENSION else extensions
        elif not self.evaluator.members.evaluate_attribute(file, atom, name):
            extensions = self._list_member_extensions(file, scope, name, True)
        chosen = (self._select_specific(file, self._list_fitting(file, atom, refs)) for refs in extensions)
        return Binding(next((refs for refs in chosen if refs), ()))

    def _compute_member_extensions(
        self, file: int, scope: int, name: str, has_literals: bool
    ) -> tuple[tuple[Ref, ...], ...]:
        """Return the member extensions of implicit receivers, the innermost one's first."""
        prefix = self.program.semantics[file].lookup.extension_prefix
        levels: dict[tuple[Ref, ...], None] = {}
        for gid in self._list_receivers(file, scope, has_literals):
            refs = self.evaluator.members.in_class(gid, prefix + name)[0].refs
            if refs:
                levels[tuple(self._list_definitions(refs))] = None
        return tuple(levels)

    def _compute_receivers(self, file: int, scope: int, has_literals: bool) -> tuple[int, ...]:
        """Return the classes of implicit receivers that have extensions, innermost first."""
        program, implicit = self.program, self.evaluator.implicit_receivers
        offset, found, has_instance = program.offsets[file], dict[int, None](), True
        while scope > 0:
            symbol = program.get_symbol(offset + scope)
            if is_class(symbol):
                gid = offset + scope
                if not has_instance and not symbol.flags & Flag.SINGLETON:
                    gid = implicit.find_companion(gid)
                found.update({gid: None} if gid >= 0 else {})
                has_instance = has_instance and not symbol.flags & Flag.STATIC
            elif symbol.flags & Flag.RECEIVER:
                found.update(dict.fromkeys(_list_classes(self._find_wanted((-1, offset + scope)))))
            elif symbol.flags & Flag.ANONYMOUS and has_literals:
                given = implicit.as_values(file, implicit.find_receiver(file, scope))
                found.update(dict.fromkeys(_list_classes(given)))
            scope = symbol.parent
        return tuple(gid for gid in found if self._has_extensions(gid))

    def _compute_has_extensions(self, gid: int) -> bool:
        """Return whether a class has extensions among its members."""
        program = self.program
        for ancestor, _ in self.evaluator.classes.linear(gid)[0]:
            file, local = program.locate(ancestor)
            prefix = program.semantics[file].lookup.extension_prefix
            program.reads.read_table(ancestor)
            if prefix and any(name.startswith(prefix) for name in program.files[file].names.get(local, ())):
                return True
        return False

    def select_called(self, file: int, call: Expr, value: Value) -> Value:
        """Select what a call names: a member, else an extension.

        A member that does not take the arguments hides no extension that does.
        """
        at: int = call[1]
        callee: Expr = self.program.files[file].exprs[at]
        name = str(callee[2]) if callee[0] == ops.ATTR else ""
        if not name or not self.list_levels(file, name) or any(self._can_run(file, atom, call, name) for atom in value):
            return value
        base: int = callee[1]
        found = [self._find_applicable(file, atom, name, call) for atom in self.evaluator.get_object(file, base)]
        return join(found) or self._find_plausible(file, base, name, call) or value

    def is_assumed(self, file: int, index: int, targets: Value) -> bool:
        """Return whether a callee names extensions that its receiver may lack."""
        callee: Expr = self.program.files[file].exprs[index]
        extensions = [a for a in targets if isinstance(a, Function) and self._is_extension(a)]
        if callee[0] != ops.ATTR or not extensions:
            return False
        base: int = callee[1]
        value = self.evaluator.get_object(file, base)
        refs = tuple((-1, each.gid) for each in extensions)
        return not any(self._list_fitting(file, atom, refs) for atom in value)

    def _is_extension(self, function: Function) -> bool:
        """Return whether a function is bound to a receiver as an extension."""
        return function.receiver is not None and bool(self.program.get_symbol(function.gid).flags & Flag.RECEIVER)

    def _find_plausible(self, file: int, base: int, name: str, call: Expr) -> Value:
        """Return extensions of a name for a receiver that is not known to have them.

        One class alone has extensions of that name, and nothing is known that the receiver is instead.
        """
        if not self.program.semantics[file].lookup.has_assumed_extensions or self._is_path(file, base):
            return UNKNOWN
        value = self.evaluator.get_object(file, base)
        refs = [ref for found in self.list_levels(file, name) for ref in found.refs]
        gids = dict.fromkeys(self._get_symbol(ref) for ref in refs)
        owners = {self.program.get_parent(gid) for gid in gids}
        if len(owners) != 1 or max(gids) >= self.program.end:
            return UNKNOWN
        assumed = (
            make_function(gid, self._describe_receiver(gid)) for gid in gids if self._can_extend(file, gid, value)
        )
        return tuple(each for each in assumed if is_applicable(self.evaluator.calls, file, each, call))

    def _is_path(self, file: int, index: int) -> bool:
        """Return whether an expression may be the path of a type that nothing is known of."""
        expr = self.program.files[file].exprs[index]
        if expr[0] == ops.ATTR:
            return self._is_path(file, int(expr[1]))
        return expr[0] == ops.NAME and not self.evaluator.names.look_up(file, index)[0].refs

    def _can_extend(self, file: int, gid: int, value: Value) -> bool:
        """Return whether an object may be what an extension takes."""
        wanted = self.evaluator.calls.get_parameter_type(gid, None, 0)
        classes = self.evaluator.classes
        return all(
            isinstance(atom, ExternalInstance)
            or (isinstance(atom, (Instance, SelfInstance)) and classes.linear(atom.gid).hidden)
            for atom in value
        ) and (not value or compute_fit(self.evaluator.calls, file, wanted, value) != Fit.CONFLICT)

    def _describe_receiver(self, gid: int) -> Atom:
        """Return a receiver of the type that an extension takes."""
        wanted = self.evaluator.calls.get_parameter_type(gid, None, 0)
        if wanted:
            return wanted[0]
        parameters = self.program.get_symbol(gid).parameters
        return make_external_instance(parameters[0].type if parameters else "")

    def _can_run(self, file: int, atom: Atom, call: Expr, name: str) -> bool:
        """Return whether a call may run a value of its callee."""
        if isinstance(atom, EXTERNAL):
            return not atom.name.endswith(f".{name}")  # else it is only a name for what is not known
        if isinstance(atom, Function):
            return is_applicable(self.evaluator.calls, file, atom, call)
        if isinstance(atom, Instance):
            return bool(self.evaluator.classes.find_underlying_functions(atom))
        return isinstance(atom, (ClassObject, FunctionType))

    def _find_applicable(self, file: int, atom: Atom, name: str, call: Expr) -> Value:
        """Return the extensions of the nearest scope that take a receiver and arguments."""
        receiver = self.evaluator.implicit_receivers.as_single_instance(atom)
        for found in self.list_levels(file, name):
            bound: dict[Ref, Value] = {}
            fitting: list[Candidate] = []
            for candidate in self._list_fitting(file, atom, found.refs):
                functions = self.evaluator.evaluate_ref(candidate[0])
                taking = [make_function(each.gid, receiver) for each in functions if isinstance(each, Function)]
                if any(is_applicable(self.evaluator.calls, file, each, call) for each in taking):
                    bound[candidate[0]] = tuple(taking)
                    fitting.append(candidate)
            if fitting:
                return join([bound[ref] for ref in self._select_specific(file, fitting)])
        return UNKNOWN

    def _list_definitions(self, refs: tuple[Ref, ...], hops: int = 0) -> Iterator[Ref]:
        """Yield the definitions that bindings lead to, through imports."""
        for file, at in refs:
            expr = self.program.exprs[file][at] if file >= 0 else ()
            if not expr:
                yield (file, at)
            elif expr[0] == ops.UNION:
                yield from self._list_definitions(tuple((file, part) for part in expr[1:]), hops)
            elif expr[0] == ops.IMPORT and hops < MAX_IMPORTS:
                yield from self._list_definitions(self.evaluator.scopes.imported(file, expr[1]).refs, hops + 1)
            elif expr[0] in (ops.SYM, ops.VAR):
                yield (file, at)

    def _list_fitting(self, file: int, atom: Atom, refs: tuple[Ref, ...]) -> list[Candidate]:
        """Return the extensions whose receiver an atom fits."""
        single = self.evaluator.implicit_receivers.as_single_instance(atom)
        if isinstance(single, ClassObject):
            if not self.program.semantics[file].functions.has_functional_interfaces:
                return []
            single = make_instance(single.gid, single.arguments)  # `Type::name` stands for what takes an instance
        elif isinstance(single, SelfInstance):
            single = make_instance(single.gid, self.evaluator.classes.build_own_arguments(single.gid))
        candidates = [(ref, self._find_wanted(ref)) for ref in refs]
        fits = (Fit.SAME, Fit.CONVERTED)
        return [
            (ref, wanted)
            for ref, wanted in candidates
            if wanted and compute_fit(self.evaluator.calls, file, wanted, (single,)) in fits
        ]

    def _select_specific(self, file: int, fitting: list[Candidate]) -> tuple[Ref, ...]:
        """Select the extensions with the most specific of several receivers."""
        if len(fitting) < 2:
            return tuple(ref for ref, _ in fitting)
        calls = self.evaluator.calls
        return tuple(
            ref
            for ref, mine in fitting
            if not any(
                mine != other
                and compute_fit(calls, file, mine, other) == Fit.SAME
                and compute_fit(calls, file, other, mine) != Fit.SAME
                for _, other in fitting
            )
        )

    def _get_symbol(self, ref: Ref) -> int:
        file, at = ref
        return at if file < 0 else self.program.offsets[file] + int(self.program.exprs[file][at][1])

    def _find_wanted(self, ref: Ref) -> Value:
        """Return the receiver that an extension takes."""
        gid = self._get_symbol(ref)
        file, local = self.program.locate(gid)
        params = self.program.files[file].params.get(local, ())
        if not params or not self.program.get_symbol(gid).flags & Flag.RECEIVER:
            return UNKNOWN
        return self.evaluator.calls.get_parameter_type(gid, None, 0)


def _list_classes(value: Value) -> list[int]:
    return [atom.gid for atom in value if isinstance(atom, INSTANCES)]
