"""The markup of a component walked as the function that it is compiled to: what it names is used by the module.

Expressions are parsed where they stand, each by itself, so that one that cannot be read costs no other. What a loop or
a slot introduces lives in an anonymous function around what it is known in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, cast

from tree_sitter import Parser, Point, Range

from codegraph_parsers import grammar, ops
from codegraph_parsers.facts import Flag, Param, SymbolKind
from codegraph_parsers.lang._components.code import flatten
from codegraph_parsers.lang._ecmascript import scopes
from codegraph_parsers.lang._ecmascript.functions import bind_parameter, bind_pattern, parameter_nodes, split
from codegraph_parsers.lang._ecmascript.types import annotation

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from codegraph_parsers.lang._components.parts import Parts
    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Walker

KEY = "component"
WORD = re.compile(rb"(?<![\w$.])[A-Za-z_$][\w$]*")


class Place(NamedTuple):
    """Stands for the node of a definition that the grammar knows nothing of."""

    start_byte: int
    end_byte: int
    start_point: Point
    end_point: Point


@dataclass(slots=True)
class Template:
    """What is kept while the markup of one file is walked."""

    w: Walker
    lines: list[int]  # offsets at which lines begin
    trees: list[Tree] = field(default_factory=list["Tree"])  # nodes live as long as their trees
    prepare: Callable[[bytes], None] | None = None  # told of every expression before it is walked

    def point(self, at: int) -> Point:
        row = bisect_right(self.lines, at) - 1
        return Point(row, at - self.lines[row])

    def line(self, at: int) -> int:
        return bisect_right(self.lines, at)

    def text(self, start: int, end: int) -> str:
        return self.w.source[start:end].decode("utf-8", "replace")

    def place(self, start: int, end: int) -> Node:
        return cast("Node", Place(start, end, self.point(start), self.point(end)))

    # -- expressions --------------------------------------------------------------------------------------------

    def parse(self, start: int, end: int, before: bytes = b"", after: bytes = b"") -> list[Node]:
        """Statements of source[start:end]; `before` and `after` are read as if they stood around it."""
        w = self.w
        text = bytearray(w.source)
        flatten(w.source, text, start, end)
        first, last = start - len(before), end + len(after)
        if first < 0 or last > len(text):
            return []
        text[first:start], text[end:last] = before, after
        spans = [Range(self.point(first), self.point(last), first, last)]
        tree = Parser(grammar.load(w.spec.grammar), included_ranges=spans).parse(bytes(text))
        self.trees.append(tree)
        return [child for child in tree.root_node.named_children if not child.is_extra]

    def expression(self, start: int, end: int) -> int:
        """Walk a value; the expression that it is."""
        w, text = self.w, self.w.source[start:end].strip()
        if not text:
            return 0
        self.told(text)
        if w.source[end : end + 1].isalnum() or not start:
            nodes = self.parse(start, end)
        else:
            nodes = self.parse(start, end, b"(", b")")
        results = [w.visit(node) for node in nodes]
        return results[-1] if results else 0

    def statements(self, start: int, end: int) -> None:
        """Walk what runs at an event: a value, or statements."""
        self.told(self.w.source[start:end])
        for node in self.parse(start, end):
            self.w.visit(node)

    def told(self, text: bytes) -> None:
        if self.prepare is not None:
            self.prepare(text)

    def bind(self, start: int, end: int, values: list[int], bare: bool = False) -> None:
        """Introduce the names of parameters, written as those of a function are; `bare` without the brackets."""
        w = self.w
        nodes = self.parse(start, end, *((b"(", b")=>0") if bare else (b"", b"=>0")))
        arrow = _arrow(nodes)
        if arrow is None:
            return
        for position, child in enumerate(parameter_nodes(arrow)):
            pattern, declared_node, default, rest = split(child)
            if pattern is None:
                continue
            value = values[position] if position < len(values) and not rest else 0
            declared = annotation(w, declared_node)
            value = w.union([value, w.visit(default)]) if default is not None else value
            value = w.instance(declared) or value
            bind_pattern(w, pattern, value, lambda w, node, value: w.declare(w.text(node), value or w.add(ops.UNION)))

    def parameters(self, symbol: int, nodes: list[Node]) -> None:
        """Parameters of a function that markup defines, whose scope is open."""
        w, arrow = self.w, _arrow(nodes)
        params: list[Param] = []
        for child in parameter_nodes(arrow) if arrow is not None else []:
            pattern, declared_node, default, rest = split(child)
            if pattern is None:
                continue
            declared = annotation(w, declared_node)
            value = w.visit(default) if default is not None else 0
            name = w.text(pattern) if pattern.type == "identifier" else ""
            params.append(Param(name, declared, value, "*" if rest else ""))
            bind_pattern(w, pattern, w.add(ops.PARAM, symbol, len(params) - 1), bind_parameter)
        w.set_params(symbol, params)

    # -- scopes -------------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self, start: int, end: int) -> Generator[Scope]:
        opened = self.open(start, end)
        yield opened
        self.w.close_scope()

    def open(self, start: int, end: int) -> Scope:
        """An anonymous function around what some names are known in."""
        w = self.w
        symbol = w.define(
            SymbolKind.FUNCTION, "<template>", self.place(start, end), flags=Flag.ANONYMOUS, signature="<template>"
        )
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[w.symbols[symbol].parent].qualname)
        w.set_params(symbol, [])
        return w.open_scope(symbol, "function")

    # -- names --------------------------------------------------------------------------------------------------

    def mention(self, name: str, at: int) -> None:
        """A name in the markup that may be dotted: `Icons.Close`."""
        w, line = self.w, self.line(at)
        head, *rest = name.split(".")
        expr = scopes.lookup(w, head)
        if w.exprs[expr][0] in (ops.NAME, ops.SYM, ops.IMPORT):
            w.mention(expr, line)
        for word in rest:
            if not expr:
                return
            expr = w.share(ops.ATTR, expr, word)
            w.mention(expr, line)

    def is_local(self, name: str) -> bool:
        """Whether the markup itself introduces a name here."""
        scope: Scope | None = self.w.scope
        while scope is not None and scope.kind == "function":
            if name in scope.env:
                return True
            scope = scope.outer
        return False

    def is_known(self, name: str) -> bool:
        """Whether the scripts bind a name."""
        outer = outermost(self.w)
        return name in outer.bound or name in outer.env


def _arrow(nodes: list[Node]) -> Node | None:
    node: Node | None = nodes[0] if nodes else None
    while node is not None and node.type != "arrow_function":
        node = node.named_children[0] if node.named_children else None
    return node


def outermost(w: Walker) -> Scope:
    scope = w.scope
    while scope.outer is not None:
        scope = scope.outer
    return scope


def template(w: Walker) -> Template | None:
    """The markup being walked, None in scripts."""
    found = w.state.get(KEY)
    return found if isinstance(found, Template) else None


@contextmanager
def markup(w: Walker, start: int, end: int) -> Generator[Template]:
    """The function that the markup is."""
    lines = [0]
    while (at := w.source.find(b"\n", lines[-1])) >= 0:
        lines.append(at + 1)
    found = Template(w, lines)
    w.state[KEY] = found
    with found.scope(start, end):
        yield found
    del w.state[KEY]


def begin(w: Walker, parts: Parts) -> None:
    """What is assigned anywhere, as far as it is code: words of the page and of styles say nothing."""
    changed: set[str] = set()
    for part in (*parts.scripts, *parts.markup):
        changed.update(scopes.reassigned(w.source[part.start : part.end]))
    w.state["ecmascript"] = scopes.State(frozenset(changed))


def whole(w: Walker) -> None:
    """The component stands for its file, wherever that exports no other default."""
    st = scopes.state(w)
    st.module = True
    value = st.exports.get("default", 0)
    if "default" in st.exported or (value and w.exprs[value][0] in (ops.SYM, ops.IMPORT, ops.NAME)):
        return
    module = w.share(ops.VAR, 0)
    st.exports["default"] = w.add(ops.FLOW, module, value) if value else module
