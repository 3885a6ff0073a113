"""Specification of JavaScript."""

from __future__ import annotations

from dataclasses import replace

from codegraph_parsers.lang._ecmascript.repair import read_flow
from codegraph_parsers.lang._ecmascript.table import JAVASCRIPT_NODES, TYPESCRIPT_NODES, build_dialect

PLAIN = build_dialect(
    "JavaScript",
    "tree_sitter_javascript:language",
    (".js", ".mjs", ".cjs", ".jsx"),
    JAVASCRIPT_NODES,
    shebangs=("node", "bun", "deno"),
)
WITH_TYPES = build_dialect("JavaScript", "tree_sitter_typescript:language_tsx", (), TYPESCRIPT_NODES)
SPEC = replace(PLAIN, otherwise=replace(WITH_TYPES, read=read_flow))
"""Sources that Flow checks have types like those of TypeScript, which the language's own grammar knows nothing of."""
