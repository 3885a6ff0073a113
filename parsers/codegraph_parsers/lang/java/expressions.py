"""Expressions of Java: names, members, calls, construction, lambdas, operators.

Method references are expressions, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, SymbolKind
from codegraph_parsers.lang.java import calling, definitions, members, state, types
from codegraph_parsers.lang.java.types import METHOD, lower_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STRING = "String"
COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "instanceof"})
SHIFTS = frozenset({"<<", ">>", ">>>"})
NAMED_TYPES = frozenset({"type_identifier", "scoped_type_identifier"})
LONGEST_PATH = 300  # bytes of a text that may be a part of a path


def look_up_local(w: Walker, name: str) -> int:
    """Return the local variable or parameter a name means here, -1 for none."""
    return roles.find_local(w, name, state.get_state(w).fields)


def look_up_variable(w: Walker, name: str) -> int:
    """Return the value a name has.

    It is a local, else whatever the enclosing classes, imports and package say.
    """
    found = look_up_local(w, name)
    if found >= 0:
        return found
    return w.share(ops.NAME, name, w.classes[-1] if w.classes else 0)


def lower_identifier(w: Walker, node: Node) -> int:
    name = w.read_text(node)
    found = look_up_local(w, name)
    if found >= 0:
        return found
    expr = w.share(ops.NAME, name, get_type_scope(w) if name[:1].isupper() else w.classes[-1] if w.classes else 0)
    w.mention(expr, node.start_point[0] + 1)
    return expr


def get_type_scope(w: Walker) -> int:
    """Return the scope to look up a name that may be a class of the function."""
    return w.scope.symbol


def lower_this(w: Walker, node: Node) -> int:
    return w.share(ops.SELF, w.classes[-1]) if w.classes else 0


def lower_super(w: Walker, node: Node) -> int:
    return w.share(ops.SUPER, w.classes[-1]) if w.classes else 0


def find_enclosing_class(w: Walker, name: str) -> int:
    """Return the enclosing class of that name, -1 when there is none."""
    return next((c for c in reversed(w.classes) if w.symbols[c].name == name), -1)


def lower_field_access(w: Walker, node: Node) -> int:
    target, name_node = node.child_by_field_name("object"), node.child_by_field_name("field")
    if target is None or name_node is None:
        return w.visit_children(node)
    if name_node.type == "this":  # `Outer.this`
        symbol = find_enclosing_class(w, w.read_text(target).rsplit(".", 1)[-1])
        lower_type(w, target)
        return w.share(ops.SELF, symbol) if symbol >= 0 else 0
    path = lower_package_path(w, node)
    if path:
        return path
    base = w.visit(target)
    if not base:
        return 0
    expr = w.share(ops.ATTR, base, w.read_text(name_node))
    w.mention(expr, name_node.start_point[0] + 1)
    return expr


def lower_package_path(w: Walker, node: Node) -> int:
    """Lower `java.util.List.of` in an expression.

    Returns the type behind the package, 0 when this is no such path.
    """
    parts = types.list_identifiers(w, node)
    names = [w.read_text(part) for part in parts]
    packages = types.count_packages(names)
    if packages != len(names) - 1 or packages < 1 or look_up_local(w, names[0]) >= 0:
        return 0
    fields = state.get_state(w).fields
    if any(names[0] in fields.get(c, ()) for c in w.classes):
        return 0
    expr = types.import_qualified(w, names[:packages], names[packages], parts[packages])
    w.add_site("type", expr, parts[packages].start_point[0] + 1)
    return expr


def lower_array_access(w: Walker, node: Node) -> int:
    value = w.visit_field(node, "array")
    at = w.visit_field(node, "index")
    return w.add(ops.INDEX, value, at) if value else 0


# -- calls --------------------------------------------------------------------------------------------------------


def lower_invocation(w: Walker, node: Node) -> int:
    """Lower `m(…)`, `x.m(…)`, `super.m(…)`, `I.super.m(…)`."""
    name_node, target = node.child_by_field_name("name"), node.child_by_field_name("object")
    if name_node is None:
        return w.visit_children(node)
    name = w.read_text(name_node) + METHOD
    written = types.lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    if target is None:
        called = w.share(ops.NAME, name, w.classes[-1] if w.classes else 0)
    elif (
        b"super" in w.source[target.end_byte : name_node.start_byte]
        and any(child.type == "super" for child in node.children)
        and target.type != "super"
    ):
        base = lower_type(w, target)
        symbol = find_enclosing_class(w, w.read_text(target))
        receiver = w.share(ops.SUPER, symbol) if symbol >= 0 else w.add_instance(base)
        called = w.share(ops.ATTR, receiver, name)
    else:
        called = w.share(ops.ATTR, w.visit(target), name)
    line = name_node.start_point[0] + 1
    return calling.finish_call(w, called, node.child_by_field_name("arguments"), line, written=written)


def lower_construction(w: Walker, node: Node) -> int:
    """Lower `new T(…)`, with a body or not.

    A plain `new T()` is a call and no further mention of `T`.
    """
    type_node = node.child_by_field_name("type")
    if type_node is None:
        return w.visit_children(node)
    parts = node.named_children
    body = next((child for child in parts[1:] if child.type == "class_body"), None)
    first = parts[0]
    plain = body is None and type_node.type in ("type_identifier", "scoped_type_identifier")
    if (
        first.id != type_node.id
        and first.type not in types.TYPES
        and not first.type.endswith("annotation")
        and first.type != "type_arguments"
    ):
        outer = w.visit(first)  # `outer.new Inner()`
        called = w.share(ops.ATTR, outer, w.read_text(type_node).split("<", 1)[0]) if outer else 0
        if type_node.type == "generic_type":
            for child in type_node.named_children[1:]:
                types.lower_type_arguments(w, child)
    elif plain and type_node.type == "scoped_type_identifier":
        called = lower_qualified(w, type_node)
    else:
        called = lower_type(w, type_node, mention=not plain)
    line = get_type_line(type_node)
    expr = calling.finish_call(w, called, node.child_by_field_name("arguments"), line, ops.NEW)
    if body is None:
        return expr
    label = w.read_text(type_node).split("<", 1)[0].rsplit(".", 1)[-1]
    if w.scope.kind == "class":  # a field names its value better than the type does
        label = state.get_state(w).field_name or label
    symbol = definitions.define_anonymous_class(w, node, label, called, body)
    return (
        w.union([w.add_instance(w.add(ops.SYM, symbol)), expr])
        if not called
        else w.add(ops.DECLARED, w.add(ops.SYM, symbol), expr)
    )


def lower_qualified(w: Walker, node: Node) -> int:
    """Lower `Outer.Inner` of a construction.

    The outer names are mentioned, the constructed one is not.
    """
    outer, inner = node.named_children[0], node.named_children[-1]
    path = types.count_packages([w.read_text(part) for part in types.list_identifiers(w, node)])
    if path and path == len(types.list_identifiers(w, node)) - 1:
        return lower_type(w, node, mention=False)
    return types.build_member_type(w, lower_type(w, outer), w.read_text(inner), inner, mention=False)


def get_type_line(node: Node) -> int:
    """Return the line of a type's own name."""
    while node.type in ("generic_type", "annotated_type") and node.named_children:
        node = node.named_children[0] if node.type == "generic_type" else node.named_children[-1]
    if node.type == "scoped_type_identifier":
        node = node.named_children[-1]
    return node.start_point[0] + 1


