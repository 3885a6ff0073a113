"""Functions that register, mount or request what they are given.

A route, mount or request is that of each call, which says what the parameters are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument, has_option, list_opaque
from codegraph.resolve.endpoints.endpoint_rows import HOLE, ObjectKey
from codegraph.resolve.endpoints.facts_reader import ContextReader, FileContext
from codegraph.resolve.endpoints.handler_resolution import AnswerFinder
from codegraph.resolve.endpoints.route_paths import place_below_base, split_method
from codegraph.resolve.types.abstract_values import Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts
from codegraph_parsers.frameworks.framework_model import (
    ANY,
    Argument,
    FrameworkModel,
    MountModel,
    RequestModel,
    RouteModel,
)

MAX_DEPTH: Final = 6
"""Parts of an expression in one another that are looked through for a parameter."""

_UNKNOWN: Final = re.compile(HOLE)
_OPEN: Final = re.compile(rf"(?:^|[^/]){HOLE}")
"""A part of which nothing is known, and which may have several segments."""

CallIndex = dict[int, tuple[FileFacts, dict[int, list[int]]]]
"""File → its facts, and by symbol the calls that may register or request something."""


class Registration(NamedTuple):
    """A call in a function of the tree.

    It registers a route, mounts a router or makes a request."""

    function: Function
    at: int
    expr: Expr
    model: FrameworkModel
    rule: RouteModel | MountModel | RequestModel


class RegisteredRoute(NamedTuple):
    """A route that a call registers by way of a function. Its handlers are graph ids."""

    model: FrameworkModel
    routers: tuple[ObjectKey, ...]
    methods: tuple[str, ...]
    path: str
    handlers: tuple[int, ...]


class RegisteredMount(NamedTuple):
    """A mount that a call makes by way of a function.

    `prefix` is that of a `MountRow`."""

    model: FrameworkModel
    parents: tuple[ObjectKey, ...]
    children: tuple[ObjectKey, ...]
    prefix: str | None
    replaces: bool


class MadeRequest(NamedTuple):
    """A request that a call makes by way of a function.

    `apps` is what answers it, none where that is not known."""

    model: FrameworkModel
    method: str
    path: str
    apps: tuple[ObjectKey, ...]


class RegistrarReader(ContextReader):
    """Reads the routes and requests of calls of functions of the tree."""

    def __init__(self, context: FileContext, answers: AnswerFinder, calls: CallIndex) -> None:
        super().__init__(context)
        self._answers = answers
        self._found: dict[int, tuple[Registration, ...]] = {}
        self._calls = calls
        self._served: dict[int, dict[int, int]] = {}

    def list_rows(
        self, file: int, call: Expr, functions: Iterable[Function]
    ) -> Iterator[RegisteredRoute | RegisteredMount | MadeRequest]:
        """Yield what a call registers, mounts and requests by way of functions."""
        for found in self._list_registrations(functions):
            if isinstance(found.rule, RouteModel):
                yield from self._read(file, call, found, found.rule)
            elif isinstance(found.rule, MountModel):
                yield from self._read_mount(file, call, found, found.rule)
            else:
                yield from self._read_request(file, call, found, found.rule)

    def map_served(self, file: int) -> dict[int, int]:
        """Map the calls that make requests to what is called to answer them.

        The latter are expressions: `router` in `router.ServeHTTP(recorder, request)`."""
        found = self._served.get(file)
        if found is not None:
            return found
        found = self._served[file] = {}
        exprs: list[Expr] = self._program.exprs[file]
        made: list[tuple[int, int]] = []
        used: dict[int, set[int]] = {}
        for kind, owner, index, _ in self._program.files[file].sites:
            expr = exprs[index]
            if kind != "call" or expr[0] != ops.CALL:
                continue
            called: int = expr[1]
            callee = exprs[called]
            if callee[0] != ops.ATTR or callee[2] not in self._vocabulary.answers or len(expr[2]) != 2:
                made.append((owner, index))
                continue
            receiver: int = callee[1]
            used.setdefault(owner, set()).add(receiver)
            request: int = expr[2][1]
            while exprs[request][0] in (ops.ITEM, ops.FLOW, ops.DECLARED):
                request = exprs[request][1 if exprs[request][0] == ops.ITEM else 2]
            if exprs[request][0] == ops.CALL:
                found[request] = receiver
        for owner, index in made:  # a variable may hold one request after another
            if len(used.get(owner, ())) == 1:
                found.setdefault(index, next(iter(used[owner])))
        return found

    def _list_registrations(self, functions: Iterable[Function]) -> Iterator[Registration]:
        for function in functions:
            found = self._found.get(function.gid)
            if found is None:
                found = self._found[function.gid] = tuple(self._search(function))
            for registration in found:
                yield registration._replace(function=function)

    def is_given(self, file: int, index: int) -> bool:
        """Return whether a function is given a path, or a part of it."""
        return bool(self._find_parameters(file, index))

    def is_request_of_callers(self, file: int, expr: Expr, path: int, rule: RequestModel) -> bool:
        """Return whether the path or the method of a request is known to callers alone.

        A function makes the requests of all paths that it may be given, if it is known which."""
        if self._vocabulary.subrouters or not self.is_given(file, path):
            return False
        return self._is_open(file, path) or self._is_method_of_callers(file, expr, path, rule)

    def _is_method_of_callers(self, file: int, expr: Expr, path: int, rule: RequestModel) -> bool:
        """Return whether an object that callers pass may name the method of a request."""
        facts = self._program.files[file]
        if not has_option(rule.method) or find_argument(facts, expr, rule.method) is not None:
            return False
        return any(self._find_parameters(file, index) for index in list_opaque(facts, expr[2], beside=path))

    def _search(self, function: Function) -> Iterator[Registration]:
        """Yield the calls of a function whose path it is given."""
        file, local = self._program.locate(function.gid)
        facts = self._program.files[file]
        if not facts.params.get(local):
            return
        self._program.reads.read_symbol(function.gid)
        kept = self._calls.get(file)
        if kept is None or kept[0] is not facts:
            kept = self._calls[file] = facts, self._index_calls(file)
        for index in kept[1].get(local, ()):
            expr: Expr = facts.exprs[index]
            called: int = expr[1]
            for name in self._objects.list_known_names(file, called):
                model, rule = self._vocabulary.paths.get(name, (None, None))
                path = _take(expr, rule.path) if rule is not None else 0
                if model is not None and rule is not None and path and self._is_of_callers(file, expr, path, rule):
                    yield Registration(function, index, expr, model, rule)
                mounted = self._vocabulary.mounts.get(name) if not self._vocabulary.subrouters else None
                if mounted is not None and any(self._get_of(file, each)[0] == ops.PARAM for each in expr[2]):
                    yield Registration(function, index, expr, *mounted)

    def _is_of_callers(self, file: int, expr: Expr, path: int, rule: RouteModel | RequestModel) -> bool:
        """Return whether a path is known to the callers of a function alone."""
        if not self.is_given(file, path):
            return False
        if not isinstance(rule, RequestModel) or self._vocabulary.answers:  # callers say which object answers
            return bool(self._vocabulary.subrouters)
        unknown = _UNKNOWN if self._vocabulary.subrouters else _OPEN
        return self._is_open(file, path, unknown) or self._is_method_of_callers(file, expr, path, rule)

    def _is_open(self, file: int, path: int, unknown: re.Pattern[str] = _OPEN) -> bool:
        """Return whether the segments of a request's path are not known."""
        self._texts.is_request = True
        texts = self._texts.read(file, path)
        self._texts.is_request = False
        return not texts or any(unknown.search(text.partition("?")[0]) for text in texts)

    def _index_calls(self, file: int) -> dict[int, list[int]]:
        """Return the calls of a file, by symbol, whose callee has a name that models know."""
        exprs: list[Expr] = self._program.exprs[file]
        found: dict[int, list[int]] = {}
        for kind, owner, index, _ in self._program.files[file].sites:
            expr = exprs[index]
            callee = exprs[expr[1] if kind == "call" and expr[0] == ops.CALL else 0]
            name = callee[2] if callee[0] == ops.ATTR else callee[1] if callee[0] == ops.NAME else ""
            if name in self._vocabulary.path_members and index not in found.get(owner, ()):
                found.setdefault(owner, []).append(index)
        return found

    def _find_parameters(self, file: int, index: int, depth: int = 0) -> list[int]:
        """Return the positions of the parameters that an expression is made of."""
        exprs, facts = self._program.exprs[file], self._program.files[file]
        expr = exprs[index]
        if expr[0] == ops.PARAM:
            return [expr[2]]
        parts: list[int] = []
        if depth > MAX_DEPTH:
            return []
        if expr[0] in (ops.CALL, ops.TEMPLATE):
            parts += expr[2]
        elif expr[0] in (ops.FLOW, ops.DECLARED):
            parts.append(expr[2])
        elif expr[0] == ops.UNION:
            parts += expr[1:]
        elif expr[0] == ops.SYM:  # a function that calls what the one around it is given
            for kind, owner, at, _ in facts.sites:
                is_inside = kind == "call" and owner == expr[1] and exprs[at][0] == ops.CALL
                called: Expr = exprs[exprs[at][1] if is_inside else 0]
                if called[0] == ops.PARAM and called[1] != owner:
                    return [called[2]]
        return [found for part in parts for found in self._find_parameters(file, part, depth + 1)]

    def _read_request(
        self, file: int, call: Expr, registration: Registration, rule: RequestModel
    ) -> Iterator[MadeRequest]:
        function, at, expr, model, _ = registration
        of = self._program.locate(function.gid)[0]
        paths = self._texts.read_bound(file, call, function, _take(expr, rule.path))
        methods = self._read_methods(file, call, registration, rule)
        if len(paths) != 1 or paths[0] == HOLE or len(methods) != 1 or HOLE in methods[0]:
            return
        if not (placed := place_below_base(paths, rule)):
            return
        receiver = self.map_served(of).get(at, 0)
        held = self._program.exprs[of][receiver]
        apps: tuple[ObjectKey, ...] = ()
        if receiver and held[0] != ops.PARAM:
            apps = self._objects.find(of, receiver)
        elif receiver and held[2] < len(call[2]):
            apps = self._objects.find(file, call[2][held[2]])
        yield MadeRequest(model, methods[0].upper(), placed[0], apps)

    def _read_methods(self, file: int, call: Expr, registration: Registration, rule: RequestModel) -> Sequence[str]:
        """Return the methods of a request that a call makes by way of a function.

        There is none where an object that is not written out may name it."""
        function, _, expr, _, _ = registration
        of = self._program.locate(function.gid)[0]
        place = _take(expr, rule.method) or find_argument(self._program.files[of], expr, rule.method) or 0
        if place:
            return self._texts.read_bound(file, call, function, place)
        facts, path = self._program.files[of], _take(expr, rule.path)
        opaque = list_opaque(facts, expr[2], beside=path) if has_option(rule.method) else []
        positions = [self._find_parameters(of, index) for index in opaque]
        if not all(positions):
            return ()
        given: list[int] = [call[2][at] for each in positions for at in each if at < len(call[2])]
        named = find_argument(self._program.files[file], (*call[:2], tuple(given), ()), rule.method)
        if named is not None:
            return self._texts.read(file, named)
        return () if list_opaque(self._program.files[file], given, beside=0) else (rule.fixed,)

    def _read_mount(
        self, file: int, call: Expr, registration: Registration, rule: MountModel
    ) -> Iterator[RegisteredMount]:
        function, _, expr, model, _ = registration
        of, local = self._program.locate(function.gid)
        given: Sequence[int] = expr[2]
        place = _take(expr, rule.prefix)
        child = _take(expr, rule.child) if rule.child else 0
        passed = {each: self._find_passed(file, call, function, each) for each in given}
        mounted = [each for each in ((child,) if child else given) if self._is_router(file, of, each, passed[each])]
        if not mounted:
            return
        prefix: str | None = None
        if place and place not in mounted:
            texts = self._texts.read_bound(file, call, function, place)
            prefix = texts[0] if len(texts) == 1 else HOLE
        receiver: int = self._get_of(of, expr[1])[1]
        taken = self._find_passed(file, call, function, receiver)
        if receiver in self._program.files[of].returns.get(local, ()):
            parents: tuple[ObjectKey, ...] = (("result", self._get_item(function.gid), 0),)
        else:
            parents = self._objects.find(file, taken) if taken else self._objects.find(of, receiver)
        found = [self._objects.find(file, passed[each]) if passed[each] else self._objects.find(of, each)
                 for each in mounted]  # fmt: skip
        if parents and all(found):
            children = tuple(dict.fromkeys(key for each in found for key in each))
            yield RegisteredMount(model, parents, children, prefix, rule.replaces)

    def _is_router(self, file: int, of: int, index: int, passed: int) -> bool:
        return self._objects.is_router(file, passed) if passed else self._objects.is_router(of, index)

    def _find_passed(self, file: int, call: Expr, function: Function, index: int) -> int:
        """Return what a call gives for a parameter of a function, 0 for what is none."""
        of, local = self._program.locate(function.gid)
        expr = self._get_of(of, index)
        facts: FileFacts = self._program.files[of]
        if expr[0] != ops.PARAM or expr[1] != local:
            return 0
        has_receiver = self._evaluator.calls.has_receiver_parameter(of, facts.symbols[local].flags)
        position = expr[2] - (function.receiver is not None and has_receiver)
        if 0 <= position < len(call[2]):
            return call[2][position]
        named: Sequence[tuple[str, int]] = call[3]
        at: int = expr[2]
        name = facts.params[local][at].name
        return next((index for keyword, index in named if keyword == name), 0)

    def _read(self, file: int, call: Expr, registration: Registration, rule: RouteModel) -> Iterator[RegisteredRoute]:
        function, _, expr, model, _ = registration
        of = self._program.locate(function.gid)[0]
        paths = self._texts.read_bound(file, call, function, _take(expr, rule.path))
        methods, place = rule.fixed, _take(expr, rule.methods)
        if place:
            methods = self._texts.read_bound(file, call, function, place)
        if len(paths) != 1 or HOLE in paths[0] or len(methods) > 1 or any(HOLE in method for method in methods):
            return
        named, path = split_method(paths[0]) if rule.has_method_in_path else ("", paths[0])
        exprs: list[Expr] = self._program.exprs[of]
        called: int = expr[1]
        receiver: int = exprs[called][1]
        held = exprs[receiver]
        if held[0] == ops.PARAM:
            routers = self._objects.find(file, call[2][held[2]]) if held[2] < len(call[2]) else ()
        else:
            routers = self._objects.find(of, receiver)
        if routers:
            handlers = self._find_handlers(file, call, of, expr, rule)
            yield RegisteredRoute(model, routers, (named,) if named else methods or (ANY,), path, tuple(handlers))

    def _find_handlers(self, file: int, call: Expr, of: int, expr: Expr, rule: RouteModel) -> list[int]:
        """Return the functions that answer: of the arguments, else of the function itself."""
        given: tuple[int, ...] = expr[2]
        index = given[-1] if isinstance(rule.handler, str) else _take(expr, rule.handler)
        for position in self._find_parameters(of, index):
            found = self._answers.find(file, call[2][position]) if position < len(call[2]) else []
            if found:
                return found
        return self._answers.find(of, index)


def _take(expr: Expr, argument: Argument) -> int:
    """Return an argument of a call by its position, 0 for none."""
    given: tuple[int, ...] = expr[2]
    for place in argument:
        if isinstance(place, int) and place < len(given):
            return given[place]
    return 0
