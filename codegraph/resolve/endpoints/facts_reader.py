"""Bases of what reads facts for the rows of one file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import Site
from codegraph_parsers.file_facts import Expr, FileFacts

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.constant_texts import TextReader
    from codegraph.resolve.endpoints.objects import ObjectFinder
    from codegraph.resolve.evaluator import Evaluator
    from codegraph_parsers.frameworks import Vocabulary


class FileContext(NamedTuple):
    """The file whose rows are read, and what all its readers ask.

    `get_item` gives the items by which rows name symbols."""

    evaluator: Evaluator
    objects: ObjectFinder
    texts: TextReader
    vocabulary: Vocabulary
    get_item: Callable[[int], int]
    file: int


class ContextReader:
    """A reader of facts of any file."""

    def __init__(self, context: FileContext) -> None:
        self._evaluator = context.evaluator
        self._program = context.evaluator.program
        self._objects = context.objects
        self._texts = context.texts
        self._vocabulary = context.vocabulary
        self._get_item = context.get_item
        self._file = context.file

    def _get_of(self, file: int, index: int) -> Expr:
        return self._program.exprs[file][index]


class FactsReader(ContextReader):
    """A reader of the facts of the one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._facts: FileFacts = self._program.files[self._file]
        self._offset = self._program.offsets[self._file]
        self._owners = self._program.list_owners()

    def _get(self, index: int) -> Expr:
        return self._facts.exprs[index]

    def _make_site(self, owner: int, line: int, model: str = "") -> Site:
        """Return the site of code in a symbol, by the symbol with a name around it."""
        return Site(self._get_item(self._owners[self._offset + owner]), line, model)
