"""Operators: sites where a class may define what one does, and what is an object and what an address of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._cfamily import names
from codegraph_parsers.lang._cfamily.types import BOOLEAN, INTEGER, NUMBERS, SCALARS

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.facts import Expr
    from codegraph_parsers.walker import Walker

COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "and", "or"})
ARITHMETIC = frozenset("+-*/%&|^")


def binary(w: Walker, node: Node) -> int:
    """Comparisons and logic are truth values; other operators may be members of their left operand."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    if not names.is_plus(w):
        return x
    sign = node.child_by_field_name("operator")
    word = sign.type if sign is not None else ""
    expr = 0
    if left is not None and right is not None and x and word in w.spec.semantics.operators.members:
        expr = operator(w, node, word, operand(w, left, x), operand(w, right, y))
    return w.literal(BOOLEAN) if word in COMPARISONS else expr or _number(w, word, x, y) or x


def _number(w: Walker, word: str, left: int, right: int) -> int:
    """What arithmetic on two numbers gives, 0 where they are not both known to be numbers."""
    kinds = [_kind(w, each) for each in (left, right)]
    if word not in ARITHMETIC or not all(kinds):
        return 0
    return w.literal(NUMBERS[max(NUMBERS.index(each) if each in NUMBERS else 0 for each in kinds)])


def _kind(w: Walker, expr: int) -> str:
    """The fundamental type that a value is certain to have, "" for none."""
    found = without_const(w, expr)
    if found[0] == ops.INSTANCE:
        kind: int = found[1]
        found = w.exprs[kind]
        return str(found[1]) if found[0] == ops.NAME and found[1] in SCALARS else ""
    return str(found[1]) if found[0] == ops.LITERAL and found[1] in SCALARS else ""


def unary(w: Walker, node: Node) -> int:
    argument = node.child_by_field_name("argument")
    value = w.visit(argument) if argument is not None else 0
    sign = node.child_by_field_name("operator")
    if sign is None or argument is None or not value or not names.is_plus(w):
        return value
    if sign.type in w.spec.semantics.operators.members:
        operator(w, node, sign.type, operand(w, argument, value))
    return w.literal(BOOLEAN) if sign.type in ("!", "not") else value


def update(w: Walker, node: Node) -> int:
    """`++x` and `x++`: the latter passes a number that tells them apart."""
    argument, sign = node.child_by_field_name("argument"), node.child_by_field_name("operator")
    value = w.visit(argument) if argument is not None else 0
    if argument is None or sign is None or not value or not names.is_plus(w):
        return value
    given = operand(w, argument, value)
    if not is_plain(w, given):
        after = (w.literal(INTEGER),) if sign.start_byte > argument.start_byte else ()
        w.site("operator", w.add(ops.OPERATOR, given, sign.type, after), names.line_of(node))
    return value


def assignment(w: Walker, node: Node) -> int:
    """Variables keep their declared types; only sites matter."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    sign = node.child_by_field_name("operator")
    word = sign.type if sign is not None else ""
    if left is not None and right is not None and x and names.is_plus(w) and word in w.spec.semantics.operators.members:
        operator(w, node, word, operand(w, left, x), operand(w, right, y))
    return x


def pointer(w: Walker, node: Node) -> int:
    """`*x` and `&x`."""
    argument = node.child_by_field_name("argument")
    value = w.visit(argument) if argument is not None else 0
    sign = node.child_by_field_name("operator")
    if argument is None or not value or not names.is_plus(w) or sign is None or sign.type != "*":
        return value
    if holds_address(w, value) or argument.type == "this":
        return value
    operator(w, node, "*", value)
    return w.add(ops.DEREF, value)


def subscript(w: Walker, node: Node) -> int:
    """`a[i]`."""
    target = node.child_by_field_name("argument")
    base = w.visit(target) if target is not None else 0
    keys = node.child_by_field_name("indices") or node.child_by_field_name("index")
    key = 0
    if keys is not None:
        listed = keys.named_children if keys.type == "subscript_argument_list" else [keys]
        given = [w.visit(each) for each in listed]
        key = given[0] if len(given) == 1 else 0
    if not base or not names.is_plus(w) or holds_address(w, base):
        return base
    expr = w.add(ops.INDEX, base, key)
    w.site("operator", expr, names.line_of(node))
    return expr


def operator(w: Walker, node: Node, word: str, *operands: int) -> int:
    """An operator that a class of an operand may define; 0 where the language itself does."""
    if all(is_plain(w, each) for each in operands):
        return 0
    expr = w.add(ops.OPERATOR, operands[0], word, operands[1:])
    w.site("operator", expr, names.line_of(node))
    return expr


def operand(w: Walker, node: Node, value: int) -> int:
    """The value of an operand, told apart from its address: `*p` is an object, `&x` and `this` are none."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    kind = node.type
    if not value:
        return 0
    if kind == "this":
        return w.add(ops.DECLARED, 0, value)
    sign = node.child_by_field_name("operator") if kind == "pointer_expression" else None
    if sign is not None and sign.type == "&":
        return w.add(ops.DECLARED, 0, value)
    return (
        pointee(w, value) if (sign is not None or kind == "subscript_expression") and holds_address(w, value) else value
    )


def given(w: Walker, node: Node) -> int:
    """The value of an argument, told apart from its address: `&x`."""
    value = w.visit(node)
    sign = node.child_by_field_name("operator") if node.type == "pointer_expression" else None
    taken = value and sign is not None and sign.type == "&" and names.is_plus(w)
    return w.share(ops.DECLARED, 0, value) if taken else value


def pointee(w: Walker, value: int) -> int:
    """What a local pointer points to."""
    fixed = w.exprs[value][0] == ops.CONST
    found = without_const(w, value)
    if found[0] == ops.DECLARED:
        kind: int = found[1]
        inner: int = found[2]
        held = w.instance(kind) if kind else inner
    else:
        function: int = found[1]
        position: int = found[2]
        held = w.instance(w.facts.params[function][position].type)
        fixed = w.symbols[function].parameters[position].type.startswith("const ")
    return w.share(ops.CONST, held) if fixed else held


def is_plain(w: Walker, expr: int) -> bool:
    """Whether a value is of a fundamental type or an address for certain, so that no class defines its operators."""
    found = without_const(w, expr)
    if found[0] == ops.INSTANCE:
        kind: int = found[1]
        return w.exprs[kind][0] == ops.NAME and str(w.exprs[kind][1]).startswith("__")
    return found[0] in (ops.UNKNOWN, ops.LITERAL) or holds_address(w, expr)


def holds_address(w: Walker, expr: int) -> bool:
    """Whether a value is a local pointer: what it points to has the same type here."""
    found = without_const(w, expr)
    if found[0] == ops.DECLARED:
        return True
    if found[0] == ops.PARAM:
        function: int = found[1]
        position: int = found[2]
        shown = w.symbols[function].parameters
        return position < len(shown) and "*" in shown[position].type.split("<", 1)[0]
    return False


def without_const(w: Walker, expr: int) -> Expr:
    """An expression, or what is in it where it is only marked as constant."""
    found = w.exprs[expr]
    inner: int = found[1] if found[0] == ops.CONST else expr
    return w.exprs[inner]
