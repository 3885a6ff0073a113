"""Namespaces and sessions."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory import notes, sessions
from codegraph.memory.consolidate.summarize import extract
from codegraph.memory.memory_model import Filter
from codegraph.memory.statistics import compute_namespace_stats
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers, requests
from codegraph.operations.memory.memory_context import (
    choose_namespace,
    find_folder_namespace,
    find_namespace,
    map_namespace_folders,
    name_namespace,
)
from codegraph.operations.projection import project


def list_namespaces(context: Context, request: requests.EmptyRequest) -> Answer[answers.NamespacesAnswer]:
    with context.open_memory().read() as state:
        found = tuple(map(answers.CountRow.build, state.list_namespaces()))
    folders = map_namespace_folders(context)
    told = {row.name: folders[row.name] for row in found if row.name in folders}
    here = find_folder_namespace(context.repo)
    names = {name: name_namespace(context, name) for name in dict.fromkeys((*(row.name for row in found), here))}
    return Answer(answers.NamespacesAnswer(found, here, told, names))


def show_stats(context: Context, request: requests.NamespaceStatsRequest) -> Answer[answers.NamespaceStatsAnswer]:
    namespace = choose_namespace(context, request.namespace)
    with context.open_memory().read() as state:
        found = compute_namespace_stats(state, namespace)
    return Answer(project(answers.NamespaceStatsAnswer, found, namespace_name=name_namespace(context, found.namespace)))


def delete(context: Context, request: requests.NamespaceDeleteRequest) -> Answer[answers.NamespaceDeletedAnswer]:
    if not request.confirm:
        raise InvalidError(
            f"all memories of {request.namespace!r} would be archived", hint="add --confirm; it can be undone"
        )
    namespace = find_namespace(context, request.namespace)
    with context.open_memory().write() as recording:
        count = notes.archive(recording, notes.list_unarchived(recording.state, namespace), "namespace deleted")
        name = name_namespace(context, namespace)
        return Answer(answers.NamespaceDeletedAnswer(namespace, count, recording.operation, name))


def list_sessions(context: Context, request: requests.SessionListRequest) -> Answer[answers.SessionsAnswer]:
    with context.open_memory().read() as state:
        return Answer(project(answers.SessionsAnswer, sessions=state.list_sessions(request.namespace, request.limit)))


def start(context: Context, request: requests.SessionStartRequest) -> Answer[answers.SessionAnswer]:
    namespace = choose_namespace(context, request.namespace)
    with context.open_memory().write() as recording:
        session = sessions.start(recording, id=request.id, namespace=namespace, agent=request.agent)
        return Answer(project(answers.SessionAnswer, action="started", session=session, token=recording.operation))


def end(context: Context, request: requests.SessionEndRequest) -> Answer[answers.SessionAnswer]:
    with context.open_memory().write() as recording:
        summary = request.summary
        if not summary:
            texts = [m.body.content for m in recording.state.select(Filter(session=request.id))]
            summary = extract(texts) if texts else ""
        session = sessions.end(recording, request.id, summary=summary)
        return Answer(project(answers.SessionAnswer, action="ended", session=session, token=recording.operation))
