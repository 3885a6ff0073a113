"""Expressions of C#: names, members, calls, constructions, lambdas, operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Expr, Flag, Param, SymbolKind
from codegraph_parsers.lang.csharp import calling, members, state, types
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.lang.java.statements import build_typed_value
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STRING = "$string"
COMPARISONS = frozenset({"&&", "||", "is"})
BINDINGS = ("member_binding_expression", "element_binding_expression")
CHOOSING = frozenset({"??"})
LONGEST_PATH = 300  # bytes of a text that may be a part of a path
REGISTERING = "Map"  # begins members whose texts are paths and methods: `MapGet("items")`
SUFFIXES = {"l": "$long", "ul": "$ulong", "lu": "$ulong", "u": "$uint", "f": "$float", "d": "$double", "m": "$decimal"}


def look_up_local(w: Walker, name: str) -> int:
    """Return the local variable or parameter a name means here, -1 for none."""
    return roles.find_local(w, name, state.get_state(w).values)


def build_name(w: Walker, name: str) -> int:
    """Return what a name means that is no local."""
    return w.share(ops.NAME, name, w.scope.symbol)


def lower_identifier(w: Walker, node: Node) -> int:
    name = w.read_text(node).removeprefix("@")
    found = look_up_local(w, name)
    if found >= 0:
        if w.exprs[found][0] == ops.SYM:
            w.mention(found, node.start_point[0] + 1)
        return found
    expr = build_name(w, name)
    w.mention(expr, node.start_point[0] + 1)
    return expr


def lower_generic_name(w: Walker, node: Node) -> int:
    """Lower `Name<T>`: a type where something is asked of it, else a method."""
    parent = node.parent
    if parent is not None and parent.type == "member_access_expression":
        inside = parent.child_by_field_name("expression")
        if inside is not None and inside.id == node.id:
            return lower_type(w, node)
    expr = build_name(w, read_member_name(w, node)[0])
    w.mention(expr, node.start_point[0] + 1)
    return expr


def read_member_name(w: Walker, node: Node) -> tuple[str, Node, tuple[tuple[str, int], ...]]:
    """Return the name of a member, its node, and its type arguments."""
    if node.type != "generic_name":
        return w.read_text(node).removeprefix("@"), node, ()
    found, _ = types.list_type_arguments(w, node)
    inner = node.named_children[0]
    return w.read_text(inner), inner, tuple((f"[{at}]", expr) for at, expr in enumerate(found))


def lower_member_access(w: Walker, node: Node) -> int:
    expr, name_node, _ = lower_member(w, node)
    if expr and name_node is not None:
        w.mention(expr, name_node.start_point[0] + 1)
    return expr


def lower_member(w: Walker, node: Node) -> tuple[int, Node | None, tuple[tuple[str, int], ...]]:
    """Lower `x.Name` without a mention of the member.

    `Outer.Name<T>` may be a type.
    """
    target, name_node = node.child_by_field_name("expression"), node.child_by_field_name("name")
    if target is None or name_node is None:
        return w.visit_children(node), None, ()
    base = lower_object(w, target)
    name, inner, written = read_member_name(w, name_node)
    parent = node.parent
    asked = parent.child_by_field_name("expression") if parent is not None else None
    if written and asked is not None and asked.id == node.id:  # `Space.Name<T>.Member`
        generic = w.share(ops.ATTR, base, f"{name}`{len(written)}") if base else 0
        return w.share(ops.GENERIC, generic, tuple(e for _, e in written)) if generic else 0, None, ()
    return (w.share(ops.ATTR, base, name) if base else 0), inner, written


def lower_object(w: Walker, node: Node) -> int:
    """Lower the object or type that a member is asked of."""
    if node.type in ("this", "base"):
        return w.share(ops.SELF if node.type == "this" else ops.SUPER, w.classes[-1]) if w.classes else 0
    if node.type in ("predefined_type", "qualified_name", "alias_qualified_name", "nullable_type", "array_type"):
        return lower_type(w, node)
    return w.visit(node)


def lower_conditional_access(w: Walker, node: Node) -> int:
    """Lower `x?.Name` and `x?[key]`."""
    target, binding = node.child_by_field_name("condition"), find_child(node, *BINDINGS)
    base = lower_object(w, target) if target is not None else 0
    return lower_binding(w, binding, base) if binding is not None else 0


def lower_binding(w: Walker, node: Node, base: int | None = None) -> int:
    """Lower `.Name` or `[key]` behind `?`, or in an initialiser."""
    targets = state.get_state(w).targets
    if base is None:
        base = targets[-1] if targets else 0
    if node.type == "element_binding_expression":
        keys = calling.lower_arguments(w, node)[0]
        return _build_index(w, base, keys, node) if base else 0
    name_node = node.child_by_field_name("name")
    if name_node is None or not base:
        return 0
    name, inner, _ = read_member_name(w, name_node)
    expr = w.share(ops.ATTR, base, name)
    w.mention(expr, inner.start_point[0] + 1)
    return expr


def lower_element_access(w: Walker, node: Node) -> int:
    target, listed = node.child_by_field_name("expression"), node.child_by_field_name("subscript")
    base = lower_object(w, target) if target is not None else 0
    keys = calling.lower_arguments(w, listed)[0]
    return _build_index(w, base, keys, node) if base else 0


def _build_index(w: Walker, base: int, keys: tuple[int, ...], node: Node) -> int:
    expr = w.add(ops.INDEX, base, keys[0] if keys else 0)
    w.add_site("operator", expr, node.end_point[0] + 1)
    return expr


# -- calls --------------------------------------------------------------------------------------------------------


def lower_invocation(w: Walker, node: Node) -> int:
    """Lower `M(…)`, `x.M(…)`, `M<T>(…)`, `x?.M(…)` and `nameof(…)`."""
    target, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    line, written = target.start_point[0] + 1, ()
    kind = target.type
    if kind in ("identifier", "generic_name"):
        name, _, written = read_member_name(w, target)
        if name == "nameof" and arguments is not None:
            w.visit_children(arguments)
            return w.add_literal(STRING)
        called = look_up_local(w, name)
        called = called if called >= 0 else build_name(w, name)
    elif kind == "member_access_expression":
        called, inner, written = lower_member(w, target)
        line = inner.start_point[0] + 1 if inner is not None else line
    elif kind == "conditional_access_expression":
        called, line, written = _lower_conditional_callee(w, target)
    else:
        called = w.visit(target)
    kept, callee = state.get_state(w), w.exprs[called]
    before = kept.keeps_texts
    kept.keeps_texts = before or (callee[0] == ops.ATTR and str(callee[2]).startswith(REGISTERING))
    result = calling.finish_call(w, called, arguments, line, written=written)
    kept.keeps_texts = before
    return result


def _lower_conditional_callee(w: Walker, node: Node) -> tuple[int, int, tuple[tuple[str, int], ...]]:
    """Return what `x?.M` of a call names, its line and its type arguments."""
    base = w.visit_field(node, "condition")
    last = node.named_children[-1]
    name_node = last.child_by_field_name("name") if last.type == "member_binding_expression" else None
    if name_node is None:
        return lower_binding(w, last, base), last.start_point[0] + 1, ()
    name, inner, written = read_member_name(w, name_node)
    return (w.share(ops.ATTR, base, name) if base else 0), inner.start_point[0] + 1, written


def lower_construction(w: Walker, node: Node) -> int:
    """Lower `new T(…) { … }`, and `new(…)` whose type its context says, if anything."""
    type_node = node.child_by_field_name("type")
    if type_node is None:
        return lower_construction_of(w, node, 0, node.start_point[0] + 1)
    called = lower_type(w, type_node, mention=False)
    return lower_construction_of(w, node, called, types.get_name_node(type_node).start_point[0] + 1)


def lower_construction_of(w: Walker, node: Node, called: int, line: int) -> int:
    """Lower a construction of a known type, with its initialiser."""
    arguments = find_child(node, "argument_list")
    expr = calling.finish_call(w, called, arguments, line, ops.NEW)
    initializer = find_child(node, "initializer_expression")
    if initializer is not None:
        walk_initializer(w, initializer, expr)
    return expr


def walk_initializer(w: Walker, node: Node, made: int) -> None:
    """Walk `{ Name = value, … }` of an object, or the elements of a collection."""
    kept = state.get_state(w)
    element = _find_element_type(w, w.exprs[made])
    for child in node.named_children:
        if child.type != "assignment_expression":
            members.lower_as(w, child, element)
            continue
        left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
        if left is None or right is None:
            continue
        kept.targets.append(made)
        if left.type == "identifier":
            target = w.share(ops.ATTR, made, w.read_text(left))
            w.mention(target, left.start_point[0] + 1)
        else:
            target = w.visit(left)
        kept.targets.pop()
        if right.type == "initializer_expression":
            walk_initializer(w, right, target)
        else:
            value = members.lower_as(w, right, w.share(ops.TYPEOF, target))
            calling.expect(w, value, target)


def _find_element_type(w: Walker, made: Expr) -> int:
    """Return the type of the elements of a collection that is constructed, 0 for none."""
    if made[0] != ops.NEW:
        return 0
    at: int = made[1]
    applied: Expr = w.exprs[at]
    arguments: tuple[int, ...] = applied[2] if applied[0] == ops.GENERIC else ()
    return arguments[0] if len(arguments) == 1 else 0


def lower_initializer(w: Walker, node: Node) -> int:
    """Lower the elements of an array."""
    return w.add(ops.LIST, types.ARRAY, tuple(w.visit(child) for child in node.named_children if not child.is_extra))


def lower_collection(w: Walker, node: Node) -> int:
    """Lower `[a, ..b]`."""
    found: list[int] = []
    for child in node.named_children:
        for part in child.named_children:
            value = w.visit_children(part) if not part.named_children else w.visit(part.named_children[0])
            found.append(w.add(ops.ITER, value) if part.type == "spread_element" and value else value)
    return w.add(ops.LIST, types.ARRAY, tuple(found))


def lower_array_creation(w: Walker, node: Node) -> int:
    declared = 0
    for child in node.named_children:
        if child.type == "array_type":
            declared = lower_type(w, child)
            for rank in child.named_children:
                if rank.type == "array_rank_specifier":
                    w.visit_children(rank)
        elif child.type == "initializer_expression":
            result = lower_initializer(w, child)
            declared = declared or result
    return w.add_instance(declared) if node.type == "array_creation_expression" else declared


def lower_anonymous_object(w: Walker, node: Node) -> int:
    """Lower `new { a.Name, N = value }`: an object with these properties."""
    symbol = w.define(SymbolKind.CLASS, "{}", node, flags=Flag.ANONYMOUS)
    names: dict[str, int] = {}
    pending = ""
    children = node.children
    for at, child in enumerate(children):
        if not child.is_named or child.is_extra:
            continue
        following = children[at + 1] if at + 1 < len(children) else None
        if child.type == "identifier" and following is not None and following.type == "=":
            pending = w.read_text(child)
            continue
        value = w.visit(child)
        last = child.child_by_field_name("name") or child
        name = pending or (w.read_text(last) if last.type == "identifier" else "")
        pending = ""
        if name:
            names[name] = value
    w.facts.names[symbol] = names
    return w.add(ops.OBJECT, symbol)


# -- lambdas ------------------------------------------------------------------------------------------------------


def lower_lambda(w: Walker, node: Node) -> int:
    """Lower `x => …`, `(int x) => { … }` and `delegate (int x) { … }`."""
    found, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    body = body or find_child(node, "block")
    is_async = any(child.type in ("modifier", "async") and w.read_text(child) == "async" for child in node.children)
    symbol = w.define(
        SymbolKind.FUNCTION, "lambda", node, flags=Flag.ANONYMOUS | (Flag.ASYNC if is_async else Flag.NONE)
    )
    params: list[Param] = []
    if found is not None and found.type == "parameter_list":
        params, _ = members.lower_parameters(w, found)
    elif found is not None:
        params = [Param(w.read_text(found), 0, 0, "")]
    w.open_scope(symbol, "function")
    roles.bind_parameters(w, symbol, params)
    kept = state.get_state(w)
    before, kept.keeps_texts = kept.keeps_texts, False
    if body is not None and body.type == "block":
        w.open_block()
        w.visit_children(body)
        w.close_block()
        if symbol not in w.facts.returns and symbol not in w.facts.yields:
            w.facts.declared[symbol] = types.build_keyword(w, "void")
    elif body is not None:
        w.add_return(w.visit(body) or w.add(ops.UNKNOWN))
    kept.keeps_texts = before
    w.close_scope()
    members.keep_types(w, symbol)
    return w.add(ops.SYM, symbol)


# -- operators and literals -----------------------------------------------------------------------------------------


def lower_cast(w: Walker, node: Node) -> int:
    """Lower `(T)x` and `x as T`."""
    value_node = node.child_by_field_name("value") or node.child_by_field_name("left")
    declared = lower_type(w, node.child_by_field_name("type") or node.child_by_field_name("right"))
    value = lower_object(w, value_node) if value_node is not None else 0
    calling.expect(w, value, declared)
    return build_typed_value(w, declared, value)


def lower_conditional(w: Walker, node: Node) -> int:
    parts = [node.child_by_field_name(each) for each in ("condition", "consequence", "alternative")]
    values = [lower_object(w, part) if part is not None else 0 for part in parts]
    return w.union(values[1:])


def lower_binary(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    x = lower_object(w, left) if left is not None else 0
    y = lower_object(w, right) if right is not None else 0
    word = sign.type if sign is not None else ""
    if word in CHOOSING:
        return w.union([x, y])
    if word in COMPARISONS:
        return w.add_literal("$bool")
    if word == "+" and (is_string(w, x) or is_string(w, y)):
        result = w.add_literal(STRING)
        joined = any(w.exprs[part][0] == ops.TEMPLATE for part in (x, y))
        return w.share(ops.TEMPLATE, result, (x, y)) if joined else result
    return build_operation(w, x, word, (y,), node)


def build_operation(w: Walker, x: int, word: str, others: tuple[int, ...], node: Node) -> int:
    """Return the result of an operator that an operand's type may define."""
    if not x or word not in w.spec.semantics.operators.members:
        return 0
    expr = w.add(ops.OPERATOR, x, word, others)
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr


