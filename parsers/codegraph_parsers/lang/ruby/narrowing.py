"""Narrowing of local variables by conditions: `x.is_a?(T)`, `T === x`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.ruby.state import find_local

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Known = list[tuple[str, int]]
"""(local variable, expression that it is known to be)"""

TESTS = frozenset({"is_a?", "kind_of?", "instance_of?"})
CLASSES = frozenset({"constant", "scope_resolution"})


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """Narrow local variables by a condition in the rest of this branch."""
    w.narrow_names(collect(w, node, holds))


def collect(w: Walker, node: Node, holds: bool) -> Known:
    kind = node.type
    if kind == "parenthesized_statements" and len(node.named_children) == 1:
        return collect(w, node.named_children[0], holds)
    if kind == "unary" and node.children[0].type in ("!", "not"):
        operand = node.child_by_field_name("operand")
        return collect(w, operand, not holds) if operand is not None else []
    if kind == "binary":
        return collect_binary(w, node, holds)
    if kind == "call" and holds:
        receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        arguments = node.child_by_field_name("arguments")
        if receiver is None or method is None or arguments is None or w.read_text(method) not in TESTS:
            return []
        classes = [child for child in arguments.named_children if not child.is_extra]
        return match_class(w, receiver, classes)
    return []


def collect_binary(w: Walker, node: Node, holds: bool) -> Known:
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    if left is None or right is None or sign is None:
        return []
    if sign.type in (("&&", "and") if holds else ("||", "or")):
        return [*collect(w, left, holds), *collect(w, right, holds)]
    if sign.type == "===" and holds and left.type in CLASSES:
        return match_class(w, right, [left])
    return []


def match_class(w: Walker, subject: Node, classes: list[Node]) -> Known:
    """Return that a local variable is an instance of one of some classes."""
    if subject.type != "identifier" or not classes or any(each.type not in CLASSES for each in classes):
        return []
    before = find_local(w, w.read_text(subject))
    if before is None:
        return []
    sites = len(w.sites)
    types = w.union([w.visit(each) for each in classes])
    del w.sites[sites:]
    return [(w.read_text(subject), w.add(ops.DECLARED, types, before))] if types else []
