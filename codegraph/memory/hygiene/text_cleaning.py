"""Cleaning of stored text, and fencing of it for models.

Stored text is data. It is cleaned when it is written, and fenced when it is shown to a model.
"""

from __future__ import annotations

import re
from typing import Final

# Controls but tab and newline, and characters that reorder what is displayed.
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_FENCE: Final = re.compile(r"`{3,}|~{3,}")
_COMMENT: Final = re.compile(r"<!(?=-)|(?<=-)!?>")
_TAG: Final = re.compile(
    r"<(?=/?\s*(?:codegraph[\w-]*|memory|memories|system|assistant|user|human|tool|function|instructions?)\b)", re.I
)


def clean(text: str) -> str:
    """Clean `text` for storage.

    The result has unix line ends, no control characters, and nothing that is not Unicode.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text))


def to_one_line(text: str) -> str:
    """Return `text` in one line, harmless inside a comment or a list."""
    return make_harmless(" ".join(text.split()))


def make_harmless(text: str) -> str:
    """Remove what could end a fence, a comment, or a tagged block around `text`."""
    text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _FENCE.sub(lambda m: m[0][0] * 2, text)
    text = _COMMENT.sub(lambda m: "‹!" if m[0][0] == "<" else "›", text)
    return _TAG.sub("‹", text)


def wrap_in_fence(text: str) -> str:
    """Put `text` in a block that says it is data.

    Nothing inside can end the block.
    """
    return f"<memory>\n{make_harmless(text)}\n</memory>"
