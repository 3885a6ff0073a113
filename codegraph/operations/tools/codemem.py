"""Toolset `codemem`: tools about code and about the store as a whole.

Names, parameters, defaults and return shapes are those that users of that system know. A symbol is named by its id
everywhere: as `qualified_name`, as the `id` of a node and at both ends of an edge.
"""

from __future__ import annotations

from codegraph.operations.capabilities import CAPABILITIES
from codegraph.operations.tools.codemem_kinds import SEARCHED
from codegraph.operations.tools.tool_spec import (
    Argument,
    Column,
    Effect,
    Projection,
    Tool,
    Toolset,
    accept,
    bind_toolset,
    require,
)

_adapt = bind_toolset(Toolset.CODEMEM, CAPABILITIES, idempotent=True)


def _accept_k(name: str, default: int) -> Argument:
    return accept(name, "most results", int, default, low=1, high=1_000)


def _accept_depth(name: str, default: int, low: int = 1, help: str = "most hops") -> Argument:
    return accept(name, help, int, default, low=low, high=20)


def _list_node(place: str) -> Projection:
    """Return what is told of a symbol, which lies at `place`."""
    return (
        Column("id", f"{place}.id"),
        Column("kind", place, by="current:tell_kind"),
        Column("label", place, by="current:label"),
    )


def _list_weight(name: str, help: str) -> Argument:
    return accept(name, help, float, low=0.0, high=1_000.0)


PLACE: Projection = (
    Column("file_path", "details.symbol.path"),
    Column("line_start", "details.symbol.start_line"),
    Column("line_end", "details.symbol.end_line"),
)
SIGNATURE = Column("signature", "details.signature")
VISIBILITY = Column("visibility", "details.visibility")
DOC = Column("doc_comment", "details.doc", by="symbols:cut_doc")
NAMED: Projection = (
    Column("name", "details.symbol.name"),
    Column("qualified_name", "details.symbol.id"),
    Column("kind", "details.symbol", by="current:tell_kind"),
    SIGNATURE,
)

WEIGHTS = (
    _list_weight("vector_similarity", "vector cosine similarity (at first 0.25)"),
    _list_weight("graph_strength", "strength in the graph (0.25)"),
    _list_weight("token_overlap", "overlap of words, BM25 (0.15)"),
    _list_weight("temporal", "agreement with the query's time (0.10)"),
    _list_weight("tag_matching", "matching tags (0.10)"),
    _list_weight("importance", "importance of the memory (0.05)"),
    _list_weight("confidence", "confidence of the memory (0.05)"),
    _list_weight("recency", "recent use (0.05)"),
    _list_weight("scope", "nearness to the code in `about` of a recall, on top of the eight (0.10)"),
)

