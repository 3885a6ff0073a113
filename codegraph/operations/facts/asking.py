"""The verbs that ask about facts: what is true when, what was believed when, what changed, what to be wary of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import checks as memory_checks
from codegraph.memory.anchors.state import REPORTED
from codegraph.memory.facts import changes, checks, context, health
from codegraph.memory.facts.confidence import ConfidenceMode
from codegraph.memory.facts.entities import names_of, same_thing
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.mentioning import mentions
from codegraph.memory.facts.model import NEVER, SAID, Fact, FactQuery, entity_key, predicate_key
from codegraph.memory.facts.predicates import rule
from codegraph.memory.facts.ranking import FactRecall, FactRecollection, RankedFact
from codegraph.memory.facts.ranking import recall as rank_facts
from codegraph.memory.facts.task import TaskContext, task_context
from codegraph.memory.identity import fact_id
from codegraph.memory.times import DAY, parse_time, rfc3339
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import answers
from codegraph.operations.facts import requests as r
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.place import choose_namespaces
from codegraph.operations.memory.recalling import recaller, served
from codegraph.operations.worktree import work_tree
from codegraph.scan.git import run_git
from codegraph.tokens import token_bound

CONTEXT_FACTS = 50
"""Facts that are considered for a context at most."""


def about(context: Context, request: r.AboutRequest) -> Answer[answers.AboutAnswer]:
    return Answer(facts_about(context, request, actor="cli"))


def facts_about(context: Context, request: r.AboutRequest, *, actor: str) -> answers.AboutAnswer:
    """Facts of an entity: those that are true and believed now, or then; with `history` all versions there are."""
    entity = checks.entity(request.entity)
    engine = context.memory(actor)
    now = engine.clock()
    as_of = parse_moment(context, request.as_of, "as_of") or now
    known_at = parse_moment(context, request.known_at, "known_at")
    namespaces = choose_namespaces(context, request.namespace, False)
    predicate = predicate_key(checks.predicate(request.predicate)) if request.predicate else ""
    present = not (request.as_of or request.known_at)
    times = (known_at, NEVER if request.history else as_of, request.history, present)
    with engine.read() as state:
        names = names_of(state, namespaces, entity)
        own = state.facts(FactQuery(namespaces, names, predicate, *times))
        named = state.facts_with_object(FactQuery(namespaces, (), predicate, *times), names)
        until = min(as_of, known_at or now) if request.as_of or request.known_at else NEVER
        texts = [] if predicate else mentions(state, namespaces, names, now, until=until)
    others = [fact for fact in named if fact.predicate != SAID and not same_thing(names, fact.subject)]
    return answers.AboutAnswer(
        entity,
        rfc3339(as_of),
        rfc3339(known_at or now),
        _told(own, as_of, present=present),
        _told(others, as_of, present=present),
        tuple(dict.fromkeys(fact.subject for fact in own if entity_key(fact.subject) != entity_key(entity))),
        tuple(map(answers.fact_row, texts)),
    )


def _told(facts: Iterable[Fact], as_of: int, *, present: bool) -> tuple[answers.FactRow, ...]:
    """Facts that had begun by then, by predicate, the latest first."""
    begun = (fact for fact in facts if fact.valid_from <= (max(as_of, fact.recorded_at) if present else as_of))
    return tuple(map(answers.fact_row, sorted(begun, key=lambda f: (f.predicate, -f.valid_from, f.row, f.number))))


def changed(context: Context, request: r.ChangedRequest) -> Answer[answers.ChangedAnswer]:
    return Answer(what_changed(context, request, actor="cli"))


def what_changed(context: Context, request: r.ChangedRequest, *, actor: str) -> answers.ChangedAnswer:
    entity = checks.entity(request.entity)
    predicate = checks.predicate(request.predicate) if request.predicate else ""
    since = parse_moment(context, request.since, "since")
    if not since:
        raise InvalidError("`since` is empty", hint="an RFC 3339 time, such as 2025-01-01T00:00:00Z")
    engine = context.memory(actor)
    now = engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    with engine.read() as state:
        found = changes.what_changed(state, entity, since, now, namespaces=namespaces, predicate=predicate)
        names = names_of(state, namespaces, entity)
        texts = [] if predicate else mentions(state, namespaces, names, now, since=since)
    return answers.ChangedAnswer(
        entity,
        rfc3339(since),
        predicate or None,
        tuple(map(answers.fact_row, found.new)),
        tuple(map(answers.fact_row, found.invalidated)),
        tuple(answers.CorrectionRow(answers.fact_row(c.old), answers.fact_row(c.new)) for c in found.corrections),
        tuple(
            answers.ConfidenceShiftRow(answers.fact_row(s.fact), s.before, s.fact.confidence)
            for s in found.confidence_shifts
        ),
        found.scheduled,
        tuple(map(answers.fact_row, texts)),
    )


def memory_health(context: Context, request: r.HealthRequest) -> Answer[answers.HealthAnswer]:
    return Answer(health_of(context, request, actor="cli"))


def health_of(context: Context, request: r.HealthRequest, *, actor: str) -> answers.HealthAnswer:
    entity = checks.entity(request.entity)
    predicate = checks.predicate(request.predicate) if request.predicate else ""
    threshold = memory_checks.fraction(request.low_confidence, "low_confidence_threshold")
    engine = context.memory(actor)
    now = parse_moment(context, request.as_of, "as_of") or engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    known_at = parse_moment(context, request.known_at, "known_at")
    with engine.read() as state:
        names = names_of(state, namespaces, entity)
        wanted = FactQuery(namespaces, (), predicate_key(predicate), known_at)
        facts = state.facts(replace(wanted, subjects=names))
        facts += (f for f in state.facts_with_object(wanted, names) if rule(f.predicate).sole)
    found = health.health(facts, now, names, low_confidence=threshold, stale_after_days=request.stale_after)
    return answers.HealthAnswer(
        entity,
        predicate or None,
        rfc3339(now),
        found.total,
        found.active,
        tuple(map(answers.fact_row, found.low_confidence)),
        tuple(map(answers.fact_row, found.stale)),
        len(found.contradictions),
        tuple(map(answers.contradiction_row, found.contradictions)),
        found.actions,
        _health_brief(entity, found),
    )


def _health_brief(entity: str, found: health.Health) -> str:
    if not found.total:
        return f"Nothing is known about {entity}."
    risks = [
        f"{len(found.contradictions)} contradicting" if found.contradictions else "",
        f"{len(found.low_confidence)} of low confidence" if found.low_confidence else "",
        f"{len(found.stale)} old" if found.stale else "",
    ]
    told = ", ".join(filter(None, risks))
    return f"{entity}: {found.active} of {found.total} facts are current; {told or 'no risks found'}."


def recall(context: Context, request: r.RecallRequest) -> Answer[answers.RecalledAnswer]:
    asked = FactRecall(
        checks.query(request.query),
        choose_namespaces(context, request.namespace, False),
        memory_checks.whole(request.limit, "limit", 1, 200),
        None if request.min_confidence is None else memory_checks.fraction(request.min_confidence, "min_confidence"),
        ConfidenceMode(request.confidence_mode or ConfidenceMode.BASE),
        intent=Intent(request.intent) if request.intent else None,
        operator=Operator(request.operator) if request.operator else None,
        now=parse_moment(context, request.as_of, "as_of"),
        known_at=parse_moment(context, request.known_at, "known_at"),
    )
    checks.confidence_filter(request.min_confidence, request.confidence_mode)
    found = recalled(context, asked, actor="cli")
    told = recalled_answer(context, asked.query, found, scores=request.scores)
    return Answer(told, warnings=(found.unsaid,) if found.unsaid else ())


def recalled(
    context: Context, asked: FactRecall, *, actor: str, embedding: tuple[float, ...] | None = None
) -> FactRecollection:
    """Recall, and record what was delivered. A vector of another size than the encoder's is refused."""
    with recaller(context.config) as kept:
        if embedding is not None:
            asked = asked.with_vector(checks.embedding(embedding, kept.dimension))
        found = rank_facts(kept, asked, context.memory(actor).clock())
    served(context, [ranked.fact.memory for ranked in found.results], actor)
    return found


