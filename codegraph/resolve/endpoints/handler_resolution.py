"""Functions that answer for what is given as a handler and is no function itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.facts_reader import ContextReader
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import INSTANCES
from codegraph_parsers import ops

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_DEPTH: Final = 4
"""Functions that give what others give, and calls around a function."""


class AnswerFinder(ContextReader):
    """Finds the functions of the tree that answer."""

    def find(self, file: int, index: int, depth: int = 0) -> list[int]:
        """Return what answers.

        It is a method of an object, or a function that another one gives."""
        expr = self._program.exprs[file][index]
        if expr[0] == ops.FLOW:
            return self.find(file, expr[2], depth)
        functions = list_functions(self._evaluator, file, index)
        if functions or depth > MAX_DEPTH:
            return functions
        if expr[0] == ops.CALL:
            given: Sequence[int] = expr[2]
            for argument in given:
                functions = self.find(file, argument, depth + 1) if self._is_possible(file, argument) else []
                if functions:
                    return functions
            functions = self._find_results(file, expr[1], depth)
        return functions or self._find_methods(file, index)

    def _is_possible(self, file: int, index: int) -> bool:
        """Return whether an argument may be what a call is made around."""
        return self._program.exprs[file][index][0] in (ops.CALL, ops.SYM, ops.ATTR, ops.NAME, ops.FLOW, ops.DECLARED)

    def _find_results(self, file: int, callee: int, depth: int) -> list[int]:
        """Return what the functions of the tree that are called give."""
        found: dict[int, None] = {}
        for gid in list_functions(self._evaluator, file, callee):
            self._program.reads.read_symbol(gid)
            of, local = self._program.locate(gid)
            for result in self._program.files[of].returns.get(local, ()):
                found.update(dict.fromkeys(self.find(of, result, depth + 1)))
        return list(found)

    def _find_methods(self, file: int, index: int) -> list[int]:
        found: dict[int, None] = {}
        for atom in self._evaluator.value(file, index):
            is_own = isinstance(atom, INSTANCES) and atom.gid < self._program.end
            for name in self._vocabulary.answers if is_own else ():
                found.update(dict.fromkeys(list_methods(self._evaluator, file, atom, name)))
        return list(found)
