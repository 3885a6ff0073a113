"""Looking after lessons: consolidation, triage, tuning."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.embed.encoder_choice import build_encoder
from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.events import FloorsSet
from codegraph.memory.learning import merging, triage, tuning
from codegraph.memory.learning.context_selection import MAX_CAPSULES, Capsule, build_candidates
from codegraph.memory.learning.triage import Doubtful
from codegraph.memory.memory_model import Filter, Floors
from codegraph.memory.recall.request import RecallRequest
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.learning import answers, requests
from codegraph.operations.learning.context_delivery import POOL
from codegraph.operations.learning.lessons import scope
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.projection import project

EXTRACTIVE = "extractive"
"""How themes are summarised: no language model is asked."""


def consolidate(context: Context, request: requests.ConsolidateRequest) -> Answer[answers.ConsolidationAnswer]:
    encoder = build_encoder(context.config)
    wanted = scope(context, request.every)
    engine = context.open_memory()
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
    told = {"proposals": proposals, "method": EXTRACTIVE, "token": token}
    return Answer(project(answers.ConsolidationAnswer, request, plan, **told))


def find_doubtful(context: Context, every: bool) -> list[Doubtful]:
    engine = context.open_memory()
    with engine.read() as state:
        return triage.list_doubtful(state, engine.clock(), scope(context, every))


def decide(context: Context, prune: Sequence[Doubtful], keep: Sequence[Doubtful]) -> Answer[answers.TriageAnswer]:
    """Carry out what was decided about memories, as one operation."""
    rows = tuple(map(answers.DoubtfulRow.build, (*prune, *keep)))
    if not prune and not keep:
        return Answer(answers.TriageAnswer(rows, 0, 0, ""))
    with context.open_memory().write() as recording:
        state = recording.state
        gone = [m for m in (state.find_memory(d.memory.id) for d in prune) if m is not None]
        pruned = triage.prune(recording, gone)
        for one in keep:
            memory = state.find_memory(one.memory.id)
            if memory is not None:
                triage.keep(recording, memory)
        return Answer(answers.TriageAnswer(rows, pruned, len(keep), recording.operation))


def review_doubtful(context: Context, request: requests.TriageRequest) -> Answer[answers.TriageAnswer]:
    """List doubtful memories, or archive all of them.

    Reviewing them one by one is the terminal's part.
    """
    found = find_doubtful(context, request.every)
    if not request.prune_all:
        return Answer(answers.TriageAnswer(tuple(map(answers.DoubtfulRow.build, found)), 0, 0, ""))
    if not request.yes:
        raise InvalidError(
            f"{len(found)} memories would be archived", hint="add --yes to do so; `codegraph memory undo` takes it back"
        )
    return decide(context, found, ())


def tune(context: Context, request: requests.TuneRequest) -> Answer[answers.TuneAnswer]:
    if request.apply and request.revert:
        raise InvalidError("--apply and --revert exclude each other", hint="give one of them")
    namespace = find_folder_namespace(context.repo)
    engine = context.open_memory()
    if request.revert:
        return _revert(context, namespace)
    with engine.read() as state:
        baseline = state.learning.read_floors(namespace)
        cases = tuning.list_cases(state, (namespace,))
    found = tuning.tune(_replay(context, cases, baseline), baseline, MAX_CAPSULES)
    trials = found.trials[: request.trials]
    if not request.apply or not found.improves:
        return Answer(answers.TuneAnswer(baseline, found, trials, False, False, ""))
    with engine.write() as recording:
        before = recording.state.learning.read_floors(namespace)
        recording.record(FloorsSet(namespace, before, found.best))
        return Answer(answers.TuneAnswer(found.best, found, trials, True, False, recording.operation))


def _revert(context: Context, namespace: str) -> Answer[answers.TuneAnswer]:
    """Return to the floors before the last change that was not reverted yet."""
    with context.open_memory().write() as recording:
        changes = recording.state.learning.list_floor_changes(namespace)
        reverted = {change.reverts for change in changes}
        last = next((c for c in reversed(changes) if not c.reverts and c.seq not in reverted), None)
        if last is None:
            raise NotFoundError(
                "the floors were never changed here", hint="`codegraph memory learn tune --apply` does so"
            )
        now: Floors = recording.state.learning.read_floors(namespace)
        recording.record(FloorsSet(namespace, now, last.before, last.seq))
        return Answer(answers.TuneAnswer(last.before, None, (), False, True, recording.operation))


def _replay(context: Context, cases: Sequence[tuning.Case], floors: Floors) -> list[tuning.ReplayedCase]:
    """Return what recall finds for each case.

    Memory is taken as it was at the time of the question. Usefulness is left out: it was learned from the same
    citations.
    """
    found = []
    readable = Filter(list_readable_namespaces(context.repo))
    with open_recaller(context.config) as kept:
        for case in cases:
            asked = RecallRequest(case.query, filter=readable, limit=POOL, bridges=False, now=case.at)
            results = kept.recall(asked).results
            ranked = tuple(sorted(build_candidates(case.query, results), key=lambda c: (-c.relevance, c.memory.row)))
            tokens = tuple(
                Capsule(c.memory, c.relevance, c.relevance, 1.0, c.coverage, c.cosine).tokens for c in ranked
            )
            found.append(tuning.ReplayedCase(tuning.add_missed(case, ranked, floors), ranked, tokens))
    return [one for one in found if one.case.wanted]
