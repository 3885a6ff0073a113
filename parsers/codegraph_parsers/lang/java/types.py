"""Java types as expressions, and where the name of a type or variable is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
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


def type_(w: Walker, node: Node | None, mention: bool = True) -> int:
    """The type expression of a type node, 0 for `?` and `var`. Names in it are mentioned as types."""
    if node is None:
        return 0
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = w.text(node)
        if name == "var" and kind == "type_identifier":
            return 0
        if "." in name:  # a record of a pattern, which the grammar is shown as one word
            return _along(w, [(part.strip(), node) for part in name.split(".")], mention)
        return named(w, node, name, mention)
    if kind in ("integral_type", "floating_point_type", "boolean_type", "void_type"):
        return primitive(w, w.text(node))
    if kind == "generic_type":
        return _generic(w, node)
    if kind == "array_type":
        return array(w, type_(w, node.child_by_field_name("element")), node.child_by_field_name("dimensions"))
    if kind in ("scoped_type_identifier", "scoped_identifier"):
        return scoped(w, node, mention)
    if kind == "wildcard":
        bound = 0
        for child in node.named_children:
            bound = type_(w, child) if child.type in TYPES else w.visit(child)
        return bound
    if kind in ("annotated_type", "catch_type"):
        found = [type_(w, child) for child in node.named_children if child.type in TYPES or w.visit(child) < 0]
        return w.union(found)
    return 0


def primitive(w: Walker, name: str) -> int:
    return w.share(ops.NAME, f"${name}", 0) if name in PRIMITIVES else 0


def named(w: Walker, node: Node, name: str, mention: bool = True) -> int:
    """A type by its simple name; type parameters of a declaration whose header is being read come first."""
    scope = w.scope.symbol
    kept = state.of(w)
    for owner in w.classes:
        if name in kept.fields.get(owner, ()):  # a field of that name does not hide the type
            scope = w.symbols[owner].parent
            break
    if name in kept.header[1]:
        scope = kept.header[0]
    expr = w.share(ops.NAME, name, scope)
    if mention:
        w.mention(expr, node.start_point[0] + 1, "type")
    return expr


def array(w: Walker, element: int, dimensions: Node | None, count: int = 0) -> int:
    """Array type of as many dimensions as there are brackets."""
    if dimensions is not None:
        count += sum(1 for child in dimensions.children if child.type == "[")
    for _ in range(count):
        element = w.share(ops.GENERIC, w.share(ops.NAME, ARRAY, 0), (element,))
    return element


def _generic(w: Walker, node: Node) -> int:
    parts = node.named_children
    if not parts:
        return 0
    base = type_(w, parts[0])
    arguments: list[int] = []
    for part in parts[1:]:
        if part.type == "type_arguments":
            arguments.extend(type_(w, child) for child in part.named_children if not child.is_extra)
    return w.share(ops.GENERIC, base, tuple(arguments)) if arguments else base


def type_arguments(w: Walker, node: Node | None) -> tuple[tuple[str, int], ...]:
    """Explicit type arguments (`this.<T>m()`), as a call names them; their types are mentioned."""
    found = [type_(w, child) for child in node.named_children if not child.is_extra] if node is not None else []
    return tuple((f"[{position}]", expr) for position, expr in enumerate(found))


def words(w: Walker, node: Node) -> list[Node]:
    """The identifiers of a dotted name, left to right; empty when it holds anything else."""
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


def is_package_path(names: list[str]) -> int:
    """How many leading names are packages when a dotted name is written out in full (`java.util.List`), else 0.

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


def scoped(w: Walker, node: Node, mention: bool = True) -> int:
    """`Outer.Inner` or `pack.age.Type`."""
    parts = words(w, node)
    if not parts:
        for child in node.named_children:  # `Outer<T>.Inner`
            if child.type == "generic_type":
                base = type_(w, child)
                last = node.named_children[-1]
                return member_type(w, base, w.text(last), last, mention)
        return 0
    return _along(w, [(w.text(part), part) for part in parts], mention)


def _along(w: Walker, parts: list[tuple[str, Node]], mention: bool) -> int:
    """The type that a path of names leads to."""
    names = [name for name, _ in parts]
    packages = is_package_path(names)
    if packages:
        expr = written_out(w, names[:packages], *parts[packages])
        if mention:
            w.site("type", expr, parts[packages][1].start_point[0] + 1)
        rest = parts[packages + 1 :]
    else:
        expr = named(w, parts[0][1], names[0], mention)
        rest = parts[1:]
    for name, part in rest:
        expr = member_type(w, expr, name, part, mention)
    return expr


def member_type(w: Walker, base: int, name: str, part: Node, mention: bool) -> int:
    expr = w.share(ops.ATTR, base, name)
    if mention:
        w.mention(expr, part.start_point[0] + 1, "type")
    return expr


def written_out(w: Walker, packages: list[str], name: str, node: Node) -> int:
    """A type named with its package instead of an import."""
    paths = state.of(w).paths
    key = (*packages, name)
    found = paths.get(key)
    if found is None:
        found = paths[key] = w.import_(".".join(packages), name, "", node.start_point[0] + 1, "bind")
    return found
