"""Lowering of expressions and statements that only C++ has.

They are lambdas, `new`, range-based `for`, member initialisers, `this` and others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names, variables
from codegraph_parsers.lang._cfamily.declarators import is_pointer, strip_template_arguments, unwrap
from codegraph_parsers.lang._cfamily.expressions import lower_arguments
from codegraph_parsers.lang._cfamily.types import build_declared_type, lower_qualified, lower_template, lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_this(w: Walker, node: Node) -> int:
    """Lower `this`, the receiver.

    A member that is defined outside its class finds the class through its extension.
    """
    if not w.functions:
        return 0
    method = next((s for s in reversed(w.functions) if not w.symbols[s].flags & Flag.ANONYMOUS), w.functions[0])
    if w.classes and _is_inside_class(w):
        expr = w.share(ops.SELF, w.classes[-1])
    else:
        expr = w.share(ops.LAMBDA_SELF, method)
    return w.share(ops.CONST, expr) if w.symbols[method].flags & Flag.CONST else expr


def _is_inside_class(w: Walker) -> bool:
    """Return whether the outermost enclosing function is in a class body."""
    scope = w.scope
    while scope.outer is not None:
        if scope.kind == "class":
            return True
        scope = scope.outer
    return False


def lower_lambda(w: Walker, node: Node) -> int:
    """Lower `[captures](parameters) { … }`.

    It is an anonymous function that sees the locals around it.
    """
    holder = node.child_by_field_name("declarator")
    captures = node.child_by_field_name("captures")
    caught: list[tuple[str, int]] = []
    for child in captures.named_children if captures is not None else ():
        if child.type == "lambda_capture_initializer":
            left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
            if left is not None and right is not None:
                caught.append((w.read_text(left), w.visit(right)))
        elif child.type == "identifier":
            w.visit(child)
    symbol = w.define(SymbolKind.FUNCTION, "<lambda>", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    w.open_block()
    for name, value in caught:
        names.declare(w, name, value)
    trailing = find_child(holder, "trailing_return_type") if holder is not None else None
    if trailing is not None and trailing.named_children:
        result = lower_type(w, trailing.named_children[0])
        if result:
            w.facts.declared[symbol] = result
    functions.declare_parameters(w, symbol, holder, keep=True)
    _bind_untyped(w, symbol)
    w.visit_field(node, "body")
    w.close_block()
    w.close_scope()
    return w.add(ops.SYM, symbol)


def _bind_untyped(w: Walker, symbol: int) -> None:
    """Bind `auto` parameters to the arguments that the context passes."""
    for position, param in enumerate(w.facts.params.get(symbol, ())):
        if param.name and not param.type:
            w.scope.env[param.name] = w.add(ops.PARAM, symbol, position)


def lower_new(w: Walker, node: Node) -> int:
    """Lower `new T(…)`, `new T{…}` or `new T[n]`."""
    kind = lower_type(w, node.child_by_field_name("type"))
    placement = node.child_by_field_name("placement")
    if placement is not None:
        w.visit_children(placement)
    array = node.child_by_field_name("declarator")
    if array is not None:
        w.visit_children(array)
    given = lower_arguments(w, node.child_by_field_name("arguments"))
    type_node = node.child_by_field_name("type")
    if not kind or type_node is None:
        return 0
    if w.source[type_node.end_byte : type_node.end_byte + 8].lstrip().startswith(b"*"):
        # `new T*[n]`: the star was taken out for the parser.
        return w.add_instance(kind)
    expr = w.add(ops.NEW, kind, given, ())
    w.add_site("call", expr, names.get_line(type_node))
    roles.expect(w, expr, given, ())
    return w.add(ops.DECLARED, kind, expr)


def lower_range_for(w: Walker, node: Node) -> int:
    """Lower `for (T x : xs)`."""
    w.open_block()
    w.visit_field(node, "initializer")
    items = w.visit_field(node, "right")
    element = w.add(ops.ITER, items) if items else 0
    type_node = node.child_by_field_name("type")
    kind = 0 if type_node is None or type_node.type == "placeholder_type_specifier" else lower_type(w, type_node)
    shape = unwrap(node.child_by_field_name("declarator"))
    if shape is not None:
        if shape.name.type == "structured_binding_declarator":
            for position, child in enumerate(shape.name.named_children):
                names.declare(w, w.read_text(child), _build_part(w, element, position))
        else:
            pointer = is_pointer(node, shape, "pointer_declarator")
            held = w.add(ops.DECLARED, kind, element) if pointer else w.add_instance(kind) if kind else element
            fixed = bool(held) and variables.is_constant(w, node, pointers=True)
            names.declare(
                w, w.read_text(strip_template_arguments(shape.name)), w.share(ops.CONST, held) if fixed else held
            )
    w.visit_field(node, "body")
    w.close_block()
    return 0


def _build_part(w: Walker, value: int, position: int) -> int:
    """Return element `position` of a destructured pair or tuple."""
    if not value:
        return 0
    member = w.share(ops.ATTR, value, ("first", "second")[position]) if position < 2 else 0
    return w.union([member]) if member else w.add(ops.ITEM, value, position, 0)


def lower_field_initializers(w: Walker, node: Node) -> int:
    """Lower `: Base(a), member_(b)`, which constructs bases and members."""
    for child in node.named_children:
        if child.type != "field_initializer" or not child.named_children:
            continue
        head, rest = child.named_children[0], child.named_children[1:]
        line = names.get_line(head)
        if head.type == "qualified_identifier":
            target = lower_qualified(w, head, "")
        elif head.type in ("template_method", "template_type", "template_function"):
            target = lower_template(w, head, "")
        else:
            # Parameters do not hide members here.
            target = w.share(ops.NAME, w.read_text(head), w.scope.symbol)
            names.mention(w, target, line)
        given = lower_arguments(w, rest[0]) if rest else ()
        expr = w.add(ops.NEW, target, given, ())
        w.add_site("call", expr, line)
    return 0


def lower_delete(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return 0


def lower_catch(w: Walker, node: Node) -> int:
    """Lower `catch (const E& e) { … }`."""
    w.open_block()
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        if child.type == "parameter_declaration":
            declare_parameter(w, child)
    w.visit_field(node, "body")
    w.close_block()
    return 0


def declare_parameter(w: Walker, node: Node) -> None:
    kind = lower_type(w, node.child_by_field_name("type"))
    shape = unwrap(node.child_by_field_name("declarator"))
    if shape is not None:
        names.declare(
            w,
            w.read_text(strip_template_arguments(shape.name)),
            w.add_instance(build_declared_type(w, kind, shape.arrays)),
        )


def lower_condition(w: Walker, node: Node) -> int:
    """Lower the condition of `if`, `while` or `switch`.

    It is `(T x = f())` or `(init; test)`. The scope is that of the enclosing statement.
    """
    for child in node.named_children:
        if child.type == "declaration":
            lower_condition_declaration(w, child)
        else:
            w.visit(child)
    return 0


def lower_condition_declaration(w: Walker, node: Node) -> int:
    """Lower a declaration as a condition, whose value is next to the declarator."""
    value = node.child_by_field_name("value")
    declarator = node.child_by_field_name("declarator")
    if value is None or declarator is None or declarator.type == "init_declarator":
        return variables.lower_declaration(w, node)
    shape = unwrap(declarator)
    type_node = node.child_by_field_name("type")
    automatic = type_node is not None and type_node.type == "placeholder_type_specifier"
    base = 0 if automatic else lower_type(w, type_node)
    if shape is not None:
        variables.declare_local(w, node, shape, base, value)
    return 0


def lower_template_value(w: Walker, node: Node) -> int:
    """Lower `f<int>`, named as a value."""
    return lower_template(w, node, "reference")


def lower_user_literal(w: Walker, node: Node) -> int:
    """Lower `"text"_suffix`, which calls the function of that suffix.

    Suffixes without `_` belong to the standard library.
    """
    suffix = next((w.read_text(c) for c in node.named_children if c.type == "literal_suffix"), "")
    given = tuple(w.visit(c) for c in node.named_children if c.type != "literal_suffix")
    if not suffix.startswith("_"):
        return given[0] if given else 0
    expr = w.add(ops.CALL, names.look_up(w, f'operator""{suffix}'), given[:1], ())
    w.add_site("tokens", expr, names.get_line(node))
    return expr
