"""Recording of lessons, and decisions about proposals and conflicts.

The decisions are a person's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from codegraph.errors import EncoderError, InvalidError
from codegraph.memory import write_validation
from codegraph.memory.intake import APART, Receipt, Statement, record_statement
from codegraph.memory.learning import conflicts as conflict
from codegraph.memory.learning import lessons, runs
from codegraph.memory.memory_model import (
    RESOLUTIONS,
    Conflict,
    Filter,
    Memory,
    Origin,
    ProposalOutcome,
    Resolution,
    Vocabulary,
)
from codegraph.memory.notes import Draft
from codegraph.memory.text_similarity import CLOSE, NEAR
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.learning import answers, requests
from codegraph.operations.memory.anchoring import find_anchors
from codegraph.operations.memory.answers import MemoryRow
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.notes import read_text
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.projection import project
from codegraph.store.memory.reader import Reader

LESSONS: Final = replace(APART, merges_near=NEAR, notes_conflicts=CLOSE, accepts=lessons.ACCEPTED)
"""Near duplicates are merged, what differs is a conflict, and what is uncertain waits for a person."""


def scope(context: Context, every: bool) -> tuple[str, ...]:
    """Return the namespaces that a figure is about, empty for all."""
    return () if every else list_readable_namespaces(context.repo)


def record_lesson(
    context: Context, draft: Draft, *, run: str = "", source: str = "agent"
) -> tuple[Receipt, str, tuple[str, ...]]:
    """Record a lesson.

    Also returns the id of its run, "" outside of any, and warnings. A failing encoder does not prevent recording.
    Raises what recording raises.
    """
    namespace = draft.namespace
    warnings: tuple[str, ...] = ()
    near: list[lessons.Near] = []
    with context.open_memory().write() as recording:
        state = recording.state
        known = runs.find(state, run, namespace) if run else state.learning.find_open_run(namespace)
        wanted = Filter((namespace,), statuses=lessons.DEDUPED)
        try:
            with open_recaller(context.config) as kept:
                near = [lessons.Near(*n) for n in kept.find_similar(state, draft.content, wanted, CLOSE)]
        except EncoderError as error:
            warnings = (f"near duplicates and conflicts were not looked for: {error.message}",)
        near += _find_copies(state, draft, {n.memory.id for n in near})
        id = known.id if known else ""
        statement = Statement(draft, settings=LESSONS, run=id, source=source)
        return record_statement(recording, statement, near=near), id, warnings


def _find_copies(state: Reader, draft: Draft, known: set[str]) -> list[lessons.Near]:
    """Find exact copies.

    The encoder misses them when it knows none of their words.
    """
    from codegraph.memory.memory_ids import hash_content

    copies = state.find_by_hash(hash_content(write_validation.check_content(draft.content, "lesson")), draft.namespace)
    return [lessons.Near(m, 1.0) for m in copies if m.id not in known and m.status in lessons.DEDUPED]


def build_lesson(
    context: Context, lesson: str, kind: str, confidence: float, tags: tuple[str, ...], learned_from: str
) -> Draft:
    """Return a lesson about the repository of a request, as a draft."""
    return Draft(
        lesson,
        kind,
        confidence=confidence,
        tags=tags,
        metadata={"context": learned_from} if learned_from else {},
        namespace=find_folder_namespace(context.repo),
        origin=Origin.AGENT,
        vocabulary=Vocabulary.KIMETSU,
        anchors=find_anchors(context, lesson),
    )


def record(context: Context, request: requests.RecordRequest) -> Answer[answers.RecordAnswer]:
    lesson = read_text(request.lesson)
    kind = write_validation.check_kind(request.kind, Vocabulary.KIMETSU, "--kind")
    confidence = write_validation.check_fraction(request.confidence, "--confidence")
    draft = build_lesson(context, lesson, kind, confidence, request.tag, request.context)
    done, run, warnings = record_lesson(context, draft, run=request.run, source="cli")
    rows = build_conflict_rows(context, done.conflicts)
    similarity = round(done.similarity, 4)
    answer = project(answers.RecordAnswer, done, result=done.how, similarity=similarity, conflicts=rows, run=run)
    return Answer(answer, None, warnings)


def build_conflict_rows(context: Context, found: tuple[Conflict, ...]) -> tuple[answers.ConflictRow, ...]:
    with context.open_memory().read() as state:
        memories: dict[str, Memory] = state.read_by_ids({id for c in found for id in (c.newer, c.existing)})
    return tuple(answers.build_conflict_row(c, memories) for c in found)


def list_conflicts(context: Context, request: requests.ConflictsRequest) -> Answer[answers.ConflictsAnswer]:
    """Open conflicts, the newest first."""
    with context.open_memory().read() as state:
        found = state.learning.list_conflicts(scope(context, request.every))
    return Answer(answers.ConflictsAnswer(build_conflict_rows(context, tuple(found[: request.limit])), len(found)))


def review_conflicts(
    context: Context, request: requests.ConflictsRequest
) -> Answer[answers.ConflictsAnswer] | Answer[answers.ResolvedAnswer]:
    if not request.resolve:
        if request.resolution:
            raise InvalidError("which conflict?", hint="--resolve ID kept_new | kept_existing | kept_both")
        return list_conflicts(context, request)
    if request.resolution not in tuple(RESOLUTIONS):
        raise InvalidError(f"`RESOLUTION` is {request.resolution!r}", hint=f"one of: {', '.join(RESOLUTIONS)}")
    with context.open_memory().write() as recording:
        wanted = conflict.find(recording.state, request.resolve, ())
        done = conflict.resolve(recording, wanted, Resolution(request.resolution))
        token = recording.operation
    (row,) = build_conflict_rows(context, (done,))
    return Answer(answers.ResolvedAnswer(row, token))


def list_proposals(context: Context, request: requests.ProposalsRequest) -> Answer[answers.ProposalsAnswer]:
    """List proposals.

    Expired ones are put away first, if the memory can be written.
    """
    wanted = scope(context, request.every)
    engine = context.open_memory()
    outcome = None if request.status == "any" else ProposalOutcome(request.status)
    done: list[str] = []
    with engine.read() as state:
        now = engine.clock()
        over = [p for p in state.learning.list_proposals(wanted, ProposalOutcome.PENDING) if 0 < p.expires_at <= now]
    if over:
        with engine.write() as recording:
            done = lessons.expire_proposals(recording, wanted)
    with engine.read() as state:
        found = state.learning.list_proposals(wanted, outcome)
        memories = state.read_by_ids(p.memory for p in found)
    rows = tuple(project(answers.ProposalRow, p, memory=memories[p.memory]) for p in found if p.memory in memories)
    return Answer(answers.ProposalsAnswer(rows[: request.limit], len(rows), len(done)))


def accept(context: Context, request: requests.AcceptRequest) -> Answer[answers.SettledAnswer]:
    with context.open_memory().write() as recording:
        memory = lessons.accept(recording, request.id, confidence=request.confidence, reason=request.reason)
        return Answer(answers.SettledAnswer("accepted", MemoryRow.build(memory), recording.operation))


def reject(context: Context, request: requests.RejectRequest) -> Answer[answers.SettledAnswer]:
    with context.open_memory().write() as recording:
        memory = lessons.reject(recording, request.id, request.reason)
        return Answer(answers.SettledAnswer("rejected", MemoryRow.build(memory), recording.operation))
