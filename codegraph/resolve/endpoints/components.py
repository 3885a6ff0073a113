"""Components: classes that applications find in their packages.

They are read for what of them runs around handlers. Code also gives such objects to the framework by calls:
`registry.addInterceptor(check).addPathPatterns("/api/**")`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.annotations import Annotation, ClassReader
from codegraph.resolve.endpoints.call_arguments import list_elements
from codegraph.resolve.endpoints.endpoint_rows import HOLE, AdviceRow, ComponentRow, ScanRow
from codegraph.resolve.endpoints.facts_reader import FileContext
from codegraph.resolve.endpoints.objects import METHOD
from codegraph.resolve.endpoints.referents import list_functions
from codegraph.resolve.types.abstract_values import ClassObject
from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.frameworks.components import ComponentsModel, RegistrationModel
from codegraph_parsers.frameworks.framework_model import Argument

MAX_CHAIN: Final = 64
"""Calls of one chain."""

_LISTS: Final = frozenset(("of", "asList", "listOf", "singletonList", "setOf", "singleton", "newHashSet"))
"""Functions of libraries that give a list of what they are given."""

_STAR: Final = re.compile(r"\*(?!\w)")
_VARIABLE: Final = re.compile(r"\{(\w+)\}")


class _Link(NamedTuple):
    """A call of a chain: its member and its expression.

    `is_direct`: all calls before it speak of the same object."""

    member: str
    at: int
    is_direct: bool


class _Chain(NamedTuple):
    """A chain of calls, its last one first, and the object that it begins with."""

    links: tuple[_Link, ...]
    root: int


@dataclass(slots=True)
class _Registration:
    """A registration of an object, while the calls that speak of it are read."""

    functions: dict[int, None] = field(default_factory=dict[int, None])
    included: list[str] = field(default_factory=list[str])
    excluded: list[str] = field(default_factory=list[str])
    is_unknown: bool = False


class ComponentReader(ClassReader):
    """Reads the components of one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._models = [model for model in self._vocabulary.models if model.components.marks]
        self._package = self._facts.package
        self._place, self._is_of_tests = find_place(self._facts.path, self._package)
        self.scans: list[ScanRow] = []
        self.advice: list[AdviceRow] = []
        self.rows: list[ComponentRow] = []

    def read(self) -> None:
        """Read all components, but none of tests."""
        if not self._models or self._is_of_tests:
            return
        for local in sorted(self._facts.decorators):
            if self._facts.symbols[local].kind is not SymbolKind.CLASS:
                continue
            annotations = self._annotations.list_annotations(self._offset + local)
            names = {each.name for each in annotations}
            for model in self._models if names else ():
                rules = model.components
                self._read_scans(local, annotations, rules)
                self._read_class(local, annotations, rules)
                self._read_makers(local, rules)
                if any(name in model.annotated.controllers for name in names):
                    self._add_controller(local, annotations)
        if self._vocabulary.registrations:
            self._read_registrations()

    def _make_advice(self, functions: Iterable[int], *, is_found: bool = True) -> AdviceRow | None:
        """Return the row of functions that run around all handlers, None without any."""
        found = tuple(dict.fromkeys(self._get_item(gid) for gid in functions if self._owners[gid] == gid))
        return AdviceRow(self._place, self._package, found, is_found=is_found) if found else None

    # -- classes -------------------------------------------------------------------------------------------------

    def _read_scans(self, local: int, annotations: Sequence[Annotation], rules: ComponentsModel) -> None:
        """Read the packages that a class has searched.

        It is its own one where no annotation names any."""
        marks = [each for each in annotations if each.name in rules.scans]
        packages: list[str] = []
        for each in marks:
            rule = rules.scans[each.name]
            packages += self._read_texts(each, rule.packages) or ()
            packages += self._list_packages(each, rule.classes)
        if marks:
            members = {symbol.name for symbol in self._facts.symbols if symbol.parent == local}
            known = [rules.scans[each.name] for each in marks]
            is_application = any(rule.is_application or rule.starts in members for rule in known)
            found = tuple(dict.fromkeys(packages)) or (self._package,)
            self.scans.append(ScanRow(self._place, self._package, found, is_application))

    def _read_class(self, local: int, annotations: Sequence[Annotation], rules: ComponentsModel) -> None:
        """Read what runs around handlers of a class that applications find."""
        gid = self._offset + local
        advice = next((each for each in annotations if each.name in rules.advice), None)
        mapped = next((each for each in annotations if each.name in rules.mapped), None)
        if advice is None and mapped is None and not any(each.name in rules.marks for each in annotations):
            return
        functions = [*self._list_running(gid, rules)]
        if advice is not None:
            ancestors = [each for each, _ in self._evaluator.classes.linear(gid).ancestors if each < self._program.end]
            functions += self._list_annotated(ancestors, rules.around)
        row = self._make_advice(functions)
        if row is not None and advice is not None:
            row = self._limit(row, advice, rules)
        elif row is not None and mapped is not None:
            patterns = self._read_patterns(self._list_given(mapped, rules.mapped[mapped.name]), rules.below)
            row = row._replace(included=tuple(patterns)) if patterns else None
        if row is not None:
            self.advice.append(row)

    def _limit(self, row: AdviceRow, mark: Annotation, rules: ComponentsModel) -> AdviceRow | None:
        """Return a row for the controllers that an annotation names.

        It is None where they are not known."""
        rule = rules.advice[mark.name]
        packages = self._read_texts(mark, rule.packages)
        if packages is None:
            return None
        packages = (*packages, *self._list_packages(mark, rule.package_classes))
        above = self._list_named(mark, rule.classes)
        marks = self._list_named(mark, rule.annotations)
        if any(name in rules.every for _, name in marks):
            return row
        classes = tuple(self._get_item(gid) for gid, _ in (*above, *marks) if gid >= 0)
        names = tuple(name for _, name in marks if name)
        is_limited = any(
            self._annotations.find_given(mark, each) is not None
            for each in (rule.packages, rule.package_classes, rule.classes, rule.annotations)
        )
        return row._replace(is_limited=is_limited, packages=packages, classes=classes, annotations=names)

    def _list_running(self, gid: int, rules: ComponentsModel) -> Iterator[int]:
        """Yield the methods of a class that run around handlers.

        Its bases in libraries say which do."""
        for ancestor, _ in self._evaluator.classes.linear(gid).ancestors:
            if ancestor >= self._program.end:
                continue
            file, local = self._program.locate(ancestor)
            for base in self._program.files[file].bases.get(local, ()):
                for name in self._objects.list_known_names(file, base.expr):
                    yield from self._list_class_methods(gid, [each + METHOD for each in rules.bases.get(name, ())])

    def _read_makers(self, local: int, rules: ComponentsModel) -> None:
        """Read the methods of a class that give objects which applications find."""
        for at, symbol in enumerate(self._facts.symbols):
            if symbol.parent != local or at not in self._facts.decorators:
                continue
            names = {each.name for each in self._annotations.list_annotations(self._offset + at)}
            if names.isdisjoint(rules.makers):
                continue
            gids = self._list_given_classes(at, rules)
            row = self._make_advice(each for gid in dict.fromkeys(gids) for each in self._list_running(gid, rules))
            if row is not None:
                self.advice.append(row)

    def _list_given_classes(self, local: int, rules: ComponentsModel) -> list[int]:
        """Return the classes of which a method gives an object.

        Where it is declared to give one of a library's class, they are those of which it makes objects."""
        declared = self._facts.declared.get(local, 0)
        results = self._facts.returns.get(local, ())
        found = [gid for result in results for gid in self._list_object_classes(self._file, result)]
        found += self._list_named_classes(self._file, declared) if declared else ()
        if not found and declared:
            names = self._objects.list_known_names(self._file, declared)
            if any(name in rules.bases for name in names):
                made = [index for kind, owner, index, _ in self._facts.sites if kind == "call" and owner == local]
                found = [gid for index in made for gid in self._list_object_classes(self._file, index)]
        return found

    def _add_controller(self, local: int, annotations: Sequence[Annotation]) -> None:
        ancestors = [gid for gid, _ in self._evaluator.classes.linear(self._offset + local).ancestors]
        own = [gid for index in self._facts.decorators[local] if (gid := self._find_class(index)[0]) >= 0]
        classes = tuple(dict.fromkeys(self._get_item(gid) for gid in (*ancestors, *own) if gid < self._program.end))
        names = tuple(dict.fromkeys(each.name for each in annotations))
        item = self._get_item(self._offset + local)
        self.rows.append(ComponentRow(item, self._place, self._package, classes, names))

    # -- arguments of annotations --------------------------------------------------------------------------------

    def _list_given(self, mark: Annotation, argument: Argument) -> list[int]:
        """Return the elements of an argument, none where another file has it."""
        found = self._annotations.find_given(mark, argument) if argument else None
        return list(list_elements(self._facts.exprs, found[1])) if found is not None and found[0] == self._file else []

    def _read_texts(self, mark: Annotation, argument: Argument) -> tuple[str, ...] | None:
        """Return the texts of an argument, None where one of them is not known."""
        found: list[str] = []
        for each in self._list_given(mark, argument):
            texts = self._texts.read(self._file, each)
            if len(texts) != 1 or HOLE in texts[0]:
                return None
            found.append(texts[0])
        return tuple(found)

    def _list_named(self, mark: Annotation, argument: Argument) -> list[tuple[int, str]]:
        """Return the classes that an argument names, each as in `_find_class`."""
        return [self._find_class(each) for each in self._list_given(mark, argument)]

    def _find_class(self, index: int) -> tuple[int, str]:
        """Return the class of the tree that an expression names: `A.class`.

        For one of a library it is -1 and the name."""
        expr = self._get(index)
        if expr[0] in (ops.CALL, ops.NEW):
            expr = self._get(index := expr[1])
        if expr[0] == ops.INSTANCE:
            applied = self._get(expr[1])
            index = applied[2][0] if applied[0] == ops.GENERIC and applied[2] else index
            expr = self._get(index)
        if expr[0] == ops.PLACE:
            index = expr[1]
        gids = [atom.gid for atom in self._evaluator.value(self._file, index) if isinstance(atom, ClassObject)]
        if len(gids) == 1 and gids[0] < self._program.end:
            return gids[0], ""
        return -1, next(iter(self._annotations.list_names(self._file, index)), "")

    def _list_packages(self, mark: Annotation, argument: Argument) -> Iterator[str]:
        """Yield the packages of the classes that an argument names."""
        for gid, name in self._list_named(mark, argument):
            if gid < 0:
                yield name.rpartition(".")[0]
                continue
            file, _ = self._program.locate(gid)
            self._program.reads.read_symbol(self._program.offsets[file])
            yield self._program.files[file].package

    # -- registrations -------------------------------------------------------------------------------------------

    def _read_registrations(self) -> None:
        """Read the calls that give objects to the framework."""
        rules = self._vocabulary.registrations
        members = {member for rule in rules.values() for member in rule.list_members()}
        found: dict[tuple[str, int, int], _Registration] = {}
        for kind, owner, index, _ in self._facts.sites:
            if kind != "call" or self._get(index)[0] != ops.CALL:
                continue
            callee = self._get(self._get(index)[1])
            if callee[0] != ops.ATTR or str(callee[2]).removesuffix(METHOD) not in members:
                continue
            chain = self._read_chain(index, members)
            for name in self._list_owner_names(chain.root):
                rule = rules.get(name)
                at = None if rule is None else self._find_subject(chain, rule)
                if rule is not None and at is not None:
                    self._add_link(found.setdefault((name, owner, at), _Registration()), chain, rule)
        for (name, _, _), registration in found.items():
            self._add_registration(registration, rules[name])

    def _add_registration(self, found: _Registration, rule: RegistrationModel) -> None:
        row = self._make_advice(found.functions, is_found=False)
        if row is None or (found.is_unknown and not rule.replaces):
            return
        included = None if found.is_unknown else tuple(dict.fromkeys(found.included))
        excluded = tuple(dict.fromkeys(found.excluded))
        self.advice.append(row._replace(included=included, excluded=excluded, replaces=rule.replaces))

    def _read_chain(self, index: int, members: set[str]) -> _Chain:
        """Return the calls of a chain from one back to its first."""
        found: list[tuple[str, int]] = []
        while len(found) < MAX_CHAIN:
            index = self._skip_flow(self._file, index)
            expr = self._get(index)
            callee = self._get(expr[1]) if expr[0] == ops.CALL else expr
            if expr[0] != ops.CALL or callee[0] != ops.ATTR:
                break
            found.append((str(callee[2]).removesuffix(METHOD), index))
            index = callee[1]
        links: list[_Link] = []
        is_direct = True
        for member, at in reversed(found):
            links.append(_Link(member, at, is_direct))
            is_direct = is_direct and member in members
        return _Chain(tuple(reversed(links)), index)

    def _list_owner_names(self, index: int) -> list[str]:
        """Return the library's names of the class of the object that a chain begins with."""
        found = self._objects.list_known_classes(self._file, index)
        expr = self._get(index)
        if not found and expr[0] == ops.PARAM:
            local: int = expr[1]
            position: int = expr[2]
            params = self._facts.params.get(local, ())
            found = self._objects.list_known_names(self._file, params[position].type) if position < len(params) else []
        elif not found and expr[0] in (ops.NEW, ops.CALL):
            found = self._objects.list_known_names(self._file, expr[1])
        return [name.removesuffix("()") for name in found]

    @staticmethod
    def _find_subject(chain: _Chain, rule: RegistrationModel) -> int | None:
        """Return the expression by which calls are of one object.

        It is None where the chain has none."""
        if rule.is_shared:
            return chain.root
        return next((link.at for link in chain.links if link.member in rule.members), None)

    def _add_link(self, found: _Registration, chain: _Chain, rule: RegistrationModel) -> None:
        """Add what the last call of a chain says."""
        link, made = chain.links[0], self._get(chain.root)
        if rule.is_made and made[0] in (ops.NEW, ops.CALL):
            found.functions.update(dict.fromkeys(self._list_run(made[2][:1], rule)))
        given: Sequence[int] = self._get(link.at)[2]
        if link.member in rule.members:
            found.functions.update(dict.fromkeys(self._list_run(given[:1], rule)))
        elif rule.is_shared and not link.is_direct:
            return
        elif link.member in rule.unless:
            found.is_unknown = True
        else:
            is_included = link.member in rule.includes
            given = [each for each in given if is_included or not self._is_no_path(each)]
            patterns = self._read_patterns(given, rule.below)
            found.is_unknown = found.is_unknown or patterns is None
            (found.included if is_included else found.excluded).extend(patterns or ())

    def _is_no_path(self, index: int) -> bool:
        """Return whether a text has no path, which no request has: `favicon.ico`."""
        expr = self._get(index)
        return expr[0] == ops.LITERAL and expr[1] in ops.TEXTUAL and not expr[2]

    def _list_run(self, given: Sequence[int], rule: RegistrationModel) -> Iterator[int]:
        for index in given:
            for gid in self._list_object_classes(self._file, index):
                yield from self._list_class_methods(gid, [each + METHOD for each in rule.methods])

    def _read_patterns(self, given: Iterable[int], below: str) -> list[str] | None:
        """Return the patterns that a call is given, None where one is not known."""
        found: list[str] = []
        for index in given:
            for of, element in self._list_texts(index):
                self._texts.is_choice = False
                texts = self._texts.read(of, element)
                if (
                    len(texts) != 1 or self._texts.is_choice or not texts[0]
                ):  # of a text that is no path nothing is kept
                    return None
                patterns = translate_pattern(texts[0], below)
                if patterns is None:
                    return None
                found += patterns
        return found

    def _list_texts(self, index: int) -> list[tuple[int, int]]:
        """Return the elements of a list, or the expression itself.

        The list is written out, or a call makes it."""
        expr = self._get(index)
        if expr[0] == ops.CALL and not list_functions(self._evaluator, self._file, expr[1]):
            callee = self._get(expr[1])
            name = str(callee[2] if callee[0] == ops.ATTR else callee[1]).removesuffix(METHOD)
            if name in _LISTS:
                return [(self._file, each) for each in expr[2]]
        return self._texts.list_elements(self._file, index) or [(self._file, index)]


