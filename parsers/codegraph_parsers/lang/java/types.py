"""Types of Java as expressions, and lookup of the names in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.java import state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ARRAY = "$Array"  # the prelude's name for array types
PRIMITIVES = frozenset({"byte", "short", "char", "int", "long", "float", "double", "boolean", "void"})
METHOD = "()"
"""Ends the name of a method in name tables: methods and variables do not share a namespace."""

TYPES = frozenset(
    {"type_identifier", "scoped_type_identifier", "generic_type", "array_type", "integral_type", "floating_point_type"}
    | {"boolean_type", "void_type", "annotated_type"}
)


def lower_type(w: Walker, node: Node | None, mention: bool = True) -> int:
    """Return the type expression of a type node, 0 for `?` and `var`.

    Names in it are mentioned as types.
    """
    if node is None:
        return 0
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = w.read_text(node)
        if name == "var" and kind == "type_identifier":
            return 0
        if "." in name:  # a record of a pattern, which the grammar is shown as one word
            return _lower_path(w, [(part.strip(), node) for part in name.split(".")], mention)
        return lower_name(w, node, name, mention)
    if kind in ("integral_type", "floating_point_type", "boolean_type", "void_type"):
        return build_primitive(w, w.read_text(node))
    if kind == "generic_type":
        return _lower_generic(w, node)
    if kind == "array_type":
        return build_array(
            w, lower_type(w, node.child_by_field_name("element")), node.child_by_field_name("dimensions")
        )
    if kind in ("scoped_type_identifier", "scoped_identifier"):
        return lower_scoped(w, node, mention)
    if kind == "wildcard":
        bound = 0
        for child in node.named_children:
            bound = lower_type(w, child) if child.type in TYPES else w.visit(child)
        return bound
    if kind in ("annotated_type", "catch_type"):
        found = [lower_type(w, child) for child in node.named_children if child.type in TYPES or w.visit(child) < 0]
        return w.union(found)
    return 0


def build_primitive(w: Walker, name: str) -> int:
    return w.share(ops.NAME, f"${name}", 0) if name in PRIMITIVES else 0


def lower_name(w: Walker, node: Node, name: str, mention: bool = True) -> int:
    """Lower a type by its simple name."""
    kept = state.get_state(w)
    return roles.lower_type_name(w, name, node.start_point[0] + 1, kept.header, kept.fields, mention)


def build_array(w: Walker, element: int, dimensions: Node | None, count: int = 0) -> int:
    """Return the array type of as many dimensions as there are brackets."""
    if dimensions is not None:
        count += sum(1 for child in dimensions.children if child.type == "[")
    for _ in range(count):
        element = w.share(ops.GENERIC, w.share(ops.NAME, ARRAY, 0), (element,))
    return element


def _lower_generic(w: Walker, node: Node) -> int:
    parts = node.named_children
    if not parts:
        return 0
    base = lower_type(w, parts[0])
    arguments: list[int] = []
    for part in parts[1:]:
        if part.type == "type_arguments":
            arguments.extend(lower_type(w, child) for child in part.named_children if not child.is_extra)
    return w.share(ops.GENERIC, base, tuple(arguments)) if arguments else base


def lower_type_arguments(w: Walker, node: Node | None) -> tuple[tuple[str, int], ...]:
    """Return the explicit type arguments of a call (`this.<T>m()`).

    They are named as a call names them, and their types are mentioned.
    """
    found = [lower_type(w, child) for child in node.named_children if not child.is_extra] if node is not None else []
    return tuple((f"[{position}]", expr) for position, expr in enumerate(found))


def list_identifiers(w: Walker, node: Node) -> list[Node]:
    """Return the identifiers of a dotted name, left to right.

    There are none when it holds anything else.
    """
    found: list[Node] = []
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type in ("identifier", "type_identifier"):
            found.append(each)
        elif each.type in ("scoped_identifier", "scoped_type_identifier", "field_access"):
            stack.extend(reversed([c for c in each.named_children if not c.is_extra and "annotation" not in c.type]))
        else:
            return []
    return found


def count_packages(names: list[str]) -> int:
    """Return the number of leading package names of a fully qualified name.

    An example is `java.util.List`. It is 0 for any other name.

    A name with a capital inside it (`gfxGraph.Cell`) begins no package: it is a class that was named so.
    """
    if not names or not names[0].islower():
        return 0
    for position, name in enumerate(names):
        if name[:1].isupper():
            return position if position >= (2 if name.isupper() else 1) else 0
        if not name.replace("_", "").isalnum() or name[:1].isdigit():
            return 0
    return 0


def lower_scoped(w: Walker, node: Node, mention: bool = True) -> int:
    """Lower `Outer.Inner` or `pack.age.Type`."""
    parts = list_identifiers(w, node)
    if not parts:
        for child in node.named_children:  # `Outer<T>.Inner`
            if child.type == "generic_type":
                base = lower_type(w, child)
                last = node.named_children[-1]
                return build_member_type(w, base, w.read_text(last), last, mention)
        return 0
    return _lower_path(w, [(w.read_text(part), part) for part in parts], mention)


def _lower_path(w: Walker, parts: list[tuple[str, Node]], mention: bool) -> int:
    """Return the type that a path of names leads to."""
    names = [name for name, _ in parts]
    packages = count_packages(names)
    if packages:
        expr = import_qualified(w, names[:packages], *parts[packages])
        if mention:
            w.add_site("type", expr, parts[packages][1].start_point[0] + 1)
        rest = parts[packages + 1 :]
    else:
        expr = lower_name(w, parts[0][1], names[0], mention)
        rest = parts[1:]
    for name, part in rest:
        expr = build_member_type(w, expr, name, part, mention)
    return expr


def build_member_type(w: Walker, base: int, name: str, part: Node, mention: bool) -> int:
    expr = w.share(ops.ATTR, base, name)
    if mention:
        w.mention(expr, part.start_point[0] + 1, "type")
    return expr


def import_qualified(w: Walker, packages: list[str], name: str, node: Node) -> int:
    """Import a type named with its package instead of an import."""
    paths = state.get_state(w).paths
    key = (*packages, name)
    found = paths.get(key)
    if found is None:
        found = paths[key] = w.add_import(".".join(packages), name, "", node.start_point[0] + 1, "bind")
    return found
