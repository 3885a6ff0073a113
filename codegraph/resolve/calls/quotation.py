"""Expression trees: functions that are handed over as data, and not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import Instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class Quotation:
    """Judgements on whether code stands in an expression tree."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.is_quoted = evaluator.queries.define_query(self._compute_is_quoted, cycle=lambda *_: False)

    def _compute_is_quoted(self, file: int, local: int) -> bool:
        """Return whether an unnamed function stands in an expression tree, or is one."""
        facts = self.program.files[file]
        self.program.reads.read_symbol(self.program.offsets[file] + local)
        symbol = facts.symbols[local]
        if not symbol.flags & Flag.ANONYMOUS or symbol.parent < 0:
            return False
        return self._is_tree(file, local) or self.is_quoted(file, symbol.parent)

    def _is_tree(self, file: int, local: int) -> bool:
        """Return whether the context of a function expects an expression tree."""
        expected = self.program.files[file].expected.get(local, 0)
        if not expected:
            return False
        types, expr = self.evaluator.types, self.program.files[file].exprs[expected]
        quoted = types.find_builtin(file, self.program.semantics[file].builtins.quoted_type)
        if expr[0] == ops.ARGTYPE:
            wanted = self.evaluator.calls.expected.find_expected(file, expr)
        else:
            wanted = types.instantiate(file, expected)
        return any(isinstance(atom, Instance) and atom.gid == quoted for atom in wanted)