def recalled_answer(context: Context, query: str, found: FactRecollection, *, scores: bool) -> answers.RecalledAnswer:
    rows = tuple(
        answers.RecalledFact(
            answers.fact_row(ranked.fact),
            _stale(context, ranked),
            tuple(map(_ended, ranked.outdated)) or None,
            ranked.score if scores else None,
        )
        for ranked in found.results
    )
    return answers.RecalledAnswer(query, found.asked.intent.value, found.asked.operator.value, rows)


def _ended(fact: Fact) -> str:
    return f"{health.statement(fact)} (ended {rfc3339(fact.valid_to or fact.expired_at)[:10]})"


def _stale(context: Context, ranked: RankedFact) -> tuple[answers.StaleAnchor, ...] | None:
    if not ranked.anchors:
        return None
    reports = judge_of(context).judge(ranked.anchors)
    return (
        tuple(answers.StaleAnchor(x.anchor.target, x.state.value, x.now) for x in reports if x.state in REPORTED)
        or None
    )


def make_context(context: Context, request: r.ContextRequest) -> Answer[answers.ContextAnswer]:
    asked = FactRecall(
        checks.query(request.query), choose_namespaces(context, request.namespace, False), limit=CONTEXT_FACTS
    )
    budget = memory_checks.whole(request.max_tokens, "max_tokens", 1, 1_000_000)
    return Answer(assembled(context, asked, budget, token_bound, actor="cli"))


