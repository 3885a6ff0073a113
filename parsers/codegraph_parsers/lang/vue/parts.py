"""The top-level parts of a component's file, and the tags of its template."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from codegraph_parsers.lang._components.code import VOID
from codegraph_parsers.lang._components.parts import Part, Parts, find_raw_end, is_script, read_attributes

BLOCK = re.compile(rb"<!--.*?-->|<([A-Za-z][\w-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>", re.DOTALL)
TAG = re.compile(
    rb"<!--.*?(?:-->|\Z)|\{\{(.*?)\}\}|</([A-Za-z][^\s>]*)[^>]*>|<([A-Za-z][^\s/>]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(rb"([^\s\"'<>/=][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
RAW = frozenset({b"script", b"style"})


class Attribute(NamedTuple):
    name: str
    at: int
    start: int  # of the value; 0 where there is none
    end: int


class Tag(NamedTuple):
    """A tag of a template, or a value between braces, source[start:end]."""

    kind: str  # open | close | value
    name: str
    start: int
    end: int
    attributes: tuple[Attribute, ...] = ()
    is_self_closing: bool = False  # nothing closes it


@lru_cache(maxsize=4)
def divide(source: bytes) -> Parts:
    """Divide a file into scripts and template.

    A template in another language is not read as markup.
    """
    scripts: list[Part] = []
    markup: list[Part] = []
    at = 0
    while (found := BLOCK.search(source, at)) is not None:
        at = found.end()
        name = (found.group(1) or b"").lower()
        if not name or found.group(2).rstrip().endswith(b"/"):
            if name == b"script":
                scripts.append(Part("script", at, at, read_attributes(found.group(2)), (found.start(), at)))
            continue
        given = read_attributes(found.group(2).rstrip(b"/"))
        html = name == b"template" and given.get("lang", "html").lower() == "html"
        end = _find_template_end(source, at) if html else find_raw_end(source, name, at, len(source))
        end = end if end >= 0 else len(source)
        part = Part("script" if name == b"script" else "markup", at, end, given, (found.start(), end))
        if name == b"script" and is_script(given):
            scripts.append(part)
        elif html:
            markup.append(part)
        at = min(end + len(name) + 2, len(source))
    return Parts(tuple(scripts), tuple(markup[:1]))


def _find_template_end(source: bytes, at: int) -> int:
    depth = 1
    for tag in iterate_tags(source, at, len(source)):
        if tag.name == "template" and tag.kind != "value":
            depth += -1 if tag.kind == "close" else not tag.is_self_closing
            if not depth:
                return tag.start
    return len(source)


def iterate_tags(source: bytes, start: int, end: int) -> Iterator[Tag]:
    at = start
    while (found := TAG.search(source, at, end)) is not None:
        at = found.end()
        value, closes, opens, rest = found.group(1, 2, 3, 4)
        if value is not None:
            yield Tag("value", "", found.start(1), found.end(1))
        elif closes is not None:
            yield Tag("close", closes.decode("utf-8", "replace"), found.start(), at)
        elif opens is not None:
            name = opens.decode("utf-8", "replace")
            is_self_closing = rest.endswith(b"/") or opens in VOID
            attributes = tuple(_iterate_attributes(source, found.start(4), found.end(4)))
            yield Tag("open", name, found.start(), at, attributes, is_self_closing)
            if opens in RAW and not is_self_closing:
                raw = find_raw_end(source, opens, at, end)
                at = raw if raw >= 0 else end


def _iterate_attributes(source: bytes, start: int, end: int) -> Iterator[Attribute]:
    for found in ATTRIBUTE.finditer(source, start, end):
        group = next((each for each in (2, 3, 4) if found.group(each) is not None), 0)
        span = found.span(group) if group else (0, 0)
        yield Attribute(found.group(1).decode("utf-8", "replace"), found.start(), *span)
