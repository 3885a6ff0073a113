"""Narrowing of names by `instanceof`, and by conditions that contain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.php import names, types
from codegraph_parsers.narrowed_members import make_place_key

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Known = list[tuple[str, int]]
"""(key of the flow state, expression that it is known to be)"""

PLACES = frozenset({"member_access_expression", "nullsafe_member_access_expression", "subscript_expression"})
BOTH, EITHER = ("&&", "and"), ("||", "or")


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """Narrow names by a condition in the rest of this branch."""
    for key, expr in collect_facts(w, node, holds):
        w.narrow(key, expr)


def lower_guarded(w: Walker, condition: Node | None, holds: bool, node: Node) -> int:
    """Lower an expression that a condition guards.

    It is evaluated only if the condition holds, or only if it does not.
    """
    facts = collect_facts(w, condition, holds) if condition is not None else []
    before = w.narrow_names(facts)
    result = w.visit(node)
    w.restore_names(before)
    return result


def collect_facts(w: Walker, node: Node, holds: bool) -> Known:
    """Return what a condition says of names where it holds, or where it does not."""
    if node.type == "parenthesized_expression" and node.named_children:
        return collect_facts(w, node.named_children[0], holds)
    if node.type == "unary_op_expression":
        argument = node.child_by_field_name("argument")
        negated = node.children[0].type == "!" if node.children else False
        return collect_facts(w, argument, not holds) if argument is not None and negated else []
    if node.type != "binary_expression":
        return []
    left, right, sign = (node.child_by_field_name(each) for each in ("left", "right", "operator"))
    if left is None or right is None or sign is None:
        return []
    word = sign.type.lower()
    if word == "instanceof":
        return match_class_test(w, left, right, holds)
    if word in (BOTH if holds else EITHER):
        facts = collect_facts(w, left, holds)
        before = w.narrow_names(facts)
        facts = facts + collect_facts(w, right, holds)
        w.restore_names(before)
        return facts
    return []


def match_class_test(w: Walker, subject: Node, named: Node, holds: bool) -> Known:
    """Return the facts of `$x instanceof T`."""
    while subject.type == "parenthesized_expression" and subject.named_children:
        subject = subject.named_children[0]
    if subject.type == "assignment_expression":
        subject = subject.child_by_field_name("left") or subject
    if named.type not in types.NAMES:
        return []
    expr = names.refer_to_class(w, w.read_text(named), named.start_point[0] + 1)
    if not expr:
        return []
    if subject.type == "variable_name":
        key = w.read_text(subject)
        before = names.look_up_variable(w, key)
        if key == "$this":
            return []
    elif subject.type in PLACES and holds:
        sites = len(w.sites)
        before = w.visit(subject)
        del w.sites[sites:]
        while w.exprs[before][0] == ops.DECLARED:
            before = w.exprs[before][2]
        key = make_place_key(w, before)
        if not key:
            return []
        w.narrowed = True
    else:
        return []
    if holds:
        return [(key, w.add(ops.DECLARED, expr, before))]
    return [(key, w.add(ops.EXCLUDED, before, expr))] if before else []
