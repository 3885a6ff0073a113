"""Writing items: store, reflect, the messages of a conversation, runs of tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from codegraph.errors import CodegraphError, InvalidError, LanguageError
from codegraph.memory import write_validation
from codegraph.memory.events import ArtifactAttached
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.hygiene.text_cleaning import clean
from codegraph.memory.memory_model import Memory, MemoryKind, Role
from codegraph.memory.provenance import working
from codegraph.memory.provenance.artifact_files import attach_file
from codegraph.memory.provenance.items import (
    FoundItem,
    connect,
    deprecate,
    find_existing_variant,
    find_item,
    get_summary,
    get_title,
    read_kref,
    route,
    tag,
)
from codegraph.memory.provenance.steps import Queries, suggest_questions
from codegraph.memory.provenance.storing import (
    Attachment,
    Entry,
    StoredEntry,
    build_entry_text,
    check_entry,
    choose_title,
    find_similar,
    keep,
)
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.write_validation import MAX_METADATA
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import find_anchors
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.memory.notes import read_text
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.projection import project
from codegraph.operations.provenance import answers, item_rows, requests
from codegraph.operations.provenance.item_context import check_bounds, find_model, get_origin, make_likeness
from codegraph.operations.provenance.item_queries import make_scope, recall_memories
from codegraph.store.memory.kref import (
    PROJECT,
    build_slug,
    get_project,
    is_kref,
    is_root,
    normalize_edge_type,
    normalize_space,
    parse_kref,
)
from codegraph.store.memory.reader import Reader

EXECUTIONS = f"{PROJECT}/Executions"
"""Space of runs without a hint."""


def store(context: Context, request: requests.StoreRequest) -> Answer[answers.StoreAnswer]:
    """Store an entry: as a revision of a similar item of its space, or as an item."""
    request = replace(request, user_text=_read_text(context, request.user_text))
    if not request.user_text.strip():
        raise InvalidError("`user_text` is empty", hint="give the text to remember")
    check_bounds(request)
    title = choose_title(request.title, request.user_text)
    said = [request.user_text, f"Answer: {request.assistant_text}" if request.assistant_text.strip() else ""]
    with context.open_memory().read() as state:
        space = route(state, request.space_path, request.space_hint, request.project)
    text = build_entry_text(title, request.summary.strip(), said)
    whole_text = f"# {title}\n\n## User\n\n{clean(request.user_text)}\n"
    if request.assistant_text.strip():
        whole_text += f"\n## Assistant\n\n{clean(request.assistant_text)}\n"
    entry = Entry(
        title,
        text,
        request.memory_type,
        space,
        find_folder_namespace(context.repo),
        request.summary.strip(),
        tags=request.tags,
        metadata=_to_strings(request.metadata or {}),
        origin=get_origin(context.surface),
        publish=True,
        source_krefs=request.source_revision_krefs,
        edge_type=request.edge_type,
        bundle=request.bundle_name or choose_topic(request.tags, space, request.memory_type),
        attachments=(Attachment("memory.md", whole_text),),
        anchors=find_anchors(context, text),
    )
    kept, token = write_entry(context, entry, stack=request.stack_revisions)
    return Answer(item_rows.build_stored(kept, token))


def choose_topic(tags: tuple[str, ...], space: str, kind: str) -> str:
    """Return the subject of an entry in one word.

    It is the first tag, else the space, else the type.
    """
    found = next((build_slug(tag) for tag in tags if build_slug(tag)), "")
    return found or (build_slug(space.rpartition("/")[2]) if not is_root(space) else "") or kind


def write_entry(context: Context, entry: Entry, *, stack: bool) -> tuple[StoredEntry, str]:
    """Write an entry.

    Similar items are compared before the transaction, because an encoder may be remote.
    """
    check_entry(entry)
    engine = context.open_memory()
    onto = _find_like(context, entry) if stack else None
    with engine.write() as recording:
        return keep(recording, engine.home, entry, onto), recording.operation


def _to_strings(metadata: Mapping[str, object]) -> dict[str, str]:
    """Return metadata as texts.

    Raises InvalidError.
    """
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


def reflect(context: Context, request: requests.ReflectRequest) -> Answer[answers.ReflectAnswer]:
    """Buffer an answer and store what is worth remembering of it, as one operation.

    A capture that cannot be stored says why, and keeps nothing else from being stored."""
    response = _read_text(context, request.response)
    session = _normalize_session(request.session_id)
    for source in request.source_krefs:
        if is_kref(source):
            parse_kref(source, "source_krefs")
    if request.space_path:
        normalize_space(request.space_path)
    for capture in request.capture:
        if capture.space_hint:
            normalize_space(capture.space_hint, "space_hint")
    engine = context.open_memory()
    namespace = find_folder_namespace(context.repo)
    entries = [_build_entry(context, capture, request, session, namespace) for capture in request.capture]
    onto = [_find_like(context, entry) for entry in entries]
    kept: list[StoredEntry | CodegraphError] = []
    with engine.write() as recording:
        working.open_conversation(recording, session, namespace)
        working.buffer(recording, session, Role.ASSISTANT, response, "response")
        for entry, old in zip(entries, onto):
            try:
                if isinstance(entry, CodegraphError):
                    raise entry
                check_entry(entry)
                now = (
                    recording.state.find_memory(old.id) if old is not None else None
                )  # an earlier capture may have stacked
                with recording.state.attempt():
                    kept.append(keep(recording, engine.home, entry, now))
            except CodegraphError as error:
                kept.append(error)
        exchanges = recording.state.count_exchanges(session)
        token = recording.operation
    done = [one for one in kept if isinstance(one, StoredEntry)]
    discovered, how = 0, "none"
    if request.discover_edges and done:
        found = [discover_for(context, one.memory, operation=token) for one in done]
        discovered, how = sum(len(edges) for edges, _ in found), found[0][1]
    missing = tuple(dict.fromkeys(source for one in done for source in one.unresolved))
    told = {
        "captures_stored": len(done),
        "capture_results": map(_build_capture_result, kept),
        "edges_created": sum(one.edges for one in done),
        "edges_discovered": discovered,
        "discovery": how,
        "unresolved_sources": missing,
        "undo": token,
    }
    return Answer(project(answers.ReflectAnswer, **_tell_buffered(session, exchanges), **told))


def _tell_buffered(session: str, exchanges: int) -> dict[str, object]:
    """Return what answers say of a session in which something was buffered."""
    hint = working.format_hint(exchanges)
    return {"session_id": session, "buffered": True, "exchanges": exchanges, "hint": hint}


def _build_entry(
    context: Context, capture: requests.Capture, request: requests.ReflectRequest, session: str, namespace: str
) -> Entry | CodegraphError:
    try:
        with context.open_memory().read() as state:
            space = _choose_space(state, capture.space_hint, request.space_path)
        title = choose_title(capture.title, capture.content)
        text = build_entry_text(title, "", [clean(capture.content)])
        return Entry(
            title,
            text,
            capture.type,
            space,
            namespace,
            tags=capture.tags,
            origin=get_origin(context.surface),
            session=session,
            source_krefs=request.source_krefs,
            bundle=choose_topic(capture.tags, PROJECT, "") if capture.tags else "",
            attachments=(Attachment("memory.md", f"# {title}\n\n{clean(capture.content)}\n"),),
            anchors=find_anchors(context, text),
        )
    except CodegraphError as error:
        return error


def _choose_space(state: Reader, hint: str, path: str) -> str:
    """Choose the space of an entry.

    A hint with a slash is a whole path, as `space_path` is; a single word is below the default project.
    """
    if hint.strip() and "/" in hint.strip().strip("/"):
        return find_existing_variant(state, normalize_space(hint, "space_hint"))
    return route(state, "" if hint.strip() else path, hint, PROJECT)


def _find_like(context: Context, entry: Entry | CodegraphError) -> Memory | None:
    if isinstance(entry, CodegraphError):
        return None
    with context.open_memory().read() as state:
        return find_similar(state, entry, make_likeness(context.config))


def _build_capture_result(one: StoredEntry | CodegraphError) -> answers.CaptureResult:
    if isinstance(one, CodegraphError):
        return answers.CaptureResult("rejected", None, f"{one.message}; {one.hint}" if one.hint else one.message)
    return answers.CaptureResult("stacked" if one.stacked else "stored", str(one.kref))


def _normalize_session(text: str) -> str:
    name = " ".join(clean(text).split())
    if not name or len(name) > 512:
        raise InvalidError("`session_id` is empty or too long", hint="such as sess-2026-06-18-001")
    return name


def _read_text(context: Context, text: str) -> str:
    """Return a text.

    On a command line `-` is standard input, which in a server is the protocol's."""
    return read_text(text) if context.surface == "cli" else text


