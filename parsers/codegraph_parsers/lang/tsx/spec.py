"""TypeScript with JSX as data."""

from __future__ import annotations

from codegraph_parsers.lang._ecmascript.table import TYPESCRIPT_NODES, dialect

SPEC = dialect("TSX", "tree_sitter_typescript:language_tsx", (".tsx",), TYPESCRIPT_NODES)
