"""Text of the answers about the review queue.

Quoted text is data: it keeps to its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegraph.memory.hygiene.text_cleaning import make_harmless, to_one_line
from codegraph.operations.memory.answers import OtherRow, ReviewRow
from codegraph.operations.review import answers
from codegraph.render.text.memory import format_exchange
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_undo

_FACTS = 40
"""Facts that a text lists; `--json` has all of them."""


def format_queue(answer: answers.QueueAnswer) -> list[str]:
    if not answer.facts:
        return ["nothing waits for review"]
    waits = "waits" if answer.total == 1 else "wait"
    lines = [f"{format_count(answer.total, 'fact')} {waits} for review, the least sure first"]
    for row in answer.facts:
        marks = [row.kind, f"tier {row.tier}", f"confidence {row.confidence:.2f}"]
        marks += [f"from {clip(to_one_line(_shorten_path(row.source)), 60, keep_end=True)}"] if row.source else []
        lines += ["", f"{row.name}  {clip(to_one_line(row.fact), 88)}", f"  {' · '.join(marks)}"]
        lines += _format_related(row.same_as, row.conflicts)
    if answer.total > len(answer.facts):
        lines += ["", f"… and {answer.total - len(answer.facts):,} more; see --limit"]
    return [*lines, "", "codegraph memory approve ID… · codegraph memory reject ID… --reason WHY"]


def _shorten_path(path: str) -> str:
    home = str(Path.home())
    return "~" + path.removeprefix(home) if path.startswith(home + "/") else path


def _format_related(same: OtherRow | None, conflicts: Sequence[OtherRow]) -> list[str]:
    lines = [f"  says the same as {_format_other(same)}"] if same else []
    return lines + [f"  contradicts {_format_other(other)}" for other in conflicts]


def _format_other(row: OtherRow) -> str:
    status = "" if row.status == "active" else f" ({row.status})"
    return f"{row.name}{status}: {clip(to_one_line(row.content), 60)}"


def format_verdict(answer: answers.VerdictAnswer) -> list[str]:
    lines = []
    for row in answer.facts:
        lines.append(f"{answer.action} {row.name}: [{row.kind}] {clip(to_one_line(row.fact), 80)}")
        lines += [f"  takes the place of {name}" for name in row.replaced]
    return lines + format_undo(answer.token)


def format_sync(answer: answers.SyncAnswer) -> list[str]:
    told = [format_exchange(answer.exchange)] if answer.exchange is not None else []
    if not answer.routes:
        return [*told, "nothing waits for review"]
    done = {"promote": "promoted", "skip": "rejected", "wait": "waits"}
    would = {"promote": "promote", "skip": "reject", "wait": "wait"}
    words = done if answer.applied else would
    rows = [(words[x.action], x.name, clip(to_one_line(x.fact), 48), x.reason) for x in answer.routes]
    number = sum(x.action == "promote" for x in answer.routes)
    done_so = "promoted" if answer.applied else "would be promoted"
    head = f"{done_so}: {number} of {format_count(len(answer.routes), 'waiting fact')}"
    lines = [*told, head, *align_columns(rows)]
    if not answer.applied and number:
        lines.append(
            "a dry run: `--apply` does it" + ("" if answer.autopromote else ", once the setting `autopromote` is on")
        )
    return lines + format_undo(answer.token)


def format_harvest(answer: answers.HarvestAnswer) -> list[str]:
    head = f"{format_count(answer.transcripts, 'transcript')}, {format_count(answer.turns, 'message')} of a person: "
    verb = "would be staged" if answer.dry_run else "staged"
    lines = [head + f"{format_count(len(answer.facts), 'new fact')} {verb}, {answer.known:,} known already"]
    lines += _format_found(answer.facts, one_source=answer.transcripts == 1)
    return lines + _format_unread(answer.unread) + _format_next_steps(answer.token)


def format_staged_import(answer: answers.StagedImportAnswer) -> list[str]:
    head = (
        f"{format_count(answer.files, 'note')}: {format_count(len(answer.facts), 'new fact')} staged, "
        f"{answer.known:,} known already"
    )
    return [
        head,
        *_format_found(answer.facts, one_source=False),
        *_format_unread(answer.unread),
        *_format_next_steps(answer.token),
    ]


def _format_next_steps(token: str) -> list[str]:
    return ["review them: codegraph memory queue", *format_undo(token)] if token else []


def _format_found(facts: Sequence[answers.HarvestedRow], *, one_source: bool) -> list[str]:
    rows = []
    for x in facts[:_FACTS]:
        where = f"line {x.line}" if one_source else f"{Path(x.source).name}:{x.line}"
        mark = "promoted" if x.outcome == "promoted" else "contradicts" if x.conflicts else ""
        rows.append((x.name or "-", x.kind, clip(to_one_line(x.fact), 60), where, mark))
    more = [f"  … and {len(facts) - _FACTS:,} more"] if len(facts) > _FACTS else []
    return align_columns(rows) + more


def _format_unread(rows: Sequence[answers.UnreadRow]) -> list[str]:
    if not rows:
        return []
    shown = [f"  {Path(x.source).name}:{x.line}  {clip(to_one_line(x.problem), 72)}" for x in rows[:5]]
    more = [f"  … and {len(rows) - 5:,} more"] if len(rows) > 5 else []
    return [f"{format_count(len(rows), 'place')} left out:", *shown, *more]


def format_context(answer: answers.ContextAnswer) -> list[str]:
    if answer.block:
        return answer.block.rstrip("\n").split("\n")
    if not answer.files:
        left = f"; {answer.left_out} about a person left out, see --personal" if answer.left_out else ""
        return [f"no reviewed facts to tell{left}"]
    lines = [f"{row.action} {row.path}" for row in answer.files]
    notes = [format_count(answer.facts, "fact")] if answer.facts else []
    notes += [f"{answer.left_out} about a person left out (--personal)"] if answer.left_out else []
    notes += [f"{answer.over} over the limit (--limit)"] if answer.over else []
    lines += [f"  {' · '.join(notes)}"] if notes else []
    return [*lines, *(f"  before: {row.backup}" for row in answer.files if row.backup)]


def format_review(row: ReviewRow) -> list[str]:
    """Return the lines of `memory show` on a memory that went through the queue."""
    until = ""
    if row.good_until:
        until = f" · {'good until' if row.holds else 'out of date since'} {row.good_until[:10]}"
    lines = [f"  review: {make_harmless(row.name)} · tier {row.tier} · by {row.learned_by}{until}"]
    return lines + _format_related(row.same_as, row.conflicts)
