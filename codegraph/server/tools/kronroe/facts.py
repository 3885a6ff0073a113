"""Tools that take values and vectors, which a command line cannot express."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from codegraph.errors import InvalidError
from codegraph.memory.facts import parameter_validation
from codegraph.memory.facts.fact_model import SAID
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.predicates import ConfidenceMode
from codegraph.memory.facts.ranking import FactRecall
from codegraph.operations.answers import Answer
from codegraph.operations.facts import fact_queries, fact_writes
from codegraph.operations.facts.answers import (
    AssertedAnswer,
    CorrectedAnswer,
    FactRow,
    RecalledAnswer,
    RememberedAnswer,
    TaskAnswer,
)
from codegraph.operations.facts.requests import AssertRequest, CorrectRequest, RememberRequest
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.recalling import open_recaller
from codegraph.render.text.text_layout import format_count
from codegraph.server.call import Call

LONGEST: Final = 4_000
"""Characters of a remembered text in a list of answers."""
ECHO: Final = 200
"""Characters of a task that its answer repeats."""


def remember(call: Call, request: Any) -> Answer[RememberedAnswer]:
    embedding, given = request.query_embedding, request.idempotency_key
    parameter_validation.check_exclusive("query_embedding", "idempotency_key", embedding is not None, given is not None)
    key = "" if given is None else parameter_validation.check_key(given)
    place = call.open_without_index()
    vector: tuple[float, ...] = ()
    if embedding is not None:
        with open_recaller(place.config) as kept:
            vector = parameter_validation.check_embedding(embedding, kept.dimension)
    asked = RememberRequest(request.text, request.episode_id, key)
    rows = None if request.facts is None else [asdict(row) for row in request.facts]
    return fact_writes.remember_text(place, asked, vector, rows=rows)


def assert_fact(call: Call, request: Any) -> Answer[AssertedAnswer]:
    """Assert a fact.

    A given parameter must not be empty: an empty text is no time, source or key.
    """
    source, since, key = request.source, request.valid_from, request.idempotency_key
    parameter_validation.check_exclusive("source", "idempotency_key", source is not None, key is not None)
    if since is not None:
        parameter_validation.check_time(since, "valid_from")
    asked = AssertRequest(
        request.subject,
        request.predicate,
        "",
        valid_from=since or "",
        confidence=request.confidence,
        source="" if source is None else parameter_validation.check_source(source),
        key="" if key is None else parameter_validation.check_key(key),
    )
    return fact_writes.assert_value(call.open_without_index(), asked, request.object)


def correct_fact(call: Call, request: Any) -> Answer[CorrectedAnswer]:
    return fact_writes.correct_value(call.open_without_index(), CorrectRequest(request.fact_id, ""), request.new_value)


def recall(call: Call, request: Any) -> Answer[RecalledAnswer]:
    parameter_validation.check_confidence_filter(request.min_confidence, request.confidence_filter_mode)
    vector = _choose_vector(request.query_embedding, request.use_hybrid)
    place = call.open_without_index()
    asked = FactRecall(
        parameter_validation.query(request.query),
        list_readable_namespaces(place.repo),
        request.limit,
        request.min_confidence,
        ConfidenceMode(request.confidence_filter_mode or ConfidenceMode.BASE),
        request.max_scored_rows or 0,
        intent=Intent(request.temporal_intent) if request.temporal_intent else None,
        operator=Operator(request.temporal_operator) if request.temporal_operator else None,
    )
    found = fact_queries.recall_facts(place, asked, vector)
    scores = getattr(request, "include_scores", True)  # the tool that has no such argument shows them
    answer = fact_queries.build_recalled_answer(place, asked.query, found, scores=scores)
    rows = tuple(row._replace(fact=_shorten(row.fact)) for row in answer.results)
    return Answer(answer._replace(results=rows), warnings=(found.missing_terms,) if found.missing_terms else ())


def assemble_context(call: Call, request: Any) -> Answer[str]:
    place = call.open_without_index()
    asked = FactRecall(
        parameter_validation.query(request.query), list_readable_namespaces(place.repo), fact_queries.CONTEXT_FACTS
    )
    made = fact_queries.assemble_facts(place, asked, request.max_tokens, call.count, request.query_embedding)
    if made.text:
        return Answer(made.text)
    found = f"{format_count(made.found, 'fact')} found, none of which fits"
    why = f"{found}: give more `max_tokens`" if made.found else "no fact answers this"
    if call.count(why) <= request.max_tokens:
        return Answer(why)
    if made.found:
        raise InvalidError(found, hint="give more `max_tokens`")
    return Answer("")


def recall_for_task(call: Call, request: Any) -> Answer[TaskAnswer]:
    question = fact_queries.TaskQuestion(
        request.task,
        "" if request.subject is None else parameter_validation.check_entity(request.subject, "subject"),
        0 if request.now is None else parameter_validation.check_time(request.now, "now"),
        request.horizon_days,
        request.limit,
    )
    vector = _choose_vector(request.query_embedding, request.use_hybrid)
    answer = fact_queries.find_task_facts(call.open_without_index(), question, vector)
    key = tuple(map(_shorten, answer.key_facts))
    return Answer(answer._replace(task=_cut_text(answer.task), query_used=_cut_text(answer.query_used), key_facts=key))


def _choose_vector(embedding: tuple[float, ...] | None, use_hybrid: bool | None) -> tuple[float, ...] | None:
    """Return the vector to rank by, None for words alone.

    Raises InvalidError when a hybrid recall lacks one.
    """
    if use_hybrid and embedding is None:
        raise InvalidError(
            "`use_hybrid` needs `query_embedding`", hint="give the query's embedding, or leave use_hybrid out"
        )
    return None if use_hybrid is False else embedding


def _shorten(fact: FactRow) -> FactRow:
    """Shorten a remembered text, so that other answers fit into the reply."""
    value = fact.object
    if fact.predicate != SAID or not isinstance(value, str) or len(value) <= LONGEST:
        return fact
    more = len(value) - LONGEST
    return fact._replace(object=f"{value[:LONGEST]}… ({more:,} more characters; facts_about has all of it)")


def _cut_text(text: str) -> str:
    return text if len(text) <= ECHO else f"{text[: ECHO - 1]}…"


def list_ids(facts: Sequence[FactRow]) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in facts)
