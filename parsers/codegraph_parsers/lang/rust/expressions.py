"""Rust expressions: names, calls, fields, literals, operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.rust.items import discard_attributes
from codegraph_parsers.lang.rust.patterns import bind
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import (
    SLICE,
    build_item_name,
    build_self_type,
    is_parameter,
    lower_arguments,
    lower_declared,
    lower_mentioned,
    lower_path,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

COLLECTED = frozenset({"Vec", "VecDeque", "HashSet", "BTreeSet", "BinaryHeap"})
FILLS = {"push": 0, "push_back": 0, "push_front": 0, "insert": -1, "replace": -1, "extend": -2}
"""Methods that put their argument into a container, for containers whose element type is not written."""
MAX_FILLS = 2
TRY = "__try"  # prelude member: what `?` and iteration take out of an Option or Result


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower a name in an expression: the local that it is bound to, or an item."""
    name = w.read_text(node)
    if name == "Self":
        return build_self_type(w)
    if w.scope.kind != "function":  # the value of a constant, the length of an array: items are all that it can name
        expr = build_item_name(w, name)
        if not is_parameter(w, name):
            w.mention(expr, node.start_point[0] + 1)
        return expr
    expr = w.look_up(name)
    if w.exprs[expr][0] in roles.MENTIONED:
        w.mention(expr, node.start_point[0] + 1)
    return expr


def lower_self(w: Walker, node: Node) -> int:
    found = w.look_up("self")
    return found if w.exprs[found][0] != ops.NAME else 0


def lower_scoped(w: Walker, node: Node) -> int:
    return lower_path(w, node, mention=True)


def lower_field(w: Walker, node: Node) -> int:
    """Lower `value.field`, or `.0` of a tuple or tuple struct.

    Fields are bound under `.name`, methods under their name.
    """
    value, name_node = node.child_by_field_name("value"), node.child_by_field_name("field")
    if value is None or name_node is None:
        return 0
    base = w.visit(value)
    if not base:
        return 0
    name = w.read_text(name_node)
    expr = w.share(ops.ATTR, base, name if name.isdigit() else f".{name}")
    w.mention(expr, name_node.start_point[0] + 1)
    return expr


def lower_callee(w: Walker, node: Node) -> tuple[int, int, Node | None]:
    """Return the called expression, the line of its name, and written type arguments.

    The callee is not mentioned.
    """
    kind = node.type
    generics = None
    if kind == "generic_function":
        generics = node.child_by_field_name("type_arguments")
        node = node.child_by_field_name("function") or node
        kind = node.type
    line = node.start_point[0] + 1
    if kind == "identifier":
        written = w.read_text(node)
        return (build_self_type(w) if written == "Self" else w.look_up(written)), line, generics
    if kind == "scoped_identifier":
        name = node.child_by_field_name("name")
        return lower_path(w, node, mention=False), (name or node).start_point[0] + 1, generics
    if kind == "field_expression":
        value, name = node.child_by_field_name("value"), node.child_by_field_name("field")
        if value is not None and name is not None:
            base = w.visit(value)
            return (
                w.share(ops.ATTR, base, w.read_text(name)) if base else w.add(ops.ATTR, 0, w.read_text(name)),
                name.start_point[0] + 1,
                generics,
            )
    return w.visit(node), line, generics


def lower_call(w: Walker, node: Node) -> int:
    target, args = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    called, line, generics = lower_callee(w, target)
    written = _lower_written(w, generics)
    result = roles.finish_call(w, called, args, line)
    if written:
        made = w.exprs[result]
        w.exprs[result] = (*made[:3], tuple((f"[{i}]", each) for i, each in enumerate(written)))
    expression = w.exprs[called]
    if expression[0] == ops.ATTR:
        method = expression[2]
        if method in FILLS:
            _fill(w, expression[1], FILLS[method], w.exprs[result][2])
        elif method == "collect" and written:
            return build_collection(w, written[0], expression[1]) or result
    return result


def _lower_written(w: Walker, generics: Node | None) -> tuple[int, ...]:
    """Return the type arguments that are written at a call."""
    if generics is None:
        return ()
    previous, w.reference = w.reference, "type"
    found = lower_arguments(w, generics)
    w.reference = previous
    return found


