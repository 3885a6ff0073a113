"""The graph as GraphML (http://graphml.graphdrawing.org/specification.html), written row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from codegraph.answers import EdgeRow, SymbolRow
from codegraph.operations.answers import name_of
from codegraph.render.records import EDGE_NAMES, GraphRow

NODE_KEYS = {"kind": "string", "qualname": "string", "file": "string", "line": "int", "language": "string"}
EDGE_KEYS = {"kind": "string", "resolution": "string", "line": "int"}

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def graphml(rows: Iterable[GraphRow]) -> Iterator[str]:
    """Pieces of one XML document. Rows that are neither symbols nor edges between them have no place in it."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for domain, keys in (("node", NODE_KEYS), ("edge", EDGE_KEYS)):
        for name, kind in keys.items():
            yield f'<key id="{domain}.{name}" for="{domain}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '<graph edgedefault="directed">\n'
    for row in rows:
        if isinstance(row, SymbolRow):
            yield _node(row)
        elif isinstance(row, EdgeRow) and isinstance(row.source, SymbolRow) and isinstance(row.target, SymbolRow):
            yield _edge(row)
    yield "</graph>\n</graphml>\n"


def _node(symbol: SymbolRow) -> str:
    values = (symbol.kind, name_of(symbol), symbol.path, symbol.line, symbol.language)
    return f"<node id={_attribute(symbol.id)}>{_data('node', NODE_KEYS, values)}</node>\n"


def _edge(edge: EdgeRow) -> str:
    values = (EDGE_NAMES[edge.kind], edge.resolution, edge.lines[0] if edge.lines else 0)
    ends = f"source={_attribute(edge.source.id)} target={_attribute(edge.target.id)}"
    return f"<edge {ends}>{_data('edge', EDGE_KEYS, values)}</edge>\n"


def _data(domain: str, keys: Iterable[str], values: Iterable[object]) -> str:
    return "".join(f'<data key="{domain}.{k}">{escape(_clean(str(v)))}</data>' for k, v in zip(keys, values))


def _attribute(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\t": "&#9;"})


def _clean(text: str) -> str:
    """XML 1.0 has no form for control characters and lone surrogates."""
    return _FORBIDDEN.sub("�", text)
