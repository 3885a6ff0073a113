"""Validation of the values of a write.

Each error names the parameter and shows a valid value.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory.hygiene.text_cleaning import clean
from codegraph.memory.memory_model import KINDS, JsonValue, MemoryStatus, Metadata, Relationship, Vocabulary

MAX_CONTENT: Final = 65_536
"""Bytes of UTF-8 in one memory. What is longer is a document, and belongs into a file that a memory names."""

MAX_NAME: Final = 512
"""Bytes of a namespace, a tag, an alias, a session's id."""

MAX_TAGS: Final = 64
MAX_METADATA: Final = 32_768


def check_content(text: object, parameter: str = "content") -> str:
    """Return cleaned content.

    Raises InvalidError naming the parameter when nothing is left or it is too long.
    """
    if not isinstance(text, str):
        raise InvalidError(
            f"`{parameter}` is {_quote_value(text)}", hint="it must be text, such as `We chose SQLite for its WAL`"
        )
    cleaned = clean(text).strip()
    if not cleaned:
        raise InvalidError(f"`{parameter}` is empty", hint="say what is to be remembered")
    size = len(cleaned.encode())
    if size > MAX_CONTENT:
        raise InvalidError(
            f"`{parameter}` has {size} bytes; the limit is {MAX_CONTENT}",
            hint="store the document as a file and remember what matters in it, or split it into several memories",
        )
    return cleaned


def check_kind(word: object, vocabulary: Vocabulary, parameter: str = "memory_type") -> str:
    """Return a kind of the vocabulary.

    Raises InvalidError listing them.
    """
    known = [str(k) for k in KINDS[vocabulary]]
    if isinstance(word, str) and word.strip().lower() in known:
        return word.strip().lower()
    from difflib import get_close_matches  # only who makes a mistake waits for it

    near = get_close_matches(str(word).lower(), known, n=1)
    also = f"did you mean `{near[0]}`? " if near else ""
    raise InvalidError(f"`{parameter}` cannot be {_quote_value(word)}", hint=f"{also}one of: {', '.join(known)}")


def check_fraction(value: object, parameter: str) -> float:
    """Return a number from 0 to 1.

    Raises InvalidError.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InvalidError(
            f"`{parameter}` is {_quote_value(value)}", hint="it must be a number from 0.0 to 1.0, such as 0.5"
        )
    if not 0 <= value <= 1:
        raise InvalidError(f"`{parameter}` is {value}", hint="it must be from 0.0 to 1.0, such as 0.5")
    return float(value)


def check_weight(value: object) -> float:
    """Return the weight of a link, which is finite and not negative.

    Raises InvalidError.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise InvalidError(f"`weight` is {_quote_value(value)}", hint="it must be a number of at least 0, such as 1.0")
    return float(value)


def check_tags(values: object) -> tuple[str, ...]:
    """Return tags in order, without blanks and repetitions.

    Raises InvalidError.
    """
    if values is None:
        return ()
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidError(
            f"`tags` is {_quote_value(values)}", hint='it must be a list of strings, such as ["api", "auth"]'
        )
    found: list[str] = []
    for value in values:
        if not isinstance(value, str):
            raise InvalidError(f"`tags` holds {_quote_value(value)}", hint='tags are strings, such as ["api", "auth"]')
        tag = check_name(value, "tags", empty=True)
        if tag and tag not in found:
            found.append(tag)
    if len(found) > MAX_TAGS:
        raise InvalidError(f"`tags` has {len(found)} entries; the limit is {MAX_TAGS}", hint="keep those people search")
    return tuple(found)


def check_name(value: object, parameter: str, *, empty: bool = False) -> str:
    """Return a one-line name.

    Raises InvalidError.
    """
    if not isinstance(value, str):
        raise InvalidError(f"`{parameter}` is {_quote_value(value)}", hint="it must be text")
    cleaned = " ".join(clean(value).split())
    if not cleaned and not empty:
        raise InvalidError(f"`{parameter}` is empty", hint="give it, or leave the parameter out")
    if len(cleaned.encode()) > MAX_NAME:
        raise InvalidError(f"`{parameter}` has more than {MAX_NAME} bytes", hint="use a shorter one")
    return cleaned


def check_metadata(value: object) -> dict[str, JsonValue]:
    """Return plain JSON with text keys.

    Raises InvalidError.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InvalidError(
            f"`metadata` is {_quote_value(value)}", hint='it must be an object, such as {"source": "review"}'
        )
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise InvalidError(f"`metadata` is no plain JSON: {error}", hint='such as {"source": "review"}') from error
    if len(text.encode("utf-8", "surrogatepass")) > MAX_METADATA:
        raise InvalidError(f"`metadata` has more than {MAX_METADATA} bytes", hint="keep large values in a file")
    return json.loads(clean_json(text))


def clean_json(text: str) -> str:
    """Remove control characters from the strings of a JSON text.

    Escapes that would bring one back are removed too.
    """
    return json.dumps(_clean_value(json.loads(text)), ensure_ascii=False)


def _clean_value(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return clean(value)
        case list():
            return [_clean_value(item) for item in value]
        case dict():
            return {clean(key): _clean_value(item) for key, item in value.items()}
        case _:
            return value


def check_relationship(word: object) -> Relationship:
    """Return the relationship that a word names.

    Raises InvalidError listing all of them.
    """
    try:
        return Relationship(str(word).strip().upper())
    except ValueError:
        from difflib import get_close_matches

        near = get_close_matches(str(word).upper(), [r.value for r in Relationship], n=1)
        also = f"did you mean `{near[0]}`? " if near else ""
        known = ", ".join(r.value for r in Relationship)
        raise InvalidError(f"`relationship` cannot be {_quote_value(word)}", hint=f"{also}one of: {known}") from None


def check_status(word: object) -> MemoryStatus:
    try:
        return MemoryStatus(str(word).strip().lower())
    except ValueError:
        known = ", ".join(s.value for s in MemoryStatus)
        raise InvalidError(f"`status` cannot be {_quote_value(word)}", hint=f"one of: {known}") from None


def check_integer(value: object, parameter: str, minimum: int, maximum: int) -> int:
    """Return a whole number in a range.

    Raises InvalidError.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise InvalidError(
            f"`{parameter}` is {_quote_value(value)}", hint=f"it must be a whole number from {minimum} to {maximum}"
        )
    return value


def merge_metadata(first: Metadata, second: Metadata) -> dict[str, JsonValue]:
    """Return both, with the values of the second where keys are equal."""
    return {**first, **second}


def _quote_value(value: object) -> str:
    """Return a value for an error message, short and on one line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
