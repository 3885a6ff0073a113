"""Answers: the results of capabilities.

They are values only, so that any surface can render, page or compare them. They are named tuples rather than
dataclasses: thirty of those take 20 ms to define, a tenth of a whole query.

`total` counts everything found; `shown` rows are those within the request's limit. `not_analysed` is the code of the
index that no resolver reads: an answer has nothing about it.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query_results import (
    DECLARING,
    Check,
    CodeHit,
    EdgeRow,
    ExternalRow,
    FileRow,
    Freshness,
    GarbageReport,
    IndexStats,
    IndexSummary,
    Node,
    RepositoryRow,
    SearchHit,
    SourceText,
    SymbolDetails,
    SymbolRow,
    UnanalysedLanguage,
    UnresolvedRow,
    VectorStats,
    Verification,
)
from codegraph.store.schema import TEXT_LANGUAGE
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.manifests.manifest import Link, Manifests
    from codegraph.operations.runners.test_commands import RunList
    from codegraph.operations.scip import Document
    from codegraph_parsers.catalog import Language

T = TypeVar("T")

VARIABLES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD})


class Answer(NamedTuple, Generic[T]):
    """Answer as every surface receives it.

    `freshness` is None for requests that read no index.
    """

    results: T
    freshness: Freshness | None = None
    warnings: tuple[str, ...] = ()
    others: tuple[SymbolRow, ...] = ()  # definitions of the name asked about that are not meant, such as tests
    names_only: str = ""  # why this was answered by names alone, "" where text search had its part or is not needed


class ResolutionCount(NamedTuple):
    resolution: Resolution
    count: int


class KindCount(NamedTuple):
    kind: EdgeKind
    count: int


class IndexAnswer(NamedTuple):
    summary: IndexSummary


class LanguageMix(NamedTuple):
    """Number of edges out of symbols of one language, by resolution.

    CONTAINS is left out.
    """

    language: str
    counts: tuple[ResolutionCount, ...]


class StatusAnswer(NamedTuple):
    stats: IndexStats
    mix: tuple[LanguageMix, ...]
    files: tuple[FileRow, ...]  # the troubled ones, when asked for


class LanguageTier(NamedTuple):
    """An extent of analysis, and what it means."""

    tier: str
    meaning: str


class LanguageRow(NamedTuple):
    """A language: how far it is analysed, and by what its files are told."""

    language: str  # as people write it
    key: str  # in ids and settings, "" for a language that is not parsed
    tier: str
    purpose: str
    patterns: tuple[str, ...]  # suffixes and names of files
    grammar: str  # "" for a language that is not parsed
    files: int | None  # of the repository, None where it is not indexed
    problem: str = ""  # why none of its files is parsed


class TableFault(NamedTuple):
    """A table of the repository that cannot be used, and why."""

    path: str
    message: str


class LanguagesAnswer(NamedTuple):
    """Languages by tier, then name.

    `faults` are tables of the repository that are left out."""

    tiers: tuple[LanguageTier, ...]
    languages: tuple[LanguageRow, ...]
    faults: tuple[TableFault, ...]


class ListAnswer(NamedTuple):
    home: str
    repositories: tuple[RepositoryRow, ...]


class Mention(NamedTuple):
    """A place that has a name, in a language without a resolver.

    It is a search hit, and no edge."""

    path: str
    line: int
    symbol: str  # id of the definition around it, or of the file
    around: str  # qualified name of that, "" for the file
    text: str  # of the line, cut
    cells: tuple[int, ...] = ()  # first lines of a notebook's cells


class NameMentions(NamedTuple):
    """Places that mention a name, by files and lines.

    `places` are the first of `total`, which are in `files` files."""

    name: str
    language: str  # as people write it
    places: tuple[Mention, ...]
    total: int
    files: int
    cut: str  # what was not looked at, "" when everything was


class KnownNote(NamedTuple):
    """A note about code: its first line, and whether the code is as it was.

    `state` is *fresh*, *changed* (the code itself), *suspect* (`because` says what it rests on and how that changed),
    *gone*, or *unknown* where nothing was kept to compare with."""

    id: str
    kind: str
    text: str
    date: str  # when it was written: 2026-01-31
    state: str
    target: str  # symbol id or path that it is about, as it is called today
    relation: str  # of the target to what was asked about: symbol, class, file, dependent
    because: str = ""
    since: str = ""  # commit with which that began: `1a2b3c4 (2026-01-31)`, "" where history does not tell


class SymbolAnswer(NamedTuple):
    details: SymbolDetails
    source: SourceText | None  # None for a module, or when the file is gone
    bases: tuple[EdgeRow, ...]
    derived: tuple[EdgeRow, ...]
    members: tuple[SymbolRow, ...]
    callers: tuple[EdgeRow, ...]
    callers_total: int
    callees: tuple[EdgeRow, ...]
    callees_total: int
    overloads: tuple["SymbolAnswer", ...] = ()  # further ones of the same name, where that is what was asked about
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    name_mentions: NameMentions | None = None  # in code without a resolver, where no edge tells uses
    knowledge: tuple[KnownNote, ...] = ()
    counted: tuple["ImplementationCount", ...] = ()  # beside callers and callees: members with many implementations
    before: tuple[SymbolRow, ...] = ()  # definitions that stand next to it in its file, the nearest last
    after: tuple[SymbolRow, ...] = ()  # the nearest first
    portable_id: str = ""  # of an exported symbol of a package: its name in every repository


class SymbolsAnswer(NamedTuple):
    query: str
    hits: tuple[SearchHit, ...]
    more: bool


class Focus(NamedTuple):
    """Symbol that an exploration is about.

    `callers`, `callees` and `references` are the first of their totals. References are given where only tests call it,
    or nothing does. `library_calls` counts callees outside of the repository where there are others inside. Of a long
    source, `source` is the beginning, and `windows` are lines further down that use other symbols of the answer. For
    lines outside of any symbol, `symbol` is the file, and `title` the name that a line scanner found for them.
    """

    symbol: SymbolRow
    signature: str
    doc: str
    source: SourceText | None
    callers: tuple[EdgeRow, ...]
    callers_total: int
    callees: tuple[EdgeRow, ...]
    callees_total: int
    members: tuple[SymbolRow, ...]
    title: str = ""
    windows: tuple[SourceText, ...] = ()
    library_calls: int = 0
    references: tuple[EdgeRow, ...] = ()
    references_total: int = 0


class WordFile(NamedTuple):
    """A file that has a word on `count` lines.

    `line` is the one that defines it, else the first."""

    path: str
    line: int
    count: int
    text: str
    is_definition: bool


class WordFiles(NamedTuple):
    """Every file in which a word stands exactly so, those that define it first."""

    word: str
    files: tuple[WordFile, ...]


class RelevantFile(NamedTuple):
    """A file with the functions of it that a question may be about, most likely first."""

    path: str
    functions: tuple[SymbolRow, ...]


class ExploreAnswer(NamedTuple):
    """Answer to a question about how code works.

    `foci` are in order of weight: the symbols that the question names, those on the path between them, those that its
    words find. `path` is None unless two were named.
    """

    query: str
    named: tuple[SymbolRow, ...]
    foci: tuple[Focus, ...]
    path: "PathAnswer | None"
    between: tuple[EdgeRow, ...]  # edges from one focus to another
    impact: "ImpactAnswer | None"  # of the first focus, unless a question in prose found it
    notes: tuple[str, ...]  # names that mean nothing, or several things
    more: int  # symbols that were found and the limit left out
    budget: int  # tokens of text, 0 for no limit
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    knowledge: tuple[KnownNote, ...] = ()
    files: tuple[RelevantFile, ...] = ()  # what a question in prose may be about, most likely first
    word: WordFiles | None = None  # of a query that is one word and no function or type
    elsewhere: WorkspaceAnswer | None = None


class SearchAnswer(NamedTuple):
    """Answer to a search.

    `read_as` is the kind that the query was classified as. `near` are names similar to the query when nothing was
    found, else similar to its words that the index does not have; `weak` means that so many words are missing that this
    is hardly an answer.
    """

    query: str
    read_as: str
    hits: tuple[CodeHit, ...]
    more: bool
    near: tuple[str, ...] = ()
    weak: bool = False
    name_mentions: NameMentions | None = None  # of a query that is a name in code without a resolver


class Suspect(NamedTuple):
    """A file, and what speaks for it.

    That is the `title`, `text`, `code`, `message`, `names` or `path` of the issue, a frame of its `stack`, that it is
    `linked` to the best files or `changed together` with them; they sum to the score."""

    file: str
    score: float
    parts: dict[str, float]


class SuspectSymbol(NamedTuple):
    """Suspected definition.

    `line` is that of a stack frame in it, 0 when it was found by its body. In a file without a grammar `symbol` is the
    file, `title` the name that a line scanner found there and `start` the first line found.
    """

    symbol: SymbolRow
    score: float
    line: int
    title: str = ""
    start: int = 0


class LocateAnswer(NamedTuple):
    """Suspects, most suspicious first.

    `frames` are the stack frames whose files are in the index, `symbols` functions in all the best files."""

    files: tuple[Suspect, ...]
    symbols: tuple[SuspectSymbol, ...]
    frames: int
    total: int  # files that anything speaks for


class RefsAnswer(NamedTuple):
    symbol: SymbolRow
    edges: tuple[EdgeRow, ...]
    total: int
    kinds: tuple[KindCount, ...]
    mix: tuple[ResolutionCount, ...]
    overloads: tuple[SymbolRow, ...] = ()  # all that the name means, `symbol` among them; empty for one
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    name_mentions: NameMentions | None = None  # in code without a resolver, where no edge tells uses


class ImplementationCount(NamedTuple):
    """Edges to many definitions that an answer counts and does not list."""

    role: str  # implementations | callers (of the member that they implement) | alternatives
    name: str  # of the member, `X.y`
    count: int
    implementations: int
    member: SymbolRow | None  # None for alternatives, which have only the name in common


class Step(NamedTuple):
    """An edge met `depth` calls away from the symbol asked about, 1 for a direct one."""

    depth: int
    edge: EdgeRow


class CallersAnswer(NamedTuple):
    """`symbols` is what was asked about: a class stands for its constructors too."""

    symbol: SymbolRow
    symbols: tuple[SymbolRow, ...]
    steps: tuple[Step, ...]
    total: int
    mix: tuple[ResolutionCount, ...]
    possible: int  # unresolved call sites of the same name: callers that could not be proven
    overloads: tuple[SymbolRow, ...] = ()  # all that the name means, `symbol` among them; empty for one
    mentions: int = 0  # where it is named without being called, when nothing calls it: who is given it may
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    name_mentions: NameMentions | None = None  # in code without a resolver, where no edge tells uses
    counted: tuple[ImplementationCount, ...] = ()  # callers of members of which it is one of many implementations
    elsewhere: WorkspaceAnswer | None = None


class CalleesAnswer(NamedTuple):
    symbol: SymbolRow
    steps: tuple[Step, ...]
    total: int
    mix: tuple[ResolutionCount, ...]
    externals: tuple[ExternalRow, ...]
    unresolved: tuple[UnresolvedRow, ...]  # what it calls and nobody could prove
    overloads: tuple[SymbolRow, ...] = ()  # all that the name means, `symbol` among them; empty for one
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    counted: tuple[ImplementationCount, ...] = ()  # implementations of members that have many
    elsewhere: WorkspaceAnswer | None = None


class PathAnswer(NamedTuple):
    """Path between two symbols.

    `edges` is empty when there is none; `kinds` are the edge kinds that were followed.
    """

    source: SymbolRow
    target: SymbolRow
    kinds: tuple[EdgeKind, ...]
    start: SymbolRow  # the source, or the member of it where the chain begins
    edges: tuple[EdgeRow, ...]
    backwards: bool = False  # without a chain: whether there is one from the target to the source
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    name_mentions: NameMentions | None = None  # of the target, as far as no edge tells its uses
    elsewhere: WorkspaceAnswer | None = None


class Dependent(NamedTuple):
    """Symbol that depends on the one asked about.

    It is `depth` edges away; `via` is the edge by which it was reached.
    """

    symbol: SymbolRow
    depth: int
    via: EdgeRow


class ImpactAnswer(NamedTuple):
    symbol: SymbolRow
    depth: int
    dependents: tuple[Dependent, ...]  # nearest first, tests apart
    tests: tuple[Dependent, ...]
    mix: tuple[ResolutionCount, ...]
    possible: int
    budget: int  # tokens of text, 0 for no limit
    run: "RunList | None" = None  # the tests as a runner takes them, when asked for
    overloads: tuple[SymbolRow, ...] = ()  # all that the name means, `symbol` among them; empty for one
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    name_mentions: NameMentions | None = None  # in code without a resolver, where no edge tells uses
    knowledge: tuple[KnownNote, ...] = ()  # about the symbol, then about its dependents
    counted: tuple[ImplementationCount, ...] = ()  # that rest on members with many implementations, beside `dependents`
    elsewhere: WorkspaceAnswer | None = None


class Cycle(NamedTuple):
    """Members of a cycle, in order.

    `edges[i]` leads from member i to the next.
    """

    kind: str
    members: tuple[SymbolRow, ...]
    edges: tuple[EdgeRow, ...]
    size: int  # symbols in the whole component; the round trip is its shortest


class CyclesAnswer(NamedTuple):
    kinds: tuple[EdgeKind, ...]
    cycles: tuple[Cycle, ...]
    total: int
    not_analysed: tuple[UnanalysedLanguage, ...] = ()


class MemoryNode(NamedTuple):
    """A memory as a node of the graph."""

    id: str
    kind: str
    content: str


class Cluster(NamedTuple):
    number: int
    label: str
    size: int
    files: int
    inside: int  # edges between its members
    outside: int  # edges to or from other clusters
    leaders: tuple[SymbolRow, ...]  # highest ranked members
    memories: int = 0  # further members, where memories are asked for
    notes: tuple[MemoryNode, ...] = ()  # the highest ranked of them


class ClustersAnswer(NamedTuple):
    clusters: tuple[Cluster, ...]
    total: int
    singles: int  # symbols that no edge ties to any other
    modularity: float
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    engine: str = "codegraph"


class RankedSymbol(NamedTuple):
    symbol: SymbolRow
    score: float
    incoming: int  # edges from other symbols, CONTAINS left out


class RankedMemory(NamedTuple):
    memory: MemoryNode
    score: float
    incoming: int


class RankAnswer(NamedTuple):
    by: str
    ranked: tuple[RankedSymbol, ...]
    total: int  # with memories
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    engine: str = "codegraph"
    memories: tuple[RankedMemory, ...] = ()  # on one scale with the symbols


class DeadSymbol(NamedTuple):
    symbol: SymbolRow
    reason: str  # unused | used-by-dead | only-by-its-cycle
    category: str = "dead"  # dead | public: other projects may use it, which nothing here does


class DeadCodeAnswer(NamedTuple):
    symbols: tuple[DeadSymbol, ...]
    total: int
    exported: bool
    spared: int  # left out: what nobody could resolve bears their name, a decorator hands them on, a library calls them
    not_analysed: tuple[UnanalysedLanguage, ...] = ()
    public: int = 0  # what nothing here uses and other projects may; listed where `exported` says so


class UnresolvedAnswer(NamedTuple):
    rows: tuple[UnresolvedRow, ...]
    total: int  # rows
    names: tuple[tuple[str, int], ...]  # most frequent names and their sites, when no name was asked for
    not_analysed: tuple[UnanalysedLanguage, ...] = ()


class Route(NamedTuple):
    """An endpoint, what handles it, and which code requests it; of that, tests apart.

    `is_inline`: a function without a name handles it, whose code is the endpoint's own."""

    endpoint: SymbolRow
    framework: str
    is_inline: bool
    handlers: tuple[EdgeRow, ...]
    requests: tuple[EdgeRow, ...]
    tests: tuple[EdgeRow, ...]


