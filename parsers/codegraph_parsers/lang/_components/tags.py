"""Tags of markup in which braces hold code, in source order.

Code stands in text and in attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from codegraph_parsers.lang._components.code import RAW, VOID, find_closing, skip_template
from codegraph_parsers.lang._components.parts import find_raw_end

OPEN = re.compile(rb"<([A-Za-z][^\s/>{]*|(?=>))")
CLOSE = re.compile(rb"</([^>]*)>")
NAME = re.compile(rb"[^\s=>{}\"'`/]+")
BLOCK_END = re.compile(rb"\{\s*/[a-z]+\s*\}")  # and no regular expression
NOT_TEXT = re.compile(rb"[<{]")
SPACE = b" \t\r\n"


EndFinder = Callable[[bytes, int, int], int]


class Attribute(NamedTuple):
    """An attribute of a tag.

    `values` are the expressions in it, source[start:end] each, `text` is the text next to them.
    """

    name: str  # "" for `{name}`, `{...all}`
    at: int
    values: tuple[tuple[int, int], ...]
    text: str = ""


class Tag(NamedTuple):
    """A tag, or code in braces."""

    kind: str  # open | close | code
    name: str
    start: int
    end: int
    attributes: tuple[Attribute, ...] = ()
    is_self_closing: bool = False


def iterate_tags(source: bytes, start: int, end: int, find_end: EndFinder = find_closing) -> Iterator[Tag]:
    """Yield the tags in source[start:end].

    `find_end` returns where braces are closed.
    """
    at = start
    while at < end:
        char = source[at]
        if char == ord("{"):
            ends = BLOCK_END.match(source, at, end)
            closed = ends.end() - 1 if ends is not None else find_end(source, at, end)
            yield Tag("code", "", at + 1, closed)
            at = closed + 1
        elif char != ord("<"):
            found = NOT_TEXT.search(source, at, end)
            at = found.start() if found is not None else end
        elif source.startswith(b"<!--", at):
            stop = source.find(b"-->", at, end)
            at = stop + 3 if stop >= 0 else end
        elif (found := CLOSE.match(source, at, end)) is not None:
            yield Tag("close", found.group(1).strip().decode("utf-8", "replace"), at, found.end())
            at = found.end()
        elif (found := OPEN.match(source, at, end)) is not None:
            tag = _read_opening(source, at, found, end, find_end)
            yield tag
            at = _skip_raw(source, tag, end)
        else:
            at += 1


def _skip_raw(source: bytes, tag: Tag, end: int) -> int:
    """Return the offset behind an opening tag.

    The text of an element that holds no markup is skipped, too.
    """
    name = tag.name.encode()
    if tag.is_self_closing or name not in RAW:
        return tag.end
    found = find_raw_end(source, name, tag.end, end)
    return found if found >= 0 else end


def _read_opening(source: bytes, start: int, found: re.Match[bytes], end: int, find_end: EndFinder) -> Tag:
    name = found.group(1).decode("utf-8", "replace")
    at = found.end()
    given: list[Attribute] = []
    while at < end and source[at] != ord(">"):
        if source[at] == ord("{"):
            closed = find_end(source, at, end)
            given.append(Attribute("", at, ((at + 1, closed),)))
            at = closed + 1
        elif (named := NAME.match(source, at, end)) is not None:
            word, begin, at = named.group().decode("utf-8", "replace"), at, named.end()
            behind = at
            while behind < end and source[behind] in SPACE:
                behind += 1
            values, text = (), ""
            if source[behind : behind + 1] == b"=":
                behind += 1
                while behind < end and source[behind] in SPACE:
                    behind += 1
                at, values, text = _read_value(source, behind, end, find_end)
            given.append(Attribute(word, begin, values, text))
        else:
            at += 1
    is_self_closing = source[at - 1] == ord("/") or found.group(1) in VOID
    return Tag("open", name, start, min(at + 1, end), tuple(given), is_self_closing)


def _read_value(source: bytes, at: int, end: int, find_end: EndFinder) -> tuple[int, tuple[tuple[int, int], ...], str]:
    """Read the value of an attribute.

    Returns the offset behind it, its expressions and its text.
    """
    if at >= end:
        return end, (), ""
    quote = source[at]
    if quote == ord("`"):
        stop = skip_template(source, at, end)
        return stop, ((at, stop),), ""
    quoted = quote in b"\"'"
    begin = at = at + quoted
    values: list[tuple[int, int]] = []
    while at < end and (source[at] != quote if quoted else source[at] not in b" \t\r\n>"):
        if source[at] == ord("{"):
            closed = find_end(source, at, end)
            values.append((at + 1, closed))
            at = closed + 1
        elif not quoted and source.startswith(b"/>", at):
            break
        else:
            at += 1
    text = "" if values else source[begin:at].decode("utf-8", "replace")
    return min(at + quoted, end), tuple(values), text
