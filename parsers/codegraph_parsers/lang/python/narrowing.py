"""What a condition says of the names and members in it: `isinstance(x, T)`, `issubclass(x, T)`, `type(x) is T`, and
their combinations.

What is known of a member (`x.part`) or an item (`x[0]`) is kept in the flow state under a key that no name has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.python.types import annotation
from codegraph_parsers.places import place

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Known = list[tuple[str, int]]
"""(key of the flow state, expression that it is known to be)"""

CLASS_TESTS = ("isinstance", "issubclass")
DEFINED = frozenset({ops.NAME, ops.SYM, ops.IMPORT, ops.DECORATED})  # what names of definitions stand for
PLACES = frozenset({"attribute", "subscript"})


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """What a condition says is known from here on in this branch."""
    for key, expr in known(w, node, holds):
        w.narrow(key, expr)


def guarded(w: Walker, condition: Node | None, holds: bool, node: Node) -> int:
    """Walk an expression that is evaluated only if a condition holds, or only if it does not."""
    facts = known(w, condition, holds) if condition is not None else []
    if not facts:
        return w.visit(node)
    before = apply(w, facts)
    result = w.visit(node)
    restore(w, before)
    return result


def apply(w: Walker, facts: Known) -> dict[str, int | None]:
    """Let facts hold; what was known before, to be restored."""
    before: dict[str, int | None] = {}
    for key, expr in facts:
        before.setdefault(key, w.scope.env.get(key))
        w.narrow(key, expr)
    return before


def restore(w: Walker, before: dict[str, int | None]) -> None:
    for key, expr in before.items():
        if expr is None:
            w.scope.env.pop(key, None)
        else:
            w.scope.env[key] = expr


def known(w: Walker, node: Node, holds: bool) -> Known:
    kind = node.type
    if kind == "call":
        return tested(w, node) if holds else excluded(w, node)
    if kind == "boolean_operator":
        left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
        if left is None or sign is None or right is None or sign.type != ("and" if holds else "or"):
            return []
        facts = known(w, left, holds)
        before = apply(w, facts)
        facts = facts + known(w, right, holds)
        restore(w, before)
        return facts
    if kind == "parenthesized_expression" and node.named_children:
        return known(w, node.named_children[0], holds)
    if kind == "not_operator":
        argument = node.child_by_field_name("argument")
        return known(w, argument, not holds) if argument is not None else []
    if kind == "comparison_operator":
        return compared(w, node, holds)
    return []


def tested(w: Walker, node: Node) -> Known:
    """`isinstance(x, T)`: an instance; `issubclass(x, T)`: a class."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or function.type != "identifier" or w.text(function) not in CLASS_TESTS:
        return []
    parts = [child for child in arguments.named_children if not child.is_extra]
    return is_of(w, parts[0], parts[1], w.text(function) == "isinstance") if len(parts) == 2 else []


def excluded(w: Walker, node: Node) -> Known:
    """`isinstance(x, T)` where it does not hold: whatever else the local `x` may be."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or w.text(function) != CLASS_TESTS[0]:
        return []
    parts = [child for child in arguments.named_children if not child.is_extra]
    if len(parts) != 2 or parts[0].type != "identifier":
        return []
    key = w.text(parts[0])
    before, union = w.scope.env.get(key, 0), classes_of(w, parts[1])
    return [(key, w.add(ops.EXCLUDED, before, union))] if before and union else []


def compared(w: Walker, node: Node, holds: bool) -> Known:
    """`type(x) is T`, `type(x) == T`, and their opposites where they do not hold."""
    parts = [child for child in node.named_children if not child.is_extra]
    signs = node.children_by_field_name("operators")
    if len(parts) != 2 or len(signs) != 1 or w.text(signs[0]) not in (("is", "==") if holds else ("is not", "!=")):
        return []
    function, arguments = parts[0].child_by_field_name("function"), parts[0].child_by_field_name("arguments")
    if parts[0].type != "call" or function is None or arguments is None or w.text(function) != "type":
        return []
    given = [child for child in arguments.named_children if not child.is_extra]
    return is_of(w, given[0], parts[1], True) if len(given) == 1 and parts[1].type in ("identifier", *PLACES) else []


def is_of(w: Walker, subject: Node, classes: Node, instance: bool) -> Known:
    """What stands for `subject` once it is known to be an instance, or else a subclass, of one of the classes."""
    if subject.type == "named_expression":
        name = subject.child_by_field_name("name")
        if name is None:
            return []
        subject = name
    if subject.type == "identifier":
        key = w.text(subject)
        if not instance and w.exprs[w.lookup(key)][0] in DEFINED:
            return []  # a class that is named says more than the one that it derives from
        before = w.scope.env.get(key, 0)
    elif subject.type in PLACES:
        sites = len(w.sites)
        before = w.visit(subject)
        del w.sites[sites:]
        while w.exprs[before][0] == ops.DECLARED:
            before = w.exprs[before][2]
        key = place(w, before)
        if not key:
            return []
        w.narrowed = True
    else:
        return []
    union = classes_of(w, classes)
    if not union:
        return []
    expr = w.add(ops.DECLARED, union, before)
    named = w.exprs[before][1] if w.exprs[before][0] == ops.DECORATED else before
    if instance and w.exprs[named][0] == ops.SYM:
        expr = w.add(ops.FLOW, named, expr)  # its name still means the definition
    return [(key, expr if instance else w.add(ops.TYPEOF, expr))]


def classes_of(w: Walker, node: Node) -> int:
    """`T`, `(T, U)` or `T | U`, of a condition that was walked already."""
    sites = len(w.sites)
    types = annotation(w, node) if node.type == "binary_operator" else w.visit(node)
    del w.sites[sites:]
    found = w.exprs[types]
    return w.union(list(found[1:])) if found[0] == ops.TUPLE else types
