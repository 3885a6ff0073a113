"""The tools of a run: serve a context, cite from it, record what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codegraph.errors import InvalidError
from codegraph.memory.learning import runs
from codegraph.memory.learning.broker import ROLES, Ask, Capsule
from codegraph.memory.model import How, Origin, RunOutcome, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.operations.learning.lessons import conflict_rows, record_lesson
from codegraph.operations.learning.serving import Served, serve
from codegraph.operations.memory.anchoring import anchors_for
from codegraph.operations.memory.place import namespace_of
from codegraph.server.call import Call
from codegraph.server.reply import MOST_TOKENS, Exact, Json, dumps, to_json
from codegraph.server.tools.kimetsu import models as m
from codegraph.server.tools.kimetsu.figures import conflict_out
from codegraph.tokens import token_bound

HIT = "Read the capsules before planning, and call cite_memory with the id of each one you lean on."
SKIPPED = "Memory has nothing relevant enough. Go on without: this cost nothing."
NEAR = (
    "Memory has nothing relevant enough: {count} came near, and had too few of the question's words and too far a "
    "meaning. Ask once more in the words that a lesson would use, or go on without: this cost nothing."
)
USAGES = {
    How.ADDED: "Accepted: later contexts can deliver it.",
    How.MERGED: "A memory that says nearly the same was there and has taken this in.",
    How.DUPLICATE: "The same lesson was there already.",
    How.PROPOSED: "Proposed, because its confidence is low. The user decides with `codegraph memory learn accept`.",
}


def kimetsu_brain_context(call: Call, request: m.ContextInput) -> Exact:
    place = call.place()
    ask = Ask(
        request.query, request.stage or "", request.min_score, request.max_capsules, request.tags, request.prefer_roles
    )
    served = serve(
        place,
        ask,
        lambda found: _select_fitting(call, request, found),
        actor="mcp",
        run=request.run_id or "",
        starts=True,
    )
    return Exact(_reply(request, served), "; ".join(served.warnings))


def _select_fitting(call: Call, request: m.ContextInput, capsules: Sequence[Capsule]) -> list[Capsule]:
    """Return the capsules whose reply stays within the budget, its frame included.

    What is cut later was not delivered."""
    copies = 2 if call.structured else 1
    budget = min(request.budget_tokens, MOST_TOKENS // copies - 200)  # which leaves room for a note
    frame = dumps(_frame(request, "", "", 0.0, (), 0, 999))
    used, kept = token_bound(frame) + 60, []
    for capsule in capsules:
        if used + capsule.tokens + 1 <= budget:
            kept.append(capsule)
            used += capsule.tokens + 1
    return kept


def _reply(request: m.ContextInput, served: Served) -> Json:
    chosen = served.chosen
    return _frame(request, served.run, served.serving, chosen.top_score, served.shown, served.tokens, served.excluded)


def _frame(
    request: m.ContextInput, run: str, serving: str, top: float, shown: Sequence[Capsule], used: int, excluded: int
) -> Json:
    return {
        "ok": True,
        "skipped": not shown,
        "run_id": run,
        "serving_id": serving,
        "stage": request.stage or "",
        "top_score": round(top, 4),
        "min_score": request.min_score,
        "budget_tokens": request.budget_tokens,
        "used_tokens": used,
        "capsule_count": len(shown),
        "excluded_count": excluded,
        "capsules": [to_json(capsule.payload()) for capsule in shown],
        "usage": {"how_to_use": HIT if shown else NEAR.format(count=excluded) if excluded else SKIPPED},
    }


def kimetsu_brain_record(call: Call, request: m.RecordInput) -> Exact:
    """Record a lesson, then end the run when an outcome is given.

    Without a lesson, end the run."""
    place = call.place()
    if request.category.strip() and not request.outcome:
        raise InvalidError("`category` needs an `outcome`", hint="give outcome failed with it")
    if request.outcome:
        with place.memory("mcp").read() as state:  # before anything is written
            request = replace(request, run_id=runs.find_open(state, request.run_id or "", namespace_of(place.repo)).id)
    if request.outcome and not request.lesson.strip():
        return Exact(to_json(_build_ended(request)._replace(run=_end(call, request))))
    value, warnings = _record_lesson(call, request)
    return Exact(to_json(value._replace(run=_end(call, request) if request.outcome else None)), "; ".join(warnings))


def _end(call: Call, request: m.RecordInput) -> m.RunEndedOut:
    place = call.place()
    with place.memory("mcp").write() as recording:
        run = runs.find_open(recording.state, request.run_id or "", namespace_of(place.repo))
        done = runs.end(recording, run, RunOutcome(request.outcome or ""), request.category)
    cited = sum(credit.cited for credit in done.credits)
    return m.RunEndedOut(run.id, done.run.outcome.value, cited, len(done.credits) - cited)


def _build_ended(request: m.RecordInput) -> m.RecordOutput:
    return m.RecordOutput(
        True, "ended", None, None, request.kind, "", request.tags, None, (), "The run has ended.", None
    )


def _record_lesson(call: Call, request: m.RecordInput) -> tuple[m.RecordOutput, tuple[str, ...]]:
    place = call.place()
    draft = Draft(
        request.lesson,
        str(ROLES.get(request.kind, request.kind)),
        confidence=request.confidence,
        tags=request.tags,
        metadata={"context": request.context} if request.context.strip() else {},
        namespace=namespace_of(place.repo),
        origin=Origin.AGENT,
        vocabulary=Vocabulary.KIMETSU,
        anchors=anchors_for(place, request.lesson),
    )
    done, _, warnings = record_lesson(place, draft, actor="mcp", run=request.run_id or "")
    proposed = done.how is How.PROPOSED
    value = m.RecordOutput(
        True,
        done.how.value,
        None if proposed else done.memory.id,
        done.memory.id if proposed else None,
        request.kind,
        request.lesson.strip(),
        request.tags,
        round(done.similarity, 4) if done.similarity else None,
        tuple(map(conflict_out, conflict_rows(place, done.conflicts))),
        USAGES[done.how],
        None,
    )
    return value, warnings


def cite_memory(call: Call, request: m.CiteInput) -> Exact:
    place = call.place()
    with place.memory("mcp").write() as recording:
        run = runs.find(recording.state, request.run_id or "", namespace_of(place.repo))
        done = runs.cite(recording, run, request.memory_id, request.reason)
        count = len(recording.state.learning.marks(run.id))
    return Exact(to_json(m.CiteOutput(True, done.run, done.memory, count)))
