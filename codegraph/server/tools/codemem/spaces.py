"""Namespaces."""

from __future__ import annotations

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import notes
from codegraph.memory import statistics as counts
from codegraph.memory.times import rfc3339
from codegraph.operations.memory.place import map_namespace_folders
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.memories import undo_note
from codegraph.server.tools.codemem.place import memory_of


def list_namespaces(call: Call, request: m.ListNamespacesInput) -> Exact:
    place = call.place()
    folders = map_namespace_folders(place)
    with memory_of(call).read() as state:
        found = tuple(m.NamespaceCount(name, number, folders.get(name)) for name, number in state.namespaces())
    return Exact(to_json(m.ListNamespacesOutput(found)))


def namespace_stats(call: Call, request: m.NamespaceStatsInput) -> Exact:
    try:
        with memory_of(call).read() as state:
            found = counts.namespace_stats(state, request.namespace)
    except NotFoundError as error:
        empty = m.NamespaceStatsOutput(request.namespace, 0, 0.0, 0.0, {}, {}, None, None)
        return Exact(to_json(empty), f"{error.message}; {error.hint}")
    answer = m.NamespaceStatsOutput(
        found.namespace,
        found.count,
        round(found.average_importance, 4),
        round(found.average_confidence, 4),
        dict(found.by_kind),
        dict(found.tags),
        rfc3339(found.oldest),
        rfc3339(found.newest),
    )
    return Exact(to_json(answer))


def delete_namespace(call: Call, request: m.DeleteNamespaceInput) -> Exact:
    if not request.confirm:
        raise InvalidError(
            f"all memories of {request.namespace!r} would be archived",
            hint="`confirm` must be true",
        )
    with memory_of(call).write() as recording:
        count = notes.archive(recording, notes.all_of(recording.state, request.namespace), "namespace deleted")
        note = undo_note(recording.operation) if count else ""
    return Exact(to_json(m.DeleteNamespaceOutput(count, request.namespace)), note)
