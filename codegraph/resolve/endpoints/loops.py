"""Calls in loops over lists that are written out: one call for each element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.endpoints.arguments import list_parts
from codegraph.resolve.endpoints.texts import TextReader
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, FileFacts

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_ELEMENTS: Final = 64
EACH: Final = frozenset(("forEach", "map"))
"""Members that call a function with each element."""


class _Part(NamedTuple):
    """A part of each element of a list.

    It is a position, the name of a property, or all of it (None)."""

    source: int
    part: int | str | None


class LoopExpander:
    """Expands the calls of one file."""

    def __init__(self, evaluator: Evaluator, texts: TextReader, file: int) -> None:
        self._file = file
        self._facts: FileFacts = evaluator.program.files[file]
        self._texts = texts

    def expand(self, expr: Expr) -> list[Expr]:
        """Return a call for each element of the list whose parts it is given.

        That takes two parts or more of one list, which belong together. Any other call is returned alone."""
        given: Sequence[int] = expr[2]
        keywords: Sequence[tuple[str, int]] = expr[3]
        parts = {index: part for index in (*given, *(e for _, e in keywords)) if (part := self._find_part(index))}
        sources = {part.source for part in parts.values()}
        if len(parts) < 2 or len(sources) != 1:
            return [expr]
        elements = self._texts.list_elements(self._file, sources.pop())
        if not elements or len(elements) > MAX_ELEMENTS or any(of != self._file for of, _ in elements):
            return [expr]
        found: list[Expr] = []
        for _, element in elements:
            held = {index: self._take(element, part.part) for index, part in parts.items()}
            arguments = tuple(held.get(index, index) for index in given)
            found.append((expr[0], expr[1], arguments, tuple((name, held.get(e, e)) for name, e in keywords)))
        return found

    def _find_part(self, index: int) -> _Part | None:
        """Return what an argument is of the elements of a list."""
        expr = self._get(index)
        while expr[0] == ops.FLOW:
            index = expr[2]
            expr = self._get(index)
        if expr[0] == ops.ITEM and not expr[3]:
            source = self._find_source(expr[1])
            return None if source is None else _Part(source, expr[2])
        if expr[0] == ops.ATTR:
            source = self._find_source(expr[1])
            return None if source is None else _Part(source, expr[2])
        source = self._find_source(index)
        return None if source is None else _Part(source, None)

    def _find_source(self, index: int) -> int | None:
        """Return the list of which an expression is each element in turn."""
        expr = self._get(index)
        if expr[0] == ops.ITER:
            return expr[1]
        if expr[0] != ops.PARAM or expr[2]:
            return None
        function: int = expr[1]
        expected = self._get(self._facts.expected.get(function, 0))
        call = self._get(expected[1] if expected[0] == ops.ARGTYPE and expected[2] == 0 else 0)
        callee = self._get(call[1] if call[0] == ops.CALL else 0)
        return callee[1] if callee[0] == ops.ATTR and callee[2] in EACH else None

    def _take(self, element: int, part: int | str | None) -> int:
        """Return a part of an element, 0 where it is not written there."""
        expr = self._get(element)
        if part is None:
            return element
        if isinstance(part, int):
            items = list_parts(expr) or ()
            return items[part] if part < len(items) else 0
        if expr[0] != ops.OBJECT:
            return 0
        scope: int = expr[1]
        return self._find_property(self._facts.names.get(scope, {}), part)

    def _find_property(self, properties: dict[str, int], name: str) -> int:
        found = properties.get(name, 0)
        expr = self._get(found)
        values = self._facts.values.get(expr[1], ()) if expr[0] in (ops.VAR, ops.SYM) else ()
        return values[0] if len(values) == 1 else found

    def _get(self, index: int) -> Expr:
        return self._facts.exprs[index]
