"""All facts of one tree: graph ids, units, preludes, class tables.

Read-only once built.
"""

from __future__ import annotations

import posixpath
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from codegraph.resolve.faults import Faults, Pulse, Task
from codegraph.resolve.incremental.lazy_facts import LazyExprs, LazyFacts
from codegraph.resolve.incremental.reads import UNRECORDED
from codegraph.resolve.incremental.summaries import (
    CLASS_KINDS,
    Bindings,
    FileSummary,
    Overview,
    list_bindings,
    make_view,
    summarize,
)
from codegraph.resolve.types.specialisations import is_special
from codegraph_parsers import ops
from codegraph_parsers.collection import Collector, mark_tests
from codegraph_parsers.file_facts import Condition, Expr, FileFacts, Flag, Symbol, SymbolKind
from codegraph_parsers.frameworks import Models
from codegraph_parsers.frameworks.repository_models import list_repository_models
from codegraph_parsers.lang import list_names
from codegraph_parsers.languages import load_spec as language_spec
from codegraph_parsers.prelude import load as load_prelude
from codegraph_parsers.semantics import Semantics
from codegraph_parsers.spec import LanguageSpec, Project
from codegraph_parsers.structural_table import MANIFESTS, TableError, parse_table

if TYPE_CHECKING:
    from codegraph.resolve.incremental.dependency_graph import Recorder

T = TypeVar("T")


MEMBERED = Flag.NOMINAL | Flag.MIXIN
"""Flags of what has members without being a class."""


def is_class(symbol: Symbol) -> bool:
    """Return whether a symbol has members of its own.

    It is a class, or a type with the shape of another.
    """
    return symbol.kind in CLASS_KINDS or bool(symbol.flags & MEMBERED)


def compute_marks(facts: FileFacts) -> bytes:
    """Return the part of `Program.marks` for the symbols of one file."""
    special = {extension.scope for extension in facts.extensions if is_special(facts, extension)}
    return bytes(
        (IS_CLASS if s.kind in CLASS_KINDS or s.flags & MEMBERED else 0)
        | (IS_OPEN if s.flags & Flag.OPEN else 0)
        | (IS_ANONYMOUS if s.flags & Flag.ANONYMOUS else 0)
        | (IS_SPECIAL if special and local in special else 0)
        | (IS_DECLARATION if s.flags & Flag.DECLARATION else 0)
        for local, s in enumerate(facts.symbols)
    )


SPARE = 20_000  # graph ids for files that are new or outgrow their room, and a quarter more


def compute_room(symbols: int) -> int:
    """Return the number of graph ids reserved for a file with so many symbols."""
    return symbols + symbols // 4 + 16


IS_CLASS, IS_OPEN, IS_ANONYMOUS, IS_SPECIAL, IS_DECLARATION = 1, 2, 4, 8, 16
"""Bits of `Program.marks`."""

Ref = tuple[int, int]
"""A binding: (file, expression), or (-1, graph id) for a symbol attached from elsewhere."""


def find_unit_part(owners: Mapping[str, Project], projects: Iterable[Project], unit: str, name: str) -> str:
    """Return the unit key of the part `name` of a unit, "" for none.

    A unit without files, such as a folder that is a namespace, belongs to whichever language knows it.
    """
    owner = owners.get(unit)
    found = (project.find_submodule(unit, name) for project in ((owner,) if owner is not None else projects))
    return next((inner for inner in found if inner), "")


def iterate_alternatives(program: Program, refs: Iterable[Ref]) -> Iterator[Ref]:
    """Yield the bindings of one name, members of unions one by one."""
    for file, at in refs:
        expr = program.files[file].exprs[at] if file >= 0 else ()
        yield from ((file, part) for part in (expr[1:] if expr and expr[0] == ops.UNION else (at,)))


