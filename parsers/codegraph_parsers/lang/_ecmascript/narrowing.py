"""What a condition says of the names and members in it: `x instanceof T`, `isT(x)`, and their combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.scopes import lookup, unwrap
from codegraph_parsers.places import place

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NARROWED = frozenset({"identifier", "member_expression", "subscript_expression"})
GUARD = "[is]"  # member of a function under which the type it vouches for is kept


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """Narrow the names of a condition that holds, or that does not."""
    node = unwrap(node)
    if node.type == "unary_expression":
        sign, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if sign is not None and sign.type == "!" and argument is not None:
            narrow(w, argument, not holds)
    elif node.type == "call_expression" and holds:
        function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        first = given.named_children[0] if given is not None and given.named_child_count else None
        if function is not None and first is not None and first.type in NARROWED:
            found = silently(w, function)
            if found:
                is_of(w, first, w.share(ops.ATTR, found, GUARD))
    elif node.type == "binary_expression":
        left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
        if left is None or right is None or sign is None:
            return
        if sign.type == ("&&" if holds else "||"):
            narrow(w, left, holds)
            narrow(w, right, holds)
        elif sign.type == "instanceof" and holds and left.type in NARROWED:
            is_of(w, left, silently(w, right))


def is_of(w: Walker, node: Node, declared: int) -> None:
    if not declared:
        return
    if node.type == "identifier":
        name = w.text(node)
        w.narrow(name, w.add(ops.DECLARED, declared, lookup(w, name)))
        return
    before = silently(w, node)
    while w.exprs[before][0] == ops.DECLARED:
        before = w.exprs[before][2]
    key = place(w, before)
    if key:
        w.narrow(key, w.add(ops.DECLARED, declared, before))
        w.narrowed = True


def silently(w: Walker, node: Node) -> int:
    """An expression that was walked before, without recording its mentions again."""
    sites = len(w.sites)
    found = w.visit(node)
    del w.sites[sites:]
    return found
