"""Specification of TypeScript."""

from __future__ import annotations

from codegraph_parsers.lang._ecmascript.table import TYPESCRIPT_NODES, build_dialect

SPEC = build_dialect(
    "TypeScript", "tree_sitter_typescript:language_typescript", (".ts", ".mts", ".cts"), TYPESCRIPT_NODES
)
