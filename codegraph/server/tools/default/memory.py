"""`memory_recall` and `memory_write`: recall and storing of memories.

Recall reports whether a memory still holds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from codegraph.errors import CodegraphError, InvalidError
from codegraph.memory import write_validation
from codegraph.memory.anchors.anchor_state import REPORTED, AnchorReport, AnchorState
from codegraph.memory.facts import parameter_validation as fact_checks
from codegraph.memory.facts.fact_model import Triple, format_value
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.intake import Receipt, Statement
from codegraph.memory.memory_model import NEVER, Filter, MemoryStatus, Origin, Vocabulary
from codegraph.memory.notes import TOOLS, Draft
from codegraph.memory.recall.ranking_profile import FITTED
from codegraph.memory.recall.request import RecallRequest, RecallResult, Recollection
from codegraph.memory.recall.signals import Location
from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.memory.undo import undo
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import anchor_named, describe_unanchored
from codegraph.operations.memory.answers import list_amended, list_near
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.notes import write_statement
from codegraph.operations.memory.recalling import recall
from codegraph.operations.projection import project
from codegraph.server.call import Call
from codegraph.server.reply import Draft as Reply
from codegraph.server.reply import Rendering, format_fenced
from codegraph.server.tools.default.models import (
    FactInput,
    MemoryRecallInput,
    MemoryRecallOutput,
    MemoryWriteInput,
    MemoryWriteOutput,
    Remembered,
)
from codegraph.server.tools.default.wording import list_halves
from codegraph.store.layout import find_indexed_root

LAST = "last"
"""Stands for the token of the latest write of this session."""

SAID = (100_000, 1_200, 300, 120)
"""Characters of a memory that ever shorter renderings show."""


def clip_text(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def recall_memories(call: Call, request: MemoryRecallInput) -> Reply:
    context = call.open_without_index(request.repo)
    asked = RecallRequest(
        request.query,
        about=request.about,
        location=Location(find_folder_namespace(context.repo)),
        filter=Filter(
            list_readable_namespaces(context.repo),
            (request.kind,) if request.kind else (),
            since=parse_time(request.since, "since") if request.since else 0,
        ),
        limit=request.limit,
        profile=FITTED,
    )
    found = recall(context, asked, follow_graph=True)
    results = found.results
    call.deliveries.add_memories(find_folder_namespace(context.repo), (result.memory.id for result in results))

    def step(count: int, said: int) -> Callable[[], Rendering]:
        return lambda: Rendering(
            [*_format_recalled(found, count, said), *found.warnings],
            MemoryRecallOutput(len(results), tuple(_build_remembered(r) for r in found.scale_results()[:count])),
        )

    whole = [step(len(results), said) for said in SAID]
    return Reply([*whole, *(step(count, SAID[-1]) for count in list_halves(len(results))[1:])])


def _build_remembered(result: RecallResult) -> Remembered:
    stale = tuple(f"{r.anchor.target} {r.state.value}" for r in result.anchors if r.state in REPORTED)
    amended = tuple(one.id for one in result.amended_by)
    return Remembered(result.memory.id, str(result.memory.body.kind), round(result.score, 3), stale, amended)


def _format_recalled(found: Recollection, count: int, said: int) -> list[str]:
    results, total = found.results[:count], len(found.results)
    if not total:
        return _explain_no_match(found)
    more = "" if len(results) == total else f" (shown {len(results)}; ask for less, or allow more max_tokens)"
    lines = [f"{total} {'memory' if total == 1 else 'memories'}{more}"]
    for result in results:
        memory = result.memory
        marks = [memory.status.value] if memory.status is not MemoryStatus.ACTIVE else []
        head = " · ".join(
            [str(memory.body.kind), format_rfc3339(memory.created_at)[:10], f"by {memory.origin.value}", *marks]
        )
        lines += [f"{memory.id}  {head}", *map(_format_changed, filter(lambda r: r.state in REPORTED, result.anchors))]
        lines += [f"  amended on {format_rfc3339(one.at)[:10]} by {one.id}" for one in result.amended_by]
        text = memory.body.content
        lines += format_fenced(clip_text(text, said), "memory")
    return lines


def _explain_no_match(found: Recollection) -> list[str]:
    """Return an explanation for a recall without matches.

    Memory is not necessarily empty.
    """
    if not found.passing:
        return ["nothing is remembered here yet"]
    exist = f"{found.passing:,} {'memory exists' if found.passing == 1 else 'memories exist'}"
    lines = [f"nothing matches; {exist}, newest:"]
    for memory in found.newest:
        lines.append(f"{memory.id}  {memory.body.kind} · {format_rfc3339(memory.created_at)[:10]}")
        lines += format_fenced(clip_text(to_one_line(memory.body.content), SAID[-1]), "memory")
    return lines


def _format_changed(report: AnchorReport) -> str:
    if report.premises:
        return f"  suspect: {to_one_line(report.describe_premises())}, which {report.anchor.target} rests on"
    now = f" to {report.now}" if report.state is AnchorState.MOVED else ""
    warn = "; check it before you rely on this" if report.state is not AnchorState.MOVED else ""
    return f"  {report.state.value} since: {report.anchor.target}{now}{warn}"


def write_memory(call: Call, request: MemoryWriteInput) -> Reply:
    context = call.open_without_index(request.repo)
    namespace = find_folder_namespace(context.repo)
    if request.undo.strip():
        return _undo(call, context, namespace, request)
    if not request.content.strip():
        raise InvalidError("`content` is empty", hint="say what is to be remembered, or give `undo`")
    kind = write_validation.check_kind(request.kind, Vocabulary.CODEGRAPH, "kind")
    facts = tuple(_read_fact(fact, number) for number, fact in enumerate(request.facts))
    anchoring = anchor_named(context, request.about, request.content)
    draft = Draft(
        request.content,
        kind,
        namespace=namespace,
        origin=Origin.AGENT,
        vocabulary=Vocabulary.CODEGRAPH,
        anchors=anchoring.anchors,
    )
    written = write_statement(context, Statement(draft, facts, request.supersedes))
    call.deliveries.add_write(namespace, written.token)
    memory, old = written.memory, written.superseded
    named = tuple(anchor.target for anchor in anchoring.anchors)
    lines = [f"{'remembered' if written.created else 'known already, merged'}: {memory.id}  {memory.body.kind}"]
    lines += [f"  about {target}" for target in named]
    lines += [f"  supersedes {old.id}"] if old is not None else []
    lines += [f"  fact: {fact.subject} {fact.predicate} {format_value(fact.object)}" for fact in written.facts]
    if anchoring.unanchored and _start_indexing(call, context):
        names = ", ".join(one.name for one in anchoring.unanchored)
        lines.append(f"  not yet about {names}: the code is not indexed yet")
        lines.append("  the same call in a minute adds it: the same text is merged into this memory")
    else:
        again = "call memory_write again, same `content`, `about`"
        lines += [f"  {line}" for line in describe_unanchored(anchoring.unanchored, again)]
    lines += [f"  {line}" for line in _describe_related(written)]
    lines.append(f"  undo: `memory_write` with undo={written.token}")
    told = {
        "anchors": named,
        "superseded": old.id if old is not None else None,
        "amends": list_amended(written),
        "near": [other.id for other in written.near],
        "facts": [fact.memory for fact in written.facts],
    }
    data = project(MemoryWriteOutput, written, memory, anchoring, **told)
    return Reply([lambda: Rendering(lines, data), lambda: Rendering(lines[:1], data._replace(anchors=()))])


def _read_fact(fact: FactInput, number: int) -> Triple:
    """Return a fact in the form to be asserted.

    Raises InvalidError, which names the fact.
    """
    where = f"facts[{number}]."
    return Triple(
        fact_checks.check_entity(fact.subject, f"{where}subject"),
        fact_checks.check_predicate(fact.predicate),
        fact_checks.check_scalar(fact.object, f"{where}object"),
        parse_time(fact.valid_from, f"{where}valid_from") if fact.valid_from else None,
        parse_time(fact.valid_to, f"{where}valid_to") if fact.valid_to else NEVER,
    )


def _describe_related(written: Receipt) -> list[str]:
    """Return lines about the memories near a new one.

    Their texts are data.
    """
    lines: list[str] = []
    for one in list_amended(written):
        lines.append(f"amends {one.id} ({one.why}); both stay, this one is recalled first:")
        lines += format_fenced(clip_text(to_one_line(one.text), SAID[-1]), "memory")
        if one.disagrees:
            lines.append(f"both are in force and disagree: if that one is over, the same call with supersedes={one.id}")
    for other in list_near(written):
        lines.append(f"near {other.id}  {other.kind}")
        lines += format_fenced(clip_text(to_one_line(other.text), SAID[-1]), "memory")
    if written.near:
        lines.append("if one of these is over, the same call with `supersedes`")
    return lines


def _undo(call: Call, context: Context, namespace: str, request: MemoryWriteInput) -> Reply:
    """Undo a write of a tool.

    What a person did cannot be undone here. Raises InvalidError, NotFoundError.
    """
    if request.content.strip() or request.supersedes or request.facts:
        raise InvalidError("`undo` takes back a write and stores nothing", hint="give it alone")
    token = request.undo.strip().lower()
    if token == LAST:
        token = call.deliveries.find_last_write(namespace)
        if not token:
            raise InvalidError("nothing was written in this session", hint="give the token that the write returned")
    with context.open_memory().write() as recording:
        operation = recording.state.find_operation(token)
        if operation is not None and operation.actor != TOOLS:
            raise InvalidError(
                f"operation {token} was no tool's", hint=f"a person can run `codegraph memory undo {token}` in a shell"
            )
        done = undo(recording, token)
        first = next((row.subject for row in recording.state.iterate_events(operation=token) if row.subject), "")
    call.deliveries.drop_write(namespace, token)
    lines = [f"undone: {token}, {done.restored} changes taken back"]
    lines += [f"  stays, because it changed since: {id}" for id in done.kept]
    lines.append(f"  to redo it: `memory_write` with undo={done.token}")
    data = MemoryWriteOutput(first, False, (), None, token=done.token, restored=done.restored)
    return Reply([lambda: Rendering(lines, data)])


def _start_indexing(call: Call, context: Context) -> bool:
    """Start indexing if there is no index to look names up in.

    Return whether there is none.
    """
    if find_indexed_root(context.config.home, context.repo) is not None:
        return False
    with suppress(CodegraphError):  # a note is not lost because indexing cannot be started
        call.repositories.start_indexing(context.repo)
    return True
