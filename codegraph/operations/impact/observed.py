"""Tests that recorded runs say ran the code that a change touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from codegraph.analysis.changes import Change, ChangeKind
from codegraph.answers import SymbolRow
from codegraph.index import Index
from codegraph.operations.edges import TYPES
from codegraph_parsers.ids import parse_id


class Ran(NamedTuple):
    """A test of the newer state that ran changed code. `reached`: how many symbols it ran in all; `cause` is the id of
    one of the changed ones."""

    test: SymbolRow
    reached: int
    cause: str


class Observations:
    """Recorded runs as seen from changed symbols."""

    def __init__(self, index: Index, changes: Sequence[Change], known: Mapping[str, int]) -> None:
        """`known` are ids of the symbols of changed files."""
        self._index = index
        self._ids = {c.here.id: _ids(c, known) for c in changes}
        self._renamed = {c.before.id: c.after.id for c in changes if c.before is not None and c.after is not None}
        self._found = index.observed().tests_of({id for ids in self._ids.values() for id in ids})
        self._rows = self._tests()

    def of(self, changes: Iterable[Change]) -> dict[str, Ran]:
        """The tests that ran any of these changed symbols, by id, those that ran least first: they say most."""
        found: dict[str, Ran] = {}
        for change in changes:
            for id in self._ids[change.here.id]:
                for test in self._found.get(id, ()):
                    row = self._rows.get(test.symbol)
                    if row is not None:
                        found.setdefault(row.id, Ran(row, test.reached, change.here.id))
        return dict(sorted(found.items(), key=lambda item: (item[1].reached, item[0])))

    def covered(self, changes: Iterable[Change]) -> bool:
        """Whether any run is known to have run one of these, be it one that does not name its tests."""
        return any(id in self._found for change in changes for id in self._ids[change.here.id])

    def _tests(self) -> dict[str, SymbolRow]:
        """Recorded tests that are still there, by the id they were recorded under."""
        names = {t.symbol for tests in self._found.values() for t in tests if t.symbol}
        return rows_of(self._index, {name: self._renamed.get(name, name) for name in names})


def rows_of(index: Index, wanted: Mapping[str, str]) -> dict[str, SymbolRow]:
    """Rows of symbols by the keys of `wanted`, whose values are their ids; those the index does not have are left
    out."""
    by_path: dict[str, list[str]] = {}
    for key, id in wanted.items():
        parsed = parse_id(id)
        if parsed is not None:
            by_path.setdefault(parsed.path, []).append(key)
    have = index.known_files().keys() & by_path.keys() if by_path else set[str]()
    found: dict[str, SymbolRow] = {}
    for path in sorted(have):
        rows = {row.id: row for row in index.file_symbols(path)}
        found.update((key, rows[wanted[key]]) for key in by_path[path] if wanted[key] in rows)
    return found


def _ids(change: Change, known: Iterable[str]) -> tuple[str, ...]:
    """Ids under which a run may have recorded what changed: both of a symbol that moved, and the members of a type
    whose bases decide what those mean."""
    ids = [d.id for d in (change.before, change.after) if d is not None]
    if change.kind is ChangeKind.SIGNATURE and change.here.kind in TYPES:
        ids += [id for id in known if id.startswith(change.here.id + ".")]
    return tuple(dict.fromkeys(ids))
