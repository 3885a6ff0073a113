"""Facts as rows, given by a caller or a language model for a text.

A row is an object with `subject`, `predicate` and `object`, and optionally `valid_from`, `valid_to` (RFC 3339),
`confidence` (0 to 1) and `source`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from codegraph.errors import InvalidError, LanguageError
from codegraph.memory.facts import parameter_validation
from codegraph.memory.facts.fact_model import NEVER, Triple
from codegraph.memory.write_validation import check_fraction

if TYPE_CHECKING:
    from codegraph.llm.language_model import Language

MOST: Final = 64
"""Rows of one text at most."""

MODEL_CONFIDENCE: Final = 0.7
"""Confidence in a fact that a language model read, unless it says less."""

_REQUIRED: Final = ("subject", "predicate", "object")
_OPTIONAL: Final = ("valid_from", "valid_to", "confidence", "source")
_EXAMPLE: Final = '[{"subject": "gateway", "predicate": "listens_on", "object": 8443}]'
_INSTRUCTIONS: Final = (
    "List the facts that the text states about people, services, tools and decisions. Leave out what is asked, "
    "supposed, planned, denied or quoted. Use names as the text has them, and predicates such as works_at, owns, uses, "
    "depends_on, has_version, listens_on, located_in, decided or has_<property>. The text was written on {day}. "
    'Answer with one JSON list: [{{"subject": "…", "predicate": "…", "object": "…", '
    '"valid_from": "YYYY-MM-DD or null", "valid_to": "YYYY-MM-DD or null", "confidence": 0.0 to 1.0}}]; '
    "[] when it states none."
)


def parse_rows(rows: object, parameter: str = "facts") -> list[Triple]:
    """Return the facts of rows that a caller gives.

    Raises InvalidError, which names the row and the field."""
    if not isinstance(rows, Sequence) or isinstance(rows, str | bytes):
        raise InvalidError(f"`{parameter}` is no list", hint=f"a list of objects, such as {_EXAMPLE}")
    if len(rows) > MOST:
        raise InvalidError(
            f"`{parameter}` has {len(rows)} facts; the limit is {MOST}", hint="store them in several calls"
        )
    return [_parse_row(row, f"{parameter}[{number}]") for number, row in enumerate(rows)]


def _parse_row(row: object, place: str) -> Triple:
    if not isinstance(row, Mapping):
        raise InvalidError(f"`{place}` is no object", hint=f"such as {_EXAMPLE[1:-1]}")
    given = {str(key): value for key, value in row.items() if value is not None}
    unknown = sorted(given.keys() - {*_REQUIRED, *_OPTIONAL})
    missing = [name for name in _REQUIRED if name not in given]
    if unknown or missing:
        what = f"has no `{missing[0]}`" if missing else f"has an unknown field `{unknown[0][:60]}`"
        raise InvalidError(f"`{place}` {what}", hint=f"fields are {', '.join((*_REQUIRED, *_OPTIONAL))}")
    since, until = (_parse_time(given.get(name), f"{place}.{name}") for name in ("valid_from", "valid_to"))
    confidence = given.get("confidence", 1.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise InvalidError(f"`{place}.confidence` is no number", hint="0 to 1, such as 0.8")
    source = _parse_text(given.get("source", ""), f"{place}.source")
    return Triple(
        parameter_validation.check_entity(_parse_text(given["subject"], f"{place}.subject"), f"{place}.subject"),
        parameter_validation.check_predicate(_parse_text(given["predicate"], f"{place}.predicate")),
        parameter_validation.check_scalar(given["object"], f"{place}.object"),
        since,
        until or NEVER,
        check_fraction(confidence, f"{place}.confidence"),
        parameter_validation.check_source(source) if source else "",
    )


def _parse_text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise InvalidError(f"`{place}` is no text", hint="such as alice")
    return value


def _parse_time(value: object, place: str) -> int | None:
    return None if value is None else parameter_validation.check_time(_parse_text(value, place), place)


def read_with_model(language: Language, text: str, now: int) -> list[Triple]:
    """Return the facts that a language model reads in a text that was said at `now`.

    Their source is `model:NAME`. A row that is not valid is left out. Raises LanguageError."""
    from codegraph.memory.provenance.steps import ask

    day = datetime.fromtimestamp(now / 1e6, UTC).date().isoformat()
    rows = ask(language, _INSTRUCTIONS.format(day=day), text)
    if not isinstance(rows, list):
        raise LanguageError(f"{language.name} did not answer with a list of facts", hint="try another `llm_model`")
    found: list[Triple] = []
    for row in rows[:MOST]:
        if isinstance(row, dict):
            said = {key: value for key, value in row.items() if key in (*_REQUIRED, *_OPTIONAL) and key != "source"}
            try:
                triple = _parse_row(said | {"source": f"model:{language.name}"}, "facts")
                found.append(_bound_confidence(triple))
            except InvalidError:
                continue
    return found


def _bound_confidence(triple: Triple) -> Triple:
    return replace(triple, confidence=min(triple.confidence, MODEL_CONFIDENCE))
