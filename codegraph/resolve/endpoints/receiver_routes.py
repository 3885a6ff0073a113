"""Routes that function literals register on their receiver.

A literal has the router of the call that takes it: a new one below the router around it, or the same. A function with a
receiver has that of its callers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import (
    HOLE,
    PARAMETER,
    STRONG,
    AliasRow,
    MissRow,
    MountRow,
    ObjectKey,
    RouteRow,
    RouterRow,
)
from codegraph.resolve.endpoints.facts_reader import FileContext, RouteReader
from codegraph.resolve.endpoints.handlers import HandlerFinder
from codegraph.resolve.endpoints.objects import METHOD, STAR
from codegraph.resolve.endpoints.reasons import COMPUTED, UNKNOWN_HANDLER, UNKNOWN_METHOD
from codegraph.resolve.endpoints.receiver_requests import ReceiverRequestReader
from codegraph.resolve.endpoints.referents import has_tests, list_functions
from codegraph.resolve.endpoints.route_paths import join_paths
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag
from codegraph_parsers.frameworks.framework_model import ANY, FrameworkModel
from codegraph_parsers.frameworks.receivers import ReceiversModel

METHODS: Final = "HttpMethod"
"""Class of the library whose members are methods."""

INSTALL: Final = "install"
"""Member of an application that takes a plugin, and a literal that sets it up."""

RECEIVER: Final = "this"
"""Name of the parameter that is a function's receiver."""

MAX_NESTED: Final = 8
"""Classes in one another that stand for a path."""

_PARAMETER: Final = re.compile(r"\{([\w-]*)(\?|\.\.\.)\}")
"""A parameter that may be left out, or takes the rest of the path."""


class ReceiverCall(NamedTuple):
    """A call of a name alone, or of a member of a receiver."""

    name: str
    owner: int
    at: int
    expr: Expr
    line: int
    literal: int  # the function literal that it takes last, -1 for none


class Scope(NamedTuple):
    """The router of a receiver, and the methods that groups around it ask for."""

    router: ObjectKey
    methods: tuple[str, ...] = ()


