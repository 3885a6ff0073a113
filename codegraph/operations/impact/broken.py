"""Unchanged code that used what is gone and, as far as is known, still does."""

from __future__ import annotations

from collections.abc import Collection

from codegraph.analysis.changes import Change
from codegraph.operations.impact.closure import Closure
from codegraph_parsers.facts import SymbolKind


class Broken:
    """Compares who used something in the `base` state with what the same code uses in the `head` state."""

    def __init__(self, base: Closure, head: Closure, changed: Collection[str], edited: Collection[str]) -> None:
        """`changed` are ids of symbols that are not the same in both, `edited` paths of such files."""
        self._base = base
        self._head = head
        self._changed = changed
        self._edited = edited
        self._nodes: dict[str, dict[str, int]] = {}

    def by(self, change: Change, old: int, new: int | None) -> list[str]:
        """Ids of symbols, in order of path and line, that are left with a use of what was node `old` and is now node
        `new`, if anything."""
        users = self._base.symbols(self._base.namers([old]))
        still = self._head.ids(self._head.direct_users([new])) if new is not None else frozenset[str]()
        return [
            row.id for row in sorted(users.values(), key=lambda r: (r.path, r.line))
            if row.id not in self._changed and row.id not in still
            and not (row.kind is SymbolKind.MODULE and row.path in self._edited)
            and not self._leads_elsewhere(row.node, row.id, row.path, change.here.name)
        ]  # fmt: skip

    def _leads_elsewhere(self, node: int, id: str, path: str, name: str) -> bool:
        """Whether the same text now means something else of that name, such as a member that moved to a base class."""
        now = self._head_nodes(path).get(id)
        if now is None:
            return False
        return bool(self._head.used(now, name) - self._base.used(node, name))

    def _head_nodes(self, path: str) -> dict[str, int]:
        found = self._nodes.get(path)
        if found is None:
            index = self._head.index
            rows = index.file_symbols(path) if path in index.known_files() else ()
            found = self._nodes[path] = {row.id: row.node for row in rows}
        return found
