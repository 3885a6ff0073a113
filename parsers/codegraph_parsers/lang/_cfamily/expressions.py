"""Expressions: what they are, and what they call and name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang._cfamily import names, operators
from codegraph_parsers.lang._cfamily.context import context
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
    descriptor,
    function_type,
    qualified,
    template,
    type_of,
)  # fmt: skip
from codegraph_parsers.spec import Role

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.walker import Handler, Walker


def identifier(w: Walker, node: Node) -> int:
    expr = names.lookup(w, w.text(node))
    if w.exprs[expr][0] in _FREE:
        names.mention(w, expr, node.start_point[0] + 1)
    return expr


_FREE = frozenset((ops.NAME, ops.SYM, ops.VAR, ops.ATTR))
CASTS = frozenset(
    {"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "bit_cast", "down_cast", "implicit_cast"}
)


def member() -> Role:
    """`a.b`, `a->b`, `a->B::b`."""

    def build(language: Language) -> Handler:
        of, named = roles.field_id(language, "argument"), roles.field_id(language, "field")

        def handle(w: Walker, node: Node) -> int:
            expr, line = access(w, node, of, named)
            if expr:
                names.mention(w, expr, line)
            return expr

        return handle

    return build


def access(w: Walker, node: Node, of: int, named: int) -> tuple[int, int]:
    """Member expression and the line of its name, without a mention."""
    target, attribute = node.child_by_field_id(of), node.child_by_field_id(named)
    base = w.visit(target) if target is not None else 0
    if attribute is None or not base:
        return 0, names.line_of(node)
    kind = attribute.type
    arrow = node.child_by_field_name("operator")
    if target is not None and arrow is not None and arrow.type == "->" and names.is_plus(w) and target.type != "this":
        operators.operator(w, node, "->", operators.operand(w, target, base))
    if kind == "qualified_identifier":
        return qualified(w, attribute, ""), names.line_of(attribute)
    while attribute.type in ("template_method", "template_function", "dependent_name"):
        inner = attribute.child_by_field_name("name") or (
            attribute.named_children[-1] if attribute.named_children else None
        )
        if inner is None:
            return 0, names.line_of(node)
        attribute = inner
    expr = w.share(ops.ATTR, base, w.text(attribute))
    if kind in ("template_method", "template_function"):
        method = node.child_by_field_id(named)
        arguments = method.child_by_field_name("arguments") if method is not None else None
        types = tuple(type_of(w, c) for c in arguments.named_children) if arguments is not None else ()
        expr = w.add(ops.GENERIC, expr, types)
    return expr, names.line_of(attribute)


def call() -> Role:
    """A call; casts that look like one are types."""

    def build(language: Language) -> Handler:
        fn, args = roles.field_id(language, "function"), roles.field_id(language, "arguments")
        of, named = roles.field_id(language, "argument"), roles.field_id(language, "field")

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
                word = w.text(target)
                called = names.lookup(w, word)
                macro = plus and (word.isupper() or word == "assert")
            elif kind == "field_expression":
                called, line = access(w, target, of, named)
            elif kind == "qualified_identifier":
                called = qualified(w, target, "")
                line = target.end_point[0] + 1 if target.start_point[0] != target.end_point[0] else line
            elif kind == "template_function":
                name = target.child_by_field_name("name")
                if name is not None and w.text(name) in CASTS:
                    return cast_call(w, target, listed)
                called = template(w, target, "")
            elif kind == "primitive_type":
                called = type_of(w, target)
                arguments(w, listed)
                return w.instance(called)
            else:
                called = w.visit(target)
            if macro:
                depth = context(w).macro
                context(w).macro = True
                given = arguments(w, listed)
                context(w).macro = depth
            else:
                given = arguments(w, listed)
            expr = w.add(ops.CALL, called, given, type_arguments(w, called))
            w.site("macro-call" if plus and context(w).macro else "call", expr, line)
            if plus and given:
                roles.expect(w, expr, given, ())
            return expr

        return handle

    return build


def arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    if node is None:
        return ()
    return tuple([operators.given(w, child) for child in node.named_children if not child.is_extra])


def type_arguments(w: Walker, called: int) -> tuple[tuple[str, int], ...]:
    """`f<T>(…)`: what the call says its type parameters are, as `[position]`."""
    found = w.exprs[called]
    if found[0] != ops.GENERIC:
        return ()
    types: tuple[int, ...] = found[2]
    return tuple((f"[{position}]", each) for position, each in enumerate(types) if each)


def cast_call(w: Walker, target: Node, listed: Node | None) -> int:
    """`static_cast<T>(x)`."""
    types = target.child_by_field_name("arguments")
    given = arguments(w, listed)
    parts = [c for c in types.named_children if not c.is_extra] if types is not None else []
    kind = type_of(w, parts[0]) if parts else 0
    if not kind:
        return given[0] if given else 0
    expr = w.add(ops.DECLARED, kind, 0) if is_address(parts[0]) else w.instance(kind)
    return w.add(ops.CONST, expr) if any(w.text(c) == "const" for c in parts[0].named_children) else expr


def is_address(node: Node | None) -> bool:
    """Whether a type as an argument, in a cast or behind an arrow is that of a pointer."""
    shape = node.child_by_field_name("declarator") if node is not None else None
    return shape is not None and shape.type == "abstract_pointer_declarator"


def cast(w: Walker, node: Node) -> int:
    """`(T)x`. When T is no known type the value keeps what it was."""
    type_node = node.child_by_field_name("type")
    kind = type_of(w, type_node)
    value = node.child_by_field_name("value")
    given = w.visit(value) if value is not None else 0
    if kind and names.is_plus(w) and is_address(type_node):
        return w.add(ops.DECLARED, kind, 0)
    return w.instance(kind) if kind else given


def compound_literal(w: Walker, node: Node) -> int:
    """`(struct s){ … }`, `T{ … }`."""
    kind = type_of(w, node.child_by_field_name("type"))
    value = node.child_by_field_name("value")
    given = arguments(w, value)
    if not kind or not names.is_plus(w):
        return w.instance(kind)
    expr = w.add(ops.NEW, kind, given, ())
    w.site("call", expr, names.line_of(node))
    return expr


def conditional(w: Walker, node: Node) -> int:
    parts = [
        w.visit(part) if part is not None else 0
        for part in (node.child_by_field_name(f) for f in ("condition", "consequence", "alternative"))
    ]
    return w.union(parts[1:])


def initializer_list(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return 0


def pair(w: Walker, node: Node) -> int:
    """`.field = value` in an initialiser: the field belongs to a type that is not looked for."""
    value = node.child_by_field_name("value")
    for child in node.children_by_field_name("designator"):
        if child.type == "subscript_designator":
            w.visit_children(child)
    return w.visit(value) if value is not None else 0


def sizeof(w: Walker, node: Node) -> int:
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if kind is not None:
        type_of(w, kind)
    elif value is not None:
        w.visit(value)
    return w.literal(INTEGER) if names.is_plus(w) else 0


def literal(name: str) -> Role:
    """A constant; its type matters only where calls are chosen by argument types."""

    def handle(w: Walker, node: Node) -> int:
        return w.share(ops.LITERAL, name, "") if w.spec.semantics.overloads.candidates == "definitions" else 0

    return lambda language: handle


def number(w: Walker, node: Node) -> int:
    if w.spec.semantics.overloads.candidates != "definitions":
        return 0
    text = w.text(node)
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


def type_expression(w: Walker, node: Node) -> int:
    return type_of(w, node)


def qualified_value(w: Walker, node: Node) -> int:
    return qualified(w, node, "reference")


NODES = {
    "identifier": roles.custom(identifier),
    "field_expression": member(),
    "call_expression": call(),
    "cast_expression": roles.custom(cast),
    "compound_literal_expression": roles.custom(compound_literal),
    "pointer_expression": roles.custom(operators.pointer),
    "subscript_expression": roles.custom(operators.subscript),
    "binary_expression": roles.custom(operators.binary),
    "unary_expression": roles.custom(operators.unary),
    "update_expression": roles.custom(operators.update),
    "assignment_expression": roles.custom(operators.assignment),
    "conditional_expression": roles.custom(conditional),
    "comma_expression": roles.inner(),
    "parenthesized_expression": roles.inner(),
    "initializer_list": roles.custom(initializer_list),
    "initializer_pair": roles.custom(pair),
    "sizeof_expression": roles.custom(sizeof),
    "alignof_expression": roles.custom(sizeof),
    "offsetof_expression": roles.skip(),
    "type_descriptor": roles.custom(descriptor),
    "type_identifier": roles.custom(type_expression),
    "number_literal": roles.custom(number),
    "string_literal": literal(CHARACTERS),
    "char_literal": literal(CHARACTER),
    "concatenated_string": literal(CHARACTERS),
    "true": literal(BOOLEAN),
    "false": literal(BOOLEAN),
    "null": roles.skip(),
    "comment": roles.comment(),
}
__all__ = ["NODES", "access", "arguments", "function_type"]
