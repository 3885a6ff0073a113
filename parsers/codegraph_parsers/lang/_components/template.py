"""Lowering of the markup of a component, as the function that it is compiled to.

Each expression is parsed by itself, where it stands, so that a syntax error in one costs no other. The variables of a
loop or a slot belong to an anonymous function around their scope.
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
from codegraph_parsers.file_facts import Flag, Param, SymbolKind
from codegraph_parsers.lang._components.code import flatten
from codegraph_parsers.lang._ecmascript import scopes
from codegraph_parsers.lang._ecmascript.functions import bind_parameter, bind_pattern, list_parameters, split_parameter
from codegraph_parsers.lang._ecmascript.types import lower_annotation

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from codegraph_parsers.lang._components.parts import Parts
    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Walker

KEY = "component"
WORD = re.compile(rb"(?<![\w$.])[A-Za-z_$][\w$]*")


class Place(NamedTuple):
    """Stand-in for the node of a definition that the grammar does not know."""

    start_byte: int
    end_byte: int
    start_point: Point
    end_point: Point


@dataclass(slots=True)
class Template:
    """State of the walk over the markup of one file."""

    w: Walker
    lines: list[int]  # offsets at which lines begin
    trees: list[Tree] = field(default_factory=list["Tree"])  # nodes live as long as their trees
    prepare: Callable[[bytes], None] | None = None  # called with every expression before it is lowered

    def get_point(self, at: int) -> Point:
        row = bisect_right(self.lines, at) - 1
        return Point(row, at - self.lines[row])

    def get_line(self, at: int) -> int:
        return bisect_right(self.lines, at)

    def read_text(self, start: int, end: int) -> str:
        return self.w.source[start:end].decode("utf-8", "replace")

    def build_place(self, start: int, end: int) -> Node:
        return cast("Node", Place(start, end, self.get_point(start), self.get_point(end)))

    # -- expressions --------------------------------------------------------------------------------------------

    def parse(self, start: int, end: int, before: bytes = b"", after: bytes = b"") -> list[Node]:
        """Parse source[start:end] into statements.

        `before` and `after` are read as if they stood around it.
        """
        w = self.w
        text = bytearray(w.source)
        flatten(w.source, text, start, end)
        first, last = start - len(before), end + len(after)
        if first < 0 or last > len(text):
            return []
        text[first:start], text[end:last] = before, after
        spans = [Range(self.get_point(first), self.get_point(last), first, last)]
        tree = Parser(grammar.load(w.spec.grammar), included_ranges=spans).parse(bytes(text))
        self.trees.append(tree)
        return [child for child in tree.root_node.named_children if not child.is_extra]

    def lower_expression(self, start: int, end: int) -> int:
        """Lower a value; return its expression."""
        w, text = self.w, self.w.source[start:end].strip()
        if not text:
            return 0
        self.prepare_text(text)
        if w.source[end : end + 1].isalnum() or not start:
            nodes = self.parse(start, end)
        else:
            nodes = self.parse(start, end, b"(", b")")
        results = [w.visit(node) for node in nodes]
        return results[-1] if results else 0

    def lower_statements(self, start: int, end: int) -> None:
        """Lower the code of an event: a value, or statements."""
        self.prepare_text(self.w.source[start:end])
        for node in self.parse(start, end):
            self.w.visit(node)

    def prepare_text(self, text: bytes) -> None:
        if self.prepare is not None:
            self.prepare(text)

    def bind(self, start: int, end: int, values: list[int], is_bare: bool = False) -> None:
        """Bind the names of parameters, which are written as those of a function.

        `is_bare`: they have no parentheses.
        """
        w = self.w
        nodes = self.parse(start, end, *((b"(", b")=>0") if is_bare else (b"", b"=>0")))
        arrow = _find_arrow(nodes)
        if arrow is None:
            return
        for position, child in enumerate(list_parameters(arrow)):
            pattern, declared_node, default, rest = split_parameter(child)
            if pattern is None:
                continue
            value = values[position] if position < len(values) and not rest else 0
            declared = lower_annotation(w, declared_node)
            value = w.union([value, w.visit(default)]) if default is not None else value
            value = w.add_instance(declared) or value
            bind_pattern(
                w, pattern, value, lambda w, node, value: w.declare(w.read_text(node), value or w.add(ops.UNION))
            )

    def declare_parameters(self, symbol: int, nodes: list[Node]) -> None:
        """Declare the parameters of a function that markup defines.

        Its scope is open.
        """
        w, arrow = self.w, _find_arrow(nodes)
        params: list[Param] = []
        for child in list_parameters(arrow) if arrow is not None else []:
            pattern, declared_node, default, rest = split_parameter(child)
            if pattern is None:
                continue
            declared = lower_annotation(w, declared_node)
            value = w.visit(default) if default is not None else 0
            name = w.read_text(pattern) if pattern.type == "identifier" else ""
            params.append(Param(name, declared, value, "*" if rest else ""))
            bind_pattern(w, pattern, w.add(ops.PARAM, symbol, len(params) - 1), bind_parameter)
        w.set_params(symbol, params)

    # -- scopes -------------------------------------------------------------------------------------------------

    def open_scope(self, start: int, end: int) -> Scope:
        """Open an anonymous function, which is the scope of names of the markup."""
        w = self.w
        symbol = w.define(
            SymbolKind.FUNCTION,
            "<template>",
            self.build_place(start, end),
            flags=Flag.ANONYMOUS,
            signature="<template>",
        )
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[w.symbols[symbol].parent].qualname)
        w.set_params(symbol, [])
        return w.open_scope(symbol, "function")

    # -- names --------------------------------------------------------------------------------------------------

    def mention(self, name: str, at: int) -> None:
        """Record a mention of a name in the markup.

        It may be dotted: `Icons.Close`.
        """
        w, line = self.w, self.get_line(at)
        head, *rest = name.split(".")
        expr = scopes.look_up(w, head)
        if w.exprs[expr][0] in (ops.NAME, ops.SYM, ops.IMPORT):
            w.mention(expr, line)
        for word in rest:
            if not expr:
                return
            expr = w.share(ops.ATTR, expr, word)
            w.mention(expr, line)

    def is_local(self, name: str) -> bool:
        """Return whether the markup itself binds a name here."""
        scope: Scope | None = self.w.scope
        while scope is not None and scope.kind == "function":
            if name in scope.env:
                return True
            scope = scope.outer
        return False

    def is_known(self, name: str) -> bool:
        """Return whether the scripts bind a name."""
        outer = find_outermost(self.w)
        return name in outer.bound or name in outer.env


def _find_arrow(nodes: list[Node]) -> Node | None:
    node: Node | None = nodes[0] if nodes else None
    while node is not None and node.type != "arrow_function":
        node = node.named_children[0] if node.named_children else None
    return node


def find_outermost(w: Walker) -> Scope:
    scope = w.scope
    while scope.outer is not None:
        scope = scope.outer
    return scope


def find_template(w: Walker) -> Template | None:
    """Return the markup being walked, None in scripts."""
    found = w.state.get(KEY)
    return found if isinstance(found, Template) else None


@contextmanager
def open_markup(w: Walker, start: int, end: int) -> Generator[Template]:
    """Open the function that the markup is compiled to."""
    lines = [0]
    while (at := w.source.find(b"\n", lines[-1])) >= 0:
        lines.append(at + 1)
    found = Template(w, lines)
    w.state[KEY] = found
    found.open_scope(start, end)
    yield found
    w.close_scope()
    del w.state[KEY]


def create_state(w: Walker, parts: Parts) -> None:
    """Create the state of a file from all the names that its code assigns.

    Words of the page and of styles do not count.
    """
    changed: set[str] = set()
    for part in (*parts.scripts, *parts.markup):
        changed.update(scopes.find_reassigned(w.source[part.start : part.end]))
    w.state["ecmascript"] = scopes.State(frozenset(changed))


def export_component(w: Walker) -> None:
    """Export the component as the default of its file.

    A default that the file exports itself comes first.
    """
    st = scopes.get_state(w)
    st.module = True
    value = st.exports.get("default", 0)
    if "default" in st.exported or (value and w.exprs[value][0] in (ops.SYM, ops.IMPORT, ops.NAME)):
        return
    module = w.share(ops.VAR, 0)
    st.exports["default"] = w.add(ops.FLOW, module, value) if value else module
