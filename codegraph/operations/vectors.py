"""The vectors of an index and their LanceDB table."""

from __future__ import annotations

from codegraph.indexing.vector_table import is_behind, locate_table, read_state, sync_table
from codegraph.operations.answers import Answer, VectorsAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import VectorsRequest
from codegraph.runtime.optional_packages import find_remedy, is_installed
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock


def show_vectors(context: Context, request: VectorsRequest) -> Answer[VectorsAnswer]:
    opened = context.index()
    folder = get_index_folder(context.config.home, opened.root)
    written, rebuilt = 0, ""
    if request.sync:
        with hold_writer_lock(folder.lock):
            done = sync_table(folder, context.config)
        written, rebuilt = done.written, done.rebuilt
    stats = opened.compute_vector_stats()
    uri, name, _ = locate_table(folder, context.config)
    state = read_state(folder)
    behind = not stats.problem and is_behind(folder, context.config)
    rows = state.rows if state else 0
    found = VectorsAnswer(stats, f"{uri}/{name}.lance", rows, behind, written, rebuilt)
    return context.answer(found, *list_table_warnings())


def list_table_warnings() -> tuple[str, ...]:
    """Return why no table is kept, if LanceDB is missing."""
    if is_installed("lancedb"):
        return ()
    return (f"no table is kept: LanceDB is not installed ({find_remedy('lancedb')})",)
