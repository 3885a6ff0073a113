"""Every capability, as static data. Command-line verbs, tools and reference pages are made from this table.

Importing it costs nothing: requests, answers and handlers are named, and loaded when a capability is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from codegraph.operations.capability import Capability, Group
from codegraph.operations.facts import inventory as facts
from codegraph.operations.learning import inventory as learning
from codegraph.operations.memory import inventory as memory
from codegraph.operations.provenance import inventory as provenance
from codegraph.operations.review import inventory as review

CAPABILITIES: tuple[Capability, ...] = (
    Capability(
        "index",
        Group.INDEX,
        "Index a repository, or bring its index up to date",
        "IndexRequest",
        "IndexAnswer",
        "lifecycle:index",
        False,
        ("codegraph index", "codegraph index path/to/repo --full"),
        "Reads every source file, resolves names across files and publishes one new generation. Nothing is written "
        "into the repository. A file that cannot be parsed is listed with its reason; the rest is indexed.",
    ),
    Capability(
        "status",
        Group.INDEX,
        "What the index holds, how fresh it is, and what it left out",
        "StatusRequest",
        "StatusAnswer",
        "lifecycle:status",
        True,
        ("codegraph status", "codegraph status --files"),
    ),
    Capability(
        "list",
        Group.INDEX,
        "List the indexed repositories",
        "ListRequest",
        "ListAnswer",
        "lifecycle:list_indexes",
        True,
        ("codegraph list", "codegraph list --json"),
    ),
    Capability(
        "explore",
        Group.LOOK_UP,
        "How something works, or how one symbol reaches another, in one answer",
        "ExploreRequest",
        "ExploreAnswer",
        "explore:explore",
        True,
        ("codegraph explore 'how are orders stored'", "codegraph explore 'how does main reach Store.save'"),
        "Shows the symbols that the question names and those its words find, with source, callers and callees, the "
        "path between two named ones, and how much depends on the first.",
    ),
    Capability(
        "symbol",
        Group.LOOK_UP,
        "One symbol: signature, documentation, source, callers and callees",
        "SymbolRequest",
        "SymbolAnswer",
        "symbols:symbol",
        True,
        ("codegraph symbol Store.save", "codegraph symbol src/store.py:42"),
    ),
    Capability(
        "search",
        Group.LOOK_UP,
        "Find the code that answers a question",
        "SearchRequest",
        "SearchAnswer",
        "search:search",
        True,
        ("codegraph search 'where are retries limited'", "codegraph search parse_header --explain --path src"),
        "Ranks pieces of every text file by words, meaning, the names they define, their paths, and how the files use "
        "each other. Tests, examples, generated and vendored code come last unless the query asks for them. Works "
        "without a network; `--lexical` leaves the vectors out.",
    ),
    Capability(
        "locate",
        Group.LOOK_UP,
        "Where the cause of an issue or a traceback is likely to be",
        "LocateRequest",
        "LocateAnswer",
        "locate:locate",
        True,
        ("codegraph locate 'the cache is never cleared'", "codegraph locate --issue report.md --limit 5"),
        "Reads stack frames, quoted paths and identifiers, and adds what changed lately and together in git.",
    ),
    Capability(
        "symbols",
        Group.LOOK_UP,
        "Find symbols by name, words of a name, or documentation",
        "SymbolsRequest",
        "SymbolsAnswer",
        "symbols:symbols",
        True,
        ("codegraph symbols 'parse header'", "codegraph symbols save --kind method --path src"),
    ),
    Capability(
        "refs",
        Group.LOOK_UP,
        "Everything that mentions a symbol, with how each edge is known",
        "RefsRequest",
        "RefsAnswer",
        "edges:refs",
        True,
        ("codegraph refs Store", "codegraph refs Store.save --kind calls"),
    ),
    Capability(
        "callers",
        Group.LOOK_UP,
        "Who calls a symbol; who uses it, when it is a variable",
        "CallersRequest",
        "CallersAnswer",
        "edges:callers",
        True,
        ("codegraph callers Store.save", "codegraph callers Store.save --depth 2 --resolution exact,inferred"),
    ),
    Capability(
        "callees",
        Group.LOOK_UP,
        "What a symbol calls",
        "CalleesRequest",
        "CalleesAnswer",
        "edges:callees",
        True,
        ("codegraph callees Store.save", "codegraph callees main --depth 2"),
    ),
    Capability(
        "unresolved",
        Group.LOOK_UP,
        "References that no definition could be proven for",
        "UnresolvedRequest",
        "UnresolvedAnswer",
        "edges:unresolved",
        True,
        ("codegraph unresolved", "codegraph unresolved save --path src"),
    ),
    Capability(
        "path",
        Group.GRAPH,
        "The shortest chain of edges from one symbol to another",
        "PathRequest",
        "PathAnswer",
        "reach:path",
        True,
        ("codegraph path main Store.save", "codegraph path main Store --kind calls,references"),
    ),
    Capability(
        "impact",
        Group.GRAPH,
        "What depends on a symbol or a change, and which tests reach it",
        "ImpactRequest",
        "ImpactAnswer",
        "reach:impact",
        True,
        ("codegraph impact Store.save --depth 5", "codegraph impact --base main --output impact.md"),
        "Of a change (`--base` or `--diff`) symbols are compared by their syntax: comments, layout and documentation "
        "are no change. Each changed symbol has a risk in 0-1, 0.30 reach + 0.20 centrality + 0.25 change + 0.10 churn "
        "+ 0.15 untested, and every part is shown. An index is brought up to date first, but none is made; nothing is "
        "checked out.",
    ),
    Capability(
        "cycles",
        Group.GRAPH,
        "Files that import, or functions that call, each other in a circle",
        "CyclesRequest",
        "CyclesAnswer",
        "structure:cycles",
        True,
        ("codegraph cycles", "codegraph cycles --kind imports"),
    ),
    Capability(
        "clusters",
        Group.GRAPH,
        "Groups of symbols that work together",
        "ClustersRequest",
        "ClustersAnswer",
        "clusters:clusters",
        True,
        ("codegraph clusters", "codegraph clusters --granularity 2"),
    ),
    Capability(
        "rank",
        Group.GRAPH,
        "The symbols the rest of the code leans on most",
        "RankRequest",
        "RankAnswer",
        "structure:rank",
        True,
        ("codegraph rank", "codegraph rank --by betweenness --kind class"),
    ),
    Capability(
        "dead-code",
        Group.GRAPH,
        "Symbols that nothing in the repository reaches",
        "DeadCodeRequest",
        "DeadCodeAnswer",
        "deadcode:find_dead_code",
        True,
        ("codegraph dead-code", "codegraph dead-code --path src"),
    ),
    Capability(
        "graph",
        Group.GRAPH,
        "Draw a part of the graph as Mermaid or DOT",
        "GraphRequest",
        "GraphAnswer",
        "diagram:graph",
        True,
        ("codegraph graph Store.save", "codegraph graph --clusters --format dot"),
    ),
    Capability(
        "export",
        Group.GRAPH,
        "Write the whole graph as JSON lines, GraphML or Parquet",
        "ExportRequest",
        "ExportAnswer",
        "export:export",
        False,
        ("codegraph export --format jsonl -o graph.jsonl", "codegraph export path/to/repo --format graphml"),
        "Indexes the repository first when it has no index, and refreshes it when files changed. JSON lines hold one "
        'object a line: {"type":"symbol",…} for each symbol, then {"type":"edge",…} for each edge; lines are 1-based, '
        "at the definition's name, and 0 for a module.",
    ),
    Capability(
        "cross-repo",
        Group.GRAPH,
        "Packages, workspaces and dependencies, and which indexed repositories they lead to",
        "CrossRepoRequest",
        "CrossRepoAnswer",
        "crossrepo:cross_repo",
        True,
        ("codegraph cross-repo", "codegraph cross-repo path/to/monorepo --json"),
        "Reads manifests of Cargo, npm, pnpm, Yarn, Go, Python (PEP 621, Poetry, uv), Maven and Gradle; nothing is "
        "run, so what a build script computes is not known. A dependency is linked to a package of the same name in "
        "the repository itself or in another indexed one.",
    ),
    Capability(
        "coverage import",
        Group.UPKEEP,
        "Record which tests ran which code, from a coverage file",
        "coverage:ImportRequest",
        "coverage:ImportAnswer",
        "coverage.recorded:import_record",
        False,
        ("codegraph coverage import .coverage", "codegraph coverage import coverage.json --commit v1.2.0"),
        "Reads a database or `coverage json --show-contexts` of coverage.py, an lcov tracefile, or a Go cover profile. "
        "The lines are read at the revision of the run, and what ran is kept by the ids of symbols, so an old record "
        "still helps. `impact` counts it as `observed`. Newer records of a test replace older ones; the others stay.",
    ),
    Capability(
        "coverage show",
        Group.UPKEEP,
        "Which recorded test runs are known, and of which revisions",
        "coverage:ShowRequest",
        "coverage:ShowAnswer",
        "coverage.recorded:show",
        True,
        ("codegraph coverage show", "codegraph coverage show --json"),
    ),
    Capability(
        "coverage clear",
        Group.UPKEEP,
        "Forget every recorded test run",
        "coverage:ClearRequest",
        "coverage:ClearAnswer",
        "coverage.recorded:clear",
        False,
        ("codegraph coverage clear", "codegraph coverage clear --json"),
    ),
    Capability(
        "why-ignored",
        Group.UPKEEP,
        "Why a file is in the index or not",
        "WhyIgnoredRequest",
        "WhyIgnoredAnswer",
        "ignored:why_ignored",
        True,
        ("codegraph why-ignored build/out.js", "codegraph why-ignored src --json"),
    ),
    Capability(
        "doctor",
        Group.UPKEEP,
        "Check the installation, the grammars and the index",
        "DoctorRequest",
        "DoctorAnswer",
        "doctor:doctor",
        True,
        ("codegraph doctor", "codegraph doctor --json"),
    ),
    Capability(
        "config show",
        Group.UPKEEP,
        "Show the settings in force",
        "ConfigShowRequest",
        "ConfigShowAnswer",
        "settings:show",
        True,
        ("codegraph config show", "codegraph config show --origin"),
    ),
    Capability(
        "config set",
        Group.UPKEEP,
        "Change a setting in the repository's codegraph.toml",
        "ConfigSetRequest",
        "ConfigSetAnswer",
        "settings:set_value",
        False,
        ("codegraph config set max_file_bytes 2000000", "codegraph config set exclude '[\"vendor/\"]'"),
    ),
    Capability(
        "remove",
        Group.UPKEEP,
        "Remove a repository's index; the repository itself stays as it is",
        "RemoveRequest",
        "RemoveAnswer",
        "lifecycle:remove",
        False,
        ("codegraph remove", "codegraph remove path/to/repo --yes"),
    ),
    Capability(
        "vectors",
        Group.UPKEEP,
        "What the vectors of an index are, and whether their LanceDB table is up to date",
        "VectorsRequest",
        "VectorsAnswer",
        "vectors:vectors",
        False,
        ("codegraph vectors", "codegraph vectors --sync"),
        "Every generation carries its vectors with it, and searching needs no more. The LanceDB table beside the "
        "index, or at the place that `vectors_uri` names, is a copy for other readers and for very large indexes. "
        "`--sync` brings it up to date, and builds it anew where it is damaged.",
    ),
    Capability(
        "gc",
        Group.UPKEEP,
        "Delete indexes of repositories that are gone, and cached facts nobody needs",
        "GcRequest",
        "GcAnswer",
        "lifecycle:gc",
        False,
        ("codegraph gc --dry-run", "codegraph gc"),
    ),
    *memory.CAPABILITIES,
    *facts.CAPABILITIES,
    *review.CAPABILITIES,
    *provenance.CAPABILITIES,
    *learning.CAPABILITIES,
)

BY_NAME = {c.name: c for c in CAPABILITIES}


def request_type(capability: Capability) -> type:
    return _named("requests", capability.request)


def answer_type(capability: Capability) -> type:
    return _named("answers", capability.answer)


def _named(module: str, place: str) -> Any:
    package, _, name = place.rpartition(":")
    return getattr(import_module(".".join(filter(None, ("codegraph.operations", package, module)))), name)


def handler(capability: Capability) -> Any:
    """The capability's function (Context, request) -> Answer. Imports its module, and what that needs, now."""
    module, name = capability.handler.split(":")
    return getattr(import_module(f"codegraph.operations.{module}"), name)
