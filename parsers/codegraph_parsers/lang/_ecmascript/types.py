"""Type annotations as type expressions. Names in them are mentioned as types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import state, symbol_of, type_lookup
from codegraph_parsers.roles import side_by_side

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TRANSPARENT = frozenset(
    {
        "Readonly",
        "Partial",
        "Required",
        "NonNullable",
        "Pick",
        "Omit",
        "NoInfer",
        "Exclude",
        "Extract",
        "$ReadOnly",
        "$Exact",
        "$Shape",
        "$NonMaybeType",
    }
)
PREDEFINED = {"string": "String", "number": "Number", "boolean": "Boolean", "symbol": "Symbol", "bigint": "BigInt"}
LITERALS = {
    "string": "String", "number": "Number", "true": "Boolean", "false": "Boolean", "unary_expression": "Number",
    "template_string": "String",
}  # fmt: skip
LONGEST_LITERAL = 60
INTERFACE = "property_signature"
MEMBERS = frozenset({INTERFACE, "public_field_definition"})
FEW = 4  # parts of an intersection that are kept like those of a union: type arguments are known in them
FEW_LITERALS = 4  # that a member is declared to be
CLOSING = ord(")")
IN_PLACE = re.compile(r"import\(\s*(['\"])(.+?)\1")
WRAPPERS = frozenset(
    {"type_annotation", "parenthesized_type", "readonly_type", "optional_type", "rest_type", "adding_type_annotation",
     "opting_type_annotation", "omitting_type_annotation", "default_type", "constraint",
     "flow_maybe_type"}
)  # fmt: skip


def annotation(w: Walker, node: Node | None, mention: str = "type") -> int:
    """The type expression of a type node, 0 when absent or without members of its own."""
    if node is None:
        return 0
    previous, w.reference = w.reference, mention
    expr = type_(w, node)
    w.reference = previous
    return expr


def typed(w: Walker, node: Node | None, name: str = "") -> int:
    """The type of what is called `name` here, or of a part of what is around: members of a type that is given in place
    are known under that."""
    if node is None:
        return 0
    before = named(w, name)
    expr = annotation(w, node)
    state(w).typed_as = before
    return expr


def named(w: Walker, name: str) -> tuple[int, str]:
    """Types that are given in place belong to `name` from here on. Gives what they belonged to, for the end of that."""
    st, above = state(w), w.symbols[w.scope.symbol].qualname
    before, st.typed_as = st.typed_as, (w.scope.symbol, f"{above}.{name}" if above and name else name or above)
    return before


def type_(w: Walker, node: Node) -> int:
    kind = node.type
    handler = HANDLERS.get(kind)
    if handler is not None:
        return handler(w, node)
    if kind in WRAPPERS:
        return type_(w, node.named_children[0]) if node.named_children else 0
    for child in node.named_children:
        type_(w, child)
    return 0


def builtin(w: Walker, name: str) -> int:
    return w.share(ops.NAME, name, 0)


def array_of(w: Walker, element: int) -> int:
    return w.share(ops.GENERIC, builtin(w, "Array"), (element,))


def _name(w: Walker, node: Node) -> int:
    name = w.text(node)
    if name.endswith(")"):  # a type that is imported in place, which the grammar was given as one name
        found = IN_PLACE.match(name)
        return w.import_(found.group(2), "", "", node.start_point[0] + 1, "import") if found else 0
    if name == "const" or any(name in names for names in state(w).hidden):
        return 0
    if name == "bigint":  # to the grammar a name like any other
        return builtin(w, PREDEFINED[name])
    expr = type_lookup(w, name)
    found = w.exprs[expr][0]
    if found == ops.VAR and w.symbols[symbol_of(w, expr)].kind == SymbolKind.TYPE and w.scope.kind == "function":
        w.note(expr, node.start_point[0] + 1, w.reference)
    elif found in (ops.IMPORT, ops.FLOW, ops.VAR, ops.UNION) and w.scope.kind != "function":
        w.mention(w.share(ops.NAME, name, w.scope.symbol), node.start_point[0] + 1)
    else:
        w.mention(expr, node.start_point[0] + 1)
    return expr


def _nested(w: Walker, node: Node) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return type_(w, parts[0]) if parts else 0
    base = type_(w, parts[0])
    if not base:
        return 0
    expr = w.share(ops.ATTR, base, w.text(parts[-1]))
    w.mention(expr, parts[-1].start_point[0] + 1)
    return expr


def _predefined(w: Walker, node: Node) -> int:
    name = PREDEFINED.get(w.text(node))
    return builtin(w, name) if name else 0


def arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    if node is None:
        return ()
    previous, w.reference = w.reference, "type"
    found = tuple(type_(w, child) for child in node.named_children if not child.is_extra)
    w.reference = previous
    return found


def _generic(w: Walker, node: Node) -> int:
    base_node, args_node = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    if base_node is None:
        return 0
    word = w.text(base_node)
    base = type_(w, base_node)
    args = arguments(w, args_node)
    free = w.exprs[base][0] == ops.NAME
    if free and args:
        if word in TRANSPARENT:
            return args[0]
        if word == "ReturnType":
            return w.add(ops.RETURN_TYPE, args[0])
        if word == "InstanceType":
            return args[0]
        if word == "Awaited":
            return w.add(ops.AWAIT, args[0])
    return w.add(ops.GENERIC, base, args) if base and args else base


def _array(w: Walker, node: Node) -> int:
    return array_of(w, type_(w, node.named_children[0])) if node.named_children else 0


def _union(w: Walker, node: Node) -> int:
    return w.union([type_(w, part) for part in side_by_side(node)])


def _intersection(w: Walker, node: Node) -> int:
    """`A & B`: few types as what a value may be as well, many as one type that has the members of all."""
    found = [type_(w, part) for part in side_by_side(node)]
    known = [part for part in found if part]
    if len(known) <= FEW:
        return w.union(found)
    from codegraph_parsers.lang._ecmascript.interfaces import intersection

    return intersection(w, known, node)


def _tuple(w: Walker, node: Node) -> int:
    parts: list[int] = []
    for child in node.named_children:
        if child.is_extra:
            continue
        if child.type in ("required_parameter", "optional_parameter"):
            child = child.child_by_field_name("type") or child
        parts.append(type_(w, child))
    return w.add(ops.TUPLE, *parts)


def hide(w: Walker, node: Node | None) -> bool:
    """Hide the type parameters of a construct that has no symbol of its own. The caller shows them again."""
    names: set[str] = set()
    for child in node.named_children if node is not None else ():
        name = child.child_by_field_name("name")
        if name is not None:
            names.add(w.text(name))
    if not names:
        return False
    hidden = state(w).hidden
    hidden.append(frozenset(names))
    for child in node.named_children if node is not None else ():
        for part in ("constraint", "value"):
            inner = child.child_by_field_name(part)
            if inner is not None:
                type_(w, inner)
    return True


def hide_names(w: Walker, names: list[str] | None) -> None:
    """Hide names that a type construct introduces; None shows the last ones again."""
    hidden = state(w).hidden
    hidden.append(frozenset(names)) if names is not None else hidden.pop()


def _function(w: Walker, node: Node) -> int:
    hid = hide(w, node.child_by_field_name("type_parameters"))
    params: list[int] = []
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        if child.type not in ("required_parameter", "optional_parameter"):
            continue
        pattern, declared = child.child_by_field_name("pattern"), child.child_by_field_name("type")
        expr = type_(w, declared) if declared is not None else 0
        if pattern is not None and pattern.type == "this":
            continue
        params.append(expr)
    returned = node.child_by_field_name("return_type") or node.child_by_field_name("type")
    result = type_(w, returned) if returned is not None else 0
    if hid:
        state(w).hidden.pop()
    return w.add(ops.FUNCTYPE, tuple(params), result)


def _conditional(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None:
        type_(w, left)
    names = frozenset(inferred(w, right) if right is not None else [])
    hidden = state(w).hidden
    hidden.append(names)
    if right is not None:
        type_(w, right)
    yes = node.child_by_field_name("consequence")
    first = type_(w, yes) if yes is not None else 0
    hidden.pop()
    no = node.child_by_field_name("alternative")
    second = type_(w, no) if no is not None else 0
    return w.union([first, second])


def inferred(w: Walker, node: Node) -> list[str]:
    """Names that `infer` introduces in a type."""
    if node.type == "infer_type":
        return [w.text(node.named_children[0])] if node.named_children else []
    return [name for child in node.named_children for name in inferred(w, child)]


def _infer(w: Walker, node: Node) -> int:
    for child in node.named_children[1:]:
        type_(w, child)
    return 0


def _lookup(w: Walker, node: Node) -> int:
    """`T["key"]`; `T[number]` is an element."""
    parts = node.named_children
    if len(parts) < 2:
        return 0
    base, key = type_(w, parts[0]), type_(w, parts[1])
    if not base:
        return 0
    if parts[1].type == "literal_type" and parts[1].named_children and parts[1].named_children[0].type == "string":
        return w.add(ops.MEMBER_TYPE, base, w.text(parts[1].named_children[0])[1:-1])
    if parts[1].type == "predefined_type" and w.text(parts[1]) == "number":
        return w.add(ops.ITER, w.instance(base))
    return w.add(ops.MEMBER_TYPE, base, "") if key else 0


def _literal(w: Walker, node: Node) -> int:
    inner = node.named_children[0] if node.named_children else None
    name = LITERALS.get(inner.type) if inner is not None else None
    short = inner is not None and inner.end_byte - inner.start_byte <= LONGEST_LITERAL
    if inner is not None and inner.type == "string" and short and tells_apart(node):
        return w.literal("String", w.text(inner)[1:-1])  # what tells types apart
    return builtin(w, name) if name else 0


def tells_apart(node: Node) -> bool:
    """Whether a literal is what a member is declared to be, alone or as one of few. What may be missing is none."""
    whole, above = node, node.parent
    for _ in range(FEW_LITERALS):  # to ask for what is around a node takes time
        if above is None or above.type != "union_type":
            break
        whole, above = above, above.parent
    member = above.parent if above is not None and above.type == "type_annotation" else None
    if member is None or member.type not in MEMBERS or (member.type != INTERFACE and has_mark(member)):
        return False
    parts = side_by_side(whole) if whole.type == "union_type" else [whole]
    return len(parts) <= FEW_LITERALS and all(
        part.type == "literal_type" and part.named_child_count and part.named_children[0].type == "string"
        for part in parts
    )


def has_mark(member: Node) -> bool:
    return any(child.type == "?" for child in member.children)


def _query(w: Walker, node: Node) -> int:
    """`typeof value` and `typeof import("…")`."""
    if not node.named_children:
        return 0
    previous, w.reference = w.reference, "reference"
    value = _value(w, node.named_children[0])
    w.reference = previous
    arguments(w, node.child_by_field_name("type_arguments"))
    return w.add(ops.TYPEOF, value) if value else 0


def _value(w: Walker, node: Node) -> int:
    """A dotted value name inside a type."""
    if node.type in ("member_expression", "instantiation_expression"):
        parts = node.named_children
        base = _value(w, parts[0]) if parts else 0
        if node.type == "instantiation_expression" or not base:
            return base
        expr = w.share(ops.ATTR, base, w.text(parts[-1]))
        w.mention(expr, parts[-1].start_point[0] + 1)
        return expr
    if node.type == "call_expression":
        from codegraph_parsers.lang._ecmascript.modules import load

        target = node.child_by_field_name("function")
        found = load(w, target, node.child_by_field_name("arguments")) if target is not None else 0
        return found or w.visit(node)
    if node.type == "identifier" and w.source[node.end_byte - 1] == CLOSING:
        return _name(w, node)
    return w.visit(node)


def _imported(w: Walker, node: Node) -> int:
    """`import("./file").Name`."""
    base = _value(w, node)
    arguments(w, node.child_by_field_name("type_arguments"))
    return base


def _this(w: Walker, node: Node) -> int:
    return w.share(ops.CLASSREF, w.classes[-1]) if w.classes else 0


def _predicate(w: Walker, node: Node) -> int:
    inner = node.child_by_field_name("type") or (node.named_children[-1] if node.named_children else None)
    if inner is not None:
        type_(w, inner)
    return builtin(w, "Boolean")


def _object(w: Walker, node: Node) -> int:
    from codegraph_parsers.lang._ecmascript.interfaces import object_type

    return object_type(w, node)


def _keyof(w: Walker, node: Node) -> int:
    for child in node.named_children:
        type_(w, child)
    return builtin(w, "String")


HANDLERS = {
    "type_identifier": _name,
    "identifier": _name,
    "nested_type_identifier": _nested,
    "nested_identifier": _nested,
    "predefined_type": _predefined,
    "generic_type": _generic,
    "array_type": _array,
    "union_type": _union,
    "intersection_type": _intersection,
    "tuple_type": _tuple,
    "function_type": _function,
    "constructor_type": _function,
    "conditional_type": _conditional,
    "infer_type": _infer,
    "lookup_type": _lookup,
    "literal_type": _literal,
    "type_query": _query,
    "member_expression": _imported,
    "call_expression": _imported,
    "this_type": _this,
    "type_predicate": _predicate,
    "type_predicate_annotation": _predicate,
    "asserts": _predicate,
    "asserts_annotation": _predicate,
    "object_type": _object,
    "index_type_query": _keyof,
    "template_literal_type": _keyof,
}


def type_parameters(w: Walker, symbol: int, node: Node | None) -> None:
    """Record the type parameters of a symbol whose scope is open; bounds and defaults are mentions."""
    if node is None:
        return
    names = [(child, child.child_by_field_name("name")) for child in node.named_children]
    found = [(child, w.text(name)) for child, name in names if name is not None]
    w.facts.type_params[symbol] = tuple((name, 0) for _, name in found)
    bounds: list[tuple[str, int]] = []
    for child, name in found:
        bound = annotation(w, child.child_by_field_name("constraint"))
        default = annotation(w, child.child_by_field_name("value"))
        bounds.append((name, bound or default))
    w.facts.type_params[symbol] = tuple(bounds)
