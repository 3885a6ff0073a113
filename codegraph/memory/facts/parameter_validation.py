"""Validation of the parameters of tools about facts.

Every error names the parameter, its limit and a valid value.
"""

from __future__ import annotations

import math
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory import write_validation
from codegraph.memory.facts.fact_model import Scalar, normalize_predicate
from codegraph.memory.hygiene.text_cleaning import clean
from codegraph.memory.times import parse_time

MAX_TEXT: Final = 32_768
"""Bytes of a text to remember."""

MAX_QUERY: Final = 8_192
"""Bytes of a query or a task, and of a value."""

MAX_NAME: Final = write_validation.MAX_NAME
"""Bytes of an entity, a predicate, an episode, an idempotency key."""


def check_length(text: str, parameter: str, limit: int, example: str) -> str:
    """Return a text that is not blank and has at most `limit` bytes.

    Raises InvalidError.
    """
    if not text.strip():
        raise InvalidError(f"`{parameter}` is empty", hint=f"at most {limit:,} bytes, such as {example}")
    size = len(text.encode("utf-8", "replace"))
    if size > limit:
        raise InvalidError(
            f"`{parameter}` has {size:,} bytes; the limit is {limit:,}", hint=f"a shorter one, such as {example}"
        )
    return text


def check_text(value: str) -> str:
    return check_length(value, "text", MAX_TEXT, "`Alice joined Acme Corp in January 2025`")


def query(value: str, parameter: str = "query") -> str:
    return check_length(value, parameter, MAX_QUERY, "`where does Alice work`")


def check_entity(value: str, parameter: str = "entity") -> str:
    return _check_name(value, parameter, "`alice`")


def check_predicate(value: str) -> str:
    """Return a predicate in its canonical spelling: `Works at` is `works_at`."""
    return normalize_predicate(_check_name(value, "predicate", "`works_at`"))


def check_episode(value: str) -> str:
    return _check_name(value, "episode_id", "`onboarding-chat`")


def check_key(value: str) -> str:
    return check_length(value, "idempotency_key", MAX_NAME, "`chat-42/turn-7`")


def check_source(value: str) -> str:
    return _check_name(value, "source", "`user_statement`")


def _check_name(value: str, parameter: str, example: str) -> str:
    found = " ".join(clean(check_length(value, parameter, MAX_NAME, example)).split())
    if not found:
        raise InvalidError(f"`{parameter}` is empty", hint=f"such as {example}")
    return found


def check_scalar(value: object, parameter: str) -> Scalar:
    """Return a text, a number or a boolean.

    Raises InvalidError.
    """
    example = 'a text, a number or a boolean, such as "Acme Corp", 8080 or true'
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean(check_length(value, parameter, MAX_QUERY, '"Acme Corp"')).strip()
    if (isinstance(value, int) and abs(value) < 1 << 63) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise InvalidError(f"`{parameter}` is {_describe_kind(value)}", hint=f"it must be {example}")


def _describe_kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return f"a {type(value).__name__} of that size"


def check_time(value: str, parameter: str) -> int:
    """Parse an RFC 3339 time to an instant, with its offset.

    Raises InvalidError.
    """
    return parse_time(value, parameter)


def check_confidence_filter(minimum: float | None, mode: str | None) -> None:
    """Check that a filter mode comes with a minimum confidence.

    The mode says which confidence the minimum is compared with. Raises InvalidError.
    """
    if mode is not None and minimum is None:
        raise InvalidError(
            "`confidence_filter_mode` needs `min_confidence`",
            hint='give both, such as {"min_confidence": 0.8, "confidence_filter_mode": "effective"}',
        )


def check_exclusive(parameter: str, other: str, given: bool, other_given: bool) -> None:
    """Check that at most one of two parameters is given.

    Raises InvalidError when both are.
    """
    if given and other_given:
        raise InvalidError(f"`{parameter}` cannot be combined with `{other}`", hint="leave out one of the two")


def check_embedding(vector: tuple[float, ...], expected: int) -> tuple[float, ...]:
    """Return a vector of the encoder's size, scaled to length one.

    Raises InvalidError naming both sizes.
    """
    if len(vector) != expected:
        raise InvalidError(
            f"`query_embedding` has {len(vector):,} dimensions; the vectors here have {expected:,}",
            hint="use the encoder that is configured here (`encoder` in `codegraph config show`), or leave it out",
        )
    length = math.sqrt(math.fsum(x * x for x in vector))
    if not length:
        raise InvalidError("`query_embedding` is all zeros", hint=f"give {expected:,} numbers, or leave it out")
    return tuple(x / length for x in vector)