# fmt: off
TOOLS: tuple[Tool, ...] = (
    _adapt("index", "index_codebase", "Index a codebase",
        "Index a folder, or bring its index up to date: symbols, and references between them. The other tools then "
        "answer about the codebase indexed last.",
        Effect.WRITES, handler="store:index_codebase",
        arguments=(require("path", "absolute path of the folder to index"),)),
    _adapt("symbols", "search_symbols", "Search symbols",
        "Find symbols whose name contains a text, best match first. To search by meaning, use search_code.",
        handler="symbols:search_symbols",
        arguments=(
            require("query", "text to find in symbol names"),
            accept("kind", "only symbols of this kind", choices=SEARCHED),
            _accept_k("limit", 20),
        ),
        projection=(*NAMED, *PLACE, VISIBILITY, "parent")),
    _adapt("symbol", "get_symbol_info", "Show a symbol",
        "Show the signature, place, documentation and parent of one symbol, given by qualified name, suffix, id or "
        "FILE:LINE. Does not return its source.",
        handler="symbols:get_symbol_info",
        arguments=(require("qualified_name", "qualified name, such as module::Struct::method"),),
        projection=(*NAMED, VISIBILITY, *PLACE, DOC, "parent")),
    _adapt("refs", "get_dependencies", "Show the edges of a symbol",
        "List the calls, imports, inheritance and other uses that begin or end at a symbol.",
        handler="graph:get_dependencies",
        arguments=(
            require("qualified_name", "qualified name of the symbol"),
            accept("direction", "which edges", str, "both", choices=("incoming", "outgoing", "both")),
        ),
        projection=(
            Column("source", "source.id"), Column("target", "target.id"),
            Column("relationship", "kind", by="graph:tell_relationship"), Column("weight", ".", by="graph:weigh"),
        )),
    _adapt("impact", "get_impact", "What breaks if it changes",
        "List the symbols that depend on a symbol, directly and through others, up to a number of hops. Call it "
        "before you edit.",
        handler="graph:get_impact",
        arguments=(require("qualified_name", "qualified name of the symbol"), _accept_depth("depth", 2)),
        projection=(
            Column("symbol", argument="qualified_name"),
            Column("depth", argument="depth"),
            Column("direct_dependents", by="graph:keep_direct", path="reached", columns=(
                Column("source", "symbol.id"), Column("relationship", "via.kind", by="graph:tell_relationship"),
            )),
            Column("reachable_nodes", "reached", by="server.columns:count_rows"),
            Column("reachable", "reached", _list_node("symbol")),
        )),
    _adapt("impact", "review_diff", "Review a diff",
        "Review a unified diff: the symbols it changes, their dependents and tests, a risk from 0 to 1, and the "
        "memories anchored to that code.",
        handler="graph:review_diff",
        arguments=(
            require("diff", "unified diff, of a change made or still to be made",
                longest="operations.requests:LONGEST_DIFF"),
            _accept_depth("depth", 3),
        ),
        projection=(
            Column("changed_symbols", "changed", (
                *_list_node("symbol"), Column("change", "change", kind=str), Column("risk", "risk.total"),
            )),
            Column("direct_dependents", "affected", _list_node("symbol"), by="graph:keep_affected"),
            Column("transitive_dependents", "affected_total"),
            Column("affected_files", "affected", by="graph:list_files"),
            Column("tests", "tests", _list_node("symbol")),
            Column("risk_score", "risk"),
            Column("relevant_memories", "notes", (
                "id", Column("memory_type", "kind"), Column("content", "text"), Column("symbol", "target"), "state",
            )),
            Column("not_analysed", by="graph:list_unread"),
            Column("missing_co_changes", "co_changes", (
                "file", Column("changed_with", "changed"), "together", "commits", Column("confidence", "share"),
            )),
        )),
    _adapt("clusters", "get_clusters", "Find clusters",
        "List groups of symbols and memories that belong together (Louvain communities), largest first.",
        handler="ranks:get_clusters",
        arguments=(
            accept("resolution", "higher gives more, smaller clusters", float, 1.0, low=0.001, high=1000.0),
            accept("cluster_id", "only this cluster, with all of its members", int, low=0),
            accept("offset", "members of it to leave out at the beginning: where a page ended", int, 0, low=0),
        ),
        projection=(
            "cluster_count", Column("resolution", argument="resolution"), "clusters",
        )),
    _adapt("cross-repo", "get_cross_repo", "Packages and workspaces",
        "List the workspaces, packages and dependencies that the manifests of a folder declare (Cargo, npm, pnpm, "
        "Yarn, Go, Python, Maven, Gradle), and the indexed repositories they lead to.",
        handler="store:get_cross_repo",
        arguments=(accept("path", "folder to scan (default: the codebase indexed last)"),),
        projection=(
            "root",
            Column("workspaces", "manifests.workspaces", ("kind", Column("root", by="store:name_root"), "members")),
            Column("packages", "manifests.packages", ("name", "manifest")),
            Column("dependencies_count", "manifests.dependencies", by="server.columns:count_rows"),
            Column("dependencies", "manifests.dependencies", (
                "name", Column("version", ".", by="store:tell_version"), "dev", "manifest",
            )),
            # A dependency of the manifest `source` that is the package of another manifest, in an indexed repository.
            Column("links", "links", (
                Column("name", "package.name"), Column("source", "dependency.manifest"), Column("repository", "place"),
                Column("manifest", "package.manifest"),
            )),
        )),
    _adapt("rank", "get_pagerank", "Rank symbols and memories",
        "List the symbols and memories that the rest of the graph depends on most (PageRank).",
        handler="ranks:get_pagerank",
        arguments=(
            _accept_k("top_k", 20),
            accept("damping", "damping factor", float, 0.85, low=0.0, high=0.999),
            accept("offset", "results to leave out at the beginning: where a page ended", int, 0, low=0),
        ),
        projection=(Column("damping", argument="damping"), Column("top_k", argument="top_k"), "results")),
    _adapt("search", "search_code", "Search code by meaning",
        "Find functions, types and methods that fit a description, best first. Use it when you do not know the name.",
        handler="symbols:search_code",
        arguments=(require("query", "description of the code, such as: parse JSON config"), _accept_k("k", 10)),
        projection=(
            *NAMED[1:3], Column("label", "details.symbol", by="current:label"), "similarity", *PLACE, SIGNATURE, DOC,
        )),
    _adapt("", "set_scoring_weights", "Set scoring weights",
        "Set how much each signal counts when memories are recalled. Weights are normalised to a sum of 1 and kept; a"
        " weight you leave out keeps its value.",
        Effect.WRITES, handler="store:set_scoring_weights", arguments=WEIGHTS,
        projection=(
            Column("updated", value=True),
            Column("weights", ".", tuple(weight.name for weight in WEIGHTS[:-1])),  # of sum 1
            "scope",  # counts where a recall says what it is about
        )),
    _adapt("callees", "graph_traverse", "Walk the graph",
        "List the symbols, memories and runs within some steps of a start, each with the edges that lead to it: calls, "
        "contains, uses, links, anchors, citations. `direction` chooses outgoing, incoming or both.",
        handler="traverse:traverse_graph",
        arguments=(
            require("start_id", "id of a memory, or id or qualified name of a symbol"),
            _accept_depth("max_depth", 2, 0, "most steps"),
            accept("algorithm", "order", str, "bfs", choices=("bfs", "dfs")),
            accept("direction", "with edges, against them (callers, and memories anchored to a symbol), or both", str,
                "outgoing", choices=("outgoing", "incoming", "both")),
        ),
        projection=(
            "id", "kind", "label", "memory_id", "depth",
            Column("edges", columns=("source", "relationship", "target", "weight")),  # to the nodes before it
        )),
    _adapt("status", "codemem_stats", "Statistics",
        "Count memories, symbols, edges and vectors by kind, for the current codebase and every indexed one.",
        handler="store:count_store",
        projection=(
            Column("storage", ".", ("memories", Column("embeddings", "vectors"), "graph_nodes", "graph_edges")),
            Column("vector", ".", (Column("indexed", "vectors"), "dimensions", Column("metric", value="cosine"))),
            Column("graph", ".", ("nodes", "edges", "node_kinds", "relationship_types")),
            Column("embeddings", ".", (Column("available", "can_encode"), Column("cache", kind=dict[str, int] | None))),
            "repository",
            Column("repositories", columns=("root", "files", "symbols", "edges", "generation")),
            Column("languages", optional=True),  # of the current codebase, and how far each is analysed
        )),
    _adapt("doctor", "codemem_health", "Health",
        "Check whether storage, vectors, graph and encoder work.",
        handler="store:check_store"),
)
# fmt: on
