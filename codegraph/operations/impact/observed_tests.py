"""Tests that recorded runs say ran the code that a change touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from codegraph.analysis.symbol_differences import Change, ChangeKind
from codegraph.operations.edges import TYPES
from codegraph.operations.impact.file_symbols import FileSymbols
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.ids import parse_id


class ObservedTest(NamedTuple):
    """Test of the newer state that ran changed code.

    `reached` is the number of symbols that it ran in all; `cause` is the id of one of the changed ones.
    """

    test: SymbolRow
    reached: int
    cause: str


class Observations:
    """Recorded runs as seen from changed symbols."""

    def __init__(self, index: Index, changes: Sequence[Change], known: Mapping[str, int]) -> None:
        """Read the recorded tests of the changes.

        `known` are ids of the symbols of changed files.
        """
        self._index = index
        self._ids = {c.here.id: _list_ids(c, known) for c in changes}
        self._renamed = {c.before.id: c.after.id for c in changes if c.before is not None and c.after is not None}
        self._found = index.open_observed().find_tests({id for ids in self._ids.values() for id in ids})
        self._rows = self._find_recorded()

    def find_tests(self, changes: Iterable[Change]) -> dict[str, ObservedTest]:
        """Return the tests that ran any of these changed symbols, by id.

        Those that ran least come first: they are the most specific.
        """
        found: dict[str, ObservedTest] = {}
        for change in changes:
            for id in self._ids[change.here.id]:
                for test in self._found.get(id, ()):
                    row = self._rows.get(test.symbol)
                    if row is not None:
                        found.setdefault(row.id, ObservedTest(row, test.reached, change.here.id))
        return dict(sorted(found.items(), key=lambda item: (item[1].reached, item[0])))

    def is_covered(self, changes: Iterable[Change]) -> bool:
        """Return whether any recorded run has run one of these symbols.

        The run need not name its tests.
        """
        return any(id in self._found for change in changes for id in self._ids[change.here.id])

    def _find_recorded(self) -> dict[str, SymbolRow]:
        """Return recorded tests that still exist, by the id in the record."""
        names = {t.symbol for tests in self._found.values() for t in tests if t.symbol}
        return find_rows(self._index, {name: self._renamed.get(name, name) for name in names})


def find_rows(index: Index, wanted: Mapping[str, str]) -> dict[str, SymbolRow]:
    """Return rows of symbols by the keys of `wanted`, whose values are their ids.

    Symbols that the index does not have are left out.
    """
    symbols = FileSymbols(lambda: index)
    named = ((key, id, parse_id(id)) for key, id in wanted.items())
    rows = {key: symbols.find(parsed.path, id) for key, id, parsed in named if parsed is not None}
    return {key: row for key, row in rows.items() if row is not None}


def _list_ids(change: Change, known: Iterable[str]) -> tuple[str, ...]:
    """List the ids under which a run may have recorded a changed symbol.

    They are both ids of a symbol that moved, and the members of a type whose bases decide the meaning of the members.
    """
    ids = [d.id for d in (change.before, change.after) if d is not None]
    if change.kind is ChangeKind.SIGNATURE and change.here.kind in TYPES:
        ids += [id for id in known if id.startswith(change.here.id + ".")]
    return tuple(dict.fromkeys(ids))
