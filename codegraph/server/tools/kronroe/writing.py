"""`remember`, `assert_fact`, `correct_fact`, `invalidate_fact`."""

from __future__ import annotations

from dataclasses import asdict

from codegraph.memory.facts import checks
from codegraph.operations.facts import requests as r
from codegraph.operations.facts import writing
from codegraph.operations.memory.recalling import recaller
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.kronroe import models as m
from codegraph.server.tools.kronroe.place import ACTOR, ORIGIN


def remember(call: Call, request: m.RememberInput) -> Exact:
    checks.exclusive(
        "query_embedding", "idempotency_key", request.query_embedding is not None, request.idempotency_key is not None
    )
    key = "" if request.idempotency_key is None else checks.key(request.idempotency_key)
    place = call.place()
    vector: tuple[float, ...] = ()
    if request.query_embedding is not None:
        with recaller(place.config) as kept:
            vector = checks.embedding(request.query_embedding, kept.dimension)
    asked = r.RememberRequest(request.text, request.episode_id, key)
    rows = None if request.facts is None else [asdict(row) for row in request.facts]
    done, warning = writing.remember_text(place, asked, vector, rows=rows, actor=ACTOR, origin=ORIGIN)
    ids = tuple(fact.fact_id for fact in done.facts)
    return Exact(
        to_json(m.RememberOutput(ids, done.facts, done.contradictions, done.created, done.ended)),
        "; ".join(filter(None, (_undo(done.token), warning))),
    )


def assert_fact(call: Call, request: m.AssertFactInput) -> Exact:
    keyed = request.idempotency_key is not None
    checks.exclusive("source", "idempotency_key", request.source is not None, keyed)
    asked = r.AssertRequest(
        request.subject,
        request.predicate,
        "",
        valid_from="" if request.valid_from is None else given(request.valid_from, "valid_from"),
        confidence=request.confidence,
        source="" if request.source is None else checks.source(request.source),
        key=checks.key(request.idempotency_key) if request.idempotency_key is not None else "",
    )
    done = writing.assert_value(call.place(), asked, request.object, actor=ACTOR, origin=ORIGIN)
    value = m.AssertFactOutput(done.fact.fact_id, done.fact, done.contradictions, done.created)
    return Exact(to_json(value), _undo(done.token))


def correct_fact(call: Call, request: m.CorrectFactInput) -> Exact:
    asked = r.CorrectRequest(request.fact_id, "")
    done = writing.correct_value(call.place(), asked, request.new_value, actor=ACTOR, origin=ORIGIN)
    value = m.CorrectFactOutput(done.new.fact_id, done.old, done.new, done.contradictions)
    return Exact(to_json(value), _undo(done.token))


def invalidate_fact(call: Call, request: m.InvalidateFactInput) -> Exact:
    done = writing.invalidate_fact(call.place(), r.InvalidateRequest(request.fact_id), actor=ACTOR)
    value = m.InvalidateFactOutput(done.fact.fact_id, bool(done.token), done.fact)
    return Exact(to_json(value), _undo(done.token))


def given(time: str, parameter: str) -> str:
    """A time that was given must be one: an empty text is no time, not the present. Raises InvalidError."""
    checks.time(time, parameter)
    return time


def _undo(token: str) -> str:
    return f"the user can run `codegraph memory undo {token}`" if token else ""
