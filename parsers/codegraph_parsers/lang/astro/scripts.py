"""The script of a component or page, and its markup in the same scope."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._components.code import find_closing_in_markup, is_component
from codegraph_parsers.lang._components.tags import iterate_tags
from codegraph_parsers.lang._components.template import create_state, export_component, open_markup
from codegraph_parsers.lang._ecmascript import expressions, functions, modules, statements
from codegraph_parsers.lang.astro.parts import divide

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang._components.template import Template
    from codegraph_parsers.walker import Walker

PROPS = re.compile(rb"\b(?:interface|type)\s+Props\b")


def lower_program(w: Walker, node: Node) -> int:
    parts = divide(w.source)
    create_state(w, parts)
    if b"Astro" in w.source:
        w.bind("Astro", w.add_import("astro", "Astro", "Astro", 1, "bind"))
    functions.lower_statements(w, node)
    if parts.markup:
        with open_markup(w, parts.markup[0].start, parts.markup[-1].end) as template:
            for part in parts.markup:
                walk(template, part.start, part.end)
    return 0


def lower_block(w: Walker, node: Node) -> int:
    """Lower a block, or a script of the page, which is written as one.

    Such a script sees nothing of the other scripts, like a function of its own. Its definitions belong to the file.
    """
    start = node.start_byte + 1
    if w.scope.outer is not None or not any(start == part.start for part in divide(w.source).scripts):
        return statements.lower_block(w, node)
    symbol = w.define(SymbolKind.FUNCTION, "<script>", node, flags=Flag.ANONYMOUS)
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname="")
    w.set_params(symbol, [])
    w.open_scope(symbol, "function")
    functions.lower_statements(w, node)
    w.close_scope()
    for number, each in enumerate(w.symbols):
        if each.parent == symbol:
            w.symbols[number] = each._replace(flags=each.flags & ~Flag.LOCAL)
    return 0


def lower_member(w: Walker, node: Node) -> int:
    """Lower a member; `Astro.props` has the type that the file calls `Props`."""
    expr = expressions.lower_member(w, node)
    if w.read_text(node) == "Astro.props" and PROPS.search(w.source):
        return w.add_instance(w.share(ops.NAME, "Props", 0))
    return expr


def walk(template: Template, start: int, end: int) -> None:
    for tag in iterate_tags(template.w.source, start, end, find_closing_in_markup):
        if tag.kind == "code":
            template.lower_expression(tag.start, tag.end)
        elif tag.kind == "open":
            if is_component(tag.name.encode()):
                template.mention(tag.name, tag.start)
            for attribute in tag.attributes:
                for first, last in attribute.values:
                    lower_value(template, first, last)


def lower_value(template: Template, start: int, end: int) -> None:
    source = template.w.source
    if source[start:end].lstrip().startswith(b"..."):
        start = source.index(b"...", start) + 3
    template.lower_expression(start, end)


def finish(w: Walker, root: Node) -> None:
    export_component(w)
    modules.finish(w, root)
