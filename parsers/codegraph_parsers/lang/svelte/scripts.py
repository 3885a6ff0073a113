"""The scripts of a component, which share one scope with its markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._components.template import create_state, export_component, find_outermost, open_markup
from codegraph_parsers.lang._ecmascript import expressions, functions, modules, scopes
from codegraph_parsers.lang.svelte import markup as elements
from codegraph_parsers.lang.svelte.parts import divide

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STORE = re.compile(rb"(?<![\w$.])\$([A-Za-z_][\w$]*)")


def lower_program(w: Walker, node: Node) -> int:
    parts = divide(w.source)
    create_state(w, parts)
    functions.lower_statements(w, node)
    if parts.markup:
        with open_markup(w, parts.markup[0].start, parts.markup[-1].end) as found:
            elements.walk(found, [(part.start, part.end) for part in parts.markup])
    return 0


def finish(w: Walker, root: Node) -> None:
    names = w.facts.names.setdefault(0, {})
    for word in {match.decode() for match in STORE.findall(w.source)}:
        if word in names and f"${word}" not in names:
            names[f"${word}"] = w.share(ops.NAME, word, 0)  # what it holds is of the store that it names
    export_component(w)
    modules.finish(w, root)


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower a name; `$name` is the value that the store `name` holds."""
    word = w.read_text(node)
    if word[:1] != "$" or len(word) < 2 or not _is_store(w, word):
        return scopes.lower_identifier(w, node)
    store = w.share(ops.NAME, word[1:], 0)
    w.mention(store, node.start_point[0] + 1)
    get = w.shared.get(("get",)) or w.add_import("svelte/store", "get", "", node.start_point[0] + 1, "bind")
    w.shared[("get",)] = get
    return w.add(ops.CALL, get, (store,), ())


def lower_call(w: Walker, node: Node) -> int:
    """Lower a call.

    Nothing is known of the props of a component but what a type declares.
    """
    expr = expressions.lower_call(w, node)
    target = node.child_by_field_name("function")
    return 0 if target is not None and w.read_text(target) == "$props" else expr


def _is_store(w: Walker, word: str) -> bool:
    outer = find_outermost(w)
    return w.exprs[scopes.look_up(w, word)][0] == ops.NAME and (word[1:] in outer.bound or word[1:] in outer.env)


def lower_labeled(w: Walker, node: Node) -> int:
    """Declare a variable by `$: name = value`, unless it is declared elsewhere."""
    label, body = node.child_by_field_name("label"), node.child_by_field_name("body")
    if label is None or body is None or w.read_text(label) != "$" or w.scope.outer is not None:
        return walk_body(w, node)
    inner = body.named_children[0] if body.type == "expression_statement" and body.named_children else None
    if inner is not None and inner.type == "assignment_expression":
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        named = left is not None and left.type == "identifier" and scopes.find_owner(w, w.read_text(left)) is None
        if named and left is not None and right is not None:
            scopes.bind_variable(w, left, w.visit(right), 0, node, "let")
            return 0
    return w.visit(body)


def walk_body(w: Walker, node: Node) -> int:
    return w.visit_field(node, "body")
