"""Replies of tools, fitted to the caller's budget.

A reply is one text that holds the whole answer. Clients differ in what they give the model: some the first text, some
all texts joined, some the structured content in place of any text. So nothing is in a second text, and structured
content is sent only by a server that was told to; it then holds all of the text.

The budget counts what is sent. A *draft* is a ladder of renderings of one answer, longest first; the first that fits is
sent, and if none fits the shortest one is cut. An *exact* value, whose shape is somebody else's, keeps every key and
loses whole items from the end of its longest list, then the ends of its longest texts. A note in the value says what
was left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from codegraph.errors import CodegraphError
from codegraph.render.json_values import Json, convert_value
from codegraph.render.text.terse_text import format_fenced
from codegraph.server.json_schema import has_default_value
from codegraph.server.truncation import cut_lines, drop_rows, find_longest_list, replace_list, shorten_longest_text
from codegraph.text.ellipsis import cut_text
from codegraph.text.token_counts import bound_tokens

DEFAULT_TOKENS = 6_000
MOST_TOKENS = 20_000
FEWEST_TOKENS = 500

__all__ = [
    "Draft",
    "Exact",
    "Json",
    "Outcome",
    "Rendering",
    "encode_json",
    "format_fenced",
    "strip_controls",
    "settle",
    "to_json",
]


class Rendering(NamedTuple):
    """One rendering of an answer.

    `text` is for the model, `data` (the tool's output type) for programs.
    """

    text: Sequence[str]  # lines
    data: object


@dataclass(frozen=True, slots=True)
class Draft:
    """Renderings of one answer, each shorter than the one before."""

    steps: Sequence[Callable[[], Rendering]]


@dataclass(frozen=True, slots=True)
class Exact:
    """A value that is sent unchanged: as JSON, or as itself when it is a text.

    `add_note` describes the place of its `note`.
    """

    value: Json
    note: str = ""


def add_notes(reply: Draft | Exact, notes: Sequence[str]) -> Draft | Exact:
    """Return a reply that ends with notes on what went wrong beside it."""
    if not notes:
        return reply
    if isinstance(reply, Exact):
        return replace(reply, note="; ".join(filter(None, (reply.note, *notes))))
    return Draft([partial(_render_with_notes, step, notes) for step in reply.steps])


def _render_with_notes(step: Callable[[], Rendering], notes: Sequence[str]) -> Rendering:
    made = step()
    return made._replace(text=[*made.text, *(f"warning: {note}" for note in notes)])


@dataclass(frozen=True, slots=True)
class Outcome:
    """Content that the client receives.

    `structured` is None for an error, and if no structured content is requested.
    """

    text: str
    structured: dict[str, Json] | None = None
    is_error: bool = False

    def count_tokens(self) -> int:
        structured = bound_tokens(encode_json(self.structured)) if self.structured is not None else 0
        return bound_tokens(self.text) + structured


class BudgetError(CodegraphError):
    """An answer whose shortest form exceeds the budget."""


def settle(reply: Draft | Exact, budget: int, *, structured: bool = False) -> Outcome:
    """Return the longest form of `reply` of at most `budget` tokens.

    Raises BudgetError when there is none.
    """
    if isinstance(reply, Exact):
        return _settle_exact(reply, budget, structured)
    text, data = "", None
    for step in reply.steps:
        lines, data = step()
        text = strip_controls("\n".join(lines))
        outcome = Outcome(text, _build_structured(text, data) if structured else None)
        if outcome.count_tokens() <= budget:
            return outcome
    return _cut_structured(text, data, budget) if structured else Outcome(cut_lines(text, budget))


def build_exact_outcome(value: Json, *, structured: bool) -> Outcome:
    """Return a value as it is sent.

    It is the text of the value and, when `structured`, the same as an object."""
    text = strip_controls(value) if isinstance(value, str) else encode_json(value)
    if not structured:
        return Outcome(text)
    return Outcome(text, value if isinstance(value, dict) else {"result": text if isinstance(value, str) else value})


def _build_structured(text: str, data: object) -> dict[str, Json]:
    """Return the structured content of a rendering.

    It holds the whole text as well."""
    value = to_json(data)
    assert isinstance(value, dict), "the structured content of a tool is an object"
    return {"text": text, **value}


def _cut_structured(text: str, data: object, budget: int) -> Outcome:
    """Return the shortest rendering made shorter.

    Its data loses rows and has names cut. Of its text the first lines stay. Raises BudgetError when the keys alone
    pass half of the budget."""
    value: Json = to_json(data)
    if _count_tokens(value) > budget // 2:
        value = drop_rows(value)
    while (takes := _count_tokens(value)) > budget // 2:
        less = shorten_longest_text(value)
        if less is None:
            raise BudgetError(f"no answer is shorter than max_tokens {budget:,}", hint="allow a larger max_tokens")
        value = less
    room = (budget - takes) // 2  # the text is sent twice
    while True:
        outcome_text = cut_lines(text, room)
        outcome = Outcome(outcome_text, _build_structured(outcome_text, value))
        if outcome.count_tokens() <= budget:
            return outcome
        if room < FEWEST_TOKENS // 20:
            raise BudgetError(f"no answer is shorter than max_tokens {budget:,}", hint="allow a larger max_tokens")
        room = room * 9 // 10  # JSON spells some characters with two


def _count_tokens(value: Json) -> int:
    return bound_tokens(encode_json(value))


LONGEST_NOTE = 2_000
"""Characters of a note in a value."""


def add_note(value: Json, note: str) -> Json:
    """Return `value` with a note in it.

    The note is in the key `note` of an object, in that of the last object of a list, and on a line of its own below
    a text. An empty list has no place for one."""
    if not note:
        return value
    note = strip_controls(cut_text(note, LONGEST_NOTE))
    match value:
        case str():
            return f"{value}\n{note}" if value else note
        case dict():
            known = value.get("note")
            return {**value, "note": f"{known}; {note}" if isinstance(known, str) and known else note}
        case [*rows, dict() as last]:
            return [*rows, add_note(last, note)]
        case _:
            return value


def _settle_exact(reply: Exact, budget: int, structured: bool) -> Outcome:
    value, whole, dropped, cut = reply.value, 0, 0, False
    while True:
        notes = [reply.note] if reply.note else []
        if dropped:
            notes.append(
                f"shown {whole - dropped:,} of {whole:,}; the rest did not fit, ask for fewer or narrow the query"
            )
        if cut:
            notes.append("long texts end in …: they did not fit")
        outcome = build_exact_outcome(add_note(value, "; ".join(notes)), structured=structured)
        excess = outcome.count_tokens() - budget
        if excess <= 0:
            return outcome
        longest = find_longest_list(value)
        spare = len(longest) - (longest is value)  # an emptied list would say that there is nothing
        if spare < 1:
            less = shorten_longest_text(value)
            if less is None:
                raise BudgetError(
                    f"the answer takes {outcome.count_tokens():,} tokens, more than the {budget:,} of a reply",
                    hint="ask about less at once",
                )
            value, cut = less, True
            continue
        whole = whole or len(longest)
        # In proportion to the excess, so that a long list takes few rounds; one item more corrects the rounding.
        share = excess / max(1, outcome.count_tokens())
        drop = min(spare, 1 + int(len(longest) * share * 0.9))
        value = replace_list(value, longest, longest[:-drop])
        dropped += drop


def encode_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_json(value: object) -> Json:
    """Convert a dataclass or named tuple to an object.

    Optional fields that are None are left out.
    """
    found = convert_value(value, to_json)
    if not isinstance(found, dict) or isinstance(value, dict):
        return found
    return {name: item for name, item in found.items() if item is not None or not has_default_value(type(value), name)}


_CONTROL = {c: f"\\x{c:02x}" for c in (*range(32), *range(127, 160)) if c not in (9, 10)}


def strip_controls(text: str) -> str:
    """Remove control characters, which terminals obey, and lone surrogates."""
    return text.translate(_CONTROL).encode("utf-8", "replace").decode("utf-8")