class RepositoryModel(NamedTuple):
    """A model of a framework that the repository adds.

    `problem` is why it is left out, "" where it is used."""

    path: str
    title: str
    problem: str


class RoutesAnswer(NamedTuple):
    """Routes in path order, and what is no route.

    `unanswered` are requests that no route answers, and operations of documents that none does. `undecided` are routes
    and requests whose path or router is not known. Where documents describe routes, `undocumented` are those that none
    describes.
    Of `known` routes, `total` have the words that were asked for. `models` are those of
    frameworks that the repository adds.
    """

    routes: tuple[Route, ...]
    total: int
    known: int
    unanswered: tuple[UnresolvedRow, ...]
    undecided: tuple[UnresolvedRow, ...]
    is_checked: bool
    models: tuple[RepositoryModel, ...] = ()
    undocumented: tuple[SymbolRow, ...] = ()
    outside: tuple[UnresolvedRow, ...] = ()  # requests to other services


class SymbolChange(NamedTuple):
    """A symbol that differs between two states.

    `line` is that of the newer state, 0 where the symbol is gone; `before` is the id it had, "" where it is new."""

    change: ChangeKind
    id: str
    qualname: str
    kind: SymbolKind
    path: str
    line: int
    before: str


class ChangesAnswer(NamedTuple):
    """Symbols that differ from a base, in the order of paths and source.

    `files` differ, and `unanalysed` of them could not be compared."""

    base: str
    commit: str
    changes: tuple[SymbolChange, ...]
    total: int
    files: int
    unanalysed: int


