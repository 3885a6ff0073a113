"""Wildcard imports: names that a scope takes from others."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding, join_bindings
from codegraph.resolve.program.declaration_spaces import list_union_members
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import Module
from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.program.scopes import Scopes


class Wildcards:
    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes
        self.program = scopes.program
        self.queries = scopes.queries
        self.included: Container[int] | None = None  # files whose names others take, where that is known
        self._asked: list[tuple[int, int, str]] = []  # wildcards that are being asked for a name
        self._find_plain = self.queries.define_query(self._compute_plain)
        self._used = self.queries.define_query(self._compute_used)
        self.visible = self.queries.define_query(self._compute_visible)
        self._find_included = self.queries.define_query(self._compute_included)

    def find_member(self, file: int, scope: int, name: str) -> Binding:
        """Return the binding of a name that a wildcard of this scope brings in."""
        reads = self.program.reads
        reads.read_fact("stars", file)
        # most names are nowhere
        if not scope and self.program.semantics[file].linkage.is_external and not reads.are_recorded:
            plain = self.queries.find_final(self._find_plain, file)
            if plain and plain[0].isdisjoint(self.program.holders.get(name, ())):
                return NOTHING
        if reads.are_recorded and not self.program.has_stars(file, scope):  # facts that may not be loaded
            return NOTHING
        facts, private = self.program.files[file], NOTHING
        for expr in facts.stars.get(scope, ()):
            expression = facts.exprs[expr]
            if expression[0] == ops.IMPORT:
                source = self.scopes.imported(file, expression[1])
                position: int = expression[1]
                if source.refs and facts.imports[position].kind == "type" and self._is_member(file, name):
                    continue
                for atom in source.atoms:
                    if isinstance(atom, Module):
                        found = self.scopes.find_starred_member(atom.unit, name)
                    else:
                        found = self.scopes.find_in_prelude(file, [*atom.name.split("."), name])
                    if self._is_private(found):
                        private = private if private.any else found
                    elif self.scopes.can_resolve(found):
                        return found._replace(sure=False) if facts.imports[position].kind == "elsewhere" else found
                if source.refs:
                    if self.program.semantics[file].modules.has_own_wildcards:
                        found = self.scopes.follow_own(source.refs, name)
                    else:
                        found = self._find_in_namespaces(file, expr, source.refs, name)
                    if self.scopes.can_resolve(found):
                        return found
            else:
                parts = tuple((file, part) for part in list_union_members(facts.exprs, expr))
                found = self._find_in_namespaces(file, expr, parts, name)
                if self._is_private(found):
                    private = private if private.any else found
                elif self.scopes.can_resolve(found):
                    return found
        return private

    def gather_members(self, file: int, name: str) -> Binding:
        """Return the bindings of a name that all wildcards of a file bring in together."""
        self.program.reads.read_fact("stars", file)
        facts, scopes = self.program.files[file], self.scopes
        found: list[Binding] = []
        for expr in facts.stars.get(0, ()):
            if facts.exprs[expr][0] == ops.IMPORT:
                source = scopes.imported(file, facts.exprs[expr][1])
                for atom in source.atoms:
                    if isinstance(atom, Module):
                        found.append(scopes.find_starred_member(atom.unit, name))
                    else:
                        found.append(scopes.find_in_prelude(file, [*atom.name.split("."), name]))
                if source.refs:
                    found.append(scopes.follow_own(source.refs, name))
        return join_bindings(found)

    def _find_in_namespaces(self, file: int, expr: int, refs: tuple[Ref, ...], name: str) -> Binding:
        """Return the binding of a name in the namespaces that a wildcard names.

        `refs` are those namespaces. Namespaces may use one another, or themselves. A lookup that comes back to a
        wildcard that is being asked finds nothing there that is not found without it.
        """
        asked = (file, expr, name)
        if asked in self._asked:
            if asked != self._asked[-1]:  # what lies between the two is not all that it has
                self.queries.note_cycle()
            return NOTHING
        self._asked.append(asked)
        found = self.scopes.follow(refs, name) if len(refs) == 1 else self._follow_each(refs, name)
        self._asked.pop()
        return found

    def _follow_each(self, refs: tuple[Ref, ...], name: str) -> Binding:
        """Return a name of several namespaces, whichever a build has.

        Where one of them offers the name, private imports of the others do not count.
        """
        each = [self.scopes.follow((ref,), name) for ref in refs]
        private = [found for found in each if self._is_private(found)]
        offered = [found for found in each if found.any and found not in private] or private[:1]
        return join_bindings(offered)

    def _is_private(self, found: Binding) -> bool:
        """Return whether a binding is a private import of its module.

        Modules inside that one see it, but what another wildcard brings takes precedence.
        """
        for file, expr in found.refs:
            expression = self.program.files[file].exprs[expr] if file >= 0 else ()
            if not expression or expression[0] != ops.IMPORT:
                return False
            position: int = expression[1]
            if self.program.files[file].imports[position].kind != "use":
                return False
        return bool(found.refs) and not found.atoms

    def _is_member(self, file: int, name: str) -> bool:
        """Return whether a name can only be that of a method.

        A wildcard for the types inside a type does not bring methods.
        """
        suffix = self.program.semantics[file].lookup.method_suffix
        return bool(suffix) and name.endswith(suffix)

    def _compute_plain(self, file: int) -> tuple[frozenset[int], ...]:
        """Return the files that wildcards bring in, where these bring nothing more.

        Mostly none binds a name, and they need not all be searched.
        """
        found = self.visible(file)
        return (found,) if all(map(self._is_plain, found)) else ()

    def _is_plain(self, file: int) -> bool:
        """Return whether the wildcards of a file bring in only what files bind."""
        facts, prelude = self.program.files[file], self.program.prelude[file]
        if prelude >= 0 and self.program.files[prelude].exports is not None:
            return False
        exprs = [facts.exprs[expr] for expr in facts.stars.get(0, ())]
        return all(e[0] == ops.IMPORT and not self.scopes.imported(file, e[1]).refs for e in exprs)

    def can_see(self, file: int, other: int) -> bool:
        """Return whether the declarations of another file are visible in this one."""
        return file == other or other in self.visible(file)

    def add_visible_overloads(self, file: int, name: str, found: Binding) -> Binding:
        """Add visible functions of the same name with other parameters.

        Applies to functions of no namespace. A call chooses among all functions that were read above it, wherever they
        stand, and among those of used namespaces.
        """
        program = self.program
        shapes = self._list_signatures(found)
        if not shapes:
            return found
        family = program.semantics[file].family or program.files[file].language
        program.reads.read_fact("linked", family, name)
        more: list[Ref] = []
        if any(self._find_signature(gid) not in shapes for gid in program.linked.get((family, name), ())):
            for other in sorted(self.visible(file), key=program.rank.__getitem__):
                program.reads.read_name(other, name)
                expr = program.get_names(other).get(name)
                more += ((other, expr),) if expr else ()
        for at, expr in self._used(file):
            more += self._find_in_namespaces(at, expr, ((at, expr),), name).refs
        refs = list(found.refs)
        for ref in more:
            own = self._list_signatures(Binding((ref,)))
            if ref not in refs and own and not own <= shapes:
                refs.append(ref)
                shapes |= own
        return found._replace(refs=tuple(refs)) if len(refs) > len(found.refs) else found

    def _list_signatures(self, found: Binding) -> set[tuple[str, ...]]:
        """Return the parameter types of the functions of a binding.

        Returns nothing where it binds anything else.
        """
        shapes: set[tuple[str, ...]] = set()
        for file, index in found.refs:
            expr = self.program.files[file].exprs[index] if file >= 0 else ()
            for part in expr[1:] if expr and expr[0] == ops.UNION else (index,):
                each = self.program.files[file].exprs[part] if file >= 0 else ()
                shape = (
                    self._find_signature(self.program.offsets[file] + each[1]) if each and each[0] == ops.SYM else None
                )
                if shape is None:
                    return set()
                shapes.add(shape)
        return set() if found.atoms else shapes

    def _find_signature(self, gid: int) -> tuple[str, ...] | None:
        symbol = self.program.get_symbol(gid)
        return tuple(p.type for p in symbol.parameters) if symbol.kind == SymbolKind.FUNCTION else None

    def _compute_used(self, file: int) -> tuple[Ref, ...]:
        """Return the namespaces that a file, or what it sees, uses at top level."""
        found: list[Ref] = []
        for other in sorted(self.visible(file), key=self.program.rank.__getitem__):
            self.program.reads.read_fact("stars", other)
            facts = self.program.files[other]
            found += [(other, expr) for expr in facts.stars.get(0, ()) if facts.exprs[expr][0] != ops.IMPORT]
        return tuple(found)

    def _compute_visible(self, file: int) -> frozenset[int]:
        """Return a file and the files whose names wildcards bring into it.

        They do so directly or through other files.
        """
        program = self.program
        seen, queue = {file}, [file]
        while queue:
            at = queue.pop()
            facts = program.files[at]
            program.reads.read_fact("stars", at)
            for expr in facts.stars.get(0, ()):
                expression = facts.exprs[expr]
                if expression[0] != ops.IMPORT:
                    continue
                for atom in self.scopes.imported(at, expression[1]).atoms:
                    program.reads.read_fact("unit", atom.unit if isinstance(atom, Module) else atom.name)
                    for other in program.units.get(atom.unit, ()) if isinstance(atom, Module) else ():
                        if other not in seen:
                            seen.add(other)
                            queue.append(other)
        return frozenset(seen)

    def is_included(self, file: int) -> bool:
        """Return whether some other file takes the names of a file by a wildcard."""
        self.program.reads.read_fact("included", file)
        return file in (self._find_included() if self.included is None else self.included)

    def _compute_included(self) -> frozenset[int]:
        program = self.program
        including = (file for file in program.order if program.semantics[file].linkage.is_external)
        return frozenset(each for file in including for each in self.find_included(file))

    def find_included(self, file: int) -> list[int]:
        """Return the files whose names a file takes by a wildcard of its own."""
        program, found = self.program, set[int]()
        facts = program.files[file]
        for expr in facts.stars.get(0, ()):
            expression = facts.exprs[expr]
            if expression[0] == ops.IMPORT:
                for atom in self.scopes.imported(file, expression[1]).atoms:
                    if isinstance(atom, Module):
                        program.reads.read_fact("unit", atom.unit)
                        found.update(program.units.get(atom.unit, ()))
        return sorted(found)

    def select_visible(self, file: int, refs: list[Ref]) -> list[Ref]:
        """Select the bindings of a name in an open namespace that `file` can see.

        Else those that it can link to are returned.
        """
        if len({ref[0] for ref in refs}) < 2:
            return refs
        seen = self.visible(file)
        return [r for r in refs if r[0] in seen] or [r for r in refs if not self.program.is_private(r)]
