"""The whole graph as a stream of rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from codegraph.answers import EdgeRow, SymbolRow, UnresolvedRow
from codegraph.errors import NotIndexedError
from codegraph.index import Index
from codegraph.operations.answers import Answer, ExportAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import ExportRequest
from codegraph.operations.worktree import work_tree


def export(context: Context, request: ExportRequest) -> Answer[ExportAnswer]:
    """Opens the index, making or refreshing it first, and returns rows that are read as they are consumed."""
    root = Path(request.path).absolute() if request.path else _indexed_root(context)
    index = fresh_index(context, root)
    return Answer(ExportAnswer(request.format, rows(index, request)), index.freshness())


def _indexed_root(context: Context) -> Path:
    try:
        return context.index(refresh=False).root
    except NotIndexedError:
        return work_tree(context.repo)


def fresh_index(context: Context, root: Path) -> Index:
    """The index of exactly `root`, as its files are now."""
    context.repo = root
    try:
        index = context.index(refresh=False)
        if index.root.resolve() == root.resolve() and index.freshness().fresh:
            return index
    except NotIndexedError:
        pass
    from codegraph.incremental import update_index
    from codegraph.pipeline import PATIENT_S

    context.close()
    update_index(root, context.config, progress=context.progress, wait_s=PATIENT_S)
    return context.index(refresh=False)


def rows(index: Index, request: ExportRequest) -> Iterator[SymbolRow | EdgeRow | UnresolvedRow]:
    """Symbols, then edges, then what was not resolved when asked for."""
    yield from index.all_symbols()
    for edge in index.all_edges():
        if request.external or isinstance(edge.target, SymbolRow):
            yield edge
    if request.unresolved:
        yield from index.unresolved(limit=None).items