class Arrow(NamedTuple):
    """A drawn edge between two box keys. `count` edges are bundled in it."""

    source: str
    target: str
    label: str
    certain: bool  # exact, typed or inferred; others are drawn dashed
    count: int


class Box(NamedTuple):
    key: str
    label: str
    group: str  # the file or cluster it is drawn in, "" for none
    kind: str
    focus: bool


class GraphAnswer(NamedTuple):
    title: str
    format: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    left_out: int  # symbols that did not fit the limit


class ExportAnswer(NamedTuple):
    """`rows` are read from the index while they are consumed, once.

    For SCIP `documents` are, instead."""

    format: str
    rows: Iterator[SymbolRow | EdgeRow | UnresolvedRow]
    root: str
    documents: "Iterator[Document]"


class ExportedAnswer(NamedTuple):
    """Files that were written.

    `paths` is empty for standard output.
    """

    format: str
    paths: tuple[str, ...]
    symbols: int
    edges: int


class CrossRepoAnswer(NamedTuple):
    """Packages and the links between them.

    `links` tie dependencies to packages; a link's `place` is the root of a repository. `limit` is the number of rows of
    each table in text, 0 for all.
    """

    root: str
    manifests: "Manifests"
    links: "tuple[Link, ...]"
    repositories: int  # other indexed repositories that were looked into
    limit: int
    not_analysed: tuple[UnanalysedLanguage, ...] = ()


