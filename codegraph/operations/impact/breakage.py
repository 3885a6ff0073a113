"""Unchanged code that used what is gone and, as far as is known, still does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from codegraph.analysis.symbol_differences import VALUES, Change, ChangeKind, Definition
from codegraph.graph_model import EdgeKind
from codegraph.operations.impact.answers import BrokenUse
from codegraph.operations.impact.closure import Closure
from codegraph.operations.impact.file_symbols import FileSymbols
from codegraph.query.index import Index
from codegraph.query_results import ExternalRow, SymbolRow
from codegraph_parsers.file_facts import SymbolKind


class BreakageFinder:
    """Comparison of the users of a symbol in `base` with the same code in `head`."""

    def __init__(
        self, base: Closure, head: Closure, changed: Collection[str], edited: Collection[str],
        read: Callable[[str], bytes | None],
    ) -> None:  # fmt: skip
        """Create the comparison.

        `changed` are ids of symbols that differ between the states, `edited` paths of such files; `read` returns the
        content of a file of the newer state.
        """
        self._base = base
        self._head = head
        self._changed = changed
        self._edited = edited
        self._read = read
        self._rows = FileSymbols(lambda: head.index)
        self._lines: dict[str, list[str]] = {}

    def list_uses(self, change: Change, old: int, new: int | None) -> list[BrokenUse]:
        """List the uses of what was node `old` and is now node `new`, if anything.

        They are in order of path and line.
        """
        if new is None and self._has_other_bases(old):
            return []  # what it was may come from there
        users = self._base.net.read_symbols(self._base.find_namers(old))
        still = self._head.net.read_ids(self._head.list_direct_users([new])) if new is not None else frozenset[str]()
        found: list[BrokenUse] = []
        for row in sorted(users.values(), key=lambda r: (r.path, r.line)):
            if row.id in still:
                continue
            is_edited = row.id in self._changed or (row.kind is SymbolKind.MODULE and row.path in self._edited)
            now = self._rows.find(row.path, row.id)
            if is_edited:
                lines = self._find_misses(now, change) if now is not None else ()
            else:
                lines = self._find_lines(row, now, change, old) if self._is_left(row, change) else ()
            if lines:
                found.append(BrokenUse(now or row, lines, _describe(change), True))
        return found

    def _has_other_bases(self, old: int) -> bool:
        """Return whether the class of a member has a base of a library that it had not."""
        (member,) = self._base.index.list_symbols([old])
        if member.parent < 0:
            return False
        (owner,) = self._base.index.list_symbols([member.parent])
        now = self._rows.find(owner.path, owner.id)
        before = _list_outside_bases(self._base.index, owner)
        return now is not None and not _list_outside_bases(self._head.index, now) <= before

    def _find_misses(self, now: SymbolRow, change: Change) -> tuple[int, ...]:
        """Find lines in which edited code names what is gone, and nothing is meant."""
        gone = change.before
        if gone is None or not _is_written(gone):
            return ()
        missed = self._head.index.list_unresolved(source=now, limit=None).items
        return tuple(sorted({line for miss in missed if miss.name == gone.name for line in miss.lines}))

    def _find_lines(self, before: SymbolRow, now: SymbolRow | None, change: Change, old: int) -> tuple[int, ...]:
        """Find the lines of a use in the newer state.

        They are those of the older, moved by as much as the symbol was; where its definitions inside were edited, those
        that say the name."""
        (target,) = self._base.index.list_symbols([old])
        edges = self._base.index.list_incoming(target, limit=None).items
        told = sorted({line for edge in edges if edge.source.node == before.node for line in edge.lines})
        if now is None or before.path not in self._edited:
            return tuple(told) or (before.line or 1,)
        lines = [line + now.start_line - before.start_line for line in told]
        gone = change.before
        if gone is not None and _is_written(gone):
            said = [line for line in lines if self._is_said(now.path, line, gone.name)]
            lines = said or [line for line in range(now.start_line, now.end_line + 1)
                             if self._is_said(now.path, line, gone.name)]  # fmt: skip
        return tuple(lines) or (now.line or 1,)

    def _is_left(self, before: SymbolRow, change: Change) -> bool:
        """Return whether a user still names a removed symbol.

        The user may mean something else of that name now, such as a member that moved to a base class. Definitions in a
        symbol may have changed although it did not, and with them the uses on its behalf.
        """
        now, gone = self._rows.find(before.path, before.id), change.before
        if now is None or gone is None:
            return True
        if before.path in self._edited and _is_written(gone) and not self._has_name(now, gone.name):
            return False
        used = self._head.find_used(now.node, gone)
        # A variable may have held what is now used without it: an import was an assignment.
        return not (used if gone.kind in VALUES else used - self._base.find_used(before.node, gone))

    def _has_name(self, row: SymbolRow, name: str) -> bool:
        last = len(self._read_text(row.path)) if row.kind is SymbolKind.MODULE else row.end_line
        return any(self._is_said(row.path, line, name) for line in range(max(1, row.start_line), last + 1))

    def _is_said(self, path: str, line: int, name: str) -> bool:
        lines = self._read_text(path)
        return line <= len(lines) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", lines[line - 1]) is not None

    def _read_text(self, path: str) -> list[str]:
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = (self._read(path) or b"").decode("utf-8", "replace").split("\n")
        return lines


def _list_outside_bases(index: Index, row: SymbolRow) -> set[str]:
    """Return the names of the bases that a class has in libraries."""
    edges = index.list_outgoing(row, (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS), limit=None).items
    return {edge.target.qualname for edge in edges if isinstance(edge.target, ExternalRow)}


def _describe(change: Change) -> str:
    here = change.here
    if change.kind is ChangeKind.RENAMED:
        return f"is `{here.name}` now"
    if change.kind is ChangeKind.MOVED:
        return f"is `{here.qualname or here.path}` of {here.path} now" if here.qualname else f"is {here.path} now"
    return "was removed"


def _is_written(gone: Definition) -> bool:
    """Return whether a use of the symbol spells its name.

    Syntax calls constructors, and files are not named.
    """
    return gone.kind not in (SymbolKind.CONSTRUCTOR, SymbolKind.MODULE) and not gone.name.startswith("__")