def assembled(
    context_: Context,
    asked: FactRecall,
    budget: int,
    count: Callable[[str], int],
    *,
    actor: str,
    embedding: tuple[float, ...] | None = None,
) -> answers.ContextAnswer:
    """The text of the best facts within a budget of tokens that `count` counts on the text itself."""
    found = recalled(context_, asked, actor=actor, embedding=embedding)
    facts = without_repetition([ranked.fact for ranked in found.results])
    outdated = {r.fact.memory: "; ".join(map(_ended, r.outdated)) for r in found.results if r.outdated}
    fitted = context.context_text(facts, budget, count, outdated)
    return answers.ContextAnswer(asked.query, fitted.text, count(fitted.text), fitted.shown, len(facts))


def without_repetition(facts: Sequence[Fact]) -> list[Fact]:
    """Facts without those that were read out of a text that stands before them: a context says nothing twice."""
    said: list[str] = []
    kept: list[Fact] = []
    for fact in facts:
        if fact.predicate == SAID:
            said.append(str(fact.object).casefold())
        elif any(fact.subject.casefold() in text and str(fact.object).casefold() in text for text in said):
            continue
        kept.append(fact)
    return kept


def task(context: Context, request: r.TaskRequest) -> Answer[answers.TaskAnswer]:
    asked = TaskQuestion(
        request.task,
        request.subject,
        parse_moment(context, request.as_of, "as_of"),
        request.horizon,
        request.limit,
        parse_moment(context, request.known_at, "known_at"),
        request.namespace,
    )
    return Answer(prepared(context, asked, actor="cli")._replace(budget=request.budget))


class TaskQuestion(NamedTuple):
    task: str
    subject: str
    now: int  # 0 is the clock's
    horizon_days: int
    limit: int
    known_at: int = NEVER
    namespace: str | None = None


def prepared(
    context_: Context, question: TaskQuestion, *, actor: str, embedding: tuple[float, ...] | None = None
) -> answers.TaskAnswer:
    """Key facts of a task that were true within the horizon, and what to be wary of."""
    task = checks.query(question.task, "task")
    subject = checks.entity(question.subject, "subject") if question.subject else ""
    days = memory_checks.whole(question.horizon_days, "horizon_days", 1, 36_500)
    engine = context_.memory(actor)
    clock = engine.clock()
    now = question.now or clock
    query = f"{task} {subject}" if subject and entity_key(subject) not in entity_key(task) else task
    asked = FactRecall(
        query,
        choose_namespaces(context_, question.namespace, False),
        memory_checks.whole(question.limit, "limit", 1, 200),
        intent=Intent.TIMELESS,
        subject=subject,
        now=question.now,
        since=now - days * DAY,
        holding=True,
        known_at=question.known_at,
    )
    found = recalled(context_, asked, actor=actor, embedding=embedding)
    judge = judge_of(context_)
    reports = [judge.judge(ranked.anchors) if ranked.anchors else () for ranked in found.results]
    with engine.read() as state:
        keys = tuple({entity_key(x.fact.subject) for x in found.results if x.fact.predicate != SAID})
        wanted = FactQuery(asked.namespaces, keys, known_at=question.known_at)
        related = state.facts(wanted) if keys else []
    told = task_context(found.results, related, reports, now, days)
    return _task_answer(task, subject, query, now, days, found.results, told)


def _task_answer(
    task: str, subject: str, query: str, now: int, days: int, key: Sequence[RankedFact], told: TaskContext
) -> answers.TaskAnswer:
    count = len(key)
    brief = f"{count} fact{'s' * (count != 1)} for this task" if count else "Nothing is known that helps with this task"
    if told.watchouts:
        brief += f"; be wary of {len(told.watchouts)}: {health.statement(told.watchouts[0].fact)}"
        brief += f" ({told.watchouts[0].detail})" if told.watchouts[0].detail else ""
    return answers.TaskAnswer(
        task,
        subject or None,
        rfc3339(now),
        days,
        query,
        tuple(answers.fact_row(ranked.fact) for ranked in key),
        told.low_confidence,
        told.stale,
        told.contradicted,
        tuple(
            answers.WatchoutRow(fact_id(w.fact.memory), health.statement(w.fact), w.reason, w.detail)
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
    root = work_tree(context.repo.absolute())
    commit = run_git(root, "rev-parse", "--verify", "-q", f"{revision}^{{commit}}")
    told = run_git(root, "show", "-s", "--format=%ct", commit.decode("ascii", "replace").strip()) if commit else None
    return int(told) * _SECOND + _SECOND - 1 if told else NEVER
