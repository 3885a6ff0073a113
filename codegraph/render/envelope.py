"""The JSON envelope of every answer: `{schema, freshness, warnings, results}`.

The schema names the capability and the version of its shape, so that a reader knows its content. Where they apply,
`names_only` and `also` follow.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer, Mention, SearchAnswer, name_of
from codegraph.operations.edge_confidence import get_confidence
from codegraph.query_results import CodeHit, EdgeRow, ExternalRow, Freshness, Node, SymbolRow, UnresolvedRow
from codegraph.render.json_values import Json, convert_value
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.notebook import find_cell_line

SCHEMA_VERSION = 1


def format_envelope(capability: str, answer: Answer) -> str:
    """Return one JSON object, ending with a newline."""
    body = {
        "schema": f"codegraph/{_name_shape(capability)}/{SCHEMA_VERSION}",
        "freshness": None if answer.freshness is None else _convert_freshness(answer.freshness),
        "warnings": list(answer.warnings),
        "results": to_json(answer.results),
    }
    if answer.names_only:
        body["names_only"] = answer.names_only
    if answer.others:
        body["also"] = to_json(answer.others)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n"


def _name_shape(capability: str) -> str:
    """Return the name of the shape of a capability's results.

    Shapes of memory's groups leave out `memory`, because they are older than the groups' place below it.
    """
    words = capability.split(" ")
    return "-".join(words[1:] if words[0] == "memory" and len(words) > 2 else words)


def _convert_freshness(freshness: Freshness) -> Json:
    return {
        "fresh": freshness.fresh,
        "generation": freshness.generation,
        "indexed_at": freshness.indexed_at,
        "changed": list(freshness.changed),
        "added": list(freshness.added),
        "removed": list(freshness.removed),
        "outdated": freshness.outdated,
        "behind": freshness.files_behind,
        "kept": freshness.kept,
    }


def to_json(value: object) -> Json:
    """Convert answers to plain JSON values.

    Symbols and edges have one shape wherever they occur.
    """
    match value:
        case SymbolRow():
            return convert_symbol(value)
        case ExternalRow():
            return {"id": value.id, "kind": "external", "qualname": value.qualname, "package": value.package}
        case EdgeRow():
            return convert_edge(value)
        case UnresolvedRow():
            return _convert_unresolved(value)
        case Mention():
            return _convert_mention(value)
        case SearchAnswer():
            return [_convert_hit(hit) for hit in value.hits]
        case _:
            return convert_value(value, to_json)


def _convert_hit(hit: CodeHit) -> Json:
    """Convert a hit.

    `symbol` is the id of the definition around the lines, else the name that they define, else null.
    """
    symbol = hit.symbol.id if hit.symbol.qualname else hit.name or None
    converted: dict[str, Json] = {
        "file": hit.file, "start": hit.start, "end": hit.end, "score": hit.score, "symbol": symbol
    }  # fmt: skip
    if hit.text:
        converted |= {"line": hit.line, "text": hit.text}
    if hit.signals:
        converted["signals"] = {part.name: part.value for part in hit.signals}
    return converted


def convert_symbol(symbol: SymbolRow) -> dict[str, Json]:
    cell = find_cell_line(symbol.cells, symbol.line)
    return convert_definition(symbol) | ({"cell": cell.cell, "cell_line": cell.line} if cell is not None else {})


def convert_definition(symbol: SymbolRow) -> dict[str, Json]:
    """Convert a symbol, without its place in a notebook."""
    return {
        "id": symbol.id,
        "kind": str(symbol.kind),
        "name": symbol.name,
        "qualname": name_of(symbol),
        "file": symbol.path,
        "line": symbol.line,
        "column": symbol.column,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "language": symbol.language,
        "test": bool(symbol.flags & Flag.TEST),
    }


def _convert_mention(mention: Mention) -> dict[str, Json]:
    cell = find_cell_line(mention.cells, mention.line)
    return {
        "path": mention.path,
        "line": mention.line,
        "symbol": mention.symbol,
        "around": mention.around,
        "text": mention.text,
        **({"cell": cell.cell, "cell_line": cell.line} if cell is not None else {}),
    }


def convert_edge(edge: EdgeRow) -> dict[str, Json]:
    source = edge.source
    where = edge.target if edge.kind is EdgeKind.DECORATES else source  # a decorator stands above its target
    return {
        "source": to_json(source),
        "target": to_json(edge.target),
        "kind": str(edge.kind),
        "resolution": str(edge.resolution),
        "confidence": get_confidence(source.language, edge.resolution),
        "file": where.path if isinstance(where, SymbolRow) else None,
        "lines": list(edge.lines),
        **({"observer": edge.observer} if edge.observer else {}),
        **_list_cell_lines(where, edge.lines),
    }


def _list_cell_lines(where: Node, lines: Sequence[int]) -> dict[str, Json]:
    """Return the lines within cells of a notebook; empty for other files."""
    cells = where.cells if isinstance(where, SymbolRow) else ()
    found = [at for line in lines if (at := find_cell_line(cells, line)) is not None]
    return {"cells": [{"cell": at.cell, "line": at.line} for at in found]} if cells else {}


def _convert_unresolved(row: UnresolvedRow) -> dict[str, Json]:
    return {
        "source": convert_symbol(row.source),
        "name": row.name,
        "kind": row.kind,
        "reason": row.reason,
        "file": row.source.path,
        "lines": list(row.lines),
    }
