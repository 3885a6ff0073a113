"""The tools that only read: blame, insights, conflicts, status."""

from __future__ import annotations

from codegraph.operations.learning import lessons, requests, runs
from codegraph.operations.learning.answers import BlamedRow, ConflictRow
from codegraph.server.call import Call
from codegraph.server.reply import Exact, Json, to_json
from codegraph.server.tools.kimetsu import models as m

RESOLVE = (
    "The user resolves them: `codegraph memory learn conflicts --resolve ID kept_new | kept_existing | kept_both`."
)


def kimetsu_brain_memory_blame(call: Call, request: m.BlameInput) -> Exact:
    found = runs.blame(call.place(), requests.BlameRequest(request.run_id)).results
    value = m.BlameOutput(
        found.run.id,
        found.run.outcome,
        found.run.category,
        found.run.started_at,
        found.run.ended_at,
        tuple(map(_blamed, found.cited)),
        tuple(map(_blamed, found.passengers)),
    )
    return Exact(to_json(value))


def _blamed(row: BlamedRow) -> m.BlamedOut:
    standing = row.standing
    return m.BlamedOut(
        row.memory,
        row.kind,
        row.content,
        row.cited,
        row.reason,
        row.delivered,
        standing.score,
        standing.uses,
        standing.last_useful_at,
    )


def kimetsu_brain_insights(call: Call, request: m.InsightsInput) -> Exact:
    asked = requests.InsightsRequest(request.last_n_runs, request.since or "", request.top)
    found = runs.insights(call.place(), asked).results
    value: dict[str, Json] = {"runs": found.figures.runs, "since": found.since}
    groups = found.figures._asdict()
    for name in m.InsightsOutput._fields[2:]:
        value[name] = {key: to_json(part) for key, part in groups[name]._asdict().items()}
    return Exact(value)


def conflict_out(row: ConflictRow) -> m.ConflictOut:
    return m.ConflictOut(
        row.id, row.similarity, row.newer, row.newer_content, row.existing, row.existing_content, row.found_at
    )


def kimetsu_brain_memory_conflicts(call: Call, request: m.ConflictsInput) -> Exact:
    asked = requests.ConflictsRequest(limit=request.limit)
    found = lessons.list_conflicts(call.place(), asked).results
    return Exact(to_json(m.ConflictsOutput(found.total, tuple(map(conflict_out, found.conflicts)), RESOLVE)))


def kimetsu_brain_status(call: Call, request: m.StatusInput) -> Exact:
    found = runs.status(call.place(), requests.StatusRequest()).results
    value = m.StatusOutput(
        True,
        found.memories,
        found.by_kind,
        found.rated,
        found.pending_proposals,
        found.open_conflicts,
        found.runs,
        found.open_run,
        m.FloorsOut(found.floors.lexical, found.floors.semantic),
        found.decay_half_life_days,
        found.encoder,
    )
    return Exact(to_json(value))
