"""What a tool gives back, and how it is made to fit the caller's budget.

The budget counts the final payload: the text and the structured content together. A *draft* is a ladder of renderings
of one answer, longest first; the first that fits is sent, and where none does the shortest one is cut. An *exact*
value, whose shape is somebody else's, keeps every key and loses whole items from the end of its longest list, then the
ends of its longest texts. What was left out is said in either case.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import NamedTuple

from codegraph.errors import CodegraphError
from codegraph.render.text.brief import fenced
from codegraph.server.schema import optional
from codegraph.server.shorten import Json, cut_lines, longest_list, replaced, with_shorter_text, without_rows
from codegraph.tokens import token_bound

DEFAULT_TOKENS = 6_000
MOST_TOKENS = 20_000
FEWEST_TOKENS = 500

__all__ = ["Draft", "Exact", "Json", "Outcome", "Rendering", "dumps", "fenced", "plain", "settle", "to_json"]


class Rendering(NamedTuple):
    """One way to tell an answer: `text` for the model, `data` (the tool's output type) for programs."""

    text: Sequence[str]  # lines
    data: object


@dataclass(frozen=True, slots=True)
class Draft:
    """Renderings of one answer, each shorter than the one before."""

    steps: Sequence[Callable[[], Rendering]]


@dataclass(frozen=True, slots=True)
class Exact:
    """A value sent as it is: the first text is the value as JSON, or the value itself when it is a text, and nothing
    but it. `note` is a second text. A handler that has kept the caller's budget itself, on the text, says `fitted`."""

    value: Json
    note: str = ""
    fitted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the client receives. `structured` is None for an error."""

    texts: tuple[str, ...]
    structured: dict[str, Json] | None = None
    is_error: bool = False

    def tokens(self) -> int:
        structured = token_bound(dumps(self.structured)) if self.structured is not None else 0
        return sum(map(token_bound, self.texts)) + structured


class BudgetError(CodegraphError):
    """Even the shortest form of an answer passes the budget."""


def settle(reply: Draft | Exact, budget: int) -> Outcome:
    """The longest form of `reply` of at most `budget` tokens. Raises BudgetError when there is none."""
    if isinstance(reply, Exact):
        return _settle_exact(reply, budget)
    outcome = Outcome(())
    for step in reply.steps:
        text, data = step()
        structured = to_json(data)
        assert isinstance(structured, dict), "the structured content of a tool is an object"
        outcome = Outcome((plain("\n".join(text)),), structured)
        if outcome.tokens() <= budget:
            return outcome
    return _cut(outcome, budget)


TEXT_ROOM = 150
"""Tokens that a reply which has to be cut leaves for its text."""


def _cut(outcome: Outcome, budget: int) -> Outcome:
    """The shortest rendering made shorter: no rows in the structured content, long names cut, the first lines of the
    text. Raises BudgetError when the keys alone pass the budget."""
    structured = outcome.structured or {}
    room = max(budget // 4, budget - TEXT_ROOM)
    for shorter in (structured, without_rows(structured)):
        value: Json = shorter
        if (takes := token_bound(dumps(value))) <= room:
            break
    while takes > room:
        less = with_shorter_text(value)
        if less is None:
            raise BudgetError(f"no answer is shorter than max_tokens {budget:,}", hint="allow a larger max_tokens")
        value = less
        takes = token_bound(dumps(value))
    assert isinstance(value, dict)
    return Outcome((cut_lines(outcome.texts[0], budget - takes),), value)


def _settle_exact(reply: Exact, budget: int) -> Outcome:
    value, whole, dropped, cut = reply.value, 0, 0, False
    while True:
        notes = [reply.note] if reply.note else []
        if dropped:
            notes.append(
                f"shown {whole - dropped:,} of {whole:,}; the rest did not fit, ask for fewer or narrow the query"
            )
        if cut:
            notes.append("long texts end in …: they did not fit")
        structured: dict[str, Json] = value if isinstance(value, dict) else {"result": value}
        first = plain(value) if isinstance(value, str) else dumps(value)
        outcome = Outcome((first, *map(plain, notes)), structured)
        excess = outcome.tokens() - budget
        if excess <= 0 or reply.fitted:
            return outcome
        longest = longest_list(value)
        if not longest:
            less = with_shorter_text(value)
            if less is None:
                raise BudgetError(
                    f"the answer takes {outcome.tokens():,} tokens, more than the {budget:,} of a reply",
                    hint="ask about less at once",
                )
            value, cut = less, True
            continue
        whole = whole or len(longest)
        # In proportion to the excess, so that a long list takes few rounds; one item more corrects the rounding.
        share = excess / max(1, outcome.tokens())
        drop = min(len(longest), 1 + int(len(longest) * share * 0.9))
        value = replaced(value, longest, longest[:-drop])
        dropped += drop


def dumps(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_json(value: object) -> Json:
    """A dataclass or named tuple as an object; optional fields that are None are left out."""
    match value:
        case Enum():
            return str(value.value)
        case None | bool() | int() | float() | str():
            return value
        case dict():
            return {str(key): to_json(item) for key, item in value.items()}
        case tuple() if names := getattr(value, "_fields", ()):
            return _members(value, names)
        case list() | tuple():
            return [to_json(item) for item in value]
        case _ if is_dataclass(value):
            return _members(value, [f.name for f in fields(value)])
        case _:
            raise TypeError(f"no JSON form for {type(value).__name__}")


def _members(value: object, names: Sequence[str]) -> dict[str, Json]:
    found = ((name, getattr(value, name)) for name in names)
    return {name: to_json(item) for name, item in found if item is not None or not optional(type(value), name)}


_CONTROL = {c: f"\\x{c:02x}" for c in (*range(32), *range(127, 160)) if c not in (9, 10)}


def plain(text: str) -> str:
    """Text without control characters, which terminals obey, and without what no encoding has."""
    return text.translate(_CONTROL).encode("utf-8", "replace").decode("utf-8")