def lower_explicit_constructor(w: Walker, node: Node) -> int:
    """Lower `this(…)` and `super(…)`.

    They construct the class itself or its base.
    """
    which, arguments = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
    w.visit_field(node, "object")
    if which is None or not w.classes:
        return w.visit_children(node)
    line = which.start_point[0] + 1
    owner = w.classes[-1]
    if which.type == "this":
        return calling.finish_call(w, w.add(ops.SYM, owner), arguments, line, ops.NEW)
    base = next((b.expr for b in w.facts.bases.get(owner, ()) if b.kind == "inherits"), 0)
    return calling.finish_call(w, base, arguments, line, ops.NEW)


def lower_method_reference(w: Walker, node: Node) -> int:
    """Lower `Type::method`, `value::method`, `Type::new`."""
    target = node.named_children[0] if node.named_children else None
    if node.children and node.children[0].type == "super":
        base, rest = lower_super(w, node), node.named_children
    elif target is None:
        return 0
    else:
        base = lower_type(w, target) if target.type in types.TYPES else w.visit(target)
        rest = node.named_children[1:]
    for child in rest:
        if child.type == "type_arguments":
            types.lower_type_arguments(w, child)
    last = node.children[-1]
    if not base or (last.type == "new" and target is not None and target.type == "array_type"):
        return base
    # What is wanted there becomes known later, and says which overload is meant: no expression to share.
    expr = w.add(ops.METHOD_REF, base, definitions.CONSTRUCTOR if last.type == "new" else w.read_text(last) + METHOD)
    w.add_site("reference", expr, last.start_point[0] + 1)
    return expr