def ingest(context: Context, request: requests.IngestRequest) -> Answer[answers.IngestAnswer]:
    """Buffer the user's message.

    Returns recent messages and memories about them.
    """
    check_bounds(request)
    if not request.user_id.strip():
        raise InvalidError("`user_id` is empty", hint="a stable name of the user, such as user-42")
    about = " ".join(request.context.split())
    working.build_context_space(about)
    engine = context.open_memory()
    message = _read_text(context, request.message)
    with engine.write() as recording:
        session = _normalize_session(
            request.session_id or working.create_session_id(request.user_id, about, recording.operation)
        )
        known = recording.state.find_conversation(session)
        if known is not None and known.context and known.context != about and request.context != "personal":
            raise InvalidError(
                f"`context` is {about!r}, but the session is about {known.context!r}", hint="start another session"
            )
        about = known.context if known is not None and known.context else about
        working.open_conversation(
            recording, session, find_folder_namespace(context.repo), user=request.user_id, context=about
        )
        working.buffer(recording, session, Role.USER, message, "message")
        lately = recording.state.list_buffered(session, request.working_memory_limit)
        exchanges = recording.state.count_exchanges(session)
        hidden = working.list_hidden_spaces(recording.state, about)
    found: tuple[answers.Result, ...] = ()
    if request.recall_limit:
        found = recall_memories(
            context, requests.EngageRequest(message[:2_000], request.recall_limit), hidden=hidden
        ).results
    told = {
        "context": about,
        "working_memory": [project(answers.MessageRow, message, content=message.text) for message in lately],
        "long_term_memories": found,
        "long_term_context": item_rows.format_context(found),
    }
    return Answer(project(answers.IngestAnswer, **_tell_buffered(session, exchanges), **told))


