"""Handlers of routes: functions that answer, behind wrappers and classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.call_arguments import find_argument, list_parts
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import ClassObject, make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.framework_model import DECORATED, LAST, RouteModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.handler_resolution import AnswerFinder
    from codegraph.resolve.endpoints.inline_handlers import InlineHandlers

MAX_WRAPPERS: Final = 4
"""Calls around a handler that are looked through."""


class HandlerFinder(FactsReader):
    """Finds the handlers of the routes of one file."""

    def __init__(self, context: FileContext, answers: AnswerFinder, inline_handlers: InlineHandlers) -> None:
        super().__init__(context)
        self._answers = answers
        self._inline_handlers = inline_handlers

    def find(self, expr: Expr, rule: RouteModel, decorated: Sequence[int]) -> tuple[list[int], bool]:
        """Return the functions that answer a route, and whether the text names them."""
        if rule.handler == DECORATED:
            return [self._offset + local for local in decorated], True
        given: Sequence[int] = expr[2]
        index: int | None = 0
        if rule.handler == LAST:
            index = given[-1] if given else 0
        elif not isinstance(rule.handler, str):
            index = find_argument(self._facts, expr, rule.handler)
        return self.list_wrapped(index or 0), False

    def list_wrapped(self, index: int, depth: int = 0) -> list[int]:
        """Return the functions that an argument gives; of a wrapped one, what is wrapped."""
        expr = self._get(self._skip_flow(self._file, index))
        if (parts := list_parts(expr)) is not None:
            return self.list_wrapped(parts[-1], depth + 1) if parts and depth < MAX_WRAPPERS else []
        if expr[0] == ops.CALL and depth < MAX_WRAPPERS:
            for argument in expr[2]:
                found = self.list_wrapped(argument, depth + 1)
                if found:
                    return found
        gids = list_functions(self._evaluator, self._file, index)
        if not gids and self._objects.vocabulary.answers and not depth:
            gids = self._answers.find(self._file, index)
        return list(dict.fromkeys(gids))

    def list_verbs(
        self, expr: Expr, rule: RouteModel, verbs: Sequence[str], makers: Sequence[str], methods: tuple[str, ...]
    ) -> list[tuple[tuple[str, ...], list[int]]]:
        """Return the methods by which a class answers that is given as a handler.

        Each comes with its functions. `verbs` are the members that answer, `makers` those that give a handler."""
        if not verbs or isinstance(rule.handler, str):
            return []
        index = find_argument(self._facts, expr, rule.handler) or 0
        handler = self._get(index)
        if handler[0] == ops.CALL:
            maker = self._get(handler[1])
            index = maker[1] if maker[0] == ops.ATTR and maker[2] in makers else 0
        found: list[tuple[tuple[str, ...], list[int]]] = []
        is_given = find_argument(self._facts, expr, rule.methods) is not None
        for atom in self._evaluator.value(self._file, index):
            if not isinstance(atom, ClassObject) or atom.gid >= self._program.end:
                continue
            for verb in verbs:
                gids = list_methods(self._evaluator, self._file, make_instance(atom.gid, ()), verb)
                if gids and (not is_given or verb.upper() in methods):
                    found.append(((verb.upper(),), gids))
        return found

    def is_outside(self, expr: Expr, rule: RouteModel) -> bool:
        """Return whether a library has the handler of a route."""
        given: Sequence[int] = expr[2]
        index = given[-1] if rule.handler == LAST and given else 0
        return bool(index and self._objects.list_class_names(self._file, index))

    def name(self, local: int, functions: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the items of handlers with a name, and of those without one.

        A symbol of the file registers them."""
        caller = self._owners[self._offset + local]
        inline_handlers = [gid for gid in functions if self._inline_handlers.is_inline(gid, caller)]
        named = dict.fromkeys(self._owners[gid] for gid in functions if gid not in inline_handlers)
        return tuple(map(self._get_item, named)), tuple(map(self._inline_handlers.add, inline_handlers))
