"""Recognition of names of code in prose.

These are quotations in backticks, paths, qualified names, `snake_case` and `camelCase`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple


class MentionKind(StrEnum):
    PATH = "path"
    NAME = "name"  # an identifier, perhaps qualified
    COMMIT = "commit"


class Mention(NamedTuple):
    kind: MentionKind
    text: str  # as a symbol or file is looked up: without call brackets and line numbers


MOST: Final = 40
"""Mentions taken from one text."""

_QUOTED: Final = re.compile(r"`([^`\n]{1,200})`")
_PATH: Final = re.compile(
    r"(?<![\w/.])((?:[\w.@+-]+/)*[\w@+-][\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,7})(?::\d+(?::\d+)?)?(?![\w/])"
)
_NAME: Final = re.compile(r"(?<![\w.:/#-])([A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*)(\(\))?")
_COMMIT: Final = re.compile(r"\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")
_INNER: Final = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2,}[a-z]")
_QUALIFIED: Final = re.compile(r"\w(?:::|#|->)\w")
_DOTTED: Final = re.compile(r"[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+")
_EXTENSIONLESS: Final = frozenset({"e.g", "i.e", "etc"})
_ABBREVIATION: Final = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?")


def find_mentions(text: str) -> list[Mention]:
    """Find mentions in the order of the text, each once.

    Plain words are no mentions: only their spelling distinguishes code from prose.
    """
    found: dict[Mention, int] = {}
    for match in _QUOTED.finditer(text):
        for mention in _find_in_quotation(match.group(1), quoted=True):
            found.setdefault(mention, match.start())
    for mention, at in _find_spelled(text):
        found.setdefault(mention, at)
    return sorted(found, key=lambda m: found[m])[:MOST]


def _find_in_quotation(text: str, *, quoted: bool) -> list[Mention]:
    """Return the names in a quotation.

    It is one name as a whole, or code that contains names.
    """
    plain = text.strip()
    if _PATH.fullmatch(plain) and ("/" in plain or not _DOTTED.fullmatch(plain)):
        return [Mention(MentionKind.PATH, _clean_path(plain))]
    whole = _NAME.fullmatch(plain)
    if whole and quoted and len(whole.group(1)) > 1:
        both = [Mention(MentionKind.NAME, whole.group(1))]
        return [Mention(MentionKind.PATH, plain), *both] if _PATH.fullmatch(plain) else both
    return [mention for mention, _ in _find_spelled(plain)]


def _find_spelled(text: str) -> list[tuple[Mention, int]]:
    found: list[tuple[Mention, int]] = []
    taken: list[tuple[int, int]] = []
    for match in _PATH.finditer(text):
        path = _clean_path(match.group(1))
        if path.lower() in _EXTENSIONLESS or _ABBREVIATION.fullmatch(path):
            continue
        found.append((Mention(MentionKind.PATH, path), match.start()))
        if "/" in path:
            taken.append(match.span())
    for match in _COMMIT.finditer(text):
        found.append((Mention(MentionKind.COMMIT, match.group()), match.start()))
        taken.append(match.span())
    for match in _NAME.finditer(text):
        name = match.group(1)
        if any(start <= match.start() < end for start, end in taken) or _ABBREVIATION.fullmatch(name):
            continue
        if match.group(2) or _INNER.search(name) or _QUALIFIED.search(name) or _DOTTED.fullmatch(name):
            found.append((Mention(MentionKind.NAME, name), match.start()))
    return found


def _clean_path(text: str) -> str:
    plain = re.sub(r":\d+(?::\d+)?$", "", text)
    return plain.removeprefix("./").rstrip(".")
