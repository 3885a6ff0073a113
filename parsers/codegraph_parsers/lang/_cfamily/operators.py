"""Lowering of operators, and of objects and their addresses.

An operator that a class may define becomes a site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._cfamily import names
from codegraph_parsers.lang._cfamily.types import BOOLEAN, INTEGER, NUMBERS, SCALARS

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.file_facts import Expr
    from codegraph_parsers.walker import Walker

COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "and", "or"})
ARITHMETIC = frozenset("+-*/%&|^")


def lower_binary(w: Walker, node: Node) -> int:
    """Lower a binary operator.

    Comparisons and logic give truth values. Other operators may be members of their left operand.
    """
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    if not names.is_cpp(w):
        return x
    sign = node.child_by_field_name("operator")
    word = sign.type if sign is not None else ""
    expr = 0
    if left is not None and right is not None and x and word in w.spec.semantics.operators.members:
        expr = record_operator(w, node, word, adjust_operand(w, left, x), adjust_operand(w, right, y))
    return w.add_literal(BOOLEAN) if word in COMPARISONS else expr or _lower_arithmetic(w, word, x, y) or x


def _lower_arithmetic(w: Walker, word: str, left: int, right: int) -> int:
    """Return the result of arithmetic on two numbers.

    The result is 0 where an operand is not known to be a number.
    """
    kinds = [_find_scalar_type(w, each) for each in (left, right)]
    if word not in ARITHMETIC or not all(kinds):
        return 0
    return w.add_literal(NUMBERS[max(NUMBERS.index(each) if each in NUMBERS else 0 for each in kinds)])


def _find_scalar_type(w: Walker, expr: int) -> str:
    """Return the fundamental type that a value certainly has, or ""."""
    found = strip_const(w, expr)
    if found[0] == ops.INSTANCE:
        kind: int = found[1]
        found = w.exprs[kind]
        return str(found[1]) if found[0] == ops.NAME and found[1] in SCALARS else ""
    return str(found[1]) if found[0] == ops.LITERAL and found[1] in SCALARS else ""


def lower_unary(w: Walker, node: Node) -> int:
    argument = node.child_by_field_name("argument")
    value = w.visit(argument) if argument is not None else 0
    sign = node.child_by_field_name("operator")
    if sign is None or argument is None or not value or not names.is_cpp(w):
        return value
    if sign.type in w.spec.semantics.operators.members:
        record_operator(w, node, sign.type, adjust_operand(w, argument, value))
    return w.add_literal(BOOLEAN) if sign.type in ("!", "not") else value


def lower_update(w: Walker, node: Node) -> int:
    """Lower `++x` or `x++`.

    The latter passes a number, which tells them apart.
    """
    argument, sign = node.child_by_field_name("argument"), node.child_by_field_name("operator")
    value = w.visit(argument) if argument is not None else 0
    if argument is None or sign is None or not value or not names.is_cpp(w):
        return value
    given = adjust_operand(w, argument, value)
    if not is_builtin_operand(w, given):
        after = (w.add_literal(INTEGER),) if sign.start_byte > argument.start_byte else ()
        w.add_site("operator", w.add(ops.OPERATOR, given, sign.type, after), names.get_line(node))
    return value


def lower_assignment(w: Walker, node: Node) -> int:
    """Lower an assignment.

    Variables keep their declared types, so only sites matter.
    """
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    sign = node.child_by_field_name("operator")
    word = sign.type if sign is not None else ""
    if left is not None and right is not None and x and names.is_cpp(w) and word in w.spec.semantics.operators.members:
        record_operator(w, node, word, adjust_operand(w, left, x), adjust_operand(w, right, y))
    return x


def lower_pointer(w: Walker, node: Node) -> int:
    """Lower `*x` or `&x`."""
    argument = node.child_by_field_name("argument")
    value = w.visit(argument) if argument is not None else 0
    sign = node.child_by_field_name("operator")
    if argument is None or not value or not names.is_cpp(w) or sign is None or sign.type != "*":
        return value
    if is_local_pointer(w, value) or argument.type == "this":
        return value
    record_operator(w, node, "*", value)
    return w.add(ops.DEREF, value)


def lower_subscript(w: Walker, node: Node) -> int:
    """Lower `a[i]`."""
    base = w.visit_field(node, "argument")
    keys = node.child_by_field_name("indices") or node.child_by_field_name("index")
    key = 0
    if keys is not None:
        listed = keys.named_children if keys.type == "subscript_argument_list" else [keys]
        given = [w.visit(each) for each in listed]
        key = given[0] if len(given) == 1 else 0
    if not base or not names.is_cpp(w) or is_local_pointer(w, base):
        return base
    expr = w.add(ops.INDEX, base, key)
    w.add_site("operator", expr, names.get_line(node))
    return expr


def record_operator(w: Walker, node: Node, word: str, *operands: int) -> int:
    """Record the use of an operator that the class of an operand may define.

    Return 0 where the language itself defines it.
    """
    if all(is_builtin_operand(w, each) for each in operands):
        return 0
    expr = w.add(ops.OPERATOR, operands[0], word, operands[1:])
    w.add_site("operator", expr, names.get_line(node))
    return expr


def adjust_operand(w: Walker, node: Node, value: int) -> int:
    """Return the value of an operand, distinguished from its address.

    `*p` is an object; `&x` and `this` are addresses.
    """
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
        find_pointee(w, value)
        if (sign is not None or kind == "subscript_expression") and is_local_pointer(w, value)
        else value
    )


def lower_argument(w: Walker, node: Node) -> int:
    """Lower an argument, whose value is distinguished from its address `&x`."""
    value = w.visit(node)
    sign = node.child_by_field_name("operator") if node.type == "pointer_expression" else None
    taken = value and sign is not None and sign.type == "&" and names.is_cpp(w)
    return w.share(ops.DECLARED, 0, value) if taken else value


def find_pointee(w: Walker, value: int) -> int:
    """Return the value that a local pointer points to."""
    fixed = w.exprs[value][0] == ops.CONST
    found = strip_const(w, value)
    if found[0] == ops.DECLARED:
        kind: int = found[1]
        inner: int = found[2]
        held = w.add_instance(kind) if kind else inner
    else:
        function: int = found[1]
        position: int = found[2]
        held = w.add_instance(w.facts.params[function][position].type)
        fixed = w.symbols[function].parameters[position].type.startswith("const ")
    return w.share(ops.CONST, held) if fixed else held


def is_builtin_operand(w: Walker, expr: int) -> bool:
    """Return whether no class defines the operators of a value.

    The value is certainly of a fundamental type or an address.
    """
    found = strip_const(w, expr)
    if found[0] == ops.INSTANCE:
        kind: int = found[1]
        return w.exprs[kind][0] == ops.NAME and str(w.exprs[kind][1]).startswith("__")
    return found[0] in (ops.UNKNOWN, ops.LITERAL) or is_local_pointer(w, expr)


def is_local_pointer(w: Walker, expr: int) -> bool:
    """Return whether a value is a local pointer.

    Here it has the same type as the value that it points to.
    """
    found = strip_const(w, expr)
    if found[0] == ops.DECLARED:
        return True
    if found[0] == ops.PARAM:
        function: int = found[1]
        position: int = found[2]
        shown = w.symbols[function].parameters
        return position < len(shown) and "*" in shown[position].type.split("<", 1)[0]
    return False


def strip_const(w: Walker, expr: int) -> Expr:
    """Return an expression, or its content where it is only marked as constant."""
    found = w.exprs[expr]
    inner: int = found[1] if found[0] == ops.CONST else expr
    return w.exprs[inner]
