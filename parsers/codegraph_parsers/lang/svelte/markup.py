"""Markup: components, directives, blocks and their variables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.lang._components.code import find_closing, is_component
from codegraph_parsers.lang._components.tags import Tag, iterate_tags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph_parsers.lang._components.tags import Attribute
    from codegraph_parsers.lang._components.template import Template

BLOCK = re.compile(rb"\s*([#:/@])([a-z]+)")
AS = re.compile(rb"\sas\s")
THEN = re.compile(rb"\s(then|catch)(?=\s|$)")
SNIPPET = re.compile(rb"\s*([A-Za-z_$][\w$]*)\s*(?:<[^(]*>\s*)?\(")
NAMED = frozenset({"use", "transition", "in", "out", "animate"})  # directives that name a function
SHORT = frozenset({"bind", "class", "style"})  # directives that without a value mean a variable of their name


def walk(template: Template, parts: Sequence[tuple[int, int]]) -> None:
    walker = _Walk(template, parts[-1][1])
    for start, end in parts:
        for tag in iterate_tags(template.w.source, start, end):
            walker.walk_tag(tag)
    walker.close_to(0)


class _Walk:
    """Walk over the markup of a component.

    `opened` holds the blocks and elements around the current place, with the number of scopes that each has opened.
    """

    def __init__(self, template: Template, end: int) -> None:
        self.template = template
        self.w = template.w
        self.end = end
        self.opened: list[tuple[str, int]] = []
        self.awaited: list[int] = []  # what the blocks around here wait for

    def close_to(self, depth: int) -> None:
        while len(self.opened) > depth:
            name, count = self.opened.pop()
            self.close_scopes(count)
            if name == "#await":
                self.awaited.pop()

    def close_scopes(self, count: int) -> None:
        for _ in range(count):
            self.w.close_scope()

    def close(self, name: str) -> None:
        """Leave the innermost element or block of a name, with all that it left open."""
        for depth in range(len(self.opened) - 1, -1, -1):
            if self.opened[depth][0] == name:
                self.close_to(depth)
                return

    def walk_tag(self, tag: Tag) -> None:
        if tag.kind == "code":
            self.walk_code(tag.start, tag.end)
        elif tag.kind == "close":
            self.close(tag.name)
        else:
            self.walk_element(tag)

    # -- elements -----------------------------------------------------------------------------------------------

    def walk_element(self, tag: Tag) -> None:
        if is_component(tag.name.encode()):
            self.template.mention(tag.name, tag.start)
        for each in tag.attributes:
            self.walk_attribute(each)
        introduced = [each for each in tag.attributes if each.name.startswith("let:")]
        if introduced:
            self.template.open_scope(tag.start, self.end)
            for each in introduced:
                if each.values:
                    self.template.bind(*each.values[0], [], is_bare=True)
                else:
                    self.w.declare(each.name[4:], self.w.add(ops.UNION))
        if not tag.is_self_closing:
            self.opened.append((tag.name, 1 if introduced else 0))
        elif introduced:
            self.w.close_scope()

    def walk_attribute(self, given: Attribute) -> None:
        directive, _, name = given.name.partition(":")
        if directive == "let":
            return
        name = name.split("|", 1)[0]
        short = directive in SHORT and name.isidentifier() and not given.values and not given.text
        if short or (directive in NAMED and name):
            self.template.mention(name, given.at)
        for start, end in given.values:
            self.walk_code(start, end)

    # -- code in braces -----------------------------------------------------------------------------------------

    def walk_code(self, start: int, end: int) -> None:
        found = BLOCK.match(self.w.source, start, end)
        if found is None:
            self.lower_value(start, end)
            return
        sign, word, at = found.group(1), found.group(2).decode(), found.end()
        if sign == b"/":
            self.close("#" + word)
        elif sign == b":":
            self.continue_block(at, end)
        elif sign == b"@":
            self.walk_special_tag(word, at, end)
        else:
            self.begin_block(word, at, end)

    def lower_value(self, start: int, end: int) -> int:
        text = self.w.source[start:end].lstrip()
        if text.startswith(b"..."):
            start = self.w.source.index(b"...", start) + 3
        return self.template.lower_expression(start, end)

    def walk_special_tag(self, word: str, start: int, end: int) -> None:
        """Walk `{@const x = y}` or `{@render row(x)}`."""
        equals = self.find_assignment(start, end) if word == "const" else -1
        if equals < 0:
            self.template.lower_statements(start, end)
            return
        value = self.template.lower_expression(equals + 1, end)
        begin = start + len(self.w.source[start:equals]) - len(self.w.source[start:equals].lstrip())
        last = start + len(self.w.source[start:equals].rstrip())
        self.template.bind(begin, last, [value or self.w.add(ops.UNION)], is_bare=True)

    def find_assignment(self, start: int, end: int) -> int:
        """Find the `=` behind the declared names, -1 if there is none."""
        at, source = start, self.w.source
        while at < end:
            if source[at] in b"([{":
                at = find_closing(source, at, end)
            elif source[at] == ord("=") and source[at + 1 : at + 2] != b">":
                return at
            at += 1
        return -1

    def begin_block(self, word: str, start: int, end: int) -> None:
        before = len(self.opened)
        count = 0
        if word == "each":
            count = self.begin_each(start, end)
        elif word == "await":
            count = self.begin_await(start, end)
        elif word == "snippet":
            count = self.begin_snippet(start, end)
        else:
            self.lower_value(start, end)
        del self.opened[before:]
        self.opened.append(("#" + word, count))

    def continue_block(self, start: int, end: int) -> None:
        """Continue a block: `{:else if x}`, `{:then value}`.

        The names that the part before has introduced are not known here.
        """
        for depth in range(len(self.opened) - 1, -1, -1):
            if self.opened[depth][0].startswith("#"):
                self.close_to(depth + 1)
                break
        else:
            return
        name, count = self.opened.pop()
        self.close_scopes(count)
        count = 0
        text = self.w.source[start:end]
        if name == "#await":
            if text.strip():
                held = self.awaited[-1] if self.is_then(start) else 0
                count = self.introduce(start, end, self.w.add(ops.AWAIT, held) if held else self.w.add(ops.UNION))
        elif text.strip().startswith(b"if"):
            self.lower_value(start + text.index(b"if") + 2, end)
        self.opened.append((name, count))

    def begin_each(self, start: int, end: int) -> int:
        """Begin a loop over `items as item, index (key)`; return its scopes."""
        source = self.w.source
        splits = [found for found in AS.finditer(source, start, end) if not self.is_inside(start, found.start(), end)]
        if not splits:
            items_end = self.find_top_level(start, end, b",")
            self.lower_value(start, items_end)
            return self.introduce_index(items_end, end)
        split = splits[-1]
        items = self.lower_value(start, split.start())
        item = self.w.add(ops.ITER, items) if items else 0
        key = self.find_top_level(split.end(), end, b"(")
        comma = self.find_top_level(split.end(), key, b",")
        count = self.introduce(split.end(), comma, item or self.w.add(ops.UNION))
        if comma < key:
            self.template.bind(*self.strip_span(comma + 1, key), [self.w.add_literal("Number")], is_bare=True)
        if key < end:
            self.template.lower_expression(key + 1, find_closing(source, key, end))
        return count

    def introduce_index(self, comma: int, end: int) -> int:
        if comma >= end:
            return 0
        return self.introduce(comma + 1, end, self.w.add_literal("Number"))

    def begin_await(self, start: int, end: int) -> int:
        split = next(THEN.finditer(self.w.source, start, end), None)
        held = self.lower_value(start, split.start() if split is not None else end)
        self.awaited.append(held)
        if split is None:
            return 0
        if not self.w.source[split.end() : end].strip():
            return 0
        value = self.w.add(ops.AWAIT, held) if held and split.group(1) == b"then" else self.w.add(ops.UNION)
        return self.introduce(split.end(), end, value)

    def is_then(self, at: int) -> bool:
        return self.w.source[max(0, at - 4) : at] == b"then"

    def introduce(self, start: int, end: int, value: int) -> int:
        self.template.open_scope(start, self.end)
        self.template.bind(*self.strip_span(start, end), [value], is_bare=True)
        return 1

    def begin_snippet(self, start: int, end: int) -> int:
        """Define the function of `{#snippet row(item)}`.

        The component around it is given that function.
        """
        found = SNIPPET.match(self.w.source, start, end)
        if found is None:
            return 0
        w, template = self.w, self.template
        name, begin = found.group(1).decode(), found.start(1)
        symbol = w.define(
            SymbolKind.FUNCTION, name, template.build_place(start, end), template.build_place(begin, end),
            signature=w.read_one_line(begin, end),
        )  # fmt: skip
        expr = w.add(ops.SYM, symbol)
        w.declare(name, expr)
        if any(is_component(each.encode()) for each, _ in self.opened if not each.startswith("#")):
            w.mention(expr, template.get_line(begin))
        w.open_scope(symbol, "function")
        opening = found.end() - 1
        given = template.parse(opening, find_closing(w.source, opening, end) + 1, b"", b"=>0")
        template.declare_parameters(symbol, given)
        return 1

    # -- text ---------------------------------------------------------------------------------------------------

    def find_top_level(self, start: int, end: int, sign: bytes) -> int:
        """Return the first `sign` outside all brackets, `end` without one."""
        at, source = start, self.w.source
        while at < end:
            if source[at : at + 1] == sign:
                return at
            if source[at] in b"([{":
                at = find_closing(source, at, end)
            at += 1
        return end

    def is_inside(self, start: int, at: int, end: int) -> bool:
        """Return whether source[at] stands in brackets that open behind `start`."""
        source = self.w.source
        while start < at:
            if source[start] in b"([{":
                start = find_closing(source, start, end)
                if start > at:
                    return True
            start += 1
        return False

    def strip_span(self, start: int, end: int) -> tuple[int, int]:
        text = self.w.source[start:end]
        return start + len(text) - len(text.lstrip()), start + len(text.rstrip())
