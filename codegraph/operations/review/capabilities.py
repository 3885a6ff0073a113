"""The verbs of the review queue, as static data; they stand among those of memory."""

from __future__ import annotations

from codegraph.operations.capability import Capability, define_verbs

_verb = define_verbs("review", "memory")

CAPABILITIES: tuple[Capability, ...] = (
    _verb(
        "queue",
        "List the facts waiting for your review, least certain first",
        "queue:queue(QueueRequest) -> QueueAnswer",
        "codegraph memory queue",
        "codegraph memory queue --kind health,fiscal",
        reads=True,
        about="Facts come from agents, transcripts and imported notes. None is used until a person approves it or the "
        "setting `autopromote` accepts it. Agents cannot approve facts.",
    ),
    _verb(
        "approve",
        "Approve facts: they are used from now on",
        "queue:approve(ApproveRequest) -> VerdictAnswer",
        "codegraph memory approve mem-0042",
        "codegraph memory approve mem-0042 mem-0043 --replace",
        about="Same as `promote --confirm`. An approved fact is protected from maintenance and used for 180 days; "
        "`memory verify` renews it.",
    ),
    _verb(
        "promote",
        "Approve facts; requires --confirm",
        "queue:promote(PromoteRequest) -> VerdictAnswer",
        "codegraph memory promote mem-0042 --confirm",
        "codegraph memory promote mem-0042 --confirm --kind constraint",
    ),
    _verb(
        "reject",
        "Reject facts waiting for review",
        "queue:reject(PutAwayRequest) -> VerdictAnswer",
        "codegraph memory reject mem-0042 --reason 'it was a joke'",
        "codegraph memory reject mem-0042 mem-0043",
        about="A later harvest does not bring back a rejected statement.",
    ),
    _verb(
        "forget",
        "Archive memories; prints a token that restores them",
        "queue:forget(PutAwayRequest) -> VerdictAnswer",
        "codegraph memory forget mem-0042",
        "codegraph memory forget mem-0042 0198f3c2 --reason 'no longer true'",
        about="Works like `memory delete`. To delete text permanently, use `memory erase`.",
    ),
    _verb(
        "sync",
        "Exchange with the team's database, and apply the review settings",
        "queue:sync(SyncRequest) -> SyncAnswer",
        "codegraph memory sync",
        "codegraph memory sync --apply",
        about="If `memory_uri` is set, what is shared is sent, and what others wrote is read. Then waiting facts are "
        "promoted, rejected as known, or left to you. No fact changes without --apply, or while the setting "
        "`autopromote` is off. Curated kinds (identity, fiscal, people, constraint, location, health), contradictions "
        "and unknown kinds always wait for you.",
    ),
    _verb(
        "harvest",
        "Collect facts you stated in transcripts of coding agents",
        "harvest:harvest(HarvestRequest) -> HarvestAnswer",
        "codegraph memory harvest --dry-run",
        "codegraph memory harvest session.jsonl --since 2026-03-01",
        about="Reads Claude Code's JSON lines, and any others with a role and a text a line. Only what a person said "
        "outright is taken (`I prefer …`, `always …`, `our … runs on …`, `remember that …`), by fixed patterns, with "
        "the file and line it stands on. Running it again adds nothing twice.",
    ),
    _verb(
        "gen-context",
        "Write the reviewed facts into CLAUDE.md and AGENTS.md",
        "context_file:generate_context(GenContextRequest) -> ContextAnswer",
        "codegraph memory gen-context",
        "codegraph memory gen-context --write --file CLAUDE.md",
        about="Writes between two marks, which it adds at the end of a file that has none, and touches nothing outside "
        "them. What is about a person stays out unless --personal is given.",
    ),
)
