"""Expressions of Kotlin: names, members, calls, literals, operators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.lang.kotlin import calling, lambdas, names, narrowing, state, types
from codegraph_parsers.lang.kotlin.functions import index_children
from codegraph_parsers.lang.kotlin.names import add_operator
from codegraph_parsers.lang.kotlin.types import METHOD, read_name
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

BOUND_PROPERTY = "KMutableProperty0"  # a constant property has less, and no call asks for more
STRING = "String"
CONSTANTS = {"true": "Boolean", "false": "Boolean", "null": "$null", "break": "Nothing", "continue": "Nothing"}
COMPARISONS = frozenset({"==", "!=", "===", "!==", "&&", "||"})
ORDERING = frozenset({"<", ">", "<=", ">="})
SIGNS = frozenset({"+", "-"})
BODIES = frozenset({"block", "lambda_literal", "function_body", "class_body"})
ENCLOSING = frozenset({"parenthesized_expression", "value_arguments", "index_expression", "collection_literal"})
NAME = re.compile(r"[^\W\d]\w*")
LONGEST_PATH = 300  # bytes of a text that may be a part of a path


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower a name in an expression."""
    name = read_name(w, node)
    constant = CONSTANTS.get(name)
    if constant is not None:
        return w.add_literal(constant)
    found = names.look_up_local(w, name)
    if found >= 0:
        return found
    expr = names.look_up_free(w, name)
    mention(w, expr, node.start_point[0] + 1)
    return expr


def mention(w: Walker, expr: int, line: int) -> None:
    """Record that something is named, whichever of several it is."""
    if w.exprs[expr][0] == ops.FIRST:
        w.note(expr, line, w.reference)
    else:
        w.mention(expr, line)


def lower_this(w: Walker, node: Node) -> int:
    """Lower `this` and `this@label`."""
    return names.get_this(w, _read_label(w, node))


def _read_label(w: Walker, node: Node) -> str:
    label = find_child(node, "identifier")
    return read_name(w, label) if label is not None else ""


def lower_super(w: Walker, node: Node) -> int:
    """Lower `super`, `super<T>` and `super@Outer`."""
    label = _read_label(w, node)
    owner = next((c for c in reversed(w.classes) if not label or w.symbols[c].name == label), -1)
    if owner < 0:
        return 0
    named = types.find_type(node)
    return w.share(ops.SUPER, owner) if named is None else w.add_instance(types.lower_type(w, named))


def strip_prefix(node: Node) -> Node:
    """Return an operand without the signs before it.

    The grammar takes `!a.b()` for a member of `!a`.
    """
    while node.type == "unary_expression" and not node.children[0].is_named:
        inner = node.child_by_field_name("argument")
        if inner is None:
            break
        node = inner
    return node


def lower_navigation(w: Walker, node: Node) -> int:
    """Lower `x.name`, `x?.name` and `x::name`."""
    parts = node.named_children
    target, name_node = strip_prefix(parts[0]), parts[-1]
    if name_node.type != "identifier" or len(parts) < 2:
        return w.visit_children(node)
    name, line = read_name(w, name_node), name_node.start_point[0] + 1
    if any(child.type == "::" for child in node.children):
        return _lower_reference(w, w.visit(target), name, line, is_bound=_is_value(w, target))
    path = _lower_package_path(w, node)
    if path:
        w.add_site("type", path, line)
        return path
    base = w.visit(target)
    if not base:
        return 0
    expr = names.add_member(w, base, name)
    key = narrowing.get_key(w, node)
    held = names.look_up_local(w, key) if key else -1
    w.mention(expr, line)
    return held if held >= 0 else expr


def _is_value(w: Walker, node: Node) -> bool:
    """Return whether a node is certainly a value: `this`, or a variable of a function."""
    if node.type != "identifier":
        return node.type == "this_expression"
    held = names.look_up_local(w, read_name(w, node))
    return held >= 0 and w.exprs[held][0] != ops.SYM