def build_collection(w: Walker, wanted: int, items: int) -> int:
    """Return the value of `items.collect()` into the type `wanted`.

    A collection whose element type is not written has that of `items`.
    """
    found = w.exprs[wanted]
    if found[0] == ops.GENERIC:
        generic: int = found[1]
        base = w.exprs[generic]
        if base[0] == ops.NAME and base[1] in COLLECTED and len(found[2]) == 1 and not found[2][0]:
            return w.add(ops.LIST, base[1], (w.add(ops.SPREAD, items),))
    return w.add(ops.INSTANCE, wanted)


def _fill(w: Walker, base: int, which: int, passed: tuple[int, ...]) -> None:
    """Add an element to a mutable local, as in `v.push(x)`.

    The local has no written element type, so it takes that of its elements.
    """
    found = w.exprs[base]
    if found[0] != ops.UNION or not passed or not passed[-1] or not 2 <= len(found) <= 2 + MAX_FILLS:
        return
    first: int = found[1]
    made = w.exprs[first]
    if made[0] != ops.CALL or made[2] or which == -1:
        return
    maker: int = made[1]
    kind = w.exprs[maker]
    if kind[0] != ops.ATTR or kind[2] not in ("new", "with_capacity", "default"):
        return
    holder: int = kind[1]
    held = w.exprs[holder]
    if held[0] == ops.NAME and held[1] in COLLECTED:
        item = passed[0] if which == 0 else w.add(ops.SPREAD, passed[0])
        w.exprs[base] = (*found, w.add(ops.LIST, held[1], (item,)))


