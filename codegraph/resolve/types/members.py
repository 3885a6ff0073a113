"""Members of values: attribute, subscript, iteration and dereference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Found
from codegraph.resolve.program.linkage import shared_path
from codegraph.resolve.program.macro_namespaces import behind, nearer_behind
from codegraph.resolve.program.program import Ref, is_class
from codegraph.resolve.types.associated_types import bound_of, declared_class, is_tied, variable_arguments
from codegraph.resolve.types.descriptors import is_written_through, take
from codegraph.resolve.types.extension_visibility import applying, in_sight
from codegraph.resolve.types.generics import Bindings
from codegraph.resolve.types.mro import Ancestor
from codegraph.resolve.types.overriding import beneath
from codegraph.resolve.types.static_members import on_side, side_of_function
from codegraph.resolve.types.synthesized_members import (
    inheritable,
    of_bases,
    of_decorators,
    of_metaclass,
    of_outside,
    set_below,
)
from codegraph.resolve.types.unions import common
from codegraph.resolve.types.values import (
    APPLIED,
    CALLABLES,
    CLASS_OBJECTS,
    EXTERNAL,
    INSTANCES,
    SEQUENCES,
    UNKNOWN,
    AliasUnion,
    Atom,
    ClassObject,
    ExternalInstance,
    ExternalName,
    Function,
    FunctionType,
    Instance,
    ListLiteral,
    LiteralValue,
    MappingLiteral,
    Module,
    Namespace,
    SelfClass,
    SelfInstance,
    Super,
    TupleInstance,
    TypeVariable,
    Value,
    join,
    make_class,
    make_external_instance,
    make_external_member,
    make_instance,
    make_self_instance,
    make_type_variable,
)  # fmt: skip
from codegraph_parsers.facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_DEREFERENCES = 3
MAX_HOOKS = 8  # implementations of a hook that its caller's own class does not declare


PLAIN = frozenset((Module, ExternalName, ExternalInstance, SelfInstance, SelfClass, AliasUnion))
"""Records that hold no others."""

COMPOSED = frozenset((AliasUnion, MappingLiteral, TupleInstance))
"""Records that are asked part by part."""


class Members:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.in_class = self.queries.memoise(self._compute_in_class)
        self.below = self.queries.memoise(self._compute_below)
        self.bound = self.queries.memoise(self._compute_bound)
        self.find_attribute = self.queries.memoise(self._compute_attribute, shared=True)

    def _compute_in_class(self, gid: int, name: str) -> tuple[Found, int, bool]:
        """Bindings of `name` along the linearisation of a class, the class they were found in, and whether an unknown
        base may hide one."""
        above = self.evaluator.classes.linear(gid).sole
        if above >= 0 and not self.evaluator.classes.own(gid, name):
            return self.in_class(above, name)
        return self.find_in_bases(gid, name)

    def find_in_bases(
        self, gid: int, name: str, after: int = -1, among: frozenset[int] | None = None
    ) -> tuple[Found, int, bool]:
        """Find what `in_class` finds from behind the class `after` on (`super`).

        Only in the classes `among` its ancestors, where these are given."""
        classes = self.evaluator.classes
        line, hidden, _ = classes.linear(gid)
        result: tuple[Found, int, bool] | None = None
        skipping = after >= 0
        for ancestor, _ in line:
            if skipping:
                skipping = ancestor != after
                continue
            if among is not None and ancestor not in among:
                continue
            refs = classes.own(ancestor, name)
            if refs and len(line) > 1 and is_written_through(classes, line, ancestor, name):
                continue
            if (
                refs
                and ancestor != gid
                and after < 0
                and self.program.semantics[self.program.file_of[ancestor]].dispatch.has_hiding
            ):
                refs = inheritable(self.program, ancestor, refs)
            if refs and result is None:
                result = (Found(refs + self.assigned_above(line, ancestor, name)), ancestor, hidden)
                if not self.gathers(gid, name):
                    break
            elif refs and result is not None:
                result = (Found((*result[0].refs, *beneath(self.program, result[0].refs, refs))), result[1], hidden)
        if result is None:
            result = (NOTHING, -1, hidden)
            file = self.program.file_of[gid]
            root = self.program.semantics[file].builtins.root_class
            top = self.evaluator.types.builtin(file, root) if root and not hidden else -1
            if top >= 0 and top != gid:
                refs = classes.own(top, name)
                if refs:
                    result = (Found(refs), top, hidden)
        return result

    def assigned_above(self, line: tuple[Ancestor, ...], owner: int, name: str) -> tuple[Ref, ...]:
        """An instance attribute may also hold what methods of the classes above assign to it."""
        if not self.evaluator.classes.is_instance_attribute(owner, name):
            return ()
        found: list[Ref] = []
        above = False
        for ancestor, _ in line:
            if above and self.evaluator.classes.is_instance_attribute(ancestor, name):
                found.extend(self.evaluator.classes.own(ancestor, name))
            above = above or ancestor == owner
        return tuple(found)

    def gathers(self, gid: int, name: str) -> bool:
        """Whether definitions of a name further up can be meant too: overloads that bases add."""
        semantics = self.program.semantics[self.program.file_of[gid]]
        suffix = semantics.lookup.method_suffix
        return (
            semantics.overloads.has_inherited_overloads
            and name.endswith(suffix)
            and name not in semantics.construction.constructors
        )

    def find(self, file: int, atom: Atom, name: str) -> tuple[Found, int, Atom | None]:
        """Bindings of a member, the class it was found in (-1: none), and the receiver it is bound to."""
        atom = declared_class(self.evaluator, atom)
        if isinstance(atom, INSTANCES):
            found, owner, hidden = self.on_side(atom.gid, name, static=False)
            if not (found.refs or found.atoms) and isinstance(atom, SelfInstance) and not hidden:
                found, owner = self.below(atom.gid, name)
            if not (found.refs or found.atoms) and (lent := self.lent(file, atom.gid, name)).refs:
                return lent, -1, atom
            if not (found.refs or found.atoms) and hidden:
                return of_outside(self.evaluator, atom.gid, name), -1, None
            if not found.refs and not found.atoms and self.is_global(file, atom.gid):
                self.queries.file_reads += 1
                return self.evaluator.scopes.offered(file, name), -1, None
            if len(found.refs) > 1 and owner >= 0:
                found = Found(side_of_function(self.evaluator, owner, found.refs, instance=True), found.atoms)
            found = applying(self.evaluator, found, atom) if isinstance(atom, Instance) else found
            return self.nearest(file, found, owner), owner, atom
        if isinstance(atom, CLASS_OBJECTS):
            found, owner, hidden = self.on_side(atom.gid, name, static=True)
            if found.refs or found.atoms:
                return found, owner, None
            if (lent := self.lent(file, atom.gid, name)).refs:
                return lent, -1, None
            if hidden:
                return of_outside(self.evaluator, atom.gid, name), -1, None
            return of_metaclass(self.evaluator, atom, name)
        if isinstance(atom, Super):
            return of_bases(self.evaluator, file, atom, name)
        if isinstance(atom, (ListLiteral, MappingLiteral, LiteralValue, TupleInstance)):
            plain = self.evaluator.types.plain(file, atom)
            return self.find(file, plain, name) if isinstance(plain, Instance) else (NOTHING, -1, None)
        if isinstance(atom, Module):
            found = self.evaluator.scopes.unit_member(atom.unit, name)
            if any(self.program.files[ref[0]].condition for ref in found.refs):
                self.queries.file_reads += 1
            return self.evaluator.scopes.built(file, found), -1, None
        if isinstance(atom, Namespace):
            return self.static(atom, name, file), -1, None
        if isinstance(atom, EXTERNAL):
            refs = in_sight(self.evaluator, file, self.evaluator.classes.outward(atom.name, name))
            if refs:
                return Found(refs), -1, atom if isinstance(atom, ExternalInstance) else None
            known = (
                self.evaluator.scopes.standard(file, [atom.name, name]) if isinstance(atom, ExternalName) else NOTHING
            )
            return known if known.any else Found(atoms=(make_external_member(atom, name),)), -1, None
        if isinstance(atom, TypeVariable):
            for bound in self.bound(atom):
                reached = self.find(file, bound, name)
                if reached[0].refs or reached[0].atoms:
                    return (reached[0], reached[1], atom) if is_tied(self, atom, reached[1], name) else reached
            root = self.program.semantics[file].builtins.root_class
            top = self.evaluator.types.builtin(file, root) if root else -1
            refs = self.evaluator.classes.own(top, name) if top >= 0 else ()
            if refs:  # whatever it stands for has what every class has
                return Found(refs), top, make_instance(top, ())
        if isinstance(atom, Function):
            return self.of_function(atom.gid, name), -1, None
        return NOTHING, -1, None

    def on_side(self, gid: int, name: str, *, static: bool) -> tuple[Found, int, bool]:
        """What instances of a class have under a name, or the class itself."""
        binding = self.in_class(gid, name)
        if binding[1] < 0 or not self.program.semantics[self.program.file_of[binding[1]]].members.is_prototype_based:
            return binding
        return on_side(self, gid, name, binding, static=static)

    def lent(self, file: int, gid: int, name: str) -> Found:
        """A member that the tree gives a class for an interface from outside that it has, as a file sees it."""
        return Found(in_sight(self.evaluator, file, self.evaluator.classes.lent(gid, name)))

    def is_global(self, file: int, gid: int) -> bool:
        """Whether members of a type are the names that are there without an import."""
        name = self.program.semantics[file].builtins.global_type
        return bool(name) and gid >= self.program.end and self.evaluator.types.builtin(file, name) == gid

    def nearest(self, file: int, found: Found, owner: int) -> Found:
        """Of what several parts of the tree add to one class from outside, what is added nearest to the caller."""
        program = self.program
        if len(found.refs) < 2 or owner < program.end or any(ref[0] >= 0 for ref in found.refs):
            return found
        self.queries.file_reads += 1
        here = program.files[file].path
        near = [shared_path(here, program.files[program.file_of[ref[1]]].path) for ref in found.refs]
        return Found(tuple(ref for ref, score in zip(found.refs, near, strict=True) if score == max(near)), found.atoms)

    def _compute_below(self, gid: int, name: str) -> tuple[Found, int]:
        """A member that the receiver's own class lacks and classes below it define: a template method's hook."""
        if not self.program.semantics[self.program.file_of[gid]].inference.has_inferred_results:
            return NOTHING, -1
        self.program.reads.read_subclasses(gid)
        refs: dict[Ref, None] = {}
        for subclass in self.evaluator.classes.subclasses.get(gid, ()):
            refs.update(dict.fromkeys(self.in_class(subclass, name)[0].refs))
        return (Found(tuple(refs)), gid) if 0 < len(refs) <= MAX_HOOKS else (NOTHING, -1)

    def of_function(self, gid: int, name: str) -> Found:
        """Properties that code gave a function object, or what decorators from outside put in its place has."""
        refs = side_of_function(self.evaluator, gid, self.evaluator.classes.own(gid, name), instance=False)
        return Found(refs) if refs else of_decorators(self.evaluator, gid, name)

    def _compute_bound(self, atom: TypeVariable) -> Value:
        """Instances that a type variable's bound allows."""
        file, local = self.program.locate(atom.gid)
        evaluator = self.evaluator
        evaluator.reads.read_extra(atom.gid)
        bounds = [
            (file, e) for name, e in self.program.files[file].type_params.get(local, ()) if name == atom.name and e
        ]
        bounds += evaluator.classes.bounds.get((atom.gid, atom.name), ())
        found = join([evaluator.types.of(at, expr) for at, expr in bounds])
        return tuple(each for each in found if not isinstance(each, TypeVariable)) or (
            bound_of(self, atom) if "::" in atom.name else UNKNOWN
        )

    def static(self, atom: Atom, name: str, file: int = -1) -> Found:
        """Bindings of a name inside a class, namespace or module, without a receiver, as `file` sees them."""
        if isinstance(atom, (ClassObject, SelfClass, Instance, SelfInstance)):
            return self.in_class(atom.gid, name)[0]
        if isinstance(atom, Module):
            return self.evaluator.scopes.unit_member(atom.unit, name)
        if isinstance(atom, EXTERNAL):
            known = (
                self.evaluator.scopes.standard(file, [atom.name, name])
                if isinstance(atom, ExternalName) and file >= 0
                else NOTHING
            )
            return known if known.any else Found(atoms=(make_external_member(atom, name),))
        if not isinstance(atom, Namespace):
            return NOTHING
        self.queries.file_reads += 1
        gid = atom.gid
        program = self.program
        at, local = program.locate(gid)
        symbol = program.files[at].symbols[local]
        if file < 0:
            file = at
        program.reads.read_added(gid, name)
        program.reads.read_name(at, name)
        parts = [gid]
        if symbol.flags & Flag.OPEN:
            key = (program.semantics[at].family or program.files[at].language, symbol.qualname)
            program.reads.read_fact("space", *key)
            program.reads.read_fact("bound in", *key, name)
            refs = self.evaluator.scopes.wildcards.nearest(file, program.namespace_names(key).get(name, []))
            parts = program.namespaces.get(key, parts)
        else:
            expr = program.files[at].names.get(local, {}).get(name)
            refs = [(at, expr)] if expr else []
        added = self.evaluator.classes.added.get(gid, {}).get(name)
        if refs or added:
            nearer = nearer_behind(self.evaluator.scopes, file, parts, name, refs) if not added else NOTHING
            return nearer if nearer.refs else Found((*refs, *(added or ())))
        for part in parts:
            at, inner = program.locate(part)
            program.reads.read_fact("stars", at)
            wildcards = self.evaluator.scopes.wildcards
            if program.has_stars(at, inner) and (not symbol.flags & Flag.OPEN or wildcards.sees(file, at)):
                found = wildcards.member(at, inner, name)
                if found.refs or found.atoms:
                    return found
        return behind(self.evaluator.scopes, file, parts, name)

    def implicit(self, gid: int, name: str) -> tuple[Found, Value]:
        """A member named without a receiver inside its class."""
        found, owner, _ = self.in_class(gid, name)
        if not (found.refs or found.atoms) or owner < 0:
            return NOTHING, UNKNOWN
        return found, take(
            self, self.program.file_of[gid], make_self_instance(gid), found, owner, make_self_instance(gid), name
        )

    def attribute(self, file: int, atom: Atom, name: str, hops: int = 0) -> Value:
        """Value of `atom.name`. Kept for what is quickly compared."""
        if hops or (atom.arguments if isinstance(atom, APPLIED) else type(atom) not in PLAIN):
            return self._attribute(file, atom, name, hops)
        return self.find_attribute(file, atom, name)

    def _compute_attribute(self, file: int, atom: Atom, name: str) -> Value:
        """Return what an attribute holds, as most files see it."""
        return self._attribute(file, atom, name)

    def _attribute(self, file: int, atom: Atom, name: str, hops: int = 0) -> Value:
        if name == "__class__" and isinstance(atom, CLASS_OBJECTS):
            return UNKNOWN
        if name == "__class__" and isinstance(atom, INSTANCES):
            return (make_class(atom.gid, ()),)
        if type(atom) in COMPOSED:
            if isinstance(atom, AliasUnion):
                return join([self.attribute(file, each, name) for each in common(self.evaluator, file, atom.gid, name)])
            if isinstance(atom, MappingLiteral) and self.program.semantics[file].members.is_prototype_based:
                stored = [value for text, value in atom.items if text == name]
                return join(stored) if stored else self.attribute(file, make_instance(atom.gid, ()), name)
            if isinstance(atom, TupleInstance) and name.isdigit():
                return atom.elements[int(name)] if int(name) < len(atom.elements) else UNKNOWN
        atom = declared_class(self.evaluator, atom)
        found, owner, receiver = self.find(file, atom, name)
        if found.refs or found.atoms:
            value = take(self, file, atom, found, owner, receiver, name)
            if not value and isinstance(atom, (SelfInstance, SelfClass)):
                return set_below(self.evaluator, file, atom, found, name)
            return value
        semantics = self.program.semantics[file]
        if (
            hops < MAX_DEREFERENCES
            and isinstance(atom, (Instance, SelfInstance, TypeVariable))
            and name not in semantics.protocols.dereference_members
        ):
            if semantics.protocols.special_prefix and name.startswith(semantics.protocols.special_prefix):
                return UNKNOWN  # what the language itself asks for is asked of classes
            inner = self.dereference(file, atom)
            if inner:
                return join([self.attribute(file, each, name, hops + 1) for each in inner if each != atom])
            any_property = semantics.members.property_member
            if any_property and name != any_property and not name.startswith("["):
                return self.run(file, atom, (any_property,))
        return UNKNOWN

    def arguments(self, atom: Atom, owner: int) -> Bindings:
        """What the type parameters of class `owner` are for this receiver."""
        classes = self.evaluator.classes
        if isinstance(atom, TypeVariable):
            return variable_arguments(self, atom, owner)
        if not isinstance(atom, (Instance, SelfInstance, ClassObject)):
            return {}
        names = classes.parameters(owner)
        if not names:
            return {}
        if isinstance(atom, Instance):
            given = atom
        else:
            own = classes.own_arguments(atom.gid) if isinstance(atom, SelfInstance) else atom.arguments
            given = make_instance(atom.gid, own)
        arguments = self.evaluator.types.seen_as(given, owner)
        if arguments:
            return dict(zip(((owner, name) for name in names), arguments, strict=False))
        if not self.program.semantics[self.program.file_of[owner]].inference.has_inferred_results:
            return {}
        # Left out: nothing is known of them.
        return {(owner, name): self.bound(make_type_variable(owner, name)) for name in names}

    def run(
        self, file: int, atom: Atom, names: tuple[str, ...], hops: int = 0, passed: tuple[Value, ...] = ()
    ) -> Value:
        """Result of calling the named members one after another; a missing one is passed over. Unknown if none is."""
        current: Value = (atom,)
        ran = False
        for name in names:
            if not name:
                continue
            results: list[Value] = []
            for each in current:
                for method in self.attribute(file, each, name, hops) if not isinstance(each, EXTERNAL) else ():
                    if isinstance(method, CALLABLES):
                        results.append(self.evaluator.calls.result(file, method, passed, (), 0))
                        ran = True
            if results:
                current = join(results)
        return current if ran else UNKNOWN

    def iterate(self, file: int, atom: Atom, keys: bool = False) -> Value:
        """An element of what an iteration over `atom` gives, or a key of it."""
        semantics = self.program.semantics[file]
        if semantics.protocols.key_member:
            if isinstance(atom, MappingLiteral):
                return atom.key if keys else join([value for _, value in atom.items])
            if keys and isinstance(atom, SEQUENCES):
                return UNKNOWN
            shapes = (
                (atom,)
                if isinstance(atom, FunctionType)
                else self.evaluator.classes.shapes(atom)
                if isinstance(atom, INSTANCES)
                else ()
            )
            if shapes:
                return join([self.pushed(shape, keys) for shape in shapes])
            if isinstance(atom, ExternalInstance):
                return (make_external_instance(f"{atom.name}[]"),)
            if keys:
                return self.run(file, atom, (semantics.protocols.key_member,))
        if isinstance(atom, ListLiteral):
            return join(atom.elements)
        if isinstance(atom, TupleInstance):
            return join(atom.elements)
        if isinstance(atom, MappingLiteral):
            return atom.key
        if isinstance(atom, CLASS_OBJECTS):
            return (make_instance(atom.gid, ()),) if self.program.symbol(atom.gid).kind == SymbolKind.ENUM else UNKNOWN
        return self.run(file, atom, semantics.protocols.iteration_members)

    def pushed(self, shape: FunctionType, keys: bool) -> Value:
        """What an iterator function hands to its callback: `func(yield func(K, V) bool)`."""
        for callback in shape.parameters[0] if shape.parameters else ():
            if isinstance(callback, FunctionType) and callback.parameters:
                return callback.parameters[0 if keys else -1]
        return UNKNOWN

    def dereference(self, file: int, atom: Atom) -> Value:
        """What a pointer-like value points to; unknown when it is no pointer."""
        if isinstance(atom, TypeVariable):
            return self.bound(atom)
        if not isinstance(atom, INSTANCES):
            return UNKNOWN
        delegate = self.program.semantics[file].members.delegate_member
        if delegate:
            return self.attribute(file, atom, delegate, MAX_DEREFERENCES)
        members = self.program.semantics[file].protocols.dereference_members
        # The operator is looked for on the value itself: what it points to has operators of its own.
        for member in members[:2]:
            inner = self.run(file, atom, (member,), MAX_DEREFERENCES)
            if inner:
                return inner
        return UNKNOWN

    def is_class(self, gid: int) -> bool:
        return is_class(self.program.symbol(gid))
