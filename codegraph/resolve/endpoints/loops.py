"""Calls in loops over lists and mappings that are written out.

They are one call for each element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import list_parts
from codegraph.resolve.endpoints.facts_reader import FactsReader
from codegraph.resolve.endpoints.referents import list_values
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

MAX_ELEMENTS: Final = 64
EACH: Final = frozenset(("forEach", "map"))
"""Members that call a function with each element."""
PAIRS: Final = "items"
"""Member of a mapping that gives its keys with their values."""


class _Part(NamedTuple):
    """A part of each element of a list.

    It is a position, the name of a property, or all of it (None)."""

    source: int
    part: int | str | None


class LoopExpander(FactsReader):
    """Expands the calls of one file."""

    def expand(self, expr: Expr) -> list[Expr]:
        """Return a call for each element of the list whose parts it is given.

        That takes two parts or more of one list, which belong together. Any other call is returned alone."""
        given: Sequence[int] = expr[2]
        keywords: Sequence[tuple[str, int]] = expr[3]
        parts = {index: part for index in (*given, *(e for _, e in keywords)) if (part := self._find_part(index))}
        sources = {part.source for part in parts.values()}
        if len(parts) < 2 or len(sources) != 1:
            return [expr]
        source = sources.pop()
        found: list[Expr] = []
        for held in self._list_pairs(source, parts) or self._list_held(source, parts):
            arguments = tuple(held.get(index, index) for index in given)
            found.append((expr[0], expr[1], arguments, tuple((name, held.get(e, e)) for name, e in keywords)))
        return found or [expr]

    def _list_held(self, source: int, parts: Mapping[int, _Part]) -> list[dict[int, int]]:
        """Return what the parts of each element of a list are."""
        elements = self._texts.list_elements(self._file, source)
        if len(elements) > MAX_ELEMENTS or any(of != self._file for of, _ in elements):
            return []
        return [
            {index: self._take(element, part.part) for index, part in parts.items()} for _, element in elements
        ]  # fmt: skip

    def _list_pairs(self, source: int, parts: Mapping[int, _Part]) -> list[dict[int, int]]:
        """Return what the parts of each pair of a mapping are.

        A loop takes them apart: `for path, handler in routes.items()`."""
        call = self._get(source)
        callee = self._get(call[1] if call[0] == ops.CALL else 0)
        if callee[0] != ops.ATTR or callee[2] != PAIRS or any(part.part not in (0, 1) for part in parts.values()):
            return []
        held = self._skip_flow(self._file, callee[1])
        if self._get(held)[0] in (ops.NAME, ops.VAR):
            values = list_values(self._evaluator, self._file, held)
            held = values[0][1] if len(values) == 1 and values[0][0] == self._file else 0
        mapping = self._get(held)
        pairs: Sequence[tuple[str, int, int]] = mapping[2] if mapping[0] == ops.DICT else ()
        if len(pairs) > MAX_ELEMENTS:
            return []
        return [
            {index: value if part.part else key for index, part in parts.items()} for _, key, value in pairs
        ]  # fmt: skip

    def _find_part(self, index: int) -> _Part | None:
        """Return what an argument is of the elements of a list."""
        index = self._skip_flow(self._file, index)
        expr = self._get(index)
        is_part = expr[0] == ops.ATTR or (expr[0] == ops.ITEM and not expr[3])
        source = self._find_source(expr[1] if is_part else index)
        return None if source is None else _Part(source, expr[2] if is_part else None)

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
