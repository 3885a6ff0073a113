"""The graph for networkx, and through it as GraphML and GEXF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.analysis.graph_files import format_gexf, format_graphml
from codegraph.operations.answers import name_of
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.graph_records import EDGE_NAMES, GraphRow
from codegraph.runtime.optional_packages import require_package

if TYPE_CHECKING:
    import networkx as nx


def to_networkx(rows: Iterable[GraphRow]) -> nx.MultiDiGraph:
    """Return symbols as nodes by id and edges between them, keyed by their kind.

    Nodes have `kind`, `qualname`, `file`, `line` and `language`, edges `kind`, `resolution` and `line`. Rows that are
    neither symbols nor edges between them are left out."""
    require_package("networkx", "a graph for networkx, in GraphML or in GEXF")
    import networkx as nx

    graph = nx.MultiDiGraph()
    for row in rows:
        if isinstance(row, SymbolRow):
            graph.add_node(
                row.id, kind=str(row.kind), qualname=name_of(row), file=row.path, line=row.line, language=row.language
            )
        elif isinstance(row, EdgeRow) and isinstance(row.source, SymbolRow) and isinstance(row.target, SymbolRow):
            kind, line = EDGE_NAMES[row.kind], row.lines[0] if row.lines else 0
            graph.add_edge(row.source.id, row.target.id, kind, kind=kind, resolution=str(row.resolution), line=line)
    return graph


def load_networkx(repo: Path | str = ".") -> nx.MultiDiGraph:
    """Return the graph of an indexed repository as it is on disk.

    Raises NotIndexedError.
    """
    from codegraph.operations.context import Context
    from codegraph.operations.export import iterate_rows
    from codegraph.operations.requests import ExportRequest
    from codegraph.settings.config import load

    root = Path(repo).absolute()
    context = Context(root, load(root))
    try:
        return to_networkx(iterate_rows(context.index(refresh=False), ExportRequest()))
    finally:
        context.close()


def render_graphml(rows: Iterable[GraphRow]) -> Iterator[str]:
    """Yield a GraphML document."""
    return format_graphml(to_networkx(rows))


def render_gexf(rows: Iterable[GraphRow]) -> Iterator[str]:
    """Yield a GEXF 1.2 document."""
    return format_gexf(to_networkx(rows), "qualname")
