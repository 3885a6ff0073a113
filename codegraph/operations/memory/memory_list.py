"""The list of memories, which loads nothing that writes."""

from __future__ import annotations

from codegraph.memory.memory_model import Filter, MemoryStatus
from codegraph.memory.times import parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.answers import MemoriesAnswer
from codegraph.operations.memory.memory_context import choose_namespaces, name_namespace
from codegraph.operations.memory.requests import ListRequest
from codegraph.operations.projection import project


def list_memories(context: Context, request: ListRequest) -> Answer[MemoriesAnswer]:
    wanted = Filter(
        choose_namespaces(context, request.namespace, request.every),
        request.kind,
        request.tag,
        tuple(MemoryStatus(s) for s in request.status) or Filter().statuses,
        session=request.session,
        since=parse_time(request.since, "--since") if request.since else 0,
        until=parse_time(request.until, "--until") if request.until else 0,
    )
    with context.open_memory().read() as state:
        found = state.select(wanted, newest=True, limit=request.limit)
        total = state.count(wanted)
    name = "every namespace" if request.every else (wanted.namespaces or ("",))[0]
    title = name if request.every else name_namespace(context, name)
    return Answer(project(MemoriesAnswer, namespace=name, total=total, memories=found, namespace_name=title))
