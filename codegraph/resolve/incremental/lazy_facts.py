"""Facts of files, decoded when they are first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final, SupportsIndex

from codegraph_parsers.file_facts import Condition, Expr, FileFacts

LoadFacts = Callable[[int], FileFacts]
"""Returns the facts at a place, which may themselves decode their sections on demand."""

Mark = Callable[[FileFacts], None]
"""Marks the symbols of a file in place."""

_FIELDS: Final = frozenset(each.name for each in fields(FileFacts))


class LazyFacts(FileFacts):
    """Facts of a file, of which all but a few fields are loaded on demand.

    Path, language, package and condition are known from the start.

    A field that is not set yet is looked up by `__getattr__`, and is a plain slot from then on. Symbols are marked when
    they are first read.
    """

    __slots__ = ("_at", "_load", "_mark", "_stored")

    def __init__(
        self, path: str, language: str, package: str, condition: Condition, load: LoadFacts, at: int,
        mark: Mark | None = None,
    ) -> None:  # fmt: skip
        self.path = path
        self.language = language
        self.package = package
        self.condition = condition
        self._load = load
        self._at = at
        self._mark = mark
        self._stored: FileFacts | None = None

    def __getattr__(self, name: str) -> Any:
        if name not in _FIELDS:
            raise AttributeError(name)
        if self._stored is None:
            self._stored = self._load(self._at)
        found = getattr(self._stored, name)
        if name == "symbols" and self._mark is not None:
            self._mark(self._stored)
        setattr(self, name, found)
        return found


class LazyExprs(list[Expr]):
    """The expressions of lazy facts in a table of the expressions of all files.

    It puts the loaded ones in its place in the table when it is first read."""

    __slots__ = ("_at", "_facts", "_table")

    def __init__(self, facts: LazyFacts, table: list[list[Expr]], at: int) -> None:
        super().__init__()
        self._facts = facts
        self._table = table
        self._at = at

    def _get(self) -> list[Expr]:
        found = self._facts.exprs
        if self._table[self._at] is self:
            self._table[self._at] = found
        return found

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        return self._get()[index]

    def __len__(self) -> int:
        return len(self._get())

    def __iter__(self) -> Iterator[Expr]:
        return iter(self._get())