def lower_lambda(w: Walker, node: Node) -> int:
    symbol = w.define(SymbolKind.FUNCTION, "lambda", node, flags=Flag.ANONYMOUS)
    found, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    params: list[Param] = []
    if found is not None and found.type == "formal_parameters":
        params, _ = members.lower_parameters(w, found)
    elif found is not None:
        names = [found] if found.type == "identifier" else [c for c in found.named_children if c.type == "identifier"]
        params = [Param(w.read_text(each), 0, 0, "") for each in names]
    w.open_scope(symbol, "function")
    roles.bind_parameters(w, symbol, params)
    if body is not None and body.type == "block":
        w.visit(body)
        last = body.named_children[-1] if body.named_children else None
        if symbol not in w.facts.returns and (last is None or _can_complete(w, last)):
            w.facts.declared[symbol] = types.build_primitive(w, "void")
    elif body is not None:
        w.add_return(w.visit(body) or w.add(ops.UNKNOWN))
    w.close_scope()
    members.keep_types(w, symbol)
    return w.add(ops.SYM, symbol)


def _can_complete(w: Walker, node: Node) -> bool:
    """Return whether the code behind a statement is reached.

    It is not behind one that throws or loops for ever.
    """
    if node.type == "throw_statement":
        return False
    condition = node.child_by_field_name("condition")
    if node.type == "while_statement" and condition is not None:
        endless = w.read_text(condition).strip("( )") == "true"
    else:
        endless = node.type == "for_statement" and condition is None
    return not endless or _has_break(node)


def _has_break(node: Node) -> bool:
    return node.type == "break_statement" or any(map(_has_break, node.named_children))


# -- operators and literals -----------------------------------------------------------------------------------------


def lower_cast(w: Walker, node: Node) -> int:
    """Lower `(T) x`.

    No sign may follow the name of a class there: `(count) - 1` is arithmetic, whatever the grammar says.
    """
    named, signed = node.child_by_field_name("type"), node.child_by_field_name("value")
    if named is not None and signed is not None and named.type in NAMED_TYPES and signed.type == "unary_expression":
        sign, operand = signed.child_by_field_name("operator"), signed.child_by_field_name("operand")
        if sign is not None and operand is not None and sign.type in ("+", "-"):
            x = _lower_dotted_name(w, types.list_identifiers(w, named))
            return _lower_operation(w, x, sign.type, w.visit(operand))
    declared = w.union([lower_type(w, each) for each in node.children_by_field_name("type")])
    value = w.visit_field(node, "value")
    calling.expect(w, value, declared)
    return w.add(ops.DECLARED, declared, value) if declared else value


def _lower_dotted_name(w: Walker, parts: list[Node]) -> int:
    """Return the value of a dotted name that the grammar takes for a type."""
    if not parts:
        return 0
    expr = lower_identifier(w, parts[0])
    for part in parts[1:]:
        expr = w.share(ops.ATTR, expr, w.read_text(part))
        w.mention(expr, part.start_point[0] + 1)
    return expr


