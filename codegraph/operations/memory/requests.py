"""Requests about memory.

Ids are given in any form: a whole id, its beginning, or an alias.
"""

from __future__ import annotations

from codegraph.memory.consolidate.thresholds import CLUSTER_SIZE, FORGET_BELOW, SIMILARITY, THRESHOLD_DAYS
from codegraph.memory.memory_model import MemoryKind, MemoryStatus, Relationship
from codegraph.operations.parameter import Request, argument, option

KINDS = tuple(str(k) for k in MemoryKind)
STATUSES = tuple(str(s) for s in MemoryStatus)
RELATIONSHIPS = tuple(str(r) for r in Relationship)
CYCLES = ("decay", "creative", "cluster", "forget", "summarize", "all", "status")
FORMATS = ("jsonl", "json", "csv", "markdown")
EXPORT_FORMATS = (*FORMATS, "graphml", "gexf")
FRONTMATTER = "frontmatter"

_ID = "id of the memory"
_NAMESPACE = "namespace (default: this repository's)"


class AddRequest(Request):
    content: str = argument("the text; `-` reads standard input", metavar="TEXT")
    kind: str = option("kind of memory", default="context", short="k", metavar="KIND")
    importance: float = option("importance, 0 to 1", default=0.5, metavar="0..1")
    confidence: float = option("confidence, 0 to 1", default=1.0, metavar="0..1")
    tag: tuple[str, ...] = option("tags", default=(), short="t", metavar="TAG,…")
    namespace: str | None = option(_NAMESPACE, default=None)
    about: tuple[str, ...] = option("symbols, files or commits it is about", default=(), metavar="NAME,…")
    link: tuple[str, ...] = option("ids of memories or symbols it relates to", default=(), metavar="ID,…")
    session: str = option("session it belongs to", default="")
    supersedes: str = option("id of a memory it replaces", default="")
    protect: bool = option("protect it from maintenance", default=False)


class ShareRequest(Request):
    namespace: str = argument("namespace, by its id or name", metavar="NAMESPACE")
    member: tuple[str, ...] = option(
        "give a login of the database a role: reader, writer, owner, none", default=(), metavar="LOGIN=ROLE,…"
    )


class UnshareRequest(Request):
    namespace: str = argument("namespace, by its id or name", metavar="NAMESPACE")


class ListRequest(Request):
    kind: tuple[str, ...] = option("only these kinds", default=(), short="k")
    tag: tuple[str, ...] = option("only with all of these tags", default=(), short="t", metavar="TAG,…")
    status: tuple[str, ...] = option("only these statuses", default=(), choices=STATUSES, metavar="STATUS,…")
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("in all namespaces", default=False)
    session: str = option("only of this session", default="")
    since: str = option("only created at or after this time", default="", metavar="TIME")
    until: str = option("only created before this time", default="", metavar="TIME")
    limit: int = option("show at most N", default=20, short="n")


class ShowRequest(Request):
    id: str = argument(_ID, metavar="ID")
    revision: int = option("an earlier revision instead of the latest", default=0)


class IdRequest(Request):
    id: str = argument(_ID, metavar="ID")


class UpdateRequest(Request):
    id: str = argument(_ID, metavar="ID")
    content: str | None = argument("the new text; `-` reads standard input", metavar="TEXT", default=None)
    kind: str | None = option("new kind", default=None, short="k", metavar="KIND")
    importance: float | None = option("new importance", default=None, metavar="0..1")
    confidence: float | None = option("new confidence", default=None, metavar="0..1")
    tag: tuple[str, ...] = option("new tags, replacing the current ones", default=(), short="t", metavar="TAG,…")
    about: tuple[str, ...] = option("further symbols, files or commits it is about", default=(), metavar="NAME,…")
    reason: str = option("reason, kept in the history", default="")
    expect: int = option("fail unless this is the latest revision", default=0)
    protect: bool = option("protect it from maintenance", default=False)
    unprotect: bool = option("remove the protection", default=False)


class UndoRequest(Request):
    token: str = argument("the token printed by the command to undo", metavar="TOKEN")


