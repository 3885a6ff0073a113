"""Verbs that query facts.

They return facts that are true or were believed at a time, changes, and facts to be cautious about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import write_validation as memory_checks
from codegraph.memory.facts import fact_changes, fact_context, health, parameter_validation
from codegraph.memory.facts.entities import find_names, is_same_thing
from codegraph.memory.facts.fact_model import NEVER, SAID, Fact, FactQuery, normalize_entity, normalize_predicate
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.mentioning import find_mentions
from codegraph.memory.facts.predicates import ConfidenceMode, get_rule
from codegraph.memory.facts.ranking import FactRecall, FactRecollection, RankedFact
from codegraph.memory.facts.ranking import recall as rank_facts
from codegraph.memory.facts.task_facts import Watchout, build_task_context
from codegraph.memory.times import DAY, format_rfc3339, parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import answers, requests
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import choose_namespaces
from codegraph.operations.memory.recalling import open_recaller, record_delivery
from codegraph.operations.projection import project
from codegraph.operations.provenance.item_rows import list_stale
from codegraph.operations.request_folder import find_work_tree
from codegraph.scan.git import run_git
from codegraph.text.token_counts import bound_tokens

CONTEXT_FACTS = 50
"""Facts that are considered for a context at most."""


def show_facts(context: Context, request: requests.AboutRequest) -> Answer[answers.AboutAnswer]:
    """Return facts of an entity that are true and believed now, or at given times.

    With `history` the result has all versions.
    """
    entity = parameter_validation.check_entity(request.entity)
    engine = context.open_memory()
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
    told = {
        "facts": _list_begun(own, as_of, present=present),
        "as_object": _list_begun(others, as_of, present=present),
        "also_known_as": dict.fromkeys(
            f.subject for f in own if normalize_entity(f.subject) != normalize_entity(entity)
        ),
        "mentioned_in": texts,
    }
    return Answer(project(answers.AboutAnswer, entity=entity, as_of=as_of, known_at=known_at or now, **told))


def _list_begun(facts: Iterable[Fact], as_of: int, *, present: bool) -> list[Fact]:
    """Return facts that had begun by then, by predicate, the latest first."""
    begun = (fact for fact in facts if fact.valid_from <= (max(as_of, fact.recorded_at) if present else as_of))
    return sorted(begun, key=lambda f: (f.predicate, -f.valid_from, f.row, f.number))


def show_changes(context: Context, request: requests.ChangedRequest) -> Answer[answers.ChangedAnswer]:
    entity = parameter_validation.check_entity(request.entity)
    predicate = parameter_validation.check_predicate(request.predicate) if request.predicate else ""
    since = parse_moment(context, request.since, "since")
    if not since:
        raise InvalidError("`since` is empty", hint="an RFC 3339 time, such as 2025-01-01T00:00:00Z")
    engine = context.open_memory()
    now = engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    with engine.read() as state:
        found = fact_changes.find_changes(state, entity, since, now, namespaces=namespaces, predicate=predicate)
        names = find_names(state, namespaces, entity)
        texts = [] if predicate else find_mentions(state, namespaces, names, now, since=since)
    asked = {"entity": entity, "since": since, "predicate": predicate}
    told = {"new_facts": found.new, "invalidated_facts": found.invalidated, "mentioned_in": texts}
    return Answer(project(answers.ChangedAnswer, found, **asked, **told))


def show_health(context: Context, request: requests.HealthRequest) -> Answer[answers.HealthAnswer]:
    entity = parameter_validation.check_entity(request.entity)
    predicate = parameter_validation.check_predicate(request.predicate) if request.predicate else ""
    threshold = memory_checks.check_fraction(request.low_confidence, "low_confidence_threshold")
    engine = context.open_memory()
    now = parse_moment(context, request.as_of, "as_of") or engine.clock()
    namespaces = choose_namespaces(context, request.namespace, False)
    known_at = parse_moment(context, request.known_at, "known_at")
    with engine.read() as state:
        names = find_names(state, namespaces, entity)
        wanted = FactQuery(namespaces, (), normalize_predicate(predicate), known_at)
        facts = state.list_facts(replace(wanted, subjects=names))
        facts += (f for f in state.find_facts_with_object(wanted, names) if get_rule(f.predicate).sole)
    found = health.assess_health(facts, now, names, low_confidence=threshold, stale_after_days=request.stale_after)
    answer = project(
        answers.HealthAnswer,
        found,
        entity=entity,
        predicate=predicate,
        generated_at=now,
        total_facts=found.total,
        active_facts=found.active,
        low_confidence_facts=found.low_confidence,
        stale_high_impact_facts=found.stale,
        contradiction_count=len(found.contradictions),
        recommended_actions=found.actions,
        agent_brief=_summarize_health(entity, found),
    )
    return Answer(answer)


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
    found = recall_facts(context, asked)
    told = build_recalled_answer(context, asked.query, found, scores=request.scores)
    return Answer(told, warnings=(found.missing_terms,) if found.missing_terms else ())


def recall_facts(context: Context, asked: FactRecall, embedding: tuple[float, ...] | None = None) -> FactRecollection:
    """Recall facts and record which were delivered.

    A vector of another size than the encoder's is refused.
    """
    with open_recaller(context.config) as kept:
        if embedding is not None:
            asked = asked.replace_vector(parameter_validation.check_embedding(embedding, kept.dimension))
        found = rank_facts(kept, asked, context.open_memory().clock())
    record_delivery(context, [ranked.fact.memory for ranked in found.results])
    return found


def build_recalled_answer(
    context: Context, query: str, found: FactRecollection, *, scores: bool
) -> answers.RecalledAnswer:
    rows = tuple(
        answers.RecalledFact(
            answers.FactRow.build(ranked.fact),
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
    return list_stale(judge_of(context).judge(ranked.anchors))


def make_context(context: Context, request: requests.ContextRequest) -> Answer[answers.ContextAnswer]:
    asked = FactRecall(
        parameter_validation.query(request.query),
        choose_namespaces(context, request.namespace, False),
        limit=CONTEXT_FACTS,
    )
    budget = memory_checks.check_integer(request.max_tokens, "max_tokens", 1, 1_000_000)
    return Answer(assemble_facts(context, asked, budget, bound_tokens))


def assemble_facts(
    context: Context,
    asked: FactRecall,
    budget: int,
    count: Callable[[str], int],
    embedding: tuple[float, ...] | None = None,
) -> answers.ContextAnswer:
    """Return the text of the best facts within a budget of tokens.

    `count` counts the tokens of the text itself.
    """
    found = recall_facts(context, asked, embedding)
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
    return Answer(find_task_facts(context, asked)._replace(budget=request.budget))


class TaskQuestion(NamedTuple):
    task: str
    subject: str
    now: int  # 0 is the clock's
    horizon_days: int
    limit: int
    known_at: int = NEVER
    namespace: str | None = None


def find_task_facts(
    context: Context, question: TaskQuestion, embedding: tuple[float, ...] | None = None
) -> answers.TaskAnswer:
    """Find key facts of a task within the horizon, and facts to be cautious about."""
    task = parameter_validation.query(question.task, "task")
    subject = parameter_validation.check_entity(question.subject, "subject") if question.subject else ""
    days = memory_checks.check_integer(question.horizon_days, "horizon_days", 1, 36_500)
    engine = context.open_memory()
    now = question.now or engine.clock()
    query = f"{task} {subject}" if subject and normalize_entity(subject) not in normalize_entity(task) else task
    asked = FactRecall(
        query,
        choose_namespaces(context, question.namespace, False),
        memory_checks.check_integer(question.limit, "limit", 1, 200),
        intent=Intent.TIMELESS,
        subject=subject,
        now=question.now,
        since=now - days * DAY,
        holding=True,
        known_at=question.known_at,
    )
    found = recall_facts(context, asked, embedding)
    judge = judge_of(context)
    reports = [judge.judge(ranked.anchors) if ranked.anchors else () for ranked in found.results]
    with engine.read() as state:
        keys = tuple({normalize_entity(x.fact.subject) for x in found.results if x.fact.predicate != SAID})
        wanted = FactQuery(asked.namespaces, keys, known_at=question.known_at)
        related = state.list_facts(wanted) if keys else []
    told = build_task_context(found.results, related, reports, now, days)
    return project(
        answers.TaskAnswer,
        told,
        task=task,
        subject=subject,
        generated_at=now,
        horizon_days=days,
        query_used=query,
        key_facts=[ranked.fact for ranked in found.results],
        low_confidence_count=told.low_confidence,
        stale_high_impact_count=told.stale,
        contradiction_count=told.contradicted,
        recommended_next_checks=told.checks,
        agent_brief=_write_brief(len(found.results), told.watchouts),
    )


def _write_brief(count: int, watchouts: Sequence[Watchout]) -> str:
    brief = f"{count} fact{'s' * (count != 1)} for this task" if count else "Nothing is known that helps with this task"
    if watchouts:
        brief += f"; be wary of {len(watchouts)}: {health.format_statement(watchouts[0].fact)}"
        brief += f" ({watchouts[0].detail})" if watchouts[0].detail else ""
    return f"{brief}."


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
