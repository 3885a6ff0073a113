"""Every capability, as static data.

Command-line verbs, tools and reference pages are made from this table. Importing it costs nothing: requests, answers
and handlers are named, and loaded when a capability is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from codegraph.operations.capability import Capability, Group
from codegraph.operations.facts import capabilities as facts
from codegraph.operations.learning import capabilities as learning
from codegraph.operations.memory import capabilities as memory
from codegraph.operations.provenance import capabilities as provenance
from codegraph.operations.review import capabilities as review

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
        "Reads every source file, resolves names across files and publishes the result at once. Nothing is written "
        "into the repository. A file that cannot be parsed is listed with the reason; the rest is indexed. While "
        "another process indexes the same repository, this one waits and uses its result.",
    ),
    Capability(
        "status",
        Group.INDEX,
        "Show what the index holds, how fresh it is, and what it leaves out",
        "StatusRequest",
        "StatusAnswer",
        "lifecycle:show_status",
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
        "languages",
        Group.INDEX,
        "List the languages, how far each is analysed, and its files here",
        "LanguagesRequest",
        "LanguagesAnswer",
        "languages:show_languages",
        True,
        ("codegraph languages", "codegraph languages --here"),
        "A resolved language has symbols and edges. A structural one has symbols, outlines and anchors; its names are "
        "search hits and never edges. Text is searched. A repository adds a structural language with a table in "
        "`.codegraph/languages/NAME.toml`.",
    ),
    Capability(
        "explore",
        Group.LOOK_UP,
        "Show how something works, or how one symbol reaches another",
        "ExploreRequest",
        "ExploreAnswer",
        "explore:explore",
        True,
        ("codegraph explore 'how are orders stored'", "codegraph explore 'how does main reach Store.save'"),
        "Shows the symbols that the question names or describes, with their source, callers and callees. For two "
        "named symbols it also shows the path between them, and how much depends on the first.",
    ),
    Capability(
        "symbol",
        Group.LOOK_UP,
        "Show one symbol: signature, documentation, source, callers and callees",
        "SymbolRequest",
        "SymbolAnswer",
        "symbols:describe_symbol",
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
        "Ranks parts of all text files by their words, meaning, definitions and paths, and by how the files use each "
        "other. Tests, examples, generated and vendored code come last unless the query asks for them. Works "
        "offline; `--lexical` searches without vectors.",
    ),
    Capability(
        "locate",
        Group.LOOK_UP,
        "Find the likely cause of an issue or a traceback",
        "LocateRequest",
        "LocateAnswer",
        "locate:locate",
        True,
        ("codegraph locate 'the cache is never cleared'", "codegraph locate --issue report.md --limit 5"),
        "Reads the title, the text, quoted code, errors, names, paths and stack frames each on their own, without what "
        "a form asked for, and considers how files use each other and which changed together.",
    ),
    Capability(
        "symbols",
        Group.LOOK_UP,
        "Find symbols by name, words of a name, or documentation",
        "SymbolsRequest",
        "SymbolsAnswer",
        "symbols:search_symbols",
        True,
        ("codegraph symbols 'parse header'", "codegraph symbols save --kind method --path src"),
    ),
    Capability(
        "refs",
        Group.LOOK_UP,
        "List every reference to a symbol, and how each is known",
        "RefsRequest",
        "RefsAnswer",
        "edges:list_references",
        True,
        ("codegraph refs Store", "codegraph refs Store.save --kind calls"),
    ),
    Capability(
        "callers",
        Group.LOOK_UP,
        "List the callers of a symbol, or the users of a variable",
        "CallersRequest",
        "CallersAnswer",
        "edges:list_callers",
        True,
        ("codegraph callers Store.save", "codegraph callers Store.save --depth 2 --resolution exact,typed"),
    ),
    Capability(
        "callees",
        Group.LOOK_UP,
        "List what a symbol calls",
        "CalleesRequest",
        "CalleesAnswer",
        "edges:list_callees",
        True,
        ("codegraph callees Store.save", "codegraph callees main --depth 2"),
    ),
    Capability(
        "unresolved",
        Group.LOOK_UP,
        "List references whose definition is unknown",
        "UnresolvedRequest",
        "UnresolvedAnswer",
        "edges:list_unresolved",
        True,
        ("codegraph unresolved", "codegraph unresolved save --path src"),
    ),
    Capability(
        "routes",
        Group.LOOK_UP,
        "List the routes of web applications, with handlers, requests and tests",
        "RoutesRequest",
        "RoutesAnswer",
        "routes:list_routes",
        True,
        ("codegraph routes users", "codegraph routes --check --path services/api"),
        "A route is a symbol, such as `http:GET /users/{id}`. It leads to the function that handles it, and requests "
        "in any language lead to it. docs/frameworks.md lists the frameworks. A path, router or handler that cannot "
        "be decided is listed with the reason and is no route.",
    ),
    Capability(
        "path",
        Group.GRAPH,
        "Find the shortest path from one symbol to another",
        "PathRequest",
        "PathAnswer",
        "reach:find_path",
        True,
        ("codegraph path main Store.save", "codegraph path main Store --kind calls,references"),
    ),
    Capability(
        "impact",
        Group.GRAPH,
        "List what depends on a symbol or a change, and which tests to run",
        "ImpactRequest",
        "ImpactAnswer",
        "reach:show_impact",
        True,
        ("codegraph impact Store.save --depth 5", "codegraph impact --base main --output impact.md"),
        "With `--base` or `--diff`, compares the syntax of both states: edits of comments, layout or documentation do "
        "not count. Each changed symbol gets a risk from 0 to 1: 0.30 reach + 0.20 centrality + 0.25 change + "
        "0.10 churn + 0.15 untested. An existing index is refreshed first. Your checkout stays as it is.",
    ),
    Capability(
        "changes",
        Group.GRAPH,
        "List the symbols that the work tree adds, edits and removes",
        "ChangesRequest",
        "ChangesAnswer",
        "changes:list_changes",
        True,
        ("codegraph changes", "codegraph changes --base main --json"),
        "Compares the syntax of both states, as `impact --base` does, and stops there: what depends on a change, what "
        "it breaks and which tests to run is what `impact` tells.",
    ),
    Capability(
        "cycles",
        Group.GRAPH,
        "Find files that import each other, and functions that call each other, in a cycle",
        "CyclesRequest",
        "CyclesAnswer",
        "structure:list_cycles",
        True,
        ("codegraph cycles", "codegraph cycles --kind imports"),
    ),
    Capability(
        "clusters",
        Group.GRAPH,
        "Group the symbols that work together",
        "ClustersRequest",
        "ClustersAnswer",
        "clusters:list_clusters",
        True,
        ("codegraph clusters", "codegraph clusters --granularity 2"),
    ),
    Capability(
        "rank",
        Group.GRAPH,
        "Rank the symbols that the rest of the code depends on most",
        "RankRequest",
        "RankAnswer",
        "structure:rank",
        True,
        ("codegraph rank", "codegraph rank --by betweenness --kind class"),
    ),
    Capability(
        "dead-code",
        Group.GRAPH,
        "List symbols that nothing in the repository uses",
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
        "diagram:draw_graph",
        True,
        ("codegraph graph Store.save", "codegraph graph --clusters --format dot"),
    ),
    Capability(
        "export",
        Group.GRAPH,
        "Write the whole graph as JSON lines, GraphML, GEXF, Parquet or SCIP",
        "ExportRequest",
        "ExportAnswer",
        "export:export",
        False,
        ("codegraph export --format jsonl -o graph.jsonl", "codegraph export path/to/repo --format graphml"),
        "Creates or refreshes the index first. In JSON lines, each line is one object: first all symbols as "
        '{"type":"symbol",…}, then all edges as {"type":"edge",…}. Line numbers start at 1 and point to the name; a '
        "module has line 0. Edges into libraries are left out unless you add --external.",
    ),
    Capability(
        "cross-repo",
        Group.GRAPH,
        "List packages and dependencies, and the indexed repositories they come from",
        "CrossRepoRequest",
        "CrossRepoAnswer",
        "crossrepo:cross_repo",
        True,
        ("codegraph cross-repo", "codegraph cross-repo path/to/monorepo --json"),
        "Reads the manifests of Cargo, npm, pnpm, Yarn, Go, Python (PEP 621, Poetry, uv), Maven and Gradle. It runs "
        "no build script, so computed dependencies are unknown. A dependency is linked to the package of that name "
        "in this repository or in another indexed one.",
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
        "Lines are mapped to symbols at the revision of the run, so an old record stays useful. `impact` shows such "
        "edges as `observed`. A newer record of a test replaces its older one.",
    ),
    Capability(
        "coverage show",
        Group.UPKEEP,
        "List the recorded test runs and their revisions",
        "coverage:ShowRequest",
        "coverage:ShowAnswer",
        "coverage.recorded:show",
        True,
        ("codegraph coverage show", "codegraph coverage show --json"),
    ),
    Capability(
        "coverage clear",
        Group.UPKEEP,
        "Delete all recorded test runs",
        "coverage:ClearRequest",
        "coverage:ClearAnswer",
        "coverage.recorded:clear",
        False,
        ("codegraph coverage clear", "codegraph coverage clear --json"),
    ),
    Capability(
        "import scip",
        Group.UPKEEP,
        "Add the edges that a compiler-grade indexer found, from an index in SCIP",
        "imports:ScipRequest",
        "imports:ScipAnswer",
        "imports.importing:import_scip",
        False,
        ("codegraph import scip index.scip", "codegraph import scip index.scip --json"),
        "Definitions are matched by their places. `callers`, `callees` and `refs` show what the graph does not have as "
        "`observed`, with the indexer. An edge counts while the file that it was found in stays as it was. Importing "
        "again replaces what the same indexer found before.",
    ),
    Capability(
        "import show",
        Group.UPKEEP,
        "List the indexers whose edges are kept",
        "imports:SourcesRequest",
        "imports:SourcesAnswer",
        "imports.importing:list_sources",
        True,
        ("codegraph import show", "codegraph import show --json"),
    ),
    Capability(
        "import remove",
        Group.UPKEEP,
        "Forget the edges of an indexer",
        "imports:RemoveRequest",
        "imports:RemoveAnswer",
        "imports.importing:remove_source",
        False,
        ("codegraph import remove scip-python", "codegraph import remove scip-python --json"),
    ),
    Capability(
        "why-ignored",
        Group.UPKEEP,
        "Explain why a file is or is not in the index",
        "WhyIgnoredRequest",
        "WhyIgnoredAnswer",
        "ignored:explain_ignored",
        True,
        ("codegraph why-ignored build/out.js", "codegraph why-ignored src --json"),
    ),
    Capability(
        "doctor",
        Group.UPKEEP,
        "Check the installation, the grammars and the index",
        "DoctorRequest",
        "DoctorAnswer",
        "doctor:run_doctor",
        True,
        ("codegraph doctor", "codegraph doctor --verify"),
    ),
    Capability(
        "config show",
        Group.UPKEEP,
        "Show the current settings",
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
        "Delete the index of a repository; the repository is not touched",
        "RemoveRequest",
        "RemoveAnswer",
        "lifecycle:remove",
        False,
        ("codegraph remove", "codegraph remove path/to/repo --yes"),
    ),
    Capability(
        "vectors",
        Group.UPKEEP,
        "Show the vectors of an index, and the state of their LanceDB table",
        "VectorsRequest",
        "VectorsAnswer",
        "vectors:show_vectors",
        False,
        ("codegraph vectors", "codegraph vectors --sync"),
        "Search reads only the vectors in the index. Every `codegraph index` updates the LanceDB table beside it or at "
        "`vectors_uri`, for other programs. `--sync` does so now, and rebuilds a damaged one.",
    ),
    Capability(
        "publish",
        Group.INDEX,
        "Publish the index of a commit, for others to start from",
        "PublishRequest",
        "PublishAnswer",
        "publication:publish",
        False,
        ("codegraph publish s3://bucket/codegraph --keep 50", "codegraph publish file:///srv/codegraph"),
        "Brings the index up to date first. The work tree must be as committed. Parts that an earlier publication has "
        "are not sent again, and the commit becomes visible at the end, whole. Credentials come from the environment, "
        "as the provider's own tools read them. With `publish_key_variable` the publication is signed.",
    ),
    Capability(
        "pull",
        Group.INDEX,
        "Start an index from a published one, and index only what differs",
        "PullRequest",
        "PullAnswer",
        "publication:pull",
        False,
        ("codegraph pull s3://bucket/codegraph", "codegraph pull"),
        "Takes the published commit that is nearest to yours. What arrives is verified before it is opened; what "
        "cannot be used is indexed here instead. With `remote_uri` set, the first `codegraph index` of a work tree "
        "does the same. With `remote_key` only what is signed with that key is used.",
    ),
    Capability(
        "fleet index",
        Group.INDEX,
        "Index and publish many repositories, here or on a Ray cluster",
        "fleet:FleetIndexRequest",
        "fleet:FleetAnswer",
        "fleet.fleet_indexing:index_fleet",
        False,
        (
            "codegraph fleet index list.txt --to s3://bucket/codegraph",
            "codegraph fleet index list.txt --engine ray",
        ),
        "Each line of the file is a task: clone, index, publish. What is published at its commit is skipped, so a "
        "fleet that was interrupted goes on where it was. A repository that fails is a row with the reason, and the "
        "exit code is 1. With `--engine ray` the tasks run where RAY_ADDRESS says, else on this machine; scheduling, "
        "retries and limits of memory are Ray's.",
    ),
    Capability(
        "token add",
        Group.UPKEEP,
        "Give a person a token for a team's server",
        "access:TokenAddRequest",
        "access:TokenAddAnswer",
        "access.granting:add",
        False,
        ("codegraph token add ann --namespace api,web", "codegraph token add ci --namespace 'team-*' --days 365"),
        "Prints the token once; the file keeps a digest of it. `codegraph serve --published` asks for a token with "
        "every request.",
    ),
    Capability(
        "token revoke",
        Group.UPKEEP,
        "Remove the tokens of a person, or one of them",
        "access:TokenRevokeRequest",
        "access:TokenRevokeAnswer",
        "access.granting:revoke",
        False,
        ("codegraph token revoke ann", "codegraph token revoke 4f1c0a9be2d7"),
    ),
    Capability(
        "token list",
        Group.UPKEEP,
        "List the tokens, without their secrets",
        "access:TokenListRequest",
        "access:TokenListAnswer",
        "access.granting:list_all",
        True,
        ("codegraph token list", "codegraph token list --json"),
    ),
    Capability(
        "savings",
        Group.UPKEEP,
        "Compare the tokens that agents were served with those of the files named",
        "savings:SavingsRequest",
        "savings:SavingsAnswer",
        "savings.counting:count_savings",
        True,
        ("codegraph savings", "codegraph savings --since 2026-01-31 --json"),
        "`codegraph serve` keeps a log of its answers about code: tools, files and numbers of tokens, no contents. The "
        "setting `access_log` turns it off. The method and its limits are printed with the numbers; they say nothing "
        "of cost.",
    ),
    Capability(
        "gc",
        Group.UPKEEP,
        "Delete the indexes of removed repositories, and unused cache entries",
        "GcRequest",
        "GcAnswer",
        "lifecycle:remove_garbage",
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
    return _load_named("requests", capability.request)


def answer_type(capability: Capability) -> type:
    return _load_named("answers", capability.answer)


def _load_named(module: str, place: str) -> Any:
    package, _, name = place.rpartition(":")
    return getattr(import_module(".".join(filter(None, ("codegraph.operations", package, module)))), name)


def load_handler(capability: Capability) -> Any:
    """Load the capability's function (Context, request) -> Answer.

    This imports its module and the dependencies of that.
    """
    module, name = capability.handler.split(":")
    return getattr(import_module(f"codegraph.operations.{module}"), name)
