"""Types of C# as expressions, and lookup of the names in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.csharp import state
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ARRAY = "$array"
EXTENSION = "."
"""Begins the name of an extension method in name tables, which is found by the receiver of a call alone."""

KEYWORDS = {
    "object": "Object", "string": "String", "bool": "Boolean", "char": "Char", "byte": "Byte", "sbyte": "SByte",
    "short": "Int16", "ushort": "UInt16", "int": "Int32", "uint": "UInt32", "long": "Int64", "ulong": "UInt64",
    "float": "Single", "double": "Double", "decimal": "Decimal", "void": "Void", "nint": "IntPtr", "nuint": "UIntPtr",
}  # fmt: skip
"""Keywords of types, and the prelude's names of them."""

DELEGATES = {"Func": True, "Action": False, "Predicate": False, "Comparison": False, "Converter": True}
"""Delegates of the library, and whether the last type argument is what they give."""

NAMED = frozenset({"identifier", "qualified_name", "generic_name", "alias_qualified_name"})
TYPES = NAMED | {
    "predefined_type", "array_type", "nullable_type", "pointer_type", "tuple_type", "ref_type", "scoped_type",
    "function_pointer_type", "implicit_type",
}  # fmt: skip


def lower_type(w: Walker, node: Node | None, mention: bool = True) -> int:
    """Return the type expression of a type node, 0 for `var`.

    Names in it are mentioned as types.
    """
    if node is None:
        return 0
    kind = node.type
    if kind == "identifier":
        name = w.read_text(node)
        if name in ("var", "dynamic", "_", "notnull", "unmanaged"):
            return 0
        return lower_name(w, node, name, mention)
    if kind == "predefined_type":
        return build_keyword(w, w.read_text(node))
    if kind == "generic_name":
        return _lower_generic(w, node, 0, mention)
    if kind in ("qualified_name", "alias_qualified_name"):
        return _lower_qualified(w, node, mention)
    if kind == "array_type":
        return build_array(w, lower_type(w, node.child_by_field_name("type")))
    if kind == "tuple_type":
        return w.add(
            ops.TUPLE,
            *[w.add_instance(lower_type(w, child.child_by_field_name("type"))) for child in node.named_children],
        )
    if kind in ("nullable_type", "ref_type", "scoped_type", "pointer_type"):
        return lower_type(w, node.child_by_field_name("type"), mention)
    if kind == "function_pointer_type":
        w.visit_children(node)
    return 0


def build_keyword(w: Walker, name: str) -> int:
    """Return the type that a keyword stands for."""
    return w.share(ops.NAME, f"${name}", 0) if name in KEYWORDS else 0


def lower_name(w: Walker, node: Node, name: str, mention: bool = True) -> int:
    """Lower a type by its simple name, with its number of type parameters."""
    kept = state.get_state(w)
    return roles.lower_type_name(w, name, node.start_point[0] + 1, kept.header, kept.values, mention)


def build_array(w: Walker, element: int) -> int:
    return w.share(ops.GENERIC, w.share(ops.NAME, ARRAY, 0), (element,))


def list_type_arguments(w: Walker, node: Node) -> tuple[list[int], int]:
    """Return the type arguments of a generic name, and how many there are.

    Those of `typeof(List<>)` are none, and still counted.
    """
    found = find_child(node, "type_argument_list")
    if found is None:
        return [], 0
    given = [lower_type(w, child) for child in found.named_children if not child.is_extra]
    commas = sum(1 for child in found.children if child.type == ",")
    return given, max(len(given), commas + 1)


def _lower_generic(w: Walker, node: Node, base: int, mention: bool) -> int:
    """Lower `Name<A, B>`, inside a namespace or type where `base` is one."""
    named = node.named_children[0] if node.named_children else None
    if named is None:
        return 0
    name = w.read_text(named)
    arguments, count = list_type_arguments(w, node)
    if not base and name in DELEGATES and arguments:
        return _lower_delegate(w, name, arguments)
    key = f"{name}`{count}"
    if base:
        expr = w.share(ops.ATTR, base, key)
        if mention:
            w.mention(expr, named.start_point[0] + 1, "type")
    else:
        expr = lower_name(w, named, key, mention)
    return w.share(ops.GENERIC, expr, tuple(arguments)) if arguments else expr


def _lower_delegate(w: Walker, name: str, arguments: list[int]) -> int:
    """Return the function type of a delegate of the library."""
    if name in ("Predicate", "Comparison"):
        if name == "Comparison":
            arguments = arguments * 2
        return w.add(ops.FUNCTYPE, tuple(arguments), build_keyword(w, "bool" if name == "Predicate" else "int"))
    if DELEGATES[name]:
        return w.add(ops.FUNCTYPE, tuple(arguments[:-1]), arguments[-1])
    return w.add(ops.FUNCTYPE, tuple(arguments), build_keyword(w, "void"))


def _lower_qualified(w: Walker, node: Node, mention: bool) -> int:
    """Lower `Outer.Inner`, `Name.Space.Type` or `global::Type`."""
    outer, inner = node.child_by_field_name("qualifier"), node.child_by_field_name("name")
    if inner is None:
        return 0
    if node.type == "alias_qualified_name":
        alias = node.child_by_field_name("alias")
        if alias is None or w.read_text(alias) == "global":
            return lower_type(w, inner, mention)
        base = lower_name(w, alias, w.read_text(alias))
    else:
        base = lower_type(w, outer)
    if inner.type == "generic_name":
        return _lower_generic(w, inner, base, mention)
    expr = w.share(ops.ATTR, base, w.read_text(inner)) if base else 0
    if mention and expr:
        w.mention(expr, inner.start_point[0] + 1, "type")
    return expr


def get_name_node(node: Node) -> Node:
    """Return the node of a type's own name."""
    while True:
        if node.type in ("qualified_name", "alias_qualified_name"):
            inner = node.child_by_field_name("name")
        elif node.type == "generic_name":
            inner = node.named_children[0] if node.named_children else None
        elif node.type in ("nullable_type", "array_type", "pointer_type", "ref_type"):
            inner = node.child_by_field_name("type")
        else:
            return node
        if inner is None:
            return node
        node = inner
