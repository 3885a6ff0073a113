"""Text of the answers of the learning loop.

Remembered text is data, and keeps to its lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from codegraph.memory.hygiene.text_cleaning import make_harmless, to_one_line
from codegraph.memory.memory_model import Floors
from codegraph.operations.learning import answers
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_undo


def _format_rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"


def _format_mean(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _format_floors(floors: Floors) -> str:
    return f"lexical {floors.lexical:.2f}, semantic {floors.semantic:.2f}"


def format_context(answer: answers.ContextAnswer) -> list[str]:
    if answer.skipped:
        return [f"nothing relevant found (best score {answer.top_score:.2f})", f"run {answer.run}"]
    lines = []
    for capsule in answer.capsules:
        lines.append(f"{capsule['id']}  {capsule['kind']} · {capsule['score']:.2f}")
        lines += [f"  {line}" for line in make_harmless(str(capsule["content"])).split("\n")]
        stale = capsule.get("stale")
        if isinstance(stale, list):
            lines.append(f"  ! its code changed: {', '.join(to_one_line(str(name)) for name in stale)}")
    left = f" · {answer.excluded} left out" if answer.excluded else ""
    lines += [
        "",
        f"{format_count(len(answer.capsules), 'capsule')} · {answer.used_tokens:,} tokens{left} · run {answer.run}",
    ]
    return [*lines, "cite what you use: codegraph memory learn cite ID"]


def format_record(answer: answers.RecordAnswer) -> list[str]:
    memory = answer.memory
    near = f" · cosine {answer.similarity:.2f}" if answer.result == "merged" else ""
    waits = " · waits for `codegraph memory learn accept`" if answer.result == "proposed" else ""
    lines = [f"{answer.result} {memory.id}  {memory.kind}{near}{waits}", f"  {clip(to_one_line(memory.content), 96)}"]
    for conflict in answer.conflicts:
        lines.append(f"  ! close to {conflict.existing} ({conflict.similarity:.2f})")
        lines.append(f"    {clip(to_one_line(conflict.existing_content), 94)}")
    return lines + format_undo(answer.token)


def format_cite(answer: answers.CiteAnswer) -> list[str]:
    return [f"cited {answer.memory} in run {answer.run}; it counts when the run ends", *format_undo(answer.token)]


def _format_run_line(run: answers.RunRow) -> str:
    why = f" ({run.category})" if run.category else ""
    task = f" · {clip(to_one_line(run.task), 60)}" if run.task else ""
    return f"run {run.id}  {run.outcome}{why}{task}"


def format_run(answer: answers.RunAnswer) -> list[str]:
    return [_format_run_line(answer.run)]


def format_run_ended(answer: answers.RunEndedAnswer) -> list[str]:
    lines = [_format_run_line(answer.run)]
    if not answer.signal:
        lines.append("  a failed gate does not count against memories")
    rows = [
        (
            "cited" if c.cited else "passenger",
            c.memory,
            f"{c.delta:+.1f}",
            f"now {c.standing.score:+.1f} of {c.standing.uses}",
        )
        for c in answer.credits
    ]
    return lines + align_columns(rows) + format_undo(answer.token)


def format_runs(answer: answers.RunsAnswer) -> list[str]:
    if not answer.runs:
        return ["no runs here yet"]
    rows = [
        (r.id, r.started_at[:16], r.outcome + (f" ({r.category})" if r.category else ""), to_one_line(r.task))
        for r in answer.runs
    ]
    more = [f"  … and {answer.total - len(answer.runs):,} more; see --limit"] if answer.total > len(answer.runs) else []
    return [format_count(answer.total, "run"), *align_columns(rows), *more]


def format_blame(answer: answers.BlameAnswer) -> list[str]:
    lines = [_format_run_line(answer.run)]
    for title, rows in (("cited", answer.cited), ("passengers", answer.passengers)):
        lines += ["", f"{title}: {len(rows)}"]
        for row in rows:
            score = f"{row.standing.score:+.1f} of {row.standing.uses}" if row.standing.uses else "not rated"
            lines.append(f"  {row.memory}  {row.kind} · {score}{' · at the start of the session' if row.brief else ''}")
            lines.append(f"    {clip(to_one_line(row.content), 92)}")
            if row.reason:
                lines.append(f"    because: {clip(to_one_line(row.reason), 83)}")
    return lines


_FIGURES: Final = {
    "retrieval": "{retrieval.with_hit} of {retrieval.served} served with a hit",
    "skips": "{skips.skipped} skipped",
    "citations": "{citations.cited} of {citations.retrieved} delivered memories cited",
    "proposals": "{proposals.accepted} accepted, {proposals.rejected} rejected, {proposals.expired} expired, "
    "{proposals.pending} pending",
    "usefulness": "{usefulness.finished} finished, {usefulness.failed} failed, {usefulness.gated} at a gate; "
    "sum {usefulness.total:+.1f}",
    "harvest": "{harvest.added} added, {harvest.merged} merged, {harvest.duplicates} again, "
    "{harvest.proposed} proposed",
    "corpus": "{corpus.active} active, {corpus.invalidated} invalidated, {corpus.open_conflicts} conflicts, "
    "{doubtful} to prune",
    "tokens": "{tokens.total:,} in {injections}, {capsules} capsules each",
}
"""Groups of insights, and what is told of each."""


def format_insights(answer: answers.InsightsAnswer) -> list[str]:
    f = answer.figures
    rates = {
        "retrieval": _format_rate(f.retrieval.hit_rate),
        "skips": _format_rate(f.skips.skip_rate),
        "citations": _format_rate(f.citations.citation_rate),
        "proposals": _format_rate(f.proposals.acceptance_rate),
        "usefulness": _format_mean(f.usefulness.average_ratio),
        "harvest": f"{_format_mean(f.harvest.per_run)} a run",
        "tokens": f"{_format_mean(f.tokens.average, 0)} each",
    }
    told = {"doubtful": len(f.corpus.prune_candidates), "injections": format_count(f.tokens.injections, "injection")}
    told |= {"capsules": _format_mean(f.tokens.average_capsules, 1), **f._asdict()}
    rows = [(name, text.format(**told), rates.get(name, "")) for name, text in _FIGURES.items()]
    since = f" since {answer.since}" if answer.since else ""
    lines = [f"{format_count(f.runs, 'run')}{since}", *align_columns(rows)]
    for title, ranked in (("most useful", f.corpus.top_useful), ("to prune", f.corpus.prune_candidates)):
        if ranked:
            lines += [
                "",
                title,
                *align_columns([(r.id, f"{r.score:+.1f} of {r.uses}", to_one_line(r.content)) for r in ranked]),
            ]
    return lines


def format_roi(answer: answers.RoiAnswer) -> list[str]:
    x = answer.ledger
    dollars = "" if x.usd is None else f" · {'-' if x.usd < 0 else ''}${abs(x.usd):,.4f}"
    lines = [
        f"{x.verdict}: net {x.net:+,} tokens{dollars} · window {x.window}",
        *align_columns(
            [
                ("saved", f"{x.saved:,}", f"by {format_count(x.citations, 'citation')} of runs that finished"),
                ("injected", f"{x.injected:,}", f"in {format_count(x.runs, 'run')}"),
            ],
            right=frozenset({1}),
        ),
    ]
    if x.usd is None and x.unpriced:
        named = ", ".join(name or "runs without a model" for name in x.unpriced)
        lines.append(f"  no price for {named}; set `price_per_mtok`")
    if x.top:
        lines += ["", "memories that saved most"]
        lines += align_columns(
            [(e.memory, e.kind, f"{e.citations}×", f"{e.tokens:,}") for e in x.top], right=frozenset({2, 3})
        )
    return lines


def _format_conflict(c: answers.ConflictRow) -> list[str]:
    state = f" · {c.resolution}" if c.resolution else ""
    return [
        f"{c.id}  cosine {c.similarity:.2f}{state}",
        f"  new       {c.newer[:13]}  {clip(to_one_line(c.newer_content), 70)}",
        f"  existing  {c.existing[:13]}  {clip(to_one_line(c.existing_content), 70)}",
    ]


def format_conflicts(answer: answers.ConflictsAnswer) -> list[str]:
    if not answer.conflicts:
        return ["no open conflicts"]
    lines = [format_count(answer.total, "open conflict")]
    for conflict in answer.conflicts:
        lines += _format_conflict(conflict)
    return [*lines, "resolve: codegraph memory learn conflicts --resolve ID kept_new | kept_existing | kept_both"]


def format_resolved(answer: answers.ResolvedAnswer) -> list[str]:
    return [*_format_conflict(answer.conflict), *format_undo(answer.token)]


def format_proposals(answer: answers.ProposalsAnswer) -> list[str]:
    lines = [f"{format_count(answer.expired, 'proposal')} expired and archived"] if answer.expired else []
    if not answer.proposals:
        return [*lines, "no proposals"]
    lines.append(format_count(answer.total, "proposal"))
    for row in answer.proposals:
        until = f" · until {row.expires_at[:10]}" if row.outcome == "pending" and row.expires_at else ""
        lines.append(
            f"  {row.memory.id}  {row.outcome} · {row.memory.kind} · confidence {row.memory.confidence:.2f}{until}"
        )
        lines.append(f"    {clip(to_one_line(row.memory.content), 92)}")
    return lines


def format_settled(answer: answers.SettledAnswer) -> list[str]:
    return [
        f"{answer.action} {answer.memory.id}  {answer.memory.kind}",
        f"  {clip(to_one_line(answer.memory.content), 96)}",
        *format_undo(answer.token),
    ]


def format_consolidation(answer: answers.ConsolidationAnswer) -> list[str]:
    would = "would be " if answer.dry_run else ""
    gone = sum(len(m.members) for m in answer.merges)
    lines = [f"{gone} of {format_count(answer.examined, 'memory', 'memories')} {would}merged into {len(answer.merges)}"]
    for merge in answer.merges:
        lines.append(f"  {merge.survivor}  cosine {merge.similarity:.2f} · {clip(to_one_line(merge.content), 44)}")
        lines += [f"    ← {member}" for member in merge.members]
    for theme in answer.themes:
        lines.append(f"  {would}proposed ({answer.method}): {len(theme.members)} about {', '.join(theme.tags)}")
        lines += [f"    {clip(to_one_line(line), 92)}" for line in theme.content.split("\n")]
    return lines + format_undo(answer.token)


def format_triage(answer: answers.TriageAnswer) -> list[str]:
    if answer.pruned or answer.kept:
        kept = f", {answer.kept} kept" if answer.kept else ""
        return [f"{answer.pruned} archived{kept}", *format_undo(answer.token)]
    if not answer.doubtful:
        return ["nothing to triage"]
    rows = [
        (d.memory.id, f"{d.ratio:+.2f} of {d.uses}", f"{d.idle_days} d", to_one_line(d.memory.content))
        for d in answer.doubtful
    ]
    return [f"{len(rows)} not useful for a long time", *align_columns(rows)]


def format_tune(answer: answers.TuneAnswer) -> list[str]:
    t = answer.tuning
    if t is None:
        return [f"floors reset: {_format_floors(answer.floors)}", *format_undo(answer.token)]
    if not t.cases:
        return [f"no data yet: nothing was delivered and cited here; floors {_format_floors(answer.floors)}"]
    rows = [
        (name, _format_floors(floors), f"{trained.objective:.3f}", f"{held.objective:.3f}")
        for name, floors, trained, held in (
            ("floors in use", t.baseline, t.trained_before, t.held_out_before),
            ("best", t.best, t.trained, t.held_out),
        )
    ]
    lines = [
        f"{format_count(t.cases, 'case')}, {t.held_out.cases} held out",
        *align_columns([("", "", "trained", "held out"), *rows]),
    ]
    if answer.applied:
        lines.append(f"applied: {_format_floors(answer.floors)}; --revert takes it back")
    elif t.improves:
        lines.append("dry run: nothing was set; --apply does")
    else:
        lines.append(f"not applied: {t.reason}")
    return lines + format_undo(answer.token)


def format_status(answer: answers.LearnStatusAnswer) -> list[str]:
    return [
        f"{format_count(answer.memories, 'memory', 'memories')}: {_format_counts(answer.by_kind) or 'none'}",
        f"{answer.rated} rated · {answer.pending_proposals} proposals · {answer.open_conflicts} open conflicts",
        f"{format_count(answer.runs, 'run')}" + (f" · open: {answer.open_run}" if answer.open_run else ""),
        f"floors {_format_floors(answer.floors)} · half-life {answer.decay_half_life_days:g} days · encoder "
        f"{answer.encoder}",
    ]


def _format_counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counted.items())
