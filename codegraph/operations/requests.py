"""Requests: the questions of callers, with the texts that surfaces show.

They are values only; nothing heavy is imported.
"""

from __future__ import annotations

from typing import Final

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.parameter import Request, argument, option
from codegraph_parsers.catalog import Tier
from codegraph_parsers.file_facts import SymbolKind

SYMBOL_HELP = "a symbol: name, suffix, id, or FILE:LINE[:COL]"
KINDS = tuple(k.value for k in SymbolKind)
RESOLUTIONS = tuple(r.value for r in Resolution)
EDGE_KINDS = tuple(k.value for k in EdgeKind)
RUNNERS = (
    "pytest", "unittest", "django", "jest", "vitest", "playwright", "node", "go", "cargo", "maven", "gradle", "phpunit",
    "rspec", "minitest", "dotnet",
)  # fmt: skip
TIERS = tuple(t.value for t in Tier)
GRAPH_FORMATS = ("mermaid", "dot")
EXPORT_FORMATS = ("jsonl", "graphml", "gexf", "parquet", "scip")
RANK_MEASURES = ("pagerank", "betweenness", "degree")
RANK_ENGINES = ("codegraph", "networkx")
CLUSTER_ENGINES = ("codegraph", "louvain")


def _declare_symbol(help: str = SYMBOL_HELP, metavar: str = "SYMBOL") -> str:
    return argument(help, metavar=metavar)


def _limit(default: int = 50) -> int:
    return option("show at most N; 0 for all", default=default, metavar="N", short="n")


def _declare_resolution() -> tuple[str, ...]:
    return option("only edges with these resolutions", default=(), choices=RESOLUTIONS)


def _list_all() -> bool:
    return option(
        "also list implementations of members that have more than ten; otherwise they are counted", default=False
    )


def _declare_workspace(more: str = "") -> bool:
    return option(
        f"also answer over the repositories that `codegraph-workspace.toml` lists, or over all indexed ones{more}",
        default=False,
    )


class IndexRequest(Request):
    path: str | None = argument("the repository (default: the one you are in)", metavar="PATH", default=None)
    full: bool = option("index everything again, ignoring the cache", default=False)
    force: bool = option("begin even if the memory seems too small", default=False)
    no_vectors: bool = option("skip the vectors; search then matches words only", default=False)
    workers: int = option("parser processes; 0 lets codegraph choose", default=0, metavar="N", short="j")


class StatusRequest(Request):
    files: bool = option("list every partial, skipped and failed file", default=False)


class ListRequest(Request):
    pass


class LanguagesRequest(Request):
    tier: tuple[str, ...] = option("only languages of these tiers", default=(), choices=TIERS)
    here: bool = option("only languages that the repository has files of", default=False)


class SymbolRequest(Request):
    symbol: str = _declare_symbol()
    limit: int = _limit(10)


class SearchRequest(Request):
    query: str = argument("a question, a name, a path, an error, or code", metavar="QUERY")
    kind: tuple[str, ...] = option("only these kinds of symbol", default=(), choices=KINDS)
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    limit: int = option("show at most N", default=20, metavar="N", short="n")
    lang: tuple[str, ...] = option("only files in these languages", default=())
    tests: bool = option("rank tests like other code", default=False)
    explain: bool = option("show what each signal adds to each score", default=False)
    lexical: bool = option("search by words only, without vectors", default=False)


class LocateRequest(Request):
    text: str = argument(
        "the issue or the traceback; - reads standard input (default: read from --issue)", metavar="TEXT", default=""
    )
    issue: str = option("file with the issue or the traceback; - reads standard input", default="-", metavar="FILE")
    limit: int = _limit(10)


class SymbolsRequest(Request):
    query: str = argument("words or part of a name", metavar="QUERY")
    kind: tuple[str, ...] = option("only these kinds of symbol", default=(), choices=KINDS)
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    limit: int = _limit(20)


class ExploreRequest(Request):
    query: str = argument("a question, or the names of one or two symbols", metavar="QUERY")
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    limit: int = option("show at most N symbols", default=8, metavar="N", short="n")
    budget: int = option("shorten the text to N tokens; 0 for no limit", default=0, metavar="N", short="b")
    workspace: bool = _declare_workspace()


