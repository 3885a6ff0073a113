"""The verbs that write facts. Tools call the same functions, with another actor and origin."""

from __future__ import annotations

from dataclasses import replace

from codegraph.errors import InvalidError
from codegraph.memory import checks as memory_checks
from codegraph.memory.facts import checks, write
from codegraph.memory.facts.model import NEVER, Scalar
from codegraph.memory.facts.reading import statements_of
from codegraph.memory.facts.referring import in_context, speaks_on, told_before
from codegraph.memory.facts.write import Statement, Writing
from codegraph.memory.model import Anchor, Origin
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import requests as r
from codegraph.operations.facts.answers import (
    AssertedAnswer,
    CorrectedAnswer,
    InvalidatedAnswer,
    RememberedAnswer,
    contradiction_row,
    fact_row,
)
from codegraph.operations.memory.notes import text_or_stdin
from codegraph.operations.memory.place import choose_namespace, readable_in


def remember(context: Context, request: r.RememberRequest) -> Answer[RememberedAnswer]:
    asked = replace(request, text=text_or_stdin(request.text))
    return Answer(remember_text(context, asked, (), actor="cli", origin=Origin.HUMAN))


def remember_text(
    context: Context, request: r.RememberRequest, vector: tuple[float, ...], *, actor: str, origin: Origin
) -> RememberedAnswer:
    """Keep a text, and what can be read out of it. A `vector` is the writer's own, of the encoder's size."""
    text = checks.text(request.text)
    episode = checks.episode(request.episode)
    key = checks.key(request.key) if request.key else ""
    namespace = choose_namespace(context, request.namespace)
    engine = context.memory(actor)
    writing = Writing(namespace, origin, episode, _anchors(context, namespace, text))
    before = ""
    if speaks_on(text):
        with engine.read() as reader:
            before = told_before(reader, writing, engine.clock())
    statements = statements_of(text, engine.clock(), before)
    with engine.write() as recording:
        statements = in_context(recording.state, text, statements, writing, recording.at)
        done = write.remember(recording, text, statements, writing, key=key, vector=vector)
        return RememberedAnswer(
            tuple(map(fact_row, done.facts)),
            tuple(map(contradiction_row, done.contradictions)),
            done.created,
            recording.operation if done.created else "",
            tuple(map(fact_row, done.ended)),
        )


def assert_fact(context: Context, request: r.AssertRequest) -> Answer[AssertedAnswer]:
    value = typed(request.object, request.type, "OBJECT")
    return Answer(assert_value(context, request, value, actor="cli", origin=Origin.HUMAN))


def assert_value(
    context: Context, request: r.AssertRequest, value: object, *, actor: str, origin: Origin
) -> AssertedAnswer:
    checks.exclusive("confidence", "idempotency_key", request.confidence is not None, bool(request.key))
    checks.exclusive("source", "idempotency_key", bool(request.source), bool(request.key))
    statement = Statement(
        checks.entity(request.subject, "subject"),
        checks.predicate(request.predicate),
        checks.scalar(value, "object"),
        checks.time(request.valid_from, "valid_from") if request.valid_from else None,
        checks.time(request.valid_to, "valid_to") if request.valid_to else NEVER,
        1.0 if request.confidence is None else memory_checks.fraction(request.confidence, "confidence"),
        checks.source(request.source) if request.source else "",
    )
    key = checks.key(request.key) if request.key else ""
    namespace = choose_namespace(context, request.namespace)
    text = f"{statement.subject} {statement.object}"
    writing = Writing(namespace, origin, anchors=_anchors(context, namespace, text))
    with context.memory(actor).write() as recording:
        done = write.assert_fact(recording, statement, writing, key=key)
        return AssertedAnswer(
            fact_row(done.fact),
            tuple(map(contradiction_row, done.contradictions)),
            done.created,
            recording.operation if done.created else "",
        )


def _anchors(context: Context, namespace: str, text: str) -> tuple[Anchor, ...]:
    """What the text mentions of this repository's code; what another project's facts mention is not looked for here."""
    from codegraph.operations.memory.anchoring import anchors_for  # reads the work tree

    return anchors_for(context, text) if namespace in readable_in(context.repo) else ()


def correct(context: Context, request: r.CorrectRequest) -> Answer[CorrectedAnswer]:
    value = typed(request.value, request.type, "VALUE")
    return Answer(correct_value(context, request, value, actor="cli", origin=Origin.HUMAN))


def correct_value(
    context: Context, request: r.CorrectRequest, value: object, *, actor: str, origin: Origin
) -> CorrectedAnswer:
    new = checks.scalar(value, "new_value")
    since = checks.time(request.valid_from, "valid_from") if request.valid_from else NEVER
    with context.memory(actor).write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.correct(recording, fact, new, origin=origin, valid_from=since)
        return CorrectedAnswer(
            fact_row(done.old),
            fact_row(done.new),
            tuple(map(contradiction_row, done.contradictions)),
            recording.operation,
        )


def invalidate(context: Context, request: r.InvalidateRequest) -> Answer[InvalidatedAnswer]:
    return Answer(invalidate_fact(context, request, actor="cli"))


def invalidate_fact(context: Context, request: r.InvalidateRequest, *, actor: str) -> InvalidatedAnswer:
    at = checks.time(request.at, "at") if request.at else NEVER
    with context.memory(actor).write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.invalidate(recording, fact, at=at)
        changed = done.number != fact.number or done.valid_to != fact.valid_to
        return InvalidatedAnswer(fact_row(done), recording.operation if changed else "")


def typed(text: str, kind: str, parameter: str) -> Scalar:
    """A value of the command line. Raises InvalidError for a text that is none of its kind."""
    if kind == "boolean":
        if text.strip().lower() in ("true", "false"):
            return text.strip().lower() == "true"
        raise InvalidError(f"`{parameter}` {text!r} is no boolean", hint="it must be true or false")
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            try:
                return float(text)
            except ValueError:
                raise InvalidError(f"`{parameter}` {text!r} is no number", hint="such as 8080 or 0.5") from None
    return text
