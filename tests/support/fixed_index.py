"""A small graph kept in memory, answering as an index does: what operations and renderers are tested on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query.index import Index
from codegraph.query_results import (
    CodeAnswer,
    CodeHit,
    EdgeCount,
    EdgeRow,
    ExternalRow,
    FileRow,
    Freshness,
    GraphArrays,
    IndexStats,
    Meaning,
    Node,
    Page,
    ProblemRow,
    SearchHit,
    SignalPart,
    SkipCount,
    SourceText,
    StatusCount,
    SymbolDetails,
    SymbolRow,
    UnanalysedLanguage,
    UnresolvedRow,
)
from codegraph.store.imported_edges import Imported
from codegraph.store.layout import IndexFolder
from codegraph.store.observed_runs import Observed
from codegraph.store.relations import PlainEdge
from codegraph_parsers.file_facts import FileStatus, Flag, SymbolKind

# kind, qualname, path, line, end line, parent, flags
SYMBOLS = (
    ("module", "", "notes/cli.py", 0, 30, -1, 0),
    ("function", "main", "notes/cli.py", 8, 14, 0, Flag.EXPORTED),
    ("function", "add_note", "notes/cli.py", 17, 22, 0, Flag.EXPORTED),
    ("function", "unused", "notes/cli.py", 25, 30, 0, 0),
    ("module", "", "notes/store.py", 0, 60, -1, 0),
    ("class", "Store", "notes/store.py", 5, 50, 4, Flag.EXPORTED),
    ("constructor", "Store.__init__", "notes/store.py", 8, 10, 5, 0),
    ("method", "Store.save", "notes/store.py", 12, 20, 5, Flag.EXPORTED),
    ("method", "Store.load", "notes/store.py", 22, 30, 5, Flag.EXPORTED),
    ("class", "MemoryStore", "notes/store.py", 40, 50, 4, Flag.EXPORTED),
    ("method", "MemoryStore.save", "notes/store.py", 42, 48, 9, Flag.EXPORTED),
    ("module", "", "tests/test_store.py", 0, 20, -1, 0),
    ("function", "test_save", "tests/test_store.py", 6, 12, 11, Flag.TEST),
)
EXTERNALS = (("python", "json.dump", "json"), ("python", "pathlib.Path", "pathlib"))
# source, target, kind, resolution, lines
EDGES = (
    (0, 4, "imports", "exact", (3,)),
    (1, 2, "calls", "exact", (12,)),
    (2, 6, "calls", "exact", (18,)),
    (2, 7, "calls", "inferred", (19, 21)),
    (2, 10, "calls", "dispatch", (19, 21)),
    (7, 8, "calls", "exact", (15,)),
    (8, 7, "calls", "heuristic", (27,)),
    (8, 0, "imports", "exact", (23,)),
    (7, -1, "calls", "exact", (18,)),
    (9, 5, "inherits", "exact", (40,)),
    (10, 7, "overrides", "exact", (42,)),
    (11, 4, "imports", "exact", (2,)),
    (12, 5, "references", "exact", (7,)),
    (12, 6, "calls", "exact", (7,)),
    (12, 7, "calls", "typed", (8,)),
    (12, 7, "tests", "typed", (8,)),
)
UNRESOLVED = (
    (1, "save", "call", "unknown-receiver", (13,)),
    (8, "parse", "call", "unknown-name", (24, 25)),
)
ROOT = Path("/srv/notes")


class FixedIndex(Index):
    """`Index` over the tables above; `changed` files make it stale."""

    def __init__(self, changed: tuple[str, ...] = ()) -> None:
        self.root = ROOT
        self.repository_id = "fixed"
        self.generation = 3
        self._changed = changed
        self._cache: dict[str, dict[str, np.ndarray]] = {}
        self._symbols = [_symbol(i, *row) for i, row in enumerate(SYMBOLS)]
        self._externals = [
            ExternalRow(-1 - k, f"external:{language}:{name}", language, name, package)
            for k, (language, name, package) in enumerate(EXTERNALS)
        ]
        contains = [(s.parent, s.node, "contains", "exact", (s.line,)) for s in self._symbols if s.parent >= 0]
        self._edges = [
            EdgeRow(self._symbols[a], self.read_node(b), EdgeKind(kind), Resolution(how), lines)
            for a, b, kind, how, lines in (*EDGES, *contains)
        ]

    def close(self) -> None: ...

    def find_symbol(self, text: str) -> SymbolRow:
        found = self.find(text)
        if not found:
            raise NotFoundError(f"no symbol {text}", hint="nearest: Store.save")
        if len(found) > 1:
            raise AmbiguousError(f"{text} names {len(found)} symbols", hint="\n".join(s.id for s in found))
        return found[0]

    def resolve_meaning(self, text: str) -> Meaning:
        return Meaning([self.find_symbol(text)], [])

    def find(self, text: str, limit: int = 50) -> list[SymbolRow]:
        exact = [s for s in self._symbols if text in (s.id, s.qualname)]
        return exact or [s for s in self._symbols if s.qualname.endswith("." + text)][:limit]

    def list_symbols(self, nodes: Iterable[int]) -> list[SymbolRow]:
        return [self._symbols[n] for n in nodes]

    def read_node(self, number: int) -> Node:
        return self._symbols[number] if number >= 0 else self._externals[-1 - number]

    def iterate_all_symbols(self) -> Iterator[SymbolRow]:
        return iter(self._symbols)

    def read_details(self, symbol: SymbolRow) -> SymbolDetails:
        parent = self._symbols[symbol.parent] if symbol.parent >= 0 else None
        doc = "Write the notes to disk.\n\nThe file is replaced as a whole." if symbol.name == "save" else ""
        return SymbolDetails(symbol, f"def {symbol.name}(self, note: Note) -> None", (), doc, (), "public", parent)

    def list_members(self, symbol: SymbolRow) -> list[SymbolRow]:
        return [s for s in self._symbols if s.parent == symbol.node]

    def read_source(self, symbol: SymbolRow) -> SourceText:
        text = "\n".join(f"line {n}" for n in range(symbol.start_line, symbol.end_line + 1))
        return SourceText(symbol.path, symbol.start_line, symbol.end_line, text, symbol.path in self._changed)

    def read_lines(self, path: str, start: int, end: int) -> SourceText:
        return SourceText(path, start, end, "\n".join(f"    line {n} of {path}" for n in range(start, end + 1)), False)

    def list_outgoing(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        return _page([e for e in self._edges if e.source.node == node.node], kinds, resolutions, offset, limit)

    def list_incoming(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        return _page([e for e in self._edges if e.target.node == node.node], kinds, resolutions, offset, limit)

    def iterate_edges(self) -> Iterator[EdgeRow]:
        return iter(sorted(self._edges, key=lambda e: e.source.node))

    def iterate_plain_edges(
        self, kinds: Collection[EdgeKind], sources: Container[int] | None = None
    ) -> Iterator[PlainEdge]:
        rows = (e for e in self.iterate_edges() if e.kind in kinds and (sources is None or e.source.node in sources))
        return (PlainEdge(e.source.node, e.target.node, e.kind, e.resolution, e.lines) for e in rows)

    def list_externals(self, prefix: str = "", *, offset: int = 0, limit: int | None = 100) -> Page[ExternalRow]:
        rows = {e.target for e in self._edges if isinstance(e.target, ExternalRow)}
        return Page(sorted(rows), len(rows), offset)

    def list_unresolved(
        self,
        *,
        name: str = "",
        source: SymbolRow | None = None,
        reason: str = "",
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[UnresolvedRow]:
        rows = [UnresolvedRow(self._symbols[each[0]], *each[1:]) for each in UNRESOLVED]
        kept = [
            r
            for r in rows
            if name in ("", r.name) and reason in ("", r.reason) and (source is None or source.node == r.source.node)
        ]
        return Page(kept[offset : None if limit is None else offset + limit], len(kept), offset)

    def list_unresolved_names(self, limit: int = 50) -> list[tuple[str, int]]:
        counts = Counter({name: len(lines) for _, name, _, _, lines in UNRESOLVED})
        return counts.most_common(limit)

    def list_files(
        self,
        *,
        status: FileStatus | None = None,
        language: str = "",
        prefix: str = "",
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[FileRow]:
        paths = sorted({s.path for s in self._symbols})
        rows = [FileRow(p, "python", FileStatus.INDEXED, "", "", 900, 30, 3, False) for p in paths]
        rows.append(
            FileRow("notes/draft.py", "python", FileStatus.PARTIAL, "syntax errors: lines 3-9", "", 80, 9, 1, False)
        )
        kept = [r for r in rows if status in (None, r.status) and r.path.startswith(prefix)]
        return Page(kept, len(kept))

    def list_file_symbols(self, path: str) -> list[SymbolRow]:
        return [s for s in self._symbols if s.path == path]

    def find_file(self, path: str) -> FileRow:
        for row in self.list_files().items:
            if row.path == path:
                return row
        raise NotFoundError(f"no file {path}")

    def find_paths_named(self, names: Sequence[str]) -> list[str]:
        return [row.path for row in self.list_files().items if row.path.rpartition("/")[2] in names]

    def read_manifest_texts(self, paths: Iterable[str]) -> Mapping[str, str]:
        return {}

    def list_derived_paths(self) -> frozenset[str]:
        return frozenset()

    def count_unanalysed_languages(self) -> tuple[UnanalysedLanguage, ...]:
        return ()

    def list_problems(self, path: str = "") -> list[ProblemRow]:
        return [ProblemRow("notes/draft.py", "syntax", "unexpected token", 3, 9)]

    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        kinds: Sequence[SymbolKind] = (),
        languages: Sequence[str] = (),
        prefix: str = "",
        tests: bool = True,
    ) -> list[SearchHit]:
        words = query.lower().split()
        hits = [
            SearchHit(s, 1.0 / (1 + s.node))
            for s in self._symbols
            if all(w in s.qualname.lower() for w in words)
            and (not kinds or s.kind in kinds)
            and s.path.startswith(prefix)
            and s.line
        ]
        return hits[:limit]

    def search_code(
        self, query: str, *, limit: int = 20, kinds: Sequence[SymbolKind] = (), explain: bool = False, **_: object
    ) -> CodeAnswer:
        parts = (SignalPart("words", 0.4), SignalPart("defines", 0.2), SignalPart("× test", 0.5)) if explain else ()
        found = [
            CodeHit(h.symbol.path, h.symbol.start_line, h.symbol.end_line, h.score, h.symbol, h.symbol.qualname, parts)
            for h in self.search(query, limit=limit + 1, kinds=kinds)
        ]
        near = () if found else ("Notes.save",)
        return CodeAnswer("question", tuple(found[:limit]), len(found) > limit, "", near)

    def compute_stats(self, *, outside: bool = False) -> IndexStats:
        edges = Counter((e.kind, e.resolution) for e in self._edges)
        return IndexStats(
            repository_id="fixed",
            root=str(ROOT),
            generation=3,
            indexed_at=1_750_000_000.0,
            files=[
                StatusCount("python", FileStatus.INDEXED, 3, 2700, 110),
                StatusCount("python", FileStatus.PARTIAL, 1, 80, 9),
                StatusCount("", FileStatus.SKIPPED, 2, 3_000_000, 0),
            ],
            symbols=dict(Counter(s.kind for s in self._symbols)),
            edges=[EdgeCount(kind, how, number) for (kind, how), number in edges.items()],
            externals=2,
            unresolved=3,
            skipped=[
                SkipCount(FileStatus.PARTIAL, "syntax errors", 1, ("notes/draft.py",)),
                SkipCount(FileStatus.SKIPPED, "larger than 1 MB", 2, ("data/big.json", "data/bigger.json")),
            ],
            seconds={"scan": 0.01, "parse": 1.25, "resolve": 0.4, "commit": 0.12},
            disk_bytes=123_456,
        )

    def compute_freshness(self, look: object = None) -> Freshness:
        del look
        return Freshness(3, 1_750_000_000.0, self._changed)

    def open_observed(self) -> Observed:
        return Observed(IndexFolder(ROOT / "nowhere"))

    def open_imported(self) -> Imported:
        return Imported(IndexFolder(ROOT / "nowhere"))

    def load_arrays(
        self,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        externals: bool = False,
    ) -> GraphArrays:
        wanted = [
            e
            for e in self._edges
            if e.target.node >= 0
            and (e.kind in kinds if kinds else e.kind is not EdgeKind.CONTAINS)
            and (not resolutions or e.resolution in resolutions)
        ]
        wanted.sort(key=lambda e: (e.source.node, e.target.node))
        n = len(self._symbols)
        starts = np.searchsorted([e.source.node for e in wanted], np.arange(n + 1))
        paths = sorted({s.path for s in self._symbols})
        return GraphArrays(
            n,
            starts.astype(np.int64),
            np.array([e.target.node for e in wanted], dtype=np.int32),
            np.array([tuple(EdgeKind).index(e.kind) for e in wanted], dtype=np.uint8),
            np.array([tuple(Resolution).index(e.resolution) for e in wanted], dtype=np.uint8),
            np.array([e.lines[0] for e in wanted], dtype=np.int32),
            np.array([len(e.lines) for e in wanted], dtype=np.int32),
            np.array([paths.index(s.path) for s in self._symbols], dtype=np.int32),
        )

    def load_analysis(self, key: str) -> dict[str, np.ndarray] | None:
        return self._cache.get(key)

    def cache_analysis(self, key: str, arrays: dict[str, np.ndarray]) -> None:
        self._cache[key] = arrays


def _symbol(node: int, kind: str, qualname: str, path: str, line: int, end: int, parent: int, flags: int) -> SymbolRow:
    name = qualname.rpartition(".")[2] or path.rpartition("/")[2].removesuffix(".py")
    symbol_id = f"python:{path}::{qualname}" if qualname else f"python:{path}"
    start = line or 1
    return SymbolRow(
        node=node,
        id=symbol_id,
        kind=SymbolKind(kind),
        name=name,
        qualname=qualname,
        path=path,
        language="python",
        line=line,
        column=4,
        start_line=start,
        end_line=end,
        parent=parent,
        flags=int(flags),
    )


def _page(
    edges: list[EdgeRow], kinds: Sequence[EdgeKind], resolutions: Sequence[Resolution], offset: int, limit: int | None
) -> Page[EdgeRow]:
    kept = [e for e in edges if (not kinds or e.kind in kinds) and (not resolutions or e.resolution in resolutions)]
    return Page(kept[offset : None if limit is None else offset + limit], len(kept), offset)
