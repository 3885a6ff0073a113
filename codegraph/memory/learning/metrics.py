"""Statistics of the learning loop: memories of a run, and eight groups of figures.

Everything is counted from projections of the log, so a rebuild gives the same figures. A share of nothing is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from codegraph.memory.learning.runs import BRIEF, find_holder, list_delivered
from codegraph.memory.memory_model import (
    RECALLABLE,
    Filter,
    How,
    Injection,
    Memory,
    MemoryStatus,
    ProposalOutcome,
    Run,
    RunOutcome,
    Serving,
    Standing,
)
from codegraph.store.memory.reader import Reader

LAST_RUNS: Final = 50
PRUNE_USES: Final = 3
PRUNE_RATIO: Final = -0.2
"""So many signals and so bad a mean make a memory a candidate for pruning."""


class BlamedMemory(NamedTuple):
    """Memory of a run.

    `standing` is that of its current holder.
    """

    id: str
    memory: Memory | None  # None when it was erased
    cited: bool
    reason: str
    times: int  # deliveries in the run
    brief: bool  # it only rode along in what a session starts with
    standing: Standing


@dataclass(frozen=True, slots=True)
class Blame:
    run: Run
    cited: tuple[BlamedMemory, ...]
    passengers: tuple[BlamedMemory, ...]


def blame(state: Reader, run: Run) -> Blame:
    """Return the memories of a run: those it cited first, then the uncited ones."""
    learning = state.learning
    known = list_delivered(state, run.id)
    noted = learning.list_marks(run.id) if run.outcome is RunOutcome.OPEN else learning.list_citations(run=run.id)
    reasons = {c.original: c.reason for c in noted}
    times = Counter(id for i in learning.list_injections(run=run.id) for id in i.memories)
    rows = []
    for id, asked in known.items():
        holder = find_holder(state, id)
        standing = learning.read_standing(holder.id) if holder else Standing()
        rows.append(
            BlamedMemory(id, state.find_memory(id), id in reasons, reasons.get(id, ""), times[id], not asked, standing)
        )
    return Blame(run, tuple(r for r in rows if r.cited), tuple(r for r in rows if not r.cited))


class Retrieval(NamedTuple):
    served: int
    with_hit: int
    hit_rate: float | None
    average_top_score: float | None  # of those with a hit


class Skips(NamedTuple):
    skipped: int
    skip_rate: float | None


class Citations(NamedTuple):
    runs: int  # in which anything was delivered
    retrieved: int  # different memories delivered in them
    cited: int  # different memories cited in them
    citation_rate: float | None


class Proposals(NamedTuple):
    accepted: int
    rejected: int
    expired: int
    pending: int
    acceptance_rate: float | None  # of those a decision was made about


class Trend(NamedTuple):
    total: float  # sum of all scores
    average_ratio: float | None  # mean signal, over memories that have any
    finished: int
    failed: int  # without those of a verifier
    gated: int
    net: int


class Harvest(NamedTuple):
    recorded: int
    added: int
    merged: int
    duplicates: int
    proposed: int
    by_source: dict[str, int]
    per_run: float | None


class RatedMemory(NamedTuple):
    id: str
    content: str
    score: float
    uses: int


class Corpus(NamedTuple):
    active: int
    invalidated: int
    by_namespace: dict[str, int]
    by_kind: dict[str, int]
    top_useful: tuple[RatedMemory, ...]
    prune_candidates: tuple[RatedMemory, ...]
    open_conflicts: int
    pending_proposals: int


class Tokens(NamedTuple):
    injections: int
    total: int
    average: float | None
    average_capsules: float | None


class Insights(NamedTuple):
    """Eight groups of figures over a window of runs."""

    runs: int
    since: int  # µs, 0 is from the beginning
    retrieval: Retrieval
    skips: Skips
    citations: Citations
    proposals: Proposals
    usefulness: Trend
    harvest: Harvest
    corpus: Corpus
    tokens: Tokens


def compute_insights(
    state: Reader, namespaces: Sequence[str] = (), *, last_n_runs: int = LAST_RUNS, since: int = 0, top: int = 10
) -> Insights:
    """Compute figures over the last runs, or over the time after `since`."""
    learning = state.learning
    runs = learning.list_runs(namespaces, since=since) if since else learning.list_runs(namespaces, limit=last_n_runs)
    every = since or len(learning.list_runs(namespaces)) > len(runs)
    begin = since or (runs[-1].started_at if runs and every else 0)
    served = [s for s in learning.list_servings(namespaces, since=begin) if s.source != BRIEF]
    injected = learning.list_injections(namespaces, since=begin)
    ids = {run.id for run in runs}
    return Insights(
        len(runs),
        begin,
        _measure_retrieval(served),
        Skips(sum(s.skipped for s in served), _share(sum(s.skipped for s in served), len(served))),
        _measure_citations(state, ids, injected),
        _count_proposals(state, namespaces),
        _measure_trend(state, namespaces, runs),
        _harvest(state, namespaces, begin, len(runs)),
        _measure_corpus(state, namespaces, top),
        Tokens(
            len(injected),
            sum(i.tokens for i in injected),
            _share(sum(i.tokens for i in injected), len(injected)),
            _share(sum(len(i.memories) for i in injected), len(injected)),
        ),
    )


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _measure_retrieval(served: Sequence[Serving]) -> Retrieval:
    hits = [s for s in served if not s.skipped]
    return Retrieval(
        len(served), len(hits), _share(len(hits), len(served)), _share(sum(s.top_score for s in hits), len(hits))
    )


def _measure_citations(state: Reader, runs: set[str], injected: Sequence[Injection]) -> Citations:
    within = [i for i in injected if i.run in runs]
    retrieved = {id for i in within for id in i.memories}
    cited = {c.original for c in state.learning.list_citations(runs=runs)}
    return Citations(len({i.run for i in within}), len(retrieved), len(cited), _share(len(cited), len(retrieved)))


def _count_proposals(state: Reader, namespaces: Sequence[str]) -> Proposals:
    count = Counter(p.outcome for p in state.learning.list_proposals(namespaces))
    accepted, rejected = count[ProposalOutcome.ACCEPTED], count[ProposalOutcome.REJECTED]
    return Proposals(
        accepted,
        rejected,
        count[ProposalOutcome.EXPIRED],
        len(state.learning.list_proposals(namespaces, ProposalOutcome.PENDING)),
        _share(accepted, accepted + rejected),
    )


def _measure_trend(state: Reader, namespaces: Sequence[str], runs: Sequence[Run]) -> Trend:
    memories = state.select(Filter(tuple(namespaces)))
    rated = [s for s in state.learning.read_standings(m.id for m in memories).values() if s.uses]
    finished = sum(run.outcome is RunOutcome.FINISHED for run in runs)
    gated = sum(run.outcome is RunOutcome.FAILED and run.gated for run in runs)
    failed = sum(run.outcome is RunOutcome.FAILED for run in runs) - gated
    return Trend(
        round(sum((s.score for s in rated), 0.0), 4),
        _share(sum(s.ratio for s in rated), len(rated)),
        finished,
        failed,
        gated,
        finished - failed,
    )


def _harvest(state: Reader, namespaces: Sequence[str], since: int, runs: int) -> Harvest:
    lessons = state.learning.list_lessons(namespaces, since=since)
    how = Counter(lesson.how for lesson in lessons)
    made = how[How.ADDED] + how[How.PROPOSED]
    return Harvest(
        len(lessons),
        how[How.ADDED],
        how[How.MERGED],
        how[How.DUPLICATE],
        how[How.PROPOSED],
        dict(sorted(Counter(lesson.source for lesson in lessons).items())),
        _share(made, runs),
    )


def _measure_corpus(state: Reader, namespaces: Sequence[str], top: int) -> Corpus:
    memories = state.select(Filter(tuple(namespaces), statuses=()))
    active = [m for m in memories if m.status in RECALLABLE]
    standings = state.learning.read_standings(m.id for m in active)
    rated = [(m, standings[m.id]) for m in active if m.id in standings and standings[m.id].uses]
    best = sorted((r for r in rated if r[1].score > 0), key=lambda r: (-r[1].ratio, -r[1].uses, r[0].row))
    worst = sorted(
        (r for r in rated if r[1].uses >= PRUNE_USES and r[1].ratio <= PRUNE_RATIO),
        key=lambda r: (r[1].ratio, r[0].row),
    )
    gone = sum(m.status not in (*RECALLABLE, MemoryStatus.PENDING) for m in memories)
    return Corpus(
        len(active),
        gone,
        dict(sorted(Counter(m.namespace for m in active).items())),
        dict(sorted(Counter(str(m.body.kind) for m in active).items())),
        tuple(_build_ranked(m, s) for m, s in best[:top]),
        tuple(_build_ranked(m, s) for m, s in worst[:top]),
        len(state.learning.list_conflicts(namespaces)),
        len(state.learning.list_proposals(namespaces, ProposalOutcome.PENDING)),
    )


def _build_ranked(memory: Memory, standing: Standing) -> RatedMemory:
    return RatedMemory(memory.id, memory.body.content, standing.score, standing.uses)
