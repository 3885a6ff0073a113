"""From tests of a graph to what runners need to know of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

from codegraph.graph_model import EdgeKind
from codegraph.operations.edges import TYPES
from codegraph.operations.runners.python import LANGUAGES as INDENTED
from codegraph.operations.runners.test_commands import Holder, Target
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.cases import TestCase
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.ids import parse_id

_HEIRS = 200
"""Classes that inherit a test; of more the rest is left to the class itself."""


class Targets:
    """Targets of one index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._row = cache(lambda node: index.list_symbols([node])[0])
        self._holder = cache(self._make_holder)
        self._file = cache(index.list_file_symbols)
        self._outermost = cache(self._find_leftmost)

    def build_targets(self, tests: Sequence[SymbolRow], cases: Mapping[int, tuple[TestCase, ...]]) -> list[Target]:
        """Build the targets of tests.

        `cases` are the selected titled tests of a file, by the node of its module.
        """
        return [self._build_target(row, cases.get(row.node, ())) for row in tests]

    def list_sibling_tests(self, path: str) -> list[SymbolRow]:
        """List the tests in the folder of `path`, of its language."""
        return [row for other in self.list_sibling_files(path) for row in self._file(other) if row.is_test]

    def list_sibling_files(self, path: str) -> list[str]:
        """List the files in the folder of `path` with its ending, including itself."""
        return self._folders.get((path.rpartition("/")[0], path.rpartition(".")[2]), [])

    @cached_property
    def _folders(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for path in sorted(self._index.read_known_files()):
            found.setdefault((path.rpartition("/")[0], path.rpartition(".")[2]), []).append(path)
        return found

    def _build_target(self, row: SymbolRow, cases: tuple[TestCase, ...]) -> Target:
        if row.kind is SymbolKind.MODULE:
            return Target(row, "", (), cases=cases)
        if row.kind in TYPES:
            return Target(row, "", (self._holder(row.node),), doubtful=self._is_doubtful(row))
        parent = self._row(row.parent) if row.parent >= 0 else None
        decorators = self._index.read_details(row).decorators
        if parent is None or parent.kind not in TYPES:
            inside = parent is not None and parent.kind is not SymbolKind.MODULE
            return Target(row, row.name, (), decorators, doubtful=inside or self._is_doubtful(row))
        holders = [self._holder(node) for node in (parent.node, *self._list_heirs(parent, row.name))]
        return Target(row, row.name, tuple(holders), decorators, doubtful=self._is_doubtful(row))

    def _is_doubtful(self, row: SymbolRow) -> bool:
        """Return whether a test may be missing when the tests run.

        It is distinguished by a suffix, or is in a function, or is indented more than its neighbours, as in the branch
        of an `if`.
        """
        parsed = parse_id(row.id)
        if row.flags & Flag.LOCAL or (parsed is not None and parsed.suffix.startswith("~")):
            return True
        return row.language in INDENTED and self._indent(row) > self._outermost(row.path, row.parent)

    def _find_leftmost(self, path: str, parent: int) -> int:
        if self._row(parent).kind is SymbolKind.MODULE:
            return 0
        beside = [r for r in self._file(path) if r.parent == parent and _is_definition(r)]
        return min((self._indent(r) for r in beside), default=0)

    def _indent(self, row: SymbolRow) -> int:
        """Return the columns before the definition.

        Those are the columns before its name, less the words between.
        """
        words = self._index.read_details(row).signature.partition(row.name)[0]
        return row.column - len(words)

    def _list_heirs(self, parent: SymbolRow, name: str) -> list[int]:
        """List the subclasses of a class that inherit its member `name`."""
        found: dict[int, None] = {}
        pending = [parent]
        while pending and len(found) < _HEIRS:
            here = pending.pop()
            kinds = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
            for edge in self._index.list_incoming(here, kinds, limit=None).items:
                heir = edge.source
                if not isinstance(heir, SymbolRow) or heir.node in found or heir.node == parent.node:
                    continue
                if all(member.name != name for member in self._index.list_members(heir)):
                    found[heir.node] = None
                    pending.append(heir)
        return list(found)

    def _make_holder(self, node: int) -> Holder:
        classes = [self._row(node)]
        while classes[0].parent >= 0 and self._row(classes[0].parent).kind in TYPES:
            classes.insert(0, self._row(classes[0].parent))
        return Holder(
            tuple(classes),
            frozenset(self._iterate_bases(classes[-1])),
            self._index.read_details(classes[-1]).decorators,
        )

    def _iterate_bases(self, row: SymbolRow) -> Iterable[str]:
        seen = {row.node}
        pending = [row]
        while pending:
            kinds = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
            for edge in self._index.list_outgoing(pending.pop(), kinds, limit=None).items:
                base = edge.target
                yield base.qualname.replace("::", ".").rpartition(".")[2]
                if isinstance(base, SymbolRow) and base.node not in seen:
                    seen.add(base.node)
                    pending.append(base)


def _is_definition(row: SymbolRow) -> bool:
    return row.kind in TYPES or row.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
