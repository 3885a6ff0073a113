"""Values that the read side returns.

They are plain data: no connection, no file handle, safe to keep, compare and render.

They are named tuples because a dataclass takes 1 ms to define. Their annotations are not strings because each string is
compiled. Every command line starts with this module.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from codegraph.graph_model import EdgeKind, Resolution
from codegraph_parsers.file_facts import FileStatus, Flag, Parameter, SymbolKind

if TYPE_CHECKING:
    from numpy import int32, int64, uint8
    from numpy.typing import NDArray

T = TypeVar("T")

DECLARING: Final = (".d.ts", ".d.mts", ".d.cts", ".pyi")
"""Ends of the paths of files that say what others define."""


class SymbolRow(NamedTuple):
    """One symbol of the index.

    `node` is its number in this generation only; `id` is stable across generations.

    Lines are 1-based (0 for the module symbol's own `line`), columns 0-based.
    """

    node: int
    id: str
    kind: SymbolKind
    name: str
    qualname: str
    path: str
    language: str
    line: int
    column: int
    start_line: int
    end_line: int
    parent: int  # node of the containing symbol, -1 for a module
    flags: int  # Flag bits
    cells: tuple[int, ...] = ()  # lines on which the cells begin, where its file is a notebook

    @property
    def is_test(self) -> bool:
        return bool(self.flags & Flag.TEST)


class Meaning(NamedTuple):
    """The definitions that a name means.

    `symbols` are one definition or its overloads. `others` are definitions of the name that are not meant, such as
    tests."""

    symbols: list[SymbolRow]
    others: list[SymbolRow]


class ExternalRow(NamedTuple):
    """A symbol outside the repository. `node` is negative."""

    node: int
    id: str  # `external:python:json.loads`
    language: str
    qualname: str
    package: str

    @property
    def name(self) -> str:
        return self.qualname.replace("::", ".").rpartition(".")[2]


Node = SymbolRow | ExternalRow


class EdgeRow(NamedTuple):
    """One relation.

    `lines` are the 1-based lines of its sites, all in the source symbol's file. `observer` names the other indexers
    that found an observed edge, with their versions.
    """

    source: Node
    target: Node
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]
    observer: str = ""


class UnresolvedRow(NamedTuple):
    """References by `source` to `name` that no definition could be proven for."""

    source: SymbolRow
    name: str
    kind: str  # ReferenceKind value
    reason: str
    lines: tuple[int, ...]


class ProblemRow(NamedTuple):
    path: str
    kind: str
    message: str
    start_line: int
    end_line: int


class FileRow(NamedTuple):
    """A file that the scan found, whatever its status.

    `reason` is empty for `indexed`.
    """

    path: str
    language: str  # "" when none was detected
    status: FileStatus
    reason: str
    digest: str  # git blob hash, "" when the file was not read
    size: int  # bytes
    lines: int
    symbols: int
    generated: bool
    cells: tuple[int, ...] = ()  # lines on which the cells of a notebook begin


class Page(NamedTuple, Generic[T]):
    """Rows `offset … offset + len(items)` of `total`.

    `next_offset` is None on the last page.
    """

    items: list[T]
    total: int
    offset: int = 0

    @property
    def next_offset(self) -> int | None:
        end = self.offset + len(self.items)
        return end if end < self.total else None


class SymbolDetails(NamedTuple):
    symbol: SymbolRow
    signature: str
    parameters: tuple[Parameter, ...]
    doc: str
    decorators: tuple[str, ...]
    visibility: str
    parent: SymbolRow | None


class SourceText(NamedTuple):
    """Text of a symbol or a line range as it is on disk now.

    `stale`: the file changed since it was indexed, so the lines may have moved.
    """

    path: str
    start_line: int
    end_line: int
    text: str
    stale: bool
    cells: tuple[int, ...] = ()  # lines on which the cells of a notebook begin, as it is on disk now


class SearchHit(NamedTuple):
    """`score` is larger for better hits and comparable only within one answer."""

    symbol: SymbolRow
    score: float


class SignalPart(NamedTuple):
    """Share of a signal in a score; a name that begins with `×` is a factor."""

    name: str
    value: float


class CodeHit(NamedTuple):
    """Lines that answer a query.

    `symbol` is the definition that the lines are or are part of, else the file's module. `name` is the definition that
    they show, "" when they define nothing. `score` is comparable only within one answer. `line` is the number of the
    line that matches most of the query, and `text` is its content; they are 0 and "" if nobody looked for it or it
    could not be read. `similarity` is comparable between answers: the cosine with the query, or without vectors the
    share of the query's words, weighted by rarity; 0 to 1.
    """

    file: str
    start: int
    end: int
    score: float
    symbol: SymbolRow
    name: str
    signals: tuple[SignalPart, ...] = ()
    line: int = 0
    text: str = ""
    similarity: float = 0.0


class Absent(NamedTuple):
    """Words of a query that the index does not contain.

    `words` occur nowhere in the index in any form; they are spelt as in the query. `others` are the words that do
    occur. `weak`: at most half of the query's words occur, so the hits are hardly an answer.
    """

    words: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    weak: bool = False


class CodeAnswer(NamedTuple):
    """Answer to a search of code.

    `kind` is the kind of query that was detected. `problem` says why vectors were not used, "" when they were used or
    not requested. `near` are names similar to those in the query if nothing was found, else names similar to the
    `absent` ones.
    """

    kind: str
    hits: tuple[CodeHit, ...]
    more: bool
    problem: str = ""
    near: tuple[str, ...] = ()
    absent: Absent = Absent()
    names_only: str = ""  # why text search had no part in it, "" when it had
    vectors_behind: int = 0  # files whose new text has no vectors yet


class Freshness(NamedTuple):
    """Distance of the work tree from the index.

    Paths are relative to the root."""

    generation: int
    indexed_at: float  # seconds since the epoch
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    outdated: str = ""  # why every file would be read again (settings, parser version), "" when not
    kept: str = ""  # why the index was not brought up to date before answering, "" when it was or nobody tried
    refreshing: bool = False  # whether a refresh was started instead, as `kept` says

    @property
    def files_behind(self) -> int:
        """Number of files whose content the index does not have."""
        return len(self.changed) + len(self.added) + len(self.removed)

    @property
    def fresh(self) -> bool:
        return not (self.changed or self.added or self.removed or self.outdated)


class EdgeCount(NamedTuple):
    kind: EdgeKind
    resolution: Resolution
    count: int


class StatusCount(NamedTuple):
    language: str
    status: FileStatus
    files: int
    size: int  # bytes
    lines: int


class SkipCount(NamedTuple):
    """Files with the same `status` and `reason`, and a few paths as `examples`.

    The path of a partial file is followed by the line where the errors begin."""

    status: FileStatus
    reason: str
    count: int
    examples: tuple[str, ...]


class UnanalysedLanguage(NamedTuple):
    """Code in a language without a resolver.

    Search finds it, but no edge shows its users. Code of the tier `structural` has symbols.
    """

    language: str  # as people write it: `C#`
    files: int
    lines: int
    tier: str = "text"  # `Tier` value


class VectorStats(NamedTuple):
    """Vectors of one generation.

    `problem` says why search cannot use them, "" when it can.
    """

    encoder: str  # its identity, "" when there are no vectors
    rows: int
    dimension: int
    problem: str
    files_behind: int = 0  # files whose new text has no vectors yet: the next `codegraph index` makes them


NO_VECTORS: Final = VectorStats("", 0, 0, "there are none")


class OutsideCount(NamedTuple):
    """Edges that lead into libraries, and how many of them are calls."""

    edges: int
    calls: int


class IndexStats(NamedTuple):
    """Totals of one generation.

    Edges include CONTAINS, which is derived from the parents of symbols.
    """

    repository_id: str
    root: str
    generation: int
    indexed_at: float
    files: list[StatusCount]
    symbols: dict[SymbolKind, int]
    edges: list[EdgeCount]
    externals: int
    unresolved: int  # sites, not names
    skipped: list[SkipCount]
    seconds: dict[str, float]  # wall time per stage
    disk_bytes: int  # the index alone; the facts cache is shared
    vectors: VectorStats = NO_VECTORS
    not_analysed: tuple[UnanalysedLanguage, ...] = ()  # most files first
    outside: OutsideCount | None = None  # None where nobody counted: it takes a look at every such edge

    @property
    def file_count(self) -> int:
        return sum(c.files for c in self.files)

    @property
    def symbol_count(self) -> int:
        return sum(self.symbols.values())

    @property
    def edge_count(self) -> int:
        return sum(e.count for e in self.edges)


class IndexSummary(NamedTuple):
    """Summary of one `index_repository` run."""

    stats: IndexStats
    unchanged: bool  # nothing differed from the last generation, nothing was written
    reason: str  # why the run rebuilt: "first index", "3 files changed", "settings changed", …
    parsed: int  # files parsed in this run
    reused: int  # files whose facts came from the cache
    seconds: float  # wall, whole run
    warnings: tuple[str, ...] = ()


class GraphArrays(NamedTuple):
    """The graph as CSR arrays over nodes 0 … n-1.

    The nodes are symbols, then externals if requested. Out-edges of node v are `targets[indptr[v]:indptr[v + 1]]`, with
    `kinds` (index into `tuple(EdgeKind)`), `resolutions` (index into `tuple(Resolution)`), `lines` (first site) and
    `weights` (number of sites) in parallel arrays. `files[v]` is the file row number of a symbol, -1 for an external.
    """

    symbols: int  # nodes below this are symbols; `symbols + k` is the k-th external by language, name and package
    indptr: "NDArray[int64]"
    targets: "NDArray[int32]"
    kinds: "NDArray[uint8]"
    resolutions: "NDArray[uint8]"
    lines: "NDArray[int32]"
    weights: "NDArray[int32]"
    files: "NDArray[int32]"

    @property
    def nodes(self) -> int:
        return len(self.indptr) - 1


class RepositoryRow(NamedTuple):
    """An index in the home folder.

    `generation` 0: it has no readable generation.
    """

    repository_id: str
    index_id: str
    root: str
    generation: int
    indexed_at: float
    files: int
    symbols: int
    edges: int
    disk_bytes: int
    exists: bool  # the work tree is still there


class GarbageReport(NamedTuple):
    """Report of what `collect_garbage` removed, or would on a dry run."""

    indexes: tuple[str, ...]  # roots whose work tree is gone
    generations: int  # graphs of earlier states, and what interrupted runs left
    facts: int  # cache entries no index uses
    bytes_freed: int
    dry_run: bool


class CheckStatus(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class Check(NamedTuple):
    """One finding of `doctor`.

    `fix` says what to do unless the status is ok.
    """

    name: str
    status: CheckStatus
    detail: str
    fix: str = ""


class RowDifference(NamedTuple):
    """A row that only one of two graphs of the same files has."""

    table: str  # file | symbol | edge | incoming edge | unresolved | external | problem
    path: str  # the file that it belongs to, "" for externals
    kind: str
    row: str
    side: str  # index | rebuild: the graph that has it


class DifferenceCount(NamedTuple):
    """The number of rows of one kind that only one of two graphs has."""

    table: str
    kind: str
    side: str
    rows: int


class Verification(NamedTuple):
    """The comparison of an index with a rebuild; they are equal when `total` is 0."""

    generation: int
    refreshed: str  # why the index was refreshed first, "" when it was fresh
    rows: int  # of the rebuilt graph
    total: int  # rows that differ
    counts: tuple[DifferenceCount, ...]  # of all of them
    differences: tuple[RowDifference, ...]  # the first of them
    settled: bool  # False when files changed meanwhile, so that differences prove nothing


class MemberStatus(StrEnum):
    """States of the index of a listed repository."""

    OPEN = "open"
    SAME = "same repository"  # a work tree of one that is a member already
    MISSING = "no such folder"
    MOVED = "not at this place"  # the folder is inside of another repository, or its index is
    NOT_INDEXED = "not indexed"
    OTHER_VERSION = "made by another version"
    UNREADABLE = "cannot be read"
    FORBIDDEN = "not allowed"


class MemberRow(NamedTuple):
    """A repository of a workspace.

    `generation` is 0 where its index is not open; `advice` says what to do."""

    name: str
    root: str
    repository_id: str
    generation: int
    status: MemberStatus
    advice: str = ""
