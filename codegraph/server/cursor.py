"""Cursors: the place, generation and question of the next page of an answer.

They are opaque to clients, and checked when they come back.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import NamedTuple

from codegraph.errors import CodegraphError


class CursorError(CodegraphError):
    """A cursor that does not belong to this question, or whose generation is gone."""


class Place(NamedTuple):
    generation: int
    offset: int


def encode(place: Place, question: str) -> str:
    """Encode the place of a page.

    `question` is any text that is the same for all pages of one answer.
    """
    text = f"{place.generation}.{place.offset}.{_hash_question(question)}"
    return base64.urlsafe_b64encode(text.encode("ascii")).decode("ascii").rstrip("=")


def decode(cursor: str, question: str, generation: int) -> int:
    """Return the offset that a cursor encodes, 0 for "".

    Raises CursorError.
    """
    if not cursor:
        return 0
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
        of, offset, mark = text.split(".")
        place = Place(int(of), int(offset))
    except (ValueError, binascii.Error) as error:  # UnicodeError is a ValueError
        raise CursorError("the cursor is damaged", hint="ask again without a cursor") from error
    if mark != _hash_question(question) or place.offset < 0:
        raise CursorError("the cursor belongs to another question", hint="repeat the first page's arguments with it")
    if place.generation != generation:
        raise CursorError(
            f"the index changed since the cursor was made (generation {place.generation}, now {generation})",
            hint="ask again without a cursor",
        )
    return place.offset


def _hash_question(question: str) -> str:
    return hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()[:8]
