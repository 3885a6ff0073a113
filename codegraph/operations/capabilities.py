"""Every capability, as static data.

Command-line verbs, tools and reference pages are made from this table. Importing it costs nothing: requests, answers
and handlers are named, and loaded when a capability is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from codegraph.operations.capability import Capability, Group, define_verbs
from codegraph.operations.facts import capabilities as facts
from codegraph.operations.learning import capabilities as learning
from codegraph.operations.memory import capabilities as memory
from codegraph.operations.provenance import capabilities as provenance
from codegraph.operations.review import capabilities as review

_index = define_verbs(group=Group.INDEX)
_look_up = define_verbs(group=Group.LOOK_UP)
_graph = define_verbs(group=Group.GRAPH)
_upkeep = define_verbs(group=Group.UPKEEP)
_coverage = define_verbs("coverage", "coverage", Group.UPKEEP)
_import = define_verbs("imports", "import", Group.UPKEEP)
_fleet = define_verbs("fleet", "fleet", Group.INDEX)
_token = define_verbs("access", "token", Group.UPKEEP)
_savings = define_verbs("savings", group=Group.UPKEEP)

CAPABILITIES: tuple[Capability, ...] = (
    _index(
        "index",
        "Index a repository, or bring its index up to date",
        "lifecycle:index(IndexRequest) -> IndexAnswer",
        "codegraph index",
        "codegraph index path/to/repo --full",
        about="Reads every source file, resolves names across files and publishes the result at once. Nothing is "
        "written into the repository. A file that cannot be parsed is listed with the reason; the rest is indexed. "
        "While another process indexes the same repository, this one waits and uses its result.",
    ),
    _index(
        "status",
        "Show what the index holds, how fresh it is, and what it leaves out",
        "lifecycle:show_status(StatusRequest) -> StatusAnswer",
        "codegraph status",
        "codegraph status --files",
        reads=True,
    ),
    _index(
        "list",
        "List the indexed repositories",
        "lifecycle:list_indexes(ListRequest) -> ListAnswer",
        "codegraph list",
        "codegraph list --json",
        reads=True,
    ),
    _index(
        "languages",
        "List the languages, how far each is analysed, and its files here",
        "languages:show_languages(LanguagesRequest) -> LanguagesAnswer",
        "codegraph languages",
        "codegraph languages --here",
        reads=True,
        about="A resolved language has symbols and edges. A structural one has symbols, outlines and anchors; its "
        "names are search hits and never edges. Text is searched. A repository adds a structural language with a "
        "table in `.codegraph/languages/NAME.toml`.",
    ),
    _look_up(
        "explore",
        "Show how something works, or how one symbol reaches another",
        "explore:explore(ExploreRequest) -> ExploreAnswer",
        "codegraph explore 'how are orders stored'",
        "codegraph explore 'how does main reach Store.save'",
        reads=True,
        about="Shows the symbols that the question names or describes, with their source, callers and callees. For two "
        "named symbols it also shows the path between them, and how much depends on the first.",
    ),
    _look_up(
        "symbol",
        "Show one symbol: signature, documentation, source, callers and callees",
        "symbols:describe_symbol(SymbolRequest) -> SymbolAnswer",
        "codegraph symbol Store.save",
        "codegraph symbol src/store.py:42",
        reads=True,
    ),
    _look_up(
        "search",
        "Find the code that answers a question",
        "search:search(SearchRequest) -> SearchAnswer",
        "codegraph search 'where are retries limited'",
        "codegraph search parse_header --explain --path src",
        reads=True,
        about="Ranks parts of all text files by their words, meaning, definitions and paths, and by how the files use "
        "each other. Tests, examples, generated and vendored code come last unless the query asks for them. Works "
        "offline; `--lexical` searches without vectors.",
    ),
    _look_up(
        "locate",
        "Find the likely cause of an issue or a traceback",
        "locate:locate(LocateRequest) -> LocateAnswer",
        "codegraph locate 'the cache is never cleared'",
        "codegraph locate --issue report.md --limit 5",
        reads=True,
        about="Reads the title, the text, quoted code, errors, names, paths and stack frames each on their own, "
        "without what a form asked for, and considers how files use each other and which changed together.",
    ),
    _look_up(
        "symbols",
        "Find symbols by name, words of a name, or documentation",
        "symbols:search_symbols(SymbolsRequest) -> SymbolsAnswer",
        "codegraph symbols 'parse header'",
        "codegraph symbols save --kind method --path src",
        reads=True,
    ),
    _look_up(
        "refs",
        "List every reference to a symbol, and how each is known",
        "edges:list_references(RefsRequest) -> RefsAnswer",
        "codegraph refs Store",
        "codegraph refs Store.save --kind calls",
        reads=True,
    ),
    _look_up(
        "callers",
        "List the callers of a symbol, or the users of a variable",
        "edges:list_callers(CallersRequest) -> CallersAnswer",
        "codegraph callers Store.save",
        "codegraph callers Store.save --depth 2 --resolution exact,typed",
        reads=True,
    ),
    _look_up(
        "callees",
        "List what a symbol calls",
        "edges:list_callees(CalleesRequest) -> CalleesAnswer",
        "codegraph callees Store.save",
        "codegraph callees main --depth 2",
        reads=True,
    ),
    _look_up(
        "unresolved",
        "List references whose definition is unknown",
        "edges:list_unresolved(UnresolvedRequest) -> UnresolvedAnswer",
        "codegraph unresolved",
        "codegraph unresolved save --path src",
        reads=True,
    ),
    _look_up(
        "routes",
        "List the routes of web applications, with handlers, requests and tests",
        "routes:list_routes(RoutesRequest) -> RoutesAnswer",
        "codegraph routes users",
        "codegraph routes --check --path services/api",
        reads=True,
        about="A route is a symbol, such as `http:GET /users/{id}`. It leads to the function that handles it, and "
        "requests in any language lead to it. docs/frameworks.md lists the frameworks. A path, router or handler that "
        "cannot be decided is listed with the reason and is no route.",
    ),
    _graph(
        "path",
        "Find the shortest path from one symbol to another",
        "reach:find_path(PathRequest) -> PathAnswer",
        "codegraph path main Store.save",
        "codegraph path main Store --kind calls,references",
        reads=True,
    ),
    _graph(
        "impact",
        "List what depends on a symbol or a change, and which tests to run",
        "reach:show_impact(ImpactRequest) -> ImpactAnswer",
        "codegraph impact Store.save --depth 5",
        "codegraph impact --base main --output impact.md",
        reads=True,
        about="With `--base` or `--diff`, compares the syntax of both states: edits of comments, layout or "
        "documentation do not count. Each changed symbol gets a risk from 0 to 1: 0.30 reach + 0.20 centrality + 0.25 "
        "change + 0.10 churn + 0.15 untested. An existing index is refreshed first. Your checkout stays as it is.",
    ),
    _graph(
        "changes",
        "List the symbols that the work tree adds, edits and removes",
        "changes:list_changes(ChangesRequest) -> ChangesAnswer",
        "codegraph changes",
        "codegraph changes --base main --json",
        reads=True,
        about="Compares the syntax of both states, as `impact --base` does, and stops there: what depends on a "
        "change, what it breaks and which tests to run is what `impact` tells.",
    ),
    _graph(
        "cycles",
        "Find files that import each other, and functions that call each other, in a cycle",
        "structure:list_cycles(CyclesRequest) -> CyclesAnswer",
        "codegraph cycles",
        "codegraph cycles --kind imports",
        reads=True,
    ),
    _graph(
        "clusters",
        "Group the symbols that work together",
        "clusters:list_clusters(ClustersRequest) -> ClustersAnswer",
        "codegraph clusters",
        "codegraph clusters --granularity 2",
        reads=True,
    ),
    _graph(
        "rank",
        "Rank the symbols that the rest of the code depends on most",
        "structure:rank(RankRequest) -> RankAnswer",
        "codegraph rank",
        "codegraph rank --by betweenness --kind class",
        reads=True,
    ),
    _graph(
        "dead-code",
        "List symbols that nothing in the repository uses",
        "deadcode:find_dead_code(DeadCodeRequest) -> DeadCodeAnswer",
        "codegraph dead-code",
        "codegraph dead-code --path src",
        reads=True,
    ),
    _graph(
        "graph",
        "Draw a part of the graph as Mermaid or DOT",
        "diagram:draw_graph(GraphRequest) -> GraphAnswer",
        "codegraph graph Store.save",
        "codegraph graph --clusters --format dot",
        reads=True,
    ),
    _graph(
        "export",
        "Write the whole graph as JSON lines, GraphML, GEXF, Parquet or SCIP",
        "export:export(ExportRequest) -> ExportAnswer",
        "codegraph export --format jsonl -o graph.jsonl",
        "codegraph export path/to/repo --format graphml",
        about="Creates or refreshes the index first. In JSON lines, each line is one object: first all symbols as "
        '{"type":"symbol",…}, then all edges as {"type":"edge",…}. Line numbers start at 1 and point to the name; a '
        "module has line 0. Edges into libraries are left out unless you add --external.",
    ),
    _graph(
        "cross-repo",
        "List packages and dependencies, and the indexed repositories they come from",
        "crossrepo:cross_repo(CrossRepoRequest) -> CrossRepoAnswer",
        "codegraph cross-repo",
        "codegraph cross-repo path/to/monorepo --json",
        reads=True,
        about="Reads the manifests of Cargo, npm, pnpm, Yarn, Go, Python (PEP 621, Poetry, uv), Maven and Gradle. It "
        "runs no build script, so computed dependencies are unknown. A dependency is linked to the package of that "
        "name in this repository or in another indexed one.",
    ),
    _coverage(
        "import",
        "Record which tests ran which code, from a coverage file",
        "run_records:import_record(ImportRequest) -> ImportAnswer",
        "codegraph coverage import .coverage",
        "codegraph coverage import coverage.json --commit v1.2.0",
        about="Reads a database or `coverage json --show-contexts` of coverage.py, an lcov tracefile, or a Go cover "
        "profile. Lines are mapped to symbols at the revision of the run, so an old record stays useful. `impact` "
        "shows such edges as `observed`. A newer record of a test replaces its older one.",
    ),
    _coverage(
        "show",
        "List the recorded test runs and their revisions",
        "run_records:show(ShowRequest) -> ShowAnswer",
        "codegraph coverage show",
        "codegraph coverage show --json",
        reads=True,
    ),
    _coverage(
        "clear",
        "Delete all recorded test runs",
        "run_records:clear(ClearRequest) -> ClearAnswer",
        "codegraph coverage clear",
        "codegraph coverage clear --json",
    ),
    _import(
        "scip",
        "Add the edges that a compiler-grade indexer found, from an index in SCIP",
        "sources:import_scip(ScipRequest) -> ScipAnswer",
        "codegraph import scip index.scip",
        "codegraph import scip index.scip --json",
        about="Definitions are matched by their places. `callers`, `callees` and `refs` show what the graph does not "
        "have as `observed`, with the indexer. An edge counts while the file that it was found in stays as it was. "
        "Importing again replaces what the same indexer found before.",
    ),
    _import(
        "show",
        "List the indexers whose edges are kept",
        "sources:list_sources(SourcesRequest) -> SourcesAnswer",
        "codegraph import show",
        "codegraph import show --json",
        reads=True,
    ),
    _import(
        "remove",
        "Forget the edges of an indexer",
        "sources:remove_source(RemoveRequest) -> RemoveAnswer",
        "codegraph import remove scip-python",
        "codegraph import remove scip-python --json",
    ),
    _upkeep(
        "why-ignored",
        "Explain why a file is or is not in the index",
        "ignored_paths:explain_ignored(WhyIgnoredRequest) -> WhyIgnoredAnswer",
        "codegraph why-ignored build/out.js",
        "codegraph why-ignored src --json",
        reads=True,
    ),
    _upkeep(
        "doctor",
        "Check the installation, the grammars and the index",
        "doctor:run_doctor(DoctorRequest) -> DoctorAnswer",
        "codegraph doctor",
        "codegraph doctor --verify",
        reads=True,
    ),
    _upkeep(
        "config show",
        "Show the current settings",
        "settings:show(ConfigShowRequest) -> ConfigShowAnswer",
        "codegraph config show",
        "codegraph config show --origin",
        reads=True,
    ),
    _upkeep(
        "config set",
        "Change a setting in the repository's codegraph.toml",
        "settings:set_value(ConfigSetRequest) -> ConfigSetAnswer",
        "codegraph config set max_file_bytes 2000000",
        "codegraph config set exclude '[\"vendor/\"]'",
    ),
    _upkeep(
        "remove",
        "Delete the index of a repository; the repository is not touched",
        "lifecycle:remove(RemoveRequest) -> RemoveAnswer",
        "codegraph remove",
        "codegraph remove path/to/repo --yes",
    ),
    _upkeep(
        "vectors",
        "Show the vectors of an index, and the state of their LanceDB table",
        "vectors:show_vectors(VectorsRequest) -> VectorsAnswer",
        "codegraph vectors",
        "codegraph vectors --sync",
        about="Search reads only the vectors in the index. Every `codegraph index` updates the LanceDB table beside "
        "it or at `vectors_uri`, for other programs. `--sync` does so now, and rebuilds a damaged one.",
    ),
    _index(
        "publish",
        "Publish the index of a commit, for others to start from",
        "publication:publish(PublishRequest) -> PublishAnswer",
        "codegraph publish s3://bucket/codegraph --keep 50",
        "codegraph publish file:///srv/codegraph",
        about="Brings the index up to date first. The work tree must be as committed. Parts that an earlier "
        "publication has are not sent again, and the commit becomes visible at the end, whole. Credentials come from "
        "the environment, as the provider's own tools read them. With `publish_key_variable` the publication is "
        "signed.",
    ),
    _index(
        "pull",
        "Start an index from a published one, and index only what differs",
        "publication:pull(PullRequest) -> PullAnswer",
        "codegraph pull s3://bucket/codegraph",
        "codegraph pull",
        about="Takes the published commit that is nearest to yours. What arrives is verified before it is opened; what "
        "cannot be used is indexed here instead. With `remote_uri` set, the first `codegraph index` of a work tree "
        "does the same. With `remote_key` only what is signed with that key is used.",
    ),
    _fleet(
        "index",
        "Index and publish many repositories, here or on a Ray cluster",
        "fleet_indexing:index_fleet(FleetIndexRequest) -> FleetAnswer",
        "codegraph fleet index list.txt --to s3://bucket/codegraph",
        "codegraph fleet index list.txt --engine ray",
        about="Each line of the file is a task: clone, index, publish. What is published at its commit is skipped, so "
        "a fleet that was interrupted goes on where it was. A repository that fails is a row with the reason, and the "
        "exit code is 1. With `--engine ray` the tasks run where RAY_ADDRESS says, else on this machine; scheduling, "
        "retries and limits of memory are Ray's.",
    ),
    _token(
        "add",
        "Give a person a token for a team's server",
        "token_grants:add(TokenAddRequest) -> TokenAddAnswer",
        "codegraph token add ann --namespace api,web",
        "codegraph token add ci --namespace 'team-*' --days 365",
        about="Prints the token once; the file keeps a digest of it. `codegraph serve --published` asks for a token "
        "with every request.",
    ),
    _token(
        "revoke",
        "Remove the tokens of a person, or one of them",
        "token_grants:revoke(TokenRevokeRequest) -> TokenRevokeAnswer",
        "codegraph token revoke ann",
        "codegraph token revoke 4f1c0a9be2d7",
    ),
    _token(
        "list",
        "List the tokens, without their secrets",
        "token_grants:list_all(TokenListRequest) -> TokenListAnswer",
        "codegraph token list",
        "codegraph token list --json",
        reads=True,
    ),
    _savings(
        "savings",
        "Compare the tokens that agents were served with those of the files named",
        "token_savings:count_savings(SavingsRequest) -> SavingsAnswer",
        "codegraph savings",
        "codegraph savings --since 2026-01-31 --json",
        reads=True,
        about="`codegraph serve` keeps a log of its answers about code: tools, files and numbers of tokens, no "
        "contents. The setting `access_log` turns it off. The method and its limits are printed with the numbers; "
        "they say nothing of cost.",
    ),
    _upkeep(
        "gc",
        "Delete the indexes of removed repositories, and unused cache entries",
        "lifecycle:remove_garbage(GcRequest) -> GcAnswer",
        "codegraph gc --dry-run",
        "codegraph gc",
    ),
    *memory.CAPABILITIES,
    *facts.CAPABILITIES,
    *review.CAPABILITIES,
    *provenance.CAPABILITIES,
    *learning.CAPABILITIES,
)

BY_NAME = {c.name: c for c in CAPABILITIES}


def request_type(capability: Capability) -> type:
    return load_class("requests", capability.request)


def answer_type(capability: Capability) -> type:
    return load_class("answers", capability.answer)


def load_class(module: str, place: str) -> Any:
    """Import a class of requests or answers that a capability names."""
    package, _, name = place.rpartition(":")
    return getattr(import_module(".".join(filter(None, ("codegraph.operations", package, module)))), name)


def load_handler(capability: Capability) -> Any:
    """Load the capability's function (Context, request) -> Answer.

    This imports its module and the dependencies of that.
    """
    module, name = capability.handler.split(":")
    return getattr(import_module(f"codegraph.operations.{module}"), name)