class EraseRequest(Request):
    id: str = argument(f"{_ID}; leave it out with --session or --matching", metavar="ID", default="")
    session: str = option("erase what hooks and questions of this session left", default="", metavar="ID")
    matching: str = option(
        "erase every memory, question, prompt and tool call with this text", default="", metavar="TEXT"
    )
    confirm: bool = option("confirm that this cannot be undone; required with ID", default=False)


class LinkRequest(Request):
    source: str = argument("id of a memory, or id or name of a symbol", metavar="SOURCE")
    relationship: str = argument("how they are related, such as LEADS_TO", metavar="RELATIONSHIP")
    target: str = argument("id of a memory, or id or name of a symbol", metavar="TARGET")
    weight: float = option("weight of the link", default=1.0, metavar="NUMBER")


class UnlinkRequest(Request):
    source: str = argument("id of a memory, or id or name of a symbol", metavar="SOURCE")
    target: str = argument("id of a memory, or id or name of a symbol", metavar="TARGET")
    relationship: str = option("the link to remove where there are several, such as amends", default="", metavar="NAME")


class TraverseRequest(Request):
    start: str = argument("id of a memory, or id or name of a symbol", metavar="ID")
    depth: int = option("maximum number of links to follow", default=2)
    algorithm: str = option("order of traversal", default="bfs", choices=("bfs", "dfs"))
    both: bool = option("follow links and anchors in both directions", default=False)


class RefineRequest(Request):
    id: str = argument(_ID, metavar="ID")
    content: str | None = argument("the better text", metavar="TEXT", default=None)
    importance: float | None = option("new importance", default=None, metavar="0..1")
    tag: tuple[str, ...] = option("new tags, replacing the current ones", default=(), short="t", metavar="TAG,…")


class SplitRequest(Request):
    id: str = argument(_ID, metavar="ID")
    part: tuple[str, ...] = option("text of a part; give at least two", default=(), short="p", metavar="TEXT")


class MergeRequest(Request):
    content: str = argument("the summary", metavar="TEXT")
    id: tuple[str, ...] = option(
        "ids of the memories to summarise, at least two", default=(), short="i", metavar="ID,…"
    )
    kind: str = option("kind of memory", default="insight", short="k", metavar="KIND")
    importance: float = option("importance, 0 to 1", default=0.7, metavar="0..1")
    tag: tuple[str, ...] = option("further tags", default=(), short="t", metavar="TAG,…")


class DecisionsRequest(Request):
    topic: str = argument("what the decisions are about; without it the newest", metavar="TOPIC", default="")
    file: str = option("only about this file", default="", metavar="PATH")
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("in all namespaces", default=False)


class WeightsRequest(Request):
    set: tuple[str, ...] = option("new weights, such as recency=0.2", default=(), metavar="SIGNAL=WEIGHT,…")
    reset: bool = option("restore the defaults", default=False)


class EmptyRequest(Request):
    """A request that says nothing more."""


class ExportRequest(Request):
    output: str = argument("file to write (default: standard output)", metavar="FILE", default="")
    format: str | None = option("file format (default: by the name)", default=None, choices=EXPORT_FORMATS)
    kind: tuple[str, ...] = option("only these kinds", default=(), short="k")
    namespace: str | None = option("only this namespace (default: all)", default=None)
    archived: bool = option("include archived memories", default=False)


class ImportRequest(Request):
    path: str = argument("file to read, or a folder of notes; `-` is standard input", metavar="FILE")
    format: str | None = option("file format (default: by the name)", default=None, choices=(*FORMATS, FRONTMATTER))
    namespace: str | None = option("namespace of memories without one (default: this repository's)", default=None)


class ConsolidateRequest(Request):
    cycle: str = argument(f"one of {', '.join(CYCLES)}", metavar="CYCLE", default="status")
    dry_run: bool = option("show what would change, change nothing", default=False)
    namespace: str | None = option("only this namespace (default: all)", default=None)
    threshold_days: int = option("decay: days without use", default=THRESHOLD_DAYS)
    importance_threshold: float = option("forget: below this importance", default=FORGET_BELOW, metavar="0..1")
    similarity: float = option("cluster: cosine from which texts are alike", default=SIMILARITY, metavar="0..1")
    cluster_size: int = option("summarize: memories from which a summary is made", default=CLUSTER_SIZE)
    by_hash: bool = option("cluster: by the beginning of the content hash", default=False)
    neighbours: bool = option("creative: link nearest neighbours instead of shared tags", default=False)
    power: bool = option("decay: along a power curve instead of in steps", default=False)


