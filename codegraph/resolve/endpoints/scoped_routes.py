"""Routes in groups, for which no router is passed.

What the function or the file of a group registers stands below the group.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import list_parts
from codegraph.resolve.endpoints.endpoint_rows import (
    HOLE,
    STRONG,
    MissRow,
    MountRow,
    ObjectKey,
    RouteRow,
    RouterRow,
    Site,
)
from codegraph.resolve.endpoints.facts_reader import FileContext, RouteReader
from codegraph.resolve.endpoints.handlers import HandlerFinder
from codegraph.resolve.endpoints.objects import METHOD
from codegraph.resolve.endpoints.reasons import COMPUTED, UNKNOWN_HANDLER, UNKNOWN_METHOD
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.types.abstract_values import ClassObject, Instance, make_instance, make_module
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.framework_model import ANY, FrameworkModel
from codegraph_parsers.frameworks.route_scopes import ScopesModel

MAX_CHAIN: Final = 24
MAX_TURNS: Final = 256


class Link(NamedTuple):
    """A call of a chain: its member, its arguments and its place."""

    member: str
    given: Sequence[int]
    keywords: Sequence[tuple[str, int]]
    at: int


class Surroundings(NamedTuple):
    """The groups around a route: its router, and what they say of handlers."""

    router: ObjectKey
    controller: int = 0  # expression of a class
    namespace: str = ""


class ScopedRouteReader(RouteReader):
    """Reads the routes in groups of one file for one model."""

    def __init__(self, context: FileContext, handlers: HandlerFinder, model: FrameworkModel) -> None:
        super().__init__(context)
        self._handlers = handlers
        self._model = model
        self._rules: ScopesModel = model.scopes
        self._around: dict[int, Surroundings] = {}  # function that a group is given → the group

    def read(self) -> ScopedRouteReader:
        """Read all routes of the file, groups before what is in them."""
        calls = list(self._list_chains())
        for owner, chain, line in calls:
            if chain[-1].member == self._rules.group:
                self._read_group(owner, chain, line)
        for owner, chain, line in calls:
            self._read_route(owner, chain, line)
        self._read_files()
        self._read_included()
        return self

    # -- chains --------------------------------------------------------------------------------------------------

    def _list_chains(self) -> Iterator[tuple[int, list[Link], int]]:
        """Yield each call of a chain that begins at an owner of the model.

        Outer groups come first.
        """
        seen = set[int]()
        found: list[tuple[int, list[Link], int]] = []
        for kind, owner, index, line in self._facts.sites:
            if kind == "call" and index not in seen and self._get(index)[0] == ops.CALL:
                seen.add(index)
                chain = self._read_chain(index)
                if chain:
                    found.append((owner, chain, line))
        found.sort(key=lambda each: self._count_functions(each[0]))
        yield from found

    def _count_functions(self, local: int) -> int:
        count = 0
        while local > 0:
            local, count = self._facts.symbols[local].parent, count + 1
        return count

    def _read_chain(self, index: int) -> list[Link]:
        """Return the calls of a chain from the first to this one.

        There are none where it begins elsewhere.
        """
        chain: list[Link] = []
        while len(chain) < MAX_CHAIN:
            expr = self._get(index)
            if expr[0] != ops.CALL:
                break
            callee = self._get(expr[1])
            if callee[0] != ops.ATTR or not str(callee[2]).endswith(METHOD):
                return []
            chain.append(Link(str(callee[2]).removesuffix(METHOD), expr[2], expr[3], index))
            index = callee[1]
        return chain[::-1] if chain and self._is_owner(index) else []

    def _is_owner(self, index: int) -> bool:
        expr = self._get(index)
        if expr[0] == ops.PARAM and expr[1] in self._around:
            return True
        names = (
            *self._objects.list_known_names(self._file, index),
            *self._objects.list_known_classes(self._file, index),
        )
        return any(name in self._rules.owners for name in names)

    # -- groups --------------------------------------------------------------------------------------------------

    def _find_around(self, owner: int) -> Surroundings:
        """Return the innermost group around code, or the file itself."""
        local = owner
        while local > 0:
            if local in self._around:
                return self._around[local]
            local = self._facts.symbols[local].parent
        return Surroundings(self._make_file_router(self._file))

    def _make_file_router(self, file: int) -> ObjectKey:
        """Return the router that stands for a file of routes."""
        key: ObjectKey = ("local", self._get_item(self._program.offsets[file]), 0)
        if file == self._file and not any(row.key == key for row in self.routers):
            self.routers.append(RouterRow(key, self._model.key, False, "", "", is_fallback=True))
        return key

    def _read_group(self, owner: int, chain: list[Link], line: int) -> None:
        around, last = self._find_around(owner), chain[-1]
        prefix, controller, namespace = self._read_attributes(chain[:-1], around)
        if len(last.given) > 1:
            prefix, namespace = self._read_options(last.given[0], prefix, namespace)
        body = last.given[-1] if last.given else 0
        site = self._make_site(owner, line, self._model.key)
        functions = self._list_closures(body)
        if functions:
            key: ObjectKey = ("local", self._get_item(self._offset), last.at)
            self.routers.append(RouterRow(key, self._model.key, False, "", ""))
            self.mounts.append(MountRow(site, (around.router,), False, (key,), prefix, False))
            for local in functions:
                self._around[local] = Surroundings(key, controller, namespace)
            return
        file = self._find_file(body)
        if file >= 0 and file != self._file:
            self.mounts.append(MountRow(site, (), True, (self._make_file_router(file),), prefix, False))

    def _list_closures(self, index: int) -> list[int]:
        expr = self._get(index)
        return [expr[1]] if expr[0] == ops.SYM and index else []

    def _read_attributes(self, chain: Sequence[Link], around: Surroundings) -> tuple[str, int, str]:
        """Return the prefix, controller and namespace that a chain sets."""
        prefix, controller, namespace = "", around.controller, around.namespace
        for link in chain:
            if not link.given:
                continue
            if link.member == self._rules.prefix:
                prefix = _join(prefix, self._read_text(link.given[0]))
            elif link.member == self._rules.controller:
                controller = link.given[0]
            elif link.member == self._rules.namespace:
                namespace = _join_names(namespace, self._read_text(link.given[0]))
        return prefix, controller, namespace

    def _read_options(self, index: int, prefix: str, namespace: str) -> tuple[str, str]:
        """Return the prefix and the namespace that an array of options sets."""
        expr = self._get(index)
        for key, _, value in expr[2] if expr[0] == ops.DICT else ():
            if key == self._rules.prefix:
                prefix = _join(prefix, self._read_text(value))
            elif key == self._rules.namespace:
                namespace = _join_names(namespace, self._read_text(value))
        return prefix, namespace

    def _read_text(self, index: int) -> str:
        """Return the one text of an expression, a hole where it cannot be decided."""
        self._texts.is_choice = False
        texts = self._texts.read(self._file, index) if index else ()
        return texts[0] if len(texts) == 1 and not self._texts.is_choice else HOLE

    # -- files ---------------------------------------------------------------------------------------------------

    def _read_files(self) -> None:
        """Read the mounts of files of routes that calls of the model name."""
        for kind, owner, index, line in self._facts.sites:
            expr = self._get(index)
            if kind != "call" or expr[0] != ops.CALL or not expr[3]:
                continue
            for name in self._objects.list_known_names(self._file, expr[1]):
                rows = self._rules.files.get(name, {})
                for keyword, value in expr[3]:
                    file = self._find_file(value) if keyword in rows else -1
                    if file >= 0:
                        prefix = self._read_file_prefix(expr, keyword, rows[keyword])
                        site = self._make_site(owner, line, self._model.key)
                        key = self._make_file_router(file)
                        self.mounts.append(MountRow(site, (), True, (key,), prefix, False))

    def _read_included(self) -> None:
        """Read the mounts of files that the function of a group includes."""
        for kind, owner, index, line in self._facts.sites:
            around = self._find_around(owner) if kind == "included" and self._around else None
            file = self._find_file(index) if around is not None else -1
            if around is not None and file >= 0 and around.router[2]:
                site = self._make_site(owner, line, self._model.key)
                self.mounts.append(MountRow(site, (around.router,), False, (self._make_file_router(file),), "", False))

    def _read_file_prefix(self, expr: Expr, keyword: str, default: str) -> str:
        """Return the prefix of a file's routes, which an argument `xPrefix` may set."""
        given = next((value for name, value in expr[3] if name == f"{keyword}Prefix"), 0)
        return _join("", self._read_text(given)) if given else _join("", default)

    def _find_file(self, index: int) -> int:
        """Return the file of the tree whose path a text ends with, -1 for none."""
        text = next(iter(self._list_path_ends(index)), "")
        if not text:
            return -1
        here: str = posixpath.dirname(self._facts.path)
        while True:
            path = posixpath.normpath(posixpath.join(here, text))
            self._program.reads.read_fact("unit", path)
            for file in self._program.units.get(path, ()):
                return file
            if not here:
                return -1
            here = posixpath.dirname(here)

    def _list_path_ends(self, index: int) -> Iterator[str]:
        """Yield the constant end of a path: of a text, or in a call around it."""
        expr = self._get(index)
        if expr[0] == ops.LITERAL and str(expr[2]).endswith(".php"):
            yield str(expr[2]).lstrip("/")
        elif expr[0] == ops.TEMPLATE and expr[2]:
            yield from self._list_path_ends(expr[2][-1])
        elif expr[0] == ops.CALL and len(expr[2]) == 1:
            yield from self._list_path_ends(expr[2][0])

    # -- routes --------------------------------------------------------------------------------------------------

    def _read_route(self, owner: int, chain: list[Link], line: int) -> None:
        link, rules = chain[-1], self._rules
        site = self._make_site(owner, line, self._model.key)
        if link.member in rules.resources:
            self._read_resource(owner, chain, site)
            return
        if link.member == rules.matching:
            methods, arguments = self._read_methods(link.given), link.given[1:]
        elif link.member in rules.verbs:
            methods, arguments = (link.member.upper(),), link.given
        elif link.member in rules.any or link.member in rules.outside:
            methods, arguments = (ANY,), link.given
        else:
            return
        if not arguments:
            return
        for loop in self._list_turns(arguments):
            self._read_path(owner, chain, site, methods, arguments, loop)

    def _read_path(
        self, owner: int, chain: list[Link], site: Site, methods: tuple[str, ...], arguments: Sequence[int],
        loop: Mapping[int, int],
    ) -> None:  # fmt: skip
        """Read a route with its path and handler, in one turn of a loop around it."""
        link, rules = chain[-1], self._rules
        around = self._find_around(owner)
        prefix, controller, namespace = self._read_attributes(chain[:-1], around)
        path = _join(prefix, self._read_turn(arguments[0], loop))
        shown = f"{link.member} {path.replace(HOLE, '{}')}"
        if HOLE in path or not methods:
            self.misses.append(MissRow(site, shown, COMPUTED if HOLE in path else UNKNOWN_METHOD, False))
            return
        handlers: list[int] = []
        if link.member not in rules.outside:
            given = arguments[1] if len(arguments) > 1 else 0
            handlers = self._find_handlers(loop.get(given, given), controller, namespace)
            if not handlers:
                self.misses.append(MissRow(site, shown, UNKNOWN_HANDLER, False))
        self._add(owner, site, around.router, path, methods, handlers)

    def _list_turns(self, arguments: Sequence[int]) -> list[dict[int, int]]:
        """Return what keys and elements stand for in each turn of a loop.

        The loop is over an array that is written out.
        """
        parts = list(arguments)
        for part in parts:
            expr = self._get(part)
            if expr[0] == ops.TEMPLATE and len(parts) < MAX_CHAIN:
                parts += expr[2]
        places = [part for part in parts if self._get(part)[0] in (ops.KEYOF, ops.ITER)]
        sources = {self._skip_flow(self._file, self._get(place)[1]) for place in places}
        array = self._get(sources.pop()) if len(sources) == 1 else ()
        if not array or array[0] != ops.DICT or len(array[2]) > MAX_TURNS:
            return [{}]
        return [
            {place: value if self._get(place)[0] == ops.ITER else key for place in places} for _, key, value in array[2]
        ]

    def _read_turn(self, index: int, loop: Mapping[int, int]) -> str:
        """Return the one text of an expression in one turn of a loop."""
        expr = self._get(index)
        if index in loop:
            return self._read_text(loop[index])
        if expr[0] == ops.TEMPLATE and any(part in loop for part in expr[2]):
            return "".join(self._read_turn(part, loop) for part in expr[2])
        return self._read_text(index)

    def _add(
        self, owner: int, site: Site, router: ObjectKey, path: str, methods: tuple[str, ...], handlers: list[int]
    ) -> None:
        items, inline_handlers = self._handlers.name(owner, handlers)
        self.routes.append(
            RouteRow(
                site, (router,), False, path.replace("?}", "}") or "/", methods, items, "", STRONG, inline_handlers
            )
        )

    def _read_methods(self, given: Sequence[int]) -> tuple[str, ...]:
        parts = list_parts(self._get(given[0])) if given else None
        texts = [self._read_text(part) for part in parts or ()]
        return tuple(text.upper() for text in texts) if HOLE not in "".join(texts) else ()

    def _read_resource(self, owner: int, chain: list[Link], site: Site) -> None:
        """Read the routes that a resource makes of a class."""
        link = chain[-1]
        if len(link.given) < 2:
            return
        around = self._find_around(owner)
        prefix, _, namespace = self._read_attributes(chain[:-1], around)
        name = self._read_text(link.given[0])
        shown = f"{link.member} {name.replace(HOLE, '{}')}"
        if HOLE in name:
            self.misses.append(MissRow(site, shown, COMPUTED, False))
            return
        kept = self._list_kept(link)
        owners = self._find_classes(link.given[1], namespace)
        for answer in self._rules.resources[link.member]:
            if kept is not None and answer.member not in kept:
                continue
            handlers = [
                gid
                for each in owners
                for gid in list_methods(self._evaluator, self._file, each, answer.member + METHOD)
            ]
            if not handlers:
                self.misses.append(MissRow(site, f"{shown} {answer.member}", UNKNOWN_HANDLER, False))
            for method in answer.methods:
                path = _join(prefix, _make_resource_path(name, answer.path))
                self._add(owner, site, around.router, path, (method,), handlers)

    def _list_kept(self, link: Link) -> frozenset[str] | None:
        """Return the members that a resource keeps, None for all.

        Later calls of the chain say so, or options.
        """
        rules = self._rules
        members = frozenset(answer.member for answer in rules.resources[link.member])
        kept: frozenset[str] | None = None
        narrowing = {self._get(expr[1])[1]: expr for expr in self._facts.exprs if expr[0] == ops.CALL}
        at = link.at
        for _ in range(MAX_CHAIN):
            expr = narrowing.get(at)
            if expr is None:
                break
            at = self._facts.exprs.index(expr)
            member = str(self._get(expr[1])[2]).removesuffix(METHOD)
            named = [self._read_text(e) for each in expr[2] for e in list_parts(self._get(each)) or (each,)]
            if member == rules.keeping:
                kept = frozenset(named)
            elif member == rules.leaving_out:
                kept = members - frozenset(named)
        for key, _, value in (
            self._get(link.given[2])[2] if len(link.given) > 2 and self._is_array(link.given[2]) else ()
        ):
            named = [self._read_text(each) for each in list_parts(self._get(value)) or (value,)]
            if key == rules.keeping:
                kept = frozenset(named)
            elif key == rules.leaving_out:
                kept = members - frozenset(named)
        return kept

    def _is_array(self, index: int) -> bool:
        return self._get(index)[0] == ops.DICT

    # -- handlers ------------------------------------------------------------------------------------------------

    def _find_handlers(self, index: int, controller: int, namespace: str) -> list[int]:
        """Return the functions that a route names.

        It names a closure, a method of a class, or a class that can be called.
        """
        expr = self._get(index)
        for key, _, value in expr[2] if expr[0] == ops.DICT else ():
            if key == "uses":
                return self._find_handlers(value, controller, namespace)
        if expr[0] == ops.LITERAL:
            text = str(expr[2]) or self._read_text(index)
            name, separator, member = text.partition(self._rules.separator)
            if separator:
                owners = self._find_named(name, namespace)
            elif controller:
                owners, member = self._find_classes(controller, namespace), text
            else:
                owners, member = self._find_named(text, namespace), self._rules.invoked.removesuffix(METHOD)
            return [gid for each in owners for gid in list_methods(self._evaluator, self._file, each, member + METHOD)]
        functions = list_functions(self._evaluator, self._file, index) if index else []
        if functions:
            return list(dict.fromkeys(functions))
        return [
            gid
            for each in self._find_classes(index, namespace)
            for gid in list_methods(self._evaluator, self._file, each, self._rules.invoked)
        ]

    def _find_classes(self, index: int, namespace: str) -> list[Instance]:
        """Return objects of the classes that an expression names."""
        expr = self._get(index)
        if expr[0] == ops.LITERAL:
            return self._find_named(str(expr[2]) or self._read_text(index), namespace)
        value = self._evaluator.value(self._file, index) if index else ()
        return [make_instance(atom.gid, ()) for atom in value if isinstance(atom, ClassObject)]

    def _find_named(self, name: str, namespace: str) -> list[Instance]:
        """Return objects of the class that a text names.

        It is below the namespace of the group, or a full name.
        """
        project = self._program.project_of[self._file]
        if project is None or not name or HOLE in name:
            return []
        choices = [_join_names(namespace, name), _join_names(self._rules.default_namespace, name)]
        choices.insert(1, _join_names(_join_names(self._rules.default_namespace, namespace), name))
        for full in (*choices, name.strip("\\")):
            self._program.reads.read_fact("module", self._file, full, "bind")
            target = project.resolve(self._facts.path, full, "bind")
            for unit in target.units:
                module = Binding(atoms=(make_module(unit),))
                found = self._evaluator.scopes.find_exact_member(self._file, module, target.rest[0])
                value = self._evaluator.evaluate_binding(found)
                owners = [make_instance(atom.gid, ()) for atom in value if isinstance(atom, ClassObject)]
                if owners:
                    return owners
        return []


def _join(prefix: str, path: str) -> str:
    """Return a path below a prefix.

    Each part has one slash in front of it and none behind.
    """
    parts = [part.strip("/") for part in (prefix, path)]
    return "".join(f"/{part}" for part in parts if part)


def _join_names(namespace: str, name: str) -> str:
    parts = [part.strip("\\") for part in (namespace, name)]
    return "\\".join(part for part in parts if part)


def _make_resource_path(name: str, path: str) -> str:
    """Return the path of a resource's route: `photos.comments` is below one photo."""
    *above, last = name.strip("/").split(".")
    whole = "/".join(part for each in above for part in (each, f"{{{_make_singular(each)}}}"))
    filled = path.replace("{item}", f"{{{_make_singular(last.rpartition('/')[2])}}}")
    return "/".join(part for part in (whole, last, filled) if part)


def _make_singular(word: str) -> str:
    """Return the singular by which a resource names its parameter."""
    word = word.replace("-", "_")
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
