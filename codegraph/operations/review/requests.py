"""Requests about the review queue.

Ids are given in any form: `mem-0042`, a whole id, its beginning.
"""

from __future__ import annotations

from codegraph.memory.review.tiers import REVIEWED_KINDS
from codegraph.operations.parameter import Request, argument, option

_IDS = "ids, such as mem-0042"


class QueueRequest(Request):
    kind: tuple[str, ...] = option("only these kinds", default=(), short="k")
    namespace: str | None = option("only this namespace; this repository's and the user's unless given", default=None)
    every: bool = option("of every namespace", default=False)
    limit: int = option("at most this many", default=50, short="n")


class ApproveRequest(Request):
    id: tuple[str, ...] = argument(_IDS, metavar="ID…")
    kind: str = option("approve it as this kind", default="", short="k", choices=("", *REVIEWED_KINDS), metavar="KIND")
    replace: bool = option("let it take the place of what it contradicts", default=False)


class PromoteRequest(Request):
    id: tuple[str, ...] = argument(_IDS, metavar="ID…")
    kind: str = option("promote it as this kind", default="", short="k", choices=("", *REVIEWED_KINDS), metavar="KIND")
    replace: bool = option("let it take the place of what it contradicts", default=False)
    confirm: bool = option("yes, it is true", default=False)


class PutAwayRequest(Request):
    id: tuple[str, ...] = argument(_IDS, metavar="ID…")
    reason: str = option("why, for the history", default="")


class SyncRequest(Request):
    apply: bool = option("do it; needs the setting `autopromote`", default=False)
    namespace: str | None = option("only this namespace; this repository's and the user's unless given", default=None)
    every: bool = option("of every namespace", default=False)


class HarvestRequest(Request):
    path: tuple[str, ...] = argument(
        "transcripts, or folders of them; Claude Code's own of this repository unless given",
        metavar="FILE…",
        default=(),
    )
    format: str | None = option(
        "form of the transcripts; by their first line unless given", default=None, choices=("claude-code", "jsonl")
    )
    since: str = option("only what was said at or after this time", default="", metavar="TIME")
    min_confidence: float = option("only what is at least this sure", default=0.5, metavar="0..1")
    dry_run: bool = option("show what would be staged", default=False)


class GenContextRequest(Request):
    write: bool = option("write the block into the files, instead of printing it", default=False)
    file: tuple[str, ...] = option(
        "files to write; the CLAUDE.md and AGENTS.md that are there, else AGENTS.md, unless given",
        default=(),
        short="f",
        metavar="FILE,…",
    )
    limit: int = option("at most this many facts", default=40, short="n")
    personal: bool = option("what is about a person too: identity, money, people, places, health", default=False)
    remove: bool = option("take the block out of the files", default=False)
