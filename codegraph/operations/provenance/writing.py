"""Writing items: store, reflect, the messages of a conversation, runs of tools."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields

from codegraph.errors import CodegraphError, InvalidError
from codegraph.memory.checks import MAX_METADATA
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.hygiene.text import clean
from codegraph.memory.model import MemoryKind, Role
from codegraph.memory.provenance import working
from codegraph.memory.provenance.items import existing_variant, route
from codegraph.memory.provenance.storing import (
    Attachment,
    Entry,
    Kept,
    checked,
    entry_text,
    keep,
    like,
    title_for,
)
from codegraph.memory.times import rfc3339
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import anchors_for
from codegraph.operations.memory.notes import text_or_stdin
from codegraph.operations.memory.place import namespace_of
from codegraph.operations.provenance import answers as a
from codegraph.operations.provenance import requests as r
from codegraph.operations.provenance import rows
from codegraph.operations.provenance.discovering import discover_for
from codegraph.operations.provenance.finding import recollect
from codegraph.operations.provenance.place import likeness_of, origin_of, whole
from codegraph.store.memory.kref import PROJECT, is_kref, is_root, parse_kref, slug, space_path
from codegraph.store.memory.reader import Reader

EXECUTIONS = f"{PROJECT}/Executions"
"""Space of runs without a hint."""


def store(context: Context, request: r.StoreRequest) -> Answer[a.StoreAnswer]:
    pairs: dict[str, object] = {}
    for text in request.metadata:
        key, mark, value = text.partition("=")
        if not mark or not key.strip():
            raise InvalidError(f"`metadata` is {text[:60]!r}", hint="KEY=TEXT, such as source=review")
        pairs[key.strip()] = value
    values = {f.name: getattr(request, f.name) for f in fields(request) if f.name != "metadata"}
    values["user_text"] = text_or_stdin(request.user_text)
    return store_entry(context, r.Storing(**values, metadata=pairs))


def store_entry(context: Context, request: r.Storing) -> Answer[a.StoreAnswer]:
    """One entry: a revision of a similar item of its space, or an item of its own."""
    if not request.user_text.strip():
        raise InvalidError("`user_text` is empty", hint="give the text to remember")
    if request.memory_type not in r.TYPES:
        raise InvalidError(f"`memory_type` cannot be {request.memory_type!r}", hint=f"one of: {', '.join(r.TYPES)}")
    title = title_for(request.title, request.user_text)
    said = [request.user_text, f"Answer: {request.assistant_text}" if request.assistant_text.strip() else ""]
    with context.memory(context.surface).read() as state:
        space = route(state, request.space_path, request.space_hint, request.project)
    text = entry_text(title, request.summary.strip(), said)
    whole_text = f"# {title}\n\n## User\n\n{clean(request.user_text)}\n"
    if request.assistant_text.strip():
        whole_text += f"\n## Assistant\n\n{clean(request.assistant_text)}\n"
    entry = Entry(
        title,
        text,
        request.memory_type,
        space,
        namespace_of(context.repo),
        request.summary.strip(),
        tags=request.tags,
        metadata=_strings(request.metadata or {}),
        origin=origin_of(context.surface),
        publish=True,
        source_krefs=request.source_revision_krefs,
        edge_type=request.edge_type,
        bundle=request.bundle_name or topic(request.tags, space, request.memory_type),
        attachments=(Attachment("memory.md", whole_text),),
        anchors=anchors_for(context, text),
    )
    kept, token = write_entry(context, entry, stack=request.stack_revisions)
    return Answer(rows.stored(kept, token))


def topic(tags: tuple[str, ...], space: str, kind: str) -> str:
    """What an entry is about in one word: its first tag, else its space, else its type."""
    found = next((slug(tag) for tag in tags if slug(tag)), "")
    return found or (slug(space.rpartition("/")[2]) if not is_root(space) else "") or kind


def write_entry(context: Context, entry: Entry, *, stack: bool) -> tuple[Kept, str]:
    """Write an entry; similar items are compared before the transaction, because an encoder may be far away."""
    checked(entry)
    engine = context.memory(context.surface)
    onto = None
    if stack:
        with engine.read() as state:
            onto = like(state, entry, likeness_of(context.config))
    with engine.write() as recording:
        return keep(recording, engine.home, entry, onto), recording.operation


def _strings(metadata: Mapping[str, object]) -> dict[str, str]:
    """Metadata as texts. Raises InvalidError."""
    found: dict[str, str] = {}
    for key, value in metadata.items():
        if not isinstance(value, str):
            raise InvalidError(f"`metadata` has {key[:40]!r}, which is no text", hint='such as {"source": "review"}')
        if key in ("title", "summary"):
            raise InvalidError(f"`metadata` cannot have {key!r}", hint=f"give `{key}` as an argument of its own")
        found[key] = value
    if sum(len(k) + len(v) for k, v in found.items()) > MAX_METADATA // 4:
        raise InvalidError("`metadata` is too long", hint="keep large values in the text")
    return found


def reflect(context: Context, request: r.ReflectRequest) -> Answer[a.ReflectAnswer]:
    captures = tuple(_capture(text, i) for i, text in enumerate(request.capture))
    return reflect_on(
        context,
        r.Reflection(
            request.session_id,
            text_or_stdin(request.response),
            captures,
            request.source_krefs,
            request.space_path,
            request.discover_edges,
        ),
    )


def _capture(text: str, number: int) -> r.Capture:
    hint = 'such as {"type": "decision", "title": "Chose gRPC on Mar 27", "content": "…"}'
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InvalidError(f"`capture` {number + 1} is no JSON: {error}", hint=hint) from error
    known = {f.name for f in fields(r.Capture)}
    if not isinstance(found, dict) or not {"type", "title", "content"} <= found.keys() <= known:
        raise InvalidError(f"`capture` {number + 1} needs type, title and content", hint=hint)
    if not all(isinstance(found.get(key, ""), str) for key in known - {"tags"}):
        raise InvalidError(f"`capture` {number + 1} has a value that is no text", hint=hint)
    tags = found.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise InvalidError(f"`capture` {number + 1}: tags are a list of texts", hint=hint)
    if found["type"] not in r.CAPTURES:
        raise InvalidError(f"`capture` {number + 1}: type is {found['type'][:40]!r}", hint=", ".join(r.CAPTURES))
    return r.Capture(found["type"], found["title"], found["content"], found.get("space_hint", ""), tuple(tags))


def reflect_on(context: Context, request: r.Reflection) -> Answer[a.ReflectAnswer]:
    """Buffer an answer and store what is worth remembering of it, all as one operation. A capture that cannot be
    stored says why, and keeps nothing else from being stored."""
    session = _session(request.session_id)
    for source in request.source_krefs:
        if is_kref(source):
            parse_kref(source, "source_krefs")
    if request.space_path:
        space_path(request.space_path)
    for capture in request.captures:
        if capture.space_hint:
            space_path(capture.space_hint, "space_hint")
    engine = context.memory(context.surface)
    namespace = namespace_of(context.repo)
    entries = [_entry_of(context, capture, request, session, namespace) for capture in request.captures]
    onto = [_onto(context, entry) for entry in entries]
    kept: list[Kept | CodegraphError] = []
    with engine.write() as recording:
        working.open_conversation(recording, session, namespace)
        working.buffer(recording, session, Role.ASSISTANT, request.response, "response")
        for entry, old in zip(entries, onto):
            try:
                if isinstance(entry, CodegraphError):
                    raise entry
                checked(entry)
                now = recording.state.memory(old.id) if old is not None else None  # an earlier capture may have stacked
                with recording.state.attempt():
                    kept.append(keep(recording, engine.home, entry, now))
            except CodegraphError as error:
                kept.append(error)
        exchanges = recording.state.exchanges(session)
        token = recording.operation
    done = [one for one in kept if isinstance(one, Kept)]
    discovered, how = 0, "none"
    if request.discover_edges and done:
        found = [discover_for(context, one.memory, operation=token) for one in done]
        discovered, how = sum(len(edges) for edges, _ in found), found[0][1]
    missing = tuple(dict.fromkeys(source for one in done for source in one.unresolved))
    return Answer(
        a.ReflectAnswer(
            session,
            True,
            exchanges,
            len(done),
            tuple(map(_captured, kept)),
            sum(one.edges for one in done),
            discovered,
            how,
            missing,
            token,
            working.hint(exchanges) or None,
        )
    )


def _entry_of(
    context: Context, capture: r.Capture, request: r.Reflection, session: str, namespace: str
) -> Entry | CodegraphError:
    try:
        with context.memory(context.surface).read() as state:
            space = _space_of(state, capture.space_hint, request.space_path)
        title = title_for(capture.title, capture.content)
        text = entry_text(title, "", [clean(capture.content)])
        return Entry(
            title,
            text,
            capture.type,
            space,
            namespace,
            tags=capture.tags,
            origin=origin_of(context.surface),
            session=session,
            source_krefs=request.source_krefs,
            bundle=topic(capture.tags, PROJECT, "") if capture.tags else "",
            attachments=(Attachment("memory.md", f"# {title}\n\n{clean(capture.content)}\n"),),
            anchors=anchors_for(context, text),
        )
    except CodegraphError as error:
        return error


def _space_of(state: Reader, hint: str, path: str) -> str:
    """A hint with a slash is a whole path, as `space_path` is; a single word stands below the default project."""
    if hint.strip() and "/" in hint.strip().strip("/"):
        return existing_variant(state, space_path(hint, "space_hint"))
    return route(state, "" if hint.strip() else path, hint, PROJECT)


def _onto(context: Context, entry: Entry | CodegraphError):
    if isinstance(entry, CodegraphError):
        return None
    with context.memory(context.surface).read() as state:
        return like(state, entry, likeness_of(context.config))


def _captured(one: Kept | CodegraphError) -> a.CaptureResult:
    if isinstance(one, CodegraphError):
        return a.CaptureResult("rejected", None, f"{one.message}; {one.hint}" if one.hint else one.message)
    return a.CaptureResult("stacked" if one.stacked else "stored", str(one.kref))


def _session(text: str) -> str:
    name = " ".join(clean(text).split())
    if not name or len(name) > 512:
        raise InvalidError("`session_id` is empty or too long", hint="such as sess-2026-06-18-001")
    return name


def ingest(context: Context, request: r.IngestRequest) -> Answer[a.IngestAnswer]:
    """Buffer what the user said; give back what was said lately and what is remembered about it."""
    limit = whole(request.recall_limit, "recall_limit", 0, r.MOST_RESULTS)
    most = whole(request.working_memory_limit, "working_memory_limit", 0, working.MOST_MESSAGES)
    if not request.user_id.strip():
        raise InvalidError("`user_id` is empty", hint="a stable name of the user, such as user-42")
    about = " ".join(request.context.split())
    working.space_of_context(about)
    engine = context.memory(context.surface)
    message = text_or_stdin(request.message)
    with engine.write() as recording:
        session = _session(request.session_id or working.new_session(request.user_id, about, recording.operation))
        known = recording.state.conversation(session)
        if known is not None and known.context and known.context != about and request.context != "personal":
            raise InvalidError(
                f"`context` is {about!r}, but the session is about {known.context!r}", hint="start another session"
            )
        about = known.context if known is not None and known.context else about
        working.open_conversation(recording, session, namespace_of(context.repo), user=request.user_id, context=about)
        working.buffer(recording, session, Role.USER, message, "message")
        lately = recording.state.buffered(session, most)
        exchanges = recording.state.exchanges(session)
        hidden = working.hidden_contexts(recording.state, about)
    found: tuple[a.Result, ...] = ()
    if limit:
        found = recollect(context, r.EngageRequest(message[:2_000], limit), hidden=hidden).results
    return Answer(
        a.IngestAnswer(
            session,
            about,
            tuple(a.MessageRow(m.role.value, m.text, rfc3339(m.at)) for m in lately),
            found,
            rows.context_text(found),
            exchanges,
            working.hint(exchanges) or None,
        )
    )


def add_response(context: Context, request: r.AddResponseRequest) -> Answer[a.AddResponseAnswer]:
    """Buffer an answer. Raises InvalidError for a session that nothing was said in."""
    session = _session(request.session_id)
    with context.memory(context.surface).write() as recording:
        if recording.state.session(session) is None:
            raise InvalidError(f"`session_id`: there is no session {session!r}", hint="ingest a message first")
        working.buffer(recording, session, Role.ASSISTANT, text_or_stdin(request.response), "response")
        exchanges = recording.state.exchanges(session)
    return Answer(a.AddResponseAnswer(session, True, exchanges, working.hint(exchanges) or None))


def store_execution(context: Context, request: r.ExecutionRequest) -> Answer[a.StoreAnswer]:
    """A run of a tool or command: an action when it worked, else an error. Its output becomes files, without
    credentials and personal data."""
    if request.status not in r.STATUSES:
        raise InvalidError(f"`status` cannot be {request.status!r}", hint=f"one of: {', '.join(r.STATUSES)}")
    if request.duration_ms is not None and not 0 <= request.duration_ms < 1e15:
        raise InvalidError(f"`duration_ms` is {request.duration_ms}", hint="milliseconds, such as 1250")
    task = redact(clean(request.task)).strip()
    if not task:
        raise InvalidError("`task` is empty", hint="what was run, such as git push origin main")
    done = request.status == "done"
    facts = {"status": request.status}
    facts |= {"exit_code": str(request.exit_code)} if request.exit_code is not None else {}
    facts |= {"duration_ms": f"{request.duration_ms:g}"} if request.duration_ms is not None else {}
    facts |= {"tools": ", ".join(request.tools)} if request.tools else {}
    outputs = {"stdout": redact(clean(request.stdout)).strip(), "stderr": redact(clean(request.stderr)).strip()}
    tail = outputs["stderr"] if not done and outputs["stderr"] else outputs["stdout"] or outputs["stderr"]
    text = "\n".join([task, ", ".join(f"{k} {v}" for k, v in facts.items()), *([tail[-1_500:]] if tail else [])])
    with context.memory(context.surface).read() as state:
        space = route(state, "" if request.space_hint.strip() else EXECUTIONS, request.space_hint, PROJECT)
    entry = Entry(
        title_for("", task),
        text,
        MemoryKind.ACTION if done else MemoryKind.ERROR,
        space,
        namespace_of(context.repo),
        tags=request.topics,
        metadata=facts,
        origin=origin_of(context.surface),
        attachments=tuple(Attachment(f"{name}.txt", said + "\n") for name, said in outputs.items() if said),
        anchors=anchors_for(context, text),
    )
    kept, token = write_entry(context, entry, stack=False)
    return Answer(rows.stored(kept, token))
