"""Resolution of names to bindings: scopes, imports, units, wildcards, preludes.

Nothing here evaluates a value. A lookup returns a `Binding`: refs (see `program.Ref`), module atoms and external atoms,
together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.resolve.memoised_query import Queries
from codegraph.resolve.program import shared_names
from codegraph.resolve.program.binding import NOTHING, Binding, join_bindings
from codegraph.resolve.program.macro_namespaces import find_behind
from codegraph.resolve.program.program import Program, Ref, iterate_alternatives, list_packages
from codegraph.resolve.program.wildcards import Wildcards
from codegraph.resolve.types.abstract_values import ExternalName, Module, Origin, make_external_name, make_module
from codegraph_parsers import ops

Follow = Callable[[tuple[Ref, ...], str], Binding]


def _follow_nowhere(refs: tuple[Ref, ...], name: str) -> Binding:
    return NOTHING


def _find_nothing(*_: object) -> Binding:
    """Return the result of a lookup that comes back to itself."""
    return NOTHING


class Scopes:
    def __init__(self, program: Program, queries: Queries) -> None:
        self.program = program
        self.queries = queries
        self.follow: Follow = _follow_nowhere  # member of bindings that are not modules; set by the evaluator
        self.follow_own: Follow = _follow_nowhere  # the same without bases of classes
        self._packages: dict[str, str] | None = None  # made when first asked for, unless it is known
        self.implied: dict[int, dict[str, int]] = {}  # file → names that imports without alias bind
        self.wildcards = Wildcards(self)
        self.find_package = self.queries.define_query(self._compute_package)
        self.imported = self.queries.define_query(self._compute_imported, cycle=_find_nothing, insensitive=True)
        self.unit_member = self.queries.define_query(self._compute_unit_member, cycle=_find_nothing, insensitive=True)
        self.find_starred_member = self.queries.define_query(
            self._compute_starred_member, cycle=_find_nothing, insensitive=True
        )
        self.get_behind = self.queries.define_query(self._compute_behind, cycle=_find_nothing, insensitive=True)
        self.find_levels = self.queries.define_query(self._compute_levels, cycle=lambda *_: (), insensitive=True)
        self.top = self.queries.define_query(self._compute_top, cycle=_find_nothing, insensitive=True)

    @property
    def packages(self) -> dict[str, str]:
        """Packages of outside modules, by module.

        The first import of a module in path order decides.
        """
        if self._packages is None:
            self._packages = {}
            for file in self.program.order:
                for module, package in list_packages(self.program, file):
                    self._packages.setdefault(module, package)
        return self._packages

    @packages.setter
    def packages(self, known: dict[str, str]) -> None:
        self._packages = known

    def _compute_package(self, name: str, separator: str) -> str:
        """Return the package of a name outside the tree, "" where no import gives one."""
        self.program.reads.read_fact("package", name)
        while name not in self.packages and separator in name:
            name = name.rpartition(separator)[0]
            self.program.reads.read_fact("package", name)
        return self.packages.get(name, "")

    def _compute_imported(self, file: int, index: int) -> Binding:
        """Find what an import binds."""
        program = self.program
        facts = program.files[file]
        project = program.project_of[file]
        entry = facts.imports[index]
        program.reads.read_fact("module", file, entry.module, entry.kind)
        if project is None:
            return Binding(
                atoms=(
                    make_external_name(".".join(part for part in (entry.module, entry.name) if part and part != "*")),
                )
            )
        target = project.resolve(facts.path, entry.module, entry.kind)
        names = list(target.rest)
        if entry.name and entry.name != "*":
            names.append(entry.name)
        if not target.units:
            if not target.external:
                return NOTHING
            declared = shared_names.find_declared_module(program, file, entry.module)
            known = self._find_declared(file, declared, names) if declared else NOTHING
            if known.any:
                return known
            standard = self.find_in_prelude(file, [*target.external.split("."), *names])
            return (
                standard if standard.any else Binding(atoms=(make_external_name(".".join([target.external, *names])),))
            )
        found = Binding(atoms=tuple(make_module(unit) for unit in target.units))
        if not names:
            whole = tuple(ref for unit in target.units for ref in self.find_module_value(unit))
            return Binding(whole) if whole else found
        for name in names:
            modules = found
            # What is only bound says itself whether a method is meant.
            found = (
                self.find_exact_member(file, found, name)
                if entry.kind == "bind"
                else self.find_member(file, found, name)
            )
            if self._is_own(file, index, found):  # `from . import name` inside the package: the submodule
                inner = [project.find_submodule(atom.unit, name) for atom in modules.atoms if isinstance(atom, Module)]
                found = Binding(atoms=tuple(make_module(unit) for unit in inner if unit))
            if not (found.refs or found.atoms):
                if target.external:
                    return Binding(atoms=(make_external_name(".".join([target.external, *names])),))
                made = (
                    program.semantics[file].linkage.has_generated_sources and entry.kind == "import" and modules.atoms
                )
                return Binding(atoms=(make_external_name(f"{entry.module}.{entry.name}"),)) if made else NOTHING
        return found

    def _find_declared(self, file: int, modules: tuple[Ref, ...], names: list[str]) -> Binding:
        """Return the binding of what is imported from a module that is only declared.

        Where the value of the module is one symbol, that symbol as a whole is bound.
        """
        found = Binding(modules)
        value = self.program.semantics[file].modules.export_assignment
        for name in names or ([value] if value else []):
            inner = self.find_exact_member(file, found, name)
            found = inner if names or inner.any else found
        return found

    def find_in_prelude(self, file: int, path: list[str]) -> Binding:
        """Return the binding of a dotted outside name in a prelude.

        Only preludes that export full names are asked.
        """
        prelude = self.program.prelude[file]
        exports = self.program.files[prelude].exports if prelude >= 0 else None
        for count in range(len(path), 1, -1) if exports else ():
            expr = exports.get(".".join(path[:count])) if exports else None
            if expr:
                found = Binding(((prelude, expr),))
                for name in path[count:]:
                    found = self.find_member(file, found, name)
                return found
        named = self.program.semantics[file].modules.locate_in_prelude
        place = named(".".join(path).split(".")) if exports and named else []
        return self.find_in_prelude(file, place) if place and place != path else NOTHING

    def find_member(self, file: int, found: Binding, name: str) -> Binding:
        """Return the member of a name, and methods of that name.

        It is a variable or type of a class; methods are looked up apart in languages that keep their names apart.
        """
        suffix = self.program.semantics[file].lookup.method_suffix
        inner = self.find_exact_member(file, found, name)
        prefix = self.program.semantics[file].lookup.extension_prefix
        if not suffix or not (found.refs or (prefix and all(isinstance(atom, Module) for atom in found.atoms))):
            return inner
        keys = [name + suffix]
        keys += [prefix + name + suffix, prefix + name] if prefix else []
        methods = [self.find_exact_member(file, found, key) for key in keys]
        return Binding(
            tuple(dict.fromkeys([*inner.refs, *(ref for each in methods for ref in each.refs)])),
            (*inner.atoms, *(atom for each in methods for atom in each.atoms)),
        )

    def _is_own(self, file: int, index: int, found: Binding) -> bool:
        """Return whether a lookup only led back to the import that asked."""
        exprs = self.program.files[file].exprs
        return not found.atoms and all(ref[0] == file and exprs[ref[1]] == (ops.IMPORT, index) for ref in found.refs)

    def find_exact_member(self, file: int, found: Binding, name: str) -> Binding:
        """Return the member with exactly the key `name`.

        Bindings that are not modules are left to the evaluator through `follow`.
        """
        refs: list[Ref] = []
        atoms: list[Origin] = []
        for atom in found.atoms:
            if isinstance(atom, Module):
                inner = self.select_for_build(file, self.unit_member(atom.unit, name))
                refs.extend(ref for ref in inner.refs if ref not in refs)
                atoms.extend(a for a in inner.atoms if a not in atoms)
            elif isinstance(atom, ExternalName):
                known = self.find_in_prelude(file, [atom.name, name])
                refs.extend(known.refs)
                atoms.extend(() if known.any else (make_external_name(f"{atom.name}.{name}"),))
        if found.refs:
            inner = self.follow(found.refs, name)
            refs.extend(ref for ref in inner.refs if ref not in refs)
            atoms.extend(a for a in inner.atoms if a not in atoms)
        return Binding(tuple(refs), tuple(atoms))

    def _compute_unit_member(self, unit: str, name: str) -> Binding:
        """Return the binding of a name of a unit.

        Its own names come first, then those that its wildcards bring, then a submodule or another share of it.
        """
        return self._find_unit_member(unit, name, star=False)

    def _compute_starred_member(self, unit: str, name: str) -> Binding:
        """Find a name that a wildcard takes from a unit."""
        return self._find_unit_member(unit, name, star=True)

    def _compute_behind(self, file: int, name: str) -> Binding:
        """Return a name of namespaces that macros open, as a file sees it."""
        return find_behind(self, file, name)

    def _find_unit_member(self, unit: str, name: str, *, star: bool) -> Binding:
        program = self.program
        refs: list[Ref] = []
        program.reads.read_fact("unit", unit)
        program.reads.read_fact("bound", unit, name)
        files = program.units.get(unit, ())
        modules = program.semantics[files[0]].modules if files else None
        if modules is not None and modules.has_explicit_exports:
            if modules.has_unit_scope:  # what its files import is theirs alone
                found = self._find_shared_member(unit, name)
                return found if found.any or star or not modules.has_nested_units else self._find_part(unit, name)
            if len(files) > 1:
                return self._find_declared_member(files, name, star)
        for file in files:
            exports = program.get_exports(file)
            if exports is not None and (star or program.semantics[file].modules.has_explicit_exports):
                expr = exports.get(name)
                if expr:
                    refs.append((file, expr))
            elif not (star and name.startswith("_") and not program.semantics[file].linkage.is_external):
                expr = program.get_names(file).get(name)
                if expr:
                    refs.append((file, expr))
        if refs:
            return Binding(tuple(refs))
        for file in files:
            exports = program.get_exports(file) if star else None
            hides = exports is not None and not program.semantics[file].modules.has_explicit_exports
            if hides and name not in (exports or ()):  # a listed name may itself come from a wildcard
                continue
            found = self.wildcards.find_member(file, 0, name)
            if found.refs or found.atoms:
                return found
        whole = self.find_module_value(unit)
        if whole and not star:
            return Binding(whole) if name == "default" else self.follow(whole, name)
        if not star:
            program.reads.read_fact("part", unit, name)
            inner = program.find_part(unit, name)
            if inner:
                return Binding(atoms=(make_module(inner),))
        return NOTHING

    def _find_shared_member(self, unit: str, name: str) -> Binding:
        """Return the binding of a name that files of a unit declare.

        Else another share of the same unit is asked.
        """
        refs = self.program.list_unit_names(unit).get(name)
        return Binding(tuple(refs)) if refs else self._find_in_other_share(unit, name)

    def select_for_build(self, file: int, found: Binding) -> Binding:
        """Drop the bindings that a build with `file` cannot have."""
        if self.program.semantics[file].linkage.build_variants != "files" or not found.refs:
            return found
        refs = tuple([ref for ref in found.refs if ref[0] < 0 or self.program.can_coexist(file, ref[0])])
        return found if len(refs) == len(found.refs) else Binding(refs, found.atoms)

    def _find_in_other_share(self, unit: str, name: str) -> Binding:
        """Return the binding of a name that only another share of a unit declares."""
        project = self.program.unit_project.get(unit)
        if project is None:
            return NOTHING
        self.program.reads.read_fact("part", unit, name)
        other = project.find_submodule(unit, name)
        return (
            self.unit_member(other, name)
            if other and project.list_names(other) == project.list_names(unit)
            else NOTHING
        )

    def _find_declared_member(self, files: Sequence[int], name: str, star: bool) -> Binding:
        """Return an exported name of a file and of its declaration file.

        Each contributes a part of what the name is.
        """
        refs: list[Ref] = []
        atoms: list[Origin] = []
        for file in files:
            facts = self.program.files[file]
            expr = (facts.exports or {}).get(name) or (facts.names.get(0, {}).get(name) if facts.exports is None else 0)
            whole = (facts.exports or {}).get(self.program.semantics[file].modules.export_assignment, 0)
            found = Binding(((file, expr),)) if expr else self.wildcards.find_member(file, 0, name)
            if not (found.refs or found.atoms) and whole and not star:
                found = Binding(((file, whole),)) if name == "default" else self.follow(((file, whole),), name)
            refs.extend(ref for ref in found.refs if ref not in refs)
            atoms.extend(atom for atom in found.atoms if atom not in atoms)
        return Binding(tuple(refs), tuple(atoms))

    def find_module_value(self, unit: str) -> tuple[Ref, ...]:
        """Return the bindings of a module as a whole (`module.exports = …`)."""
        program = self.program
        refs: list[Ref] = []
        program.reads.read_fact("unit", unit)
        for file in program.units.get(unit, ()):
            name = program.semantics[file].modules.export_assignment
            if name:
                program.reads.read_fact("bound", unit, name)
                expr = (program.get_exports(file) or {}).get(name)
                if expr:
                    refs.append((file, expr))
        return tuple(refs)

    def can_resolve(self, found: Binding) -> bool:
        """Return whether bindings lead to anything.

        An import that only comes back to the name being looked up does not.
        """
        if not found.refs or found.atoms:
            return found.any
        for file, expr in iterate_alternatives(self.program, found.refs):
            expression = self.program.files[file].exprs[expr] if file >= 0 else ()
            if not expression or expression[0] != ops.IMPORT or self.imported(file, expression[1]).any:
                return True
        return False

    def _is_shadowing(self, file: int, expr: int) -> bool:
        """Return whether a binding hides outer bindings of its name.

        It does not where an import brings a method alone, which is no variable or type of that name.
        """
        return not self.program.semantics[file].lookup.method_suffix or self.can_resolve(Binding(((file, expr),)))

    def find_unaliased_import(self, file: int, name: str) -> Binding:
        """Return the binding of a name that an import without alias binds.

        The imported module says what it is called.
        """
        names = self.implied.get(file)
        self.program.reads.read_fact("stars", file)
        if names is None:
            names = self.implied[file] = {}
            facts, project = self.program.files[file], self.program.project_of[file]
            for position, entry in enumerate(facts.imports):
                if not entry.alias and not entry.name and project is not None:
                    names.setdefault(project.resolve(facts.path, entry.module, entry.kind).name, position)
        at = names.get(name)
        return self.imported(file, at) if at is not None else NOTHING

    def _compute_top(self, file: int, name: str) -> Binding:
        """Return the binding of a name that no scope of the file's own code binds.

        It comes from the module, the unit, wildcards or the prelude.
        """
        found = self._find_top(file, name)
        if self.program.semantics[file].lookup.is_argument_dependent:
            return self.wildcards.add_visible_overloads(file, name, found)
        return found

    def _find_top(self, file: int, name: str) -> Binding:
        program = self.program
        program.reads.read_name(file, name)
        program.reads.read_fact("bound", program.unit_of[file], name)
        program.reads.read_fact("unit", program.unit_of[file])
        expr = program.files[file].names.get(0, {}).get(name)
        if expr and self._is_shadowing(file, expr):
            own = Binding(((file, expr),))
            return self._add_unit_overloads(file, name, own)
        if program.semantics[file].modules.has_package_names:
            found = self.find_unaliased_import(file, name)
            if found.refs or found.atoms:
                return found
        if program.semantics[file].modules.has_unit_scope:
            found = self.select_for_build(file, self._find_shared_member(program.unit_of[file], name))
            if found.refs:
                return found
        found = self.wildcards.find_member(file, 0, name)
        if found.refs or found.atoms:
            return found
        found = self.find_ambient(file, name)
        if program.semantics[file].modules.has_nested_units and not found.refs:
            return self._find_part_around(file, name) or found
        return found

    def _find_part(self, unit: str, name: str) -> Binding:
        """Return the unit of a name inside another one."""
        self.program.reads.read_fact("part", unit, name)
        inner = self.program.find_part(unit, name)
        return Binding(atoms=(make_module(inner),)) if inner else NOTHING

    def _find_part_around(self, file: int, name: str) -> Binding | None:
        """Return the unit of a name inside the nearest unit around a file's own."""
        project = self.program.project_of[file]
        names = project.list_names(self.program.unit_of[file]) if project is not None else ()
        around = names[0] if names else ""
        while True:
            found = self._find_part(around, name)
            if found.any or not around:
                return found if found.any else None
            around = around.rpartition(".")[0]

    def _add_unit_overloads(self, file: int, name: str, own: Binding) -> Binding:
        """Add the functions of a name that other files of the unit declare.

        That is for languages that choose among all of them together.
        """
        semantics = self.program.semantics[file]
        if not semantics.overloads.has_unit_overloads or not name.endswith(semantics.lookup.method_suffix):
            return own
        shared = self._find_shared_member(self.program.unit_of[file], name)
        return Binding((*own.refs, *(ref for ref in shared.refs if ref[0] != file)), own.atoms)

    def _compute_levels(self, file: int, name: str) -> tuple[Binding, ...]:
        """Return the bindings of a name, level by level.

        What the file imports by name comes first, then it and its unit, then wildcards, then the prelude.
        """
        program = self.program
        program.reads.read_name(file, name)
        program.reads.read_fact("bound", program.unit_of[file], name)
        program.reads.read_fact("unit", program.unit_of[file])
        expr = program.files[file].names.get(0, {}).get(name)
        exprs = program.files[file].exprs
        own = tuple(iterate_alternatives(program, ((file, expr),))) if expr else ()
        imports = [ref for ref in own if exprs[ref[1]][0] == ops.IMPORT]
        named = join_bindings([self.imported(file, exprs[at][1]) for _, at in imports])
        unit = self._find_shared_member(program.unit_of[file], name)
        refs = (*(ref for ref in own if ref not in imports), *(ref for ref in unit.refs if ref[0] != file))
        found = (named, Binding(refs), self.wildcards.gather_members(file, name), self.find_ambient(file, name))
        return tuple(each for each in found if each.any)

    def find_ambient(self, file: int, name: str) -> Binding:
        """Return the binding of a name that needs no import.

        The language, or a file around this one, offers it.
        """
        prelude = self.program.prelude[file]
        around = shared_names.find_shared(self.program, file, name)
        facts = self.program.files[prelude]
        names = {} if prelude < 0 else facts.names.get(0, {}) if facts.exports is None else facts.exports
        expr = names.get(name)
        if expr:
            return Binding((*around, (prelude, expr)))
        if around:
            return Binding(around)
        lookup = self.program.semantics[file].lookup
        if name.removesuffix(lookup.method_suffix) in lookup.ambient_names:
            return Binding(atoms=(make_external_name(name),))
        return Binding(shared_names.find_assigned(self.program, file, name), sure=False)