class RefsRequest(Request):
    symbol: str = _declare_symbol()
    kind: tuple[str, ...] = option("only these kinds of edge", default=(), choices=EDGE_KINDS)
    resolution: tuple[str, ...] = _declare_resolution()
    limit: int = _limit()


class CallersRequest(Request):
    symbol: str = _declare_symbol()
    depth: int = option("also list indirect callers, up to N calls away", default=1, metavar="N", short="d")
    resolution: tuple[str, ...] = _declare_resolution()
    all: bool = _list_all()
    workspace: bool = _declare_workspace()
    limit: int = _limit()


class CalleesRequest(Request):
    symbol: str = _declare_symbol()
    depth: int = option("also list indirect callees, up to N calls away", default=1, metavar="N", short="d")
    resolution: tuple[str, ...] = _declare_resolution()
    all: bool = _list_all()
    workspace: bool = _declare_workspace()
    limit: int = _limit()


class PathRequest(Request):
    source: str = _declare_symbol("where to start: " + SYMBOL_HELP, "A")
    target: str = _declare_symbol("where to arrive: " + SYMBOL_HELP, "B")
    kind: tuple[str, ...] = option(
        "edges to follow (default: calls; then every kind but contains)", default=(), choices=EDGE_KINDS
    )
    resolution: tuple[str, ...] = _declare_resolution()
    workspace: bool = _declare_workspace("; `REPOSITORY//SYMBOL` names a symbol of another one")


LONGEST_DIFF: Final = 1_000_000
"""Characters of a diff that comes as a text: that of a long branch."""


class ImpactRequest(Request):
    """Request for the impact of a symbol or of a change.

    A change is the difference between two states, or `diff`, the text of a patch.
    """

    symbol: str = argument(SYMBOL_HELP + ", or a file", metavar="SYMBOL", default="")
    base: str = option("impact of the changes since this revision", default="", metavar="REV")
    head: str = option("the newer state: a revision, or `staged` (default: the work tree)", default="", metavar="REV")
    diff: str = option("impact of the diff in this file; - reads standard input", default="", metavar="FILE")
    direct: bool = option("compare with --base itself instead of the merge base", default=False)
    fail_on: tuple[str, ...] = option(
        "exit 1 if this holds, such as `affected>200`, `risk>0.8`, `untested-public>0`, `cycles>0`",
        default=(),
        metavar="GATE",
    )
    tests: str = option(
        "print the tests to run, one argument per line, for RUNNER (default: the one the repository uses; one "
        f"command per line where it uses several): {', '.join(RUNNERS)}",
        default="",
        metavar="[RUNNER]",
        choices=("", "auto", *RUNNERS),
        bare="auto",
    )
    depth: int = option("follow dependents up to N steps", default=3, metavar="N", short="d")
    resolution: tuple[str, ...] = _declare_resolution()
    all: bool = _list_all()
    workspace: bool = _declare_workspace("; of a change: the clients of what became incompatible")
    limit: int = option("show at most N rows of each list of a change; 0 for all", default=50, metavar="N", short="n")
    budget: int = option("shorten the text to N tokens; 0 for no limit", default=0, metavar="N", short="b")


class ChangesRequest(Request):
    base: str = option("changes since this revision", default="HEAD", metavar="REV")
    direct: bool = option("compare with --base itself instead of the merge base", default=False)
    limit: int = _limit(50)


class CyclesRequest(Request):
    kind: tuple[str, ...] = option(
        "edges that make a cycle (default: imports between files, and calls)", default=(), choices=EDGE_KINDS
    )
    limit: int = _limit(20)


class ClustersRequest(Request):
    granularity: float | None = option(
        "above 1 gives smaller clusters, below 1 larger ones (default: the setting community_resolution)",
        default=None,
        metavar="X",
    )
    engine: str = option(
        "what divides the graph: codegraph, or python-louvain", default="codegraph", choices=CLUSTER_ENGINES
    )
    with_memory: bool = option("group memories, too, with the code they are about", default=False)
    limit: int = _limit(15)


