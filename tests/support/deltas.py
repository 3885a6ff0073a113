"""Generations made from what differs, beside those written whole; and random edits of a project."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from codegraph.graph_model import FileChunks, Graph, compute_difference
from codegraph.indexing.parse_pool import ParsedFile, ParseSettings, decode_entry, read_and_parse
from codegraph.indexing.parse_results import build_name_links, build_stored_files, decode_file_chunks
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, Node, SymbolRow
from codegraph.resolve import resolve
from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.settings.config import Config
from codegraph.store import vector_snapshot
from codegraph.store.delta import Chunked, commit_delta
from codegraph.store.layout import IndexFolder
from codegraph.store.lexical import LexicalIndex
from codegraph.store.reader import Reader
from codegraph.store.vector_properties import PARTS
from codegraph.store.writer import StoredFile, commit
from codegraph_parsers.languages import is_manifest
from support.graphs import INFO


class State(NamedTuple):
    """All that a commit is given for one tree."""

    graph: Graph
    rows: list[StoredFile]
    chunks: dict[str, FileChunks]
    links: dict[tuple[str, str], int]


@dataclass
class Project:
    """A work tree whose states are made in this process; files are parsed once a content."""

    root: Path
    config: Config
    parsed: dict[tuple[str, str], ParsedFile] = field(default_factory=dict[tuple[str, str], ParsedFile])

    def state(self) -> State:
        found = scan(self.root, self.config)
        settings = ParseSettings(str(self.root), "", "p", "c", self.config.max_file_bytes, (), alone_s=60)
        outcomes: dict[str, ParsedFile] = {}
        for candidate in found.candidates:
            read = read_file(self.root, candidate.real, max_bytes=self.config.max_source_bytes)
            key = (candidate.path, getattr(read, "digest", ""))
            if key not in self.parsed:
                (self.parsed[key],) = read_and_parse([candidate], settings)
            outcomes[candidate.path] = self.parsed[key]
        facts = [f for p in outcomes.values() if p.entry is not None and (f := decode_entry(p.entry)) is not None]
        manifests: dict[str, str] = {}
        for path in outcomes:
            read = read_file(self.root, path, max_bytes=1 << 20) if is_manifest(path) else None
            if isinstance(read, ReadFile):
                manifests[path] = read.content.decode("utf-8")
        chunks = decode_file_chunks(outcomes)
        rows = [row._replace(mtime_ns=0) for row in build_stored_files(found, outcomes, 0)]
        return State(resolve(facts, manifests), rows, chunks, build_name_links(chunks, outcomes))


def write_whole(folder: IndexFolder, state: State, attach: Callable[[Path], None] | None = None) -> int:
    return commit(folder, state.graph, state.rows, INFO, state.chunks, state.links, attach)


Attached = Callable[[Mapping[str, FileChunks | None]], Callable[[Chunked], None]]
"""Makes what is attached out of the chunks that changed."""


def write_difference(folder: IndexFolder, before: State, after: State, attach: Attached | None = None) -> int:
    return commit_of(folder, before, after, attach)()


def commit_of(folder: IndexFolder, before: State, after: State, attach: Attached | None = None) -> Callable[[], int]:
    """The commit alone, once it is known what differs."""
    rows, now = set(before.rows), {row.path for row in after.rows}
    changed = {path: after.chunks.get(path) for path in changed_keys(before.chunks, after.chunks)}
    return partial(
        commit_delta,
        folder,
        compute_difference(before.graph, after.graph),
        [row for row in after.rows if row not in rows],
        [row.path for row in before.rows if row.path not in now],
        INFO,
        changed,
        after.links if after.links != before.links else None,
        attach(changed) if attach is not None else None,
    )


def changed_keys(before: Mapping[str, FileChunks], after: Mapping[str, FileChunks]) -> list[str]:
    return [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]


# ---- comparing


def assert_same(root: Path, config: Config, made: IndexFolder, whole: IndexFolder, queries: list[str]) -> None:
    """Everything that the two generations can be asked is answered alike."""
    one, other = Reader.open(made), Reader.open(whole)
    try:
        found, wanted = (_told(Index(root, reader, config), reader, queries) for reader in (one, other))
        assert one.check_integrity() == "ok"
    finally:
        one.close()
        other.close()
    for name, value in wanted.items():
        assert found[name] == value, f"{name} differ from what a whole write gives"


def _told(index: Index, reader: Reader, queries: list[str]) -> dict[str, object]:
    symbols = list(index.iterate_all_symbols())
    stats = index.compute_stats()
    told: dict[str, object] = {
        "files": [tuple(row) for row in index.list_files(limit=None).items],
        "known": index.read_known_files(),
        "symbols": symbols,
        "details": [index.read_details(s) for s in symbols],
        "members": [index.list_members(s) for s in symbols],
        "by path": [index.list_file_symbols(path) for path in sorted(index.read_known_files())],
        "edges": [_edge(e) for e in index.iterate_edges()],
        "outgoing": [[_edge(e) for e in index.list_outgoing(s, limit=None).items] for s in symbols],
        "incoming": [[_edge(e) for e in index.list_incoming(s, limit=None).items] for s in symbols],
        "references": [[_edge(e) for e in index.list_references(s, limit=20).items] for s in symbols],
        "uses": [
            (e.id, [_edge(edge) for edge in index.list_incoming(e, limit=None).items])
            for e in index.list_externals(limit=None).items
        ],
        "externals": [tuple(row[1:]) for row in index.list_externals(limit=None).items],
        "unresolved": index.list_unresolved(limit=None).items,
        "names": index.list_unresolved_names(1000),
        "named": [index.list_unresolved(name=name, limit=None).items for name, _ in index.list_unresolved_names(1000)],
        "problems": index.list_problems(),
        "tests": index.list_test_nodes(),
        "stats": (stats.files, stats.symbols, stats.edges, stats.externals, stats.unresolved, stats.skipped),
    }
    for query in queries:
        told[f"search {query}"] = index.search(query, limit=10)
        told[f"code {query}"] = index.search_code(query, limit=10, explain=True)
        told[f"containing {query}"] = index.find_containing(query, limit=10)
        told[f"find {query}"] = index.find(query)
    vectors = vector_snapshot.load(reader.folder.get_generation(reader.generation))
    told["vectors"] = [getattr(vectors, part, None) is not None and getattr(vectors, part).tolist() for part in PARTS]
    for externals in (False, True):
        arrays = index.load_arrays(externals=externals)
        told[f"arrays {externals}"] = [getattr(arrays, name).tolist() for name in _ARRAYS]
    told["terms"] = _terms(reader)
    return told


_ARRAYS = ("indptr", "targets", "kinds", "resolutions", "lines", "weights", "files")


def _terms(reader: Reader) -> object:
    lexical = LexicalIndex(reader.folder.get_generation(reader.generation), reader.numbering)
    terms = lexical.find_terms("")
    postings = [[part.tolist() for part in lexical.find_postings(term)] for term in terms]
    arrays = (lexical.files, lexical.lengths, lexical.link_from, lexical.link_to, lexical.link_weights, lexical.ranks)
    return terms, postings, [array.tolist() for array in arrays]


def _edge(edge: EdgeRow) -> tuple[object, ...]:
    return _end(edge.source), _end(edge.target), edge.kind, edge.resolution, edge.lines


def _end(node: Node) -> object:
    return node if isinstance(node, SymbolRow) else node[1:]


# ---- editing


class Editor:
    """Random edits of a project, of any language: lines come, go and move, names change, files and folders too."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)

    def files(self) -> list[Path]:
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def edit(self) -> str:
        """One edit; says which."""
        kinds = [self.shift, self.cut, self.double, self.rename_name, self.swap, self.add_text]
        weights = [3, 3, 3, 4, 2, 1]
        if self.random.random() < 0.25 and len(self.files()) > 4:
            kinds, weights = [self.remove, self.copy, self.move, self.move_folder], [2, 2, 2, 1]
        (kind,) = self.random.choices(kinds, weights)
        path = self.random.choice(self.files())
        kind(path)
        return f"{kind.__name__} {path.relative_to(self.root)}"

    def _lines(self, path: Path) -> list[str]:
        return path.read_text(encoding="utf-8").splitlines(keepends=True)

    def _write(self, path: Path, lines: list[str]) -> None:
        path.write_text("".join(lines), encoding="utf-8")

    def _span(self, lines: list[str]) -> tuple[int, int]:
        start = self.random.randrange(len(lines) + 1)
        return start, min(len(lines), start + self.random.randrange(1, 9))

    def shift(self, path: Path) -> None:
        self._write(path, ["\n", *self._lines(path)])

    def cut(self, path: Path) -> None:
        lines = self._lines(path)
        start, stop = self._span(lines)
        self._write(path, lines[:start] + lines[stop:])

    def double(self, path: Path) -> None:
        lines = self._lines(path)
        start, stop = self._span(lines)
        self._write(path, lines[:stop] + lines[start:stop] + lines[stop:])

    def swap(self, path: Path) -> None:
        lines = self._lines(path)
        at = self.random.randrange(len(lines) + 1)
        self._write(path, lines[at:] + lines[:at])

    def rename_name(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        names = sorted(set(re.findall(r"[A-Za-z_]{4,}", text)))
        if names:
            name = self.random.choice(names)
            other = self.random.choice([f"{name}_two", name[:-1], self.random.choice(names)])
            path.write_text(re.sub(rf"\b{name}\b", other, text), encoding="utf-8")

    def add_text(self, path: Path) -> None:
        number = self.random.randrange(3)
        path.with_name(f"note{number}.txt").write_text(f"{path.stem} {number} " * self.random.randrange(1, 40))

    def remove(self, path: Path) -> None:
        path.unlink()

    def copy(self, path: Path) -> None:
        shutil.copyfile(path, path.with_name(f"a{self.random.randrange(9)}_{path.name}"))

    def move(self, path: Path) -> None:
        path.rename(path.with_name(f"b{self.random.randrange(9)}_{path.name}"))

    def move_folder(self, path: Path) -> None:
        if path.parent != self.root:
            path.parent.rename(path.parent.with_name(f"{path.parent.name}{self.random.randrange(9)}"))
