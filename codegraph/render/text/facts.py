"""Text of the answers about facts.

The statements are data, and keep to their lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from codegraph.memory.facts.fact_model import format_value
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.operations.facts import answers
from codegraph.render.budget import fit
from codegraph.render.text.text_layout import clip, format_count, format_undo

WIDE = 72
WHOLE = 400
"""Characters of an answer at most: one whose end is missing is none."""


def _format_statement(fact: answers.FactRow, width: int = WIDE) -> str:
    return clip(to_one_line(f"{fact.subject} · {fact.predicate} · {format_value(fact.object)}"), width)


def _format_times(fact: answers.FactRow) -> str:
    since = (fact.valid_from or "always")[:10]
    return f"{since} … {fact.valid_to[:10]}" if fact.valid_to else f"since {since}"


def _format_fact(fact: answers.FactRow, width: int = WIDE) -> list[str]:
    marks = [_format_times(fact)]
    if fact.confidence < 1:
        marks.append(f"confidence {fact.confidence:.2f}")
    if fact.source:
        marks.append(to_one_line(fact.source))
    if fact.dated:
        marks.append(to_one_line(fact.dated))
    if fact.expired_at:
        marks.append(f"believed {fact.recorded_at[:10]} … {fact.expired_at[:10]}")
    return [_format_statement(fact, width), f"  {' · '.join(marks)}  {fact.fact_id}"]


def _format_facts(facts: Sequence[answers.FactRow]) -> list[str]:
    return [line for fact in facts for line in _format_fact(fact)]


def _format_contradictions(found: Sequence[answers.ContradictionRow]) -> list[str]:
    lines = []
    for c in found:
        first, second = (clip(to_one_line(value), 30) for value in c.values)
        lines.append(
            f"contradiction ({c.severity}): {c.predicate} {first} / {second}  "
            f"{c.suggestion} {c.suggested_fact_id or ''}".rstrip()
        )
    return lines


def format_remembered(answer: answers.RememberedAnswer) -> list[str]:
    head = f"remembered, {format_count(len(answer.facts) - 1, 'fact')} read" if answer.created else "known already"
    ended = ["ended by it", *_format_facts(answer.ended)] if answer.ended else []
    return [
        head,
        *_format_facts(answer.facts),
        *ended,
        *_format_contradictions(answer.contradictions),
        *format_undo(answer.token),
    ]


def format_asserted(answer: answers.AssertedAnswer) -> list[str]:
    head = "asserted" if answer.created else "known already"
    return [
        head,
        *_format_fact(answer.fact),
        *_format_contradictions(answer.contradictions),
        *format_undo(answer.token),
    ]


def format_corrected(answer: answers.CorrectedAnswer) -> list[str]:
    return [
        "corrected",
        *_format_fact(answer.new),
        "before",
        *_format_fact(answer.old),
        *_format_contradictions(answer.contradictions),
        *format_undo(answer.token),
    ]


def format_invalidated(answer: answers.InvalidatedAnswer) -> list[str]:
    return ["ended" if answer.token else "had ended already", *_format_fact(answer.fact), *format_undo(answer.token)]


def format_about(answer: answers.AboutAnswer) -> list[str]:
    when = f"as of {answer.as_of[:19]}, as known at {answer.known_at[:19]}"
    if not answer.facts and not answer.as_object and not answer.mentioned_in:
        return [f"nothing is known about {to_one_line(answer.entity)} {when}"]
    names = f" (also {', '.join(map(to_one_line, answer.also_known_as))})" if answer.also_known_as else ""
    lines = [
        f"{format_count(len(answer.facts), 'fact')} about {to_one_line(answer.entity)}{names} {when}",
        *_format_facts(answer.facts),
    ]
    lines += ["named by others", *_format_facts(answer.as_object)] if answer.as_object else []
    return lines + (["mentioned in", *_format_facts(answer.mentioned_in)] if answer.mentioned_in else [])


def format_changed(answer: answers.ChangedAnswer) -> list[str]:
    lines = [f"changes about {to_one_line(answer.entity)} since {answer.since}"]
    for title, facts in (("new", answer.new_facts), ("ended", answer.invalidated_facts)):
        lines += [title, *_format_facts(facts)] if facts else []
    for pair in answer.corrections:
        lines += ["corrected", *_format_fact(pair.new), "  before:", *_format_fact(pair.old)]
    for shift in answer.confidence_shifts:
        lines.append(f"confidence {shift.before:.2f} → {shift.after:.2f}: {_format_statement(shift.fact)}")
    if answer.scheduled:
        lines.append(f"{format_count(answer.scheduled, 'fact')} will be true later")
    lines += ["mentioned in", *_format_facts(answer.mentioned_in)] if answer.mentioned_in else []
    return lines if len(lines) > 1 else [f"nothing changed about {to_one_line(answer.entity)} since {answer.since}"]


def format_health(answer: answers.HealthAnswer) -> list[str]:
    lines = [to_one_line(answer.agent_brief)]
    groups = (("low confidence", answer.low_confidence_facts), ("old, and they matter", answer.stale_high_impact_facts))
    for title, facts in groups:
        lines += [title, *_format_facts(facts)] if facts else []
    lines += _format_contradictions(answer.contradictions)
    return lines + [f"next: {to_one_line(action)}" for action in answer.recommended_actions]


def format_task(answer: answers.TaskAnswer) -> list[str]:
    """Return a text within the budget.

    Facts are dropped from the end, then watchouts and checks, and at last the brief is cut.
    """
    budget = answer.budget or 0
    facts, rest = len(answer.key_facts), len(answer.watchouts) + len(answer.recommended_next_checks)
    steps = [partial(_format_task, answer, shown, rest) for shown in range(facts, -1, -1)]
    steps += [partial(_format_task, answer, 0, shown) for shown in range(rest - 1, -1, -1)]
    return fit([*steps, lambda: [answer.agent_brief.encode()[: budget * 3].decode(errors="ignore")]], budget)


def _format_task(answer: answers.TaskAnswer, facts: int, rest: int) -> list[str]:
    lines = [to_one_line(answer.agent_brief), *_format_facts(answer.key_facts[:facts])]
    if facts < len(answer.key_facts):
        lines.append(f"{format_count(len(answer.key_facts) - facts, 'fact')} left out; see --budget")
    warnings = [
        f"watch out ({w.reason}): {clip(to_one_line(w.statement), WIDE)}; {to_one_line(w.detail)}"
        for w in answer.watchouts
    ]
    told = [*warnings, *(f"next: {to_one_line(check)}" for check in answer.recommended_next_checks)]
    return lines + told[:rest]


def format_recalled(answer: answers.RecalledAnswer) -> list[str]:
    if not answer.results:
        return ["no fact answers this"]
    lines: list[str] = []
    for result in answer.results:
        lines += _format_fact(result.fact, WHOLE)
        lines += [f"  code {s.state}: {s.anchor} {s.now}".rstrip() for s in result.stale or ()]
        lines += [f"  no longer: {to_one_line(over)}" for over in result.outdated or ()]
        if result.score is not None:
            parts = result.score._asdict()
            lines.append("  " + " · ".join(f"{k} {v:.4g}" for k, v in parts.items() if isinstance(v, (int, float))))
    return lines


def format_context(answer: answers.ContextAnswer) -> list[str]:
    if not answer.text:
        return ["no fact answers this" if not answer.found else "no fact fits this budget"]
    return answer.text.split("\n")
