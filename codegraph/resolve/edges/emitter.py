"""Emission of sites: each reference is resolved to edges with a resolution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from codegraph.graph_model import EdgeKind, External, Resolution
from codegraph.resolve.calls.callback_registration import emit_deferred, select_passed_methods
from codegraph.resolve.calls.dispatch import Structural
from codegraph.resolve.calls.dynamic_calls import emit_dynamic_members
from codegraph.resolve.calls.external_calls import find_outside_call
from codegraph.resolve.calls.implicit_calls import APART, emit_construction_hooks, emit_library_calls, emit_unnamed
from codegraph.resolve.calls.indirect_calls import is_indirect, use_variable
from codegraph.resolve.calls.overloads import choose
from codegraph.resolve.calls.quotation import Quotation
from codegraph.resolve.edges.edge_table import MAX_OPEN, EdgeTable, SiteEdges
from codegraph.resolve.edges.evidence import STATIC_RESOLUTIONS, Evidence
from codegraph.resolve.edges.mentions import mention
from codegraph.resolve.evaluator import CLEAN, Evaluator, Parameters
from codegraph.resolve.faults import MAX_EVALUATIONS, MAX_EXHAUSTED, SITE, EvaluationLimitError, StalledError, Task
from codegraph.resolve.program.builds import select_possible
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    CALLABLES,
    CLASS_OBJECTS,
    EXTERNAL,
    INSTANCES,
    Atom,
    ExternalInstance,
    ExternalName,
    Function,
    FunctionType,
    Instance,
    NamedSymbol,
    TypeVariable,
    Value,
    make_class,
    make_function,
    make_instance,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

Said = tuple[SiteEdges, tuple[str, str, str] | None, list[tuple[int, bool]], Parameters]
"""Outcome of a site: edges, miss (name, kind, reason), noted calls (function, bound) and parameters."""

CALLING = frozenset(("call", "macro-call", "tokens"))
MENTIONS = frozenset(("reference", "type", "decorator"))


_HANDING: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR)
"""Symbols that hand functions over when they run."""


class Emitter:
    """Collector of the edges of one program.

    Sites that depend on parameters are emitted again until callers agree.
    """

    def __init__(self, evaluator: Evaluator, like: Emitter | None = None) -> None:
        """Start with no edges.

        Emitters of one evaluator share what they know, and not what they collect: `like` is another one to share with.
        """
        self.evaluator = evaluator
        self.program = evaluator.program
        self.volatile: dict[tuple[int, int], tuple[int, Said]] = {}  # (file, site) → owner, what it gave till now
        self.evidence: Evidence = like.evidence if like is not None else Evidence(evaluator)
        self.settled = EdgeTable()  # of sites that rest on no parameter
        self.site_edges: SiteEdges = []  # of the site being emitted
        self.site_miss: tuple[str, str, str] | None = None
        self.calling = EdgeKind.CALLS  # what the call being emitted makes
        self.current = 0  # position of that site
        self.dispatching = True  # calls in a macro's argument or an expression tree reach only what they name
        self.notes: list[tuple[int, bool]] = []  # calls noted for the current site: (function, bound)
        self.externals: dict[tuple[str, str], int] = {}
        self.external_list: list[External] = []
        self.owner_of = evaluator.program.list_owners()
        self.structural: Structural = like.structural if like is not None else Structural(evaluator)
        self.quotation: Quotation = like.quotation if like is not None else Quotation(evaluator)

    # -- collecting ---------------------------------------------------------------------------------------------

    def add(self, source: int, target: int, kind: EdgeKind, resolution: Resolution) -> None:
        if target >= self.program.end:
            target = self.intern_prelude_symbol(target)
        elif target >= 0:
            self.program.reads.read_symbol(target)
            target = self.owner_of[target]
        self.site_edges.append((source, target, kind, resolution))

    def link(self, source: int, target: int, kind: EdgeKind, resolution: Resolution, line: int) -> None:
        """Add an edge that belongs to no site."""
        if 0 <= target < self.program.end:
            at = self.program.file_of[source]
            if self.program.semantics[at].linkage.build_variants == "files" and not self.program.can_coexist(
                at, self.program.file_of[target]
            ):
                return
        self.add(source, target, kind, resolution)
        self.settled.add(-1, self.site_edges, None, line)
        self.site_edges = []

    def intern_prelude_symbol(self, gid: int) -> int:
        """Return the external id of a prelude symbol."""
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        symbol = facts.symbols[local]
        name = symbol.qualname or symbol.name
        head = name.split(self.program.semantics[file].modules.path_separator, 1)[0]
        self.program.reads.read_fact("package", head)
        return self.intern_external(
            facts.language, name, self.evaluator.scopes.packages.get(head, "") if head != name else ""
        )

    def intern_external(self, language: str, qualname: str, package: str) -> int:
        key = (language, qualname)
        found = self.externals.get(key)
        if found is None:
            found = self.externals[key] = -1 - len(self.external_list)
            self.external_list.append(External(language, qualname, package))
        elif package and not self.external_list[-1 - found].package:
            self.external_list[-1 - found] = External(language, qualname, package)
        return found

    def intern_external_atom(self, file: int, atom: ExternalName | ExternalInstance) -> int:
        name = atom.name.removesuffix(self.program.semantics[file].lookup.method_suffix)
        separator = self.program.semantics[file].modules.path_separator
        head = name.split(separator, 1)[0]
        offered = head in self.program.semantics[file].lookup.ambient_names
        found = self.evaluator.scopes.find_package(name, separator) or ("" if offered else head.split("/", 1)[0])
        return self.intern_external(self.program.files[file].language, name, found)

    # -- sites --------------------------------------------------------------------------------------------------

    def emit_file(self, file: int, sites: Iterable[int] | None = None) -> dict[int, Parameters]:
        """Emit the sites of a file (those named, or all).

        The outcome of sites that depend on parameters is kept by site in `volatile`, the rest is final. Returns the
        positions of the former and the parameters that they depend on.
        """
        evaluator, faults = self.evaluator, self.program.faults
        dependent: dict[int, Parameters] = {}
        if faults.is_left_out(Task("sites", file)):
            return dependent
        evaluator.queries.begin()
        self.program.pulse.count += 1
        if sites is None:
            self._link_handed_functions(file)
        left_out = faults.get_sites(file)
        wanted = range(len(self.program.files[file].sites)) if sites is None else sites
        remaining = iter([position for position in wanted if position not in left_out] if left_out else wanted)
        exhausted = 0
        before = evaluator.queries.save_frame()
        while True:
            try:
                self.emit(file, remaining, dependent, again=sites is not None)
                return dependent
            except Exception as error:  # noqa: BLE001 - a site that cannot be resolved costs no other
                task = Task(SITE, file, self.current)
                evaluator.queries.recover(task, error, before, self.program.files[file].sites[self.current][3])
                self.take_outcome()
                exhausted += isinstance(error, (EvaluationLimitError, StalledError))
                if exhausted > MAX_EXHAUSTED:
                    faults.note(Task("sites", file), self.program.files[file].path, error)
                    return dependent

    def _link_handed_functions(self, file: int) -> None:
        """Add references from functions to those that they hand over in an object.

        Whoever takes the object may run them: `useMutation({ mutationFn: () => save() })`."""
        symbols, offset, owners = self.program.files[file].symbols, self.program.offsets[file], self.owner_of
        for local, symbol in enumerate(symbols):
            if symbol.flags & Flag.HANDED and symbol.parent >= 0 and not symbol.flags & Flag.ANONYMOUS:
                owner = owners[offset + symbol.parent]
                if owner != offset + local and self.program.get_symbol(owner).kind in _HANDING:
                    self.link(owner, offset + local, EdgeKind.REFERENCES, Resolution.EXACT, symbol.line)

    def emit(self, file: int, positions: Iterator[int], dependent: dict[int, Parameters], *, again: bool) -> None:
        """Emit sites.

        `again` says that their earlier outcome is replaced.
        """
        evaluator, owners = self.evaluator, self.owner_of
        facts, offset = self.program.files[file], self.program.offsets[file]
        all_sites, exprs = list(facts.sites), facts.exprs
        overloads = self.program.semantics[file].overloads.candidates == "definitions"
        conditional = self.program.semantics[file].linkage.build_variants == "files"
        callers, volatile, settled = evaluator.level.calls, self.volatile, self.settled.add
        # Kind → callee, or expression → what such a site gave.
        given: dict[str, dict[int, Said]] = {kind: {} for kind in (*CALLING, *MENTIONS)}
        for position in positions:
            self.current = position
            evaluator.queries.budget = MAX_EVALUATIONS
            kind, owner, expr, line = all_sites[position]
            source = owners[offset + owner]
            if kind in CALLING:
                if overloads:
                    evaluator.queries.parameters = CLEAN
                    said = self.emit_call_site(file, source, expr, kind, owner)
                else:
                    known = given[kind]
                    called = exprs[expr]
                    key = called[1] if called[0] == ops.CALL else ~expr
                    before = known.get(key)
                    if before is None:
                        evaluator.queries.parameters = CLEAN
                        said = known[key] = self.emit_call_site(file, source, expr, kind, owner)
                    else:
                        said = before
                        for gid, bound in said[2]:
                            callers[gid][file][(expr, bound)] = None
            elif kind in MENTIONS:
                known = given[kind]
                self.dispatching = not self.is_quoted(file, owner)
                key = expr if self.dispatching else ~expr
                before = known.get(key)
                if before is None:
                    evaluator.queries.parameters = CLEAN
                    mention(self, file, source, expr, kind)
                    said = known[key] = self.take_outcome()
                else:
                    said = before
            else:
                evaluator.queries.parameters = CLEAN
                emit_unnamed(self, file, source, expr, kind)
                source = -1 if kind in APART else source
                said = self.take_outcome()
            if conditional and said[0]:
                said = self.select_for_build(file, expr, kind, said)
            edges, miss, _, parameters = said
            if parameters:
                dependent[position] = parameters
                volatile[(file, position)] = (source, said)
            elif edges or miss is not None:
                if again:
                    volatile.pop((file, position), None)
                settled(source, edges, miss, line)

    def select_for_build(self, file: int, expr: int, kind: str, said: Said) -> Said:
        """Drop the outcome of a site that no build with its file can have."""
        edges, miss, notes, parameters = said
        kept = select_possible(self.program, file, edges)
        if not kept and miss is None and (kind in CALLING or kind in MENTIONS):
            called = self.evaluator.exprs[file][expr]
            named: int = called[1] if kind in CALLING and called[0] == ops.CALL else expr
            miss = (self.evidence.find_name(file, named), "call" if kind in CALLING else kind, "other-build")
        return kept, miss, notes, parameters

    def emit_call_site(self, file: int, source: int, expr: int, kind: str, owner: int) -> Said:
        self.dispatching = kind != "macro-call" and not self.is_quoted(file, owner)
        self.calling = EdgeKind.IMPLICIT_CALLS if kind == "tokens" else EdgeKind.CALLS
        self.emit_call(file, source, expr)
        if (
            kind == "tokens"
            and self.program.files[file].exprs[self.program.files[file].exprs[expr][1]][0] == ops.IMPORT
        ):
            self.site_miss = None  # a macro that another one expands, found nowhere: a library's
        return self.take_outcome()

    def is_quoted(self, file: int, owner: int) -> bool:
        """Return whether a site stands in an expression tree, which nobody runs."""
        quotes = bool(self.program.semantics[file].builtins.quoted_type)
        return quotes and self.quotation.is_quoted(file, owner)

    def take_outcome(self) -> Said:
        """Take the outcome of the current site.

        It is kept for the next site with the same callee or name, which is mostly in the same scope.
        """
        said = (self.site_edges, self.site_miss, self.notes, self.evaluator.queries.parameters)
        self.site_edges, self.site_miss, self.notes = [], None, []
        return said

    def emit_call(self, file: int, source: int, index: int) -> None:
        evaluator, evidence, semantics = self.evaluator, self.evidence, self.program.semantics[file]
        exprs = evaluator.exprs[file]
        expr = exprs[index]
        callee = evaluator.implicit_receivers.resolve_callee(file, expr)
        if semantics.arithmetic.pointer_operators and expr[0] == ops.NEW and self.is_address(file, callee):
            return
        targets = evaluator.calls.find_targets(file, expr)
        if exprs[callee][0] == ops.ATTR and emit_dynamic_members(self, file, source, exprs[callee], "call"):
            return
        used = use_variable(self, file, source, callee, targets)
        if not targets:
            if used and semantics.linkage.is_external:
                return
            outside = find_outside_call(self, file, callee)
            if outside is not None:
                named = exprs[callee]
                known = evidence.classify_operand(file, named[1]) if named[0] == ops.ATTR else Resolution.INFERRED
                self.add(source, outside, self.calling, known)
                return
            self.site_miss = (evidence.find_name(file, callee), "call", evidence.find_reason(file, callee))
            return
        how = evidence.classify_target(file, callee, targets)
        if semantics.lookup.has_assumed_extensions and evaluator.extensions.is_assumed(file, callee, targets):
            how = Resolution.HEURISTIC
        wrappers: Value = ()
        if len(targets) > 1:
            how = evidence.classify_alternatives(file, how, [a.gid for a in targets if isinstance(a, CALLABLES)])
            wrappers = self.list_wrappers(targets)
            if self.is_open_choice(file, targets):
                if len(targets) > MAX_OPEN:
                    self.site_miss = (evidence.find_name(file, callee), "call", "undecided-overload")
                    return
                how = Resolution.HEURISTIC
        beside = (
            select_passed_methods(self, targets)
            if semantics.types.conformance == "protocol" and len(targets) > 1
            else ()
        )
        if semantics.callbacks.deferred_members:
            emit_deferred(self, file, source, exprs[callee])
        reached = False
        before = self.calling
        # what a variable holds is only one of what it may hold
        typed = used and any(isinstance(a, FunctionType) for a in targets)
        if typed or (semantics.functions.has_indirect_calls and is_indirect(self, file, callee)):
            self.calling = EdgeKind.IMPLICIT_CALLS
            declared = exprs[callee][0] == ops.CLASSREF
            how = Resolution.TYPED if declared and how is Resolution.EXACT else Resolution.INFERRED
        for atom in targets:
            if atom in wrappers and isinstance(atom, Function):
                self.note_call(file, index, atom)
                continue
            known = Resolution.DISPATCH if atom in beside else how
            reached = self.emit_target(file, source, atom, index, known) or reached
        self.calling = before
        if reached and not self.site_edges and self.is_signature(targets):
            many = any(self.structural.list_methods(a.gid) for a in targets if isinstance(a, Function))
            self.site_miss = (evidence.find_name(file, callee), "call", "too-many" if many else "no-implementation")
        if not reached:
            if used and semantics.lookup.method_suffix:
                return  # variables are no functions there: what is called is the accessor that nobody wrote
            if any(isinstance(a, TypeVariable) for a in targets) and exprs[callee][0] == ops.NAME:
                return  # a conversion to a type parameter
            why = "function-value" if self.is_function_value(targets) else "not-callable"
            self.site_miss = (evidence.find_name(file, callee), "call", why)

    def is_function_value(self, targets: Value) -> bool:
        """Return whether a target is declared as a function of any body."""
        return any(
            isinstance(a, (FunctionType, TypeVariable))
            or (isinstance(a, INSTANCES) and self.evaluator.classes.find_underlying_functions(a))
            for a in targets
        )

    def is_signature(self, targets: Value) -> bool:
        """Return whether a call names only a signature of an anonymous type.

        Too many functions implement it, or none does.
        """
        wanted = Flag.ABSTRACT | Flag.ANONYMOUS
        return all(isinstance(a, Function) and self.program.get_symbol(a.gid).flags & wanted == wanted for a in targets)

    def is_address(self, file: int, index: int) -> bool:
        """Return whether an initialised member holds an address.

        Then no object is constructed.
        """
        if self.evaluator.exprs[file][index][0] != ops.NAME:
            return False
        entities = self.evaluator.entities(file, index)
        return any(isinstance(e, NamedSymbol) and self.program.get_symbol(e.gid).flags & Flag.ADDRESS for e in entities)

    def list_wrappers(self, targets: Value) -> Value:
        """Return those of several target functions that stand for another one."""
        functions = [a for a in targets if isinstance(a, Function)]
        found = tuple([a for a in functions if self.program.get_symbol(a.gid).flags & Flag.WRAPPER])
        return found if len(found) < len(functions) else ()

    def is_open_choice(self, file: int, targets: Value) -> bool:
        """Return whether several overloads are left undecided.

        Too little is known of what the call passes.
        """
        if self.program.semantics[file].overloads.candidates != "definitions":
            return False
        defined, declaring = self.evaluator.linkage.defined, self.program.declaring
        functions = {gid for a in targets if isinstance(a, Function) for gid in defined(a.gid)}
        if declaring:  # what declares a function is no other overload of it
            functions = {gid for gid in functions if self.program.file_of[gid] not in declaring} or functions
        return len({self.make_overload_key(gid) for gid in functions}) < len(functions)

    def make_overload_key(self, gid: int) -> tuple[str, str]:
        """Return what overloads of one another share: package and qualified name.

        Definitions of one function for different builds share it, too.
        """
        file = self.program.file_of[gid]
        self.program.reads.read_symbol(self.program.offsets[file])
        return self.program.files[file].package, self.program.get_symbol(gid).qualname

    def emit_target(self, file: int, source: int, atom: Atom, index: int, how: Resolution) -> bool:
        """Emit the edges for one target of a call, and return whether there are any."""
        semantics = self.program.semantics[file]
        expr = self.evaluator.exprs[file][index]
        if isinstance(atom, Function):
            self.emit_call_edge(source, atom, how)
            self.note_call(file, index, atom)
            if atom.receiver is not None and atom.gid >= self.program.end and semantics.callbacks.library_calls:
                emit_library_calls(self, file, source, atom, (atom.receiver,), (self.get_receiver(file, expr[1]),))
            if atom.gid >= self.program.end and semantics.members.is_prototype_based:
                self.emit_passed_functions(file, source, atom, expr)
            return True
        if isinstance(atom, CLASS_OBJECTS) and semantics.construction.has_type_conversions:
            named: int = expr[1]
            callee = self.program.files[file].exprs[named]
            mention(self, file, source, callee[1] if callee[0] == ops.INDEX else named, "type")  # `T(x)`, `T[E](x)`
            return True
        if isinstance(atom, CLASS_OBJECTS):
            gid: int = atom.gid
            constructors = self.evaluator.calls.find_executed_constructors(gid)
            bound = tuple(make_function(c.gid, make_instance(gid, ())) for c in constructors)
            written = self.program.semantics[self.program.file_of[gid]].construction.default_constructor == "implicit"
            if written and self.is_copy(file, expr, gid):
                bound = tuple(c for c in bound if self.can_take(c.gid, gid))
            if len(bound) > 1 and semantics.overloads.candidates == "definitions":
                chosen = choose(self.evaluator.calls, file, bound, expr)
                bound = tuple(c for c in chosen if isinstance(c, Function))
            if len(bound) > 1 and self.is_open_choice(file, bound):
                how = Resolution.HEURISTIC
                if len(bound) > MAX_OPEN:  # the class is used, however it is made
                    self.add(source, gid, EdgeKind.REFERENCES, Resolution.INFERRED)
                    self.site_miss = (self.program.get_symbol(gid).name, "call", "undecided-overload")
                    return True
            if gid < self.program.end and self.program.semantics[self.program.file_of[gid]].construction.allocator:
                emit_construction_hooks(self, file, source, index, gid, how)
            for constructor in bound:
                self.emit_call_edge(source, constructor, how)
            for noted in bound or self.evaluator.calls.find_constructors(gid):
                self.note_call(file, index, make_function(noted.gid, make_instance(gid, ())))
            if not bound and not (written and gid >= self.program.end):
                # A class whose constructor nobody wrote is used rather than called, where constructors are written.
                for each in self.evaluator.linkage.defined(gid) if not self.is_unnamed_part(gid, source) else ():
                    self.add(source, each, EdgeKind.REFERENCES if written else self.calling, how)
            elif not self.is_unnamed_part(gid, source) and self.has_inherited_constructor(
                gid, bound
            ):  # it has one that nobody wrote, which runs the inherited one
                self.add(source, gid, EdgeKind.IMPLICIT_CALLS, how)
            return True
        if isinstance(atom, Instance) and atom.arguments and atom.gid in self.evaluator.types.metaclasses:
            return self.emit_declared_class(file, source, atom.arguments[0], index)
        if isinstance(atom, INSTANCES):
            member, reached = semantics.protocols.call_member, False
            before, self.calling = self.calling, EdgeKind.IMPLICIT_CALLS  # the member is not named
            for method in self.evaluator.members.evaluate_attribute(file, atom, member) if member else ():
                if isinstance(method, Function):
                    self.emit_call_edge(source, method, self.evidence.classify_operand(file, expr[1]))
                    reached = True
            self.calling = before
            return reached
        if isinstance(atom, EXTERNAL):
            self.add(source, self.intern_external_atom(file, atom), self.calling, how)
            return True
        return False

    def is_unnamed_part(self, gid: int, source: int) -> bool:
        """Return whether a class has no name, and stands in the symbol that makes it."""
        return gid < self.program.end and gid != source and self.owner_of[gid] == source

    def get_receiver(self, file: int, callee: int) -> int:
        """Return the receiver's expression, or the callee where none is named."""
        expr = self.evaluator.exprs[file][callee]
        base: int = expr[1] if expr[0] == ops.ATTR else callee
        return base

    def has_inherited_constructor(self, gid: int, constructors: tuple[Function, ...]) -> bool:
        """Return whether inherited constructors construct a class of the tree."""
        if (
            gid >= self.program.end
            or self.program.semantics[self.program.file_of[gid]].construction.default_constructor != "inherited"
        ):
            return False
        owner = self.evaluator.calls.owner
        return bool(constructors) and all(gid not in (c.gid, owner(c.gid)) for c in constructors)

    def emit_declared_class(self, file: int, source: int, instances: Value, index: int) -> bool:
        """Emit the call of a value that is only declared to be a class.

        It is the class of these instances, or a subclass.
        """
        before, self.calling = self.calling, EdgeKind.IMPLICIT_CALLS
        bound = self.evaluator.members.bound
        known: list[Atom] = [
            make_class(a.gid, a.arguments)
            for each in instances
            for a in (bound(each) if isinstance(each, TypeVariable) else (each,))
            if isinstance(a, Instance)
        ]
        for made in known:
            how = self.evidence.classify_operand(file, self.evaluator.exprs[file][index][1])
            self.emit_target(file, source, made, index, how)
        self.calling = before
        return bool(known)

    def is_copy(self, file: int, expr: Expr, gid: int) -> bool:
        """Return whether a construction takes one object of the same class."""
        if len(expr[2]) != 1:
            return False
        types = self.evaluator.types
        given = self.evaluator.value(file, expr[2][0])
        objects = [types.as_plain_instance(file, a) for a in given if isinstance(a, INSTANCES)]
        return any(
            isinstance(each, Instance) and types.find_ancestor_arguments(each, gid) is not None for each in objects
        )

    def can_take(self, gid: int, wanted: int) -> bool:
        """Return whether the first parameter of a function is an object of a class."""
        at, local = self.program.locate(gid)
        params = self.program.files[at].params.get(local, ())
        if not params:
            return False
        return any(isinstance(a, APPLIED) and a.gid == wanted for a in self.evaluator.value(at, params[0].type))

    def emit_passed_functions(self, file: int, source: int, atom: Function, expr: Expr) -> None:
        """Emit calls of named functions that are passed to a library function.

        The library function takes a function, and runs it on the caller's behalf.
        """
        evaluator = self.evaluator
        gid = atom.gid
        at = self.program.file_of[gid]
        arguments = evaluator.calls.evaluate_positional(file, expr[2])
        for _, param, value in evaluator.calls.match_arguments(gid, atom.receiver is not None, arguments, ()):
            if param.type and any(isinstance(t, FunctionType) for t in evaluator.value(at, param.type)):
                for given in value:
                    if isinstance(given, Function) and not self.program.get_symbol(given.gid).flags & Flag.ANONYMOUS:
                        self.add(source, given.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)

    def note_call(self, file: int, index: int, atom: Function) -> None:
        """Record the call of a function whose parameters are undeclared."""
        gid = atom.gid
        program, op = self.program, self.evaluator.exprs[file][index][0]
        if op != ops.CALL and op != ops.NEW:
            return
        if gid < program.end and program.semantics[program.file_of[gid]].inference.has_parameter_flow:
            bound = atom.receiver is not None
            self.evaluator.level.calls.setdefault(gid, {}).setdefault(file, {})[(index, bound)] = None
            self.notes.append((gid, bound))

    def emit_call_edge(self, source: int, atom: Function, how: Resolution) -> None:
        symbol = self.program.get_symbol(atom.gid)
        if symbol.kind == SymbolKind.CONSTANT:  # a case of an enumeration made from data: no code runs
            self.add(source, atom.gid, EdgeKind.REFERENCES, how)
            return
        kind = self.calling
        self.program.reads.read_extra(atom.gid)
        provided = self.evaluator.classes.provided.get(atom.gid)
        interface = self.emit_interface_member(source, atom.gid, provided, how) if provided is not None else None
        if interface is not None:
            how = Resolution.DISPATCH
            if not interface:  # the text names the library's member
                kind = EdgeKind.IMPLICIT_CALLS
        if not symbol.flags & Flag.ANONYMOUS:  # else it has no name to be shown by
            defined = self.evaluator.linkage.defined(atom.gid)
            if len(defined) > 1 and how in STATIC_RESOLUTIONS:
                how = Resolution.INFERRED  # a build has one of them
            for gid in defined:
                self.add(source, gid, kind, how)
        abstract = symbol.flags & Flag.ABSTRACT and atom.gid < self.program.end
        if abstract and self.dispatching and self.can_dispatch(atom.gid):
            for gid in self.structural.implementations(atom.gid):
                self.add(source, gid, self.calling, Resolution.DISPATCH)

    def emit_interface_member(self, source: int, gid: int, provided: Ref, how: Resolution) -> bool | None:
        """Emit the call of an interface's member that a method implements.

        `provided` is file and expression of the interface. Returns None for a call that only names the type's own
        member, else whether the interface is of the tree.
        """
        if self.program.semantics[provided[0]].types.conformance != "trait":
            return None
        name, inside = self.program.get_symbol(gid).name, False
        for atom in self.evaluator.value(*provided):
            if isinstance(atom, APPLIED):
                inside = inside or atom.gid < self.program.end
                for ref in self.evaluator.members.in_class(atom.gid, name)[0].refs:
                    for each in self.evaluator.evaluate_ref(ref):
                        if isinstance(each, Function) and each.gid != gid:
                            self.add(source, each.gid, self.calling, how)
        return inside

    def can_dispatch(self, gid: int) -> bool:
        """Return whether calls of an abstract method also lead to implementations."""
        if self.program.semantics[self.program.file_of[gid]].dispatch.virtual_members == "abstract":
            return True
        owner = self.evaluator.calls.owner(gid)
        return owner >= 0 and self.program.get_symbol(owner).kind == SymbolKind.INTERFACE

    # -- the end ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Move the outcome of all sites to the final edges.

        Parameters do not change any more.
        """
        files = self.program.files
        for (file, position), (source, said) in self.volatile.items():
            self.settled.add(source, said[0], said[1], files[file].sites[position][3])
        self.volatile.clear()
