"""Checks of what the tools about facts take.

Every refusal names the parameter, its limit and a value that would do.
"""

from __future__ import annotations

import math
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory import checks
from codegraph.memory.facts.model import Scalar, predicate_key
from codegraph.memory.hygiene.text import clean
from codegraph.memory.times import parse_time

MAX_TEXT: Final = 32_768
"""Bytes of a text to remember."""

MAX_QUERY: Final = 8_192
"""Bytes of a query or a task, and of a value."""

MAX_NAME: Final = checks.MAX_NAME
"""Bytes of an entity, a predicate, an episode, an idempotency key."""


def within(text: str, parameter: str, limit: int, example: str) -> str:
    """A text that says something, in at most `limit` bytes. Raises InvalidError."""
    if not text.strip():
        raise InvalidError(f"`{parameter}` is empty", hint=f"at most {limit:,} bytes, such as {example}")
    size = len(text.encode("utf-8", "replace"))
    if size > limit:
        raise InvalidError(
            f"`{parameter}` has {size:,} bytes; the limit is {limit:,}", hint=f"a shorter one, such as {example}"
        )
    return text


def text(value: str) -> str:
    return within(value, "text", MAX_TEXT, "`Alice joined Acme Corp in January 2025`")


def query(value: str, parameter: str = "query") -> str:
    return within(value, parameter, MAX_QUERY, "`where does Alice work`")


def entity(value: str, parameter: str = "entity") -> str:
    return _name(value, parameter, "`alice`")


def predicate(value: str) -> str:
    """A predicate in its canonical spelling: `Works at` is `works_at`."""
    return predicate_key(_name(value, "predicate", "`works_at`"))


def episode(value: str) -> str:
    return _name(value, "episode_id", "`onboarding-chat`")


def key(value: str) -> str:
    return within(value, "idempotency_key", MAX_NAME, "`chat-42/turn-7`")


def source(value: str) -> str:
    return _name(value, "source", "`user_statement`")


def _name(value: str, parameter: str, example: str) -> str:
    found = " ".join(clean(within(value, parameter, MAX_NAME, example)).split())
    if not found:
        raise InvalidError(f"`{parameter}` is empty", hint=f"such as {example}")
    return found


def scalar(value: object, parameter: str) -> Scalar:
    """A text, a number or a boolean. Raises InvalidError."""
    example = 'a text, a number or a boolean, such as "Acme Corp", 8080 or true'
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean(within(value, parameter, MAX_QUERY, '"Acme Corp"')).strip()
    if (isinstance(value, int) and abs(value) < 1 << 63) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise InvalidError(f"`{parameter}` is {_kind(value)}", hint=f"it must be {example}")


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return f"a {type(value).__name__} of that size"


def time(value: str, parameter: str) -> int:
    """An RFC 3339 time as an instant; offsets are taken into account. Raises InvalidError."""
    return parse_time(value, parameter)


def confidence_filter(minimum: float | None, mode: str | None) -> None:
    """A mode says which confidence a minimum is compared with, so it needs one. Raises InvalidError."""
    if mode is not None and minimum is None:
        raise InvalidError(
            "`confidence_filter_mode` needs `min_confidence`",
            hint='give both, such as {"min_confidence": 0.8, "confidence_filter_mode": "effective"}',
        )


def exclusive(parameter: str, other: str, given: bool, other_given: bool) -> None:
    """Raises InvalidError when both are given."""
    if given and other_given:
        raise InvalidError(f"`{parameter}` cannot be combined with `{other}`", hint="leave out one of the two")


def embedding(vector: tuple[float, ...], expected: int) -> tuple[float, ...]:
    """A vector of the encoder's size, scaled to length one. Raises InvalidError naming both sizes."""
    if len(vector) != expected:
        raise InvalidError(
            f"`query_embedding` has {len(vector):,} dimensions; the vectors here have {expected:,}",
            hint="use the encoder that is configured here (`encoder` in `codegraph config show`), or leave it out",
        )
    length = math.sqrt(math.fsum(x * x for x in vector))
    if not length:
        raise InvalidError("`query_embedding` is all zeros", hint=f"give {expected:,} numbers, or leave it out")
    return tuple(x / length for x in vector)
