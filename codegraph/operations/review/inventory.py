"""The verbs of the review queue, as static data; they stand among those of memory."""

from __future__ import annotations

from codegraph.operations.capability import Capability, memory_verb

_verb = memory_verb("review", "memory")

CAPABILITIES: tuple[Capability, ...] = (
    _verb(
        "queue",
        "Facts that wait for your review, the least sure first",
        "QueueRequest",
        "QueueAnswer",
        "queue:queue",
        "codegraph memory queue",
        "codegraph memory queue --kind health,fiscal",
        reads=True,
        about="Agents stage facts, transcripts are harvested for them, notes are imported; none counts before a "
        "person approves it, or the setting `autopromote` lets it through. No tool for agents approves.",
    ),
    _verb(
        "approve",
        "Take staged facts for true: they count from now on",
        "ApproveRequest",
        "VerdictAnswer",
        "queue:approve",
        "codegraph memory approve mem-0042",
        "codegraph memory approve mem-0042 mem-0043 --replace",
        about="It is `promote --confirm`. An approved fact is protected from maintenance and is told for 180 days; "
        "`memory verify` vouches for it again.",
    ),
    _verb(
        "promote",
        "As `approve`, but only with --confirm",
        "PromoteRequest",
        "VerdictAnswer",
        "queue:promote",
        "codegraph memory promote mem-0042 --confirm",
        "codegraph memory promote mem-0042 --confirm --kind constraint",
    ),
    _verb(
        "reject",
        "Refuse staged facts",
        "RejectRequest",
        "VerdictAnswer",
        "queue:reject",
        "codegraph memory reject mem-0042 --reason 'it was a joke'",
        "codegraph memory reject mem-0042 mem-0043",
        about="A harvest does not bring back what was said before it was rejected.",
    ),
    _verb(
        "forget",
        "Put memories away; the token that is printed brings them back",
        "ForgetRequest",
        "VerdictAnswer",
        "queue:forget",
        "codegraph memory forget mem-0042",
        "codegraph memory forget mem-0042 0198f3c2 --reason 'no longer true'",
        about="They are archived, as by `memory delete`. What must leave no trace is erased with `memory erase`.",
    ),
    _verb(
        "sync",
        "Where the settings send what waits: promoted, rejected as known, or left to you",
        "SyncRequest",
        "SyncAnswer",
        "queue:sync",
        "codegraph memory sync",
        "codegraph memory sync --apply",
        about="Without --apply, and as long as the setting `autopromote` is off, nothing changes. Curated kinds "
        "(identity, fiscal, people, constraint, location, health), contradictions and kinds nobody knows always wait.",
    ),
    _verb(
        "harvest",
        "Stage what you stated in transcripts of coding agents",
        "HarvestRequest",
        "HarvestAnswer",
        "harvest:harvest",
        "codegraph memory harvest --dry-run",
        "codegraph memory harvest session.jsonl --since 2026-03-01",
        about="Reads Claude Code's JSON lines, and any others with a role and a text a line. Only what a person said "
        "outright is taken (`I prefer …`, `always …`, `our … runs on …`, `remember that …`), by fixed patterns, with "
        "the file and line it stands on. Running it again adds nothing twice.",
    ),
    _verb(
        "gen-context",
        "The reviewed facts as a block for CLAUDE.md and AGENTS.md",
        "GenContextRequest",
        "ContextAnswer",
        "context_file:gen_context",
        "codegraph memory gen-context",
        "codegraph memory gen-context --write --file CLAUDE.md",
        about="Writes between two marks, which it adds at the end of a file that has none, and touches nothing outside "
        "them. What is about a person stays out unless --personal is given.",
    ),
)
