"""The toolset `codemem`: names, parameters, defaults and return shapes that users of that system know.

Here are the tools about code, and those about the store as a whole.
"""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.CODEMEM

TOOLS: tuple[Tool, ...] = (
    Tool(
        "index_codebase", _SET, "Index a codebase",
        "Index a folder, or bring its index up to date: symbols, and references between them. Needed once for a large "
        "repository; the other tools then answer about the codebase indexed last.",
        "models:IndexCodebaseInput", "models:IndexCodebaseOutput", "indexing:index_codebase",
        Effect.WRITES, twin="index",
    ),
    Tool(
        "search_symbols", _SET, "Search symbols",
        "Symbols whose name holds a text, best match first. For meaning rather than names use search_code.",
        "models:SearchSymbolsInput", "models:SymbolsOutput", "symbols:search_symbols", twin="symbols",
    ),
    Tool(
        "get_symbol_info", _SET, "Show a symbol",
        "Signature, place, documentation and parent of one symbol, by qualified name, suffix, id or FILE:LINE.",
        "models:SymbolInput", "models:SymbolInfo", "symbols:get_symbol_info", twin="symbol",
    ),
    Tool(
        "get_dependencies", _SET, "Show the edges of a symbol",
        "Calls, imports, inheritance and other uses that begin or end at a symbol.",
        "models:DependenciesInput", "models:DependenciesOutput", "graph:get_dependencies", twin="refs",
    ),
    Tool(
        "get_impact", _SET, "What breaks if it changes",
        "Symbols that depend on one, directly and through others, up to a number of hops. Call it before editing.",
        "models:ImpactInput", "models:ImpactOutput", "graph:get_impact", twin="impact",
    ),
    Tool(
        "review_diff", _SET, "Review a diff",
        "What a unified diff changes and what depends on that: symbols, dependents, tests, a risk in 0-1, and the "
        "memories anchored to the code.",
        "models:ReviewDiffInput", "models:ReviewDiffOutput", "review:review_diff", twin="impact",
    ),
    Tool(
        "get_clusters", _SET, "Find clusters",
        "Groups of symbols that work together (Louvain communities), the largest first.",
        "models:ClustersInput", "models:ClustersOutput", "ranks:get_clusters", twin="clusters",
    ),
    Tool(
        "get_cross_repo", _SET, "Packages and workspaces",
        "Workspaces, packages and dependencies that the manifests of a folder declare (Cargo, npm, pnpm, Yarn, Go, "
        "Python, Maven, Gradle), and the indexed repositories they lead to.",
        "models:CrossRepoInput", "models:CrossRepoOutput", "packages:get_cross_repo", twin="cross-repo",
    ),
    Tool(
        "get_pagerank", _SET, "Rank symbols",
        "The symbols that the rest of the codebase leans on most (PageRank).",
        "models:PageRankInput", "models:PageRankOutput", "ranks:get_pagerank", twin="rank",
    ),
    Tool(
        "search_code", _SET, "Search code by meaning",
        "Functions, types and methods that fit a description, best first.",
        "models:SearchCodeInput", "models:CodeOutput", "symbols:search_code", twin="search",
    ),
    Tool(
        "set_scoring_weights", _SET, "Set scoring weights",
        "How much each signal counts when memories are recalled. Weights are normalised to sum to 1 and kept; omitted "
        "ones keep their current value.",
        "models:WeightsInput", "models:WeightsOutput", "weights:set_scoring_weights", Effect.WRITES,
    ),
    Tool(
        "graph_traverse", _SET, "Walk the graph",
        "Symbols and memories within some steps of a start, each with the edges that lead to it: what calls, contains, "
        "uses, links to or is anchored to what.",
        "models:TraverseInput", "models:TraverseOutput", "traverse:graph_traverse", twin="callees",
    ),
    Tool(
        "codemem_stats", _SET, "Statistics",
        "Counts of memories, symbols, edges and vectors, by kind, of the current codebase and of every indexed one.",
        "models:NoInput", "models:StatsOutput", "store:codemem_stats", twin="status",
    ),
    Tool(
        "codemem_health", _SET, "Health",
        "Whether storage, vectors, graph and encoder work.",
        "models:NoInput", "models:HealthOutput", "store:codemem_health", twin="doctor",
    ),
)  # fmt: skip