def _lower_reference(w: Walker, base: int, name: str, line: int, *, is_bound: bool = False) -> int:
    """Lower `T::name` or `value::name`: a reference to a function or a property.

    A property of a value is an object, which has extensions of its own.
    """
    if name == "class":
        return w.add_instance(w.share(ops.GENERIC, w.share(ops.NAME, "KClass", 0), (w.add(ops.TYPEOF, base),)))
    if not base:
        return 0
    method, held = w.add(ops.METHOD_REF, base, name + METHOD), w.share(ops.ATTR, base, name)
    w.add_site("reference", w.add(ops.FIRST, method, held), line)
    if not is_bound:
        return w.add(ops.FIRST, method, held)
    property = w.share(ops.GENERIC, w.share(ops.NAME, BOUND_PROPERTY, 0), (w.add(ops.TYPEOF, held),))
    return w.add(ops.FIRST, method, w.add_instance(property))


def lower_callable_reference(w: Walker, node: Node) -> int:
    """Lower `::name`."""
    name_node = node.named_children[-1] if node.named_children else None
    if name_node is None or name_node.type != "identifier":
        return w.visit_children(node)
    if len(node.named_children) > 1:
        first = node.named_children[0]
        base = types.lower_type(w, first) if first.type in types.TYPES else w.visit(first)
        line = name_node.start_point[0] + 1
        return _lower_reference(w, base, read_name(w, name_node), line, is_bound=_is_value(w, first))
    name = read_name(w, name_node)
    found = names.look_up_local(w, name + METHOD)
    if found >= 0:
        return found
    expr = w.share(ops.FIRST, names.look_up_free(w, name + METHOD), names.look_up_free(w, name))
    w.note(expr, name_node.start_point[0] + 1, w.reference)
    return expr


def _list_path(w: Walker, node: Node) -> list[str]:
    """Return the names of `a.b.c`, none when it holds anything else.

    Two names have none: they are no path with packages.
    """
    if node.named_children[0].type != "navigation_expression":
        return []
    found: list[str] = []
    while node.type == "navigation_expression":
        parts = node.named_children
        if len(parts) != 2 or parts[1].type != "identifier":
            return []
        found.append(read_name(w, parts[1]))
        node = parts[0]
    return [read_name(w, node), *reversed(found)] if node.type == "identifier" else []


def _lower_package_path(w: Walker, node: Node) -> int:
    """Lower `org.acme.Name` in an expression, 0 when it is no such path."""
    words = _list_path(w, node)
    packages = types.count_packages(words)
    if packages != len(words) - 1 or packages < 2 or names.look_up_local(w, words[0]) >= 0:
        return 0
    return types.import_qualified(w, words[:packages], words[packages], node.named_children[-1].start_point[0] + 1)


# -- calls ----------------------------------------------------------------------------------------------------------


def lower_call(w: Walker, node: Node) -> int:
    """Lower `f(…)`, `x.f(…) { … }`, `T(…)`."""
    callee, parts = strip_prefix(node.named_children[0]), index_children(node)
    trailing, arguments = parts.get("annotated_lambda"), parts.get("value_arguments")
    if callee.type == "call_expression" and trailing is not None and arguments is None:
        inner = index_children(callee)
        if "annotated_lambda" not in inner:  # `f(…) { … }` is one call
            callee, parts = strip_prefix(callee.named_children[0]), inner
            arguments = parts.get("value_arguments")
    written = parts.get("type_arguments")
    label = ""
    if callee.type == "identifier":
        label = read_name(w, callee)
        called, line = names.look_up_function(w, label), callee.start_point[0] + 1
    elif callee.type == "navigation_expression" and callee.named_children[-1].type == "identifier":
        called, line, label = _lower_called_member(w, callee)
    else:
        called, line = w.visit(callee), callee.end_point[0] + 1
    given = [(f"[{at}]", e) for at, e in enumerate(types.lower_type_arguments(w, written))] if written else []
    kept = state.get_state(w)
    passes = trailing is not None or (
        arguments is not None and b"::" in w.source[arguments.start_byte : arguments.end_byte]
    )
    texts, kept.keeps_texts = kept.keeps_texts, kept.keeps_texts or passes
    positional, keywords = calling.lower_arguments(w, arguments)
    kept.keeps_texts = texts
    if trailing is not None:
        literal = find_child(trailing, "lambda_literal")
        if literal is not None:
            mark = find_child(trailing, "label")
            name = w.read_text(mark).strip("@ ") if mark is not None else label
            keywords = (*keywords, (ops.TRAILING, lambdas.lower_lambda(w, literal, name)))
    narrowing.follow_assertion(w, label, arguments)
    return calling.add_call(w, called, positional, (*keywords, *given), line)