def find_place(path: str, package: str) -> tuple[str, bool]:
    """Return the folder of a file's module, and whether the file is for tests.

    Of `shop/src/test/java/p/A.java` in the package `p` it is `shop`."""
    folder, below = posixpath.dirname(path), package.replace(".", "/")
    if below and f"/{folder}".endswith(f"/{below}"):
        folder = folder.removesuffix(below).rstrip("/")
    parts = folder.split("/")
    if "src" not in parts:
        return folder, False
    at = parts.index("src")
    return "/".join(parts[:at]), at + 1 < len(parts) and "test" in parts[at + 1].lower()


def translate_pattern(pattern: str, below: str) -> list[str] | None:
    """Return patterns of paths as rows of middleware have them.

    They are None for one that is not read. `below` is the end of a pattern that stands for a path and all paths
    below it."""
    if any(mark in pattern for mark in (HOLE, "${", "#{", "?")):
        return None
    whole = "/" + pattern.lstrip("/")
    ends = [whole]
    if below and whole.endswith(below):
        above = whole.removesuffix(below)
        ends = [above, f"{above}/**"]
    found: list[str] = []
    for each in ends:
        spelled = _VARIABLE.sub(r":\1", each).replace("**", "(.*)")
        parts = spelled.split("(.*)")
        spelled = "(.*)".join(_STAR.sub(":any", part) for part in parts)
        if any(mark in spelled.replace("(.*)", "") for mark in "*{}()"):
            return None
        found.append(f" {spelled}")
    return found
