"""Notes as Markdown files with a head of `key: value` lines between `---`: one fact a file."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.review.kinds import is_sensitive, kind_of
from codegraph.memory.review.tiers import REVIEWED_KINDS


class Note(NamedTuple):
    fact: str
    kind: str
    confidence: float | None
    line: int  # on which the fact stands


_HEAD: Final = re.compile(r"\A\ufeff?---[ \t]*\n(?P<head>.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.M | re.S)
_PAIR: Final = re.compile(r"^(?P<indent>\s*)(?P<key>[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_FACTS: Final = ("fact", "description", "summary")
_KINDS: Final = {"user": "identity", "feedback": "preference", "reference": "infra", "decision": "project"}
"""Types that agents give their notes, as the kinds they come nearest to."""


def read_note(text: str) -> Note:
    """The note of a file: its `fact` or `description`, else the first line of prose. Words that say something
    sensitive win over the kind that the head gives. Raises InvalidError when there is no fact."""
    text = text.replace("\r\n", "\n")
    match = _HEAD.match(text)
    if match is None:
        raise InvalidError(
            "no head", hint="the file begins with `---`, then lines such as `description: …`, then `---`"
        )
    head = _pairs(match["head"])
    key = next((key for key in _FACTS if head.get(key)), "")
    if key:
        fact, line = head[key].value, head[key].line
    else:
        fact, line = _first_line(text[match.end() :], 1 + text.count("\n", 0, match.end()))
    if not fact:
        raise InvalidError("no fact", hint="give `description: …` in the head, or a line of text below it")
    hint = next((head[key].value.lower() for key in ("kind", "type") if head.get(key)), "")
    return Note(fact, _kind(fact, hint), _confidence(head["confidence"].value if "confidence" in head else ""), line)


class _Value(NamedTuple):
    value: str
    line: int


def _pairs(head: str) -> dict[str, _Value]:
    """Keys of the head, nested ones under their own name, with the line of each; blocks of lines are joined."""
    found: dict[str, _Value] = {}
    key, depth = "", 0
    for number, line in enumerate(head.split("\n"), 2):
        pair = _PAIR.match(line)
        if pair and (not key or len(pair["indent"]) <= depth):
            value = (pair["value"] or "").strip()
            block = value in (">", "|", ">-", "|-")
            found.setdefault(pair["key"].lower(), _Value("" if block else _unquoted(value), number))
            key, depth = (pair["key"].lower(), len(pair["indent"])) if block else ("", 0)
        elif key and line.strip():
            before = found[key].value
            found[key] = _Value(f"{before} {line.strip()}".strip(), found[key].line)
    return found


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return re.sub(r"\s+#.*$", "", value)


def _first_line(body: str, start: int) -> tuple[str, int]:
    """The first line of prose, whatever marks a list or a heading before it."""
    headings: tuple[str, int] = ("", start)
    for number, line in enumerate(body.split("\n"), start):
        bare = re.sub(r"^\s*(?:[-*+]|\d+[.)]|#+|>)\s+", "", line).strip()
        if not bare:
            continue
        if not line.lstrip().startswith("#"):
            return bare, number
        headings = headings if headings[0] else (bare, number)
    return headings


def _kind(fact: str, hint: str) -> str:
    if is_sensitive(fact):
        return str(kind_of(fact))
    if hint in REVIEWED_KINDS:
        return hint
    return _KINDS.get(hint) or hint or str(kind_of(fact))


def _confidence(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None
