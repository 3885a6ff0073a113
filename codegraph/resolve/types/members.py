"""Members of values: attribute, subscript, iteration and dereference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.linkage import score_shared_path
from codegraph.resolve.program.macro_namespaces import find_in_macro_namespace, find_nearer_in_macro_namespace
from codegraph.resolve.program.program import Ref, is_class
from codegraph.resolve.types.abstract_values import (  # fmt: skip
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
    NamedSymbol,
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
)
from codegraph.resolve.types.associated_types import (
    compute_variable_arguments,
    find_inherited_bound,
    is_tied,
    unwrap_metaclass,
)
from codegraph.resolve.types.descriptors import EXTENSION, is_written_through, read_member
from codegraph.resolve.types.dynamic_members import DynamicMembers
from codegraph.resolve.types.extension_visibility import select_applicable, select_visible_members
from codegraph.resolve.types.generics import Bindings
from codegraph.resolve.types.mro import Ancestor
from codegraph.resolve.types.overriding import select_inherited_overloads
from codegraph.resolve.types.singleton_members import find_singleton, find_singleton_member
from codegraph.resolve.types.static_members import find_on_side, select_function_side
from codegraph.resolve.types.synthesized_members import (
    find_decorated_member,
    find_metaclass_member,
    find_outside_member,
    find_subclass_value,
    find_super_member,
    select_inheritable,
)
from codegraph.resolve.types.unions import select_common
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_DEREFERENCES = 3
MAX_HOOKS = 8  # implementations of a hook that its caller's own class does not declare


NO_CLASSES: frozenset[int] = frozenset()

PLAIN = frozenset((Module, ExternalName, ExternalInstance, SelfInstance, SelfClass, AliasUnion))
"""Records that hold no others."""

COMPOSED = frozenset((AliasUnion, MappingLiteral, TupleInstance))
"""Records that are asked part by part."""


class Members:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.dynamic = DynamicMembers(self)
        families: dict[str, set[bool]] = {}
        for spec in self.program.specs.values():
            scoped = families.setdefault(spec.semantics.family or spec.name, set())
            scoped.add(bool(spec.semantics.lookup.extension_prefix))
        self.is_mixed = any(len(scoped) > 1 for scoped in families.values())
        self.in_class = self.queries.define_query(self._compute_in_class)
        self.below = self.queries.define_query(self._compute_below)
        self.bound = self.queries.define_query(self._compute_bound)
        self.find_attribute = self.queries.define_query(self._compute_attribute, shared=True)

    def _compute_in_class(self, gid: int, name: str) -> tuple[Binding, int, bool]:
        """Find `name` along the linearization of a class.

        Returns its bindings, the class they were found in, and whether an unknown base may hide one.
        """
        above = self.evaluator.classes.linear(gid).sole
        if above >= 0 and not self.evaluator.classes.find_own(gid, name):
            return self.in_class(above, name)
        return self.find_in_bases(gid, name)

    def find_in_bases(
        self, gid: int, name: str, after: int = -1, among: frozenset[int] | None = None
    ) -> tuple[Binding, int, bool]:
        """Find what `in_class` finds in the classes after `after` (`super`).

        Only in the classes `among` its ancestors, where these are given.
        """
        classes = self.evaluator.classes
        line, hidden, _ = classes.linear(gid)
        result: tuple[Binding, int, bool] | None = None
        skipping = after >= 0
        closed = self._list_cast_interfaces(gid, line, name)
        for ancestor, _ in line:
            if skipping:
                skipping = ancestor != after
                continue
            if ancestor in closed or (among is not None and ancestor not in among):
                continue
            refs = classes.find_own(ancestor, name)
            if refs and len(line) > 1 and is_written_through(classes, line, ancestor, name):
                continue
            if (
                refs
                and ancestor != gid
                and after < 0
                and self.program.semantics[self.program.file_of[ancestor]].dispatch.has_hiding
            ):
                refs = select_inheritable(self.program, ancestor, refs)
            if refs and result is None:
                result = (Binding(refs + self.find_inherited_assignments(line, ancestor, name)), ancestor, hidden)
                if not self.can_inherit_overloads(gid, name):
                    break
            elif refs and result is not None:
                result = (
                    Binding((*result[0].refs, *select_inherited_overloads(self.program, result[0].refs, refs))),
                    result[1],
                    hidden,
                )
        if result is None:
            result = (NOTHING, -1, hidden)
            file = self.program.file_of[gid]
            root = self.program.semantics[file].builtins.root_class
            is_rooted = bool(root) and (not hidden or classes.has_outside_mixin(gid))
            top = self.evaluator.types.find_builtin(file, root) if is_rooted else -1
            if top >= 0 and top != gid:
                refs = classes.find_own(top, name)
                if refs:
                    result = (Binding(refs), top, hidden)
        return result

    def _list_cast_interfaces(self, gid: int, line: tuple[Ancestor, ...], name: str) -> frozenset[int]:
        """Return the interfaces of a class whose member of a name it does not have itself.

        A class of the prelude declares only a part of what it has: the rest is its interfaces'. Iteration casts.
        """
        program = self.program
        semantics = program.semantics[program.file_of[gid]]
        is_cast = semantics.dispatch.has_interface_members or name in semantics.protocols.iteration_members
        if len(line) < 2 or is_cast:
            return NO_CLASSES
        above = [ancestor for ancestor, _ in line]
        interfaces = {each for each in above if program.get_symbol(each).kind == SymbolKind.INTERFACE}
        if gid in interfaces or not interfaces:
            return NO_CLASSES
        for each in above:
            if each >= program.end and each not in interfaces:
                interfaces.difference_update(ancestor for ancestor, _ in self.evaluator.classes.linear(each)[0])
        return frozenset(interfaces)

    def find_inherited_assignments(self, line: tuple[Ancestor, ...], owner: int, name: str) -> tuple[Ref, ...]:
        """Return what methods of the classes above assign to an instance attribute."""
        if not self.evaluator.classes.is_instance_attribute(owner, name):
            return ()
        found: list[Ref] = []
        above = False
        for ancestor, _ in line:
            if above and self.evaluator.classes.is_instance_attribute(ancestor, name):
                found.extend(self.evaluator.classes.find_own(ancestor, name))
            above = above or ancestor == owner
        return tuple(found)

    def can_inherit_overloads(self, gid: int, name: str) -> bool:
        """Return whether bases can add overloads to a name."""
        semantics = self.program.semantics[self.program.file_of[gid]]
        suffix = semantics.lookup.method_suffix
        return (
            semantics.overloads.has_inherited_overloads
            and name.endswith(suffix)
            and name not in semantics.construction.constructors
        )

    def find(self, file: int, atom: Atom, name: str) -> tuple[Binding, int, Atom | None]:
        """Find the bindings of a member.

        Returns them with the class they were found in (-1: none) and the receiver they are bound to.
        """
        atom = unwrap_metaclass(self.evaluator, atom)
        if self.is_mixed:
            self.queries.file_reads += 1  # languages of one family see different members
        if self.program.semantics[file].lookup.extension_prefix:
            return self.find_with_extensions(file, atom, name)
        return self.find_plain(file, atom, name)

    def find_with_extensions(self, file: int, atom: Atom, name: str) -> tuple[Binding, int, Atom | None]:
        """Find a member, else an extension that the file knows: a member takes precedence."""
        own = self.evaluator.types.as_counterpart(file, atom)
        if own is not atom:
            self.queries.file_reads += 1
        atom = own
        found, owner, receiver = self.find_plain(file, atom, name)
        if found.refs and not (owner >= 0 and self.is_hidden_field(file, owner, found)):
            return found, owner, receiver
        self.queries.file_reads += 1  # what else there is depends on the file
        if self.find_accessor(file, atom, name)[0].refs:
            return NOTHING, -1, None  # its value is that of a call
        single = self.evaluator.implicit_receivers.as_single_instance(atom)
        if single is not atom and not found.any:
            found, owner, receiver = self.find_plain(file, single, name)  # what the companion inherits
            if found.refs:
                return found, owner, receiver
        extension = self.evaluator.extensions.find(file, atom, name)
        if extension.any:
            return extension, EXTENSION, self.evaluator.implicit_receivers.as_single_instance(atom)
        return found, owner, receiver

    def is_hidden_field(self, file: int, owner: int, found: Binding) -> bool:
        """Return whether a member is a private field of another language's class."""
        program = self.program
        if program.files[program.file_of[owner]].language == program.files[file].language:
            return False
        entities = self.evaluator.found_entities(found)
        return bool(entities) and all(
            isinstance(each, NamedSymbol)
            and program.get_symbol(each.gid).kind == SymbolKind.FIELD
            and program.get_symbol(each.gid).visibility == "private"
            for each in entities
        )

    def find_accessor(self, file: int, atom: Atom, name: str) -> tuple[Binding, int, Atom | None]:
        """Find the method of another language that reads a property."""
        semantics = self.program.semantics[file]
        prefix, suffix = semantics.members.accessor_prefix, semantics.lookup.method_suffix
        if not prefix or name.endswith(suffix) or not isinstance(atom, INSTANCES):
            return NOTHING, -1, None
        for key in (f"{prefix}{name[:1].upper()}{name[1:]}{suffix}", name + suffix if name.startswith("is") else ""):
            found, owner, receiver = self.find_plain(file, atom, key) if key else (NOTHING, -1, None)
            if (
                found.refs
                and owner >= 0
                and not self.program.semantics[self.program.file_of[owner]].members.accessor_prefix
            ):
                return found, owner, receiver
        return NOTHING, -1, None

    def find_plain(self, file: int, atom: Atom, name: str) -> tuple[Binding, int, Atom | None]:
        """Find the bindings of a member, without extensions that scopes know."""
        if isinstance(atom, INSTANCES):
            found, owner, hidden = self.find_on_side(atom.gid, name, static=False)
            if not (found.refs or found.atoms) and isinstance(atom, SelfInstance) and not hidden:
                found, owner = self.below(atom.gid, name)
            if not (found.refs or found.atoms) and (extension := self.find_extension_member(file, atom.gid, name)).refs:
                return extension, -1, atom
            if not (found.refs or found.atoms) and hidden:
                return find_outside_member(self.evaluator, atom.gid, name), -1, None
            if not found.refs and not found.atoms and self.is_global(file, atom.gid):
                self.queries.file_reads += 1
                return self.evaluator.scopes.find_ambient(file, name), -1, None
            if len(found.refs) > 1 and owner >= 0:
                found = Binding(select_function_side(self.evaluator, owner, found.refs, instance=True), found.atoms)
            found = select_applicable(self.evaluator, found, atom) if isinstance(atom, Instance) else found
            return self.select_nearest(file, found, owner), owner, atom
        if isinstance(atom, CLASS_OBJECTS) and (prefix := self.program.semantics[file].members.class_prefix):
            return find_singleton_member(self, file, atom, name, prefix)
        if isinstance(atom, CLASS_OBJECTS):
            found, owner, hidden = self.find_on_side(atom.gid, name, static=True)
            if found.refs or found.atoms:
                return found, owner, None
            if (extension := self.find_extension_member(file, atom.gid, name)).refs:
                return extension, -1, None
            if hidden:
                return find_outside_member(self.evaluator, atom.gid, name), -1, None
            return find_metaclass_member(self.evaluator, atom, name)
        if isinstance(atom, Super):
            return find_super_member(self.evaluator, file, atom, name)
        if isinstance(atom, (ListLiteral, MappingLiteral, LiteralValue, TupleInstance)):
            plain = self.evaluator.types.as_plain_instance(file, atom)
            return self.find(file, plain, name) if isinstance(plain, Instance) else (NOTHING, -1, None)
        if isinstance(atom, Module):
            found = self.evaluator.scopes.unit_member(atom.unit, name)
            if any(self.program.files[ref[0]].condition for ref in found.refs):
                self.queries.file_reads += 1
            return self.evaluator.scopes.select_for_build(file, found), -1, None
        if isinstance(atom, Namespace):
            return self.find_static(atom, name, file), -1, None
        if isinstance(atom, EXTERNAL):
            refs = select_visible_members(self.evaluator, file, self.evaluator.classes.outward(atom.name, name))
            if refs:
                return Binding(refs), -1, atom if isinstance(atom, ExternalInstance) else None
            known = (
                self.evaluator.scopes.find_in_prelude(file, [atom.name, name])
                if isinstance(atom, ExternalName)
                else NOTHING
            )
            return known if known.any else Binding(atoms=(make_external_member(atom, name),)), -1, None
        if isinstance(atom, TypeVariable):
            for bound in self.bound(atom):
                reached = self.find(file, bound, name)
                if reached[0].refs or reached[0].atoms:
                    return (reached[0], reached[1], atom) if is_tied(self, atom, reached[1], name) else reached
            root = self.program.semantics[file].builtins.root_class
            top = self.evaluator.types.find_builtin(file, root) if root else -1
            refs = self.evaluator.classes.find_own(top, name) if top >= 0 else ()
            if refs:  # whatever it stands for has what every class has
                return Binding(refs), top, make_instance(top, ())
        if isinstance(atom, Function):
            return self.find_function_member(atom.gid, name), -1, None
        return NOTHING, -1, None

    def find_on_side(self, gid: int, name: str, *, static: bool) -> tuple[Binding, int, bool]:
        """Find the member of a name on instances of a class, or on the class itself."""
        binding = self.in_class(gid, name)
        if binding[1] < 0 or not self.program.semantics[self.program.file_of[binding[1]]].members.is_prototype_based:
            return binding
        return find_on_side(self, gid, name, binding, static=static)

    def find_extension_member(self, file: int, gid: int, name: str) -> Binding:
        """Find a member that the tree adds to an interface from outside.

        The class has that interface, and the file sees the member.
        """
        return Binding(
            select_visible_members(self.evaluator, file, self.evaluator.classes.find_extension_member(gid, name))
        )

    def is_global(self, file: int, gid: int) -> bool:
        """Return whether the members of a type are names that need no import."""
        name = self.program.semantics[file].builtins.global_type
        return bool(name) and gid >= self.program.end and self.evaluator.types.find_builtin(file, name) == gid

    def select_nearest(self, file: int, found: Binding, owner: int) -> Binding:
        """Select the additions to an external class that are nearest to the caller.

        Several parts of the tree may add members to one class from outside.
        """
        program = self.program
        if len(found.refs) < 2 or owner < program.end or any(ref[0] >= 0 for ref in found.refs):
            return found
        self.queries.file_reads += 1
        here = program.files[file].path
        near = [score_shared_path(here, program.files[program.file_of[ref[1]]].path) for ref in found.refs]
        return Binding(
            tuple(ref for ref, score in zip(found.refs, near, strict=True) if score == max(near)), found.atoms
        )

    def _compute_below(self, gid: int, name: str) -> tuple[Binding, int]:
        """Find a member that only subclasses of the receiver's class define.

        It is the hook of a template method.
        """
        if not self.program.semantics[self.program.file_of[gid]].inference.has_inferred_results:
            return NOTHING, -1
        self.program.reads.read_subclasses(gid)
        refs: dict[Ref, None] = {}
        for subclass in self.evaluator.classes.subclasses.get(gid, ()):
            if self.is_double(gid, subclass):
                continue
            refs.update(dict.fromkeys(self.in_class(subclass, name)[0].refs))
        return (Binding(tuple(refs)), gid) if 0 < len(refs) <= MAX_HOOKS else (NOTHING, -1)

    def is_double(self, gid: int, subclass: int) -> bool:
        """Return whether a subclass is of a test where the class is not.

        Where classes are open, what it defines says nothing of the code that the class runs.
        """
        program = self.program
        file, at = program.file_of[gid], program.file_of[subclass]
        if not program.semantics[file].members.class_prefix or at == file:
            return False
        return bool(program.get_module_flags(at) & Flag.TEST and not program.get_module_flags(file) & Flag.TEST)

    def find_function_member(self, gid: int, name: str) -> Binding:
        """Find a property that code gave to a function object.

        Else it is a member of what decorators from outside replace the function with.
        """
        semantics = self.program.semantics[self.program.file_of[gid]]
        if semantics.members.class_prefix and name == semantics.protocols.call_member:
            return Binding(((-1, gid),))
        refs = select_function_side(self.evaluator, gid, self.evaluator.classes.find_own(gid, name), instance=False)
        return Binding(refs) if refs else find_decorated_member(self.evaluator, gid, name)

    def _compute_bound(self, atom: TypeVariable) -> Value:
        """Return the instances that a type variable's bound allows."""
        file, local = self.program.locate(atom.gid)
        evaluator = self.evaluator
        evaluator.reads.read_extra(atom.gid)
        bounds = [
            (file, e) for name, e in self.program.files[file].type_params.get(local, ()) if name == atom.name and e
        ]
        bounds += evaluator.classes.bounds.get((atom.gid, atom.name), ())
        found = join([evaluator.types.instantiate(at, expr) for at, expr in bounds])
        return tuple(each for each in found if not isinstance(each, TypeVariable)) or (
            find_inherited_bound(self, atom) if "::" in atom.name else UNKNOWN
        )

    def find_static(self, atom: Atom, name: str, file: int = -1) -> Binding:
        """Find a name inside a class, namespace or module without a receiver.

        The bindings are those that `file` sees.
        """
        if isinstance(atom, (ClassObject, SelfClass, Instance, SelfInstance)):
            return self.in_class(atom.gid, name)[0]
        if isinstance(atom, Module):
            return self.evaluator.scopes.unit_member(atom.unit, name)
        if isinstance(atom, EXTERNAL):
            known = (
                self.evaluator.scopes.find_in_prelude(file, [atom.name, name])
                if isinstance(atom, ExternalName) and file >= 0
                else NOTHING
            )
            return known if known.any else Binding(atoms=(make_external_member(atom, name),))
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
            refs = self.evaluator.scopes.wildcards.select_visible(file, program.list_namespace_names(key).get(name, []))
            parts = program.namespaces.get(key, parts)
        else:
            expr = program.files[at].names.get(local, {}).get(name)
            refs = [(at, expr)] if expr else []
        added = self.evaluator.classes.added.get(gid, {}).get(name)
        if refs or added:
            nearer = (
                find_nearer_in_macro_namespace(self.evaluator.scopes, file, parts, name, refs) if not added else NOTHING
            )
            return nearer if nearer.refs else Binding((*refs, *(added or ())))
        for part in parts:
            at, inner = program.locate(part)
            program.reads.read_fact("stars", at)
            wildcards = self.evaluator.scopes.wildcards
            if program.has_stars(at, inner) and (not symbol.flags & Flag.OPEN or wildcards.can_see(file, at)):
                found = wildcards.find_member(at, inner, name)
                if found.refs or found.atoms:
                    return found
        return find_in_macro_namespace(self.evaluator.scopes, file, parts, name)

    def find_implicit(self, gid: int, name: str) -> tuple[Binding, Value]:
        """Find a member that is named without a receiver inside its class."""
        found, owner, _ = self.in_class(gid, name)
        if not (found.refs or found.atoms) or owner < 0:
            return NOTHING, UNKNOWN
        return found, read_member(
            self, self.program.file_of[gid], make_self_instance(gid), found, owner, make_self_instance(gid), name
        )

    def evaluate_attribute(self, file: int, atom: Atom, name: str, hops: int = 0) -> Value:
        """Return the value of `atom.name`.

        The answer is kept for atoms that are quickly compared.
        """
        if hops or (atom.arguments if isinstance(atom, APPLIED) else type(atom) not in PLAIN):
            return self._evaluate_attribute(file, atom, name, hops)
        return self.find_attribute(file, atom, name)

    def _compute_attribute(self, file: int, atom: Atom, name: str) -> Value:
        """Return what an attribute holds, as most files see it."""
        return self._evaluate_attribute(file, atom, name)

    def _evaluate_attribute(self, file: int, atom: Atom, name: str, hops: int = 0) -> Value:
        if name == "__class__" and isinstance(atom, CLASS_OBJECTS):
            return UNKNOWN
        if name == "__class__" and isinstance(atom, INSTANCES):
            return (make_class(atom.gid, ()),)
        if type(atom) in COMPOSED:
            if isinstance(atom, AliasUnion):
                return join(
                    [
                        self.evaluate_attribute(file, each, name)
                        for each in select_common(self.evaluator, file, atom.gid, name)
                    ]
                )
            if isinstance(atom, MappingLiteral) and self.program.semantics[file].members.is_prototype_based:
                stored = [value for text, value in atom.items if text == name]
                return join(stored) if stored else self.evaluate_attribute(file, make_instance(atom.gid, ()), name)
            if isinstance(atom, TupleInstance) and name.isdigit():
                return atom.elements[int(name)] if int(name) < len(atom.elements) else UNKNOWN
        atom = unwrap_metaclass(self.evaluator, atom)
        if name == self.program.semantics[file].construction.factory_member and isinstance(atom, CLASS_OBJECTS):
            prefix = self.program.semantics[file].members.class_prefix
            if not find_singleton(self, atom.gid, name, prefix)[0].any:
                return (atom,)
        found, owner, receiver = self.find(file, atom, name)
        dynamic = self.dynamic.find_value(file, atom, name, found, owner)
        if dynamic is not None:
            return dynamic
        if found.refs or found.atoms:
            value = read_member(self, file, atom, found, owner, receiver, name)
            if not value and isinstance(atom, (SelfInstance, SelfClass)):
                return find_subclass_value(self.evaluator, file, atom, found, name)
            return value
        semantics = self.program.semantics[file]
        if semantics.members.accessor_prefix:
            found, owner, receiver = self.find_accessor(file, atom, name)
            if found.refs:
                methods = read_member(self, file, atom, found, owner, receiver, name)
                return join([self.evaluator.calls.evaluate_result(file, each, (), (), 0) for each in methods])
        if (
            hops < MAX_DEREFERENCES
            and (isinstance(atom, TypeVariable) or self.can_delegate(file, atom))
            and name not in semantics.protocols.dereference_members
        ):
            if semantics.protocols.special_prefix and name.startswith(semantics.protocols.special_prefix):
                return UNKNOWN  # what the language itself asks for is asked of classes
            inner = self.follow_pointer(file, atom)
            if inner:
                return join([self.evaluate_attribute(file, each, name, hops + 1) for each in inner if each != atom])
            any_property = semantics.members.property_member
            if any_property and name != any_property and not name.startswith("["):
                return self.call_members(file, atom, (any_property,))
        return UNKNOWN

    def bind_arguments(self, atom: Atom, owner: int) -> Bindings:
        """Bind the type parameters of class `owner` for a receiver."""
        classes = self.evaluator.classes
        if isinstance(atom, TypeVariable):
            return compute_variable_arguments(self, atom, owner)
        if not isinstance(atom, (Instance, SelfInstance, ClassObject)):
            return {}
        names = classes.parameters(owner)
        if not names:
            return {}
        if isinstance(atom, Instance):
            given = atom
        else:
            own = classes.build_own_arguments(atom.gid) if isinstance(atom, SelfInstance) else atom.arguments
            given = make_instance(atom.gid, own)
        arguments = self.evaluator.types.find_ancestor_arguments(given, owner)
        if arguments:
            return dict(zip(((owner, name) for name in names), arguments, strict=False))
        if not self.program.semantics[self.program.file_of[owner]].inference.has_inferred_results:
            return {}
        # Left out: nothing is known of them.
        return {(owner, name): self.bound(make_type_variable(owner, name)) for name in names}

    def call_members(
        self, file: int, atom: Atom, names: tuple[str, ...], hops: int = 0, passed: tuple[Value, ...] = ()
    ) -> Value:
        """Call the named members one after another, and return the last result.

        A missing one is skipped. The result is unknown if all are missing.
        """
        current: Value = (atom,)
        ran = False
        for name in names:
            if not name:
                continue
            results: list[Value] = []
            for each in current:
                for method in self.evaluate_attribute(file, each, name, hops) if not isinstance(each, EXTERNAL) else ():
                    if isinstance(method, CALLABLES):
                        results.append(self.evaluator.calls.evaluate_result(file, method, passed, (), 0))
                        ran = True
            if results:
                current = join(results)
        return current if ran else UNKNOWN

    def iterate(self, file: int, atom: Atom, keys: bool = False) -> Value:
        """Return an element, or a key, of an iteration over `atom`."""
        semantics = self.program.semantics[file]
        if semantics.protocols.key_member:
            if isinstance(atom, MappingLiteral):
                return atom.key if keys else join([value for _, value in atom.items])
            if keys and isinstance(atom, SEQUENCES):
                return UNKNOWN
            shapes = (
                (atom,)
                if isinstance(atom, FunctionType)
                else self.evaluator.classes.find_underlying_functions(atom)
                if isinstance(atom, INSTANCES)
                else ()
            )
            if shapes:
                return join([self.find_yielded(shape, keys) for shape in shapes])
            if isinstance(atom, ExternalInstance):
                return (make_external_instance(f"{atom.name}[]"),)
            if keys:
                return self.call_members(file, atom, (semantics.protocols.key_member,))
        if isinstance(atom, ListLiteral):
            return join(atom.elements)
        if isinstance(atom, TupleInstance):
            return join(atom.elements)
        if isinstance(atom, MappingLiteral):
            return atom.key
        if isinstance(atom, CLASS_OBJECTS):
            return (
                (make_instance(atom.gid, ()),) if self.program.get_symbol(atom.gid).kind == SymbolKind.ENUM else UNKNOWN
            )
        return self.call_members(file, atom, semantics.protocols.iteration_members)

    def find_yielded(self, shape: FunctionType, keys: bool) -> Value:
        """Return what an iterator function passes to its callback.

        An example is `func(yield func(K, V) bool)`.
        """
        for callback in shape.parameters[0] if shape.parameters else ():
            if isinstance(callback, FunctionType) and callback.parameters:
                return callback.parameters[0 if keys else -1]
        return UNKNOWN

    def can_delegate(self, file: int, atom: Atom) -> bool:
        """Return whether an atom may hand on what it is asked for.

        Objects may, and classes in languages in which these have members of their own.
        """
        if isinstance(atom, CLASS_OBJECTS):
            return bool(self.program.semantics[file].members.class_prefix)
        return isinstance(atom, (*INSTANCES, ListLiteral))

    def follow_pointer(self, file: int, atom: Atom) -> Value:
        """Return what a pointer-like value points to, unknown for others."""
        if isinstance(atom, TypeVariable):
            return self.bound(atom)
        if not self.can_delegate(file, atom):
            return UNKNOWN
        delegate = self.program.semantics[file].members.delegate_member
        if delegate:
            return self.evaluate_attribute(file, atom, delegate, MAX_DEREFERENCES)
        members = self.program.semantics[file].protocols.dereference_members
        # The operator is looked for on the value itself: what it points to has operators of its own.
        for member in members[:2]:
            inner = self.call_members(file, atom, (member,), MAX_DEREFERENCES)
            if inner:
                return inner
        return UNKNOWN

    def is_class(self, gid: int) -> bool:
        return is_class(self.program.get_symbol(gid))
