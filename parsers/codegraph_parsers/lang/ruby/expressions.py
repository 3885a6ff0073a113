"""Ruby expressions: constants, variables, literals and operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.ruby.narrowing import collect
from codegraph_parsers.lang.ruby.state import build_receiver, find_local, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

BINARY = "+ - * / % ** == < > <= >= <=> === << >> & | ^ =~"
OPERATORS = {each: each for each in (*BINARY.split(), "~", "!", "[]=")} | {
    "u-": "-@",
    "u+": "+@",
    "interpolate": "to_s",
    "inherit": "inherited",
    "include": "included",
    "prepend": "prepended",
    "extend": "extended",
    "define": "method_added",
}


REFLECTED: dict[str, str] = dict.fromkeys(("+", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "<=>"), "coerce")
ITERATING = """
all? any? none? one? map collect flat_map filter_map select filter reject find detect find_index count first min max
min_by max_by sort sort_by group_by partition each_slice each_cons each_with_index each_with_object inject reduce sum
uniq to_a entries to_set to_h tally zip take drop include? each_entry
"""
_ORDER = (("<=>",),)
_EACH = (("each",),)
RUNNING = {
    **{f"Comparable.{name}": _ORDER for name in ("<", ">", "<=", ">=", "between?", "clamp")},
    **{f"Enumerable.{name}": _EACH for name in ITERATING.split()},
    "Object.!=": (("==",),),
    "Object.respond_to?": (("respond_to_missing?",),),
}
"""Methods of the library, and the members that they run of their receiver."""


def lower_constant(w: Walker, node: Node) -> int:
    expr = w.share(ops.NAME, w.read_text(node), get_context(w).nesting)
    w.note(expr, node.start_point[0] + 1, w.reference)
    return expr


def lower_scope_resolution(w: Walker, node: Node) -> int:
    """Lower `A::B` and `::A`."""
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    if name is None:
        return 0
    line = name.start_point[0] + 1
    if scope is None:
        expr = w.share(ops.NAME, w.read_text(name), 0)
    else:
        previous = w.reference
        w.reference = "reference" if previous == "base" else previous
        base = w.visit(scope)
        w.reference = previous
        if not base:
            return 0
        expr = w.share(ops.ATTR, base, w.read_text(name))
    w.mention(expr, line)
    return expr


def lower_instance_variable(w: Walker, node: Node) -> int:
    name = w.read_text(node)
    known = w.scope.env.get(name)
    if known is not None:
        return known
    context = get_context(w)
    if context.owner < 0:
        return 0
    expr = w.share(ops.ATTR, build_receiver(w), name)
    w.mention(expr, node.start_point[0] + 1)
    return expr


def lower_global_variable(w: Walker, node: Node) -> int:
    return find_local(w, w.read_text(node)) or 0


def lower_string(w: Walker, node: Node) -> int:
    """Lower a string; what is interpolated is walked."""
    text = ""
    for child in node.named_children:
        if child.type == "interpolation":
            convert_part(w, child)
            text = ""
        elif child.type == "string_content" and len(node.named_children) == 1:
            text = w.read_text(child)
    return w.add_literal("String", text)


def convert_part(w: Walker, node: Node) -> None:
    """Walk what is interpolated, which is converted to a string."""
    parts = [(child, w.visit(child)) for child in node.named_children if not child.is_extra]
    value = parts[-1][1] if parts else 0
    if value and w.exprs[value][0] not in (ops.LITERAL, ops.LIST, ops.DICT):
        expr = w.add(ops.OPERATOR, value, "interpolate", ())
        w.add_site("operator", expr, parts[-1][0].start_point[0] + 1)


def lower_symbol(w: Walker, node: Node) -> int:
    w.visit_children(node)
    return w.add_literal("Symbol", w.read_text(node).strip(":\"'"))


def lower_range(w: Walker, node: Node) -> int:
    parts = w.visit_all(node.named_children)
    return w.add_instance(w.add(ops.GENERIC, w.share(ops.NAME, "Range", 0), (w.union(parts),)))


def lower_array(w: Walker, node: Node) -> int:
    items: list[int] = []
    for child in node.named_children:
        if child.type == "pair":
            w.visit_children(child)
        elif child.type == "splat_argument":
            inner = w.visit(child.named_children[0]) if child.named_children else 0
            items.append(w.add(ops.SPREAD, inner))
        elif not child.is_extra:
            items.append(w.visit(child))
    return w.add(ops.LIST, "Array", tuple(items))


def build_words_handler(type_name: str):
    def handle(w: Walker, node: Node) -> int:
        w.visit_children(node)
        words = [child for child in node.named_children if not child.is_extra]
        return w.add(ops.LIST, "Array", tuple(w.add_literal(type_name, w.read_text(word)) for word in words))

    return handle


def lower_hash(w: Walker, node: Node) -> int:
    items: list[tuple[str, int, int]] = []
    for child in node.named_children:
        if child.type == "pair":
            items.append(lower_pair(w, child))
        else:
            w.visit_children(child)
    return w.add(ops.DICT, "Hash", tuple(items))


def lower_pair(w: Walker, node: Node) -> tuple[str, int, int]:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return "", 0, 0
    word = w.read_text(key).strip(":\"'")
    at = w.add_literal("Symbol", word) if key.type == "hash_key_symbol" else w.visit(key)
    held = w.visit(value) if value is not None else find_local(w, word) or 0
    literal = w.exprs[at]
    return (ops.format_key(literal) if literal[0] == ops.LITERAL else ""), at, held


def lower_index(w: Walker, node: Node) -> int:
    """Lower `x[key]`; of a constant it is a call of the class."""
    target = node.child_by_field_name("object")
    if target is None:
        return w.visit_children(node)
    base = w.visit(target)
    keys = [w.visit(child) for child in node.named_children if child.id != target.id and not child.is_extra]
    line = node.start_point[0] + 1
    if target.type in ("constant", "scope_resolution") or (target.type == "self" and get_context(w).is_class_side):
        expr = w.add(ops.CALL, w.share(ops.ATTR, base, "[]"), tuple(keys), ())
        w.add_site("call", expr, line)
        return expr
    if not base:
        return 0
    expr = w.add(ops.INDEX, base, keys[0] if keys else 0)
    w.add_site("operator", expr, line)
    return expr


def lower_binary(w: Walker, node: Node) -> int:
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    if left is None or right is None or sign is None:
        return w.visit_children(node)
    first, word = w.visit(left), sign.type
    if word in ("&&", "and", "||", "or"):
        before = w.narrow_names(collect(w, left, word in ("&&", "and")))
        was_dead = w.dead
        second = w.visit(right)
        w.restore_names(before)
        w.dead = was_dead
        return second if word in ("&&", "and") else w.union([first, second])
    second = w.visit(right)
    return add_operator(w, node, first, word, second, left)


def add_operator(w: Walker, node: Node, left: int, word: str, right: int, target: Node | None = None) -> int:
    from codegraph_parsers.lang.ruby.calls import grow

    if word == "!=":
        word = "=="
    if word == "<<" and target is not None:
        grow(w, target, left, right)
    if not left or word not in OPERATORS:
        return 0
    expr = w.add(ops.OPERATOR, left, word, (right,))
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr


def lower_unary(w: Walker, node: Node) -> int:
    operand = node.child_by_field_name("operand")
    if operand is None:
        return w.visit_children(node)
    value, sign = w.visit(operand), node.children[0].type
    if sign in ("!", "not", "defined?") or not value:
        return w.add_literal("bool")
    if operand.type in ("integer", "float"):
        return value
    expr = w.add(ops.OPERATOR, value, "~" if sign == "~" else f"u{sign}", ())
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr
