"""Titled tests of a file that a change reaches.

Those whose lines hold an edge to what is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from codegraph.graph_model import EdgeKind
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.cases import TestCase, find_test_cases, has_titled_tests, select_cases
from codegraph_parsers.file_facts import SourceFile, SymbolKind

_USES = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.TESTS, EdgeKind.IMPORTS))
_RUNS = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)


@dataclass(frozen=True, slots=True)
class TitledTests:
    """Tests with titles instead of names.

    `reached` and `changed` are nodes of the index; `read` returns a file as the index has it.
    """

    index: Index
    reached: Collection[int]
    changed: Collection[int]
    read: Callable[[str], bytes | None]

    def find_cases(self, module: SymbolRow) -> tuple[TestCase, ...]:
        """Find the titled tests in the file of a test module.

        All of the file are returned when nothing restricts them.
        """
        if module.kind is not SymbolKind.MODULE or not has_titled_tests(module.language):
            return ()
        content = self.read(module.path)
        if content is None:
            return ()
        found = find_test_cases(SourceFile(module.path, content, module.language, ""))
        edges = () if module.node in self.changed else self.index.list_outgoing(module, _USES, limit=None).items
        used = [(line, edge.kind) for edge in edges if edge.target.node in self.reached for line in edge.lines]
        inside = {line for line, _ in used if any(case.start_line <= line <= case.end_line for case in found)}
        # A name taken from a module outside of the tests is like an import: the tests that use it say more.
        lines = [line for line, kind in used if not inside or line in inside or kind in _RUNS]
        return select_cases(found, lines) if lines else tuple(case for case in found if not case.group)
