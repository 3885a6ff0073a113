"""Looking after lessons: consolidation, triage, tuning."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.embed.choose import encoder_of
from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.events import FloorsSet
from codegraph.memory.learning import merging, triage, tuning
from codegraph.memory.learning.broker import MAX_CAPSULES, Capsule, candidates
from codegraph.memory.learning.triage import Doubtful
from codegraph.memory.model import Filter, Floors
from codegraph.memory.recall.request import RecallRequest
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.learning import answers
from codegraph.operations.learning import requests as r
from codegraph.operations.learning.lessons import scope
from codegraph.operations.learning.serving import POOL
from codegraph.operations.memory.answers import memory_row
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.operations.memory.recalling import recaller

EXTRACTIVE = "extractive"
"""How themes are summarised: no language model is asked."""


def consolidate(context: Context, request: r.ConsolidateRequest) -> Answer[answers.ConsolidationAnswer]:
    encoder = encoder_of(context.config)
    wanted = scope(context, request.every)
    engine = context.memory("cli")
    proposals: tuple[str, ...] = ()
    token = ""
    if request.dry_run:
        with engine.read() as state:
            plan = merging.plan(state, encoder, wanted, distill=request.distill)
    else:
        with engine.write() as recording:
            plan = merging.plan(recording.state, encoder, wanted, distill=request.distill)
            proposals = merging.carry_out(recording, plan)
            token = recording.operation if plan.merges or plan.themes else ""
    merges = tuple(
        answers.MergeRow(m.survivor.id, m.survivor.body.content, tuple(x.id for x in m.members), round(m.similarity, 4))
        for m in plan.merges
    )
    themes = tuple(answers.ThemeRow(tuple(m.id for m in t.members), t.tags, t.draft.content) for t in plan.themes)
    return Answer(
        answers.ConsolidationAnswer(request.dry_run, plan.examined, merges, themes, proposals, EXTRACTIVE, token)
    )


def find_doubtful(context: Context, every: bool) -> list[Doubtful]:
    engine = context.memory("cli")
    with engine.read() as state:
        return triage.doubtful(state, engine.clock(), scope(context, every))


def doubtful_row(found: Doubtful) -> answers.DoubtfulRow:
    return answers.DoubtfulRow(
        memory_row(found.memory), round(found.standing.ratio, 4), found.standing.uses, found.idle_days
    )


def decide(context: Context, prune: Sequence[Doubtful], keep: Sequence[Doubtful]) -> Answer[answers.TriageAnswer]:
    """Carry out what was decided about memories, as one operation."""
    rows = tuple(map(doubtful_row, (*prune, *keep)))
    if not prune and not keep:
        return Answer(answers.TriageAnswer(rows, 0, 0, ""))
    with context.memory("cli").write() as recording:
        state = recording.state
        gone = [m for m in (state.memory(d.memory.id) for d in prune) if m is not None]
        pruned = triage.prune(recording, gone)
        for one in keep:
            memory = state.memory(one.memory.id)
            if memory is not None:
                triage.keep(recording, memory)
        return Answer(answers.TriageAnswer(rows, pruned, len(keep), recording.operation))


def doubt(context: Context, request: r.TriageRequest) -> Answer[answers.TriageAnswer]:
    """List what is doubtful, or archive all of it. Walking through it is the terminal's part."""
    found = find_doubtful(context, request.every)
    if not request.prune_all:
        return Answer(answers.TriageAnswer(tuple(map(doubtful_row, found)), 0, 0, ""))
    if not request.yes:
        raise InvalidError(
            f"{len(found)} memories would be archived", hint="add --yes to do so; `codegraph memory undo` takes it back"
        )
    return decide(context, found, ())


def tune(context: Context, request: r.TuneRequest) -> Answer[answers.TuneAnswer]:
    if request.apply and request.revert:
        raise InvalidError("--apply and --revert exclude each other", hint="give one of them")
    namespace = namespace_of(context.repo)
    engine = context.memory("cli")
    if request.revert:
        return _revert(context, namespace)
    with engine.read() as state:
        baseline = state.learning.floors(namespace)
        cases = tuning.cases(state, (namespace,))
    found = tuning.tune(_replay(context, cases, baseline), baseline, MAX_CAPSULES)
    trials = found.trials[: request.trials]
    if not request.apply or not found.improves:
        return Answer(answers.TuneAnswer(baseline, found, trials, False, False, ""))
    with engine.write() as recording:
        before = recording.state.learning.floors(namespace)
        recording.record(FloorsSet(namespace, before, found.best))
        return Answer(answers.TuneAnswer(found.best, found, trials, True, False, recording.operation))


def _revert(context: Context, namespace: str) -> Answer[answers.TuneAnswer]:
    """Back to the floors before the last change that was not taken back yet."""
    with context.memory("cli").write() as recording:
        changes = recording.state.learning.floor_changes(namespace)
        reverted = {change.reverts for change in changes}
        last = next((c for c in reversed(changes) if not c.reverts and c.seq not in reverted), None)
        if last is None:
            raise NotFoundError(
                "the floors were never changed here", hint="`codegraph memory learn tune --apply` does so"
            )
        now: Floors = recording.state.learning.floors(namespace)
        recording.record(FloorsSet(namespace, now, last.before, last.seq))
        return Answer(answers.TuneAnswer(last.before, None, (), False, True, recording.operation))


def _replay(context: Context, cases: Sequence[tuning.Case], floors: Floors) -> list[tuning.Replayed]:
    """Return what recall finds for each case, with memory as it was when it was asked. Usefulness takes no part: it
    was learned from the same citations."""
    found = []
    readable = Filter(readable_in(context.repo))
    with recaller(context.config) as kept:
        for case in cases:
            asked = RecallRequest(case.query, filter=readable, limit=POOL, bridges=False, now=case.at)
            results = kept.recall(asked).results
            ranked = tuple(sorted(candidates(case.query, results), key=lambda c: (-c.relevance, c.memory.row)))
            tokens = tuple(
                Capsule(c.memory, c.relevance, c.relevance, 1.0, c.coverage, c.cosine).tokens for c in ranked
            )
            found.append(tuning.Replayed(tuning.add_missed(case, ranked, floors), ranked, tokens))
    return [one for one in found if one.case.wanted]
