"""Middleware that modules give to routes.

They do so by a chain of calls: `consumer.apply(Check).exclude('login').forRoutes(Items)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.resolve.endpoints.endpoint_rows import HOLE, MiddlewareRow, ObjectKey
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.path_settings import read_pattern
from codegraph.resolve.endpoints.referents import list_run_functions
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.controllers import ChainModel


class MiddlewareChainReader(FactsReader):
    """Reads the calls by which the modules of one file give middleware to routes."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.rows: list[MiddlewareRow] = []

    def read(self, owner: int, expr: Expr, rule: ChainModel) -> None:
        """Read the call that ends a chain in a method of a module.

        It is left out where a path or the middleware is not known."""
        chain = self._map_chain(expr)
        functions = self._list_functions(chain.get(rule.functions, ()), rule)
        excluded = self._read_patterns(chain.get(rule.exclude, ()))
        given: Sequence[int] = expr[2]
        controllers = {index: self._list_named_classes(self._file, index) for index in given}
        included = self._read_patterns([index for index, found in controllers.items() if not found])
        if not functions or excluded is None or included is None:
            return
        classes = [gid for found in controllers.values() for gid in found]
        if classes:
            keys = tuple(self._make_key(gid) for gid in classes)
            self.rows.append(MiddlewareRow(keys, functions, "", (), excluded))
        if included:
            offset = self._program.offsets[self._file]
            module = self._make_key(offset + self._facts.symbols[owner].parent)
            self.rows.append(MiddlewareRow((module,), functions, "", included, excluded))

    def _make_key(self, gid: int) -> ObjectKey:
        return ("symbol", self._get_item(gid), 0)

    def _map_chain(self, expr: Expr) -> dict[str, Sequence[int]]:
        """Map the members that a chain called before to their arguments."""
        found: dict[str, Sequence[int]] = {}
        exprs = self._facts.exprs
        called: int = expr[1]
        while exprs[called][0] == ops.ATTR:
            base: int = exprs[called][1]
            while exprs[base][0] in (ops.FLOW, ops.ADAPTED):  # `apply` is a member of functions, too
                base = exprs[base][2]
            if exprs[base][0] != ops.CALL:
                break
            called = exprs[base][1]
            if exprs[called][0] == ops.ATTR:
                found[exprs[called][2]] = exprs[base][2]
        return found

    def _list_functions(self, given: Sequence[int], rule: ChainModel) -> tuple[int, ...]:
        gids = [gid for index in given for gid in list_run_functions(self._evaluator, self._file, index, rule.methods)]
        return tuple(dict.fromkeys(self._get_item(gid) for gid in gids if self._owners[gid] == gid))

    def _read_patterns(self, given: Sequence[int]) -> tuple[str, ...] | None:
        """Return methods with patterns of paths, None where one is not known."""
        found: list[str] = []
        for index in given:
            texts = self._texts.read(self._file, index)
            pattern = read_pattern(self._texts, self._file, index, texts)
            if pattern is None or HOLE in pattern:
                return None
            found.append(pattern)
        return tuple(found)