class RemoveAnswer(NamedTuple):
    removed: RepositoryRow


class VectorsAnswer(NamedTuple):
    stats: VectorStats
    table: str  # place of the LanceDB table
    table_rows: int  # rows it had when it was last up to date, 0 before the first time
    behind: bool  # it lacks something of this generation
    written: int  # rows this call wrote
    rebuilt: str  # why this call built it anew, "" when it did not


class RetentionRow(NamedTuple):
    """Numbers of what retention removed from a place of published indexes."""

    commits: int
    objects: int  # manifests and parts of files that no kept publication needs


class PublishAnswer(NamedTuple):
    url: str = ""
    commit: str = ""
    is_new: bool = False  # false: this commit was published before
    files: int = 0
    bytes: int = 0  # of the index, as it is stored
    sent: int = 0  # bytes that were not there before
    removed: RetentionRow | None = None
    table: str = ""  # the LanceDB table of the vectors, if it was written
    table_rows: int = 0
    public_key: str = ""  # of a new pair
    private_key: str = ""


class PullAnswer(NamedTuple):
    summary: IndexSummary
    url: str
    commit: str  # that the index started from, "" where it was made here
    bytes: int  # read from the place


class GcAnswer(NamedTuple):
    report: GarbageReport


class WhyIgnoredAnswer(NamedTuple):
    path: str  # relative to the root
    ignored: bool
    rule: str  # what decides: the file and pattern, the setting or the limit
    status: str  # FileStatus value in the index, "" when it has no row there
    reason: str  # why that status, "" for a file indexed whole


