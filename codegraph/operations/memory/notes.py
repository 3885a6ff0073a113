"""Single memories: add, show, change, archive, restore, undo, erase."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from codegraph.errors import InvalidError
from codegraph.memory import notes, write_validation
from codegraph.memory.anchors.offering import Anchoring
from codegraph.memory.erasure import Scope, erase_scope, find_traces
from codegraph.memory.erasure import erase as erase_memory
from codegraph.memory.events import Access, MemoriesAccessed
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_engine import decode
from codegraph.memory.memory_model import Anchor, Memory, MemoryStatus, Origin, Relationship, Vocabulary
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.undo import undo as undo_operation
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers, requests
from codegraph.operations.memory.memory_context import choose_namespace, name_namespace
from codegraph.operations.projection import project
from codegraph.operations.review.answers import review_row
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.embed.encoder import Encoder
    from codegraph.memory.intake import Receipt, Statement


def read_text(text: str) -> str:
    return sys.stdin.read() if text == "-" else text


def add(context: Context, request: requests.AddRequest) -> Answer[answers.WrittenAnswer]:
    from codegraph.memory.intake import Statement  # most verbs here record none

    kind = write_validation.check_kind(request.kind, Vocabulary.CODEGRAPH, "--kind")
    content = read_text(request.content)
    anchoring = _anchor_named(context, request.about, content)
    draft = Draft(
        content,
        kind,
        request.importance,
        request.confidence,
        request.tag,
        namespace=choose_namespace(context, request.namespace),
        origin=Origin.HUMAN,
        session=request.session,
        protected=request.protect,
        anchors=anchoring.anchors,
    )
    linked = link_ends(context, request.link) if request.link else ()
    written = write_statement(context, Statement(draft, supersedes=request.supersedes), linked)
    action = "stored" if written.created else "merged"
    related = {"amends": answers.list_amended(written), "near": answers.list_near(written)}
    answer = project(answers.WrittenAnswer, written, anchoring, action=action, **related)
    return Answer(answer, None, _describe_unanchored(answer))


def write_statement(context: Context, statement: Statement, links: Sequence[str] = ()) -> Receipt:
    """Record a statement, linked to other memories and symbols by their ids.

    Raises InvalidError, CredentialError, NotFoundError."""
    compared = statement.settings.finds_amendments or statement.settings.names_near
    encode = _load_encoder().encode if compared else None
    from codegraph.memory.intake import record_statement

    with context.open_memory().write() as recording:
        written = record_statement(recording, statement, encode)
        for other in links:
            notes.link(recording, written.memory.id, other, Relationship.RELATES_TO)
        return written


@cache
def _load_encoder() -> Encoder:
    """Return the encoder that works offline.

    The thresholds of the intake are of its scale."""
    from codegraph.embed.static import StaticEncoder

    return StaticEncoder()


def _anchor_named(context: Context, about: tuple[str, ...], content: str) -> Anchoring:
    from codegraph.operations.memory.anchoring import anchor_named  # reads the work tree; most verbs here do not

    return anchor_named(context, about, content)


def _describe_unanchored(written: answers.WrittenAnswer) -> tuple[str, ...]:
    if not written.unanchored:
        return ()
    from codegraph.operations.memory.anchoring import describe_unanchored

    return tuple(
        describe_unanchored(written.unanchored, f"add it by `codegraph memory update {written.memory.id} --about`")
    )


def link_ends(context: Context, names: Sequence[str], *, archived: bool = False) -> list[str]:
    """Return the ids of the memories and symbols that the ends of links name.

    Raises NotFoundError, AmbiguousError."""
    from codegraph.operations.memory.anchoring import index_of, link_end

    with context.open_memory().read() as state:
        return [link_end(state, lambda: index_of(context), name, archived=archived) for name in names]


def unlink(context: Context, request: requests.UnlinkRequest) -> Answer[answers.LinkAnswer]:
    """Remove the link between two memories, or a memory and a symbol.

    Its direction does not matter. Raises NotFoundError, AmbiguousError, InvalidError."""
    source, target = link_ends(context, (request.source, request.target), archived=True)
    wanted = request.relationship.strip().upper()
    with context.open_memory().write() as recording:
        state = recording.state
        found = [link for link in state.list_links_of([source]) if {link.source, link.target} == {source, target}]
        fitting = [x for x in found if not wanted or wanted in (x.relationship.value, x.label.upper())]
        if len(fitting) != 1:
            listed = ", ".join(x.label or x.relationship.value for x in fitting or found)
            what = f"{len(fitting)} links" if fitting else "no such link"
            hint = f"say which with --relationship: {listed}" if found else "`codegraph memory show ID` lists links"
            raise InvalidError(f"{what} between {source} and {target}", hint=hint)
        notes.unlink(recording, fitting[0])
        return Answer(project(answers.LinkAnswer, link=fitting[0], token=recording.operation, removed=True))


def find_offered(context: Context, id: str, text: str | None) -> tuple[Anchor, ...] | None:
    if text is None:
        return None
    from codegraph.operations.memory.anchoring import find_offers

    return find_offers(context, id, text)


def show(context: Context, request: requests.ShowRequest) -> Answer[answers.ShowAnswer]:
    engine = context.open_memory()
    with engine.read() as state:
        memory = notes.find(state, request.id, archived=True)
        if request.revision:
            memory = _get_revision(state, memory, request.revision)
        links = state.list_links_of([memory.id])
        others = {end for link in links for end in (link.source, link.target)} - {memory.id}
        heads = {id: to_one_line(m.body.content)[:72] for id, m in state.read_by_ids(others).items()}
        answer = project(
            answers.ShowAnswer,
            memory=memory,
            aliases=state.list_aliases(memory.id),
            links=[project(answers.LinkRow, x, other=heads.get(x.get_other_end(memory.id), "")) for x in links],
            anchors=state.read_anchors([memory.row]).get(memory.row, ()),
            review=review_row(state, memory, engine.clock()),
            namespace_name=name_namespace(context, memory.namespace),
        )
    warnings = _record_use(context, memory)
    return Answer(answer, None, warnings)


def _get_revision(state: Reader, memory: Memory, number: int) -> Memory:
    for revision in state.list_revisions(memory):
        if revision.number == number:
            return replace(memory, body=revision.body, revision=number, updated_at=revision.at)
    raise InvalidError(f"memory {memory.id} has no revision {number}", hint=f"it has 1 to {memory.revision}")


def _record_use(context: Context, memory: Memory) -> tuple[str, ...]:
    """Count the use of a memory.

    Showing also works on a disk that cannot be written.
    """
    from codegraph.errors import LockedError, StorageError

    try:
        with context.open_memory().write() as recording:
            recording.record(MemoriesAccessed((memory.id,), Access.OPENED))
    except (StorageError, LockedError) as error:
        return (f"this use was not counted: {error.message}",)
    return ()


def show_history(context: Context, request: requests.IdRequest) -> Answer[answers.HistoryAnswer]:
    with context.open_memory().read() as state:
        memory = notes.find(state, request.id, archived=True)
        events = tuple(map(decode, state.iterate_events_about(memory.id)))
        rows = [project(answers.EventRow, recorded, kind=type(recorded.event).__name__) for recorded in events]
        revisions = state.list_revisions(memory)
        return Answer(project(answers.HistoryAnswer, id=memory.id, revisions=revisions, events=rows))


def update(context: Context, request: requests.UpdateRequest) -> Answer[answers.WrittenAnswer]:
    content = None if request.content is None else read_text(request.content)
    edit = Edit(
        content,
        None if request.kind is None else write_validation.check_kind(request.kind, Vocabulary.CODEGRAPH, "--kind"),
        request.importance,
        request.confidence,
        request.tag or None,
        offers=find_offered(context, request.id, content),
    )
    given = any(x is not None for x in (edit.content, edit.kind, edit.importance, edit.confidence, edit.tags))
    if not given and not request.about and not request.protect and not request.unprotect:
        raise InvalidError("nothing to change", hint="give a new text, or one of the options")
    if request.protect and request.unprotect:
        raise InvalidError("--protect and --unprotect exclude each other", hint="give one of them")
    anchoring = _anchor_named(context, request.about, "")
    with context.open_memory().write() as recording:
        memory = notes.find(recording.state, request.id)
        notes.anchor(recording, memory, anchoring.anchors)
        if given:
            memory = notes.revise(recording, memory.id, edit, reason=request.reason, expected=request.expect or None)
        if request.protect or request.unprotect:
            memory = notes.protect(recording, memory.id, request.protect)
        written = project(answers.WrittenAnswer, anchoring, action="updated", memory=memory, token=recording.operation)
    return Answer(written, None, _describe_unanchored(written))


def delete(context: Context, request: requests.IdRequest) -> Answer[answers.WrittenAnswer]:
    with context.open_memory().write() as recording:
        memory = notes.find(recording.state, request.id)
        notes.archive(recording, [memory], "deleted")
        archived = replace(memory, status=MemoryStatus.ARCHIVED)
        return Answer(project(answers.WrittenAnswer, action="archived", memory=archived, token=recording.operation))


def restore(context: Context, request: requests.IdRequest) -> Answer[answers.WrittenAnswer]:
    with context.open_memory().write() as recording:
        memory = notes.restore(recording, request.id)
        return Answer(project(answers.WrittenAnswer, action="restored", memory=memory, token=recording.operation))


def undo(context: Context, request: requests.UndoRequest) -> Answer[answers.UndoAnswer]:
    with context.open_memory().write() as recording:
        done = undo_operation(recording, request.token)
    return Answer(project(answers.UndoAnswer, done))


def erase(context: Context, request: requests.EraseRequest) -> Answer[answers.EraseAnswer]:
    given = [bool(request.id), bool(request.session), bool(request.matching)]
    if sum(given) != 1:
        raise InvalidError("say what to erase", hint="one of: the id of a memory, --session ID, --matching TEXT")
    if not request.id:
        return _erase_scope(context, Scope(request.session, request.matching), confirm=request.confirm)
    if not request.confirm:
        raise InvalidError(
            "erasing cannot be undone", hint="add --confirm; `codegraph memory delete` archives, and can be undone"
        )
    done = erase_memory(context.open_memory(), request.id)
    warnings = (
        (f"the same text stands in {len(done.quoted_by)} other memories: {', '.join(done.quoted_by)}",)
        if done.quoted_by
        else ()
    )
    return Answer(project(answers.EraseAnswer, done), None, warnings)


def _erase_scope(context: Context, scope: Scope, *, confirm: bool) -> Answer[answers.EraseAnswer]:
    engine = context.open_memory()
    if confirm:
        traces, backups = erase_scope(engine, scope)
    else:
        traces, backups = find_traces(engine, scope), 0
    found = [project(answers.TraceRow, trace, text=to_one_line(trace.text)) for trace in traces.captured]
    told = {"erased": confirm, "captured": found, "spooled": len(traces.spooled)}
    answer = project(answers.EraseAnswer, traces, id="", events=len(found), backups=backups, quoted_by=(), **told)
    return Answer(answer)
