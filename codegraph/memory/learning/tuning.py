"""Fitting of retrieval floors to what was served and cited here.

Floors are swept over a grid and chosen on four fifths of the cases. They are only taken when the held-out fifth
improves as well. All functions but the one that reads cases are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from codegraph.memory.learning.context_selection import Candidate, is_above_floors
from codegraph.memory.learning.runs import BRIEF, find_holder
from codegraph.memory.memory_model import Floors, RunOutcome
from codegraph.store.memory.reader import Reader

LEXICAL: Final = (0.0, 0.25, 0.34, 0.5, 0.67, 0.8)
SEMANTIC: Final = (0.15, 0.25, 0.35, 0.45, 0.55, 0.7)
"""What is tried. A lexical floor of 0 lets everything pass."""

HELD_OUT: Final = 5
"""Every so-manyth case, in the order they happened, is held out: a fifth, and the same one every time."""

FEWEST: Final = 10
"""Cases below which nothing is tuned."""

TOKEN_COST: Final = 0.05
"""What a thousand injected tokens take from a case's reciprocal rank, which is 1 at best."""

MOST_CASES: Final = 500


@dataclass(frozen=True, slots=True)
class Case:
    """Question that was asked, and the memories that its run needed."""

    query: str
    namespace: str
    at: int
    wanted: frozenset[str]
    missed: frozenset[str] = frozenset()  # cited in the run, and brought by another question


@dataclass(frozen=True, slots=True)
class ReplayedCase:
    """Case with its candidates in the order of their relevance, without floors.

    It has the tokens of each.
    """

    case: Case
    candidates: tuple[Candidate, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    objective: float  # reciprocal rank less the cost of tokens, mean over the cases
    reciprocal_rank: float
    tokens: float  # injected a case
    cases: int


@dataclass(frozen=True, slots=True)
class Trial:
    floors: Floors
    score: Score  # on the training cases


@dataclass(frozen=True, slots=True)
class Tuning:
    cases: int
    baseline: Floors
    best: Floors
    trained_before: Score
    trained: Score
    held_out_before: Score
    held_out: Score
    trials: tuple[Trial, ...]  # best first
    reason: str  # why it is not to be applied, "" when it is

    @property
    def improves(self) -> bool:
        return not self.reason


def list_cases(state: Reader, namespaces: Sequence[str]) -> list[Case]:
    """Return questions of runs that succeeded and cited something.

    They are the last `MOST_CASES`, in the order they were asked. The expected memories of a question are the retrieved
    ones that were cited; for a question that was skipped, those that the run cited after all. A memory that was not
    delivered in a run cannot have been cited in it. Memories that the run cited from other questions are kept as
    missed: the floors may have excluded them here by a little.
    """
    learning = state.learning
    good = {run.id for run in learning.list_runs(namespaces) if run.outcome is RunOutcome.FINISHED}
    cited: dict[str, set[str]] = {}
    for citation in learning.list_citations(runs=good):
        cited.setdefault(citation.run, set()).add(citation.original)
    brought = {i.serving: set(i.memories) for i in learning.list_injections(namespaces)}
    found = []
    for serving in learning.list_servings(namespaces):
        if serving.source == BRIEF or not serving.query or serving.run not in cited:
            continue
        of = cited[serving.run]
        wanted = of if serving.skipped else of & brought.get(serving.id, set())
        holders, others = _find_holders(state, wanted), _find_holders(state, of - wanted)
        if holders or others:
            found.append(Case(serving.query, serving.namespace, serving.at, holders, others - holders))
    return found[-MOST_CASES:]


def _find_holders(state: Reader, ids: Iterable[str]) -> frozenset[str]:
    return frozenset(h.id for h in (find_holder(state, id) for id in ids) if h is not None)


def add_missed(case: Case, candidates: Sequence[Candidate], floors: Floors) -> Case:
    """Return a case that also expects memories missed by one step of the floors.

    Without such cases no floor could fall.
    """
    below = Floors(_step_below(LEXICAL, floors.lexical), _step_below(SEMANTIC, floors.semantic))
    near = {c.memory.id for c in candidates if not is_above_floors(c, floors) and is_above_floors(c, below)}
    return replace(case, wanted=case.wanted | (case.missed & near))


def _step_below(grid: Sequence[float], floor: float) -> float:
    return max((step for step in grid if step < floor), default=floor)


def score(replayed: Sequence[ReplayedCase], floors: Floors, max_capsules: int) -> Score:
    """Return the objective value of floors.

    A case that expects several memories counts by the share that it gets.
    """
    ranks, tokens = 0.0, 0
    for one in replayed:
        kept = [(c, t) for c, t in zip(one.candidates, one.tokens) if is_above_floors(c, floors)][:max_capsules]
        tokens += sum(t for _, t in kept)
        place = next((i for i, (c, _) in enumerate(kept, 1) if c.memory.id in one.case.wanted), 0)
        got = sum(c.memory.id in one.case.wanted for c, _ in kept)
        ranks += got / len(one.case.wanted) / place if place else 0.0
    size = max(len(replayed), 1)
    rank, mean = ranks / size, tokens / size
    return Score(round(rank - TOKEN_COST * mean / 1000, 6), round(rank, 6), round(mean, 2), len(replayed))


def split(replayed: Sequence[ReplayedCase]) -> tuple[list[ReplayedCase], list[ReplayedCase]]:
    """Split cases into training cases and held-out ones."""
    held = [one for i, one in enumerate(replayed) if i % HELD_OUT == HELD_OUT - 1]
    return [one for i, one in enumerate(replayed) if i % HELD_OUT != HELD_OUT - 1], held


def tune(replayed: Sequence[ReplayedCase], baseline: Floors, max_capsules: int) -> Tuning:
    """Sweep the floors.

    The best floors of the training cases must also beat the current floors on the held-out ones.
    """
    trained, held = split(replayed)
    grid = dict.fromkeys([baseline, *(Floors(a, b) for a in LEXICAL for b in SEMANTIC)])
    trials = [Trial(floors, score(trained, floors, max_capsules)) for floors in grid]
    before = trials[0].score
    # Among equals the floors in use, then the lower ones: nothing is held back without a reason.
    trials.sort(key=lambda t: (-t.score.objective, t.floors != baseline, t.floors.lexical, t.floors.semantic))
    best = trials[0]
    held_before, held_best = (score(held, floors, max_capsules) for floors in (baseline, best.floors))
    reason = ""
    if len(replayed) < FEWEST:
        reason = f"too few cases: {len(replayed)} of at least {FEWEST}"
    elif best.floors == baseline:
        reason = "the floors in use are the best on the training cases"
    elif held_best.objective <= held_before.objective:
        reason = "the held-out cases do no better with the floors that are best on the training cases"
    return Tuning(
        len(replayed), baseline, best.floors, before, best.score, held_before, held_best, tuple(trials), reason
    )
