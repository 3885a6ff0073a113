"""Ends of JavaScript in markup, and of markup in JavaScript."""

from __future__ import annotations

import re

BEFORE_REGEX = b"(,=:[!&|?{};+-*%~^<>"
BEFORE_MARKUP = b"(,=:[&|?{};"
WORD_END = re.compile(rb"(?:^|[^\w$.])(return|typeof|default|await|yield|case|in|of|if|each|key|html)$")
REGEX = re.compile(rb"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
OPENING, CLOSING = b"([{", b")]}"
LOOK_BACK = 12  # bytes in which the word before a slash is looked for
RAW = frozenset({b"script", b"style"})
TAG = re.compile(rb"<(?:[A-Za-z][\w.:-]*|>|!--)")
VOID = frozenset(
    {
        b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source",
        b"track", b"wbr",
    }
)  # fmt: skip
"""Elements that nothing closes."""


def find_closing(source: bytes, at: int, end: int) -> int:
    """Return where the bracket that opens at `at` is closed, `end` if nowhere."""
    depth = 0
    while at < end:
        char = source[at]
        if char in OPENING:
            depth += 1
        elif char in CLOSING:
            depth -= 1
            if not depth:
                return at
        at = skip_token(source, at, end)
    return end


def skip_token(source: bytes, at: int, end: int) -> int:
    """Return the offset behind the token at `at`.

    Strings, comments and regular expressions are one token, anything else is one byte.
    """
    char = source[at]
    if char in b"'\"":
        return skip_string(source, at, end)
    if char == ord("`"):
        return skip_template(source, at, end)
    if char == ord("/") and source.startswith(b"//", at):
        found = source.find(b"\n", at, end)
        return found if found >= 0 else end
    if char == ord("/") and source.startswith(b"/*", at):
        found = source.find(b"*/", at + 2, end)
        return found + 2 if found >= 0 else end
    if char == ord("/") and is_value_start(source, at, BEFORE_REGEX):
        found = REGEX.match(source, at, end)
        return found.end() if found is not None else at + 1
    return at + 1


def skip_string(source: bytes, at: int, end: int) -> int:
    """Return the offset behind a string in one kind of quotes.

    It ends with its line.
    """
    quote = source[at]
    at += 1
    while at < end and source[at] != quote and source[at] not in b"\r\n":
        at += 2 if source[at] == ord("\\") else 1
    return min(at + 1, end)


def skip_template(source: bytes, at: int, end: int) -> int:
    """Return the offset behind a template literal and its substitutions."""
    at += 1
    while at < end and source[at] != ord("`"):
        if source[at] == ord("\\"):
            at += 2
        elif source.startswith(b"${", at):
            at = find_closing(source, at + 1, end) + 1
        else:
            at += 1
    return min(at + 1, end)


def is_value_start(source: bytes, at: int, before: bytes) -> bool:
    """Return whether a value, and no operator, begins at `at`.

    The text before it decides.
    """
    start = at
    while start and source[start - 1] in b" \t\r\n":
        start -= 1
    if not start:
        return True
    char = source[start - 1]
    if char == ord(">"):
        return source[start - 2 : start] == b"=>" or ord(">") in before
    return char in before or WORD_END.search(source[max(0, start - LOOK_BACK) : start]) is not None


def find_closing_in_markup(source: bytes, at: int, end: int) -> int:
    """Return where a bracket is closed, as `find_closing` does.

    Markup may be a value there.
    """
    return flatten(source, None, at + 1, end)


def flatten(source: bytes, text: bytearray | None, start: int, end: int) -> int:
    """Rewrite markup that stands as a value in source[start:end].

    It becomes a list of the components and expressions in it: `<List items={a}>{b}</List>` is written `[List      ,a,
    ,b,       ]` in `text`, where every name keeps its place. Rewriting ends at a bracket that was opened before
    `start`. Returns where that is.
    """
    at = last = start  # behind the last byte that is neither space nor comment
    depth = 0
    while at < end:
        char = source[at]
        value = char == ord("<") and (last == start or is_value_start(source, last, BEFORE_MARKUP))
        if value and TAG.match(source, at, end) is not None:
            at = last = _flatten_element(source, text, at, end)
            continue
        if char in OPENING:
            depth += 1
        elif char in CLOSING:
            depth -= 1
            if depth < 0:
                return at
        comment = char == ord("/") and source[at + 1 : at + 2] in (b"/", b"*")
        at = _flatten_template(source, text, at, end) if char == ord("`") else skip_token(source, at, end)
        if char not in b" \t\r\n" and not comment:
            last = at
    return end


def _flatten_template(source: bytes, text: bytearray | None, at: int, end: int) -> int:
    at += 1
    while at < end and source[at] != ord("`"):
        if source[at] == ord("\\"):
            at += 2
        elif source.startswith(b"${", at):
            at = flatten(source, text, at + 2, end) + 1
        else:
            at += 1
    return min(at + 1, end)


def _flatten_element(source: bytes, text: bytearray | None, at: int, end: int) -> int:
    """Rewrite an element with its contents; return where the code continues."""
    depth, begin = 0, at
    while at < end:
        if source.startswith(b"<!--", at):
            found = source.find(b"-->", at, end)
            stop = found + 3 if found >= 0 else end
            blank(text, at, stop)
            at = stop
        elif source.startswith(b"</", at):
            stop = source.find(b">", at, end) + 1 or end
            blank(text, at, stop)
            depth -= source[at + 2 : stop - 1].strip() not in VOID
            at = stop
        elif source[at] == ord("<") and TAG.match(source, at, end) is not None:
            at, closed = _flatten_tag(source, text, at, end)
            depth += not closed
        elif source[at] == ord("{"):
            at = _flatten_braces(source, text, at, end)
            continue
        else:
            blank(text, at, at + 1)
            at += 1
            continue
        if depth <= 0:
            break
    put(text, begin, b"[")
    put(text, at - 1, b"]")
    return at


def _flatten_tag(source: bytes, text: bytearray | None, at: int, end: int) -> tuple[int, bool]:
    """Rewrite an opening tag.

    Returns the offset behind it, and whether nothing closes it.
    """
    found = TAG.match(source, at, end)
    assert found is not None
    name = found.group()[1:]
    put(text, at, b",")
    if name == b">":
        blank(text, at + 1, found.end())
        return found.end(), False
    if not is_component(name):
        blank(text, at + 1, found.end())
    at = found.end()
    while at < end and source[at] != ord(">"):
        if source[at] == ord("{"):
            at = _flatten_braces(source, text, at, end)
        elif source[at] in b"'\"":
            stop = source.find(source[at : at + 1], at + 1, end) + 1 or end
            blank(text, at, stop)
            at = stop
        elif source[at] == ord("`"):
            put(text, at - 1, b",")
            at = _flatten_template(source, text, at, end)
        else:
            blank(text, at, at + 1)
            at += 1
    put(text, at, b",")
    at = min(at + 1, end)
    alone = source[at - 2] == ord("/") or name in VOID
    if not alone and name in RAW:
        raw = source.find(b"</", at, end)
        blank(text, at, raw if raw >= 0 else end)
        at = raw if raw >= 0 else end
    return at, alone


def _flatten_braces(source: bytes, text: bytearray | None, at: int, end: int) -> int:
    closed = flatten(source, text, at + 1, end)
    put(text, at, b",")
    put(text, closed, b",")
    return min(closed + 1, end)


def is_component(name: bytes) -> bool:
    """Return whether a tag is that of a component, not of the page.

    Its first letter decides, or that it is a member of something.
    """
    return name[:1].isupper() or b"." in name


def put(text: bytearray | None, at: int, byte: bytes) -> None:
    if text is not None and at < len(text):
        text[at : at + 1] = byte


def blank(text: bytearray | None, start: int, end: int) -> None:
    """Replace text by spaces; line ends stay."""
    if text is not None:
        text[start:end] = bytes(char if char in b"\r\n" else 32 for char in text[start:end])
