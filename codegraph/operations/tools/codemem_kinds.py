"""The kinds of symbols and edges as the toolset `codemem` calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from codegraph.graph_model import EdgeKind
from codegraph_parsers.file_facts import SymbolKind

_K = SymbolKind

SEARCHED: Final = (
    "function", "method", "class", "struct", "enum", "interface", "type", "constant", "module", "test",
)  # fmt: skip
"""Kinds a search may ask for."""

KINDS: Final[Mapping[SymbolKind, str]] = {
    _K.MODULE: "module",
    _K.CLASS: "class",
    _K.STRUCT: "struct",
    _K.INTERFACE: "interface",
    _K.ENUM: "enum",
    _K.FUNCTION: "function",
    _K.MACRO: "function",
    _K.METHOD: "method",
    _K.CONSTRUCTOR: "method",
    _K.PROPERTY: "method",
    _K.FIELD: "constant",
    _K.CONSTANT: "constant",
    _K.VARIABLE: "constant",
    _K.TYPE: "type",
    _K.ENDPOINT: "function",
}

TESTABLE: Final = frozenset({_K.FUNCTION, _K.METHOD, _K.CLASS, _K.STRUCT})
"""What is a `test` there when it is marked as one here."""

RELATIONSHIPS: Final[Mapping[EdgeKind, str]] = {
    EdgeKind.CONTAINS: "CONTAINS",
    EdgeKind.CALLS: "CALLS",
    EdgeKind.IMPLICIT_CALLS: "CALLS",
    EdgeKind.IMPORTS: "IMPORTS",
    EdgeKind.INHERITS: "INHERITS",
    EdgeKind.IMPLEMENTS: "IMPLEMENTS",
    EdgeKind.OVERRIDES: "EXTENDS",
    EdgeKind.REFERENCES: "DEPENDS_ON",
    EdgeKind.TYPE_OF: "DEPENDS_ON",
    EdgeKind.DECORATES: "DEPENDS_ON",
    EdgeKind.TESTS: "DEPENDS_ON",
    EdgeKind.HANDLES: "CALLS",
    EdgeKind.REQUESTS: "CALLS",
    EdgeKind.PUBLISHES: "CALLS",
    EdgeKind.CONSUMES: "CALLS",
    EdgeKind.RUNS: "CALLS",
    EdgeKind.RENDERS: "CALLS",
    EdgeKind.READS: "DEPENDS_ON",
    EdgeKind.WRITES: "DEPENDS_ON",
    EdgeKind.CONFIGURES: "DEPENDS_ON",
    EdgeKind.DECLARES: "DEPENDS_ON",
}


def get_kind(kind: SymbolKind, *, is_test: bool) -> str:
    return "test" if is_test and kind in TESTABLE else KINDS[kind]


def find_kinds(name: str) -> tuple[SymbolKind, ...]:
    """Return the kinds with this name.

    For `test` they are the kinds that may be marked as tests.
    """
    return tuple(TESTABLE) if name == "test" else tuple(kind for kind, called in KINDS.items() if called == name)
