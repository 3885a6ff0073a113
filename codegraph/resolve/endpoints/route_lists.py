"""Routes in lists that modules keep, and resources that routers make routes of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument, list_alternatives, list_parts
from codegraph.resolve.endpoints.endpoint_rows import (
    HOLE,
    OUTSIDE,
    REVERSED,
    WEAK,
    MissRow,
    MountRow,
    ObjectKey,
    RouteRow,
    RouterRow,
    Site,
)
from codegraph.resolve.endpoints.facts_reader import FileContext, RouteReader
from codegraph.resolve.endpoints.framework_callbacks import HookFinder
from codegraph.resolve.endpoints.path_patterns import REST, read_pattern
from codegraph.resolve.endpoints.reasons import COMPUTED, PATTERN, UNKNOWN_HANDLER, UNKNOWN_ROUTER
from codegraph.resolve.endpoints.router_resources import ResourceReader
from codegraph.resolve.endpoints.view_functions import Answers, ViewFinder
from codegraph.resolve.types.abstract_values import EXTERNAL, Module
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.framework_model import ANY, FrameworkModel
from codegraph_parsers.frameworks.lists import EntryModel, GroupModel, ListModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.loops import LoopExpander


NAMED: Final = "named:"
"""Stands before a module's name that is looked up as a text names it."""

MAX_DEPTH: Final = 16
"""Lists in lists."""

_GROWING: Final = frozenset(("append", "extend", "insert"))
_UNDECIDABLE: Final = "("
"""Prefix of which no path can be made."""


class MountedLists(NamedTuple):
    """Lists that an entry mounts, and the name before those of their routes.

    `is_outside`: a library has the list."""

    lists: tuple[ObjectKey, ...]
    name: str | None
    is_outside: bool


