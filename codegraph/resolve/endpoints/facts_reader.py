"""Base of what reads the facts of one file for endpoints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph_parsers.file_facts import Expr, FileFacts

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class FactsReader:
    """A reader of one file: its facts, and the items by which rows name symbols."""

    def __init__(self, evaluator: Evaluator, get_item: Callable[[int], int], file: int) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._get_item = get_item
        self._file = file
        self._facts: FileFacts = evaluator.program.files[file]
        self._offset = evaluator.program.offsets[file]
        self._owners = evaluator.program.list_owners()

    def _get(self, index: int) -> Expr:
        return self._facts.exprs[index]
