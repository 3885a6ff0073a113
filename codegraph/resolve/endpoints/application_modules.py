"""Modules of applications: which controllers they serve, and below which prefixes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from codegraph.resolve.endpoints.annotations import ClassReader
from codegraph.resolve.endpoints.call_arguments import find_property, list_parts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, ModuleRow, ObjectKey
from codegraph.resolve.endpoints.facts_reader import FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_run_functions
from codegraph.resolve.types.abstract_values import EXTERNAL
from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.frameworks.controllers import ModuleModel

MAX_NESTED: Final = 8
"""Lists and conditions within one another."""


@dataclass(slots=True)
class _Module:
    """A module while it is read."""

    modules: list[ObjectKey] = field(default_factory=list[ObjectKey])
    controllers: list[int] = field(default_factory=list[int])
    places: list[tuple[ObjectKey, str | None]] = field(default_factory=list[tuple[ObjectKey, "str | None"]])
    is_open: bool = False
    around: list[int] = field(default_factory=list[int])

    def make_row(self, key: ObjectKey) -> ModuleRow:
        return ModuleRow(
            key, tuple(dict.fromkeys(self.modules)), tuple(dict.fromkeys(self.controllers)),
            tuple(dict.fromkeys(self.places)), self.is_open, tuple(dict.fromkeys(self.around)),
        )  # fmt: skip


class ModuleReader(ClassReader):
    """Reads the modules of one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.rows: list[ModuleRow] = []

    def read(self) -> None:
        """Read the classes that are modules, and functions of theirs that describe one."""
        known = self._vocabulary.modules
        for local in sorted(self._facts.decorators) if known else ():
            if self._facts.symbols[local].kind is not SymbolKind.CLASS:
                continue
            for each in self._annotations.list_annotations(self._offset + local):
                if each.name in known:
                    given: Sequence[int] = each.given[2] if each.given is not None else ()
                    _, rule = known[each.name]
                    key = ("symbol", self._get_item(self._offset + local), 0)
                    self.rows.append(self._describe(given[0] if given else 0, rule).make_row(key))
                    self._read_functions(local, rule)

    def _read_functions(self, local: int, rule: ModuleModel) -> None:
        """Read the functions of a class whose results describe modules."""
        for at, results in self._facts.returns.items():
            if self._facts.symbols[at].parent != local:
                continue
            key = ("result", self._get_item(self._offset + at), 0)
            for result in results:
                index = self._find_object(self._file, result)
                if index and find_property(self._facts, index, rule.module) is not None:
                    self.rows.append(self._describe(index, rule).make_row(key))

    def read_application(self, key: ObjectKey, index: int) -> None:
        """Read the module that an application is made of: a class, or an object."""
        for _, rule in self._vocabulary.modules.values():
            module = _Module()
            if self._find_object(self._file, index):
                module = self._describe(index, rule)
            else:
                self._add_module(module, self._file, index, rule, 0)
            self.rows.append(module.make_row(key))

    def _find_object(self, file: int, index: int) -> int:
        """Return the object that an expression of this file is, 0 for none."""
        expr = self._program.exprs[file][index]
        for _ in range(MAX_NESTED):
            if expr[0] == ops.OBJECT:
                return index
            if expr[0] in (ops.FLOW, ops.DECLARED):
                index = expr[2]
            elif expr[0] in (ops.CONST, ops.AWAIT):
                index = expr[1]
            elif expr[0] == ops.VAR and len(self._program.files[file].values.get(expr[1], ())) == 1:
                index = self._program.files[file].values[expr[1]][0]
            else:
                return 0
            expr = self._program.exprs[file][index]
        return 0

    # -- descriptions --------------------------------------------------------------------------------------------

    def _describe(self, index: int, rule: ModuleModel) -> _Module:
        """Read the object that describes a module; nothing is known of what is none."""
        module = _Module()
        found = self._find_object(self._file, index) if index else 0
        if not found:
            module.is_open = bool(index)
            return module
        self._add_object(module, self._file, found, rule, 0)
        return module

    def _add_object(self, module: _Module, file: int, index: int, rule: ModuleModel, depth: int) -> None:
        facts = self._program.files[file]
        itself = find_property(facts, index, rule.module) if rule.module else None
        if itself:
            self._add_module(module, file, itself, rule, depth + 1)
        listed = find_property(facts, index, rule.modules)
        for of, element in self._list_elements(module, file, listed, 0) if listed else ():
            self._add_module(module, of, element, rule, depth + 1)
        listed = find_property(facts, index, rule.controllers)
        for of, element in self._list_elements(module, file, listed, 0) if listed else ():
            self._add_controller(module, of, element)
        listed = find_property(facts, index, rule.providers) if rule.providers else None
        for of, element in self._texts.list_elements(file, listed) if listed else ():
            self._add_provider(module, of, element, rule)

    def _add_provider(self, module: _Module, file: int, index: int, rule: ModuleModel) -> None:
        """Add the functions of a provider that runs around all handlers."""
        facts, owners = self._program.files[file], self._program.list_owners()
        token = find_property(facts, index, rule.provide)
        methods = [
            method
            for name in (self._annotations.list_names(file, token) if token else ())
            for method in self._vocabulary.providers.get(name, ())
        ]
        for key in rule.given if methods else ():
            given = find_property(facts, index, key)
            gids = list_run_functions(self._evaluator, file, given, methods) if given else []
            module.around += (self._get_item(gid) for gid in gids if owners[gid] == gid)

    def _list_elements(self, module: _Module, file: int, index: int, depth: int) -> list[tuple[int, int]]:
        """Return the elements of a list, and of lists that are spread into it.

        Of a condition that is either branch."""
        expr = self._program.exprs[file][index]
        if depth > MAX_NESTED:
            module.is_open = True
            return []
        if expr[0] in (ops.FLOW, ops.DECLARED):
            return self._list_elements(module, file, expr[2], depth + 1)
        if expr[0] == ops.UNION:
            return [each for part in expr[1:] for each in self._list_elements(module, file, part, depth + 1)]
        parts = self._texts.list_elements(file, index)
        if not parts and list_parts(expr) is None:
            module.is_open = True
        found: list[tuple[int, int]] = []
        for of, part in parts:
            inner = self._program.exprs[of][part]
            if inner[0] == ops.SPREAD:
                found += self._list_elements(module, of, inner[1], depth + 1)
            elif inner[0] == ops.UNION:
                found += ((of, each) for each in inner[1:])
            else:
                found.append((of, part))
        return found

    def _add_controller(self, module: _Module, file: int, index: int) -> None:
        classes = self._list_named_classes(file, index)
        module.controllers += (self._get_item(gid) for gid in classes)
        module.is_open = module.is_open or not classes

    def _add_module(self, module: _Module, file: int, index: int, rule: ModuleModel, depth: int) -> None:
        expr = self._program.exprs[file][index]
        if depth > MAX_NESTED:
            module.is_open = True
            return
        if expr[0] in (ops.FLOW, ops.DECLARED, ops.AWAIT, ops.CONST):
            inner: int = expr[2] if expr[0] in (ops.FLOW, ops.DECLARED) else expr[1]
            self._add_module(module, file, inner, rule, depth + 1)
            return
        if expr[0] == ops.OBJECT:
            self._add_object(module, file, index, rule, depth + 1)
            return
        if expr[0] == ops.CALL:
            self._add_called(module, file, index, rule, depth)
            return
        value = self._evaluator.value(file, index)
        classes = self._list_named_classes(file, index)
        module.modules += (("symbol", self._get_item(gid), 0) for gid in classes)
        if not classes and not any(isinstance(atom, EXTERNAL) for atom in value):
            module.is_open = True

    def _add_called(self, module: _Module, file: int, index: int, rule: ModuleModel, depth: int) -> None:
        """Add what a call gives.

        That is a module that is defined later, prefixes of modules, or what a function describes."""
        expr = self._program.exprs[file][index]
        names = self._annotations.list_names(file, expr[1])
        given: Sequence[int] = expr[2]
        if any(name in rule.places for name in names):
            for argument in given[:1]:
                self._add_places(module, file, argument, rule, "", 0)
            return
        if any(name in rule.delays for name in names):
            for argument in given[:1]:
                for gid in list_functions(self._evaluator, file, argument):
                    of, local = self._program.locate(gid)
                    for result in self._program.files[of].returns.get(local, ()):
                        self._add_module(module, of, result, rule, depth + 1)
            return
        functions = list_functions(self._evaluator, file, expr[1])
        module.modules += (("result", self._get_item(gid), 0) for gid in functions)
        if not functions and not names:
            module.is_open = True

    def _add_places(
        self, module: _Module, file: int, index: int, rule: ModuleModel, prefix: str | None, depth: int
    ) -> None:
        """Add the prefixes that a list gives to modules."""
        for of, element in self._list_elements(module, file, index, depth):
            facts = self._program.files[of]
            at = self._find_object(of, element)
            if not at:
                for gid in self._list_named_classes(of, element):
                    module.places.append((("symbol", self._get_item(gid), 0), prefix))
                continue
            path = find_property(facts, at, rule.place)
            texts = self._texts.read(of, path) if path else ("",)
            whole = None if prefix is None or len(texts) != 1 or HOLE in texts[0] else f"{prefix}/{texts[0].strip('/')}"
            placed = find_property(facts, at, rule.module)
            for gid in self._list_named_classes(of, placed) if placed else ():
                module.places.append((("symbol", self._get_item(gid), 0), whole))
            nested = find_property(facts, at, rule.nested)
            if nested and depth < MAX_NESTED:
                self._add_places(module, of, nested, rule, whole, depth + 1)
