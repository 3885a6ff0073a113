"""Export and import of memories as JSON arrays."""

from __future__ import annotations

from codegraph.memory.model import Filter
from codegraph.memory.transfer.formats import Item
from codegraph.memory.transfer.load import import_items
from codegraph.memory.transfer.record import records
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.place import ORIGIN, WORDS, memory_of, namespace_or_here


def export_memories(call: Call, request: m.ExportMemoriesInput) -> Exact:
    wanted = Filter(
        () if request.namespace is None else (request.namespace,),
        () if request.memory_type is None else (request.memory_type,),
    )
    with memory_of(call).read() as state:
        found = list(records(state, wanted, request.limit))
        total = state.count(wanted)
    note = f"{len(found)} of {total} memories; raise `limit` for more" if total > len(found) else ""
    return Exact(to_json(found), note)


def import_memories(call: Call, request: m.ImportMemoriesInput) -> Exact:
    items = [Item(f"item {i}", record) for i, record in enumerate(request.memories)]
    namespace = namespace_or_here(call, None)
    with memory_of(call).write() as recording:
        done = import_items(recording, items, vocabulary=WORDS, origin=ORIGIN, namespace=namespace)
    problems = tuple(f"{s.place}: {s.reason}" for s in done.skipped)
    skipped = done.duplicates + len({s.place for s in done.skipped if not s.reason.startswith("link to ")})
    return Exact(to_json(m.ImportMemoriesOutput(done.imported, skipped, done.ids, done.duplicates, problems)))
