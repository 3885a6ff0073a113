"""`recall`, `recall_scored`, `assemble_context`, `facts_about`, `what_changed`, `memory_health`, `recall_for_task`."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory.facts import checks
from codegraph.memory.facts.confidence import ConfidenceMode
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.ranking import FactRecall
from codegraph.operations.facts import asking
from codegraph.operations.facts import requests as r
from codegraph.operations.memory.place import readable_in
from codegraph.render.text.layout import count
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.kronroe import models as m
from codegraph.server.tools.kronroe.place import ACTOR, clipped, clipped_result, vector_of

ECHO = 200
"""Characters of a task that its answer repeats."""


def recall(call: Call, request: m.RecallInput) -> Exact:
    return _recall(call, request, scores=request.include_scores)


def recall_scored(call: Call, request: m.RecallScoredInput) -> Exact:
    return _recall(call, request, scores=True)


def _recall(call: Call, request: m.RecallInput | m.RecallScoredInput, *, scores: bool) -> Exact:
    checks.confidence_filter(request.min_confidence, request.confidence_filter_mode)
    vector = vector_of(request.query_embedding, request.use_hybrid)
    place = call.place()
    asked = FactRecall(
        checks.query(request.query),
        readable_in(place.repo),
        request.limit,
        request.min_confidence,
        ConfidenceMode(request.confidence_filter_mode or ConfidenceMode.BASE),
        request.max_scored_rows or 0,
        intent=Intent(request.temporal_intent) if request.temporal_intent else None,
        operator=Operator(request.temporal_operator) if request.temporal_operator else None,
    )
    found = asking.recalled(place, asked, actor=ACTOR, embedding=vector)
    answer = asking.recalled_answer(place, asked.query, found, scores=scores)
    rows = tuple(map(clipped_result, answer.results))
    return Exact(to_json(m.RecallOutput(answer.temporal_intent, answer.temporal_operator, rows)), found.unsaid)


def assemble_context(call: Call, request: m.AssembleContextInput) -> Exact:
    place = call.place()
    asked = FactRecall(checks.query(request.query), readable_in(place.repo), asking.CONTEXT_FACTS)
    made = asking.assembled(
        place, asked, request.max_tokens, call.count, actor=ACTOR, embedding=vector_of(request.query_embedding, None)
    )
    if made.text:
        return Exact(made.text)
    why = _why_empty(made.found)
    if call.count(why) <= request.max_tokens:
        return Exact(why)
    if made.found:
        raise InvalidError(f"{count(made.found, 'fact')} found, none of which fits", hint="give more `max_tokens`")
    return Exact("")


def _why_empty(found: int) -> str:
    return (
        f"{count(found, 'fact')} found, none of which fits: give more `max_tokens`" if found else "no fact answers this"
    )


def facts_about(call: Call, request: m.FactsAboutInput) -> Exact:
    asked = r.AboutRequest(
        request.entity, as_of=request.as_of or "", known_at=request.known_at or "", history=request.history
    )
    return Exact(to_json(asking.facts_about(call.place(), asked, actor=ACTOR)))


def what_changed(call: Call, request: m.WhatChangedInput) -> Exact:
    asked = r.ChangedRequest(request.entity, request.since, _named(request.predicate))
    return Exact(to_json(asking.what_changed(call.place(), asked, actor=ACTOR)))


def memory_health(call: Call, request: m.MemoryHealthInput) -> Exact:
    asked = r.HealthRequest(
        request.entity, _named(request.predicate), request.low_confidence_threshold, request.stale_after_days
    )
    return Exact(to_json(asking.health_of(call.place(), asked, actor=ACTOR)))


def _named(predicate: str | None) -> str:
    return "" if predicate is None else checks.predicate(predicate)


def recall_for_task(call: Call, request: m.RecallForTaskInput) -> Exact:
    question = asking.TaskQuestion(
        request.task,
        "" if request.subject is None else checks.entity(request.subject, "subject"),
        checks.time(request.now, "now") if request.now is not None else 0,
        request.horizon_days,
        request.limit,
    )
    vector = vector_of(request.query_embedding, request.use_hybrid)
    answer = asking.prepared(call.place(), question, actor=ACTOR, embedding=vector)
    told = answer._replace(
        task=_echo(answer.task), query_used=_echo(answer.query_used), key_facts=tuple(map(clipped, answer.key_facts))
    )
    return Exact(to_json(told))


def _echo(text: str) -> str:
    return text if len(text) <= ECHO else f"{text[: ECHO - 1]}…"
