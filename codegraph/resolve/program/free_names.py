"""Resolution of free names to bindings, from the innermost scope outwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.external_names import ExternalNames
from codegraph.resolve.program.nesting import find_constant
from codegraph.resolve.program.program import IS_CLASS, IS_OPEN, Ref, is_class
from codegraph.resolve.types.abstract_values import (
    UNKNOWN,
    ClassObject,
    ExternalName,
    Origin,
    Value,
    make_class,
    make_namespace,
    make_type_variable,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class Names:
    """Name lookup.

    The result for a NAME expression is kept, since values, entities and evidence all ask for it.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.outside = ExternalNames(evaluator)
        self.type_imports: dict[int, frozenset[str]] = {}  # file → names that its imports bind to types alone
        self.follow = self.queries.define_query(self._compute_follow, insensitive=True)
        self.look_up = self.queries.define_query(self._compute_look_up, by_file=True)

    def _compute_follow(self, refs: tuple[Ref, ...], name: str) -> Binding:
        """Return the bindings of `name` inside what other bindings mean.

        These are classes or namespaces that a path leads to.
        """
        refs_out: list[Ref] = []
        atoms: list[Origin] = []
        for ref in refs:
            for atom in self.evaluator.evaluate_ref(ref):
                found = self.evaluator.members.find_static(atom, name, ref[0])
                refs_out.extend(r for r in found.refs if r not in refs_out)
                atoms.extend(a for a in found.atoms if a not in atoms)
        return Binding(tuple(refs_out), tuple(atoms)) if refs_out or atoms else NOTHING

    def follow_own(self, refs: tuple[Ref, ...], name: str) -> Binding:
        """Return the bindings of `name` that classes themselves declare.

        The classes, or namespaces, are what other bindings mean.
        """
        refs_out: dict[Ref, None] = {}
        atoms: dict[Origin, None] = {}
        for ref in refs:
            for atom in self.evaluator.evaluate_ref(ref):
                if isinstance(atom, ClassObject):
                    refs_out.update(dict.fromkeys(self.evaluator.classes.find_own(atom.gid, name)))
                else:
                    found = self.evaluator.members.find_static(atom, name, ref[0])
                    refs_out.update(dict.fromkeys(found.refs))
                    atoms.update(dict.fromkeys(found.atoms))
        return Binding(tuple(refs_out), tuple(atoms)) if refs_out or atoms else NOTHING

    def _compute_look_up(self, file: int, index: int) -> tuple[Binding, Value]:
        """Look up a NAME expression for values, entities and evidence."""
        expr = self.evaluator.exprs[file][index]
        found, value = self.resolve_name(file, expr[1], expr[2])
        if not found.any and not value and self.program.semantics[file].lookup.has_external_names:
            found = self.outside.find(file, index)
        return found, value

    def find_value(self, file: int, index: int) -> Binding | None:
        """Return the binding of a name in a value where an import binds a type alone.

        The name is that of a global then, or unbound. Returns None for any other expression.
        """
        expr = self.evaluator.exprs[file][index]
        if expr[0] != ops.NAME or self.program.semantics[file].lookup.type_namespace != "separate":
            return None
        facts = self.program.files[file]
        bound = self.type_imports.get(file)
        if bound is None:
            names = (entry.alias for entry in facts.imports if entry.kind == "type" and entry.name)
            bound = self.type_imports[file] = frozenset(names)
        if expr[1] not in bound:
            return None
        refs = self.look_up(file, index)[0].refs
        if len(refs) != 1 or refs[0][0] != file:
            return None
        meant = facts.exprs[refs[0][1]]
        if meant[0] != ops.IMPORT or facts.imports[int(meant[1])].kind != "type":
            return None
        return self.evaluator.scopes.find_ambient(file, expr[1])

    def resolve_name(self, file: int, name: str, scope: int) -> tuple[Binding, Value]:
        """Resolve a free name from symbol `scope` outwards.

        Returns its bindings, or directly a value (type variable, implicit member).
        """
        program = self.program
        facts = program.files[file]
        names, symbols, offset = facts.names, facts.symbols, program.offsets[file]
        semantics = program.semantics[file]
        if semantics.lookup.class_scope == "nesting":
            return find_constant(self.evaluator, file, name, scope)
        class_scope, inherits_overloads = semantics.lookup.class_scope, semantics.overloads.has_inherited_overloads
        start, marks, reads = scope, program.marks, program.reads
        guess = NOTHING
        reads.read_name(file, name)
        while scope > 0:
            reads.read_scope(offset + scope, file)
            parameters = facts.type_params.get(scope)
            if parameters and any(name == each for each, _ in parameters):
                parameter = (offset + scope, name)
                return NOTHING, (make_type_variable(*self.evaluator.classes.same.get(parameter, parameter)),)
            mark = marks[offset + scope]
            a_class = mark & IS_CLASS
            if mark & IS_OPEN:
                found = self.evaluator.members.find_static(make_namespace(offset + scope), name)
                if found.refs or found.atoms:
                    return found, UNKNOWN
            elif a_class and class_scope == "receiver":
                pass
            elif a_class and inherits_overloads and self.evaluator.members.can_inherit_overloads(offset + scope, name):
                pass  # its own definitions are found together with those of its bases
            elif mark != IS_CLASS or (scope == start and class_scope != "path") or class_scope == "methods":
                own = names.get(scope)
                if own is not None:
                    expr = own.get(name)
                    if expr is not None:  # 0: bound to something unknown, which hides outer names all the same
                        return Binding(((file, expr),)), UNKNOWN
                if scope in facts.stars:
                    found = self.evaluator.scopes.wildcards.find_member(file, scope, name)
                    if found.refs or any(not isinstance(atom, ExternalName) for atom in found.atoms):
                        return found, UNKNOWN
                    if found.atoms:  # what is outside the tree may have any name, or none
                        guess = guess if guess.any else found
            if class_scope == "methods":
                classes = self.evaluator.classes
                home = classes.find_whole(offset + scope) if a_class else classes.attached.get(offset + scope, -1)
                if home >= 0 and not marks[home] & IS_OPEN:
                    found, value = self.evaluator.members.find_implicit(home, name)
                    if found.refs or found.atoms or value:
                        return found, value
                home = self.evaluator.classes.attached.get(offset + scope, -1)
                if home >= 0:
                    found = self.find_enclosing(file, home, name)
                    if found.refs or found.atoms:
                        return found, UNKNOWN
            scope = symbols[scope].parent
        own = names.get(0)
        expr = own.get(name) if own is not None else None
        # mostly, and then nothing else is read
        if expr and not semantics.lookup.method_suffix and not semantics.lookup.is_argument_dependent:
            return Binding(((file, expr),)), UNKNOWN
        found = self.evaluator.scopes.top(file, name)
        return found if found.any else guess, UNKNOWN

    def find_enclosing(self, file: int, gid: int, name: str) -> Binding:
        """Return the binding of a name in a class and what encloses the class.

        These are classes and namespaces. This serves members that are defined outside their class.
        """
        program = self.program
        above = gid
        while above >= 0:
            symbol = program.get_symbol(above)
            self.evaluator.reads.read_extra(above)
            if is_class(symbol):
                found = (
                    Binding(((-1, above),))
                    if symbol.name == name
                    else self.evaluator.members.find_static(make_class(above, ()), name)
                )
            elif symbol.flags & Flag.OPEN:
                found = self.evaluator.members.find_static(make_namespace(above), name, file)
            else:
                return NOTHING
            if found.refs or found.atoms:
                return found
            above = self.evaluator.classes.attached.get(above, program.get_parent(above))
        return NOTHING