class RouteLists(RouteReader):
    """The routes that lists of one file hold.

    `note` is told of each call that models know, in the order of the file; `finish` reads the lists then."""

    def __init__(self, context: FileContext, loops: LoopExpander) -> None:
        super().__init__(context)
        self._loops = loops
        self.views = ViewFinder(context)
        self.hooks = HookFinder(context, self.views)
        self._resources = ResourceReader(context, self.views)
        self._models = [model for model in self._vocabulary.models if model.lists.variable]
        self._calls: dict[int, tuple[str, int, int]] = {}  # name, owner and line of what models know
        self._read: set[int] = set()  # calls that stand in a list

    def note(self, name: str, owner: int, at: int, line: int) -> None:
        """Note a call by the name that models know of what it calls."""
        vocabulary = self._vocabulary
        if name in vocabulary.entries or name in vocabulary.includes or name in vocabulary.groups:
            self._calls[at] = (name, owner, line)
        elif name in vocabulary.resources:
            self._add_resource(name, at, owner, line)

    def finish(self) -> None:
        """Read the lists of the file."""
        for model in self._models:
            names = self._facts.names.get(0, {})
            self._add_setting(model, names.get(model.lists.setting, 0))
            variable = self._get(names.get(model.lists.variable, 0))
            if variable[0] in (ops.VAR, ops.FLOW):
                symbol = variable if variable[0] == ops.VAR else self._get(variable[1])
                self._read_variable(model, symbol[1], is_own=True)
        for local, values in self._facts.values.items() if self._calls else ():
            if any(self._has_entries(each, 0) for each in values):
                self._read_variable(self._models[0], local, is_own=False)
        for local, results in self._facts.returns.items() if self._calls else ():
            if any(self._has_entries(each, 0) for each in results):
                key: ObjectKey = ("result", self._get_item(self._offset + local), 0)
                self.routers.append(RouterRow(key, self._models[0].key, False, "", ""))
                for result in results:
                    self._read_list(key, result, 0)
        for at, (name, owner, line) in self._calls.items():
            if at not in self._read and name in self._vocabulary.entries:
                model, _ = self._vocabulary.entries[name]
                self.misses.append(MissRow(self._make_site(owner, line, model.key), name, UNKNOWN_ROUTER, False))

    # -- lists ---------------------------------------------------------------------------------------------------

    def _make_key(self, local: int) -> ObjectKey:
        return ("symbol", self._get_item(self._offset + local), 0)

    def _has_entries(self, index: int, depth: int) -> bool:
        """Return whether a list has a route that is written in it."""
        expr = self._get(index)
        if depth > MAX_DEPTH:
            return False
        if (parts := list_parts(expr)) is not None:
            return any(part in self._calls for part in parts)
        if expr[0] == ops.CALL:
            return self._calls.get(index, ("", 0, 0))[0] in self._vocabulary.groups
        if expr[0] == ops.OPERATOR and expr[2] == "+":
            return any(self._has_entries(part, depth + 1) for part in (expr[1], *expr[3]))
        if expr[0] == ops.UNION:
            parts = list_alternatives(self._facts.exprs, index)
            return any(self._has_entries(part, depth + 1) for part in parts)
        return expr[0] == ops.DECLARED and bool(expr[2]) and self._has_entries(expr[2], depth + 1)

    def _read_variable(self, model: FrameworkModel, local: int, *, is_own: bool) -> None:
        """Read the list that a variable holds, and all that is added to it.

        `is_own`: it is the list that the module stands for."""
        key = self._make_key(local)
        if any(row.key == key for row in self.routers):
            return
        self.routers.append(RouterRow(key, model.key, False, "", self._read_namespace(model.lists), is_own))
        values = self._facts.values.get(local, ())
        versions = self._make_versions(local, key)
        for value in values:
            self._read_list(versions[value], value, 0)
        for target, added in self._list_additions(local):
            for version in self._find_versions(target) or (key,):
                self._read_list(version, added, 0)
        mounted = {child for row in self.mounts if row.parents[0] in versions.values() for child in row.children}
        for version in dict.fromkeys(versions.values()):
            if version != key:
                self.routers.append(RouterRow(version, model.key, False, "", ""))
                if version not in mounted:
                    self._join_lists(key, (version,))

    def _make_versions(self, local: int, key: ObjectKey) -> dict[int, ObjectKey]:
        """Return the lists that a variable holds one after the other, by what is assigned.

        A later one may hold an earlier one: `urls = [path("shop/", include(urls))]`."""
        values = self._facts.values.get(local, ())
        if len(values) == 1:
            return {values[0]: key}
        return {value: ("local", self._get_item(self._offset), value) for value in values}

    def _find_versions(self, index: int) -> tuple[ObjectKey, ...]:
        """Return the lists of a variable of this file that are meant at one place."""
        found: dict[ObjectKey, None] = {}
        for at in list_alternatives(self._facts.exprs, index):
            expr = self._get(at)
            symbol = self._get(expr[1]) if expr[0] == ops.FLOW else expr
            if symbol[0] != ops.VAR or not self._is_list(symbol[1]):
                return ()
            key = self._make_key(symbol[1])
            versions = self._make_versions(symbol[1], key)
            value = expr[2] if expr[0] == ops.FLOW else 0
            while self._get(value)[0] in (ops.PLACE, ops.FLOW):
                value = self._get(value)[1 if self._get(value)[0] == ops.PLACE else 2]
            found[versions.get(value, key)] = None
        return tuple(found)

    def _read_namespace(self, lists: ListModel) -> str:
        index = self._facts.names.get(0, {}).get(lists.namespace, 0)
        return self._read_text(index) or "" if index else ""

    def _is_list(self, local: int) -> bool:
        """Return whether a variable holds a list with routes.

        The one that a module stands for always does."""
        own = {self._facts.names.get(0, {}).get(model.lists.variable, 0) for model in self._models}
        return any(self._get(index)[1:2] == (local,) for index in own if index) or any(
            self._has_entries(value, 0) for value in self._facts.values.get(local, ())
        )

    def _list_additions(self, local: int) -> Iterator[tuple[int, int]]:
        """Yield to what something is added later, and what that is.

        These are lists, and single elements."""
        for kind, _, index, _ in self._facts.sites:
            if kind == "operator":
                expr = self._get(index)
                if expr[2] == "+=" and self._is_variable(expr[1], local):
                    yield from ((expr[1], added) for added in expr[3])
            elif kind == "call":
                expr = self._get(index)
                callee = self._get(expr[1]) if expr[0] == ops.CALL else expr
                if callee[0] == ops.ATTR and callee[2] in _GROWING and self._is_variable(callee[1], local):
                    yield from ((callee[1], added) for added in expr[2][-1:])

    def _is_variable(self, index: int, local: int) -> bool:
        expr = self._get(index)
        for _ in range(MAX_DEPTH):
            if expr[0] not in (ops.FLOW, ops.UNION, ops.PLACE):
                break
            expr = self._get(expr[1])
        return expr[0] == ops.VAR and expr[1] == local

    def _read_list(self, key: ObjectKey, index: int, depth: int) -> None:
        """Read the elements of a list.

        It may be made of other lists, and of what routers have."""
        expr = self._get(index)
        op = expr[0]
        if depth > MAX_DEPTH or not index:
            return
        if (parts := list_parts(expr)) is not None:
            for part in parts:
                self._read_list(key, part, depth + 1)
        elif op == ops.OPERATOR:
            for part in (expr[1], *expr[3]) if expr[2] == "+" else ():
                self._read_list(key, part, depth + 1)
        elif op == ops.UNION:
            for part in list_alternatives(self._facts.exprs, index):
                self._read_list(key, part, depth + 1)
        elif op in (ops.SPREAD, ops.DECLARED):
            self._read_list(key, expr[1] if op == ops.SPREAD else expr[2], depth + 1)
        elif op == ops.CALL and index in self._calls:
            self._read_known(key, index, expr, depth)
        else:
            self._join_list(key, index)

    def _read_known(self, key: ObjectKey, index: int, expr: Expr, depth: int) -> None:
        name, owner, line = self._calls[index]
        self._read.add(index)
        entry = self._vocabulary.entries.get(name)
        group = self._vocabulary.groups.get(name)
        if entry is not None:
            model, rule = entry
            for each in self._loops.expand(expr):
                self._add_entry(key, each, self._make_site(owner, line, model.key), model, rule)
        elif group is not None:
            self._read_group(key, index, expr, *group, depth)

    def _read_group(
        self, key: ObjectKey, index: int, expr: Expr, model: FrameworkModel, rule: GroupModel, depth: int
    ) -> None:
        unless = find_argument(self._facts, expr, rule.unless) if rule.unless else None
        given: Sequence[int] = expr[2] if rule.is_spread else expr[2][:1]
        if rule.prefix and (unless is None or self._get(unless)[2:3] != ("False",)):
            inner: ObjectKey = ("local", self._get_item(self._offset), index)
            _, owner, line = self._calls[index]
            site = self._make_site(owner, line, model.key)
            self.routers.append(RouterRow(inner, model.key, False, "", ""))
            self.mounts.append(MountRow(site, (key,), False, (inner,), rule.prefix, False))
            key = inner
        for each in given:
            self._read_list(key, each, depth + 1)

    def _join_list(self, key: ObjectKey, index: int) -> None:
        """Add the mount of another list, or of a router, in a list without a prefix."""
        self._join_lists(key, tuple(each for each in self._find_lists(index) if each != key))

    def _join_lists(self, key: ObjectKey, children: tuple[ObjectKey, ...]) -> None:
        if children:
            site = self._make_site(0, 1, self._models[0].key)
            self.mounts.append(MountRow(site, (key,), False, children, None, False))

    def _find_lists(self, index: int) -> tuple[ObjectKey, ...]:
        """Return the lists that an expression gives.

        They are in variables, given by functions, or what routers have."""
        expr = self._get(index)
        while expr[0] == ops.FLOW and self._get(expr[2])[0] in (ops.ATTR, ops.FLOW):
            expr = self._get(expr[2])
        if expr[0] == ops.ATTR and self._is_attribute(index, expr):
            return self._objects.find(self._file, expr[1])
        for atom in self._evaluator.value(self._file, index):
            if isinstance(atom, Module):
                return self._find_list_of(atom.unit)
        return self._find_versions(index) or self._objects.find(self._file, index)

    def _is_attribute(self, index: int, expr: Expr) -> bool:
        names = self._objects.list_known_classes(self._file, expr[1])
        return any(f"{name}.{expr[2]}" in self._vocabulary.attributes for name in names)

    # -- modules -------------------------------------------------------------------------------------------------

    def find_module(self, name: str) -> str | None:
        """Return the unit of a module that a text names.

        It is "" for one of a library, None for one that is missing."""
        program, module = self._program, NAMED + name
        project = program.project_of[self._file]
        if project is None:
            return None
        program.reads.read_fact("module", self._file, module, "bind")
        target = project.resolve(self._facts.path, module, "bind")
        if target.units:
            return target.units[0] if not target.rest else None
        return ""

    def _find_list_of(self, unit: str) -> tuple[ObjectKey, ...]:
        """Return the list that a module stands for."""
        for model in self._models:
            found = self._evaluator.scopes.unit_member(unit, model.lists.variable)
            keys = [key for ref in found.refs for key in self._objects.follow(ref)]
            if keys:
                return tuple(dict.fromkeys(keys))
        return ()

    def _add_setting(self, model: FrameworkModel, index: int) -> None:
        """Add the application whose list a setting names."""
        expr = self._get(index)
        symbol = self._get(expr[1]) if expr[0] == ops.FLOW else expr
        if not index or symbol[0] != ops.VAR:
            return
        key = self._make_key(symbol[1])
        children: dict[ObjectKey, None] = {}
        for value in self._facts.values.get(symbol[1], ()):
            name = self._read_text(value)
            unit = self.find_module(name) if name else None
            children.update(dict.fromkeys(self._find_list_of(unit) if unit else ()))
        if children:
            line = self._program.get_symbol(self._offset + symbol[1]).line
            site = self._make_site(symbol[1], line, model.key)
            self.routers.append(RouterRow(key, model.key, True, "", ""))
            self.mounts.append(MountRow(site, (key,), False, tuple(children), None, False))

    # -- entries -------------------------------------------------------------------------------------------------

    def _read_text(self, index: int) -> str | None:
        """Return the one text of an expression, None where it cannot be decided."""
        texts = self._texts.read(self._file, index) if index else ()
        return texts[0] if len(texts) == 1 and HOLE not in texts[0] and REVERSED not in texts[0] else None

    def _add_entry(self, key: ObjectKey, expr: Expr, site: Site, model: FrameworkModel, rule: EntryModel) -> None:
        written, handler = (find_argument(self._facts, expr, each) for each in (rule.path, rule.handler))
        if written is None or handler is None:
            return
        paths = self._read_paths(written)
        if not paths:
            self.misses.append(MissRow(site, "", COMPUTED, False))
            return
        mounted = self._find_mounted(handler)
        name = find_argument(self._facts, expr, rule.name)
        for path in paths:
            read = read_pattern(path, is_whole=mounted is None) if rule.is_regex else path
            if mounted is not None:
                self._add_mount(key, site, read, mounted)
            elif read is None:
                self.misses.append(MissRow(site, path, PATTERN, False))
            else:
                self._add_route(key, site, read, handler, self._read_text(name or 0) or "")

    def _read_paths(self, index: int) -> tuple[str, ...]:
        """Return the paths of an entry, none where they cannot be decided.

        Where one constant is left if nothing is configured (`prefix = ""; if setting: prefix = f"{setting}/"`), that
        one counts. Elements of a list are all meant, of other alternatives none is known to be."""
        self._texts.is_choice = False
        paths = self._texts.read(self._file, index) if index else ()
        known = tuple(path for path in paths if HOLE not in path and REVERSED not in path)
        if len(known) == len(paths) and not self._texts.is_choice:
            return known
        return known if len(known) == 1 and len(paths) == 2 else ()

    def _add_mount(self, key: ObjectKey, site: Site, prefix: str | None, mounted: MountedLists) -> None:
        if mounted.is_outside:
            if prefix is not None:
                self.routes.append(RouteRow(site, (key,), False, f"{prefix}{REST}", (ANY,), (), "", OUTSIDE))
        elif not mounted.lists:
            self.misses.append(MissRow(site, prefix or "", UNKNOWN_ROUTER, False))
        elif prefix is None or mounted.lists != (key,):
            given = _UNDECIDABLE if prefix is None else prefix
            self.mounts.append(MountRow(site, (key,), False, mounted.lists, given, False, mounted.name))

    def _add_route(self, key: ObjectKey, site: Site, path: str, handler: int, name: str) -> None:
        answers = self.views.find(self._file, handler) if handler else None
        if answers is None:
            self.misses.append(MissRow(site, path, UNKNOWN_HANDLER, False))
            return
        self._add_answers((key,), site, path, answers, name)

    def _add_answers(self, keys: tuple[ObjectKey, ...], site: Site, path: str, answers: Answers, name: str) -> None:
        for methods, symbols, view, member in answers:
            items = tuple(self._get_item(self._owners[gid]) for gid in symbols)
            run = self._list_run(view, member) if view >= 0 else ()
            around = self._name_owners(gid for gid in run if gid not in symbols)
            self.routes.append(RouteRow(site, keys, False, path, methods, items, name, WEAK, (), around))

    def _list_run(self, view: int, member: str) -> tuple[int, ...]:
        """Return what the framework runs of a view besides the member that answers."""
        called = self.hooks.list_called(view, (*self.views.makers, member))
        return (*self.views.list_used_functions(view), *called)

    def _find_mounted(self, index: int) -> MountedLists | None:
        """Return what an entry mounts in the place of a handler, None for a handler."""
        index = self._skip_flow(self._file, index)
        expr = self._get(index)
        include = self._vocabulary.includes.get(self._calls.get(index, ("", 0, 0))[0])
        name: str | None = None
        if include is not None:
            given = find_argument(self._facts, expr, include.name)
            name = self._read_text(given) if given else None
            index = find_argument(self._facts, expr, include.list) or 0
            expr = self._get(index)
            if expr[0] == ops.FLOW and self._get(expr[2])[0] == ops.TUPLE:
                expr = self._get(expr[2])
        if expr[0] == ops.TUPLE:  # a list, and the name of an application
            parts: Sequence[int] = expr[1:]
            name = name or (self._read_text(parts[1]) if len(parts) > 1 else None)
            index = parts[0] if parts else 0
        elif include is None:
            return MountedLists((), None, True) if self._is_outside(index) else None
        return self._find_included(index)._replace(name=name)

    def _find_included(self, index: int) -> MountedLists:
        """Return the list that an expression gives, or that of a module.

        The expression is the module or its name."""
        if self._has_entries(index, 0) and self._get(index)[0] != ops.DECLARED:
            key: ObjectKey = ("local", self._get_item(self._offset), index)
            self.routers.append(RouterRow(key, self._models[0].key, False, "", ""))
            self._read_list(key, index, 0)
            return MountedLists((key,), None, False)
        name = self._read_text(index)
        if name:
            unit = self.find_module(name)
            return MountedLists(self._find_list_of(unit) if unit else (), None, unit == "")
        lists = self._find_lists(index)
        if lists or not index:
            return MountedLists(lists, None, False)
        return MountedLists((), None, self._is_outside(index) or self._is_external(index))

    def _is_outside(self, index: int) -> bool:
        """Return whether an expression is the list of a library's object."""
        expr = self._get(index)
        if expr[0] != ops.ATTR or expr[2] not in self._vocabulary.outside:
            return False
        return self._is_external(index) or bool(self._objects.list_class_names(self._file, expr[1]))

    def _is_external(self, index: int) -> bool:
        return any(isinstance(atom, EXTERNAL) for atom in self._evaluator.value(self._file, index))

    # -- resources -----------------------------------------------------------------------------------------------

    def _add_resource(self, name: str, at: int, owner: int, line: int) -> None:
        """Add the routes that a router makes of a class."""
        model, rule = self._vocabulary.resources[name]
        for expr in self._loops.expand(self._get(at)):
            site = self._make_site(owner, line, model.key)
            callee = self._get(expr[1])
            keys = self._objects.find(self._file, callee[1]) if callee[0] == ops.ATTR else ()
            found = self._resources.read(self._file, expr, rule) if keys else UNKNOWN_ROUTER
            if isinstance(found, str):
                self.misses.append(MissRow(site, str(callee[2]), found, False))
                continue
            for path, answers, title in found:
                self._add_answers(keys, site, path, answers, title)