class Layout(NamedTuple):
    """The graph ids of files.

    The first `tree` places are the tree's, preludes follow. `offsets` and `sizes` are by place: first id, and how many
    of them. `spare` is the first id for files that outgrow their room, `end` the first one of preludes; `marks` and
    `owners` are those of the program.
    """

    tree: int
    languages: Sequence[str]
    prelude_of: Mapping[str, int]
    offsets: list[int]
    sizes: list[int]
    marks: bytes
    spare: int
    end: int
    owners: array[int]


CONFIGURATION = (".yaml", ".yml")
"""Ends of the paths of manifests that may hold routes."""


class Program:
    """Facts of all files of a tree and of its preludes, with their graph ids.

    `files` are the tree's, in path order; prelude files follow them (graph ids from `end` on are external). With `room`
    there are places for more files and symbols, so that later edits need not move what they do not change: `order`
    lists the places in use in path order, `rank` is the position of each in it.
    """

    def __init__(
        self,
        files: Sequence[FileFacts],
        manifests: Mapping[str, str],
        paths: Sequence[str] = (),
        *,
        room: bool = False,
        faults: Faults | None = None,
        pulse: Pulse | None = None,
    ) -> None:
        ordered = sorted(files, key=lambda f: f.path)
        count = len(ordered)
        collector = mark_tests(ordered, manifests)
        if room:
            ordered += [FileFacts("", "", "") for _ in range(64 + len(ordered) // 8)]
        self._begin(ordered, sorted({f.language for f in ordered if f.language}), manifests, collector, faults, pulse)
        self.order = list(range(count))
        loaded: dict[int, int] = {}
        for language, spec in self.specs.items():
            prelude = load_prelude(language) if not spec.is_structural else None
            if prelude is not None:
                at = loaded.get(id(prelude))
                if at is None:
                    at = loaded[id(prelude)] = len(self.files)
                    self.files.append(prelude)
                self.prelude_of[language] = at
        self.rank = list(range(len(self.files)))
        self.exprs = [f.exprs for f in self.files]
        self.file_of: list[int] = []
        for position, facts in enumerate(self.files):
            if position == self.tree:
                self._end(room)
            size = compute_room(len(facts.symbols)) if room and position < self.tree else len(facts.symbols)
            self.offsets.append(len(self.file_of))
            self.sizes.append(size)
            self.file_of.extend([position] * size)
            self.marks.extend(compute_marks(facts).ljust(size, b"\0"))
        if self.tree == len(self.files):
            self._end(room)
        self._set_semantics()
        self.place(manifests, paths or [f.path for f in ordered if f.path])

    @classmethod
    def restore(
        cls, files: Sequence[FileFacts], layout: Layout, overviews: dict[int, Overview],
        summaries: MutableMapping[int, FileSummary],
        imports: MutableMapping[int, Sequence[tuple[str, str]]], bindings: MutableMapping[int, Bindings],
        collector: Collector, manifests: Mapping[str, str], paths: Sequence[str], pulse: Pulse | None = None,
    ) -> Program:  # fmt: skip
        """Build a program as it was laid out before.

        `files` are by place, those of preludes after the tree's, and may be lazy; `overviews` and `summaries` are of
        those in use.
        """
        create = cast("Callable[[type[Program]], Program]", cls.__new__)
        program = create(cls)
        program._begin(files[: layout.tree], layout.languages, manifests, collector, None, pulse)
        program.files.extend(files[layout.tree :])
        program.prelude_of = dict(layout.prelude_of)
        used = [at for at in range(layout.tree) if files[at].path]
        program.order = sorted(used, key=lambda at: files[at].path)
        program.rank = list(range(len(files)))
        for rank, at in enumerate(program.order):
            program.rank[at] = rank
        program.exprs = list[list[Expr]]()
        for at, facts in enumerate(files):
            if isinstance(facts, LazyFacts):
                program.exprs.append(LazyExprs(facts, program.exprs, at))
            else:
                program.exprs.append(facts.exprs)
        program.offsets, program.sizes = list(layout.offsets), list(layout.sizes)
        program.file_of = [-1] * len(layout.marks)
        for at, (offset, size) in enumerate(zip(layout.offsets, layout.sizes, strict=True)):
            program.file_of[offset : offset + size] = [at] * size
        program.marks = bytearray(layout.marks)
        program.spare, program.end = layout.spare, layout.end
        program._owners = list(layout.owners)
        program.overviews, program.summaries = overviews, summaries
        program.imports, program.bindings = imports, bindings
        program._set_semantics()
        program.place(manifests, paths)
        return program

    def lay_out(self) -> Layout:
        """Return the layout of the program."""
        return Layout(
            self.tree, sorted(self.specs), self.prelude_of, self.offsets, self.sizes, bytes(self.marks), self.spare,
            self.end, array("i", self.list_owners()),
        )  # fmt: skip

    def _begin(
        self, files: Sequence[FileFacts], languages: Sequence[str], manifests: Mapping[str, str], collector: Collector,
        faults: Faults | None, pulse: Pulse | None,
    ) -> None:  # fmt: skip
        self.collector = collector
        self.record: Recorder | None = None
        self.reads = UNRECORDED
        self.faults = faults or Faults()
        self.pulse = pulse or Pulse()
        self.tree = len(files)
        self.specs = _find_specs(languages, manifests)
        self.files: list[FileFacts] = list(files)
        self.summaries: MutableMapping[int, FileSummary] = {}  # of files that may not be loaded
        self.overviews: dict[int, Overview] = {}  # of files that were not edited since the program was restored
        self.imports: MutableMapping[int, Sequence[tuple[str, str]]] = {}  # the same: modules and kinds of imports
        self.bindings: MutableMapping[int, Bindings] = {}  # the same
        self.prelude_of: dict[str, int] = {}
        self.offsets: list[int] = []
        self.sizes: list[int] = []  # graph ids that a file has, used or not
        self.marks = bytearray()  # by graph id: what scopes ask of every symbol around a name
        self.edited: set[int] = set()  # places that were given other facts
        self._owners: list[int] | None = None
        self._unit_names: dict[str, dict[str, list[Ref]]] = {}
        self._namespace_names: dict[tuple[str, str], dict[str, list[Ref]]] = {}
        self._namespaces: dict[tuple[str, str], list[int]] | None = None
        self._linked: dict[tuple[str, str], list[int]] | None = None
        self._holders: dict[str, set[int]] | None = None

    def _set_semantics(self) -> None:
        default = Semantics()
        self.semantics: list[Semantics] = [
            self.specs[f.language].semantics if f.language in self.specs else default for f in self.files
        ]
        self.prelude: list[int] = [self.prelude_of.get(f.language, -1) for f in self.files]

    def summarize(self, file: int) -> FileSummary:
        """Return what is asked about a file without the rest of its facts."""
        found = self.summaries.get(file)
        if found is None:
            facts = self.files[file]
            found = self.summaries[file] = summarize(facts, self.specs.get(facts.language), self.collector)
        return found

    def place(self, manifests: Mapping[str, str], paths: Sequence[str]) -> None:
        """Give every file its unit.

        Languages of one family share one project.
        """
        self.models = Models(list_repository_models(manifests))
        self.configuration = {path: text for path, text in manifests.items() if path.endswith(CONFIGURATION)}
        self.projects: dict[str, Project] = {}
        self.homes: dict[str, frozenset[str]] = {}  # family → folders whose files see what others declare for all
        self._shared: dict[str, dict[str, list[Ref]]] = {}
        self.unit_of: list[str] = [f.path for f in self.files]
        self.units: dict[str, list[int]] = {}
        self.project_of: list[Project | None] = [None] * len(self.files)
        self._together: dict[tuple[Condition, Condition], bool] = {}
        self.declaring: set[int] = set()  # files that declare what another file of their unit defines
        families: dict[str, list[int]] = {}
        for position in self.order:
            spec = self.specs.get(self.files[position].language)
            if spec is not None:
                families.setdefault(spec.semantics.family or spec.name, []).append(position)
        for family, members in sorted(families.items()):
            spec = self.specs[self.files[members[0]].language]
            views = [self._view(member) for member in members]
            project = self._build_project(spec, members, views, paths, manifests)
            if project is None:
                continue
            self.projects[family] = project
            by = spec.semantics.modules.ambient_manifest
            self.homes[family] = frozenset(
                posixpath.dirname(p) for p in manifests if by and posixpath.basename(p) == by
            )
            for member, view in zip(members, views, strict=True):
                unit = self.attempt(Task("unit", member), partial(project.find_unit, view), self.unit_of[member])
                self.unit_of[member] = unit
                self.project_of[member] = project
                self.units.setdefault(unit, []).append(member)
                if spec.semantics.modules.has_explicit_exports and unit != self.files[member].path:
                    self.declaring.add(member)
        for position in range(self.tree, len(self.files)):
            self.unit_of[position] = f"<prelude {position}>"
            self.units[self.unit_of[position]] = [position]
        self.unit_project: dict[str, Project] = {
            self.unit_of[m]: project for m, project in enumerate(self.project_of) if project is not None
        }

    def _build_project(
        self, spec: LanguageSpec, members: Sequence[int], files: Sequence[FileFacts], paths: Sequence[str],
        manifests: Mapping[str, str],
    ) -> Project | None:  # fmt: skip
        """Return the import rules of a language, None for none.

        Manifests are left out where they make the rules fail.
        """
        for number, texts in enumerate((manifests, {})):
            tasks = [Task("project", member, number) for member in members]
            project = self.attempt(tasks[0], partial(spec.project, files, paths, texts), None, *tasks[1:])
            if project is not None:
                return project
        return None

    def _view(self, file: int) -> FileFacts:
        """Return a file as import rules read it.

        The facts hold no more than the rules ask for, where that is known.
        """
        overview = self.overviews.get(file)
        if overview is None:
            summary = self.summaries.get(file)
            overview = None if summary is None else summary.make_overview()
        return self.files[file] if overview is None or overview.view is None else make_view(overview)

    def attempt(self, task: Task, compute: Callable[[], T], default: T, *others: Task) -> T:
        """Return the result of work that evaluates nothing.

        Returns `default` where the work is left out or fails. Then `others` go without it, too.
        """
        if self.faults.is_left_out(task):
            return default
        try:
            return compute()
        except Exception as error:
            if self.record is not None:
                raise
            for each in (task, *others):
                self.faults.note(each, self.files[each.file].path, error)
            return default

    def list_imports(self, file: int) -> Sequence[tuple[str, str]]:
        """Return what a file imports.

        These are modules as they are written, and the kind of each import."""
        found = self.imports.get(file)
        if found is None:
            found = self.imports[file] = [(entry.module, entry.kind) for entry in self.files[file].imports]
        return found

    def bind(self, file: int) -> Bindings:
        """Return what a file binds for others.

        It is kept for when the facts of the file are not loaded."""
        found = self.bindings.get(file)
        if found is None:
            found = self.bindings[file] = list_bindings(self.files[file])
        return found

    def get_names(self, file: int, scope: int = 0) -> Mapping[str, int]:
        """Return the names bound in the module of a file, or in an open namespace in it."""
        found = self.bindings.get(file)
        if found is None:
            return self.files[file].names.get(scope, {})
        return found.spaces.get(scope, {}) if scope else found.names

    def get_exports(self, file: int) -> Mapping[str, int] | None:
        """Return what a file exports, None where it does not say."""
        found = self.bindings.get(file)
        return self.files[file].exports if found is None else found.exports

    def has_stars(self, file: int, scope: int) -> bool:
        """Return whether a scope has wildcards."""
        found = self.bindings.get(file)
        return scope in (self.files[file].stars if found is None else found.starred)

    def has_extensions(self, file: int) -> bool:
        """Return whether a file adds members to types from outside their bodies."""
        summary = self.summaries.get(file)
        return bool(self.files[file].extensions) if summary is None else summary.has_extensions

    def get_module_flags(self, file: int) -> int:
        """Return the flags of a file's module."""
        summary = self.summaries.get(file)
        return self.files[file].symbols[0].flags if summary is None else summary.flags

    def find_part(self, unit: str, name: str) -> str:
        return find_unit_part(self.unit_project, self.projects.values(), unit, name)

    def get_symbol(self, gid: int) -> Symbol:
        self.reads.read_symbol(gid)
        file = self.file_of[gid]
        return self.files[file].symbols[gid - self.offsets[file]]

    def locate(self, gid: int) -> tuple[int, int]:
        """Return file and local index of a graph id."""
        self.reads.read_symbol(gid)
        file = self.file_of[gid]
        return file, gid - self.offsets[file]

    def is_declaration(self, gid: int) -> bool:
        """Return whether a symbol is only declared; for a namespace, opened by a macro."""
        self.reads.read_symbol(gid)
        return bool(self.marks[gid] & IS_DECLARATION)

    def get_parent(self, gid: int) -> int:
        """Return the graph id of the containing symbol, -1 for a module."""
        self.reads.read_symbol(gid)
        file = self.file_of[gid]
        local = self.files[file].symbols[gid - self.offsets[file]].parent
        return self.offsets[file] + local if local >= 0 else -1

    def is_case(self, gid: int) -> bool:
        """Return whether a symbol constructs a case of an enumeration from data.

        It is a constant of the enumeration with parameters.
        """
        file, local = self.locate(gid)
        facts = self.files[file]
        symbol = facts.symbols[local]
        return symbol.kind == SymbolKind.CONSTANT and bool(facts.params.get(local)) and symbol.parent >= 0

    def is_external(self, gid: int) -> bool:
        return gid >= self.end

    def _end(self, room: bool) -> None:
        """End the graph ids of the tree."""
        self.spare = len(self.file_of)  # first graph id for files that outgrow their room
        more = SPARE + self.spare // 4 if room else 0
        self.file_of.extend([-1] * more)
        self.marks.extend(bytes(more))
        self.end = len(self.file_of)

    def list_owners(self) -> list[int]:
        """Return the nearest enclosing named symbol of every graph id.

        What anonymous functions do is credited to it.
        """
        if self._owners is None:
            self._owners = list(range(self.end))
            for file, offset in enumerate(self.offsets[: self.tree]):
                self._set_owners(file, offset)
        return self._owners

    def _set_owners(self, file: int, offset: int) -> None:
        owners = self._owners or []
        for local, symbol in enumerate(self.files[file].symbols):
            inner = symbol.flags & Flag.ANONYMOUS and symbol.parent >= 0
            owners[offset + local] = owners[offset + symbol.parent] if inner else offset + local

    def put(self, file: int, facts: FileFacts) -> bool:
        """Replace the facts of a place.

        Returns False, and changes nothing, when there is no room for them.
        """
        if facts.language and facts.language not in self.specs:
            return False
        if len(facts.symbols) > self.sizes[file]:
            size = compute_room(len(facts.symbols))
            if self.spare + size > self.end:
                return False
            self.offsets[file], self.sizes[file] = self.spare, size
            self.file_of[self.spare : self.spare + size] = [file] * size
            self.spare += size
        size, offset = self.sizes[file], self.offsets[file]
        self.files[file] = facts
        self.edited.add(file)
        self.summaries.pop(file, None)
        self.overviews.pop(file, None)
        self.imports.pop(file, None)
        self.bindings.pop(file, None)
        self.exprs[file] = facts.exprs
        self.marks[offset : offset + size] = compute_marks(facts).ljust(size, b"\0")
        spec = self.specs.get(facts.language)
        self.semantics[file] = spec.semantics if spec is not None else Semantics()
        self.prelude[file] = self.prelude_of.get(facts.language, -1)
        if self._owners is not None:
            self._set_owners(file, offset)
        self._unit_names.clear()
        self._namespace_names.clear()
        self._namespaces = self._linked = None
        self._shared.clear()
        return True

    def list_unit_names(self, unit: str) -> dict[str, list[Ref]]:
        """Return the module-level names of all files of a unit."""
        found = self._unit_names.get(unit)
        if found is None:
            found = dict[str, list[Ref]]()
            for file in self.units.get(unit, ()):
                is_explicit = self.semantics[file].modules.has_explicit_exports
                exported = self.get_exports(file) if is_explicit else self.get_names(file)
                for name, expr in (exported or {}).items():
                    found.setdefault(name, []).append((file, expr))
            self._unit_names[unit] = found
        return found

    def list_shared_names(self, family: str) -> dict[str, list[Ref]]:
        """Return the names that files of a family declare for all files around them."""
        found = self._shared.get(family)
        if found is None:
            found = self._shared[family] = {}
            for file in self.order:
                if (self.semantics[file].family or self.files[file].language) == family:
                    for name, expr in self.summarize(file).everywhere:
                        found.setdefault(name, []).append((file, expr))
        return found

    def find_home(self, file: int) -> str:
        """Return the nearest folder around a file that bounds shared declarations.

        It has a manifest; files below it see what others there declare for all.
        """
        homes = self.homes.get(self.semantics[file].family or self.files[file].language, frozenset())
        folder = posixpath.dirname(self.files[file].path)
        while folder and folder not in homes:
            folder = posixpath.dirname(folder)
        return folder

    def has_files_of(self, languages: Iterable[str]) -> bool:
        """Return whether any file is of a family of some languages."""
        found = False
        for language in languages:
            spec = self.specs.get(language)
            family = (spec.semantics.family if spec is not None else "") or language
            self.reads.read_fact("family", family)
            found = found or family in self.projects
        return found

    def list_dependents(self, package: str) -> frozenset[str]:
        """Return the folders whose manifest says that they depend on a package."""
        self.reads.read_fact("dependents", package)
        return frozenset(folder for each in self.projects.values() for folder in each.list_dependents(package))

    def can_coexist(self, one: int, other: int) -> bool:
        """Return whether any build has both of two files."""
        if one == other:
            return True
        self.reads.read_symbol(self.offsets[one])
        self.reads.read_symbol(self.offsets[other])
        left, right = self.files[one].condition, self.files[other].condition
        if not left or not right:
            return True
        found = self._together.get((left, right))
        if found is None:
            found = self._together[left, right] = any(_are_compatible(dict(a), dict(b)) for a in left for b in right)
        return found

    def list_imported_files(self, unit: str) -> list[int]:
        """Return the files of a unit that every import of it reads.

        Tests and files that only some builds have are left out, if there are others.
        """
        files = self.units.get(unit, [])
        tests = self.specs[self.files[files[0]].language].is_test_path if len(files) > 1 else None
        sources = [f for f in files if tests is None or not tests(self.files[f].path)]
        return [f for f in sources if not self.get_module_flags(f) & Flag.CONDITIONAL] or sources or files

    @property
    def holders(self) -> dict[str, set[int]]:
        """Files with linkage that bind a name for others, by name.

        Only for a program that is not edited.
        """
        if self._holders is None:
            self._holders = {}
            for file, facts in enumerate(self.files):
                if self.semantics[file].linkage.is_external:
                    for name in (*facts.names.get(0, ()), *(facts.exports or ())):
                        self._holders.setdefault(name, set()).add(file)
        return self._holders

    @property
    def namespaces(self) -> dict[tuple[str, str], list[int]]:
        """Graph ids of the open namespaces by (family, qualified name)."""
        if self._namespaces is not None:
            return self._namespaces
        found: dict[tuple[str, str], list[int]] = {}
        for file in (*self.order, *range(self.tree, len(self.files))):
            family = self.semantics[file].family or self.files[file].language
            for local, qualname in self.summarize(file).open:
                found.setdefault((family, qualname), []).append(self.offsets[file] + local)
        self._namespaces = found
        return found

    def find_namespace(self, gid: int) -> int:
        """Return the symbol that represents an open namespace wherever it is opened.

        Any other module represents itself.
        """
        file, local = self.locate(gid)
        symbol = self.files[file].symbols[local]
        if not symbol.flags & Flag.OPEN:
            return gid
        self.reads.read_fact("space", self.semantics[file].family or self.files[file].language, symbol.qualname)
        return self.namespaces[self.semantics[file].family or self.files[file].language, symbol.qualname][0]

    def find_open_class(self, gid: int) -> int:
        """Return the symbol that represents a class which several places define parts of.

        It is the library's, else that of the first file that is no test. What only tests define is of one file.
        """
        file = self.file_of[gid]
        symbol = self.files[file].symbols[gid - self.offsets[file]]
        key = (self.semantics[file].family or self.files[file].language, symbol.qualname)
        self.reads.read_symbol(gid)
        self.reads.read_fact("space", *key)
        parts = self.namespaces[key]
        if len(parts) == 1:
            return gid
        if parts[-1] >= self.end:
            return parts[-1]
        written = [part for part in parts if not self.marks[part] & IS_ANONYMOUS] or parts
        shared = [part for part in written if not self.get_module_flags(self.file_of[part]) & Flag.TEST]
        return next(iter(shared or [part for part in written if self.file_of[part] == file]), gid)

    def list_namespace_names(self, key: tuple[str, str]) -> dict[str, list[Ref]]:
        """Return the names of an open namespace over all places that open it."""
        found = self._namespace_names.get(key)
        if found is None:
            found = self._namespace_names[key] = {}
            for gid in self.namespaces.get(key, ()):
                file, local = self.locate(gid)
                for name, expr in self.get_names(file, local).items():
                    found.setdefault(name, []).append((file, expr))
        return found

    def is_private(self, ref: Ref) -> bool:
        """Return whether a binding is of a definition that other files cannot link to."""
        facts = self.files[ref[0]]
        expr = facts.exprs[ref[1]]
        either: tuple[int, ...] = expr[1:] if expr[0] == ops.UNION else (ref[1],)
        for part in either:
            if facts.exprs[part][0] not in (ops.SYM, ops.VAR):
                return False
            local: int = facts.exprs[part][1]
            self.reads.read_symbol(self.offsets[ref[0]] + local)
            if not facts.symbols[local].flags & Flag.FILE_PRIVATE:
                return False
        return True

    @property
    def linked(self) -> dict[tuple[str, str], list[int]]:
        """Definitions by (family, qualified name) that declarations may stand for."""
        if self._linked is not None:
            return self._linked
        found: dict[tuple[str, str], list[int]] = {}
        for file in self.order:
            if not self.semantics[file].linkage.is_external:
                continue
            family = self.semantics[file].family or self.files[file].language
            for local, qualname in self.summarize(file).linkable:
                found.setdefault((family, qualname), []).append(self.offsets[file] + local)
        self._linked = found
        return found


def _find_specs(languages: Iterable[str], manifests: Mapping[str, str]) -> dict[str, LanguageSpec]:
    """Return the specs of languages, as far as those are known.

    A repository's table of a structural language, which is among the manifests, takes precedence over that of the
    package.
    """
    found: dict[str, LanguageSpec] = {}
    for language in languages:
        table = manifests.get(f"{MANIFESTS}/{language}.toml")
        with suppress(KeyError, TableError):
            if table is not None and language not in list_names():
                from codegraph_parsers.outline import make_spec  # loads a parser, which few trees ask for here

                found[language] = make_spec(parse_table(language, table))
            else:
                found[language] = language_spec(language)
    return found


def list_packages(program: Program, file: int) -> list[tuple[str, str]]:
    """Return the modules from outside that a file imports, and their packages."""
    project, facts = program.project_of[file], program.files[file]
    if project is None:
        return []

    def resolved() -> list[tuple[str, str]]:
        targets = [project.resolve(facts.path, module, kind) for module, kind in program.list_imports(file)]
        return [(target.external, target.package) for target in targets if target.external and not target.units]

    return program.attempt(Task("packages", file), resolved, [])


def _are_compatible(left: dict[str, int], right: dict[str, int]) -> bool:
    """Return whether a build can meet two conditions."""
    return all(values & right.get(axis, -1) for axis, values in left.items())
