"""Scripts of a component, then its template in the scope that they give it.

With `<script setup>` that is the scope of the module. Otherwise it is defined by the component's options: names in a
template are then members of the component, and the names of the module are not visible there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang._components.template import (
    Template,
    create_state,
    export_component,
    find_outermost,
    find_template,
    open_markup,
)
from codegraph_parsers.lang._ecmascript import expressions, functions, modules, scopes
from codegraph_parsers.lang.vue import markup as elements
from codegraph_parsers.lang.vue import options
from codegraph_parsers.lang.vue.parts import divide

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_program(w: Walker, node: Node) -> int:
    parts = divide(w.source)
    create_state(w, parts)
    options.find_options(w, node, any("setup" in part.attributes for part in parts.scripts))
    functions.lower_statements(w, node)
    for part in parts.scripts:
        if part.attributes.get("src"):
            import_script(w, part.attributes["src"], w.source.count(b"\n", 0, part.start) + 1)
    for part in parts.markup:
        with open_markup(w, part.start, part.end) as found:
            found.prepare = options.Names(found)
            elements.walk(found, part.start, part.end)
    return 0


def import_script(w: Walker, path: str, line: int) -> None:
    """Import the script of `<script src>` from another file."""
    scopes.get_state(w).exports["default"] = w.add_import(path, "default", "", line, "reexport")
    w.add_star_import(path, line, "reexport")


def finish(w: Walker, root: Node) -> None:
    export_component(w)
    modules.finish(w, root)


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower a name; in a template a reference stands for the value it holds."""
    expr = scopes.lower_identifier(w, node)
    found = find_template(w)
    if found is not None and w.exprs[expr][0] == ops.NAME and is_computed(found, w.read_text(node)):
        return w.union([w.share(ops.ATTR, expr, "value"), expr])
    return expr


def is_computed(found: Template, name: str) -> bool:
    """Return whether a variable of the script holds the result of a call.

    That may be a reference.
    """
    w = found.w
    bound = find_outermost(w).bound.get(name, ())
    for expr in bound:
        held = w.exprs[expr]
        for value in w.facts.values.get(held[1], ()) if held[0] == ops.VAR else ():
            if w.exprs[value][0] in (ops.CALL, ops.ATTR):
                return True
    return False


def lower_call(w: Walker, node: Node) -> int:
    """Lower a call.

    In a template, a call of a name unknown to the scripts is left unresolved.
    """
    target = node.child_by_field_name("function")
    if find_template(w) is not None and target is not None:
        inner = scopes.unwrap(target)
        if inner.type == "identifier" and w.exprs[scopes.look_up(w, w.read_text(inner))] == (ops.UNION,):
            roles.lower_arguments(w, node.child_by_field_name("arguments"))
            return w.add(ops.UNION)
    return expressions.lower_call(w, node)
