"""Notes as Markdown files with a head, one fact per file.

The head has `key: value` lines between `---`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.review.fact_kinds import classify_fact, is_sensitive
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
    """Read the note of a file.

    It is the `fact` or `description`, else the first line of prose. Sensitive words take precedence over the kind in
    the head. Raises InvalidError when there is no fact.
    """
    text = text.replace("\r\n", "\n")
    match = _HEAD.match(text)
    if match is None:
        raise InvalidError(
            "no head", hint="the file begins with `---`, then lines such as `description: …`, then `---`"
        )
    head = _parse_pairs(match["head"])
    key = next((key for key in _FACTS if head.get(key)), "")
    if key:
        fact, line = head[key].value, head[key].line
    else:
        fact, line = _find_first_line(text[match.end() :], 1 + text.count("\n", 0, match.end()))
    if not fact:
        raise InvalidError("no fact", hint="give `description: …` in the head, or a line of text below it")
    hint = next((head[key].value.lower() for key in ("kind", "type") if head.get(key)), "")
    return Note(
        fact,
        _choose_kind(fact, hint),
        _parse_confidence(head["confidence"].value if "confidence" in head else ""),
        line,
    )


class _Value(NamedTuple):
    value: str
    line: int


def _parse_pairs(head: str) -> dict[str, _Value]:
    """Return the keys of the head, with value and line number.

    Nested keys are under their own name. Blocks of lines are joined.
    """
    found: dict[str, _Value] = {}
    key, depth = "", 0
    for number, line in enumerate(head.split("\n"), 2):
        pair = _PAIR.match(line)
        if pair and (not key or len(pair["indent"]) <= depth):
            value = (pair["value"] or "").strip()
            block = value in (">", "|", ">-", "|-")
            found.setdefault(pair["key"].lower(), _Value("" if block else _unquote(value), number))
            key, depth = (pair["key"].lower(), len(pair["indent"])) if block else ("", 0)
        elif key and line.strip():
            before = found[key].value
            found[key] = _Value(f"{before} {line.strip()}".strip(), found[key].line)
    return found


def _unquote(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return re.sub(r"\s+#.*$", "", value)


def _find_first_line(body: str, start: int) -> tuple[str, int]:
    """Return the first line of prose, without the mark of a list or a heading."""
    headings: tuple[str, int] = ("", start)
    for number, line in enumerate(body.split("\n"), start):
        bare = re.sub(r"^\s*(?:[-*+]|\d+[.)]|#+|>)\s+", "", line).strip()
        if not bare:
            continue
        if not line.lstrip().startswith("#"):
            return bare, number
        headings = headings if headings[0] else (bare, number)
    return headings


def _choose_kind(fact: str, hint: str) -> str:
    if is_sensitive(fact):
        return str(classify_fact(fact))
    if hint in REVIEWED_KINDS:
        return hint
    return _KINDS.get(hint) or hint or str(classify_fact(fact))


def _parse_confidence(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None