def add_response(context: Context, request: requests.AddResponseRequest) -> Answer[answers.AddResponseAnswer]:
    """Buffer an answer. Raises InvalidError for a session that nothing was said in."""
    session = _normalize_session(request.session_id)
    with context.open_memory().write() as recording:
        if recording.state.find_session(session) is None:
            raise InvalidError(f"`session_id`: there is no session {session!r}", hint="ingest a message first")
        working.buffer(recording, session, Role.ASSISTANT, _read_text(context, request.response), "response")
        exchanges = recording.state.count_exchanges(session)
    return Answer(project(answers.AddResponseAnswer, **_tell_buffered(session, exchanges)))


def store_execution(context: Context, request: requests.ExecutionRequest) -> Answer[answers.StoreAnswer]:
    """Store a run of a tool or command.

    It is an action when it succeeded, else an error. Its output becomes files, without credentials and personal data.
    """
    check_bounds(request)
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
    with context.open_memory().read() as state:
        space = route(state, "" if request.space_hint.strip() else EXECUTIONS, request.space_hint, PROJECT)
    entry = Entry(
        choose_title("", task),
        text,
        MemoryKind.ACTION if done else MemoryKind.ERROR,
        space,
        find_folder_namespace(context.repo),
        tags=request.topics,
        metadata=facts,
        origin=get_origin(context.surface),
        attachments=tuple(Attachment(f"{name}.txt", said + "\n") for name, said in outputs.items() if said),
        anchors=find_anchors(context, text),
    )
    kept, token = write_entry(context, entry, stack=False)
    return Answer(item_rows.build_stored(kept, token))


# edges to related memories


HITS = 3
"""Memories that one question may lead to."""


def discover_edges(context: Context, request: requests.DiscoverRequest) -> Answer[answers.DiscoverAnswer]:
    """Link a revision to memories that have to do with it.

    Raises NotFoundError, InvalidError, LanguageError."""
    if not request.summary.strip():
        raise InvalidError("`summary` is empty", hint="say what the memory says")
    check_bounds(request)
    normalize_edge_type(request.edge_type)
    with context.open_memory().read() as state:
        found = find_item(state, request.revision_kref, "revision_kref")
    queries = suggest_questions(
        find_model(context.config), request.summary, found.memory.body.tags, request.max_queries
    )
    edges, token = _connect_best(context, found, queries, request)
    return Answer(answers.DiscoverAnswer(str(found.kref), edges, queries.queries, queries.method, token))


