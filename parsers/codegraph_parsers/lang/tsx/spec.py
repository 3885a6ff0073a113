"""Specification of TypeScript with JSX."""

from __future__ import annotations

from codegraph_parsers.lang._ecmascript.table import TYPESCRIPT_NODES, build_dialect

SPEC = build_dialect("TSX", "tree_sitter_typescript:language_tsx", (".tsx",), TYPESCRIPT_NODES)