def _lower_called_member(w: Walker, callee: Node) -> tuple[int, int, str]:
    parts = callee.named_children
    target, name_node = strip_prefix(parts[0]), parts[-1]
    name, line = read_name(w, name_node), name_node.start_point[0] + 1
    path = _lower_package_path(w, callee)
    if path:
        return path, line, name
    base = w.visit(target)
    return (names.add_member(w, base, name + METHOD) if base else w.add(ops.ATTR, 0, name + METHOD)), line, name


def lower_infix(w: Walker, node: Node) -> int:
    """Lower `a f b`, a call of a member or an extension of `a`."""
    parts = [child for child in node.named_children if not child.is_extra]
    if len(parts) != 3:
        return w.visit_children(node)
    left = w.visit(parts[0])
    called = names.add_member(w, left, read_name(w, parts[1]) + METHOD)
    return calling.add_call(w, called, (w.visit(parts[2]),), (), parts[1].start_point[0] + 1)


def lower_index(w: Walker, node: Node) -> int:
    """Lower `a[i]`."""
    parts = [child for child in node.named_children if not child.is_extra]
    base = w.visit(strip_prefix(parts[0])) if parts else 0
    keys = tuple(w.visit(part) for part in parts[1:])
    return add_operator(w, base, "get", keys, node.start_point[0] + 1)


# -- operators ------------------------------------------------------------------------------------------------------


def _lower_applied(w: Walker, node: Node, literal: Node) -> int:
    """Lower `f<T> { … }`, which the grammar takes for comparisons; 0 for others."""
    callee, written = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if callee is None or written is None or sign is None or sign.type != "<":
        return 0
    line, label = callee.end_point[0] + 1, ""
    if callee.type == "identifier":
        label = read_name(w, callee)
        called = names.look_up_function(w, label)
    elif callee.type == "navigation_expression" and callee.named_children[-1].type == "identifier":
        called, line, label = _lower_called_member(w, callee)
    else:
        return 0
    if written.type == "identifier":
        named = w.share(ops.NAME, read_name(w, written), w.scope.symbol)
        w.add_site("type", named, written.start_point[0] + 1)
    else:
        named = w.visit(written)
    keywords = ((ops.TRAILING, lambdas.lower_lambda(w, literal, label)), ("[0]", named))
    return calling.add_call(w, called, (), keywords, line)


def lower_binary(w: Walker, node: Node) -> int:
    """Lower an operator of two operands.

    Behind `&&` and `||` it is known what the left operand said.
    """
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if left is None or right is None or sign is None:
        return w.visit_children(node)
    if sign.type == ">" and right.type == "lambda_literal":
        applied = _lower_applied(w, left, right)
        if applied:
            return applied
    word, x = sign.type, w.visit(left)
    if word in ("&&", "||"):
        w.open_block()
        narrowing.narrow(w, left, word == "&&")
        w.visit(right)
        w.close_block()
        return w.add_literal("Boolean")
    y = w.visit(right)
    if word == "?:":
        return w.union([x, y])
    if word in COMPARISONS:
        return w.add_literal("Boolean")
    line = sign.start_point[0] + 1
    if word in SIGNS and line > left.end_point[0] + 1 and not _is_enclosed(node):
        return add_operator(w, y, f"unary{word}", (), line)  # a statement of its own
    if word in ORDERING:
        add_operator(w, x, "<", (y,), line)
        return w.add_literal("Boolean")
    if word == "+" and _is_text(w, x):
        result = w.add_literal(STRING)
        joined = any(w.exprs[part][0] == ops.TEMPLATE for part in (x, y))
        return w.share(ops.TEMPLATE, result, (x, y)) if joined else result
    return add_operator(w, x, word, (y,), line)


def _is_enclosed(node: Node) -> bool:
    """Return whether an expression goes on in the next line: in parentheses."""
    above = node.parent
    while above is not None and above.type not in BODIES:
        if above.type in ENCLOSING:
            return True
        above = above.parent
    return False


def _is_text(w: Walker, expr: int) -> bool:
    found: Expr = w.exprs[expr]
    return found[0] == ops.TEMPLATE or (found[0] == ops.LITERAL and found[1] == STRING)


def lower_unary(w: Walker, node: Node) -> int:
    """Lower a sign, `!`, `!!`, `++` and `--`."""
    sign, inner = node.child_by_field_name("operator"), node.child_by_field_name("argument")
    if sign is None or inner is None:
        return w.visit_children(node)
    value, word = w.visit(inner), sign.type
    if word == "!!":
        return value
    words = {"-": "unary-", "+": "unary+"}
    made = add_operator(w, value, words.get(word, word), (), sign.start_point[0] + 1)
    return w.add_literal("Boolean") if word == "!" and not made else made if word in words or word == "!" else value