def lower_struct(w: Walker, node: Node) -> int:
    """Lower `Type { field: value }`, which is a construction, but no call."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    made = 0
    if name_node is not None:
        made = lower_mentioned(w, "reference" if get_state(w).tokens else "type", name_node)
    given: list[tuple[str, int]] = []
    for child in body.named_children if body is not None else ():
        kind = child.type
        if kind == "shorthand_field_initializer":
            inner = child.named_children[-1] if child.named_children else None
            if inner is not None:
                given.append((f".{w.read_text(inner)}", w.look_up(w.read_text(inner))))
        elif kind == "field_initializer":
            name = child.child_by_field_name("field")
            result = w.visit_field(child, "value")
            if name is not None and result:
                given.append((f".{w.read_text(name)}", result))
                _expect_field(w, made, w.read_text(name), result)
        else:
            w.visit(child)
    if not made:
        return 0
    return w.add(ops.NEW, made, (), tuple(given))


def _expect_field(w: Walker, made: int, name: str, value: int) -> None:
    """Record the type that a field expects of a closure.

    The closure takes its parameter types from it.
    """
    found = w.exprs[value]
    if made and found[0] == ops.SYM and found[1] not in w.facts.expected:
        w.facts.expected[found[1]] = w.add(ops.FIELD_OF, made, 0, f".{name}")


def lower_try(w: Walker, node: Node) -> int:
    """Lower `value?`."""
    results = w.visit_all(node.named_children)
    return build_unwrapped(w, results[0]) if results and results[0] else 0


def build_unwrapped(w: Walker, value: int) -> int:
    return w.add(ops.CALL, w.share(ops.ATTR, value, TRY), (), ())


def lower_index(w: Walker, node: Node) -> int:
    """Lower `value[key]`.

    With a range it is a part of the same kind.
    """
    parts = [child for child in node.named_children if not child.is_extra]
    if len(parts) < 2:
        return w.visit_children(node)
    base, key = w.visit(parts[0]), w.visit(parts[1])
    if not base:
        return 0
    if parts[1].type == "range_expression":
        return w.add(ops.SLICE, base, 0, 1)
    expr = w.add(ops.INDEX, base, key)
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr


def lower_cast(w: Walker, node: Node) -> int:
    kind = node.child_by_field_name("type")
    w.visit_field(node, "value")
    return w.add_instance(lower_declared(w, kind))


def lower_binary(w: Walker, node: Node) -> int:
    left, sign, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    symbol = sign.type if sign is not None else ""
    if symbol in ("&&", "||", "==", "!=", "<", ">", "<=", ">="):
        if x and symbol in w.spec.semantics.operators.members:
            w.add_site("operator", w.add(ops.OPERATOR, x, symbol, (y,)), node.start_point[0] + 1)
        return w.add_literal("bool")
    if x and symbol in w.spec.semantics.operators.members:
        expr = w.add(ops.OPERATOR, x, symbol, (y,))
        w.add_site("operator", expr, node.start_point[0] + 1)
        return expr
    return 0


def lower_compound_assignment(w: Walker, node: Node) -> int:
    left, sign, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    symbol = sign.type if sign is not None else ""
    if x and symbol in w.spec.semantics.operators.members:
        w.add_site("operator", w.add(ops.OPERATOR, x, symbol, (y,)), node.start_point[0] + 1)
    return 0


def lower_unary(w: Walker, node: Node) -> int:
    """Lower `*x` or `-x` to the operand.

    References are not recorded, so a dereference may be of one.
    """
    results = w.visit_all(node.named_children)
    return results[-1] if results else 0


def lower_assignment(w: Walker, node: Node) -> int:
    left = node.child_by_field_name("left")
    value = w.visit_field(node, "right")
    if left is None:
        return 0
    if left.type == "identifier":
        name = w.read_text(left)
        holder = w.scope.env.get(name)
        found = w.exprs[holder] if holder is not None else None
        if (
            found is not None
            and holder is not None
            and found[0] == ops.UNION
            and value
            and len(found) < 6
            and value not in found[1:]
        ):
            w.exprs[holder] = (*found, value)
    else:
        w.visit(left)
    return 0


def lower_let(w: Walker, node: Node) -> int:
    discard_attributes(w)
    pattern, type_node, value_node, other = (
        node.child_by_field_name(f) for f in ("pattern", "type", "value", "alternative")
    )
    kind = lower_declared(w, type_node)
    value = w.visit(value_node) if value_node is not None else 0
    if other is not None:
        w.visit(other)
    if pattern is None:
        return 0
    mutable = value_node is None or any(child.type == "mutable_specifier" for child in node.named_children)
    if kind:
        value = _build_declared(w, kind, value)
        mutable = False
    found = w.exprs[value]
    if found[0] == ops.SYM and kind:
        w.facts.expected.setdefault(found[1], kind)
    bind(w, pattern, value, mutable)
    return 0


def _build_declared(w: Walker, kind: int, value: int) -> int:
    """Return the value of a local with a written type.

    `Vec<_>` and similar types take their element type from the value.
    """
    found, given = w.exprs[kind], w.exprs[value]
    if given[0] == ops.SYM:
        w.facts.expected.setdefault(given[1], kind)
    if given[0] == ops.CALL:
        function: int = given[1]
        called = w.exprs[function]
        if called[0] == ops.ATTR and called[2] == "collect":
            return build_collection(w, kind, called[1])
    if found[0] == ops.GENERIC and not all(found[2]) and value:
        return w.union([value, w.add(ops.DECLARED, kind, value)])
    return w.add(ops.DECLARED, kind, value)


def lower_string(w: Walker, node: Node) -> int:
    """Lower a string literal; `b"…"` is a slice of bytes."""
    if w.source[node.start_byte : node.start_byte + 1] == b"b":
        return w.add_instance(w.share(ops.GENERIC, w.share(ops.NAME, SLICE, 0), (w.share(ops.NAME, "u8", 0),)))
    return w.add_literal("str")


def lower_number(w: Walker, node: Node) -> int:
    """Lower a number.

    Its type is known when it has a suffix.
    """
    raw = w.read_text(node)
    for suffix in (
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "f32",
        "f64",
    ):
        if raw.endswith(suffix):
            return w.add_literal(suffix)
    return w.add_literal("f64" if node.type == "float_literal" else "__Int", raw)


def lower_array(w: Walker, node: Node) -> int:
    length = node.child_by_field_name("length")
    parts = [child for child in node.named_children if not child.is_extra and child.type != "attribute_item"]
    results = [w.visit(child) for child in parts]
    if length is not None:
        results = results[:1]
    return w.add(ops.LIST, SLICE, tuple(results))


def lower_range(w: Walker, node: Node) -> int:
    """Lower `a..b`, a range over the type of its bounds."""
    results = [each for each in w.visit_all(node.named_children) if each]
    if not results:
        return 0
    return w.add_instance(w.add(ops.GENERIC, w.share(ops.NAME, "Range", 0), (results[0],)))


def lower_return(w: Walker, node: Node) -> int:
    results = w.visit_all(node.named_children)
    if results and results[-1]:
        w.add_return(results[-1])
    return 0
