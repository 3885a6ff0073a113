"""The read facade: everything the surfaces ask of an index.

`Index.open` opens one generation read-only and answers point queries without loading the graph. It keeps answering from
that generation however many times the repository is indexed meanwhile; open again to see the newer one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from codegraph.answers import (
    CodeAnswer,
    CodeHit,
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
    SourceText,
    SymbolDetails,
    SymbolRow,
    UnanalysedLanguage,
    UnresolvedRow,
    VectorStats,
)
from codegraph.config import Config
from codegraph.embed.choose import identity_of
from codegraph.errors import EncoderError, NotFoundError, NotIndexedError, StorageError, UnreadableError
from codegraph.model import EdgeKind, Resolution
from codegraph.naming import is_secondary, named
from codegraph.scan.read import Unread, read_file
from codegraph.store import analysis_cache, naming, nearest, relations
from codegraph.store.layout import find_indexed_root, index_folder
from codegraph.store.reader import KnownFile, Reader, external_row
from codegraph.store.schema import KIND_CODE, STATUS_CODE
from codegraph.store.search import search
from codegraph_parsers.catalog import find_unanalysed
from codegraph_parsers.facts import FileStatus, Flag, Parameter, ReferenceKind, SymbolKind
from codegraph_parsers.ids import real_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.analysis.cochange import Commit
    from codegraph.changes import Look
    from codegraph.embed.encoder import Encoder
    from codegraph.search.engine import CodeSearch
    from codegraph.search.functions import RatedFunction
    from codegraph.search.fusion import Weights
    from codegraph.search.issue import Issue
    from codegraph.search.localisation import Localised
    from codegraph.search.meaning import Similar
    from codegraph.store.observed import Observed
    from codegraph.store.snapshot import VectorSnapshot

REFERENCE_KINDS = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.OVERRIDES, EdgeKind.TESTS))
"""Edge kinds that are occurrences in source: what `references` answers with."""

_NEAR_CHARS = 200
"""Characters of a query that finds nothing whose words are taken for mistyped names."""


def _is_file(path: str) -> bool:
    return not path.endswith("/")


class Index:
    """One generation of one repository's index. Use as a context manager, or `close` it."""

    def __init__(self, root: Path, reader: Reader, config: Config) -> None:
        self.root = root
        self.generation = reader.generation
        self.repository_id = str(reader.execute("SELECT value FROM meta WHERE key = 'repository_id'")[0][0])
        self._reader = reader
        self._config = config
        self._code_search: CodeSearch | None = None
        self._snapshot: VectorSnapshot | None = None
        self._encoder: Encoder | None = None

    @classmethod
    def open(cls, repo: Path, config: Config) -> Index:
        """Open the newest generation of the work tree that contains `repo`.

        Raises NotIndexedError, IncompatibleIndexError (written by a newer version), UnreadableError, StorageError."""
        if not repo.exists():
            raise UnreadableError(f"{repo} does not exist", hint="give the folder of a repository")
        found = find_indexed_root(config.home, repo)
        if found is None and not repo.is_dir():
            raise UnreadableError(f"{repo} is not a folder", hint="give the folder of a repository")
        if found is None:
            from codegraph.scan.bare import refuse_bare  # what is told to index can be

            refuse_bare(repo)
            raise NotIndexedError(f"{repo} is not indexed", hint=f"run `codegraph index {repo}`")
        found[1].mark_opened(time.time())
        return cls(found[0], Reader.open(found[1]), config)

    def close(self) -> None:
        self._reader.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ---- naming a symbol

    def symbol(self, text: str) -> SymbolRow:
        """The one symbol `text` names: an id, a (suffix of a) qualified name in `.` or `::` form, a bare name,
        or `FILE:LINE[:COL]` (the innermost symbol there); files may be named by their whole path.

        Raises AmbiguousError (the hint lists candidates) or NotFoundError (the hint lists the nearest names)."""
        return named(self, partial(naming.one_symbol, self._reader, is_secondary=self._is_secondary), text)

    def describe_missing_text(self) -> str:
        """Say that this generation has no text search yet, "" when it has."""
        if self._reader.has_text:
            return ""
        from codegraph.store.lock import is_locked

        if is_locked(self._reader.folder.lock):
            return "text search is being prepared: names only"
        return "text search is missing: names only; run `codegraph index`"

    def scanned(self, name: str) -> list[CodeHit]:
        """Lines that define a type or function of that name in files without a grammar, where it is no symbol."""
        if not self._reader.has_text:
            return []
        try:
            return self.open_search().scanned(name)
        except StorageError:
            return []

    def resolve_meaning(self, text: str) -> Meaning:
        """Return the definitions that a name means.

        As `symbol`, but where the one name is that of several overloads, all of them, and with other
        definitions of the name. An id or a place means one."""
        return named(self, partial(naming.resolve_meaning, self._reader, is_secondary=self._is_secondary), text)

    def find(self, text: str, limit: int = 50) -> list[SymbolRow]:
        """Every symbol `text` may name, best match first; empty when there is none. Same forms as `symbol`."""
        return naming.find_symbols(self._reader, naming.from_root(text, self.root), limit=limit)

    def containing(
        self, text: str, *, kinds: Sequence[SymbolKind] = (), tests: bool | None = None, limit: int = 20
    ) -> list[SymbolRow]:
        """Symbols whose name holds `text`: whole names first, then beginnings, then shorter ones."""
        return naming.containing(self._reader, text, kinds=kinds, tests=tests, limit=limit)

    def find_abbreviated(self, letters: str, *, limit: int) -> list[SymbolRow]:
        """Return symbols whose qualified name holds these letters in this order.

        Shorter names come first, tests last."""
        return naming.find_abbreviated(self._reader, letters, limit=limit)

    def symbols(self, nodes: Iterable[int]) -> list[SymbolRow]:
        """Rows of non-negative node numbers, in the order given."""
        wanted = list(nodes)
        found = self._reader.symbols_by_node(wanted)
        return [found[node] for node in wanted]

    def node(self, number: int) -> Node:
        """The symbol (>= 0) or external (< 0) of a node number."""
        found = relations.nodes_by_number(self._reader, (number,))
        if number not in found:
            raise NotFoundError(f"no symbol number {number} in this generation")
        return found[number]

    def all_symbols(self) -> Iterator[SymbolRow]:
        """Every symbol in path order, then source order."""
        return self._reader.all_symbols()

    def list_symbols_of(self, kind: SymbolKind) -> list[SymbolRow]:
        """Return every symbol of a kind, in path order, then source order."""
        return self._reader.symbols("s.kind = ?", (KIND_CODE[kind],))

    def test_nodes(self) -> list[int]:
        """Node numbers of all tests: functions, methods, classes, and modules that stand for their tests."""
        rows = self._reader.execute("SELECT id FROM symbols WHERE flags & ?", (Flag.TEST,))
        return sorted(self._reader.node_of(id) for (id,) in rows)

    # ---- one symbol

    def details(self, symbol: SymbolRow) -> SymbolDetails:
        """Signature, parameters, documentation, decorators, visibility and parent."""
        found = self._reader.details(symbol)
        parent = self.symbols([symbol.parent])[0] if symbol.parent >= 0 else None
        parameters = tuple(Parameter(*p) for p in found.parameters)
        return SymbolDetails(
            symbol, found.signature, parameters, found.doc, tuple(found.decorators), found.visibility, parent
        )

    def members(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Symbols directly contained, in source order; then methods that stand outside of their type."""
        return [*self._reader.members(symbol), *relations.members_apart(self._reader, symbol)]

    def source(self, symbol: SymbolRow) -> SourceText:
        """The symbol's text, read from disk now. Raises NotFoundError when the file is gone."""
        return self.lines(symbol.path, symbol.start_line, symbol.end_line)

    def lines(self, path: str, start: int, end: int) -> SourceText:
        """Lines `start … end` (1-based, inclusive, clipped to the file) of a file, read from disk now."""
        row = self.file(path)
        read = read_file(self.root, real_path(path), max_bytes=max(self._config.max_source_bytes, row.size))
        if isinstance(read, Unread):
            raise NotFoundError(f"{path} cannot be shown: {read.reason}", hint="run `codegraph index` to refresh")
        found = read.content.decode("utf-8").split("\n")
        start, end = max(1, start), min(end, len(found))
        return SourceText(path, start, end, "\n".join(found[start - 1 : end]), read.digest != row.digest, read.cells)

    def _text(self, path: str) -> list[str]:
        """Lines of a file as it is now, none when it cannot be read any more."""
        read = read_file(self.root, real_path(path), max_bytes=self._config.max_source_bytes)
        return [] if isinstance(read, Unread) else read.content.decode("utf-8").split("\n")

    # ---- relations

    def outgoing(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        """Edges from `node`. Empty `kinds` or `resolutions`: all. Order: kind, strongest resolution, target."""
        return relations.edges(self._reader, node, kinds, resolutions, incoming=False, offset=offset, limit=limit)

    def incoming(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        """Edges to `node`. Order: kind, strongest resolution, source."""
        return relations.edges(self._reader, node, kinds, resolutions, incoming=True, offset=offset, limit=limit)

    def references(self, node: Node, *, offset: int = 0, limit: int | None = 100) -> Page[EdgeRow]:
        """Incoming edges of `REFERENCE_KINDS`, one row a source line (`lines` has one item), in path and line order."""
        return relations.references(self._reader, node, REFERENCE_KINDS, offset=offset, limit=limit)

    def all_edges(self) -> Iterator[EdgeRow]:
        """Every edge in source order, CONTAINS included."""
        return relations.all_edges(self._reader)

    def list_incoming_edges(self, targets: Iterable[Node]) -> Iterator[relations.IncomingEdge]:
        """Yield the edges that are stored with those targets, without CONTAINS."""
        return relations.list_incoming_edges(self._reader, targets)

    def plain_edges(
        self, kinds: Collection[EdgeKind], sources: Container[int] | None = None
    ) -> Iterator[relations.PlainEdge]:
        """Every edge of those kinds, of those sources if any are given, in source order, by numbers of nodes.
        CONTAINS is stored otherwise."""
        return relations.plain_edges(self._reader, kinds, sources)

    def plain_misses(self) -> Iterator[tuple[int, str, str, tuple[int, ...]]]:
        """Every reference without a proven definition, in path order: node of its source, name, kind, lines. Operators
        on what is not known are among them, by their sign."""
        reader = self._reader
        for _, file in sorted((reader.numbering.files.place(file), file) for file in reader.unresolved_files()):
            for node, name, kind, _, lines in sorted(reader.unresolved_of_file(file)):
                yield node, name, kind, lines

    def unresolved(
        self,
        *,
        name: str = "",
        source: SymbolRow | None = None,
        reason: str = "",
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[UnresolvedRow]:
        """References without a proven definition, by name, by the symbol that holds them, or all."""
        reader = self._reader
        files = [reader.place(source.node)[0]] if source is not None else reader.unresolved_files(name)
        raw = [
            item
            for file in files
            for item in reader.unresolved_of_file(file)
            if (not name or item[1] == name)
            and (not reason or item[3] == reason)
            and (source is None or item[0] == source.node)
            and item[2] != ReferenceKind.OPERATOR
        ]
        raw.sort(key=lambda item: (item[0], item[4], item[1], item[2]))
        part = raw[offset : None if limit is None else offset + limit]
        return Page(reader.unresolved_rows(part), len(raw), offset)

    def unresolved_names(self, limit: int = 50) -> list[tuple[str, int]]:
        """The most frequent unresolved names, with the number of sites."""
        rows = self._reader.execute(
            "SELECT name, sites FROM unresolved_names ORDER BY sites DESC, name LIMIT ?", (limit,)
        )
        return [(name, sites) for name, sites in rows]

    def externals(self, prefix: str = "", *, offset: int = 0, limit: int | None = 100) -> Page[ExternalRow]:
        """Symbols outside the repository whose package or qualified name starts with `prefix`."""
        where = "substr(package, 1, ?1) = ?2 OR substr(qualname, 1, ?1) = ?2"
        values = (len(prefix), prefix)
        total = self._reader.execute(f"SELECT COUNT(*) FROM externals WHERE {where}", values)[0][0]
        rows = self._reader.execute(
            f"SELECT id, language, qualname, package FROM externals WHERE {where} ORDER BY 2, 3, 4 LIMIT ?3 OFFSET ?4",
            (*values, -1 if limit is None else limit, offset),
        )
        return Page([external_row(row) for row in rows], total, offset)

    # ---- files, search, totals

    def files(
        self,
        *,
        status: FileStatus | None = None,
        language: str = "",
        prefix: str = "",
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[FileRow]:
        """File rows in path order."""
        where = "(?1 < 0 OR status = ?1) AND (?2 = '' OR language = ?2) AND substr(path, 1, ?3) = ?4"
        values = (-1 if status is None else STATUS_CODE[status], language, len(prefix), prefix)
        total = self._reader.execute(f"SELECT COUNT(*) FROM files WHERE {where}", values)[0][0]
        page = f"LIMIT {-1 if limit is None else int(limit)} OFFSET {int(offset)}"
        return Page(self._reader.files(where, values, page), total, offset)

    def _is_secondary(self, row: SymbolRow) -> bool:
        """Return whether a definition gives way to another one of its name."""
        return is_secondary(row) or self.file(row.path).generated

    def count_unanalysed_languages(self) -> tuple[UnanalysedLanguage, ...]:
        """Count the code in languages without a resolver, by language, most files first."""
        return self._reader.count_unanalysed_languages(self._config.tables)

    @property
    def config(self) -> Config:
        """The settings that the index was opened with."""
        return self._config

    def list_paths_with(self, name: str) -> frozenset[str] | None:
        """Return the files that have every word of a name, together or apart.

        Returns None where there is no text search. Imports numpy. Raises StorageError."""
        return None if self.describe_missing_text() else self.open_search().list_paths_with(name)

    def list_derived_paths(self) -> frozenset[str]:
        """Return the files that nobody wrote by hand.

        They are generated, translations, lock files or minified."""
        return self._reader.list_derived_paths()

    def get_unanalysed_language(self, path: str) -> str:
        """Return the language of a file of code without a resolver.

        Returns "" for any other file. Raises NotFoundError."""
        row = self.file(path)
        known = find_unanalysed(row.language, row.reason, self._config.tables)
        return known.name if known is not None else ""

    def paths_named(self, names: Sequence[str]) -> list[str]:
        """Paths of files whose own name is one of `names`, in path order."""
        alike = " OR ".join("path = ? OR path LIKE ?" for _ in names) or "0"
        values = [value for name in names for value in (name, f"%/{name}")]
        rows = self._reader.execute(f"SELECT path FROM files WHERE {alike} ORDER BY path", values)
        return [path for (path,) in rows if path.rpartition("/")[2] in names]

    def file(self, path: str) -> FileRow:
        """One file row. Raises NotFoundError with the nearest paths."""
        found = self._reader.files("path = ?", (path,))
        if not found:
            from difflib import get_close_matches

            paths = [row[0] for row in self._reader.execute("SELECT path FROM files")]
            near = get_close_matches(path, paths, n=3, cutoff=0.6)
            near += [p for p in paths if p.endswith("/" + path)][:3]
            hint = f"nearest: {', '.join(dict.fromkeys(near))}" if near else "`codegraph why-ignored` may say why"
            raise NotFoundError(f"no file `{path}` in the index", hint=hint)
        return found[0]

    def file_symbols(self, path: str) -> list[SymbolRow]:
        """Symbols of one file in source order, the module first. Raises NotFoundError."""
        self.file(path)
        return self._reader.file_symbols(path)

    def known_files(self) -> Mapping[str, KnownFile]:
        """What the generation knows of every file it met, by path."""
        kept = self.kept()
        if "known files" not in kept:
            kept["known files"] = self._reader.known_files()
        return kept["known files"]

    def problems(self, path: str = "") -> list[ProblemRow]:
        """Parse and read problems, of one file or all."""
        return self._reader.problems(path)

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
        """Symbols by their names, signatures, documentation and paths, over split identifiers; best first."""
        return search(self._reader, query, limit=limit, kinds=kinds, languages=languages, prefix=prefix, tests=tests)

    def search_code(
        self,
        query: str,
        *,
        limit: int = 20,
        kinds: Sequence[SymbolKind] = (),
        languages: Sequence[str] = (),
        path: Callable[[str], bool] | None = None,
        tests: bool = False,
        explain: bool = False,
        lexical: bool = False,
        weights: Weights | None = None,
    ) -> CodeAnswer:
        """Chunks that answer a question, define a name, or show code like it; best first. Imports numpy.

        `path` keeps files, `tests` ranks tests like other code, `lexical` leaves vectors out, `weights` replaces those
        of the kind of query. A generation without text search answers with symbols by their names, and the answer says
        so. Raises StorageError."""
        missing = self.describe_missing_text()
        if missing:
            return self._search_names(query, limit, kinds, languages, path, missing)
        from codegraph.search.engine import Filters, How

        meaning, problem = (None, "") if lexical else self._meaning()
        how = How(limit, Filters(tuple(kinds), tuple(languages), path), tests, explain, weights)
        try:
            found = self.open_search().search(query, how, meaning)
        except EncoderError as error:
            problem = error.message
            found = self.open_search().search(query, how)
        near = nearest.nearest_of_words(self._reader, found.meant[:_NEAR_CHARS]) if found.meant else []
        behind = self.vector_stats().files_behind if meaning is not None and not problem else 0
        return CodeAnswer(
            str(found.kind), tuple(found.hits), found.more, problem, tuple(near), found.absent, vectors_behind=behind
        )

    def rank_suspects(
        self, issue: Issue, stack: Sequence[str], history: Sequence[Commit], files: int = 50
    ) -> tuple[Localised, str]:
        """Rank files and functions by an issue.

        Also says why vectors were not used, "" where they were. `stack`: files of its frames, innermost first; `files`
        are looked into for functions. Imports numpy. Raises StorageError, also where there is no text search
        (`describe_missing_text`)."""
        from codegraph.search.localisation import rank_suspects

        meaning, problem = self._meaning()
        try:
            return rank_suspects(self.open_search(), issue, meaning, stack, history, files), problem
        except EncoderError as error:
            return rank_suspects(self.open_search(), issue, None, stack, history, files), error.message

    def rank_functions(
        self, question: str, hits: Sequence[CodeHit], keep: Callable[[str], bool]
    ) -> list[RatedFunction]:
        """Return functions by how much a question in prose is about them, best first.

        `hits`: what search found for it; `keep` says of which files they may be. Imports numpy. Raises StorageError,
        also where there is no text search (`describe_missing_text`)."""
        from codegraph.search.functions import rank_functions

        meaning, _ = self._meaning()
        try:
            return rank_functions(self.open_search(), question, hits, meaning, keep)
        except EncoderError:
            return rank_functions(self.open_search(), question, hits, None, keep)

    def _search_names(
        self, query: str, limit: int, kinds: Sequence[SymbolKind], languages: Sequence[str],
        path: Callable[[str], bool] | None, missing: str,
    ) -> CodeAnswer:  # fmt: skip
        """Answer with symbols that are called as the query says; `missing` says why."""
        from codegraph.search.query import understand

        asked = self._reader.stats().symbol_count if path is not None else limit + 1
        found = search(self._reader, query, limit=asked, kinds=kinds, languages=languages)
        hits = [hit for hit in found if path is None or path(hit.symbol.path)]
        answers = tuple(
            CodeHit(s.path, max(s.start_line, 1), max(s.end_line, 1), round(score, 4), s, s.qualname)
            for s, score in hits[:limit]
        )
        near = [] if answers else nearest.nearest_of_words(self._reader, query[:_NEAR_CHARS])
        return CodeAnswer(str(understand(query).kind), answers, len(hits) > limit, near=tuple(near), names_only=missing)

    def open_search(self) -> CodeSearch:
        """Return what ranks chunks, opened once.

        Imports numpy. Raises StorageError, also where there is no text search."""
        from codegraph.search.engine import CodeSearch

        if self._code_search is None:
            self._code_search = CodeSearch(self._reader, self._text)
        return self._code_search

    def _meaning(self) -> tuple[Callable[[str], Similar] | None, str]:
        """How similar a text is to every chunk; None and why, when vectors cannot be used."""
        problem = self.vector_stats().problem
        if problem:
            return None, problem
        if self._snapshot is None:
            try:
                self._snapshot = self.vectors()
            except StorageError as error:
                return None, error.message
        from codegraph.embed.encoder import knows
        from codegraph.search.meaning import similar
        from codegraph.search.query import STOP_WORDS

        snapshot = self._snapshot
        if snapshot is None or len(snapshot) != len(self.open_search()):
            return None, "they are of another generation"
        if self._encoder is None:
            from codegraph.embed.choose import encoder_of

            self._encoder = encoder_of(self._config)
        encoder = self._encoder

        def meant(text: str) -> Similar:
            content = " ".join(word for word in text.split() if word.lower() not in STOP_WORDS)
            found = similar(snapshot, encoder.encode([text])[0])
            return found._replace(understood=knows(encoder, content), knows=partial(knows, encoder))

        return meant, ""

    def vectors(self) -> VectorSnapshot | None:
        """Map the vectors of every chunk, None when there are none that search can use: `vector_stats` says why.

        Imports numpy. Raises StorageError when vectors are damaged in a way that only reading them shows."""
        if self.vector_stats().problem:
            return None
        from codegraph.store import snapshot  # numpy takes longer to import than a point query

        return snapshot.load(self._reader.folder.generation(self.generation))

    def vector_stats(self) -> VectorStats:
        """What this generation has of vectors, and why search cannot use them: none, damaged, of another encoder."""
        found = self._reader.vector_stats()
        if not found.problem and found.encoder != identity_of(self._config):
            return found._replace(problem="they were made by another encoder")
        return found

    def stats(self, *, outside: bool = False) -> IndexStats:
        """Return the totals of this generation.

        Edges that lead outside are counted when asked for."""
        found = self._reader.stats(self._config.tables)._replace(vectors=self.vector_stats())
        return found._replace(outside=self._reader.count_outside()) if outside else found

    def freshness(self, look: Look | None = None) -> Freshness:
        """Compare the work tree with the file rows by size, time, then content hash.

        Folders that are left out as a whole make no difference: an index holds nothing of them. `look` is another way
        than `changes.look` to compare sizes and times."""
        from codegraph.changes import index_fingerprint, is_changed
        from codegraph.changes import look as look_here

        meta = self._reader.meta()
        known = self._reader.known_stamps()
        found = (look or look_here)(self.root, self._config, known)
        moved = [c for c in found.candidates if c.path in known and known[c.path] != (c.size, c.mtime_ns)]
        rows = self._reader.known_files({c.path for c in moved}) if moved else {}
        changed = [c.path for c in moved if is_changed(self.root, c, rows[c.path], self._config)]
        met = found.skipped.keys() & known.keys()
        reasons = self._reader.list_unread_reasons() if met else {}
        changed += sorted(path for path in met if reasons.get(path) != found.skipped[path])
        added = {*(c.path for c in found.candidates), *filter(_is_file, found.skipped)} - known.keys()
        same = meta["fingerprint"] == index_fingerprint(self._config)
        return Freshness(
            self.generation, float(meta["indexed_at"]), tuple(changed), tuple(sorted(added)),
            tuple(filter(_is_file, found.gone)),
            "" if same else "settings or codegraph itself changed",
        )  # fmt: skip

    def observed(self) -> Observed:
        """What recorded runs of tests say of this work tree, whichever generation is open."""
        from codegraph.store.observed import Observed

        return Observed(index_folder(self._config.home, self.root))

    # ---- analysis

    def arrays(
        self,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        externals: bool = False,
    ) -> GraphArrays:
        """The graph as CSR arrays, in bulk. CONTAINS only when named in `kinds`. Imports numpy."""
        from codegraph.store.arrays import load_arrays  # numpy takes longer to import than a point query

        return load_arrays(self._reader, kinds, resolutions, externals=externals)

    def kept(self) -> dict[Hashable, Any]:
        """Values made of this generation that are worth having again as long as it is open."""
        return self.__dict__.setdefault("_kept", {})

    def cached_analysis(self, key: str) -> dict[str, NDArray] | None:
        """Arrays kept for this generation under `key` (which must name every parameter), None when there are none."""
        return analysis_cache.load(self._reader.folder.generation(self.generation), key)

    def cache_analysis(self, key: str, arrays: dict[str, NDArray]) -> None:
        """Keep arrays for this generation. A cache that cannot be written is not an error."""
        analysis_cache.save(self._reader.folder.generation(self.generation), key, arrays)