def is_string(w: Walker, expr: int) -> bool:
    found = w.exprs[expr]
    return found[0] == ops.TEMPLATE or (found[0] == ops.LITERAL and found[1] == STRING)


def lower_unary(w: Walker, node: Node) -> int:
    """Lower `!x`, `-x`, `x!` and `x++`."""
    operand = next((child for child in node.named_children if not child.is_extra), None)
    x = w.visit(operand) if operand is not None else 0
    signs = [child.type for child in node.children if not child.is_named]
    word = f"{signs[0]}x" if signs else ""
    if word == "!x" and node.type == "postfix_unary_expression":
        return x
    return build_operation(w, x, word, (), node) or (w.add_literal("$bool") if word == "!x" else x)


def lower_assignment(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return w.visit_children(node)
    if left.type in ("tuple_expression", "tuple_pattern"):
        from codegraph_parsers.lang.csharp import patterns

        value = w.visit(right)
        patterns.bind_tuple(w, left, value)
        return value
    target = w.visit(left)
    value = members.lower_as(w, right, w.share(ops.TYPEOF, target) if target else 0)
    calling.expect(w, value, target)
    sign = node.child_by_field_name("operator")
    word = (
        sign.type if sign is not None else w.read_text(node)[left.end_byte - node.start_byte :].split("=")[0]
    ).strip("= ")
    if word and word not in ("??",):
        build_operation(w, target, word, (value,), node)
    return target or value


def lower_text(w: Walker, node: Node) -> int:
    """Lower a text, which is kept where it may be a part of a path."""
    result = w.add_literal(STRING)
    if node.end_byte - node.start_byte > LONGEST_PATH:
        return result
    raw = w.source[node.start_byte : node.end_byte]
    verbatim = raw[:1] == b"@"
    text = raw.lstrip(b"@$").strip(b'"')
    if b"\\" in text and not verbatim:
        return result
    if not text and state.get_state(w).keeps_texts:
        return w.share(ops.TEMPLATE, result, ())
    is_path = state.get_state(w).keeps_texts or b"/" in text or text[:1] in (b"?", b"{")
    if not is_path or b"\n" in text or b" " in text:
        return result
    return w.share(ops.TEMPLATE, result, (w.share(ops.LITERAL, STRING, text.decode("utf-8", "replace")),))


def lower_interpolation(w: Walker, node: Node) -> int:
    """Lower `$"…{x}…"`; a text that may be a path keeps its parts: `$"{prefix}items"`."""
    result = w.add_literal(STRING)
    parts: list[int] = []
    keeps = False
    for child in node.named_children:
        if child.type == "interpolation":
            value = 0
            for each in child.named_children:
                if each.type not in ("interpolation_brace", "interpolation_format_clause"):
                    value = w.visit(each) or value
            parts.append(value or w.add(ops.UNKNOWN))
        elif child.type == "string_content":
            text = w.read_text(child)
            is_below = len(parts) == 1 and text[:1].isalpha() and " " not in text
            keeps = keeps or "/" in text or text[:1] == "?" or is_below
            parts.append(w.share(ops.LITERAL, STRING, text))
    small = node.end_byte - node.start_byte <= LONGEST_PATH
    return w.share(ops.TEMPLATE, result, tuple(parts)) if keeps and small and parts else result


def lower_number(w: Walker, node: Node) -> int:
    text = w.read_text(node).lower().replace("_", "")
    if node.type == "integer_literal":
        end = text[len(text.rstrip("ul")) :]
        return w.add_literal(SUFFIXES.get(end, "$int") if end else "$int", text if len(text) < 12 else "")
    return w.add_literal(SUFFIXES.get(text[-1], "$double"))


def lower_type_of(w: Walker, node: Node) -> int:
    lower_type(w, node.child_by_field_name("type"))
    return w.add_instance(w.share(ops.NAME, "$type", 0))


def lower_default(w: Walker, node: Node) -> int:
    """Lower `default` and `default(T)`."""
    declared = lower_type(w, node.child_by_field_name("type"))
    return w.add_instance(declared) if declared else w.add_literal("$null")


def lower_with(w: Walker, node: Node) -> int:
    """Lower `x with { Name = value }`."""
    parts = [child for child in node.named_children if not child.is_extra]
    base = w.visit(parts[0]) if parts else 0
    for child in parts[1:]:
        found = [each for each in child.named_children if not each.is_extra] if child.type == "with_initializer" else []
        if len(found) >= 2:
            if base:
                w.mention(w.share(ops.ATTR, base, w.read_text(found[0])), found[0].start_point[0] + 1)
            w.visit(found[-1])
    return base


def lower_tuple(w: Walker, node: Node) -> int:
    return w.add(ops.TUPLE, *calling.lower_arguments(w, node)[0])
