"""The verbs of the learning loop, as static data."""

from __future__ import annotations

from codegraph.operations.capability import Capability, define_verbs

_verb = define_verbs("learning", "memory learn")

CAPABILITIES: tuple[Capability, ...] = (
    _verb(
        "context",
        "Show the memories relevant to a task, in a form that can be cited",
        "context_delivery:deliver_context(ContextRequest) -> ContextAnswer",
        "codegraph memory learn context 'how are the integration tests run?'",
        "codegraph memory learn context 'fix the login redirect' --stage patch_plan",
        about="Starts a run if none is open. Returns nothing if nothing is relevant.",
    ),
    _verb(
        "record",
        "Record a lesson; duplicates are merged, uncertain ones wait for review",
        "lessons:record(RecordRequest) -> RecordAnswer",
        "codegraph memory learn record 'Migrate before integration tests' --kind convention",
        "codegraph memory learn record 'The cache may need a restart' --confidence 0.4",
        about="A repeated text is counted and a near duplicate (cosine at least 0.85) is merged. A lesson with a "
        "confidence of 0.7 or more is accepted; others become proposals. Contradictions are noted, not blocked.",
    ),
    _verb(
        "cite",
        "Mark a memory as used in a run",
        "runs:cite(CiteRequest) -> CiteAnswer",
        "codegraph memory learn cite 0198f3c2",
        "codegraph memory learn cite 0198f3c2 --run review-42 --reason 'named the command'",
        about="Only memories delivered in the run can be cited. The citation counts once the run ends.",
    ),
    _verb(
        "run start",
        "Start a run, or resume one by id",
        "runs:start(RunStartRequest) -> RunAnswer",
        "codegraph memory learn run start",
        "codegraph memory learn run start review-42 --task 'fix the login redirect'",
    ),
    _verb(
        "run finish",
        "End a successful run: the memories it cited were useful",
        "runs:finish(RunFinishRequest) -> RunEndedAnswer",
        "codegraph memory learn run finish",
        "codegraph memory learn run finish review-42 --json",
    ),
    _verb(
        "run fail",
        "End a failed run; with the category Gate, memories are not blamed",
        "runs:fail(RunFailRequest) -> RunEndedAnswer",
        "codegraph memory learn run fail",
        "codegraph memory learn run fail review-42 --category Gate",
    ),
    _verb(
        "run list",
        "List runs, newest first",
        "runs:list_runs(RunListRequest) -> RunsAnswer",
        "codegraph memory learn run list",
        "codegraph memory learn run list --every --limit 5",
        reads=True,
    ),
    _verb(
        "blame",
        "List the memories of a run, cited ones first",
        "runs:blame(BlameRequest) -> BlameAnswer",
        "codegraph memory learn blame review-42",
        "codegraph memory learn blame review-42 --json",
        reads=True,
    ),
    _verb(
        "insights",
        "Show how much memory helped in the latest runs",
        "runs:show_insights(InsightsRequest) -> InsightsAnswer",
        "codegraph memory learn insights",
        "codegraph memory learn insights --last-n-runs 10 --json",
        reads=True,
    ),
    _verb(
        "roi",
        "Estimate what memory saved and cost, in tokens and dollars",
        "runs:show_roi(RoiRequest) -> RoiAnswer",
        "codegraph memory learn roi",
        "codegraph memory learn roi --window 7d --json",
        reads=True,
        about="A cautious estimate; it can be negative. Dollars appear if the price of every model is known or "
        "`price_per_mtok` is set.",
    ),
    _verb(
        "conflicts",
        "List similar memories that differ, and resolve them",
        "lessons:review_conflicts(ConflictsRequest) -> ConflictsAnswer",
        "codegraph memory learn conflicts",
        "codegraph memory learn conflicts --resolve 0198f3c2 kept_new",
    ),
    _verb(
        "proposals",
        "List the lessons waiting for review",
        "lessons:list_proposals(ProposalsRequest) -> ProposalsAnswer",
        "codegraph memory learn proposals",
        "codegraph memory learn proposals --status any --json",
        about="A proposal without a decision is archived after 30 days.",
    ),
    _verb(
        "accept",
        "Accept a proposal",
        "lessons:accept(AcceptRequest) -> SettledAnswer",
        "codegraph memory learn accept 0198f3c2",
        "codegraph memory learn accept 0198f3c2 --confidence 0.9",
    ),
    _verb(
        "reject",
        "Reject a proposal",
        "lessons:reject(RejectRequest) -> SettledAnswer",
        "codegraph memory learn reject 0198f3c2",
        "codegraph memory learn reject 0198f3c2 --reason 'no longer so'",
    ),
    _verb(
        "consolidate",
        "Merge near duplicates into one memory with all their citations",
        "maintenance:consolidate(ConsolidateRequest) -> ConsolidationAnswer",
        "codegraph memory learn consolidate --dry-run",
        "codegraph memory learn consolidate --distill",
        about="Texts with a cosine of at least 0.92 that make the same claims are merged. The one kept keeps its id.",
    ),
    _verb(
        "triage",
        "Review memories that have not been useful for a long time",
        "maintenance:review_doubtful(TriageRequest) -> TriageAnswer",
        "codegraph memory learn triage",
        "codegraph memory learn triage --prune-all --yes",
    ),
    _verb(
        "tune",
        "Tune the retrieval thresholds to past citations (dry run unless --apply)",
        "maintenance:tune(TuneRequest) -> TuneAnswer",
        "codegraph memory learn tune",
        "codegraph memory learn tune --apply",
        about="One fifth of the cases is held out; thresholds that do no better on it are not applied.",
    ),
    _verb(
        "status",
        "Show the state of the feedback loop",
        "runs:show_status(StatusRequest) -> LearnStatusAnswer",
        "codegraph memory learn status",
        "codegraph memory learn status --json",
        reads=True,
    ),
)
