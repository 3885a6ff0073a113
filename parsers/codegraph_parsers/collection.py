"""Test collection rules of each framework, as a project configures them.

A parser sees one file and flags what may be a test. Here the files and the configuration of the whole tree are known,
and only what a runner would collect keeps the flag: neither a function `test_token` of a web application nor a helper
in a folder of tests.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph_parsers import collection_config, ops
from codegraph_parsers.collection_config import PytestRules, ScriptRules
from codegraph_parsers.file_facts import FileFacts, Flag, Symbol, SymbolKind
from codegraph_parsers.languages import load_spec, names
from codegraph_parsers.spec import Collection

_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM})
_CALLABLE: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


class ClassHeritage(NamedTuple):
    """A class of one file, with the names of its bases.

    `is_test`: it is collected by its name."""

    name: str
    bases: tuple[str, ...]
    is_test: bool


class ClassSets(NamedTuple):
    """Classes that follow from the heritage of all classes.

    `units` are below one of unittest's, `shared` above those that hold tests."""

    units: list[str]
    shared: list[str]


class Collector:
    """The test collection rules of one tree.

    What classes inherit is known by names, without following imports. `heritage` holds the classes of every file whose
    tests are collected by pytest, by path."""

    def __init__(self, heritage: Mapping[str, Sequence[ClassHeritage]], manifests: Mapping[str, str]) -> None:
        self._manifests = manifests
        self._pytest = collection_config.read_pytest_rules(manifests)
        self._scripts = collection_config.read_script_rules(manifests)
        self.heritage: Mapping[str, Sequence[ClassHeritage]] = {}
        self._units: set[str] = set()  # classes below one of unittest's
        self._shared: set[str] = set()  # classes above those that hold tests
        self._defining: dict[str, set[str]] = {}  # name of a class: files
        self._inherit(heritage)

    @classmethod
    def restore(
        cls, heritage: Mapping[str, Sequence[ClassHeritage]], manifests: Mapping[str, str], sets: ClassSets
    ) -> Collector:
        """Return the rules of a tree as they were; `heritage` is not looked through."""
        rules = cls({}, manifests)
        rules.heritage, rules._units, rules._shared = heritage, set(sets.units), set(sets.shared)
        return rules

    def list_classes(self) -> ClassSets:
        """Return what follows from the heritage of all classes."""
        return ClassSets(sorted(self._units), sorted(self._shared))

    @classmethod
    def read(cls, files: Iterable[FileFacts], manifests: Mapping[str, str]) -> Collector:
        """Return the rules of a tree of which all facts are at hand."""
        rules = cls({}, manifests)
        rules._inherit({facts.path: found for facts in files if (found := rules.describe_classes(facts))})
        return rules

    def replace(self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str]) -> Collector:
        """Return the rules after an edit; the same object where they are as they were."""
        described = {path: self.describe_classes(facts) if facts is not None else () for path, facts in changed.items()}
        same = all(found == tuple(self.heritage.get(path, ())) for path, found in described.items())
        if same and _is_configured_alike(manifests, self._manifests):
            return self
        rules = Collector({}, manifests)
        described = {path: rules.describe_classes(f) if f is not None else () for path, f in changed.items()}
        rules._inherit({path: found for path, found in {**self.heritage, **described}.items() if found})
        return rules

    def has_effect_beyond(self, before: Collector, changed: Container[str]) -> bool:
        """Return whether replacing `before` changes marks in unchanged files.

        `changed` holds the paths of files that have changed."""
        if not _is_configured_alike(self._manifests, before._manifests):
            return True
        differing = (self._units ^ before._units) | (self._shared ^ before._shared)
        return any(path not in changed for name in differing for path in self._defining.get(name, ()))

    def mark(self, facts: FileFacts) -> None:
        """Leave `Flag.TEST` on what a runner collects of a file.

        The flag is also added where a project renames its tests."""
        rules = _get_collection(facts)
        if rules is Collection.PYTEST:
            self._mark_named(facts)
        elif rules is Collection.TITLES:
            self._mark_titled(facts)
        elif rules is Collection.ANNOTATIONS:
            _mark_annotated(facts)

    # ---- pytest and unittest

    def describe_classes(self, facts: FileFacts) -> tuple[ClassHeritage, ...]:
        """Return the classes of a file whose tests are collected by pytest."""
        if _get_collection(facts) is not Collection.PYTEST:
            return ()
        rules = self._find_rules(facts.path)
        is_file = rules.is_test_file(facts.path)
        found: list[ClassHeritage] = []
        for local, symbol in enumerate(facts.symbols):
            if symbol.kind in _TYPES:
                above = {name for base in facts.bases.get(local, ()) if (name := _get_last_name(facts, base.expr))}
                is_test = is_file and rules.is_test_class(symbol.name)
                found.append(ClassHeritage(symbol.name, tuple(sorted(above)), is_test))
        return tuple(found)

    def _inherit(self, heritage: Mapping[str, Sequence[ClassHeritage]]) -> None:
        """Take in the classes of all files."""
        self.heritage = heritage
        bases: dict[str, set[str]] = {}
        own: set[str] = set()
        for path, classes in heritage.items():
            for each in classes:
                bases.setdefault(each.name, set()).update(each.bases)
                self._defining.setdefault(each.name, set()).add(path)
                if each.is_test:
                    own.add(each.name)
        self._close(bases, own)

    def _close(self, bases: Mapping[str, set[str]], own: set[str]) -> None:
        """Close the sets of test classes over inheritance.

        Bases are followed down from unittest's classes, and up from the classes that hold tests."""
        below: dict[str, set[str]] = {}
        for name, above in bases.items():
            for base in above:
                below.setdefault(base, set()).add(name)
        self._units = _find_reachable([name for name in below if name.endswith("TestCase")], below)
        self._shared = _find_reachable([*own, *self._units], bases)

    def _find_rules(self, path: str) -> PytestRules:
        folder = posixpath.dirname(path)
        while folder and folder not in self._pytest:
            folder = posixpath.dirname(folder)
        return self._pytest.get(folder, collection_config.DEFAULT_PYTEST)

    def _mark_named(self, facts: FileFacts) -> None:
        rules = self._find_rules(facts.path)
        is_file, is_unit_file = rules.is_test_file(facts.path), rules.is_unittest_file(facts.path)
        initialised = {s.parent for s in facts.symbols if s.kind is SymbolKind.CONSTRUCTOR}
        classes: set[int] = set()
        for at, symbol in enumerate(facts.symbols):
            if symbol.kind in _TYPES:
                unit = symbol.name in self._units
                own = is_file and rules.is_test_class(symbol.name) and at not in initialised
                found = (own or (unit and is_unit_file)) and (symbol.parent <= 0 or symbol.parent in classes)
                if found:
                    classes.add(at)
            else:
                found = self._is_named_test(facts, symbol, rules, classes, is_file)
            _set(facts, at, found)

    def _is_named_test(
        self, facts: FileFacts, symbol: Symbol, rules: PytestRules, classes: set[int], is_file: bool
    ) -> bool:
        if symbol.kind not in _CALLABLE or any(map(_is_fixture, symbol.decorators)):
            return False
        if symbol.parent <= 0:
            return is_file and rules.is_test_function(symbol.name) and not symbol.flags & Flag.LOCAL
        owner = facts.symbols[symbol.parent]
        if owner.kind not in _TYPES:
            return False
        if owner.name in self._units:
            return symbol.name.startswith("test") and symbol.parent in classes
        inherited = symbol.parent not in classes and owner.name in self._shared
        return rules.is_test_function(symbol.name) and (symbol.parent in classes or inherited)

    # ---- tests with titles

    def _mark_titled(self, facts: FileFacts) -> None:
        """Mark the module of a file whose tests have titles.

        The module stands for its tests, which have titles instead of names."""
        folder = posixpath.dirname(facts.path)
        while folder and folder not in self._scripts:
            folder = posixpath.dirname(folder)
        rules = self._scripts.get(folder, ScriptRules())
        calls = any(symbol.flags & Flag.TEST for symbol in facts.symbols[1:])
        candidate = bool(facts.symbols and facts.symbols[0].flags & Flag.TEST)
        found = rules.is_collected(facts.path, candidate=candidate, calls=calls)
        for at, symbol in enumerate(facts.symbols):
            _set(facts, at, found and (at == 0 or bool(symbol.flags & Flag.TEST)))


