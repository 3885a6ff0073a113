"""The whole graph as a stream of rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import NotIndexedError
from codegraph.operations.answers import Answer, ExportAnswer
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import ExportRequest
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow, UnresolvedRow

if TYPE_CHECKING:
    from codegraph.operations.scip import Document


def export(context: Context, request: ExportRequest) -> Answer[ExportAnswer]:
    """Open the index, creating or refreshing it first, and return its rows.

    The rows are read as they are consumed.
    """
    root = Path(request.path).absolute() if request.path else _find_indexed_root(context)
    index = open_fresh_index(context, root)
    rows, documents = iterate_rows(index, request), _iterate_documents(index)
    return Answer(ExportAnswer(request.format, rows, str(index.root), documents), index.compute_freshness())


def _iterate_documents(index: Index) -> Iterator[Document]:
    from codegraph.operations.scip import iterate_documents

    yield from iterate_documents(index)


def _find_indexed_root(context: Context) -> Path:
    try:
        return context.index(refresh=False).root
    except NotIndexedError:
        return find_work_tree(context.repo)


def open_fresh_index(context: Context, root: Path) -> Index:
    """Open the index of exactly `root`, as its files are now."""
    context.repo = root
    try:
        index = context.index(refresh=False)
        if index.root.resolve() == root.resolve() and index.compute_freshness().fresh:
            return index
    except NotIndexedError:
        pass
    from codegraph.indexing.incremental import update_index
    from codegraph.indexing.pipeline import PATIENT_S

    context.close()
    update_index(root, context.config, progress=context.progress, wait_s=PATIENT_S)
    return context.index(refresh=False)


def iterate_rows(index: Index, request: ExportRequest) -> Iterator[SymbolRow | EdgeRow | UnresolvedRow]:
    """Yield symbols, then edges, then unresolved references if requested."""
    yield from index.iterate_all_symbols()
    for edge in index.iterate_edges():
        if request.external or isinstance(edge.target, SymbolRow):
            yield edge
    if request.unresolved:
        yield from index.list_unresolved(limit=None).items