class RankRequest(Request):
    by: str = option("the measure", default="pagerank", choices=RANK_MEASURES)
    engine: str = option("what computes it: codegraph, or networkx", default="codegraph", choices=RANK_ENGINES)
    kind: tuple[str, ...] = option("only these kinds of symbol", default=(), choices=KINDS)
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    tests: bool = option("rank tests too", default=False)
    with_memory: bool = option("rank memories, too, unless --kind or --path says which symbols", default=False)
    limit: int = _limit(20)


class DeadCodeRequest(Request):
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    exported: bool = option("include what other projects could use", default=False)
    limit: int = _limit()


class UnresolvedRequest(Request):
    name: str = argument("only references of this name", metavar="NAME", default="")
    path: str = option("only files under this path, or matching this glob", default="", metavar="PATH")
    limit: int = _limit(30)


class RoutesRequest(Request):
    words: str = argument(
        "only routes and requests that have all these words in a name or a file", metavar="WORDS", default=""
    )
    path: str = option("only routes of files under this path, or matching this glob", default="", metavar="PATH")
    check: bool = option("exit 1 if a request is made that no route answers", default=False)
    limit: int = _limit(0)


class GraphRequest(Request):
    symbol: str = argument("draw around this " + SYMBOL_HELP.removeprefix("a "), metavar="SYMBOL", default="")
    path: str = option("draw the symbols of files under this path", default="", metavar="PATH")
    clusters: bool = option("draw clusters and the edges between them", default=False)
    format: str = option("diagram language", default="mermaid", short="f", choices=GRAPH_FORMATS)
    kind: tuple[str, ...] = option("edges to draw (default: all but contains)", default=(), choices=EDGE_KINDS)
    depth: int = option("steps around the symbol", default=1, metavar="N", short="d")
    limit: int = _limit(40)


class ExportRequest(Request):
    path: str | None = argument("the repository (default: the one you are in)", metavar="REPO", default=None)
    format: str = option("file format", default="jsonl", short="f", choices=EXPORT_FORMATS)
    external: bool = option("include edges into libraries (jsonl)", default=False)
    unresolved: bool = option("include unresolved references (jsonl)", default=False)


class CrossRepoRequest(Request):
    path: str | None = argument(
        "the folder to look into (default: the work tree you are in)", metavar="PATH", default=None
    )
    limit: int = _limit()


class RemoveRequest(Request):
    path: str | None = argument("the repository (default: the one you are in)", metavar="PATH", default=None)


class VectorsRequest(Request):
    sync: bool = option("update the LanceDB table", default=False)


class PublishRequest(Request):
    url: str | None = argument(
        "the place: s3://, gs://, az:// or file:// (default: `remote_uri`)", metavar="URL", default=None
    )
    keep: int = option("keep the newest N publications, and remove what only others need; 0 keeps all", default=0)
    replace: bool = option("publish again what is published", default=False)
    vectors_table: bool = option("also keep a LanceDB table of the vectors there, for other programs", default=False)
    new_key: bool = option("make a pair of keys for signatures, print it, and publish nothing", default=False)


class PullRequest(Request):
    url: str | None = argument(
        "the place: s3://, gs://, az://, file:// or https:// (default: `remote_uri`)", metavar="URL", default=None
    )
    path: str | None = option("the repository (default: the one you are in)", default=None, metavar="PATH")
    replace: bool = option("start from the place although there is an index here", default=False)


class GcRequest(Request):
    dry_run: bool = option("show what would be deleted, delete nothing", default=False)


class WhyIgnoredRequest(Request):
    path: str = argument("a file or folder of the repository", metavar="PATH")


class DoctorRequest(Request):
    verify: bool = option("rebuild the graph in a temporary folder and compare it with the index", default=False)


class ConfigShowRequest(Request):
    origin: bool = option("show where each value comes from", default=False)


class ConfigSetRequest(Request):
    key: str = argument("the setting, as `config show` prints it", metavar="KEY")
    value: str = argument("its new value, in TOML notation or plain text", metavar="VALUE")