def lower_ternary(w: Walker, node: Node) -> int:
    parts = [node.child_by_field_name(each) for each in ("condition", "consequence", "alternative")]
    values = [w.visit(part) if part is not None else 0 for part in parts]
    return w.union(values[1:])


def lower_binary(w: Walker, node: Node) -> int:
    sign = node.child_by_field_name("operator")
    x = w.visit_field(node, "left")
    y = w.visit_field(node, "right")
    return _lower_operation(w, x, sign.type if sign is not None else "", y)


def _lower_operation(w: Walker, x: int, word: str, y: int) -> int:
    """Return the result of an operator of two operands."""
    if word in COMPARISONS:
        return w.add_literal("$boolean")
    if word in SHIFTS:
        return x
    if word == "+" and (is_string(w, x) or is_string(w, y)):
        result = w.add_literal(STRING)
        joined = any(w.exprs[part][0] == ops.TEMPLATE for part in (x, y))
        return w.share(ops.TEMPLATE, result, (x, y)) if joined else result
    return w.add(ops.OPERATOR, x, word, (y,)) if x else 0


def is_string(w: Walker, expr: int) -> bool:
    found = w.exprs[expr]
    return found[0] == ops.TEMPLATE or (found[0] == ops.LITERAL and found[1] == STRING)


def lower_unary(w: Walker, node: Node) -> int:
    result = 0
    for child in node.named_children:
        result = w.visit(child)
    return w.add_literal("$boolean") if node.children[0].type == "!" else result


def lower_assignment(w: Walker, node: Node) -> int:
    target = w.visit_field(node, "left")
    value = w.visit_field(node, "right")
    calling.expect(w, value, target)
    return target or value


def lower_string(w: Walker, node: Node) -> int:
    """Lower a text, which is kept where it may be a part of a path."""
    w.visit_children(node)
    result = w.add_literal(STRING)
    if node.end_byte - node.start_byte > LONGEST_PATH:
        return result
    text = w.source[node.start_byte + 1 : node.end_byte - 1].replace(b"\\\\", b"\0")
    if text[:1] == b'"' or b"\\" in text or b"\n" in text or b" " in text:  # a block of lines, other escapes
        return result
    if not (state.get_state(w).keeps_texts or b"/" in text or text[:1] == b"?"):
        return result
    text = text.replace(b"\0", b"\\")
    part = w.share(ops.LITERAL, STRING, text.decode("utf-8", "replace"))
    return w.share(ops.TEMPLATE, result, (part,))


def lower_number(w: Walker, node: Node) -> int:
    text = w.read_text(node).lower()
    if text.endswith("l"):
        return w.add_literal("$long")
    if text.startswith(("0x", "0b")) and "p" not in text:
        return w.add_literal("$int")
    if text.endswith("f"):
        return w.add_literal("$float")
    return w.add_literal("$double" if text.endswith("d") or "." in text or "e" in text else "$int")


def lower_class_literal(w: Walker, node: Node) -> int:
    named = node.named_children[0] if node.named_children else None
    found = lower_type(w, named) if named is not None else 0
    if named is not None and any(child.type == "dimensions" for child in node.children):
        found = types.build_array(w, found, None, 1)
    return w.add_instance(w.share(ops.GENERIC, w.share(ops.NAME, "Class", 0), (found,)))


def lower_array_creation(w: Walker, node: Node) -> int:
    declared = lower_type(w, node.child_by_field_name("type"))
    count = 0
    for child in node.named_children:
        if child.type == "dimensions_expr":
            w.visit_children(child)
            count += 1
        elif child.type == "dimensions":
            count += sum(1 for each in child.children if each.type == "[")
    w.visit_field(node, "value")
    return w.add_instance(types.build_array(w, declared, None, count))


def lower_array_initialiser(w: Walker, node: Node) -> int:
    return w.add(ops.LIST, types.ARRAY, tuple(w.visit(child) for child in node.named_children if not child.is_extra))