class ReceiverRouteReader(RouteReader):
    """Reads the routes of receivers of one file for one model."""

    def __init__(self, context: FileContext, handlers: HandlerFinder, model: FrameworkModel) -> None:
        super().__init__(context)
        self._handlers = handlers
        self._model = model
        self._rules: ReceiversModel = model.receivers
        self._imported = self._list_imported()
        self._types = frozenset(self._rules.types)
        self._scopes: dict[int, Scope | None] = {}  # of functions; None where they register nothing
        self._is_of_tests = has_tests(self._facts)
        self.aliases: list[AliasRow] = []
        self.requests = ReceiverRequestReader(context, model)

    def read(self) -> None:
        """Read all routes of the file, outer literals first, and its requests."""
        self.requests.read()
        self.misses += self.requests.misses
        for local in self._facts.params:
            self._read_receiver(local)
        calls = sorted(self._list_calls(), key=lambda call: (self._count_functions(call.owner), call.at))
        for call in calls:
            self._read_call(call)

    # -- names ---------------------------------------------------------------------------------------------------

    def _list_imported(self) -> frozenset[str]:
        """Return the names that the file imports from the library, `*` for all."""
        packages = self._rules.packages
        return frozenset(entry.name.strip(".").removesuffix(METHOD) for entry in self._facts.imports
                         if entry.module in packages)  # fmt: skip

    def _is_imported(self, name: str) -> bool:
        return name in self._imported or STAR in self._imported

    def _list_calls(self) -> Iterator[ReceiverCall]:
        seen: set[int] = set()
        for kind, owner, at, line in self._facts.sites:
            expr = self._get(at)
            if kind != "call" or at in seen or expr[0] != ops.CALL:
                continue
            seen.add(at)
            name = self._read_name(expr[1])
            if name:
                literal = next((self._read_literal(value) for key, value in expr[3] if key == ops.TRAILING), -1)
                yield ReceiverCall(name, owner, at, expr, line, literal)

    def _read_name(self, index: int) -> str:
        """Return the name of a callee, where it is a name alone or a member of a receiver."""
        expr = self._get(index)
        if expr[0] == ops.FIRST:
            expr = self._get(expr[1])
        if expr[0] == ops.ATTR and self._is_receiver(expr[1]):
            return str(expr[2]).removesuffix(METHOD)
        return str(expr[1]).removesuffix(METHOD) if expr[0] == ops.NAME else ""

    def _is_receiver(self, index: int) -> bool:
        expr = self._get(index)
        if expr[0] == ops.FIRST:
            expr = self._get(expr[1])
        return expr[0] in (ops.LAMBDA_SELF, ops.SELF) or (expr[0] == ops.PARAM and self._is_router_parameter(expr))

    def _is_router_parameter(self, expr: Expr) -> bool:
        params = self._facts.params.get(expr[1], ())
        position: int = expr[2]
        if position >= len(params):
            return False
        return params[position].name == RECEIVER or self._is_router_type(self._file, params[position].type)

    def _is_router_type(self, file: int, index: int) -> bool:
        """Return whether a declared type is one of the library's routers."""
        return any(name in self._types for name in self._objects.list_known_names(file, index)) if index else False

    def _read_literal(self, index: int) -> int:
        expr = self._get(index)
        local: int = expr[1] if expr[0] == ops.SYM else -1
        return local if local >= 0 and self._facts.symbols[local].flags & Flag.ANONYMOUS else -1

    def _count_functions(self, local: int) -> int:
        count = 0
        while local > 0:
            local, count = self._facts.symbols[local].parent, count + 1
        return count

    # -- scopes --------------------------------------------------------------------------------------------------

    def _read_receiver(self, local: int) -> None:
        """Give a function the router of its receiver, or of a parameter."""
        if self._facts.symbols[local].flags & Flag.ANONYMOUS:
            return
        for position, param in enumerate(self._facts.params[local]):
            if self._is_router_type(self._file, param.type):
                self._scopes[local] = Scope((PARAMETER, self._get_item(self._offset + local), position))
                return
        self._scopes[local] = None

    def _find_scope(self, owner: int) -> Scope | None:
        local = owner
        while local > 0:
            if local in self._scopes:
                return self._scopes[local]
            if not self._facts.symbols[local].flags & Flag.ANONYMOUS:
                return None
            local = self._facts.symbols[local].parent
        return None

    def _make_router(self, call: ReceiverCall, outer: Scope | None, prefix: str) -> ObjectKey:
        """Add a router for the literal of a call, below another one or at the application."""
        key: ObjectKey = ("local", self._get_item(self._offset), call.at)
        self.routers.append(RouterRow(key, self._model.key, False, "", "", is_test=self._is_of_tests))
        parents = () if outer is None else (outer.router,)
        self.mounts.append(
            MountRow(
                self._make_site(call.owner, call.line, self._model.key), parents, outer is None, (key,), prefix, False
            )
        )
        return key

    # -- calls ---------------------------------------------------------------------------------------------------

    def _read_call(self, call: ReceiverCall) -> None:
        rules, scope = self._rules, self._find_scope(call.owner)
        functions = self._list_functions(call)
        if functions:
            self._pass_scope(call, functions, scope)
            return
        if call.literal >= 0 and self._is_root(call):
            self._scopes[call.literal] = Scope(self._make_router(call, None, ""))
            return
        if scope is None or not self._is_imported(call.name):
            return
        if call.name in rules.verbs:
            self._add_route(call, scope, (call.name.upper(),))
        elif call.name == rules.handle:
            self._add_route(call, scope, scope.methods or (ANY,))
        elif call.literal >= 0 and call.name in (rules.group, rules.method):
            self._read_group(call, scope)

    def _list_functions(self, call: ReceiverCall) -> list[int]:
        """Return the functions of the tree that a call may be of.

        Of receivers of the library nothing is known, so that any extension of the name is meant that takes a router."""
        found = list_functions(self._evaluator, self._file, call.expr[1])
        if found:
            return found
        end = self._program.end
        visible = self._evaluator.extensions.list_visible(self._file, call.name + METHOD)
        return [gid for gid in visible if gid < end and self._has_router(gid)]

    def _has_router(self, gid: int) -> bool:
        """Return whether a function has a router as its receiver."""
        self._program.reads.read_symbol(gid)
        file, local = self._program.locate(gid)
        params = self._program.files[file].params.get(local, ())
        return bool(params) and params[0].name == RECEIVER and self._is_router_type(file, params[0].type)

    def _is_root(self, call: ReceiverCall) -> bool:
        if call.name in self._rules.roots:
            return self._is_imported(call.name)
        given = self._read_name(call.expr[2][0]) if call.name == INSTALL and call.expr[2] else ""
        return given in self._rules.installed and self._is_imported(given)

    def _read_group(self, call: ReceiverCall, scope: Scope) -> None:
        methods = tuple(method for each in call.expr[2] if (method := self._read_method(each)))
        if call.name == self._rules.method:
            self._scopes[call.literal] = Scope(scope.router, methods or (HOLE,))
            return
        methods = methods or scope.methods
        path = self._read_path(call)
        self._scopes[call.literal] = Scope(self._make_router(call, scope, HOLE if path is None else path), methods)

    def _pass_scope(self, call: ReceiverCall, functions: Sequence[int], scope: Scope | None) -> None:
        """Note the routers that a call gives to functions of the tree."""
        for gid in functions:
            self._program.reads.read_symbol(gid)
            file, local = self._program.locate(gid)
            params = self._program.files[file].params.get(local, ())
            item = self._get_item(gid)
            for position, param in enumerate(params):
                if scope is not None and self._is_router_type(file, param.type):
                    self.aliases.append(AliasRow((PARAMETER, item, position), scope.router))

    def _read_method(self, index: int) -> str:
        """Return the method that a constant of the library names."""
        expr = self._get(index)
        named = self._read_name(expr[1]) if expr[0] == ops.ATTR else ""
        return str(expr[2]).upper() if named == METHODS else ""

    # -- routes --------------------------------------------------------------------------------------------------

    def _read_path(self, call: ReceiverCall) -> str | None:
        """Return the path that a call is given, None where it cannot be decided."""
        typed = next((value for key, value in call.expr[3] if key == "[0]"), 0)
        resource = self._read_resource(typed) if typed else ""
        given = next((value for key, value in call.expr[3] if key == "path"), 0)
        listed = [each for each in call.expr[2] if not self._read_method(each)]
        if not given and listed and not (call.literal < 0 and len(listed) == 1):
            given = listed[0]
        if not given:
            return resource
        self._texts.is_choice = False
        expr = self._get(given)
        texts = self._texts.read(self._file, given) if expr[0] != ops.LITERAL else ()  # of which the text is not kept
        if len(texts) != 1 or self._texts.is_choice or HOLE in texts[0]:
            return None
        path = _PARAMETER.sub(_spell_parameter, texts[0])
        return path

    def _read_resource(self, index: int) -> str | None:
        """Return the path that a class stands for, None where it is not known."""
        classes = self._list_named_classes(self._file, index)
        return (self._read_class(classes[0], 0) or None) if classes else None

    def _read_class(self, gid: int, depth: int) -> str | None:
        self._program.reads.read_symbol(gid)
        file, local = self._program.locate(gid)
        facts = self._program.files[file]
        for index in facts.decorators.get(local, ()):
            expr: Expr = facts.exprs[index]
            if expr[0] not in (ops.CALL, ops.NEW) or not expr[2]:
                continue
            if not any(name in self._rules.resource for name in self._objects.list_known_names(file, expr[1])):
                continue
            texts = self._texts.read(file, expr[2][0])
            if len(texts) != 1 or HOLE in texts[0]:
                return None
            above = self._read_above(file, local, depth)
            return None if above is None else join_paths(above, texts[0].removesuffix("/"), is_slashed=True)
        return ""

    def _read_above(self, file: int, local: int, depth: int) -> str | None:
        """Return the path of the class that a class is nested in and has as a property."""
        facts = self._program.files[file]
        for param in facts.params.get(local, ()):
            for gid in self._list_named_classes(file, param.type) if param.type and depth < MAX_NESTED else ():
                found = self._read_class(gid, depth + 1)
                if found is None or found:
                    return found
        return ""

    def _add_route(self, call: ReceiverCall, scope: Scope, methods: tuple[str, ...]) -> None:
        if call.literal >= 0:
            self._scopes[call.literal] = None  # it answers, and registers nothing
        elif not call.expr[2]:
            return
        path = self._read_path(call)
        site = self._make_site(call.owner, call.line, self._model.key)
        shown = f"{call.name} {path or ''}".strip()
        if path is None:
            self.misses.append(MissRow(site, shown, COMPUTED, False))
            return
        if HOLE in methods:
            self.misses.append(MissRow(site, shown, UNKNOWN_METHOD, False))
            return
        handlers = [self._offset + call.literal] if call.literal >= 0 else self._handlers.list_wrapped(call.expr[2][-1])
        if not handlers:
            self.misses.append(MissRow(site, shown, UNKNOWN_HANDLER, False))
        items, inline_handlers = self._handlers.name(call.owner, handlers)
        for method in methods:
            self.routes.append(
                RouteRow(site, (scope.router,), False, path, (method,), items, "", STRONG, inline_handlers)
            )


def _spell_parameter(found: re.Match[str]) -> str:
    """Return a parameter as other frameworks spell it."""
    return f"{{{found[1]}}}" if found[2] == "?" else f"{{*{found[1] or 'rest'}}}"
