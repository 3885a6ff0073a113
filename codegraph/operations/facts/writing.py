"""The verbs that write facts. Tools call the same functions, with another actor and origin."""

from __future__ import annotations

import json
from dataclasses import replace

from codegraph.errors import ConfigError, InvalidError, LanguageError
from codegraph.memory import checks as memory_checks
from codegraph.memory.facts import checks, write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.model import NEVER, Scalar, Triple
from codegraph.memory.facts.rows import parse_rows, read_with_model
from codegraph.memory.facts.write import Writing
from codegraph.memory.model import Anchor, Origin
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import answers
from codegraph.operations.facts import requests as r
from codegraph.operations.memory.notes import text_or_stdin
from codegraph.operations.memory.place import choose_namespace, readable_in
from codegraph.operations.provenance.place import language_of


def remember(context: Context, request: r.RememberRequest) -> Answer[answers.RememberedAnswer]:
    asked = replace(request, text=text_or_stdin(request.text))
    rows = _parse_json(request.facts) if request.facts else None
    made, warning = remember_text(context, asked, (), rows=rows, actor="cli", origin=Origin.HUMAN)
    return Answer(made, warnings=(warning,) if warning else ())


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InvalidError(
            f"`facts` is no JSON: {error}", hint="a list of objects with subject, predicate, object"
        ) from None


def remember_text(
    context: Context,
    request: r.RememberRequest,
    vector: tuple[float, ...],
    *,
    rows: object = None,
    actor: str,
    origin: Origin,
) -> tuple[answers.RememberedAnswer, str]:
    """Keep a text, and what it states; with a warning, "" for none.

    `rows`: what it states as the caller says, None to read it here. A `vector` is the writer's own, of the encoder's
    size."""
    text = checks.text(request.text)
    episode = checks.episode(request.episode)
    key = checks.key(request.key) if request.key else ""
    namespace = choose_namespace(context, request.namespace)
    engine = context.memory(actor)
    writing = Writing(namespace, origin, episode, _anchors(context, namespace, text))
    triples, warning = (parse_rows(rows), "") if rows is not None else _read(context, text, engine.clock())
    with engine.write() as recording:
        done = write.remember(recording, text, triples, writing, key=key, vector=vector)
        answer = answers.RememberedAnswer(
            tuple(map(answers.fact_row, done.facts)),
            tuple(map(answers.contradiction_row, done.contradictions)),
            done.created,
            recording.operation if done.created else "",
            tuple(map(answers.fact_row, done.ended)),
        )
    return answer, warning


def _read(context: Context, text: str, now: int) -> tuple[list[Triple], str]:
    """Return what closed forms and a configured model read in a text.

    The second value says why the model could not, "" where it could."""
    found = read_closed_forms(text, now)
    try:
        language = language_of(context.config)
        return (found, "") if language is None else ([*found, *read_with_model(language, text, now)], "")
    except (LanguageError, ConfigError) as error:
        return found, f"the text is kept, and no model read it: {error}"


def assert_fact(context: Context, request: r.AssertRequest) -> Answer[answers.AssertedAnswer]:
    value = typed(request.object, request.type, "OBJECT")
    return Answer(assert_value(context, request, value, actor="cli", origin=Origin.HUMAN))


def assert_value(
    context: Context, request: r.AssertRequest, value: object, *, actor: str, origin: Origin
) -> answers.AssertedAnswer:
    checks.exclusive("confidence", "idempotency_key", request.confidence is not None, bool(request.key))
    checks.exclusive("source", "idempotency_key", bool(request.source), bool(request.key))
    triple = Triple(
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
    text = f"{triple.subject} {triple.object}"
    writing = Writing(namespace, origin, anchors=_anchors(context, namespace, text))
    with context.memory(actor).write() as recording:
        done = write.assert_fact(recording, triple, writing, key=key)
        return answers.AssertedAnswer(
            answers.fact_row(done.fact),
            tuple(map(answers.contradiction_row, done.contradictions)),
            done.created,
            recording.operation if done.created else "",
        )


def _anchors(context: Context, namespace: str, text: str) -> tuple[Anchor, ...]:
    """What the text mentions of this repository's code; what another project's facts mention is not looked for here."""
    from codegraph.operations.memory.anchoring import anchors_for  # reads the work tree

    return anchors_for(context, text) if namespace in readable_in(context.repo) else ()


def correct(context: Context, request: r.CorrectRequest) -> Answer[answers.CorrectedAnswer]:
    value = typed(request.value, request.type, "VALUE")
    return Answer(correct_value(context, request, value, actor="cli", origin=Origin.HUMAN))


def correct_value(
    context: Context, request: r.CorrectRequest, value: object, *, actor: str, origin: Origin
) -> answers.CorrectedAnswer:
    new = checks.scalar(value, "new_value")
    since = checks.time(request.valid_from, "valid_from") if request.valid_from else NEVER
    with context.memory(actor).write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.correct(recording, fact, new, origin=origin, valid_from=since)
        return answers.CorrectedAnswer(
            answers.fact_row(done.old),
            answers.fact_row(done.new),
            tuple(map(answers.contradiction_row, done.contradictions)),
            recording.operation,
        )


def invalidate(context: Context, request: r.InvalidateRequest) -> Answer[answers.InvalidatedAnswer]:
    return Answer(invalidate_fact(context, request, actor="cli"))


def invalidate_fact(context: Context, request: r.InvalidateRequest, *, actor: str) -> answers.InvalidatedAnswer:
    at = checks.time(request.at, "at") if request.at else NEVER
    with context.memory(actor).write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.invalidate(recording, fact, at=at)
        changed = done.number != fact.number or done.valid_to != fact.valid_to
        return answers.InvalidatedAnswer(answers.fact_row(done), recording.operation if changed else "")


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
