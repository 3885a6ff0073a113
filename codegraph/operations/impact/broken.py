"""Unchanged code that used what is gone and, as far as is known, still does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from codegraph.analysis.changes import VALUES, Change, Definition
from codegraph.answers import SymbolRow
from codegraph.operations.impact.closure import Closure
from codegraph_parsers.facts import SymbolKind


class Broken:
    """Compares who used something in the `base` state with what the same code uses in the `head` state."""

    def __init__(
        self, base: Closure, head: Closure, changed: Collection[str], edited: Collection[str],
        read: Callable[[str], bytes | None],
    ) -> None:  # fmt: skip
        """`changed` are ids of symbols that are not the same in both, `edited` paths of such files; `read` gives what
        is in a file of the newer state."""
        self._base = base
        self._head = head
        self._changed = changed
        self._edited = edited
        self._read = read
        self._rows: dict[str, dict[str, SymbolRow]] = {}
        self._lines: dict[str, list[str]] = {}

    def by(self, change: Change, old: int, new: int | None) -> list[str]:
        """Ids of symbols, in order of path and line, that are left with a use of what was node `old` and is now node
        `new`, if anything."""
        users = self._base.symbols(self._base.namers(old))
        still = self._head.ids(self._head.direct_users([new])) if new is not None else frozenset[str]()
        return [
            row.id for row in sorted(users.values(), key=lambda r: (r.path, r.line))
            if row.id not in self._changed and row.id not in still
            and not (row.kind is SymbolKind.MODULE and row.path in self._edited)
            and self._is_left(row, change)
        ]  # fmt: skip

    def _is_left(self, before: SymbolRow, change: Change) -> bool:
        """Whether a user still names what is gone, and does not mean something else of that name now, such as a member
        that went to a base class. Definitions in a symbol may have changed although it did not, and with them who
        uses what on its behalf."""
        now, gone = self._row(before), change.before
        if now is None or gone is None:
            return True
        if before.path in self._edited and _is_written(gone) and not self._says(now, gone.name):
            return False
        used = self._head.used(now.node, gone)
        # A variable may have held what is now used without it: an import was an assignment.
        return not (used if gone.kind in VALUES else used - self._base.used(before.node, gone))

    def _row(self, before: SymbolRow) -> SymbolRow | None:
        found = self._rows.get(before.path)
        if found is None:
            index = self._head.index
            rows = index.file_symbols(before.path) if before.path in index.known_files() else ()
            found = self._rows[before.path] = {row.id: row for row in rows}
        return found.get(before.id)

    def _says(self, row: SymbolRow, name: str) -> bool:
        lines = self._lines.get(row.path)
        if lines is None:
            lines = self._lines[row.path] = (self._read(row.path) or b"").decode("utf-8", "replace").split("\n")
        text = "\n".join(lines if row.kind is SymbolKind.MODULE else lines[row.start_line - 1 : row.end_line])
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _is_written(gone: Definition) -> bool:
    """Whether using it takes its name: not so what syntax calls, or a file."""
    return gone.kind not in (SymbolKind.CONSTRUCTOR, SymbolKind.MODULE) and not gone.name.startswith("__")
