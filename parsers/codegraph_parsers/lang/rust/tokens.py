"""Tokens of Rust source as macros see them, and the ends of syntax fragments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    rb"""(?P<space>\s+|//(?![/!])[^\n]*|////[^\n]*|/\*(?![*!]).*?\*/|/\*\*/)
    |(?P<doc>//[/!][^\n]*|/\*[*!].*?\*/)
    |(?P<text>b?r(?P<marks>\#*)".*?"(?P=marks)|[bc]?"(?:[^"\\]|\\.)*"|b?'(?:\\.[^']*|[^\\'\x80-\xff]|[\x80-\xff]{2,4})')
    |(?P<lifetime>'[A-Za-z_]\w*)
    |(?P<word>(?:r\#)?[A-Za-z_]\w*)
    |(?P<number>\d\w*(?:\.\d\w*)?)
    |(?P<mark><<=|>>=|\.\.\.|\.\.=|::|->|=>|==|!=|<=|>=|&&|\|\||[-+*/%^&|]=|<<|>>|\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
OPENING = {b"(": b")", b"[": b"]", b"{": b"}"}
CLOSING = frozenset(OPENING.values())
_BEFORE_TYPE = frozenset({b"&", b"&&", b"*", b"mut", b"const", b"dyn", b"impl", b"?", b"unsafe"})
_CALLABLE = frozenset({b"Fn", b"FnMut", b"FnOnce"})
_ENDS = {
    "expr": frozenset({b",", b";", b"=>"}),
    "stmt": frozenset({b",", b";", b"=>"}),
    "pat": frozenset({b",", b"=>", b"=", b"if", b"in"}),
}
_OPERAND_NEXT = frozenset({b"return", b"move", b"in", b"if", b"match", b"else"})


class Token(NamedTuple):
    text: bytes
    kind: str  # word | text | number | lifetime | mark
    line: int
    start: int  # byte in the file, -1 for what is written nowhere
    end: int


def tokenize(source: bytes, start: int, end: int, line: int) -> list[Token]:
    """Return the tokens of part of a file.

    A documentation comment becomes an attribute, which is the form that macros get.
    """
    found: list[Token] = []
    position = start
    while position < end:
        match = _TOKEN.match(source, position, end)
        if match is None:
            break
        kind, text, stop = match.lastgroup or "mark", match[0], match.end()
        if kind == "doc":
            said = text[3:].removesuffix(b"*/").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
            inner = [Token(b"!", "mark", line, -1, -1)] if text[2:3] == b"!" else []
            found.append(Token(b"#", "mark", line, position, stop))
            found.extend(inner)
            found.append(Token(b"[", "mark", line, -1, -1))
            found.append(Token(b"doc", "word", line, -1, -1))
            found.append(Token(b"=", "mark", line, -1, -1))
            found.append(Token(b'"' + said + b'"', "text", line, -1, -1))
            found.append(Token(b"]", "mark", line, position, stop))
        elif kind != "space":
            found.append(Token(text, kind, line, position, stop))
        line += text.count(b"\n")
        position = stop
    return found


def find_closing(given: Sequence[Token], position: int) -> int:
    """Return the position of the token that closes the group at a position.

    Without such a token it is the number of tokens.
    """
    depth = 0
    for at in range(position, len(given)):
        text = given[at].text
        if given[at].kind != "mark":
            continue
        if text in OPENING:
            depth += 1
        elif text in CLOSING:
            depth -= 1
            if depth <= 0:
                return at
    return len(given)


def find_fragment_end(kind: str, given: Sequence[Token], at: int) -> int:
    """Return the end of the fragment that begins at a position.

    The result is -1 where there is none of its kind.
    """
    if kind == "vis":
        return _skip_visibility(given, at)
    if at >= len(given) or given[at].text in CLOSING:
        return -1
    token = given[at]
    if kind == "ident":
        return at + 1 if token.kind == "word" and token.text != b"_" else -1
    if kind == "lifetime":
        return at + 1 if token.kind == "lifetime" else -1
    if kind == "literal":
        at += token.text == b"-"
        right = at < len(given) and (given[at].kind in ("text", "number") or given[at].text in (b"true", b"false"))
        return at + 1 if right else -1
    if kind == "tt":
        return find_closing(given, at) + 1 if token.text in OPENING else at + 1
    if kind == "block":
        return find_closing(given, at) + 1 if token.text == b"{" else -1
    if kind in ("ty", "path"):
        return _skip_type(given, at)
    if kind == "meta":
        return _skip_meta(given, at)
    if kind == "item":
        return _skip_item(given, at)
    return _skip_until(given, at, _ENDS.get(kind.removesuffix("_param").split("_", 1)[0], _ENDS["expr"]))


def _skip_visibility(given: Sequence[Token], at: int) -> int:
    if at >= len(given) or given[at].text != b"pub":
        return at
    at += 1
    if at + 1 < len(given) and given[at].text == b"(" and given[at + 1].text in (b"crate", b"super", b"self", b"in"):
        return find_closing(given, at) + 1
    return at


def _skip_angles(given: Sequence[Token], at: int) -> int:
    """Return the position after the type arguments that open at a position."""
    depth = 0
    while at < len(given):
        text = given[at].text
        if text in OPENING:
            at = find_closing(given, at)
        elif text in CLOSING or text == b";":
            return -1
        elif given[at].kind == "mark" and text.strip(b"<") == b"" and text:
            depth += len(text)
        elif text in (b">", b">>", b">=", b">>="):
            depth -= text.count(b">")
            if depth <= 0:
                return at + 1
        at += 1
    return -1


def _skip_type(given: Sequence[Token], at: int) -> int:
    """Return the position after a type, or a path."""
    listed = False
    while at < len(given) and (given[at].text in _BEFORE_TYPE or given[at].kind == "lifetime"):
        listed = listed or given[at].text in (b"dyn", b"impl")
        at += 1
    while True:
        at = _skip_one_type(given, at)
        if not (listed and 0 <= at < len(given) and given[at].text == b"+"):
            return at
        at += 1
        if at < len(given) and given[at].kind == "lifetime":
            at += 1
            if not (at < len(given) and given[at].text == b"+"):
                return at
            at += 1


def _skip_one_type(given: Sequence[Token], at: int) -> int:
    size = len(given)
    if at < size and given[at].text == b"for":
        at = _skip_angles(given, at + 1)
    if at < 0 or at >= size:
        return -1
    text = given[at].text
    if text in (b"(", b"["):
        return find_closing(given, at) + 1
    if text in (b"!", b"_"):
        return at + 1
    if text in (b"fn", b"extern"):
        while at < size and given[at].text != b"(":
            at += 1
        return _skip_result(given, find_closing(given, at) + 1)
    if text == b"<":
        at = _skip_angles(given, at)
        if at < 0:
            return -1
    if at < size and given[at].text == b"::":
        at += 1
    if at >= size or given[at].kind != "word":
        return -1
    while True:
        word = given[at].text
        at += 1
        if at < size and given[at].text == b"::" and at + 1 < size and given[at + 1].text == b"<":
            at += 1
        if at < size and given[at].text in (b"<", b"<<"):
            at = _skip_angles(given, at)
            if at < 0:
                return -1
        elif at < size and given[at].text == b"(" and word in _CALLABLE:
            return _skip_result(given, find_closing(given, at) + 1)
        elif at + 1 < size and given[at].text == b"!" and given[at + 1].text in OPENING:
            return find_closing(given, at + 1) + 1
        if at + 1 < size and given[at].text == b"::" and given[at + 1].kind == "word":
            at += 1
            continue
        return at


def _skip_result(given: Sequence[Token], at: int) -> int:
    return _skip_type(given, at + 1) if at < len(given) and given[at].text == b"->" else at


def _skip_meta(given: Sequence[Token], at: int) -> int:
    at = _skip_one_type(given, at) if given[at].text != b"unsafe" else at + 1
    if at < 0 or at >= len(given):
        return at
    if given[at].text in OPENING:
        return find_closing(given, at) + 1
    return _skip_until(given, at + 1, _ENDS["expr"]) if given[at].text == b"=" else at


def _skip_item(given: Sequence[Token], at: int) -> int:
    plain = False  # ends with a semicolon whatever braces it holds
    while at < len(given):
        text = given[at].text
        if text == b";":
            return at + 1
        if text in (b"const", b"static", b"type", b"use") and given[at - 1 : at] and given[at - 1].text != b"*":
            plain = at + 1 < len(given) and given[at + 1].text not in (b"fn", b"unsafe", b"async", b"extern")
        elif text in OPENING:
            at = find_closing(given, at)
            if text == b"{" and not plain:
                return at + 1
        at += 1
    return -1


def _skip_until(given: Sequence[Token], at: int, ends: frozenset[bytes]) -> int:
    """Return the position of the next of some tokens.

    Tokens in groups, type arguments and parameter lists of closures do not count.
    """
    start = at
    while at < len(given):
        token = given[at]
        if token.kind in ("mark", "word") and token.text in ends:
            break
        if token.text in CLOSING:
            break
        if token.text in OPENING:
            at = find_closing(given, at)
        elif token.text == b"::" and at + 1 < len(given) and given[at + 1].text == b"<":
            past = _skip_angles(given, at + 1)
            if past < 0:
                return -1
            at = past - 1
        elif token.text == b"|" and ends is not _ENDS["pat"] and _is_operand_start(given, start, at):
            at += 1
            while at < len(given) and given[at].text != b"|":
                at = find_closing(given, at) + 1 if given[at].text in OPENING else at + 1
        at += 1
    return min(at, len(given)) if at > start else -1


def _is_operand_start(given: Sequence[Token], start: int, at: int) -> bool:
    """Return whether an operand is expected at a position.

    A bar there opens a list of parameters.
    """
    if at == start:
        return True
    before = given[at - 1]
    if before.kind == "word":
        return before.text in _OPERAND_NEXT
    return before.kind == "mark" and before.text not in CLOSING and before.text != b"?"
