"""The toolset `codemem`: names, parameters, defaults and return shapes that users of that system know.

Here are the tools about code, and those about the store as a whole.
"""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.CODEMEM

TOOLS: tuple[Tool, ...] = (
    Tool(
        "index_codebase", _SET, "Index a codebase",
        "Index a folder, or bring its index up to date: symbols, and references between them. The other tools then "
        "answer about the codebase indexed last.",
        "models:IndexCodebaseInput", "models:IndexCodebaseOutput", "indexing:index_codebase",
        Effect.WRITES, twin="index",
    ),
    Tool(
        "search_symbols", _SET, "Search symbols",
        "Find symbols whose name contains a text, best match first. To search by meaning, use search_code.",
        "models:SearchSymbolsInput", "models:SymbolsOutput", "symbols:search_symbols", twin="symbols",
    ),
    Tool(
        "get_symbol_info", _SET, "Show a symbol",
        "Show the signature, place, documentation and parent of one symbol, given by qualified name, suffix, id or "
        "FILE:LINE. Does not return its source.",
        "models:SymbolInput", "models:SymbolInfo", "symbols:get_symbol_info", twin="symbol",
    ),
    Tool(
        "get_dependencies", _SET, "Show the edges of a symbol",
        "List the calls, imports, inheritance and other uses that begin or end at a symbol.",
        "models:DependenciesInput", "models:DependenciesOutput", "graph:get_dependencies", twin="refs",
    ),
    Tool(
        "get_impact", _SET, "What breaks if it changes",
        "List the symbols that depend on a symbol, directly and through others, up to a number of hops. Call it "
        "before you edit.",
        "models:ImpactInput", "models:ImpactOutput", "graph:get_impact", twin="impact",
    ),
    Tool(
        "review_diff", _SET, "Review a diff",
        "Review a unified diff: the symbols it changes, their dependents and tests, a risk from 0 to 1, and the "
        "memories anchored to that code.",
        "models:ReviewDiffInput", "models:ReviewDiffOutput", "review:review_diff", twin="impact",
    ),
    Tool(
        "get_clusters", _SET, "Find clusters",
        "List groups of symbols and memories that belong together (Louvain communities), largest first.",
        "models:ClustersInput", "models:ClustersOutput", "ranks:get_clusters", twin="clusters",
    ),
    Tool(
        "get_cross_repo", _SET, "Packages and workspaces",
        "List the workspaces, packages and dependencies that the manifests of a folder declare (Cargo, npm, pnpm, "
        "Yarn, Go, Python, Maven, Gradle), and the indexed repositories they lead to.",
        "models:CrossRepoInput", "models:CrossRepoOutput", "packages:get_cross_repo", twin="cross-repo",
    ),
    Tool(
        "get_pagerank", _SET, "Rank symbols and memories",
        "List the symbols and memories that the rest of the graph depends on most (PageRank).",
        "models:PageRankInput", "models:PageRankOutput", "ranks:get_pagerank", twin="rank",
    ),
    Tool(
        "search_code", _SET, "Search code by meaning",
        "Find functions, types and methods that fit a description, best first. Use it when you do not know the name.",
        "models:SearchCodeInput", "models:CodeOutput", "symbols:search_code", twin="search",
    ),
    Tool(
        "set_scoring_weights", _SET, "Set scoring weights",
        "Set how much each signal counts when memories are recalled. Weights are normalised to a sum of 1 and kept; a"
        " weight you leave out keeps its value.",
        "models:WeightsInput", "models:WeightsOutput", "weights:set_scoring_weights", Effect.WRITES,
    ),
    Tool(
        "graph_traverse", _SET, "Walk the graph",
        "List the symbols, memories and runs within some steps of a start, each with the edges that lead to it: calls, "
        "contains, uses, links, anchors, citations. `direction` chooses outgoing, incoming or both.",
        "models:TraverseInput", "models:TraverseOutput", "traverse:graph_traverse", twin="callees",
    ),
    Tool(
        "codemem_stats", _SET, "Statistics",
        "Count memories, symbols, edges and vectors by kind, for the current codebase and every indexed one.",
        "models:NoInput", "models:StatsOutput", "store:codemem_stats", twin="status",
    ),
    Tool(
        "codemem_health", _SET, "Health",
        "Check whether storage, vectors, graph and encoder work.",
        "models:NoInput", "models:HealthOutput", "store:codemem_health", twin="doctor",
    ),
)  # fmt: skip
