"""Verbs that query facts.

They return facts that are true or were believed at a time, changes, and facts to be cautious about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import write_validation as memory_checks
from codegraph.memory.anchors.anchor_state import REPORTED
from codegraph.memory.facts import fact_changes, fact_context, health, parameter_validation
from codegraph.memory.facts.entities import find_names, is_same_thing
from codegraph.memory.facts.fact_confidence import ConfidenceMode
from codegraph.memory.facts.fact_model import NEVER, SAID, Fact, FactQuery, normalize_entity, normalize_predicate
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.mentioning import find_mentions
from codegraph.memory.facts.predicates import get_rule
from codegraph.memory.facts.ranking import FactRecall, FactRecollection, RankedFact
from codegraph.memory.facts.ranking import recall as rank_facts
from codegraph.memory.facts.task_facts import TaskContext, build_task_context
from codegraph.memory.memory_ids import format_fact_id
from codegraph.memory.times import DAY, format_rfc3339, parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import answers, requests
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import choose_namespaces
from codegraph.operations.memory.recalling import open_recaller, record_delivery
from codegraph.operations.request_folder import find_work_tree
from codegraph.scan.git import run_git
from codegraph.text.token_counts import bound_tokens

CONTEXT_FACTS = 50
"""Facts that are considered for a context at most."""


def show_facts(context: Context, request: requests.AboutRequest) -> Answer[answers.AboutAnswer]:
    return Answer(find_facts_about(context, request, actor="cli"))


def find_facts_about(context: Context, request: requests.AboutRequest, *, actor: str) -> answers.AboutAnswer:
    """Return facts of an entity that are true and believed now, or at given times.

    With `history` the result has all versions.
    """
    entity = parameter_validation.check_entity(request.entity)
    engine = context.open_memory(actor)
    now = engine.clock()
    as_of = parse_moment(context, request.as_of, "as_of") or now
    known_at = parse_moment(context, request.known_at, "known_at")
    namespaces = choose_namespaces(context, request.namespace, False)
    predicate = (
        normalize_predicate(parameter_validation.check_predicate(request.predicate)) if request.predicate else ""
    )
    present = not (request.as_of or request.known_at)
    times = (known_at, NEVER if request.history else as_of, request.history, present)
    with engine.read() as state:
        names = find_names(state, namespaces, entity)
        own = state.list_facts(FactQuery(namespaces, names, predicate, *times))
        named = state.find_facts_with_object(FactQuery(namespaces, (), predicate, *times), names)
        until = min(as_of, known_at or now) if request.as_of or request.known_at else NEVER
        texts = [] if predicate else find_mentions(state, namespaces, names, now, until=until)
    others = [fact for fact in named if fact.predicate != SAID and not is_same_thing(names, fact.subject)]
    return answers.AboutAnswer(
        entity,
        format_rfc3339(as_of),
        format_rfc3339(known_at or now),
        _build_rows(own, as_of, present=present),
        _build_rows(others, as_of, present=present),
        tuple(
            dict.fromkeys(fact.subject for fact in own if normalize_entity(fact.subject) != normalize_entity(entity))
        ),
        tuple(map(answers.build_fact_row, texts)),
    )


def _build_rows(facts: Iterable[Fact], as_of: int, *, present: bool) -> tuple[answers.FactRow, ...]:
    """Return rows of facts that had begun by then.

    They are ordered by predicate, the latest first.
    """
    begun = (fact for fact in facts if fact.valid_from <= (max(as_of, fact.recorded_at) if present else as_of))
    return tuple(
        map(answers.build_fact_row, sorted(begun, key=lambda f: (f.predicate, -f.valid_from, f.row, f.number)))
    )


def show_changes(context: Context, request: requests.ChangedRequest) -> Answer[answers.ChangedAnswer]:
    return Answer(find_changes(context, request, actor="cli"))


def find_changes(context: Context, request: requests.ChangedRequest, *, actor: str) -> answers.ChangedAnswer:
    entity = parameter_validation.check_entity(request.entity)
    predicate = parameter_validation.check_predicate(request.predicate) if request.predicate else ""
    since = parse_moment(context, request.since, "since")
    if not since:
        raise InvalidError("`since` is empty", hint="an RFC 3339 time, such as 2025-01-01T00:00:00Z")
    engine = context.open_memory(actor)
    now = engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    with engine.read() as state:
        found = fact_changes.find_changes(state, entity, since, now, namespaces=namespaces, predicate=predicate)
        names = find_names(state, namespaces, entity)
        texts = [] if predicate else find_mentions(state, namespaces, names, now, since=since)
    return answers.ChangedAnswer(
        entity,
        format_rfc3339(since),
        predicate or None,
        tuple(map(answers.build_fact_row, found.new)),
        tuple(map(answers.build_fact_row, found.invalidated)),
        tuple(
            answers.CorrectionRow(answers.build_fact_row(c.old), answers.build_fact_row(c.new))
            for c in found.corrections
        ),
        tuple(
            answers.ConfidenceShiftRow(answers.build_fact_row(s.fact), s.before, s.fact.confidence)
            for s in found.confidence_shifts
        ),
        found.scheduled,
        tuple(map(answers.build_fact_row, texts)),
    )


def show_health(context: Context, request: requests.HealthRequest) -> Answer[answers.HealthAnswer]:
    return Answer(assess_health(context, request, actor="cli"))


def assess_health(context: Context, request: requests.HealthRequest, *, actor: str) -> answers.HealthAnswer:
    entity = parameter_validation.check_entity(request.entity)
    predicate = parameter_validation.check_predicate(request.predicate) if request.predicate else ""
    threshold = memory_checks.check_fraction(request.low_confidence, "low_confidence_threshold")
    engine = context.open_memory(actor)
    now = parse_moment(context, request.as_of, "as_of") or engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    known_at = parse_moment(context, request.known_at, "known_at")
    with engine.read() as state:
        names = find_names(state, namespaces, entity)
        wanted = FactQuery(namespaces, (), normalize_predicate(predicate), known_at)
        facts = state.list_facts(replace(wanted, subjects=names))
        facts += (f for f in state.find_facts_with_object(wanted, names) if get_rule(f.predicate).sole)
    found = health.assess_health(facts, now, names, low_confidence=threshold, stale_after_days=request.stale_after)
    return answers.HealthAnswer(
        entity,
        predicate or None,
        format_rfc3339(now),
        found.total,
        found.active,
        tuple(map(answers.build_fact_row, found.low_confidence)),
        tuple(map(answers.build_fact_row, found.stale)),
        len(found.contradictions),
        tuple(map(answers.build_contradiction_row, found.contradictions)),
        found.actions,
        _summarize_health(entity, found),
    )


def _summarize_health(entity: str, found: health.Health) -> str:
    if not found.total:
        return f"Nothing is known about {entity}."
    risks = [
        f"{len(found.contradictions)} contradicting" if found.contradictions else "",
        f"{len(found.low_confidence)} of low confidence" if found.low_confidence else "",
        f"{len(found.stale)} old" if found.stale else "",
    ]
    told = ", ".join(filter(None, risks))
    return f"{entity}: {found.active} of {found.total} facts are current; {told or 'no risks found'}."


def recall(context: Context, request: requests.RecallRequest) -> Answer[answers.RecalledAnswer]:
    asked = FactRecall(
        parameter_validation.query(request.query),
        choose_namespaces(context, request.namespace, False),
        memory_checks.check_integer(request.limit, "limit", 1, 200),
        None
        if request.min_confidence is None
        else memory_checks.check_fraction(request.min_confidence, "min_confidence"),
        ConfidenceMode(request.confidence_mode or ConfidenceMode.BASE),
        intent=Intent(request.intent) if request.intent else None,
        operator=Operator(request.operator) if request.operator else None,
        now=parse_moment(context, request.as_of, "as_of"),
        known_at=parse_moment(context, request.known_at, "known_at"),
    )
    parameter_validation.check_confidence_filter(request.min_confidence, request.confidence_mode)
    found = recall_facts(context, asked, actor="cli")
    told = build_recalled_answer(context, asked.query, found, scores=request.scores)
    return Answer(told, warnings=(found.missing_terms,) if found.missing_terms else ())


def recall_facts(
    context: Context, asked: FactRecall, *, actor: str, embedding: tuple[float, ...] | None = None
) -> FactRecollection:
    """Recall facts and record which were delivered.

    A vector of another size than the encoder's is refused.
    """
    with open_recaller(context.config) as kept:
        if embedding is not None:
            asked = asked.replace_vector(parameter_validation.check_embedding(embedding, kept.dimension))
        found = rank_facts(kept, asked, context.open_memory(actor).clock())
    record_delivery(context, [ranked.fact.memory for ranked in found.results], actor)
    return found


def build_recalled_answer(
    context: Context, query: str, found: FactRecollection, *, scores: bool
) -> answers.RecalledAnswer:
    rows = tuple(
        answers.RecalledFact(
            answers.build_fact_row(ranked.fact),
            _find_stale_anchors(context, ranked),
            tuple(map(_format_ended, ranked.outdated)) or None,
            ranked.score if scores else None,
        )
        for ranked in found.results
    )
    return answers.RecalledAnswer(query, found.asked.intent.value, found.asked.operator.value, rows)


def _format_ended(fact: Fact) -> str:
    return f"{health.format_statement(fact)} (ended {format_rfc3339(fact.valid_to or fact.expired_at)[:10]})"


def _find_stale_anchors(context: Context, ranked: RankedFact) -> tuple[answers.StaleAnchor, ...] | None:
    if not ranked.anchors:
        return None
    reports = judge_of(context).judge(ranked.anchors)
    return (
        tuple(answers.StaleAnchor(x.anchor.target, x.state.value, x.now) for x in reports if x.state in REPORTED)
        or None
    )


def make_context(context: Context, request: requests.ContextRequest) -> Answer[answers.ContextAnswer]:
    asked = FactRecall(
        parameter_validation.query(request.query),
        choose_namespaces(context, request.namespace, False),
        limit=CONTEXT_FACTS,
    )
    budget = memory_checks.check_integer(request.max_tokens, "max_tokens", 1, 1_000_000)
    return Answer(assemble_facts(context, asked, budget, bound_tokens, actor="cli"))


def assemble_facts(
    context_: Context,
    asked: FactRecall,
    budget: int,
    count: Callable[[str], int],
    *,
    actor: str,
    embedding: tuple[float, ...] | None = None,
) -> answers.ContextAnswer:
    """Return the text of the best facts within a budget of tokens.

    `count` counts the tokens of the text itself.
    """
    found = recall_facts(context_, asked, actor=actor, embedding=embedding)
    facts = drop_repetitions([ranked.fact for ranked in found.results])
    outdated = {
        each.fact.memory: "; ".join(map(_format_ended, each.outdated)) for each in found.results if each.outdated
    }
    fitted = fact_context.format_context(facts, budget, count, outdated)
    return answers.ContextAnswer(asked.query, fitted.text, count(fitted.text), fitted.shown, len(facts))


def drop_repetitions(facts: Sequence[Fact]) -> list[Fact]:
    """Drop facts that were extracted from a text that comes before them.

    A context says nothing twice.
    """
    said: list[str] = []
    kept: list[Fact] = []
    for fact in facts:
        if fact.predicate == SAID:
            said.append(str(fact.object).casefold())
        elif any(fact.subject.casefold() in text and str(fact.object).casefold() in text for text in said):
            continue
        kept.append(fact)
    return kept


def prepare_task(context: Context, request: requests.TaskRequest) -> Answer[answers.TaskAnswer]:
    asked = TaskQuestion(
        request.task,
        request.subject,
        parse_moment(context, request.as_of, "as_of"),
        request.horizon,
        request.limit,
        parse_moment(context, request.known_at, "known_at"),
        request.namespace,
    )
    return Answer(find_task_facts(context, asked, actor="cli")._replace(budget=request.budget))


class TaskQuestion(NamedTuple):
    task: str
    subject: str
    now: int  # 0 is the clock's
    horizon_days: int
    limit: int
    known_at: int = NEVER
    namespace: str | None = None


def find_task_facts(
    context_: Context, question: TaskQuestion, *, actor: str, embedding: tuple[float, ...] | None = None
) -> answers.TaskAnswer:
    """Find key facts of a task within the horizon, and facts to be cautious about."""
    task = parameter_validation.query(question.task, "task")
    subject = parameter_validation.check_entity(question.subject, "subject") if question.subject else ""
    days = memory_checks.check_integer(question.horizon_days, "horizon_days", 1, 36_500)
    engine = context_.open_memory(actor)
    clock = engine.clock()
    now = question.now or clock
    query = f"{task} {subject}" if subject and normalize_entity(subject) not in normalize_entity(task) else task
    asked = FactRecall(
        query,
        choose_namespaces(context_, question.namespace, False),
        memory_checks.check_integer(question.limit, "limit", 1, 200),
        intent=Intent.TIMELESS,
        subject=subject,
        now=question.now,
        since=now - days * DAY,
        holding=True,
        known_at=question.known_at,
    )
    found = recall_facts(context_, asked, actor=actor, embedding=embedding)
    judge = judge_of(context_)
    reports = [judge.judge(ranked.anchors) if ranked.anchors else () for ranked in found.results]
    with engine.read() as state:
        keys = tuple({normalize_entity(x.fact.subject) for x in found.results if x.fact.predicate != SAID})
        wanted = FactQuery(asked.namespaces, keys, known_at=question.known_at)
        related = state.list_facts(wanted) if keys else []
    told = build_task_context(found.results, related, reports, now, days)
    return _build_task_answer(task, subject, query, now, days, found.results, told)


def _build_task_answer(
    task: str, subject: str, query: str, now: int, days: int, key: Sequence[RankedFact], told: TaskContext
) -> answers.TaskAnswer:
    count = len(key)
    brief = f"{count} fact{'s' * (count != 1)} for this task" if count else "Nothing is known that helps with this task"
    if told.watchouts:
        brief += f"; be wary of {len(told.watchouts)}: {health.format_statement(told.watchouts[0].fact)}"
        brief += f" ({told.watchouts[0].detail})" if told.watchouts[0].detail else ""
    return answers.TaskAnswer(
        task,
        subject or None,
        format_rfc3339(now),
        days,
        query,
        tuple(answers.build_fact_row(ranked.fact) for ranked in key),
        told.low_confidence,
        told.stale,
        told.contradicted,
        tuple(
            answers.WatchoutRow(format_fact_id(w.fact.memory), health.format_statement(w.fact), w.reason, w.detail)
            for w in told.watchouts
        ),
        told.checks,
        f"{brief}.",
    )


_SECOND = 1_000_000


def parse_moment(context: Context, text: str, parameter: str) -> int:
    """Return the moment that a text names, 0 for "".

    It is RFC 3339 or a date, else a commit of the repository, which stands for the whole of its second. Raises
    InvalidError with an example of both."""
    if not text:
        return NEVER
    try:
        return parse_time(text, parameter)
    except InvalidError:
        at = _commit_time(context, text.strip().removeprefix("commit:"))
        if at:
            return at
        raise InvalidError(
            f"`{parameter}` {text[:60]!r} is neither a time nor a commit of this repository",
            hint="such as 2026-03-01T12:00:00Z, 2026-03-01, HEAD~3 or 4f2a91c",
        ) from None


def _commit_time(context: Context, revision: str) -> int:
    if not revision or revision.startswith("-") or not revision.isprintable():
        return NEVER
    root = find_work_tree(context.repo.absolute())
    commit = run_git(root, "rev-parse", "--verify", "-q", f"{revision}^{{commit}}")
    told = run_git(root, "show", "-s", "--format=%ct", commit.decode("ascii", "replace").strip()) if commit else None
    return int(told) * _SECOND + _SECOND - 1 if told else NEVER
