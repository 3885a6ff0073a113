"""Functions that a framework runs around a handler: middleware and dependencies.

Middleware concerns the routes of a router. A dependency concerns the function whose parameter asks for it, by its
default value or its annotation, or by a variable that the annotation names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from codegraph.resolve.endpoints.call_arguments import find_argument, list_parts
from codegraph.resolve.endpoints.callbacks import CallbackFinder
from codegraph.resolve.endpoints.endpoint_rows import HOLE, DependencyRow, MiddlewareRow, ObjectKey
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.types.abstract_values import INSTANCES, ClassObject, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Symbol, SymbolKind
from codegraph_parsers.frameworks.framework_model import DECORATED, EVERY, Argument, MiddlewareModel, RouteModel

_CALLED: Final = "__call__"
_MADE: Final = "__init__"
_FUNCTIONS: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_VARIABLES: Final = (SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.TYPE)


class MiddlewareReader(FactsReader):
    """The middleware and the dependencies of one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._callbacks = CallbackFinder(context)
        self.rows: list[MiddlewareRow] = []
        self.dependencies: list[DependencyRow] = []

    # -- middleware ----------------------------------------------------------------------------------------------

    def add_call(self, expr: Expr, rule: MiddlewareModel, decorated: Iterable[int]) -> None:
        """Add the functions that a call gives to a router."""
        prefix, parameter = self._read_prefix(expr, rule.prefix), self._read_prefix(expr, rule.parameter)
        if prefix is not None and parameter is not None:
            self._add(self._get(expr[1])[1], self._list_given(expr, rule, decorated), prefix, parameter)

    def _read_prefix(self, expr: Expr, argument: Argument) -> str | None:
        """Return the prefix or name in an argument, None where it cannot be decided.

        It is empty where none is given."""
        index = find_argument(self._facts, expr, argument)
        if index is None or (index and self._list_run(index)):
            return ""
        texts = self._texts.read(self._file, index) if index else ()
        (text,) = texts if len(texts) == 1 else (HOLE,)
        return None if HOLE in text else text

    def add_decorators(self, list_names: Callable[[int], Sequence[str]]) -> None:
        """Add the functions that members of a router decorate without a call."""
        members = {name.rpartition(".")[2] for name in self._vocabulary.middleware}
        for kind, _, index, _ in self._facts.sites if members else ():
            _, named, decorators = self._get(index) if kind == "decorates" else (0, 0, ())
            symbol = self._get(named)
            for each in decorators if decorators and symbol[0] == ops.SYM else ():
                call = self._get(each)
                if call[0] != ops.CALL:
                    continue
                callee: int = call[1]
                expr = self._get(callee)
                if expr[0] != ops.ATTR or expr[2] not in members:
                    continue
                if any(name in self._vocabulary.middleware for name in list_names(callee)):
                    self._add(expr[1], [self._offset + symbol[1]], "")

    def add_runs(self, routers: tuple[ObjectKey, ...], expr: Expr, runs: Argument) -> None:
        """Add the functions that an argument of a call has a router run."""
        for place in runs:
            index = find_argument(self._facts, expr, (place,))
            gids = self._list_run(index) if index else []
            if gids and routers:
                self.rows.append(MiddlewareRow(routers, self._name(gids), ""))

    def name_around(self, expr: Expr, rule: RouteModel) -> tuple[int, ...]:
        """Return the items of the functions that run around the handler of a route.

        They stand before the last argument, or the class of the handler has registered them."""
        given: Sequence[int] = expr[2][0 if rule.path_members else 1 : -1] if rule.runs_others else ()
        gids = [gid for each in given for gid in self._list_run(each)]
        index = find_argument(self._facts, expr, rule.handler) if not isinstance(rule.handler, str) else None
        gids += self._callbacks.list_around_action(self._file, index) if index else ()
        return self._name(gids)

    def _list_given(self, expr: Expr, rule: MiddlewareModel, decorated: Iterable[int]) -> list[int]:
        if rule.function == DECORATED:
            return [self._offset + local for local in decorated]
        if rule.function == EVERY:
            return [gid for each in expr[2] for gid in self._list_run(each, rule.methods)]
        assert not isinstance(rule.function, str)
        index = find_argument(self._facts, expr, rule.function)
        return self._list_run(index, rule.methods) if index else []

    def _add(self, receiver: int, gids: Sequence[int], prefix: str, parameter: str = "") -> None:
        routers = self._objects.find(self._file, receiver)
        items = self._name(gids)
        if items and routers:
            self.rows.append(MiddlewareRow(routers, items, prefix, parameter=parameter))

    # -- dependencies --------------------------------------------------------------------------------------------

    def add_dependency(self, expr: Expr, line: int, argument: Argument) -> None:
        """Add the functions that a call asks for.

        They are of the function or variable whose definition has the call."""
        index = find_argument(self._facts, expr, argument)
        gids = self._list_run(index) if index else []
        asking = [each for each in self._find_asking(line) if self._owners[self._offset + each] not in gids]
        for local in asking:
            source = self._get_item(self._offset + local)
            is_variable = self._facts.symbols[local].kind in _VARIABLES
            self.dependencies += [DependencyRow(source, item, line, is_variable) for item in self._name(gids)]

    def _find_asking(self, line: int) -> list[int]:
        """Return the innermost function whose definition has a line, or the variable."""
        around = [at for at, each in enumerate(self._facts.symbols) if each.start_line <= line <= each.end_line]
        functions = [at for at in around if self._facts.symbols[at].kind in _FUNCTIONS]
        chosen = functions or [at for at in around if self._facts.symbols[at].kind in _VARIABLES]
        return [min(chosen, key=lambda at: self._measure(self._facts.symbols[at]))] if chosen else []

    @staticmethod
    def _measure(symbol: Symbol) -> int:
        return symbol.end_line - symbol.start_line

    def add_annotations(self) -> None:
        """Add variables in annotations, which may stand for dependencies."""
        for local, params in self._facts.params.items():
            for param in params if self._facts.symbols[local].kind in _FUNCTIONS else ():
                for gid in self._list_variables(param.type):
                    source, line = self._get_item(self._offset + local), self._facts.symbols[local].line
                    self.dependencies.append(DependencyRow(source, self._get_item(gid), line, False, True))

    def _list_variables(self, index: int) -> list[int]:
        """Return the variables of the tree that an annotation names."""
        expr = self._get(index)
        if expr[0] == ops.FLOW:
            expr = self._get(expr[1])
        if expr[0] == ops.VAR:
            return [self._offset + expr[1]]
        if expr[0] not in (ops.IMPORT, ops.ATTR):
            return []
        named = (each.gid for each in self._evaluator.entities(self._file, index) if isinstance(each, NamedSymbol))
        return [gid for gid in named if gid < self._program.end and self._is_variable(gid)]

    def _is_variable(self, gid: int) -> bool:
        return self._program.get_symbol(gid).kind in _VARIABLES

    # -- functions -----------------------------------------------------------------------------------------------

    def _list_run(self, index: int, methods: Sequence[str] = ()) -> list[int]:
        """Return the functions that run when what an expression gives is used."""
        index = self._skip_flow(self._file, index)
        expr = self._get(index)
        if (parts := list_parts(expr)) is not None:
            return [gid for part in parts for gid in self._list_run(part, methods)]
        if expr[0] == ops.CALL:
            names = self._objects.list_known_names(self._file, expr[1])
            asked = next((self._vocabulary.dependencies[n] for n in names if n in self._vocabulary.dependencies), None)
            if asked is not None:
                inner = find_argument(self._facts, expr, asked)
                return self._list_run(inner, methods) if inner else []
        found: list[int] = []
        for atom in self._evaluator.value(self._file, index):
            if isinstance(atom, Function):
                found.append(atom.gid)
            elif isinstance(atom, ClassObject):
                found += self._list_members(atom.gid, (_MADE, *methods))
            elif isinstance(atom, INSTANCES):
                found += self._list_members(atom.gid, (*methods, _CALLED))
        return [gid for gid in dict.fromkeys(found) if gid < self._program.end]

    def _list_members(self, gid: int, names: Sequence[str]) -> list[int]:
        return self._list_class_methods(gid, names) if gid < self._program.end else []

    def _name(self, gids: Iterable[int]) -> tuple[int, ...]:
        """Return the items of functions, less those without a name."""
        return tuple(dict.fromkeys(self._get_item(gid) for gid in gids if self._owners[gid] == gid))