class PatternsRequest(Request):
    min_frequency: int = option("minimum number of repetitions", default=3)
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("in all namespaces", default=False)
    insights: bool = option("print Markdown", default=False)


class MemoryVectorsRequest(Request):
    sync: bool = option("update the LanceDB table", default=False)


class BackupRequest(Request):
    name: str = argument("name of the copy (default: the time)", metavar="NAME", default="")
    list: bool = option("list the copies instead of making one", default=False)


class BackupRestoreRequest(Request):
    backup: str = argument("name or path of the copy (default: the newest)", metavar="BACKUP", default="")


class NamespaceStatsRequest(Request):
    namespace: str | None = argument("namespace (default: this repository's)", metavar="NAMESPACE", default=None)


class NamespaceDeleteRequest(Request):
    namespace: str = argument("namespace whose memories are archived", metavar="NAMESPACE")
    confirm: bool = option("confirm archiving all of them", default=False)


class SessionListRequest(Request):
    namespace: str | None = option("only this namespace (default: all)", default=None)
    limit: int = option("show at most N", default=20, short="n")


class SessionStartRequest(Request):
    id: str = argument("id of the session (default: a new one)", metavar="ID", default="")
    namespace: str | None = option(_NAMESPACE, default=None)
    agent: str = option("who works in it", default="")


class SessionEndRequest(Request):
    id: str = argument("id of the session", metavar="ID")
    summary: str = option("what was done (default: summarised from its memories)", default="")


class RecallRequest(Request):
    query: str = argument("a question", metavar="QUESTION", default="")
    about: tuple[str, ...] = option("symbols or files it is about", default=(), metavar="NAME,…")
    kind: tuple[str, ...] = option("only these kinds", default=(), short="k")
    tag: tuple[str, ...] = option("only with all of these tags", default=(), short="t", metavar="TAG,…")
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("in all namespaces", default=False)
    since: str = option("only created at or after this time", default="", metavar="TIME")
    until: str = option("only created before this time", default="", metavar="TIME")
    limit: int = option("show at most N", default=10, short="n")


class ExplainRequest(Request):
    id: str = argument(_ID, metavar="ID")
    query: str = argument("the question that was asked", metavar="QUESTION")
    about: tuple[str, ...] = option("symbols or files it was about", default=(), metavar="NAME,…")
    kind: tuple[str, ...] = option("only these kinds were asked for", default=(), short="k")
    tag: tuple[str, ...] = option("only these tags were asked for", default=(), short="t", metavar="TAG,…")
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("every namespace was asked", default=False)
    since: str = option("the time asked from", default="", metavar="TIME")
    until: str = option("the time asked to", default="", metavar="TIME")
    limit: int = option("how many were asked for", default=10, short="n")


class FeedbackRequest(Request):
    used: tuple[str, ...] = argument("ids of memories that you used", metavar="ID…", default=())
    outcome: str = option(
        "how the task ended: worked, failed or mixed", default="", choices=("", "worked", "failed", "mixed"),
        metavar="OUTCOME", short="o",
    )  # fmt: skip
    verified: tuple[str, ...] = option("ids of memories that you checked and still hold", default=(), metavar="ID,…")
    run: str = option("your own id of the task (default: the open run here)", default="", metavar="ID")
    note: str = option("what they were used for", default="", metavar="TEXT")


class TimelineRequest(Request):
    """A question for a timeline.

    Times are RFC 3339, days, or words such as `yesterday`."""

    about: tuple[str, ...] = option("only about these symbols, files or topics", default=(), metavar="NAME,…")
    since: str = option("only at or after this time: a day, or words such as `last week`", default="", metavar="TIME")
    until: str = option("only before this time", default="", metavar="TIME")
    limit: int = option("show the newest N", default=20, short="n")


class StaleRequest(Request):
    namespace: str | None = option(_NAMESPACE, default=None)
    every: bool = option("in all namespaces", default=False)


class VerifyRequest(Request):
    id: str = argument(_ID, metavar="ID")
    drop_gone: bool = option("drop anchors whose code was deleted", default=False)
