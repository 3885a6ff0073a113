"""Namespaces and sessions."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory import notes, sessions
from codegraph.memory.consolidate.summarize import extract
from codegraph.memory.model import Filter
from codegraph.memory.statistics import namespace_stats
from codegraph.memory.times import rfc3339
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import requests as r
from codegraph.operations.memory.answers import (
    CountRow,
    NamespaceDeletedAnswer,
    NamespacesAnswer,
    NamespaceStatsAnswer,
    SessionAnswer,
    SessionsAnswer,
    session_row,
)
from codegraph.operations.memory.place import (
    choose_namespace,
    find_namespace,
    map_namespace_folders,
    name_namespace,
    namespace_of,
)


def list_namespaces(context: Context, request: r.NamespaceListRequest) -> Answer[NamespacesAnswer]:
    with context.memory("cli").read() as state:
        found = tuple(CountRow(name, number) for name, number in state.namespaces())
    folders = map_namespace_folders(context)
    told = {row.name: folders[row.name] for row in found if row.name in folders}
    here = namespace_of(context.repo)
    names = {name: name_namespace(context, name) for name in dict.fromkeys((*(row.name for row in found), here))}
    return Answer(NamespacesAnswer(found, here, told, names))


def stats(context: Context, request: r.NamespaceStatsRequest) -> Answer[NamespaceStatsAnswer]:
    namespace = choose_namespace(context, request.namespace)
    with context.memory("cli").read() as state:
        found = namespace_stats(state, namespace)
    return Answer(
        NamespaceStatsAnswer(
            found.namespace,
            found.count,
            found.average_importance,
            found.average_confidence,
            tuple(CountRow(*pair) for pair in found.by_kind),
            tuple(CountRow(*pair) for pair in found.tags),
            rfc3339(found.oldest),
            rfc3339(found.newest),
            name_namespace(context, found.namespace),
        )
    )


def delete(context: Context, request: r.NamespaceDeleteRequest) -> Answer[NamespaceDeletedAnswer]:
    if not request.confirm:
        raise InvalidError(
            f"all memories of {request.namespace!r} would be archived", hint="add --confirm; it can be undone"
        )
    namespace = find_namespace(context, request.namespace)
    with context.memory("cli").write() as recording:
        count = notes.archive(recording, notes.all_of(recording.state, namespace), "namespace deleted")
        name = name_namespace(context, namespace)
        return Answer(NamespaceDeletedAnswer(namespace, count, recording.operation, name))


def list_sessions(context: Context, request: r.SessionListRequest) -> Answer[SessionsAnswer]:
    with context.memory("cli").read() as state:
        return Answer(SessionsAnswer(tuple(map(session_row, state.sessions(request.namespace, request.limit)))))


def start(context: Context, request: r.SessionStartRequest) -> Answer[SessionAnswer]:
    namespace = choose_namespace(context, request.namespace)
    with context.memory("cli").write() as recording:
        session = sessions.start(recording, id=request.id, namespace=namespace, agent=request.agent)
        return Answer(SessionAnswer("started", session_row(session), recording.operation))


def end(context: Context, request: r.SessionEndRequest) -> Answer[SessionAnswer]:
    with context.memory("cli").write() as recording:
        summary = request.summary
        if not summary:
            texts = [m.body.content for m in recording.state.select(Filter(session=request.id))]
            summary = extract(texts) if texts else ""
        session = sessions.end(recording, request.id, summary=summary)
        return Answer(SessionAnswer("ended", session_row(session), recording.operation))