def _get_collection(facts: FileFacts) -> Collection | None:
    return load_spec(facts.language).collection if facts.language in names() else None


def _is_configured_alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Say whether two sets of manifests configure test collection alike."""
    return collection_config.select_configurations(one) == collection_config.select_configurations(other)


def _find_reachable(starts: Iterable[str], steps: Mapping[str, set[str]]) -> set[str]:
    """Return the names that are one step or more from the starts."""
    found: set[str] = set()
    pending = list(starts)
    while pending:
        for name in steps.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return found


def mark_tests(files: Sequence[FileFacts], manifests: Mapping[str, str]) -> Collector:
    """Mark the tests of a whole tree, and return its rules.

    The rules serve files that change later."""
    collector = Collector.read(files, manifests)
    for facts in files:
        collector.mark(facts)
    return collector


def _mark_annotated(facts: FileFacts) -> None:
    """Mark the classes and the file around annotated test methods.

    A class holds tests by its methods, or inherits them; a file by its classes. Others only help."""
    holding = {at for at, s in enumerate(facts.symbols) if s.flags & Flag.TEST and s.kind is SymbolKind.METHOD}
    for at in sorted(holding, reverse=True):
        parent = facts.symbols[at].parent
        while parent >= 0 and parent not in holding:
            holding.add(parent)
            parent = facts.symbols[parent].parent
    for at, symbol in enumerate(facts.symbols):
        if symbol.flags & Flag.TEST and symbol.kind in _TYPES and at not in holding and facts.bases.get(at):
            holding |= {at, 0}
    for at, symbol in enumerate(facts.symbols):
        if symbol.flags & Flag.TEST and at not in holding:
            _set(facts, at, False)


def _set(facts: FileFacts, at: int, is_test: bool) -> None:
    symbol = facts.symbols[at]
    flags = symbol.flags | Flag.TEST if is_test else symbol.flags & ~Flag.TEST
    if flags != symbol.flags:
        facts.symbols[at] = symbol._replace(flags=int(flags))


def _is_fixture(decorator: str) -> bool:
    return decorator.partition("(")[0].rpartition(".")[2].strip() in ("fixture", "yield_fixture")


def _get_last_name(facts: FileFacts, expr: int) -> str:
    """Return the last part of the name that an expression spells.

    For `unittest.TestCase` that is `TestCase`."""
    found: tuple[object, ...] = facts.exprs[expr]
    kind, first = found[0], found[1] if len(found) > 1 else None
    if kind == ops.SYM and isinstance(first, int):
        return facts.symbols[first].name
    if kind == ops.IMPORT and isinstance(first, int):
        entry = facts.imports[first]
        return entry.name or entry.module.rpartition(".")[2]
    return next((part for part in found[1:] if isinstance(part, str)), "")
