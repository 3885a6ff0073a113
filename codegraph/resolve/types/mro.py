"""Classes: member tables, bases and linearization."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.program.program import Ref, is_class, iterate_alternatives
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    EXTERNAL,
    Applied,
    ClassObject,
    ExternalName,
    Function,
    FunctionType,
    Instance,
    Namespace,
    SelfInstance,
    TypeVariable,
    Value,
    join,
    make_class,
    make_type_variable,
)
from codegraph.resolve.types.specialisations import is_special
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_PASSES = 4  # extensions named through members that extensions gave
MAX_SHAPES = 8  # nominal types defined by one another

MIXED_IN: Final = frozenset(("includes", "prepends"))
"""Kinds of bases that are modules among the ancestors of a class."""

Ancestor = tuple[int, tuple[Value, ...]]
"""A class of a linearisation and its type arguments in terms of the type parameters of the class it was asked for."""


class Linearization(NamedTuple):
    """A linearization of a class, nearest ancestor first.

    `hidden` says that an unknown base may have more. `sole` is the only base of a class that has just its own members
    and those of that base, -1 for any other class.
    """

    ancestors: tuple[Ancestor, ...]
    hidden: bool = False
    sole: int = -1


Home = tuple[int, int, Mapping[str, int], Mapping[str, int], bool]
"""File and index of a class, its names, its instance attributes, and whether others are spread into it."""

NO_NAMES: Mapping[str, int] = {}

TypeParameter = tuple[int, str]
"""Declaration of a type parameter, and its name."""

Variable = tuple[TypeParameter, TypeParameter, int]
"""(type parameter of an extension, the type parameter it stands for, expression of its bound or 0)"""

Special = tuple[int, int, int]
"""(the other class, file, type expression): a class and what it is with particular type arguments"""

Extended = tuple[int, int | str, bool]
"""(number of the extension in its file, class, whether the members go there)"""


def _make_line_alone(classes: Classes, gid: int) -> Linearization:
    return Linearization(((gid, classes.build_own_arguments(gid)),))


class Classes:
    """Member tables and linearizations, computed on demand and kept."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.reads = evaluator.reads
        self.added: dict[int, dict[str, list[Ref]]] = {}  # members attached from outside a class body
        self.abroad: dict[str, dict[str, list[Ref]]] = {}  # type outside the tree → what it is given
        self.traits: dict[int, list[tuple[int, int]]] = {}  # class → (file, trait expression) of its extensions
        self.attached: dict[int, int] = {}  # member or extension scope → class it was attached to
        self.provided: dict[int, tuple[int, int]] = {}  # member → (file, trait expression) it implements
        self.special: dict[int, list[Special]] = {}  # class → what stands for it with particular type arguments
        self.plain: dict[int, Special] = {}  # the same the other way round
        self.applied: dict[int, tuple[int, int]] = {}  # member → (file, type expression) with the arguments it is for
        self.wholes: dict[int, int] = {}  # part of a type → the part that stands for all of them
        self.same: dict[TypeParameter, TypeParameter] = {}  # type parameter of an extension → the one of its class
        self.bounds: dict[
            tuple[int, str], list[tuple[int, int]]
        ] = {}  # type parameter → bounds that extensions give it
        self.projections: dict[tuple[int, str], list[str]] = {}  # type parameter → those of its associated types
        self.homes: dict[int, Home] = {}  # where names of a class stand
        self.spreading: set[tuple[int, str]] = self.queries.guard("spread")
        # class → classes that name it as a direct base, and members of extensions that implement it
        self.subclasses: dict[int, list[int]] = {}
        self.outward = self.queries.define_query(self._compute_outward)
        self.parameters = self.queries.define_query(self._compute_parameters)
        self.list_outside_bases = self.queries.define_query(self._compute_outside_bases)
        self.find_outside_base = self.queries.define_query(self._compute_outside_base)
        self.has_outside_mixin = self.queries.define_query(self._compute_outside_mixin)
        self.linear = self.queries.define_query(self._compute_linear, cycle=_make_line_alone, insensitive=True)

    def list_extension_variables(self, file: int) -> list[Variable]:
        """Return the type parameters of extensions that stand for others.

        The others are type parameters of the type that an extension of the file extends.
        """
        program = self.program
        facts = program.files[file]
        found: list[Variable] = []
        for extension in facts.extensions:
            flags = facts.symbols[extension.scope].flags
            if not flags & (Flag.ANONYMOUS | Flag.PART) and extension.scope not in extension.members:
                continue
            own = dict(facts.type_params.get(extension.scope, ()))
            target = facts.exprs[extension.target]
            if not own or target[0] != ops.GENERIC:
                continue
            arguments: tuple[int, ...] = target[2]
            named: int = target[1]
            for atom in self.find_first_part(file, named) if flags & Flag.PART else self.evaluator.value(file, named):
                if not isinstance(atom, ClassObject) or atom.gid == program.offsets[file] + extension.scope:
                    continue
                for name, argument in zip(self.parameters(atom.gid), arguments, strict=False):
                    expr = facts.exprs[argument]
                    if expr[0] == ops.NAME and expr[1] in own:
                        scope, prefix = program.offsets[file] + extension.scope, f"{expr[1]}::"
                        found.append(((scope, expr[1]), (atom.gid, name), own[expr[1]]))
                        for each in own:  # its associated types
                            if each.startswith(prefix):
                                inner = f"{name}::{each.removeprefix(prefix)}"
                                found.append(((scope, each), (atom.gid, inner), own[each]))
        return found

    def list_extension_targets(self, file: int) -> list[Extended]:
        """Return what the extensions of a file extend."""
        facts, semantics = self.program.files[file], self.program.semantics[file]
        found: list[Extended] = []
        for number, extension in enumerate(facts.extensions):
            target = extension.target
            if facts.symbols[extension.scope].flags & Flag.PART:
                found.extend((number, atom.gid, True) for atom in self.find_first_part(file, target))
                continue
            value = self.evaluator.value(file, facts.exprs[target][1] if is_special(facts, extension) else target)
            # those of the tree: others have no such part
            if semantics.linkage.build_variants == "definitions" and not extension.trait:
                value = tuple(a for a in value if isinstance(a, ClassObject) and a.gid < self.program.end) or value
            for atom in value:
                if isinstance(atom, ClassObject) or (
                    isinstance(atom, Function) and semantics.members.is_prototype_based
                ):
                    found.append((number, atom.gid, True))
                elif isinstance(atom, TypeVariable):
                    # Of every type that a bound allows: the bound's members grow, unless it extends itself.
                    trait = {a.gid for a in self.evaluator.value(file, extension.trait) if isinstance(a, APPLIED)}
                    bounds = self.evaluator.members.bound(atom)
                    found.extend((number, a.gid, a.gid not in trait) for a in bounds if isinstance(a, Instance))
                    if extension.trait:
                        found.extend((number, a.name, True) for a in bounds if isinstance(a, EXTERNAL))
                elif isinstance(atom, ExternalName) and extension.trait:
                    found.append((number, atom.name, True))
                elif isinstance(atom, Namespace):
                    # `void space::f() {`: the namespace has the name already, and is where f looks names up.
                    found.append((number, atom.gid, False))
                    break
        return found

    def find_first_part(self, file: int, index: int) -> tuple[ClassObject, ...]:
        """Find the part of a type that stands for all of them.

        It is the first in path order of those that say what the type derives from, if any does.
        """
        expr = self.program.files[file].exprs[index]
        if expr[0] == ops.GENERIC:
            return self.find_first_part(file, int(expr[1]))
        parts = self._list_parts(file, expr) if expr[0] == ops.IMPORT else []
        parts = parts or [atom.gid for atom in self.evaluator.value(file, index) if isinstance(atom, ClassObject)]
        if not parts:
            return ()
        program = self.program
        symbols = {gid: program.get_symbol(gid) for gid in parts}
        return (
            make_class(
                min(
                    parts, key=lambda gid: (":" not in symbols[gid].signature, program.rank[program.file_of[gid]], gid)
                ),
                (),
            ),
        )

    def _list_parts(self, file: int, expr: Expr) -> list[int]:
        """Return the declarations that an import leads to."""
        found: list[int] = []
        position: int = expr[1]
        for at, part in iterate_alternatives(self.program, self.evaluator.scopes.imported(file, position).refs):
            named: Expr = self.program.files[at].exprs[part] if at >= 0 else ()
            if named and named[0] == ops.SYM:
                found.append(self.program.offsets[at] + int(named[1]))
        return found

    def find_whole(self, gid: int) -> int:
        """Return the part that stands for all parts of a type, or the type itself."""
        symbol = self.program.get_symbol(gid)
        if symbol.flags & Flag.OPEN and is_class(symbol):
            return self.program.find_open_class(gid)
        if not symbol.flags & Flag.PART:
            return gid
        self.reads.read_extra(gid)
        return self.wholes.get(gid, gid)

    def _compute_outward(self, place: str, name: str) -> tuple[Ref, ...]:
        """Return the bindings of `name` that interfaces give to an outside type.

        What is written for the type comes before what the interfaces declare. `abroad` has the interfaces themselves
        under an empty name.
        """
        self.reads.read_fact("abroad", place, name)
        self.reads.read_fact("abroad", place, "")
        given = self.abroad.get(place)
        if given is None or not name:
            return ()
        if name in given:
            return tuple(given[name])
        interfaces = [
            atom.gid
            for ref in given.get("", ())
            for atom in self.evaluator.evaluate_ref(ref)
            if isinstance(atom, ClassObject)
        ]
        found = [ref for gid in interfaces for ref in self.evaluator.members.in_class(gid, name)[0].refs]
        return tuple(dict.fromkeys(found))

    def find_extension_member(self, gid: int, name: str) -> tuple[Ref, ...]:
        """Return the bindings of `name` that the tree gives to outside interfaces.

        The class has one of these interfaces.
        """
        if not self.abroad and not self.reads.are_recorded:  # else an edit may give something
            return ()
        found: list[Ref] = []
        for ancestor, _ in self.linear(gid)[0]:
            self.reads.read_extra(ancestor)
            for file, trait in self.traits.get(ancestor, ()):
                for atom in self.evaluator.value(file, trait):
                    if isinstance(atom, EXTERNAL):
                        found.extend(self.outward(atom.name, name))
        return tuple(dict.fromkeys(found))

    def find_own(self, gid: int, name: str) -> tuple[Ref, ...]:
        """Return the bindings of `name` in the class itself."""
        home = self.homes.get(gid)
        if home is None:
            home = self.homes[gid] = self._find_home(gid)
        file, local, names, members, spreads = home
        expr = names.get(name) or members.get(name)
        self.reads.read_member(gid, file, name, not expr)
        extra = self.added.get(gid)
        if expr and not extra:
            return ((file, expr),)
        found: list[Ref] = [(file, expr)] if expr else []
        if extra is not None:
            found.extend(self._select_nearest(extra.get(name, []), declared=bool(expr)))
        if not found and spreads:
            if (gid, name) in self.spreading:
                self.queries.note_cycle()
                return ()
            self.spreading.add((gid, name))  # an object may be spread into what it is made from
            found.extend(self.evaluator.scopes.wildcards.find_member(file, local, name).refs)
            self.spreading.discard((gid, name))
        return tuple(found)

    def _find_home(self, gid: int) -> Home:
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        names = facts.names.get(local, NO_NAMES) if is_class(facts.symbols[local]) else NO_NAMES
        return file, local, names, facts.members.get(local, NO_NAMES), local in facts.stars

    def _select_nearest(self, refs: list[Ref], *, declared: bool) -> list[Ref]:
        """Select members of the type itself before those that implement an interface.

        `declared` says that the body of the type has one. Then a member of another interface, which every type of a
        bound implements, is never meant by that of the bound.
        """
        if not refs or not self.provided or (len(refs) < 2 and not declared):
            return refs
        for ref in refs:
            self.reads.read_extra(ref[1])
        own = [ref for ref in refs if ref[1] not in self.provided]
        return own if own or declared else refs

    def is_instance_attribute(self, gid: int, name: str) -> bool:
        """Return whether only methods of a class assign an attribute.

        They assign it on the receiver, and the class body does not define it.
        """
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        self.reads.read_name(file, name)
        return name in facts.members.get(local, {}) and name not in facts.names.get(local, {})

    def _compute_parameters(self, gid: int) -> tuple[str, ...]:
        """Return the names of the type parameters of a class or function."""
        file, local = self.program.locate(gid)
        return tuple(name for name, _ in self.program.files[file].type_params.get(local, ()))

    def build_own_arguments(self, gid: int) -> tuple[Value, ...]:
        return tuple((make_type_variable(gid, name),) for name in self.parameters(gid))

    def find_underlying_functions(self, atom: Applied | SelfInstance, hops: int = 0) -> tuple[FunctionType, ...]:
        """Return the function types underlying an instance of a nominal type."""
        file, local = self.program.locate(atom.gid)
        result: list[FunctionType] = []
        for base in self.program.files[file].bases.get(local, ()):
            if base.kind == "underlying":
                for shape in self.evaluator.types.evaluate_type(file, base.expr):
                    if isinstance(shape, APPLIED) and hops < MAX_SHAPES:
                        result.extend(self.find_underlying_functions(shape, hops + 1))
                    elif isinstance(shape, FunctionType):
                        result.append(shape)
        names = self.parameters(atom.gid)
        arguments = self.build_own_arguments(atom.gid) if isinstance(atom, SelfInstance) else atom.arguments
        mapping = dict(zip(((atom.gid, name) for name in names), arguments, strict=False))
        if not mapping:
            return tuple(result)
        seen = self.evaluator.substitute(tuple(result), mapping)
        return tuple(shape for shape in seen if isinstance(shape, FunctionType))

    def _compute_linear(self, gid: int) -> Linearization:
        """Return the linearization of a class, nearest ancestor first."""
        file = self.program.file_of[gid]
        direct, hidden = self.find_bases(gid)
        own = (gid, self.build_own_arguments(gid))
        chains: list[list[Ancestor]] = []
        lines: dict[int, Linearization] = {}
        for base, arguments in direct:
            above = lines[base] = self.linear(base)
            hidden = hidden or above.hidden
            mapping = dict(zip(((base, name) for name in self.parameters(base)), arguments, strict=False))
            substitute, chain = self.evaluator.substitute, list[Ancestor]()
            for each, given in above.ancestors:
                chain.append((each, tuple(substitute(a, mapping) for a in given) if mapping else given))
            chains.append(chain)
        style = self.program.semantics[file].dispatch.linearisation
        if style == "c3":
            merged = _merge_c3([*chains, list(direct)])
        elif style == "breadth-first":
            merged = _merge_breadth_first(chains)
        else:
            merged = [each for chain in chains for each in chain]
        result: list[Ancestor] = [own]
        seen = {gid}
        for ancestor in merged:
            if ancestor[0] not in seen:
                seen.add(ancestor[0])
                result.append(ancestor)
        return Linearization(tuple(result), hidden, self._find_sole(file, result, hidden, lines))

    def _find_sole(self, file: int, line: list[Ancestor], hidden: bool, lines: Mapping[int, Linearization]) -> int:
        base = line[1][0] if len(line) > 1 else -1
        above = lines.get(base)
        if above is None or above.hidden != hidden or [a for a, _ in above.ancestors] != [a for a, _ in line[1:]]:
            return -1
        # Members are looked up by one rule in both classes, and the nearest definition is all that counts.
        rules = self.program.semantics[file]
        same = (
            rules is self.program.semantics[self.program.file_of[base]] and not rules.overloads.has_inherited_overloads
        )
        return base if same else -1

    def find_bases(self, gid: int) -> tuple[list[Ancestor], bool]:
        """Return the direct bases with their type arguments.

        The flag says whether one of them is unknown or external.
        """
        file, local = self.program.locate(gid)
        self.reads.read_extra(gid)
        facts = self.program.files[file]
        sources = [(file, base.expr) for base in facts.bases.get(local, ())] + self.traits.get(gid, [])
        result: list[Ancestor] = []
        hidden = False
        for at, expr in sources:
            known = False
            for atom in self.evaluate_base(gid, at, expr):
                known = known or isinstance(atom, FunctionType)
                if isinstance(atom, APPLIED) and atom.gid != gid and is_class(self.program.get_symbol(atom.gid)):
                    if all(atom.gid != have for have, _ in result):
                        result.append((atom.gid, atom.arguments))
                    known = True
                elif (
                    isinstance(atom, Function)
                    and atom.gid != gid
                    and self.program.semantics[file].members.is_prototype_based
                ):
                    result.append((atom.gid, ()))
                    known = True
            hidden = hidden or not known
        return result, hidden

    def evaluate_base(self, gid: int, file: int, expr: int) -> Value:
        """Evaluate a base expression.

        The base of an interface is a type. That of a class is what the class is constructed from, or else a type.
        """
        value = self.evaluator.value(file, expr)
        if self.program.semantics[file].lookup.type_namespace != "separate":
            return value
        typed = self.evaluator.types.evaluate_type(file, expr)
        return typed if self.program.get_symbol(gid).kind == SymbolKind.INTERFACE else join([value, typed])

    def _compute_outside_base(self, gid: int) -> tuple[str, ...]:
        """Return the only base outside the tree, none if there are several.

        It has the members that a class and its other bases lack. Of a module that is mixed in that is not known: it
        adds members to those that any other code may add.
        """
        names = self.list_outside_bases(gid)
        return names if len(names) == 1 and not self.has_outside_mixin(gid) else ()

    def _compute_outside_mixin(self, gid: int) -> bool:
        """Return whether a module from outside the tree is mixed into a class."""
        return any(base.kind in MIXED_IN for base, _ in self._list_outside(gid))

    def _compute_outside_bases(self, gid: int) -> tuple[str, ...]:
        """Return the bases outside the tree of a class and of those above it."""
        return tuple(dict.fromkeys(name for _, name in self._list_outside(gid)))

    def _list_outside(self, gid: int) -> Iterator[tuple[Base, str]]:
        """Yield bases outside the tree of a class and its ancestors, with names."""
        for ancestor, _ in self.linear(gid)[0]:
            file, local = self.program.locate(ancestor)
            for base in self.program.files[file].bases.get(local, ()):
                values = self.evaluator.value(file, base.expr)
                yield from ((base, atom.name) for atom in values if isinstance(atom, EXTERNAL))


def _merge_c3(chains: list[list[Ancestor]]) -> list[Ancestor]:
    """Merge linearizations by C3, the method resolution order of Python.

    Inconsistent hierarchies fall back to first-seen order.
    """
    pending = [list(chain) for chain in chains if chain]
    if len(pending) == 2 and len(pending[1]) == 1 and pending[0][0] == pending[1][0]:
        return pending[0]  # one base: the merge would take the square of the depth
    result: list[Ancestor] = []
    while pending:
        for chain in pending:
            head = chain[0][0]
            if not any(head == other for rest in pending for other, _ in rest[1:]):
                break
        else:
            chain = pending[0]
            head = chain[0][0]
        result.append(chain[0])
        pending = [[each for each in rest if each[0] != head] for rest in pending]
        pending = [rest for rest in pending if rest]
    return result


def _merge_breadth_first(chains: list[list[Ancestor]]) -> list[Ancestor]:
    """Merge linearizations breadth first.

    This is the order of embedding: a shallower member hides a deeper one.
    """
    result: list[Ancestor] = []
    depth = 0
    while any(depth < len(chain) for chain in chains):
        result.extend(chain[depth] for chain in chains if depth < len(chain))
        depth += 1
    return result
