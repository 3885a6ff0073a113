"""The scripts of a component, and after them its template, in the scope that they give it.

With `<script setup>` that is the scope of the module. Else it is what the component's options say: names in a template
are then members of the component, and what the module binds cannot be seen from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang._components.template import Template, begin, markup, outermost, template, whole
from codegraph_parsers.lang._ecmascript import expressions, functions, modules, scopes
from codegraph_parsers.lang.vue import markup as elements
from codegraph_parsers.lang.vue import options
from codegraph_parsers.lang.vue.parts import divide

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def program(w: Walker, node: Node) -> int:
    parts = divide(w.source)
    begin(w, parts)
    options.find(w, node, any("setup" in part.attributes for part in parts.scripts))
    functions.statements(w, node)
    for part in parts.scripts:
        if part.attributes.get("src"):
            elsewhere(w, part.attributes["src"], w.source.count(b"\n", 0, part.start) + 1)
    for part in parts.markup:
        with markup(w, part.start, part.end) as found:
            found.prepare = options.Names(found)
            elements.walk(found, part.start, part.end)
    return 0


def elsewhere(w: Walker, path: str, line: int) -> None:
    """`<script src>`: another file is the script."""
    scopes.state(w).exports["default"] = w.import_(path, "default", "", line, "reexport")
    w.star(path, line, "reexport")


def finish(w: Walker, root: Node) -> None:
    whole(w)
    modules.finish(w, root)


def use(w: Walker, node: Node) -> int:
    """A name; in a template what a reference holds stands for it."""
    expr = scopes.use(w, node)
    found = template(w)
    if found is not None and w.exprs[expr][0] == ops.NAME and is_computed(found, w.text(node)):
        return w.union([w.share(ops.ATTR, expr, "value"), expr])
    return expr


def is_computed(found: Template, name: str) -> bool:
    """Whether a variable of the script holds what some call gave, which may be a reference."""
    w = found.w
    bound = outermost(w).bound.get(name, ())
    for expr in bound:
        held = w.exprs[expr]
        for value in w.facts.values.get(held[1], ()) if held[0] == ops.VAR else ():
            if w.exprs[value][0] in (ops.CALL, ops.ATTR):
                return True
    return False


def call(w: Walker, node: Node) -> int:
    """A call; in a template one of what no script tells of is left alone."""
    target = node.child_by_field_name("function")
    if template(w) is not None and target is not None:
        inner = scopes.unwrap(target)
        if inner.type == "identifier" and w.exprs[scopes.lookup(w, w.text(inner))] == (ops.UNION,):
            roles.arguments(w, node.child_by_field_name("arguments"))
            return w.add(ops.UNION)
    return expressions.call(w, node)
