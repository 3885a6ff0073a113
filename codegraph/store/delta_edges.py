"""Delta of edges and unresolved references.

It is applied to a copy of the last generation.
"""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from codegraph.graph_model import DeltaEdge, DeltaMiss, External, GraphDelta, SymbolKey
from codegraph.store.delta_symbols import Files, build_key, build_mismatch_error
from codegraph.store.edge_blocks import unpack
from codegraph.store.edges import (
    Columns,
    build_columns,
    build_empty_columns,
    pack_incoming,
    pack_outgoing,
    read_columns,
    read_ends,
    sort_distinct,
    sort_incoming,
)
from codegraph.store.file_links import Tally, tally_edges
from codegraph.store.file_rows import Missing, build_qualname, pack_missing
from codegraph.store.schema import EDGE_CODE, EXTERNAL_BLOCK
from codegraph_parsers.file_facts import ReferenceKind

_BATCH = 900


class _End(NamedTuple):
    """An edge as it is stored with the file of its target."""

    near: int
    far: int
    code: int
    sites: int


@dataclass
class _Name:
    """An unresolved name: the number of its sites, and their files."""

    sites: int
    files: dict[int, None]


@dataclass
class Edges:
    """Application of edges and unresolved references, after files and symbols."""

    connection: sqlite3.Connection
    delta: GraphDelta
    files: Files
    counts: Counter[str] = field(default_factory=Counter[str])
    """By how much the totals of `meta` change."""
    tallies: dict[int, Tally] = field(default_factory=dict[int, Tally])
    """Uses of other files by each file whose edges may differ."""

    def __post_init__(self) -> None:
        self._whole = set(self.files.keys)  # paths of which every symbol is known
        self._ids = {(path, key): id for path, keys in self.files.keys.items() for key, id in keys.items()}
        self._owners = dict(self.files.owners)
        self._externals: dict[External, int] = {}
        self._names: dict[str, _Name] = {}
        self._gone: dict[int, list[_End]] = {}
        self._came: dict[int, list[_End]] = {}

    def apply(self) -> None:
        paths = self._list_sources(self.delta.edges)
        old = {path: self._read_stored(path) for path in paths}
        self._load_ends(old.values())
        self._load_externals(edge for path in paths for edge in self.delta.edges.get(path, ()))
        for path, before in old.items():
            self._replace_outgoing(path, before, self.delta.edges.get(path, ()))
        for owner in sorted({*self._gone, *self._came}):
            self._update_incoming(owner)
        self._check_gone()
        for path in self._list_sources(self.delta.unresolved):
            self._update_unresolved(path, self.delta.unresolved.get(path, ()))
        self._write_names()

    def _list_sources(self, told: Iterable[str]) -> list[str]:
        """Return the paths whose outgoing edges are replaced.

        They are those in `told`, and those that have no facts any more.
        """
        empty = (change.path for change in self.files.changes if change.before and not self._has_facts(change.path))
        return sorted({*told, *empty})

    def _has_facts(self, path: str) -> bool:
        return path not in self.files.removed and self.delta.facts.get(path, True) is not None

    def _find_file_id(self, path: str) -> int:
        found = self.files.ids.get(path)
        if found is None:
            row = self.connection.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchone()
            if row is None:
                raise build_mismatch_error(f"{path} is not known")
            found = self.files.ids[path] = row[0]
        return found

    def _read_stored(self, path: str) -> Columns:
        row = self.connection.execute(
            "SELECT data FROM edges_out WHERE owner = ?", (self._find_file_id(path),)
        ).fetchone()
        return read_columns(unpack(row[0])) if row else build_empty_columns()

    # ---- what keys mean

    def _load_ends(self, stored: Iterable[Columns]) -> None:
        """Load the keys and files of the symbols at both ends of edges."""
        parts = (end for columns in stored for end in (columns.source, columns.target))
        ends = sort_distinct(np.concatenate([np.empty(0, np.int64), *parts]))
        wanted = [id for id in ends[ends >= 0].tolist() if id not in self._owners]
        for at in range(0, len(wanted), _BATCH):
            part = wanted[at : at + _BATCH]
            self._load_symbols(f"s.id IN ({','.join('?' * len(part))})", part)
        outside = (-1 - ends[ends < 0]).tolist()
        for at in range(0, len(outside), _BATCH):
            part = outside[at : at + _BATCH]
            marks = ",".join("?" * len(part))
            for id, *told in self.connection.execute(
                f"SELECT id, language, qualname, package FROM externals WHERE id IN ({marks})", part
            ):
                self._externals[External(*told)] = id

    def _load_symbols(self, where: str, values: Sequence[object]) -> None:
        statement = (
            "SELECT s.id, s.file, f.path, c.prefix, s.name, s.suffix FROM symbols s JOIN files f ON f.id = s.file "
            f"LEFT JOIN scopes c ON c.id = s.scope WHERE {where}"
        )
        for id, file, path, prefix, name, suffix in self.connection.execute(statement, values):
            self._ids[build_key(path, build_qualname(prefix, name), suffix)] = id
            self._owners[id] = file

    def _load_externals(self, edges: Iterable[DeltaEdge]) -> None:
        wanted = {e.target for e in edges if isinstance(e.target, External)} - self._externals.keys()
        if not wanted:
            return
        names = list({external.qualname for external in wanted})
        for at in range(0, len(names), _BATCH):
            part = names[at : at + _BATCH]
            statement = (
                f"SELECT id, language, qualname, package FROM externals WHERE qualname IN ({','.join('?' * len(part))})"
            )
            for id, *told in self.connection.execute(statement, part):
                self._externals[External(*told)] = id
        following = self.connection.execute("SELECT COALESCE(MAX(id), -1) + 1 FROM externals").fetchone()[0]
        made = sorted(wanted - self._externals.keys())
        self._externals.update((external, following + i) for i, external in enumerate(made))
        self.connection.executemany(
            "INSERT INTO externals VALUES(?,?,?,?)", ((self._externals[external], *external) for external in made)
        )
        self.counts["externals"] += len(made)

    def _find_id(self, key: SymbolKey) -> int:
        found = self._ids.get(key)
        if found is None and key[0] not in self._whole:
            number = self.files.old.files.find_place(self._find_file_id(key[0]))
            runs = self.files.old.list_symbol_runs(number)
            self._load_symbols(" OR ".join(f"s.id BETWEEN {a} AND {a + n - 1}" for a, n in runs) or "0", ())
            self._whole.add(key[0])
            found = self._ids.get(key)
        if found is None:
            raise build_mismatch_error(f"there is no symbol {key[1]!r} in {key[0]}")
        return found

    # ---- edges

    def _replace_outgoing(self, path: str, before: Columns, edges: Sequence[DeltaEdge]) -> None:
        """Replace the outgoing edges of one file."""
        file = self._find_file_id(path)
        after = self._build_columns(edges)
        if after.code.size:
            self.connection.execute("INSERT OR REPLACE INTO edges_out VALUES(?,?)", (file, pack_outgoing(after)))
        elif before.code.size:
            self.connection.execute("DELETE FROM edges_out WHERE owner = ?", (file,))
        for columns, sign in ((before, -1), (after, 1)):
            for (kind, resolution), count in columns.count_by_kind().items():
                self.counts[f"edges:{kind}:{resolution}"] += sign * count
        old, new = _list_ends(before), _list_ends(after)
        for found, ends in ((self._gone, old - new), (self._came, new - old)):
            for end in map(_End._make, ends):
                found.setdefault(self._find_owner(end.near), []).append(end)
        used = np.array([self._owners[t] if t >= 0 else -1 for t in after.target.tolist()], dtype=np.int64)
        self.tallies[file] = tally_edges(after, np.full(len(used), file, dtype=np.int64), used)

    def _build_columns(self, edges: Sequence[DeltaEdge]) -> Columns:
        if not edges:
            return build_empty_columns()
        ids, externals = self._ids, self._externals
        inside = {end for edge in edges for end in (edge.source, edge.target) if not isinstance(end, External)}
        for key in inside - ids.keys():
            self._find_id(key)
        source = np.array([ids[edge.source] for edge in edges], dtype=np.int64)
        ends = [edge.target for edge in edges]
        target = np.array(
            [-1 - externals[end] if isinstance(end, External) else ids[end] for end in ends], dtype=np.int64
        )
        code = np.array([EDGE_CODE[edge.kind, edge.resolution] for edge in edges], dtype=np.uint8)
        return build_columns(source, target, code, [edge.lines for edge in edges])

    def _find_owner(self, near: int) -> int:
        return self._owners[near] if near >= 0 else -1 - (-1 - near) // EXTERNAL_BLOCK

    def _update_incoming(self, owner: int) -> None:
        """Change the incoming edges of one file, or of some externals."""
        row = self.connection.execute("SELECT data FROM edges_in WHERE owner = ?", (owner,)).fetchone()
        came, gone = self._came.get(owner, []), self._gone.get(owner, [])
        near, far, code, sites = (np.array(column, dtype=np.int64) for column in (zip(*came) if came else ((),) * 4))
        if owner < 0:
            near = -1 - near
        if row is not None:
            block = unpack(row[0])
            ends = read_ends(block)
            kept = np.ones(len(ends.far), dtype=np.bool_)
            for end in gone:
                span = block.find_span(end.near if owner >= 0 else -1 - end.near)
                places = np.arange(span.start, span.stop)
                kept[places[(ends.far[places] == end.far) & (ends.code[places] == end.code)]] = False
            near, far, code, sites = (
                np.concatenate([stored[kept].astype(np.int64), new])
                for stored, new in zip((ends.near, ends.far, ends.code, ends.site), (near, far, code, sites))
            )
        if owner < 0:
            left = set(near.tolist())
            unused = {-1 - end.near for end in gone} - left
            self.connection.executemany("DELETE FROM externals WHERE id = ?", ((id,) for id in unused))
            self.counts["externals"] -= len(unused)
        if len(near):
            data = pack_incoming(sort_incoming(near, far, code.astype(np.uint8), sites.astype(np.uint32)))
            self.connection.execute("INSERT OR REPLACE INTO edges_in VALUES(?,?)", (owner, data))
        else:
            self.connection.execute("DELETE FROM edges_in WHERE owner = ?", (owner,))

    def _check_gone(self) -> None:
        """Check that no edge starts or ends at a deleted symbol."""
        for file in {self._owners[id] for id in self.files.gone}:
            for table in ("edges_out", "edges_in"):
                row = self.connection.execute(f"SELECT data FROM {table} WHERE owner = ?", (file,)).fetchone()
                if row is not None and not self.files.gone.isdisjoint(unpack(row[0]).near):
                    raise build_mismatch_error("an edge has an end that is gone")

    # ---- unresolved references

    def _update_unresolved(self, path: str, misses: Sequence[DeltaMiss]) -> None:
        file = self._find_file_id(path)
        row = self.connection.execute("SELECT data FROM unresolved WHERE file = ?", (file,)).fetchone()
        before: list[Missing] = marshal.loads(zlib.decompress(row[0])) if row else []
        after = [(self._find_id(m.source), m.name, str(m.kind), m.reason, tuple(m.lines)) for m in misses]
        after.sort(key=itemgetter(0))
        if after:
            self.connection.execute("INSERT OR REPLACE INTO unresolved VALUES(?,?)", (file, pack_missing(after)))
        elif row:
            self.connection.execute("DELETE FROM unresolved WHERE file = ?", (file,))
        old, new = _count_sites(before), _count_sites(after)
        for name in old.keys() | new.keys():
            if old[name] != new[name]:
                self._add_name_sites(name, file, new[name] - old[name], bool(new[name]))

    def _add_name_sites(self, name: str, file: int, more: int, there: bool) -> None:
        """Add `more` sites of a name in a file.

        `there` tells whether the file has the name now.
        """
        known = self._names.get(name)
        if known is None:
            row = self.connection.execute(
                "SELECT sites, files FROM unresolved_names WHERE name = ?", (name,)
            ).fetchone()
            known = self._names[name] = (
                _Name(row[0], dict.fromkeys(map(int, row[1].split(",")))) if row else _Name(0, {})
            )
        known.sites += more
        if there:
            known.files[file] = None
        else:
            known.files.pop(file, None)
        self.counts["unresolved"] += more

    def _write_names(self) -> None:
        for name, known in self._names.items():
            if known.sites:
                files = ",".join(map(str, known.files))
                self.connection.execute(
                    "INSERT OR REPLACE INTO unresolved_names VALUES(?,?,?)", (name, known.sites, files)
                )
            else:
                self.connection.execute("DELETE FROM unresolved_names WHERE name = ?", (name,))


def _list_ends(c: Columns) -> set[tuple[int, int, int, int]]:
    """Return edges as the fields of `_End`."""
    return set(zip(c.target.tolist(), c.source.tolist(), c.code.tolist(), c.count_sites().tolist()))


def _count_sites(items: Iterable[Missing]) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        if item[2] != ReferenceKind.OPERATOR:
            found[item[1]] += len(item[4])
    return found
