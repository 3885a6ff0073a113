"""Classes that are given to a framework, which runs members of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.call_arguments import find_argument, list_parts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, LinkRow
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.middleware import RegisteredClassModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.framework_callbacks import HookFinder
    from codegraph.resolve.endpoints.view_functions import ViewFinder

MAX_NESTED: Final = 3
"""Classes that variables of registered classes name, in one another."""


class RegisteredClassReader(FactsReader):
    """Reads what a framework runs of the classes that one file registers."""

    def __init__(self, context: FileContext, views: ViewFinder, hooks: HookFinder) -> None:
        super().__init__(context)
        self._views = views
        self._hooks = hooks
        self.links: list[LinkRow] = []

    def add_call(self, owner: int, expr: Expr, line: int, rule: RegisteredClassModel, decorated: Sequence[int]) -> None:
        """Add what the framework runs of a class.

        A call is given it, or decorates it."""
        classes = [self._offset + local for local in decorated]
        index = find_argument(self._facts, expr, rule.given) if not decorated else None
        given = self._views.find_class(self._file, index) if index else None
        classes += [given] if given is not None else []
        site = self._make_site(owner, line)
        for gid in classes:
            self.links += self._make_links(site, self._list_run(gid, rule, 0))

    def _list_run(self, gid: int, rule: RegisteredClassModel, depth: int) -> Iterator[int]:
        """Yield the functions that the framework runs of a class."""
        if depth > MAX_NESTED:
            return
        for member in rule.runs:
            yield from self._list_members(gid, member)
        yield from self._hooks.list_called(gid, rule.runs)
        for name in rule.named:
            place = self._views.find_variable(gid, name)
            for file, index in self._list_elements(*place) if place is not None else ():
                yield from self._list_named(gid, file, index, rule, depth)

    def _list_elements(self, file: int, index: int) -> Iterator[tuple[int, int]]:
        """Yield the elements of a list, with those of the lists in it."""
        parts = list_parts(self._program.exprs[file][index])
        if parts is None:
            yield file, index
        for part in parts or ():
            yield from self._list_elements(file, part)

    def _list_named(self, gid: int, file: int, index: int, rule: RegisteredClassModel, depth: int) -> Iterator[int]:
        """Yield the functions that an element of a variable of a class names."""
        inner = self._views.find_class(file, index)
        if inner is not None:
            yield from self._list_run(inner, rule, depth + 1)
            return
        yield from list_functions(self._evaluator, file, index)
        for text in self._texts.read(file, index):
            if text and HOLE not in text:
                yield from self._list_members(gid, text)

    def _list_members(self, gid: int, name: str) -> Iterator[int]:
        return (each for each in self._views.find_member(gid, name) if each != gid)
