"""Narrowing of names and members by conditions.

Conditions are `isinstance(x, T)`, `issubclass(x, T)`, `type(x) is T`, and their combinations.

What is known of a member (`x.part`) or an item (`x[0]`) is kept in the flow state under a key that no name has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.python.types import lower_annotation
from codegraph_parsers.narrowed_members import make_place_key

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Known = list[tuple[str, int]]
"""(key of the flow state, expression that it is known to be)"""

CLASS_TESTS = ("isinstance", "issubclass")
DEFINED = frozenset({ops.NAME, ops.SYM, ops.IMPORT, ops.DECORATED})  # what names of definitions stand for
PLACES = frozenset({"attribute", "subscript"})


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """Narrow names by a condition in the rest of this branch."""
    for key, expr in collect_facts(w, node, holds):
        w.narrow(key, expr)


def lower_guarded(w: Walker, condition: Node | None, holds: bool, node: Node) -> int:
    """Lower an expression that a condition guards.

    It is evaluated only if the condition holds, or only if it does not.
    """
    facts = collect_facts(w, condition, holds) if condition is not None else []
    if not facts:
        return w.visit(node)
    before = w.narrow_names(facts)
    result = w.visit(node)
    w.restore_names(before)
    return result


def collect_facts(w: Walker, node: Node, holds: bool) -> Known:
    kind = node.type
    if kind == "call":
        return match_class_test(w, node) if holds else match_excluded(w, node)
    if kind == "boolean_operator":
        left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
        if left is None or sign is None or right is None or sign.type != ("and" if holds else "or"):
            return []
        facts = collect_facts(w, left, holds)
        before = w.narrow_names(facts)
        facts = facts + collect_facts(w, right, holds)
        w.restore_names(before)
        return facts
    if kind == "parenthesized_expression" and node.named_children:
        return collect_facts(w, node.named_children[0], holds)
    if kind == "not_operator":
        argument = node.child_by_field_name("argument")
        return collect_facts(w, argument, not holds) if argument is not None else []
    if kind == "comparison_operator":
        return match_type_comparison(w, node, holds)
    return []


def match_class_test(w: Walker, node: Node) -> Known:
    """Return the facts of `isinstance(x, T)` or `issubclass(x, T)`.

    In the first `x` is an instance, in the second a class.
    """
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if (
        function is None
        or arguments is None
        or function.type != "identifier"
        or w.read_text(function) not in CLASS_TESTS
    ):
        return []
    parts = [child for child in arguments.named_children if not child.is_extra]
    return build_class_facts(w, parts[0], parts[1], w.read_text(function) == "isinstance") if len(parts) == 2 else []


def match_excluded(w: Walker, node: Node) -> Known:
    """Return the facts of `isinstance(x, T)` where it does not hold.

    The local `x` may be anything else.
    """
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or w.read_text(function) != CLASS_TESTS[0]:
        return []
    parts = [child for child in arguments.named_children if not child.is_extra]
    if len(parts) != 2 or parts[0].type != "identifier":
        return []
    key = w.read_text(parts[0])
    before, union = w.scope.env.get(key, 0), lower_classes(w, parts[1])
    return [(key, w.add(ops.EXCLUDED, before, union))] if before and union else []


def match_type_comparison(w: Walker, node: Node, holds: bool) -> Known:
    """Return the facts of `type(x) is T` or `type(x) == T`.

    Their negations are read where they do not hold.
    """
    parts = [child for child in node.named_children if not child.is_extra]
    signs = node.children_by_field_name("operators")
    if len(parts) != 2 or len(signs) != 1 or w.read_text(signs[0]) not in (("is", "==") if holds else ("is not", "!=")):
        return []
    function, arguments = parts[0].child_by_field_name("function"), parts[0].child_by_field_name("arguments")
    if parts[0].type != "call" or function is None or arguments is None or w.read_text(function) != "type":
        return []
    given = [child for child in arguments.named_children if not child.is_extra]
    return (
        build_class_facts(w, given[0], parts[1], True)
        if len(given) == 1 and parts[1].type in ("identifier", *PLACES)
        else []
    )


def build_class_facts(w: Walker, subject: Node, classes: Node, instance: bool) -> Known:
    """Return the facts of a subject that is of one of some classes.

    It is an instance, or else a subclass, of one of them.
    """
    if subject.type == "named_expression":
        name = subject.child_by_field_name("name")
        if name is None:
            return []
        subject = name
    if subject.type == "identifier":
        key = w.read_text(subject)
        if not instance and w.exprs[w.look_up(key)][0] in DEFINED:
            return []  # a class that is named says more than the one that it derives from
        before = w.scope.env.get(key, 0)
    elif subject.type in PLACES:
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
    union = lower_classes(w, classes)
    if not union:
        return []
    expr = w.add(ops.DECLARED, union, before)
    named = w.exprs[before][1] if w.exprs[before][0] == ops.DECORATED else before
    if instance and w.exprs[named][0] == ops.SYM:
        expr = w.add(ops.FLOW, named, expr)  # its name still means the definition
    return [(key, expr if instance else w.add(ops.TYPEOF, expr))]


def lower_classes(w: Walker, node: Node) -> int:
    """Lower `T`, `(T, U)` or `T | U` of a condition that was already walked."""
    sites = len(w.sites)
    types = lower_annotation(w, node) if node.type == "binary_operator" else w.visit(node)
    del w.sites[sites:]
    found = w.exprs[types]
    return w.union(list(found[1:])) if found[0] == ops.TUPLE else types
