"""Graph rows as JSON lines: one object a line, made while the rows stream by.

An edge repeats the names and places of both ends, so that a reader needs no lookup. Those parts are rendered once a
symbol and kept, which makes an edge line a join of four strings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import name_of
from codegraph.operations.edge_confidence import get_confidence
from codegraph.query_results import EdgeRow, ExternalRow, Node, SymbolRow, UnresolvedRow
from codegraph.render.envelope import convert_definition
from codegraph_parsers.file_facts import SymbolKind

EDGE_NAMES: dict[EdgeKind, str] = {
    EdgeKind.CONTAINS: "contain",
    EdgeKind.CALLS: "call",
    EdgeKind.IMPLICIT_CALLS: "implicit_call",
    EdgeKind.IMPORTS: "import",
    EdgeKind.INHERITS: "inherit",
    EdgeKind.IMPLEMENTS: "implement",
    EdgeKind.OVERRIDES: "override",
    EdgeKind.REFERENCES: "ref",
    EdgeKind.TYPE_OF: "type_of",
    EdgeKind.DECORATES: "decorate",
    EdgeKind.TESTS: "test",
    EdgeKind.HANDLES: "handle",
    EdgeKind.REQUESTS: "request",
    EdgeKind.PUBLISHES: "publish",
    EdgeKind.CONSUMES: "consume",
    EdgeKind.RUNS: "run",
    EdgeKind.RENDERS: "render",
    EdgeKind.READS: "read",
    EdgeKind.WRITES: "write",
    EdgeKind.CONFIGURES: "configure",
    EdgeKind.DECLARES: "declare",
}
"""An edge's kind in an export: the relation in the singular."""

VALUES = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE})
VALUE_NAMES: dict[EdgeKind, str] = {EdgeKind.REFERENCES: "access", EdgeKind.IMPORTS: "import_variable"}
"""Edges to a variable, constant or field are told apart from those to a definition that has a body."""

GraphRow = SymbolRow | EdgeRow | UnresolvedRow

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def render_jsonl(rows: Iterable[GraphRow]) -> Iterator[str]:
    """Yield a line for each row, ending with a newline.

    Edges to symbols outside the repository have type `external`.
    """
    edges = EdgeLines()
    for row in rows:
        match row:
            case SymbolRow():
                yield format_symbol(row)
            case EdgeRow():
                yield edges.format_edge(row)
            case UnresolvedRow():
                yield format_unresolved(row)


def format_symbol(symbol: SymbolRow) -> str:
    return _encode({"type": "symbol", **convert_definition(symbol)}) + "\n"


class EdgeLines:
    """Renders edges, remembering the rendered ends."""

    def __init__(self) -> None:
        self._callers: dict[int, str] = {}
        self._callees: dict[int, str] = {}
        self._heads: dict[tuple[str, Resolution, str, bool], str] = {}

    def format_edge(self, edge: EdgeRow) -> str:
        source, target = edge.source, edge.target
        caller = self._callers.get(source.node)
        if caller is None:
            caller = self._callers[source.node] = _build_end(source, "caller")
        callee = self._callees.get(target.node)
        if callee is None:
            callee = self._callees[target.node] = _build_end(target, "callee")
        outside = isinstance(target, ExternalRow)
        name = _get_kind_name(edge)
        key = (name, edge.resolution, source.language, outside)
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = _build_head(edge, outside, name)
        lines = edge.lines
        first = lines[0] if lines else 0
        return f'{head}{caller}{callee}"line":{first},"lines":[{",".join(map(str, lines))}]}}\n'


def _get_kind_name(edge: EdgeRow) -> str:
    """Return an edge's kind in an export.

    Mentions of a value or a module have other kinds than those of code.
    """
    target = edge.target
    if isinstance(target, SymbolRow):
        if target.kind in VALUES and edge.kind in VALUE_NAMES:
            return VALUE_NAMES[edge.kind]
        if target.kind is SymbolKind.MODULE and edge.kind is EdgeKind.REFERENCES:
            return "ref_module"
    return EDGE_NAMES[edge.kind]


def _build_head(edge: EdgeRow, outside: bool, name: str) -> str:
    record = {
        "type": "external" if outside else "edge",
        "kind": name,
        "resolution": str(edge.resolution),
        "confidence": get_confidence(edge.source.language, edge.resolution),
    }
    return _encode(record)[:-1] + ","


def _build_end(node: Node, role: str) -> str:
    record: dict[str, object] = {role: name_of(node)}
    if isinstance(node, SymbolRow):
        record |= {f"{role}_file": node.path, f"{role}_line": node.line, f"{role}_id": node.id}
    else:
        record |= {f"{role}_file": None, f"{role}_line": None, f"{role}_package": node.package}
    return _encode(record)[1:-1] + ","


def format_unresolved(row: UnresolvedRow) -> str:
    record = {
        "type": "unresolved",
        "kind": row.kind,
        "name": row.name,
        "reason": row.reason,
        "caller": name_of(row.source),
        "caller_file": row.source.path,
        "caller_line": row.source.line,
        "lines": row.lines,
    }
    return _encode(record) + "\n"
