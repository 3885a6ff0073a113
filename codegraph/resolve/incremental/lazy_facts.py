"""Facts of files that are decoded when something of them is first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final, SupportsIndex

from codegraph_parsers.facts import Condition, Expr, FileFacts

LoadFacts = Callable[[], FileFacts]
"""Decodes the facts of one file."""

_FIELDS: Final = tuple(each.name for each in fields(FileFacts))


class LazyFacts(FileFacts):
    """Facts of a file, of which all but a few fields are loaded on demand.

    Path, language, package and condition are known from the start.
    An attribute that is not set yet is looked up by `__getattr__`; once the facts are loaded every attribute is a plain
    slot, so reading costs what it costs of any other facts."""

    __slots__ = ("_load",)

    def __init__(self, path: str, language: str, package: str, condition: Condition, load: LoadFacts) -> None:
        self.path = path
        self.language = language
        self.package = package
        self.condition = condition
        self._load: LoadFacts | None = load

    def __getattr__(self, name: str) -> Any:
        load = self._load if name in _FIELDS else None
        if load is None:
            raise AttributeError(name)
        facts = load()
        for each in _FIELDS:
            setattr(self, each, getattr(facts, each))
        self._load = None
        return getattr(self, name)


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
