"""Settings that name code by dotted texts.

A module of settings is one in which the variable that names the application's routes is known. A name that leads to
nothing in a package of the tree is not resolved; a name of a library is none of the tree's.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import list_alternatives, list_parts
from codegraph.resolve.endpoints.endpoint_rows import (
    STRONG,
    TEMPLATE_FOLDER,
    LinkRow,
    MiddlewareRow,
    ObjectKey,
    Site,
    TemplateRow,
)
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.reasons import UNKNOWN_NAME
from codegraph.resolve.endpoints.referents import list_methods
from codegraph.resolve.types.abstract_values import ClassObject, Function, make_instance
from codegraph_parsers import ops
from codegraph_parsers.frameworks.framework_model import FrameworkModel
from codegraph_parsers.frameworks.middleware import ConfigurationModel

MAX_DEPTH: Final = 8
"""Lists and mappings in one another."""

_GROWING: Final = frozenset(("append", "extend", "insert"))


class _SettingName(NamedTuple):
    """A text in a setting, by its expression, and its line."""

    text: int
    line: int


class SettingsReader(FactsReader):
    """The settings of one file."""

    def __init__(self, context: FileContext, find_module: Callable[[str], str | None]) -> None:
        """Take what gives the unit of a module that a text names.

        It gives "" for one of a library, None for none."""
        super().__init__(context)
        self._find_module = find_module
        self._lines: dict[int, list[int]] = {}
        self.links: list[LinkRow] = []
        self.middleware: list[MiddlewareRow] = []
        self.templates: list[TemplateRow] = []

    def read(self) -> None:
        """Read the settings that the file has, if it is a module of settings."""
        known = self._vocabulary.configurations
        values = [(name, local, index) for name, local, index in self._list_values() if name in known]
        application = self._find_application() if values else None
        if application is None:
            return
        for kind, _, index, line in self._facts.sites:
            if kind == "token":
                self._lines.setdefault(index, []).append(line)
        for name, local, value in values:
            model, rule = known[name]
            for named in dict.fromkeys(self._list_named(value, rule, local, is_below=not rule.keys)):
                self._add(named, local, application, model, rule)
                self._add_folder(named, model, rule)
            self._add_directories(value, model.surroundings.templates.directories)

    def _find_application(self) -> ObjectKey | None:
        """Return the variable that names the routes of the application.

        Another module may have it."""
        unit = self._program.unit_of[self._file]
        for model in self._vocabulary.models:
            if not model.lists.setting:
                continue
            for file, index in self._evaluator.scopes.unit_member(unit, model.lists.setting).refs:
                if file < 0:
                    continue
                expr = self._get_of(file, index)
                symbol = self._get_of(file, expr[1]) if expr[0] == ops.FLOW else expr
                if symbol[0] == ops.VAR:
                    return ("symbol", self._get_item(self._program.offsets[file] + int(symbol[1])), 0)
        return None

    def _list_values(self) -> Iterator[tuple[str, int, int]]:
        """Yield what variables of the module are given, by name.

        Each has its symbol, 0 for one of another module."""
        own = self._facts.names.get(0, {})
        for name in self._vocabulary.configurations:
            expr = self._get(own.get(name, 0))
            symbol = self._get(expr[1]) if expr[0] == ops.FLOW else expr
            for value in self._facts.values.get(symbol[1], ()) if symbol[0] == ops.VAR else ():
                yield name, symbol[1], value
        for kind, _, index, _ in self._facts.sites:
            expr = self._get(index)
            if kind == "operator" and expr[2] == "+=":
                target, added = expr[1], expr[3]
            elif kind == "call" and expr[0] == ops.CALL and self._get(expr[1])[0] == ops.ATTR:
                callee = self._get(expr[1])
                target, added = callee[1], expr[2][-1:] if callee[2] in _GROWING else ()
            else:
                continue
            found = self._find_variable(target) if added else None
            if found is not None:
                yield from ((*found, value) for value in added)

    def _find_variable(self, index: int) -> tuple[str, int] | None:
        """Return the name and the symbol of the variable that an expression is."""
        for at in list_alternatives(self._facts.exprs, index):
            expr = self._get(at)
            for _ in range(MAX_DEPTH):
                if expr[0] not in (ops.FLOW, ops.PLACE):
                    break
                expr = self._get(expr[1])
            if expr[0] == ops.NAME:
                return str(expr[1]), 0
            if expr[0] == ops.VAR:
                local: int = expr[1]
                return self._facts.symbols[local].name, local
        return None

    def _list_named(
        self, index: int, rule: ConfigurationModel, local: int, depth: int = 0, *, is_below: bool
    ) -> Iterator[_SettingName]:
        """Yield the texts of a value that name code.

        `is_below`: they stand below a key that counts."""
        expr = self._get(index)
        if depth > MAX_DEPTH:
            return
        if (parts := list_parts(expr)) is not None:
            for part in parts:
                yield from self._list_named(part, rule, local, depth + 1, is_below=is_below)
        elif expr[0] == ops.DICT:
            for key, _, value in expr[2]:
                yield from self._list_named(value, rule, local, depth + 1, is_below=is_below or key in rule.keys)
        elif expr[0] == ops.OPERATOR and expr[2] == "+":
            for part in (expr[1], *expr[3]):
                yield from self._list_named(part, rule, local, depth + 1, is_below=is_below)
        elif expr[0] == ops.LITERAL and expr[1] in ops.TEXTUAL and expr[2] and is_below:
            yield _SettingName(index, self._find_line(index, local))

    def _find_line(self, index: int, local: int) -> int:
        """Return the line of a text in the value of a variable.

        Texts that are equal are one expression."""
        first = self._facts.symbols[local].line
        return next((line for line in self._lines.get(index - 1, ()) if line >= first), first)

    def _add(
        self, named: _SettingName, local: int, application: ObjectKey, model: FrameworkModel, rule: ConfigurationModel
    ) -> None:
        text = str(self._get(named.text)[2])
        site = self._make_site(local, named.line, model.key)
        kind = EdgeKind.CONFIGURES.value
        if not text.replace(".", "").replace("_", "").isalnum():
            return
        gids = self._find_class_of(text, rule) if rule.base else self._find_named(named.text)
        if not gids:
            if self._is_missing(text):
                self.links.append(LinkRow(site, -1, kind, UNKNOWN_NAME, text))
            return
        self.links += [LinkRow(site, self._get_item(gid), kind, STRONG) for gid in gids]
        around = self._list_members(gids, rule.around)
        if around:
            self.middleware.append(MiddlewareRow((application,), tuple(map(self._get_item, around)), ""))
        started = self._list_members(gids, rule.started)
        self.links += [LinkRow(site, self._get_item(gid), EdgeKind.RUNS.value, STRONG) for gid in started]

    # -- templates -----------------------------------------------------------------------------------------------

    def _add_folder(self, named: _SettingName, model: FrameworkModel, rule: ConfigurationModel) -> None:
        """Add the folder of templates of an application that is installed."""
        folder, text = model.surroundings.templates.folder, str(self._get(named.text)[2])
        owner = text.rpartition(".")[0]
        unit = (self._find_module(text) or (self._find_module(owner) if owner else None)) if rule.base else None
        if unit and folder:
            site = Site(self._get_item(self._offset), named.line, model.key)
            self.templates.append(TemplateRow(site, TEMPLATE_FOLDER, f"{posixpath.dirname(unit)}/{folder}".strip("/")))

    def _add_directories(self, index: int, key: str, depth: int = 0) -> None:
        """Add the folders that a setting lists, below one of the folders around it."""
        expr = self._get(index)
        if not key or depth > MAX_DEPTH:
            return
        for part in list_parts(expr) or ():
            self._add_directories(part, key, depth + 1)
        for name, _, value in expr[2] if expr[0] == ops.DICT else ():
            for each in list_parts(self._get(value)) or () if name == key else ():
                self._add_directory(self._read_end(each))

    def _read_end(self, index: int) -> str:
        """Return the constant end of a path: `BASE_DIR / "templates"`."""
        expr = self._get(index)
        if expr[0] == ops.OPERATOR and expr[2] == "/":
            return "/".join((self._read_end(expr[1]), *map(self._read_end, expr[3]))).strip("/")
        if expr[0] == ops.CALL:
            return "/".join(map(self._read_end, expr[2])).strip("/")
        return str(expr[2]) if expr[0] == ops.LITERAL and expr[1] in ops.TEXTUAL else ""

    def _add_directory(self, end: str) -> None:
        site = Site(self._get_item(self._offset), 1, "")
        above: str = posixpath.dirname(self._facts.path)
        while end:
            self.templates.append(TemplateRow(site, TEMPLATE_FOLDER, posixpath.normpath(f"{above}/{end}".strip("/"))))
            if not above:
                break
            above = posixpath.dirname(above)

    # -- what names lead to --------------------------------------------------------------------------------------

    def _find_named(self, index: int) -> list[int]:
        """Return the classes and functions of the tree that a text names."""
        token = index - 1
        if token not in self._lines:
            return []
        atoms = self._evaluator.value(self._file, token)
        found = [atom.gid for atom in atoms if isinstance(atom, (ClassObject, Function))]
        return [gid for gid in found if gid < self._program.end]

    def _find_class_of(self, text: str, rule: ConfigurationModel) -> list[int]:
        """Return the class that a text names, or that of the package it names.

        It inherits from the rule's base."""
        unit = self._find_module(f"{text}.{rule.module}")
        if unit:
            found = [gid for gid in self._list_classes(unit) if rule.base in self._objects.list_outside_bases(gid)]
            return found if len(found) == 1 else []
        owner, _, name = text.rpartition(".")
        unit = self._find_module(owner) if owner else None
        found = [gid for gid in self._list_classes(unit) if self._program.get_symbol(gid).name == name] if unit else []
        return [gid for gid in found if rule.base in self._objects.list_outside_bases(gid)]

    def _list_classes(self, unit: str) -> Iterator[int]:
        """Yield the classes at the top of a module."""
        self._program.reads.read_fact("unit", unit)
        for file in self._program.units.get(unit, ()):
            self._program.reads.read_scope(self._program.offsets[file], file)
            facts = self._program.files[file]
            for index in facts.names.get(0, {}).values():
                expr = self._get_of(file, index)
                if expr[0] == ops.DECORATED:
                    expr = self._get_of(file, expr[1])
                if expr[0] == ops.SYM:
                    yield self._program.offsets[file] + int(expr[1])

    def _is_missing(self, text: str) -> bool:
        """Return whether a text names nothing in a package of the tree."""
        root, _, rest = text.partition(".")
        if not rest or not self._find_module(root):
            return False
        owner = text.rpartition(".")[0]
        unit = self._find_module(text) or ""
        return not unit and not self._has_member(self._find_module(owner), text.rpartition(".")[2])

    def _has_member(self, unit: str | None, name: str) -> bool:
        binding = self._evaluator.scopes.unit_member(unit, name) if unit else None
        return binding is not None and bool(binding.refs or binding.atoms)

    def _list_members(self, gids: Sequence[int], names: Sequence[str]) -> list[int]:
        """Return the functions that run of what is named.

        They are members of classes, or a function and what it gives."""
        found: dict[int, None] = {}
        for gid in gids if names else ():
            file, local = self._program.locate(gid)
            if self._program.get_symbol(gid).kind.value != "class":
                found[gid] = None
                results = self._program.files[file].returns.get(local, ())
                atoms = (atom for index in results for atom in self._evaluator.value(file, index))
                found.update((atom.gid, None) for atom in atoms if isinstance(atom, Function))
            owner = make_instance(gid, ())
            found.update((each, None) for name in names for each in list_methods(self._evaluator, file, owner, name))
        return [gid for gid in found if gid < self._program.end and self._owners[gid] == gid]
