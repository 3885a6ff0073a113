"""Expressions and statements that only C++ has: lambdas, new, range-for, member initialisers, this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names, variables
from codegraph_parsers.lang._cfamily.declarators import is_pointer, plain, unwrap
from codegraph_parsers.lang._cfamily.expressions import arguments
from codegraph_parsers.lang._cfamily.types import declared_type, qualified, template, type_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def this(w: Walker, node: Node) -> int:
    """The receiver. A member defined outside its class finds the class through what it is attached to."""
    if not w.functions:
        return 0
    method = next((s for s in reversed(w.functions) if not w.symbols[s].flags & Flag.ANONYMOUS), w.functions[0])
    if w.classes and _inside_class(w):
        expr = w.share(ops.SELF, w.classes[-1])
    else:
        expr = w.share(ops.LAMBDA_SELF, method)
    return w.share(ops.CONST, expr) if w.symbols[method].flags & Flag.CONST else expr


def _inside_class(w: Walker) -> bool:
    """Whether the outermost function around here stands in a class body."""
    scope = w.scope
    while scope.outer is not None:
        if scope.kind == "class":
            return True
        scope = scope.outer
    return False


def lambda_(w: Walker, node: Node) -> int:
    """`[captures](parameters) { … }`: an anonymous function that sees the locals around it."""
    body = node.child_by_field_name("body")
    holder = node.child_by_field_name("declarator")
    captures = node.child_by_field_name("captures")
    caught: list[tuple[str, int]] = []
    for child in captures.named_children if captures is not None else ():
        if child.type == "lambda_capture_initializer":
            left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
            if left is not None and right is not None:
                caught.append((w.text(left), w.visit(right)))
        elif child.type == "identifier":
            w.visit(child)
    symbol = w.define(SymbolKind.FUNCTION, "<lambda>", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    w.open_block()
    for name, value in caught:
        names.declare(w, name, value)
    trailing = (
        next((c for c in holder.named_children if c.type == "trailing_return_type"), None)
        if holder is not None
        else None
    )
    if trailing is not None and trailing.named_children:
        result = type_of(w, trailing.named_children[0])
        if result:
            w.facts.declared[symbol] = result
    functions.parameters(w, symbol, holder, keep=True)
    _untyped(w, symbol)
    if body is not None:
        w.visit(body)
    w.close_block()
    w.close_scope()
    return w.add(ops.SYM, symbol)


def _untyped(w: Walker, symbol: int) -> None:
    """`auto` parameters hold what the context passes."""
    for position, param in enumerate(w.facts.params.get(symbol, ())):
        if param.name and not param.type:
            w.scope.env[param.name] = w.add(ops.PARAM, symbol, position)


def new(w: Walker, node: Node) -> int:
    """`new T(…)`, `new T{…}`, `new T[n]`."""
    kind = type_of(w, node.child_by_field_name("type"))
    placement = node.child_by_field_name("placement")
    if placement is not None:
        w.visit_children(placement)
    array = node.child_by_field_name("declarator")
    if array is not None:
        w.visit_children(array)
    given = arguments(w, node.child_by_field_name("arguments"))
    type_node = node.child_by_field_name("type")
    if not kind or type_node is None:
        return 0
    if w.source[type_node.end_byte : type_node.end_byte + 8].lstrip().startswith(b"*"):
        # `new T*[n]`: the star was taken out for the parser.
        return w.instance(kind)
    expr = w.add(ops.NEW, kind, given, ())
    w.site("call", expr, names.line_of(type_node))
    roles.expect(w, expr, given, ())
    return w.add(ops.DECLARED, kind, expr)


def range_for(w: Walker, node: Node) -> int:
    """`for (T x : xs)`."""
    w.open_block()
    start = node.child_by_field_name("initializer")
    if start is not None:
        w.visit(start)
    right = node.child_by_field_name("right")
    items = w.visit(right) if right is not None else 0
    element = w.add(ops.ITER, items) if items else 0
    type_node = node.child_by_field_name("type")
    kind = 0 if type_node is None or type_node.type == "placeholder_type_specifier" else type_of(w, type_node)
    shape = unwrap(node.child_by_field_name("declarator"))
    if shape is not None:
        if shape.name.type == "structured_binding_declarator":
            for position, child in enumerate(shape.name.named_children):
                names.declare(w, w.text(child), _part(w, element, position))
        else:
            pointer = is_pointer(node, shape, "pointer_declarator")
            held = w.add(ops.DECLARED, kind, element) if pointer else w.instance(kind) if kind else element
            fixed = bool(held) and variables.is_constant(w, node, pointers=True)
            names.declare(w, w.text(plain(shape.name)), w.share(ops.CONST, held) if fixed else held)
    body = node.child_by_field_name("body")
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def _part(w: Walker, value: int, position: int) -> int:
    """Element `position` of a destructured pair or tuple."""
    if not value:
        return 0
    member = w.share(ops.ATTR, value, ("first", "second")[position]) if position < 2 else 0
    return w.union([member]) if member else w.add(ops.ITEM, value, position, 0)


def field_initializers(w: Walker, node: Node) -> int:
    """`: Base(a), member_(b)`: bases and members are constructed."""
    for child in node.named_children:
        if child.type != "field_initializer" or not child.named_children:
            continue
        head, rest = child.named_children[0], child.named_children[1:]
        line = names.line_of(head)
        if head.type == "qualified_identifier":
            target = qualified(w, head, "")
        elif head.type in ("template_method", "template_type", "template_function"):
            target = template(w, head, "")
        else:
            # Parameters do not hide members here.
            target = w.share(ops.NAME, w.text(head), w.scope.symbol)
            names.mention(w, target, line)
        given = arguments(w, rest[0]) if rest else ()
        expr = w.add(ops.NEW, target, given, ())
        w.site("call", expr, line)
    return 0


def delete(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return 0


def catch(w: Walker, node: Node) -> int:
    """`catch (const E& e) { … }`."""
    w.open_block()
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        if child.type == "parameter_declaration":
            declare_parameter(w, child)
    body = node.child_by_field_name("body")
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def declare_parameter(w: Walker, node: Node) -> None:
    kind = type_of(w, node.child_by_field_name("type"))
    shape = unwrap(node.child_by_field_name("declarator"))
    if shape is not None:
        names.declare(w, w.text(plain(shape.name)), w.instance(declared_type(w, kind, shape.arrays)))


def condition(w: Walker, node: Node) -> int:
    """`(T x = f())` or `(init; test)` of `if`, `while` and `switch`: the enclosing statement is the scope."""
    for child in node.named_children:
        if child.type == "declaration":
            condition_declaration(w, child)
        else:
            w.visit(child)
    return 0


def condition_declaration(w: Walker, node: Node) -> int:
    """A declaration as a condition has its value beside the declarator."""
    value = node.child_by_field_name("value")
    declarator = node.child_by_field_name("declarator")
    if value is None or declarator is None or declarator.type == "init_declarator":
        return variables.declaration(w, node)
    shape = unwrap(declarator)
    type_node = node.child_by_field_name("type")
    automatic = type_node is not None and type_node.type == "placeholder_type_specifier"
    base = 0 if automatic else type_of(w, type_node)
    if shape is not None:
        variables.local(w, node, shape, base, value)
    return 0


def template_value(w: Walker, node: Node) -> int:
    """`f<int>` named as a value."""
    return template(w, node, "reference")


def user_literal(w: Walker, node: Node) -> int:
    """`"text"_suffix`: the function of that suffix is called. Those without `_` are the standard library's."""
    suffix = next((w.text(c) for c in node.named_children if c.type == "literal_suffix"), "")
    given = tuple(w.visit(c) for c in node.named_children if c.type != "literal_suffix")
    if not suffix.startswith("_"):
        return given[0] if given else 0
    expr = w.add(ops.CALL, names.lookup(w, f'operator""{suffix}'), given[:1], ())
    w.site("tokens", expr, names.line_of(node))
    return expr


def static_assert(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return 0
