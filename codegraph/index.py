"""The read facade: everything the surfaces ask of an index.

`Index.open` opens one generation read-only and answers point queries without loading the graph. It keeps answering from
that generation however many times the repository is indexed meanwhile; open again to see the newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from codegraph.answers import (
    Check,
    EdgeRow,
    ExternalRow,
    FileRow,
    Freshness,
    GarbageReport,
    GraphArrays,
    IndexStats,
    Node,
    Page,
    ProblemRow,
    RepositoryRow,
    SearchHit,
    SourceText,
    SymbolDetails,
    SymbolRow,
    UnresolvedRow,
)
from codegraph.config import Config
from codegraph.errors import NotIndexedError
from codegraph.model import EdgeKind, Resolution
from codegraph_parsers.facts import FileStatus, SymbolKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

REFERENCE_KINDS = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.OVERRIDES, EdgeKind.TESTS))
"""Edge kinds that are occurrences in source: what `references` answers with."""


class Index:
    """One generation of one repository's index. Use as a context manager, or `close` it."""

    root: Path
    repository_id: str
    generation: int

    @classmethod
    def open(cls, repo: Path, config: Config) -> Index:
        """Open the newest generation of the work tree that contains `repo`.

        Raises NotIndexedError, IncompatibleIndexError (written by a newer version), UnreadableError, StorageError."""
        raise NotIndexedError(f"{repo} is not indexed", hint=f"run `codegraph index {repo}`")

    def close(self) -> None: ...

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ---- naming a symbol

    def symbol(self, text: str) -> SymbolRow:
        """The one symbol `text` names: an id, a (suffix of a) qualified name in `.` or `::` form, a bare name,
        or `FILE:LINE[:COL]` (the innermost symbol there).

        Raises AmbiguousError (the hint lists candidates) or NotFoundError (the hint lists the nearest names)."""
        ...

    def find(self, text: str, limit: int = 50) -> list[SymbolRow]:
        """Every symbol `text` may name, best match first; empty when there is none. Same forms as `symbol`."""
        ...

    def symbols(self, nodes: Iterable[int]) -> list[SymbolRow]:
        """Rows of non-negative node numbers, in the order given."""
        ...

    def node(self, number: int) -> Node:
        """The symbol (>= 0) or external (< 0) of a node number."""
        ...

    def all_symbols(self) -> Iterator[SymbolRow]:
        """Every symbol in path order, then source order."""
        ...

    # ---- one symbol

    def details(self, symbol: SymbolRow) -> SymbolDetails:
        """Signature, parameters, documentation, decorators, visibility and parent."""
        ...

    def members(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Symbols directly contained, in source order."""
        ...

    def source(self, symbol: SymbolRow) -> SourceText:
        """The symbol's text, read from disk now. Raises NotFoundError when the file is gone."""
        ...

    def lines(self, path: str, start: int, end: int) -> SourceText:
        """Lines `start … end` (1-based, inclusive, clipped to the file) of a file, read from disk now."""
        ...

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
        ...

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
        ...

    def references(self, node: Node, *, offset: int = 0, limit: int | None = 100) -> Page[EdgeRow]:
        """Incoming edges of `REFERENCE_KINDS`, one row a source line (`lines` has one item), in path and line order."""
        ...

    def all_edges(self) -> Iterator[EdgeRow]:
        """Every edge in source order, CONTAINS included."""
        ...

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
        ...

    def unresolved_names(self, limit: int = 50) -> list[tuple[str, int]]:
        """The names most often left unresolved, with the number of sites."""
        ...

    def externals(self, prefix: str = "", *, offset: int = 0, limit: int | None = 100) -> Page[ExternalRow]:
        """Symbols outside the repository whose package or qualified name starts with `prefix`."""
        ...

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
        ...

    def file(self, path: str) -> FileRow:
        """One file row. Raises NotFoundError with the nearest paths."""
        ...

    def file_symbols(self, path: str) -> list[SymbolRow]:
        """Symbols of one file in source order, the module first. Raises NotFoundError."""
        ...

    def problems(self, path: str = "") -> list[ProblemRow]:
        """Parse and read problems, of one file or all."""
        ...

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
        """Lexical search over split identifiers, signatures, documentation and paths; best first."""
        ...

    def stats(self) -> IndexStats: ...

    def freshness(self) -> Freshness:
        """Compare the work tree with the file rows by size, time, then content hash."""
        ...

    # ---- analysis

    def arrays(
        self,
        kinds: Sequence[EdgeKind] = (),
        resolutions: Sequence[Resolution] = (),
        *,
        externals: bool = False,
    ) -> GraphArrays:
        """The graph as CSR arrays, in bulk. CONTAINS only when named in `kinds`. Imports numpy."""
        ...

    def cached_analysis(self, key: str) -> dict[str, NDArray] | None:
        """Arrays kept for this generation under `key` (which must name every parameter), None when there are none."""
        ...

    def cache_analysis(self, key: str, arrays: dict[str, NDArray]) -> None:
        """Keep arrays for this generation. A cache that cannot be written is not an error."""
        ...


def list_repositories(config: Config) -> list[RepositoryRow]:
    """Every index in the home folder, by root."""
    ...


def remove_index(repo: Path, config: Config) -> RepositoryRow:
    """Delete the index of a work tree (or of an index id). The facts cache stays. Raises NotIndexedError, LockedError."""
    ...


def collect_garbage(config: Config, *, dry_run: bool = False) -> GarbageReport:
    """Remove indexes whose work tree is gone, leftovers of interrupted runs, and cached facts that no index uses."""
    ...


def check_health(repo: Path | None, config: Config) -> list[Check]:
    """Read-only checks: home writable, grammars load, lock holder, schema and integrity of the index of `repo`."""
    ...
