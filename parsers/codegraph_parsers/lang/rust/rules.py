"""Rules of a macro: their parsing, matching and expansion.

The first rule that matches the arguments determines the tokens that the macro makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from codegraph_parsers.lang.rust.tokens import OPENING, Token, find_closing, find_fragment_end

MAX_TOKENS = 40_000  # that one macro may make of what it is given
KINDS = frozenset(
    {"block", "expr", "ident", "item", "lifetime", "literal", "meta", "pat", "path", "stmt", "tt", "ty", "vis"}
    | {"pat_param", "expr_2021"}
)
_JOINED = frozenset({"expr", "expr_2021"})  # stay one operand, whatever stands around them


class Plain(NamedTuple):
    token: Token


class Variable(NamedTuple):
    name: bytes
    kind: str  # of fragment; "" in what is made
    written: tuple[Token, ...]


class Group(NamedTuple):
    opens: Token
    inside: tuple[Part, ...]
    closes: Token


class Repetition(NamedTuple):
    inside: tuple[Part, ...]
    separator: Token | None
    operator: bytes  # * + ?
    names: frozenset[bytes]


Part = Plain | Variable | Group | Repetition


@dataclass(frozen=True, slots=True)
class Rule:
    takes: tuple[Part, ...]
    makes: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    """Value of a macro variable.

    It is tokens, or one binding for every round of the enclosing repetition.
    """

    tokens: tuple[Token, ...] = ()
    rounds: tuple[Binding, ...] | None = None


Bindings = dict[bytes, Binding]


class NotExpanded(Exception):
    """Raised when an expansion cannot be determined here."""


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_rules(given: Sequence[Token]) -> list[Rule]:
    """Parse the rules in a macro's body: `(…) => {…};`.

    The result is empty where one of them cannot be read.
    """
    found: list[Rule] = []
    at = 0
    try:
        while at < len(given):
            if given[at].text not in OPENING:
                return []
            end = find_closing(given, at)
            to = end + 2
            if to >= len(given) or given[end + 1].text != b"=>" or given[to].text not in OPENING:
                return []
            stop = find_closing(given, to)
            found.append(Rule(_parse_parts(given[at + 1 : end], True), _parse_parts(given[to + 1 : stop], False)))
            at = stop + 1
            if at < len(given) and given[at].text == b";":
                at += 1
    except NotExpanded:
        return []
    return found


def _parse_parts(given: Sequence[Token], takes: bool) -> tuple[Part, ...]:
    found: list[Part] = []
    at = 0
    while at < len(given):
        token = given[at]
        after = given[at + 1] if at + 1 < len(given) else None
        if token.text == b"$" and after is not None and after.text == b"(":
            end = find_closing(given, at + 1)
            inside = _parse_parts(given[at + 2 : end], takes)
            at = end + 1
            separator = None
            if at < len(given) and given[at].text not in (b"*", b"+", b"?"):
                separator = given[at]
                at += 1
            if at >= len(given) or given[at].text not in (b"*", b"+", b"?"):
                raise NotExpanded
            found.append(Repetition(inside, separator, given[at].text, frozenset(_list_names(inside))))
            at += 1
        elif token.text == b"$" and after is not None and after.kind == "word":
            if after.text == b"crate":
                found.append(Plain(after))
                at += 2
            elif not takes:
                found.append(Variable(after.text, "", (token, after)))
                at += 2
            elif at + 3 < len(given) and given[at + 2].text == b":" and given[at + 3].text.decode() in KINDS:
                found.append(Variable(after.text, given[at + 3].text.decode(), ()))
                at += 4
            else:
                raise NotExpanded
        elif token.text == b"$":
            raise NotExpanded
        elif token.text in OPENING and token.kind == "mark":
            end = find_closing(given, at)
            if end >= len(given):
                raise NotExpanded
            found.append(Group(token, _parse_parts(given[at + 1 : end], takes), given[end]))
            at = end + 1
        else:
            found.append(Plain(token))
            at += 1
    return tuple(found)


def _list_names(parts: Sequence[Part]) -> list[bytes]:
    found: list[bytes] = []
    for part in parts:
        if isinstance(part, Variable):
            found.append(part.name)
        elif isinstance(part, Group | Repetition):
            found.extend(_list_names(part.inside))
    return found


# -- matching ---------------------------------------------------------------------------------------------------------


def expand(listed: Sequence[Rule], given: Sequence[Token]) -> list[Token]:
    """Expand a macro's rules with tokens as arguments.

    The first rule that matches all of them is used.
    """
    for rule in listed:
        bound: Bindings = {}
        if _match_parts(rule.takes, given, 0, bound) == len(given):
            made: list[Token] = []
            _make(rule.makes, bound, made)
            return made
    raise NotExpanded


def _match_parts(parts: Sequence[Part], given: Sequence[Token], at: int, bound: Bindings) -> int:
    """Return the end of the tokens that match some parts, or -1."""
    for part in parts:
        if isinstance(part, Variable):
            end = find_fragment_end(part.kind, given, at)
            if end < 0:
                return -1
            bound[part.name] = Binding(_wrap_fragment(given[at:end], part.kind))
            at = end
        elif isinstance(part, Repetition):
            at = _repeat(part, given, at, bound)
            if at < 0:
                return -1
        elif at >= len(given):
            return -1
        elif isinstance(part, Plain):
            if given[at].text != part.token.text:
                return -1
            at += 1
        else:
            if given[at].text != part.opens.text:
                return -1
            end = find_closing(given, at)
            if _match_parts(part.inside, given[at + 1 : end], 0, bound) != end - at - 1:
                return -1
            at = end + 1
    return at


def _wrap_fragment(found: Sequence[Token], kind: str) -> tuple[Token, ...]:
    if kind in _JOINED and len(found) > 1:
        line = found[0].line
        return (Token(b"(", "mark", line, -1, -1), *found, Token(b")", "mark", found[-1].line, -1, -1))
    return tuple(found)


def _repeat(part: Repetition, given: Sequence[Token], at: int, bound: Bindings) -> int:
    rounds: list[Bindings] = []
    while True:
        start = at
        if rounds and part.separator is not None:
            if at >= len(given) or given[at].text != part.separator.text:
                break
            start = at + 1
        own: Bindings = {}
        end = _match_parts(part.inside, given, start, own) if start < len(given) else -1
        if end < 0 or end == start:
            break
        rounds.append(own)
        at = end
        if part.operator == b"?":
            break
    if part.operator == b"+" and not rounds:
        return -1
    for name in part.names:
        bound[name] = Binding(rounds=tuple(own[name] for own in rounds))
    return at


# -- making -----------------------------------------------------------------------------------------------------------


def _make(parts: Sequence[Part], bound: Bindings, made: list[Token]) -> None:
    if len(made) > MAX_TOKENS:
        raise NotExpanded
    for part in parts:
        if isinstance(part, Plain):
            made.append(part.token)
        elif isinstance(part, Variable):
            value = bound.get(part.name)
            if value is None:  # of a macro that is defined in what is made
                made.extend(part.written)
                continue
            if value.rounds is not None:
                raise NotExpanded
            made.extend(value.tokens)
        elif isinstance(part, Group):
            made.append(part.opens)
            _make(part.inside, bound, made)
            made.append(part.closes)
        else:
            _make_rounds(part, bound, made)


def _make_rounds(part: Repetition, bound: Bindings, made: list[Token]) -> None:
    turning = {name: rounds for name in part.names if name in bound and (rounds := bound[name].rounds) is not None}
    sizes = {len(rounds) for rounds in turning.values()}
    if len(sizes) != 1:
        raise NotExpanded
    for turn in range(sizes.pop()):
        if turn and part.separator is not None:
            made.append(part.separator)
        _make(part.inside, bound | {name: rounds[turn] for name, rounds in turning.items()}, made)