class DoctorAnswer(NamedTuple):
    checks: tuple[Check, ...]
    verification: Verification | None = None  # None unless asked for


class SettingRow(NamedTuple):
    key: str
    value: str  # TOML notation
    origin: str
    doc: str


class ConfigShowAnswer(NamedTuple):
    home: str  # folder of every index and cache; set by CODEGRAPH_HOME
    settings: tuple[SettingRow, ...]
    origin: bool


class ConfigSetAnswer(NamedTuple):
    path: str
    key: str
    value: str


def find_unanalysed_language(symbol: SymbolRow) -> "Language | None":
    """Return the language of a symbol that no edge tells the uses of.

    That is a symbol of a structural language, or a file of code that is kept as text. Returns None for any other."""
    from codegraph_parsers.catalog import Language, Purpose, Tier, get_language, identify, is_resolved

    if symbol.language != TEXT_LANGUAGE:
        return get_language(symbol.language) if not is_resolved(symbol.language) else None
    return identify(symbol.path) or Language("this file", Tier.TEXT, Purpose.CODE)


LISTED: Final = 4
"""Other definitions of a name that one line names."""


def format_overloads(rows: Sequence[SymbolRow]) -> str:
    """Return what several definitions of one name are together.

    They are `2 overloads`, or `2 definitions` of a method and a field, and where a file of declarations has one."""
    apart = any(row.kind in VARIABLES or row.path.endswith(DECLARING) for row in rows)
    return f"{len(rows)} {'definitions' if apart else 'overloads'}"


def format_others(others: Sequence[SymbolRow]) -> str:
    """Return one line that names the definitions which an answer is not about.

    Returns "" where there are none."""
    if not others:
        return ""
    named = "; ".join(one.id.partition(":")[2] for one in others[:LISTED])
    more = f"; … and {len(others) - LISTED} more" if len(others) > LISTED else ""
    return f"also: {named}{more}"


def name_of(node: Node) -> str:
    """Return the name of a node in text.

    It is the qualified name, and `<module>` for a module.
    """
    if isinstance(node, SymbolRow) and not node.qualname:
        return "<module>"
    return node.qualname
