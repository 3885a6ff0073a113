"""Requests of the learning loop.

Ids are given in any form: a whole id, its beginning, or an alias.
"""

from __future__ import annotations

from codegraph.memory.learning.context_selection import BUDGET_TOKENS, MAX_CAPSULES, MIN_SCORE, STAGES
from codegraph.memory.learning.metrics import LAST_RUNS
from codegraph.memory.memory_model import KINDS, RESOLUTIONS, ProposalOutcome, Vocabulary
from codegraph.operations.parameter import Request, argument, option

LESSON_KINDS = tuple(str(kind) for kind in KINDS[Vocabulary.KIMETSU])
STATES = (*(str(outcome) for outcome in ProposalOutcome), "any")

_EVERY = "of every namespace"
_RUN = "run it belongs to; the one opened here last unless given"


class ContextRequest(Request):
    query: str = argument("what the task is about", metavar="QUESTION")
    stage: str = option("stage of the task", default="", choices=("", *STAGES), metavar="STAGE")
    budget_tokens: int = option("tokens that the capsules may take", default=BUDGET_TOKENS)
    min_score: float = option("nothing is served when the best stays below", default=MIN_SCORE, metavar="0..1")
    max_capsules: int = option("at most this many", default=MAX_CAPSULES, short="n")
    tag: tuple[str, ...] = option("tags that speak for a memory", default=(), short="t", metavar="TAG,…")
    prefer: tuple[str, ...] = option("kinds that are preferred", default=(), metavar="KIND,…")
    run: str = option(_RUN, default="")


class RecordRequest(Request):
    lesson: str = argument("the lesson; `-` reads standard input", metavar="TEXT")
    kind: str = option("kind of lesson", default="fact", short="k", choices=LESSON_KINDS)
    confidence: float = option("how sure it is; below 0.7 it waits for review", default=0.8, metavar="0..1")
    tag: tuple[str, ...] = option("tags", default=(), short="t", metavar="TAG,…")
    context: str = option("what it was learned from", default="")
    run: str = option(_RUN, default="")


class CiteRequest(Request):
    id: str = argument("id of a memory that was delivered in the run", metavar="ID")
    reason: str = option("what it helped with", default="")
    run: str = option(_RUN, default="")


class RunStartRequest(Request):
    run: str = argument("id of the run; one is made unless given", metavar="RUN", default="")
    task: str = option("what is to be done", default="")
    agent: str = option("who does it", default="")
    model: str = option("language model it works with, for prices", default="")
    session: str = option("session it belongs to", default="")


class RunFinishRequest(Request):
    run: str = argument("id of the run; the one opened here last unless given", metavar="RUN", default="")


class RunFailRequest(Request):
    run: str = argument("id of the run; the one opened here last unless given", metavar="RUN", default="")
    category: str = option("why it failed; `Gate` is a verifier's failure, and no signal", default="")


class RunListRequest(Request):
    limit: int = option("at most this many", default=20, short="n")
    every: bool = option(_EVERY, default=False)


class BlameRequest(Request):
    run: str = argument("id of the run", metavar="RUN")


class InsightsRequest(Request):
    last_n_runs: int = option("over so many last runs", default=LAST_RUNS)
    since: str = option("over what happened since this time, instead", default="", metavar="TIME")
    top: int = option("memories in a list", default=10)
    every: bool = option(_EVERY, default=False)


class RoiRequest(Request):
    window: str = option("7d, 30d, any number of days, or all", default="30d")
    top: int = option("memories in the list", default=10)
    every: bool = option(_EVERY, default=False)


class ConflictsRequest(Request):
    resolution: str = argument(f"with --resolve: {', '.join(RESOLUTIONS)}", metavar="RESOLUTION", default="")
    resolve: str = option("id of a conflict to resolve", default="", metavar="ID")
    limit: int = option("at most this many", default=50, short="n")
    every: bool = option(_EVERY, default=False)


class ProposalsRequest(Request):
    status: str = option("which", default="pending", choices=STATES)
    limit: int = option("at most this many", default=50, short="n")
    every: bool = option(_EVERY, default=False)


class AcceptRequest(Request):
    id: str = argument("id of the proposal", metavar="ID")
    confidence: float | None = option("another confidence", default=None, metavar="0..1")
    reason: str = option("why", default="")


class RejectRequest(Request):
    id: str = argument("id of the proposal", metavar="ID")
    reason: str = option("why", default="")


class ConsolidateRequest(Request):
    distill: bool = option("also propose a summary of looser themes", default=False)
    dry_run: bool = option("only say what would be done", default=False)
    every: bool = option(_EVERY, default=False)


class TriageRequest(Request):
    prune_all: bool = option("archive all of them", default=False)
    yes: bool = option("do not ask", default=False, short="y")
    every: bool = option(_EVERY, default=False)


class TuneRequest(Request):
    apply: bool = option("set the floors when they do better", default=False)
    revert: bool = option("put the floors back that were in use before", default=False)
    trials: int = option("trials to show", default=5)


class StatusRequest(Request):
    every: bool = option(_EVERY, default=False)