def discover_for(context: Context, memory: Memory, *, operation: str) -> tuple[tuple[answers.DiscoveredEdge, ...], str]:
    """Link a memory that was just stored, as part of the operation that stored it.

    A model that fails is no reason to do without."""
    asked = requests.DiscoverRequest("", f"{get_title(memory)}. {get_summary(memory, 1_500)}")
    try:
        queries = suggest_questions(find_model(context.config), asked.summary, memory.body.tags, asked.max_queries)
    except LanguageError:
        queries = suggest_questions(None, asked.summary, memory.body.tags, asked.max_queries)
    with context.open_memory().read() as state:
        found = FoundItem(memory, read_kref(state, memory))
    edges, _ = _connect_best(context, found, queries, asked, operation)
    return edges, queries.method


def _connect_best(
    context: Context, found: FoundItem, queries: Queries, asked: requests.DiscoverRequest, operation: str = ""
) -> tuple[tuple[answers.DiscoveredEdge, ...], str]:
    with context.open_memory().read() as state:
        wanted = make_scope(context, state, asked.space_paths or (get_project(found.kref.space),))
        links = state.list_links_of([found.memory.id])
        known = {end for link in links for end in (link.source, link.target)} | {found.memory.id}
    best: dict[str, tuple[float, str, Memory]] = {}
    for query in queries.queries:
        with open_recaller(context.config) as kept:
            results = kept.recall(RecallRequest(query, filter=wanted, limit=HITS + 1, depth=0, bridges=False)).results
        others = [one for one in results if one.memory.id not in known][:HITS]
        for one in others:
            if one.score >= asked.min_score and one.score > best.get(one.memory.id, (0.0, "", one.memory))[0]:
                best[one.memory.id] = (one.score, query, one.memory)
    chosen = sorted(best.values(), key=lambda b: (-b[0], b[2].row))[: asked.max_edges]
    if not chosen:
        return (), ""
    made = []
    with context.open_memory().write() as recording:
        recording.operation = operation or recording.operation  # one token takes back a write with its edges
        source = FoundItem(found.memory, found.kref)
        for score, query, memory in chosen:
            now = recording.state.find_memory(memory.id)
            if now is None:
                continue
            target = FoundItem(now, read_kref(recording.state, now))
            why = {"reason": query, "score": round(score, 4), "found_by": queries.method}
            if connect(recording, source, target, asked.edge_type, why):
                made.append(
                    answers.DiscoveredEdge(
                        str(target.kref), normalize_edge_type(asked.edge_type), round(score, 4), query
                    )
                )
        return tuple(made), recording.operation if made else ""


# tags, files and status


def move_tag(context: Context, request: requests.MoveTagRequest) -> Answer[answers.TaggedAnswer]:
    with context.open_memory().write() as recording:
        found = find_item(recording.state, request.kref)
        tag(recording, found.memory, request.tag, 0 if request.remove else found.kref.revision)
        return Answer(answers.TaggedAnswer(str(found.kref), request.tag, request.remove, recording.operation))


def attach(context: Context, request: requests.AttachRequest) -> Answer[answers.AttachAnswer]:
    """Point from a revision to a file of the user's."""
    path = Path(request.path).expanduser().absolute()
    with context.open_memory().write() as recording:
        found = find_item(recording.state, request.kref)
        made = attach_file(path, found.kref.revision, write_validation.check_name(request.name, "name", empty=True))
        parse_kref(f"{found.kref}&a={made.name}", "name")
        screen(made.name)
        recording.record(ArtifactAttached(found.memory.id, made))
        return Answer(
            answers.AttachAnswer(str(found.kref), item_rows.build_artifact_row(found.kref, made), recording.operation)
        )


def deprecate_item(context: Context, request: requests.DeprecateRequest) -> Answer[answers.DeprecateAnswer]:
    with context.open_memory().write() as recording:
        kref, changed = deprecate(recording, request.item_kref, request.deprecated)
        return Answer(
            answers.DeprecateAnswer(str(kref), request.deprecated, changed, recording.operation if changed else "")
        )
