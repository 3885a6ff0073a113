"""Text of the answers about memory.

Remembered text is data: nothing in it is obeyed, and it keeps to its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from codegraph.memory.anchors.anchor_state import REPORTED
from codegraph.memory.hygiene.text_cleaning import make_harmless, to_one_line
from codegraph.operations.memory import answers
from codegraph.render.text.text_layout import SHORT, align_columns, clip, format_count, format_size, format_undo


def format_written(answer: answers.WrittenAnswer) -> list[str]:
    memory = answer.memory
    waits = " · waits for review" if memory.status == "pending" else ""
    return [
        f"{answer.action} {memory.id}  {memory.kind}{waits}",
        f"  {clip(to_one_line(memory.content), 96)}",
        *(f"  {line}" for line in list_related(answer.amends, answer.near)),
        *(f"  not so? codegraph memory unlink {memory.id} {one.id}" for one in answer.amends),
        *format_undo(answer.token),
    ]


def list_related(amends: Sequence[answers.RelatedRow], near: Sequence[answers.RelatedRow]) -> list[str]:
    """Return a line for each memory that a new one amends or is similar to."""
    lines = [f"amends {one.id}: '{clip(to_one_line(one.text), 80)}' ({one.why})" for one in amends]
    lines += [
        f"both are in force and disagree: if it takes the place of {one.id}, say so with supersedes"
        for one in amends
        if one.disagrees
    ]
    lines += [f"near {one.id}: '{clip(to_one_line(one.text), 80)}'" for one in near]
    return lines + (["if one of these is over, say so with supersedes"] if near else [])


def format_several(answer: answers.SeveralWrittenAnswer) -> list[str]:
    lines = [f"{answer.action}: {format_count(len(answer.memories), 'new memory', 'new memories')}"]
    lines += [f"  {m.id}  {clip(to_one_line(m.content), 58)}" for m in answer.memories]
    return lines + format_undo(answer.token)


def format_memories(answer: answers.MemoriesAnswer) -> list[str]:
    namespace = to_one_line(answer.namespace_name) or "no namespace"
    if not answer.memories:
        return [f"no memories in {namespace}"]
    rows = [
        (m.id[:SHORT], m.created_at[:10], m.kind, _format_marks(m), clip(to_one_line(m.content), 80))
        for m in answer.memories
    ]
    lines = [f"{format_count(answer.total, 'memory', 'memories')} in {namespace}", *align_columns(rows)]
    if answer.total > len(answer.memories):
        lines.append(f"  … and {answer.total - len(answer.memories):,} more; see --limit")
    return lines


def _format_marks(memory: answers.MemoryRow) -> str:
    marks = [memory.status] if memory.status != "active" else []
    return ", ".join([*marks, *(["protected"] if memory.protected else [])])


def format_memory(memory: answers.MemoryRow, namespace: str = "") -> list[str]:
    """Return a memory in full.

    `namespace` is the name of its namespace.
    """
    head = f"{memory.id}  {memory.kind}"
    lines = [f"{head} · {_format_marks(memory)}" if _format_marks(memory) else head]
    lines += [f"  {line}" for line in make_harmless(memory.content).split("\n")]
    facts = [
        f"importance {memory.importance:.2f}",
        f"confidence {memory.confidence:.2f}",
        f"revision {memory.revision}",
    ]
    facts.append(f"by {memory.origin}")
    if memory.access_count:
        facts.append(f"used {memory.access_count}×")
    lines += ["", f"  {' · '.join(facts)}"]
    if memory.tags:
        lines.append(f"  tags: {', '.join(to_one_line(tag) for tag in memory.tags)}")
    lines.append(f"  namespace: {to_one_line(namespace or memory.namespace) or '(none)'}")
    dates = [("created", memory.created_at), ("updated", memory.updated_at), ("verified", memory.verified_at)]
    dates += [("valid from", memory.valid_from), ("valid to", memory.valid_to)]
    shown = [f"{name} {at}" for name, at in dates if at and not (name == "updated" and at == memory.created_at)]
    lines.append(f"  {' · '.join(shown)}")
    for key, value in memory.metadata.items():
        lines.append(f"  {to_one_line(key)}: {clip(to_one_line(str(value)), 80)}")
    if memory.successor:
        lines.append(f"  replaced by {memory.successor}")
    return lines


def format_show(answer: answers.ShowAnswer) -> list[str]:
    lines = format_memory(answer.memory, answer.namespace_name)
    if answer.aliases:
        lines.append(f"  also known as {', '.join(map(to_one_line, answer.aliases))}")
    if answer.review:
        from codegraph.render.text.review import format_review  # most memories never were in the queue

        lines += format_review(answer.review)
    if answer.anchors:
        lines += ["", "anchors"]
        lines += align_columns([(x.kind.value, to_one_line(x.target), x.commit[:12]) for x in answer.anchors])
    if answer.links:
        lines += ["", "links"]
        lines += align_columns([_format_link(x, answer.memory.id) for x in answer.links])
    return lines


def _format_link(link: answers.LinkRow, seen_from: str) -> tuple[str, ...]:
    outward = link.source == seen_from
    other = link.target if outward else link.source
    return ("→" if outward else "←", link.relationship, other, link.other)


def format_history(answer: answers.HistoryAnswer) -> list[str]:
    lines = [f"{answer.id}: {format_count(len(answer.revisions), 'revision')}"]
    for revision in answer.revisions:
        why = f"  {to_one_line(revision.reason)}" if revision.reason else ""
        lines.append(f"  {revision.number}  {revision.at}  {revision.kind}, {revision.importance:.2f}{why}")
        lines.append(f"     {clip(to_one_line(revision.content), 92)}")
    lines += ["", "events", *align_columns([(e.at, e.kind, e.actor, e.operation) for e in answer.events])]
    return lines


def format_undone(answer: answers.UndoAnswer) -> list[str]:
    lines = [f"undone: {format_count(answer.restored, 'change')} of operation {answer.operation}"]
    if answer.kept:
        lines.append(f"  {format_count(len(answer.kept), 'memory', 'memories')} changed again since and left alone:")
        lines += [f"    {id}" for id in answer.kept]
    return lines + format_undo(answer.token)


def format_erase(answer: answers.EraseAnswer) -> list[str]:
    if not answer.id:
        return _format_erase_scope(answer)
    return [
        f"erased {answer.id}",
        f"  its text is gone from {format_count(answer.events, 'event')}, the indexes and "
        f"{format_count(answer.backups, 'backup')}",
    ]


def _format_erase_scope(answer: answers.EraseAnswer) -> list[str]:
    reached = (
        format_count(len(answer.memories), "memory", "memories"),
        format_count(answer.events, "captured text"),
        format_count(answer.spooled, "tool call") + " not taken in yet",
    )
    lines = [f"{'erased' if answer.erased else 'would erase'} {reached[0]}, {reached[1]}, {reached[2]}"]
    if answer.erased:
        return [*lines, f"  also from the indexes and {format_count(answer.backups, 'backup')}"]
    lines += [f"  {memory.id}  {to_one_line(memory.content)[:100]}" for memory in answer.memories]
    lines += align_columns([(f"  {trace.at}", trace.kind, trace.text[:100]) for trace in answer.captured])
    return [*lines, "", "nothing was changed; add --confirm to erase this, which cannot be undone"]


def format_linked(answer: answers.LinkAnswer) -> list[str]:
    link = answer.link
    done = "removed " if answer.removed else ""
    name = link.label or link.relationship
    return [f"{done}{link.source} {name} {link.target}  weight {link.weight:g}", *format_undo(answer.token)]


def format_traverse(answer: answers.TraverseAnswer) -> list[str]:
    return [
        f"{'  ' * step.depth}{step.relationship + ' ' if step.relationship else ''}{step.id}"
        + (f"  {step.kind}: {clip(step.text, 60)}" if step.kind != "symbol" else "")
        for step in answer.steps
    ]


def format_decisions(answer: answers.DecisionsAnswer) -> list[str]:
    if not answer.decisions:
        return ["no decision about that"]
    lines = []
    for memory in answer.decisions:
        mark = f"  ({memory.status})" if memory.status != "active" else ""
        lines += [f"{memory.created_at[:10]}  {memory.id}{mark}", f"  {clip(to_one_line(memory.content), 96)}"]
        for link in answer.links:
            if link.source == memory.id:
                lines.append(f"  → {link.relationship} {link.target}")
    return lines


def format_weights(answer: answers.WeightsAnswer) -> list[str]:
    rows = [(name, f"{value:.4f}") for name, value in asdict(answer.weights).items()]
    lines = align_columns(rows, right=frozenset({1}))
    return lines + (format_undo(answer.token) if answer.changed else [])


def format_stats(answer: answers.StatsAnswer) -> list[str]:
    lines = [
        f"{format_count(answer.memories, 'memory', 'memories')} in {format_count(answer.namespaces, 'namespace')} · "
        f"{format_count(answer.links, 'link')} · {format_count(answer.anchors, 'anchor')} · "
        f"{format_count(answer.sessions, 'session')}",
        f"  {format_count(answer.events, 'event')}, {format_size(answer.bytes)} in {answer.path}",
    ]
    for title, rows in (
        ("kinds", answer.by_kind),
        ("statuses", answer.by_status),
        ("links", answer.by_relationship),
    ):
        if rows:
            lines += ["", title, *_format_count_rows(rows)]
    return lines


def _format_count_rows(rows: Iterable[answers.CountRow]) -> list[str]:
    return align_columns([(to_one_line(row.name) or "(none)", f"{row.count:,}") for row in rows], right=frozenset({1}))


def format_metrics(answer: answers.MetricsAnswer) -> list[str]:
    rows = [("", "calls", "p50 ms", "p95 ms", "p99 ms")]
    rows += [(m.name, f"{m.calls:,}", f"{m.p50:.2f}", f"{m.p95:.2f}", f"{m.p99:.2f}") for m in answer.measured]
    lines = align_columns(rows, right=frozenset(range(1, 5)))
    if answer.operations:
        lines += ["", "last operations"]
        lines += align_columns([(o.at, o.operation, o.actor, "undone" if o.undone else "") for o in answer.operations])
    return lines


def format_export(answer: answers.ExportAnswer) -> list[str]:
    return [f"wrote {format_count(answer.memories, 'memory', 'memories')} to {answer.path} ({answer.format})"]


def format_import(answer: answers.ImportAnswer) -> list[str]:
    lines = [
        f"imported {format_count(answer.imported, 'memory', 'memories')}, {format_count(answer.links, 'link')}; "
        f"{format_count(answer.duplicates, 'duplicate')}, {len(answer.skipped)} skipped"
    ]
    lines += [f"  {row.place}: {to_one_line(row.reason)}" for row in answer.skipped[:20]]
    if len(answer.skipped) > 20:
        lines.append(f"  … and {len(answer.skipped) - 20:,} more; see --json")
    return lines + format_undo(answer.token)


def format_consolidate(answer: answers.ConsolidateAnswer) -> list[str]:
    lines = []
    for cycle in answer.cycles:
        done = "would change" if answer.dry_run else "changed"
        lines.append(
            f"{cycle.cycle}: {done} {cycle.affected:,} of {format_count(cycle.examined, 'memory', 'memories')}"
        )
        lines += align_columns([(c.action, c.id[:SHORT], c.detail) for c in cycle.changes[:20]])
        if cycle.affected > 20:
            lines.append(f"  … and {cycle.affected - 20:,} more; see --json")
        lines += [f"  {line}" for line in format_undo(cycle.token)] if cycle.affected else []
    return lines


def format_status(answer: answers.ConsolidationStatusAnswer) -> list[str]:
    if not answer.cycles:
        return ["no cycle has run yet; try `codegraph memory consolidate all --dry-run`"]
    rows = [("cycle", "last run", "affected", "namespace")]
    rows += [(c.cycle, c.last_run, f"{c.affected:,}", to_one_line(c.namespace) or "every") for c in answer.cycles]
    return align_columns(rows)


def format_patterns(answer: answers.PatternsAnswer) -> list[str]:
    if answer.markdown:
        return answer.markdown.rstrip("\n").split("\n")
    if not answer.patterns:
        return [f"nothing was recorded {answer.min_frequency} times; hooks record the tool calls of coding agents"]
    rows = [("pattern", "times", "sessions", "confidence", "")]
    for p in answer.patterns:
        rows.append(
            (p.type.value, f"{p.frequency:,}", f"{p.sessions:,}", f"{p.confidence:.2f}", to_one_line(p.subject))
        )
    return align_columns(rows, right=frozenset({1, 2, 3}))


def format_rebuild(answer: answers.RebuildAnswer) -> list[str]:
    lines = [f"replayed {format_count(answer.events, 'event')}: {format_count(answer.memories, 'memory', 'memories')}"]
    if answer.salvaged:
        lines += [
            f"  the database was damaged: {format_count(answer.lost, 'event')} lost, {answer.from_backups} "
            f"from backups",
            f"  the damaged file is kept as {answer.kept_as}",
        ]
    return lines


def format_vectors(answer: answers.MemoryVectorsAnswer) -> list[str]:
    lines = [
        f"{format_count(answer.memories, 'memory', 'memories')}, {answer.dimension} dimensions by {answer.encoder}",
        f"table: {answer.table}",
    ]
    if answer.written or answer.deleted or answer.rebuilt:
        why = f", rebuilt: {answer.rebuilt}" if answer.rebuilt else ""
        lines.append(f"  {format_count(answer.written, 'row')} written, {answer.deleted:,} deleted{why}")
    if not answer.behind:
        return [*lines, f"  up to date, {format_count(answer.table_rows, 'row')}"]
    how = "updated later on its own, or now with" if answer.kept else "update it with"
    return [*lines, f"  out of date; {how} `codegraph memory vectors --sync`"]


def format_backups(answer: answers.BackupAnswer) -> list[str]:
    if not answer.backups:
        return ["no backup yet; make one with `codegraph memory backup`"]
    lines = [_format_backup(row) for row in answer.backups]
    return [f"copied to {lines[0]}"] if answer.made else lines


def _format_backup(row: answers.BackupRow) -> str:
    return (
        f"{row.path}  {format_count(row.memories, 'memory', 'memories')}, {format_count(row.events, 'event')}, "
        f"{format_size(row.bytes)}"
    )


def format_backup_restore(answer: answers.BackupRestoreAnswer) -> list[str]:
    lines = [f"restored {_format_backup(answer.backup)}"]
    return lines + ([f"  the previous database is kept in {answer.replaced}"] if answer.replaced else [])


def format_namespaces(answer: answers.NamespacesAnswer) -> list[str]:
    rows = [
        (
            to_one_line(answer.names[row.name]) or "(none)",
            f"{row.count:,}",
            to_one_line(answer.folders.get(row.name, "")),
            "here" if row.name == answer.here else "",
        )
        for row in answer.namespaces
    ]
    lines = align_columns(rows, right=frozenset({1})) or ["no memories yet"]
    return (
        lines
        if any(row.name == answer.here for row in answer.namespaces)
        else [*lines, f"here: {to_one_line(answer.names[answer.here])}"]
    )


def format_namespace_stats(answer: answers.NamespaceStatsAnswer) -> list[str]:
    return [
        f"{to_one_line(answer.namespace_name)}: {format_count(answer.count, 'memory', 'memories')}",
        f"  importance {answer.average_importance:.2f}, confidence {answer.average_confidence:.2f} on average",
        f"  from {answer.oldest} to {answer.newest}",
        "",
        "kinds",
        *_format_count_rows(answer.by_kind),
        *(["", "tags", *_format_count_rows(answer.tags[:20])] if answer.tags else []),
    ]


def format_namespace_deleted(answer: answers.NamespaceDeletedAnswer) -> list[str]:
    return [
        f"archived {format_count(answer.archived, 'memory', 'memories')} of {to_one_line(answer.namespace_name)}",
        *format_undo(answer.token),
    ]


def format_sessions(answer: answers.SessionsAnswer) -> list[str]:
    rows = [
        (
            to_one_line(s.id),
            s.started_at[:16],
            "" if s.ended_at else "open",
            to_one_line(s.agent),
            clip(to_one_line(s.summary), 60),
        )
        for s in answer.sessions
    ]
    return align_columns(rows) or ["no sessions yet"]


def format_session(answer: answers.SessionAnswer) -> list[str]:
    lines = [f"{answer.action} session {to_one_line(answer.session.id)}"]
    return lines + [f"  {line}" for line in make_harmless(answer.session.summary).split("\n") if line]


def format_recall(answer: answers.RecallAnswer) -> list[str]:
    if not answer.searched:
        return ["no memories here yet; add one with `codegraph memory add TEXT`"]
    if not answer.hits:
        exist = "1 memory exists" if answer.searched == 1 else f"{answer.searched:,} memories exist"
        newest = [f"  {m.id[:SHORT]}  {m.kind}  {clip(to_one_line(m.content), 70)}" for m in answer.newest]
        return [f"nothing matches; {exist}, newest:", *newest]
    lines = []
    for hit in answer.hits:
        memory = hit.memory
        how = "" if set(hit.sources) & {"words", "meaning"} else f" · {', '.join(hit.sources)}"
        lines.append(f"{memory.id}  {memory.kind} · {memory.created_at[:10]} · {hit.score:.2f}{how}")
        lines += [f"  {line}" for line in make_harmless(memory.content).split("\n")]
        lines += [f"  ! amended on {one.at[:10]} by {one.id}" for one in hit.amended_by]
        lines += [f"  {_format_state(x)}" for x in hit.anchors if x.state in REPORTED]
    return lines


def _format_state(anchor: answers.AnchorRow) -> str:
    if anchor.because:
        return f"! {anchor.state}: {to_one_line(anchor.because)}: {to_one_line(anchor.target)}"
    now = f" to {to_one_line(anchor.now)}" if anchor.state == "moved" else ""
    return f"! {anchor.state}{now} since: {to_one_line(anchor.target)}"


def format_explain(answer: answers.ExplainAnswer) -> list[str]:
    rank = f" · place {answer.rank} of the candidates" if answer.rank else ""
    lines = [
        f"{answer.verdict}: {answer.detail}{rank}",
        f"  {clip(to_one_line(answer.memory.content), 96)}",
        "",
        f"score {answer.score:.4f}",
    ]
    rows = [(x.name, f"{x.value:.3f}", "×", f"{x.weight:.3f}", f"= {x.value * x.weight:.4f}") for x in answer.signals]
    lines += align_columns(rows, right=frozenset({1, 3}))
    if answer.factor != 1:
        why = f" (told in the place of {answer.instead})" if answer.instead else ""
        why = why or (" (told before what it amends)" if answer.amends and answer.factor > 1 else "")
        lines.append(f"the sum × {answer.factor:.3f}{why}")
    for signal in dict.fromkeys(x.signal for x in answer.window):
        lines.append(f"{signal} is of the turn and of what is around it")
        parts = [x for x in answer.window if x.signal == signal]
        rows = [(x.name, f"{x.value:.3f}", "×", f"{x.weight:.3f}", f"= {x.value * x.weight:.4f}") for x in parts]
        lines += [f"  {row}" for row in align_columns(rows, right=frozenset({1, 3}))]
    lines += [f"amended by {one.id} ({one.at[:10]}), which stands before it" for one in answer.amended_by]
    lines += [f"amends {id}" for id in answer.amends]
    if answer.words:
        lines.append(f"words of the question it contains: {', '.join(answer.words)}")
    if answer.missing:
        lines.append(f"words it does not contain: {', '.join(answer.missing)}")
    return lines + [f"  {_format_state(x)}" for x in answer.anchors if x.state in REPORTED]


def format_feedback(answer: answers.FeedbackAnswer) -> list[str]:
    lines = [f"verified {id}" for id in answer.verified]
    if answer.run:
        used = format_count(len(answer.used), "memory used", "memories used")
        lines.append(f"run {to_one_line(answer.run)} {answer.outcome}: {used}, {answer.others} others delivered")
        if answer.outcome == "open":
            lines.append("  say how it ends with --outcome")
    return lines + format_undo(answer.token)


def format_timeline(answer: answers.TimelineAnswer) -> list[str]:
    if not answer.entries:
        return ["nothing was remembered in that time"]
    lines = []
    if answer.total > len(answer.entries):
        lines.append(f"… {answer.total - len(answer.entries):,} earlier; see --limit")
    for entry in answer.entries:
        memory = entry.memory
        marks = [*(["superseded since"] if entry.superseded else []), *(["amended since"] if entry.amended else [])]
        what = memory.kind if entry.what == "stored" else f"{memory.kind} {entry.what}"
        lines.append(" · ".join([f"{entry.at[:16].replace('T', ' ')}  {memory.id}  {what}", *marks]))
        lines.append(f"  {clip(to_one_line(memory.content), 96)}")
        lines += [f"  amends {id}" for id in entry.amends]
        lines += [f"  takes the place of {id}" for id in entry.replaces]
        lines += [f"  ! its code: {to_one_line(state)}" for state in entry.stale]
    return lines


def format_stale(answer: answers.StaleAnswer) -> list[str]:
    if not answer.checked:
        return ["no memory here is linked to code; add one with `codegraph memory add TEXT --about SYMBOL`"]
    if not answer.stale:
        return [f"the code of {format_count(answer.checked, 'anchored memory', 'anchored memories')} has not changed"]
    lines = [
        f"{len(answer.stale)} of {format_count(answer.checked, 'anchored memory', 'anchored memories')} may "
        f"no longer hold"
    ]
    for row in answer.stale:
        lines.append(f"{row.memory.id}  {row.memory.kind}")
        lines.append(f"  {clip(to_one_line(row.memory.content), 96)}")
        lines += [f"  {_format_state(x)}" for x in row.anchors if x.state in REPORTED]
        lines += [f"  since commit {row.since}"] if row.since else []
    return lines


def format_verify(answer: answers.VerifyAnswer) -> list[str]:
    lines = [f"verified {answer.memory.id}: {clip(to_one_line(answer.memory.content), 60)}"]
    lines += [f"  before: {_format_state(x).removeprefix('! ')}" for x in answer.anchors if x.state in REPORTED]
    return lines + format_undo(answer.token)


def format_share(answer: answers.ShareAnswer) -> list[str]:
    name = to_one_line(answer.namespace_name)
    if answer.action != "shared":
        return [f"{answer.action} {name}: it is on this machine alone now"]
    lines = [f"{answer.action} {name} as its {answer.role}: {format_count(answer.events, 'event')}"]
    if answer.exchange is not None:
        lines.append(f"  {format_exchange(answer.exchange)}")
    return lines + [f"  {to_one_line(each.member)}: {each.role}" for each in answer.members]


def format_exchange(row: answers.ExchangeRow) -> str:
    """Return the outcome of an exchange with the team's database as one line."""
    line = f"sent {format_count(row.sent, 'event')}, received {row.received:,}"
    if row.queued:
        line += f"; {row.queued:,} wait to be sent"
    if row.concurrent:
        line += f"; changed by somebody else at the same time: {row.concurrent:,}, see what they amend"
    return line
