"""JavaScript as data."""

from __future__ import annotations

from codegraph_parsers.lang._ecmascript.table import JAVASCRIPT_NODES, dialect

SPEC = dialect(
    "javascript",
    "tree_sitter_javascript:language",
    (".js", ".mjs", ".cjs", ".jsx"),
    JAVASCRIPT_NODES,
    shebangs=("node", "bun", "deno"),
)
