"""The vectors of memories and their LanceDB table."""

from __future__ import annotations

from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import requests
from codegraph.operations.memory.answers import MemoryVectorsAnswer
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.vectors import list_table_warnings


def show_vectors(context: Context, request: requests.MemoryVectorsRequest) -> Answer[MemoryVectorsAnswer]:
    with open_recaller(context.config) as kept:
        memories = kept.refresh()
        shared = kept.shared
        written, deleted, rebuilt = 0, 0, ""
        if request.sync:
            done = shared.sync()
            written, deleted, rebuilt = done.written, done.deleted, done.rebuilt
        uri, name = shared.place()
        state = shared.state()
        with kept.open_reader() as reader:
            behind = shared.is_behind(reader)
        return Answer(
            MemoryVectorsAnswer(
                kept.encoder.identity, kept.dimension, memories, f"{uri}/{name}.lance", state.rows if state else 0,
                behind, shared.is_wanted(), written, deleted, rebuilt,
            ),
            warnings=list_table_warnings(),
        )  # fmt: skip
