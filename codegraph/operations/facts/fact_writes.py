"""Verbs that write facts, and the same for tools, which give values of any type."""

from __future__ import annotations

import json
from dataclasses import replace

from codegraph.errors import ConfigError, InvalidError, LanguageError
from codegraph.memory import write_validation as memory_checks
from codegraph.memory.facts import parameter_validation, write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.fact_model import NEVER, Scalar, Triple
from codegraph.memory.facts.fact_rows import parse_rows, read_with_model
from codegraph.memory.facts.write import Writing
from codegraph.memory.memory_model import Anchor, Origin
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.facts import answers, requests
from codegraph.operations.memory.memory_context import choose_namespace, list_readable_namespaces
from codegraph.operations.memory.notes import read_text
from codegraph.operations.projection import project
from codegraph.operations.provenance.item_context import find_model


def remember(context: Context, request: requests.RememberRequest) -> Answer[answers.RememberedAnswer]:
    asked = replace(request, text=read_text(request.text))
    return remember_text(context, asked, rows=_parse_json(request.facts) if request.facts else None)


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InvalidError(
            f"`facts` is no JSON: {error}", hint="a list of objects with subject, predicate, object"
        ) from None


def remember_text(
    context: Context,
    request: requests.RememberRequest,
    vector: tuple[float, ...] = (),
    *,
    rows: object = None,
) -> Answer[answers.RememberedAnswer]:
    """Keep a text, and what it states.

    `rows`: what it states as the caller says, None to read it here. A `vector` is the writer's own, of the encoder's
    size."""
    text = parameter_validation.check_text(request.text)
    episode = parameter_validation.check_episode(request.episode)
    key = parameter_validation.check_key(request.key) if request.key else ""
    namespace = choose_namespace(context, request.namespace)
    engine = context.open_memory()
    writing = Writing(namespace, _get_origin(context), episode, _find_anchors(context, namespace, text))
    triples, warning = (parse_rows(rows), "") if rows is not None else _read(context, text, engine.clock())
    with engine.write() as recording:
        done = write.remember(recording, text, triples, writing, key=key, vector=vector)
        answer = project(answers.RememberedAnswer, done, token=recording.operation if done.created else "")
    return Answer(answer, warnings=(warning,) if warning else ())


def _get_origin(context: Context) -> Origin:
    return Origin.AGENT if context.surface == "mcp" else Origin.HUMAN


def _read(context: Context, text: str, now: int) -> tuple[list[Triple], str]:
    """Return what closed forms and a configured model read in a text.

    The second value says why the model could not, "" where it could."""
    found = read_closed_forms(text, now)
    try:
        language = find_model(context.config)
        return (found, "") if language is None else ([*found, *read_with_model(language, text, now)], "")
    except (LanguageError, ConfigError) as error:
        return found, f"the text is kept, and no model read it: {error}"


def assert_fact(context: Context, request: requests.AssertRequest) -> Answer[answers.AssertedAnswer]:
    value = parse_typed(request.object, request.type, "OBJECT")
    return assert_value(context, request, value)


def assert_value(context: Context, request: requests.AssertRequest, value: object) -> Answer[answers.AssertedAnswer]:
    parameter_validation.check_exclusive(
        "confidence", "idempotency_key", request.confidence is not None, bool(request.key)
    )
    parameter_validation.check_exclusive("source", "idempotency_key", bool(request.source), bool(request.key))
    triple = Triple(
        parameter_validation.check_entity(request.subject, "subject"),
        parameter_validation.check_predicate(request.predicate),
        parameter_validation.check_scalar(value, "object"),
        parameter_validation.check_time(request.valid_from, "valid_from") if request.valid_from else None,
        parameter_validation.check_time(request.valid_to, "valid_to") if request.valid_to else NEVER,
        1.0 if request.confidence is None else memory_checks.check_fraction(request.confidence, "confidence"),
        parameter_validation.check_source(request.source) if request.source else "",
    )
    key = parameter_validation.check_key(request.key) if request.key else ""
    namespace = choose_namespace(context, request.namespace)
    text = f"{triple.subject} {triple.object}"
    writing = Writing(namespace, _get_origin(context), anchors=_find_anchors(context, namespace, text))
    with context.open_memory().write() as recording:
        done = write.assert_fact(recording, triple, writing, key=key)
        return Answer(project(answers.AssertedAnswer, done, token=recording.operation if done.created else ""))


def _find_anchors(context: Context, namespace: str, text: str) -> tuple[Anchor, ...]:
    """Find anchors to this repository's code in a text.

    For facts of another project the result is empty.
    """
    from codegraph.operations.memory.anchoring import find_anchors  # reads the work tree

    return find_anchors(context, text) if namespace in list_readable_namespaces(context.repo) else ()


def correct(context: Context, request: requests.CorrectRequest) -> Answer[answers.CorrectedAnswer]:
    value = parse_typed(request.value, request.type, "VALUE")
    return correct_value(context, request, value)


def correct_value(context: Context, request: requests.CorrectRequest, value: object) -> Answer[answers.CorrectedAnswer]:
    new = parameter_validation.check_scalar(value, "new_value")
    since = parameter_validation.check_time(request.valid_from, "valid_from") if request.valid_from else NEVER
    with context.open_memory().write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.correct(recording, fact, new, origin=_get_origin(context), valid_from=since)
        return Answer(project(answers.CorrectedAnswer, done, token=recording.operation))


def invalidate(context: Context, request: requests.InvalidateRequest) -> Answer[answers.InvalidatedAnswer]:
    at = parameter_validation.check_time(request.at, "at") if request.at else NEVER
    with context.open_memory().write() as recording:
        fact = write.find_fact(recording.state, request.id)
        done = write.invalidate(recording, fact, at=at)
        changed = done.number != fact.number or done.valid_to != fact.valid_to
        token = recording.operation if changed else ""
        return Answer(answers.InvalidatedAnswer(answers.FactRow.build(done), token))


def parse_typed(text: str, kind: str, parameter: str) -> Scalar:
    """Parse a value of the command line.

    Raises InvalidError for a text that is not of its kind.
    """
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