def lower_range(w: Walker, node: Node) -> int:
    """Lower `a..b` and `a..<b`."""
    parts = [child for child in node.named_children if not child.is_extra]
    values = [w.visit(part) for part in parts]
    word = "..<" if any(child.type == "..<" for child in node.children) else ".."
    return add_operator(w, values[0], word, tuple(values[1:]), node.start_point[0] + 1) if values else 0


def lower_in(w: Walker, node: Node) -> int:
    """Lower `a in b`, which asks `b`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return w.visit_children(node)
    x = w.visit(left)
    add_operator(w, w.visit(right), "in", (x,), node.start_point[0] + 1)
    return w.add_literal("Boolean")


def lower_is(w: Walker, node: Node) -> int:
    """Lower `a is T`."""
    w.visit_field(node, "left")
    types.lower_type(w, types.find_type(node))
    return w.add_literal("Boolean")


def lower_as(w: Walker, node: Node) -> int:
    """Lower `a as T` and `a as? T`; behind the former `a` is known to be one."""
    left = node.child_by_field_name("left")
    declared = types.lower_type(w, types.find_type(node))
    value = w.visit(left) if left is not None else 0
    calling.expect(w, value, declared)
    if left is not None and declared and any(child.type == "as" for child in node.children):
        narrowing.narrow_to(w, left, declared)
    return w.add(ops.DECLARED, declared, value) if declared else value


def lower_assignment(w: Walker, node: Node) -> int:
    """Lower `a = b`, `a += b` and `a[i] = b`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if left is None or right is None:
        return w.visit_children(node)
    word, line = sign.type if sign is not None else "=", left.start_point[0] + 1
    if word == "=" and left.type == "index_expression":
        parts = [child for child in left.named_children if not child.is_extra]
        base = w.visit(parts[0])
        keys = tuple(w.visit(part) for part in parts[1:])
        add_operator(w, base, "set", (*keys, w.visit(right)), line)
        return 0
    target = w.visit(left)
    value = w.visit(right)
    if word == "=":
        calling.expect(w, value, w.add(ops.TYPEOF, target) if target else 0)
        return 0
    add_operator(w, target, word, (value,), line)
    add_operator(w, target, word[0], (value,), line)
    return 0


# -- literals -------------------------------------------------------------------------------------------------------


def lower_string(w: Walker, node: Node) -> int:
    """Lower a text, which is kept where it may be a part of a path."""
    parts: list[int] = []
    is_named = False
    for child in node.named_children:
        part = w.read_text(child) if child.type != "interpolation" else ""
        if is_named:  # the grammar takes `$name/` for a sign and a text
            name = NAME.match(part)
            held = names.look_up_local(w, name[0]) if name else 0
            parts.append(held if name and held >= 0 else names.look_up_free(w, name[0]) if name else 0)
            part = part[name.end() :] if name else part
        is_named = part == "$"
        if child.type == "interpolation":
            parts.append(w.visit(child) or w.add(ops.UNKNOWN))
        elif part and not is_named:
            parts.append(w.share(ops.LITERAL, STRING, part))
    result = w.add_literal(STRING)
    start = 3 if node.type == "multiline_string_literal" else 1
    text = w.source[node.start_byte + start : node.end_byte - start]
    if node.end_byte - node.start_byte > LONGEST_PATH or b"\\" in text or b"\n" in text or b" " in text:
        return result
    if not (state.get_state(w).keeps_texts or b"/" in text or text[:1] == b"?"):
        return result
    return w.share(ops.TEMPLATE, result, tuple(parts))


def lower_number(w: Walker, node: Node) -> int:
    """Lower a whole number."""
    text = w.read_text(node).lower()
    return w.add_literal("Long" if text.endswith("l") else "Int")


def lower_float(w: Walker, node: Node) -> int:
    """Lower a number with a fraction."""
    return w.add_literal("Float" if w.read_text(node).lower().endswith("f") else "Double")


def lower_collection(w: Walker, node: Node) -> int:
    """Lower `[a, b]`, which annotations alone have."""
    return w.add(ops.LIST, "Array", tuple(w.visit(child) for child in node.named_children if not child.is_extra))
