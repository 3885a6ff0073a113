"""Names to bindings: lexical scopes, imports, units, wildcards, preludes.

Names to bindings: lexical scopes, imports, units, wildcards, preludes. Nothing here evaluates a value.

A lookup answers with refs (see `program.Ref`), module atoms or external atoms, together: `Found`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.resolve.program import shared_names
from codegraph.resolve.program.binding import NOTHING, Found
from codegraph.resolve.program.macro_namespaces import find_behind
from codegraph.resolve.program.program import Program, Ref, packages_of
from codegraph.resolve.program.wildcards import Wildcards
from codegraph.resolve.query import Queries
from codegraph.resolve.types.values import ExternalName, Module, Origin, make_external_name, make_module
from codegraph_parsers import ops

Follow = Callable[[tuple[Ref, ...], str], Found]


def _nowhere(refs: tuple[Ref, ...], name: str) -> Found:
    return NOTHING


def _find_nothing(*_: object) -> Found:
    """Return what a lookup finds that comes back to itself."""
    return NOTHING


class Scopes:
    def __init__(self, program: Program, queries: Queries) -> None:
        self.program = program
        self.queries = queries
        self.follow: Follow = _nowhere  # member of bindings that are not modules; set by the evaluator
        self._packages: dict[str, str] | None = None  # made when first asked for, unless it is known
        self.implied: dict[int, dict[str, int]] = {}  # file → names that imports without alias bind
        self.wildcards = Wildcards(self)
        self.find_package = self.queries.memoise(self._compute_package)
        self.imported = self.queries.memoise(self._compute_imported, cycle=_find_nothing, insensitive=True)
        self.unit_member = self.queries.memoise(self._compute_unit_member, cycle=_find_nothing, insensitive=True)
        self.find_starred_member = self.queries.memoise(
            self._compute_starred_member, cycle=_find_nothing, insensitive=True
        )
        self.get_behind = self.queries.memoise(self._compute_behind, cycle=_find_nothing, insensitive=True)
        self.top = self.queries.memoise(self._compute_top, cycle=_find_nothing, insensitive=True)

    @property
    def packages(self) -> dict[str, str]:
        """Outside module → the package it belongs to, as the first import of it in path order says."""
        if self._packages is None:
            self._packages = {}
            for file in self.program.order:
                for module, package in packages_of(self.program, file):
                    self._packages.setdefault(module, package)
        return self._packages

    @packages.setter
    def packages(self, known: dict[str, str]) -> None:
        self._packages = known

    def _compute_package(self, name: str, separator: str) -> str:
        """Return the package that a name outside the tree is of.

        "" where no import says so."""
        self.program.reads.read_fact("package", name)
        while name not in self.packages and separator in name:
            name = name.rpartition(separator)[0]
            self.program.reads.read_fact("package", name)
        return self.packages.get(name, "")

    def _compute_imported(self, file: int, index: int) -> Found:
        """Find what an import binds."""
        program = self.program
        facts = program.files[file]
        project = program.project_of[file]
        entry = facts.imports[index]
        program.reads.read_fact("module", file, entry.module, entry.kind)
        if project is None:
            return Found(
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
            declared = shared_names.declared(program, file, entry.module)
            known = self._declared(file, declared, names) if declared else NOTHING
            if known.any:
                return known
            standard = self.standard(file, [*target.external.split("."), *names])
            return standard if standard.any else Found(atoms=(make_external_name(".".join([target.external, *names])),))
        found = Found(atoms=tuple(make_module(unit) for unit in target.units))
        if not names:
            whole = tuple(ref for unit in target.units for ref in self.module_value(unit))
            return Found(whole) if whole else found
        for name in names:
            modules = found
            # What is only bound says itself whether a method is meant.
            found = self.inside(file, found, name) if entry.kind == "bind" else self.member(file, found, name)
            if self._is_own(file, index, found):  # `from . import name` inside the package: the submodule
                inner = [project.submodule(atom.unit, name) for atom in modules.atoms if isinstance(atom, Module)]
                found = Found(atoms=tuple(make_module(unit) for unit in inner if unit))
            if not (found.refs or found.atoms):
                if target.external:
                    return Found(atoms=(make_external_name(".".join([target.external, *names])),))
                made = (
                    program.semantics[file].linkage.has_generated_sources and entry.kind == "import" and modules.atoms
                )
                return Found(atoms=(make_external_name(f"{entry.module}.{entry.name}"),)) if made else NOTHING
        return found

    def _declared(self, file: int, modules: tuple[Ref, ...], names: list[str]) -> Found:
        """What is imported of a module that is only declared; where its value is one thing, that thing as a whole."""
        found = Found(modules)
        value = self.program.semantics[file].modules.export_assignment
        for name in names or ([value] if value else []):
            inner = self.inside(file, found, name)
            found = inner if names or inner.any else found
        return found

    def standard(self, file: int, path: list[str]) -> Found:
        """What a prelude that exports full names says of a dotted name outside the tree."""
        prelude = self.program.prelude[file]
        exports = self.program.files[prelude].exports if prelude >= 0 else None
        for count in range(len(path), 1, -1) if exports else ():
            expr = exports.get(".".join(path[:count])) if exports else None
            if expr:
                found = Found(((prelude, expr),))
                for name in path[count:]:
                    found = self.member(file, found, name)
                return found
        named = self.program.semantics[file].modules.locate_in_prelude
        place = named(".".join(path).split(".")) if exports and named else []
        return self.standard(file, place) if place and place != path else NOTHING

    def member(self, file: int, found: Found, name: str) -> Found:
        """A variable or type of a class by name, and its methods of that name where they are named apart."""
        suffix = self.program.semantics[file].lookup.method_suffix
        inner = self.inside(file, found, name)
        if not suffix or not found.refs:
            return inner
        methods = self.inside(file, found, name + suffix)
        return Found((*inner.refs, *methods.refs), (*inner.atoms, *methods.atoms))

    def _is_own(self, file: int, index: int, found: Found) -> bool:
        """Whether a lookup only led back to the import that asked."""
        exprs = self.program.files[file].exprs
        return not found.atoms and all(ref[0] == file and exprs[ref[1]] == (ops.IMPORT, index) for ref in found.refs)

    def inside(self, file: int, found: Found, name: str) -> Found:
        """Member `name` of modules; bindings that are not modules are left to the evaluator by `follow`."""
        refs: list[Ref] = []
        atoms: list[Origin] = []
        for atom in found.atoms:
            if isinstance(atom, Module):
                inner = self.built(file, self.unit_member(atom.unit, name))
                refs.extend(ref for ref in inner.refs if ref not in refs)
                atoms.extend(a for a in inner.atoms if a not in atoms)
            elif isinstance(atom, ExternalName):
                known = self.standard(file, [atom.name, name])
                refs.extend(known.refs)
                atoms.extend(() if known.any else (make_external_name(f"{atom.name}.{name}"),))
        if found.refs:
            inner = self.follow(found.refs, name)
            refs.extend(ref for ref in inner.refs if ref not in refs)
            atoms.extend(a for a in inner.atoms if a not in atoms)
        return Found(tuple(refs), tuple(atoms))

    def _compute_unit_member(self, unit: str, name: str) -> Found:
        """A name of a unit: its own, then what its wildcards bring, then a submodule or another share of it."""
        return self._unit_member(unit, name, star=False)

    def _compute_starred_member(self, unit: str, name: str) -> Found:
        """Find a name that a wildcard takes from a unit."""
        return self._unit_member(unit, name, star=True)

    def _compute_behind(self, file: int, name: str) -> Found:
        """Return a name of namespaces that macros open, as a file sees it."""
        return find_behind(self, file, name)

    def _unit_member(self, unit: str, name: str, *, star: bool) -> Found:
        program = self.program
        refs: list[Ref] = []
        program.reads.read_fact("unit", unit)
        program.reads.read_fact("bound", unit, name)
        files = program.units.get(unit, ())
        modules = program.semantics[files[0]].modules if files else None
        if modules is not None and modules.has_explicit_exports:
            if modules.has_unit_scope:
                return self._shared_member(unit, name)  # what its files import is theirs alone
            if len(files) > 1:
                return self._declared_member(files, name, star)
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
            return Found(tuple(refs))
        for file in files:
            exports = program.get_exports(file) if star else None
            hides = exports is not None and not program.semantics[file].modules.has_explicit_exports
            if hides and name not in (exports or ()):  # a listed name may itself come from a wildcard
                continue
            found = self.wildcards.member(file, 0, name)
            if found.refs or found.atoms:
                return found
        whole = self.module_value(unit)
        if whole and not star:
            return Found(whole) if name == "default" else self.follow(whole, name)
        if not star:
            program.reads.read_fact("part", unit, name)
            inner = program.part(unit, name)
            if inner:
                return Found(atoms=(make_module(inner),))
        return NOTHING

    def _shared_member(self, unit: str, name: str) -> Found:
        """A name that files of a unit declare, else files of another share of the same unit."""
        refs = self.program.unit_names(unit).get(name)
        return Found(tuple(refs)) if refs else self._beside(unit, name)

    def built(self, file: int, found: Found) -> Found:
        """Of what a name leads to what a build that has `file` may have."""
        if self.program.semantics[file].linkage.build_variants != "files" or not found.refs:
            return found
        refs = tuple([ref for ref in found.refs if ref[0] < 0 or self.program.together(file, ref[0])])
        return found if len(refs) == len(found.refs) else Found(refs, found.atoms)

    def _beside(self, unit: str, name: str) -> Found:
        """A name of a unit that is spread over several shares, where only another share declares it."""
        project = self.program.unit_project.get(unit)
        if project is None:
            return NOTHING
        self.program.reads.read_fact("part", unit, name)
        other = project.submodule(unit, name)
        return self.unit_member(other, name) if other and project.names(other) == project.names(unit) else NOTHING

    def _declared_member(self, files: Sequence[int], name: str, star: bool) -> Found:
        """An exported name of a file and of what declares that file: each says a part of what it is."""
        refs: list[Ref] = []
        atoms: list[Origin] = []
        for file in files:
            facts = self.program.files[file]
            expr = (facts.exports or {}).get(name) or (facts.names.get(0, {}).get(name) if facts.exports is None else 0)
            whole = (facts.exports or {}).get(self.program.semantics[file].modules.export_assignment, 0)
            found = Found(((file, expr),)) if expr else self.wildcards.member(file, 0, name)
            if not (found.refs or found.atoms) and whole and not star:
                found = Found(((file, whole),)) if name == "default" else self.follow(((file, whole),), name)
            refs.extend(ref for ref in found.refs if ref not in refs)
            atoms.extend(atom for atom in found.atoms if atom not in atoms)
        return Found(tuple(refs), tuple(atoms))

    def module_value(self, unit: str) -> tuple[Ref, ...]:
        """What stands for a module as a whole where it says so (`module.exports = …`)."""
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

    def leads(self, found: Found) -> bool:
        """Whether bindings lead anywhere: an import that only comes back to the name being looked up does not."""
        if not found.refs or found.atoms:
            return found.any
        for file, expr in found.refs:
            expression = self.program.files[file].exprs[expr] if file >= 0 else ()
            if not expression or expression[0] != ops.IMPORT or self.imported(file, expression[1]).any:
                return True
        return False

    def _says(self, file: int, expr: int) -> bool:
        """Whether a binding hides what a name means elsewhere: not where an import brings a method alone, which is no
        variable or type of that name."""
        return not self.program.semantics[file].lookup.method_suffix or self.leads(Found(((file, expr),)))

    def imported_name(self, file: int, name: str) -> Found:
        """A name that an import without alias binds: the imported module says what it is called."""
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

    def _compute_top(self, file: int, name: str) -> Found:
        """A name not bound in any scope of the file's own code: module, unit, wildcards, prelude."""
        found = self._top(file, name)
        if self.program.semantics[file].lookup.is_argument_dependent:
            return self.wildcards.abreast(file, name, found)
        return found

    def _top(self, file: int, name: str) -> Found:
        program = self.program
        program.reads.read_name(file, name)
        program.reads.read_fact("bound", program.unit_of[file], name)
        program.reads.read_fact("unit", program.unit_of[file])
        expr = program.files[file].names.get(0, {}).get(name)
        if expr and self._says(file, expr):
            return Found(((file, expr),))
        if program.semantics[file].modules.has_package_names:
            found = self.imported_name(file, name)
            if found.refs or found.atoms:
                return found
        if program.semantics[file].modules.has_unit_scope:
            found = self.built(file, self._shared_member(program.unit_of[file], name))
            if found.refs:
                return found
        found = self.wildcards.member(file, 0, name)
        if found.refs or found.atoms:
            return found
        return self.offered(file, name)

    def offered(self, file: int, name: str) -> Found:
        """A name that the language, or a file around this one, offers without an import."""
        prelude = self.program.prelude[file]
        around = shared_names.around(self.program, file, name)
        facts = self.program.files[prelude]
        names = {} if prelude < 0 else facts.names.get(0, {}) if facts.exports is None else facts.exports
        expr = names.get(name)
        if expr:
            return Found((*around, (prelude, expr)))
        if around:
            return Found(around)
        if name in self.program.semantics[file].lookup.ambient_names:
            return Found(atoms=(make_external_name(name),))
        return Found(shared_names.put(self.program, file, name), sure=False)
