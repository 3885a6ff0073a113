"""Type annotations as type expressions. Names in them are mentioned as types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import get_state, get_symbol, look_up_type
from codegraph_parsers.roles import flatten_operands

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


def lower_annotation(w: Walker, node: Node | None, mention: str = "type") -> int:
    """Return the type expression of a type node.

    It is 0 when absent or without members of its own.
    """
    if node is None:
        return 0
    previous, w.reference = w.reference, mention
    expr = lower_type(w, node)
    w.reference = previous
    return expr


def lower_declared_type(w: Walker, node: Node | None, name: str = "") -> int:
    """Return the type of the declaration called `name`, or of a part of it.

    Members of a type that is given in place are known under that name.
    """
    if node is None:
        return 0
    before = set_type_name(w, name)
    expr = lower_annotation(w, node)
    get_state(w).typed_as = before
    return expr


def set_type_name(w: Walker, name: str) -> tuple[int, str]:
    """Let types that are given in place belong to `name` from here on.

    Returns what they belonged to, to be restored at the end.
    """
    st, above = get_state(w), w.symbols[w.scope.symbol].qualname
    before, st.typed_as = st.typed_as, (w.scope.symbol, f"{above}.{name}" if above and name else name or above)
    return before


def lower_type(w: Walker, node: Node) -> int:
    kind = node.type
    handler = HANDLERS.get(kind)
    if handler is not None:
        return handler(w, node)
    if kind in WRAPPERS:
        return lower_type(w, node.named_children[0]) if node.named_children else 0
    for child in node.named_children:
        lower_type(w, child)
    return 0


def build_builtin(w: Walker, name: str) -> int:
    return w.share(ops.NAME, name, 0)


def build_array_type(w: Walker, element: int) -> int:
    return w.share(ops.GENERIC, build_builtin(w, "Array"), (element,))


def _lower_name(w: Walker, node: Node) -> int:
    name = w.read_text(node)
    if name.endswith(")"):  # a type that is imported in place, which the grammar was given as one name
        found = IN_PLACE.match(name)
        return w.add_import(found.group(2), "", "", node.start_point[0] + 1, "import") if found else 0
    if name == "const" or any(name in names for names in get_state(w).hidden):
        return 0
    if name == "bigint":  # to the grammar a name like any other
        return build_builtin(w, PREDEFINED[name])
    expr = look_up_type(w, name)
    found = w.exprs[expr][0]
    if found == ops.VAR and w.symbols[get_symbol(w, expr)].kind == SymbolKind.TYPE and w.scope.kind == "function":
        w.note(expr, node.start_point[0] + 1, w.reference)
    elif found in (ops.IMPORT, ops.FLOW, ops.VAR, ops.UNION) and w.scope.kind != "function":
        w.mention(w.share(ops.NAME, name, w.scope.symbol), node.start_point[0] + 1)
    else:
        w.mention(expr, node.start_point[0] + 1)
    return expr


def _lower_nested(w: Walker, node: Node) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return lower_type(w, parts[0]) if parts else 0
    base = lower_type(w, parts[0])
    if not base:
        return 0
    expr = w.share(ops.ATTR, base, w.read_text(parts[-1]))
    w.mention(expr, parts[-1].start_point[0] + 1)
    return expr


def _lower_predefined(w: Walker, node: Node) -> int:
    name = PREDEFINED.get(w.read_text(node))
    return build_builtin(w, name) if name else 0


def lower_type_arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    if node is None:
        return ()
    previous, w.reference = w.reference, "type"
    found = tuple(lower_type(w, child) for child in node.named_children if not child.is_extra)
    w.reference = previous
    return found


def _lower_generic(w: Walker, node: Node) -> int:
    base_node, args_node = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    if base_node is None:
        return 0
    word = w.read_text(base_node)
    base = lower_type(w, base_node)
    args = lower_type_arguments(w, args_node)
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


def _lower_array(w: Walker, node: Node) -> int:
    return build_array_type(w, lower_type(w, node.named_children[0])) if node.named_children else 0


def _lower_union(w: Walker, node: Node) -> int:
    return w.union([lower_type(w, part) for part in flatten_operands(node)])


def _lower_intersection(w: Walker, node: Node) -> int:
    """Lower `A & B`.

    A few types become a union, many become one type that has the members of all.
    """
    found = [lower_type(w, part) for part in flatten_operands(node)]
    known = [part for part in found if part]
    if len(known) <= FEW:
        return w.union(found)
    from codegraph_parsers.lang._ecmascript.interfaces import define_intersection

    return define_intersection(w, known, node)


def _lower_tuple(w: Walker, node: Node) -> int:
    parts: list[int] = []
    for child in node.named_children:
        if child.is_extra:
            continue
        if child.type in ("required_parameter", "optional_parameter"):
            child = child.child_by_field_name("type") or child
        parts.append(lower_type(w, child))
    return w.add(ops.TUPLE, *parts)


def hide(w: Walker, node: Node | None) -> bool:
    """Hide the type parameters of a construct that has no symbol of its own.

    The caller shows them again.
    """
    names: set[str] = set()
    for child in node.named_children if node is not None else ():
        name = child.child_by_field_name("name")
        if name is not None:
            names.add(w.read_text(name))
    if not names:
        return False
    hidden = get_state(w).hidden
    hidden.append(frozenset(names))
    for child in node.named_children if node is not None else ():
        for part in ("constraint", "value"):
            inner = child.child_by_field_name(part)
            if inner is not None:
                lower_type(w, inner)
    return True


def hide_names(w: Walker, names: list[str] | None) -> None:
    """Hide names that a type construct introduces; None shows the last ones again."""
    hidden = get_state(w).hidden
    hidden.append(frozenset(names)) if names is not None else hidden.pop()


def _lower_function(w: Walker, node: Node) -> int:
    hid = hide(w, node.child_by_field_name("type_parameters"))
    params: list[int] = []
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        if child.type not in ("required_parameter", "optional_parameter"):
            continue
        pattern, declared = child.child_by_field_name("pattern"), child.child_by_field_name("type")
        expr = lower_type(w, declared) if declared is not None else 0
        if pattern is not None and pattern.type == "this":
            continue
        params.append(expr)
    returned = node.child_by_field_name("return_type") or node.child_by_field_name("type")
    result = lower_type(w, returned) if returned is not None else 0
    if hid:
        get_state(w).hidden.pop()
    return w.add(ops.FUNCTYPE, tuple(params), result)


def _lower_conditional(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None:
        lower_type(w, left)
    names = frozenset(list_inferred_names(w, right) if right is not None else [])
    hidden = get_state(w).hidden
    hidden.append(names)
    if right is not None:
        lower_type(w, right)
    yes = node.child_by_field_name("consequence")
    first = lower_type(w, yes) if yes is not None else 0
    hidden.pop()
    no = node.child_by_field_name("alternative")
    second = lower_type(w, no) if no is not None else 0
    return w.union([first, second])


def list_inferred_names(w: Walker, node: Node) -> list[str]:
    """Return the names that `infer` introduces in a type."""
    if node.type == "infer_type":
        return [w.read_text(node.named_children[0])] if node.named_children else []
    return [name for child in node.named_children for name in list_inferred_names(w, child)]


def _lower_infer(w: Walker, node: Node) -> int:
    for child in node.named_children[1:]:
        lower_type(w, child)
    return 0


def _lower_lookup(w: Walker, node: Node) -> int:
    """Lower `T["key"]`; `T[number]` is an element."""
    parts = node.named_children
    if len(parts) < 2:
        return 0
    base, key = lower_type(w, parts[0]), lower_type(w, parts[1])
    if not base:
        return 0
    if parts[1].type == "literal_type" and parts[1].named_children and parts[1].named_children[0].type == "string":
        return w.add(ops.MEMBER_TYPE, base, w.read_text(parts[1].named_children[0])[1:-1])
    if parts[1].type == "predefined_type" and w.read_text(parts[1]) == "number":
        return w.add(ops.ITER, w.add_instance(base))
    return w.add(ops.MEMBER_TYPE, base, "") if key else 0


def _lower_literal(w: Walker, node: Node) -> int:
    inner = node.named_children[0] if node.named_children else None
    name = LITERALS.get(inner.type) if inner is not None else None
    short = inner is not None and inner.end_byte - inner.start_byte <= LONGEST_LITERAL
    if inner is not None and inner.type == "string" and short and is_discriminant(node):
        return w.add_literal("String", w.read_text(inner)[1:-1])  # what tells types apart
    return build_builtin(w, name) if name else 0


def is_discriminant(node: Node) -> bool:
    """Return whether a literal is the declared type of a member.

    It is so alone or as one of a few. An optional field is no discriminant.
    """
    whole, above = node, node.parent
    for _ in range(FEW_LITERALS):  # to ask for what is around a node takes time
        if above is None or above.type != "union_type":
            break
        whole, above = above, above.parent
    member = above.parent if above is not None and above.type == "type_annotation" else None
    if member is None or member.type not in MEMBERS or (member.type != INTERFACE and has_mark(member)):
        return False
    parts = flatten_operands(whole) if whole.type == "union_type" else [whole]
    return len(parts) <= FEW_LITERALS and all(
        part.type == "literal_type" and part.named_child_count and part.named_children[0].type == "string"
        for part in parts
    )


def has_mark(member: Node) -> bool:
    return any(child.type == "?" for child in member.children)


def _lower_query(w: Walker, node: Node) -> int:
    """Lower `typeof value` and `typeof import("…")`."""
    if not node.named_children:
        return 0
    previous, w.reference = w.reference, "reference"
    value = _lower_value(w, node.named_children[0])
    w.reference = previous
    lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    return w.add(ops.TYPEOF, value) if value else 0


def _lower_value(w: Walker, node: Node) -> int:
    """Lower a dotted value name inside a type."""
    if node.type in ("member_expression", "instantiation_expression"):
        parts = node.named_children
        base = _lower_value(w, parts[0]) if parts else 0
        if node.type == "instantiation_expression" or not base:
            return base
        expr = w.share(ops.ATTR, base, w.read_text(parts[-1]))
        w.mention(expr, parts[-1].start_point[0] + 1)
        return expr
    if node.type == "call_expression":
        from codegraph_parsers.lang._ecmascript.modules import lower_module_call

        target = node.child_by_field_name("function")
        found = lower_module_call(w, target, node.child_by_field_name("arguments")) if target is not None else 0
        return found or w.visit(node)
    if node.type == "identifier" and w.source[node.end_byte - 1] == CLOSING:
        return _lower_name(w, node)
    return w.visit(node)


def _lower_imported(w: Walker, node: Node) -> int:
    """Lower `import("./file").Name`."""
    base = _lower_value(w, node)
    lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    return base


def _lower_this(w: Walker, node: Node) -> int:
    return w.share(ops.CLASSREF, w.classes[-1]) if w.classes else 0


def _lower_predicate(w: Walker, node: Node) -> int:
    inner = node.child_by_field_name("type") or (node.named_children[-1] if node.named_children else None)
    if inner is not None:
        lower_type(w, inner)
    return build_builtin(w, "Boolean")


def _lower_object(w: Walker, node: Node) -> int:
    from codegraph_parsers.lang._ecmascript.interfaces import lower_object_type

    return lower_object_type(w, node)


def _lower_keyof(w: Walker, node: Node) -> int:
    for child in node.named_children:
        lower_type(w, child)
    return build_builtin(w, "String")


HANDLERS = {
    "type_identifier": _lower_name,
    "identifier": _lower_name,
    "nested_type_identifier": _lower_nested,
    "nested_identifier": _lower_nested,
    "predefined_type": _lower_predefined,
    "generic_type": _lower_generic,
    "array_type": _lower_array,
    "union_type": _lower_union,
    "intersection_type": _lower_intersection,
    "tuple_type": _lower_tuple,
    "function_type": _lower_function,
    "constructor_type": _lower_function,
    "conditional_type": _lower_conditional,
    "infer_type": _lower_infer,
    "lookup_type": _lower_lookup,
    "literal_type": _lower_literal,
    "type_query": _lower_query,
    "member_expression": _lower_imported,
    "call_expression": _lower_imported,
    "this_type": _lower_this,
    "type_predicate": _lower_predicate,
    "type_predicate_annotation": _lower_predicate,
    "asserts": _lower_predicate,
    "asserts_annotation": _lower_predicate,
    "object_type": _lower_object,
    "index_type_query": _lower_keyof,
    "template_literal_type": _lower_keyof,
}


def declare_type_parameters(w: Walker, symbol: int, node: Node | None) -> None:
    """Record the type parameters of a symbol whose scope is open.

    Bounds and defaults are mentions.
    """
    if node is None:
        return
    names = [(child, child.child_by_field_name("name")) for child in node.named_children]
    found = [(child, w.read_text(name)) for child, name in names if name is not None]
    w.facts.type_params[symbol] = tuple((name, 0) for _, name in found)
    bounds: list[tuple[str, int]] = []
    for child, name in found:
        bound = lower_annotation(w, child.child_by_field_name("constraint"))
        default = lower_annotation(w, child.child_by_field_name("value"))
        bounds.append((name, bound or default))
    w.facts.type_params[symbol] = tuple(bounds)
