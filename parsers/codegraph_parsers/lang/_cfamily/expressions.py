"""Lowering of expressions: their values, calls and references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang._cfamily import names, operators
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.types import (
    BOOLEAN,
    CHARACTER,
    CHARACTERS,
    FLOATING,
    INTEGER,
    LONG,
    SINGLE,
    UNSIGNED,
    UNSIGNED_LONG,
    build_function_type,
    lower_descriptor,
    lower_qualified,
    lower_template,
    lower_type,
)  # fmt: skip
from codegraph_parsers.spec import Role

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.walker import Handler, Walker


def lower_identifier(w: Walker, node: Node) -> int:
    expr = names.look_up(w, w.read_text(node))
    if w.exprs[expr][0] in _FREE:
        names.mention(w, expr, node.start_point[0] + 1)
    return expr


_FREE = frozenset((ops.NAME, ops.SYM, ops.VAR, ops.ATTR))
CASTS = frozenset(
    {"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "bit_cast", "down_cast", "implicit_cast"}
)


def build_member_role() -> Role:
    """Build the role of a member access: `a.b`, `a->b`, `a->B::b`."""

    def build(language: Language) -> Handler:
        of, named = roles.find_field_id(language, "argument"), roles.find_field_id(language, "field")

        def handle(w: Walker, node: Node) -> int:
            expr, line = lower_member_access(w, node, of, named)
            if expr:
                names.mention(w, expr, line)
            return expr

        return handle

    return build


def lower_member_access(w: Walker, node: Node, of: int, named: int) -> tuple[int, int]:
    """Lower a member access without a mention.

    Return the expression and the line of the member's name.
    """
    target, attribute = node.child_by_field_id(of), node.child_by_field_id(named)
    base = w.visit(target) if target is not None else 0
    if attribute is None or not base:
        return 0, names.get_line(node)
    kind = attribute.type
    arrow = node.child_by_field_name("operator")
    if target is not None and arrow is not None and arrow.type == "->" and names.is_cpp(w) and target.type != "this":
        operators.record_operator(w, node, "->", operators.adjust_operand(w, target, base))
    if kind == "qualified_identifier":
        return lower_qualified(w, attribute, ""), names.get_line(attribute)
    while attribute.type in ("template_method", "template_function", "dependent_name"):
        inner = attribute.child_by_field_name("name") or (
            attribute.named_children[-1] if attribute.named_children else None
        )
        if inner is None:
            return 0, names.get_line(node)
        attribute = inner
    expr = w.share(ops.ATTR, base, w.read_text(attribute))
    if kind in ("template_method", "template_function"):
        method = node.child_by_field_id(named)
        arguments = method.child_by_field_name("arguments") if method is not None else None
        types = tuple(lower_type(w, c) for c in arguments.named_children) if arguments is not None else ()
        expr = w.add(ops.GENERIC, expr, types)
    return expr, names.get_line(attribute)


def build_call_role() -> Role:
    """Build the role of a call.

    Casts that look like a call are lowered as types.
    """

    def build(language: Language) -> Handler:
        fn, args = roles.find_field_id(language, "function"), roles.find_field_id(language, "arguments")
        of, named = roles.find_field_id(language, "argument"), roles.find_field_id(language, "field")

        def handle(w: Walker, node: Node) -> int:
            target = node.child_by_field_id(fn)
            listed = node.child_by_field_id(args)
            if target is None:
                return w.visit_children(node)
            line = target.start_point[0] + 1
            kind = target.type
            plus = w.spec.semantics.lookup.class_scope == "methods"
            macro = False
            if kind == "identifier":
                word = w.read_text(target)
                called = names.look_up(w, word)
                macro = plus and (word.isupper() or word == "assert")
            elif kind == "field_expression":
                called, line = lower_member_access(w, target, of, named)
            elif kind == "qualified_identifier":
                called = lower_qualified(w, target, "")
                line = target.end_point[0] + 1 if target.start_point[0] != target.end_point[0] else line
            elif kind == "template_function":
                name = target.child_by_field_name("name")
                if name is not None and w.read_text(name) in CASTS:
                    return lower_named_cast(w, target, listed)
                called = lower_template(w, target, "")
            elif kind == "primitive_type":
                called = lower_type(w, target)
                lower_arguments(w, listed)
                return w.add_instance(called)
            else:
                called = w.visit(target)
            if macro:
                depth = get_context(w).macro
                get_context(w).macro = True
                given = lower_arguments(w, listed)
                get_context(w).macro = depth
            else:
                given = lower_arguments(w, listed)
            expr = w.add(ops.CALL, called, given, list_type_arguments(w, called))
            w.add_site("macro-call" if plus and get_context(w).macro else "call", expr, line)
            if plus and given:
                roles.expect(w, expr, given, ())
            return expr

        return handle

    return build


def lower_arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    if node is None:
        return ()
    return tuple([operators.lower_argument(w, child) for child in node.named_children if not child.is_extra])


def list_type_arguments(w: Walker, called: int) -> tuple[tuple[str, int], ...]:
    """Return the type arguments of a call `f<T>(…)`.

    Each has a name of the form `[position]`.
    """
    found = w.exprs[called]
    if found[0] != ops.GENERIC:
        return ()
    types: tuple[int, ...] = found[2]
    return tuple((f"[{position}]", each) for position, each in enumerate(types) if each)


def lower_named_cast(w: Walker, target: Node, listed: Node | None) -> int:
    """Lower a cast of the form `static_cast<T>(x)`."""
    types = target.child_by_field_name("arguments")
    given = lower_arguments(w, listed)
    parts = [c for c in types.named_children if not c.is_extra] if types is not None else []
    kind = lower_type(w, parts[0]) if parts else 0
    if not kind:
        return given[0] if given else 0
    expr = w.add(ops.DECLARED, kind, 0) if is_pointer_type(parts[0]) else w.add_instance(kind)
    return w.add(ops.CONST, expr) if any(w.read_text(c) == "const" for c in parts[0].named_children) else expr


def is_pointer_type(node: Node | None) -> bool:
    """Return whether a type is that of a pointer.

    The type is an argument, in a cast or behind an arrow.
    """
    shape = node.child_by_field_name("declarator") if node is not None else None
    return shape is not None and shape.type == "abstract_pointer_declarator"


def lower_cast(w: Walker, node: Node) -> int:
    """Lower a cast of the form `(T)x`.

    When T is no known type, the value stays as it was.
    """
    type_node = node.child_by_field_name("type")
    kind = lower_type(w, type_node)
    given = w.visit_field(node, "value")
    if kind and names.is_cpp(w) and is_pointer_type(type_node):
        return w.add(ops.DECLARED, kind, 0)
    return w.add_instance(kind) if kind else given


def lower_compound_literal(w: Walker, node: Node) -> int:
    """Lower `(struct s){ … }` or `T{ … }`."""
    kind = lower_type(w, node.child_by_field_name("type"))
    value = node.child_by_field_name("value")
    given = lower_arguments(w, value)
    if not kind or not names.is_cpp(w):
        return w.add_instance(kind)
    expr = w.add(ops.NEW, kind, given, ())
    w.add_site("call", expr, names.get_line(node))
    return expr


def lower_conditional(w: Walker, node: Node) -> int:
    parts = [
        w.visit(part) if part is not None else 0
        for part in (node.child_by_field_name(f) for f in ("condition", "consequence", "alternative"))
    ]
    return w.union(parts[1:])


def lower_initializer_list(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return 0


def lower_initializer_pair(w: Walker, node: Node) -> int:
    """Lower `.field = value` in an initialiser.

    The field belongs to a type that is not looked up.
    """
    for child in node.children_by_field_name("designator"):
        if child.type == "subscript_designator":
            w.visit_children(child)
    return w.visit_field(node, "value")


def lower_sizeof(w: Walker, node: Node) -> int:
    kind = node.child_by_field_name("type")
    if kind is not None:
        lower_type(w, kind)
    w.visit_field(node, "value")
    return w.add_literal(INTEGER) if names.is_cpp(w) else 0


def build_literal_role(name: str) -> Role:
    """Build the role of a constant.

    Its type matters only where argument types choose the called function.
    """

    def handle(w: Walker, node: Node) -> int:
        return w.share(ops.LITERAL, name, "") if w.spec.semantics.overloads.candidates == "definitions" else 0

    return lambda language: handle


def lower_number(w: Walker, node: Node) -> int:
    if w.spec.semantics.overloads.candidates != "definitions":
        return 0
    text = w.read_text(node)
    lower = text.lower()
    if "." in lower or ("e" in lower and not lower.startswith("0x")):
        return w.share(ops.LITERAL, SINGLE if lower.endswith("f") else FLOATING, "")
    suffix = lower[len(lower.rstrip("ul")) :]
    kind = (
        UNSIGNED_LONG
        if "u" in suffix and "l" in suffix
        else LONG
        if "l" in suffix
        else UNSIGNED
        if "u" in suffix
        else INTEGER
    )
    return w.share(ops.LITERAL, kind, "")


def lower_type_expression(w: Walker, node: Node) -> int:
    return lower_type(w, node)


def lower_qualified_value(w: Walker, node: Node) -> int:
    return lower_qualified(w, node, "reference")


NODES = {
    "identifier": roles.as_role(lower_identifier),
    "field_expression": build_member_role(),
    "call_expression": build_call_role(),
    "cast_expression": roles.as_role(lower_cast),
    "compound_literal_expression": roles.as_role(lower_compound_literal),
    "pointer_expression": roles.as_role(operators.lower_pointer),
    "subscript_expression": roles.as_role(operators.lower_subscript),
    "binary_expression": roles.as_role(operators.lower_binary),
    "unary_expression": roles.as_role(operators.lower_unary),
    "update_expression": roles.as_role(operators.lower_update),
    "assignment_expression": roles.as_role(operators.lower_assignment),
    "conditional_expression": roles.as_role(lower_conditional),
    "comma_expression": roles.build_wrapper_role(),
    "parenthesized_expression": roles.build_wrapper_role(),
    "initializer_list": roles.as_role(lower_initializer_list),
    "initializer_pair": roles.as_role(lower_initializer_pair),
    "sizeof_expression": roles.as_role(lower_sizeof),
    "alignof_expression": roles.as_role(lower_sizeof),
    "offsetof_expression": roles.build_skip_role(),
    "type_descriptor": roles.as_role(lower_descriptor),
    "type_identifier": roles.as_role(lower_type_expression),
    "number_literal": roles.as_role(lower_number),
    "string_literal": build_literal_role(CHARACTERS),
    "char_literal": build_literal_role(CHARACTER),
    "concatenated_string": build_literal_role(CHARACTERS),
    "true": build_literal_role(BOOLEAN),
    "false": build_literal_role(BOOLEAN),
    "null": roles.build_skip_role(),
    "comment": roles.build_comment_role(),
}
__all__ = ["NODES", "lower_member_access", "lower_arguments", "build_function_type"]
