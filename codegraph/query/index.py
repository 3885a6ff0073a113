"""Read facade of an index: all queries that the surfaces make.

`Index.open` opens one generation read-only and answers point queries without loading the graph. It keeps answering from
that generation even if the repository is indexed again meanwhile; open it again to see the newer one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from codegraph.embed.encoder_choice import get_vector_identity
from codegraph.errors import EncoderError, NotFoundError, NotIndexedError, StorageError, UnreadableError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query.symbol_names import is_secondary, resolve_name
from codegraph.query_results import (
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
from codegraph.scan.file_reading import UnreadFile, read_file
from codegraph.settings.config import Config
from codegraph.store import analysis_cache, nearest, relations, symbol_names
from codegraph.store.layout import find_indexed_root, get_index_folder
from codegraph.store.manifest_texts import FILE as MANIFESTS
from codegraph.store.manifest_texts import load_manifests
from codegraph.store.reader import KnownFile, Reader, build_external_row
from codegraph.store.schema import KIND_CODE, STATUS_CODE
from codegraph.store.search import search
from codegraph_parsers.catalog import find_unanalysed
from codegraph_parsers.file_facts import FileStatus, Flag, Parameter, ReferenceKind, SymbolKind
from codegraph_parsers.ids import from_printable_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.analysis.cochange import Commit
    from codegraph.embed.encoder import Encoder
    from codegraph.indexing.tree_changes import Look
    from codegraph.search.function_ranking import RatedFunction
    from codegraph.search.fusion import Weights
    from codegraph.search.issue import Issue
    from codegraph.search.localisation import Localised
    from codegraph.search.search_engine import CodeSearch
    from codegraph.search.semantic import QuerySimilarity
    from codegraph.store.imported_edges import Imported
    from codegraph.store.observed_runs import Observed
    from codegraph.store.vector_snapshot import VectorSnapshot

REFERENCE_KINDS = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.OVERRIDES, EdgeKind.TESTS))
"""Edge kinds that are occurrences in source: what `references` answers with."""

LARGEST_MANIFEST = 1 << 20
"""Bytes of a package manifest that is read."""

_NEAR_CHARS = 200
"""Characters of a query that finds nothing whose words are taken for mistyped names."""


def _is_file(path: str) -> bool:
    return not path.endswith("/")


class Index:
    """One generation of one repository's index.

    Use it as a context manager, or `close` it.
    """

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

    @property
    def generation_folder(self) -> Path:
        """The folder of the files of this generation."""
        return self._reader.folder.get_generation(self.generation)

    def close(self) -> None:
        self._reader.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ---- naming a symbol

    def find_symbol(self, text: str) -> SymbolRow:
        """Return the one symbol that `text` names.

        `text` is an id, a (suffix of a) qualified name in `.` or `::` form, a bare name, or `FILE:LINE[:COL]` (the
        innermost symbol there); files may be named by their whole path.

        Raises AmbiguousError (the hint lists candidates) or NotFoundError (the hint lists the nearest names).
        """
        return resolve_name(
            self, partial(symbol_names.find_one_symbol, self._reader, is_secondary=self._is_secondary), text
        )

    def describe_missing_text(self) -> str:
        """Describe why this generation has no text search yet, "" when it has."""
        if self._reader.has_text:
            return ""
        from codegraph.store.lock import is_locked

        if is_locked(self._reader.folder.lock):
            return "text search is being prepared: names only"
        return "text search is missing: names only; run `codegraph index`"

    def find_scanned(self, name: str) -> list[CodeHit]:
        """Return lines that define a type or function of that name.

        They are in files without a grammar, where the name is no symbol.
        """
        if not self._reader.has_text:
            return []
        try:
            return self.open_search().find_scanned(name)
        except StorageError:
            return []

    def resolve_meaning(self, text: str) -> Meaning:
        """Return the definitions that a name means.

        If one name has several overloads, they are all returned, and so are other definitions of the name. An id or a
        place means one definition. Otherwise this is `find_symbol`.
        """
        return resolve_name(
            self, partial(symbol_names.resolve_meaning, self._reader, is_secondary=self._is_secondary), text
        )

    def find(self, text: str, limit: int = 50) -> list[SymbolRow]:
        """Return every symbol that `text` may name, best match first.

        The result is empty when no symbol matches. The forms of `text` are those of `find_symbol`.
        """
        return symbol_names.find_symbols(self._reader, symbol_names.strip_root(text, self.root), limit=limit)

    def find_containing(
        self, text: str, *, kinds: Sequence[SymbolKind] = (), tests: bool | None = None, limit: int = 20
    ) -> list[SymbolRow]:
        """Return symbols whose name contains `text`.

        Whole names come first, then names that begin with it, then shorter ones.
        """
        return symbol_names.find_containing(self._reader, text, kinds=kinds, tests=tests, limit=limit)

    def find_abbreviated(self, letters: str, *, limit: int) -> list[SymbolRow]:
        """Return symbols whose qualified name contains these letters in this order.

        Shorter names come first, tests last.
        """
        return symbol_names.find_abbreviated(self._reader, letters, limit=limit)

    def list_symbols(self, nodes: Iterable[int]) -> list[SymbolRow]:
        """Return the rows of non-negative node numbers, in the order given."""
        wanted = list(nodes)
        found = self._reader.read_symbols_by_node(wanted)
        return [found[node] for node in wanted]

    def read_node(self, number: int) -> Node:
        """Return the symbol (>= 0) or external (< 0) of a node number.

        Raises NotFoundError.
        """
        found = relations.read_nodes(self._reader, (number,))
        if number not in found:
            raise NotFoundError(f"no symbol number {number} in this generation")
        return found[number]

    def iterate_all_symbols(self) -> Iterator[SymbolRow]:
        """Yield every symbol in path order, then source order."""
        return self._reader.iterate_all_symbols()

    def list_symbols_of(self, kind: SymbolKind) -> list[SymbolRow]:
        """Return every symbol of a kind, in path order, then source order."""
        return self._reader.list_symbols("s.kind = ?", (KIND_CODE[kind],))

    def list_test_nodes(self) -> list[int]:
        """Return the node numbers of all tests.

        These are functions, methods, classes, and modules that represent their tests. An endpoint of tests is none.
        """
        code = KIND_CODE[SymbolKind.ENDPOINT]
        rows = self._reader.execute("SELECT id FROM symbols WHERE flags & ? AND kind != ?", (Flag.TEST, code))
        return sorted(self._reader.find_node(id) for (id,) in rows)

    # ---- one symbol

    def read_details(self, symbol: SymbolRow) -> SymbolDetails:
        """Return signature, parameters, documentation, decorators, visibility and parent."""
        found = self._reader.read_details(symbol)
        parent = self.list_symbols([symbol.parent])[0] if symbol.parent >= 0 else None
        parameters = tuple(Parameter(*p) for p in found.parameters)
        return SymbolDetails(
            symbol, found.signature, parameters, found.doc, tuple(found.decorators), found.visibility, parent
        )

    def list_members(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Return the symbols directly contained in a symbol, in source order.

        Methods that are defined outside of their type follow.
        """
        return [*self._reader.list_members(symbol), *relations.find_outside_members(self._reader, symbol)]

    def read_source(self, symbol: SymbolRow) -> SourceText:
        """Return the symbol's text, read from disk now.

        Raises NotFoundError when the file is gone.
        """
        return self.read_lines(symbol.path, symbol.start_line, symbol.end_line)

    def read_lines(self, path: str, start: int, end: int) -> SourceText:
        """Return lines `start … end` of a file, read from disk now.

        They are 1-based, inclusive, and clipped to the file. Raises NotFoundError.
        """
        row = self.find_file(path)
        read = read_file(self.root, from_printable_path(path), max_bytes=max(self._config.max_source_bytes, row.size))
        if isinstance(read, UnreadFile):
            raise NotFoundError(f"{path} cannot be shown: {read.reason}", hint="run `codegraph index` to refresh")
        found = read.content.decode("utf-8").split("\n")
        start, end = max(1, start), min(end, len(found))
        return SourceText(path, start, end, "\n".join(found[start - 1 : end]), read.digest != row.digest, read.cells)

    def read_text_lines(self, path: str) -> list[str]:
        """Return the lines of a file as it is now; none if it cannot be read any more."""
        read = read_file(self.root, from_printable_path(path), max_bytes=self._config.max_source_bytes)
        return [] if isinstance(read, UnreadFile) else read.content.decode("utf-8").split("\n")

    # ---- relations

    def list_outgoing(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        """Return the edges from `node`.

        Empty `kinds` or `resolutions` select all. They are ordered by kind, strongest resolution, target.
        """
        return relations.list_edges(self._reader, node, kinds, resolutions, incoming=False, offset=offset, limit=limit)

    def list_incoming(
        self,
        node: Node,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[EdgeRow]:
        """Return the edges to `node`, ordered by kind, strongest resolution, source."""
        return relations.list_edges(self._reader, node, kinds, resolutions, incoming=True, offset=offset, limit=limit)

    def list_references(self, node: Node, *, offset: int = 0, limit: int | None = 100) -> Page[EdgeRow]:
        """Return the incoming edges of `REFERENCE_KINDS`, one row for each source line.

        `lines` of a row has one item. The order is that of paths and lines.
        """
        return relations.list_references(self._reader, node, REFERENCE_KINDS, offset=offset, limit=limit)

    def iterate_edges(self) -> Iterator[EdgeRow]:
        """Yield every edge in source order, CONTAINS included."""
        return relations.iterate_edges(self._reader)

    def list_incoming_edges(self, targets: Iterable[Node]) -> Iterator[relations.IncomingEdge]:
        """Yield the edges that are stored with those targets, without CONTAINS."""
        return relations.list_incoming_edges(self._reader, targets)

    def iterate_plain_edges(
        self, kinds: Collection[EdgeKind], sources: Container[int] | None = None
    ) -> Iterator[relations.PlainEdge]:
        """Yield edges as numbers of nodes, in source order.

        They are all edges of those kinds, of those sources if any are given. CONTAINS is not among them, because it is
        stored in another way.
        """
        return relations.iterate_plain_edges(self._reader, kinds, sources)

    def iterate_plain_misses(self) -> Iterator[tuple[int, str, str, tuple[int, ...]]]:
        """Yield every reference without a proven definition, in path order.

        Each has the node of its source, name, kind and lines. Operators on unknown operands are included under their
        sign.
        """
        reader = self._reader
        for _, file in sorted(
            (reader.numbering.files.find_place(file), file) for file in reader.list_unresolved_files()
        ):
            for node, name, kind, _, lines in sorted(reader.read_unresolved(file)):
                yield node, name, kind, lines

    def list_unresolved(
        self,
        *,
        name: str = "",
        source: SymbolRow | None = None,
        reason: str = "",
        kinds: Collection[ReferenceKind] = (),
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[UnresolvedRow]:
        """Return references without a proven definition.

        They are selected by name, by the symbol that contains them, by reason, by kind, or not at all.
        """
        reader = self._reader
        files = [reader.locate(source.node)[0]] if source is not None else reader.list_unresolved_files(name)
        raw = [
            item
            for file in files
            for item in reader.read_unresolved(file)
            if (not name or item[1] == name)
            and (not reason or item[3] == reason)
            and (not kinds or item[2] in kinds)
            and (source is None or item[0] == source.node)
            and item[2] != ReferenceKind.OPERATOR
        ]
        raw.sort(key=lambda item: (item[0], item[4], item[1], item[2]))
        part = raw[offset : None if limit is None else offset + limit]
        return Page(reader.build_unresolved_rows(part), len(raw), offset)

    def list_unresolved_beginning(
        self, beginnings: Iterable[str], kinds: Collection[ReferenceKind]
    ) -> list[UnresolvedRow]:
        """Return unresolved references whose names begin with one of some texts."""
        names = (name for each in beginnings for name in self._reader.list_unresolved_names_beginning(each))
        return [row for name in names for row in self.list_unresolved(name=name, kinds=kinds, limit=None).items]

    def list_unresolved_names(self, limit: int = 50) -> list[tuple[str, int]]:
        """Return the most frequent unresolved names, with the number of sites."""
        rows = self._reader.execute(
            "SELECT name, sites FROM unresolved_names ORDER BY sites DESC, name LIMIT ?", (limit,)
        )
        return [(name, sites) for name, sites in rows]

    def list_externals(self, prefix: str = "", *, offset: int = 0, limit: int | None = 100) -> Page[ExternalRow]:
        """Return symbols outside the repository.

        Their package or qualified name starts with `prefix`.
        """
        where = "substr(package, 1, ?1) = ?2 OR substr(qualname, 1, ?1) = ?2"
        values = (len(prefix), prefix)
        total = self._reader.execute(f"SELECT COUNT(*) FROM externals WHERE {where}", values)[0][0]
        rows = self._reader.execute(
            f"SELECT id, language, qualname, package FROM externals WHERE {where} ORDER BY 2, 3, 4 LIMIT ?3 OFFSET ?4",
            (*values, -1 if limit is None else limit, offset),
        )
        return Page([build_external_row(row) for row in rows], total, offset)

    # ---- files, search, totals

    def list_files(
        self,
        *,
        status: FileStatus | None = None,
        language: str = "",
        prefix: str = "",
        offset: int = 0,
        limit: int | None = 100,
    ) -> Page[FileRow]:
        """Return file rows in path order."""
        where = "(?1 < 0 OR status = ?1) AND (?2 = '' OR language = ?2) AND substr(path, 1, ?3) = ?4"
        values = (-1 if status is None else STATUS_CODE[status], language, len(prefix), prefix)
        total = self._reader.execute(f"SELECT COUNT(*) FROM files WHERE {where}", values)[0][0]
        page = f"LIMIT {-1 if limit is None else int(limit)} OFFSET {int(offset)}"
        return Page(self._reader.list_files(where, values, page), total, offset)

    def _is_secondary(self, row: SymbolRow) -> bool:
        """Return whether another definition of the same name takes precedence."""
        return is_secondary(row) or self.find_file(row.path).generated

    def count_unanalysed_languages(self) -> tuple[UnanalysedLanguage, ...]:
        """Count the code in languages without a resolver, by language, most files first."""
        return self._reader.count_unanalysed_languages(self._config.tables)

    @property
    def config(self) -> Config:
        """The settings that the index was opened with."""
        return self._config

    def list_paths_with(self, name: str) -> frozenset[str] | None:
        """Return the files that contain every word of a name, together or apart.

        Returns None if there is no text search. Imports numpy. Raises StorageError.
        """
        return None if self.describe_missing_text() else self.open_search().list_paths_with(name)

    def list_derived_paths(self) -> frozenset[str]:
        """Return the files that were not written by hand.

        They are generated, translations, lock files or minified.
        """
        return self._reader.list_derived_paths()

    def get_unanalysed_language(self, path: str) -> str:
        """Return the language of a file of code without a resolver.

        Returns "" for any other file. Raises NotFoundError."""
        row = self.find_file(path)
        known = find_unanalysed(row.language, row.reason, self._config.tables)
        return known.name if known is not None else ""

    def find_paths_named(self, names: Sequence[str]) -> list[str]:
        """Return the paths of files whose own name is one of `names`, in path order.

        A name may begin with `*`."""
        alike = " OR ".join("path = ? OR path LIKE ?" for _ in names) or "0"
        values = [value for name in names for value in (name, f"%{name[1:]}" if name[:1] == "*" else f"%/{name}")]
        rows = self._reader.execute(f"SELECT path FROM files WHERE {alike} ORDER BY path", values)
        whole, ends = frozenset(names), tuple(name[1:] for name in names if name[:1] == "*")
        return [path for (path,) in rows if path.rpartition("/")[2] in whole or (ends and path.endswith(ends))]

    def read_manifest_texts(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Return the texts of package manifests, by path.

        They are read from disk, or where they are not there, from what was published with the index."""
        published = load_manifests(self.generation_folder / MANIFESTS)
        texts: dict[str, str] = {}
        for path in paths:
            read = read_file(self.root, from_printable_path(path), max_bytes=LARGEST_MANIFEST)
            if not isinstance(read, UnreadFile):
                texts[path] = read.content.decode("utf-8")
            elif path in published:
                texts[path] = published[path]
        return texts

    def find_file(self, path: str) -> FileRow:
        """Return one file row.

        Raises NotFoundError with the nearest paths.
        """
        found = self._reader.list_files("path = ?", (path,))
        if not found:
            from difflib import get_close_matches

            paths = [row[0] for row in self._reader.execute("SELECT path FROM files")]
            near = get_close_matches(path, paths, n=3, cutoff=0.6)
            near += [p for p in paths if p.endswith("/" + path)][:3]
            hint = f"nearest: {', '.join(dict.fromkeys(near))}" if near else "`codegraph why-ignored` may say why"
            raise NotFoundError(f"no file `{path}` in the index", hint=hint)
        return found[0]

    def list_file_symbols(self, path: str) -> list[SymbolRow]:
        """Return the symbols of one file in source order, the module first.

        Raises NotFoundError.
        """
        self.find_file(path)
        return self._reader.list_file_symbols(path)

    def read_known_files(self) -> Mapping[str, KnownFile]:
        """Return the stored properties of every file of the generation, by path."""
        kept = self.get_cache()
        if "known files" not in kept:
            kept["known files"] = self._reader.read_known_files()
        return kept["known files"]

    def list_problems(self, path: str = "") -> list[ProblemRow]:
        """Return parse and read problems, of one file or all."""
        return self._reader.list_problems(path)

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
        """Return symbols that match a query, best first.

        Their names, signatures, documentation and paths are searched, with identifiers split into words.
        """
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
        """Return chunks that answer a question, define a name, or show similar code.

        The best come first. Imports numpy.

        `path` keeps files, `tests` ranks tests like other code, `lexical` leaves vectors out, `weights` replaces those
        of the kind of query. A generation without text search answers with symbols by their names, and the answer says
        so. Raises StorageError.
        """
        missing = self.describe_missing_text()
        if missing:
            return self._search_names(query, limit, kinds, languages, path, missing)
        from codegraph.search.search_engine import Filters, How

        meaning, problem = (None, "") if lexical else self._open_similarity()
        how = How(limit, Filters(tuple(kinds), tuple(languages), path), tests, explain, weights)
        try:
            found = self.open_search().search(query, how, meaning)
        except EncoderError as error:
            problem = error.message
            found = self.open_search().search(query, how)
        near = nearest.find_nearest_of_words(self._reader, found.meant[:_NEAR_CHARS]) if found.meant else []
        behind = self.compute_vector_stats().files_behind if meaning is not None and not problem else 0
        return CodeAnswer(
            str(found.kind), tuple(found.hits), found.more, problem, tuple(near), found.absent, vectors_behind=behind
        )

    def rank_suspects(
        self, issue: Issue, stack: Sequence[str], history: Sequence[Commit], files: int = 50
    ) -> tuple[Localised, str]:
        """Rank files and functions by their relevance to an issue.

        Also returns why vectors were not used, "" if they were. `stack`: files of its frames, innermost first. `files`
        is the number of files that are searched for functions. Imports numpy. Raises StorageError, also if there is no
        text search (`describe_missing_text`).
        """
        from codegraph.search.localisation import rank_suspects

        meaning, problem = self._open_similarity()
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
        from codegraph.search.function_ranking import rank_functions

        meaning, _ = self._open_similarity()
        try:
            return rank_functions(self.open_search(), question, hits, meaning, keep)
        except EncoderError:
            return rank_functions(self.open_search(), question, hits, None, keep)

    def _search_names(
        self, query: str, limit: int, kinds: Sequence[SymbolKind], languages: Sequence[str],
        path: Callable[[str], bool] | None, missing: str,
    ) -> CodeAnswer:  # fmt: skip
        """Answer with symbols that the query names; `missing` is the reason."""
        from codegraph.search.query import parse_query

        asked = self._reader.compute_stats().symbol_count if path is not None else limit + 1
        found = search(self._reader, query, limit=asked, kinds=kinds, languages=languages)
        hits = [hit for hit in found if path is None or path(hit.symbol.path)]
        answers = tuple(
            CodeHit(s.path, max(s.start_line, 1), max(s.end_line, 1), round(score, 4), s, s.qualname)
            for s, score in hits[:limit]
        )
        near = [] if answers else nearest.find_nearest_of_words(self._reader, query[:_NEAR_CHARS])
        return CodeAnswer(
            str(parse_query(query).kind), answers, len(hits) > limit, near=tuple(near), names_only=missing
        )

    def open_search(self) -> CodeSearch:
        """Return the ranking of chunks, opened once.

        Imports numpy. Raises StorageError, also if there is no text search.
        """
        from codegraph.search.search_engine import CodeSearch

        if self._code_search is None:
            self._code_search = CodeSearch(self._reader, self.read_text_lines)
        return self._code_search

    def _open_similarity(self) -> tuple[Callable[[str], QuerySimilarity] | None, str]:
        """Return a function that computes the similarity of a text to every chunk.

        When vectors cannot be used, the result is None and the reason.
        """
        problem = self.compute_vector_stats().problem
        if problem:
            return None, problem
        if self._snapshot is None:
            try:
                self._snapshot = self.load_vectors()
            except StorageError as error:
                return None, error.message
        from codegraph.embed.encoder import has_known_words
        from codegraph.search.query import STOP_WORDS
        from codegraph.search.semantic import compute_similarity

        snapshot = self._snapshot
        if snapshot is None or len(snapshot) != len(self.open_search()):
            return None, "they are of another generation"
        if self._encoder is None:
            from codegraph.embed.encoder_choice import build_encoder

            self._encoder = build_encoder(self._config)
        encoder = self._encoder

        def meant(text: str) -> QuerySimilarity:
            content = " ".join(word for word in text.split() if word.lower() not in STOP_WORDS)
            found = compute_similarity(snapshot, encoder.encode([text])[0])
            return found._replace(understood=has_known_words(encoder, content), knows=partial(has_known_words, encoder))

        return meant, ""

    def load_vectors(self) -> VectorSnapshot | None:
        """Map the vectors of every chunk, None when search can use none.

        `compute_vector_stats` gives the reason. Imports numpy. Raises StorageError when vectors are damaged in a way
        that only reading them shows.
        """
        if self.compute_vector_stats().problem:
            return None
        from codegraph.store import vector_snapshot  # numpy takes longer to import than a point query

        return vector_snapshot.load(self._reader.folder.get_generation(self.generation))

    def compute_vector_stats(self) -> VectorStats:
        """Return the totals of the vectors, and why search cannot use them.

        They are missing, damaged, or of another encoder.
        """
        found = self._reader.compute_vector_stats()
        if not found.problem and found.encoder != get_vector_identity(self._config):
            return found._replace(problem="they were made by another encoder")
        return found

    def compute_stats(self, *, outside: bool = False) -> IndexStats:
        """Return the totals of this generation.

        Edges that lead outside are counted when requested.
        """
        found = self._reader.compute_stats(self._config.tables)._replace(vectors=self.compute_vector_stats())
        return found._replace(outside=self._reader.count_outside()) if outside else found

    def compute_freshness(self, look: Look | None = None) -> Freshness:
        """Compare the work tree with the file rows by size, time, then content hash.

        Folders that are left out as a whole make no difference, because an index contains nothing of them. `look`
        replaces `changes.look` in the comparison of sizes and times.
        """
        from codegraph.indexing.tree_changes import compute_index_fingerprint, is_changed
        from codegraph.indexing.tree_changes import look as look_here

        meta = self._reader.read_meta()
        known = self._reader.read_known_stamps()
        found = (look or look_here)(self.root, self._config, known)
        moved = [c for c in found.candidates if c.path in known and known[c.path] != (c.size, c.mtime_ns)]
        rows = self._reader.read_known_files({c.path for c in moved}) if moved else {}
        changed = [c.path for c in moved if is_changed(self.root, c, rows[c.path], self._config)]
        met = found.skipped.keys() & known.keys()
        reasons = self._reader.list_unread_reasons() if met else {}
        changed += sorted(path for path in met if reasons.get(path) != found.skipped[path])
        added = {*(c.path for c in found.candidates), *filter(_is_file, found.skipped)} - known.keys()
        same = meta["fingerprint"] == compute_index_fingerprint(self._config)
        return Freshness(
            self.generation, float(meta["indexed_at"]), tuple(changed), tuple(sorted(added)),
            tuple(filter(_is_file, found.gone)),
            "" if same else "settings or codegraph itself changed",
        )  # fmt: skip

    def open_observed(self) -> Observed:
        """Return what recorded test runs say of this work tree.

        They do not depend on the generation that is open.
        """
        from codegraph.store.observed_runs import Observed

        return Observed(get_index_folder(self._config.home, self.root))

    def open_imported(self) -> Imported:
        """Return the edges that other indexers found in this work tree."""
        from codegraph.store.imported_edges import Imported

        return Imported(get_index_folder(self._config.home, self.root))

    # ---- analysis

    def load_arrays(
        self,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        externals: bool = False,
    ) -> GraphArrays:
        """Load the graph as CSR arrays.

        CONTAINS is included only when named in `kinds`. Imports numpy.
        """
        from codegraph.store.arrays import load_arrays  # numpy takes longer to import than a point query

        return load_arrays(self._reader, kinds, resolutions, externals=externals)

    def get_cache(self) -> dict[Hashable, Any]:
        """Return the cache of values that were computed from this generation.

        It lives as long as the generation is open.
        """
        return self.__dict__.setdefault("_kept", {})

    def load_analysis(self, key: str) -> dict[str, NDArray] | None:
        """Return the arrays that are cached for this generation, None without any.

        `key` must name every parameter.
        """
        return analysis_cache.load(self.generation_folder, key)

    def cache_analysis(self, key: str, arrays: dict[str, NDArray]) -> None:
        """Cache arrays for this generation.

        A cache that cannot be written is not an error.
        """
        analysis_cache.save(self.generation_folder, key, arrays)
