"""`memory_recall` and `memory_write`: what was learned here, and whether it still holds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from codegraph.errors import CodegraphError
from codegraph.memory import checks, notes
from codegraph.memory.anchors.state import AnchorReport, AnchorState
from codegraph.memory.hygiene.text import one_line
from codegraph.memory.model import Filter, MemoryStatus, Origin, Relationship, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.recall.request import Recalled, RecallRequest, Recollection
from codegraph.memory.recall.signals import Location
from codegraph.memory.times import parse_time, rfc3339
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import anchor_named, describe_unanchored
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.operations.memory.recalling import recall
from codegraph.server.call import Call
from codegraph.server.reply import Draft as Reply
from codegraph.server.reply import Rendering, fenced
from codegraph.server.tools.default.models import (
    MemoryRecallInput,
    MemoryRecallOutput,
    MemoryWriteInput,
    MemoryWriteOutput,
    Missing,
    Remembered,
)
from codegraph.server.tools.default.words import halves
from codegraph.store.layout import find_indexed_root

SAID = (100_000, 1_200, 300, 120)
"""Characters of a memory that ever shorter renderings show."""


def clip_text(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def memory_recall(call: Call, request: MemoryRecallInput) -> Reply:
    context = call.place(request.repo)
    asked = RecallRequest(
        request.query,
        about=request.about,
        location=Location(namespace_of(context.repo)),
        filter=Filter(
            readable_in(context.repo),
            (request.kind,) if request.kind else (),
            since=parse_time(request.since, "since") if request.since else 0,
        ),
        limit=request.limit,
    )
    found = recall(context, asked, actor="mcp")
    results = found.results

    def step(count: int, said: int) -> Callable[[], Rendering]:
        return lambda: Rendering(
            [*_recalled_text(found, count, said), *found.warnings],
            MemoryRecallOutput(len(results), tuple(_remembered(r) for r in found.scale_results()[:count])),
        )

    whole = [step(len(results), said) for said in SAID]
    return Reply([*whole, *(step(count, SAID[-1]) for count in halves(len(results))[1:])])


def _remembered(result: Recalled) -> Remembered:
    stale = tuple(f"{r.anchor.target} {r.state.value}" for r in result.anchors if r.state in _TOLD)
    return Remembered(result.memory.id, str(result.memory.body.kind), round(result.score, 3), stale)


_TOLD = (AnchorState.CHANGED, AnchorState.MOVED, AnchorState.GONE)


def _recalled_text(found: Recollection, count: int, said: int) -> list[str]:
    results, total = found.results[:count], len(found.results)
    if not total:
        return _explain_no_match(found)
    more = "" if len(results) == total else f" (shown {len(results)}; ask for less, or allow more max_tokens)"
    lines = [f"{total} {'memory' if total == 1 else 'memories'}{more}"]
    for result in results:
        memory = result.memory
        marks = [memory.status.value] if memory.status is not MemoryStatus.ACTIVE else []
        head = " · ".join([str(memory.body.kind), rfc3339(memory.created_at)[:10], f"by {memory.origin.value}", *marks])
        lines += [f"{memory.id}  {head}", *map(_changed, filter(lambda r: r.state in _TOLD, result.anchors))]
        text = memory.body.content
        lines += fenced(clip_text(text, said), "memory")
    return lines


def _explain_no_match(found: Recollection) -> list[str]:
    """Return what to say where nothing matches.

    Memory is not empty because of that."""
    if not found.passing:
        return ["nothing is remembered here yet"]
    exist = f"{found.passing:,} {'memory exists' if found.passing == 1 else 'memories exist'}"
    lines = [f"nothing matches; {exist}, newest:"]
    for memory in found.newest:
        lines.append(f"{memory.id}  {memory.body.kind} · {rfc3339(memory.created_at)[:10]}")
        lines += fenced(clip_text(one_line(memory.body.content), SAID[-1]), "memory")
    return lines


def _changed(report: AnchorReport) -> str:
    now = f" to {report.now}" if report.state is AnchorState.MOVED else ""
    warn = "; check it before you rely on this" if report.state is not AnchorState.MOVED else ""
    return f"  {report.state.value} since: {report.anchor.target}{now}{warn}"


def memory_write(call: Call, request: MemoryWriteInput) -> Reply:
    context = call.place(request.repo)
    kind = checks.kind(request.kind, Vocabulary.CODEGRAPH, "kind")
    anchoring = anchor_named(context, request.about, request.content)
    anchors = anchoring.anchors
    draft = Draft(
        request.content,
        kind,
        namespace=namespace_of(context.repo),
        origin=Origin.AGENT,
        vocabulary=Vocabulary.CODEGRAPH,
        anchors=anchors,
    )
    with context.memory("mcp").write() as recording:
        old = notes.find(recording.state, request.supersedes) if request.supersedes else None
        stored = notes.store(recording, draft)
        memory = stored.memory
        if old is not None and old.id != memory.id:
            notes.link(recording, memory.id, old.id, Relationship.SUPERSEDES)
            notes.set_status(recording, old, MemoryStatus.SUPERSEDED, "superseded", memory.id)
        token = recording.operation
    named = tuple(anchor.target for anchor in anchors)
    done = "remembered" if stored.created else "known already, merged"
    lines = [f"{done}: {memory.id}  {memory.body.kind}"]
    lines += [f"  about {target}" for target in named]
    lines += [f"  supersedes {old.id}"] if old is not None else []
    if anchoring.unanchored and _start_indexing(call, context):
        names = ", ".join(one.name for one in anchoring.unanchored)
        lines.append(f"  not yet about {names}: the code is not indexed yet")
        lines.append("  the same call in a minute adds it: the same text is merged into this memory")
    else:
        again = "call memory_write again, same `content`, `about`"
        lines += [f"  {line}" for line in describe_unanchored(anchoring.unanchored, again)]
    lines.append(f"  undo: `codegraph memory undo {token}` in a shell")
    missing = tuple(Missing(one.name, one.candidates) for one in anchoring.unanchored)
    data = MemoryWriteOutput(memory.id, stored.created, named, old.id if old is not None else None, missing)
    return Reply([lambda: Rendering(lines, data), lambda: Rendering(lines[:1], data._replace(anchors=()))])


def _start_indexing(call: Call, context: Context) -> bool:
    """Return whether there is no index to look names up in; one is being made then."""
    if find_indexed_root(context.config.home, context.repo) is not None:
        return False
    with suppress(CodegraphError):  # a note is not lost because indexing cannot be started
        call.repositories.start_indexing(context.repo)
    return True
