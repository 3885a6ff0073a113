"""Identifiers as words: `getHTTPResponse2` → `get HTTP Response 2`.

`snake_case`, dots and slashes need no work here, because the tokenizer of the index splits at every character that is
no letter or digit.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"[a-z_ .,:/()*=-]*")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])")


class Splitter:
    """Splitter of text that caches words.

    Sources repeat their words, so a look-up replaces most of the work.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def split(self, text: str) -> str:
        """Return `text` as space-separated words."""
        if _PLAIN.fullmatch(text):
            return text  # nothing to split here but what the index's tokenizer splits itself
        known = self._known
        words = []
        for word in _WORD.findall(text):
            parts = known.get(word)
            if parts is None:
                parts = known[word] = _split_word(word)
            words.append(parts)
        return " ".join(words)


def _split_word(word: str) -> str:
    if word.islower() and word.isalpha():
        return word
    return _BOUNDARY.sub(" ", word)


def split_query(query: str) -> list[str]:
    """Return the lower-case words of a query, each once, in order."""
    return list(dict.fromkeys(part.lower() for word in _WORD.findall(query) for part in _split_word(word).split()))
